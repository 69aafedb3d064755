/* lesson_walk.c: lessons played along every move that they accept (lesson.h). Each place is reached from the start of
 * its task anew: lessons are short, and nothing has to be taken back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/lesson.h"
#include "rules/reader.h"
#include "table/cases.h"
#include "table/table.h"

enum { WAY_MAX = 128, WAYS_MAX = 1000, WHY_SIZE = 192 };

/* Moves from a start to some task, and what they are checked with. */
struct walk {
    struct reader r;
    struct lesson_count *count;
    struct opening *opening;
    unsigned char seed[FAIR_SIZE];
    int seat; /* the learner's */
    int ways; /* accepted moves that were followed */
    ochre_action *list;
    struct {
        int seat;
        char move[OCHRE_MOVE_SIZE];
        struct json at; /* where it stands in the file */
    } way[WAY_MAX];
    int way_count;
};

/* ---- the way ---- */

static int add_to_way(struct walk *walk, int seat, const char *move, struct json at)
{
    if (walk->way_count == WAY_MAX)
        return reader_refuse(&walk->r, "", at, "more than {0} moves follow each other", NUM(WAY_MAX));
    struct ochre_text text = text_on(walk->way[walk->way_count].move, OCHRE_MOVE_SIZE);
    text_add(&text, move);
    walk->way[walk->way_count].seat = seat;
    walk->way[walk->way_count++].at = at;
    return 0;
}

/* "p2>a7a6", one after the other. */
static int add_list(struct walk *walk, struct json list)
{
    for (struct json item = json_first(list); json_there(item); item = json_next(item)) {
        char text[OCHRE_MOVE_SIZE];
        const char *move = text;
        (void)json_string(item, text, sizeof text);
        int seat = lesson_seat(text, &move);
        if (seat >= walk->opening->setup.seats)
            return reader_refuse(&walk->r, "", item, "there is no such seat");
        if (add_to_way(walk, seat, move, item) < 0)
            return -1;
    }
    return 0;
}

/* The play at the end of the way; NULL and an error when a move of it is none. */
static struct table *go_there(struct walk *walk)
{
    struct table_no no = {{0}, {0}};
    struct ochre_error error = {0};
    struct table *table = table_new(opening_share(walk->opening), 0, walk->seed, &error);
    if (!table)
        abort();
    int result = table_begin(table, NULL, &no);
    for (int i = 0; result == 0 && i < walk->way_count; i++) {
        int seat = walk->way[i].seat;
        result = table_play(table, seat, table_ask(table, seat), walk->way[i].move, NULL, &no);
        if (result < 0) {
            no.why[WHY_SIZE - 1] = '\0';
            reader_refuse(&walk->r, no.rule, walk->way[i].at, "'{0}' is no move here: {1}", walk->way[i].move, no.why);
        }
    }
    if (result == 0)
        return table;
    table_delete(table);
    return NULL;
}

/* ---- one task at one place ---- */

static bool fits_any(struct json patterns, const char *move)
{
    for (struct json item = json_first(patterns); json_there(item); item = json_next(item)) {
        char pattern[OCHRE_MOVE_SIZE];
        if (json_string(item, pattern, sizeof pattern) && lesson_fits(pattern, move))
            return true;
    }
    return false;
}

static void move_of(const struct walk *walk, const struct table *table, int i, char move[OCHRE_MOVE_SIZE])
{
    struct ochre_text text = text_on(move, OCHRE_MOVE_SIZE);
    table_move_text(table, walk->seat, walk->list[i], &text);
}

/* Does the pattern fit a legal move, but none that these accept already? */
static bool fits_legal(const struct walk *walk, const struct table *table, int legal, const char *pattern,
                       struct json accepted)
{
    for (int i = 0; i < legal; i++) {
        char move[OCHRE_MOVE_SIZE];
        move_of(walk, table, i, move);
        if (lesson_fits(pattern, move) && !fits_any(accepted, move))
            return true;
    }
    return false;
}

