/* valley_appraise.c: every seat's chance to win when all go on as well as judge lets them: traits of the position,
 * weighed by a small network that was fitted to the ends of such plays. */
#include <assert.h>

#include "games/valley/valley_appraise.h"

/* Returns what judge thinks of the seat, in points. */
static float find_seat_traits(const struct ochre_setup *setup, const struct valley_state *s, int seat, float left,
                              float trait[VALLEY_SEAT_TRAITS])
{
    const struct valley_seat *v = &s->seat[seat];
    struct valley_outlook outlook;
    float worth = valley_worth(setup, s, seat, left, &outlook);
    float low = outlook.food < outlook.shelter ? outlook.food : outlook.shelter;
    float tokens = 0.0F;
    for (int spot = 0; spot < VALLEY_SPOTS; spot++)
        tokens += v->token[spot] ? 1.0F : 0.0F;
    *trait++ = worth / 20.0F;
    *trait++ = low / 20.0F;
    *trait++ = outlook.food / 20.0F;
    *trait++ = outlook.shelter / 20.0F;
    *trait++ = outlook.promise / 4.0F;
    *trait++ = (float)v->fp / 20.0F;
    *trait++ = (float)v->sp / 20.0F;
    *trait++ = (float)bits_count(v->held) / 4.0F;
    *trait++ = (float)bits_count(v->used) / 4.0F;
    *trait++ = tokens / 4.0F;
    *trait++ = (float)v->steaks / 4.0F;
    *trait++ = (float)v->fights / 2.0F;
    *trait++ = (float)bits_count(v->covered) / 30.0F;
    *trait++ = (float)bits_count(v->active) / 12.0F;
    *trait++ = (float)bits_count(v->bears) / 4.0F;
    *trait++ = (float)v->tribe / 3.0F;
    *trait = v->is_finished ? 1.0F : 0.0F;
    return worth;
}

bool valley_is_dealt(const struct ochre_setup *setup, const struct valley_state *s)
{
    for (int seat = 0; seat < setup->seats; seat++)
        if (s->seat[seat].left == VALLEY_NONE || s->seat[seat].right == VALLEY_NONE)
            return false;
    return true;
}

void valley_find_traits(const struct ochre_setup *setup, const struct valley_state *s,
                        float traits[OCHRE_SEATS_MAX][VALLEY_TRAITS])
{
    float own[OCHRE_SEATS_MAX][VALLEY_SEAT_TRAITS];
    float worth[OCHRE_SEATS_MAX];
    float left = valley_time_left(setup, s);
    for (int seat = 0; seat < setup->seats; seat++)
        worth[seat] = find_seat_traits(setup, s, seat, left, own[seat]);
    for (int seat = 0; seat < setup->seats; seat++) {
        int rival = seat == 0 ? 1 : 0; /* the strongest of the others */
        for (int other = 0; other < setup->seats; other++)
            if (other != seat && worth[other] > worth[rival])
                rival = other;
        float *trait = traits[seat];
        *trait++ = left;
        *trait++ = s->is_starting ? 1.0F : 0.0F;
        *trait++ = s->is_final ? 1.0F : 0.0F;
        *trait++ = s->turn == seat ? 1.0F : 0.0F;
        *trait++ = (float)((seat - s->first + setup->seats) % setup->seats) / (float)setup->seats;
        memcpy(trait, own[seat], sizeof own[seat]);
        memcpy(trait + VALLEY_SEAT_TRAITS, own[rival], sizeof own[rival]);
    }
}

void valley_appraise(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct valley_state *s = valley_of(state);
    if (s->phase == PHASE_OVER || !valley_is_dealt(setup, s)) {
        valley_think.judge(setup, state, payoff);
        return;
    }
    float traits[OCHRE_SEATS_MAX][VALLEY_TRAITS];
    valley_find_traits(setup, s, traits);
    assert(setup->seats >= 2 && setup->seats < 2 + VALLEY_NETS);
    net_shares(valley_net[setup->seats - 2], VALLEY_TRAITS, &traits[0][0], setup->seats, payoff);
}
