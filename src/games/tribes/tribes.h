/* tribes.h: state and numbers of tribes (docs/rules/tribes.md). Only this folder and the tests include it.
 *
 * Rule numbers (4.5) and rulings (A12) are those of docs/rules/tribes.md, prohibitions (N8) of docs/packs/tribes.md. */
#ifndef OCHRE_GAMES_TRIBES_H
#define OCHRE_GAMES_TRIBES_H

#include "games/tribes/tribes_pack.h"
#include "rules/acts.h"
#include "rules/facets.h"

/* ---- action numbers (9.2) ---- */

enum {
    TRIBES_DO_STOP = 0,
    TRIBES_DO_TAKE = 0, /* + place in the row, 1 … 30 */
    TRIBES_DO_ACT = 31,
    TRIBES_DO_ACHIEVE = 32, /* + 3·slot + way */
    TRIBES_DO_PUT = 68,
    TRIBES_DO_LIFT = 116,
    TRIBES_DO_EXHAUST = 164,
    TRIBES_DO_RENEW = 212,
    TRIBES_DO_LAY = 260,  /* + 48·resource + cell */
    TRIBES_DO_WALK = 500, /* + 6·cell + direction */
    TRIBES_DO_PICK = 788, /* + option, from 0 */
    TRIBES_DO_ARRANGE = 792,
    TRIBES_ACTIONS = 798,

    TRIBES_DRAWN = 798, /* + resource: ~G */
    TRIBES_LINED = 803, /* + action tile: =P+ */
    TRIBES_BOARD = 809, /* + board: ?2.1=riding */
    TRIBES_EVENT = 824, /* + event: !rhino */
    TRIBES_LOT = 848,   /* + seat: first:p2 */
    TRIBES_OUTCOMES = 852,
    TRIBES_LEGAL_MAX = 256,
};

/* How a board is reached: without the own arrow, or with it from the column to the left or to the right. */
enum { TRIBES_NO_ARROW, TRIBES_FROM_LEFT, TRIBES_FROM_RIGHT };

/* ---- decisions (4.11) ---- */

enum tribes_decision {
    TRIBES_AT_SETUP,
    TRIBES_AT_DRAW,
    TRIBES_AT_REVEAL,
    TRIBES_AT_ARRANGE,
    TRIBES_AT_FOUND,
    TRIBES_AT_TAKE,
    TRIBES_AT_MODE,
    TRIBES_AT_BIRTH,
    TRIBES_AT_LIFT,
    TRIBES_AT_DROP,
    TRIBES_AT_LAY,
    TRIBES_AT_RENEW,
    TRIBES_AT_STEP,
    TRIBES_AT_WILD,
    TRIBES_AT_LOSE,
    TRIBES_AT_WITHER,
    TRIBES_AT_PICK,
    TRIBES_AT_OVER,
    TRIBES_DECISIONS,
};

/* Options, in the order of the option table (6.3). */
enum { TRIBES_OPEN_SCORES, TRIBES_START_ARRANGEMENT, TRIBES_ROUND_LIMIT, TRIBES_FIRST };
enum { TRIBES_SCORES_OPEN, TRIBES_SCORES_CLOSED };
enum { TRIBES_ARRANGED_AUTO, TRIBES_ARRANGED_CHOOSE };
enum { TRIBES_FIRST_RANDOM = OCHRE_SEATS_MAX }; /* before it: the seats */

/* Things told, in the order of the event table. */
enum tribes_news {
    TRIBES_NEWS_DREW,
    TRIBES_NEWS_RETURNED,
    TRIBES_NEWS_LINED,
    TRIBES_NEWS_UNCOVERED,
    TRIBES_NEWS_ARRANGED,
    TRIBES_NEWS_FOUNDED,
    TRIBES_NEWS_TOOK,
    TRIBES_NEWS_BORN,
    TRIBES_NEWS_LIFTED,
    TRIBES_NEWS_DROPPED,
    TRIBES_NEWS_LAID,
    TRIBES_NEWS_RENEWED,
    TRIBES_NEWS_WALKED,
    TRIBES_NEWS_USED_UP,
    TRIBES_NEWS_WITHERED,
    TRIBES_NEWS_LINKED,
    TRIBES_NEWS_ACHIEVED,
    TRIBES_NEWS_LEVEL,
    TRIBES_NEWS_CAME,
    TRIBES_NEWS_HAPPENS,
    TRIBES_NEWS_SPARED,
    TRIBES_NEWS_GAINED,
    TRIBES_NEWS_LOST,
    TRIBES_NEWS_DIED,
    TRIBES_NEWS_SHELLS,
    TRIBES_NEWS_PICKED,
    TRIBES_NEWS_EXECUTED,
    TRIBES_NEWS_FINAL,
    TRIBES_NEWS_ROUND,
    TRIBES_NEWS_OVER,
    TRIBES_NEWS_FIRST,
};

