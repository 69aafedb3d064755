/* plays.h: single plays for JavaScript, without a hall: the doors of the package (docs/javascript.md,
 * web/src/hall/play.ts). Texts that are handed out hold until the next call. What is refused leaves a text:
 * {"rule":"…","why":"…"}. */
#ifndef OCHRE_MODULE_PLAYS_H
#define OCHRE_MODULE_PLAYS_H

#include "module/module.h"
#include "table/table.h"

/* Besides seats, counted from 0. */
enum { PLAY_NOBODY = -1, PLAY_EVERYBODY = -2 };

/* {"game":"dice","seats":2,"options":{…},"pack":{…},"position":{…},"seed":"64 digits"}; all but the game may be left
 * out. NULL: refused. */
DOOR("play_open") struct table *play_open(const char *terms, size_t length);

/* The play of a log, to its last move; without a seed in it chance goes on from a new one. */
DOOR("play_load") struct table *play_load(const char *log, size_t length);
DOOR("play_close") void play_close(struct table *table);

/* Why the last call was refused. */
DOOR("play_trouble") const char *play_trouble(void);
void plays_refuse(const char *rule, const char *why); /* for the doors of reviews.h */

/* How it stands: the message `step` of docs/wire.md, with the story behind step `since`. */
DOOR("play_look") const char *play_look(const struct table *table, int viewer, int since, const char *lang);

/* Moves; false: refused. */
DOOR("play_move") bool play_move(struct table *table, int seat, uint32_t ask, const char *move, const char *lang);
DOOR("play_resign") bool play_resign(struct table *table, int seat, const char *lang);
DOOR("play_undo") bool play_undo(struct table *table, int seat, const char *lang);

/* What a computer player would do: {"move":"…","worth":…,"iterations":…,"ideas":[{"m":"…","worth":…,"visits":…}]}.
 * NULL: refused. */
DOOR("play_think")
const char *play_think(const struct table *table, int seat, const char *bot, uint32_t seed_high, uint32_t seed_low);

/* The log as a viewer may read it; everybody's is whole, with the seed after the end or when it is asked for. */
DOOR("play_log") const char *play_log(const struct table *table, int viewer, bool reveal);

/* Is the log right in every move and draw? {"moves":…,"draws":…,"over":…,"fair":…,"winners":"p1"}; NULL: it is not. */
DOOR("play_verify") const char *play_verify(const char *log, size_t length);

#endif
