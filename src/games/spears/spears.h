/* spears.h: state, tables and numbers of spears (docs/rules/spears.md). Only this folder and the tests include it. */
#ifndef OCHRE_GAMES_SPEARS_H
#define OCHRE_GAMES_SPEARS_H

#include "rules/game.h"

/* ---- fixed numbers (rules 1.2, 1.3) ---- */

enum {
    SPEARS_TRIBES = 4,
    SPEARS_UNITS = 9, /* per tribe; a slot is 0 … 8 */
    SPEARS_PREY = 24,
    SPEARS_SPOTS = 5,
    SPEARS_ENEMIES = 4,
    SPEARS_RESOURCES = 3,
    SPEARS_VALUES_MAX = 6, /* distinct values of action cards */
    SPEARS_ROUNDS_MAX = 6, /* card rounds of a turn; five in play, six from a typed-in position */
    SPEARS_BERRIES_MAX = 15,
    SPEARS_BASE_BERRIES = 2,
    SPEARS_BONUS_BERRIES = 2,
    SPEARS_VIGOR_MAX = 12,
    SPEARS_FIGHT_VIGOR = 5,
    SPEARS_SUPPORT_UNITS_MAX = 2,
};

enum spears_type { SPEARS_HUNTER, SPEARS_GATHERER, SPEARS_WARRIOR, SPEARS_HEALER, SPEARS_AMBUSHER, SPEARS_TYPES };
enum spears_resource { SPEARS_MEAT, SPEARS_BONE, SPEARS_TROPHY };

/* Team cards; 0 is "not dealt yet". */
enum spears_team { SPEARS_NO_TEAM, SPEARS_SURVIVOR, SPEARS_AMASSER, SPEARS_DOMINATOR, SPEARS_TEAMS };

/* Options, in the order of the option table (rule 2.1). */
enum {
    SPEARS_TRIBES_OPTION,
    SPEARS_FIRST_OPTION,
    SPEARS_TOKENS_OPTION,
    SPEARS_NO_REPEAT,
    SPEARS_DEFENCE_EXHAUSTS,
    SPEARS_FREE_OVERPAY,
    SPEARS_SHOW_UNUSED_GOALS
};

/* What is pending: what chance draws (rule 6.4), then the decisions in the order of rule 4.13. */
enum spears_phase {
    SPEARS_DRAW_TRIBE,
    SPEARS_DRAW_FIRST,
    SPEARS_DRAW_TOKEN,
    SPEARS_DRAW_TEAM,
    SPEARS_DRAW_GOAL,
    SPEARS_DRAW_PREY,
    SPEARS_DRAW_ENEMY,
    SPEARS_TIME,
    SPEARS_PLAY,
    SPEARS_ACTION,
    SPEARS_HUNT_UNITS,
    SPEARS_REACT,
    SPEARS_BLOCK_UNITS,
    SPEARS_SUPPORT_UNITS,
    SPEARS_ACCEPT,
    SPEARS_OBLIGE,
    SPEARS_OBLIGE_UNIT,
    SPEARS_OBLIGE_SIDE,
    SPEARS_CARDS,
    SPEARS_HEAL,
    SPEARS_SACRIFICE,
    SPEARS_VIGOR,
    SPEARS_FIGHT_UNITS,
    SPEARS_PICK,
    SPEARS_LOOT,
    SPEARS_DEFENDER_UNITS,
    SPEARS_FIGHT_REACT,
    SPEARS_AFTER,
    SPEARS_DEFEND_UNITS,
    SPEARS_OVER,
    SPEARS_PHASES
};

/* Dense action numbers (rule 11.2). */
enum {
    SPEARS_DONE = 0, /* done, pass, refuse, noheal, vigor no */
    SPEARS_FLIP = 1,
    SPEARS_GATHER = 2,
    SPEARS_SKIP = 3,
    SPEARS_BLOCK = 4,
    SPEARS_VIGOR_YES = 5,
    SPEARS_DAY = 6,
    SPEARS_NIGHT = 7,
    SPEARS_UNIT = 8,
    SPEARS_PAID = 17,
    SPEARS_BUY = 26,
    SPEARS_FIGHT = 35,
    SPEARS_BAN = 39,
    SPEARS_SUPPORT = 43,
    SPEARS_ACCEPT_SEAT = 47,
    SPEARS_OBLIGE_SEAT = 51,
    SPEARS_FOR = 55,
    SPEARS_HUNT = 59,
    SPEARS_CHASE = 64,
    SPEARS_LOOT_PREY = 69,
    SPEARS_CARD = 93,
    SPEARS_ACTIONS = 99
};

