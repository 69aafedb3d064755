/* tribes_pack.h: the components of tribes (1): how many there are, and what a pack says of them. Part of tribes.h. */
#ifndef OCHRE_GAMES_TRIBES_PACK_H
#define OCHRE_GAMES_TRIBES_PACK_H

#include "base/bits.h"
#include "rules/game.h"

/* ---- sizes (1.1, 9.1) ---- */

enum {
    TRIBES_CELLS = 48,
    TRIBES_DIRECTIONS = 6,
    TRIBES_NO_CELL = 63, /* a neighbour outside the region: a bit that is never set */
    TRIBES_RESOURCES = 5,
    TRIBES_TRACKS = 4,
    TRIBES_LEVELS_MAX = 8,
    TRIBES_EPOCHS = 3,
    TRIBES_COLUMNS = 4,
    TRIBES_SLOTS = TRIBES_EPOCHS * TRIBES_COLUMNS, /* slot = 4·(epoch−1) + column−1 */
    TRIBES_BOARDS = 15,
    TRIBES_SPACES = 4, /* for stones, on every board */
    TRIBES_STONES = 12,
    TRIBES_EVENTS = 24,
    TRIBES_PER_EPOCH = 8, /* events of one epoch */
    TRIBES_ACTION_TILES = 6,
    TRIBES_TILES = TRIBES_ACTION_TILES + TRIBES_EVENTS, /* a tile is an action tile, or 6 + event */
    TRIBES_SHELLS = 20,
    TRIBES_CLAUSES_MAX = 4,
    TRIBES_PICKS_MAX = 4,
    TRIBES_ROUNDS_MAX = 65000, /* where the counter of rounds ends, with round_limit=0 */
    TRIBES_NONE = 0xFF,
};

/* Start cells d4, e4, d5. */
enum { TRIBES_D4 = 21, TRIBES_E4 = 22, TRIBES_D5 = 29 };
#define TRIBES_START (BIT(TRIBES_D4) | BIT(TRIBES_E4) | BIT(TRIBES_D5))

enum tribes_track { TRIBES_PROCREATION, TRIBES_EXPLORATION, TRIBES_MOVEMENT, TRIBES_STRENGTH };

/* Action tiles P, E, M, P+, E+, M+; tile % 3 is the action and its track, tile / 3 the hand. */
enum tribes_deed { TRIBES_PROCREATE, TRIBES_EXPLORE, TRIBES_MOVE };

/* ---- the compiled pack (1.8), in setup->tables ---- */

enum tribes_measure {
    TRIBES_OF_PROCREATION, /* the four tracks first, in their order */
    TRIBES_OF_EXPLORATION,
    TRIBES_OF_MOVEMENT,
    TRIBES_OF_STRENGTH,
    TRIBES_OF_MEMBERS,
    TRIBES_OF_LAND,
    TRIBES_OF_EXHAUSTED,
    TRIBES_OF_SHELLS,
    TRIBES_OF_POINTS,
    TRIBES_OF_STONES,
    TRIBES_MEASURES,
};

enum tribes_relation {
    TRIBES_ALWAYS, /* no condition */
    TRIBES_IS_MAX,
    TRIBES_IS_MIN,
    TRIBES_IS_NOT_MAX,
    TRIBES_IS_NOT_MIN,
    TRIBES_IS_GE,
    TRIBES_IS_LE,
    TRIBES_RELATIONS,
};

enum tribes_who { TRIBES_SELF, TRIBES_OTHERS, TRIBES_ALL };
enum tribes_tie { TRIBES_TIE_ACTIVATOR, TRIBES_TIE_EACH };

enum tribes_effect_kind {
    TRIBES_GAIN_POINTS, /* up to TRIBES_TAKE_SHELLS: those with a phrase in 8.3 */
    TRIBES_LOSE_POINTS,
    TRIBES_GAIN_MEMBERS,
    TRIBES_LOSE_MEMBERS,
    TRIBES_DRAW_LAND,
    TRIBES_WITHER,
    TRIBES_RENEW,
    TRIBES_STEPS,
    TRIBES_TAKE_SHELLS,
    TRIBES_GAIN_SHELLS,
    TRIBES_LOSE_SHELLS,
    TRIBES_RAISE,
    TRIBES_LOWER,
    TRIBES_PERFORM,
    TRIBES_PICK,
    TRIBES_EFFECTS,
};

