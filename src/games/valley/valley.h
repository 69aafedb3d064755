/* valley.h: state, numbers and tables of valley (docs/rules/valley.md). Only this folder and the tests include it.
 *
 * A set of squares is a 64-bit mask: bit 8 * row + column is a valley square (0 … 39), bits 40 … 45 are the caves.
 * A tile that covers a cave covers the cave's gate too, so a free square never touches a covered cave: contacts are
 * a matter of the 40 valley squares alone, and four shifts find them. */
#ifndef OCHRE_GAMES_VALLEY_H
#define OCHRE_GAMES_VALLEY_H

#include <assert.h>

#include "base/bits.h"
#include "rules/acts.h"
#include "rules/facets.h"

enum {
    VALLEY_SCENES = 8,
    VALLEY_TILES = 63,  /* at most; a pack may have fewer */
    VALLEY_FIELDS = 40, /* squares of the valley itself */
    VALLEY_CAVES = 6,
    VALLEY_SQUARES = VALLEY_FIELDS + VALLEY_CAVES,
    VALLEY_SPOTS = 8, /* places of Mountain tokens: k1 … k6, w1, w2 */
    VALLEY_POOL = 4,
    VALLEY_COMMON = 5,
    VALLEY_EDGES = 73,   /* pairs of squares a tile can cover (1.4) */
    VALLEY_PLACES = 146, /* the same with two orientations */
    VALLEY_HALVES = 16,
    VALLEY_STEAKS = 18,
    VALLEY_ROWS = 5,
    VALLEY_NONE = 0xFF, /* no tile, no square, no face */
};

/* Scenes in canonical order (1.2). */
enum {
    SCENE_FEAST,
    SCENE_PICKING,
    SCENE_RITUAL,
    SCENE_FIGHT,
    SCENE_WATER,
    SCENE_CAMP,
    SCENE_HUNT,
    SCENE_FIRE,
};

#define SCENE_BIT(scene) ((uint8_t)(1u << (scene)))

/* The decisions of section 4. */
enum valley_phase {
    PHASE_DEAL,
    PHASE_START,
    PHASE_MAIN,
    PHASE_FIGHT,
    PHASE_BONUS,
    PHASE_POST,
    PHASE_REFILL,
    PHASE_DROP,
    PHASE_REVEAL,
    PHASE_OVER,
    PHASE_COUNT
};

/* Options, in the order of the option table (1.7). */
enum { VALLEY_CONVERT, VALLEY_SIDES, VALLEY_FIRST, VALLEY_RECALL, VALLEY_ABANDONED, VALLEY_START_DROP };
enum { CONVERT_ALL, CONVERT_ANY };
enum { SIDES_RANDOM, SIDES_A };
enum { RECALL_ANY, RECALL_NEEDED };
enum { ABANDONED_FORBIDDEN, ABANDONED_IGNORED };
enum { START_DROP_NO, START_DROP_YES };

/* Events, in the order of the event table. */
enum {
    VALLEY_WAS_FIRST,
    VALLEY_REVEALED,
    VALLEY_BOARD,
    VALLEY_TOKEN,
    VALLEY_DREW,
    VALLEY_LAID,
    VALLEY_LEFT_TRIBE,
    VALLEY_LOST_TOKEN,
    VALLEY_FOUGHT,
    VALLEY_FOOD,
    VALLEY_SHELTER,
    VALLEY_CLAIMED,
    VALLEY_USED,
    VALLEY_PICKED,
    VALLEY_TOOK_TOKEN,
    VALLEY_THREATENED,
    VALLEY_SWAPPED,
    VALLEY_CAMPED,
    VALLEY_HUNTED,
    VALLEY_CONVERTED,
    VALLEY_BEAR,
    VALLEY_BEAR_AWAY,
    VALLEY_TOOK,
    VALLEY_DROPPED,
    VALLEY_RECALLED,
    VALLEY_WENT_ON,
    VALLEY_STOPPED,
    VALLEY_FINAL_ROUND,
    VALLEY_ENDED,
};

