/* spears_play.h: the course of play: what its steps share, and the steps by subject. Beside the rules only those
 * include it that begin a typed-in position, or reckon as the rules do. */
#ifndef OCHRE_GAMES_SPEARS_PLAY_H
#define OCHRE_GAMES_SPEARS_PLAY_H

#include <assert.h>

#include "base/bits.h"
#include "games/spears/spears.h"

static inline void spears_moves_put(struct spears_moves *moves, int action)
{
    assert(action >= 0 && action < SPEARS_ACTIONS);
    if (action < 64)
        moves->low |= (uint64_t)1 << action;
    else
        moves->high |= (uint64_t)1 << (action - 64);
}

static inline bool spears_moves_has(struct spears_moves moves, ochre_action action)
{
    if (action >= SPEARS_ACTIONS)
        return false;
    return action < 64 ? (moves.low >> action) & 1 : (moves.high >> (action - 64)) & 1;
}

static inline uint16_t spears_unit_bit(int slot)
{
    assert(slot >= 0 && slot < SPEARS_UNITS);
    return (uint16_t)(1u << slot);
}

/* The units above the highest one in `units` (rule K4: ascending slots). */
static inline uint16_t spears_units_above(uint16_t units)
{
    unsigned least = units ? 2u << (31 - __builtin_clz(units)) : 1u;
    return (uint16_t)(0x1FF & ~(least - 1));
}

/* Played units, upright or turned. */
static inline uint16_t spears_units_played(const struct spears_state *s, int seat)
{
    return s->active[seat] | s->turned[seat];
}

static inline uint16_t spears_units_of_type(const struct spears_tables *t, const struct spears_state *s, int seat,
                                            int type)
{
    return t->of_type[s->tribe[seat]][type];
}

static inline int spears_units_power(const struct spears_tables *t, const struct spears_state *s, int seat,
                                     uint16_t units)
{
    return t->power[s->tribe[seat]][units];
}

/* Power with +1 for each unit of the type: Warriors of a block, Ambushers in support. */
static inline int spears_units_power_with(const struct spears_tables *t, const struct spears_state *s, int seat,
                                          uint16_t units, int type)
{
    return spears_units_power(t, s, seat, units) + bits_count(units & spears_units_of_type(t, s, seat, type));
}

/* The spot where a prey lies, -1: it does not lie in the row. */
static inline int spears_spot_of_prey(const struct spears_state *s, int prey)
{
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        if (s->row[spot] == prey + 1)
            return spot;
    return -1;
}

/* Goal cards of a resource that nobody holds; a hole in a view counts as nobody's. */
static inline int spears_goals_left(const struct spears_tables *t, const struct spears_state *s, int resource)
{
    int left = t->goals[resource];
    for (int seat = 0; seat < t->seats; seat++)
        for (int card = 0; card < 2; card++)
            left -= s->goal[seat][card] == resource + 1;
    return left < 0 ? 0 : left;
}

/* Are the action cards dealt? They are not while the game is being set up. */
static inline bool spears_has_cards(const struct spears_state *s)
{
    return s->phase >= SPEARS_DRAW_ENEMY || (s->phase == SPEARS_DRAW_PREY && s->then != SPEARS_THEN_TIME);
}

/* K6, R30: berries are cut at 15. */
static inline void spears_gain_berries(struct spears_state *s, int seat, int count)
{
    assert(count >= 0);
    int berries = s->berries[seat] + count;
    s->berries[seat] = (uint8_t)(berries > SPEARS_BERRIES_MAX ? SPEARS_BERRIES_MAX : berries);
}