/* ---- the state (3) ---- */

/* Cells are bits 0 … 47 of a word. */
struct tribes_seat {
    uint64_t land[TRIBES_RESOURCES]; /* tiles by resource, fresh or exhausted */
    uint64_t ground;                 /* all tiles */
    uint64_t border;                 /* empty cells that touch a tile */
    uint64_t exhausted, inhabited;
    uint8_t members[TRIBES_CELLS];
    int16_t points;
    uint16_t stones; /* slots that hold a stone of this seat */
    uint8_t reserve, shells, arrow;
    uint8_t level[TRIBES_TRACKS];
    uint8_t pad[5];
};

/* The agenda (4.1) never holds more than: a decision, within the effect of a clause for one target, within a tile,
 * within a turn. So it is kept as the fields from `decision` to `reveals` instead of a list. */
struct tribes_state {
    struct tribes_seat seat[OCHRE_SEATS_MAX];

    uint8_t decision, actor; /* what is due, and from whom */
    uint8_t left;            /* repetitions left of it, this one included; draws left at DRAW */
    uint8_t renews;          /* RENEW decisions that follow the LAY decisions (A17) */
    uint8_t relocates;       /* BIRTH goes on as LIFT when the reserve is empty (4.5, A43) */
    uint8_t lifted;          /* cell a member was lifted from, TRIBES_NONE when none is in hand */
    uint8_t turn;            /* seat on turn; in set-up how many seats have drawn their land */
    uint8_t first;           /* the starting player; TRIBES_NONE while the lot is to be drawn (A1) */
    uint8_t tile;            /* tile being carried out, or TRIBES_NONE */
    uint8_t clause;          /* of the event being carried out */
    ochre_seats targets;     /* still to be served by this clause */
    uint8_t slot;            /* board being completed, or TRIBES_NONE */
    uint8_t reveals;         /* TRIBES_BOARD_DUE, TRIBES_EVENT_DUE */

    uint8_t is_final, executed3;
    uint16_t round;
    uint8_t row_count;
    uint8_t row[TRIBES_TILES], row_shells[TRIBES_TILES];
    uint8_t box; /* shells outside the game */

    uint8_t board[TRIBES_SLOTS]; /* TRIBES_NONE while face down */
    uint8_t stone_count[TRIBES_SLOTS];
    uint8_t stone[TRIBES_SLOTS][TRIBES_SPACES]; /* seats in the order of placement */
    uint16_t up;                                /* slots face up */
    uint16_t links_left, links_right;           /* by target slot: an arrow from the column c−1, c+1 below */
    uint16_t unseen_boards;
    uint32_t unseen_events;
    uint32_t display; /* executed events of epoch 3, as far as they are known */

    uint8_t bag[TRIBES_RESOURCES], bag_count;
    uint8_t hand[TRIBES_RESOURCES], hand_count; /* land drawn and not yet laid */
    uint8_t aside[TRIBES_RESOURCES];            /* duplicates in set-up (A3) */
    uint8_t tiles[TRIBES_RESOURCES];            /* land in the whole play */
};

enum { TRIBES_BOARD_DUE = 1, TRIBES_EVENT_DUE = 2 };

_Static_assert(sizeof(struct tribes_state) <= 2048, "a state takes at most 2 KiB");

static inline struct tribes_state *tribes_in(struct ochre_state *state)
{
    return (struct tribes_state *)state->bytes;
}

static inline const struct tribes_state *tribes_of(const struct ochre_state *state)
{
    return (const struct tribes_state *)state->bytes;
}

static inline const struct tribes_state *tribes_seen(const struct ochre_view *view)
{
    return (const struct tribes_state *)view->bytes;
}

