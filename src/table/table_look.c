/* table_look.c: what can be seen of a table (table.h). Everything shown comes from views. */
#include <assert.h>

#include "rules/rules.h"
#include "rules/words.h"
#include "table/table_inner.h"

const struct ochre_game *table_game(const struct table *table)
{
    return table->setup->game;
}

const struct ochre_setup *table_setup(const struct table *table)
{
    return table->setup;
}

const struct opening *table_opening(const struct table *table)
{
    return table->opening;
}

const struct ochre_state *table_state(const struct table *table)
{
    return &table->now.state;
}

const struct fair *table_fair(const struct table *table)
{
    return &table->fair;
}

void table_write_draw(const struct table *table, const struct table_step *step, int draw, struct json_writer *writer)
{
    assert(step->seat == OCHRE_CHANCE && draw >= 0);
    const struct ochre_setup *setup = table->setup;
    struct ochre_view view;
    state_look(setup, step->before, OCHRE_EVERYBODY, &view);
    int count = setup->game->rules->legal(setup, step->before, OCHRE_CHANCE, table->list);
    json_field_int(writer, "draw", draw);
    json_name(writer, "outcomes");
    json_open(writer, '[');
    for (int i = 0; i < count; i++) {
        char text[OCHRE_MOVE_SIZE];
        struct ochre_text move = text_on(text, sizeof text);
        setup->game->words->format_move(setup, &view, OCHRE_CHANCE, table->list[i], &move);
        json_open(writer, '{');
        json_field_string(writer, "move", text);
        json_field_int(writer, "weight", chance_weight(setup, step->before, table->list[i]));
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

bool table_has_begun(const struct table *table)
{
    return table->has_begun || table->now.count > 0;
}

ochre_seats table_humans(const struct table *table)
{
    return table->humans;
}

ochre_seats table_pending(const struct table *table)
{
    return moment_pending(table->setup, &table->now);
}

uint32_t table_ask(const struct table *table, int seat)
{
    return seat < OCHRE_SEATS_MAX && seats_has(table->asked, seat) ? table->asks[seat] : 0;
}

ochre_seats table_left(const struct table *table)
{
    return table->now.left;
}

bool table_is_over(const struct table *table)
{
    return table_pending(table) == 0;
}

int table_step_count(const struct table *table)
{
    return table->now.count;
}

uint64_t table_draw_count(const struct table *table)
{
    return table->now.draws;
}

/* A resignation that ends the play: who is left shares the victory. */
static void share_victory(const struct table *table, struct ochre_outcome *out)
{
    int staying = 0;
    for (int seat = 0; seat < table->setup->seats; seat++)
        staying += !seats_has(table->now.left, seat);
    assert(staying > 0 && staying < table->setup->seats);
    out->winners = 0;
    out->reason = N_("by resignation");
    for (int seat = 0; seat < table->setup->seats; seat++) {
        bool is_staying = !seats_has(table->now.left, seat);
        if (is_staying)
            out->winners |= SEAT_BIT(seat);
        out->rank[seat] = is_staying ? 1 : staying + 1;
        out->payoff[seat] = is_staying ? 1.0F / (float)staying : 0.0F;
    }
}

void table_standing(const struct table *table, struct ochre_outcome *out)
{
    table->setup->game->rules->standing(table->setup, &table->now.state, out);
}

void table_outcome(const struct table *table, struct ochre_outcome *out)
{
    assert(table_is_over(table));
    if (table->now.is_ended) {
        table_standing(table, out);
        share_victory(table, out);
    } else {
        table->setup->game->rules->outcome(table->setup, &table->now.state, out);
    }
}

void table_view(const struct table *table, int viewer, struct ochre_view *view)
{
    state_look(table->setup, &table->now.state, viewer, view);
}

int table_moves(const struct table *table, int seat, ochre_action *out)
{
    struct ochre_view view;
    if (seat < 0 || seat >= table->setup->seats || table_is_over(table) || seats_has(table->now.left, seat))
        return 0;
    table_view(table, seat, &view);
    return view_moves(table->setup, &view, seat, out);
}

int table_list_moves(const struct table *table, const struct ochre_view *view, int seat, const ochre_action **list)
{
    *list = table->list;
    if (seat < 0 || seat >= table->setup->seats || table_is_over(table) || seats_has(table->now.left, seat))
        return 0;
    return view_moves(table->setup, view, seat, table->list);
}

void table_move_text(const struct table *table, int seat, ochre_action action, struct ochre_text *text)
{
    struct ochre_view view;
    table_view(table, seat, &view);
    table->setup->game->words->format_move(table->setup, &view, seat, action, text);
}

void table_question(const struct table *table, int seat, struct ochre_text *text)
{
    struct ochre_view view;
    const struct ochre_voice *voice = text->voice;
    const struct ochre_voice to_the_seat = {.you = seat};
    if (!table->setup->game->words->say_ask || !seats_has(table_pending(table), seat))
        return;
    if (!voice)
        text->voice = &to_the_seat;
    table_view(table, seat, &view);
    table->setup->game->words->say_ask(table->setup, &view, seat, text);
    text->voice = voice;
}

/* What the seat would hear first if it made the move. Nothing unknown to the seat is used. */
static void foretell(const struct table *table, int seat, ochre_action action, struct ochre_text *text)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_view view;
    struct ochre_state imagined;
    struct ochre_journal journal;
    struct ochre_rng rng;
    rng_seed(&rng, 0);
    journal.count = 0; /* the rest is not looked at */
    table_view(table, seat, &view);
    if (!view_imagine(setup, &view, seat, &rng, &imagined))
        return;
    setup->game->rules->apply(setup, &imagined, seat, action, &journal);
    if (journal.count == 0)
        return;
    /* Only what the move itself does: whatever follows may rest on imagined secrets. */
    struct ochre_event heard = journal_heard(&journal.events[0], seat);
    state_look(setup, &imagined, seat, &view);
    setup->game->words->tell(setup, &view, &heard, text);
}

void table_move_words(const struct table *table, int seat, ochre_action action, struct ochre_text *text)
{
    struct ochre_view view;
    const struct ochre_voice *voice = text->voice;
    const struct ochre_voice to_the_seat = {.you = seat};
    size_t before = text->used;
    if (!voice)
        text->voice = &to_the_seat;
    table_view(table, seat, &view);
    if (table->setup->game->words->say_move)
        table->setup->game->words->say_move(table->setup, &view, seat, action, text);
    if (text->used == before)
        foretell(table, seat, action, text);
    text->voice = voice;
}

const char *table_seat_name(const struct table *table, int seat)
{
    struct ochre_view view;
    table_view(table, OCHRE_NOBODY, &view);
    /* cppcheck-suppress returnDanglingLifetime ; names are constant words, not parts of the view */
    return table->setup->game->words->seat_name(table->setup, &view, seat);
}

/* Does the viewer see the move itself? */
static bool is_witness(const struct ochre_setup *setup, const struct table_step *step, int viewer)
{
    return viewer == OCHRE_EVERYBODY || viewer == step->seat ||
           seats_has(move_witnesses(setup, step->before, step->seat, step->action), viewer);
}

void table_step_text(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text)
{
    const struct ochre_setup *setup = table->setup;
    if (step->kind != TABLE_MOVED) {
        text_add(text, step->kind == TABLE_LEFT ? "resign" : "undo");
        return;
    }
    struct ochre_view view;
    state_look(setup, step->before, viewer, &view);
    ochre_action action = is_witness(setup, step, viewer) ? step->action : OCHRE_NO_ACTION;
    setup->game->words->format_move(setup, &view, step->seat, action, text);
}

void table_step_note(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *note)
{
    const struct ochre_setup *setup = table->setup;
    if (!setup->game->words->note_move || step->kind != TABLE_MOVED || !is_witness(setup, step, viewer))
        return;
    struct ochre_view view;
    state_look(setup, step->before, viewer, &view);
    setup->game->words->note_move(setup, &view, step->seat, step->action, note);
}

void table_step_line(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text)
{
    char buffer[OCHRE_MOVE_SIZE];
    struct ochre_text note = text_on(buffer, sizeof buffer);
    table_step_text(table, step, viewer, text);
    table_step_note(table, step, viewer, &note);
    if (note.used) {
        text_add(text, " # ");
        text_add(text, buffer);
    }
}

/* One sentence on a line of its own. */
static void end_line(struct ochre_text *text, size_t started)
{
    if (text->used > started)
        text_char(text, '\n');
}

void table_step_story(const struct table *table, const struct table_step *step, int viewer, struct ochre_text *text)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_view view;
    state_look(setup, step->after, viewer, &view);
    if (step->kind != TABLE_MOVED) {
        const char *who = seat_called(setup, &view, step->seat, text);
        if (step->kind == TABLE_LEFT)
            text_tell(text, step->seat, "You give up.", "{0} gives up.", who);
        else
            text_tell(text, step->seat, "You take back your last move.", "{0} takes back the last move.", who);
        text_char(text, '\n');
    }
    for (int i = 0; i < step->journal->count; i++) {
        struct ochre_event heard = journal_heard(&step->journal->events[i], viewer);
        size_t started = text->used;
        setup->game->words->tell(setup, &view, &heard, text);
        end_line(text, started);
    }
}
