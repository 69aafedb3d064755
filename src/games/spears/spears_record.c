/* spears_record.c: a whole play as it is said at the table (6.3): header lines, the chance of the set-up, the result,
 * then a line for each thing that somebody says.
 *
 *     @pack reconstructed-1 5f3a…
 *     @options players=4 tribes=random …
 *     *: tribe N
 *     …
 *     @result S A N W E
 *     N: day
 *     N: hunt p10 h1 h2
 *     *: enemy e3
 *
 * Chance stands on lines of its own, by the name of "*". A line that is not said to its end, because the play was left
 * there, ends in "...". */
#include <assert.h>

#include "games/spears/spears_text.h"

enum { LINE_SIZE = 256, WORD_SIZE = 64 };

/* ---- lines ---- */

/* The line at the place without its comment and the blanks around it; false at the end of the text. */
static bool read_line(const struct ochre_record_place *place, char line[LINE_SIZE], bool *is_cut)
{
    size_t length = strcspn(place->at, "\r\n");
    if (!place->at[length] && length == 0)
        return false;
    struct ochre_text text = text_on(line, LINE_SIZE);
    const char *at = place->at + strspn(place->at, " \t");
    const char *end = place->at + length;
    for (const char *c = at; c < end; c++)
        if (*c == '#' && (c == at || c[-1] == ' ' || c[-1] == '\t'))
            end = c;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    for (const char *c = at; c < end; c++)
        text_char(&text, *c == '\t' ? ' ' : *c);
    *is_cut = text.cut;
    return true;
}

static void next_line(struct ochre_record_place *place)
{
    place->at += strcspn(place->at, "\n");
    place->at += *place->at == '\n';
    place->from = place->at;
    place->said = 0;
}

/* ---- header ---- */

static int read_pack_line(const char *rest, struct ochre_record_head *head, struct ochre_error *error)
{
    char more[WORD_SIZE];
    if (head->pack[0])
        return error_set(error, "6.3", "@pack stands twice");
    if (!text_next_word(&rest, head->pack, sizeof head->pack) ||
        !text_next_word(&rest, head->pack_hash, sizeof head->pack_hash) || text_next_word(&rest, more, sizeof more))
        return error_set(error, "6.3", "expected: @pack ID HASH");
    return 0;
}

static int read_option_line(const char *rest, struct ochre_record_head *head, struct ochre_error *error)
{
    char word[OCHRE_RECORD_WORD];
    if (head->option_count || head->seats)
        return error_set(error, "6.3", "@options stands twice");
    while (text_next_word(&rest, word, sizeof word)) {
        const char *players;
        bool is_seats = text_starts(word, "players=", &players);
        if (is_seats && (!text_read_number(&players, 1, &head->seats) || *players))
            return error_set(error, "6.3", "@options: expected players=3 or players=4");
        if (is_seats)
            continue;
        if (head->option_count == OCHRE_OPTIONS_MAX)
            return error_set(error, "6.3", "@options: too many options");
        struct ochre_text option = text_on(head->option[head->option_count++], sizeof head->option[0]);
        text_add(&option, word);
    }
    return 0;
}

static int read_result_line(const struct ochre_record_place *place, const char *rest, struct ochre_record_head *head,
                            struct ochre_error *error)
{
    char word[WORD_SIZE];
    struct ochre_text result = text_on(head->result, sizeof head->result);
    if (head->result_at)
        return error_set(error, "6.3", "@result stands twice");
    head->result_at = place->from;
    while (text_next_word(&rest, word, sizeof word)) {
        text_add(&result, result.used ? " " : "");
        text_add(&result, word);
    }
    return result.used && !result.cut ? 0 : error_set(error, "7", "expected: @result TEAMS PLAYERS or @result none");
}

static int read_header_line(const struct ochre_record_place *place, const char *line, struct ochre_record_head *head,
                            struct ochre_error *error)
{
    char key[WORD_SIZE];
    text_next_word(&line, key, sizeof key);
    if (text_same(key, "@pack"))
        return read_pack_line(line, head, error);
    if (text_same(key, "@options"))
        return read_option_line(line, head, error);
    if (text_same(key, "@result"))
        return read_result_line(place, line, head, error);
    return error_set(error, "6.3", "unknown header {0} (expected @pack, @options or @result)", key);
}

