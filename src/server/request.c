/* request.c: the HTTP side of the hall (docs/wire.md §1). */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "server/hall_inner.h"
#include "table/file.h"
#include "table/log.h"

enum { ANSWER_SIZE = 256 * 1024 };

/* A request being answered. */
struct asking {
    struct hall *hall;
    const struct hall_request *request;
    hall_answer *answer;
    const struct ochre_tongue *tongue;
    char lang[8];
    char id[STORE_ID_SIZE]; /* of the table in the path */
    struct room *room;
    struct json body; /* an object, or nothing */
};

/* ---- reading what both doors read ---- */

bool read_name(struct json value, char name[STORE_NAME_SIZE])
{
    return json_string(value, name, STORE_NAME_SIZE) && text_fits(name, NAME_CHARACTERS);
}

bool read_share(struct json value, unsigned char share[FAIR_SIZE], int *size)
{
    char text[96];
    *size = 0;
    if (!json_there(value))
        return true;
    if (!json_string(value, text, sizeof text))
        return false;
    *size = base64_read(text, share, FAIR_SIZE);
    return *size >= 0;
}

/* Computer players that think for a time of somebody's choosing are not offered: a server's time is everybody's. */
static const char *const offered[] = {"random",  "greedy",  "level:1", "level:2", "level:3", "level:4",
                                      "level:5", "level:6", "level:7", "level:8", NULL};

bool read_bot(const struct ochre_game *game, struct json value, char bot[STORE_BOT_SIZE])
{
    (void)game;
    if (!json_string(value, bot, STORE_BOT_SIZE))
        return false;
    for (int i = 0; offered[i]; i++)
        if (text_same(bot, offered[i]))
            return true;
    return false;
}

bool read_id(struct json value, char id[STORE_ID_SIZE])
{
    return json_string(value, id, STORE_ID_SIZE) && id[0];
}

/* ---- answering ---- */

static void answer_json(const struct asking *asking, int status, const struct ochre_text *text)
{
    asking->answer(
        asking->request->who,
        &(struct hall_reply){.status = status, .type = "application/json", .body = text->at, .length = text->used});
}

static void answer_text(const struct asking *asking, const char *type, const char *text, size_t length)
{
    asking->answer(asking->request->who,
                   &(struct hall_reply){.status = 200, .type = type, .body = text, .length = length});
}

static void write_error(struct ochre_text *text, const char *code, const char *why)
{
    struct json_writer writer = json_write_to(text);
    json_open(&writer, '{');
    json_name(&writer, "error");
    json_open(&writer, '{');
    json_field_string(&writer, "code", code);
    json_field_string(&writer, "why", why);
    json_close(&writer, '}');
    json_close(&writer, '}');
}

static void answer_error(const struct asking *asking, int status, const char *code, const char *why)
{
    char body[1024];
    struct ochre_text text = text_on(body, sizeof body);
    write_error(&text, code, why);
    answer_json(asking, status, &text);
}

/* `english` is N_("…"). */
static void refuse(const struct asking *asking, int status, const char *code, const char *english)
{
    const struct ochre_text words = {.tongue = asking->tongue};
    answer_error(asking, status, code, text_word(&words, english));
}

/* Too often: takes from the bucket, or refuses and says when there is room for one more. */
static bool take_or_refuse(const struct asking *asking, struct bucket *bucket, double per_second, double burst,
                           const char *english)
{
    if (bucket_take(bucket, per_second, burst, hall_now(asking->hall)))
        return true;
    char body[1024];
    const struct ochre_text words = {.tongue = asking->tongue};
    struct ochre_text text = text_on(body, sizeof body);
    write_error(&text, no_codes[NO_RATE], text_word(&words, english));
    asking->hall->measures.refused[NO_RATE]++;
    asking->answer(asking->request->who, &(struct hall_reply){.status = 429,
                                                              .type = "application/json",
                                                              .body = body,
                                                              .length = text.used,
                                                              .again = (int)ceil(1.0 / per_second)});
    return false;
}

/* The value of a word in the query, "" when it is not there. */
static void query_value(const char *query, const char *name, char *value, size_t size)
{
    size_t length = strlen(name);
    value[0] = '\0';
    for (const char *at = query; *at; at += strcspn(at, "&"), at += *at == '&') {
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            struct ochre_text text = text_on(value, size);
            text_add_bytes(&text, at + length + 1, strcspn(at + length + 1, "&"));
            return;
        }
    }
}

