/* cases.c: reading and playing acceptance cases (cases.h). What they expect is compared in case_facts.c. */
#include "table/cases.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/door.h"
#include "rules/read.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/words.h"
#include "table/case_inner.h"
#include "table/file.h"

enum { DIRECTORY_DEPTH_MAX = 16, REASON_SIZE = 512 };

/* ---- messages ---- */

void case_complain(struct case_run *run, const char *const said[])
{
    FILE *out = run->tally->out;
    bool is_first = !run->has_failed;
    run->has_failed = true;
    if (!out)
        return;
    if (is_first && !run->is_plain) {
        (void)fprintf(out, "FAILED %s (%s)", run->id[0] ? run->id : "case", run->name);
        if (run->step > 0)
            (void)fprintf(out, ", step %d: %s", run->step, run->did);
        (void)fputc('\n', out);
    }
    char line[4 * CASE_LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    text_fill(&text, said[0], said + 1);
    (void)fprintf(out, "%s%s\n", run->is_plain ? "" : "    ", line);
}

/* The case itself is wrong, not the game. */
#define unreadable(run, ...) ((run)->is_unreadable = true, case_differs((run), __VA_ARGS__))

/* ---- seats ---- */

static bool same_letters(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'a' && *a <= 'z' ? (char)(*a - 'a' + 'A') : *a;
        char y = *b >= 'a' && *b <= 'z' ? (char)(*b - 'a' + 'A') : *b;
        if (x != y)
            return false;
    }
    return *a == *b;
}

int case_seat(const struct case_run *run, const char *name)
{
    const struct ochre_setup *setup = run->setup;
    if (text_same(name, "*"))
        return OCHRE_CHANCE;
    struct ochre_view view;
    state_look(setup, &run->state, OCHRE_EVERYBODY, &view);
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *key = setup->game->words->seat_key ? setup->game->words->seat_key(setup, &view, seat) : NULL;
        if (same_letters(name, seat_code(seat)) || text_same(name, seat_code(seat) + 1) ||
            (key && text_same(name, key)))
            return seat;
    }
    return -1;
}

int case_acting(const struct case_run *run)
{
    ochre_seats pending = run->setup->game->rules->pending(run->setup, &run->state);
    if (pending == 0)
        return OCHRE_NOBODY;
    return pending & (ochre_seats)(pending - 1) ? -1 : seats_first(pending);
}

void case_view(const struct case_run *run, int seat, struct ochre_view *view)
{
    assert(seat >= 0 && seat <= OCHRE_NOBODY); /* at the end nobody is to act */
    state_look(run->setup, &run->state, seat < run->setup->seats ? seat : OCHRE_EVERYBODY, view);
}

const char *case_split(const struct case_run *run, const char *text, int *seat)
{
    char name[8];
    const char *end = strchr(text, '>');
    if (!end || (size_t)(end - text) >= sizeof name)
        return text;
    struct ochre_text prefix = text_on(name, sizeof name);
    text_add_bytes(&prefix, text, (size_t)(end - text));
    int named = case_seat(run, name);
    if (named < 0)
        return text;
    *seat = named;
    return end + 1 + strspn(end + 1, " ");
}

/* ---- moves ---- */

/* Why a move was refused; rule "" when it was not. */
struct refusal {
    char rule[16];
    char words[REASON_SIZE];
};

static bool refuse(struct refusal *refusal, const char *rule)
{
    assert(rule[0]); /* "" says that nothing was refused */
    struct ochre_text text = text_on(refusal->rule, sizeof refusal->rule);
    text_add(&text, rule);
    return false;
}

static bool remember_draw(struct case_run *run, ochre_action outcome)
{
    if (run->drawn_count == run->drawn_max) {
        int larger_max = run->drawn_max ? 2 * run->drawn_max : 64;
        ochre_action *larger =
            run->drawn_max < CASE_DRAWS_MAX ? realloc(run->drawn, (size_t)larger_max * sizeof *larger) : NULL;
        if (!larger)
            return false;
        run->drawn = larger;
        run->drawn_max = larger_max;
    }
    run->drawn[run->drawn_count++] = outcome;
    return true;
}

