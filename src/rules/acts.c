/* acts.c: see acts.h. */
#include "rules/acts.h"

#include <assert.h>

static const struct act_kind *kind_of(const struct acts *acts, char letter)
{
    const struct act_kind *kind = acts->kinds;
    while (kind->letter && kind->letter != letter)
        kind++;
    assert(kind->letter); /* a form names a kind that the table does not have */
    return kind;
}

/* The letter of the next thing in a form, whose cursor moves behind it; 0 at the end. */
static char next_letter(const char **form)
{
    const char *at = strchr(*form, '%');
    if (!at)
        return '\0';
    *form = at + 2;
    return at[1];
}

/* ---- numbers ---- */

/* Takes a number of the act apart: its digits, then the things they mean. False when it is beyond the last. */
static bool spread(const struct acts *acts, const struct act_place *place, uint32_t number, struct act_said *said)
{
    const struct act_kind *kinds[ACT_THINGS_MAX];
    int digit[ACT_THINGS_MAX];
    int count = 0;
    const char *form = said->act->form;
    for (char letter; (letter = next_letter(&form)); count++) {
        assert(count < ACT_THINGS_MAX);
        kinds[count] = kind_of(acts, letter);
    }
    for (int n = count - 1; n >= 0; n--) {
        digit[n] = (int)(number % (uint32_t)kinds[n]->count);
        number /= (uint32_t)kinds[n]->count;
    }
    for (int n = 0; n < count && number == 0; n++)
        said->thing[n] = kinds[n]->thing ? kinds[n]->thing(place, said, n, digit[n]) : digit[n];
    return number == 0;
}

/* The first numbers of acts part all numbers into ranges: the first act of the range that the number is in. */
static const struct act *range_of(const struct acts *acts, ochre_action action)
{
    const struct act *found = acts->list;
    for (const struct act *act = acts->list; act->form; act++)
        if (act->first <= action && (act->first > found->first || found->first > action))
            found = act;
    return found;
}

const struct act *acts_find(const struct acts *acts, const struct act_place *place, ochre_action action,
                            struct act_said *said)
{
    const struct act *act = range_of(acts, action);
    ochre_action first = act->first;
    for (; act->form && first <= action; act++) {
        if (act->first != first || (act->fits && !act->fits(place)))
            continue;
        *said = (struct act_said){.act = act};
        if (spread(acts, place, action - first, said))
            return act;
    }
    return NULL;
}

ochre_action acts_number(const struct acts *acts, const struct act_place *place, const struct act_said *said)
{
    ochre_action number = 0;
    const char *form = said->act->form;
    char letter;
    for (int n = 0; (letter = next_letter(&form)); n++) {
        const struct act_kind *kind = kind_of(acts, letter);
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

static bool read_form(const struct acts *acts, const struct act_place *place, const char *text, struct act_said *said)
{
    int n = 0;
    for (const char *form = said->act->form; *form; form++) {
        if (*form == '%') {
            if (!read_thing(acts, kind_of(acts, *++form), place, said, n++, &text))
                return false;
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
    for (const struct act *act = acts->list; act->form; act++) {
        *said = (struct act_said){.act = act};
        if (!read_form(acts, place, text, said))
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
    *action = acts_number(acts, place, &said);
    return *action != OCHRE_NO_ACTION;
}

/* ---- writing ---- */

/* The place of a letter among the things of the act, -1: it is none of them. */
static int index_of(const struct act *act, char letter)
{
    const char *form = act->form;
    char other;
    for (int n = 0; (other = next_letter(&form)); n++)
        if (other == letter)
            return n;
    return -1;
}

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

/* Writes one mark of a form or of what is pointed at; returns the cursor behind it. `n` counts the things of a form;
 * -1: they are found by their letters. */
static const char *say_mark(const struct acts *acts, const struct act_place *place, const struct act_said *said,
                            const char *at, int n, struct ochre_text *text)
{
    if (*at != '%') {
        text_char(text, *at);
        return at + 1;
    }
    say_thing(kind_of(acts, at[1]), place, said, n >= 0 ? n : index_of(said->act, at[1]), text);
    return at + 2;
}

void acts_say(const struct acts *acts, const struct act_place *place, const struct act_said *said,
              struct ochre_text *text)
{
    int n = 0;
    for (const char *form = said->act->form; *form;) {
        bool is_thing = *form == '%';
        form = say_mark(acts, place, said, form, n, text);
        n += is_thing;
    }
}

void acts_format(const struct acts *acts, const struct act_place *place, ochre_action action, struct ochre_text *text)
{
    struct act_said said;
    if (acts_find(acts, place, action, &said))
        acts_say(acts, place, &said, text);
    else
        text_char(text, '?');
}

void acts_touch(const struct acts *acts, const struct act_place *place, ochre_action action, struct ochre_touch *touch)
{
    struct act_said said;
    *touch = (struct ochre_touch){.count = 1};
    struct ochre_text id = text_on(touch->id[0], OCHRE_TOUCH_SIZE);
    const struct act *act = acts_find(acts, place, action, &said);
    if (!act || !act->touch) {
        acts_format(acts, place, action, &id);
        return;
    }
    for (const char *at = act->touch; *at;) {
        if (*at == ' ') {
            touch->count += id.used > 0;
            assert(touch->count <= OCHRE_TOUCH_MAX);
            id = text_on(touch->id[touch->count - 1], OCHRE_TOUCH_SIZE);
            at++;
        } else {
            at = say_mark(acts, place, &said, at, -1, &id);
        }
    }
    touch->count -= id.used == 0;
}
