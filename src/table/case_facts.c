/* case_facts.c: what a case expects, compared with what is so. Facts are, in this order: the legal moves; what only
 * the game can say (game->read->cases->fact); whose turn, who is pending, who has won; and any path into the all-seeing
 * view. */
#include <stdlib.h>
#include <string.h>

#include "rules/read.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"
#include "table/case_inner.h"

enum { FACT_SIZE = 64 * 1024, FACT_SIZE_MAX = 4 * 1024 * 1024, PATH_SIZE = 256 };

/* JSON made by a game, and the memory it stands on. */
struct document {
    char *text;
    struct json_node *nodes;
    struct json_doc doc;
};

static void document_free(struct document *document)
{
    free(document->text);
    free(document->nodes);
}

static bool document_parse(struct document *document, size_t length)
{
    document->nodes = calloc(json_nodes_for(length), sizeof *document->nodes);
    return document->nodes &&
           json_parse(&document->doc, document->text, length, document->nodes, json_nodes_for(length), NULL) == 0;
}

/* A value as it is written, with its quotes. */
static const char *written(struct json value, char *buffer, size_t size)
{
    size_t length;
    const char *raw = json_raw(value, &length);
    struct ochre_text text = text_on(buffer, size);
    bool is_string = json_kind(value) == JSON_STRING;
    text_add(&text, is_string ? "\"" : "");
    text_add_bytes(&text, raw, length);
    text_add(&text, is_string ? "\"" : "");
    return buffer;
}

/* ---- comparing values ---- */

/* The seat a value names (2, "p2", "B"), or -1. */
static int seat_of(const struct case_run *run, struct json value)
{
    char name[16];
    int number;
    if (json_int_in(value, 1, run->setup->seats, &number))
        return number - 1;
    return json_string(value, name, sizeof name) ? case_seat(run, name) : -1;
}

static bool same_number(struct json a, struct json b)
{
    size_t length;
    return strtod(json_raw(a, &length), NULL) == strtod(json_raw(b, &length), NULL);
}

static bool same_value(const struct case_run *run, struct json expected, struct json found)
{
    enum json_kind kind = json_kind(expected);
    if (kind == JSON_NUMBER && json_kind(found) == JSON_NUMBER)
        return same_number(expected, found);
    if (kind == json_kind(found) && (kind == JSON_ARRAY || kind == JSON_OBJECT)) {
        if (json_count(expected) != json_count(found))
            return false;
        struct json other = json_first(found);
        for (struct json item = json_first(expected); json_there(item); item = json_next(item)) {
            char key[PATH_SIZE];
            if (kind == JSON_OBJECT)
                other = json_key(item, key, sizeof key) ? json_get(found, key) : (struct json){0};
            if (!same_value(run, item, other))
                return false;
            if (kind == JSON_ARRAY)
                other = json_next(other);
        }
        return true;
    }
    if (json_equal(expected, found))
        return true;
    int seat = seat_of(run, expected);
    return seat >= 0 && seat == seat_of(run, found);
}

/* ---- legal moves ---- */

static void add_item(struct ochre_text *list, const char *item)
{
    text_add(list, list->used ? ", " : "");
    text_add(list, item);
}

/* All legal moves of a seat, for a message. */
static void say_legal(const struct case_run *run, int seat, struct ochre_text *text)
{
    struct ochre_view view;
    case_view(run, seat, &view);
    int count = run->setup->game->rules->legal(run->setup, &run->state, seat, run->list);
    for (int i = 0; i < count; i++) {
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text words = text_on(move, sizeof move);
        run->setup->game->words->format_move(run->setup, &view, seat, run->list[i], &words);
        add_item(text, move);
    }
}

/* Index in run->list of the legal move that a text means, -1 when it means none. */
static int find_legal(const struct case_run *run, int seat, const struct ochre_view *view, int count, struct json text)
{
    char move[CASE_LINE_SIZE];
    ochre_action action;
    int named = seat;
    if (!json_string(text, move, sizeof move))
        return -1;
    const char *plain = case_split(run, move, &named);
    if (named != seat || run->setup->game->words->parse_move(run->setup, view, seat, plain, &action, NULL))
        return -1;
    for (int i = 0; i < count; i++)
        if (run->list[i] == action)
            return i;
    return -1;
}

