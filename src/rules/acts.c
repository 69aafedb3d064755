/* acts.c: see acts.h. */
#include "rules/acts.h"

#include <assert.h>

static const struct act_kind *kind_of(const struct acts *acts, char letter)
{
    assert(letter > 0);
    const struct act_kind *kind = &acts->kinds[(unsigned char)letter];
    assert(kind->say || kind->name); /* a form names a kind that the table does not have */
    return kind;
}

/* The act without its things, but with their kinds; returns how many there are. */
static int begin(const struct acts *acts, const struct act *act, struct act_said *said)
{
    int count = 0;
    *said = (struct act_said){.act = act};
    for (const char *form = act->form; *form; form++)
        if (*form == '%') {
            assert(count < ACT_THINGS_MAX);
            said->kind[count++] = kind_of(acts, *++form);
        }
    return count;
}

/* ---- things that are counted ---- */

void act_say_number(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)place;
    text_int(text, said->thing[n] + 1);
}

bool act_read_number(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    (void)place;
    int number;
    if (!text_read_number(at, 3, &number))
        return false;
    said->thing[n] = number - 1;
    return true;
}

/* ---- numbers ---- */

static int thing_of(const struct act_place *place, const struct act_said *said, int n, uint32_t digit)
{
    const struct act_kind *kind = said->kind[n];
    return kind->thing ? kind->thing(place, said, n, (int)digit) : (int)digit;
}

/* Takes a number of the act apart: its digits, then the things they mean. False when it is beyond the last. */
static bool spread(const struct act_place *place, uint32_t number, int count, struct act_said *said)
{
    if (count == 0)
        return number == 0;
    uint32_t digit[ACT_THINGS_MAX];
    for (int n = count - 1; n > 0; n--) {
        uint32_t base = (uint32_t)said->kind[n]->count;
        digit[n] = number % base;
        number /= base;
    }
    if (number >= (uint32_t)said->kind[0]->count)
        return false;
    said->thing[0] = thing_of(place, said, 0, number);
    for (int n = 1; n < count; n++)
        said->thing[n] = thing_of(place, said, n, digit[n]);
    return true;
}

/* The first numbers of acts part all numbers into ranges: the first row of the range that the number is in, or of the
 * first range. */
static const struct act *range_of(const struct acts *acts, ochre_action action)
{
    const struct act *row = acts->list;
    for (int rows = acts->count; rows > 1;) {
        int half = rows / 2;
        row += row[half].first <= action ? half : 0;
        rows -= half;
    }
    while (row > acts->list && row[-1].first == row->first)
        row--;
    return row;
}

const struct act *acts_find(const struct acts *acts, const struct act_place *place, ochre_action action,
                            struct act_said *said)
{
    const struct act *act = range_of(acts, action);
    const struct act *end = acts->list + acts->count;
    ochre_action first = act->first;
    for (; act < end && act->first == first && first <= action; act++)
        if ((!act->fits || act->fits(place)) && spread(place, action - first, begin(acts, act, said), said))
            return act;
    return NULL;
}

ochre_action acts_number(const struct act_place *place, const struct act_said *said)
{
    ochre_action number = 0;
    for (int n = 0; n < ACT_THINGS_MAX && said->kind[n]; n++) {
        const struct act_kind *kind = said->kind[n];
        int digit = kind->digit ? kind->digit(place, said, n) : said->thing[n];
        if (digit < 0 || digit >= kind->count)
            return OCHRE_NO_ACTION;
        number = number * (ochre_action)kind->count + (ochre_action)digit;
    }
    return said->act->first + number;
}

/* ---- reading ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_written(const struct acts *acts, char form, char typed)
{
    return form == typed || (acts->is_any_case && typed && lower(form) == lower(typed)) ||
           (acts->is_spaced && form == ':' && typed == ' ');
}

/* The length of a name that stands at the cursor; 0: it does not. */
static size_t name_length(const struct acts *acts, const char *name, const char *text)
{
    size_t length = 0;
    while (name[length] && is_written(acts, name[length], text[length]))
        length++;
    return name[length] ? 0 : length;
}

static bool read_thing(const struct acts *acts, const struct act_kind *kind, const struct act_place *place,
                       struct act_said *said, int n, const char **at)
{
    if (kind->read)
        return kind->read(place, said, n, at);
    size_t longest = 0;
    const char *name;
    for (int thing = 0; (name = kind->name(place, thing)); thing++) {
        size_t length = name_length(acts, name, *at);
        if (length > longest) {
            longest = length;
            said->thing[n] = thing;
        }
    }
    *at += longest;
    return longest > 0;
}

