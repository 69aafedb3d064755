/* line.c: see line.h. */
#include "cli/line.h"

#include <stdlib.h>
#include <string.h>

#include "cli/position.h"
#include "rules/door.h"
#include "rules/words.h"

void line_init(struct line *line, const struct ochre_setup *setup, const struct ochre_state *state)
{
    *line = (struct line){.setup = setup, .viewer = OCHRE_EVERYBODY, .list = position_list(setup)};
    state_copy(setup, &line->state, state);
}

void line_free(struct line *line)
{
    free(line->list);
    line->list = NULL;
}

static void apply(struct line *line, int seat, ochre_action action)
{
    static struct ochre_journal journal;
    const struct ochre_setup *setup = line->setup;
    struct ochre_view view;
    journal.count = 0;
    setup->game->rules->apply(setup, &line->state, seat, action, &journal);
    state_look(setup, &line->state, line->viewer, &view);
    for (int i = 0; line->story && i < journal.count; i++) {
        struct ochre_event heard = journal_heard(&journal.events[i], line->viewer);
        size_t before = line->story->used;
        setup->game->words->tell(setup, &view, &heard, line->story);
        if (line->story->used > before)
            text_char(line->story, '\n');
    }
}

bool line_draw(struct line *line)
{
    const struct ochre_game *game = line->setup->game;
    while (game->rules->pending(line->setup, &line->state) == SEAT_BIT(OCHRE_CHANCE)) {
        if (!line->has_luck)
            return false;
        int count = game->rules->legal(line->setup, &line->state, OCHRE_CHANCE, line->list);
        apply(line, OCHRE_CHANCE, chance_sample(line->setup, &line->state, line->list, count, &line->luck));
    }
    return true;
}

/* Who makes the move: the seat written before '>', else the one that is asked. -1: no such seat. */
static int mover(const struct line *line, const char **word)
{
    ochre_seats pending = line->setup->game->rules->pending(line->setup, &line->state);
    const char *arrow = strchr(*word, '>');
    if (!arrow || arrow - *word > 2)
        return pending ? seats_first(pending) : 0;
    char code[4] = "";
    memcpy(code, *word, (size_t)(arrow - *word));
    *word = arrow + 1;
    int seat = seat_from_code(code);
    return seat == OCHRE_CHANCE || (seat >= 0 && seat < line->setup->seats) ? seat : -1;
}

const char *line_move(struct line *line, const char *written, struct ochre_text *words)
{
    const struct ochre_setup *setup = line->setup;
    const char *word = written;
    if (!text_starts(word, "*>", NULL) && !line_draw(line) && strchr(word, '>')) {
        text_say(words, "Chance acts first: write *>MOVE, or let it draw from a seed.");
        return "chance";
    }
    int seat = mover(line, &word);
    if (seat < 0) {
        text_say(words, "There is no such seat.");
        return "seat";
    }
    if (setup->game->rules->pending(setup, &line->state) == 0) {
        text_say(words, "The play is over.");
        return "over";
    }
    struct ochre_view view;
    ochre_action action = OCHRE_NO_ACTION;
    state_look(setup, &line->state, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    const char *rule = door_find(setup, &view, seat, word, line->list, &action, words);
    if (!rule)
        apply(line, seat, action);
    return rule; /* cppcheck-suppress returnDanglingLifetime ; numbers of rules are constant words */
}
