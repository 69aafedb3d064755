/* hint.c: what a computer thought, as members of a hint (docs/wire.md). Knows no listener: numbers and moves alone. */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "rules/rules.h"
#include "rules/words.h"
#include "server/hint.h"

enum { COURSE_MOVES = 6 };

static void put_move(const struct thought *thought, const struct ochre_view *view, int seat, ochre_action action,
                     struct json_writer *writer)
{
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    thought->setup->game->words->format_move(thought->setup, view, seat, action, &move);
    json_put_string(writer, text);
}

/* How it may go on, where the view is the whole state. */
static void write_course(const struct thought *thought, struct json_writer *writer)
{
    struct ochre_state state;
    struct ochre_view view = *thought->view;
    const struct ochre_setup *setup = thought->setup;
    json_name(writer, "course");
    json_open(writer, '[');
    memcpy(state.bytes, view.bytes, setup->state_size);
    for (int i = 0; i < thought->thoughts->course_count && i < COURSE_MOVES && !setup->game->rules->redact; i++) {
        const struct bot_step *step = &thought->thoughts->course[i];
        put_move(thought, &view, step->seat, step->action, writer);
        setup->game->rules->apply(setup, &state, step->seat, step->action, NULL);
        memcpy(view.bytes, state.bytes, setup->state_size);
    }
    json_close(writer, ']');
}

static void write_ideas(const struct thought *thought, struct json_writer *writer)
{
    json_name(writer, "ideas");
    json_open(writer, '[');
    for (int i = 0; i < thought->thoughts->idea_count; i++) {
        const struct bot_idea *idea = &thought->thoughts->idea[i];
        json_open(writer, '{');
        json_name(writer, "m");
        put_move(thought, thought->view, thought->seat, idea->action, writer);
        json_field_double(writer, "worth", (double)idea->worth, 2);
        json_name(writer, "visits");
        json_put_unsigned(writer, idea->visits);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void hint_write(const struct thought *thought, struct json_writer *writer)
{
    assert(thought->seat >= 0 && thought->seat < thought->setup->seats && thought->thoughts->idea_count >= 0);
    json_name(writer, "move");
    put_move(thought, thought->view, thought->seat, thought->action, writer);
    if (thought->thoughts->worth >= 0)
        json_field_double(writer, "worth", (double)thought->thoughts->worth, 2);
    else
        json_field_null(writer, "worth");
    write_ideas(thought, writer);
    write_course(thought, writer);
}