_Static_assert(SPEARS_PAID == SPEARS_UNIT + SPEARS_UNITS, "a unit, or the same with its bonus");
_Static_assert(SPEARS_CHASE == SPEARS_HUNT + SPEARS_SPOTS, "a spot to hunt or to chase from");

/* The slot of a unit that is named with or without its bonus; the spot of a hunt or a chase. */
static inline unsigned spears_slot_of(int action)
{
    return (unsigned)(action - SPEARS_UNIT) % SPEARS_UNITS;
}

static inline unsigned spears_spot_of(int action)
{
    return (unsigned)(action - SPEARS_HUNT) % SPEARS_SPOTS;
}

/* Numbers of chance moves (rule 6.4). */
enum {
    SPEARS_PREY_COMES = 0,
    SPEARS_ENEMY_COMES = 24,
    SPEARS_TEAM_DEALT = 28,
    SPEARS_GOAL_DEALT = 31,
    SPEARS_SEAT_DRAWN = 34,
    SPEARS_TRIBE_DRAWN = 38,
    SPEARS_OUTCOMES = 42
};

/* Events, in the order of the event table. */
enum {
    SPEARS_TOLD_TRIBE,
    SPEARS_TOLD_TOKEN,
    SPEARS_TOLD_TEAM,
    SPEARS_TOLD_GOAL,
    SPEARS_TOLD_PREY,
    SPEARS_TOLD_ENEMY,
    SPEARS_TOLD_TIME,
    SPEARS_TOLD_TURN,
    SPEARS_TOLD_BERRIES,
    SPEARS_TOLD_BOUGHT,
    SPEARS_TOLD_BANNED,
    SPEARS_TOLD_CHASED,
    SPEARS_TOLD_FLIPPED,
    SPEARS_TOLD_GATHERED,
    SPEARS_TOLD_SKIPPED,
    SPEARS_TOLD_HUNTS,
    SPEARS_TOLD_FIGHTS,
    SPEARS_TOLD_SENDS,
    SPEARS_TOLD_PASSES,
    SPEARS_TOLD_BLOCKS,
    SPEARS_TOLD_OFFERS,
    SPEARS_TOLD_BLOCKER,
    SPEARS_TOLD_ACCEPTED,
    SPEARS_TOLD_REFUSED,
    SPEARS_TOLD_OBLIGED,
    SPEARS_TOLD_OBLIGED_FOR,
    SPEARS_TOLD_PICKED,
    SPEARS_TOLD_NAMED,
    SPEARS_TOLD_PLACED,
    SPEARS_TOLD_REVEALED,
    SPEARS_TOLD_COMPARED,
    SPEARS_TOLD_UNFOUGHT,
    SPEARS_TOLD_TOOK,
    SPEARS_TOLD_STOLE,
    SPEARS_TOLD_HEALED,
    SPEARS_TOLD_LOST,
    SPEARS_TOLD_PAID,
    SPEARS_TOLD_VIGOR,
    SPEARS_TOLD_SHOWED_TEAM,
    SPEARS_TOLD_SHOWED_GOAL,
    SPEARS_TOLD_WON,
    SPEARS_TOLD_KINDS
};

/* ---- tables, compiled from the pack into setup->tables ---- */

struct spears_unit {
    uint8_t type, cost, power, level, berry;
    char code[3];
    struct json name; /* map language → text, or nothing */
};

struct spears_prey {
    uint8_t power, level, berry;
    uint8_t resource[SPEARS_RESOURCES];
    bool is_night, has_vigor;
    struct json name;
};

struct spears_enemy {
    uint8_t power, level;
    struct json name;
};

struct spears_tables {
    int seats;
    int8_t tribes[OCHRE_SEATS_MAX]; /* option tribes: letter of each seat, -1 = drawn */
    int8_t tokens[OCHRE_SEATS_MAX]; /* option tokens or first: seat of each token, -1 = drawn */
    bool is_first_drawn, are_tokens_drawn;
    bool keeps_memory; /* no_repeat = last_use (R13) */
    bool exhausts;     /* defence_exhausts (R12) */
    bool overpays;     /* free_overpay (R08) */
    bool shows_unused; /* show_unused_goals (R37) */
    int icons;         /* prey with a vigor icon */

