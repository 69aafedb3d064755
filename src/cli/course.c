/* course.c: see course.h. */
#include "cli/course.h"

#include <stdlib.h>
#include <string.h>

#include "cli/position.h"
#include "rules/door.h"
#include "rules/words.h"

void course_init(struct course *course, const struct ochre_setup *setup, const struct ochre_state *state)
{
    *course = (struct course){.setup = setup, .viewer = OCHRE_EVERYBODY, .list = position_list(setup)};
    state_copy(setup, &course->state, state);
}

void course_free(struct course *course)
{
    free(course->list);
    free(course->made);
    course->list = NULL;
    course->made = NULL;
}

/* Writes the move down, as its own seat writes it. */
static void remember(struct course *course, int seat, ochre_action action)
{
    char move[OCHRE_MOVE_SIZE + 8];
    struct ochre_text text = text_on(move, sizeof move);
    text_add(&text, course->made_used ? " " : "");
    text_add(&text, seat_code(seat));
    text_char(&text, '>');
    position_move(course->setup, &course->state, seat, action, &text);
    if (course->made_used + text.used + 1 > course->made_size) {
        course->made_size = 2 * course->made_size + sizeof move + 256;
        course->made = realloc(course->made, course->made_size);
        if (!course->made)
            abort();
    }
    memcpy(course->made + course->made_used, move, text.used + 1);
    course->made_used += text.used;
}

static void apply(struct course *course, int seat, ochre_action action)
{
    static struct ochre_journal journal;
    const struct ochre_setup *setup = course->setup;
    struct ochre_view view;
    journal.count = 0;
    remember(course, seat, action);
    setup->game->rules->apply(setup, &course->state, seat, action, &journal);
    state_look(setup, &course->state, course->viewer, &view);
    for (int i = 0; course->story && i < journal.count; i++) {
        struct ochre_event heard = journal_heard(&journal.events[i], course->viewer);
        size_t before = course->story->used;
        setup->game->words->tell(setup, &view, &heard, course->story);
        if (course->story->used > before)
            text_char(course->story, '\n');
    }
}

bool course_draw(struct course *course)
{
    const struct ochre_game *game = course->setup->game;
    while (game->rules->pending(course->setup, &course->state) == SEAT_BIT(OCHRE_CHANCE)) {
        if (!course->has_luck)
            return false;
        int count = game->rules->legal(course->setup, &course->state, OCHRE_CHANCE, course->list);
        apply(course, OCHRE_CHANCE, chance_sample(course->setup, &course->state, course->list, count, &course->luck));
    }
    return true;
}

/* Who makes the move: the seat written before '>', else the one that is asked. -1: no such seat. */
static int mover(const struct course *course, const char **word)
{
    ochre_seats pending = course->setup->game->rules->pending(course->setup, &course->state);
    const char *arrow = strchr(*word, '>');
    if (!arrow || arrow - *word > 2)
        return pending ? seats_first(pending) : 0;
    char code[4] = "";
    memcpy(code, *word, (size_t)(arrow - *word));
    *word = arrow + 1;
    int seat = seat_from_code(code);
    return seat == OCHRE_CHANCE || (seat >= 0 && seat < course->setup->seats) ? seat : -1;
}

const char *course_move(struct course *course, const char *written, struct ochre_text *words)
{
    const struct ochre_setup *setup = course->setup;
    const char *word = written;
    if (!text_starts(word, "*>", NULL) && !course_draw(course) && strchr(word, '>')) {
        text_say(words, "Chance acts first: write *>MOVE, or let it draw from a seed.");
        return "chance";
    }
    int seat = mover(course, &word);
    if (seat < 0) {
        text_say(words, "There is no such seat.");
        return "seat";
    }
    if (setup->game->rules->pending(setup, &course->state) == 0) {
        text_say(words, "The play is over.");
        return "over";
    }
    struct ochre_view view;
    ochre_action action = OCHRE_NO_ACTION;
    state_look(setup, &course->state, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    const char *rule = door_find(setup, &view, seat, word, course->list, &action, words);
    if (!rule)
        apply(course, seat, action);
    return rule; /* cppcheck-suppress returnDanglingLifetime ; numbers of rules are constant words */
}