/* `legal`: the same set, in any order. */
static void expect_set(struct case_run *run, const char *path, int seat, struct json expected)
{
    struct ochre_view view;
    char missing[CASE_LINE_SIZE];
    char extra[CASE_LINE_SIZE];
    struct ochre_text lacks = text_on(missing, sizeof missing);
    struct ochre_text more = text_on(extra, sizeof extra);
    case_view(run, seat, &view);
    int count = seat == OCHRE_NOBODY ? 0 : run->setup->game->rules->legal(run->setup, &run->state, seat, run->list);
    bool *is_named = calloc((size_t)count + 1, 1);
    if (!is_named) {
        case_differs(run, "not enough memory");
        return;
    }
    for (struct json item = json_first(expected); json_there(item); item = json_next(item)) {
        int index = find_legal(run, seat, &view, count, item);
        char move[OCHRE_MOVE_SIZE + 8];
        if (index < 0)
            add_item(&lacks, written(item, move, sizeof move));
        else
            is_named[index] = true;
    }
    for (int i = 0; i < count; i++) {
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text words = text_on(move, sizeof move);
        if (is_named[i])
            continue;
        run->setup->game->words->format_move(run->setup, &view, seat, run->list[i], &words);
        add_item(&more, move);
    }
    free(is_named);
    if (lacks.used)
        case_differs(run, "{0}: expected, but not legal: {1}", path, missing);
    if (more.used)
        case_differs(run, "{0}: legal, but not expected: {1}", path, extra);
}

/* `legal_has`, `legal_not`: each of these, or none of them. */
static void expect_some(struct case_run *run, const char *path, int seat, struct json expected, bool is_wanted)
{
    struct ochre_view view;
    case_view(run, seat, &view);
    int count = seat == OCHRE_NOBODY ? 0 : run->setup->game->rules->legal(run->setup, &run->state, seat, run->list);
    bool is_list = json_kind(expected) == JSON_ARRAY;
    for (struct json item = is_list ? json_first(expected) : expected; json_there(item);
         item = is_list ? json_next(item) : (struct json){0}) {
        char move[OCHRE_MOVE_SIZE + 8];
        if ((find_legal(run, seat, &view, count, item) >= 0) == is_wanted)
            continue;
        written(item, move, sizeof move);
        if (is_wanted)
            case_differs(run, "{0}: expected {1}, found it is not legal", path, move);
        else
            case_differs(run, "{0}: expected {1} not to be legal, found it is", path, move);
    }
}

static void expect_count(struct case_run *run, const char *path, int seat, struct json expected)
{
    int64_t number;
    int count = seat == OCHRE_NOBODY ? 0 : run->setup->game->rules->legal(run->setup, &run->state, seat, run->list);
    char wanted[64];
    if (!json_int(expected, &number) || number != count)
        case_differs(run, "{0}: expected {1}, found {2}", path, written(expected, wanted, sizeof wanted), NUM(count));
}

/* Facts that begin with "legal"; false when this is none. */
static bool expect_legal(struct case_run *run, const char *path, struct json expected)
{
    static const char *const names[] = {"legal", "legal_has", "legal_not", "legal_count"};
    size_t length = strcspn(path, ".");
    int fact = 0;
    while (fact < 4 && !(strlen(names[fact]) == length && strncmp(path, names[fact], length) == 0))
        fact++;
    if (fact == 4)
        return false;
    int seat = path[length] ? case_seat(run, path + length + 1) : case_acting(run);
    if (seat < 0) {
        case_differs(run, path[length] ? "{0}: there is no such seat" : "{0}: several seats are pending, name one",
                     path);
        return true;
    }
    bool is_text = json_kind(expected) == JSON_STRING;
    if (fact != 3 && json_kind(expected) != JSON_ARRAY && !(is_text && fact > 0)) {
        case_differs(run, "{0}: expected a list of moves", path);
        run->is_unreadable = true;
    } else if (fact == 0) {
        expect_set(run, path, seat, expected);
    } else if (fact == 3) {
        expect_count(run, path, seat, expected);
    } else {
        expect_some(run, path, seat, expected, fact == 1);
    }
    return true;
}

/* ---- seats: turn, pending, result ---- */