    int values;                       /* distinct values of action cards */
    int16_t value[SPEARS_VALUES_MAX]; /* ascending; a rank is an index here */
    uint8_t full[SPEARS_VALUES_MAX];  /* the set of every player: cards of each rank */
    int full_size;
    uint8_t goals[SPEARS_RESOURCES]; /* goal cards of each resource */
    uint8_t goals_each;              /* goal cards per player: 1 with four, 2 with three */
    uint8_t teams[SPEARS_TEAMS];     /* team cards of each kind */

    uint32_t night; /* prey of the night */
    uint16_t of_type[SPEARS_TRIBES][SPEARS_TYPES];
    uint16_t affordable[SPEARS_TRIBES][SPEARS_BERRIES_MAX + 1];
    uint8_t power[SPEARS_TRIBES][1 << SPEARS_UNITS]; /* of a set of units */
    uint8_t level[SPEARS_TRIBES][1 << SPEARS_UNITS];
    uint8_t yield[SPEARS_TRIBES][1 << SPEARS_UNITS]; /* berries of the Gatherers in it */
    struct spears_unit unit[SPEARS_TRIBES][SPEARS_UNITS];
    struct spears_prey prey[SPEARS_PREY];
    struct spears_enemy enemy[SPEARS_ENEMIES];
};

static inline const struct spears_tables *spears_tables(const struct ochre_setup *setup)
{
    return (const struct spears_tables *)setup->tables;
}

/* ---- the state ---- */

/* A set of action numbers. */
struct spears_moves {
    uint64_t low, high; /* 0 … 63, 64 … 98 */
};

enum spears_kind { SPEARS_IDLE, SPEARS_HUNTING, SPEARS_FIGHTING, SPEARS_DEFENDING };
enum spears_reaction { SPEARS_SILENT, SPEARS_PASSED, SPEARS_BLOCKS, SPEARS_OFFERS };

/* Where play goes on after a sacrifice or a drawn prey. */
enum spears_then {
    SPEARS_THEN_TIME,
    SPEARS_THEN_PLAY,
    SPEARS_THEN_HUNTER_PAYS,
    SPEARS_THEN_HUNT,
    SPEARS_THEN_SUPPORTER,
    SPEARS_THEN_TIRE,
    SPEARS_THEN_ATTACKED_PAYS,
    SPEARS_THEN_NEXT_DEFENDER
};

/* Comparisons that the table remembers. */
enum spears_value { SPEARS_VALUE_HUNT, SPEARS_VALUE_BLOCK, SPEARS_VALUE_FIGHT, SPEARS_VALUE_DEFENCE, SPEARS_VALUES };

struct spears_state {
    struct spears_moves moves; /* legal answers to the pending decision; empty for CARDS and for chance */

    /* The table, public. Prey sets have bit n for p(n+1); unit sets bit n for slot n+1. */
    uint32_t unseen;                  /* prey not yet seen */
    uint32_t pile[OCHRE_SEATS_MAX];   /* prey of each seat */
    uint16_t active[OCHRE_SEATS_MAX]; /* played units, upright */
    uint16_t turned[OCHRE_SEATS_MAX]; /* played units, inactive */
    uint8_t phase, actor;             /* what is pending, and who owes it */
    uint8_t turn, vigor;
    uint8_t is_night;
    uint8_t tribe[OCHRE_SEATS_MAX]; /* 0 … 3 = N E S W, OCHRE_UNKNOWN = not drawn yet */
    uint8_t token[OCHRE_SEATS_MAX]; /* seat of token 1, 2, …; OCHRE_NOBODY = not drawn yet */
    uint8_t berries[OCHRE_SEATS_MAX];
    uint8_t row[SPEARS_SPOTS]; /* prey + 1, 0 = empty */
    uint8_t queue_count;
    uint8_t queue[SPEARS_PREY];      /* chased prey, front first; 0 behind the last */
    uint8_t banned, banned_before;   /* seats, or OCHRE_NOBODY */
    uint8_t obliged, obliged_before; /* the Shaman's power is used when somebody is obliged */
    uint8_t blocked;                 /* set of seats that were the blocker this turn */
    uint8_t chased_spot;             /* spot + 1 emptied by the Flutist this turn, 0 = none */
    uint8_t enemy;                   /* enemy + 1 of the running Defence step */
    uint8_t at;                      /* whose step it is: place in the order */
    uint8_t is_second;               /* the Chief's second Action step */
    uint8_t has_flipped;             /* in this window */
    uint8_t then;                    /* enum spears_then */
    uint8_t spot;                    /* spot that chance fills, or of the hunted prey */
    uint8_t has_value[SPEARS_VALUES];
    int16_t value[SPEARS_VALUES][2]; /* latest comparison of each kind */

