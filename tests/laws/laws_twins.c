/* laws_twins.c: the law that finds leaks. Two plays run in lockstep. Wherever a seat cannot see what another seat or
 * chance does, the two do different things. As long as a viewer has been told the same in both plays (events as it
 * hears them, moves as it reads them), everything it gets must be the same bytes: its view, its moves, its tensor,
 * its picture, its JSON, the notes behind the moves.
 *
 * To keep plays apart in secret and equal in public, each play has a victim: a viewer for whom we look for pairs of
 * moves that differ and that it cannot tell apart. All other viewers are compared as long as they cannot either. */
#include <stdlib.h>

#include "base/hash.h"
#include "laws_run.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"

enum { TRIES = 24, VIEWERS = OCHRE_NOBODY + 1 };

/* All that one viewer gets of one position. */
struct given {
    struct guarded view;
    uint64_t moves, notes, tensor, canvas, json;
    char note[OCHRE_MOVE_SIZE]; /* behind the move that led there */
};

struct twins {
    struct run run;
    struct guarded now[2];
    bool is_same[VIEWERS]; /* has been told the same in both */
    int victim;
    uint32_t boldness; /* of 8: how often hidden choices of seats differ */
    bool is_careless;  /* do not mind whether the victim notices: what it then hears must not be a secret */
    struct given given[2][VIEWERS];
};

static bool is_viewer(const struct run *run, int viewer)
{
    return viewer < run->setup->seats || viewer == OCHRE_NOBODY;
}

/* What a viewer reads of a move before it is applied. */
static bool read_move(struct run *run, const struct guarded *now, int seat, ochre_action action, int viewer,
                      char text[OCHRE_MOVE_SIZE])
{
    struct guarded view;
    bool is_witness = seats_has(move_witnesses(run->setup, &now->state, seat, action), viewer);
    return look(run, now, is_witness ? OCHRE_EVERYBODY : viewer, &view) &&
           text_of_move(run, seen(&view), seat, is_witness ? action : OCHRE_NO_ACTION, text);
}

/* What stands behind the move for this viewer: nothing unless it sees the move. */
static bool read_note(struct run *run, const struct guarded *now, int seat, ochre_action action, int viewer,
                      char note[OCHRE_MOVE_SIZE])
{
    struct guarded view;
    note[0] = '\0';
    if (viewer != seat && !seats_has(move_witnesses(run->setup, &now->state, seat, action), viewer))
        return true;
    return look(run, now, viewer, &view) && note_of_move(run, seen(&view), seat, action, note);
}

static bool heard_same(const struct ochre_journal *a, const struct ochre_journal *b, int viewer)
{
    if (a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++) {
        struct ochre_event here = journal_heard(&a->events[i], viewer);
        struct ochre_event there = journal_heard(&b->events[i], viewer);
        if (here.kind != there.kind || here.count != there.count ||
            memcmp(here.args, there.args, here.count * sizeof here.args[0]) != 0)
            return false;
    }
    return true;
}

static bool told_same(struct twins *twins, int seat, const ochre_action pair[2], int viewer)
{
    char text[2][OCHRE_MOVE_SIZE];
    for (int i = 0; i < 2; i++)
        if (!read_move(&twins->run, &twins->now[i], seat, pair[i], viewer, text[i]))
            return false;
    return strcmp(text[0], text[1]) == 0 && heard_same(twins->run.journal[0], twins->run.journal[1], viewer);
}

static bool sees(struct twins *twins, int which, int seat, ochre_action action)
{
    return seats_has(move_witnesses(twins->run.setup, &twins->now[which].state, seat, action), twins->victim);
}

/* Tries both moves on copies: would the victim notice a difference? */
static bool is_unnoticed(struct twins *twins, int seat, const ochre_action pair[2])
{
    struct run *run = &twins->run;
    for (int i = 0; i < 2; i++) {
        struct guarded copy;
        guarded_copy(run, &copy, &twins->now[i]);
        run->journal[i]->count = 0;
        run->game->rules->apply(run->setup, &copy.state, seat, pair[i], run->journal[i]);
    }
    return told_same(twins, seat, pair, twins->victim);
}

