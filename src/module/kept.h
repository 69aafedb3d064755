/* kept.h: a table as a page keeps it: in memory, and as texts under keys, which the browser stores. The keys:
 *
 *     t/NUMBER/ID       the row
 *     n/NUMBER          how many moves and lines there are, so that nobody misses one unnoticed
 *     m/NUMBER/PART     moves, KEPT_PART of them
 *     c/NUMBER          the last lines of chat
 *     o/NAME            a memo
 *
 * Every text begins with a sum of itself and its key: a browser notices a damaged file, but not a damaged letter. */
#ifndef OCHRE_MODULE_KEPT_H
#define OCHRE_MODULE_KEPT_H

#include "base/json.h"
#include "server/store_batch.h"

enum { KEPT_PART = 32, KEPT_KEY_SIZE = 96, KEPT_SUM_SIZE = 17 };

struct kept {
    struct kept *next; /* the next number */
    int64_t number;
    struct pool pool; /* all that it points to */
    bool has_row;
    char damage[96]; /* why it cannot be gone on with; "": it can */
    struct stored_table row;
    int move_count, move_max;
    struct stored_move *moves; /* text NULL: missing */
    int chat_count;
    struct stored_chat chat[STORE_CHAT_MAX];
    int said; /* number of the last line */

    /* Of a changed copy: what is to be written. */
    bool is_row_new, is_chat_new, is_gone;
    int first_new;  /* moves from here on; INT_MAX: none */
    int count_then; /* moves that were there before */
};

struct kept *kept_new(int64_t number);
void kept_delete(struct kept *kept);

/* A copy that may be changed: it says what differs from this. */
struct kept *kept_copy(const struct kept *kept);

/* Carries a change out; false: it does not fit. */
bool kept_change(struct kept *kept, const struct change *change);

/* Where move `count` may be put. */
void kept_make_room(struct kept *kept, int count);

/* ---- texts (kept_write.c, kept_read.c) ---- */

/* What of a changed copy is to be written, as [KEY, TEXT] or [KEY, null] (it goes), one after the other. */
void kept_write(const struct kept *kept, struct json_writer *writer);
void kept_write_memo(const char *name, const char *text, struct json_writer *writer);

/* Reads what was stored under a key that belongs to this table, whose number has been read already; `key` is behind
 * it. What is damaged is remembered. */
void kept_read(struct kept *kept, const char *whole_key, const char *key, const char *value);

/* The sum in front of a text: 16 digits and a blank. */
void kept_sum(const char *key, const char *text, char sum[KEPT_SUM_SIZE]);

/* Is the sum right? The text behind it, or NULL. */
const char *kept_checked(const char *key, const char *value);

/* After the last key: is everything there? */
void kept_look_over(struct kept *kept);

#endif