/* Reads the whole text as this act. */
static bool read_form(const struct acts *acts, const struct act *act, const struct act_place *place, const char *text,
                      struct act_said *said)
{
    const char *form = act->form;
    while (*form && *form != '%' && is_written(acts, *form, *text))
        form++, text++;
    if (*form != '%' && (*form || *text)) /* most texts are none of most acts, and differ at the beginning */
        return false;
    begin(acts, act, said);
    for (int n = 0; *form; form++) {
        if (*form == '%') {
            if (!read_thing(acts, said->kind[n], place, said, n, &text))
                return false;
            form++;
            n++;
        } else if (!is_written(acts, *form, *text++)) {
            return false;
        }
    }
    return *text == '\0';
}

const struct act *acts_read(const struct acts *acts, const struct act_place *place, const char *text,
                            struct act_said *said, bool *is_elsewhere)
{
    struct act_said found = {0};
    *is_elsewhere = false;
    for (const struct act *act = acts->list; act < acts->list + acts->count; act++) {
        if (!read_form(acts, act, place, text, said))
            continue;
        if (!act->fits || act->fits(place))
            return act;
        if (!found.act)
            found = *said;
    }
    *is_elsewhere = found.act != NULL;
    *said = found;
    return found.act;
}

bool acts_parse(const struct acts *acts, const struct act_place *place, const char *text, ochre_action *action)
{
    struct act_said said;
    bool is_elsewhere;
    if (!acts_read(acts, place, text, &said, &is_elsewhere))
        return false;
    *action = acts_number(place, &said);
    return *action != OCHRE_NO_ACTION;
}

/* ---- writing ---- */

static void say_thing(const struct act_kind *kind, const struct act_place *place, const struct act_said *said, int n,
                      struct ochre_text *text)
{
    if (kind->say) {
        kind->say(place, said, n, text);
        return;
    }
    const char *name = said->thing[n] < 0 ? NULL : kind->name(place, said->thing[n]);
    text_add(text, name ? name : "?");
}

/* Does it stand for itself? Nearly everything comes behind '%'. */
static inline bool is_plain(char c)
{
    return c > '%' || (c && c != '%' && c != ' ');
}

/* Copies what stands for itself, up to a thing, a blank or the end; returns the cursor there. */
static const char *say_plain(const char *at, struct ochre_text *text)
{
    char *to = text->at + text->used;
    const char *last = text->at + text->size - 1;
    while (is_plain(*at) && to < last)
        *to++ = *at++;
    *to = '\0';
    text->used = (size_t)(to - text->at);
    for (; is_plain(*at); at++)
        text->cut = true;
    return at;
}

void acts_say(const struct act_place *place, const struct act_said *said, struct ochre_text *text)
{
    assert(text->size > 0);
    const char *form = said->act->form;
    for (int n = 0; n < ACT_THINGS_MAX && said->kind[n]; n++) {
        form = say_plain(form, text);
        assert(*form == '%'); /* a form has no blanks */
        say_thing(said->kind[n], place, said, n, text);
        form += 2;
    }
    say_plain(form, text);
}

void acts_format(const struct acts *acts, const struct act_place *place, ochre_action action, struct ochre_text *text)
{
    struct act_said said;
    if (acts_find(acts, place, action, &said))
        acts_say(place, &said, text);
    else
        text_char(text, '?');
}

/* The place of a kind among the things of the act, -1: it is none of them. */
static int index_of(const struct act_said *said, const struct act_kind *kind)
{
    for (int n = 0; n < ACT_THINGS_MAX && said->kind[n]; n++)
        if (said->kind[n] == kind)
            return n;
    return -1;
}

/* What one points at, where it is not simply the notation. */
static void touch_things(const struct acts *acts, const struct act_place *place, const struct act_said *said,
                         struct ochre_touch *touch)
{
    struct ochre_text id = text_on(touch->id[0], OCHRE_TOUCH_SIZE);
    const char *at = say_plain(said->act->touch, &id);
    for (; *at; at = say_plain(at + 1, &id)) {
        if (*at == '%') {
            const struct act_kind *kind = kind_of(acts, *++at);
            say_thing(kind, place, said, index_of(said, kind), &id);
        } else {
            touch->count += id.used > 0;
            assert(touch->count < OCHRE_TOUCH_MAX);
            id = text_on(touch->id[touch->count], OCHRE_TOUCH_SIZE);
        }
    }
    touch->count += id.used > 0;
}

void acts_touch(const struct acts *acts, const struct act_place *place, ochre_action action, struct ochre_touch *touch)
{
    struct act_said said;
    struct ochre_text move = text_on(touch->move, sizeof touch->move);
    touch->count = 0;
    const struct act *act = acts_find(acts, place, action, &said);
    if (act)
        acts_say(place, &said, &move);
    else
        text_char(&move, '?');
    if (act && act->touch) {
        touch_things(acts, place, &said, touch);
        return;
    }
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    text_add(&id, touch->move);
}
