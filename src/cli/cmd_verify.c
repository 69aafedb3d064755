/* cmd_verify.c: `ochre verify`, the proof of a log. */
#include "cli/terms.h"

static void print_json(const struct log *log, const struct log_proof *proof)
{
    char json[1024];
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_bool(&writer, "verified", true);
    json_field_string(&writer, "game", log->game->id);
    json_field_int(&writer, "moves", proof->moves);
    json_field_int(&writer, "draws", proof->draws);
    json_field_bool(&writer, "promised", proof->has_promise);
    json_field_int(&writer, "fair", proof->fair_version);
    json_name(&writer, "pledged");
    seats_write(proof->pledged, &writer);
    json_name(&writer, "opened");
    seats_write(proof->opened, &writer);
    json_name(&writer, "withheld");
    seats_write(proof->pledged & ~proof->opened, &writer);
    if (proof->seal[0])
        json_field_string(&writer, "seal", proof->seal);
    json_field_bool(&writer, "position", proof->has_position);
    json_field_bool(&writer, "over", proof->is_over);
    json_field_string(&writer, "winners", proof->winners);
    json_close(&writer, '}');
    puts(json);
}

static const char *name_seats(ochre_seats seats, char *names, size_t size)
{
    struct ochre_text text = text_on(names, size);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (seats_has(seats, seat)) {
            text_add(&text, text.used ? ", " : "");
            text_add(&text, seat_code(seat));
        }
    return names;
}

/* Who has a proof against whom (docs/fair.md, "What is proved against whom"). */
static void print_protection(const struct log_proof *proof)
{
    char opened[24];
    char withheld[24];
    ochre_seats missing = proof->pledged & ~proof->opened;
    (void)name_seats(proof->opened, opened, sizeof opened);
    (void)name_seats(missing, withheld, sizeof withheld);
    if (missing && proof->opened)
        print_say(stdout,
                  _("Pledged but withheld: {0}. Together with whoever ran the server they could have chosen "
                    "between {1} courses of chance, and no more.\n"),
                  withheld, NUM(1 << __builtin_popcount(missing)));
    if (!proof->opened)
        print_say(stdout,
                  _("No seat gave a share: the seed was fixed before the first draw, but whoever ran the server "
                    "could have picked it from many.\n"));
    else if (proof->fair_version == 1)
        print_say(stdout,
                  _("Shares were given openly, as they were in older logs: {0}. Whoever ran the server and gave "
                    "the last of them could have picked it knowing the seed.\n"),
                  opened);
    else if (!missing)
        print_say(stdout,
                  _("Proved to {0}: every share was pledged before any was opened, so nobody could choose what "
                    "came, neither the server nor the other seats, nor all of them together.\n"),
                  opened);
    if (proof->pledged)
        print_say(stdout, _("The seal, which must be the one that each of them was told before opening: {0}\n"),
                  proof->seal);
}

static void print_words(const char *path, const struct log *log, const struct log_proof *proof)
{
    print_say(stdout, _("{0}: all {1} moves are legal.\n"), path, NUM(proof->moves));
    if (proof->has_position)
        print_say(stdout, _("The play began from a set-up position.\n"));
    if (proof->has_promise) {
        print_say(stdout,
                  _("The seed is the one that was promised, and all {0} draws follow from it at the odds of the "
                    "rules.\n"),
                  NUM(proof->draws));
        if (proof->draws)
            print_protection(proof);
    }
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
    .about = N_("Checks that the revealed seed is the one that was promised before the first draw, that every share is "
                "the one that its seat pledged, that every draw follows from them at the odds of the rules, that every "
                "move is legal and that the result is right; and says who has a proof against whom. docs/fair.md says "
                "how to check the same without this program.\n\n"
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