/* Action numbers (11.3). */
enum {
    ACT_LAY = 0,       /* lay, new, bon:B= */
    ACT_USE_LAY = 584, /* use:B= */
    ACT_RITUAL = 1168, /* R= k1 … w2 */
    ACT_REGAIN = 1176, /* R=u scene */
    ACT_THREAT = 1184, /* X= tile address */
    ACT_SWAP = 1205,   /* W= 17 * own slot + (address - 4) */
    ACT_BEAR = 1273,   /* F= 46 * (relative seat - 1) + square */
    ACT_UNBEAR = 1411, /* F=- square */
    ACT_CAMP = 1457,   /* C */
    ACT_PICK = 1458,   /* P */
    ACT_HUNT = 1459,   /* H, then H=1 … H=18 */
    ACT_RECALL = 1478, /* recall: tile address */
    ACT_TAKE = 1499,   /* take: common slot */
    ACT_DROP = 1504,   /* drop: common slot */
    ACT_HIT = 1509,    /* hit: relative seat */
    ACT_DONE = 1513,   /* done */
    ACT_STOP = 1514,   /* stop */
    VALLEY_ACTIONS = 1515,
    SWAP_WIDTH = 17,    /* tiles one can swap with */
    ADDRESSES = 21,     /* tiles in pools, seen from a seat: 4 own, 5 common, 3 * 4 of the others */
    ADDRESS_COMMON = 4, /* first address of the common pool */
    ADDRESS_OTHERS = 9, /* first address of the next player's pool */
};

/* Chance numbers its moves in a range of its own (6.1). */
enum { DRAW_FIRST = 0, DRAW_FACE = 4, DRAW_TOKEN = 36, DRAW_TILE = 44, VALLEY_OUTCOMES = 107 };

/* How the tile being laid came into play; tells where play goes on when it lies. */
enum valley_laying {
    LAYING_NONE,
    LAYING_START,
    LAYING_MAIN,
    LAYING_NEW,
    LAYING_BONUS,  /* extra tile of a Feast scene */
    LAYING_BEFORE, /* extra tile of a Feast token, before the main tile */
    LAYING_AFTER,  /* the same after it */
};

/* ---- the pack, compiled ---- */

/* One printed side of a half board; squares are those of the whole valley. */
struct valley_face {
    uint64_t plain;              /* squares that are plains */
    uint64_t rich[5];            /* squares with this much food at least; 4 means 4 or more */
    uint8_t food[VALLEY_FIELDS]; /* of its own columns */
    uint8_t caves;
    uint8_t gate[VALLEY_CAVES], high[VALLEY_CAVES], low[VALLEY_CAVES];
    char edge[VALLEY_CAVES]; /* T B L R: where the cave lies */
    char waterfall[2][3];    /* corners, for the picture */
    uint8_t waterfalls;
};

struct valley_half {
    char id[4]; /* "L1" */
    bool is_right;
    uint8_t faces; /* 1 or 2 */
    struct valley_face face[2];
};

struct valley_tile {
    uint8_t scene[2]; /* canonical order */
    char id[4];       /* "HF1" */
};

struct valley_tables {
    struct valley_half half[VALLEY_HALVES];
    struct valley_tile tile[VALLEY_TILES + 1];
    uint8_t halves, tiles;
    uint8_t left_caves;                   /* k1 … of the left half, the rest of the right */
    uint8_t common;                       /* size of the common pool */
    uint8_t steaks, bears, fights;        /* supplies; fights per seat */
    uint8_t removed;                      /* tiles never drawn with this number of seats */
    uint8_t steak_rows;                   /* entries of steak_fp that count */
    uint16_t steak_fp[VALLEY_STEAKS + 1]; /* FP for converting n steaks */
    uint8_t camp_sp;
    char name[2][64]; /* of the pack, English and French */
};

