/* signature.c: see signature.h. Hashes numbers and the all-seeing JSON, never the bytes of a state, whose layout is a
 * matter of the machine. */
#include "lab/signature.h"

#include <stdlib.h>

#include "base/hash.h"
#include "lab/playout.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "table/opening.h"

enum { PLAYS = 16, MOVES_MAX = 4000, JSON_SIZE = 128 * 1024 };

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    return hash_mix(hash * 0x9E3779B97F4A7C15u + number + 1);
}

/* One play: who was asked, how many moves there were, which was made. */
static uint64_t hash_play(uint64_t hash, const struct ochre_setup *setup, struct ochre_state *state,
                          struct ochre_rng *rng, ochre_action *list, int *moves_left)
{
    const struct ochre_game *game = setup->game;
    while (*moves_left > 0) {
        ochre_seats pending = game->rules->pending(setup, state);
        if (!pending)
            break;
        (*moves_left)--;
        int seat = seats_first(pending);
        int count = game->rules->legal(setup, state, seat, list);
        ochre_action action = seat == OCHRE_CHANCE ? chance_sample(setup, state, list, count, rng)
                                                   : list[rng_below(rng, (uint32_t)count)];
        hash = hash_number(hash, pending);
        hash = hash_number(hash, (uint64_t)count);
        hash = hash_number(hash, action);
        game->rules->apply(setup, state, seat, action, NULL);
    }
    return hash;
}

static uint64_t hash_end(uint64_t hash, const struct ochre_setup *setup, const struct ochre_state *state, char *json)
{
    struct ochre_text text = text_on(json, JSON_SIZE);
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    state_look(setup, state, OCHRE_EVERYBODY, &view);
    json_open(&writer, '{');
    setup->game->show->write_view(setup, &view, OCHRE_EVERYBODY, &writer);
    json_close(&writer, '}');
    hash = hash_bytes(hash, json, text.used);
    if (setup->game->rules->pending(setup, state))
        return hash;
    struct ochre_outcome out;
    setup->game->rules->outcome(setup, state, &out);
    for (int seat = 0; seat < setup->seats; seat++) {
        hash = hash_number(hash, (uint64_t)(out.payoff[seat] * 5040.0F + 0.5F));
        hash = hash_number(hash, (uint64_t)(uint32_t)out.rank[seat]);
        hash = hash_number(hash, (uint64_t)(uint32_t)out.score[seat]);
    }
    return hash_number(hash, out.winners);
}

static bool hash_seats(const struct ochre_game *game, int seats, uint64_t *hash)
{
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game, .seats = seats}, &error);
    if (!opening)
        return false;
    ochre_action *list = calloc(opening->setup.legal_max, sizeof *list);
    char *json = malloc(JSON_SIZE);
    bool is_made = list && json;
    int moves_left = MOVES_MAX;
    for (int play = 0; is_made && play < PLAYS && moves_left > 0; play++) {
        struct ochre_rng rng;
        struct ochre_state state;
        rng_seed(&rng, 100 * (uint64_t)seats + (uint64_t)play);
        state_copy(&opening->setup, &state, &opening->start);
        *hash = hash_play(*hash, &opening->setup, &state, &rng, list, &moves_left);
        *hash = hash_end(*hash, &opening->setup, &state, json);
    }
    free(list);
    free(json);
    opening_delete(opening);
    return is_made;
}

bool signature_of(const struct ochre_game *game, uint64_t *signature)
{
    *signature = 0;
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        if ((game->seat_counts >> seats) & 1 && !hash_seats(game, seats, signature))
            return false;
    return true;
}

bool signature_of_all(uint64_t *signature)
{
    *signature = 0;
    for (const struct ochre_game *const *game = ochre_games; *game; game++) {
        uint64_t one;
        if (!signature_of(*game, &one))
            return false;
        *signature += hash_mix(hash_bytes(one, (*game)->id, strlen((*game)->id)));
    }
    return true;
}

void signature_text(uint64_t signature, char text[17])
{
    for (int i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[signature >> (60 - 4 * i) & 15];
    text[16] = '\0';
}
