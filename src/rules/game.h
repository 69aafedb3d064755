/* game.h: the one interface between the games and everything else.
 *
 * A game is a constant table of functions. It allocates nothing, does no I/O, reads no clock and uses no random number
 * it was not handed. The nouns are those of docs/architecture.md: setup, seat, state, view, action, move, event.
 *
 * What holds for every game (the laws in tests/laws prove it):
 *   - a state is plain bytes without pointers; copying is memcpy, comparing is memcmp;
 *   - chance is a seat; nothing about the future exists in a state;
 *   - several pending seats choose at once, unseen; the last one resolves;
 *   - apply is a function: same state, same action, same bytes, with or without a journal;
 *   - a view is a state with holes, and another C type: what shows, encodes or thinks gets views. */
#ifndef OCHRE_RULES_GAME_H
#define OCHRE_RULES_GAME_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/canvas.h"
#include "base/error.h"
#include "base/json.h"
#include "base/rng.h"
#include "base/text.h"

/* ---- seats ---- */

enum { OCHRE_SEATS_MAX = 4 };

/* Seats are 0 … seats-1; these stand beside them. */
enum {
    OCHRE_CHANCE = 4,    /* the seat that rolls and draws */
    OCHRE_NOBODY = 5,    /* a watcher without a seat: sees what is public */
    OCHRE_EVERYBODY = 6, /* the all-seeing view: logs, cases, finished plays */
};

/* A set of seats: bit n is seat n (OCHRE_CHANCE and OCHRE_NOBODY included). */
typedef uint8_t ochre_seats;

#define SEAT_BIT(seat) ((ochre_seats)(1u << (seat)))
enum { OCHRE_ALL_SEATS = 0x7F };

static inline bool seats_has(ochre_seats set, int seat)
{
    return (set >> seat) & 1;
}

/* The lowest seat of a set that is not empty. */
static inline int seats_first(ochre_seats set)
{
    return __builtin_ctz(set);
}

/* ---- actions, states, views ---- */

/* A dense number, 0 … setup->actions-1 (for chance: setup->chance_actions-1). */
typedef uint32_t ochre_action;
#define OCHRE_NO_ACTION ((ochre_action)UINT32_MAX)

enum { OCHRE_STATE_MAX = 4096, OCHRE_MOVE_SIZE = 64 };

/* The whole truth, as plain bytes; a game lays its own struct over them. Only setup->state_size bytes count. */
struct ochre_state {
    _Alignas(64) unsigned char bytes[OCHRE_STATE_MAX];
};

/* The same bytes with holes: what one seat may know. */
struct ochre_view {
    _Alignas(64) unsigned char bytes[OCHRE_STATE_MAX];
};

/* What stands in a hole of a byte-sized field. */
enum { OCHRE_UNKNOWN = 0xFF };

/* ---- events ---- */

enum { OCHRE_EVENT_ARGS = 8, OCHRE_JOURNAL_MAX = 256 };

/* An argument that the listener may not hear. */
enum { OCHRE_UNHEARD = INT16_MIN };

/* Something told: args[0 … open) to everybody, the rest to the seats in seen_by. */
struct ochre_event {
    uint8_t kind; /* index into game->events */
    uint8_t count, open;
    ochre_seats seen_by;
    int16_t args[OCHRE_EVENT_ARGS];
};

struct ochre_event_kind {
    const char *id;   /* on the wire: "capture" */
    const char *args; /* names of the arguments, separated by blanks: "seat from to" */
};

/* The events of one apply. */
struct ochre_journal {
    int count;
    struct ochre_event events[OCHRE_JOURNAL_MAX];
};

/* Adds an event everybody hears; a NULL journal takes nothing. Returns the event (NULL without a journal or when it
 * is full), so that the caller may close a part of it. */