/* The seat that is `order` places behind the starting player, and the way back. */
static inline int tribes_seat_in_order(const struct ochre_setup *setup, const struct tribes_state *s, int order)
{
    return (s->first + order) % setup->seats;
}

static inline int tribes_order_of_seat(const struct ochre_setup *setup, const struct tribes_state *s, int seat)
{
    return (seat - s->first + setup->seats) % setup->seats;
}

/* Fresh tiles with a member: what counts as a resource (4.6, A20). */
static inline uint64_t tribes_occupied(const struct tribes_seat *p)
{
    return p->inhabited & ~p->exhausted;
}

/* Tiles a WILD decision may exhaust for this resource (4.6, A22). */
static inline uint64_t tribes_wild(const struct tribes_seat *p, int resource)
{
    return tribes_occupied(p) & ~p->land[resource];
}

/* The resource test: `genuine` are occupied tiles of the board's kind, of `settled` in all. Others stand in, but from
 * two tiles on at least one must be genuine (4.6, A20, A22, A23). */
static inline bool tribes_pays(const struct tribes_board_data *board, uint64_t genuine, int settled)
{
    return settled >= board->need && (board->need <= 1 || genuine);
}

/* Boards as twelve bits, four to an epoch: a stone at bit b gives access at b+4; an arrow goes one epoch up and one
 * column aside (A29). */
enum { TRIBES_EPOCH_1 = 0x00F, TRIBES_UPPER = 0xFF0, TRIBES_NOT_COLUMN_1 = 0xEEE, TRIBES_NOT_COLUMN_4 = 0x777 };

struct tribes_access {
    unsigned open;        /* slots reached directly or by a link */
    unsigned left, right; /* slots the own arrow would reach from that side */
};

static inline struct tribes_access tribes_accesses(const struct tribes_state *s, int seat)
{
    const struct tribes_seat *p = &s->seat[seat];
    unsigned mine = p->stones;
    unsigned from_left = ((mine & TRIBES_NOT_COLUMN_4) << 5) & TRIBES_UPPER;
    unsigned from_right = ((mine & TRIBES_NOT_COLUMN_1) << 3) & TRIBES_UPPER;
    struct tribes_access access;
    access.open = TRIBES_EPOCH_1 | ((mine << 4) & TRIBES_UPPER) | (from_left & s->links_left) |
                  (from_right & s->links_right);           /* A30 */
    access.left = p->arrow ? from_left & ~access.open : 0; /* A28 */
    access.right = p->arrow ? from_right & ~access.open : 0;
    return access;
}

/* Fresh tiles without members: what can wither. */
static inline uint64_t tribes_barren(const struct tribes_seat *p)
{
    return p->ground & ~p->exhausted & ~p->inhabited;
}

/* Exhausted tiles without members: what can be renewed (4.5). */
static inline uint64_t tribes_fallow(const struct tribes_seat *p)
{
    return p->exhausted & ~p->inhabited;
}

/* Members on the territory. */
static inline int tribes_people(const struct tribes_tables *t, const struct tribes_seat *p)
{
    return t->start_members - p->reserve;
}

static inline bool tribes_is_event(int tile)
{
    return tile >= TRIBES_ACTION_TILES && tile < TRIBES_TILES;
}

/* Only who keeps a journal pays for the telling. */
#define TRIBES_TELL(journal, ...) ((journal) ? (void)journal_tell((journal), __VA_ARGS__) : (void)0)

FACETS_OF(tribes);

/* tribes_score.c */
struct tribes_score {
    int total, parts[6];
};
void tribes_scores(const struct ochre_setup *setup, const struct tribes_state *s, struct tribes_score *scores);
bool tribes_shows_points(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer);

/* tribes_json.c */
void tribes_say_stones(const struct tribes_state *s, int slot, struct ochre_text *text);

/* tribes_tensor.c */
enum {
    TRIBES_PLANES_LAND = 7, /* per cell: five resources, exhausted, members */
    TRIBES_PLANES_SEAT = TRIBES_PLANES_LAND * TRIBES_CELLS + 12 + TRIBES_SLOTS,
    TRIBES_PLANES_TABLE = TRIBES_TILES * 2 + TRIBES_SLOTS * (TRIBES_BOARDS + 3) + TRIBES_DECISIONS +
                          TRIBES_RESOURCES * 2 + TRIBES_EVENTS + 6,
};

