/* spears_rules.c: the turning wheel of the rules: who is asked, what may be answered, what is forced (4.1). What the
 * answers do stands in the files by subject. Knows no words and no pictures. */
#include <assert.h>

#include "games/spears/spears.h"

void spears_start(const struct ochre_setup *setup, struct ochre_state *state)
{
    struct spears_state *s = spears(state);
    memset(state->bytes, 0, setup->state_size);
    spears_clear(s);
    spears_next_deal(spears_tables(setup), s);
}

ochre_seats spears_pending(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct spears_state *s = spears_of(state);
    if (s->phase == SPEARS_CARDS) { /* K1: everybody at once, in any order */
        ochre_seats seats = 0;
        for (int seat = 0; seat < setup->seats; seat++)
            if (!s->placed[seat])
                seats |= SEAT_BIT(seat);
        return seats;
    }
    if (s->phase == SPEARS_OVER)
        return 0;
    return SEAT_BIT(s->phase <= SPEARS_DRAW_ENEMY ? OCHRE_CHANCE : s->actor);
}

/* ---- chance (6.4) ---- */

/* Cards of a kind that nobody holds; a hole in a view counts as nobody's. */
static int teams_left(const struct spears_tables *t, const struct spears_state *s, int team)
{
    int left = t->teams[team];
    for (int seat = 0; seat < t->seats; seat++)
        left -= s->team[seat] == team;
    return left < 0 ? 0 : left;
}

static int goals_left(const struct spears_tables *t, const struct spears_state *s, int resource)
{
    int left = t->goals[resource];
    for (int seat = 0; seat < t->seats; seat++)
        for (int card = 0; card < 2; card++)
            left -= s->goal[seat][card] == resource + 1;
    return left < 0 ? 0 : left;
}

static uint32_t odds(const struct spears_tables *t, const struct spears_state *s, int outcome)
{
    switch (s->phase) {
    case SPEARS_DRAW_TRIBE:
        for (int seat = 0; seat < t->seats; seat++)
            if (s->tribe[seat] == outcome - SPEARS_TRIBE_DRAWN)
                return 0;
        return outcome >= SPEARS_TRIBE_DRAWN;
    case SPEARS_DRAW_FIRST:
    case SPEARS_DRAW_TOKEN:
        if (outcome < SPEARS_SEAT_DRAWN || outcome >= SPEARS_SEAT_DRAWN + t->seats)
            return 0;
        for (int k = 0; k < t->seats; k++)
            if (s->token[k] == outcome - SPEARS_SEAT_DRAWN)
                return 0;
        return 1;
    case SPEARS_DRAW_TEAM:
        if (outcome < SPEARS_TEAM_DEALT || outcome >= SPEARS_GOAL_DEALT)
            return 0;
        return (uint32_t)teams_left(t, s, outcome - SPEARS_TEAM_DEALT + SPEARS_SURVIVOR);
    case SPEARS_DRAW_GOAL:
        if (outcome < SPEARS_GOAL_DEALT || outcome >= SPEARS_SEAT_DRAWN)
            return 0;
        return (uint32_t)goals_left(t, s, outcome - SPEARS_GOAL_DEALT);
    case SPEARS_DRAW_PREY: return outcome < SPEARS_PREY && ((s->unseen >> outcome) & 1);
    case SPEARS_DRAW_ENEMY: return outcome >= SPEARS_ENEMY_COMES && outcome < SPEARS_TEAM_DEALT;
    default: return 0;
    }
}

uint32_t spears_weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome)
{
    return odds(spears_tables(setup), spears_of(state), (int)outcome);
}

/* The range of outcomes of each draw. */
static const uint8_t draw_range[][2] = {
    [SPEARS_DRAW_TRIBE] = {SPEARS_TRIBE_DRAWN, SPEARS_OUTCOMES},
    [SPEARS_DRAW_FIRST] = {SPEARS_SEAT_DRAWN, SPEARS_TRIBE_DRAWN},
    [SPEARS_DRAW_TOKEN] = {SPEARS_SEAT_DRAWN, SPEARS_TRIBE_DRAWN},
    [SPEARS_DRAW_TEAM] = {SPEARS_TEAM_DEALT, SPEARS_GOAL_DEALT},
    [SPEARS_DRAW_GOAL] = {SPEARS_GOAL_DEALT, SPEARS_SEAT_DRAWN},
    [SPEARS_DRAW_PREY] = {SPEARS_PREY_COMES, SPEARS_ENEMY_COMES},
    [SPEARS_DRAW_ENEMY] = {SPEARS_ENEMY_COMES, SPEARS_TEAM_DEALT},
};

static int legal_chance(const struct spears_tables *t, const struct spears_state *s, ochre_action *out)
{
    int count = 0;
    for (int outcome = draw_range[s->phase][0]; outcome < draw_range[s->phase][1]; outcome++)
        if (odds(t, s, outcome))
            out[count++] = (ochre_action)outcome;
    return count;
}

/* ---- legal ---- */

