/* cmd_engine.c: `ochre engine`, a line protocol on standard input and output for programs (docs/engine.md). One
 * question a line; nothing that is sent can end it but `quit` or the end of the input. */
#include <stdlib.h>
#include <string.h>

#include "cli/engine.h"
#include "cli/position.h"
#include "cli/terms.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

enum { PERFT_DEPTH_MAX = 30 };

static void complain(const char *words)
{
    engine_complain(words);
}

/* ---- positions ---- */

/* Installs a new position; the present one stays when it is refused. */
static bool install(struct engine *engine, const char *position)
{
    const char *options[ENGINE_OPTIONS_MAX + 1] = {NULL};
    bool brings_options = position && *position != '{'; /* a FEN does; an object says nothing about house rules */
    for (int i = 0; i < engine->option_count && !brings_options; i++)
        options[i] = engine->option[i];
    struct opening_request request = {
        .game = engine->game, .seats = position ? 0 : engine->seats, .options = options, .position = position};
    if (engine->pack && engine->pack[strspn(engine->pack, " \t")] == '{')
        request.pack_text = engine->pack;
    else
        request.pack = engine->pack;
    struct ochre_error error = {0};
    if (position && strpbrk(position, "@-") == position) {
        complain("a position is JSON or the game's own notation, not a file");
        return false;
    }
    struct opening *opening = opening_new(&request, &error);
    if (!opening) {
        complain(error.words);
        return false;
    }
    course_free(&engine->course);
    opening_delete(engine->opening);
    engine->opening = opening;
    course_init(&engine->course, &opening->setup, &opening->start);
    return true;
}

static void do_moves(struct engine *engine, const char *rest)
{
    for (const char *at = rest + strspn(rest, " \t"); *at; at += strspn(at, " \t")) {
        char word[2 * OCHRE_MOVE_SIZE];
        size_t length = strcspn(at, " \t");
        struct ochre_text copy = text_on(word, sizeof word);
        text_add_bytes(&copy, at, length);
        at += length;
        char why[TABLE_WHY_SIZE] = "";
        struct ochre_text words = text_on(why, sizeof why);
        const char *rule = course_move(&engine->course, word, &words);
        if (rule) {
            printf("info string illegal move %s\n", word);
            printf("info string rule %s: %s\n", rule, why);
            return;
        }
    }
}

/* Cuts "… moves a b c" in two; the word must stand outside of JSON. */
static char *cut_moves(char *text)
{
    char *from = strrchr(text, '}') ? strrchr(text, '}') : text;
    char *found = strstr(from, " moves");
    if (!found || (found[6] != ' ' && found[6] != '\0'))
        return NULL;
    *found = '\0';
    return found + 6;
}

static void do_position(struct engine *engine, const char *rest)
{
    char *given = strdup(rest);
    if (!given)
        abort();
    const char *moves = cut_moves(given);
    const char *text = NULL;
    bool is_start = strncmp(given, "startpos", 8) == 0 && given[8 + strspn(given + 8, " ")] == '\0';
    if (!is_start && (text_starts(given, "fen ", &text) || text_starts(given, "json ", &text)))
        text += strspn(text, " ");
    else if (!is_start && *given == '{')
        text = given;
    if (!is_start && (!text || !*text))
        complain("expected: position startpos | fen TEXT | json {…}, then perhaps: moves M…");
    else if (install(engine, text) && moves)
        do_moves(engine, moves);
    free(given);
}

/* ---- options ---- */

/* The names that the engine protocol of dice gives to the game's options. */
static const struct {
    const char *protocol, *option;
} names[] = {{"Mode", "mode"},   {"Size", "size"},     {"Setup", "setup"},   {"Faces", "faces"},   {"Alliance", "ally"},
             {"Chain", "chain"}, {"Martyr", "martyr"}, {"NoProgress", "np"}, {"Adjudicate", "adj"}};

static const char *own_name(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_same(names[i].protocol, name))
            return names[i].option;
    return name;
}

static const char *protocol_name(const char *option)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_same(names[i].option, option))
            return names[i].protocol;
    return option;
}

/* true and false stand for on and off. */
static const char *own_value(const struct engine *engine, const char *name, const char *value)
{
    int index = option_index(engine->game, name);
    const struct ochre_option *option = index < 0 ? NULL : &engine->game->options[index];
    bool is_switch =
        option && option->choices && (text_same(option->fallback, "on") || text_same(option->fallback, "off"));
    if (is_switch && text_same(value, "true"))
        return "on";
    if (is_switch && text_same(value, "false"))
        return "off";
    return value;
}

