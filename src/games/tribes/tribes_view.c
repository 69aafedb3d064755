/* tribes_view.c: the view as JSON, what one points at, and the facts of acceptance cases (7.1.1). */
#include "games/tribes/tribes.h"

/* A37: points follow from public moves, so views keep them; but with open_scores=false what is made for a seat leaves
 * out the totals of the others until the end. */
bool tribes_shows_points(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer)
{
    return setup->option[TRIBES_OPEN_SCORES].number == TRIBES_SCORES_OPEN || s->decision == TRIBES_AT_OVER ||
           viewer == seat || viewer == OCHRE_EVERYBODY;
}

/* d4:G2 e4:W! in index order. */
static void say_land(const struct tribes_seat *p, struct ochre_text *text)
{
    for (uint64_t cells = p->ground; cells; cells &= cells - 1) {
        int cell = __builtin_ctzll(cells);
        int resource = 0;
        while (!((p->land[resource] >> cell) & 1))
            resource++;
        text_add(text, text->used ? " " : "");
        text_add(text, CELL(cell));
        text_char(text, ':');
        text_char(text, tribes_letters[resource]);
        if ((p->exhausted >> cell) & 1)
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

static void say_slot(int slot, struct ochre_text *text)
{
    text_int(text, slot / TRIBES_COLUMNS + 1);
    text_char(text, '.');
    text_int(text, slot % TRIBES_COLUMNS + 1);
}

/* Face-up boards of epochs 2 and 3. */
static void say_up(const struct tribes_state *s, struct ochre_text *text)
{
    for (int slot = TRIBES_COLUMNS; slot < TRIBES_SLOTS; slot++)
        if ((s->up >> slot) & 1) {
            text_add(text, text->used ? " " : "");
            say_slot(slot, text);
        }
}

static void say_stones(const struct tribes_state *s, int slot, struct ochre_text *text)
{
    for (int i = 0; i < s->stone_count[slot]; i++)
        text_char(text, (char)('A' + s->stone[slot][i]));
}

static void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_field_string(writer, key, text);
}

static void write_seat(const struct ochre_setup *setup, const struct tribes_state *s, int seat, int viewer,
                       struct json_writer *writer)
{
    const struct tribes_seat *p = &s->seat[seat];
    char line[512];
    struct ochre_text land = text_on(line, sizeof line);
    json_name(writer, tribes_seat_key(setup, NULL, seat));
    json_open(writer, '{');
    say_land(p, &land);
    write_text(writer, "land", line);
    struct ochre_text levels = text_on(line, sizeof line);
    say_levels(p, &levels);
    write_text(writer, "levels", line);
    json_field_int(writer, "shells", p->shells);
    if (tribes_shows_points(setup, s, seat, viewer))
        json_field_int(writer, "points", p->points);
    else
        json_field_null(writer, "points");
    json_field_int(writer, "reserve", p->reserve);
    json_field_bool(writer, "arrow", p->arrow);
    json_field_int(writer, "stones", TRIBES_STONES - tribes_count(p->stones));
    json_close(writer, '}');
}

static void write_boards(const struct tribes_tables *t, const struct tribes_state *s, struct json_writer *writer)
{
    char name[8];
    char line[8];
    json_name(writer, "grid");
    json_open(writer, '{');
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        if ((s->up >> slot) & 1) {
            struct ochre_text text = text_on(name, sizeof name);
            say_slot(slot, &text);
            write_text(writer, name, t->board[s->board[slot]].id);
        }
    json_close(writer, '}');
    json_name(writer, "stones");
    json_open(writer, '{');
    for (int slot = 0; slot < TRIBES_SLOTS; slot++)
        if (s->stone_count[slot]) {
            struct ochre_text text = text_on(name, sizeof name);
            struct ochre_text stones = text_on(line, sizeof line);
            say_slot(slot, &text);
            say_stones(s, slot, &stones);
            write_text(writer, name, line);
        }
    json_close(writer, '}');
}

/* "1.4>2.3", by target, the left one first. */
static void write_links(const struct tribes_state *s, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int slot = TRIBES_COLUMNS; slot < TRIBES_SLOTS; slot++)
        for (int side = 0; side < 2; side++) {
            if (!(((side ? s->links_right : s->links_left) >> slot) & 1))
                continue;
            char link[12];
            struct ochre_text text = text_on(link, sizeof link);
            say_slot(slot - TRIBES_COLUMNS + (side ? 1 : -1), &text);
            text_char(&text, '>');
            say_slot(slot, &text);
            json_put_string(writer, link);
        }
    json_close(writer, ']');
}

static void write_events(const struct tribes_tables *t, const struct tribes_state *s, struct json_writer *writer)
{
    json_name(writer, "unseen_events");
    json_open(writer, '[');
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++)
        json_put_int(writer, tribes_count(s->unseen_events & t->events_of[epoch]));
    json_close(writer, ']');
    json_name(writer, "display");
    json_open(writer, '[');
    for (int event = 0; event < TRIBES_EVENTS; event++)
        if ((s->display >> event) & 1)
            json_put_string(writer, t->event[event].id);
    json_close(writer, ']');
}

static void write_totals(const struct ochre_setup *setup, const struct tribes_state *s, struct json_writer *writer)
{
    struct tribes_score scores[OCHRE_SEATS_MAX];
    tribes_scores(setup, s, scores);
    json_name(writer, "total");
    json_open(writer, '{');
    for (int seat = 0; seat < setup->seats; seat++) {
        json_name(writer, tribes_seat_key(setup, NULL, seat));
        if (s->decision == TRIBES_AT_OVER)
            json_put_int(writer, scores[seat].total);
        else
            json_put_null(writer);
    }
    json_close(writer, '}');
}