/* Header lines may stand anywhere; the moves are read afterwards, from the beginning. */
static int read_head(struct ochre_record_place *place, struct ochre_record_head *head, struct ochre_error *error)
{
    struct ochre_record_place start = *place;
    char line[LINE_SIZE];
    bool is_cut;
    for (place->from = place->at; read_line(place, line, &is_cut); next_line(place)) {
        if (is_cut)
            return error_set(error, "6.3", "the line is longer than {0} characters", NUM(LINE_SIZE - 1));
        if (line[0] == '@' && read_header_line(place, line, head, error) < 0)
            return -1;
    }
    *place = start;
    place->from = place->at;
    return 0;
}

/* ---- moves ---- */

/* "*: prey p07" is prey:p07. */
static void read_chance(const char *said, struct ochre_text *move)
{
    char word[WORD_SIZE];
    while (text_next_word(&said, word, sizeof word)) {
        text_add(move, move->used ? ":" : "");
        text_add(move, word);
    }
}

/* Takes "..." off the end of a line: it was not said to its end. */
static bool is_unfinished(char line[LINE_SIZE])
{
    size_t length = strlen(line);
    if (length < 4 || !text_same(line + length - 4, " ..."))
        return false;
    line[length - 4] = '\0';
    return true;
}

/* The next small move of the line; false when it has been said. */
static bool speak_line(const struct ochre_setup *setup, const struct ochre_view *view, const char *line,
                       bool has_no_end, struct ochre_record_place *place, int *seat, struct ochre_text *move)
{
    bool is_begun = place->said > 0;
    if (!spears_cases.speak(setup, view, line, &place->said, seat, move))
        return false;
    return !(has_no_end && is_begun && text_same(move->at, "done"));
}

static int next(const struct ochre_setup *setup, const struct ochre_record_head *head, const struct ochre_view *view,
                struct ochre_record_place *place, int *seat, struct ochre_text *move, struct ochre_error *error)
{
    (void)head;
    char line[LINE_SIZE];
    bool is_cut;
    for (; read_line(place, line, &is_cut); next_line(place)) {
        const char *said;
        if (!line[0] || line[0] == '@')
            continue;
        if (text_starts(line, "*:", &said)) {
            if (place->said)
                continue;
            place->said = 1;
            *seat = OCHRE_CHANCE;
            read_chance(said, move);
            return 1;
        }
        bool has_no_end = is_unfinished(line);
        if (speak_line(setup, view, line, has_no_end, place, seat, move))
            return 1;
        if (!place->said)
            return error_set(error, "6.3", "expected what somebody says, such as 'N: hunt p10 h1 h2'");
        *move = text_on(move->at, move->size);
    }
    return 0;
}

/* ---- result ---- */

static void write_result(const struct ochre_setup *setup, const struct ochre_view *view, struct ochre_text *text)
{
    const struct spears_tables *t = spears_tables(setup);
    const struct spears_state *s = spears_seen(view);
    if (s->phase != SPEARS_OVER)
        return;
    unsigned teams = spears_winners(t, s);
    for (int team = SPEARS_SURVIVOR; team < SPEARS_TEAMS; team++)
        if (teams & 1u << team) {
            text_add(text, text->used ? " " : "");
            text_char(text, spears_team_names[team][0]);
        }
    for (int seat = 0; seat < t->seats; seat++)
        if (teams & 1u << s->team[seat]) {
            text_char(text, ' ');
            text_add(text, spears_key(setup, view, seat));
        }
    text_add(text, teams ? "" : "none");
}

/* ---- writing ---- */

static void write_head(const struct ochre_setup *setup, const struct ochre_view *start,
                       const struct ochre_record_head *head, struct ochre_text *text)
{
    (void)setup;
    (void)start;
    text_add(text, "@pack ");
    text_add(text, head->pack);
    text_char(text, ' ');
    text_add(text, head->pack_hash);
    text_add(text, "\n@options players=");
    text_int(text, head->seats);
    for (int i = 0; i < head->option_count; i++) {
        text_char(text, ' ');
        text_add(text, head->option[i]);
    }
    text_char(text, '\n');
}

/* What is said in one breath: the first word, and the decisions that go on with it. */
static const struct {
    const char *word;
    int begins;    /* the decision that the word itself belongs to, when it is no move of its own */
    int phases[3]; /* the decisions that follow */
} chains[] = {
    {"hunt:", 0, {SPEARS_HUNT_UNITS}},
    {"block", 0, {SPEARS_BLOCK_UNITS}},
    {"support:", 0, {SPEARS_SUPPORT_UNITS}},
    {"oblige:", 0, {SPEARS_OBLIGE_UNIT, SPEARS_OBLIGE_SIDE}},
    {"fight:", 0, {SPEARS_FIGHT_UNITS, SPEARS_PICK, SPEARS_LOOT}},
    {"sacrifice", SPEARS_SACRIFICE, {SPEARS_SACRIFICE}},
    {"add", SPEARS_DEFENDER_UNITS, {SPEARS_DEFENDER_UNITS}},
    {"defend", SPEARS_DEFEND_UNITS, {SPEARS_DEFEND_UNITS}},
};
enum { CHAINS = sizeof chains / sizeof chains[0] };