/* A larger answer, in memory of its own. */
struct sheet {
    char *memory;
    struct ochre_text text;
    struct json_writer writer;
};

static void sheet_begin(struct sheet *sheet)
{
    sheet->memory = new_memory(ANSWER_SIZE);
    sheet->text = text_on(sheet->memory, ANSWER_SIZE);
    sheet->writer = json_write_to(&sheet->text);
    json_open(&sheet->writer, '{');
}

static void sheet_answer(struct sheet *sheet, const struct asking *asking, int status)
{
    json_close(&sheet->writer, '}');
    answer_json(asking, status, &sheet->text);
    free(sheet->memory);
}

/* When what it tells is durable. */
static void sheet_promise(struct sheet *sheet, const struct asking *asking, int status)
{
    json_close(&sheet->writer, '}');
    turn_wait_answer(asking->hall, asking->answer, asking->request->who, status, sheet->memory);
}

/* ---- games and rules ---- */

static void write_option(const struct ochre_option *option, const struct ochre_text *words, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_string(writer, "name", option->name);
    json_field_string(writer, "about", text_word(words, option->about));
    json_field_string(writer, "default", option->fallback);
    if (option->choices) {
        json_name(writer, "choices");
        json_open(writer, '[');
        for (int i = 0; option->choices[i]; i++)
            json_put_string(writer, option->choices[i]);
        json_close(writer, ']');
    } else if (option->min <= option->max) {
        json_field_int(writer, "min", option->min);
        json_field_int(writer, "max", option->max);
    }
    json_close(writer, '}');
}

