/* table.c: the door and the running of a play (table.h). Storing and telling stand in table_tell.c, taking back in
 * table_undo.c, looking in table_look.c. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/door.h"
#include "table/table_inner.h"

/* While a log is followed, questions are put where they were put when it was played: not before chance has acted. So
 * their numbers are the same again. */
static void ask_when_due(struct table *table)
{
    if (table_pending(table) == SEAT_BIT(OCHRE_CHANCE))
        return;
    table_put_questions(table, table->fresh);
    table->fresh = 0;
}

/* ---- making and ending ---- */

struct table *table_new(struct opening *opening, ochre_seats humans, const unsigned char seed[FAIR_SIZE],
                        struct ochre_error *error)
{
    struct table *table = aligned_alloc(64, (sizeof *table + 63) / 64 * 64);
    ochre_action *list = calloc(opening->setup.legal_max + 1, sizeof *list);
    if (!table || !list) {
        error_set(error, "", "not enough memory");
        goto fail;
    }
    memset(table, 0, sizeof *table);
    if (fair_init(&table->fair, seed) < 0) {
        error_set(error, "", "the source of chance cannot be opened");
        goto fail;
    }
    assert(opening->setup.state_size <= OCHRE_STATE_MAX && opening->setup.seats <= OCHRE_SEATS_MAX);
    table->opening = opening;
    table->setup = &opening->setup;
    table->humans = humans;
    table->list = list;
    state_copy(table->setup, &table->now.state, &opening->start);
    ask_when_due(table);
    return table;
fail:
    free(list);
    free(table);
    return NULL;
}

void table_delete(struct table *table)
{
    if (!table)
        return;
    opening_delete(table->opening);
    recent_free(&table->recent);
    free(table->moves);
    free(table->list);
    free(table);
}

void table_seat_people(struct table *table, ochre_seats humans)
{
    table->humans = humans;
}

static bool may_give_chance(const struct table *table, int seat)
{
    return !table->has_begun && table->now.draws == 0 && seat >= 0 && seat < table->setup->seats;
}

int table_pledge(struct table *table, int seat, const unsigned char pledge[FAIR_SIZE])
{
    if (!may_give_chance(table, seat))
        return -1;
    fair_pledge(&table->fair, seat, pledge);
    return 0;
}

int table_open(struct table *table, int seat, const unsigned char share[FAIR_SIZE])
{
    return may_give_chance(table, seat) ? fair_open(&table->fair, seat, share) : -1;
}

int table_restore_chance(struct table *table, int version, const struct fair_part part[OCHRE_SEATS_MAX],
                         struct ochre_error *error)
{
    assert(!table->has_begun && table->now.draws == 0);
    int wrong = fair_restore(&table->fair, version, part);
    return wrong < 0 ? 0 : error_set(error, "fair", "the share of {0} is not the one it pledged", seat_code(wrong));
}

/* ---- the play, move by move ---- */

struct ochre_text table_refusal(struct table_no *no, const struct ochre_tongue *tongue, const char *rule)
{
    if (!no)
        return text_in(NULL, 0, tongue);
    struct ochre_text text = text_on(no->rule, sizeof no->rule);
    text_add(&text, rule);
    return text_in(no->why, sizeof no->why, tongue);
}

void moment_copy(const struct ochre_setup *setup, struct moment *to, const struct moment *from)
{
    state_copy(setup, &to->state, &from->state);
    to->count = from->count;
    to->draws = from->draws;
    to->left = from->left;
    to->is_ended = from->is_ended;
}

/* What a move changes beside the state. */
static void count_move(const struct ochre_setup *setup, struct moment *at, const struct table_move *move)
{
    if (move->kind == TABLE_LEFT) {
        at->left |= SEAT_BIT(move->seat);
        at->is_ended = at->is_ended || !setup->game->rules->leave;
    }
    at->draws += move->seat == OCHRE_CHANCE;
    at->count++;
}

