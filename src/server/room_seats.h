/* room_seats.h: who sits at a table: keys, coming and leaving, stand-ins, the beginning of play. */
#ifndef OCHRE_SERVER_ROOM_SEATS_H
#define OCHRE_SERVER_ROOM_SEATS_H

#include "server/keys.h"
#include "server/room.h"
#include "server/slip.h"

#define STAND_IN "level:3" /* plays for those who do not */

/* Which seat does this key open? -1: none. */
int room_seat_of(const struct room *room, const char *key);
bool room_is_opener(const struct room *room, const char *key, int seat);
enum stored_kind room_seat_kind(const struct room *room, int seat);
bool room_has_computer(const struct room *room, int seat); /* it plays, or stands in */
int room_open_seat(const struct room *room);               /* -1: none */

/* A new key for the seat; the old one no longer opens it. */
void room_give_key(struct room *room, int seat, char key[KEY_SIZE]);

/* Is there something to take: a seat that waits for somebody, or a name or pledge (NULL: none) for one's own before
 * play? */
bool room_may_settle_in(const struct room *room, int seat, const char *name, const unsigned char *pledge);
void room_take(struct room *room, int seat, const char *name, const unsigned char *pledge);
void room_leave(struct room *room, int seat);
void room_stand_in(struct room *room, int seat, const char *bot); /* NULL: the person is back */

/* A computer for one seat that nobody has come to (the opener's to say, before play). */
bool room_may_seat_computer(const struct room *room, int seat, struct against *against);
void room_seat_computer(struct room *room, int seat, const char bot[STORE_BOT_SIZE]);

/* Computers for the seats that nobody has come to, and play begins when the others are ready; `is_without`: without
 * those who are not, or who have not opened their share. */
bool room_may_begin(const struct room *room, bool is_without, struct against *against);
void room_begin_with(struct room *room, const char bot[STORE_BOT_SIZE], bool is_without);

/* Shares of chance (room_chance.c). */
bool room_may_open(const struct room *room, int seat, struct against *against);
int room_open(struct room *room, int seat, const unsigned char share[FAIR_SIZE]); /* -1: not what was pledged */

#endif