/* What is under way: whose turn it is (in an event others are asked too), the member in hand, the board to complete. */
static void write_business(const struct ochre_setup *setup, const struct ochre_view *view, const struct tribes_state *s,
                           struct json_writer *writer)
{
    char name[8];
    struct ochre_text slot = text_on(name, sizeof name);
    if (s->decision > TRIBES_AT_SETUP && s->decision < TRIBES_AT_OVER)
        write_text(writer, "player", tribes_seat_key(setup, view, s->turn));
    if (s->lifted != TRIBES_NONE)
        write_text(writer, "lifted", CELL(s->lifted));
    if (s->slot == TRIBES_NONE)
        return;
    say_slot(s->slot, &slot);
    write_text(writer, "completing", name);
}

void tribes_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_seen(view);
    char line[1024];
    write_text(writer, "phase", tribes_phases[s->decision]);
    if (s->decision <= TRIBES_AT_REVEAL)
        write_text(writer, "turn", "*");
    else if (s->decision == TRIBES_AT_OVER)
        json_field_null(writer, "turn");
    else
        write_text(writer, "turn", tribes_seat_key(setup, view, s->actor));
    write_business(setup, view, s, writer);
    json_field_int(writer, "left", s->left);
    json_field_int(writer, "players", setup->seats);
    json_field_int(writer, "round", s->round);
    json_field_bool(writer, "final", s->is_final);
    json_field_int(writer, "executed3", s->executed3);
    if (s->tile != TRIBES_NONE)
        write_text(writer, "tile", tribes_tile_id(t, s->tile));
    struct ochre_text row = text_on(line, sizeof line);
    say_row(t, s, &row);
    write_text(writer, "row", line);
    json_field_int(writer, "box", s->box);
    struct ochre_text bag = text_on(line, sizeof line);
    say_counts(s->bag, &bag);
    write_text(writer, "bag", line);
    struct ochre_text hand = text_on(line, sizeof line);
    say_counts(s->hand, &hand);
    write_text(writer, "hand", line);
    for (int seat = 0; seat < setup->seats; seat++)
        write_seat(setup, s, seat, viewer, writer);
    write_boards(t, s, writer);
    json_name(writer, "links");
    write_links(s, writer);
    struct ochre_text up = text_on(line, sizeof line);
    say_up(s, &up);
    write_text(writer, "up", line);
    write_events(t, s, writer);
    write_totals(setup, s, writer);
    tribes_write_printed(setup, s, writer);
}

/* ---- pointing ---- */

static struct ochre_text point(struct ochre_touch *touch, const char *kind)
{
    struct ochre_text id = text_on(touch->id[touch->count++], OCHRE_TOUCH_SIZE);
    text_add(&id, kind);
    return id;
}

static void point_cell(struct ochre_touch *touch, int seat, int cell)
{
    struct ochre_text id = point(touch, "cell:");
    text_char(&id, (char)('A' + seat));
    text_add(&id, CELL(cell));
}

static void point_slot(struct ochre_touch *touch, int slot)
{
    struct ochre_text id = point(touch, "board:");
    say_slot(slot, &id);
}

void tribes_touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch)
{
    touch->count = 0;
    if (seat >= setup->seats || action >= TRIBES_ACTIONS) {
        struct ochre_text id = point(touch, "");
        tribes_format_move(setup, view, seat, action, &id);
        return;
    }
    struct tribes_token token = tribes_token_of(tribes_tables(setup), action);
    struct ochre_text id;
    switch (token.kind) {
    case TRIBES_SAYS_STOP: (void)point(touch, "stop"); break;
    case TRIBES_SAYS_TAKE:
        id = point(touch, "row:");
        text_int(&id, token.place);
        break;
    case TRIBES_SAYS_ACT: (void)point(touch, "act"); break;
    case TRIBES_SAYS_ACHIEVE:
        point_slot(touch, token.slot);
        if (token.from && token.slot >= TRIBES_COLUMNS)
            point_slot(touch, token.slot / TRIBES_COLUMNS * TRIBES_COLUMNS - TRIBES_COLUMNS + token.from - 1);
        break;
    case TRIBES_SAYS_LAY:
        id = point(touch, "land:");
        text_char(&id, tribes_letters[token.resource]);
        point_cell(touch, seat, token.cell);
        break;
    case TRIBES_SAYS_WALK:
        point_cell(touch, seat, token.cell);
        if (token.to >= 0)
            point_cell(touch, seat, token.to);
        break;
    case TRIBES_SAYS_PICK:
        id = point(touch, "option:");
        text_int(&id, token.place);
        break;
    case TRIBES_SAYS_ARRANGE:
        id = point(touch, "layout:");
        text_int(&id, token.rank + 1);
        break;
    default: point_cell(touch, seat, token.cell); break;
    }
}

/* ---- facts ---- */

/* Only what is no path into the view: a board's name has a dot in it, and an empty board has no stones. */
bool tribes_fact(const struct ochre_setup *setup, const struct ochre_state *state, struct json given,
                 const ochre_action *drawn, int drawn_count, const char *path, struct ochre_text *json)
{
    (void)setup;
    (void)given;
    (void)drawn;
    (void)drawn_count;
    const char *name;
    if (!text_starts(path, "stones.", &name) || name[0] < '1' || name[0] > '3' || name[1] != '.' || name[2] < '1' ||
        name[2] > '4' || name[3])
        return false;
    text_char(json, '"');
    say_stones(tribes_of(state), (name[0] - '1') * TRIBES_COLUMNS + name[2] - '1', json);
    text_char(json, '"');
    return true;
}