static void set_seats(struct engine *engine, const char *value)
{
    const char *at = value;
    int seats;
    if (text_read_number(&at, 1, &seats) && *at == '\0' && seats <= engine->game->seats_max &&
        ((engine->game->seat_counts >> seats) & 1))
        engine->seats = seats;
    else
        complain("Seats: not a number of seats of this game");
}

static void set_bot(struct engine *engine, const char *value)
{
    struct ochre_error error;
    struct bot *bot = bot_new(value, &error);
    if (!bot) {
        complain(error.words);
        return;
    }
    bot_delete(engine->bot);
    engine->bot = bot;
}

static void set_option(struct engine *engine, const char *name, const char *value)
{
    struct ochre_terms terms;
    struct ochre_error error;
    terms_init(&terms, engine->game);
    value = own_value(engine, name, value);
    if (terms_set(&terms, name, value, &error) < 0) {
        complain(error.words);
        return;
    }
    size_t length = strlen(name);
    int at = 0;
    while (at < engine->option_count &&
           (strncmp(engine->option[at], name, length) != 0 || engine->option[at][length] != '='))
        at++;
    if (at == ENGINE_OPTIONS_MAX)
        return;
    struct ochre_text text = text_on(engine->option[at], VALUE_SIZE);
    text_add(&text, name);
    text_char(&text, '=');
    text_add(&text, value);
    engine->option_count += at == engine->option_count;
}

/* A file, or the pack itself on the rest of the line; "builtin" is the game's own. Read at once, so that what is wrong
 * with it is said here. */
static void set_pack(struct engine *engine, const char *value)
{
    bool is_own = text_same(value, "builtin");
    char *was = engine->pack;
    char *pack = is_own ? NULL : strdup(value);
    if (!is_own && !pack)
        abort();
    engine->pack = pack;
    struct opening_request request = {.game = engine->game};
    struct ochre_error error = {0};
    if (pack && *pack == '{')
        request.pack_text = pack;
    else
        request.pack = pack;
    struct opening *opening = opening_new(&request, &error);
    if (!opening) {
        complain(error.words);
        engine->pack = was;
        free(pack);
        return;
    }
    opening_delete(opening);
    free(was);
}

static void do_setoption(struct engine *engine, const char *rest)
{
    char name[64];
    char value[64];
    const char *pack;
    if (text_starts(rest, "name Pack value ", &pack) && pack[strspn(pack, " \t")]) {
        set_pack(engine, pack + strspn(pack, " \t"));
        return;
    }
    if (sscanf(rest, "name %63s value %63s", name, value) != 2) {
        complain("expected: setoption name NAME value VALUE");
        return;
    }
    if (text_same(name, "Seats"))
        set_seats(engine, value);
    else if (text_same(name, "Bot"))
        set_bot(engine, value);
    else
        set_option(engine, own_name(name), value);
}

static void do_uci(struct engine *engine, const char *rest)
{
    (void)rest;
    printf("id name Ochre %s %s\nid author the Ochre authors\n", OCHRE_VERSION, engine->game->id);
    for (int i = 0; engine->game->options && engine->game->options[i].name; i++) {
        const struct ochre_option *option = &engine->game->options[i];
        printf("option name %s type %s default %s", protocol_name(option->name),
               option->choices              ? "combo"
               : option->min <= option->max ? "spin"
                                            : "string",
               option->fallback);
        for (int c = 0; option->choices && option->choices[c]; c++)
            printf(" var %s", option->choices[c]);
        if (!option->choices && option->min <= option->max)
            printf(" min %d max %d", option->min, option->max);
        putchar('\n');
    }
    printf("option name Seats type spin default %d min %d max %d\n", engine->game->seats_usual, engine->game->seats_min,
           engine->game->seats_max);
    fputs("option name Bot type combo default greedy", stdout);
    for (int i = 0; bot_kinds[i].name; i++)
        printf(" var %s", bot_kinds[i].name);
    puts("\noption name Pack type string default builtin\nuciok");
}

/* ---- counting ---- */

/* Leaves of the tree below a state, for games that do not count themselves. Seats that choose at once choose in their
 * order; chance's outcomes count like moves. */
