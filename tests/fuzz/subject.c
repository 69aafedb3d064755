/* subject.c: see subject.h. */
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"

_Noreturn void subject_broken(const struct ochre_game *game, const char *promise, const char *detail)
{
    fprintf(stderr, "fuzz: %s: %s: %s\n", game->id, promise, detail ? detail : "");
    abort();
}

static void *room(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        abort();
    return memory;
}

static const struct ochre_game *pick_game(const char *name)
{
    const struct ochre_game *game = game_by_id(name);
    int count = 0;
    while (ochre_games[count])
        count++;
    if (count == 0)
        abort();
    return game ? game : ochre_games[hash_bytes(0, name, strlen(name)) % (uint64_t)count];
}

void subject_read(struct subject *subject, const uint8_t *data, size_t size)
{
    char head[64] = {0};
    char name[32] = {0};
    unsigned seats = 0;
    unsigned seed = 0;
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    size_t first = end ? (size_t)(end - data) : size;
    memcpy(head, data, first < sizeof head - 1 ? first : sizeof head - 1);
    sscanf(head, "%31s %1u %8u", name, &seats, &seed);
    subject->game = pick_game(name);
    subject->seats = (int)seats;
    rng_seed(&subject->rng, seed);
    subject->length = end ? size - first - 1 : 0;
    subject->text = room(subject->length + 1);
    if (subject->length)
        memcpy(subject->text, end + 1, subject->length);
    subject->text[subject->length] = '\0';
}

const struct ochre_pack *subject_pack(const struct ochre_game *game)
{
    static struct ochre_pack *packs[16];
    if (!game->default_pack)
        return NULL;
    int index = 0;
    while (ochre_games[index] != game)
        index++;
    if (!packs[index]) {
        size_t length = strlen(game->default_pack);
        size_t nodes = json_nodes_for(length);
        struct ochre_error error;
        packs[index] = room(sizeof *packs[index]);
        memset(packs[index], 0, sizeof *packs[index]);
        packs[index]->file = "built in";
        if (json_parse(&packs[index]->doc, game->default_pack, length, room(nodes * sizeof(struct json_node)), nodes,
                       &error) < 0)
            subject_broken(game, "the built-in pack is JSON", error.words);
    }
    return packs[index];
}

static void examine_for(const struct ochre_setup *setup, const struct ochre_state *state, int viewer)
{
    static struct canvas canvas;
    static char json[512 * 1024];
    struct ochre_view view;
    struct ochre_text text = text_on(json, sizeof json);
    struct json_writer writer = json_write_to(&text);
    state_look(setup, state, viewer, &view);
    canvas_clear(&canvas, NULL);
    setup->game->show->draw(setup, &view, viewer, &canvas);
    json_open(&writer, '{');
    setup->game->show->write_view(setup, &view, viewer, &writer);
    json_close(&writer, '}');
    static struct json_node nodes[64 * 1024];
    struct json_doc doc;
    struct ochre_error error;
    if (text.cut || json_parse(&doc, json, text.used, nodes, sizeof nodes / sizeof nodes[0], &error) < 0)
        subject_broken(setup->game, "a view is JSON", text.cut ? "too long" : error.words);
}

void subject_examine(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const char *wrong = setup->game->rules->check(setup, state);
    if (wrong)
        subject_broken(setup->game, "a state that was let in is sane", wrong);
    for (int viewer = 0; viewer < setup->seats; viewer++)
        examine_for(setup, state, viewer);
    examine_for(setup, state, OCHRE_NOBODY);
    examine_for(setup, state, OCHRE_EVERYBODY);
    float payoff[OCHRE_SEATS_MAX];
    setup->game->think->judge(setup, state, payoff);
    if (!setup->game->rules->pending(setup, state)) {
        struct ochre_outcome outcome;
        memset(&outcome, 0, sizeof outcome);
        setup->game->rules->outcome(setup, state, &outcome);
    }
}

bool subject_step(struct subject *subject, const struct ochre_setup *setup, struct ochre_state *state)
{
    ochre_seats pending = setup->game->rules->pending(setup, state);
    if (!pending)
        return false;
    int seat = seats_first(pending);
    ochre_action *list = room(setup->legal_max * sizeof *list);
    int count = setup->game->rules->legal(setup, state, seat, list);
    if (count <= 0)
        subject_broken(setup->game, "a pending seat has a move", seat_code(seat));
    ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, state, list, count, &subject->rng)
                                               : list[rng_below(&subject->rng, (uint32_t)count)];
    free(list);
    setup->game->rules->apply(setup, state, seat, action, NULL);
    return true;
}
