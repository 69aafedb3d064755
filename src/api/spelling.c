/* spelling.c: see spelling.h. */
#include "api/spelling.h"

#include <stdlib.h>

#include "rules/registry.h"
#include "rules/setup.h"

enum { SPELLING_POSITION_MAX = 1024 * 1024 };

void spelling_free(struct spelling *spelling)
{
    free(spelling->text);
    free(spelling->position_json);
    free(spelling->nodes);
}

static char *next_word(struct spelling *spelling)
{
    char *word = spelling->next + strspn(spelling->next, " ");
    spelling->next = word + strcspn(word, " ");
    if (*spelling->next)
        *spelling->next++ = '\0';
    return word;
}

/* A position that is no JSON object stands for the member that the game names. */
static int read_position(struct spelling *spelling, struct ochre_terms *terms, struct ochre_error *error)
{
    const char *text = spelling->position;
    if (strlen(text) > SPELLING_POSITION_MAX)
        return error_set(error, "", "the position is longer than {0} bytes", NUM(SPELLING_POSITION_MAX));
    size_t size = 6 * strlen(text) + 64;
    spelling->position_json = malloc(size);
    spelling->nodes = malloc(json_nodes_for(size) * sizeof *spelling->nodes);
    if (!spelling->position_json || !spelling->nodes)
        return error_set(error, "", "not enough memory");
    struct ochre_text json = text_on(spelling->position_json, size);
    if (text[strspn(text, " \t\r\n")] == '{' || !terms->game->position_key) {
        text_add(&json, text);
    } else {
        struct json_writer writer = json_write_to(&json);
        json_open(&writer, '{');
        json_field_string(&writer, terms->game->position_key, text);
        json_close(&writer, '}');
    }
    struct ochre_error inner;
    if (json_parse(&spelling->doc, spelling->position_json, json.used, spelling->nodes, json_nodes_for(size), &inner) <
        0)
        return error_set(error, "", "position: {0}", inner.words);
    if (json_kind(json_root(&spelling->doc)) != JSON_OBJECT)
        return error_set(error, "", "position: expected an object");
    return terms_set_position(terms, json_root(&spelling->doc), error);
}

/* Does one of these words say the same thing again? */
static bool comes_again(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = words; *(at += strspn(at, " ")); at += strcspn(at, " "))
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return true;
    return false;
}

static int read_word(struct ochre_terms *terms, char *word, const char *rest, struct ochre_error *error)
{
    char *value = strchr(word, '=');
    if (!value)
        return error_set(error, "", "'{0}': expected seats=N, OPTION=VALUE or position=TEXT", word);
    *value++ = '\0';
    if (comes_again(rest, word))
        return error_set(error, "", "{0} is given twice", word);
    if (!text_same(word, "seats"))
        return terms_set(terms, word, value, error);
    const char *at = value;
    if (!text_read_number(&at, 2, &terms->seats) || *at || terms->seats == 0)
        return error_set(error, "", "seats cannot be '{0}' (expected a number)", value);
    return 0;
}

static int read_words(struct spelling *spelling, struct ochre_terms *terms, struct ochre_error *error)
{
    char *found = strstr(spelling->text, " position=");
    if (found) {
        *found = '\0';
        if (spelling->position)
            return error_set(error, "", "the position is given twice");
        spelling->position = found + strlen(" position=");
    }
    spelling->next = spelling->text;
    char *id = next_word(spelling);
    const struct ochre_game *game = game_by_id(id);
    if (!game)
        return error_set(error, "", "there is no game '{0}'", id);
    terms_init(terms, game);
    for (char *word = next_word(spelling); *word; word = next_word(spelling))
        if (read_word(terms, word, spelling->next, error) < 0)
            return -1;
    int seats = terms->seats;
    if (spelling->position && read_position(spelling, terms, error) < 0)
        return -1;
    if (seats && terms->seats != seats)
        return error_set(error, "", "the position is for {0} seats, asked for were {1}", NUM(terms->seats), NUM(seats));
    return 0;
}

int spelling_read(struct spelling *spelling, const char *line, const char *position, struct ochre_terms *terms,
                  struct ochre_error *error)
{
    size_t length = strlen(line);
    *spelling = (struct spelling){.position = position, .text = malloc(length + 1)};
    if (!spelling->text)
        return error_set(error, "", "not enough memory");
    memcpy(spelling->text, line, length + 1);
    return read_words(spelling, terms, error);
}
