/* cmd_man.c: `ochre man`, manual pages in roff, from the entries of the commands. */
#include <ctype.h>
#include <string.h>

#include "cli/command.h"

/* Text that roff will not take for its own: backslashes, and lines that begin with a dot or a quote. */
static void print_roff(const char *text)
{
    bool is_start = true;
    for (; *text; text++) {
        if (is_start && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else if (text[0] == '\n' && text[1] == '\n')
            fputs("\n.PP", stdout);
        else
            putchar(*text);
        is_start = *text == '\n';
    }
}

static void print_section(const char *title)
{
    printf(".SH \"%s\"\n", title);
}

static void print_title(const char *name)
{
    fputs(".TH \"", stdout);
    for (; *name; name++)
        putchar(toupper((unsigned char)*name));
    puts("\" \"1\" \"\" \"ochre " OCHRE_VERSION "\" \"Ochre\"");
}

static void print_options(const struct command_option *options)
{
    for (; options && options->name; options++) {
        fputs(".TP\n\\fB\\-\\-", stdout);
        print_roff(options->name);
        fputs("\\fR", stdout);
        if (options->value) {
            fputs(" \\fI", stdout);
            print_roff(options->value);
            fputs("\\fR", stdout);
        }
        putchar('\n');
        print_roff(_(options->about));
        putchar('\n');
    }
}

static void print_exit_codes(void)
{
    print_section(_("EXIT STATUS"));
    print_roff(_("0: all went well. 1: what was asked for failed. 2: the command line was wrong."));
    putchar('\n');
}

static void print_all(void)
{
    print_title("ochre");
    print_section(_("NAME"));
    print_roff("ochre - ");
    print_roff(_("a table for prehistoric board games"));
    putchar('\n');
    print_section(_("SYNOPSIS"));
    printf("\\fBochre\\fR \\fI%s\\fR [...]\n", _("COMMAND"));
    print_section(_("COMMANDS"));
    for (int i = 0; commands[i]; i++) {
        if (commands[i]->is_hidden)
            continue;
        printf(".TP\n\\fBochre %s\\fR \\fI", commands[i]->name);
        print_roff(commands[i]->operands);
        puts("\\fR");
        print_roff(_(commands[i]->summary));
        puts(".");
    }
    print_section(_("OPTIONS"));
    print_options(common_options);
    print_section(_("ENVIRONMENT"));
    puts(".TP\nLC_ALL, LC_MESSAGES, LANG, LANGUAGE");
    print_roff(_("choose the language, English or French."));
    puts("\n.TP\nNO_COLOR");
    print_roff(_("when set, nothing is coloured unless --color asks for it."));
    puts("\n.TP\nPAGER");
    print_roff(_("shows long texts on a terminal."));
    puts("\n.TP\nXDG_STATE_HOME");
    print_roff(_("where plays are kept, in the folder ochre; usually ~/.local/state."));
    putchar('\n');
    print_exit_codes();
}

static void print_page(const struct command *command)
{
    char name[64];
    struct ochre_text text = text_on(name, sizeof name);
    text_add(&text, "ochre-");
    text_add(&text, command->name);
    print_title(name);
    print_section(_("NAME"));
    print_roff(name);
    print_roff(" - ");
    print_roff(_(command->summary));
    putchar('\n');
    print_section(_("SYNOPSIS"));
    printf("\\fBochre %s\\fR \\fI", command->name);
    print_roff(command->operands);
    printf("\\fR%s\n", _(" [OPTIONS]"));
    if (command->about) {
        print_section(_("DESCRIPTION"));
        print_roff(_(command->about));
        putchar('\n');
    }
    print_section(_("OPTIONS"));
    print_options(command->options);
    print_options(common_options);
    if (command->example) {
        print_section(_("EXAMPLES"));
        fputs(".nf\n", stdout);
        print_roff(command->example);
        fputs(".fi\n", stdout);
    }
    print_exit_codes();
    print_section(_("SEE ALSO"));
    puts("\\fBochre\\fR(1)");
}

static int run(const struct call *call)
{
    if (call->operand_count == 0) {
        print_all();
        return EXIT_FINE;
    }
    const struct command *command = command_by_name(call->operand[0]);
    if (!command)
        return call_misuse(call, _("there is no command '{0}' (see {1})"), call->operand[0], "ochre --help");
    print_page(command);
    return EXIT_FINE;
}

const struct command cmd_man = {
    .name = "man",
    .operands = "[COMMAND]",
    .operands_max = 1,
    .summary = N_("print a manual page (roff)"),
    .about = N_("To read it: ochre man play | man -l -"),
    .options = (const struct command_option[]){{0}},
    .example = "  ochre man | man -l -\n  ochre man play > ochre-play.1\n",
    .run = run,
};
