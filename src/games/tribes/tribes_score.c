/* tribes_score.c: final scoring (4.10) and a quick estimate of who will win. */
#include <assert.h>

#include "games/tribes/tribes.h"

/* 4.10: points held, three tracks, two majorities (ties give all of them the full bonus, A46). */
void tribes_scores(const struct ochre_setup *setup, const struct tribes_state *s, struct tribes_score *scores)
{
    const struct tribes_tables *t = tribes_tables(setup);
    static const struct tribes_condition most_members = {TRIBES_OF_MEMBERS, TRIBES_IS_MAX, 0};
    static const struct tribes_condition most_land = {TRIBES_OF_LAND, TRIBES_IS_MAX, 0};
    for (int seat = 0; seat < setup->seats; seat++) {
        int *part = scores[seat].parts;
        part[0] = s->seat[seat].points;
        for (int track = 0; track < TRIBES_STRENGTH; track++)
            part[1 + track] = t->track[track].points[s->seat[seat].level[track]];
        part[4] = tribes_holds(setup, s, seat, &most_members) ? t->most_members : 0;
        part[5] = tribes_holds(setup, s, seat, &most_land) ? t->most_land : 0;
        scores[seat].total = 0;
        for (int i = 0; i < 6; i++)
            scores[seat].total += part[i];
    }
}

/* Ranking: total, then more shells, then fewer exhausted tiles at the end (A47). Negative: a is ahead. */
static int compare(const struct tribes_state *s, const struct tribes_score *scores, int a, int b)
{
    if (scores[a].total != scores[b].total)
        return scores[b].total - scores[a].total;
    if (s->seat[a].shells != s->seat[b].shells)
        return s->seat[b].shells - s->seat[a].shells;
    return tribes_count(s->seat[a].exhausted) - tribes_count(s->seat[b].exhausted);
}

static void fill_standing(const struct ochre_setup *setup, const struct tribes_score *scores, struct ochre_outcome *out)
{
    *out = (struct ochre_outcome){.part_name = {N_("points held"), N_("procreation"), N_("exploration"), N_("movement"),
                                                N_("most members"), N_("most land")}};
    for (int seat = 0; seat < setup->seats; seat++) {
        out->score[seat] = scores[seat].total;
        memcpy(out->part[seat], scores[seat].parts, sizeof scores[seat].parts);
    }
}

void tribes_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    struct tribes_score scores[OCHRE_SEATS_MAX];
    tribes_scores(setup, tribes_of(state), scores);
    fill_standing(setup, scores, out);
}

void tribes_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct tribes_state *s = tribes_of(state);
    struct tribes_score scores[OCHRE_SEATS_MAX];
    assert(s->decision == TRIBES_AT_OVER);
    tribes_scores(setup, s, scores);
    fill_standing(setup, scores, out);
    out->reason =
        s->is_final ? N_("the events of the Bronze Age have run their course") : N_("the round limit is reached");
    int winners = 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        out->rank[seat] = 1;
        for (int other = 0; other < setup->seats; other++)
            out->rank[seat] += compare(s, scores, other, seat) < 0;
        if (out->rank[seat] == 1) {
            out->winners |= SEAT_BIT(seat);
            winners++;
        }
    }
    for (int seat = 0; seat < setup->seats; seat++)
        out->payoff[seat] = out->rank[seat] == 1 ? 1.0F / (float)winners : 0.0F;
}
