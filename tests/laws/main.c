/* main.c: the laws from the command line.
 *
 *   laws [--game NAME] [--seats N] [--option K=V]… [--seed N] [--seeds N] [--stride N] [--mixed N]
 *   laws --registered NAME…      are these all the games there are?
 *
 * Without --seats and --option every seat count and every option value is played. */
#include <stdio.h>
#include <stdlib.h>

#include "laws.h"

struct wish {
    const char *game;
    int seats;
    const char *option[OCHRE_OPTIONS_MAX];
    int options_count;
    uint64_t seed;
    int seeds, stride, mixed;
};

static void complain(const struct laws_case *one, const struct laws_fault *fault, const struct wish *wish,
                     uint64_t seed)
{
    printf("BROKEN  %s\n  %s\n", fault->law, fault->words);
    printf("  game %s, seats %d, options %s, seed %llu, after %d moves\n", one->terms.game->id, one->terms.seats,
           one->options[0] ? one->options : "default", (unsigned long long)seed, fault->step);
    printf("  again: build/tests/laws/laws --game %s --seats %d", one->terms.game->id, one->terms.seats);
    char options[sizeof one->options];
    snprintf(options, sizeof options, "%s", one->options);
    for (char *word = strtok(options, " "); word; word = strtok(NULL, " "))
        printf(" --option %s", word);
    if (strcmp(fault->law, "coverage") == 0)
        printf(" --seed %llu --seeds %d", (unsigned long long)wish->seed, wish->seeds);
    else
        printf(" --seed %llu --seeds 1", (unsigned long long)seed);
    printf(" --stride %d\n", wish->stride);
}

/* People are never shown the ids: every option has a title, every choice a phrase, and what is offered is a choice. */
static const char *wordless(const struct ochre_game *game)
{
    for (int i = 0; game->options && game->options[i].name; i++) {
        const struct ochre_option *option = &game->options[i];
        struct ochre_option_value value;
        bool is_whole = option->title && option->title[0] && option->about && option->about[0];
        if (option->offer && !option_read(option, option->offer, &value))
            is_whole = false;
        for (int choice = 0; is_whole && option->choices && option->choices[choice]; choice++)
            is_whole = option->phrases && option->phrases[choice] && option->phrases[choice][0];
        if (!is_whole)
            return option->name;
    }
    return NULL;
}

/* Is the one option of the case a choice that should be possible with its seats? */
static bool is_promised(const struct laws_case *one)
{
    if (one->option < 0)
        return false;
    const struct ochre_option *option = &one->terms.game->options[one->option];
    return option->choices && (!option->for_seats || option->for_seats[one->value] >> one->terms.seats & 1);
}

/* 1 kept, 0 refused by compile, -1 broken. */
static int keep_case(const struct laws_case *one, const struct wish *wish, struct ochre_setup *setup,
                     struct laws_coverage *coverage, uint64_t *moves)
{
    struct ochre_error error = {0};
    struct laws_fault fault = {{0}, {0}, 0};
    uint64_t seed = wish->seed;
    if (setup_make(setup, &one->terms, &error) < 0) {
        if (error.words[0] && one->options[0] && !is_promised(one))
            return 0;
        printf("BROKEN  setup\n  %s with %d seats, options %s, is refused: '%s'\n", one->terms.game->id,
               one->terms.seats, one->options[0] ? one->options : "default", error.words);
        return -1;
    }
    memset(coverage, 0, sizeof *coverage);
    int made = laws_keep(setup, seed, wish->seeds, wish->stride, coverage, &fault, &seed);
    if (made < 0 || !laws_covered(setup, coverage, &fault)) {
        complain(one, &fault, wish, seed);
        return -1;
    }
    *moves += (uint64_t)made;
    return 1;
}

/* Every value of every option must be playable with some number of seats. */
static bool all_values_played(const struct laws_case *cases, const int *kept, int count)
{
    for (int i = 0; i < count; i++) {
        bool is_played = cases[i].option < 0;
        for (int k = 0; k < count && !is_played; k++)
            is_played = kept[k] == 1 && cases[k].option == cases[i].option && cases[k].value == cases[i].value;
        if (!is_played) {
            printf("BROKEN  options\n  %s: %s is refused with every number of seats\n", cases[i].terms.game->id,
                   cases[i].options);
            return false;
        }
    }
    return true;
}

