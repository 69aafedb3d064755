/* call.c: reads a command line into a call, and complains. Knows the entries of the commands, not what they do. */
#include "cli/call.h"

#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"

const struct command *command_by_name(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (text_same(commands[i]->name, name))
            return commands[i];
    return NULL;
}

/* ---- complaining ---- */

void print_say_list(FILE *out, const char *const said[])
{
    char line[4096];
    struct ochre_text text = text_on(line, sizeof line);
    text_fill(&text, said[0], said + 1);
    fputs(line, out);
}

/* A text from outside may hold anything; a complaint is one line without control characters. */
static void print_line(FILE *out, const char *line)
{
    for (const char *at = line; *at; at++)
        putc((unsigned char)*at < 0x20 || *at == 0x7F ? '?' : *at, out);
    putc('\n', out);
}

int call_complain(const struct call *call, int code, const char *const said[])
{
    char line[2048];
    struct ochre_text text = text_on(line, sizeof line);
    text_add(&text, "ochre");
    if (call && call->command) {
        text_char(&text, ' ');
        text_add(&text, call->command->name);
    }
    text_add(&text, ": ");
    text_fill(&text, said[0], said + 1);
    fflush(stdout);
    print_line(stderr, line);
    return code;
}

int call_refused(const struct call *call, int code, const char *input, const struct ochre_error *error)
{
    const char *rule = error->rule;
    char why[sizeof error->words * 2];
    struct ochre_text text = text_in(why, sizeof why, tongue_used());
    error_say(error, &text);
    if (*rule && call_is_for_programs(call))
        return call_complain(call, code, (const char *const[]){"{0}: {1} [{2}]", input, why, rule, NULL});
    return call_complain(call, code, (const char *const[]){"{0}: {1}", input, why, NULL});
}

/* ---- suggestions ---- */

/* Letters to change, drop, add or swap to turn one word into the other (optimal string alignment). */
static int distance(const char *a, const char *b)
{
    enum { LONGEST = 24 };
    size_t m = strlen(a);
    size_t n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST;
    int cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= m; i++)
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (int)(i + j);
                continue;
            }
            int change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            int drop = cost[i - 1][j] + 1;
            int add = cost[i][j - 1] + 1;
            int least = change < drop ? change : drop;
            least = least < add ? least : add;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && cost[i - 2][j - 2] + 1 < least)
                least = cost[i - 2][j - 2] + 1;
            cost[i][j] = least;
        }
    return cost[m][n];
}

const char *nearest_word(const char *misspelt, const char *const *words)
{
    const char *nearest = NULL;
    int least = strlen(misspelt) < 4 ? 2 : 3; /* a short word is soon near to anything */
    for (; *words; words++) {
        int far = distance(misspelt, *words);
        if (strlen(misspelt) >= 2 && strncmp(*words, misspelt, strlen(misspelt)) == 0)
            far = 1; /* an unfinished word */
        if (far < least) {
            least = far;
            nearest = *words;
        }
    }
    return nearest;
}

static int complain_unknown(const struct call *call, const char *template, const char *suggest, const char *word,
                            const char *const *words, const char *list)
{
    const char *nearest = nearest_word(word, words);
    if (nearest)
        return call_misuse(call, suggest, word, nearest);
    return call_misuse(call, template, word, list);
}

static int complain_command(const char *word)
{
    const char *names[64];
    int count = 0;
    for (int i = 0; commands[i] && count < 63; i++)
        if (!commands[i]->is_hidden)
            names[count++] = commands[i]->name;
    names[count] = NULL;
    return complain_unknown(NULL, _("there is no command '{0}' (see {1})"),
                            _("there is no command '{0}' (did you mean '{1}'?)"), word, names, "ochre --help");
}

static int complain_option(const struct call *call, const char *word, const struct command_option *own)
{
    const char *names[2 * COMMAND_OPTIONS_MAX];
    int count = 0;
    for (int i = 0; own && own[i].name; i++)
        names[count++] = own[i].name;
    for (int i = 0; common_options[i].name; i++)
        names[count++] = common_options[i].name;
    names[count] = NULL;
    const char *name = word + strspn(word, "-");
    const char *nearest = nearest_word(name, names);
    if (nearest)
        return call_misuse(call, _("there is no option '{0}' (did you mean '--{1}'?)"), word, nearest);
    const char *help = call->command ? call->command->name : "";
    return call_misuse(call, _("there is no option '{0}' (see 'ochre {1} --help')"), word, help);
}

/* ---- reading ---- */

