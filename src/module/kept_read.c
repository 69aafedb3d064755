/* kept_read.c: texts under keys become a table again (kept.h). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "module/kept.h"

enum { MOVES_MAX = 200000, LOST_ASKS_MAX = 100 * 1000 * 1000 };

void kept_sum(const char *key, const char *text, char sum[KEPT_SUM_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    uint64_t hash = hash_bytes(hash_bytes(0, key, strlen(key) + 1), text, strlen(text));
    for (int i = 0; i < 16; i++)
        sum[i] = digits[(hash >> (60 - 4 * i)) & 15];
    sum[16] = ' ';
}

const char *kept_checked(const char *key, const char *value)
{
    char sum[KEPT_SUM_SIZE];
    if (strlen(value) < KEPT_SUM_SIZE)
        return NULL;
    kept_sum(key, value + KEPT_SUM_SIZE, sum);
    return memcmp(sum, value, KEPT_SUM_SIZE) == 0 ? value + KEPT_SUM_SIZE : NULL;
}

/* The first reason is the one that counts. */
static void damage(struct kept *kept, const char *words)
{
    struct ochre_text text = text_on(kept->damage, sizeof kept->damage);
    if (!kept->damage[0])
        text_add(&text, words);
}

/* ---- values ---- */

static bool read_bytes(struct json value, unsigned char *bytes, int most, int *count)
{
    char hex[FAIR_HEX_SIZE];
    unsigned char read[FAIR_SIZE];
    *count = 0;
    if (!json_there(value))
        return true;
    if (!json_string(value, hex, sizeof hex) || (*count = fair_from_hex(hex, read)) < 0 || *count > most)
        return false;
    memcpy(bytes, read, (size_t)*count);
    return true;
}

/* A text of the row, in the table's pool. */
static bool read_text(struct kept *kept, struct json value, const char **text)
{
    size_t length;
    *text = NULL;
    if (!json_there(value))
        return true;
    (void)json_raw(value, &length);
    char *buffer = pool_get(&kept->pool, length + 1);
    *text = buffer;
    return json_string(value, buffer, length + 1);
}

static bool read_seat(struct json from, struct stored_seat *seat)
{
    int kind;
    int key;
    int pledge;
    int share;
    if (!json_int_in(json_get(from, "kind"), STORED_OPEN, STORED_BOT, &kind) ||
        !json_string(json_get(from, "name"), seat->name, sizeof seat->name) ||
        !json_string(json_get(from, "bot"), seat->bot, sizeof seat->bot) ||
        !read_bytes(json_get(from, "key"), seat->key, STORE_KEY_SIZE, &key) ||
        !read_bytes(json_get(from, "pledge"), seat->chance.pledge, FAIR_SIZE, &pledge) ||
        !read_bytes(json_get(from, "share"), seat->chance.share, FAIR_SIZE, &share))
        return false;
    seat->kind = (enum stored_kind)kind;
    seat->has_key = key == STORE_KEY_SIZE;
    seat->chance.has_pledge = pledge == FAIR_SIZE;
    seat->chance.share_size = (unsigned char)share;
    return true;
}

static bool read_seats(struct json seats, struct stored_table *row)
{
    uint32_t count = json_count(seats);
    if (json_kind(seats) != JSON_ARRAY || count < 1 || count > OCHRE_SEATS_MAX)
        return false;
    row->seat_count = (int)count;
    int number = 0;
    for (struct json seat = json_first(seats); json_there(seat); seat = json_next(seat))
        if (!read_seat(seat, &row->seat[number++]))
            return false;
    return true;
}

static bool read_row_texts(struct kept *kept, struct json from)
{
    struct stored_table *row = &kept->row;
    return read_text(kept, json_get(from, "why"), &row->why) && read_text(kept, json_get(from, "game"), &row->game) &&
           read_text(kept, json_get(from, "options"), &row->options) &&
           read_text(kept, json_get(from, "pack_id"), &row->pack_id) &&
           read_text(kept, json_get(from, "pack_hash"), &row->pack_hash) &&
           read_text(kept, json_get(from, "pack"), &row->pack) &&
           read_text(kept, json_get(from, "position"), &row->position) &&
           read_text(kept, json_get(from, "notes"), &row->notes) && row->why && row->game && row->options &&
           row->pack_id && row->pack_hash && row->notes;
}

static bool read_row(struct kept *kept, struct json from)
{
    struct stored_table *row = &kept->row;
    int status;
    int seed;
    bool is_read = json_string(json_get(from, "id"), row->id, sizeof row->id) && row->id[0] &&
                   json_int_in(json_get(from, "status"), STORED_WAITING, STORED_ASIDE, &status) &&
                   json_int_in(json_get(from, "rules"), 0, INT_MAX, &row->rules) &&
                   json_int_in(json_get(from, "fair"), 1, FAIR_VERSION, &row->fair_version) &&
                   json_int(json_get(from, "made"), &row->made) && json_int(json_get(from, "ended"), &row->ended) &&
                   read_bytes(json_get(from, "seed"), row->seed, FAIR_SIZE, &seed) && seed == FAIR_SIZE &&
                   read_seats(json_get(from, "seats"), row) && read_row_texts(kept, from);
    if (is_read)
        row->status = (enum stored_status)status;
    return is_read;
}

