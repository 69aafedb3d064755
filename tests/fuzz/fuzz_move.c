/* fuzz_move.c: move texts. Each line is offered to the seat that is asked; what is understood and legal is played.
 * parse_move and why_not must agree with legal, and a legal move's own text must mean the same move. */
#include "rules/rules.h"
#include "rules/words.h"
#include "subject.h"

#include <stdlib.h>

/* A line "*" plays a random move, so that a short input reaches deep positions. */
static void offer(struct subject *subject, const struct ochre_setup *setup, struct ochre_state *state, const char *line)
{
    const struct ochre_game *game = setup->game;
    ochre_seats pending = game->rules->pending(setup, state);
    if (!pending)
        return;
    int seat = seats_first(pending);
    if (seat == OCHRE_CHANCE || text_same(line, "*")) {
        subject_step(subject, setup, state);
        return;
    }
    struct ochre_view view;
    char said[512];
    struct ochre_text words = text_on(said, sizeof said);
    ochre_action action = OCHRE_NO_ACTION;
    state_look(setup, state, seat, &view);
    if (game->words->parse_move(setup, &view, seat, line, &action, &words))
        return;
    if (action >= setup->actions)
        subject_broken(game, "a parsed move has a number in range", line);
    ochre_action *list = malloc(setup->legal_max * sizeof *list);
    if (!list)
        abort();
    int count = game->rules->legal(setup, state, seat, list);
    bool is_legal = legal_has(list, count, action);
    free(list);
    words = text_on(said, sizeof said);
    if ((game->words->why_not(setup, &view, seat, action, &words) == NULL) != is_legal)
        subject_broken(game, "why_not is silent exactly about legal moves", line);
    if (!is_legal)
        return;
    char again[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(again, sizeof again);
    ochre_action same = OCHRE_NO_ACTION;
    game->words->format_move(setup, &view, seat, action, &text);
    if (text.cut || game->words->parse_move(setup, &view, seat, again, &same, NULL) || same != action)
        subject_broken(game, "a move's text means that move", again);
    game->rules->apply(setup, state, seat, action, NULL);
    const char *wrong = game->rules->check(setup, state);
    if (wrong)
        subject_broken(game, "a move leads to a sane state", wrong);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ochre_setup setup;
    struct subject subject;
    struct ochre_terms terms;
    struct ochre_state state;
    subject_read(&subject, data, size);
    terms_init(&terms, subject.game);
    terms.pack = subject_pack(subject.game);
    terms.seats = subject.seats;
    if (setup_make(&setup, &terms, NULL) == 0) {
        subject.game->rules->start(&setup, &state);
        int lines = 0;
        for (char *line = subject.text; line && lines < 200; lines++) {
            char *end = strchr(line, '\n');
            if (end)
                *end = '\0';
            offer(&subject, &setup, &state, line);
            line = end ? end + 1 : NULL;
        }
    }
    free(subject.text);
    return 0;
}