/* ---- the state ---- */

struct valley_seat {
    uint64_t covered; /* squares under tiles */
    uint64_t active;  /* those of the active tribe */
    uint64_t bears;
    uint64_t plain;               /* of this board; from the faces */
    uint64_t near[VALLEY_SCENES]; /* fields touched by each scene of the active tribe */
    uint16_t fp, sp;
    uint8_t square[VALLEY_SQUARES]; /* 0, or tile + 1, with SECOND_HALF for the second code */
    uint8_t gate[VALLEY_CAVES];     /* of this board; from the faces */
    uint8_t pool[VALLEY_POOL];
    uint8_t token[VALLEY_SPOTS]; /* scene + 1, 0 = none */
    uint8_t held, used, gone;    /* sets of scenes */
    uint8_t lacking;             /* tokens that a typed-in position leaves out */
    uint8_t pool_count;
    uint8_t fights, steaks;
    uint8_t tribe; /* number of the active tribe, 0 before the first tile */
    bool is_finished;
    uint8_t left, right; /* 2 * half + face, VALLEY_NONE before the deal */
};

enum { SECOND_HALF = 0x80 };

struct valley_state {
    struct valley_seat seat[OCHRE_SEATS_MAX];
    uint64_t unseen;                     /* tiles not seen so far: stack and removed together (3.1) */
    uint64_t dropped;                    /* tiles out of the game, face up */
    uint64_t absent;                     /* tiles that a typed-in position leaves out */
    uint64_t permitted;                  /* tiles laid with the Picking permission */
    uint8_t fights_on[VALLEY_TILES + 1]; /* per tile two bits for each owner */
    uint8_t tribe_of[VALLEY_TILES + 1];  /* tribe number of a tile that lies */
    uint8_t common[VALLEY_COMMON];
    uint8_t common_count, stack_size;
    uint8_t phase, turn, first;
    uint8_t dealt;    /* set-up moves made (6.1) */
    bool is_starting; /* the start round is on */
    bool is_final;
    uint8_t steak_supply, bear_supply;
    /* This turn. */
    bool token_used, permit;
    uint8_t bonuses;          /* set of scenes to resolve */
    uint8_t cave, cave_token; /* cave + 1 being entered, scene + 1 of its token set aside; 0 = none */
    /* The tile being laid, while Fight tokens are ordered. */
    uint8_t laying, laying_slot, laying_at[2];
};

_Static_assert(sizeof(struct valley_state) <= 1024, "a state is at most 1 KiB");

static inline struct valley_state *valley(struct ochre_state *state)
{
    return (struct valley_state *)state->bytes;
}

static inline const struct valley_state *valley_of(const struct ochre_state *state)
{
    return (const struct valley_state *)state->bytes;
}

static inline const struct valley_state *valley_seen(const struct ochre_view *view)
{
    return (const struct valley_state *)view->bytes;
}

static inline const struct valley_tables *valley_tables(const struct ochre_setup *setup)
{
    return (const struct valley_tables *)(const void *)setup->tables;
}

/* ---- squares and tiles ---- */

#define FIELDS (((uint64_t)1 << VALLEY_FIELDS) - 1)
#define COLUMN_A ((uint64_t)0x0101010101)
#define COLUMN_H ((uint64_t)0x8080808080)

/* Fields next to a set of fields. */
static inline uint64_t valley_around(uint64_t set)
{
    set &= FIELDS;
    return (((set & ~COLUMN_H) << 1) | ((set & ~COLUMN_A) >> 1) | (set << 8) | (set >> 8)) & FIELDS;
}

/* Fields next to the active tribe. */
static inline uint64_t valley_touched(const struct valley_seat *v)
{
    uint64_t touched = 0;
    for (int scene = 0; scene < VALLEY_SCENES; scene++)
        touched |= v->near[scene];
    return touched;
}