/* One small move: parsed, found legal, applied. */
static bool make_move(struct case_run *run, int seat, const char *text, struct refusal *refusal)
{
    const struct ochre_setup *setup = run->setup;
    struct ochre_view view;
    ochre_action action = OCHRE_NO_ACTION;
    struct ochre_text words = text_on(refusal->words, sizeof refusal->words);
    case_view(run, seat, &view);
    const char *rule = door_find(setup, &view, seat, text, run->list, &action, &words);
    if (rule)
        return refuse(refusal, rule);
    if (seat == OCHRE_CHANCE && !remember_draw(run, action))
        return refuse(refusal, "memory");
    setup->game->rules->apply(setup, &run->state, seat, action, NULL);
    return true;
}

/* Chance draws what the position's script names, as long as only chance is pending; a chance step that follows decides
 * itself. */
static void settle(struct case_run *run)
{
    if (run->chance_follows)
        return;
    const struct ochre_setup *setup = run->setup;
    const struct ochre_case_words *words = setup->game->read->cases;
    while (words && words->foretell && setup->game->rules->pending(setup, &run->state) == SEAT_BIT(OCHRE_CHANCE)) {
        ochre_action outcome = words->foretell(setup, run->opening->given, &run->state, run->drawn, run->drawn_count);
        if (outcome == OCHRE_NO_ACTION)
            return;
        int count = setup->game->rules->legal(setup, &run->state, OCHRE_CHANCE, run->list);
        if (!legal_has(run->list, count, outcome) || !remember_draw(run, outcome)) {
            char text[OCHRE_MOVE_SIZE];
            struct ochre_text move = text_on(text, sizeof text);
            struct ochre_view view;
            case_view(run, OCHRE_CHANCE, &view);
            setup->game->words->format_move(setup, &view, OCHRE_CHANCE, outcome, &move);
            case_differs(run, "the position names a draw that cannot come: {0}", text);
            return;
        }
        setup->game->rules->apply(setup, &run->state, OCHRE_CHANCE, outcome, NULL);
    }
}

/* Is this a line spoken at the table, "N: hunt p10 h1 h2"? */
static bool is_spoken(const struct case_run *run, const char *text)
{
    char name[8];
    const struct ochre_case_words *words = run->setup->game->read->cases;
    const char *colon = strstr(text, ": ");
    if (!words || !words->speak || !colon || (size_t)(colon - text) >= sizeof name)
        return false;
    struct ochre_text speaker = text_on(name, sizeof name);
    text_add_bytes(&speaker, text, (size_t)(colon - text));
    return case_seat(run, name) >= 0;
}

/* A spoken line is many small moves, all of them or none. */
static bool speak_line(struct case_run *run, const char *line, struct refusal *refusal)
{
    struct ochre_state before;
    int draws = run->drawn_count;
    int at = 0;
    state_copy(run->setup, &before, &run->state);
    for (int count = 0;; count++) {
        int seat = -1;
        char text[OCHRE_MOVE_SIZE];
        struct ochre_text move = text_on(text, sizeof text);
        struct ochre_view view;
        state_look(run->setup, &run->state, OCHRE_EVERYBODY, &view);
        bool is_said = !run->setup->game->read->cases->speak(run->setup, &view, line, &at, &seat, &move);
        if (is_said && (count > 0 || at > 0))
            return true;
        bool is_seat = seat == OCHRE_CHANCE || (seat >= 0 && seat < run->setup->seats);
        if (!is_said && is_seat && count < 256 && make_move(run, seat, text, refusal)) {
            settle(run);
            continue;
        }
        state_copy(run->setup, &run->state, &before);
        run->drawn_count = draws;
        return is_said || refusal->rule[0] == '\0' ? refuse(refusal, "notation") : false;
    }
}

