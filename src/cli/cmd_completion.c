/* cmd_completion.c: `ochre completion bash`, from the entries of the commands and the registry of games. */
#include <string.h>

#include "ai/bot.h"
#include "cli/command.h"
#include "rules/registry.h"

static void print_games(void)
{
    for (int i = 0; ochre_games[i]; i++)
        if (!ochre_games[i]->is_internal)
            printf("%s ", ochre_games[i]->id);
}

/* What a value of this name is completed with: a line of shell that fills COMPREPLY. */
static void print_values(const char *indent, const char *value, const char *const *choices)
{
    if (choices) {
        printf("%sCOMPREPLY=($(compgen -W '", indent);
        for (int i = 0; choices[i]; i++)
            printf("%s%s", i ? " " : "", choices[i]);
        puts("' -- \"$word\"))");
    } else if (strstr(value, "GAME")) {
        printf("%sCOMPREPLY=($(compgen -W '", indent);
        print_games();
        puts("' -- \"$word\"))");
    } else if (strstr(value, "COMMAND")) {
        printf("%sCOMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n", indent);
    } else if (strstr(value, "SHELL")) {
        printf("%sCOMPREPLY=($(compgen -W bash -- \"$word\"))\n", indent);
    } else if (strstr(value, "SEATS")) {
        printf("%s_ochre_seats 'human", indent);
        for (int i = 0; bot_kinds[i].name; i++)
            printf(" %s", bot_kinds[i].name);
        puts("'");
    } else if (strstr(value, "FILE") || strstr(value, "LOG")) {
        printf("%sCOMPREPLY=($(compgen -f -- \"$word\"))\n", indent);
    } else {
        printf("%sCOMPREPLY=()\n", indent);
    }
}

static void print_option_names(const struct command_option *options)
{
    for (; options && options->name; options++)
        printf(" --%s", options->name);
}

/* `case` branches for the values of options. */
static void print_option_values(const char *command, const struct command_option *options)
{
    for (; options && options->name; options++) {
        if (!options->value)
            continue;
        printf("    %s:--%s)\n", command, options->name);
        print_values("        ", options->value, options->choices);
        puts("        return ;;");
    }
}

static void print_command(const struct command *command)
{
    printf("    %s)\n        if [[ $word == -* ]]; then\n            COMPREPLY=($(compgen -W '", command->name);
    print_option_names(command->options);
    print_option_names(common_options);
    puts("' -- \"$word\"))\n        else");
    print_values("            ", command->operands, command->operand_choices);
    puts("        fi ;;");
}

static int run(const struct call *call)
{
    if (!text_same(call->operand[0], "bash"))
        return call_misuse(call, _("there is no completion for '{0}' (expected bash)"), call->operand[0]);
    puts("# bash completion for ochre; made by `ochre completion bash`.\n"
         "_ochre_seats() {\n"
         "    local done=\"\"\n"
         "    [[ $word == *,* ]] && done=\"${word%,*},\"\n"
         "    COMPREPLY=($(compgen -P \"$done\" -W \"$1\" -- \"${word##*,}\"))\n"
         "    compopt -o nospace\n"
         "}\n");
    puts("_ochre() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=\"\" i\n"
         "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "        [[ ${COMP_WORDS[i]} != -* ]] && { command=${COMP_WORDS[i]}; break; }\n"
         "    done");
    fputs("    local commands='", stdout);
    for (int i = 0; commands[i]; i++)
        if (!commands[i]->is_hidden)
            printf("%s%s", i ? " " : "", commands[i]->name);
    puts("'\n    case $command:$before in");
    for (int i = 0; commands[i]; i++)
        print_option_values(commands[i]->name, commands[i]->options);
    print_option_values("*", common_options);
    puts("    esac\n    case $command in\n    '')\n        if [[ $word == -* ]]; then");
    fputs("            COMPREPLY=($(compgen -W '", stdout);
    print_option_names(common_options);
    puts("' -- \"$word\"))\n        else\n            COMPREPLY=($(compgen -W \"$commands\" -- \"$word\"))\n        fi "
         ";;");
    for (int i = 0; commands[i]; i++)
        print_command(commands[i]);
    puts("    esac\n}\ncomplete -F _ochre ochre ochre-mpi");
    return EXIT_FINE;
}

const struct command cmd_completion = {
    .name = "completion",
    .operands = "SHELL",
    .operands_min = 1,
    .operands_max = 1,
    .summary = N_("print the completion script of a shell (bash)"),
    .about = N_("To use it at once: source <(ochre completion bash)"),
    .options = (const struct command_option[]){{0}},
    .example = "  source <(ochre completion bash)\n",
    .run = run,
};
