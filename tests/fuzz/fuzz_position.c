/* fuzz_position.c: positions typed in, as JSON or as the game's own text (a FEN). What read_state lets in must be sane,
 * show itself, and be playable. */
#include "rules/read.h"
#include "rules/rules.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>

/* A text that is no JSON stands for the member that the game names. */
static char *as_json(const struct ochre_game *game, char *text)
{
    if (!game->position_key || text[strspn(text, " \t\r\n")] == '{')
        return text;
    size_t size = 6 * strlen(text) + strlen(game->position_key) + 16;
    char *json = malloc(size);
    if (!json)
        abort();
    struct ochre_text out = text_on(json, size);
    struct json_writer writer = json_write_to(&out);
    json_open(&writer, '{');
    json_field_string(&writer, game->position_key, text);
    json_close(&writer, '}');
    free(text);
    return json;
}

static void enter(struct subject *subject, struct json position)
{
    static struct ochre_setup setup;
    struct ochre_terms terms;
    struct ochre_state state;
    struct ochre_error error;
    memset(&state, 0, sizeof state);
    terms_init(&terms, subject->game);
    terms.pack = subject_pack(subject->game);
    terms.seats = subject->seats;
    if (terms_set_position(&terms, position, &error) < 0 || setup_make(&setup, &terms, &error) < 0)
        return;
    if (subject->game->read->read_state(&setup, position, &state, &error) < 0) {
        if (error.words[0] == '\0')
            subject_broken(subject->game, "a refusal has words", NULL);
        return;
    }
    subject_examine(&setup, &state);
    for (int i = 0; i < 24 && subject_step(subject, &setup, &state); i++) {
        const char *wrong = subject->game->rules->check(&setup, &state);
        if (wrong)
            subject_broken(subject->game, "a move leads to a sane state", wrong);
    }
    subject_examine(&setup, &state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct subject subject;
    subject_read(&subject, data, size);
    if (strlen(subject.text) == subject.length) {
        subject.text = as_json(subject.game, subject.text);
        subject.length = strlen(subject.text);
        size_t count = json_nodes_for(subject.length);
        struct json_node *nodes = malloc(count * sizeof *nodes);
        struct json_doc doc;
        if (!nodes)
            abort();
        if (json_parse(&doc, subject.text, subject.length, nodes, count, NULL) == 0)
            enter(&subject, json_root(&doc));
        free(nodes);
    }
    free(subject.text);
    return 0;
}