/* A move as it stands in a case: spoken, prefixed with its seat, or of the seat to act. */
static bool make_step(struct case_run *run, const char *text, bool is_chance, struct refusal *refusal)
{
    if (!is_chance && is_spoken(run, text))
        return speak_line(run, text, refusal);
    int seat = is_chance ? OCHRE_CHANCE : case_acting(run);
    const char *move = case_split(run, text, &seat);
    if (seat < 0) {
        struct ochre_text words = text_on(refusal->words, sizeof refusal->words);
        text_add(&words, "several seats are pending; the move needs its seat in front");
        return refuse(refusal, "turn");
    }
    if (seat == OCHRE_NOBODY)
        seat = 0; /* play is over: nobody may, and every seat is told so */
    if (seat == OCHRE_CHANCE && !seats_has(run->setup->game->rules->pending(run->setup, &run->state), OCHRE_CHANCE)) {
        struct ochre_text words = text_on(refusal->words, sizeof refusal->words);
        text_add(&words, "chance is not asked");
        return refuse(refusal, "turn");
    }
    if (make_move(run, seat, move, refusal))
        return true;
    const struct ochre_case_words *words = run->setup->game->read->cases;
    if (!words || !words->speak || strcmp(refusal->rule, "notation") != 0)
        return false;
    return speak_line(run, text, refusal); /* no move, but perhaps a line of moves */
}

/* Does `refused` name this rule: true, "P6", or ["P5", "P6"]? */
static bool names_rule(struct json refused, const char *rule)
{
    if (json_kind(refused) == JSON_TRUE || json_is(refused, rule))
        return true;
    for (struct json item = json_first(refused); json_there(item); item = json_next(item))
        if (json_is(item, rule))
            return true;
    return false;
}

static bool is_refused_form(struct json refused)
{
    enum json_kind kind = json_kind(refused);
    return kind == JSON_NONE || kind == JSON_TRUE || kind == JSON_FALSE || kind == JSON_STRING || kind == JSON_ARRAY;
}

static const char *said_by(struct json refused, char *buffer, size_t size)
{
    size_t length;
    const char *raw = json_raw(refused, &length);
    struct ochre_text text = text_on(buffer, size);
    text_add_bytes(&text, raw, length);
    return buffer;
}

static void try_move(struct case_run *run, struct json move, bool is_chance, struct json refused)
{
    char text[CASE_LINE_SIZE];
    struct refusal refusal = {0};
    bool is_to_fail = json_there(refused) && json_kind(refused) != JSON_FALSE;
    if (!json_string(move, text, sizeof text)) {
        unreadable(run, "a move must be a text");
        return;
    }
    struct ochre_text did = text_on(run->did, sizeof run->did);
    text_add(&did, text);
    char rule[64];
    if (make_step(run, text, is_chance, &refusal)) {
        if (is_to_fail)
            case_differs(run, "expected the move to be refused ({0}), found it is legal",
                         said_by(refused, rule, sizeof rule));
        else
            settle(run);
    } else if (!is_to_fail) {
        case_differs(run, "the move was refused by {0}: {1}", refusal.rule, refusal.words);
        case_expect(run, (struct json){0});
    } else if (!names_rule(refused, refusal.rule)) {
        case_differs(run, "refused: expected {0}, found {1}: {2}", said_by(refused, rule, sizeof rule), refusal.rule,
                     refusal.words);
    }
}

/* ---- steps ---- */

/* A misspelt key would make a case pass that checks nothing. */
static bool has_known_keys(struct case_run *run, struct json step)
{
    static const char *const known[] = {"move", "chance", "refused", "expect", "note", "comment", "title", "rule"};
    for (struct json member = json_first(step); json_there(member); member = json_next(member)) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            is_known = is_known || json_key_is(member, known[i]);
        char key[64] = "?";
        if (!is_known) {
            (void)json_key(member, key, sizeof key);
            unreadable(run, "a step has no \"{0}\" (expected move, chance, refused, expect)", key);
            return false;
        }
    }
    return true;
}