static bool keep_game(const struct ochre_game *game, const struct wish *wish)
{
    struct laws_case *cases = calloc(LAWS_CASES_MAX, sizeof *cases);
    struct laws_coverage *coverage = malloc(sizeof *coverage);
    struct ochre_setup *setup = malloc(sizeof *setup);
    static int kept[LAWS_CASES_MAX];
    if (!cases || !coverage || !setup)
        abort();
    int count = laws_cases(game, wish->mixed, cases);
    if (wordless(game)) {
        printf("BROKEN  words\n  %s: option %s has no title, or a choice of it no phrase\n", game->id, wordless(game));
        exit(1);
    }
    bool is_one = wish->seats > 0 || wish->options_count > 0;
    if (is_one) {
        struct ochre_error error;
        struct laws_case *one = &cases[0];
        one->terms.seats = wish->seats ? wish->seats : game->seats_usual;
        for (int i = 0; i < wish->options_count; i++) {
            char name[64];
            const char *value = strchr(wish->option[i], '=');
            snprintf(name, sizeof name, "%.*s", value ? (int)(value - wish->option[i]) : 0, wish->option[i]);
            if (!value || terms_set(&one->terms, name, value + 1, &error) < 0) {
                fprintf(stderr, "laws: --option %s: %s\n", wish->option[i],
                        value ? error.words : "expected NAME=VALUE");
                exit(2);
            }
            size_t used = strlen(one->options);
            snprintf(one->options + used, sizeof one->options - used, "%s%s", used ? " " : "", wish->option[i]);
        }
        count = 1;
    }
    uint64_t moves = 0;
    int played = 0;
    bool is_kept = true;
    for (int i = 0; i < count && is_kept; i++) {
        kept[i] = keep_case(&cases[i], wish, setup, coverage, &moves);
        is_kept = kept[i] >= 0;
        played += kept[i] > 0;
    }
    is_kept = is_kept && (is_one || all_values_played(cases, kept, count));
    if (is_kept)
        printf("%s: %d setups (%d refused), %d plays and twins each, %llu moves: all laws kept\n", game->id, played,
               count - played, wish->seeds, (unsigned long long)moves);
    free(cases);
    free(coverage);
    free(setup);
    return is_kept;
}

static int check_registered(int count, char **names)
{
    int registered = 0;
    while (ochre_games[registered])
        registered++;
    for (int i = 0; i < count; i++)
        if (!game_by_id(names[i])) {
            printf("%s is not registered\n", names[i]);
            return 1;
        }
    if (registered != count) {
        printf("%d games are registered, %d have their laws tested\n", registered, count);
        return 1;
    }
    return 0;
}

static uint64_t number_of(const char *flag, const char *value)
{
    char *end;
    unsigned long long number = strtoull(value, &end, 10);
    if (!*value || *end) {
        fprintf(stderr, "laws: %s must be a number, not '%s'\n", flag, value);
        exit(2);
    }
    return number;
}

static void read_wish(int argc, char **argv, struct wish *wish)
{
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--game") == 0)
            wish->game = value;
        else if (strcmp(argv[i], "--option") == 0 && wish->options_count < OCHRE_OPTIONS_MAX)
            wish->option[wish->options_count++] = value;
        else if (strcmp(argv[i], "--seats") == 0)
            wish->seats = (int)number_of(argv[i], value);
        else if (strcmp(argv[i], "--seed") == 0)
            wish->seed = number_of(argv[i], value);
        else if (strcmp(argv[i], "--seeds") == 0)
            wish->seeds = (int)number_of(argv[i], value);
        else if (strcmp(argv[i], "--stride") == 0)
            wish->stride = (int)number_of(argv[i], value);
        else if (strcmp(argv[i], "--mixed") == 0)
            wish->mixed = (int)number_of(argv[i], value);
        else {
            fprintf(stderr, "usage: laws [--game NAME] [--seats N] [--option K=V]... [--seed N] [--seeds N] "
                            "[--stride N] [--mixed N]\n");
            exit(2);
        }
    }
    if (wish->stride < 1)
        wish->stride = 1;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--registered") == 0)
        return check_registered(argc - 2, argv + 2);
    struct wish wish = {.seed = 1, .seeds = 10, .stride = 4, .mixed = 3};
    read_wish(argc, argv, &wish);
    if (wish.game && !game_by_id(wish.game)) {
        fprintf(stderr, "laws: there is no game '%s'\n", wish.game);
        return 2;
    }
    int status = 0;
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        if (!wish.game || strcmp((*game)->id, wish.game) == 0)
            status |= !keep_game(*game, &wish);
    return status;
}
