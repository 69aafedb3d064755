/* laws_hidden.c: the laws about who knows what. A view holds what its seat needs to choose; imagined states are
 * possible ones, agree with the view, and can be played to the end. */
#include "laws_run.h"
#include "rules/rules.h"

#include <stdio.h>

enum { IMAGINED = 3, TRUTHS_MIN = 10 };

static bool same_moves(struct run *run, const struct ochre_state *a, const struct ochre_state *b, int seat,
                       const char *law, const char *what)
{
    int count = moves_of(run, a, seat, run->list[0]);
    int other = count < 0 ? -1 : moves_of(run, b, seat, run->list[1]);
    if (count < 0 || other < 0)
        return false;
    if (count != other || memcmp(run->list[0], run->list[1], (size_t)count * sizeof(ochre_action)) != 0)
        return broken(run, law, "%s has %d moves in the state and %d %s, or others", seat_code(seat), count, other,
                      what);
    return true;
}

bool law_views(struct run *run, const struct guarded *play)
{
    ochre_seats pending = run->game->rules->pending(run->setup, &play->state);
    for (int viewer = 0; viewer <= OCHRE_NOBODY; viewer++) {
        struct guarded view;
        struct guarded twice;
        if (viewer >= run->setup->seats && viewer != OCHRE_NOBODY)
            continue;
        stir_stack(0x33);
        if (!look(run, play, viewer, &view))
            return false;
        stir_stack(0xCC);
        if (!look(run, &view, viewer, &twice))
            return false;
        if (!state_equal(run->setup, &view.state, &twice.state))
            return broken(run, "redact", "the view of the view of %s is another view", seat_code(viewer));
        if (view_pending(run->setup, seen(&view)) != pending)
            return broken(run, "pending", "%s sees 0x%02x asked, asked are 0x%02x: being asked is public",
                          seat_code(viewer), view_pending(run->setup, seen(&view)), pending);
        if (viewer < run->setup->seats &&
            !same_moves(run, &play->state, &view.state, viewer, "view-moves", "in its view"))
            return false;
    }
    return true;
}

/* From an imagined state the play goes on to its end. */
static bool plays_on(struct run *run, const struct guarded *imagined)
{
    struct guarded play;
    guarded_copy(run, &play, imagined);
    for (uint32_t moves = 0;; moves++) {
        ochre_seats pending = run->game->rules->pending(run->setup, &play.state);
        const char *wrong = run->game->rules->check(run->setup, &play.state);
        if (wrong)
            return broken(run, "check", "%u moves into an imagined state: %s", moves, wrong);
        if (!pending)
            return true;
        if (moves > run->setup->moves_max)
            return broken(run, "ends", "play from an imagined state does not end");
        int seat = pick_seat(run, pending);
        int count = moves_of(run, &play.state, seat, run->list[2]);
        if (count < 0)
            return false;
        if (count == 0)
            return broken(run, "imagine", "%u moves into an imagined state %s is asked but has no move", moves,
                          seat_code(seat));
        run->game->rules->apply(run->setup, &play.state, seat, pick_move(run, &play.state, seat, run->list[2], count),
                                NULL);
    }
}

static void count_bytes(struct run *run, const struct guarded *play, const struct guarded *view,
                        const struct guarded *imagined, struct laws_coverage *coverage)
{
    for (uint32_t i = 0; i < run->setup->state_size; i++)
        if (play->state.bytes[i] != view->state.bytes[i]) {
            uint32_t *last = &coverage->last_play[i][play->state.bytes[i]];
            coverage->truth[i][play->state.bytes[i]] += *last != coverage->plays;
            *last = coverage->plays;
            coverage->imagined[i][imagined->state.bytes[i]]++;
        }
}

static bool imagine_one(struct run *run, const struct guarded *play, const struct guarded *view, int seat,
                        struct guarded *imagined)
{
    guarded_init(imagined);
    stir_stack(0x33);
    if (!view_imagine(run->setup, seen(view), seat, &run->rng, &imagined->state))
        return broken(run, "imagine", "determinize finds the true view of %s impossible", seat_code(seat));
    if (!guarded_ok(run, imagined, "determinize"))
        return false;
    struct guarded back;
    if (!look(run, imagined, seat, &back))
        return false;
    for (uint32_t i = 0; i < run->setup->state_size; i++)
        if (back.state.bytes[i] != view->state.bytes[i])
            return broken(run, "round-trip",
                          "the view of %s from a state imagined from its view differs at byte %u: "
                          "0x%02x instead of 0x%02x",
                          seat_code(seat), i, back.state.bytes[i], view->state.bytes[i]);
    const char *wrong = run->game->rules->check(run->setup, &imagined->state);
    if (wrong)
        return broken(run, "imagine", "a state imagined by %s is impossible: %s", seat_code(seat), wrong);
    if (run->game->rules->pending(run->setup, &imagined->state) != run->game->rules->pending(run->setup, &play->state))
        return broken(run, "imagine", "in a state imagined by %s others are asked", seat_code(seat));
    return same_moves(run, &play->state, &imagined->state, seat, "imagine", "in an imagined state");
}

bool law_imagine(struct run *run, const struct guarded *play, struct laws_coverage *coverage)
{
    if (!run->game->rules->redact != !run->game->rules->determinize)
        return broken(run, "imagine", "redact and determinize come together");
    if (!run->game->rules->determinize)
        return true;
    for (int seat = 0; seat < run->setup->seats; seat++) {
        struct guarded view;
        struct guarded imagined;
        struct guarded again;
        if (!look(run, play, seat, &view))
            return false;
        for (int i = 0; i < IMAGINED; i++) {
            struct ochre_rng before = run->rng;
            if (!imagine_one(run, play, &view, seat, &imagined))
                return false;
            if (coverage)
                count_bytes(run, play, &view, &imagined, coverage);
            if (i > 0)
                continue;
            stir_stack(0xCC);
            guarded_init(&again);
            view_imagine(run->setup, seen(&view), seat, &before, &again.state);
            if (!state_equal(run->setup, &imagined.state, &again.state))
                return broken(run, "imagine", "the same random numbers imagine two states for %s", seat_code(seat));
        }
        if (rng_below(&run->rng, 4) == 0 && !plays_on(run, &imagined))
            return false;
    }
    return true;
}

bool laws_covered(const struct ochre_setup *setup, const struct laws_coverage *coverage, struct laws_fault *fault)
{
    memset(fault, 0, sizeof *fault);
    for (uint32_t i = 0; i < setup->state_size; i++)
        for (int value = 0; value < 256; value++)
            if (coverage->truth[i][value] >= TRUTHS_MIN && coverage->imagined[i][value] == 0) {
                snprintf(fault->law, sizeof fault->law, "coverage");
                snprintf(fault->words, sizeof fault->words,
                         "hidden byte %u was %d in %u plays, and determinize never imagined that", i, value,
                         coverage->truth[i][value]);
                return false;
            }
    return true;
}