static void run_step(struct case_run *run, struct json step)
{
    struct json move = json_get(step, "move");
    struct json chance = json_get(step, "chance");
    struct json refused = json_get(step, "refused");
    struct json expect = json_get(step, "expect");
    run->did[0] = '\0';
    run->chance_follows = json_there(json_get(json_next(step), "chance"));
    if (json_kind(step) != JSON_OBJECT) {
        unreadable(run, "a step must be an object");
        return;
    }
    if (!has_known_keys(run, step))
        return;
    if ((json_there(move) && json_there(chance)) || !is_refused_form(refused) ||
        (json_there(refused) && !json_there(move) && !json_there(chance)) ||
        (json_there(expect) && json_kind(expect) != JSON_OBJECT)) {
        unreadable(run, "a step has a move or a chance, refused is true or a rule, expect is an object");
        return;
    }
    bool is_chance = json_there(chance);
    struct json made = is_chance ? chance : move;
    if (json_kind(made) == JSON_ARRAY)
        for (struct json item = json_first(made); json_there(item) && !run->has_failed; item = json_next(item))
            try_move(run, item, is_chance, refused);
    else if (json_there(made))
        try_move(run, made, is_chance, refused);
    if (!run->has_failed && json_there(expect))
        case_expect(run, expect);
}

static void run_steps(struct case_run *run, struct json steps)
{
    settle(run);
    if (json_there(steps) && json_kind(steps) != JSON_ARRAY) {
        unreadable(run, "steps must be a list");
        return;
    }
    for (struct json step = json_first(steps); json_there(step) && !run->has_failed; step = json_next(step)) {
        run->step++;
        run_step(run, step);
    }
}

/* ---- the beginning of a case ---- */

/* The game: named by the case, or else by the folder its file stands in. */
static const struct ochre_game *find_game(struct case_run *run, struct json root)
{
    char id[64];
    if (json_there(json_get(root, "game"))) {
        const struct ochre_game *game = json_string(json_get(root, "game"), id, sizeof id) ? game_by_id(id) : NULL;
        if (!game)
            unreadable(run, "there is no such game as the case names");
        return game;
    }
    const char *end = strrchr(run->name, '/');
    const char *start = end;
    while (start && start > run->name && start[-1] != '/')
        start--;
    struct ochre_text folder = text_on(id, sizeof id);
    text_add_bytes(&folder, start ? start : "", start ? (size_t)(end - start) : 0);
    const struct ochre_game *game = game_by_id(id);
    if (!game)
        unreadable(run, "the case names no game");
    return game;
}

/* A pack file stands beside the case. In new memory. */
static char *pack_path(const struct case_run *run, const char *file)
{
    const char *slash = strrchr(run->name, '/');
    size_t folder = slash && file[0] != '/' ? (size_t)(slash - run->name) + 1 : 0;
    size_t size = folder + strlen(file) + 3;
    char *path = malloc(size);
    if (!path)
        return NULL;
    struct ochre_text text = text_on(path, size);
    text_add_bytes(&text, run->name, folder);
    text_add(&text, folder == 0 && file[0] != '/' ? "./" : ""); /* "-" is a file here, not standard input */
    text_add(&text, file);
    return path;
}

/* Is this the id of the built-in pack? */
static bool is_built_in(const struct ochre_game *game, const char *id)
{
    struct packfile pack;
    char own[PACK_ID_SIZE];
    if (packfile_load(&pack, game, NULL, NULL) < 0)
        return false;
    packfile_id(&pack, own);
    packfile_free(&pack);
    return text_same(id, own) || text_same(id, "default");
}