static const struct command_option *find_option(const struct command_option *options, const char *name, size_t length)
{
    for (int i = 0; options && options[i].name; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

static bool is_choice(const struct command_option *option, const char *value)
{
    if (!option->choices)
        return true;
    for (int i = 0; option->choices[i]; i++)
        if (text_same(option->choices[i], value))
            return true;
    return false;
}

static int complain_choice(const struct call *call, const struct command_option *option, const char *value)
{
    char list[256];
    struct ochre_text text = text_on(list, sizeof list);
    for (int i = 0; option->choices[i]; i++) {
        text_add(&text, i ? ", " : "");
        text_add(&text, option->choices[i]);
    }
    return call_misuse(call, _("--{0} cannot be '{1}' (expected one of: {2})"), option->name, value, list);
}

/* One option at argv[*at], with its value. */
static int read_option(struct call *call, int argc, char *const *argv, int *at)
{
    const char *word = argv[*at];
    const struct command_option *own = call->command ? call->command->options : NULL;
    if (text_same(word, "-h") || text_same(word, "-?"))
        word = "--help";
    if (text_same(word, "-V"))
        word = "--version";
    const char *name = word + 2;
    size_t length = word[1] == '-' ? strcspn(name, "=") : 0;
    const struct command_option *option = length ? find_option(own, name, length) : NULL;
    if (!option && length)
        option = find_option(common_options, name, length);
    if (!option)
        return complain_option(call, word, own);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (!option->value && value)
        return call_misuse(call, _("--{0} takes no value, but got '{1}'"), option->name, value);
    if (option->value && !value) {
        if (*at + 1 >= argc)
            return call_misuse(call, _("--{0} wants a value: {1}"), option->name, option->value);
        value = argv[++*at];
    }
    if (value && !is_choice(option, value))
        return complain_choice(call, option, value);
    if (!option->repeats && call_has(call, option->name))
        return call_misuse(call, _("--{0} was given twice"), option->name);
    if (call->given_count == CALL_GIVEN_MAX)
        return call_misuse(call, _("too many options"));
    call->given[call->given_count].name = option->name;
    call->given[call->given_count++].value = value ? value : "";
    return EXIT_FINE;
}

int call_read(struct call *call, int argc, char **argv)
{
    *call = (struct call){.operand = argv};
    bool only_operands = false;
    for (int at = 1; at < argc; at++) {
        char *word = argv[at];
        if (!only_operands && text_same(word, "--")) {
            only_operands = true;
        } else if (!only_operands && word[0] == '-' && word[1] != '\0') {
            int code = read_option(call, argc, argv, &at);
            if (code)
                return code;
        } else if (!call->command) {
            call->command = command_by_name(word);
            if (!call->command)
                return complain_command(word);
        } else {
            argv[call->operand_count++] = word; /* never ahead of `at` */
        }
    }
    return EXIT_FINE;
}

int call_check_operands(const struct call *call)
{
    const struct command *command = call->command;
    if (call->operand_count < command->operands_min)
        return call_misuse(call, _("something is missing: {0}"), command->operands);
    if (call->operand_count > command->operands_max)
        return command->operands_max == 0
                   ? call_misuse(call, _("'{0}' is too much: it takes no such words"), call->operand[0])
                   : call_misuse(call, _("'{0}' is too much (expected {1})"), call->operand[command->operands_max],
                                 command->operands);
    return EXIT_FINE;
}

/* ---- asking a call ---- */

const char *call_value_at(const struct call *call, const char *option, int n)
{
    for (int i = 0; i < call->given_count; i++)
        if (text_same(call->given[i].name, option) && n-- == 0)
            return call->given[i].value;
    return NULL;
}

const char *call_value(const struct call *call, const char *option)
{
    return call_value_at(call, option, 0);
}

bool call_has(const struct call *call, const char *option)
{
    return call_value(call, option) != NULL;
}

bool call_is_for_programs(const struct call *call)
{
    return call && call_has(call, "json");
}

bool call_number(const struct call *call, const char *option, int64_t low, int64_t high, int64_t *number)
{
    const char *value = call_value(call, option);
    if (!value)
        return true;
    char *end;
    size_t digits = strspn(value + (*value == '-'), "0123456789");
    long long read = strtoll(value, &end, 10);
    bool is_number = digits > 0 && digits <= 18 && *end == '\0';
    if (is_number && read >= low && read <= high) {
        *number = read;
        return true;
    }
    call_misuse(call, _("--{0} cannot be '{1}' (expected a number from {2} to {3})"), option, value, NUM(low),
                NUM(high));
    return false;
}

const struct ochre_game *call_game(const struct call *call, const char *id)
{
    const struct ochre_game *game = game_by_id(id);
    if (game)
        return game;
    const char *names[64];
    char list[256];
    struct ochre_text text = text_on(list, sizeof list);
    int count = 0;
    for (int i = 0; ochre_games[i] && count < 63; i++) {
        names[count++] = ochre_games[i]->id;
        if (!ochre_games[i]->is_internal) {
            text_add(&text, text.used ? ", " : "");
            text_add(&text, ochre_games[i]->id);
        }
    }
    names[count] = NULL;
    complain_unknown(call, _("there is no game '{0}' (there are: {1})"),
                     _("there is no game '{0}' (did you mean '{1}'?)"), id, names, list);
    return NULL;
}
