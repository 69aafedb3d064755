/* tribes_json.c: the view as JSON (7.1.1). */
#include <assert.h>

#include "games/tribes/tribes_reading.h"

/* d4:G2 e4:W! in index order. */
static void say_land(const struct tribes_seat *p, struct ochre_text *text)
{
    for (uint64_t cells = p->ground; cells; cells &= cells - 1) {
        int cell = bits_first(cells);
        text_add(text, text->used ? " " : "");
        text_add(text, tribes_cell_name(cell));
        text_char(text, ':');
        text_char(text, tribes_letters[tribes_resource_on(p, cell)]);
        if (bits_has(p->exhausted, cell))
            text_char(text, '!');
        if (p->members[cell])
            text_int(text, p->members[cell]);
    }
}

static void say_levels(const struct tribes_seat *p, struct ochre_text *text)
{
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        text_add(text, track ? "/" : "");
        text_int(text, p->level[track]);
    }
}

static void say_counts(const uint8_t counts[TRIBES_RESOURCES], struct ochre_text *text)
{
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        text_add(text, resource ? " " : "");
        text_char(text, tribes_letters[resource]);
        text_int(text, counts[resource]);
    }
}

/* P M+ E(1) rhino */
static void say_row(const struct tribes_tables *t, const struct tribes_state *s, struct ochre_text *text)
{
    for (int i = 0; i < s->row_count; i++) {
        text_add(text, i ? " " : "");
        text_add(text, tribes_tile_id(t, s->row[i]));
        if (s->row_shells[i] == 0)
            continue;
        text_char(text, '(');
        text_int(text, s->row_shells[i]);
        text_char(text, ')');
    }
}

/* Face-up boards of epochs 2 and 3. */
static void say_up(const struct tribes_state *s, struct ochre_text *text)
{
    for (int slot = TRIBES_COLUMNS; slot < TRIBES_SLOTS; slot++)
        if (bits_has(s->up, slot)) {
            text_add(text, text->used ? " " : "");
            tribes_say_slot(slot, text);
        }
}

void tribes_say_stones(const struct tribes_state *s, int slot, struct ochre_text *text)
{
    for (int i = 0; i < s->stone_count[slot]; i++)
        text_char(text, (char)('A' + s->stone[slot][i]));
}

/* c3 d3: where land could be laid. */
static void say_border(const struct tribes_seat *p, struct ochre_text *text)
{
    for (uint64_t cells = p->border; cells; cells &= cells - 1) {
        text_add(text, text->used ? " " : "");
        text_add(text, tribes_cell_name(bits_first(cells)));
    }
}

/* 1.1:+ 2.3:+?-: for every tile that a deed needs, whether the seat has it (4.6): + a member stands on land of that
 * kind, ? other land would stand in and be exhausted, - it is lacking. */
static void say_needs(const struct tribes_tables *t, const struct tribes_state *s, const struct tribes_seat *p,
                      struct ochre_text *text)
{
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        if (!bits_has(s->up, slot))
            continue;
        const struct tribes_board_data *board = &t->board[s->board[slot]];
        int genuine = board->need - tribes_missing(p, board);
        int wild = bits_count(tribes_wild(p, board->resource));
        wild = genuine > 0 || board->need == 1 ? wild : 0; /* from two tiles on one must be genuine */
        text_add(text, text->used ? " " : "");
        tribes_say_slot(slot, text);
        text_char(text, ':');
        for (int i = 0; i < board->need; i++)
            text_char(text, i < genuine ? '+' : i < genuine + wild ? '?' : '-');
    }
}

/* Strongest and weakest as events see them: ties count. */
static void write_strength(const struct ochre_setup *setup, const struct tribes_state *s, int seat,
                           struct json_writer *writer)
{
    static const struct tribes_condition strongest = {.of = TRIBES_OF_STRENGTH, .is = TRIBES_IS_MAX};
    static const struct tribes_condition weakest = {.of = TRIBES_OF_STRENGTH, .is = TRIBES_IS_MIN};
    json_field_bool(writer, "strongest", tribes_holds(setup, s, seat, &strongest));
    json_field_bool(writer, "weakest", tribes_holds(setup, s, seat, &weakest));
}

