/* cmd_replay.c: `ochre replay`, a log played again, in words or as JSON. */
#include <stdlib.h>

#include "cli/replay_steps.h"
#include "cli/terms.h"
#include "rules/show.h"
#include "table/record.h"

enum { STEP_SIZE = 256 * 1024 };

/* A replay under way. */
struct telling {
    const struct log *log;
    char *buffer; /* for one step */
    int draws;
};

static void tell_words(void *who, const struct table *table, const struct table_step *step)
{
    struct telling *telling = who;
    struct ochre_text text = text_in(telling->buffer, STEP_SIZE, tongue_used());
    text_add(&text, seat_code(step->seat));
    text_char(&text, ' ');
    table_step_line(table, step, OCHRE_EVERYBODY, &text);
    (void)printf("%4d  %s\n", step->number, telling->buffer);
    text = text_in(telling->buffer, STEP_SIZE, tongue_used());
    table_step_story(table, step, OCHRE_EVERYBODY, &text);
    for (char *line = telling->buffer; *line;) {
        size_t length = 0;
        while (line[length] && line[length] != '\n')
            length++;
        (void)printf("        %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void write_story(const struct table *table, const struct table_step *step, struct json_writer *writer)
{
    static char lines[32 * 1024];
    struct ochre_text story = text_in(lines, sizeof lines, tongue_used());
    table_step_story(table, step, OCHRE_EVERYBODY, &story);
    json_name(writer, "story");
    json_open(writer, '[');
    for (char *line = lines; *line;) {
        char *end = line;
        while (*end && *end != '\n')
            end++;
        bool has_more = *end == '\n';
        *end = '\0';
        json_put_string(writer, line);
        line = end + has_more;
    }
    json_close(writer, ']');
}

static void tell_json(void *who, const struct table *table, const struct table_step *step)
{
    struct telling *telling = who;
    struct ochre_text text = text_on(telling->buffer, STEP_SIZE);
    struct json_writer writer = json_write_to(&text);
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text words = text_on(move, sizeof move);
    table_step_text(table, step, OCHRE_EVERYBODY, &words);
    json_open(&writer, '{');
    json_field_int(&writer, "step", step->number);
    json_field_int(&writer, "line", telling->log->moves[step->number - 1].line);
    json_field_string(&writer, "seat", seat_code(step->seat));
    json_field_string(&writer, "move", move);
    words = text_on(move, sizeof move);
    table_step_note(table, step, OCHRE_EVERYBODY, &words);
    if (words.used)
        json_field_string(&writer, "note", move);
    if (step->seat == OCHRE_CHANCE)
        table_write_draw(table, step, telling->draws++, &writer);
    write_story(table, step, &writer);
    json_close(&writer, '}');
    (void)printf("%s%s", step->number > 1 ? ",\n" : "\n", telling->buffer);
}

static void write_header(const struct log *log)
{
    char json[4096];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "game", log->game->id);
    json_field_int(&writer, "rules", log->game->rules_version);
    json_field_int(&writer, "seats", log->seats);
    json_field_bool(&writer, "position", log->position != NULL);
    (void)printf("%s,\n\"steps\":[", json);
}

static void write_end(struct telling *telling, const struct table *table)
{
    struct ochre_text text = text_on(telling->buffer, STEP_SIZE);
    struct json_writer writer = json_write_to(&text);
    struct ochre_outcome outcome = {0};
    struct ochre_view view;
    bool is_over = table_is_over(table);
    if (is_over)
        table_outcome(table, &outcome);
    table_view(table, OCHRE_EVERYBODY, &view);
    json_open(&writer, '{');
    json_field_bool(&writer, "over", is_over);
    json_name(&writer, "result");
    if (is_over)
        seats_write(outcome.winners, &writer);
    else
        json_put_null(&writer);
    show_printed(table_setup(table), &writer);
    json_name(&writer, "view");
    json_open(&writer, '{');
    table_game(table)->show->write_view(table_setup(table), &view, OCHRE_EVERYBODY, &writer);
    json_close(&writer, '}');
    json_close(&writer, '}');
    (void)printf("\n],\n%s\n", telling->buffer + 1);
}

static void print_end(const struct log *log, const struct table *table)
{
    if (table_is_over(table)) {
        struct ochre_outcome outcome;
        table_outcome(table, &outcome);
        print_say(stdout, _("The play is over: {0}.\n"), _(outcome.reason));
        for (int seat = 0; seat < log->seats; seat++)
            if (seats_has(outcome.winners, seat))
                print_say(stdout, _("{0} wins.\n"), _(table_seat_name(table, seat)));
    } else if (log->agreed[0]) {
        print_say(stdout, _("The players agreed to end the play: {0}\n"), log->agreed);
    } else {
        print_say(stdout, _("The play is not over.\n"));
    }
}

static int replay_with(const struct call *call, const char *path, const struct log *log, struct telling *telling)
{
    struct ochre_error error = {0};
    bool is_json = call_has(call, "json");
    /* Once in silence: a log that breaks a rule is refused before anything is printed. */
    struct table *table = log_play(log, 0, call_value(call, "pack"), NULL, NULL, NULL, &error);
    if (!table)
        return call_refused(call, EXIT_FAILED, path, &error);
    if (is_json)
        write_header(log);
    else if (log->position)
        print_say(stdout, _("The play began from a set-up position.\n"));
    table_retell(table, is_json ? tell_json : tell_words, telling);
    if (is_json)
        write_end(telling, table);
    else
        print_end(log, table);
    if (!log->has_end)
        print_say(stderr,
                  _("ochre replay: {0} has no end line: it was cut short or written by hand, or its play goes "
                    "on\n"),
                  path);
    table_delete(table);
    return EXIT_FINE;
}

static int replay(const struct call *call, const char *path, const struct log *log)
{
    struct telling telling = {.log = log, .buffer = malloc(STEP_SIZE)};
    int code = telling.buffer ? replay_with(call, path, log, &telling)
                              : call_failure(call, _("There is not enough memory to go on."));
    free(telling.buffer);
    return code;
}

/* The same play in the other form: a record becomes a log, a log a record. */
static int rewrite(const struct call *call, const char *path, const struct log *log)
{
    struct ochre_error error = {0};
    struct table *table = log_play(log, 0, call_value(call, "pack"), NULL, NULL, NULL, &error);
    size_t length;
    char *text = NULL;
    if (table)
        text = text_same(call_value(call, "as"), "log") ? log_text(table, log->has_seed, &length)
                                                        : record_text(table, log->agreed, &length, &error);
    int code = EXIT_FINE;
    if (text)
        (void)fwrite(text, 1, length, stdout);
    else if (error.words[0])
        code = call_refused(call, EXIT_FAILED, path, &error);
    else
        code = call_failure(call, _("There is not enough memory to go on."));
    free(text);
    table_delete(table);
    return code;
}

static int run(const struct call *call)
{
    const char *path = call->operand[0];
    struct log log;
    if (call_has(call, "as") && call_has(call, "json"))
        return call_misuse(call, _("--as and --json exclude each other"));
    if (!terms_log(call, path, &log))
        return EXIT_FAILED;
    int code;
    if (call_has(call, "steps"))
        code = replay_steps(call, path, &log);
    else if (call_has(call, "as"))
        code = rewrite(call, path, &log);
    else
        code = replay(call, path, &log);
    log_free(&log);
    return code;
}

const struct command cmd_replay = {
    .name = "replay",
    .operands = "LOG",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("play a log again and tell what happened"),
    .about = N_("Prints every move with what it did. With --json every step is an object; those of chance list what "
                "could have come and with which odds.\n\n"
                "The file is a log, or a record in the form that people of the game write down (docs/notation.md); "
                "--as turns the one into the other. Every move of a record is checked, and its result too."),
    .example =
        "  ochre replay play.log\n  ochre replay play.log --json\n  ochre replay play.log --as record > play.pgn\n"
        "  ochre replay play.log --steps p1\n",
    .options =
        (const struct command_option[]){
            {.name = "pack", .value = "FILE", .about = N_("the component pack, when it is not the built-in one")},
            {.name = "json", .about = N_("as one JSON document")},
            {.name = "steps",
             .value = "VIEWER",
             .about = N_("as the server tells it to p1 to p4, nobody or everybody: one step a line"),
             .choices = replay_viewers},
            {.name = "as",
             .value = "FORM",
             .about = N_("print the play itself, as a log or as a record"),
             .choices = (const char *const[]){"log", "record", NULL}},
            {0},
        },
    .run = run,
};
