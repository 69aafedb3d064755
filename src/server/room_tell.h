/* room_tell.h: what a room tells: its listeners, whoever asks for it, and the host of the server. */
#ifndef OCHRE_SERVER_ROOM_TELL_H
#define OCHRE_SERVER_ROOM_TELL_H

#include "server/room.h"
#include "server/store.h"

struct prefix;
struct sit;

/* Who is who to a listener: "you" is its seat (or a watcher, who is nobody), the others have their names. */
struct calling {
    struct ochre_voice voice;
    char name[OCHRE_SEATS_MAX][STORE_NAME_SIZE];
};
void room_call(const struct room *room, int you, const struct ochre_tongue *tongue, struct calling *calling);

/* The members that anybody with the link may know; the object is the caller's. */
void room_write(struct room *room, struct json_writer *writer, const struct ochre_tongue *tongue);
void room_write_fair(const struct room *room,
                     struct json_writer *writer); /* what everybody may know of chance; awake */

/* A listener comes or goes. What is due to it, NULL: nothing. */
void room_come(struct sit *sit);
void room_go(struct sit *sit);
char *sit_next(struct sit *sit, size_t *length);

/* Marks what is due; it is written when the listener can take it. */
void room_tell_table(struct room *room);

/* Whoever sits there has to go; OCHRE_EVERYBODY: all. */
void room_dismiss(struct room *room, int seat, const char *why);

/* The same for who has left a seat, or whose key no longer opens it. */
extern const char room_is_left[], room_has_new_key[];
void room_dismiss_sits(struct room *room, int seat, const char *why);

/* ---- for the host of the server (room_report.c): what a watcher may know, and who is there ---- */

void room_write_line(const struct room *room, struct json_writer *writer);
void room_write_report(struct room *room, struct json_writer *writer);
bool room_has_visitor(const struct room *room,
                      const struct prefix *prefix); /* made by, or now with, somebody from there */

#endif