static bool read_counts(struct kept *kept, struct json from)
{
    int moves;
    bool is_read = json_int_in(json_get(from, "moves"), 0, MOVES_MAX, &moves) &&
                   json_int_in(json_get(from, "said"), 0, INT_MAX, &kept->said) &&
                   json_int_in(json_get(from, "lost"), 0, LOST_ASKS_MAX, &kept->row.lost_asks);
    if (is_read)
        kept->count_then = moves; /* compared in the end */
    return is_read;
}

static bool read_moves(struct kept *kept, int part, struct json from)
{
    if (json_kind(from) != JSON_ARRAY || json_count(from) > KEPT_PART || part > MOVES_MAX / KEPT_PART)
        return false;
    int n = part * KEPT_PART;
    for (struct json at = json_first(from); json_there(at); at = json_next(at), n++) {
        struct stored_move move;
        if (!json_int_in(json_at(at, 0), 0, OCHRE_CHANCE, &move.seat) || !json_int(json_at(at, 1), &move.at) ||
            !read_text(kept, json_at(at, 2), &move.text) || !move.text)
            return false;
        kept_make_room(kept, n + 1);
        kept->moves[n] = move;
        kept->move_count = n + 1 > kept->move_count ? n + 1 : kept->move_count;
    }
    return true;
}

static bool read_chat(struct kept *kept, struct json from)
{
    if (json_kind(from) != JSON_ARRAY || json_count(from) > STORE_CHAT_MAX)
        return false;
    for (struct json at = json_first(from); json_there(at); at = json_next(at)) {
        struct stored_chat *line = &kept->chat[kept->chat_count];
        if (!json_int_in(json_at(at, 0), 0, OCHRE_NOBODY, &line->seat) || !json_int(json_at(at, 1), &line->at) ||
            !read_text(kept, json_at(at, 2), &line->name) || !read_text(kept, json_at(at, 3), &line->text) ||
            !line->name || !line->text)
            return false;
        kept->chat_count++;
    }
    return true;
}

/* ---- keys ---- */

static bool read_value(struct kept *kept, char kind, const char *key, struct json from)
{
    int part = 0;
    switch (kind) {
    case 't': return (kept->has_row = read_row(kept, from));
    case 'n': return read_counts(kept, from);
    case 'm': return *key++ == '/' && text_read_number(&key, 6, &part) && !*key && read_moves(kept, part, from);
    case 'c': return read_chat(kept, from);
    default: return false;
    }
}

/* The id stands in the key too, so that a table whose row is damaged is found all the same. */
static void note_id(struct kept *kept, const char *key)
{
    struct ochre_text id = text_on(kept->row.id, sizeof kept->row.id);
    if (*key == '/')
        text_add(&id, key + 1);
}

void kept_read(struct kept *kept, const char *whole_key, const char *key, const char *value)
{
    const char *text = kept_checked(whole_key, value);
    size_t length = text ? strlen(text) : 0;
    size_t nodes_max = json_nodes_for(length);
    struct json_node *nodes = must_alloc(nodes_max * sizeof *nodes);
    struct json_doc doc;
    struct ochre_error error;
    bool is_read = text && json_parse(&doc, text, length, nodes, nodes_max, &error) == 0 &&
                   read_value(kept, whole_key[0], key, json_root(&doc));
    free(nodes);
    if (whole_key[0] == 't' && !is_read) {
        int lost = kept->row.lost_asks;
        kept->row = (struct stored_table){.lost_asks = lost};
        note_id(kept, key);
    }
    if (!is_read)
        damage(kept, whole_key[0] == 'm'   ? "its moves are damaged in the browser's storage"
                     : whole_key[0] == 'c' ? "its chat is damaged in the browser's storage"
                                           : "its row is damaged in the browser's storage");
}

static const char *missing_in(const struct kept *kept)
{
    if (!kept->has_row)
        return "its row is missing in the browser's storage";
    for (int i = 0; i < kept->move_count; i++)
        if (!kept->moves[i].text)
            return "moves of it are missing in the browser's storage";
    if (kept->move_count != kept->count_then)
        return "moves of it are missing in the browser's storage";
    int said = kept->said < STORE_CHAT_MAX ? kept->said : STORE_CHAT_MAX;
    return kept->chat_count != said ? "lines of its chat are missing in the browser's storage" : NULL;
}

void kept_look_over(struct kept *kept)
{
    const char *missing = missing_in(kept);
    if (missing)
        damage(kept, missing);
    for (int i = 0; i < kept->chat_count; i++)
        kept->chat[i].number = kept->said - kept->chat_count + 1 + i;
    kept->row.number = kept->number;
}
