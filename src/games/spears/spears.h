/* spears.h: state, tables and numbers of spears (docs/rules/spears.md). Only this folder and the tests include it. */
#ifndef OCHRE_GAMES_SPEARS_H
#define OCHRE_GAMES_SPEARS_H

#include "rules/facets.h"

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

extern const char spears_letters[]; /* of the tribes: "NESW" */

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
    SPEARS_TOLD_ENDED,
    SPEARS_TOLD_CALLED,
    SPEARS_TOLD_GIVES,
    SPEARS_TOLD_COUNTED,
    SPEARS_TOLD_SHOWED_CARDS,
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

/* How far the last contest has come: nothing is decided, one of the comparisons was (1 + enum spears_value), or there
 * was nobody to fight (4.8.9). */
enum spears_contest { SPEARS_UNSETTLED, SPEARS_UNFOUGHT = 1 + SPEARS_VALUES };

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
    uint8_t settled;                 /* enum spears_contest: what was decided last, until somebody acts again */
    uint8_t met;                     /* enemy + 1 of the last Defence step, as long as it is told of */

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

FACETS_OF(spears);

/* spears_tensor.c: how many numbers a view is */
enum {
    SPEARS_SEAT_PLANES = 4 + 3 + 3 + 1 + 2 * SPEARS_UNITS + 1 + 24 + SPEARS_VALUES_MAX + SPEARS_UNITS + 6,
    SPEARS_TABLE_PLANES =
        SPEARS_PHASES + 4 + SPEARS_SPOTS * 9 + 24 + 24 + SPEARS_ROUNDS_MAX * SPEARS_VALUES_MAX + SPEARS_ROUNDS_MAX + 8
};

/* spears_pack.c (1.7); the seats are known */
int spears_read_pack(const struct ochre_pack *pack, struct spears_tables *t, struct ochre_error *error);

#endif