/* Fight tokens of one owner on a tile. */
static inline int valley_fights_of(const struct valley_state *s, int tile, int owner)
{
    assert(tile >= 0 && tile < VALLEY_TILES && owner >= 0 && owner < OCHRE_SEATS_MAX);
    return (s->fights_on[tile] >> (2 * owner)) & 3;
}

/* The scene that lies on a covered square. */
static inline int valley_scene_on(const struct valley_tables *t, const struct valley_seat *v, int square)
{
    int byte = v->square[square];
    assert(byte != 0);
    return t->tile[(byte & 0x7F) - 1].scene[byte >> 7];
}

/* The face that a field or cave of this seat's board belongs to, and the cave's place on it. */
static inline const struct valley_face *valley_face_at(const struct valley_tables *t, int face)
{
    assert(face >> 1 < t->halves); /* it has been dealt */
    return &t->half[face >> 1].face[face & 1];
}

static inline int valley_food_on(const struct valley_tables *t, const struct valley_seat *v, int field)
{
    assert(field >= 0 && field < VALLEY_FIELDS);
    return valley_face_at(t, (field & 7) < 4 ? v->left : v->right)->food[field];
}

static inline int valley_seat_from(const struct ochre_setup *setup, int seat, int steps)
{
    assert(seat >= 0 && seat < setup->seats && steps >= 0 && steps < setup->seats);
    int next = seat + steps;
    return next >= setup->seats ? next - setup->seats : next;
}

/* ---- the game, file by file ---- */

FACETS_OF(valley);

/* valley_pack.c: components from a pack, with the validity rules PV1 … PV12. */
int valley_read_pack(const struct ochre_setup *setup, struct valley_tables *tables, struct ochre_error *error);

/* valley_place.c: where tiles may lie. */
struct valley_fit {
    uint64_t touched;              /* fields next to the active tribe */
    uint64_t scene[VALLEY_SCENES]; /* fields where this scene may lie */
};

void valley_find_fit(const struct ochre_setup *setup, const struct valley_state *s, const struct valley_seat *v,
                     struct valley_fit *fit);
/* Caves that are free and whose gate is in the set. Returns how many. */
int valley_open_caves(const struct valley_seat *v, uint64_t gates, int caves[VALLEY_CAVES]);
/* An edge as its two squares: left or upper first, or the cave first. */
void valley_edge_squares(const struct valley_seat *v, int edge, int squares[2]);
/* The edge between two squares, with the orientation of a tile whose first code lies on `first`; -1 when they are not
 * adjacent. The answer is 2 * edge + orientation. */
int valley_edge_between(const struct valley_seat *v, int first, int second);
int valley_connected(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action base,
                     ochre_action *out);
bool valley_has_connected(const struct ochre_setup *setup, const struct valley_state *s, int seat);
int valley_starts(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out);
int valley_news(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out);
/* Are the placements of START and MAIN free cave placements (`new`) now? */
bool valley_is_new(const struct ochre_setup *setup, const struct valley_state *s);
/* Covers the squares: `at[0]` with the first code. Keeps the masks. */
void valley_cover(const struct valley_tables *t, struct valley_state *s, int seat, int tile, const int at[2]);
/* All tiles of the active tribe become abandoned. */
void valley_abandon(struct valley_seat *v);
void valley_set_faces(const struct valley_tables *t, struct valley_seat *v);
int valley_cave_high(const struct valley_tables *t, const struct valley_seat *v, int cave);
int valley_cave_low(const struct valley_tables *t, const struct valley_seat *v, int cave);

/* valley_bonus.c: the effects of scenes and Mountain tokens. */
int valley_effects(const struct ochre_setup *setup, const struct valley_state *s, uint8_t scenes, bool is_token,
                   ochre_action *out);
bool valley_has_effect(const struct ochre_setup *setup, const struct valley_state *s, uint8_t scenes, bool is_token);
void valley_do_effect(const struct ochre_setup *setup, struct valley_state *s, ochre_action action, bool is_token,
                      struct ochre_journal *journal);