void moment_apply(const struct ochre_setup *setup, struct moment *at, const struct table_move *move,
                  struct ochre_journal *journal)
{
    assert(move->kind == TABLE_LEFT || seats_has(moment_pending(setup, at), move->seat) ||
           move->seat != OCHRE_CHANCE); /* who is not asked may interrupt, but chance never does */
    if (move->kind == TABLE_MOVED)
        setup->game->rules->apply(setup, &at->state, move->seat, move->action, journal);
    else if (setup->game->rules->leave)
        setup->game->rules->leave(setup, &at->state, move->seat, journal);
    count_move(setup, at, move);
}

ochre_seats moment_pending(const struct ochre_setup *setup, const struct moment *at)
{
    return at->is_ended ? 0 : setup->game->rules->pending(setup, &at->state);
}

void table_moment(const struct table *table, int count, struct moment *at)
{
    const struct ochre_setup *setup = table->setup;
    assert(count >= 0 && count <= TABLE_MOVES_MAX);
    bool is_recent = recent_has(&table->recent, count);
    memset(at, 0, sizeof *at);
    if (is_recent)
        recent_state(&table->recent, setup, count, &at->state);
    else
        state_copy(setup, &at->state, &table->opening->start);
    while (at->count < count) {
        const struct table_move *move = &table->moves[at->count];
        if (is_recent)
            count_move(setup, at, move);
        else
            moment_apply(setup, at, move, NULL);
    }
}

/* Remembers and plays a move: the only time that it is applied. -1 without memory, or when play has become absurdly
 * long. */
static int append(struct table *table, struct table_move move)
{
    assert(!table->unkept); /* a keeper stores, it does not play */
    assert(move.seat < table->setup->seats || (move.seat == OCHRE_CHANCE && move.kind == TABLE_MOVED));
    if (table->now.count >= TABLE_MOVES_MAX)
        return -1;
    if (table->now.count == table->moves_max) {
        int larger_max = table->moves_max ? 2 * table->moves_max : 64;
        struct table_move *larger = realloc(table->moves, (size_t)larger_max * sizeof *larger);
        if (!larger)
            return -1;
        table->moves = larger;
        table->moves_max = larger_max;
    }
    table->moves[table->now.count] = move;
    struct ochre_journal journal;
    journal.count = 0;
    recent_from(&table->recent, table->setup, table->now.count, &table->now.state);
    moment_apply(table->setup, &table->now, &move, &journal);
    recent_add(&table->recent, table->setup, &table->now.state, &journal);
    return 0;
}

/* Chance acts as long as nobody else owes anything. */
static int draw_chance(struct table *table)
{
    const struct ochre_setup *setup = table->setup;
    while (table_pending(table) == SEAT_BIT(OCHRE_CHANCE)) {
        const struct ochre_state *state = &table->now.state;
        int count = setup->game->rules->legal(setup, state, OCHRE_CHANCE, table->list);
        assert(count > 0);
        ochre_action outcome = fair_pick(&table->fair, table->now.draws, setup, state, table->list, count);
        if (append(table, (struct table_move){.seat = OCHRE_CHANCE, .kind = TABLE_MOVED, .action = outcome}) < 0)
            return -1;
    }
    return 0;
}

void table_put_questions(struct table *table, ochre_seats fresh)
{
    ochre_seats pending = table_pending(table);
    for (int seat = 0; seat < table->setup->seats; seat++)
        if (seats_has(pending, seat) && (!seats_has(table->asked, seat) || seats_has(fresh, seat)))
            table->asks[seat]++;
    assert(!seats_has(pending, OCHRE_NOBODY) && !seats_has(pending, OCHRE_EVERYBODY));
    table->asked = pending;
}

/* An interrupt leaves the open questions as they are; a seat that has left may change all of them. */
static ochre_seats seats_asked_anew(const struct table *table, const struct table_move *move)
{
    if (move->kind == TABLE_LEFT)
        return OCHRE_ALL_SEATS;
    return (ochre_seats)(seats_has(table->asked, move->seat) ? SEAT_BIT(move->seat) : 0);
}

/* Plays a move (NULL: none) and lets chance answer. Without memory everything is as in `old` again. */
static int advance(struct table *table, const struct table_move *move, const struct moment *old,
                   const struct ochre_tongue *tongue, struct table_no *no)
{
    if (!table->has_untold) /* what has yet to be told stays */
        recent_trim(&table->recent, table->setup);
    if ((!move || append(table, *move) == 0) && draw_chance(table) == 0)
        return 0;
    table_withdraw(table, old);
    struct ochre_text why = table_refusal(no, tongue, "memory");
    text_say(&why, "There is not enough memory to go on.");
    return -1;
}

