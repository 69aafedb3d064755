/* opening.c: see opening.h. */
#include "table/opening.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/read.h"
#include "rules/rules.h"
#include "table/file.h"

static int set_options(struct ochre_terms *terms, const char *const *options, struct ochre_error *error)
{
    for (; options && *options; options++) {
        char name[64];
        const char *equals = strchr(*options, '=');
        if (!equals || equals == *options || (size_t)(equals - *options) >= sizeof name)
            return error_set(error, "", "option '{0}': expected name=value", *options);
        struct ochre_text text = text_on(name, sizeof name);
        text_add_bytes(&text, *options, (size_t)(equals - *options));
        if (terms_set(terms, name, equals + 1, error) < 0)
            return -1;
    }
    return 0;
}

/* Text that is no JSON stands for {"fen":"…"}, by the game's position_key. In new memory. */
static char *wrap_position(const struct ochre_game *game, const char *text, size_t length)
{
    size_t size = 6 * length + 64 + strlen(game->position_key);
    char *wrapped = malloc(size);
    char *plain = strdup(text);
    if (wrapped && plain) {
        while (length > 0 && strchr(" \t\r\n", plain[length - 1]))
            plain[--length] = '\0';
        struct ochre_text out = text_on(wrapped, size);
        struct json_writer writer = json_write_to(&out);
        json_open(&writer, '{');
        json_field_string(&writer, game->position_key, plain);
        json_close(&writer, '}');
    } else {
        free(wrapped);
        wrapped = NULL;
    }
    free(plain);
    return wrapped;
}

/* The text of the position asked for: as it stands, from a file, from standard input. In new memory. */
static char *fetch_position(const struct opening_request *request, size_t *length, struct ochre_error *error)
{
    if (json_there(request->position_json)) {
        const char *raw = json_raw(request->position_json, length);
        char *copy = malloc(*length + 3);
        if (!copy) {
            error_set(error, "", "not enough memory");
            return NULL;
        }
        struct ochre_text text = text_on(copy, *length + 3);
        bool is_string = json_kind(request->position_json) == JSON_STRING;
        text_add(&text, is_string ? "\"" : "");
        text_add_bytes(&text, raw, *length);
        text_add(&text, is_string ? "\"" : "");
        *length = text.used;
        return copy;
    }
    const char *given = request->position ? request->position : "";
    if (text_same(given, "-") || given[0] == '@') {
        struct ochre_error inner;
        char *text = file_read(given[0] == '@' ? given + 1 : given, POSITION_SIZE_MAX, length, &inner);
        if (!text)
            error_set(error, "", "position {0}: {1}", given, inner.words);
        return text;
    }
    *length = strlen(given);
    char *copy = strdup(given);
    if (!copy)
        error_set(error, "", "not enough memory");
    return copy;
}

/* One line: JSON has line breaks only between values, where a blank is as good. */
static void join_lines(char *text)
{
    for (char *at = text; *at; at++)
        if (*at == '\n' || *at == '\r' || *at == '\t')
            *at = ' ';
}

static int read_position(struct opening *opening, const struct opening_request *request, struct ochre_error *error)
{
    const struct ochre_game *game = request->game;
    size_t length;
    char *text = fetch_position(request, &length, error);
    if (!text)
        return -1;
    size_t first = strspn(text, " \t\r\n");
    if (text[first] != '{' && text[first] != '[' && game->position_key && !json_there(request->position_json)) {
        char *wrapped = wrap_position(game, text + first, length - first);
        free(text);
        text = wrapped;
        if (!text)
            return error_set(error, "", "not enough memory");
        length = strlen(text);
    }
    opening->position = text;
    if (length > POSITION_SIZE_MAX)
        return error_set(error, "", "the position is longer than {0} bytes", NUM(POSITION_SIZE_MAX));
    if (strlen(text) != length)
        return error_set(error, "", "the position contains a NUL");
    struct ochre_error inner;
    opening->position_nodes = calloc(json_nodes_for(length), sizeof *opening->position_nodes);
    if (!opening->position_nodes)
        return error_set(error, "", "not enough memory");
    if (json_parse(&opening->position_doc, text, length, opening->position_nodes, json_nodes_for(length), &inner) < 0)
        return error_pass(error, &inner, "position");
    join_lines(text);
    opening->given = json_root(&opening->position_doc);
    if (json_kind(opening->given) != JSON_OBJECT)
        return error_set(error, "", "position: expected an object");
    return 0;
}

static int read_pack(struct packfile *pack, const struct opening_request *request, struct ochre_error *error)
{
    if (json_there(request->pack_changes))
        return packfile_change(pack, request->game, request->pack_changes, error);
    if (request->pack_text)
        return packfile_parse(pack, request->game, "pack", request->pack_text, strlen(request->pack_text), error);
    return packfile_load(pack, request->game, request->pack, error);
}

static int make(struct opening *opening, const struct opening_request *request, struct ochre_error *error)
{
    struct ochre_terms terms;
    terms_init(&terms, request->game);
    terms.seats = request->seats;
    if (request->is_offered)
        terms_offer(&terms);
    if (set_options(&terms, request->options, error) < 0 || terms_set_json(&terms, request->options_json, error) < 0)
        return -1;
    if (read_pack(&opening->pack, request, error) < 0)
        return -1;
    terms.pack = opening->pack.text ? &opening->pack.pack : NULL;
    bool has_position = request->position || json_there(request->position_json);
    if (has_position &&
        (read_position(opening, request, error) < 0 || terms_set_position(&terms, opening->given, error) < 0))
        return -1;
    if (request->seats && terms.seats != request->seats)
        return error_set(error, "", "the position is for {0} seats, asked for were {1}", NUM(terms.seats),
                         NUM(request->seats));
    if (setup_make(&opening->setup, &terms, error) < 0)
        return -1;
    if (!has_position) {
        request->game->rules->start(&opening->setup, &opening->start);
        return 0;
    }
    if (!request->game->read->read_state)
        return error_set(error, "", "{0} cannot begin from a position", request->game->id);
    return request->game->read->read_state(&opening->setup, opening->given, &opening->start, error);
}

struct opening *opening_new(const struct opening_request *request, struct ochre_error *error)
{
    assert(request->game);
    struct opening *opening = aligned_alloc(64, (sizeof *opening + 63) / 64 * 64);
    if (!opening) {
        error_set(error, "", "not enough memory");
        return NULL;
    }
    memset(opening, 0, sizeof *opening);
    if (make(opening, request, error) < 0) {
        opening_delete(opening);
        return NULL;
    }
    return opening;
}

struct opening *opening_share(struct opening *opening)
{
    assert(opening->shares >= 0);
    opening->shares++;
    return opening;
}

void opening_delete(struct opening *opening)
{
    if (!opening || opening->shares-- > 0)
        return;
    assert(opening->shares == -1); /* whoever shares it has given it back, and nobody twice */
    packfile_free(&opening->pack);
    free(opening->position);
    free(opening->position_nodes);
    free(opening);
}