/* The scene whose effect an action number below ACT_RECALL is: a laid tile is Feast's. */
int valley_effect_scene(ochre_action action);
/* Free squares of a board where a bear may be put (4.8). */
uint64_t valley_bear_targets(const struct valley_seat *v);
/* What a bear there pays (R22, R23). */
int valley_bear_points(const struct valley_seat *v, int square);
/* The tile at an address seen from a seat, -1 when that slot is empty; and back (-1). */
int valley_tile_at(const struct ochre_setup *setup, const struct valley_state *s, int seat, int address);
int valley_address_of(const struct ochre_setup *setup, const struct valley_state *s, int seat, int tile);
int valley_recalls(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out);
void valley_fight_home(struct valley_state *s, int tile, int owner);

/* valley_deal.c: the moves of chance. */
int valley_outcomes(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out);
/* Faces a half may show (R02). */
int valley_faces_of(const struct ochre_setup *setup, const struct valley_half *half);
void valley_draw_outcome(const struct ochre_setup *setup, struct valley_state *s, int outcome,
                         struct ochre_journal *journal);
/* What the next move of set-up is about: which kind, which seat, which spot. */
enum valley_deal_kind { DEAL_FIRST, DEAL_COMMON, DEAL_LEFT, DEAL_RIGHT, DEAL_TOKEN, DEAL_POOL, DEAL_DONE };
struct valley_deal {
    enum valley_deal_kind kind;
    int seat, spot;
};
struct valley_deal valley_next_deal(const struct ochre_setup *setup, const struct valley_state *s);

/* valley_turn.c: what follows from a tile being laid, and the end of a turn. */
/* Lays the tile in `slot` with the given way of going on; Fight tokens first. */
void valley_lay(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int slot,
                const int at[2], struct ochre_journal *journal);
/* A Fight token of `owner` goes off (4.5); then the rest, and the tile, as far as there is nothing to choose. */
void valley_hit(const struct ochre_setup *setup, struct valley_state *s, int owner, struct ochre_journal *journal);
/* The phase, or the next one in which there is something to decide. */
void valley_enter(const struct ochre_setup *setup, struct valley_state *s, enum valley_phase phase,
                  struct ochre_journal *journal);
/* 4.12: reveals tiles while there are some to reveal, then steps 3 and 4: the next seat's turn, or the end. */
void valley_end_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal);
void valley_pass_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal);

/* valley_worth.c: what a position promises a seat. */
/* How much of the game is to come: 1 at the beginning, 0 at the end. */
float valley_time_left(const struct ochre_setup *setup, const struct valley_state *s);
/* Points made and at hand, and what pool and board promise. */
struct valley_outlook {
    float food, shelter, promise;
};
/* The seat's prospects in points, and what they are made of. */
float valley_worth(const struct ochre_setup *setup, const struct valley_state *s, int seat, float left,
                   struct valley_outlook *outlook);

/* valley_acts.c: the moves of a seat, or of chance, as a table. */
enum valley_verb {           /* and the things said with it, in their order */
                   VERB_LAY, /* tile, squares */
                   VERB_NEW,
                   VERB_STOP,
                   VERB_DONE,
                   VERB_TAKE, /* tile */
                   VERB_DROP,
                   VERB_RECALL,
                   VERB_HIT, /* seat */
                   /* What Mountain tokens do, and with VERB_BONUS scenes. */
                   VERB_FEAST,  /* tile, squares */
                   VERB_RITUAL, /* spot */
                   VERB_REGAIN, /* scene */
                   VERB_THREAT, /* tile */
                   VERB_SWAP,   /* own tile, other tile */
                   VERB_BEAR,   /* seat, square */
                   VERB_UNBEAR, /* square */
                   VERB_CAMP,
                   VERB_PICK,
                   VERB_HUNT,
                   VERB_CONVERT, /* steaks */
                   VERB_BONUS = 0x20,
                   /* Of chance. */
                   VERB_FIRST = 0x40,
                   VERB_LEFT,
                   VERB_RIGHT,
                   VERB_TOKEN,
                   VERB_DRAW,
};
const struct acts *valley_acts(int seat);

