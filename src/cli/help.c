/* help.c: see help.h. Words are filled to the width of the terminal by screen.c. */
#include "cli/help.h"

#include <string.h>

#include "cli/screen.h"

/* "--seats N" in the first column, what it is about in the second. */
static void print_option(FILE *out, const struct command_option *option, int width)
{
    char left[96];
    struct ochre_text text = text_on(left, sizeof left);
    text_add(&text, "--");
    text_add(&text, option->name);
    if (option->value) {
        text_char(&text, ' ');
        text_add(&text, option->value);
    }
    screen_entry(out, left, _(option->about), 2, width);
}

static int widest_option(const struct command_option *options, int least)
{
    for (; options && options->name; options++) {
        int width = (int)(strlen(options->name) + 2 + (options->value ? strlen(options->value) + 1 : 0));
        least = width > least ? width : least;
    }
    return least;
}

static void print_options(FILE *out, const struct command_option *options, int width)
{
    for (; options && options->name; options++)
        print_option(out, options, width);
}

void help_all(FILE *out)
{
    fprintf(out, "%s\n\n", _("Ochre: a table for prehistoric board games."));
    fprintf(out, "%s\n  ochre %s [...]\n\n", _("Usage:"), _("COMMAND"));
    fprintf(out, "%s\n", _("Commands:"));
    int width = 0;
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden && (int)strlen(commands[i]->name) > width)
            width = (int)strlen(commands[i]->name);
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden)
            screen_entry(out, commands[i]->name, _(commands[i]->summary), 2, width);
    fprintf(out, "\n%s\n", _("Options of every command:"));
    print_options(out, common_options, widest_option(common_options, 0));
    fprintf(out, "\n%s\n", _("To begin, type: ochre play"));
}

void help_command(FILE *out, const struct command *command)
{
    fprintf(out, "ochre %s: %s\n\n%s\n  ochre %s", command->name, _(command->summary), _("Usage:"), command->name);
    if (*command->operands)
        fprintf(out, " %s", command->operands);
    fprintf(out, "%s\n", command->options && command->options->name ? _(" [OPTIONS]") : "");
    if (command->about) {
        putc('\n', out);
        screen_paragraphs(out, _(command->about), 0);
    }
    int width = widest_option(common_options, widest_option(command->options, 0));
    if (command->options && command->options->name) {
        fprintf(out, "\n%s\n", _("Options:"));
        print_options(out, command->options, width);
    }
    fprintf(out, "\n%s\n", _("Options of every command:"));
    print_options(out, common_options, width);
    if (command->example)
        fprintf(out, "\n%s\n%s", _("Examples:"), command->example);
}