static void write_seat(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer,
                       struct json_writer *writer)
{
    const struct tribes_seat *p = &s->seat[seat];
    char line[512];
    struct ochre_text land = text_on(line, sizeof line);
    json_name(writer, tribes_seat_letter(seat));
    json_open(writer, '{');
    say_land(p, &land);
    json_field_string(writer, "land", line);
    struct ochre_text levels = text_on(line, sizeof line);
    say_levels(p, &levels);
    json_field_string(writer, "levels", line);
    json_field_int(writer, "shells", p->shells);
    if (tribes_shows_points(setup, s, seat, viewer))
        json_field_int(writer, "points", p->points);
    else
        json_field_null(writer, "points");
    json_field_int(writer, "reserve", p->reserve);
    json_field_bool(writer, "arrow", p->arrow);
    json_field_int(writer, "stones", TRIBES_STONES - bits_count(p->stones));
    struct ochre_text border = text_on(line, sizeof line);
    say_border(p, &border);
    json_field_string(writer, "border", line);
    struct ochre_text needs = text_on(line, sizeof line);
    say_needs(tribes_tables(setup), s, p, &needs);
    json_field_string(writer, "needs", line);
    write_strength(setup, s, seat, writer);
    json_close(writer, '}');
}

static void write_boards(const struct tribes_tables *t, const struct tribes_state *s, struct json_writer *writer)
{
    char name[8];
    char line[8];
    json_name(writer, "grid");
    json_open(writer, '{');
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        if (bits_has(s->up, slot)) {
            struct ochre_text text = text_on(name, sizeof name);
            tribes_say_slot(slot, &text);
            json_field_string(writer, name, t->board[s->board[slot]].id);
        }
    json_close(writer, '}');
    json_name(writer, "stones");
    json_open(writer, '{');
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        if (s->stone_count[slot]) {
            struct ochre_text text = text_on(name, sizeof name);
            struct ochre_text stones = text_on(line, sizeof line);
            tribes_say_slot(slot, &text);
            tribes_say_stones(s, slot, &stones);
            json_field_string(writer, name, line);
        }
    json_close(writer, '}');
}

/* "1.4>2.3", by target, the left one first. */
static void write_links(const struct tribes_state *s, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int slot = TRIBES_COLUMNS; slot < TRIBES_SLOTS; slot++)
        for (int side = 0; side < 2; side++) {
            if (!bits_has(side ? s->links_right : s->links_left, slot))
                continue;
            char link[12];
            struct ochre_text text = text_on(link, sizeof link);
            tribes_say_slot(slot - TRIBES_COLUMNS + (side ? 1 : -1), &text);
            text_char(&text, '>');
            tribes_say_slot(slot, &text);
            json_put_string(writer, link);
        }
    json_close(writer, ']');
}

static void write_events(const struct tribes_tables *t, const struct tribes_state *s, struct json_writer *writer)
{
    json_name(writer, "unseen_events");
    json_open(writer, '[');
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++)
        json_put_int(writer, bits_count(s->unseen_events & t->events_of[epoch]));
    json_close(writer, ']');
    json_name(writer, "display");
    json_open(writer, '[');
    for (int event = 0; event < TRIBES_EVENTS; event++)
        if (bits_has(s->display, event))
            json_put_string(writer, t->event[event].id);
    json_close(writer, ']');
}

