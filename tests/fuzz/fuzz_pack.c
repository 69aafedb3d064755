/* fuzz_pack.c: component packs. What compile lets in must be playable. */
#include "rules/rules.h"
#include "subject.h"

#include <stdlib.h>

static void play(struct subject *subject, const struct ochre_pack *pack, int seats)
{
    static struct ochre_setup setup;
    struct ochre_terms terms;
    struct ochre_state state;
    struct ochre_error error;
    terms_init(&terms, subject->game);
    terms.pack = pack;
    terms.seats = seats;
    error.words[0] = '\0';
    if (setup_make(&setup, &terms, &error) < 0) {
        if (error.words[0] == '\0')
            subject_broken(subject->game, "a refusal has words", NULL);
        return;
    }
    memset(&state, 0, sizeof state);
    subject->game->rules->start(&setup, &state);
    subject_examine(&setup, &state);
    for (int i = 0; i < 60 && subject_step(subject, &setup, &state); i++)
        ;
    subject_examine(&setup, &state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct subject subject;
    subject_read(&subject, data, size);
    size_t count = json_nodes_for(subject.length);
    struct json_node *nodes = malloc(count * sizeof *nodes);
    struct ochre_pack pack = {.file = "fuzz"};
    if (!nodes)
        abort();
    if (subject.game->pack_format && json_parse(&pack.doc, subject.text, subject.length, nodes, count, NULL) == 0) {
        for (int seats = subject.game->seats_min; seats <= subject.game->seats_max; seats++)
            play(&subject, &pack, seats);
    }
    free(nodes);
    free(subject.text);
    return 0;
}