static uint64_t count_leaves(const struct ochre_setup *setup, const struct ochre_state *state, int depth)
{
    ochre_seats pending = setup->game->rules->pending(setup, state);
    if (depth == 0)
        return 1;
    if (pending == 0)
        return 0;
    int seat = seats_first(pending);
    ochre_action *list = position_list(setup);
    int count = setup->game->rules->legal(setup, state, seat, list);
    uint64_t leaves = depth == 1 ? (uint64_t)count : 0;
    for (int i = 0; depth > 1 && i < count; i++) {
        struct ochre_state after;
        state_copy(setup, &after, state);
        setup->game->rules->apply(setup, &after, seat, list[i], NULL);
        leaves += count_leaves(setup, &after, depth - 1);
    }
    free(list);
    return leaves;
}

static void divide_generally(const struct ochre_setup *setup, const struct ochre_state *state, int depth,
                             struct ochre_divide *divide)
{
    int seat = seats_first(setup->game->rules->pending(setup, state));
    divide->count = (uint32_t)setup->game->rules->legal(setup, state, seat, divide->action);
    for (uint32_t i = 0; i < divide->count; i++) {
        struct ochre_state after;
        state_copy(setup, &after, state);
        setup->game->rules->apply(setup, &after, seat, divide->action[i], NULL);
        divide->nodes[i] = count_leaves(setup, &after, depth - 1);
    }
}

static void do_perft(struct engine *engine, const char *depth_text)
{
    const struct ochre_setup *setup = engine->course.setup;
    const struct ochre_state *state = &engine->course.state;
    const char *at = depth_text;
    int depth;
    if (!text_read_number(&at, 2, &depth) || *at || depth > PERFT_DEPTH_MAX) {
        complain("expected: go perft DEPTH, a number from 0 to 30");
        return;
    }
    struct ochre_divide divide = {.action = position_list(setup),
                                  .nodes = calloc((size_t)setup->legal_max + 1, sizeof *divide.nodes)};
    if (!divide.nodes)
        abort();
    uint64_t total = depth == 0;
    ochre_seats pending = setup->game->rules->pending(setup, state);
    if (depth > 0 && setup->game->think->perft)
        setup->game->think->perft(setup, state, depth, true, &divide);
    else if (depth > 0 && pending)
        divide_generally(setup, state, depth, &divide);
    for (uint32_t i = 0; depth > 0 && i < divide.count; i++) {
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(move, sizeof move);
        position_move(setup, state, pending ? seats_first(pending) : 0, divide.action[i], &text);
        printf("%s: %llu\n", move, (unsigned long long)divide.nodes[i]);
        total += divide.nodes[i];
    }
    printf("total: %llu\n", (unsigned long long)total);
    free(divide.action);
    free(divide.nodes);
}

/* ---- looking ---- */

static void print_members(const struct engine *engine, bool with_view, int viewer)
{
    struct ochre_text json = position_text();
    struct json_writer writer = json_write_to(&json);
    json_open(&writer, '{');
    position_write_moves(engine->course.setup, &engine->course.state, viewer, &writer);
    if (with_view)
        position_write_view(engine->course.setup, &engine->course.state, viewer, &writer);
    json_close(&writer, '}');
    puts(json.at);
    position_text_free(&json);
}

/* A game whose view has a FEN and a status shows these two; any other the view itself. */
static void do_d(struct engine *engine, const char *rest)
{
    (void)rest;
    const struct ochre_setup *setup = engine->course.setup;
    if (!setup->game->position_key) {
        print_members(engine, true, OCHRE_EVERYBODY);
        return;
    }
    struct ochre_text text = position_text();
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    state_look(setup, &engine->course.state, OCHRE_EVERYBODY, &view);
    json_open(&writer, '{');
    setup->game->show->write_view(setup, &view, OCHRE_EVERYBODY, &writer);
    json_close(&writer, '}');
    size_t nodes_max = json_nodes_for(text.used);
    struct json_node *nodes = calloc(nodes_max, sizeof *nodes);
    struct json_doc doc;
    struct ochre_error error;
    char value[2048];
    if (nodes && json_parse(&doc, text.at, text.used, nodes, nodes_max, &error) == 0) {
        if (json_string(json_get(json_root(&doc), setup->game->position_key), value, sizeof value))
            puts(value);
        if (json_string(json_get(json_root(&doc), "status"), value, sizeof value))
            puts(value);
    }
    free(nodes);
    position_text_free(&text);
}

static void do_legal(struct engine *engine, const char *rest)
{
    (void)rest;
    print_members(engine, false, OCHRE_EVERYBODY);
}

