/* position.c: see position.h. */
#include "cli/position.h"

#include <stdlib.h>

#include "cli/screen.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"

enum { TEXT_SIZE = 1024 * 1024 };

struct ochre_text position_text(void)
{
    char *memory = malloc(TEXT_SIZE);
    if (!memory)
        abort();
    return text_in(memory, TEXT_SIZE, tongue_used());
}

void position_text_free(struct ochre_text *text)
{
    free(text->at);
}

ochre_action *position_list(const struct ochre_setup *setup)
{
    ochre_action *list = calloc((size_t)setup->legal_max + 1, sizeof *list);
    if (!list)
        abort();
    return list;
}

void position_move(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action action,
                   struct ochre_text *text)
{
    struct ochre_view view;
    state_look(setup, state, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    setup->game->words->format_move(setup, &view, seat, action, text);
}

/* Seats that may act, interrupts included; chance only when it is asked. */
static int moves_of(const struct ochre_setup *setup, const struct ochre_state *state, int seat, ochre_action *list)
{
    ochre_seats pending = setup->game->rules->pending(setup, state);
    if (pending == 0 || (seat == OCHRE_CHANCE && !seats_has(pending, seat)))
        return 0;
    return setup->game->rules->legal(setup, state, seat, list);
}

static bool is_seat(const struct ochre_setup *setup, int seat)
{
    return seat < setup->seats || seat == OCHRE_CHANCE;
}

void position_write_moves(const struct ochre_setup *setup, const struct ochre_state *state, int viewer,
                          struct json_writer *writer)
{
    ochre_seats pending = setup->game->rules->pending(setup, state);
    ochre_action *list = position_list(setup);
    json_name(writer, "pending");
    seats_write(pending, writer);
    json_name(writer, "moves");
    json_open(writer, '{');
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        bool may_read = viewer == OCHRE_EVERYBODY || viewer == seat;
        int count = is_seat(setup, seat) && may_read ? moves_of(setup, state, seat, list) : 0;
        if (count == 0)
            continue;
        json_name(writer, seat_code(seat));
        json_open(writer, '[');
        for (int i = 0; i < count; i++) {
            char move[OCHRE_MOVE_SIZE];
            struct ochre_text text = text_on(move, sizeof move);
            position_move(setup, state, seat, list[i], &text);
            json_put_string(writer, move);
        }
        json_close(writer, ']');
    }
    json_close(writer, '}');
    free(list);
}

static void write_result(const struct ochre_setup *setup, const struct ochre_state *state, struct json_writer *writer)
{
    struct ochre_outcome outcome;
    setup->game->rules->outcome(setup, state, &outcome);
    json_name(writer, "result");
    json_open(writer, '{');
    json_name(writer, "winners");
    seats_write(outcome.winners, writer);
    json_name(writer, "ranks");
    json_open(writer, '[');
    for (int seat = 0; seat < setup->seats; seat++)
        json_put_int(writer, outcome.rank[seat]);
    json_close(writer, ']');
    json_name(writer, "scores");
    json_open(writer, '[');
    for (int seat = 0; seat < setup->seats; seat++)
        json_put_int(writer, outcome.score[seat]);
    json_close(writer, ']');
    json_field_bool(writer, "draw", outcome.is_draw);
    json_field_string(writer, "reason", outcome.reason ? outcome.reason : "");
    json_close(writer, '}');
}

void position_write_view(const struct ochre_setup *setup, const struct ochre_state *state, int viewer,
                         struct json_writer *writer)
{
    struct ochre_view view;
    state_look(setup, state, viewer, &view);
    json_name(writer, "view");
    json_open(writer, '{');
    setup->game->show->write_view(setup, &view, viewer, writer);
    json_close(writer, '}');
    if (setup->game->rules->pending(setup, state) == 0)
        write_result(setup, state, writer);
}

void position_print_moves(const struct ochre_setup *setup, const struct ochre_state *state)
{
    ochre_seats pending = setup->game->rules->pending(setup, state);
    ochre_action *list = position_list(setup);
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        int count = is_seat(setup, seat) ? moves_of(setup, state, seat, list) : 0;
        bool is_alone = pending == SEAT_BIT(seat) && seat != OCHRE_CHANCE;
        for (int i = 0; i < count; i++) {
            char move[OCHRE_MOVE_SIZE];
            struct ochre_text text = text_on(move, sizeof move);
            position_move(setup, state, seat, list[i], &text);
            printf("%s%s%s\n", is_alone ? "" : seat_code(seat), is_alone ? "" : ">", move);
        }
    }
    free(list);
}

void position_print_board(const struct ochre_setup *setup, const struct ochre_state *state, int viewer)
{
    static struct canvas canvas;
    struct ochre_view view;
    state_look(setup, state, viewer, &view);
    canvas_clear(&canvas, tongue_used());
    setup->game->show->draw(setup, &view, viewer, &canvas);
    screen_canvas(stdout, &canvas);
}

void position_print_asked(const struct ochre_setup *setup, const struct ochre_state *state, int viewer)
{
    struct ochre_view view;
    char line[512];
    struct ochre_text text = text_in(line, sizeof line, tongue_used());
    ochre_seats pending = setup->game->rules->pending(setup, state);
    struct ochre_outcome outcome = {0};
    state_look(setup, state, viewer, &view);
    if (pending == 0)
        setup->game->rules->outcome(setup, state, &outcome);
    ochre_seats named = pending ? pending : outcome.winners;
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        if (!seats_has(named, seat))
            continue;
        text_add(&text, text.used ? ", " : "");
        text_add(&text, seat_code(seat));
        text_add(&text, " (");
        text_add(&text, seat == OCHRE_CHANCE ? _("chance") : _(setup->game->words->seat_name(setup, &view, seat)));
        text_add(&text, ")");
    }
    if (pending)
        print_say(stdout, _("To move: {0}\n"), line);
    else
        print_say(stdout, _("Over. Won by: {0}. How it ended: {1}.\n"), text.used ? line : _("nobody"),
                  outcome.reason ? _(outcome.reason) : "-");
}