/* spears_decisions.c (4.1) */
/* Puts the next question, carrying out forced moves (K2). */
void spears_run(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
/* The legal answers to the pending decision, worked out anew. */
struct spears_moves spears_ask(const struct spears_tables *t, const struct spears_state *s);
/* What a seat or chance does, and the next question. */
void spears_move(const struct spears_tables *t, struct spears_state *s, int seat, int action,
                 struct ochre_journal *journal);

/* spears_turn.c: set-up, gathering, play, action steps, end of turn (2.2, 4.2 … 4.5, 4.12) */
void spears_clear(struct spears_state *s);
void spears_deal(const struct spears_tables *t, struct spears_state *s, int outcome, struct ochre_journal *journal);
/* The first seat that lacks its team card, or a goal card; the last one when nobody does. */
int spears_next_dealt(const struct spears_tables *t, const struct spears_state *s, bool is_team);
void spears_next_deal(const struct spears_tables *t, struct spears_state *s);
void spears_begin_gathering(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_begin_play(const struct spears_tables *t, struct spears_state *s, int at);
void spears_begin_action(struct spears_state *s, int at, bool is_second);
void spears_end_action(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_end_turn(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_fill_hands(const struct spears_tables *t, struct spears_state *s);
/* Refills empty spots; true when chance has to draw first (phase and spot are set). */
bool spears_refill(struct spears_state *s, int first, int last, struct ochre_journal *journal);
struct spears_moves spears_ask_play(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_play(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal);
struct spears_moves spears_ask_action(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_action(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal);
void spears_answer_time(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal);
void spears_answer_after(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal);

/* spears_sides.c: choosing units, offers, obliging, cards: what hunts and fights share (4.6, 4.7, 4.9) */
void spears_begin_sides(struct spears_state *s, int kind);
struct spears_moves spears_ask_units(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_units(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal);
struct spears_moves spears_ask_react(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_react(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal);
struct spears_moves spears_ask_accept(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_accept(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal);
struct spears_moves spears_ask_oblige(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_oblige(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal);
void spears_place_card(const struct spears_tables *t, struct spears_state *s, int seat, int rank,
                       struct ochre_journal *journal);
/* Power of a side's supporting units, each Ambusher +1 (4.6.7). */
int spears_support(const struct spears_tables *t, const struct spears_state *s, int side);
void spears_compare(struct spears_state *s, int which, int first, int second, struct ochre_journal *journal);
void spears_pay_supporter(const struct spears_tables *t, struct spears_state *s, int side,
                          struct ochre_journal *journal);
void spears_tire(struct spears_state *s);

/* spears_hunt.c (4.6) */
void spears_begin_hunt(struct spears_state *s, int spot, struct ochre_journal *journal);
int spears_strongest_blocker(const struct spears_tables *t, const struct spears_state *s); /* OCHRE_NOBODY: none */
void spears_choose_blocker(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_resolve_hunt(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_hunt_prey(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_hunter_pays(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_end_hunt(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_answer_vigor(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal);
int spears_block_value(const struct spears_tables *t, const struct spears_state *s, int seat);

/* spears_fight.c (4.8) */
void spears_begin_fight(struct spears_state *s, int attacked, struct ochre_journal *journal);
void spears_after_fight_units(struct spears_state *s);
struct spears_moves spears_ask_fight(const struct spears_state *s);
void spears_answer_fight(struct spears_state *s, int action, struct ochre_journal *journal);
bool spears_is_undefended(const struct spears_state *s);
void spears_resolve_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_win_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_attacked_pays(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_end_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);

/* spears_defence.c (4.11) */
void spears_begin_defence(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_meet_enemy(struct spears_state *s, int enemy, struct ochre_journal *journal);
int spears_defence_value(const struct spears_tables *t, const struct spears_state *s);
void spears_next_defender(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_next_defence_loss(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);

/* spears_sacrifice.c (4.10) */
void spears_begin_sacrifice(const struct spears_tables *t, struct spears_state *s, int payer, int level, int then,
                            struct ochre_journal *journal);
struct spears_moves spears_ask_heal(const struct spears_state *s);
void spears_answer_heal(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal);
struct spears_moves spears_ask_sacrifice(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_sacrifice(const struct spears_tables *t, struct spears_state *s, int action,
                             struct ochre_journal *journal);
/* Is there a set without level-0 units that sums exactly to what is due? */
bool spears_has_exact(const struct spears_tables *t, const struct spears_state *s);
/* Is the Healer that is asked the one whose turn it is? Is the payer's choice begun and not complete? */
bool spears_is_healer_due(const struct spears_tables *t, const struct spears_state *s);
bool spears_is_paying(const struct spears_tables *t, const struct spears_state *s);
void spears_go_on(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);

/* spears_score.c (section 7) */
void spears_end_game(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
int spears_resource(const struct spears_tables *t, const struct spears_state *s, int seat, int resource);
int spears_total(const struct spears_tables *t, const struct spears_state *s, int seat);
/* What a member of the team has to bring together: of each own goal in turn, or of anything. */
struct spears_needs {
    int each[2]; /* 0: there is no second */
    bool is_any;
};
struct spears_needs spears_needs_of_team(int seats, int team);
/* At the end: who was in the team, what it needed of each resource (the last number: of all together) and had. */
struct spears_count {
    ochre_seats seats; /* 0: nobody */
    int need[SPEARS_RESOURCES + 1], had[SPEARS_RESOURCES + 1];
};
struct spears_count spears_count_team(const struct spears_tables *t, const struct spears_state *s, int team);
/* Winning teams, bit n for enum spears_team n. */
unsigned spears_winners(const struct spears_tables *t, const struct spears_state *s);

/* spears_check.c, spears_check_course.c: what is wrong with a state but for its moves, and with what is under way */
const char *spears_check_but_moves(const struct spears_tables *t, const struct spears_state *s);
const char *spears_check_course(const struct spears_tables *t, const struct spears_state *s);

#endif