static void seats_text(ochre_seats seats, struct ochre_text *text)
{
    text_char(text, '[');
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++)
        if (seats_has(seats, seat)) {
            text_add(text, text->used > 1 ? ", \"" : "\"");
            text_add(text, seat_code(seat));
            text_char(text, '"');
        }
    text_char(text, ']');
}

/* The seats that a list, a text of names, one name or nothing (null, "", "-", "none") means; false when it is none. */
static bool read_seats(const struct case_run *run, struct json value, ochre_seats *seats)
{
    *seats = 0;
    if (json_kind(value) == JSON_NULL)
        return true;
    if (json_kind(value) == JSON_ARRAY) {
        for (struct json item = json_first(value); json_there(item); item = json_next(item)) {
            int seat = seat_of(run, item);
            if (seat < 0)
                return false;
            *seats |= SEAT_BIT(seat);
        }
        return true;
    }
    char names[64];
    if (!json_string(value, names, sizeof names)) {
        int seat = seat_of(run, value);
        *seats = 0;
        if (seat >= 0)
            *seats = SEAT_BIT(seat);
        return seat >= 0;
    }
    if (text_same(names, "none") || text_same(names, "-"))
        return true;
    char *rest = NULL;
    for (char *name = strtok_r(names, " ,", &rest); name; name = strtok_r(NULL, " ,", &rest)) {
        int seat = case_seat(run, name);
        if (seat < 0)
            return false;
        *seats |= SEAT_BIT(seat);
    }
    return true;
}

/* Facts about seats; false when this is none. */
static bool expect_seats(struct case_run *run, const char *path, struct json expected)
{
    ochre_seats found = run->setup->game->rules->pending(run->setup, &run->state);
    bool is_over = found == 0;
    bool is_result = text_same(path, "result");
    if (text_same(path, "turn")) {
        if (found & (ochre_seats)(found - 1))
            found = 0; /* several pending: nobody's turn */
    } else if (is_result) {
        struct ochre_outcome outcome = {0};
        if (is_over)
            run->setup->game->rules->outcome(run->setup, &run->state, &outcome);
        found = outcome.winners;
    } else if (!text_same(path, "pending")) {
        return false;
    }
    ochre_seats wanted;
    bool is_same = read_seats(run, expected, &wanted) && wanted == found;
    if (is_result && json_kind(expected) == JSON_NULL)
        is_same = !is_over; /* null is "not yet", [] is "nobody" */
    else if (is_result && !is_over)
        is_same = false;
    else if (text_same(path, "pending") && wanted == 0 && found == SEAT_BIT(OCHRE_CHANCE))
        is_same = true; /* chance is due and the case does not say what comes: no seat is pending */
    if (is_same)
        return true;
    char wants[128];
    char is[64];
    struct ochre_text text = text_on(is, sizeof is);
    if (is_result ? !is_over : found == 0)
        text_add(&text, "null");
    else
        seats_text(found, &text);
    case_differs(run, "{0}: expected {1}, found {2}", path, written(expected, wants, sizeof wants), is);
    return true;
}

/* ---- what the game says, and the view ---- */

static bool expect_game_fact(struct case_run *run, const char *path, struct json expected)
{
    const struct ochre_case_words *words = run->setup->game->read->cases;
    struct document found = {.text = malloc(FACT_SIZE)};
    bool is_fact = false;
    if (words && words->fact && found.text) {
        struct ochre_text text = text_on(found.text, FACT_SIZE);
        is_fact = words->fact(run->setup, &run->state, run->opening->given, run->drawn, run->drawn_count, path, &text);
        if (is_fact && (text.cut || !document_parse(&found, text.used))) {
            case_differs(run, "{0}: the game answers no JSON: {1}", path, found.text);
        } else if (is_fact && !same_value(run, expected, json_root(&found.doc))) {
            char wants[CASE_LINE_SIZE];
            case_differs(run, "{0}: expected {1}, found {2}", path, written(expected, wants, sizeof wants), found.text);
        }
    }
    document_free(&found);
    return is_fact;
}

