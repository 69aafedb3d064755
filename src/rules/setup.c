/* setup.c: see setup.h. */
#include "rules/setup.h"
#include "rules/read.h"
#include "rules/rules.h"

int option_index(const struct ochre_game *game, const char *name)
{
    for (int i = 0; game->options && game->options[i].name; i++)
        if (text_same(game->options[i].name, name))
            return i;
    return -1;
}

void option_say(const struct ochre_option *option, struct ochre_text *text)
{
    if (option->choices) {
        for (int i = 0; option->choices[i]; i++) {
            text_add(text, i ? ", " : "");
            text_add(text, option->choices[i]);
        }
    } else if (option->min <= option->max) {
        text_int(text, option->min);
        text_add(text, " to ");
        text_int(text, option->max);
    } else {
        text_add(text, N_("a word of at most 23 characters"));
    }
}

bool option_read(const struct ochre_option *option, const char *value, struct ochre_option_value *out)
{
    struct ochre_text word = text_on(out->word, sizeof out->word);
    text_add(&word, value);
    if (word.cut)
        return false;
    out->number = 0;
    if (option->choices) {
        for (int i = 0; option->choices[i]; i++)
            if (text_same(option->choices[i], value)) {
                out->number = i;
                return true;
            }
        return false;
    }
    if (option->min > option->max)
        return true;
    const char *at = value;
    int number;
    if (!text_read_number(&at, 6, &number) || *at || number < option->min || number > option->max)
        return false;
    out->number = number;
    return true;
}

void terms_init(struct ochre_terms *terms, const struct ochre_game *game)
{
    memset(terms, 0, sizeof *terms);
    terms->game = game;
    for (int i = 0; game->options && game->options[i].name; i++)
        option_read(&game->options[i], game->options[i].fallback, &terms->option[i]);
}

void terms_offer(struct ochre_terms *terms)
{
    const struct ochre_option *options = terms->game->options;
    for (int i = 0; options && options[i].name; i++)
        if (options[i].offer)
            option_read(&options[i], options[i].offer, &terms->option[i]);
}

/* `players` among the options is the number of seats, in games that have no such option of their own. */
static int set_players(struct ochre_terms *terms, const char *value, struct ochre_error *error)
{
    int players = value[0] - '0';
    if (players < 1 || players > OCHRE_SEATS_MAX || value[1])
        return error_set(error, "", "option players cannot be '{0}' (expected a number of seats)", value);
    if (terms->seats && terms->seats != players)
        return error_set(error, "", "option players cannot be {0} with {1} seats", NUM(players), NUM(terms->seats));
    terms->seats = players;
    return 0;
}

int terms_set(struct ochre_terms *terms, const char *name, const char *value, struct ochre_error *error)
{
    const struct ochre_game *game = terms->game;
    int index = option_index(game, name);
    if (index < 0 && text_same(name, "players"))
        return set_players(terms, value, error);
    if (index < 0) {
        char names[160];
        struct ochre_text list = text_on(names, sizeof names);
        for (int i = 0; game->options && game->options[i].name; i++) {
            text_add(&list, i ? ", " : "");
            text_add(&list, game->options[i].name);
        }
        return error_set(error, "", "{0} has no option '{1}' (it has: {2})", game->id, name,
                         list.used ? names : "none");
    }
    struct ochre_option_value read;
    const struct ochre_option *option = &game->options[index];
    if (!option_read(option, value, &read)) {
        if (!option->choices && option->min <= option->max)
            return error_set(error, "", "option {0} cannot be '{1}' (expected {2} to {3})", name, value,
                             NUM(option->min), NUM(option->max));
        char choices[160];
        struct ochre_text list = text_on(choices, sizeof choices);
        option_say(option, &list);
        return error_set(error, "", "option {0} cannot be '{1}' (expected {2})", name, value, choices);
    }
    terms->option[index] = read;
    terms->given[index] = true;
    return 0;
}

int terms_set_json(struct ochre_terms *terms, struct json options, struct ochre_error *error)
{
    if (!json_there(options))
        return 0;
    if (json_kind(options) != JSON_OBJECT)
        return error_set(error, "", "options must be an object");
    for (struct json member = json_first(options); json_there(member); member = json_next(member)) {
        char name[64];
        char value[64];
        size_t length;
        const char *raw = json_raw(member, &length);
        struct ochre_text plain = text_on(value, sizeof value);
        if (json_kind(member) == JSON_NUMBER || json_kind(member) == JSON_TRUE || json_kind(member) == JSON_FALSE)
            text_add_bytes(&plain, raw, length);
        else if (!json_string(member, value, sizeof value))
            return error_set(error, "", "an option's value must be a word or a number");
        if (!json_key(member, name, sizeof name))
            return error_set(error, "", "an option's name is too long");
        if (terms_set(terms, name, value, error) < 0)
            return -1;
    }
    return 0;
}

int terms_set_position(struct ochre_terms *terms, struct json position, struct ochre_error *error)
{
    terms->position = position;
    return terms->game->read->terms_of ? terms->game->read->terms_of(position, terms, error) : 0;
}

int setup_make(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    const struct ochre_game *game = terms->game;
    memset(setup, 0, sizeof *setup);
    setup->game = game;
    setup->seats = terms->seats ? terms->seats : game->seats_usual;
    if (setup->seats < game->seats_min || setup->seats > game->seats_max ||
        !((game->seat_counts >> setup->seats) & 1)) {
        char counts[16];
        struct ochre_text list = text_on(counts, sizeof counts);
        for (int n = game->seats_min; n <= game->seats_max; n++)
            if ((game->seat_counts >> n) & 1) {
                text_add(&list, list.used ? ", " : "");
                text_int(&list, n);
            }
        return error_set(error, "", "{0} is not for {1} seats (expected {2})", game->id, NUM(setup->seats), counts);
    }
    memcpy(setup->option, terms->option, sizeof setup->option);
    setup->pack = terms->pack;
    if (game->default_pack && !terms->pack)
        return error_set(error, "", "{0} needs a component pack", game->id);
    if (game->rules->compile(setup, terms, error) < 0)
        return -1;
    if (setup->search_size == 0)
        setup->search_size = setup->state_size;
    return 0;
}
