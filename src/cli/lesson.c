/* lesson.c: the form of a file of lessons (lesson.h). How they play is lesson_walk.c. */
#include "cli/lesson.h"

#include <limits.h>
#include <stdlib.h>

#include "rules/reader.h"
#include "rules/registry.h"

static const char *const languages[] = {"en", "fr", NULL};

bool lesson_fits(const char *pattern, const char *move)
{
    while (*pattern && *pattern != '*') {
        if (*pattern++ != *move++)
            return false;
    }
    if (!*pattern)
        return !*move;
    for (;; move++) {
        if (lesson_fits(pattern + 1, move))
            return true;
        if (!*move)
            return false;
    }
}

int lesson_seat(const char *written, const char **move)
{
    const char *at = written;
    int number = 0;
    if (*at++ != 'p' || !text_read_number(&at, 1, &number) || *at++ != '>' || number < 1 || number > OCHRE_SEATS_MAX)
        return -1;
    *move = at;
    return number - 1;
}

/* ---- pieces ---- */

/* Words in both languages; they may be left out where nothing is needed. */
static int read_words(const struct reader *r, struct json object, const char *key, bool is_needed)
{
    struct json words = json_get(object, key);
    char line[LESSON_SENTENCE];
    if (!json_there(words))
        return is_needed ? reader_need(r, object, key) : 0;
    if (reader_members(r, words, languages) < 0)
        return -1;
    for (int i = 0; languages[i]; i++) {
        if (reader_text(r, words, languages[i], line, sizeof line) < 0)
            return -1;
        if (!line[0])
            return reader_refuse_member(r, "", words, languages[i], "nothing is said in this language");
    }
    return 0;
}

/* A list of texts that each fit a move; `has_seats`: with their seats in front. */
static int read_moves(const struct reader *r, struct json object, const char *key, int low, bool has_seats)
{
    struct json list = {0};
    const char *rest;
    if (reader_list(r, object, key, low, 64, &list) < 0)
        return -1;
    for (struct json move = json_first(list); json_there(move); move = json_next(move)) {
        char text[OCHRE_MOVE_SIZE];
        if (reader_text_at(r, move, text, sizeof text) < 0)
            return -1;
        if (!text[0])
            return reader_refuse(r, "", move, "expected a move");
        if (has_seats && lesson_seat(text, &rest) < 0)
            return reader_refuse(r, "", move, "expected a move with its seat in front, as p2>{0}", text);
    }
    return 0;
}

static int read_start(const struct reader *r, struct json start, const struct ochre_game *game)
{
    static const char *const known[] = {"?", "position", "options", "seats", "seed", "moves", NULL};
    int number;
    if (reader_members(r, start, known) < 0 || read_moves(r, start, "moves", 0, true) < 0 ||
        reader_number(r, start, "seed", 0, INT_MAX, &number) < 0 ||
        reader_number(r, start, "seats", game->seats_min, game->seats_max, &number) < 0)
        return -1;
    struct json options = json_get(start, "options");
    if (json_there(options) && json_kind(options) != JSON_OBJECT)
        return reader_refuse(r, "", options, "expected an object");
    struct json position = json_get(start, "position");
    if (json_there(position) && json_kind(position) != JSON_OBJECT)
        return reader_refuse(r, "", position, "expected an object");
    return 0;
}

static int read_wrong(const struct reader *r, struct json task)
{
    static const char *const known[] = {"move", "say", NULL};
    struct json list = {0};
    if (reader_list(r, task, "wrong", 0, 64, &list) < 0)
        return -1;
    for (struct json wrong = json_first(list); json_there(wrong); wrong = json_next(wrong)) {
        char text[OCHRE_MOVE_SIZE];
        if (reader_members(r, wrong, known) < 0 || reader_text(r, wrong, "move", text, sizeof text) < 0 ||
            read_words(r, wrong, "say", true) < 0)
            return -1;
    }
    return 0;
}

static int read_task(const struct reader *r, struct json task, const struct ochre_game *game)
{
    static const char *const known[] = {"ask",   "accept",    "right", "?",    "start",
                                        "wrong", "otherwise", "reply", "then", NULL};
    if (reader_members(r, task, known) < 0 || read_words(r, task, "ask", true) < 0 ||
        read_words(r, task, "right", true) < 0 || read_words(r, task, "otherwise", false) < 0 ||
        read_moves(r, task, "accept", 1, false) < 0 || read_moves(r, task, "reply", 0, true) < 0 ||
        read_wrong(r, task) < 0 || read_start(r, json_get(task, "start"), game) < 0)
        return -1;
    struct json facts = json_get(task, "then");
    if (json_there(facts) && json_kind(facts) != JSON_OBJECT)
        return reader_refuse(r, "", facts, "expected an object");
    return 0;
}

