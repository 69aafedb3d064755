/* admin_inner.h: the host's desk: orders as JSON, answers as JSON (docs/hosting.md, "Admin"). Only admin*.c includes
 * it.
 *
 *     admin.c          which order it is; state of the server, announcing, draining
 *     admin_tables.c   listing, looking into, ending and deleting tables
 *     admin_bans.c     shutting addresses out
 *
 * An order that changes something is stored first; then it takes effect and is answered. */
#ifndef OCHRE_SERVER_ADMIN_INNER_H
#define OCHRE_SERVER_ADMIN_INNER_H

#include "server/admin.h"
#include "server/bans.h"
#include "server/house.h"
#include "server/memory.h"
#include "server/read.h"

#define WHY_TOO_LONG N_("a reason has at most 200 characters, on one line")
#define NO_ADDRESS N_("expected an address: 192.0.2.7, 192.0.2.0/24, 2001:db8::1 (its /64)")

enum { WHY_CHARACTERS = 200, ANNOUNCED_CHARACTERS = 500 };

/* No new tables: the server is about to be stopped. */
struct drain {
    bool is_on, has_stop;
    int64_t since;
    int64_t quiet;   /* stop when no live play was moved for so long */
    int64_t leaving; /* since when everybody is quiet, and computers are not asked any more; 0: not yet */
};

/* What memory holds of orders. */
struct admin {
    struct bans bans;
    char *announced; /* NULL: nothing */
    int64_t announced_at;
    struct drain drain;
    int64_t began;  /* the hall */
    bool is_behind; /* another server's host has ordered something: the store knows */
};

/* An order being carried out. */
struct order {
    struct hall *hall;
    struct json words; /* the whole order */
    const char *name;
    hall_answer *answer;
    void *who;
};

void order_refuse(const struct order *order, int status, const char *code, const char *why);

/* An answer that is there already: `write` fills the object. */
typedef void order_write(void *what, struct json_writer *writer);
void order_answer(const struct order *order, order_write *write, void *what);

/* What happens when the order is durable; writes the members of the answer. */
typedef void order_effect(struct hall *hall, void *what, struct json_writer *writer);

/* Waits until this turn is durable, then lets it take effect and answers; or answers why it could not be stored. `what`
 * is freed afterwards (free). */
void order_promise(const struct order *order, order_effect *effect, void *what);

/* Can anything be stored? Refuses if not. */
bool order_may_change(const struct order *order);

/* A text of the order: false after refusing it with these words, because it is no text or too long. "" when it is not
 * there. */
bool order_text(const struct order *order, const char *name, int characters, const char *english, char *text,
                size_t size);

/* A whole number of the order; it stays as it is when it is not there. False after refusing. */
bool order_number(const struct order *order, const char *name, int low, int high, int *number);
bool order_flag(const struct order *order, const char *name);

/* A line in the diary: what was done, to what. */
void order_note(struct hall *hall, const char *name, const char *what, const char *why);

/* A memo that keeps a ban is read; false: it is none. */
bool admin_read_ban(struct hall *hall, const char *name, struct json memo);

void order_list(struct order *order);
void order_show(struct order *order);
void order_end(struct order *order);
void order_delete(struct order *order);
void order_ban(struct order *order);
void order_unban(struct order *order);
void order_bans(struct order *order);

#endif
