/* read.h: what messages, requests and orders all read: objects, names, pledges, ids, computer players. */
#ifndef OCHRE_SERVER_READ_H
#define OCHRE_SERVER_READ_H

#include "base/json.h"
#include "server/store.h"

/* JSON of a message, a body or notes: is it an object? Its values live in the nodes of whoever asks. */
bool read_object(const char *text, size_t length, struct json_node *nodes, size_t nodes_max, struct json_doc *doc,
                 struct ochre_error *error);

/* Is it text of at most so many characters, without control characters? */
bool text_fits(const char *text, int characters);

bool read_name(struct json value, char name[STORE_NAME_SIZE]);
/* The member "pledge" of an object: `bytes`, or NULL: there is none. False when it is malformed, or the object has an
 * "entropy", which was how shares were given before there were pledges: who still sends one must hear of it. */
bool read_pledge(struct json from, unsigned char bytes[FAIR_SIZE], const unsigned char **pledge);
/* The member `ready`, which is true unless it is said; false: it is neither. */
bool read_ready(struct json message, bool *is_ready);
bool read_share(struct json value, unsigned char share[FAIR_SIZE]);
bool read_bot(struct json value, char bot[STORE_BOT_SIZE]);
bool read_id(struct json value, char id[STORE_ID_SIZE]);

/* Computer players that think for a time of somebody's choosing are not offered: a server's time is everybody's. */
extern const char *const offered_bots[]; /* NULL after the last */

#endif