/* A move that was found right: play it, let chance answer, store, ask, tell. */
static int carry_out(struct table *table, struct table_move move, const struct ochre_tongue *tongue,
                     struct table_no *no)
{
    struct moment old;
    moment_copy(table->setup, &old, &table->now);
    const struct news news = {.from = old.count};
    ochre_seats fresh = seats_asked_anew(table, &move);
    if (advance(table, &move, &old, tongue, no) < 0)
        return -1;
    int stored = table_store(table, &old, &news, tongue, no);
    if (stored < 0)
        return -1;
    table_put_questions(table, fresh);
    table_spread(table, &news, stored);
    return 0;
}

int table_begin(struct table *table, const struct ochre_tongue *tongue, struct table_no *no)
{
    if (table->has_begun)
        return 0;
    struct moment old;
    moment_copy(table->setup, &old, &table->now);
    const struct news news = {.from = old.count};
    if (advance(table, NULL, &old, tongue, no) < 0)
        return -1;
    int stored = table_store(table, &old, &news, tongue, no);
    if (stored < 0)
        return -1;
    table->has_begun = true;
    table_put_questions(table, table->fresh);
    table->fresh = 0;
    table_spread(table, &news, stored);
    return 0;
}

/* ---- the door ---- */

/* The names of the seats that play waits for. */
static void say_pending(const struct table *table, struct ochre_text *text)
{
    ochre_seats pending = table_pending(table);
    for (int seat = 0; seat < table->setup->seats; seat++)
        if (seats_has(pending, seat)) {
            text_add(text, text->used ? ", " : "");
            text_add(text, text_word(text, table_seat_name(table, seat)));
        }
}

/* Is there such a seat, still at the table, and is play going on? */
static int check_seat(const struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    if (seat < 0 || seat >= table->setup->seats) {
        struct ochre_text why = table_refusal(no, tongue, "seat");
        text_say(&why, "There is no such seat at this table.");
        return -1;
    }
    if (seats_has(table->now.left, seat)) {
        struct ochre_text why = table_refusal(no, tongue, "seat");
        text_say(&why, "You have left this play.");
        return -1;
    }
    if (table->has_begun && table_is_over(table)) {
        struct ochre_text why = table_refusal(no, tongue, "over");
        text_say(&why, "The play is over.");
        return -1;
    }
    return 0;
}

static int check_begun(const struct table *table, const struct ochre_tongue *tongue, struct table_no *no)
{
    if (table->has_begun)
        return 0;
    struct ochre_text why = table_refusal(no, tongue, "turn");
    text_say(&why, "The play has not begun.");
    return -1;
}

/* Is this the question being asked? */
static int check_ask(const struct table *table, int seat, uint32_t ask, const struct ochre_tongue *tongue,
                     struct table_no *no)
{
    if (check_seat(table, seat, tongue, no) < 0 || check_begun(table, tongue, no) < 0)
        return -1;
    if (ask != table_ask(table, seat)) {
        struct ochre_text why = table_refusal(no, tongue, "ask");
        text_say(&why, "That answers an earlier question; look at the table as it is now.");
        return -1;
    }
    if (ask == 0 && table_moves(table, seat, table->list) == 0) {
        char names[128];
        struct ochre_text list = text_in(names, sizeof names, tongue);
        say_pending(table, &list);
        struct ochre_text why = table_refusal(no, tongue, "turn");
        text_say(&why, "You are not asked now; the play waits for {0}.", names);
        return -1;
    }
    return 0;
}

static int refuse(const char *rule, const char *words, const struct ochre_tongue *tongue, struct table_no *no)
{
    struct ochre_text why = table_refusal(no, tongue, rule);
    text_add(&why, words);
    return -1;
}