static void do_view(struct engine *engine, const char *rest)
{
    int viewer = !*rest || text_same(rest, "all") ? OCHRE_EVERYBODY
                 : text_same(rest, "-")           ? OCHRE_NOBODY
                                                  : seat_from_code(rest);
    if (viewer < 0 || viewer == OCHRE_CHANCE || (viewer < OCHRE_SEATS_MAX && viewer >= engine->course.setup->seats))
        complain("expected: view [p1 … p4 | - | all]");
    else
        print_members(engine, true, viewer);
}

static void do_printed(struct engine *engine, const char *rest)
{
    (void)rest;
    struct ochre_text json = position_text();
    struct json_writer writer = json_write_to(&json);
    json_open(&writer, '{');
    show_printed(engine->course.setup, &writer);
    json_close(&writer, '}');
    puts(json.at);
    position_text_free(&json);
}

/* What chance may do now, and how probable each of it is. */
static void do_chances(struct engine *engine, const char *rest)
{
    (void)rest;
    const struct ochre_setup *setup = engine->course.setup;
    const struct ochre_state *state = &engine->course.state;
    const struct ochre_rules *rules = setup->game->rules;
    ochre_action *list = position_list(setup);
    bool is_due = seats_has(rules->pending(setup, state), OCHRE_CHANCE);
    int count = is_due ? rules->legal(setup, state, OCHRE_CHANCE, list) : 0;
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += rules->weight ? rules->weight(setup, state, list[i]) : 1;
    struct ochre_text json = position_text();
    struct json_writer writer = json_write_to(&json);
    json_open(&writer, '{');
    json_name(&writer, "chances");
    json_open(&writer, '[');
    for (int i = 0; i < count; i++) {
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(move, sizeof move);
        position_move(setup, state, OCHRE_CHANCE, list[i], &text);
        json_open(&writer, '{');
        json_field_string(&writer, "move", move);
        json_field_double(&writer, "probability", (rules->weight ? rules->weight(setup, state, list[i]) : 1) / sum, 9);
        json_close(&writer, '}');
    }
    json_close(&writer, ']');
    json_close(&writer, '}');
    puts(json.at);
    position_text_free(&json);
    free(list);
}

/* Where we began, and every move since, chance's too: what brings anybody else to the same place. */
static void do_history(struct engine *engine, const char *rest)
{
    (void)rest;
    struct ochre_text json = position_text();
    struct json_writer writer = json_write_to(&json);
    json_open(&writer, '{');
    json_name(&writer, "position");
    if (engine->opening->position)
        json_put_raw(&writer, engine->opening->position);
    else
        json_put_null(&writer);
    json_name(&writer, "moves");
    json_open(&writer, '[');
    char word[OCHRE_MOVE_SIZE + 8];
    for (const char *at = engine->course.made; at && text_next_word(&at, word, sizeof word);)
        json_put_string(&writer, word);
    json_close(&writer, ']');
    json_close(&writer, '}');
    if (json.cut)
        complain("the history is too long for one answer");
    else
        puts(json.at);
    position_text_free(&json);
}

static void do_show(struct engine *engine, const char *rest)
{
    (void)rest;
    position_print_board(engine->course.setup, &engine->course.state, OCHRE_EVERYBODY);
    position_print_asked(engine->course.setup, &engine->course.state, OCHRE_EVERYBODY);
}

static void do_roll(struct engine *engine, const char *rest)
{
    (void)rest;
    size_t before = engine->course.made_used;
    engine->course.has_luck = true;
    engine->course.luck = engine->rng;
    course_draw(&engine->course);
    engine->rng = engine->course.luck;
    engine->course.has_luck = false;
    if (engine->course.made_used > before)
        printf("info drawn %s\n", engine->course.made + before + (before > 0));
}

static void do_seed(struct engine *engine, const char *rest)
{
    char *end;
    unsigned long long seed = strtoull(rest, &end, 10);
    if (end == rest || *end)
        complain("expected: seed NUMBER");
    else
        rng_seed(&engine->rng, seed);
}

static void do_ready(struct engine *engine, const char *rest)
{
    (void)engine;
    (void)rest;
    puts("readyok");
}

static void do_newgame(struct engine *engine, const char *rest)
{
    (void)rest;
    install(engine, NULL);
}

static void do_stop(struct engine *engine, const char *rest)
{
    (void)rest;
    engine_stop(engine);
}

