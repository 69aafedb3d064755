/* table_undo.c: taking back. What may be taken back is computed from the interface alone: a move that somebody learnt
 * something from is final, and so is everything before a draw of chance.
 *
 * Who has learnt something? In a game without secrets nobody ever does. Otherwise a move that not everybody witnessed
 * is final; and for every seat we imagine other worlds that it could not rule out before the moves, play the same moves
 * there, and look whether the seat would have been told the same. If not, the moves told it which world it is in. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "rules/door.h"
#include "rules/words.h"
#include "table/table_inner.h"

/* Worlds imagined for each seat. A secret that shows in one world of eight slips through once in five thousand. */
enum { WORLDS = 64 };

static bool is_seen_by_all(const struct ochre_setup *setup, const struct ochre_state *state,
                           const struct table_move *move)
{
    ochre_seats witnesses = move_witnesses(setup, state, move->seat, move->action);
    for (int seat = 0; seat < setup->seats; seat++)
        if (!seats_has(witnesses, seat))
            return false;
    return seats_has(witnesses, OCHRE_NOBODY);
}

/* Did the viewer hear the same in both? */
static bool same_story(const struct ochre_journal *a, const struct ochre_journal *b, int viewer)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        struct ochre_event x = journal_heard(&a->events[i], viewer);
        struct ochre_event y = journal_heard(&b->events[i], viewer);
        if (x.kind != y.kind || x.count != y.count || memcmp(x.args, y.args, sizeof x.args[0] * x.count) != 0)
            return false;
    }
    return true;
}

/* The real play and an imagined one, side by side. */
struct twins {
    struct moment real;
    struct moment other;
    struct ochre_journal told_real;
    struct ochre_journal told_other;
};

/* The action that means the same in the other world: texts name things, numbers may name places. */
static bool translate(const struct table *table, const struct twins *twins, struct table_move *move)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_view view;
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text words = text_on(text, sizeof text);
    state_look(setup, &twins->real.state, move->seat, &view);
    setup->game->words->format_move(setup, &view, move->seat, move->action, &words);
    state_look(setup, &twins->other.state, move->seat, &view);
    return !door_find(setup, &view, move->seat, text, table->list, &move->action, NULL);
}

/* Would the viewer be told the same in this other world, all the way? */
static bool is_told_same(const struct table *table, struct twins *twins, int viewer)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_view real;
    struct ochre_view other;
    while (twins->real.count < table->now.count) {
        const struct table_move *move = &table->moves[twins->real.count];
        struct table_move same = *move;
        if (!translate(table, twins, &same))
            return false;
        twins->told_real.count = twins->told_other.count = 0;
        moment_apply(setup, &twins->real, move, &twins->told_real);
        moment_apply(setup, &twins->other, &same, &twins->told_other);
        state_look(setup, &twins->real.state, viewer, &real);
        state_look(setup, &twins->other.state, viewer, &other);
        if (!view_equal(setup, &real, &other) || !same_story(&twins->told_real, &twins->told_other, viewer))
            return false;
    }
    return true;
}

/* Did anybody learn something from the moves since `from`? */
static bool is_learnt(const struct table *table, const struct moment *from, struct twins *twins)
{
    const struct ochre_setup *setup = table->setup;
    struct moment at = *from;
    while (at.count < table->now.count) {
        if (!is_seen_by_all(setup, &at.state, &table->moves[at.count]))
            return true;
        moment_apply(setup, &at, &table->moves[at.count], NULL);
    }
    struct ochre_rng rng;
    rng_seed(&rng, hash_bytes(0, from->state.bytes, setup->state_size));
    for (int viewer = 0; viewer < setup->seats; viewer++) {
        struct ochre_view view;
        state_look(setup, &from->state, viewer, &view);
        for (int world = 0; world < WORLDS; world++) {
            twins->real = twins->other = *from;
            if (!view_imagine(setup, &view, viewer, &rng, &twins->other.state) || !is_told_same(table, twins, viewer))
                return true;
        }
    }
    return false;
}

/* How many moves the seat's last one and what follows it are; 0 when it has made none. */
static int moves_since_own(const struct table *table, int seat)
{
    for (int i = table->now.count - 1; i >= 0; i--)
        if (table->moves[i].seat == seat)
            return table->now.count - i;
    return 0;
}

static int refuse_undo(struct ochre_text *why, const char *english)
{
    text_add(why, text_word(why, english));
    return 0;
}

/* How many moves taking back would undo; with consent, those of others too. */
static int undoable(const struct table *table, int seat, bool has_consent, const struct ochre_tongue *tongue,
                    struct table_no *no)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_text why = table_refusal(no, tongue, "undo");
    int count = seat >= 0 && seat < setup->seats ? moves_since_own(table, seat) : 0;
    if (count == 0 || !table->has_begun)
        return refuse_undo(&why, N_("You have made no move yet."));
    if (!seats_has(table->humans, seat))
        return refuse_undo(&why, N_("Only people take moves back."));
    bool is_free = has_consent || table->humans == SEAT_BIT(seat);
    for (int i = table->now.count - count; i < table->now.count; i++) {
        if (table->moves[i].kind == TABLE_LEFT)
            return refuse_undo(&why, N_("Somebody has given up since; that is final."));
        if (table->moves[i].seat == OCHRE_CHANCE)
            return refuse_undo(&why, N_("Chance has been drawn since; the move is final."));
        if (!is_free && table->moves[i].seat != seat)
            return refuse_undo(&why, N_("Others have moved since; the move is final."));
    }
    if (!is_free && !seats_has(table_pending(table), seat))
        return refuse_undo(&why, N_("Your turn is over; the move is final."));
    if (!setup->game->rules->redact)
        return count;
    struct twins *twins = aligned_alloc(64, (sizeof *twins + 63) / 64 * 64);
    if (!twins)
        return refuse_undo(&why, N_("There is not enough memory to go on."));
    struct moment from;
    table_moment(table, table->now.count - count, &from);
    bool is_final = is_learnt(table, &from, twins);
    free(twins);
    return is_final ? refuse_undo(&why, N_("Somebody learnt something from that move; it is final.")) : count;
}

int table_undoable(const struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    return undoable(table, seat, false, tongue, no);
}

int table_undoable_agreed(const struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    return undoable(table, seat, true, tongue, no);
}

static int take_back(struct table *table, int seat, bool has_consent, const struct ochre_tongue *tongue,
                     struct table_no *no)
{
    int count = undoable(table, seat, has_consent, tongue, no);
    if (count == 0)
        return -1;
    struct moment old;
    assert(count <= table->now.count);
    moment_copy(table->setup, &old, &table->now);
    const struct news news = {.from = old.count - count, .is_undone = true, .undone_by = seat};
    table_moment(table, news.from, &table->now);
    int stored = table_store(table, &old, &news, tongue, no);
    if (stored < 0)
        return -1;
    recent_cut(&table->recent, news.from);
    table->edition += (uint32_t)count + 1;
    /* Every open question is a new one: an answer in flight was given to a position that is gone. */
    table_put_questions(table, OCHRE_ALL_SEATS);
    table_spread(table, &news, stored);
    return 0;
}

uint32_t table_edition(const struct table *table)
{
    return table->edition;
}

int table_undo(struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    return take_back(table, seat, false, tongue, no);
}

int table_undo_agreed(struct table *table, int seat, const struct ochre_tongue *tongue, struct table_no *no)
{
    return take_back(table, seat, true, tongue, no);
}