    /* The running action (rule 3.1), public. Sides: 0 = active player, 1 = blocker or attacked player. */
    uint8_t kind;
    uint8_t side[2], supporter[2]; /* seats, or OCHRE_NOBODY */
    uint8_t prey;                  /* hunted or named, + 1 */
    uint8_t reaction[OCHRE_SEATS_MAX], offered_to[OCHRE_SEATS_MAX];
    uint16_t units[OCHRE_SEATS_MAX]; /* units each seat sends, offers or is made to send */
    uint16_t picked;                 /* unit of the attacked player that the attacker picked */
    uint8_t bonus[2];                /* Warrior bonuses paid by each side */
    uint8_t hunter;                  /* the side that hunts, or that won the fight */
    uint8_t has_prey;                /* the prey changed hands */
    uint8_t react_at;                /* place in the order of the reaction asked, or side of ACCEPT */
    int16_t cards;                   /* sum of the revealed cards */

    /* The running sacrifice (rule 4.10), public. */
    uint8_t payer, due;               /* who sacrifices, which level */
    uint8_t healer_at, healer;        /* which Healer is asked: place among the helpers, slot */
    uint16_t from, chosen;            /* partaking units of the payer, and those chosen so far */
    uint16_t healed[OCHRE_SEATS_MAX]; /* Healers used up in this action or step */
    uint8_t lift[SPEARS_UNITS];       /* levels added to the payer's units */

    /* Action cards. */
    uint8_t rounds;                                     /* finished card rounds of this turn */
    uint8_t reveal[SPEARS_ROUNDS_MAX][OCHRE_SEATS_MAX]; /* rank + 1 of each, sorted: all that is public */

    /* Secrets: holes (OCHRE_UNKNOWN) in the views of the others. */
    uint8_t team[OCHRE_SEATS_MAX];                     /* enum spears_team */
    uint8_t goal[OCHRE_SEATS_MAX][2];                  /* resource + 1, 0 = none */
    uint8_t hand[OCHRE_SEATS_MAX][SPEARS_VALUES_MAX];  /* cards of each rank */
    uint8_t placed[OCHRE_SEATS_MAX];                   /* rank + 1 of the card placed, 0 = not yet */
    uint8_t round[SPEARS_ROUNDS_MAX][OCHRE_SEATS_MAX]; /* rank + 1 each seat placed in the finished rounds */
};

_Static_assert(sizeof(struct spears_state) <= 1024, "a state is at most 1 KiB");

static inline struct spears_state *spears(struct ochre_state *state)
{
    return (struct spears_state *)state->bytes;
}

static inline const struct spears_state *spears_of(const struct ochre_state *state)
{
    return (const struct spears_state *)state->bytes;
}

static inline const struct spears_state *spears_seen(const struct ochre_view *view)
{
    return (const struct spears_state *)view->bytes;
}

/* ---- small helpers of the rules ---- */