static void write_packs(const struct asking *asking, const struct ochre_game *game, struct json_writer *writer)
{
    char name[256];
    json_name(writer, "packs");
    json_open(writer, '[');
    for (const struct pack_offer *offer = packs_first(asking->hall->packs); offer; offer = offer->next) {
        if (offer->game != game)
            continue;
        packs_name(offer, asking->lang, name, sizeof name);
        json_open(writer, '{');
        json_field_string(writer, "id", offer->id);
        json_field_string(writer, "name", name);
        json_field_string(writer, "hash", offer->file.pack.hash);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_bots(const struct ochre_text *words, struct json_writer *writer)
{
    static const char *const about[] = {N_("plays any legal move"),
                                        N_("takes what looks best one move ahead"),
                                        N_("for first plays: often moves at random"),
                                        N_("for beginners: makes many mistakes"),
                                        N_("makes a mistake now and then"),
                                        N_("thinks a little"),
                                        N_("thinks ahead"),
                                        N_("a good opponent"),
                                        N_("strong"),
                                        N_("the best it can, in two seconds a move")};
    json_name(writer, "bots");
    json_open(writer, '[');
    for (int i = 0; offered[i]; i++) {
        json_open(writer, '{');
        json_field_string(writer, "name", offered[i]);
        json_field_string(writer, "about", text_word(words, about[i]));
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_game(const struct asking *asking, const struct ochre_game *game, struct json_writer *writer)
{
    const struct ochre_text say = {.tongue = asking->tongue};
    const struct ochre_text *words = &say;
    json_open(writer, '{');
    json_field_string(writer, "id", game->id);
    json_field_string(writer, "name", game->name);
    json_field_string(writer, "designer", game->designer);
    json_field_string(writer, "about", text_word(words, game->about));
    json_field_int(writer, "rules", game->rules_version);
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int n = game->seats_min; n <= game->seats_max; n++)
        if ((game->seat_counts >> n) & 1)
            json_put_int(writer, n);
    json_close(writer, ']');
    json_field_int(writer, "seats_usual", game->seats_usual);
    json_name(writer, "options");
    json_open(writer, '[');
    for (int i = 0; game->options && game->options[i].name; i++)
        write_option(&game->options[i], words, writer);
    json_close(writer, ']');
    write_packs(asking, game, writer);
    write_bots(words, writer);
    json_close(writer, '}');
}

static void get_games(struct asking *asking)
{
    struct sheet sheet;
    sheet_begin(&sheet);
    json_name(&sheet.writer, "games");
    json_open(&sheet.writer, '[');
    for (int i = 0; ochre_games[i]; i++)
        if (!ochre_games[i]->is_internal)
            write_game(asking, ochre_games[i], &sheet.writer);
    json_close(&sheet.writer, ']');
    sheet_answer(&sheet, asking, 200);
}

static void get_rules(struct asking *asking)
{
    const struct ochre_game *game = game_by_id(asking->id);
    const char *text = game ? asking->hall->config.rules(asking->id, asking->lang) : NULL;
    if (!text) {
        refuse(asking, 404, "game", N_("There is no such game."));
        return;
    }
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "game", game->id);
    json_field_string(&sheet.writer, "lang", asking->lang);
    json_field_string(&sheet.writer, "text", text);
    sheet_answer(&sheet, asking, 200);
}

/* ---- looking at tables ---- */

static void get_tables(struct asking *asking)
{
    int64_t lately = hall_now(asking->hall) - (int64_t)24 * 3600 * 1000;
    struct sheet sheet;
    int count = 0;
    sheet_begin(&sheet);
    json_name(&sheet.writer, "tables");
    json_open(&sheet.writer, '[');
    for (struct room *room = asking->hall->newest; room && count < LISTED_MAX; room = room->older) {
        bool is_listed = room->is_public && !room->is_dead && room->status != STORED_ASIDE &&
                         (room->status != STORED_OVER || room->ended > lately);
        if (!is_listed)
            continue;
        if (room->status != STORED_WAITING && room->steps == 0) /* not counted since the start */
            (void)room_table(room);
        json_open(&sheet.writer, '{');
        room_write(room, &sheet.writer, asking->tongue);
        json_close(&sheet.writer, '}');
        count++;
    }
    json_close(&sheet.writer, ']');
    sheet_answer(&sheet, asking, 200);
}

static void get_table(struct asking *asking)
{
    struct sheet sheet;
    (void)room_table(asking->room);
    sheet_begin(&sheet);
    room_write(asking->room, &sheet.writer, asking->tongue);
    sheet_answer(&sheet, asking, 200);
}

/* Waits until the room has nothing that is not durable, then asks again. */
static void defer(const struct asking *asking)
{
    const struct hall_request *request = asking->request;
    size_t sizes = strlen(request->path) + strlen(request->query) + strlen(request->key) + strlen(request->address) + 4;
    struct deferred *deferred = new_memory(sizeof *deferred + sizes);
    char *at = (char *)(deferred + 1);
    const char *const from[] = {request->path, request->query, request->key, request->address};
    const char **const to[] = {&deferred->request.path, &deferred->request.query, &deferred->request.key,
                               &deferred->request.address};
    deferred->request = *request;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        size_t length = strlen(from[i]) + 1;
        memcpy(at, from[i], length);
        *to[i] = at;
        at += length;
    }
    deferred->request.body = NULL;
    deferred->request.body_length = 0;
    deferred->answer = asking->answer;
    deferred->next = asking->room->deferred;
    asking->room->deferred = deferred;
}

static void answer_request(struct hall *hall, const struct hall_request *request, hall_answer *answer);

void request_retry(struct room *room)
{
    struct deferred *list = room->deferred;
    room->deferred = NULL;
    while (list) {
        struct deferred *deferred = list;
        list = deferred->next;
        answer_request(room->hall, &deferred->request, deferred->answer);
        free(deferred);
    }
}

static void get_log(struct asking *asking)
{
    struct room *room = asking->room;
    int seat = asking->request->key[0] ? room_seat_of(room, asking->request->key) : OCHRE_NOBODY;
    if (seat < 0) {
        refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
        return;
    }
    if (!room_is_quiet(room)) {
        defer(asking);
        return;
    }
    if (!room_table(room)) {
        refuse(asking, 409, "aside", N_("This table cannot be restored; it has been set aside."));
        return;
    }
    bool is_over = table_is_over(room->table);
    if (!is_over && seat == OCHRE_NOBODY && !room->may_watch) {
        refuse(asking, 403, "off", N_("At this table nobody watches."));
        return;
    }
    size_t length;
    char *text = is_over ? log_text(room->table, false, &length) : log_view(room->table, seat, &length);
    if (!text) {
        refuse(asking, 503, "memory", N_("There is not enough memory to go on."));
        return;
    }
    answer_text(asking, "text/plain; charset=utf-8", text, length);
    free(text);
}

/* The log of a table that has become a file. False when it never was one. */
static bool get_archived(struct asking *asking)
{
    char *path = asking->hall->config.store ? store_archived(asking->hall->config.store, asking->id) : NULL;
    struct ochre_error error;
    size_t length;
    char *text = path ? file_read(path, LOG_SIZE_MAX, &length, &error) : NULL;
    if (text)
        answer_text(asking, "text/plain; charset=utf-8", text, length);
    free(text);
    free(path);
    return text != NULL;
}

/* ---- making a table ---- */

struct making {
    struct asking *asking;
    struct room_request room;
    char name[STORE_NAME_SIZE]; /* of the caller */
    unsigned char share[FAIR_SIZE];
    int share_size;
    char keys[OCHRE_SEATS_MAX][KEY_SIZE];
    char host_key[KEY_SIZE];
    unsigned char host_hash[KEY_HASH_SIZE];
};

static bool bad(const struct making *making, const char *english)
{
    refuse(making->asking, 400, "form", english);
    return false;
}

static void give_key(struct making *making, int seat)
{
    struct stored_seat *kept = &making->room.seat[seat];
    key_make(making->keys[seat]);
    kept->has_key = key_hash(making->keys[seat], kept->key);
}

static bool read_seat(struct making *making, struct json value, int seat)
{
    struct stored_seat *kept = &making->room.seat[seat];
    struct json kind = json_get(value, "kind");
    struct json name = json_get(value, "name");
    if (json_there(name) && !read_name(name, kept->name))
        return bad(making, N_("A name has up to 40 characters."));
    if (json_is(kind, "open")) {
        kept->kind = STORED_OPEN;
        kept->name[0] = '\0';
        return true;
    }
    if (json_is(kind, "reserved")) {
        kept->kind = STORED_RESERVED;
        give_key(making, seat);
        return true;
    }
    if (json_is(kind, "bot")) {
        kept->kind = STORED_BOT;
        if (!read_bot(making->room.game, json_get(value, "bot"), kept->bot))
            return bad(making, N_("There is no such computer player."));
        return true;
    }
    if (!json_is(kind, "me") || making->room.host >= 0)
        return bad(making, N_("A seat is me (once), open, reserved or bot."));
    kept->kind = STORED_PERSON;
    if (!kept->name[0])
        memcpy(kept->name, making->name, sizeof kept->name);
    memcpy(kept->share, making->share, sizeof kept->share);
    kept->share_size = making->share_size;
    give_key(making, seat);
    making->room.host = seat;
    return true;
}

static bool read_seats(struct making *making, struct json seats)
{
    const struct ochre_game *game = making->room.game;
    uint32_t count = json_count(seats);
    if (json_kind(seats) != JSON_ARRAY || count > OCHRE_SEATS_MAX || !((game->seat_counts >> count) & 1))
        return bad(making, N_("The game is not played with so many seats."));
    making->room.seat_count = (int)count;
    int seat = 0;
    for (struct json value = json_first(seats); json_there(value); value = json_next(value))
        if (!read_seat(making, value, seat++))
            return false;
    return true;
}

/* A word that is one of two; the first is the usual one. */
static bool read_choice(struct json value, const char *usual, const char *other, bool *is_usual)
{
    *is_usual = !json_there(value) || json_is(value, usual);
    return *is_usual || json_is(value, other);
}

/* The built-in pack is asked for by leaving it out; every game has a "default", games without packs too. */
static bool read_pack(struct making *making, struct json value)
{
    char id[PACK_ID_SIZE];
    if (!json_string(value, id, sizeof id))
        return false;
    if (text_same(id, "default"))
        return true;
    const struct pack_offer *offer = packs_find(making->asking->hall->packs, making->room.game, id);
    making->room.pack = offer ? offer->file.text : NULL;
    return offer != NULL;
}

static bool read_terms(struct making *making)
{
    struct json body = making->asking->body;
    struct json pack = json_get(body, "pack");
    struct json shown = json_get(body, "public");
    struct json name = json_get(body, "name");
    struct room_request *room = &making->room;
    char id[32];
    room->game = json_string(json_get(body, "game"), id, sizeof id) ? game_by_id(id) : NULL;
    if (!room->game || room->game->is_internal)
        return bad(making, N_("There is no such game."));
    if (json_there(pack) && !read_pack(making, pack))
        return bad(making, N_("There is no such pack."));
    if (json_there(shown) && !json_bool(shown, &room->is_public))
        return bad(making, N_("public is true or false."));
    if (!read_choice(json_get(body, "watch"), "public", "none", &room->may_watch))
        return bad(making, N_("watch is public or none."));
    if (!read_choice(json_get(body, "undo"), "allow", "never", &room->may_undo))
        return bad(making, N_("undo is allow or never."));
    if (!clock_read(json_get(body, "clock"), &room->clock))
        return bad(making, N_("A clock is none, move (seconds), game (seconds, increment) or days (days)."));
    if (json_there(name) && !read_name(name, making->name))
        return bad(making, N_("A name has up to 40 characters."));
    if (!read_share(json_get(body, "entropy"), making->share, &making->share_size))
        return bad(making, N_("entropy is up to 32 bytes in base64."));
    room->options = json_get(body, "options");
    if (json_there(room->options) && json_kind(room->options) != JSON_OBJECT)
        return bad(making, N_("options is an object of names and values."));
    room->position = json_get(body, "position");
    return read_seats(making, json_get(body, "seats"));
}

static void write_link(const struct room *room, const char *seat, const char *key, struct json_writer *writer)
{
    char link[64];
    struct ochre_text text = text_on(link, sizeof link);
    text_add(&text, "/t/");
    text_add(&text, room->id);
    text_char(&text, '#');
    text_add(&text, key);
    if (seat)
        json_field_string(writer, "seat", seat);
    json_field_string(writer, "key", key);
    json_field_string(writer, "link", link);
}

static bool may_make(const struct asking *asking)
{
    struct hall *hall = asking->hall;
    struct address *address = addresses_find(hall->addresses, asking->request->address, hall_now(hall));
    return take_or_refuse(asking, &address->tables, hall->config.tables_per_hour / 3600.0, hall->config.tables_per_hour,
                          N_("Too many new tables from your address; wait a while."));
}

static void post_table(struct asking *asking)
{
    struct making making = {.asking = asking, .room = {.host = -1}};
    struct ochre_error error = {0};
    if (!read_terms(&making) || !may_make(asking))
        return;
    if (making.room.host < 0) {
        key_make(making.host_key);
        (void)key_hash(making.host_key, making.host_hash);
        making.room.host_key = making.host_hash;
    }
    struct room *room = room_new(asking->hall, &making.room, &error);
    if (!room) {
        answer_error(asking, 400, "terms", error.words);
        return;
    }
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", room->id);
    json_name(&sheet.writer, "seats");
    json_open(&sheet.writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++)
        if (making.keys[seat][0]) {
            json_open(&sheet.writer, '{');
            write_link(room, seat_code(seat), making.keys[seat], &sheet.writer);
            json_close(&sheet.writer, '}');
        }
    json_close(&sheet.writer, ']');
    if (making.room.host < 0)
        json_field_string(&sheet.writer, "host", making.host_key);
    sheet_promise(&sheet, asking, 201);
}

/* ---- seats ---- */

static void answer_seat(struct asking *asking, int seat, const char *key)
{
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", asking->room->id);
    write_link(asking->room, seat_code(seat), key, &sheet.writer);
    sheet_promise(&sheet, asking, 200);
}

/* The seat wanted: by its key (reserved), by name, or the first open one. -1 after refusing. */
static int wanted_seat(struct asking *asking)
{
    struct room *room = asking->room;
    char code[8];
    struct json named = json_get(asking->body, "seat");
    if (asking->request->key[0]) {
        int own = room_seat_of(room, asking->request->key);
        if (own < 0)
            refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
        return own;
    }
    int seat = room_open_seat(room);
    if (json_there(named)) {
        seat = json_string(named, code, sizeof code) ? seat_from_code(code) : -1;
        if (seat < 0 || seat >= room->seat_count) {
            refuse(asking, 404, "seat", N_("There is no such seat at this table."));
            return -1;
        }
        if (room->seat[seat].kept.kind != STORED_OPEN)
            seat = -1;
    }
    if (seat < 0)
        refuse(asking, 409, "seat", N_("That seat is taken."));
    return seat;
}

static void post_join(struct asking *asking)
{
    char name[STORE_NAME_SIZE] = "";
    unsigned char share[FAIR_SIZE];
    int share_size;
    struct json given = json_get(asking->body, "name");
    if ((json_there(given) && !read_name(given, name)) ||
        !read_share(json_get(asking->body, "entropy"), share, &share_size)) {
        refuse(asking, 400, "form", N_("A name has up to 40 characters, entropy up to 32 bytes in base64."));
        return;
    }
    int seat = wanted_seat(asking);
    if (seat < 0)
        return;
    char key[KEY_SIZE];
    struct ochre_text text = text_on(key, sizeof key);
    struct stored_seat *kept = &asking->room->seat[seat].kept;
    if (asking->request->key[0]) {
        text_add(&text, asking->request->key);
    } else {
        key_make(key);
        kept->has_key = key_hash(key, kept->key);
    }
    if (room_may_settle_in(asking->room, seat, name, share_size))
        room_take(asking->room, seat, name, share, share_size);
    else
        room_touch(asking->room);
    answer_seat(asking, seat, key);
}

/* The seat that the key in the header opens; -1 after refusing. */
static int own_seat(const struct asking *asking)
{
    if (!asking->request->key[0]) {
        refuse(asking, 401, "key", N_("This needs the key of a seat: Authorization: Bearer KEY."));
        return -1;
    }
    int seat = room_seat_of(asking->room, asking->request->key);
    if (seat < 0)
        refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
    return seat;
}

static void post_leave(struct asking *asking)
{
    int seat = own_seat(asking);
    if (seat < 0)
        return;
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", asking->room->id);
    room_leave(asking->room, seat);
    sheet_promise(&sheet, asking, 200);
}

static void renew_key(struct asking *asking, int seat)
{
    char key[KEY_SIZE];
    struct stored_seat *kept = &asking->room->seat[seat].kept;
    key_make(key);
    kept->has_key = key_hash(key, kept->key);
    room_change(asking->room);
    room_dismiss(asking->room, seat, N_("This seat has a new key; the old one no longer opens it."));
    answer_seat(asking, seat, key);
}

static void post_key(struct asking *asking)
{
    int seat = own_seat(asking);
    if (seat >= 0)
        renew_key(asking, seat);
}

static void post_invite(struct asking *asking)
{
    char code[8] = "";
    struct room *room = asking->room;
    const char *key = asking->request->key;
    if (!key[0]) {
        refuse(asking, 401, "key", N_("This needs the key of a seat: Authorization: Bearer KEY."));
        return;
    }
    if (!room_is_host(room, key, room_seat_of(room, key))) {
        refuse(asking, 403, "key", N_("Only the host can do that."));
        return;
    }
    int seat = json_string(json_get(asking->body, "seat"), code, sizeof code) ? seat_from_code(code) : -1;
    if (seat < 0 || seat >= room->seat_count) {
        refuse(asking, 404, "seat", N_("There is no such seat at this table."));
        return;
    }
    if (room->seat[seat].kept.kind != STORED_RESERVED) {
        refuse(asking, 409, "seat", N_("That seat is not a reserved one that waits for somebody."));
        return;
    }
    renew_key(asking, seat);
}

/* ---- health and measures ---- */

static void get_health(struct asking *asking)
{
    const char *why;
    bool is_well = hall_keeps(asking->hall, &why);
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_bool(&sheet.writer, "ok", is_well);
    json_field_string(&sheet.writer, "version", asking->hall->config.version);
    json_field_int(&sheet.writer, "tables", (int64_t)asking->hall->room_count);
    if (!is_well) {
        const struct ochre_text words = {.tongue = asking->tongue};
        json_field_string(&sheet.writer, "why", text_word(&words, why));
    }
    sheet_answer(&sheet, asking, is_well ? 200 : 503);
}

static void get_metrics(struct asking *asking)
{
    size_t length;
    char *text = measures_text(asking->hall, &length);
    answer_text(asking, "text/plain; version=0.0.4; charset=utf-8", text, length);
    free(text);
}

/* ---- which is it? ---- */

enum place { PLACE_PLAIN, PLACE_TABLE, PLACE_GAME };

static const struct route {
    enum hall_method method;
    const char *before, *after; /* around the id in the path; "" where there is none */
    enum place place;
    void (*act)(struct asking *asking);
} routes[] = {
    {HALL_GET, "/api/games", "", PLACE_PLAIN, get_games},
    {HALL_GET, "/api/rules/", "", PLACE_GAME, get_rules},
    {HALL_GET, "/api/tables", "", PLACE_PLAIN, get_tables},
    {HALL_POST, "/api/tables", "", PLACE_PLAIN, post_table},
    {HALL_GET, "/api/tables/", "", PLACE_TABLE, get_table},
    {HALL_POST, "/api/tables/", "/join", PLACE_TABLE, post_join},
    {HALL_POST, "/api/tables/", "/leave", PLACE_TABLE, post_leave},
    {HALL_POST, "/api/tables/", "/key", PLACE_TABLE, post_key},
    {HALL_POST, "/api/tables/", "/invite", PLACE_TABLE, post_invite},
    {HALL_GET, "/api/tables/", "/log", PLACE_TABLE, get_log},
    {HALL_GET, "/health", "", PLACE_PLAIN, get_health},
    {HALL_GET, "/metrics", "", PLACE_PLAIN, get_metrics},
};

/* Does the path fit? Then `id` is what stands in the middle. */
static bool fits(const struct route *route, const char *path, char id[STORE_ID_SIZE])
{
    const char *rest;
    id[0] = '\0';
    if (!text_starts(path, route->before, &rest))
        return false;
    if (route->place == PLACE_PLAIN)
        return *rest == '\0';
    size_t length = strcspn(rest, "/");
    if (length == 0 || length >= STORE_ID_SIZE || !text_same(rest + length, route->after))
        return false;
    struct ochre_text text = text_on(id, STORE_ID_SIZE);
    text_add_bytes(&text, rest, length);
    return true;
}

static void choose_tongue(struct asking *asking)
{
    query_value(asking->request->query, "lang", asking->lang, sizeof asking->lang);
    asking->tongue = asking->lang[0] ? asking->hall->config.tongue(asking->lang) : NULL;
    if (!asking->tongue) {
        struct ochre_text text = text_on(asking->lang, sizeof asking->lang);
        text_add(&text, "en");
    }
}

/* What every request that changes something must be. */
static bool may_change(struct asking *asking, struct json_doc *doc)
{
    const struct hall_request *request = asking->request;
    struct ochre_error error = {0};
    const char *why;
    if (request->is_foreign) {
        refuse(asking, 403, "origin", N_("Another site's page may not do that."));
        return false;
    }
    if (request->is_too_long) {
        refuse(asking, 413, "size", N_("A request body has at most 64 kB."));
        return false;
    }
    if (!hall_keeps(asking->hall, &why)) {
        refuse(asking, 503, "keep", why);
        return false;
    }
    if (!request->body_length)
        return true;
    if (!hall_parse(asking->hall, request->body, request->body_length, doc, &error)) {
        answer_error(asking, 400, "form", error.words[0] ? error.words : "expected an object");
        return false;
    }
    asking->body = json_root(doc);
    return true;
}

static void follow(struct asking *asking, const struct route *route)
{
    struct json_doc doc;
    if (route->place == PLACE_TABLE) {
        asking->room = hall_find(asking->hall, asking->id);
        if (!asking->room) {
            if (route->act != get_log || !get_archived(asking))
                refuse(asking, 404, "table", N_("There is no such table."));
            return;
        }
    }
    if (route->method == HALL_GET || may_change(asking, &doc))
        route->act(asking);
}

static void answer_request(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    struct asking asking = {.hall = hall, .request = request, .answer = answer};
    choose_tongue(&asking);
    bool has_place = false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!fits(&routes[i], request->path, asking.id))
            continue;
        has_place = true;
        if (routes[i].method == request->method) {
            follow(&asking, &routes[i]);
            return;
        }
    }
    if (has_place)
        refuse(&asking, 405, "method", N_("That cannot be done here."));
    else
        refuse(&asking, 404, "path", N_("There is nothing here."));
}

/* Health is asked for by alarms: a flood from the same address must not make them cry. */
static bool may_ask(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    struct asking asking = {.hall = hall, .request = request, .answer = answer};
    double per_second = hall->config.requests_per_second;
    if (text_same(request->path, "/health"))
        return true;
    choose_tongue(&asking);
    struct address *address = addresses_find(hall->addresses, request->address, hall_now(hall));
    return take_or_refuse(&asking, &address->requests, per_second, per_second * REQUESTS_BURST_SECONDS,
                          N_("Too many requests from your address; wait a moment."));
}

bool request_handle(struct hall *hall, const struct hall_request *request, hall_answer *answer)
{
    if (!text_starts(request->path, "/api/", NULL) && !text_same(request->path, "/api") &&
        !text_same(request->path, "/health") && !text_same(request->path, "/metrics"))
        return false;
    hall->measures.requests++;
    if (may_ask(hall, request, answer))
        answer_request(hall, request, answer);
    return true;
}
