/* kept_write.c: a changed table becomes texts under keys (kept.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "module/kept.h"

struct kept_key {
    char text[KEPT_KEY_SIZE];
};

static struct kept_key key_of(char kind, int64_t number)
{
    struct kept_key key = {0};
    struct ochre_text text = text_on(key.text, sizeof key.text);
    text_char(&text, kind);
    text_char(&text, '/');
    text_int(&text, number);
    return key;
}

static void key_add(struct kept_key *key, const char *more)
{
    size_t used = strlen(key->text);
    struct ochre_text text = text_on(key->text + used, sizeof key->text - used);
    text_char(&text, '/');
    text_add(&text, more);
    assert(!text.cut);
}

/* ---- values ---- */

static void put_bytes(struct json_writer *writer, const char *name, const unsigned char *bytes, size_t count)
{
    char hex[FAIR_HEX_SIZE];
    fair_to_hex(bytes, count, hex);
    json_field_string(writer, name, hex);
}

static void put_text(struct json_writer *writer, const char *name, const char *text)
{
    if (text)
        json_field_string(writer, name, text);
}

static void write_seat(const struct stored_seat *seat, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_int(writer, "kind", seat->kind);
    json_field_string(writer, "name", seat->name);
    json_field_string(writer, "bot", seat->bot);
    if (seat->has_key)
        put_bytes(writer, "key", seat->key, STORE_KEY_SIZE);
    if (seat->chance.has_pledge)
        put_bytes(writer, "pledge", seat->chance.pledge, FAIR_SIZE);
    if (seat->chance.share_size)
        put_bytes(writer, "share", seat->chance.share, seat->chance.share_size);
    json_close(writer, '}');
}

static void write_row(const struct kept *kept, int part, struct json_writer *writer)
{
    const struct stored_table *row = &kept->row;
    (void)part;
    json_open(writer, '{');
    json_field_string(writer, "id", row->id);
    json_field_int(writer, "status", row->status);
    json_field_string(writer, "why", row->why);
    json_field_string(writer, "game", row->game);
    json_field_int(writer, "rules", row->rules);
    json_field_string(writer, "options", row->options);
    json_field_string(writer, "pack_id", row->pack_id);
    json_field_string(writer, "pack_hash", row->pack_hash);
    put_text(writer, "pack", row->pack);
    put_text(writer, "position", row->position);
    put_bytes(writer, "seed", row->seed, sizeof row->seed);
    json_field_int(writer, "fair", row->fair_version);
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < row->seat_count; seat++)
        write_seat(&row->seat[seat], writer);
    json_close(writer, ']');
    json_field_string(writer, "notes", row->notes);
    json_field_int(writer, "made", row->made);
    json_field_int(writer, "ended", row->ended);
    json_close(writer, '}');
}

static void write_counts(const struct kept *kept, int part, struct json_writer *writer)
{
    (void)part;
    json_open(writer, '{');
    json_field_int(writer, "moves", kept->move_count);
    json_field_int(writer, "said", kept->said);
    json_field_int(writer, "lost", kept->row.lost_asks);
    json_close(writer, '}');
}

static void write_moves(const struct kept *kept, int part, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int i = part * KEPT_PART; i < (part + 1) * KEPT_PART && i < kept->move_count; i++) {
        json_open(writer, '[');
        json_put_int(writer, kept->moves[i].seat);
        json_put_int(writer, kept->moves[i].at);
        json_put_string(writer, kept->moves[i].text);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

static void write_chat(const struct kept *kept, int part, struct json_writer *writer)
{
    (void)part;
    json_open(writer, '[');
    for (int i = 0; i < kept->chat_count; i++) {
        const struct stored_chat *line = &kept->chat[i];
        json_open(writer, '[');
        json_put_int(writer, line->seat);
        json_put_int(writer, line->at);
        json_put_string(writer, line->name);
        json_put_string(writer, line->text);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

/* ---- keys and values ---- */

static void put_gone(const struct kept_key *key, struct json_writer *writer)
{
    json_open(writer, '[');
    json_put_string(writer, key->text);
    json_put_null(writer);
    json_close(writer, ']');
}

/* The text with its sum in front. */
static void put_summed(const char *key, const char *text, struct json_writer *writer)
{
    size_t length = strlen(text);
    char *value = must_alloc(KEPT_SUM_SIZE + length + 1);
    kept_sum(key, text, value);
    memcpy(value + KEPT_SUM_SIZE, text, length + 1);
    json_open(writer, '[');
    json_put_string(writer, key);
    json_put_string(writer, value);
    json_close(writer, ']');
    free(value);
}

typedef void kept_value(const struct kept *kept, int part, struct json_writer *writer);

static void put_value(const struct kept_key *key, const struct kept *kept, int part, kept_value *write,
                      struct json_writer *writer)
{
    for (size_t size = 4096;; size *= 2) {
        char *buffer = must_alloc(size);
        struct ochre_text text = text_on(buffer, size);
        struct json_writer inner = json_write_to(&text);
        write(kept, part, &inner);
        if (!text.cut)
            put_summed(key->text, buffer, writer);
        free(buffer);
        if (!text.cut)
            return;
    }
}

static int parts_of(int moves)
{
    return (moves + KEPT_PART - 1) / KEPT_PART;
}

/* The parts from the first new move on; those that are no longer there go. */
static void put_moves(const struct kept *kept, struct json_writer *writer)
{
    int parts = kept->is_gone ? 0 : parts_of(kept->move_count);
    int old_parts = parts_of(kept->count_then);
    for (int part = kept->is_gone ? 0 : kept->first_new / KEPT_PART; part < parts || part < old_parts; part++) {
        struct kept_key key = key_of('m', kept->number);
        key_add(&key, NUM(part));
        if (part < parts)
            put_value(&key, kept, part, write_moves, writer);
        else
            put_gone(&key, writer);
    }
}

static void put_or_drop(struct kept_key key, const struct kept *kept, kept_value *write, struct json_writer *writer)
{
    if (kept->is_gone)
        put_gone(&key, writer);
    else
        put_value(&key, kept, 0, write, writer);
}

/* What is damaged stays as it was found, for whoever can mend it: that it was set aside is found again. */
void kept_write(const struct kept *kept, struct json_writer *writer)
{
    if (kept->damage[0] && !kept->is_gone)
        return;
    struct kept_key row = key_of('t', kept->number);
    key_add(&row, kept->row.id);
    if (kept->is_row_new || kept->is_gone)
        put_or_drop(row, kept, write_row, writer);
    put_or_drop(key_of('n', kept->number), kept, write_counts, writer);
    if (kept->is_chat_new || kept->is_gone)
        put_or_drop(key_of('c', kept->number), kept, write_chat, writer);
    put_moves(kept, writer);
}

void kept_write_memo(const char *name, const char *text, struct json_writer *writer)
{
    struct kept_key key = {"o"};
    key_add(&key, name);
    if (text)
        put_summed(key.text, text, writer);
    else
        put_gone(&key, writer);
}