/* Nothing to look at, but a position needs it: the events that may still come, and what is under way. */
static void write_under_way(const struct ochre_setup *setup, const struct tribes_state *s, struct json_writer *writer)
{
    const struct tribes_tables *t = tribes_tables(setup);
    json_name(writer, "unseen");
    json_open(writer, '[');
    for (int event = 0; event < TRIBES_EVENTS; event++)
        if (bits_has(s->unseen_events, event))
            json_put_string(writer, t->event[event].id);
    json_close(writer, ']');
    json_name(writer, "under_way");
    fields_write(tribes_under_way, setup->seats, s, writer);
}

static void write_totals(const struct ochre_setup *setup, const struct tribes_state *s, struct json_writer *writer)
{
    struct tribes_score scores[OCHRE_SEATS_MAX];
    tribes_scores(setup, s, scores);
    json_name(writer, "total");
    json_open(writer, '{');
    for (int seat = 0; seat < setup->seats; seat++) {
        json_name(writer, tribes_seat_letter(seat));
        if (s->decision == TRIBES_AT_OVER)
            json_put_int(writer, scores[seat].total);
        else
            json_put_null(writer);
    }
    json_close(writer, '}');
}

/* What is under way: whose turn it is (in an event others are asked too), the member in hand, the board to complete. */
static void write_business(const struct tribes_state *s, struct json_writer *writer)
{
    char name[8];
    struct ochre_text slot = text_on(name, sizeof name);
    if (s->decision > TRIBES_AT_SETUP && s->decision < TRIBES_AT_OVER)
        json_field_string(writer, "player", tribes_seat_letter(s->turn));
    if (s->lifted != TRIBES_NONE)
        json_field_string(writer, "lifted", tribes_cell_name(s->lifted));
    if (s->slot == TRIBES_NONE)
        return;
    tribes_say_slot(s->slot, &slot);
    json_field_string(writer, "completing", name);
}

void tribes_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    char line[1024];
    assert(s->decision < TRIBES_DECISIONS && viewer <= OCHRE_EVERYBODY);
    json_field_string(writer, "phase", tribes_phases[s->decision]);
    if (s->decision <= TRIBES_AT_REVEAL)
        json_field_string(writer, "turn", "*");
    else if (s->decision == TRIBES_AT_OVER)
        json_field_null(writer, "turn");
    else
        json_field_string(writer, "turn", tribes_seat_letter(s->actor));
    write_business(s, writer);
    json_field_int(writer, "left", s->left);
    json_field_int(writer, "players", setup->seats);
    if (s->first != TRIBES_NONE && s->first != 0) /* A1: usually A */
        json_field_string(writer, "first", tribes_seat_letter(s->first));
    json_field_int(writer, "round", s->round);
    json_field_bool(writer, "final", s->is_final);
    json_field_int(writer, "executed3", s->executed3);
    if (s->tile != TRIBES_NONE)
        json_field_string(writer, "tile", tribes_tile_id(t, s->tile));
    struct ochre_text row = text_on(line, sizeof line);
    say_row(t, s, &row);
    json_field_string(writer, "row", line);
    json_name(writer, "prices");
    json_open(writer, '[');
    for (int i = 0; i < s->row_count; i++)
        json_put_int(writer, i); /* 4.3: a shell on each tile before it */
    json_close(writer, ']');
    json_field_int(writer, "box", s->box);
    struct ochre_text bag = text_on(line, sizeof line);
    say_counts(s->bag, &bag);
    json_field_string(writer, "bag", line);
    struct ochre_text hand = text_on(line, sizeof line);
    say_counts(s->hand, &hand);
    json_field_string(writer, "hand", line);
    for (int seat = 0; seat < setup->seats; seat++)
        write_seat(setup, s, seat, viewer, writer);
    write_boards(t, s, writer);
    json_name(writer, "links");
    write_links(s, writer);
    struct ochre_text up = text_on(line, sizeof line);
    say_up(s, &up);
    json_field_string(writer, "up", line);
    write_events(t, s, writer);
    write_totals(setup, s, writer);
    if (viewer == OCHRE_EVERYBODY)
        write_under_way(setup, s, writer);
}