static void do_go(struct engine *engine, const char *rest)
{
    const char *depth;
    if (text_starts(rest, "perft", &depth))
        do_perft(engine, depth + strspn(depth, " "));
    else
        engine_go(engine, rest);
}

static void do_help(struct engine *engine, const char *rest);

static const struct {
    const char *name, *about;
    void (*act)(struct engine *engine, const char *rest);
} questions[] = {
    {"help", "this list", do_help},
    {"uci", "names and options, then uciok", do_uci},
    {"isready", "readyok", do_ready},
    {"ucinewgame", "the start with the options set so far", do_newgame},
    {"setoption", "setoption name NAME value VALUE; also Seats, Bot and Pack", do_setoption},
    {"position", "position startpos | fen TEXT | json {…}, then perhaps: moves M…", do_position},
    {"moves", "makes further moves: moves a2a3 p2>play:4 *>deal:1", do_moves},
    {"roll", "lets chance draw until a seat is asked", do_roll},
    {"seed", "seed N: makes roll and go repeatable", do_seed},
    {"legal", "who is asked and all legal moves, as JSON", do_legal},
    {"view", "view [SEAT | - | all]: the same and what the seat may see, as JSON", do_view},
    {"printed", "what no view repeats because it never changes during a play, as JSON", do_printed},
    {"d", "the position in one line, and its status", do_d},
    {"show", "the board for people", do_show},
    {"chances", "what chance may do and how probable it is, as JSON", do_chances},
    {"history", "where we began and all moves since, as JSON", do_history},
    {"go",
     "bestmove MOVE for the first seat that is asked; go depth D, movetime MS, nodes N, infinite; go perft D counts",
     do_go},
    {"eval", "what the computer player expects, as JSON, without a move; limits as for go", engine_eval},
    {"stop", "ends thinking: what was found so far is answered", do_stop},
    {"quit", "ends", NULL},
};

static void do_help(struct engine *engine, const char *rest)
{
    (void)engine;
    (void)rest;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        printf("info string %s: %s\n", questions[i].name, questions[i].about);
}

/* Answered while the engine thinks; everything else waits for what it says. */
static bool is_urgent(void (*act)(struct engine *engine, const char *rest))
{
    return act == do_ready || act == do_stop || !act;
}

/* False: it is time to end. */
static bool answer(struct engine *engine, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    const char *rest = line + length + strspn(line + length, " \t");
    if (length == 0 || *line == '#')
        return true;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strlen(questions[i].name) == length && strncmp(questions[i].name, line, length) == 0) {
            if (!is_urgent(questions[i].act) && !engine_wait(engine))
                return true;
            if (questions[i].act)
                questions[i].act(engine, rest);
            return questions[i].act != NULL;
        }
    fputs("info string error: unknown command '", stdout);
    for (size_t i = 0; i < length && i < 40; i++) /* whatever it is, the answer is a clean line */
        putchar((unsigned char)line[i] < 0x20 || (unsigned char)line[i] > 0x7E ? '?' : line[i]);
    puts("' (help lists them)");
    return true;
}

static int run(const struct call *call)
{
    struct engine engine = {.game = call_game(call, call->operand[0])};
    if (!engine.game)
        return EXIT_MISUSED;
    engine.bot = bot_new("greedy", NULL);
    rng_seed(&engine.rng, 0);
    setvbuf(stdout, NULL, _IOLBF, 0);
    char *line = NULL;
    size_t size = 0;
    bool is_open = true;
    if (install(&engine, NULL))
        while ((is_open = getline(&line, &size, stdin) >= 0) && answer(&engine, line))
            fflush(stdout);
    if (!is_open && !engine.thought.is_endless) /* whoever has closed the input still reads; quit does not wait */
        engine_wait(&engine);
    engine_stop(&engine);
    free(engine.pack);
    free(line);
    course_free(&engine.course);
    opening_delete(engine.opening);
    bot_delete(engine.bot);
    return EXIT_FINE;
}

const struct command cmd_engine = {
    .name = "engine",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("speak a line protocol with another program"),
    .about = N_("Questions come on standard input, one a line, answers on standard output, as in the UCI protocol of "
                "chess: position, go, d and so on. 'help' lists them; docs/engine.md describes them all."),
    .options = (const struct command_option[]){{0}},
    .example = "  printf 'position startpos moves a2a3\\nd\\ngo\\n' | ochre engine dice\n",
    .run = run,
};