/* A tile (-1: none) with its first code on at[0] and its second on at[1]: what VERB_LAY, VERB_NEW and VERB_FEAST say.
 */
struct valley_put {
    int tile, at[2];
};
struct valley_put valley_put_of(const int thing[]);

/* valley_names.c: names of things. A tile or square that is -1 is called "?". */
extern const char valley_codes[VALLEY_SCENES][2]; /* "H" */
extern const char *const valley_laying_words[];   /* of enum valley_laying: "lay:" */
const char *valley_scene_name(int scene);
/* As a Mountain token: "the {0} token". */
const char *valley_token_name(int scene);
extern const char *const valley_phase_words[]; /* "MAIN", in the order of the phases; NULL after the last */
const char *valley_phase_name(int phase);      /* for people */
const char *valley_player_name(int seat);
const char *valley_square_name(int square); /* "a1" … "k6" */
const char *valley_spot_name(int spot);     /* "k1" … "w2" */
const char *valley_tile_id(const struct ochre_setup *setup, int tile);
/* "HF1@k3a3". */
void valley_say_put(const struct ochre_setup *setup, int tile, int first, int second, struct ochre_text *text);
void valley_say_face(const struct valley_tables *t, int face, struct ochre_text *text);
void valley_say_board(const struct valley_tables *t, const struct valley_seat *v, struct ochre_text *text);
/* Parts of sentences for people, in the tongue of the text they go to: "Water–Fire"; "on c4", "in the cave at c4";
 * "c4", "the cave at c4"; "Water on h2 and Fire on h3". Each is written to a buffer of the caller's. */
enum { VALLEY_PART_SIZE = 128 };
#define VALLEY_PART                                                                                                    \
    (char[VALLEY_PART_SIZE])                                                                                           \
    {                                                                                                                  \
        0                                                                                                              \
    }
const char *valley_tile_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text,
                             const struct ochre_setup *setup, int tile);
const char *valley_at_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text, const struct valley_seat *v,
                           int square);
const char *valley_place_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text, const struct valley_seat *v,
                              int square);
const char *valley_lie_part(char part[VALLEY_PART_SIZE], const struct ochre_text *text, const struct ochre_setup *setup,
                            const struct valley_put *put);
/* Names read: each steps over what it knows, and gives -1 (or false) where there is none. */
int valley_read_scene(const char **at);
int valley_read_square(const char **at);
int valley_read_spot(const char **at);
int valley_read_tile(const struct valley_tables *t, const char **at);
bool valley_read_put(const struct valley_tables *t, const char **at, struct valley_put *put);
int valley_read_face(const struct valley_tables *t, const char **at, bool is_right); /* 2 * half + face */

/* valley_why.c: the prohibitions of 4.14. NULL, or the rule that forbids the move and a sentence. */
const char *valley_forbid(const struct act_place *place, const struct act_said *said, struct ochre_text *words);

/* valley_json.c: [1,1,3], the owners of the Fight tokens on a tile. */
void valley_write_owners(const struct ochre_setup *setup, const struct valley_state *s, int tile,
                         struct json_writer *writer);

/* valley_tensor.c: how many numbers a view is */
enum {
    SEAT_PLANES = 24 * VALLEY_SQUARES + 3 * VALLEY_SCENES + VALLEY_SPOTS * VALLEY_SCENES + VALLEY_POOL * 20 + 8,
    TABLE_PLANES = VALLEY_COMMON * 20 + PHASE_COUNT + VALLEY_SCENES + 28 + 10,
};

#endif
