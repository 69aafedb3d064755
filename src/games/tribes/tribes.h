/* tribes.h: state, tables and numbers of tribes (docs/rules/tribes.md). Only this folder and the tests include it.
 *
 * Rule numbers (4.5), rulings (A12) and prohibitions (N8) are those of docs/rules/tribes.md. */
#ifndef OCHRE_GAMES_TRIBES_H
#define OCHRE_GAMES_TRIBES_H

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

enum tribes_track { TRIBES_PROCREATION, TRIBES_EXPLORATION, TRIBES_MOVEMENT, TRIBES_STRENGTH };

/* Action tiles P, E, M, P+, E+, M+; tile % 3 is the action and its track, tile / 3 the hand. */
enum tribes_deed { TRIBES_PROCREATE, TRIBES_EXPLORE, TRIBES_MOVE };

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
    TRIBES_OUTCOMES = 848,
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
enum { TRIBES_OPEN_SCORES, TRIBES_START_ARRANGEMENT, TRIBES_ROUND_LIMIT };
enum { TRIBES_SCORES_OPEN, TRIBES_SCORES_CLOSED };
enum { TRIBES_ARRANGED_AUTO, TRIBES_ARRANGED_CHOOSE };

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
};

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
    TRIBES_GAIN_POINTS, /* up to TAKE_SHELLS: those with a phrase in 8.3 */
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

struct tribes_words {
    uint16_t in[TRIBES_LANGUAGES];
};

struct tribes_resource_data {
    char id[TRIBES_ID_SIZE];
    uint8_t count;
    struct tribes_words name;
};

struct tribes_track_data {
    uint8_t value[TRIBES_LEVELS_MAX], points[TRIBES_LEVELS_MAX];
};

struct tribes_board_data {
    char id[TRIBES_ID_SIZE];
    uint8_t epoch, resource, need, track;
    uint8_t points[TRIBES_SPACES], symbol[TRIBES_SPACES];
    struct tribes_words name;
};

struct tribes_event_data {
    char id[TRIBES_ID_SIZE];
    uint8_t epoch, clause_count;
    struct tribes_clause clause[TRIBES_CLAUSES_MAX];
    struct tribes_words name, text;
};

struct tribes_tables {
    uint64_t around[TRIBES_CELLS];                      /* neighbouring cells */
    uint8_t neighbour[TRIBES_CELLS][TRIBES_DIRECTIONS]; /* TRIBES_NO_CELL outside */
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
    uint8_t turn;            /* seat on turn; in set-up the seat that draws */
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

static inline struct tribes_state *tribes(struct ochre_state *state)
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

#define TRIBES_BIT(cell) ((uint64_t)1 << (cell))

/* How many bits are set. Not the compiler's builtin: without a machine instruction it calls into a library. */
static inline int tribes_count(uint64_t cells)
{
    cells -= (cells >> 1) & 0x5555555555555555u;
    cells = (cells & 0x3333333333333333u) + ((cells >> 2) & 0x3333333333333333u);
    return (int)((((cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u) >> 56);
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
#define tribes_tell(journal, ...) ((journal) ? (void)journal_tell((journal), __VA_ARGS__) : (void)0)

/* tribes_rules.c: the doors of the rules */
void tribes_start(const struct ochre_setup *setup, struct ochre_state *state);
ochre_seats tribes_pending(const struct ochre_setup *setup, const struct ochre_state *state);
int tribes_legal(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
uint32_t tribes_weight(const struct ochre_setup *setup, const struct ochre_state *state, ochre_action outcome);
void tribes_apply(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal);
void tribes_layouts(const struct tribes_seat *p, uint8_t layout[6][3]);

/* tribes_score.c */
struct tribes_score {
    int total, parts[6];
};
void tribes_scores(const struct ochre_setup *setup, const struct tribes_state *s, struct tribes_score *scores);
void tribes_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
void tribes_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);

/* tribes_judge.c */
void tribes_judge(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);
/* Fresh empty land one step from a member. */
uint64_t tribes_open_land(const struct tribes_tables *t, const struct tribes_seat *p);
/* In points: the boards that a seat is near to, *best the best that could be completed now; and what the decision under
 * way will bring its owner. */
float tribes_worth_of_reach(const struct tribes_tables *t, const struct tribes_state *s, int seat, float *best);
float tribes_worth_of_decision(const struct tribes_tables *t, const struct tribes_state *s, int seat, float best);

/* tribes_appraise.c */
void tribes_appraise(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);

/* tribes_agenda.c: what follows what */
void tribes_put_land(const struct tribes_tables *t, struct tribes_seat *p, int resource, int cell);
void tribes_put_member(struct tribes_seat *p, int cell);
void tribes_remove_member(struct tribes_seat *p, int cell);
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

/* tribes_achieve.c */
struct tribes_access {
    unsigned open;        /* slots reached directly or by a link */
    unsigned left, right; /* slots the own arrow would reach from that side */
};
struct tribes_access tribes_accesses(const struct tribes_state *s, int seat);
bool tribes_can_pay(const struct tribes_seat *p, const struct tribes_board_data *board);
int tribes_missing(const struct tribes_seat *p, const struct tribes_board_data *board);
int tribes_achievements(const struct tribes_tables *t, const struct tribes_state *s, int seat, ochre_action *out);
void tribes_complete(const struct ochre_setup *setup, struct tribes_state *s, int slot, int way,
                     struct ochre_journal *journal);
void tribes_place_stone(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal);
void tribes_turn_up(const struct tribes_tables *t, struct tribes_state *s, ochre_action outcome,
                    struct ochre_journal *journal);

/* tribes_pack.c */
int tribes_read_pack(struct tribes_tables *t, struct json pack, struct ochre_error *error);
int tribes_replace_events(struct tribes_tables *t, struct json list, struct ochre_error *error);
void tribes_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines);
/* tribes_clauses.c */
int tribes_read_clauses(struct tribes_event_data *event, struct json clauses, struct ochre_error *error);
bool tribes_has_phrases(const struct tribes_event_data *event);
extern const char *const tribes_track_ids[TRIBES_TRACKS];
extern const char *const tribes_deed_ids[3];
int tribes_word_index(const char *const words[], int count, struct json value);
int tribes_fault(struct ochre_error *error, const char *rule, struct json at, const char *expected);

/* tribes_words.c */
enum { TRIBES_NAME_SIZE = 3 };
const char *tribes_cell_name(int cell, char name[TRIBES_NAME_SIZE]);
#define CELL(cell) tribes_cell_name((cell), (char[TRIBES_NAME_SIZE]){0})
int tribes_cell_at(int column, int row);                /* -1 outside the region */
bool tribes_read_cell_name(const char **at, int *cell); /* cell -1 when it is outside (N11) */
const char *tribes_tile_id(const struct tribes_tables *t, int tile);
int tribes_tile_by_id(const struct tribes_tables *t, const char *id); /* -1: none */
const char *tribes_said(const struct tribes_tables *t, struct tribes_words words, const struct ochre_tongue *tongue);
int tribes_resource_by_letter(char letter);
extern const char tribes_letters[TRIBES_RESOURCES + 1];
extern const char *const tribes_phases[TRIBES_DECISIONS];
const char *tribes_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
const char *tribes_seat_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
void tribes_note_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note);
void tribes_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text);
const char *tribes_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words);

