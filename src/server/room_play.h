/* room_play.h: what people do in the play of a room. In the tongue of whoever asks. */
#ifndef OCHRE_SERVER_ROOM_PLAY_H
#define OCHRE_SERVER_ROOM_PLAY_H

#include "server/room.h"
#include "server/slip.h"

/* -1 and why. */
int room_play(struct room *room, int seat, uint32_t ask, const char *move, const struct ochre_tongue *tongue,
              struct table_no *no);
int room_resign(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no);

/* Taking back: done, or refused, or now the others are asked (a wish), or they are being asked already. */
enum undoing { UNDO_REFUSED = -1, UNDO_DONE, UNDO_WISHED, UNDO_WISHED_BEFORE };
enum undoing room_undo(struct room *room, int seat, const struct ochre_tongue *tongue, struct table_no *no);
int room_consent(struct room *room, int seat, int wish, bool is_yes); /* -1: nobody asks for that */

bool room_is_asked(const struct room *room, int seat);

/* May somebody (with a seat or without) see how it stood after this step? */
bool room_may_look(struct room *room, bool has_seat, int64_t step, struct against *against);

bool room_is_hushed(struct room *room);
void room_add_chat(struct room *room, int seat, const char *text);

/* A computer's answer was no legal move: counted, and told to the host. */
void room_note_astray(struct room *room, const char *bot);

#endif
