/* module.h: the hall on a page, without a server. JavaScript (web/src/hall/module.ts) calls the doors and is called
 * back outside; both ends speak docs/wire.md. An instance is either the hall (hall_fill, hall_start, then messages and
 * requests, each followed by hall_turn) or a thinker (thinker_think alone).
 *
 * Texts and bytes are handed in as memory that was got from page_alloc; it stays the caller's. Those that are handed
 * out hold during the call. */
#ifndef OCHRE_MODULE_MODULE_H
#define OCHRE_MODULE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DOOR(name) __attribute__((export_name(name)))
#define OUTSIDE(name) __attribute__((import_module("page"), import_name(name)))

/* ---- memory ---- */

DOOR("page_alloc") void *page_alloc(size_t size);
DOOR("page_free") void page_free(void *memory);

/* ---- the hall ---- */

/* What the browser kept, one key after the other; then the beginning. NULL, or why there is none. */
DOOR("hall_fill") void hall_fill(const char *key, const char *value);
DOOR("hall_start") const char *hall_start(void);

/* After every call of the following: everything that comes of it. Milliseconds until the next turn, if nothing else
 * happens before. */
DOOR("hall_turn") int hall_turn(void);

/* Lines are what WebSockets are elsewhere; their numbers are the caller's. False: there can be no such line, there is
 * no such line. */
DOOR("line_open") bool line_open(uint32_t number);
DOOR("line_say") bool line_say(uint32_t number, const char *text, size_t length);
DOOR("line_close") void line_close(uint32_t number);

/* A request (enum hall_method), answered later under its id; false: the path is none of the hall's. */
DOOR("hall_ask")
bool hall_ask(uint32_t id, int method, const char *path, const char *query, const char *key, const char *body,
              size_t length);

/* What was to be kept is durable, or not (enum store_result). */
DOOR("hall_kept") void hall_kept(uint32_t ticket, int result);

/* What was thought, as thinker_think gave it; nothing at all: it could not be. */
DOOR("hall_thought") void hall_thought(uint32_t ticket, const char *answer, size_t length);

OUTSIDE("said") void outside_said(uint32_t line, const char *text, size_t length);
OUTSIDE("closed") void outside_closed(uint32_t line, int code);
OUTSIDE("answer") void outside_answer(uint32_t id, int status, const char *type, const char *body, size_t length);
OUTSIDE("keep") void outside_keep(uint32_t ticket, const char *text, size_t length);
OUTSIDE("think") void outside_think(uint32_t ticket, const char *question, size_t length);
OUTSIDE("stop") void outside_stop(uint32_t ticket);

/* ---- a thinker ---- */

/* The answer's bytes, thinker_answer_size of them; NULL: that was no question. */
DOOR("thinker_think") const void *thinker_think(const char *question, size_t length);
DOOR("thinker_answer_size") size_t thinker_answer_size(void);

#endif
