/* table.c: the door and the running of a play (table.h). Taking back stands in table_undo.c, looking in
 * table_look.c. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
    table->opening = opening;
    table->setup = &opening->setup;
    table->humans = humans;
    table->list = list;
    state_copy(table->setup, &table->now.state, &opening->start);
    table->mark = table->now;
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
    free(table->moves);
    free(table->list);
    free(table);
}

int table_watch(struct table *table, table_told *told, void *who)
{
    if (table->watcher_count >= TABLE_WATCHERS_MAX)
        return -1;
    table->watchers[table->watcher_count++] = (struct watcher){told, who};
    return 0;
}

void table_unwatch(struct table *table, void *who)
{
    int kept = 0;
    for (int i = 0; i < table->watcher_count; i++)
        if (table->watchers[i].who != who)
            table->watchers[kept++] = table->watchers[i];
    table->watcher_count = kept;
}

void table_seat_people(struct table *table, ochre_seats humans)
{
    table->humans = humans;
}

void table_keeper(struct table *table, table_keep *keep, void *who)
{
    table->keep = keep;
    table->keeper = who;
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

void standing_apply(const struct ochre_setup *setup, struct standing *at, const struct table_move *move,
                    struct ochre_journal *journal)
{
    if (move->kind == TABLE_LEFT) {
        at->left |= SEAT_BIT(move->seat);
        if (setup->game->leave)
            setup->game->leave(setup, &at->state, move->seat, journal);
        else
            at->is_ended = true;
    } else {
        setup->game->apply(setup, &at->state, move->seat, move->action, journal);
        at->draws += move->seat == OCHRE_CHANCE;
    }
    at->count++;
}

ochre_seats standing_pending(const struct ochre_setup *setup, const struct standing *at)
{
    return at->is_ended ? 0 : setup->game->pending(setup, &at->state);
}

void table_stand(const struct table *table, int count, struct standing *at)
{
    memset(at, 0, sizeof *at);
    state_copy(table->setup, &at->state, &table->opening->start);
    for (int i = 0; i < count; i++)
        standing_apply(table->setup, at, &table->moves[i], NULL);
}

/* Remembers and plays a move. -1 without memory, or when play has become absurdly long. */
static int append(struct table *table, struct table_move move)
{
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
    standing_apply(table->setup, &table->now, &move, NULL);
    return 0;
}

