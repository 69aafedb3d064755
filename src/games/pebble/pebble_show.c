/* pebble_show.c: the view as a picture and as JSON, and a position typed in. */
#include "games/pebble/pebble.h"

static const char *const phase_names[] = {"DEAL", "STAKE", "CHOOSE", "OVER"};

/* A hand as its values in ascending order, "1 4 4"; "?" for each card when it is hidden. */
static void say_hand(const struct pebble_state *s, int seat, struct ochre_text *text)
{
    bool is_hidden = s->hand[seat][0] == OCHRE_UNKNOWN;
    for (int card = 0; is_hidden && card < s->hand_size[seat]; card++)
        text_add(text, card ? " ?" : "?");
    for (int value = 0; !is_hidden && value < PEBBLE_VALUES; value++)
        for (int copy = 0; copy < s->hand[seat][value]; copy++) {
            text_add(text, text->used ? " " : "");
            text_int(text, value + 1);
        }
}

void pebble_draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    const struct pebble_state *s = pebble_seen(view);
    char line[64];
    for (int seat = 0; seat < setup->seats; seat++) {
        struct ochre_text hand = text_on(line, sizeof line);
        canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + seat), PAPER_PLAIN, seat == viewer ? CANVAS_BOLD : 0);
        canvas_say(canvas, 0, seat, pebble_seat_name(setup, view, seat));
        say_hand(s, seat, &hand);
        canvas_put(canvas, 12, seat, line);
        canvas_put(canvas, 22, seat, s->choice[seat] ? "*" : "");
        int x = canvas_put(canvas, 26, seat, NUM(s->pebbles[seat]));
        canvas_put(canvas, x, seat, " o");
    }
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, 0);
    int x = canvas_say(canvas, 0, setup->seats, "On the table");
    canvas_put(canvas, x + 1, setup->seats, NUM(s->on_table));
}

void pebble_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    (void)viewer;
    const struct pebble_state *s = pebble_seen(view);
    json_field_string(writer, "phase", phase_names[s->phase]);
    json_field_int(writer, "on_table", s->on_table);
    for (int seat = 0; seat < setup->seats; seat++) {
        char line[32];
        struct ochre_text hand = text_on(line, sizeof line);
        say_hand(s, seat, &hand);
        json_name(writer, seat_code(seat));
        json_open(writer, '{');
        json_field_string(writer, "hand", line);
        if (s->choice[seat] == OCHRE_UNKNOWN)
            json_field_string(writer, "choice", "?");
        else
            json_field_int(writer, "choice", s->choice[seat]);
        json_field_int(writer, "shown", s->shown[seat]);
        json_field_int(writer, "pebbles", s->pebbles[seat]);
        json_close(writer, '}');
    }
}

void pebble_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch)
{
    (void)setup;
    (void)view;
    (void)seat;
    touch->count = 1;
    struct ochre_text id = text_on(touch->id[0], OCHRE_TOUCH_SIZE);
    text_add(&id, "card:");
    text_int(&id, (int64_t)action + 1);
}

/* One seat of a position: {"hand":"1 4", "pebbles":2}. */
static int read_seat(const struct ochre_setup *setup, struct pebble_state *s, struct json given, int seat,
                     struct ochre_error *error)
{
    char line[32] = "";
    const char *code = seat_code(seat);
    int pebbles = 0;
    if (json_there(json_get(given, "hand")) && !json_string(json_get(given, "hand"), line, sizeof line))
        return error_set(error, "P1.2", "{0}.hand must be values separated by blanks, like \"1 4\"", code);
    for (const char *at = line; *at;) {
        int value;
        if (!text_read_number(&at, 1, &value) || value < 1 || value > PEBBLE_VALUES || (*at != '\0' && *at != ' '))
            return error_set(error, "P1.1", "{0}.hand: a card is a value from 1 to 6", code);
        at += *at == ' ';
        if (s->deck[value - 1] == 0)
            return error_set(error, "P1.1", "{0}.hand: there are only two cards of value {1}", code, NUM(value));
        s->deck[value - 1]--;
        s->hand[seat][value - 1]++;
        s->hand_size[seat]++;
    }
    if (s->hand_size[seat] > setup->option[PEBBLE_CARDS].number)
        return error_set(error, "P1.2", "{0}.hand has too many cards", code);
    if (json_there(json_get(given, "pebbles")) && !json_int_in(json_get(given, "pebbles"), 0, 60, &pebbles))
        return error_set(error, "P5.1", "{0}.pebbles must be a number from 0 to 60", code);
    s->pebbles[seat] = (uint8_t)pebbles;
    return 0;
}

int pebble_read_state(const struct ochre_setup *setup, struct json position, struct ochre_state *state,
                      struct ochre_error *error)
{
    struct pebble_state *s = pebble(state);
    memset(state->bytes, 0, setup->state_size);
    memset(s->deck, PEBBLE_COPIES, PEBBLE_VALUES);
    int on_table = 0;
    if (json_there(json_get(position, "on_table")) && !json_int_in(json_get(position, "on_table"), 0, 60, &on_table))
        return error_set(error, "P2.1", "on_table must be a number from 0 to 60");
    s->on_table = (uint8_t)on_table;
    for (int seat = 0; seat < setup->seats; seat++)
        if (read_seat(setup, s, json_get(position, seat_code(seat)), seat, error) < 0)
            return -1;
    for (int seat = 1; seat < setup->seats; seat++)
        if (s->hand_size[seat] != s->hand_size[0])
            return error_set(error, "P1.2", "the hands must be of the same size");
    s->phase = s->hand_size[0] == 0 ? PEBBLE_OVER : on_table ? PEBBLE_CHOOSE : PEBBLE_STAKE;
    return 0;
}
