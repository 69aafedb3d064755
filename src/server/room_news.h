/* room_news.h: several servers around one store: what the others did at the tables that are here. */
#ifndef OCHRE_SERVER_ROOM_NEWS_H
#define OCHRE_SERVER_ROOM_NEWS_H

#include <stdint.h>

struct hall;
struct room;
struct store_news;

/* Words that servers say to each other (store_add_word). What one does not know it lets pass, so that they may be of
 * different versions. Of a table: how many watch, and how many listen from each seat; with a question mark the others
 * are asked for the same. Its lease is free. Of none: everybody is asked for all of it. */
#define WORD_HERE "here"
#define WORD_HERE_ASK "here?"
#define WORD_LEASE "lease"
#define WORD_WHO "who?"

/* Headers of tables that others have made or changed, before a list is made. */
void rooms_learn(struct hall *hall);

/* Somebody was told so many steps of this edition of the story by another server: when we do not know of them, the news
 * is still to come, and is fetched. */
void room_expect(struct room *room, int64_t steps, int64_t edition);

/* Our own listeners, where their number has changed, are told to the others: once in a tick. */
void rooms_say_here(struct hall *hall);

#endif
