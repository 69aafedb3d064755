/* game.h: what a game is: its name, its data and five constant tables of functions, its facets.
 *
 *     rules.h   what may happen                 show.h    pictures, JSON and numbers, from views
 *     words.h   moves and events as text        think.h   estimates, for players that search
 *                                               read.h    positions, packs, records and cases from outside
 *
 * Whoever needs only the rules includes only rules.h; this header has the nouns they all share. A game allocates
 * nothing, does no I/O, reads no clock and uses no random number it was not handed.
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
/* Only who keeps a journal pays for the telling: the arguments are not even worked out without one. */
#define journal_tell(journal, kind, ...)                                                                               \
    ((journal) ? journal_add((journal), (kind), (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)),                     \
                             (const int[]){__VA_ARGS__})                                                               \
               : NULL)

/* The event as this viewer may hear it: closed arguments become OCHRE_UNHEARD. */
struct ochre_event journal_heard(const struct ochre_event *event, int viewer);

/* ---- terms and setup ---- */

enum { OCHRE_OPTIONS_MAX = 16, OCHRE_WORD_SIZE = 24, OCHRE_TABLES_MAX = 64 * 1024 };

/* An option is a choice of words, a number in a range, or a word of the game's own making. */
struct ochre_option {
    const char *name;             /* in notation; people read the title */
    const char *title;            /* to be translated */
    const char *const *choices;   /* words, NULL-terminated; NULL: not a choice */
    int min, max;                 /* range of a number; min > max: a free word */
    const char *fallback;         /* the default, as text */
    const char *offer;            /* what a new table is offered with; NULL: the default */
    const char *about;            /* one line for help, to be translated */
    const char *const *phrases;   /* what each choice means, in their order, to be translated; NULL: not a choice */
    const ochre_seats *for_seats; /* by choice: bit n: it can be with n seats; NULL: with any number */
};
#define OPTION_ANY OCHRE_ALL_SEATS

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

/* What somebody asks for before play. setup_make checks it. */
struct ochre_terms {
    const struct ochre_game *game;
    int seats;                     /* 0: the game's usual number */
    bool given[OCHRE_OPTIONS_MAX]; /* was this option named? */
    struct ochre_option_value option[OCHRE_OPTIONS_MAX];
    const struct ochre_pack *pack; /* NULL: the default pack */
    struct json position;          /* the position play begins from; may adjust components for a test */
};

/* What was agreed before play; never changes afterwards. Filled by setup_make, which calls compile. */
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
    bool is_draw;                               /* the winners share a draw, not a victory */
    const char *reason;                         /* how it ended, one English phrase to be translated */
};

/* ---- the game ---- */

struct ochre_rules;
struct ochre_words;
struct ochre_show;
struct ochre_think;
struct ochre_read;

struct ochre_game {
    const char *id;       /* "dice" */
    const char *name;     /* "Sapiens (dice)" */
    const char *designer; /* credited wherever the game is named; "": not known */
    const char *about;    /* one line, to be translated */
    int rules_version;    /* grows when an old log would no longer replay */
    int seats_min, seats_max, seats_usual;
    ochre_seats seat_counts;               /* bit n: n seats may play */
    bool is_internal;                      /* not offered to players */
    const char *position_key;              /* a position that is no JSON is taken as this member ("fen"); NULL: none */
    const struct ochre_option *options;    /* name NULL after the last */
    const struct ochre_event_kind *events; /* id NULL after the last */
    const char *pack_format;               /* "format" of its packs, or NULL: a game without packs */
    const char *default_pack;              /* text of the built-in pack, or NULL */

    const struct ochre_rules *rules;
    const struct ochre_words *words;
    const struct ochre_show *show;
    const struct ochre_think *think;
    const struct ochre_read *read;
};

/* What a list of games says of one, as members: id, name, designer, about, rules, seats, options; in the words' tongue.
 */
void game_write_about(const struct ochre_game *game, const struct ochre_text *words, struct json_writer *writer);

/* "p1" … "p4", "*" for chance. */
const char *seat_code(int seat);
int seat_from_code(const char *code);                            /* -1 when it is none */
void seats_write(ochre_seats seats, struct json_writer *writer); /* a list of codes */

/* ---- bytes ---- */

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

#endif
