/* spears_cases.c: acceptance cases: what chance draws next, spoken lines, the fact `deck` (6.3, 9.1). */
#include <assert.h>

#include "games/spears/spears_text.h"

enum { LINE_SIZE = 256, WORDS_MAX = 20, WORD_SIZE = 12, SUPPORT_WORDS = 4 };

/* ---- what chance draws ---- */

/* The n-th word of a text, "" when there are fewer. */
static void word_at(const char *line, int n, char word[WORD_SIZE])
{
    while (text_next_word(&line, word, WORD_SIZE) && n > 0)
        n--;
}

/* The n-th card of a script that stands before '|', as a number behind its letter; 0 when there is none. */
static int scripted(struct json given, const char *key, char letter, int n)
{
    char line[LINE_SIZE];
    char word[WORD_SIZE];
    int number;
    if (!json_string(json_get(given, key), line, sizeof line))
        return 0;
    line[strcspn(line, "|")] = '\0';
    word_at(line, n, word);
    const char *at = word + 1;
    return word[0] == letter && text_read_number(&at, 2, &number) && !*at ? number : 0;
}

static int count_draws(const ochre_action *drawn, int drawn_count, bool is_prey)
{
    int count = 0;
    for (int i = 0; i < drawn_count; i++)
        count +=
            is_prey ? drawn[i] < SPEARS_ENEMY_COMES : drawn[i] >= SPEARS_ENEMY_COMES && drawn[i] < SPEARS_TEAM_DEALT;
    return count;
}

static ochre_action foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count)
{
    (void)setup;
    assert(drawn_count >= 0);
    int phase = spears_of(state)->phase;
    if (phase == SPEARS_DRAW_PREY) {
        int prey = scripted(given, "deck", 'p', count_draws(drawn, drawn_count, true));
        return prey >= 1 && prey <= SPEARS_PREY ? (ochre_action)(prey - 1) : OCHRE_NO_ACTION;
    }
    if (phase == SPEARS_DRAW_ENEMY) {
        int enemy = scripted(given, "enemy", 'e', count_draws(drawn, drawn_count, false));
        return enemy >= 1 && enemy <= SPEARS_ENEMIES ? (ochre_action)(SPEARS_ENEMY_COMES + enemy - 1) : OCHRE_NO_ACTION;
    }
    return OCHRE_NO_ACTION;
}

/* The rest of the script, then the chased queue. */
static bool fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)setup;
    if (!text_same(path, "deck"))
        return false;
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    int prey;
    for (int n = count_draws(drawn, drawn_count, true); (prey = scripted(given, "deck", 'p', n)) != 0; n++) {
        assert(prey <= SPEARS_PREY); /* the position was read */
        spears_add_word(&text, 0, spears_prey_names[prey - 1]);
    }
    char queue[LINE_SIZE];
    struct ochre_text rest = text_on(queue, sizeof queue);
    spears_say_queue(spears_of(state), &rest);
    text_add(&text, text.used && rest.used ? " " : "");
    text_add(&text, queue);
    struct json_writer writer = json_write_to(json);
    json_put_string(&writer, text.used ? line : "-");
    return true;
}

/* ---- spoken lines (6.3) ---- */

struct line {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    int seat, count;
    char word[WORDS_MAX][WORD_SIZE];
};

/* "N: hunt p10 h1 h2" → the seat and the words behind it. */
static bool read_line(struct line *line, const char *spoken)
{
    size_t length = strcspn(spoken, ":");
    line->seat = -1;
    for (int seat = 0; seat < line->setup->seats; seat++) {
        const char *key = spears_key(line->setup, line->view, seat);
        if (strlen(key) == length && strncmp(key, spoken, length) == 0)
            line->seat = seat;
    }
    if (line->seat < 0 || spoken[length] != ':')
        return false;
    spoken += length + 1;
    line->count = 0;
    while (line->count < WORDS_MAX) {
        word_at(spoken, line->count, line->word[line->count]);
        if (!line->word[line->count][0])
            break;
        line->count++;
    }
    return line->count > 0;
}

static bool is_asked(const struct line *line, int phase)
{
    return line->s->phase == phase && line->s->actor == line->seat;
}

/* Is one of the decisions that choose units one by one pending for this seat? */
static bool is_choosing(const struct line *line)
{
    switch (line->s->phase) {
    case SPEARS_HUNT_UNITS:
    case SPEARS_BLOCK_UNITS:
    case SPEARS_SUPPORT_UNITS:
    case SPEARS_FIGHT_UNITS:
    case SPEARS_DEFENDER_UNITS:
    case SPEARS_DEFEND_UNITS: return line->s->actor == line->seat;
    default: return false;
    }
}

/* Was this unit chosen by force already? */
static bool is_chosen(const struct line *line, const char *code)
{
    const struct spears_state *s = line->s;
    int owner = spears_unit_owner(s);
    uint16_t chosen = s->phase == SPEARS_SACRIFICE ? s->chosen : s->units[owner];
    for (unsigned left = chosen; left; left &= left - 1)
        if (text_same(line->t->unit[s->tribe[owner]][__builtin_ctz(left)].code, code))
            return true;
    return false;
}

static bool emit(struct ochre_text *move, const char *head, const char *rest)
{
    text_add(move, head);
    text_add(move, rest);
    return true;
}

/* The unit of that seat with this code, a paid bonus aside, as a set; 0: there is none. */
static unsigned unit_named(const struct line *line, int seat, const char *word)
{
    char code[WORD_SIZE];
    struct ochre_text plain = text_on(code, sizeof code);
    text_add_bytes(&plain, word, strcspn(word, "!"));
    int slot = spears_slot_of_code(line->t, line->s->tribe[seat], code);
    return slot < 0 ? 0 : spears_unit_bit(slot);
}