/* tribes_land.c: the region, and what lies and stands on it */
int tribes_cell_at(int column, int row); /* -1 outside the region */
const char *tribes_cell_name(int cell);
bool tribes_read_cell_name(const char **at, int *cell); /* cell -1 when it is outside (N11) */
void tribes_compile_land(struct tribes_tables *t);
uint64_t tribes_around(const struct tribes_tables *t, uint64_t cells);     /* the cells that touch one of these */
uint64_t tribes_connected(const struct tribes_tables *t, uint64_t ground); /* what of it is reached from d4 */
void tribes_put_land(const struct tribes_tables *t, struct tribes_seat *p, int resource, int cell);
int tribes_resource_on(const struct tribes_seat *p, int cell);
void tribes_put_member(struct tribes_seat *p, int cell);
void tribes_remove_member(struct tribes_seat *p, int cell);
void tribes_layouts(const struct tribes_seat *p, uint8_t layout[6][3]);

/* tribes_names.c */
extern const char tribes_letters[TRIBES_RESOURCES + 1];
extern const char *const tribes_phases[TRIBES_DECISIONS];
extern const char *const tribes_track_ids[TRIBES_TRACKS + 1];
extern const char *const tribes_deed_ids[4];
const char *tribes_tile_id(const struct tribes_tables *t, int tile);
int tribes_tile_by_id(const struct tribes_tables *t, const char *id); /* -1: none */
int tribes_resource_by_letter(char letter);
const char *tribes_seat_letter(int seat); /* A … D */
const char *tribes_said(const struct tribes_tables *t, struct tribes_text words, const struct ochre_tongue *tongue);
void tribes_say_slot(int slot, struct ochre_text *text); /* 2.3 */
/* In the language of the text: "Goat", "Riding", "Explore with a hand". */
const char *tribes_resource_name(const struct tribes_tables *t, int resource, const struct ochre_text *text);
const char *tribes_board_name(const struct tribes_tables *t, int board, const struct ochre_text *text);
const char *tribes_tile_name(const struct tribes_tables *t, int tile, const struct ochre_text *text);

/* tribes_deal.c: set-up */
void tribes_set_up(const struct ochre_setup *setup, struct tribes_state *s, ochre_action outcome,
                   struct ochre_journal *journal);
/* A1: who begins is known; the later seats get their points (2.3). */
void tribes_set_first(const struct ochre_setup *setup, struct tribes_state *s, int seat);
void tribes_arrange(struct tribes_seat *p, int rank);
void tribes_ask_next(const struct ochre_setup *setup, struct tribes_state *s, int seat);

/* tribes_agenda.c: what follows what */
void tribes_begin_action(const struct tribes_tables *t, struct tribes_state *s, int seat, int deed);
void tribes_begin_explore(struct tribes_state *s, int seat, int n);
void tribes_begin(struct tribes_state *s, enum tribes_decision decision, int seat, int left);
void tribes_settle(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal);
void tribes_take(const struct ochre_setup *setup, struct tribes_state *s, int place, struct ochre_journal *journal);
void tribes_end_turn(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal);

/* tribes_events.c */
void tribes_begin_event(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal);
bool tribes_go_on_event(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal);
void tribes_begin_effect(const struct ochre_setup *setup, struct tribes_state *s, int seat,
                         const struct tribes_effect *effect, struct ochre_journal *journal);
int tribes_measured(const struct tribes_tables *t, const struct tribes_seat *p, int measure);
bool tribes_holds(const struct ochre_setup *setup, const struct tribes_state *s, int seat,
                  const struct tribes_condition *condition);

/* tribes_check_agenda.c: what is wrong with what is under way, or NULL */
const char *tribes_check_agenda(const struct ochre_setup *setup, const struct tribes_state *s);

/* tribes_achieve.c */
int tribes_missing(const struct tribes_seat *p, const struct tribes_board_data *board);
bool tribes_can_achieve(const struct tribes_tables *t, const struct tribes_state *s, int seat);
int tribes_achievements(const struct tribes_tables *t, const struct tribes_state *s, int seat, ochre_action *out);
void tribes_complete(const struct ochre_setup *setup, struct tribes_state *s, int slot, int way,
                     struct ochre_journal *journal);
