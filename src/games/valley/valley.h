/* valley.h: state, numbers and tables of valley (docs/rules/valley.md). Only this folder and the tests include it.
 *
 * A set of squares is a 64-bit mask: bit 8 * row + column is a valley square (0 … 39), bits 40 … 45 are the caves.
 * A tile that covers a cave covers the cave's gate too, so a free square never touches a covered cave: contacts are
 * a matter of the 40 valley squares alone, and four shifts find them. */
#ifndef OCHRE_GAMES_VALLEY_H
#define OCHRE_GAMES_VALLEY_H

#include "rules/game.h"

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
#define BIT(square) ((uint64_t)1 << (square))

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
    uint16_t camp_sp;
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
    uint8_t is_finished;
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
    uint8_t dealt;       /* set-up moves made (6.1) */
    uint8_t is_starting; /* the start round is on */
    uint8_t is_final;
    uint8_t steak_supply, bear_supply;
    /* This turn. */
    uint8_t token_used, permit;
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
static inline uint64_t fields_around(uint64_t set)
{
    set &= FIELDS;
    return (((set & ~COLUMN_H) << 1) | ((set & ~COLUMN_A) >> 1) | (set << 8) | (set >> 8)) & FIELDS;
}

/* How many bits are set; the builtin would call the compiler's library. */
static inline int bits_in(uint64_t set)
{
    set -= (set >> 1) & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + ((set >> 2) & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((set * 0x0101010101010101u) >> 56);
}

/* Fight tokens of one owner on a tile. */
static inline int fights_of(const struct valley_state *s, int tile, int owner)
{
    return (s->fights_on[tile] >> (2 * owner)) & 3;
}

/* The scene that lies on a covered square. */
static inline int scene_on(const struct valley_tables *t, const struct valley_seat *v, int square)
{
    int byte = v->square[square];
    return t->tile[(byte & 0x7F) - 1].scene[byte >> 7];
}

/* The face that a field or cave of this seat's board belongs to, and the cave's place on it. */
static inline const struct valley_face *face_at(const struct valley_tables *t, int face)
{
    return &t->half[face >> 1].face[face & 1];
}

static inline int food_on(const struct valley_tables *t, const struct valley_seat *v, int field)
{
    return face_at(t, (field & 7) < 4 ? v->left : v->right)->food[field];
}

static inline int seat_from(const struct ochre_setup *setup, int seat, int steps)
{
    int next = seat + steps;
    return next >= setup->seats ? next - setup->seats : next;
}

/* valley_pack.c: components from a pack, with the validity rules PV1 … PV12. */
int valley_read_pack(const struct ochre_setup *setup, struct valley_tables *tables, struct ochre_error *error);
void valley_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines);

/* valley_place.c: where tiles may lie. */
struct valley_fit {
    uint64_t touched;              /* fields next to the active tribe */
    uint64_t scene[VALLEY_SCENES]; /* fields where this scene may lie */
};

void valley_find_fit(const struct ochre_setup *setup, const struct valley_state *s, const struct valley_seat *v,
                     struct valley_fit *fit);
/* Caves that are free and whose gate is in the set. Returns how many. */
int open_caves(const struct valley_seat *v, uint64_t gates, int caves[VALLEY_CAVES]);
/* An edge as its two squares: left or upper first, or the cave first. */
void edge_squares(const struct valley_seat *v, int edge, int squares[2]);
/* The edge between two squares, with the orientation of a tile whose first code lies on `first`; -1 when they are not
 * adjacent. The answer is 2 * edge + orientation. */
int edge_between(const struct valley_seat *v, int first, int second);
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
int cave_high(const struct valley_tables *t, const struct valley_seat *v, int cave);
int cave_low(const struct valley_tables *t, const struct valley_seat *v, int cave);

/* valley_bonus.c: the effects of scenes and Mountain tokens. */
int valley_effects(const struct ochre_setup *setup, const struct valley_state *s, uint8_t scenes, bool is_token,
                   ochre_action *out);
bool valley_has_effect(const struct ochre_setup *setup, const struct valley_state *s, uint8_t scenes, bool is_token);
void valley_do_effect(const struct ochre_setup *setup, struct valley_state *s, ochre_action action, bool is_token,
                      struct ochre_journal *journal);
/* The scene whose effect an action number from ACT_RITUAL to ACT_RECALL - 1 is. */
int effect_scene(ochre_action action);
/* Free squares of a board where a bear may be put (4.8). */
uint64_t bear_targets(const struct valley_seat *v);
int bear_points(const struct valley_seat *v, int square);
/* The tile at an address seen from a seat, VALLEY_NONE when that slot is empty; and back (-1). */
int tile_at(const struct ochre_setup *setup, const struct valley_state *s, int seat, int address);
int address_of(const struct ochre_setup *setup, const struct valley_state *s, int seat, int tile);
int valley_recalls(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action *out);
void fight_home(struct valley_state *s, int tile, int owner);

/* valley_deal.c: the moves of chance. */
int valley_outcomes(const struct ochre_setup *setup, const struct valley_state *s, ochre_action *out);
uint32_t valley_weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome);
void valley_draw_outcome(const struct ochre_setup *setup, struct valley_state *s, int outcome,
                         struct ochre_journal *journal);