/* Does this decision go on with what the pen has begun? */
static bool goes_on(const struct ochre_record_pen *pen, int seat, int phase)
{
    if (!pen->is_open || pen->seat != seat || !pen->head)
        return false;
    assert(pen->head <= CHAINS);
    for (int i = 0; i < 3; i++)
        if (phase && chains[pen->head - 1].phases[i] == phase)
            return true;
    return false;
}

/* The chain (from 1) that this move begins, 0: it stands alone. */
static int chain_of(const char *move, int phase)
{
    bool is_unit = move[0] == '+' || move[0] == '-';
    for (int i = 0; i < CHAINS; i++)
        if (chains[i].begins ? is_unit && chains[i].begins == phase : text_starts(move, chains[i].word, NULL))
            return i + 1;
    return 0;
}

/* The move as it is said: without signs, and blanks for colons. */
static void say_move(const char *move, bool is_in_chain, struct ochre_text *text)
{
    for (move += is_in_chain && (*move == '+' || *move == '-'); *move; move++)
        text_char(text, *move == ':' ? ' ' : *move);
}

static void end_line(struct ochre_record_pen *pen, struct ochre_text *text)
{
    text_add(text, pen->is_open ? "\n" : "");
    pen->is_open = false;
}

static void begin_line(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                       const struct ochre_record_step *step, const char *move, struct ochre_text *text)
{
    int phase = spears_seen(step->before)->phase;
    end_line(pen, text);
    text_add(text, step->seat == OCHRE_CHANCE ? "*" : spears_key(setup, step->before, step->seat));
    text_add(text, ": ");
    pen->is_open = true;
    pen->seat = step->seat;
    pen->head = step->seat == OCHRE_CHANCE ? 0 : chain_of(move, phase);
    bool is_named = pen->head && chains[pen->head - 1].begins;
    if (is_named) {
        text_add(text, chains[pen->head - 1].word);
        text_char(text, ' ');
    }
    bool is_none = text_same(move, "done") && (phase == SPEARS_DEFENDER_UNITS || phase == SPEARS_DEFEND_UNITS);
    say_move(is_none ? "pass" : move, is_named, text);
}

/* 6.3: the result stands behind the chance of the set-up. */
static void write_result_line(struct ochre_record_pen *pen, const struct ochre_record_head *head,
                              struct ochre_text *text)
{
    if (pen->has_begun)
        return;
    pen->has_begun = true;
    if (!head->result[0])
        return; /* the play goes on */
    end_line(pen, text);
    text_add(text, "@result ");
    text_add(text, head->result);
    text_char(text, '\n');
}

static void write_step(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                       const struct ochre_record_head *head, const struct ochre_record_step *step,
                       struct ochre_text *text)
{
    assert(step->seat == OCHRE_CHANCE || step->seat < setup->seats);
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text said = text_on(move, sizeof move);
    if (step->action != OCHRE_NO_ACTION)
        spears_words.format_move(setup, step->before, step->seat, step->action, &said);
    else
        text_add(&said, "resign");
    if (step->seat != OCHRE_CHANCE)
        write_result_line(pen, head, text);
    if (!goes_on(pen, step->seat, spears_seen(step->before)->phase) || step->action == OCHRE_NO_ACTION) {
        begin_line(setup, pen, step, move, text);
    } else if (text_same(move, "done")) {
        pen->head = 0; /* said to its end */
    } else {
        text_char(text, ' ');
        say_move(move, true, text);
    }
    if (step->is_end)
        pen->head = 0;
}

static void write_end(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                      const struct ochre_record_head *head, struct ochre_text *text)
{
    (void)setup;
    if (pen->is_open && pen->head)
        text_add(text, " ..."); /* the play was left before this was said to its end */
    write_result_line(pen, head, text);
    end_line(pen, text);
}

const struct ochre_record_form spears_record = {
    .mark = '@',
    .suffix = "spears",
    .has_no_positions = true,
    .read_head = read_head,
    .next = next,
    .result = write_result,
    .write_head = write_head,
    .write_step = write_step,
    .write_end = write_end,
};
