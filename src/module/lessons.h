/* lessons.h: lessons checked in a page, for whoever writes them (docs/lessons.md). A module of its own, lessons.wasm,
 * with the rules, tables and what `ochre lesson check` does, and nothing else: only the workshop fetches it. The page's
 * end is web/src/workshop/check.ts. */
#ifndef OCHRE_MODULE_LESSONS_H
#define OCHRE_MODULE_LESSONS_H

#include "module/module.h"

/* A file of lessons, read and played along every move that it accepts: {"game":"dice","lessons":…,"tasks":…,"moves":…},
 * or {"why":"…"}, as `ochre lesson check` says it in this language, with the place in the file. Holds until the next
 * call. */
DOOR("lessons_check") const char *lessons_check(const char *text, size_t length, const char *lang);

#endif