/* How many bits are set. Without the processor's own instruction the compiler would call a library. */
static inline int count_bits(uint32_t set)
{
    set -= (set >> 1) & 0x55555555u;
    set = (set & 0x33333333u) + ((set >> 2) & 0x33333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0Fu;
    return (int)((set * 0x01010101u) >> 24);
}

static inline void moves_put(struct spears_moves *moves, int action)
{
    if (action < 64)
        moves->low |= (uint64_t)1 << action;
    else
        moves->high |= (uint64_t)1 << (action - 64);
}

static inline bool moves_has(struct spears_moves moves, ochre_action action)
{
    if (action >= SPEARS_ACTIONS)
        return false;
    return action < 64 ? (moves.low >> action) & 1 : (moves.high >> (action - 64)) & 1;
}

static inline int moves_count(struct spears_moves moves)
{
    return count_bits((uint32_t)moves.low) + count_bits((uint32_t)(moves.low >> 32)) +
           count_bits((uint32_t)moves.high) + count_bits((uint32_t)(moves.high >> 32));
}

static inline uint16_t unit_bit(int slot)
{
    return (uint16_t)(1u << slot);
}

/* The units above the highest one in `units` (rule K4: ascending slots). */
static inline uint16_t units_above(uint16_t units)
{
    unsigned least = units ? 2u << (31 - __builtin_clz(units)) : 1u;
    return (uint16_t)(0x1FF & ~(least - 1));
}

/* Played units, upright or turned. */
static inline uint16_t units_played(const struct spears_state *s, int seat)
{
    return s->active[seat] | s->turned[seat];
}

static inline uint16_t units_of_type(const struct spears_tables *t, const struct spears_state *s, int seat, int type)
{
    return t->of_type[s->tribe[seat]][type];
}

static inline int units_power(const struct spears_tables *t, const struct spears_state *s, int seat, uint16_t units)
{
    return t->power[s->tribe[seat]][units];
}

/* Power with +1 for each unit of the type: Warriors of a block, Ambushers in support. */
static inline int units_power_with(const struct spears_tables *t, const struct spears_state *s, int seat,
                                   uint16_t units, int type)
{
    return units_power(t, s, seat, units) + count_bits(units & units_of_type(t, s, seat, type));
}

/* Are the action cards dealt? They are not while the game is being set up. */
static inline bool has_cards(const struct spears_state *s)
{
    return s->phase >= SPEARS_DRAW_ENEMY || (s->phase == SPEARS_DRAW_PREY && s->then != SPEARS_THEN_TIME);
}

/* K6, R30: berries are cut at 15. */
static inline void gain_berries(struct spears_state *s, int seat, int count)
{
    int berries = s->berries[seat] + count;
    s->berries[seat] = (uint8_t)(berries > SPEARS_BERRIES_MAX ? SPEARS_BERRIES_MAX : berries);
}

/* spears_rules.c */
void spears_start(const struct ochre_setup *setup, struct ochre_state *state);
ochre_seats spears_pending(const struct ochre_setup *setup, const struct ochre_state *state);
int spears_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
uint32_t spears_weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome);
void spears_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal);
/* Puts the next question, carrying out forced moves (K2). */
void spears_run(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
/* The legal answers to the pending decision, worked out anew. */
struct spears_moves spears_ask(const struct spears_tables *t, const struct spears_state *s);

/* spears_turn.c: set-up, gathering, play, action steps, end of turn (2.2, 4.2 … 4.5, 4.12) */
void spears_clear(struct spears_state *s);
void spears_deal(const struct spears_tables *t, struct spears_state *s, int outcome, struct ochre_journal *journal);
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
void spears_next_reaction(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
struct spears_moves spears_ask_react(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_react(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal);
void spears_next_accept(const struct spears_tables *t, struct spears_state *s, int side, struct ochre_journal *journal);
struct spears_moves spears_ask_accept(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_accept(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal);
struct spears_moves spears_ask_oblige(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_oblige(const struct spears_tables *t, struct spears_state *s, int action,
                          struct ochre_journal *journal);
ochre_seats spears_candidates(const struct spears_tables *t, const struct spears_state *s);
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
void spears_after_fight_units(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
struct spears_moves spears_ask_fight(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_fight(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal);
bool spears_is_undefended(const struct spears_state *s);
void spears_resolve_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_win_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_attacked_pays(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_end_fight(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);

/* spears_defence.c (4.11) */
void spears_begin_defence(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_meet_enemy(const struct spears_tables *t, struct spears_state *s, int enemy, struct ochre_journal *journal);
int spears_defence_value(const struct spears_tables *t, const struct spears_state *s);
void spears_next_defender(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
void spears_next_defence_loss(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);

/* spears_sacrifice.c (4.10) */
void spears_begin_sacrifice(const struct spears_tables *t, struct spears_state *s, int payer, int level, int then,
                            struct ochre_journal *journal);
struct spears_moves spears_ask_heal(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_heal(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal);
struct spears_moves spears_ask_sacrifice(const struct spears_tables *t, const struct spears_state *s);
void spears_answer_sacrifice(const struct spears_tables *t, struct spears_state *s, int action,
                             struct ochre_journal *journal);
/* The seat whose Healers are asked at this place (0, 1, … then the payer's own), or OCHRE_NOBODY after the last. */
int spears_helper(const struct spears_tables *t, const struct spears_state *s, int place);
/* Level of a set of the payer's units with the healing given. */
int spears_level(const struct spears_tables *t, const struct spears_state *s, uint16_t units);
/* Is there a set without level-0 units that sums exactly to what is due? */
bool spears_has_exact(const struct spears_tables *t, const struct spears_state *s);
void spears_go_on(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);

/* spears_end.c (section 7) */
void spears_end_game(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal);
int spears_resource(const struct spears_tables *t, const struct spears_state *s, int seat, int resource);
int spears_total(const struct spears_tables *t, const struct spears_state *s, int seat);
/* Winning teams, bit n for enum spears_team n. */
unsigned spears_winners(const struct spears_tables *t, const struct spears_state *s);
void spears_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void spears_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);

/* spears_appraise.c */
void spears_appraise(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);

/* spears_judge.c */
void spears_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);

/* spears_check.c */
const char *spears_check(const struct ochre_setup *setup, const struct ochre_state *state);

/* spears_pack.c (1.7) */
int spears_read_pack(const struct ochre_pack *pack, int seats, struct spears_tables *t, struct ochre_error *error);
void spears_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines);

/* spears_hidden.c (3.2, 11.3) */
void spears_redact(const struct ochre_setup *setup, struct ochre_state *state, int viewer);
bool spears_determinize(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng);
ochre_seats spears_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action);
bool spears_is_hushed(const struct ochre_setup *setup, const struct ochre_state *state);

/* spears_words.c (section 6) */
extern const char spears_letters[]; /* "NESW" */
const char *spears_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
const char *spears_seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
void spears_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action number,
                        struct ochre_text *text);
const char *spears_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words);
/* The seat whose units the pending decision is about. */
int spears_unit_owner(const struct spears_tables *t, const struct spears_state *s);
/* The name of number 0 in this decision: done, pass, refuse … */
const char *spears_nothing_word(int phase);
int spears_prey_spot(const struct spears_state *s, int prey);
void spears_say_prey(const struct spears_tables *t, int prey, struct ochre_text *text);
void spears_say_value(int value, struct ochre_text *text);
extern const char *const spears_type_names[SPEARS_TYPES];
/* "p07" is 6, -1: no prey; the rank of a card value, "-1", "0", "+1" (or "1"), -1: the pack has no such card. */
int spears_read_prey(const char *word);
int spears_read_card(const struct spears_tables *t, const char *word);
extern const char *const spears_team_names[SPEARS_TEAMS];
extern const char *const spears_resource_names[SPEARS_RESOURCES];
extern const char *const spears_tribe_names[SPEARS_TRIBES];

/* spears_why.c (K9) */
const char *spears_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words);

/* spears_story.c */
void spears_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text);
/* The name of a card in the reader's language, or its fallback. */
void spears_say_name(struct json name, const char *fallback, struct ochre_text *text);

/* spears_show.c */
extern const char *const spears_phase_names[SPEARS_PHASES];
void spears_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);
void spears_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer);
void spears_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action number,
                  struct ochre_touch *touch);
