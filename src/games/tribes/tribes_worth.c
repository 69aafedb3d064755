/* tribes_worth.c: what a seat holds, in victory points: points, what the tracks and the tribe will still bring, which
 * boards are within reach, and what is being decided. */
#include <assert.h>

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
    return tribes_barren(p) & tribes_around(t, p->inhabited);
}

/* How many there are, but no more than that. */
static int count_to(uint64_t set, int most)
{
    int count = 0;
    for (; set && count < most; set &= set - 1)
        count++;
    return count;
}

float tribes_worth_of_reach(const struct tribes_tables *t, const struct tribes_state *s, int seat, float *begun)
{
    const struct tribes_seat *p = &s->seat[seat];
    struct tribes_access access = tribes_accesses(s, seat);
    uint64_t occupied = tribes_occupied(p);
    int settled = bits_count(occupied);
    float best = 0.0F;
    *begun = 0.0F;
    unsigned reached = s->up & ~(unsigned)p->stones & (access.open | access.left | access.right);
    for (; reached; reached &= reached - 1) {
        int slot = bits_first(reached);
        const struct tribes_board_data *board = &t->board[s->board[slot]];
        uint64_t genuine = occupied & p->land[board->resource];
        bool is_payable = tribes_pays(board, genuine, settled);
        if (!genuine && !is_payable) /* nothing begun, nothing to be had: most boards */
            continue;
        bool by_arrow = !bits_has(access.open, slot);
        float board_worth = worth_of_board(t, s, p, slot) - (by_arrow ? ARROW : 0.0F);
        assert(board->need > 0);
        int held = count_to(genuine, board->need);
        float share = held == board->need ? 1.0F : (float)held / (float)board->need;
        if (is_payable) {
            float now = board_worth - SETTLED * (float)(board->need - held);
            best = now > best ? now : best;
        }
        *begun += share * share * board_worth;
    }
    return best;
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

float tribes_worth_of_seat(const struct tribes_tables *t, const struct tribes_state *s, int seat)
{
    const struct tribes_seat *p = &s->seat[seat];
    float worth = (float)p->points;
    for (int track = 0; track < TRIBES_TRACKS; track++)
        worth += (float)t->track[track].points[p->level[track]] + LEVEL[track] * (float)p->level[track];
    float begun; /* is no worth yet: who counts it makes for it for ever */
    float best = tribes_worth_of_reach(t, s, seat, &begun);
    worth += WITHIN_REACH * best + tribes_worth_of_decision(t, s, seat, best);
    worth += MEMBER * (float)tribes_people(t, p) + SETTLED * (float)bits_count(tribes_occupied(p));
    worth += FRESH * (float)bits_count(p->ground & ~p->exhausted) + NEAR * (float)bits_count(tribes_open_land(t, p));
    return worth + SHELL * (float)p->shells + (p->arrow ? ARROW : 0.0F);
}
