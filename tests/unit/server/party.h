/* party.h: a hall without sockets, and people in it, for tests and fuzzing. Time stands still unless a test moves it.
 */
#ifndef OCHRE_TESTS_PARTY_H
#define OCHRE_TESTS_PARTY_H

#include "server/hall.h"

enum { HEARD_SIZE = 1 << 20, KIND_MAX = 16 };

/* Somebody who is connected: the last message of each kind that it heard. */
struct guest {
    struct peer *peer;
    struct {
        char kind[12];
        char *text;
        int count;
    } heard[KIND_MAX];
    int closed; /* code; 0: open */
    bool is_woken;
};

extern int64_t party_time; /* milliseconds */

/* Waits for the store of a hall that has one; NULL: nobody has. */
extern void (*party_settle)(struct hall *hall);

/* From now on keys, names and dice are the same ones every time. */
void party_seed(uint64_t seed);

struct hall *party_hall(struct store *store, struct thinkers *thinkers);

void guest_come(struct guest *guest, struct hall *hall, const char *address);
void guest_go(struct guest *guest);

/* Says it, ends the turn, and hears what there is to hear. A NULL says nothing. */
void guest_say(struct guest *guest, struct hall *hall, const char *message);
void guest_listen(struct guest *guest);

/* The last message of this kind, "" when there was none; how many there were. */
const char *guest_heard(const struct guest *guest, const char *kind);
int guest_count(const struct guest *guest, const char *kind);

/* A request: the status, and the body in memory that holds until the next one. The turn is ended. */
int party_ask(struct hall *hall, const char *method, const char *path, const char *key, const char *body,
              const char **answer);

/* Where requests come from; usually "test". */
extern const char *party_address;

/* An order at the host's desk: the status, and the answer as above. The turn is ended. */
int party_order(struct hall *hall, const char *order, const char **answer);

/* The text of a member, wherever it stands first: "\"key\":\"…\"" gives …; false when it is not there. */
bool member_text(const char *json, const char *name, char *value, size_t size);
long member_number(const char *json, const char *name); /* -1: not there */

#endif