/* A try that the rules forbid may be answered too; then a rule must forbid it. */
static bool is_forbidden(const struct walk *walk, const struct table *table, const char *move)
{
    static const char *const words[] = {"ask", "turn", "over", "seat", "notation", "keep", "memory", NULL};
    struct table_no no = {{0}, {0}};
    ochre_action action;
    if (strchr(move, '*') || table_try(table, walk->seat, move, NULL, &action, &no) == 0)
        return false;
    for (int i = 0; words[i]; i++)
        if (text_same(no.rule, words[i]))
            return false;
    return true;
}

static int check_patterns(const struct walk *walk, const struct table *table, struct json task, int legal)
{
    char pattern[OCHRE_MOVE_SIZE];
    struct json accepted = json_get(task, "accept");
    for (struct json item = json_first(accepted); json_there(item); item = json_next(item))
        if (json_string(item, pattern, sizeof pattern) && !fits_legal(walk, table, legal, pattern, (struct json){0}))
            return reader_refuse(&walk->r, "", item, "no legal move is '{0}' here: the task cannot be solved so",
                                 pattern);
    for (struct json wrong = json_first(json_get(task, "wrong")); json_there(wrong); wrong = json_next(wrong)) {
        struct json move = json_get(wrong, "move");
        if (json_string(move, pattern, sizeof pattern) && !fits_legal(walk, table, legal, pattern, accepted) &&
            !is_forbidden(walk, table, pattern))
            return reader_refuse(&walk->r, "", move, "'{0}' is neither a wrong move here nor one that a rule forbids",
                                 pattern);
    }
    return 0;
}

static bool is_answered(struct json task, const char *move)
{
    char pattern[OCHRE_MOVE_SIZE];
    if (json_there(json_get(task, "otherwise")) || fits_any(json_get(task, "accept"), move))
        return true;
    for (struct json wrong = json_first(json_get(task, "wrong")); json_there(wrong); wrong = json_next(wrong))
        if (json_string(json_get(wrong, "move"), pattern, sizeof pattern) && lesson_fits(pattern, move))
            return true;
    return false;
}

static int check_answers(const struct walk *walk, const struct table *table, struct json task, int legal)
{
    int accepted = 0;
    for (int i = 0; i < legal; i++) {
        char move[OCHRE_MOVE_SIZE];
        move_of(walk, table, i, move);
        walk->count->moves++;
        accepted += fits_any(json_get(task, "accept"), move);
        if (!is_answered(task, move))
            return reader_refuse(&walk->r, "", task, "nothing is said to the legal move '{0}'", move);
    }
    if (accepted == legal && json_there(json_get(task, "otherwise")))
        return reader_refuse(&walk->r, "", json_get(task, "otherwise"), "every legal move is accepted");
    return 0;
}

/* What must be so when the task is done and answered. */
static int check_facts(const struct walk *walk, const struct table *table, struct json task, const char *move)
{
    char why[4096];
    struct json facts = json_get(task, "then");
    if (!json_there(facts))
        return 0;
    memset(why, 0, sizeof why);
    FILE *out = fmemopen(why, sizeof why - 1, "w");
    if (!out)
        abort();
    bool holds = cases_hold(walk->opening, table_state(table), facts, out);
    (void)fclose(out);
    why[strcspn(why, "\n")] = '\0';
    why[WHY_SIZE - 1] = '\0';
    return holds ? 0 : reader_refuse(&walk->r, "", facts, "after '{0}': {1}", move, why);
}

static int walk_on(struct walk *walk, struct json task);

/* One accepted move: the answers of the others, what must then be so, and the tasks behind it. */
static int walk_move(struct walk *walk, struct json task, const char *move)
{
    int before = walk->way_count;
    struct json next = json_next(task);
    if (++walk->ways > WAYS_MAX)
        return reader_refuse(&walk->r, "", task, "there are more than {0} ways through this lesson", NUM(WAYS_MAX));
    if (add_to_way(walk, walk->seat, move, json_get(task, "accept")) < 0)
        return -1;
    struct table *table = add_list(walk, json_get(task, "reply")) == 0 ? go_there(walk) : NULL;
    int result = table ? check_facts(walk, table, task, move) : -1;
    if (table)
        table_delete(table);
    if (result == 0 && json_there(next) && !json_there(json_get(next, "start")))
        result = walk_on(walk, next);
    walk->way_count = before;
    return result;
}