/* One move for each play, from list[0] and list[1]. */
static void choose_pair(struct twins *twins, int seat, int count, int other, ochre_action pair[2])
{
    struct run *run = &twins->run;
    bool is_bold = seat == OCHRE_CHANCE || rng_below(&run->rng, 8) < twins->boldness;
    for (int try = 0; try < TRIES; try++) {
        pair[0] = pick_move(run, &twins->now[0].state, seat, run->list[0], count);
        bool is_hidden = seat != twins->victim && !sees(twins, 0, seat, pair[0]);
        bool is_apart = is_hidden && (is_bold || !legal_has(run->list[1], other, pair[0]));
        pair[1] = is_apart ? pick_move(run, &twins->now[1].state, seat, run->list[1], other) : pair[0];
        if (is_hidden && sees(twins, 1, seat, pair[1]))
            continue;
        if (legal_has(run->list[1], other, pair[1]) && (twins->is_careless || is_unnoticed(twins, seat, pair)))
            return;
        is_bold = is_bold && try < TRIES / 2;
    }
    if (!legal_has(run->list[1], other, pair[1]))
        pair[1] = pick_move(run, &twins->now[1].state, seat, run->list[1], other);
}

/* Everything a viewer gets of one of the two positions. */
static bool give(struct twins *twins, int which, int viewer, bool is_looked_at)
{
    struct run *run = &twins->run;
    const struct ochre_setup *setup = run->setup;
    struct given *given = &twins->given[which][viewer];
    bool has_seat = viewer < setup->seats;
    if (!look(run, &twins->now[which], viewer, &given->view))
        return false;
    int count = has_seat ? moves_of(run, &twins->now[which].state, viewer, run->list[2]) : 0;
    if (count < 0)
        return false;
    given->moves = hash_bytes((uint64_t)count, run->list[2], (size_t)count * sizeof(ochre_action));
    given->notes = given->tensor = given->canvas = given->json = 0;
    if (!is_looked_at)
        return true;
    for (int i = 0; i < count && run->game->words->note_move; i++) {
        char note[OCHRE_MOVE_SIZE];
        if (!note_of_move(run, seen(&given->view), viewer, run->list[2][i], note))
            return false;
        given->notes = hash_bytes(given->notes, note, strlen(note) + 1);
    }
    if (has_seat) {
        run->game->show->observe(setup, seen(&given->view), viewer, run->planes[0]);
        given->tensor = hash_bytes(1, run->planes[0], setup->observe_size * sizeof(float));
    }
    canvas_clear(run->canvas[0], NULL);
    run->game->show->draw(setup, seen(&given->view), viewer, run->canvas[0]);
    given->canvas = hash_bytes(1, run->canvas[0], sizeof(struct canvas));
    if (!write_json(run, seen(&given->view), viewer))
        return false;
    given->json = hash_bytes(1, run->json, strlen(run->json));
    return true;
}

static bool law_twins(struct twins *twins, int viewer)
{
    struct run *run = &twins->run;
    const struct given *a = &twins->given[0][viewer];
    const struct given *b = &twins->given[1][viewer];
    for (uint32_t i = 0; i < run->setup->state_size; i++)
        if (a->view.state.bytes[i] != b->view.state.bytes[i])
            return broken(run, "twins-view",
                          "%s was told the same in two plays, yet byte %u of its view is 0x%02x in "
                          "one and 0x%02x in the other",
                          seat_code(viewer), i, a->view.state.bytes[i], b->view.state.bytes[i]);
    if (a->moves != b->moves)
        return broken(run, "twins-moves", "%s was told the same in two plays, yet has other moves", seat_code(viewer));
    if (a->notes != b->notes)
        return broken(run, "twins-note", "%s was told the same in two plays, yet its moves have other notes",
                      seat_code(viewer));
    if (strcmp(a->note, b->note) != 0)
        return broken(run, "twins-note", "%s was told the same in two plays, yet reads '%s' and '%s' behind the move",
                      seat_code(viewer), a->note, b->note);
    if (a->tensor != b->tensor)
        return broken(run, "twins-tensor", "%s was told the same in two plays, yet its tensors differ",
                      seat_code(viewer));
    if (a->canvas != b->canvas)
        return broken(run, "twins-canvas", "%s was told the same in two plays, yet its pictures differ",
                      seat_code(viewer));
    if (a->json != b->json)
        return broken(run, "twins-json", "%s was told the same in two plays, yet its JSON differs", seat_code(viewer));
    return true;
}

/* After the move: who was told another story is compared no more. What nobody showed it, and its view does not know,
 * it must not have heard either: knowledge is state. */
static bool compare(struct twins *twins, int seat, const ochre_action pair[2], const bool is_told[VIEWERS],
                    const bool is_witness[VIEWERS])
{
    struct run *run = &twins->run;
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (!twins->is_same[viewer])
            continue;
        twins->is_same[viewer] = is_told[viewer];
        if (is_told[viewer] && !law_twins(twins, viewer))
            return false;
        if (!is_told[viewer] && !is_witness[viewer] &&
            state_equal(run->setup, &twins->given[0][viewer].view.state, &twins->given[1][viewer].view.state))
            return broken(run, "twins-told",
                          "%s does not see the move of %s (%u or %u), but hears different events, "
                          "and its view does not know why",
                          seat_code(viewer), seat_code(seat), pair[0], pair[1]);
    }
    return true;
}