int spears_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out)
{
    const struct spears_state *s = spears_of(state);
    int count = 0;
    if (s->phase <= SPEARS_DRAW_ENEMY)
        return seat == OCHRE_CHANCE ? legal_chance(spears_tables(setup), s, out) : 0;
    if (s->phase == SPEARS_CARDS) {
        if (seat >= setup->seats || s->placed[seat])
            return 0;
        for (int rank = 0; rank < SPEARS_VALUES_MAX; rank++)
            if (s->hand[seat][rank])
                out[count++] = (ochre_action)(SPEARS_CARD + rank);
        return count;
    }
    if (seat != s->actor)
        return 0;
    for (uint64_t low = s->moves.low; low; low &= low - 1)
        out[count++] = (ochre_action)__builtin_ctzll(low);
    for (uint64_t high = s->moves.high; high; high &= high - 1)
        out[count++] = (ochre_action)(64 + __builtin_ctzll(high));
    return count;
}

/* ---- questions and answers ---- */

static struct spears_moves ask_time(void)
{
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DAY | (uint64_t)1 << SPEARS_NIGHT};
}

static struct spears_moves ask_vigor(void)
{
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)1 << SPEARS_VIGOR_YES};
}

static struct spears_moves ask_after(void)
{
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)1 << SPEARS_FLIP};
}

struct spears_moves spears_ask(const struct spears_tables *t, const struct spears_state *s)
{
    switch (s->phase) {
    case SPEARS_TIME: return ask_time();
    case SPEARS_PLAY: return spears_ask_play(t, s);
    case SPEARS_ACTION: return spears_ask_action(t, s);
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: return spears_ask_react(t, s);
    case SPEARS_ACCEPT: return spears_ask_accept(t, s);
    case SPEARS_OBLIGE:
    case SPEARS_OBLIGE_UNIT:
    case SPEARS_OBLIGE_SIDE: return spears_ask_oblige(t, s);
    case SPEARS_HEAL: return spears_ask_heal(t, s);
    case SPEARS_SACRIFICE: return spears_ask_sacrifice(t, s);
    case SPEARS_VIGOR: return ask_vigor();
    case SPEARS_PICK:
    case SPEARS_LOOT: return spears_ask_fight(t, s);
    case SPEARS_AFTER: return ask_after();
    case SPEARS_HUNT_UNITS:
    case SPEARS_BLOCK_UNITS:
    case SPEARS_SUPPORT_UNITS:
    case SPEARS_FIGHT_UNITS:
    case SPEARS_DEFENDER_UNITS:
    case SPEARS_DEFEND_UNITS: return spears_ask_units(t, s);
    default: return (struct spears_moves){0, 0};
    }
}

static void answer(const struct spears_tables *t, struct spears_state *s, int action, struct ochre_journal *journal)
{
    switch (s->phase) {
    case SPEARS_TIME: spears_answer_time(t, s, action, journal); break;
    case SPEARS_PLAY: spears_answer_play(t, s, action, journal); break;
    case SPEARS_ACTION: spears_answer_action(t, s, action, journal); break;
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: spears_answer_react(t, s, action, journal); break;
    case SPEARS_ACCEPT: spears_answer_accept(t, s, action, journal); break;
    case SPEARS_OBLIGE:
    case SPEARS_OBLIGE_UNIT:
    case SPEARS_OBLIGE_SIDE: spears_answer_oblige(t, s, action, journal); break;
    case SPEARS_HEAL: spears_answer_heal(t, s, action, journal); break;
    case SPEARS_SACRIFICE: spears_answer_sacrifice(t, s, action, journal); break;
    case SPEARS_VIGOR: spears_answer_vigor(t, s, action, journal); break;
    case SPEARS_PICK:
    case SPEARS_LOOT: spears_answer_fight(t, s, action, journal); break;
    case SPEARS_AFTER: spears_answer_after(t, s, action, journal); break;
    default: spears_answer_units(t, s, action, journal); break;
    }
}

void spears_run(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    for (;;) {
        s->moves = (struct spears_moves){0, 0};
        if (s->phase <= SPEARS_DRAW_ENEMY || s->phase == SPEARS_CARDS || s->phase == SPEARS_OVER)
            return;
        struct spears_moves moves = spears_ask(t, s);
        bool is_low_one = moves.low && !(moves.low & (moves.low - 1)) && !moves.high;
        bool is_high_one = moves.high && !(moves.high & (moves.high - 1)) && !moves.low;
        if (!is_low_one && !is_high_one) {
            s->moves = moves;
            return;
        }
        /* K2: the only legal move is made at once. */
        answer(t, s, is_low_one ? __builtin_ctzll(moves.low) : 64 + __builtin_ctzll(moves.high), journal);
    }
}

void spears_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal)
{
    const struct spears_tables *t = spears_tables(setup);
    struct spears_state *s = spears(state);
    assert(seats_has(spears_pending(setup, state), seat));
    if (seat == OCHRE_CHANCE)
        spears_deal(t, s, (int)action, journal);
    else if (s->phase == SPEARS_CARDS)
        spears_place_card(t, s, seat, (int)action - SPEARS_CARD, journal);
    else
        answer(t, s, (int)action, journal);
    spears_run(t, s, journal);
}