struct tribes_condition {
    uint8_t of, is; /* measure and relation */
    uint16_t k;
};

struct tribes_effect {
    uint8_t kind, n;
    uint8_t what; /* track of raise and lower, action of perform */
};

struct tribes_clause {
    struct tribes_condition given, only_if;
    uint8_t who, tie;
    struct tribes_effect effect;
    uint8_t pick_count; /* of a pick */
    struct tribes_effect pick[TRIBES_PICKS_MAX];
};

/* A localised text: places in the heap; 0 is "not there". */
enum { TRIBES_ENGLISH, TRIBES_FRENCH, TRIBES_LANGUAGES, TRIBES_HEAP = 32 * 1024, TRIBES_ID_SIZE = 25 };

struct tribes_text {
    uint16_t in[TRIBES_LANGUAGES];
};

struct tribes_resource_data {
    char id[TRIBES_ID_SIZE];
    uint8_t count;
    struct tribes_text name;
};

struct tribes_track_data {
    uint8_t value[TRIBES_LEVELS_MAX], points[TRIBES_LEVELS_MAX];
};

struct tribes_board_data {
    char id[TRIBES_ID_SIZE];
    uint8_t epoch, resource, need, track;
    uint8_t points[TRIBES_SPACES], symbol[TRIBES_SPACES];
    struct tribes_text name;
};

struct tribes_event_data {
    char id[TRIBES_ID_SIZE];
    uint8_t epoch, clause_count;
    struct tribes_clause clause[TRIBES_CLAUSES_MAX];
    struct tribes_text name, text;
};

struct tribes_tables {
    uint64_t around[TRIBES_CELLS];                      /* neighbouring cells */
    uint8_t neighbour[TRIBES_CELLS][TRIBES_DIRECTIONS]; /* TRIBES_NO_CELL outside */
    uint8_t above[TRIBES_CELLS], below[TRIBES_CELLS];   /* for tribes_ways: the cell NE, SE of it */
    uint8_t ways[TRIBES_CELLS];                         /* which of its bits a cell has */
    uint32_t way_id[128][8];                            /* these as directions */
    uint8_t way_count[128];                             /* and how many they are */
    struct tribes_track_data track[TRIBES_TRACKS];
    uint8_t top; /* highest level of every track */
    uint8_t start_shells, start_members;
    uint8_t bonus[OCHRE_SEATS_MAX + 1][OCHRE_SEATS_MAX]; /* by number of seats */
    uint8_t end_events[OCHRE_SEATS_MAX + 1];
    uint8_t most_members, most_land;
    uint16_t boards_of[TRIBES_EPOCHS];
    uint32_t events_of[TRIBES_EPOCHS];
    struct tribes_resource_data resource[TRIBES_RESOURCES];
    struct tribes_board_data board[TRIBES_BOARDS];
    struct tribes_event_data event[TRIBES_EVENTS];
    uint32_t heap_used;
    char heap[TRIBES_HEAP];
};

_Static_assert(sizeof(struct tribes_tables) <= OCHRE_TABLES_MAX, "the compiled pack fits the setup");

static inline const struct tribes_tables *tribes_tables(const struct ochre_setup *setup)
{
    return (const struct tribes_tables *)setup->tables;
}

/* Where one can walk from a cell with land: a bit each for NW NE W (itself) E SW SE. Cells are numbered row by row, so
 * that those above it are neighbours, and those below. */
static inline unsigned tribes_ways(const struct tribes_tables *t, uint64_t ground, int cell)
{
    uint64_t land = ground << 1; /* so that there is something before the first cell */
    uint64_t around = (land >> t->above[cell] & 3) | (land >> cell & 7) << 2 | (land >> t->below[cell] & 3) << 5;
    return (unsigned)around & t->ways[cell];
}

/* ---- reading one: tribes_pack.c, and its events tribes_clauses.c ---- */

int tribes_read_pack(struct tribes_tables *t, struct json pack, struct ochre_error *error);
int tribes_replace_events(struct tribes_tables *t, struct json list, struct ochre_error *error);
int tribes_read_clauses(struct tribes_event_data *event, struct json given, struct ochre_error *error);

#endif
