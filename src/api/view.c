/* view.c: what one seat may know: its moves, numbers, keys, and states it cannot rule out. A view says whose it is; all
 * that is asked of it is asked for that seat. */
#include "api/api_inner.h"

#include "rules/show.h"

int ochre_state_look(const ochre_setup *setup, const ochre_state *state, int viewer, ochre_view *view, ochre_why *why)
{
    if (!is_state(setup, state))
        return refuse(why, "", "this is no state of this setup");
    if (!is_seat(setup, viewer) && viewer != OCHRE_SEAT_WATCHER && viewer != OCHRE_SEAT_ALL)
        return refuse_with(why, "", "there is no viewer {0}", NUM(viewer));
    state_look(setup, state, viewer, view);
    mark_put(setup, view, MARK_VIEW + viewer);
    return 0;
}

int ochre_view_viewer(const ochre_setup *setup, const ochre_view *view)
{
    return viewer_of(setup, view);
}

uint32_t ochre_view_pending(const ochre_setup *setup, const ochre_view *view)
{
    return viewer_of(setup, view) < 0 ? 0 : view_pending(setup, view);
}

int ochre_view_legal(const ochre_setup *setup, const ochre_view *view, int32_t *list)
{
    int viewer = viewer_of(setup, view);
    return is_seat(setup, viewer) ? view_moves(setup, view, viewer, (ochre_action *)list) : 0;
}

int ochre_view_mask(const ochre_setup *setup, const ochre_view *view, uint8_t *mask, int32_t *list)
{
    int count = ochre_view_legal(setup, view, list);
    memset(mask, 0, setup->actions);
    for (int i = 0; i < count; i++)
        mask[list[i]] = 1;
    return count;
}

int ochre_view_observe(const ochre_setup *setup, const ochre_view *view, float *numbers, ochre_why *why)
{
    int viewer = viewer_of(setup, view);
    if (!is_seat(setup, viewer))
        return refuse(why, "", viewer < 0 ? "this is no view of this setup" : "only a seat observes");
    setup->game->show->observe(setup, view, viewer, numbers);
    return 0;
}

int ochre_view_key(const ochre_setup *setup, const ochre_view *view, uint64_t key[2])
{
    int viewer = viewer_of(setup, view);
    if (viewer < 0)
        return OCHRE_REFUSED;
    key[0] = shared_of(setup)->fingerprint;
    key[1] = (uint64_t)viewer;
    key_add(key, view->bytes, setup->state_size);
    return 0;
}

int ochre_view_imagine(const ochre_setup *setup, const ochre_view *view, uint64_t seed, ochre_state *state,
                       ochre_why *why)
{
    int viewer = viewer_of(setup, view);
    if (viewer < 0)
        return refuse(why, "", "this is no view of this setup");
    if (viewer == OCHRE_SEAT_ALL) {
        memcpy(state->bytes, view->bytes, setup->state_size);
    } else {
        struct ochre_rng rng;
        rng_seed(&rng, seed);
        if (!view_imagine(setup, view, viewer, &rng, state))
            return refuse(why, "", "no state looks like this view");
    }
    mark_put(setup, state, MARK_STATE);
    return 0;
}

/* ---- what each seat has been told ---- */

static void tell(const ochre_setup *setup, const ochre_state *state, int seat, const uint32_t said[2], ochre_told *told)
{
    struct ochre_view view;
    state_look(setup, state, seat, &view);
    key_add(told->key[seat], said, 2 * sizeof *said);
    key_add(told->key[seat], view.bytes, setup->state_size);
}

void ochre_told_start(const ochre_setup *setup, const ochre_state *state, ochre_told *told)
{
    memset(told, 0, sizeof *told);
    for (int seat = 0; seat < setup->seats; seat++) {
        told->key[seat][0] = shared_of(setup)->fingerprint;
        told->key[seat][1] = (uint64_t)seat;
        tell(setup, state, seat, (const uint32_t[2]){OCHRE_NOBODY, OCHRE_NO_ACTION}, told);
    }
}

void ochre_told_apply_legal(const ochre_setup *setup, ochre_state *state, int seat, int32_t action, ochre_told *told)
{
    ochre_seats witnesses = move_witnesses(setup, state, seat, (ochre_action)action);
    ochre_state_apply_legal(setup, state, seat, action);
    for (int other = 0; other < setup->seats; other++) {
        bool has_seen = other == seat || seats_has(witnesses, other);
        tell(setup, state, other, (const uint32_t[2]){(uint32_t)seat, has_seen ? (uint32_t)action : OCHRE_NO_ACTION},
             told);
    }
}
