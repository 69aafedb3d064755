/* tribes_appraise.c: every seat's chance to win when all go on as well as judge lets them: traits of the position,
 * weighed by a small network that was fitted to the ends of such plays. */
#include <assert.h>

#include "games/tribes/tribes_appraise.h"

static void find_seat_traits(const struct tribes_tables *t, const struct tribes_state *s, int seat,
                             const struct tribes_score *score, float traits[TRIBES_SEAT_TRAITS])
{
    float *trait = traits;
    const struct tribes_seat *p = &s->seat[seat];
    float begun;
    float best = tribes_worth_of_reach(t, s, seat, &begun);
    *trait++ = (float)score->total / 20.0F;
    *trait++ = (float)p->points / 20.0F;
    for (int track = 0; track < TRIBES_TRACKS; track++)
        *trait++ = (float)p->level[track] / 4.0F;
    *trait++ = (float)tribes_people(t, p) / 8.0F;
    *trait++ = (float)bits_count(tribes_occupied(p)) / 6.0F;
    *trait++ = (float)bits_count(p->ground & ~p->exhausted) / 10.0F;
    *trait++ = (float)bits_count(p->exhausted) / 10.0F;
    *trait++ = (float)bits_count(tribes_open_land(t, p)) / 5.0F;
    *trait++ = (float)bits_count(tribes_fallow(p)) / 5.0F;
    *trait++ = (float)p->shells / 5.0F;
    *trait++ = p->arrow ? 1.0F : 0.0F;
    *trait++ = (0.25F * begun + 0.55F * best) / 4.0F;
    *trait++ = best / 4.0F;
    *trait++ = tribes_worth_of_decision(t, s, seat, best) / 3.0F;
    *trait++ = (float)bits_count(p->stones) / 6.0F;
    *trait++ = score->parts[4] ? 1.0F : 0.0F;
    *trait++ = score->parts[5] ? 1.0F : 0.0F;
    assert(trait == traits + TRIBES_SEAT_TRAITS);
}

/* How far the play has come. */
static void find_stage(const struct ochre_setup *setup, const struct tribes_state *s, float *trait)
{
    const struct tribes_tables *t = tribes_tables(setup);
    int placed = 0;
    int events = 0;
    int late = 0;
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        placed += s->stone_count[slot];
    for (int place = 0; place < s->row_count; place++) {
        bool is_event = tribes_is_event(s->row[place]);
        events += is_event;
        late += is_event && t->event[s->row[place] - TRIBES_ACTION_TILES].epoch == TRIBES_EPOCHS;
    }
    *trait++ = (float)placed / (float)(6 * setup->seats);
    *trait++ = (float)s->executed3 / (float)(t->end_events[setup->seats] ? t->end_events[setup->seats] : 1);
    *trait++ = s->is_final ? 1.0F : 0.0F;
    *trait++ = (float)events / 4.0F;
    *trait = (float)late / 2.0F;
}

/* The strongest of the others. */
static int rival_of(const struct ochre_setup *setup, const struct tribes_score *scores, int seat)
{
    int rival = seat == 0 ? 1 : 0;
    for (int other = 0; other < setup->seats; other++)
        if (other != seat && scores[other].total > scores[rival].total)
            rival = other;
    return rival;
}

void tribes_find_traits(const struct ochre_setup *setup, const struct tribes_state *s,
                        float traits[OCHRE_SEATS_MAX][TRIBES_TRAITS])
{
    struct tribes_score scores[OCHRE_SEATS_MAX];
    float own[OCHRE_SEATS_MAX][TRIBES_SEAT_TRAITS];
    float stage[5];
    tribes_scores(setup, s, scores);
    find_stage(setup, s, stage);
    for (int seat = 0; seat < setup->seats; seat++)
        find_seat_traits(tribes_tables(setup), s, seat, &scores[seat], own[seat]);
    for (int seat = 0; seat < setup->seats; seat++) {
        float *trait = traits[seat];
        int rival = rival_of(setup, scores, seat);
        memcpy(trait, stage, sizeof stage);
        trait += 5;
        *trait++ = s->turn == seat ? 1.0F : 0.0F;
        *trait++ = (float)((seat - s->turn + setup->seats) % setup->seats) / (float)setup->seats;
        memcpy(trait, own[seat], sizeof own[seat]);
        memcpy(trait + TRIBES_SEAT_TRAITS, own[rival], sizeof own[rival]);
    }
}

void tribes_appraise(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct tribes_state *s = tribes_of(state);
    if (s->decision == TRIBES_AT_OVER || s->decision == TRIBES_AT_SETUP) {
        tribes_think.judge(setup, state, payoff);
        return;
    }
    float traits[OCHRE_SEATS_MAX][TRIBES_TRAITS];
    tribes_find_traits(setup, s, traits);
    assert(setup->seats >= 2 && setup->seats - 2 < TRIBES_NETS);
    net_shares(tribes_net[setup->seats - 2], TRIBES_TRAITS, &traits[0][0], setup->seats, payoff);
}