static int check_place(struct walk *walk, struct table *table, struct json task)
{
    if (table_ask(table, walk->seat) == 0)
        return reader_refuse(&walk->r, "", task, "{0} is not asked here", seat_code(walk->seat));
    int legal = table_moves(table, walk->seat, walk->list);
    if (check_patterns(walk, table, task, legal) < 0)
        return -1;
    return check_answers(walk, table, task, legal);
}

/* A task, at the end of the way. */
static int walk_on(struct walk *walk, struct json task)
{
    struct table *table = go_there(walk);
    if (!table)
        return -1;
    int result = check_place(walk, table, task);
    int legal = result == 0 ? table_moves(table, walk->seat, walk->list) : 0;
    char(*moves)[OCHRE_MOVE_SIZE] = calloc((size_t)legal + 1, sizeof *moves);
    if (!moves)
        abort();
    for (int i = 0; i < legal; i++)
        move_of(walk, table, i, moves[i]);
    table_delete(table);
    for (int i = 0; result == 0 && i < legal; i++)
        if (fits_any(json_get(task, "accept"), moves[i]))
            result = walk_move(walk, task, moves[i]);
    free(moves);
    return result;
}

/* ---- from a start ---- */

static struct opening *open_start(const struct walk *walk, struct json start)
{
    struct ochre_error error = {0};
    struct opening_request request = {.game = walk->count->game,
                                      .options_json = json_get(start, "options"),
                                      .position_json = json_get(start, "position")};
    (void)json_int_in(json_get(start, "seats"), 1, OCHRE_SEATS_MAX, &request.seats);
    struct opening *opening = opening_new(&request, &error);
    if (!opening) {
        char where[96];
        struct ochre_text path = text_on(where, sizeof where);
        struct json position = json_get(start, "position");
        json_where(json_there(position) ? position : start, &path);
        error_pass(walk->r.error, &error, where);
    }
    return opening;
}

static void set_seed(struct walk *walk, struct json start)
{
    int number = 1;
    (void)json_int_in(json_get(start, "seed"), 0, INT32_MAX, &number);
    memset(walk->seed, 0, sizeof walk->seed);
    for (int i = 0; i < 4; i++)
        walk->seed[FAIR_SIZE - 1 - i] = (unsigned char)((uint32_t)number >> (8 * i));
}

static int walk_from(struct walk *walk, struct json task)
{
    struct json start = json_get(task, "start");
    walk->way_count = walk->ways = 0;
    set_seed(walk, start);
    walk->opening = open_start(walk, start);
    if (!walk->opening)
        return -1;
    walk->list = calloc((size_t)walk->opening->setup.legal_max + 1, sizeof *walk->list);
    if (!walk->list)
        abort();
    int result = -1;
    if (walk->seat >= walk->opening->setup.seats)
        reader_refuse(&walk->r, "", start, "{0} has no seat here", seat_code(walk->seat));
    else if (add_list(walk, json_get(start, "moves")) == 0)
        result = walk_on(walk, task);
    free(walk->list);
    opening_delete(walk->opening);
    return result;
}

int lesson_walk(struct json file, struct lesson_count *count, struct ochre_error *error)
{
    struct json lessons = json_get(file, "lessons");
    struct walk *walk = calloc(1, sizeof *walk);
    int result = 0;
    if (!walk)
        abort();
    walk->r = (struct reader){error, ""};
    walk->count = count;
    for (struct json lesson = json_first(lessons); result == 0 && json_there(lesson); lesson = json_next(lesson)) {
        struct json seat = json_get(lesson, "seat");
        walk->seat = 0;
        if (json_there(seat))
            (void)reader_seat(&walk->r, seat, OCHRE_SEATS_MAX, &walk->seat);
        struct json task = json_first(json_get(lesson, "tasks"));
        for (; result == 0 && json_there(task); task = json_next(task))
            if (json_there(json_get(task, "start")))
                result = walk_from(walk, task);
    }
    free(walk);
    return result;
}