/* Chance acts as long as nobody else owes anything. */
static int draw_chance(struct table *table)
{
    const struct ochre_setup *setup = table->setup;
    while (table_pending(table) == SEAT_BIT(OCHRE_CHANCE)) {
        const struct ochre_state *state = &table->now.state;
        int count = setup->game->legal(setup, state, OCHRE_CHANCE, table->list);
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
    table->asked = pending;
}

void table_tell_step(const struct table *table, const struct table_step *step)
{
    for (int i = 0; i < table->watcher_count; i++)
        table->watchers[i].told(table->watchers[i].who, table, step);
}

int table_store(struct table *table, const struct standing *old, const struct ochre_tongue *tongue, struct table_no *no)
{
    struct ochre_error error = {0};
    if (!table->keep || table->keep(table->keeper, table, &error) == 0)
        return 0;
    table->now = *old;
    struct ochre_text why = table_refusal(no, tongue, "keep");
    text_say(&why, "The move could not be stored, so it was not made: {0}", error.words);
    return -1;
}

/* Tells the moves from `old` up to number `to`. They are played once more, this time with a journal: apply is a
 * function. */
static void tell_part(const struct table *table, const struct standing *old, int to, table_told *told, void *who)
{
    struct standing at = *old;
    struct ochre_journal journal;
    journal.count = 0;
    while (at.count < to) {
        const struct table_move *move = &table->moves[at.count];
        struct ochre_state before = at.state;
        journal.count = 0;
        standing_apply(table->setup, &at, move, &journal);
        struct table_step step = {.kind = (enum table_step_kind)move->kind,
                                  .number = at.count,
                                  .seat = move->seat,
                                  .action = move->kind == TABLE_MOVED ? move->action : OCHRE_NO_ACTION,
                                  .is_last = at.count == to,
                                  .before = &before,
                                  .after = &at.state,
                                  .journal = &journal};
        if (told)
            told(who, table, &step);
        else
            table_tell_step(table, &step);
    }
}

static void tell_since(const struct table *table, const struct standing *old)
{
    tell_part(table, old, table->now.count, NULL, NULL);
}

/* An interrupt leaves the open questions as they are; a seat that has left may change all of them. */
static ochre_seats seats_asked_anew(const struct table *table, const struct table_move *move)
{
    if (move->kind == TABLE_LEFT)
        return OCHRE_ALL_SEATS;
    return (ochre_seats)(seats_has(table->asked, move->seat) ? SEAT_BIT(move->seat) : 0);
}

/* A move that was found right: play it, let chance answer, store, ask, tell. */
static int carry_out(struct table *table, struct table_move move, const struct ochre_tongue *tongue,
                     struct table_no *no)
{
    struct standing old = table->now;
    ochre_seats fresh = seats_asked_anew(table, &move);
    if (append(table, move) < 0 || draw_chance(table) < 0) {
        table->now = old;
        struct ochre_text why = table_refusal(no, tongue, "memory");
        text_say(&why, "There is not enough memory to go on.");
        return -1;
    }
    if (table_store(table, &old, tongue, no) < 0)
        return -1;
    table_put_questions(table, fresh);
    tell_since(table, &old);
    return 0;
}

int table_begin(struct table *table, const struct ochre_tongue *tongue, struct table_no *no)
{
    if (table->has_begun)
        return 0;
    struct standing old = table->now;
    if (draw_chance(table) < 0) {
        table->now = old;
        struct ochre_text why = table_refusal(no, tongue, "memory");
        text_say(&why, "There is not enough memory to go on.");
        return -1;
    }
    if (table_store(table, &old, tongue, no) < 0)
        return -1;
    table->has_begun = true;
    table_put_questions(table, table->fresh);
    table->fresh = 0;
    tell_since(table, &old);
    return 0;
}

int table_retell(const struct table *table, table_told *told, void *who)
{
    table_retell_part(table, 0, table->now.count, told, who);
    return table->now.count;
}

void table_mark(struct table *table)
{
    table->mark = table->now;
}

void table_retell_part(const struct table *table, int from, int to, table_told *told, void *who)
{
    struct standing at;
    if (table->mark.count <= from)
        at = table->mark;
    else
        table_stand(table, 0, &at);
    while (at.count < from)
        standing_apply(table->setup, &at, &table->moves[at.count], NULL);
    tell_part(table, &at, to < table->now.count ? to : table->now.count, told, who);
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

/* What the game says against a move: its rule and its words, or a plain sentence where it has none. */
static int refuse(const char *rule, const char *words, const struct ochre_tongue *tongue, struct table_no *no)
{
    struct ochre_text why = table_refusal(no, tongue, rule);
    if (words[0])
        text_add(&why, words);
    else
        text_say(&why, "That move is not possible now.");
    return -1;
}

/* Is the action among the seat's moves? If not, the game says which rule forbids it. */
static int check_legal(const struct table *table, int seat, ochre_action action, const struct ochre_view *view,
                       const struct ochre_tongue *tongue, struct table_no *no)
{
    const struct ochre_setup *setup = table->setup;
    if (legal_has(table->list, view_moves(setup, view, seat, table->list), action))
        return 0;
    char words[TABLE_WHY_SIZE];
    struct ochre_text said = text_in(words, sizeof words, tongue);
    const char *rule = setup->game->why_not(setup, view, seat, action, &said);
    return refuse(rule ? rule : "turn", words, tongue, no);
}

/* Finds the legal action that the text means. */
static int check_text(const struct table *table, int seat, const char *text, const struct ochre_tongue *tongue,
                      ochre_action *action, struct table_no *no)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_view view;
    char words[TABLE_WHY_SIZE];
    struct ochre_text said = text_in(words, sizeof words, tongue);
    table_view(table, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    const char *rule = setup->game->parse_move(setup, &view, seat, text, action, &said);
    if (rule)
        return refuse(rule, words, tongue, no);
    return check_legal(table, seat, *action, &view, tongue, no);
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
    struct ochre_view view;
    if (check_ask(table, seat, ask, tongue, no) < 0)
        return -1;
    table_view(table, seat, &view);
    if (check_legal(table, seat, action, &view, tongue, no) < 0)
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
    for (int seat = 0; seat < table->setup->seats; seat++)
        table->asks[seat] += count;
}

int table_follow(struct table *table, int seat, const char *text, struct ochre_error *error)
{
    struct table_no no = {0};
    struct table_move move = {.seat = (uint8_t)seat, .kind = TABLE_MOVED};
    if (table->has_begun)
        return error_set(error, "", "the play is running");
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
    struct standing old = table->now;
    table->fresh |= seats_asked_anew(table, &move);
    if (append(table, move) < 0)
        return error_set(error, "memory", "the play is too long, or there is not enough memory");
    ask_when_due(table);
    tell_since(table, &old);
    return 0;
}
