/* lesson.h: lessons of a game (docs/lessons.md): a file of JSON, read and played in every way that it accepts. */
#ifndef OCHRE_CLI_LESSON_H
#define OCHRE_CLI_LESSON_H

#include "base/json.h"
#include "rules/game.h"

enum { LESSON_SIZE_MAX = 1024 * 1024, LESSONS_MAX = 40, LESSON_TASKS_MAX = 12, LESSON_SENTENCE = 480 };

/* What a file holds, as far as it was looked at. */
struct lesson_count {
    const struct ochre_game *game;
    int lessons, tasks;
    int moves; /* legal moves that were asked about, whatever the way to them */
};

/* The form alone: members, both languages, seats and numbers. 0, or -1 and the place in the file. */
int lesson_read(struct json file, struct lesson_count *count, struct ochre_error *error);

/* Every lesson is played along all the moves that it accepts (lesson_walk.c), after lesson_read has found nothing. 0,
 * or -1 and the place: a position that is refused, an answer that is no move, a legal move that nobody answers, … */
int lesson_walk(struct json file, struct lesson_count *count, struct ochre_error *error);

/* Both, from a text. */
int lesson_check(const char *text, size_t length, struct lesson_count *count, struct ochre_error *error);

/* Those that come with the program, NULL after the last: the game and the text. */
struct lesson_document {
    const char *name, *text;
};
extern const struct lesson_document lesson_documents[];

/* "b3*": does the move fit? A star stands for anything, also for nothing. */
bool lesson_fits(const char *pattern, const char *move);

/* A seat in front of a move, "p2>a7a6": the seat and what follows; -1 when there is none. */
int lesson_seat(const char *written, const char **move);

#endif
