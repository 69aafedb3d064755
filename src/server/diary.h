/* diary.h: what a host reads about a server: one line per thing that happened, with a level, on standard error. Knows
 * no table and no socket; the time and the place where lines go are handed in. One thread.
 *
 *     diary_say(diary, DIARY_WARNING, "limit", address, "what", "requests");
 *
 *     2026-11-17T02:03:04Z warning limit from=192.0.2.7 what=requests
 *
 * Whatever comes from outside stays on its line: control characters, broken UTF-8 and what turns the direction of
 * writing around are written as \xNN. The same event from the same address is written a few times a minute and then
 * counted; so is the same event from everybody together. The count follows as a line of its own (more=812). Keys,
 * seeds, shares, chat and moves are never handed in. */
#ifndef OCHRE_SERVER_DIARY_H
#define OCHRE_SERVER_DIARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct diary;

enum diary_level { DIARY_ERROR, DIARY_WARNING, DIARY_INFO, DIARY_DEBUG, DIARY_LEVELS };
extern const char *const diary_levels[DIARY_LEVELS + 1]; /* their names; NULL after the last */

enum {
    DIARY_LINES_FROM = 5,   /* of one event from one address, in a minute */
    DIARY_LINES_EVENT = 60, /* of one event from everybody, in a minute */
    DIARY_LINE_SIZE = 1024,
};

struct diary_config {
    enum diary_level level; /* what is less important is not written */
    bool has_priorities;    /* "<4>" in front instead of the time: the reader is systemd's journal */
    int64_t (*now)(void);   /* milliseconds that never go back: minutes are counted in them */
    int64_t (*date)(void);  /* milliseconds since 1970, as they are written; NULL: the same */
    void (*write)(void *who, const char *line, size_t length); /* a whole line, '\n' included */
    void *who;
};

struct diary *diary_new(const struct diary_config *config);
void diary_delete(struct diary *diary); /* writes what is still to be counted */

/* `from` is an address, NULL: nobody's. `fields` are names and values in turn, NULL after the last. A NULL diary hears
 * nothing. */
void diary_write(struct diary *diary, enum diary_level level, const char *event, const char *from,
                 const char *const fields[]);
#define diary_say(diary, level, event, ...)                                                                            \
    diary_write((diary), (level), (event), DIARY_FIRST(__VA_ARGS__, NULL), DIARY_REST(__VA_ARGS__, NULL))
#define DIARY_FIRST(first, ...) (first)
#define DIARY_REST(first, ...) ((const char *const[]){__VA_ARGS__})

/* Now and then: minutes that have passed are closed, and what was left out in them is counted. */
void diary_tick(struct diary *diary);

/* Does standard error lead to systemd's journal? */
bool diary_is_journal(void);

/* Writes to standard error. */
void diary_to_stderr(void *who, const char *line, size_t length);

#endif