static bool step(struct twins *twins, int seat, int count, int other)
{
    struct run *run = &twins->run;
    ochre_action pair[2];
    bool is_told[VIEWERS] = {false};
    bool is_witness[VIEWERS] = {false};
    bool is_looked_at = run->step < 12 || rng_below(&run->rng, (uint32_t)run->stride) == 0;
    choose_pair(twins, seat, count, other, pair);
    is_unnoticed(twins, seat, pair); /* fills the journals */
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (!twins->is_same[viewer])
            continue;
        is_told[viewer] = told_same(twins, seat, pair, viewer);
        for (int i = 0; i < 2; i++)
            is_witness[viewer] |= seats_has(move_witnesses(run->setup, &twins->now[i].state, seat, pair[i]), viewer);
    }
    /* Each play is shown right after its own move, so that nothing kept outside the state can hide. */
    for (int i = 0; i < 2; i++) {
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            if (twins->is_same[viewer] &&
                !read_note(run, &twins->now[i], seat, pair[i], viewer, twins->given[i][viewer].note))
                return false;
        run->game->rules->apply(run->setup, &twins->now[i].state, seat, pair[i], NULL);
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            if (twins->is_same[viewer] && !give(twins, i, viewer, is_looked_at))
                return false;
    }
    run->step++;
    return compare(twins, seat, pair, is_told, is_witness);
}

static bool anybody_same(const struct twins *twins)
{
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        if (twins->is_same[viewer])
            return true;
    return false;
}

/* The seat that moves next: one that is asked, now and then one that is not. */
static int next_seat(struct twins *twins, ochre_seats pending)
{
    struct run *run = &twins->run;
    int seat = (int)rng_below(&run->rng, (uint32_t)run->setup->seats);
    if (rng_below(&run->rng, 4) == 0 && !seats_has(pending, seat)) {
        int count = moves_of(run, &twins->now[0].state, seat, run->list[0]);
        int other = moves_of(run, &twins->now[1].state, seat, run->list[1]);
        if (count > 0 && other > 0)
            return seat;
    }
    return pick_seat(run, pending);
}

static bool play_twins(struct twins *twins)
{
    struct run *run = &twins->run;
    for (uint32_t moves = 0; anybody_same(twins) && moves < 2 * run->setup->moves_max; moves++) {
        ochre_seats pending = run->game->rules->pending(run->setup, &twins->now[0].state);
        ochre_seats other_pending = run->game->rules->pending(run->setup, &twins->now[1].state);
        if (pending != other_pending)
            return broken(run, "twins-pending",
                          "somebody was told the same in two plays, yet asked are 0x%02x and "
                          "0x%02x",
                          pending, other_pending);
        if (!pending)
            return true;
        while (!twins->is_same[twins->victim])
            twins->victim = (twins->victim + 1) % VIEWERS;
        int seat = next_seat(twins, pending);
        int count = moves_of(run, &twins->now[0].state, seat, run->list[0]);
        int other = count < 0 ? -1 : moves_of(run, &twins->now[1].state, seat, run->list[1]);
        if (count < 1 || other < 1)
            return broken(run, "moves", "%s is asked and has no move", seat_code(seat));
        if (!step(twins, seat, count, other))
            return false;
    }
    return true;
}

int laws_twins(const struct ochre_setup *setup, uint64_t seed, int stride, struct laws_fault *fault)
{
    memset(fault, 0, sizeof *fault);
    if (!setup->game->rules->redact)
        return 0;
    struct twins *twins = calloc(1, sizeof *twins);
    if (!twins)
        abort();
    struct run *run = &twins->run;
    run_open(run, setup, seed, stride, fault);
    for (int i = 0; i < 2; i++) {
        guarded_init(&twins->now[i]);
        setup->game->rules->start(setup, &twins->now[i].state);
    }
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        twins->is_same[viewer] = is_viewer(run, viewer);
    uint32_t victim = rng_below(&run->rng, (uint32_t)setup->seats + 1);
    twins->victim = victim == (uint32_t)setup->seats ? OCHRE_NOBODY : (int)victim;
    twins->boldness = rng_below(&run->rng, 9);
    twins->is_careless = rng_below(&run->rng, 4) == 0;
    bool is_kept = play_twins(twins);
    int moves = run->step;
    run_close(run);
    free(twins);
    return is_kept ? moves : -1;
}
