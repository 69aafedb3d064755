/* front.c: see front.h. */
#include "cli/front.h"

#include <locale.h>
#include <stdlib.h>

#include "cli/call.h"
#include "cli/help.h"
#include "cli/plain.h"
#include "cli/screen.h"

/* The language has to be known before anything is said, so it is looked for ahead of reading the line. */
static void choose_language(int argc, char **argv)
{
    tongue_use(tongue_of_environment());
    for (int i = 1; i < argc && !text_same(argv[i], "--"); i++) {
        const char *code = NULL;
        if (text_same(argv[i], "--lang") && i + 1 < argc)
            code = argv[i + 1];
        else
            text_starts(argv[i], "--lang=", &code);
        if (code && tongue_for(code))
            tongue_use(tongue_for(code));
    }
}

/* Set before the locale is changed: does the terminal know no letters but those of ASCII? */
static bool is_plain;

static int run(const struct call *call)
{
    bool is_help = !call->command || call_has(call, "help");
    if (is_plain && (is_help || (call->command->is_for_people && !call_has(call, "json"))))
        plain_begin();
    screen_choose_colour(call_value(call, "color"));
    if (call_has(call, "version")) {
        puts("ochre " OCHRE_VERSION);
        return EXIT_FINE;
    }
    if (is_help) {
        if (call->command)
            help_command(stdout, call->command);
        else
            help_all(stdout);
        return EXIT_FINE;
    }
    int code = call_check_operands(call);
    return code ? code : call->command->run(call);
}

/* `ochre help` and `ochre help COMMAND`, as people try them, are `ochre --help` and `ochre COMMAND --help`. */
static void understand_help(int argc, char **argv)
{
    static char flag[] = "--help";
    if (argc < 2 || !text_same(argv[1], "help"))
        return;
    if (argc > 2 && argv[2][0] != '-') {
        argv[1] = argv[2];
        argv[2] = flag;
    } else {
        argv[1] = flag;
    }
}

int front_main(int argc, char **argv)
{
    /* Characters, not words: the messages come from our own catalogue. */
    const char *locale = setlocale(LC_CTYPE, "");
    is_plain = plain_is_asked_for();
    if (!locale || MB_CUR_MAX == 1)
        setlocale(LC_CTYPE, "C.UTF-8");
    understand_help(argc, argv);
    choose_language(argc, argv);
    struct call call;
    int code = call_read(&call, argc, argv);
    if (code == EXIT_FINE)
        code = run(&call);
    /* A full disk or a closed pipe is a failure, not a success that printed nothing. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (code == EXIT_FINE)
            code = call_failure(&call, _("writing the output failed"));
    }
    return code;
}
