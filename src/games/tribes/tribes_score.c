/* tribes_score.c: final scoring (4.10), and who sees the points. */
#include <assert.h>

#include "games/tribes/tribes.h"
#include "rules/ranks.h"

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

/* Ranking: total, then more shells, then fewer exhausted tiles at the end (A47). */
struct ranking {
    const struct tribes_state *s;
    const struct ochre_outcome *out;
};

static int compare(const void *with, int a, int b)
{
    const struct ranking *ranking = with;
    const int *score = ranking->out->score;
    const struct tribes_seat *seat = ranking->s->seat;
    if (score[a] != score[b])
        return score[b] - score[a];
    if (seat[a].shells != seat[b].shells)
        return seat[b].shells - seat[a].shells;
    return bits_count(seat[a].exhausted) - bits_count(seat[b].exhausted);
}

void tribes_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    struct tribes_score scores[OCHRE_SEATS_MAX];
    tribes_scores(setup, tribes_of(state), scores);
    *out = (struct ochre_outcome){.part_name = {N_("points held"), N_("procreation"), N_("exploration"), N_("movement"),
                                                N_("most members"), N_("most land")}};
    for (int seat = 0; seat < setup->seats; seat++) {
        out->score[seat] = scores[seat].total;
        memcpy(out->part[seat], scores[seat].parts, sizeof scores[seat].parts);
    }
}

void tribes_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out)
{
    const struct tribes_state *s = tribes_of(state);
    assert(s->decision == TRIBES_AT_OVER);
    tribes_standing(setup, state, out);
    out->reason =
        s->is_final ? N_("the events of the Bronze Age have run their course") : N_("the round limit is reached");
    ranks_by(out, setup->seats, compare, &(struct ranking){s, out});
}

/* A37: points follow from public moves, so views keep them; but with open_scores=false what is made for a seat leaves
 * out the totals of the others until the end. */
bool tribes_shows_points(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer)
{
    return setup->option[TRIBES_OPEN_SCORES].number == TRIBES_SCORES_OPEN || s->decision == TRIBES_AT_OVER ||
           viewer == seat || viewer == OCHRE_EVERYBODY;
}