void tribes_place_stone(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal);
void tribes_turn_up(struct tribes_state *s, ochre_action outcome, struct ochre_journal *journal);

/* tribes_phrases.c: what actions and events do, in words (8.3). */
extern const char *const tribes_track_names[TRIBES_TRACKS]; /* to be translated */
enum tribes_amount {
    TRIBES_POINTS,
    TRIBES_MEMBERS,
    TRIBES_LAND,
    TRIBES_EMPTY_LAND,
    TRIBES_FALLOW_LAND, /* empty and exhausted */
    TRIBES_PACES,
    TRIBES_SOME_SHELLS,
};
enum { TRIBES_AMOUNT_SIZE = 96 };
/* "2 points", in a buffer of the caller's. */
const char *tribes_amount(enum tribes_amount of, int n, const struct ochre_text *text, char buffer[TRIBES_AMOUNT_SIZE]);
#define TRIBES_AMOUNT(of, n, text) tribes_amount((of), (n), (text), (char[TRIBES_AMOUNT_SIZE]){0})
bool tribes_has_phrases(const struct tribes_event_data *event);
/* As a choice: "Gain 2 points". */
void tribes_say_choice(const struct tribes_effect *effect, struct ochre_text *text);
/* What an event does: to whoever takes it ("If you are the strongest, you gain 2 points."), or, with a name, of
 * somebody else who has taken it. */
void tribes_event_text(const struct tribes_tables *t, int index, const char *taker, struct ochre_text *text);

/* tribes_acts.c: the moves of a seat, or of chance, as a table; the kinds with cells stand together */
enum tribes_verb {
    TRIBES_SAYS_STOP,
    TRIBES_SAYS_TAKE,      /* index in the row */
    TRIBES_SAYS_TAKE_TILE, /* index in the row, the tile that should stand there */
    TRIBES_SAYS_ACT,
    TRIBES_SAYS_ACHIEVE, /* slot, column the arrow comes from or -1 */
    TRIBES_SAYS_PUT,     /* cell */
    TRIBES_SAYS_LIFT,    /* cell */
    TRIBES_SAYS_EXHAUST, /* cell */
    TRIBES_SAYS_RENEW,   /* cell */
    TRIBES_SAYS_LAY,     /* resource, cell */
    TRIBES_SAYS_WALK,    /* from, to */
    TRIBES_SAYS_PICK,    /* option */
    TRIBES_SAYS_ARRANGE, /* rank of the layout */
    TRIBES_SAYS_DRAWN,   /* resource */
    TRIBES_SAYS_LINED,   /* action tile */
    TRIBES_SAYS_BOARD,   /* (the slot), board */
    TRIBES_SAYS_EVENT,   /* event */
    TRIBES_SAYS_LOT,     /* seat */
    TRIBES_VERBS,
};
const struct acts *tribes_acts(int seat);

/* tribes_why.c: of a move that was said, whether or not it has a number */
const char *tribes_refusal(const struct act_place *place, const struct act_said *said, struct ochre_text *words);

/* tribes_worth.c: in points: all a seat has and may hope for; the best board that it could complete now (*begun: of all
 * boards within reach, by the share of their tiles held); what the decision under way will bring its owner. */
float tribes_worth_of_seat(const struct tribes_tables *t, const struct tribes_state *s, int seat);
float tribes_worth_of_reach(const struct tribes_tables *t, const struct tribes_state *s, int seat, float *begun);
float tribes_worth_of_decision(const struct tribes_tables *t, const struct tribes_state *s, int seat, float best);
/* Fresh empty land one step from a member. */
uint64_t tribes_open_land(const struct tribes_tables *t, const struct tribes_seat *p);

/* tribes_script.c */
bool tribes_read_slot(const char **at, int *slot);
bool tribes_read_slot_key(struct json member, int *slot);
int tribes_lay_out_grid(const struct tribes_tables *t, struct json grid, uint8_t board[TRIBES_SLOTS],
                        struct json *wrong);
int tribes_stack_of(const struct tribes_tables *t, struct json position, int epoch, uint8_t stack[TRIBES_EVENTS]);

#endif