static struct opening *open_case(const struct case_run *run, const struct ochre_game *game, struct json root,
                                 struct ochre_error *error)
{
    struct opening_request request = {.game = game, .options_json = json_get(root, "options")};
    struct json given = json_get(root, "given");
    struct json pack = json_get(root, "pack");
    char file[PACK_ID_SIZE * 4];
    char *position = NULL;
    char *path = NULL;
    struct opening *opening = NULL;
    int seats = 0;
    if (json_there(json_get(root, "seats")) && !json_int_in(json_get(root, "seats"), 1, OCHRE_SEATS_MAX, &seats)) {
        error_set(error, "", "seats must be a number from 1 to 4");
        return NULL;
    }
    request.seats = seats;
    if (json_kind(pack) == JSON_OBJECT) {
        request.pack_changes = pack;
    } else if (json_string(pack, file, sizeof file) && !is_built_in(game, file)) {
        path = pack_path(run, file);
        request.pack = path;
    }
    if (json_kind(given) == JSON_STRING) { /* a bare FEN */
        size_t length;
        json_raw(given, &length);
        position = malloc(length + 1);
        request.position = position && json_string(given, position, length + 1) ? position : "";
        if (request.position[0] == '@' || text_same(request.position, "-")) {
            error_set(error, "", "given must be a position");
            free(position);
            free(path);
            return NULL;
        }
    } else {
        request.position_json = given;
    }
    opening = opening_new(&request, error);
    free(position);
    free(path);
    return opening;
}

static void run_case(struct case_run *run, struct json root)
{
    struct json refused = json_get(root, "refused");
    bool is_to_fail = json_there(refused) && json_kind(refused) != JSON_FALSE;
    struct ochre_error error = {0};
    char rule[64];
    if (json_kind(root) != JSON_OBJECT || !is_refused_form(refused)) {
        unreadable(run, "a case must be an object, its refused true or a rule");
        return;
    }
    const struct ochre_game *game = find_game(run, root);
    if (!game)
        return;
    run->opening = open_case(run, game, root, &error);
    if (!run->opening && !is_to_fail) {
        case_differs(run, "the position was refused: {0} {1}", error.rule, error.words);
        return;
    }
    if (!run->opening) {
        if (!names_rule(refused, error.rule))
            case_differs(run, "refused: expected {0}, found {1}: {2}", said_by(refused, rule, sizeof rule), error.rule,
                         error.words);
        return;
    }
    if (is_to_fail) {
        case_differs(run, "expected the case to be refused ({0}), found it is accepted",
                     said_by(refused, rule, sizeof rule));
        return;
    }
    run->setup = &run->opening->setup;
    run->list = calloc(run->setup->legal_max + 1, sizeof *run->list);
    state_copy(run->setup, &run->state, &run->opening->start);
    if (run->list)
        run_steps(run, json_get(root, "steps"));
    else
        case_differs(run, "not enough memory");
}

/* ---- files ---- */

static void run_one(const char *name, struct json root, struct case_tally *tally)
{
    struct case_run *run = aligned_alloc(64, (sizeof *run + 63) / 64 * 64);
    if (!run) {
        tally->failed++;
        return;
    }
    memset(run, 0, sizeof *run);
    run->tally = tally;
    run->name = name;
    if (!json_string(json_get(root, "id"), run->id, sizeof run->id))
        run->id[0] = '\0';
    run_case(run, root);
    tally->passed += !run->has_failed;
    tally->failed += run->has_failed;
    tally->unreadable += run->is_unreadable;
    if (!run->has_failed && tally->is_wordy && tally->out)
        (void)fprintf(tally->out, "passed %s (%s)\n", run->id[0] ? run->id : "case", name);
    opening_delete(run->opening);
    free(run->list);
    free(run->drawn);
    free(run);
}

