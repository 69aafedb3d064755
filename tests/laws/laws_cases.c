/* laws_cases.c: the ways to agree on a play: seat counts and options. */
#include <stdio.h>
#include <stdlib.h>

#include "laws.h"

const struct ochre_pack *laws_pack(const struct ochre_game *game)
{
    enum { PACKS_MAX = 32 };
    static struct {
        const char *text;
        struct ochre_pack *pack;
    } made[PACKS_MAX];
    int count = 0;
    if (!game->default_pack)
        return NULL;
    for (; count < PACKS_MAX - 1 && made[count].text; count++)
        if (made[count].text == game->default_pack)
            return made[count].pack;
    struct ochre_pack *pack = calloc(1, sizeof *pack);
    size_t length = strlen(game->default_pack);
    size_t nodes_max = json_nodes_for(length);
    struct json_node *nodes = calloc(nodes_max, sizeof *nodes);
    struct ochre_error error;
    if (!pack || !nodes)
        abort();
    pack->file = "built in";
    if (json_parse(&pack->doc, game->default_pack, length, nodes, nodes_max, &error) < 0) {
        fprintf(stderr, "laws: built-in pack of %s: %s\n", game->id, error.words);
        exit(1);
    }
    made[count].text = game->default_pack;
    made[count].pack = pack;
    return pack;
}

/* The values of an option to try, as text. */
static int values_of(const struct ochre_option *option, char values[][OCHRE_WORD_SIZE], int max)
{
    int count = 0;
    if (option->choices) {
        while (count < max && option->choices[count]) {
            snprintf(values[count], OCHRE_WORD_SIZE, "%s", option->choices[count]);
            count++;
        }
    } else if (option->min <= option->max) {
        snprintf(values[count++], OCHRE_WORD_SIZE, "%d", option->min);
        if (option->max != option->min)
            snprintf(values[count++], OCHRE_WORD_SIZE, "%d", option->max);
    }
    return count;
}

static void set(struct laws_case *one, const struct ochre_option *option, const char *value)
{
    struct ochre_error error;
    if (strcmp(value, option->fallback) == 0)
        return;
    if (terms_set(&one->terms, option->name, value, &error) < 0) {
        fprintf(stderr, "laws: %s=%s: %s\n", option->name, value, error.words);
        exit(1);
    }
    size_t used = strlen(one->options);
    snprintf(one->options + used, sizeof one->options - used, "%s%s=%s", used ? " " : "", option->name, value);
}

static struct laws_case *add(struct laws_case *cases, int *count, const struct ochre_game *game, int seats)
{
    if (*count == LAWS_CASES_MAX) {
        fprintf(stderr, "laws: %s has more than %d cases\n", game->id, LAWS_CASES_MAX);
        exit(1);
    }
    struct laws_case *one = &cases[(*count)++];
    terms_init(&one->terms, game);
    one->terms.seats = seats;
    one->options[0] = '\0';
    one->option = one->value = -1;
    return one;
}

int laws_cases(const struct ochre_game *game, int mixed, struct laws_case *cases)
{
    enum { VALUES_MAX = 16 };
    char values[VALUES_MAX][OCHRE_WORD_SIZE];
    const struct ochre_pack *pack = laws_pack(game);
    struct ochre_rng rng;
    int count = 0;
    rng_seed(&rng, 1);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        if (!((game->seat_counts >> seats) & 1))
            continue;
        add(cases, &count, game, seats);
        for (int i = 0; game->options && game->options[i].name; i++) {
            int values_count = values_of(&game->options[i], values, VALUES_MAX);
            for (int value = 0; value < values_count; value++) {
                if (strcmp(values[value], game->options[i].fallback) == 0)
                    continue;
                struct laws_case *one = add(cases, &count, game, seats);
                set(one, &game->options[i], values[value]);
                one->option = i;
                one->value = value;
            }
        }
        for (int n = 0; game->options && game->options[0].name && n < mixed; n++) {
            struct laws_case *one = add(cases, &count, game, seats);
            for (int i = 0; game->options[i].name; i++) {
                int values_count = values_of(&game->options[i], values, VALUES_MAX);
                if (values_count > 0)
                    set(one, &game->options[i], values[rng_below(&rng, (uint32_t)values_count)]);
            }
        }
    }
    for (int i = 0; i < count; i++)
        cases[i].terms.pack = pack;
    return count;
}
