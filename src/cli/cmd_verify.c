/* cmd_verify.c: `ochre verify`, the proof of a log. */
#include "cli/terms.h"

static void print_json(const struct log *log, const struct log_proof *proof)
{
    char json[512];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_bool(&writer, "verified", true);
    json_field_string(&writer, "game", log->game->id);
    json_field_int(&writer, "moves", proof->moves);
    json_field_int(&writer, "draws", proof->draws);
    json_field_bool(&writer, "promised", proof->has_promise);
    json_field_bool(&writer, "over", proof->is_over);
    json_field_string(&writer, "winners", proof->winners);
    json_close(&writer, '}');
    puts(json);
}

static void print_words(const char *path, const struct log *log, const struct log_proof *proof)
{
    print_say(stdout, _("{0}: all {1} moves are legal.\n"), path, NUM(proof->moves));
    if (proof->has_promise)
        print_say(stdout, _("The seed is the one that was promised, and all {0} draws follow from it.\n"),
                  NUM(proof->draws));
    if (proof->is_over)
        print_say(stdout, _("The play is over; winners: {0}.\n"), proof->winners);
    else if (log->agreed[0])
        print_say(stdout, _("The players agreed to end the play: {0}\n"), log->agreed);
    else
        print_say(stdout, _("The play is not over.\n"));
    if (!proof->has_end)
        print_say(stdout, _("The log has no end line: it was written by hand, or its play goes on.\n"));
}

static int run(const struct call *call)
{
    const char *path = call->operand[0];
    struct log log;
    struct log_proof proof;
    struct ochre_error error = {0};
    if (!terms_log(call, path, &log))
        return EXIT_FAILED;
    int result = log_verify(&log, call_value(call, "pack"), &proof, &error);
    if (result < 0)
        (void)call_refused(call, EXIT_FAILED, path, &error);
    else if (call_has(call, "json"))
        print_json(&log, &proof);
    else
        print_words(path, &log, &proof);
    log_free(&log);
    return result < 0 ? EXIT_FAILED : EXIT_FINE;
}

const struct command cmd_verify = {
    .name = "verify",
    .operands = "LOG",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("check a log: chance, moves and result"),
    .about = N_("Checks that the revealed seed is the one that was promised before the first draw, that every draw "
                "follows from it, that every move is legal and that the result is right. docs/fair.md says how to "
                "check the same without this program.\n\n"
                "A record in the form that people of the game write down (docs/notation.md) is checked too: every move "
                "and the result."),
    .example = "  ochre verify play.log\n",
    .options =
        (const struct command_option[]){
            {.name = "pack", .value = "FILE", .about = N_("the component pack, when it is not the built-in one")},
            {.name = "json", .about = N_("as one JSON document")},
            {0},
        },
    .run = run,
};
