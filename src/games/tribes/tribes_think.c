/* tribes_think.c: a quick estimate of who will win, for search on imagined states: leads in worth as shares. */
#include <assert.h>

#include "games/tribes/tribes.h"

/* Maps a lead in points to a share: an even share at 0, all of it far ahead. */
static float share_of(float lead, float even)
{
    float bend = lead < 0.0F ? lead / (6.0F - lead) : lead / (6.0F + lead);
    return lead < 0.0F ? even * (1.0F + bend) : even + (1.0F - even) * bend;
}

static void judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    if (s->decision == TRIBES_AT_OVER) {
        struct ochre_outcome out;
        tribes_outcome(setup, state, &out);
        memcpy(payoff, out.payoff, sizeof out.payoff);
        return;
    }
    float worth[OCHRE_SEATS_MAX];
    for (int seat = 0; seat < setup->seats; seat++)
        worth[seat] = tribes_worth_of_seat(t, s, seat);
    float sum = 0.0F;
    for (int seat = 0; seat < setup->seats; seat++) {
        float rival = -1000.0F;
        for (int other = 0; other < setup->seats; other++)
            if (other != seat && worth[other] > rival)
                rival = worth[other];
        payoff[seat] = share_of(worth[seat] - rival, 1.0F / (float)setup->seats);
        sum += payoff[seat];
    }
    assert(sum > 0.0F);
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] /= sum;
}

/* Bold: completes deeds, whatever the land costs. Hoarding: keeps shells. Patient: has many members and much land. */
static void charms(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                   float charm[OCHRE_TEMPERS])
{
    const struct tribes_state *s = tribes_of(state);
    const struct tribes_seat *p = &s->seat[seat];
    bool is_asked = s->actor == seat;
    bool is_deed = is_asked && (s->decision == TRIBES_AT_MODE || s->decision == TRIBES_AT_WILD);
    bool is_growth =
        is_asked && (s->decision == TRIBES_AT_BIRTH || s->decision == TRIBES_AT_DRAW || s->decision == TRIBES_AT_LAY);
    int people = tribes_people(tribes_tables(setup), p);
    int land = bits_count(p->ground & ~p->exhausted);
    charm[OCHRE_BOLD] = (float)(bits_count(p->stones) + is_deed);
    charm[OCHRE_HOARDING] = 0.25F * (float)p->shells;
    charm[OCHRE_PATIENT] = 0.5F * (float)(people + land + (is_growth ? s->left : 0));
}

const struct ochre_think tribes_think = {
    .mistake = 0.05F,
    .judge = judge,
    .charms = charms,
    .appraise = tribes_appraise,
    .foresight = 8,
};