/* Does the line name this word twice? */
static bool was_named(const struct line *line, int at)
{
    for (int i = 1; i < at; i++)
        if (text_same(line->word[i], line->word[at]))
            return true;
    return false;
}

/* A unit behind a chain that has closed: was it indeed sent or lost, by force? Otherwise it is said aloud, to be
 * refused. What an action did cannot be asked any more once it is over. */
static bool was_done(const struct line *line, const char *word)
{
    const struct spears_state *s = line->s;
    const char *head = line->word[0];
    unsigned unit = unit_named(line, line->seat, word);
    if (text_same(head, "sacrifice"))
        return unit && !(spears_units_played(s, line->seat) & unit);
    if (s->kind == SPEARS_IDLE)
        return true;
    if (text_same(head, "block") || text_same(head, "support"))
        return unit && s->active[line->seat] == unit; /* an only unit goes by itself; a void one is not kept */
    if (text_same(head, "oblige"))
        return s->obliged != OCHRE_NOBODY && (unit_named(line, s->obliged, word) & s->units[s->obliged]);
    return unit & s->units[line->seat];
}

/* "pick g1", "loot p14", "for S" where nobody was asked: did it come like this? */
static bool was_forced(const struct line *line, const char *word, const char *what)
{
    const struct spears_state *s = line->s;
    if (s->kind == SPEARS_IDLE)
        return true;
    if (text_same(word, "pick"))
        return s->side[1] != OCHRE_NOBODY && (s->picked & unit_named(line, s->side[1], what));
    if (text_same(word, "for")) {
        for (int side = 0; side < 2; side++)
            if (s->supporter[side] != OCHRE_NOBODY && s->supporter[side] == s->obliged)
                return text_same(spears_key(line->setup, line->view, s->side[side]), what);
        return false;
    }
    return s->prey && text_same(spears_prey_names[s->prey - 1], what);
}

/* Heads that need a second word, heads that are only words of the speaker, and the rest. */
static bool speak_head(const struct line *line, int *at, struct ochre_text *move)
{
    const char *head = line->word[0];
    static const char *const with_one[] = {"hunt", "support", "oblige", "fight"};
    *at = 1;
    for (int i = 0; i < 4; i++)
        if (text_same(head, with_one[i])) {
            *at = 2;
            text_add(move, head);
            return emit(move, ":", line->count > 1 ? line->word[1] : "");
        }
    if (text_same(head, "block"))
        return emit(move, head, "");
    if (text_same(head, "pass") && (is_asked(line, SPEARS_DEFEND_UNITS) || is_asked(line, SPEARS_DEFENDER_UNITS)))
        return emit(move, "done", "");
    if (text_same(head, "sacrifice") || text_same(head, "add") || text_same(head, "defend"))
        return false;
    for (int i = 0; i < line->count; i++) {
        text_add(move, i ? ":" : "");
        text_add(move, line->word[i]);
    }
    *at = line->count;
    return true;
}

/* The words behind the head, one small move at a time; what was forced is left out. */
static bool speak_rest(const struct line *line, int *at, struct ochre_text *move)
{
    while (*at < line->count) {
        const char *word = line->word[*at];
        const char *next = *at + 1 < line->count ? line->word[*at + 1] : "";
        if (text_same(word, "pick") || text_same(word, "loot") || text_same(word, "for")) {
            if (is_asked(line, SPEARS_FIGHT_UNITS))
                return emit(move, "done", ""); /* the chain is closed first */
            bool is_due = text_same(word, "pick")   ? is_asked(line, SPEARS_PICK)
                          : text_same(word, "loot") ? is_asked(line, SPEARS_LOOT) || is_asked(line, SPEARS_PICK)
                                                    : is_asked(line, SPEARS_OBLIGE_SIDE);
            *at += 2;
            if (!is_due && was_forced(line, word, next))
                continue;
            text_add(move, word);
            return emit(move, ":", next);
        }
        bool is_twice = was_named(line, *at);
        ++*at;
        if (is_asked(line, SPEARS_SUPPORT_UNITS) && line->count > SUPPORT_WORDS)
            return emit(move, "-", word); /* no supporter has a third unit: refused, with the rule for offers */
        if (is_asked(line, SPEARS_SACRIFICE) && (is_twice || !is_chosen(line, word)))
            return emit(move, "-", word);
        if (is_asked(line, SPEARS_OBLIGE_UNIT) || (is_choosing(line) && (is_twice || !is_chosen(line, word))))
            return emit(move, "+", word);
        if (!is_choosing(line) && !is_asked(line, SPEARS_SACRIFICE) && (is_twice || !was_done(line, word)))
            return emit(move, text_same(line->word[0], "sacrifice") ? "-" : "+", word);
    }
    return is_choosing(line) ? emit(move, "done", "") : false;
}

/* Does this head open a chain that a closing `done` belongs to? */
static bool has_chain(const char *head)
{
    static const char *const heads[] = {"hunt", "block", "support", "oblige", "fight", "sacrifice", "add", "defend"};
    for (int i = 0; i < 8; i++)
        if (text_same(head, heads[i]))
            return true;
    return false;
}

static bool speak(const struct ochre_setup *setup, const struct ochre_view *view, const char *spoken, int *at,
                  int *seat, struct ochre_text *move)
{
    struct line line = {.setup = setup, .view = view, .t = spears_tables(setup), .s = spears_seen(view)};
    if (!read_line(&line, spoken))
        return false;
    *seat = line.seat;
    if (*at == 0 && speak_head(&line, at, move))
        return true;
    return has_chain(line.word[0]) && speak_rest(&line, at, move);
}

const struct ochre_case_words spears_cases = {.foretell = foretell, .speak = speak, .fact = fact};