static void say_unreadable(const char *words, struct case_tally *tally)
{
    tally->failed++;
    tally->unreadable++;
    if (tally->out)
        (void)fprintf(tally->out, "FAILED %s\n", words);
}

void cases_run_text(const char *name, const char *text, size_t length, struct case_tally *tally)
{
    struct json_doc doc;
    struct ochre_error error = {0};
    struct json_node *nodes = length <= CASE_SIZE_MAX ? calloc(json_nodes_for(length), sizeof *nodes) : NULL;
    if (!nodes)
        error_set(&error, "", "too long, or not enough memory");
    if (!nodes || json_parse(&doc, text, length, nodes, json_nodes_for(length), &error) < 0) {
        struct ochre_error named;
        error_set(&named, "", "{0}: {1}", name, error.words);
        say_unreadable(named.words, tally);
    } else if (json_kind(json_root(&doc)) == JSON_ARRAY) {
        for (struct json root = json_first(json_root(&doc)); json_there(root); root = json_next(root))
            run_one(name, root, tally);
    } else {
        run_one(name, json_root(&doc), tally);
    }
    free(nodes);
}

static void run_file(const char *path, struct case_tally *tally)
{
    struct ochre_error error = {0};
    size_t length;
    char *text = file_read(path, CASE_SIZE_MAX, &length, &error);
    if (text) {
        cases_run_text(path, text, length, tally);
    } else {
        struct ochre_error named;
        error_set(&named, "", "{0}: {1}", path, error.words);
        say_unreadable(named.words, tally);
    }
    free(text);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool ends_in_json(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && text_same(name + length - 5, ".json");
}

static void run_path(const char *path, int depth, struct case_tally *tally);

static void run_directory(const char *path, int depth, struct case_tally *tally)
{
    struct dirent **entries;
    int count = depth > DIRECTORY_DEPTH_MAX ? -1 : scandir(path, &entries, NULL, by_name);
    if (count < 0) {
        struct ochre_error error;
        error_set(&error, "", "{0}: {1}", path, depth > DIRECTORY_DEPTH_MAX ? "nested too deeply" : strerror(errno));
        say_unreadable(error.words, tally);
        return;
    }
    for (int i = 0; i < count; i++) {
        size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *inner = entries[i]->d_name[0] == '.' ? NULL : malloc(size);
        if (inner) {
            struct ochre_text text = text_on(inner, size);
            struct stat about;
            text_add(&text, path);
            text_add(&text, text.used && inner[text.used - 1] == '/' ? "" : "/");
            text_add(&text, entries[i]->d_name);
            if (stat(inner, &about) == 0 && (S_ISDIR(about.st_mode) || ends_in_json(inner)))
                run_path(inner, depth + 1, tally);
        }
        free(inner);
        free(entries[i]);
    }
    free(entries);
}

static void run_path(const char *path, int depth, struct case_tally *tally)
{
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        run_directory(path, depth, tally);
    else
        run_file(path, tally);
}

void cases_run(const char *path, struct case_tally *tally)
{
    int before = tally->passed + tally->failed;
    run_path(path, 0, tally);
    if (tally->passed + tally->failed == before) {
        struct ochre_error error;
        error_set(&error, "", "{0}: no cases there (*.json)", path);
        say_unreadable(error.words, tally);
    }
}

int cases_exit_code(const struct case_tally *tally)
{
    return tally->unreadable ? 2 : tally->failed ? 1 : 0;
}

bool cases_hold(struct opening *opening, const struct ochre_state *state, struct json facts, FILE *out)
{
    struct case_tally tally = {.out = out};
    struct case_run run = {.tally = &tally, .name = "", .opening = opening, .setup = &opening->setup, .is_plain = true};
    run.list = calloc(run.setup->legal_max + 1, sizeof *run.list);
    if (!run.list)
        return false;
    state_copy(run.setup, &run.state, state);
    case_expect(&run, facts);
    free(run.list);
    return !run.has_failed;
}