/* ---- lessons ---- */

static bool is_id(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-'))
            return false;
    return text[0] != '\0';
}

static int read_lesson(const struct reader *r, struct json lesson, struct lesson_count *count)
{
    static const char *const known[] = {"id", "title", "say", "tasks", "?", "tip", "minutes", "seat", "rule", NULL};
    struct json tasks = {0};
    char text[64];
    int number = 0;
    if (reader_members(r, lesson, known) < 0 || reader_text(r, lesson, "id", text, sizeof text) < 0)
        return -1;
    if (!is_id(text))
        return reader_refuse(r, "", json_get(lesson, "id"), "expected small letters, digits and dashes");
    struct json seat = json_get(lesson, "seat");
    if (read_words(r, lesson, "title", true) < 0 || read_words(r, lesson, "say", true) < 0 ||
        read_words(r, lesson, "tip", false) < 0 || reader_number(r, lesson, "minutes", 1, 20, &number) < 0 ||
        reader_text(r, lesson, "rule", text, sizeof text) < 0 ||
        (json_there(seat) && reader_seat(r, seat, count->game->seats_max, &number) < 0) ||
        reader_list(r, lesson, "tasks", 1, LESSON_TASKS_MAX, &tasks) < 0)
        return -1;
    if (!json_there(json_get(json_first(tasks), "start")))
        return reader_refuse(r, "", json_first(tasks), "the first task needs a start ({} is that of the game)");
    for (struct json task = json_first(tasks); json_there(task); task = json_next(task), count->tasks++)
        if (read_task(r, task, count->game) < 0)
            return -1;
    count->lessons++;
    return 0;
}

static int read_minute(const struct reader *r, struct json file)
{
    static const char *const known[] = {"title", "say", "?", "icon", NULL};
    struct json list = {0};
    char mark[64];
    if (reader_list(r, file, "minute", 2, 5, &list) < 0)
        return -1;
    for (struct json point = json_first(list); json_there(point); point = json_next(point))
        if (reader_members(r, point, known) < 0 || read_words(r, point, "title", true) < 0 ||
            read_words(r, point, "say", true) < 0 || reader_text(r, point, "icon", mark, sizeof mark) < 0)
            return -1;
    return 0;
}

/* An id is an address of the page. */
static int check_ids(const struct reader *r, struct json lessons)
{
    for (struct json a = json_first(lessons); json_there(a); a = json_next(a))
        for (struct json b = json_next(a); json_there(b); b = json_next(b))
            if (json_equal(json_get(a, "id"), json_get(b, "id")))
                return reader_refuse(r, "", json_get(b, "id"), "another lesson has this id");
    return 0;
}

int lesson_read(struct json file, struct lesson_count *count, struct ochre_error *error)
{
    static const char *const known[] = {"game", "minute", "lessons", NULL};
    struct reader r = {error, ""};
    struct json lessons = {0};
    char id[32];
    *count = (struct lesson_count){0};
    if (reader_members(&r, file, known) < 0 || reader_text(&r, file, "game", id, sizeof id) < 0)
        return -1;
    count->game = game_by_id(id);
    if (!count->game)
        return reader_refuse(&r, "", json_get(file, "game"), "there is no game '{0}'", id);
    if (read_minute(&r, file) < 0 || reader_list(&r, file, "lessons", 1, LESSONS_MAX, &lessons) < 0)
        return -1;
    for (struct json lesson = json_first(lessons); json_there(lesson); lesson = json_next(lesson))
        if (read_lesson(&r, lesson, count) < 0)
            return -1;
    return check_ids(&r, lessons);
}

int lesson_check(const char *text, size_t length, struct lesson_count *count, struct ochre_error *error)
{
    struct json_doc doc;
    size_t nodes_max = json_nodes_for(length);
    struct json_node *nodes = calloc(nodes_max, sizeof *nodes);
    if (!nodes)
        abort();
    int result = json_parse(&doc, text, length, nodes, nodes_max, error);
    if (result == 0)
        result = lesson_read(json_root(&doc), count, error);
    if (result == 0)
        result = lesson_walk(json_root(&doc), count, error);
    free(nodes);
    return result;
}