/* tribes_why.c: a move as it was written, also one without a number */
enum tribes_token_kind {
    TRIBES_SAYS_STOP,
    TRIBES_SAYS_TAKE,
    TRIBES_SAYS_ACT,
    TRIBES_SAYS_ACHIEVE,
    TRIBES_SAYS_PUT,
    TRIBES_SAYS_LIFT,
    TRIBES_SAYS_EXHAUST,
    TRIBES_SAYS_RENEW,
    TRIBES_SAYS_LAY,
    TRIBES_SAYS_WALK,
    TRIBES_SAYS_PICK,
    TRIBES_SAYS_ARRANGE,
};

struct tribes_token {
    uint8_t kind;
    int cell, to;   /* cells, -1 outside the region */
    int place;      /* in the row, or the option picked */
    int tile;       /* the check of T3=E+: its tile, -1 unknown, TRIBES_NONE without a check */
    int slot, from; /* board, and column the arrow comes from (1 … 4), 0 without arrow */
    int resource;   /* of LAY */
    int rank;       /* of ARRANGE, -1: no such layout */
};

struct tribes_token tribes_token_of(const struct tribes_tables *t, ochre_action action);
const char *tribes_refusal(const struct ochre_setup *setup, const struct tribes_state *s, int seat,
                           const struct tribes_token *token, struct ochre_text *words);
const char *tribes_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words);

/* tribes_story.c */
void tribes_event_text(const struct tribes_tables *t, int index, struct ochre_text *text);
void tribes_prompt(const struct tribes_tables *t, const struct tribes_state *s, struct ochre_text *text);
void tribes_story(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                  struct ochre_text *text);

/* tribes_show.c */
void tribes_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);

/* tribes_view.c */
bool tribes_shows_points(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer);
void tribes_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer);
void tribes_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch);
bool tribes_fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json);

/* tribes_printed.c */
void tribes_write_printed(const struct ochre_setup *setup, const struct tribes_state *s, struct json_writer *writer);

/* tribes_read.c */
int tribes_terms_of(struct json position, struct ochre_terms *terms, struct ochre_error *error);
int tribes_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error);

/* tribes_script.c */
bool tribes_next_word(const char **at, char *word, size_t size);
bool tribes_read_slot(const char **at, int *slot);
bool tribes_read_slot_key(struct json member, int *slot);
int tribes_lay_out_grid(const struct tribes_tables *t, struct json grid, uint8_t board[TRIBES_SLOTS], char wrong[40]);
int tribes_stack_of(const struct tribes_tables *t, struct json position, int epoch, uint8_t stack[TRIBES_EVENTS]);
ochre_action tribes_foretell(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count);

bool tribes_speak(const struct ochre_setup *setup, const struct ochre_view *view, const char *line, int *at, int *seat,
                  struct ochre_text *move);

/* tribes_tensor.c */
enum {
    TRIBES_PLANES_LAND = 7, /* per cell: five resources, exhausted, members */
    TRIBES_PLANES_SEAT = TRIBES_PLANES_LAND * TRIBES_CELLS + 12 + TRIBES_SLOTS,
    TRIBES_PLANES = OCHRE_SEATS_MAX * TRIBES_PLANES_SEAT + TRIBES_TILES * 2 + TRIBES_SLOTS * (TRIBES_BOARDS + 3) +
                    TRIBES_DECISIONS + TRIBES_RESOURCES * 2 + TRIBES_EVENTS + 6,
};
void tribes_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

/* tribes_check.c */
const char *tribes_check(const struct ochre_setup *setup, const struct ochre_state *state);

/* tribes_ask.c: what is asked, and moves as somebody says them who chooses */
void tribes_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text);
void tribes_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text);

#endif