struct ochre_event *journal_add(struct ochre_journal *journal, int kind, int count, const int args[]);
#define journal_tell(journal, kind, ...)                                                                               \
    journal_add((journal), (kind), (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (const int[]){__VA_ARGS__})

/* The event as this viewer may hear it: closed arguments become OCHRE_UNHEARD. */
struct ochre_event journal_heard(const struct ochre_event *event, int viewer);

/* ---- terms and setup ---- */

enum { OCHRE_OPTIONS_MAX = 16, OCHRE_WORD_SIZE = 24, OCHRE_TABLES_MAX = 64 * 1024 };

/* An option is a choice of words, a number in a range, or a word of the game's own making. */
struct ochre_option {
    const char *name;
    const char *const *choices; /* words, NULL-terminated; NULL: not a choice */
    int min, max;               /* range of a number; min > max: a free word */
    const char *fallback;       /* the default, as text */
    const char *about;          /* one line for help, to be translated */
};

struct ochre_option_value {
    int32_t number;             /* index of the choice, or the number */
    char word[OCHRE_WORD_SIZE]; /* as text, always filled */
};

/* Components as data. The text and its nodes belong to the caller and outlive every setup made from it. */
struct ochre_pack {
    const char *file; /* for error messages; "built in" for the default */
    char hash[65];    /* of the canonical JSON, hexadecimal; "" when not computed */
    struct json_doc doc;
};

struct ochre_game;

/* What somebody asks for before play. ochre_setup_make checks it. */
struct ochre_terms {
    const struct ochre_game *game;
    int seats;                     /* 0: the game's usual number */
    bool given[OCHRE_OPTIONS_MAX]; /* was this option named? */
    struct ochre_option_value option[OCHRE_OPTIONS_MAX];
    const struct ochre_pack *pack; /* NULL: the default pack */
    struct json position;          /* the position play begins from; may adjust components for a test */
};

/* What was agreed before play; never changes afterwards. Filled by ochre_setup_make, which calls compile. */
struct ochre_setup {
    const struct ochre_game *game;
    int seats;
    struct ochre_option_value option[OCHRE_OPTIONS_MAX];
    const struct ochre_pack *pack; /* NULL for a game without packs */

    /* Filled by compile. */
    uint32_t actions, chance_actions; /* how many action numbers there are */
    uint32_t legal_max;               /* a list this long is always enough, for chance too */
    uint32_t state_size;              /* bytes of a state, at most OCHRE_STATE_MAX */
    uint32_t search_size;             /* leading bytes a search copies (state_size unless the tail is only history) */
    uint32_t observe_size;            /* floats written by observe */
    uint32_t moves_max;               /* a play is over after at most this many moves, chance included */
    _Alignas(64) unsigned char tables[OCHRE_TABLES_MAX];
};

/* ---- results ---- */

enum { OCHRE_PARTS_MAX = 8 };

struct ochre_outcome {
    float payoff[OCHRE_SEATS_MAX];              /* 1 shared among the winners; what a seat plays for */
    int rank[OCHRE_SEATS_MAX];                  /* 1 = first; equal places share a rank */
    int score[OCHRE_SEATS_MAX];                 /* points, where the game has some */
    int part[OCHRE_SEATS_MAX][OCHRE_PARTS_MAX]; /* what the score is made of */
    const char *part_name[OCHRE_PARTS_MAX];     /* English, to be translated; NULL after the last */
    bool has_no_points;                         /* the parts are worth telling, but their sum is no score */
    ochre_seats winners;                        /* may be none */
    const char *reason;                         /* how it ended, one English phrase to be translated */
};

/* The things one points at, in order, to mean an action: squares, cards, buttons, as short ids. */
enum { OCHRE_TOUCH_MAX = 6, OCHRE_TOUCH_SIZE = 16 };

struct ochre_touch {
    int count;
    char id[OCHRE_TOUCH_MAX][OCHRE_TOUCH_SIZE];
};

/* Counts of perft, one per root move. The arrays are the caller's, setup->legal_max long. */
struct ochre_divide {
    uint32_t count;
    ochre_action *action;
    uint64_t *nodes;
};

/* ---- acceptance cases: what only this game can say about its positions ---- */

struct ochre_case_words {
    /* The chance outcome that the position's script names next (OCHRE_NO_ACTION: none), given what chance has done
     * since. */
    ochre_action (*foretell)(const struct ochre_setup *setup, struct json given, const struct ochre_state *state,
                             const ochre_action *drawn, int drawn_count);
    /* The next small move of a spoken line ("N: hunt p10 h1 h2"), with its seat; *at is the caller's cursor, 0 at
     * first. False when the line has been said to its end. */
    bool (*speak)(const struct ochre_setup *setup, const struct ochre_view *view, const char *line, int *at, int *seat,
                  struct ochre_text *move);
    /* A fact that is not a path into the all-seeing view, as JSON; false when this is no such fact. */
    bool (*fact)(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json);
};

/* ---- records: a whole play in the form that people of this game write down (docs/notation.md) ---- */

enum { OCHRE_RECORD_TEXT = 1024, OCHRE_RECORD_WORD = 96, OCHRE_RECORD_STEP = 512 };

/* What stands around the moves of a record; "" or 0 where a form does not say it. */
struct ochre_record_head {
    int seats;
    int option_count;
    char option[OCHRE_OPTIONS_MAX][OCHRE_RECORD_WORD]; /* "name=value" */
    char pack[OCHRE_RECORD_WORD];                      /* its id */
    char pack_hash[OCHRE_RECORD_WORD];
    char position[OCHRE_RECORD_TEXT]; /* as text under position_key, or as JSON */
    const char *position_at;          /* where it stands, for messages */
    char result[OCHRE_RECORD_WORD];   /* as the record says it */
    const char *result_at;
};

/* Where a reader of a record is. */
struct ochre_record_place {
    const char *at;   /* the next character to read; the text ends in NUL */
    const char *from; /* where the last word or line began, for messages */
    int said;         /* how far the line has been said, where one line is several moves */
};

/* What a writer remembers from one step to the next. All 0 at the beginning. */
struct ochre_record_pen {
    int steps; /* steps written so far */
    int seat, head;
    bool is_open;   /* a line has been begun and not ended */
    bool has_begun; /* somebody but chance has moved */
};

/* A step of a play to be written: the view (OCHRE_EVERYBODY) before it. */
struct ochre_record_step {
    const struct ochre_view *before;
    int seat;
    ochre_action action; /* OCHRE_NO_ACTION: the seat gives up */
    bool is_end;         /* the play is over with it */
};

struct ochre_record_form {
    char mark;             /* a text that begins with it is such a record */
    const char *suffix;    /* what the names of such files usually end in */
    bool has_no_positions; /* only whole plays can be written, from the game's own start */

    /* Reading. head reads up to the moves. next gives the next small move, from the all-seeing view of where the play
     * stands ("resign" where somebody gives up): 1, or 0 at the end, or -1 with an error. */
    int (*read_head)(struct ochre_record_place *place, struct ochre_record_head *head, struct ochre_error *error);
    int (*next)(const struct ochre_setup *setup, const struct ochre_record_head *head, const struct ochre_view *view,
                struct ochre_record_place *place, int *seat, struct ochre_text *move, struct ochre_error *error);
    /* Is it right to end a play that no rule has ended like this (the players agreed)? */
    bool (*may_agree)(const struct ochre_setup *setup, const struct ochre_view *view, const char *result);

    /* Writing. result: how the play ended or that it goes on, from the all-seeing view. */
    void (*result)(const struct ochre_setup *setup, const struct ochre_view *view, struct ochre_text *text);
    void (*write_head)(const struct ochre_setup *setup, const struct ochre_view *start,
                       const struct ochre_record_head *head, struct ochre_text *text);
    void (*write_step)(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                       const struct ochre_record_head *head, const struct ochre_record_step *step,
                       struct ochre_text *text);
    void (*write_end)(const struct ochre_setup *setup, struct ochre_record_pen *pen,
                      const struct ochre_record_head *head, struct ochre_text *text);
};

/* ---- duels: what looking ahead move by move asks of a game ---- */

/* A move as a search orders it. */
struct ochre_duel_move {
    ochre_action action;
    int32_t gain; /* more than 0: it takes something of about this worth; 0: a quiet move */
};

/* For setups with two sides, no chance and no secrets. A node is the first setup->search_size bytes of a state, at an
 * address fit for any type; the history behind it is not there, so repetition is the search's to see. Sides are 0 and
 * 1. Results and worth are those of the side to move. */
struct ochre_duel {
    bool (*suits)(const struct ochre_setup *setup);
    int (*side_of)(const struct ochre_setup *setup, int seat);
    /* The position with the side to move, and the clock too where it soon decides. */
    uint64_t (*key)(const struct ochre_setup *setup, const void *node);
    /* Keys of the positions that may come again, oldest first; the position itself is the last. */
    int (*past)(const struct ochre_setup *setup, const struct ochre_state *state, const uint64_t **keys);
    /* How many moves ago something happened that can never be undone, and the key as `past` has it. */
    uint32_t (*clock)(const struct ochre_setup *setup, const void *node);
    uint64_t (*past_key)(const struct ochre_setup *setup, const void *node);
    /* Over? Then *result is 1, 0 or -1. */
    bool (*is_over)(const struct ochre_setup *setup, const void *node, int *result);
    /* The result if the play ended here by repetition. */
    int (*repeated)(const struct ochre_setup *setup, const void *node);
    /* All moves, or only those that take something; of the latter the hopeless may be left out. */
    int (*moves)(const struct ochre_setup *setup, const void *node, bool only_loud, struct ochre_duel_move *out);
    void (*play)(const struct ochre_setup *setup, void *node, ochre_action action);
    void (*pass)(const struct ochre_setup *setup, void *node); /* the other side moves; no rule, but good to know */
    int (*worth)(const struct ochre_setup *setup, const void *node); /* hundredths of the smallest unit */
};

/* ---- the game ---- */

/* Entries marked (optional) may be NULL. `setup` always comes first. */
struct ochre_game {
    const char *id;       /* "dice" */
    const char *name;     /* "Sapiens (dice)" */
    const char *designer; /* credited wherever the game is named; "": not known */
    const char *about;    /* one line, to be translated */
    int rules_version;    /* grows when an old log would no longer replay */
    int seats_min, seats_max, seats_usual;
    ochre_seats seat_counts;                /* bit n: n seats may play */
    bool is_internal;                       /* not offered to players */
    const char *position_key;               /* a position that is no JSON is taken as this member ("fen"); NULL: none */
    const struct ochre_option *options;     /* name NULL after the last */
    const struct ochre_event_kind *events;  /* id NULL after the last */
    const char *pack_format;                /* "format" of its packs, or NULL: a game without packs */
    const char *default_pack;               /* text of the built-in pack, or NULL */
    const struct ochre_case_words *cases;   /* (optional) */
    const struct ochre_record_form *record; /* (optional) */

    /* Before play. terms_of (optional): what a position says about seats and options. compile is the only function
     * that may refuse the terms; it reads setup->option and the pack and fills the rest of the setup. */
    int (*terms_of)(struct json position, struct ochre_terms *terms, struct ochre_error *error);
    int (*compile)(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error);
    void (*start)(const struct ochre_setup *setup, struct ochre_state *state);

    /* The rules. legal works on a state, and for a seat's own moves just as well on its view (ochre_own_moves).
     * For a seat that is not pending it lists its interrupts: moves it may make without being asked. */
    ochre_seats (*pending)(const struct ochre_setup *setup, const struct ochre_state *state);
    int (*legal)(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *out);
    uint32_t (*weight)(const struct ochre_setup *setup, const struct ochre_state *state,
                       ochre_action outcome); /* (optional) */
    void (*apply)(const struct ochre_setup *setup, struct ochre_state *state, int seat, ochre_action action,
                  struct ochre_journal *journal);
    /* standing: how many points everybody has and what they are made of (score, part, part_name, has_no_points; the
     * rest is 0). Of every state, from the start on: before anything is dealt everybody has nothing. A secret, where
     * the game has some: not for somebody in play.
     * outcome: the standing, and how it ended. Only of a play that is over (pending is empty): asserted. */
    void (*standing)(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);
    void (*outcome)(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);

    /* (optional) The seat leaves the play (it resigns or runs out of time) and the others go on. Without it a
     * resignation ends the play. */
    void (*leave)(const struct ochre_setup *setup, struct ochre_state *state, int seat, struct ochre_journal *journal);
    /* (optional) May the table not talk now? */
    bool (*is_hushed)(const struct ochre_setup *setup, const struct ochre_state *state);

    /* Hidden information; redact and determinize work in place. A game without secrets leaves all three NULL.
     * witnesses: the viewers (OCHRE_NOBODY among them) that see the action itself rather than that one was made.
     * determinize: the view becomes a state the seat cannot rule out; false when the view is impossible. */
    void (*redact)(const struct ochre_setup *setup, struct ochre_state *state, int viewer);
    bool (*determinize)(const struct ochre_setup *setup, struct ochre_view *view, int seat, struct ochre_rng *rng);
    ochre_seats (*witnesses)(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                             ochre_action action);

    /* Words, from views. Notation is ASCII without blanks and the same in every language.
     * seat_name: what people call the seat, English to be translated; seat_key: its name in notation ("N"), or NULL
     * for p1 … p4. format_move with OCHRE_NO_ACTION writes what somebody reads who did not witness the move.
     * parse_move and why_not return NULL when all is well, else the number of the rule that forbids it ("notation"
     * when it is no move at all) and, when `words` is given, a sentence. why_not is asked about any action number.
     * note_move: what a reader may want to know behind the move, in a word of notation; nothing where the move says
     * all. tell: an event as a sentence, as the listener may hear it. */
    const char *(*seat_name)(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
    const char *(*seat_key)(const struct ochre_setup *setup, const struct ochre_view *view, int seat); /* (optional) */
    void (*format_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                        struct ochre_text *text);
    void (*note_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *note); /* (optional) */
    /* (optional) say_ask: what the seat is asked, in one sentence. say_move: what a move does, as somebody says it who
     * chooses ("end the turn"); nothing where the first event of the move says it as well. Both for the seat itself,
     * from its own view. */
    void (*say_ask)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text);
    void (*say_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text);
    const char *(*parse_move)(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                              const char *text, ochre_action *action, struct ochre_text *words);
    const char *(*why_not)(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words);
    void (*tell)(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text);

    /* Pictures and numbers, from views made for `viewer`. write_view writes the members of an object that is already
     * open; "phase" is always among them. */
    void (*draw)(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);
    void (*write_view)(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer);
    void (*touch)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch);
    void (*observe)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);

    /* Doors and estimates. read_state: a position typed in, fully checked. judge: a quick estimate of what every seat
     * plays for (0 … 1), for search on imagined states; of a finished play, what came of it. check: what is wrong with
     * this state, or NULL. */
    int (*read_state)(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error);
    void (*judge)(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);
    /* How far ahead judge has to be asked to be worth believing: a tree search first plays on so many decisions, each
     * the best of so many moves by judge (0: of all). 0: at once. */
    int foresight, foresight_moves;
    /* (optional) A better estimate than judge, too slow to be asked about every move: what a tree search believes at
     * the end of its foresight. */
    void (*appraise)(const struct ochre_setup *setup, const struct ochre_state *state, float payoff[OCHRE_SEATS_MAX]);
    const char *(*check)(const struct ochre_setup *setup, const struct ochre_state *state);

    /* (optional) What is odd but allowed in the setup's pack, one English line each. */
    void (*pack_warnings)(const struct ochre_setup *setup, struct ochre_text *lines);

    /* (optional) Leaves of the move tree, with the game's own shortcuts; `bulk` counts the last ply without playing it.
     * divide may be NULL. Without this entry the laboratory counts with legal and apply. */
    uint64_t (*perft)(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,
                      struct ochre_divide *divide);
    const struct ochre_duel *duel; /* (optional) for players that look ahead move by move */
};

