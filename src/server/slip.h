/* slip.h: a small message to a peer, and the refusal, which is one. */
#ifndef OCHRE_SERVER_SLIP_H
#define OCHRE_SERVER_SLIP_H

#include "base/json.h"
#include "base/text.h"

struct peer;

/* Begun, filled by the caller with members, posted. `id` (its JSON) and `table` may be NULL. */
struct slip {
    char text[8192];
    struct ochre_text out;
    struct json_writer writer;
};
void slip_begin(struct slip *slip, const char *kind, const char *id, const char *table);
void slip_post(struct slip *slip, struct peer *peer);

/* ---- no ---- */

enum no_code {
    NO_RULE,
    NO_ASK,
    NO_TURN,
    NO_OVER,
    NO_SEAT,
    NO_KEY,
    NO_TABLE,
    NO_WAITING,
    NO_UNDO,
    NO_HUSH,
    NO_RATE,
    NO_SIZE,
    NO_FORM,
    NO_KEEP,
    NO_BUSY,
    NO_OFF,
    NO_CODES,
};
extern const char *const no_codes[NO_CODES];

/* What a room has against something. */
struct against {
    enum no_code code;
    const char *english; /* N_("…"): whoever asked is told it in its own tongue */
};

/* A refusal. `why` has been translated. */
struct refusal {
    enum no_code code;
    const char *id, *table, *of;
    int64_t ask; /* -1: none */
    const char *rule;
    int64_t again; /* too often: in so many milliseconds; 0: not that */
    const char *why;
};
void peer_refuse(struct peer *peer, const struct refusal *refusal);

#endif