static bool make_view(const struct case_run *run, struct document *view)
{
    struct ochre_view all;
    state_look(run->setup, &run->state, OCHRE_EVERYBODY, &all);
    for (size_t size = FACT_SIZE; size <= FACT_SIZE_MAX; size *= 4) {
        view->text = malloc(size);
        if (!view->text)
            return false;
        struct ochre_text text = text_on(view->text, size);
        struct json_writer writer = json_write_to(&text);
        json_open(&writer, '{');
        show_whole(run->setup, &all, OCHRE_EVERYBODY, &writer);
        json_close(&writer, '}');
        if (!text.cut)
            return document_parse(view, text.used);
        free(view->text);
        view->text = NULL;
    }
    return false;
}

/* The member of an object, or the element of a list, that a name means; a seat may go by any of its names. */
static struct json step_into(const struct case_run *run, struct json value, const char *name)
{
    const char *at = name;
    int index;
    if (json_kind(value) == JSON_ARRAY)
        return text_read_number(&at, 4, &index) && !*at ? json_at(value, (uint32_t)index) : (struct json){0};
    struct json member = json_get(value, name);
    int seat = json_there(member) ? -1 : case_seat(run, name);
    if (seat < 0 || seat >= run->setup->seats)
        return member;
    member = json_get(value, seat_code(seat));
    if (!json_there(member) && run->setup->game->words->seat_key) {
        struct ochre_view all;
        state_look(run->setup, &run->state, OCHRE_EVERYBODY, &all);
        const char *key = run->setup->game->words->seat_key(run->setup, &all, seat);
        member = key ? json_get(value, key) : member;
    }
    return member;
}

/* Follows a dotted path; keys may contain dots themselves, so the longest is tried first. *depth counts the names
 * that were found on the best way. */
static struct json walk(const struct case_run *run, struct json value, const char *path, int depth, int *deepest)
{
    *deepest = depth > *deepest ? depth : *deepest;
    if (*path == '\0')
        return value;
    size_t length = strlen(path);
    while (length > 0) {
        char name[PATH_SIZE];
        struct ochre_text text = text_on(name, sizeof name);
        text_add_bytes(&text, path, length);
        struct json next = step_into(run, value, name);
        if (json_there(next)) {
            struct json found = walk(run, next, path + length + (path[length] == '.'), depth + 1, deepest);
            if (json_there(found))
                return found;
        }
        do
            length--;
        while (length > 0 && path[length] != '.');
    }
    return (struct json){0};
}

/* Nothing of the kind: what a view may leave out when there is nothing to say. */
static bool is_nothing(struct json value)
{
    enum json_kind kind = json_kind(value);
    return kind == JSON_NULL || ((kind == JSON_ARRAY || kind == JSON_OBJECT) && json_count(value) == 0) ||
           json_is(value, "");
}

static void expect_path(struct case_run *run, const char *path, struct json expected, struct json view)
{
    char wants[CASE_LINE_SIZE];
    char is[CASE_LINE_SIZE];
    int deepest = 0;
    struct json found = walk(run, view, path, 0, &deepest);
    written(expected, wants, sizeof wants);
    if (!json_there(found)) {
        if (deepest == 0)
            case_differs(run, "{0}: expected {1}, found no such fact", path, wants);
        else if (!is_nothing(expected))
            case_differs(run, "{0}: expected {1}, found nothing there", path, wants);
    } else if (!same_value(run, expected, found)) {
        case_differs(run, "{0}: expected {1}, found {2}", path, wants, written(found, is, sizeof is));
    }
}

void case_expect(struct case_run *run, struct json facts)
{
    struct document view = {0};
    bool has_view = make_view(run, &view);
    bool had_failed = run->has_failed;
    if (!has_view)
        case_differs(run, "the view of the game is no JSON");
    for (struct json fact = json_first(facts); has_view && json_there(fact); fact = json_next(fact)) {
        char path[PATH_SIZE];
        if (!json_key(fact, path, sizeof path))
            case_differs(run, "the name of a fact is too long");
        else if (!expect_legal(run, path, fact) && !expect_game_fact(run, path, fact) && !expect_seats(run, path, fact))
            expect_path(run, path, fact, json_root(&view.doc));
    }
    document_free(&view);
    int seat = case_acting(run);
    if (!had_failed && run->has_failed && seat >= 0 && seat != OCHRE_NOBODY) {
        char moves[CASE_LINE_SIZE];
        struct ochre_text text = text_on(moves, sizeof moves);
        say_legal(run, seat, &text);
        case_differs(run, "legal moves of {0}: {1}", seat_code(seat), text.used ? moves : "none");
    }
}
