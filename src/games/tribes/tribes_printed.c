/* tribes_printed.c: what is printed on the components, for whoever draws a view: names and texts in the reader's
 * language, needs, points and track values. All of it comes from the pack; which of it lies on the table, a view says.
 */
#include "games/tribes/tribes.h"

static void write_numbers(struct json_writer *writer, const char *key, const uint8_t *numbers, int count)
{
    json_name(writer, key);
    json_open(writer, '[');
    for (int i = 0; i < count; i++)
        json_put_int(writer, numbers[i]);
    json_close(writer, ']');
}

/* By id: {"riding":{"name":"Riding","resource":"H","need":2,"track":"movement","points":[…],"event":[…]}}. */
static void write_boards(const struct tribes_tables *t, struct json_writer *writer)
{
    json_name(writer, "boards");
    json_open(writer, '{');
    for (int i = 0; i < TRIBES_BOARDS; i++) {
        const struct tribes_board_data *board = &t->board[i];
        json_name(writer, board->id);
        json_open(writer, '{');
        json_field_string(writer, "name", tribes_said(t, board->name, writer->text->tongue));
        json_field_string(writer, "resource", (const char[]){tribes_letters[board->resource], '\0'});
        json_field_int(writer, "need", board->need);
        json_field_string(writer, "track", tribes_track_ids[board->track]);
        write_numbers(writer, "points", board->points, TRIBES_SPACES);
        write_numbers(writer, "event", board->symbol, TRIBES_SPACES);
        json_close(writer, '}');
    }
    json_close(writer, '}');
}

static void write_event(const struct tribes_tables *t, int event, struct json_writer *writer)
{
    char line[1024];
    struct ochre_text text = text_in(line, sizeof line, writer->text->tongue);
    tribes_event_text(t, event, NULL, &text);
    json_name(writer, t->event[event].id);
    json_open(writer, '{');
    json_field_string(writer, "name", tribes_said(t, t->event[event].name, writer->text->tongue));
    json_field_string(writer, "text", line);
    json_field_int(writer, "epoch", t->event[event].epoch);
    json_close(writer, '}');
}

static void write_events(const struct tribes_tables *t, struct json_writer *writer)
{
    json_name(writer, "events");
    json_open(writer, '{');
    for (int event = 0; event < TRIBES_EVENTS; event++)
        write_event(t, event, writer);
    json_close(writer, '}');
}

/* What each kind of land is called: {"G":"Goat"}. */
static void write_kinds(const struct tribes_tables *t, struct json_writer *writer)
{
    json_name(writer, "kinds");
    json_open(writer, '{');
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        json_field_string(writer, (const char[]){tribes_letters[resource], '\0'},
                          tribes_resource_name(t, resource, writer->text));
    json_close(writer, '}');
}

static void write_tracks(const struct tribes_tables *t, struct json_writer *writer)
{
    json_name(writer, "tracks");
    json_open(writer, '{');
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        json_name(writer, tribes_track_ids[track]);
        json_open(writer, '{');
        write_numbers(writer, "values", t->track[track].value, t->top + 1);
        write_numbers(writer, "points", t->track[track].points, t->top + 1);
        json_close(writer, '}');
    }
    json_close(writer, '}');
}

void tribes_write_printed(const struct ochre_setup *setup, struct json_writer *writer)
{
    const struct tribes_tables *t = tribes_tables(setup);
    write_boards(t, writer);
    write_events(t, writer);
    write_kinds(t, writer);
    write_tracks(t, writer);
    json_field_int(writer, "end_events", t->end_events[setup->seats]);
    json_field_int(writer, "most_members", t->most_members);
    json_field_int(writer, "most_land", t->most_land);
}
