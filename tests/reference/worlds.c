/* worlds.c: what may be, for somebody who does not see everything.
 *
 *     worlds GAME POSITION VIEWER COUNT SEED [MOVE…]
 *
 * Makes the moves (p1>card:0) in the position and prints COUNT states that the viewer (p1 … p4) imagines, each as the
 * view that sees everything, one JSON object a line. For every game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"
#include "table/opening.h"

enum { TEXT_MAX = 64 * 1024 };

static int fail(const char *words)
{
    fprintf(stderr, "worlds: %s\n", words);
    return 1;
}

/* Makes the move that `written` names with its seat in front; false when there is none. */
static bool make_move(const struct ochre_setup *setup, struct ochre_state *state, const char *written)
{
    const struct ochre_game *game = setup->game;
    ochre_action *list = calloc(setup->legal_max, sizeof *list);
    int seat = written[0] == '*' ? OCHRE_CHANCE : written[1] - '1';
    const char *mark = strchr(written, '>');
    struct ochre_view view;
    state_look(setup, state, OCHRE_EVERYBODY, &view);
    int count = mark && list ? game->rules->legal(setup, state, seat, list) : 0;
    bool is_made = false;
    for (int i = 0; i < count && !is_made; i++) {
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(move, sizeof move);
        game->words->format_move(setup, &view, seat, list[i], &text);
        is_made = strcmp(move, mark + 1) == 0;
        if (is_made)
            game->rules->apply(setup, state, seat, list[i], NULL);
    }
    free(list);
    return is_made;
}

static void print_world(const struct ochre_setup *setup, const struct ochre_state *state)
{
    static char bytes[TEXT_MAX];
    struct ochre_text text = text_on(bytes, sizeof bytes);
    struct json_writer writer = json_write_to(&text);
    struct ochre_view view;
    state_look(setup, state, OCHRE_EVERYBODY, &view);
    json_open(&writer, '{');
    setup->game->show->write_view(setup, &view, OCHRE_EVERYBODY, &writer);
    json_close(&writer, '}');
    puts(text.at);
}

int main(int count, char **words)
{
    if (count < 6)
        return fail("expected: GAME POSITION VIEWER COUNT SEED [MOVE…]");
    const struct ochre_game *game = game_by_id(words[1]);
    struct ochre_error error = {0};
    struct opening *opening =
        game ? opening_new(&(struct opening_request){.game = game, .position = words[2]}, &error) : NULL;
    if (!opening)
        return fail(game ? error.words : "no such game");
    const struct ochre_setup *setup = &opening->setup;
    struct ochre_state state;
    state_copy(setup, &state, &opening->start);
    for (int i = 6; i < count; i++)
        if (!make_move(setup, &state, words[i]))
            return fail(words[i]);
    int viewer = words[3][1] - '1';
    struct ochre_view view;
    struct ochre_rng rng;
    state_look(setup, &state, viewer, &view);
    rng_seed(&rng, strtoull(words[5], NULL, 10));
    for (long left = strtol(words[4], NULL, 10); left > 0; left--) {
        if (!view_imagine(setup, &view, viewer, &rng, &state))
            return fail("the view is impossible");
        print_world(setup, &state);
    }
    opening_delete(opening);
    return 0;
}
