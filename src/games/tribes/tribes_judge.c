/* tribes_judge.c: a quick estimate of who will win, for search on imagined states. In victory points: what is held,
 * what the tracks and the tribe will still bring, which boards are within reach, and what is being decided. */
#include "games/tribes/tribes.h"

/* Worth of things in points, found by playing against random and against itself. */
static const float LEVEL[TRIBES_TRACKS] = {1.3F, 0.8F, 1.1F, 0.8F};
static const float MEMBER = 0.45F;
static const float SETTLED = 0.55F; /* a fresh tile with a member */
static const float FRESH = 0.15F;
static const float NEAR = 0.12F; /* fresh empty land one step away */
static const float SHELL = 0.22F;
static const float ARROW = 0.6F;
static const float WITHIN_REACH = 0.55F; /* of a board's worth, when it could be completed now */
static const float PROGRESS = 0.25F;     /* of a board's worth, by the share of its tiles held */

/* Points and track of the next free space of a board. */
static float worth_of_board(const struct tribes_tables *t, const struct tribes_state *s, const struct tribes_seat *p,
                            int slot)
{
    const struct tribes_board_data *board = &t->board[s->board[slot]];
    int space = s->stone_count[slot] < TRIBES_SPACES ? s->stone_count[slot] : TRIBES_SPACES - 1;
    float worth = (float)board->points[space];
    int level = p->level[board->track];
    if (level < t->top)
        worth += LEVEL[board->track] +
                 (float)(t->track[board->track].points[level + 1] - t->track[board->track].points[level]);
    return worth;
}

uint64_t tribes_open_land(const struct tribes_tables *t, const struct tribes_seat *p)
{
    uint64_t near = 0;
    for (uint64_t cells = p->inhabited; cells; cells &= cells - 1)
        near |= t->around[__builtin_ctzll(cells)];
    return tribes_barren(p) & near;
}

float tribes_worth_of_reach(const struct tribes_tables *t, const struct tribes_state *s, int seat, float *best)
{
    const struct tribes_seat *p = &s->seat[seat];
    struct tribes_access access = tribes_accesses(s, seat);
    uint64_t occupied = tribes_occupied(p);
    float worth = 0.0F;
    *best = 0.0F;
    unsigned reached = s->up & ~(unsigned)p->stones & (access.open | access.left | access.right);
    for (; reached; reached &= reached - 1) {
        int slot = __builtin_ctz(reached);
        const struct tribes_board_data *board = &t->board[s->board[slot]];
        bool by_arrow = !((access.open >> slot) & 1);
        float board_worth = worth_of_board(t, s, p, slot) - (by_arrow ? ARROW : 0.0F);
        int genuine = tribes_count(occupied & p->land[board->resource]);
        int held = genuine < board->need ? genuine : board->need;
        float share = (float)held / (float)board->need;
        if (tribes_can_pay(p, board)) {
            float now = board_worth - SETTLED * (float)(board->need - held);
            *best = now > *best ? now : *best;
        }
        worth += PROGRESS * share * share * board_worth;
    }
    return worth + WITHIN_REACH * *best;
}

float tribes_worth_of_decision(const struct tribes_tables *t, const struct tribes_state *s, int seat, float best)
{
    const struct tribes_seat *p = &s->seat[seat];
    float left = (float)s->left;
    if (seat != s->actor)
        return 0.0F;
    switch (s->decision) {
    case TRIBES_AT_MODE: return (1.0F - WITHIN_REACH) * best;
    case TRIBES_AT_WILD: return worth_of_board(t, s, p, s->slot) - SETTLED * left;
    case TRIBES_AT_BIRTH: return MEMBER * (float)(s->left < p->reserve ? s->left : p->reserve);
    case TRIBES_AT_DRAW:
    case TRIBES_AT_LAY: return (FRESH + NEAR) * left + 0.1F * (float)s->renews;
    case TRIBES_AT_STEP: return 0.30F * left;
    case TRIBES_AT_RENEW: return FRESH * left;
    case TRIBES_AT_LOSE: return -(MEMBER + 0.2F) * left;
    case TRIBES_AT_WITHER: return -FRESH * left;
    case TRIBES_AT_PICK: return 0.5F;
    default: return 0.0F;
    }
}

static float worth_of_seat(const struct tribes_tables *t, const struct tribes_state *s, int seat)
{
    const struct tribes_seat *p = &s->seat[seat];
    float worth = (float)p->points;
    for (int track = 0; track < TRIBES_TRACKS; track++)
        worth += (float)t->track[track].points[p->level[track]] + LEVEL[track] * (float)p->level[track];
    float best;
    worth += tribes_worth_of_reach(t, s, seat, &best);
    worth += tribes_worth_of_decision(t, s, seat, best);
    worth += MEMBER * (float)tribes_people(t, p) + SETTLED * (float)tribes_count(tribes_occupied(p));
    worth +=
        FRESH * (float)tribes_count(p->ground & ~p->exhausted) + NEAR * (float)tribes_count(tribes_open_land(t, p));
    return worth + SHELL * (float)p->shells + (p->arrow ? ARROW : 0.0F);
}

/* Maps a lead in points to a share: an even share at 0, all of it far ahead. */
static float share_of(float lead, float even)
{
    float bend = lead < 0.0F ? lead / (6.0F - lead) : lead / (6.0F + lead);
    return lead < 0.0F ? even * (1.0F + bend) : even + (1.0F - even) * bend;
}

void tribes_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX])
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
        worth[seat] = worth_of_seat(t, s, seat);
    float sum = 0.0F;
    for (int seat = 0; seat < setup->seats; seat++) {
        float rival = -1000.0F;
        for (int other = 0; other < setup->seats; other++)
            if (other != seat && worth[other] > rival)
                rival = worth[other];
        payoff[seat] = share_of(worth[seat] - rival, 1.0F / (float)setup->seats);
        sum += payoff[seat];
    }
    for (int seat = 0; seat < setup->seats; seat++)
        payoff[seat] /= sum;
}