/* Finds the legal action that the text means. */
static int check_text(const struct table *table, int seat, const char *text, const struct ochre_tongue *tongue,
                      ochre_action *action, struct table_no *no)
{
    struct ochre_view view;
    char words[TABLE_WHY_SIZE];
    struct ochre_text said = text_in(words, sizeof words, tongue);
    table_view(table, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    const char *rule = door_find(table->setup, &view, seat, text, table->list, action, &said);
    return rule ? refuse(rule, words, tongue, no) : 0;
}

static int check_action(const struct table *table, int seat, ochre_action action, const struct ochre_tongue *tongue,
                        struct table_no *no)
{
    struct ochre_view view;
    char words[TABLE_WHY_SIZE];
    struct ochre_text said = text_in(words, sizeof words, tongue);
    table_view(table, seat, &view);
    const char *rule = door_check(table->setup, &view, seat, action, table->list, &said);
    return rule ? refuse(rule, words, tongue, no) : 0;
}

int table_try(const struct table *table, int seat, const char *text, const struct ochre_tongue *tongue,
              ochre_action *action, struct table_no *no)
{
    return check_seat(table, seat, tongue, no) < 0 ? -1 : check_text(table, seat, text, tongue, action, no);
}

static int carry_out_move(struct table *table, int seat, ochre_action action, const struct ochre_tongue *tongue,
                          struct table_no *no)
{
    struct table_move move = {.seat = (uint8_t)seat, .kind = TABLE_MOVED, .action = action};
    return carry_out(table, move, tongue, no);
}

int table_play(struct table *table, int seat, uint32_t ask, const char *text, const struct ochre_tongue *tongue,
               struct table_no *no)
{
    ochre_action action;
    if (check_ask(table, seat, ask, tongue, no) < 0 || check_text(table, seat, text, tongue, &action, no) < 0)
        return -1;
    return carry_out_move(table, seat, action, tongue, no);
}

int table_play_action(struct table *table, int seat, uint32_t ask, ochre_action action,
                      const struct ochre_tongue *tongue, struct table_no *no)
{
    if (check_ask(table, seat, ask, tongue, no) < 0 || check_action(table, seat, action, tongue, no) < 0)
        return -1;
    return carry_out_move(table, seat, action, tongue, no);
}

int table_resign(struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    if (check_seat(table, seat, tongue, no) < 0 || check_begun(table, tongue, no) < 0)
        return -1;
    return carry_out(table, (struct table_move){.seat = (uint8_t)seat, .kind = TABLE_LEFT}, tongue, no);
}

void table_skip_asks(struct table *table, uint32_t count)
{
    assert(!table->has_begun);
    table->edition += count;
    for (int seat = 0; seat < table->setup->seats; seat++)
        table->asks[seat] += count;
}

/* A move that was played before: nothing is drawn, nothing is stored, everybody is told. */
static int follow(struct table *table, int seat, const char *text, struct ochre_error *error)
{
    struct table_no no = {0};
    struct table_move move = {.seat = (uint8_t)seat, .kind = TABLE_MOVED};
    if (table_is_over(table))
        return error_set(error, "over", "the play is over");
    bool is_resigning = seat != OCHRE_CHANCE && text_same(text, "resign");
    if (seat != OCHRE_CHANCE && check_seat(table, seat, NULL, &no) < 0)
        return error_set(error, no.rule, "{0}", no.why);
    if (seat == OCHRE_CHANCE && !seats_has(table_pending(table), OCHRE_CHANCE))
        return error_set(error, "turn", "chance is not asked");
    if (is_resigning)
        move.kind = TABLE_LEFT;
    else if (check_text(table, seat, text, NULL, &move.action, &no) < 0)
        return error_set(error, no.rule, "{0}", no.why);
    const struct news news = {.from = table->now.count};
    table->fresh |= seats_asked_anew(table, &move);
    recent_trim(&table->recent, table->setup);
    if (append(table, move) < 0)
        return error_set(error, "memory", "the play is too long, or there is not enough memory");
    ask_when_due(table);
    table_tell_news(table, &news, NULL, NULL);
    return 0;
}

int table_follow(struct table *table, int seat, const char *text, struct ochre_error *error)
{
    return table->has_begun ? error_set(error, "", "the play is running") : follow(table, seat, text, error);
}

int table_follow_on(struct table *table, int seat, const char *text, struct ochre_error *error)
{
    assert(table->has_begun && !table->has_untold && !table->unkept);
    return follow(table, seat, text, error);
}