/* ---- helpers that every caller needs ---- */

static inline void state_copy(const struct ochre_setup *setup, struct ochre_state *to, const struct ochre_state *from)
{
    memcpy(to->bytes, from->bytes, setup->state_size);
}

static inline bool state_equal(const struct ochre_setup *setup, const struct ochre_state *a,
                               const struct ochre_state *b)
{
    return memcmp(a->bytes, b->bytes, setup->state_size) == 0;
}

static inline bool view_equal(const struct ochre_setup *setup, const struct ochre_view *a, const struct ochre_view *b)
{
    return memcmp(a->bytes, b->bytes, setup->state_size) == 0;
}

/* What `viewer` may know of the state. OCHRE_EVERYBODY sees all of it. */
void state_look(const struct ochre_setup *setup, const struct ochre_state *state, int viewer, struct ochre_view *view);

/* A state that `seat` cannot rule out. False when the view is impossible. */
bool view_imagine(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_rng *rng,
                  struct ochre_state *state);

/* A seat's own moves, from its view alone. */
int view_moves(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action *out);
ochre_seats view_pending(const struct ochre_setup *setup, const struct ochre_view *view);

/* Who sees the action itself. */
ochre_seats move_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,
                           ochre_action action);

/* The odds of an outcome. */
static inline uint32_t chance_weight(const struct ochre_setup *setup, const struct ochre_state *state,
                                     ochre_action outcome)
{
    return setup->game->weight ? setup->game->weight(setup, state, outcome) : 1;
}

/* Picks one of the outcomes with its odds: `roll` maps a total to a number below it. */
ochre_action chance_pick(const struct ochre_setup *setup, const struct ochre_state *state, const ochre_action *outcomes,
                         int count, uint32_t (*roll)(void *from, uint32_t total), void *from);

/* The same from the small generator, for search and tests. */
ochre_action chance_sample(const struct ochre_setup *setup, const struct ochre_state *state,
                           const ochre_action *outcomes, int count, struct ochre_rng *rng);

/* Is `action` in an ascending list? */
bool legal_has(const ochre_action *list, int count, ochre_action action);

/* What a list of games says of one, as members: id, name, designer, about, rules, seats, options; in the words' tongue.
 */
void game_write_about(const struct ochre_game *game, const struct ochre_text *words, struct json_writer *writer);

/* "p1" … "p4", "*" for chance. */
const char *seat_code(int seat);
int seat_from_code(const char *code); /* -1 when it is none */

#endif