/* What the next move of set-up is about: which kind, which seat, which spot. */
enum deal_kind { DEAL_FIRST, DEAL_COMMON, DEAL_LEFT, DEAL_RIGHT, DEAL_TOKEN, DEAL_POOL, DEAL_DONE };
struct deal_step {
    enum deal_kind kind;
    int seat, spot;
};
struct deal_step valley_deal_step(const struct ochre_setup *setup, const struct valley_state *s);

/* valley_rules.c */
void valley_start(const struct ochre_setup *setup, struct ochre_state *state);
ochre_seats valley_pending(const struct ochre_setup *setup, const struct ochre_state *state);
int valley_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
void valley_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal);
void valley_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void valley_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
/* Lays the tile in `slot` with the given way of going on; Fight tokens first. */
void valley_lay(const struct ochre_setup *setup, struct valley_state *s, enum valley_laying how, int slot,
                const int at[2], struct ochre_journal *journal);
/* The automatic steps from a phase on: for positions typed in. */
void valley_enter(const struct ochre_setup *setup, struct valley_state *s, enum valley_phase phase,
                  struct ochre_journal *journal);
/* 4.12 after the last tile is revealed. */
void valley_end_turn(const struct ochre_setup *setup, struct valley_state *s, struct ochre_journal *journal);

/* valley_judge.c */
void valley_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);
/* How much of the game is to come: 1 at the beginning, 0 at the end. */
float valley_time_left(const struct ochre_setup *setup, const struct valley_state *s);
/* Points made and at hand, and what pool and board promise. */
struct valley_outlook {
    float food, shelter, promise;
};
/* The seat's prospects in points, and what they are made of. */
float valley_worth(const struct ochre_setup *setup, const struct valley_state *s, int seat, float left,
                   struct valley_outlook *outlook);

/* valley_appraise.c */
void valley_appraise(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);

/* valley_check.c */
const char *valley_check(const struct ochre_setup *setup, const struct ochre_state *state);

/* valley_words.c: notation. */
enum valley_verb {
    VERB_LAY,
    VERB_NEW,
    VERB_STOP,
    VERB_DONE,
    VERB_USE,
    VERB_BON,
    VERB_TAKE,
    VERB_DROP,
    VERB_HIT,
    VERB_RECALL
};

/* A move as its text says it. What is not there is -1. */
struct valley_move {
    enum valley_verb verb;
    int scene;   /* of use: and bon: */
    int tile;    /* laid, taken, dropped, threatened, recalled, or the own tile of a swap */
    int other;   /* the other tile of a swap */
    int at[2];   /* squares: first code, second code; or the bear's */
    int seat;    /* hit:pN, F=pN */
    int spot;    /* R= */
    int regain;  /* R=u */
    int convert; /* H=n; 0 = keep */
    bool is_off; /* F=- */
};

extern const char valley_codes[];
const char *valley_scene_name(int scene);
const char *valley_phase_word(int phase); /* "MAIN" */
const char *valley_phase_name(int phase); /* for people */
const char *square_name(int square);      /* "a1" … "k6" */
const char *spot_name(int spot);          /* "k1" … "w2" */
const char *valley_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
void valley_move_of(const struct ochre_setup *setup, const struct valley_state *s, int seat, ochre_action action,
                    struct valley_move *move);
void valley_say_move(const struct ochre_setup *setup, const struct valley_move *move, struct ochre_text *text);
void valley_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text);
void valley_say_board(const struct valley_tables *t, const struct valley_seat *v, struct ochre_text *text);

/* valley_parse.c: notation read. */
int read_scene(const char **at);
int read_square(const char **at);
int read_spot(const char **at);
int read_tile(const struct valley_tables *t, const char **at);
bool read_put(const struct valley_tables *t, const char **at, int *tile, int squares[2]);
int read_face(const struct valley_tables *t, const char **at, bool is_right); /* 2 * half + face, or -1 */
const char *valley_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words);

/* valley_why.c: the prohibitions of 4.14. */
const char *valley_forbid(const struct ochre_setup *setup, const struct valley_state *s, int seat,
                          const struct valley_move *move, struct ochre_text *words);
const char *valley_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words);

/* valley_tell.c */
void valley_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text);

/* valley_show.c, valley_json.c */
void valley_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);
void valley_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer);
void valley_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch);

/* valley_read.c */
int valley_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error);
int valley_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error);
extern const struct ochre_case_words valley_case_words;

/* valley_tensor.c */
enum {
    SEAT_PLANES = 24 * VALLEY_SQUARES + 3 * VALLEY_SCENES + VALLEY_SPOTS * VALLEY_SCENES + VALLEY_POOL * 20 + 8,
    VALLEY_PLANES = OCHRE_SEATS_MAX * SEAT_PLANES + VALLEY_COMMON * 20 + PHASE_COUNT + VALLEY_SCENES + 28 + 10,
};
void valley_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

/* valley_ask.c: what is asked, and moves as somebody says them who chooses */
void valley_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text);
void valley_say_choice(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       struct ochre_text *text);

#endif
