/* peer.h: whoever is connected, as the hall's own files see it; hall.h is how sockets do. */
#ifndef OCHRE_SERVER_PEER_H
#define OCHRE_SERVER_PEER_H

#include "server/hall.h"

struct address;
struct ban;

enum { POSTS_MAX = 64 /* small messages that wait for one peer */ };

struct hall *peer_hall(const struct peer *peer);
struct address *peer_address(const struct peer *peer);
const struct ochre_tongue *peer_tongue(const struct peer *peer);
bool peer_has_words(const struct peer *peer); /* moves come with words */
int peer_sit_count(const struct peer *peer);

/* What it said of itself: the tongue (NULL: as before) and words. All that it hears is told again. */
void peer_greet(struct peer *peer, const struct ochre_tongue *tongue, bool has_words);

void peer_wake(struct peer *peer);
void peer_post(struct peer *peer, const char *text, size_t length);

/* Too often: counted, and in the end shown the door. */
bool peer_is_closing(const struct peer *peer);
bool peer_is_gone(const struct peer *peer);
bool peer_is_flooding(struct peer *peer);

/* One connection may ask for as much work (so many messages more) as it may send messages, one address for that of a
 * few connections. */
bool peer_may_work(struct peer *peer, int64_t work);

/* Milliseconds until it may send a message again that asks for so much work more. */
int64_t peer_wait(const struct peer *peer, int64_t work);

/* Kept until it is released, though it may be gone: somebody has to tell it something later. */
void peer_hold(struct peer *peer);
void peer_release(struct peer *peer);

/* ---- all of them ---- */

struct peers *peers_new(void);
void peers_delete(struct peers *peers); /* says goodbye to nobody */
int peers_count(const struct hall *hall);
void peers_tell_notice(struct hall *hall); /* what the host tells everybody has changed */
int peers_shut_out(struct hall *hall);     /* closes whoever is banned; how many */
void peers_say_bye(struct hall *hall, int again_seconds);

#endif