void spears_say_units(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text);
void spears_say_hand(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text);
void spears_say_queue(const struct spears_state *s, struct ochre_text *text);
void spears_say_set(const struct spears_tables *t, const struct spears_state *s, int seat, unsigned units,
                    struct ochre_text *text);
/* The letter of a seat's tribe, its code while that is not drawn, "-" for nobody. */
const char *spears_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat);

/* spears_view.c: members of the view */
void spears_write_cards(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer);
void spears_write_action(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer);
void spears_write_sacrifice(const struct ochre_setup *setup, const struct ochre_view *view, struct json_writer *writer);

/* spears_read.c */
int spears_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error);
int spears_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error);

/* spears_record.c: whole plays as they are said at the table (6.3) */
extern const struct ochre_record_form spears_record;

/* spears_cases.c (9.1) */
/* The next small move of a spoken line, as in struct ochre_case_words. */
bool spears_speak(const struct ochre_setup *setup, const struct ochre_view *view, const char *spoken, int *at,
                  int *seat, struct ochre_text *move);
extern const struct ochre_case_words spears_cases;

/* spears_tensor.c */
enum {
    SPEARS_SEAT_PLANES = 4 + 3 + 3 + 1 + 2 * SPEARS_UNITS + 1 + 24 + SPEARS_VALUES_MAX + SPEARS_UNITS + 6,
    SPEARS_PLANES = SPEARS_PHASES + 4 + SPEARS_SPOTS * 9 + 24 + 24 + SPEARS_ROUNDS_MAX * SPEARS_VALUES_MAX +
                    SPEARS_ROUNDS_MAX + 8 + OCHRE_SEATS_MAX * SPEARS_SEAT_PLANES
};
void spears_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

/* spears_ask.c: what is asked, and moves as somebody says them who chooses */
void spears_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text);
void spears_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text);

#endif
