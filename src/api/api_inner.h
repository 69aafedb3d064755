/* api_inner.h: what the files of the public library share: a setup with its owners, and the mark behind every state
 * and view that says which setup it belongs to, and whose view it is. */
#ifndef OCHRE_API_API_INNER_H
#define OCHRE_API_API_INNER_H

#include <ochre/ochre.h>

#include <stdatomic.h>

#include "rules/plan.h"
#include "rules/rules.h"

_Static_assert(OCHRE_SEAT_CHANCE == OCHRE_CHANCE && OCHRE_SEAT_WATCHER == OCHRE_NOBODY &&
                   OCHRE_SEAT_ALL == OCHRE_EVERYBODY && OCHRE_TEXT_SIZE == OCHRE_MOVE_SIZE &&
                   OCHRE_SEATS == OCHRE_SEATS_MAX && sizeof(ochre_lot) == sizeof(struct ochre_rng),
               "the public header repeats numbers of the rules");

/* A setup as the library hands it out: a pointer to the first member. */
struct shared_setup {
    struct ochre_setup setup;
    uint64_t fingerprint;
    uint32_t mark_at;         /* where the mark stands in states and views */
    uint32_t size;            /* bytes of a state or view with its mark */
    struct ochre_rules rules; /* those of the game, two steps nearer */
    struct ochre_state start; /* where play begins, marked */
    struct ochre_pack pack;
    char *pack_text; /* NULL: the text is the game's own */
    char *pack_file; /* its name, for errors */
    struct json_node *pack_nodes;
    struct ochre_plan plan;
    atomic_uint owners;
};

/* The mark is one number behind the bytes: the fingerprint of the setup, and what is added to it says what they are. */
enum { MARK_STATE, MARK_VIEW }; /* a view is MARK_VIEW + viewer */

static inline const struct shared_setup *shared_of(const ochre_setup *setup)
{
    return (const struct shared_setup *)setup;
}

static inline uint64_t mark_seen(const ochre_setup *setup, const void *memory)
{
    return *(const uint64_t *)((const unsigned char *)memory + shared_of(setup)->mark_at);
}

/* Is this a state of the setup? It nearly always is. */
static inline bool is_state(const ochre_setup *setup, const ochre_state *state)
{
    return __builtin_expect(mark_seen(setup, state) == shared_of(setup)->fingerprint + MARK_STATE, true);
}

/* Whose view this is; OCHRE_REFUSED: it is none of the setup. */
static inline int viewer_of(const ochre_setup *setup, const ochre_view *view)
{
    uint64_t viewer = mark_seen(setup, view) - shared_of(setup)->fingerprint - MARK_VIEW;
    return viewer <= OCHRE_SEAT_ALL ? (int)viewer : OCHRE_REFUSED;
}

/* Writes the mark and clears what is left behind the bytes. */
void mark_put(const ochre_setup *setup, void *memory, int kind);

static inline bool is_seat(const ochre_setup *setup, int seat)
{
    return (unsigned)seat < (unsigned)setup->seats;
}

/* May this viewer speak of moves of this seat? Its own, and the all-seeing one of all, chance included. */
bool may_speak(const ochre_setup *setup, int viewer, int seat);

/* Refusals: always OCHRE_REFUSED; why may be NULL. */
int refuse(ochre_why *why, const char *rule, const char *words);
int refuse_error(ochre_why *why, const struct ochre_error *error);
#define refuse_with(why, rule, ...) refuse_fill((why), (rule), (const char *const[]){__VA_ARGS__, NULL})
int refuse_fill(ochre_why *why, const char *rule, const char *const said[]);

/* What a function that writes text returns. */
size_t text_result(const struct ochre_text *text);

/* 128 bits over some bytes, going on from what `key` is. */
void key_add(uint64_t key[2], const void *bytes, size_t count);

#endif
