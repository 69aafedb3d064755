/* request_tables.c: looking at tables, their logs, and making a new one. */
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "server/admin.h"
#include "server/again.h"
#include "server/read.h"
#include "server/request_inner.h"
#include "server/room.h"
#include "server/room_beat.h"
#include "server/room_list.h"
#include "server/room_news.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "table/file.h"
#include "table/log.h"

enum { LISTED_MAX = 100 /* tables in a list */ };

/* ---- looking at tables ---- */

static bool is_free(const struct room *room)
{
    return room_status(room) == STORED_WAITING && room_open_seat(room) >= 0;
}

/* Lists those with a free seat, or the others, newest first; how many there are now. */
static int list_tables(const struct asking *asking, bool with_free, int count, struct json_writer *writer)
{
    for (struct room *room = rooms_newest(asking->hall); room && count < LISTED_MAX; room = room_older(room)) {
        if (!room_is_listed(room) || is_free(room) != with_free)
            continue;
        if (room_status(room) != STORED_WAITING && room_steps(room) == 0) /* not counted since the start */
            (void)room_table(room);
        json_open(writer, '{');
        room_write(room, writer, asking->tongue);
        json_close(writer, '}');
        count++;
    }
    return count;
}

void request_get_tables(struct asking *asking)
{
    struct sheet sheet;
    rooms_learn(asking->hall);
    sheet_begin(&sheet);
    json_name(&sheet.writer, "tables");
    json_open(&sheet.writer, '[');
    int count = list_tables(asking, true, 0, &sheet.writer);
    (void)list_tables(asking, false, count, &sheet.writer);
    json_close(&sheet.writer, ']');
    if (admin_has_notice(asking->hall)) {
        json_name(&sheet.writer, "notice");
        json_open(&sheet.writer, '{');
        admin_write_notice(asking->hall, &sheet.writer);
        json_close(&sheet.writer, '}');
    }
    sheet_answer(&sheet, asking, 200);
}

void request_get_table(struct asking *asking)
{
    struct sheet sheet;
    if (!room_is_quiet(asking->room)) {
        request_defer(asking);
        return;
    }
    sheet_begin(&sheet);
    room_write(asking->room, &sheet.writer, asking->tongue);
    if (room_awake(asking->room))
        room_write_fair(asking->room, &sheet.writer);
    sheet_answer(&sheet, asking, 200);
}

/* The table as everybody has been told it; NULL after refusing, or when the request is asked again later. */
static struct table *table_now(struct asking *asking)
{
    if (!room_is_quiet(asking->room)) {
        request_defer(asking);
        return NULL;
    }
    struct table *table = room_table(asking->room);
    if (!table)
        request_refuse(asking, 409, "aside", N_("This table cannot be restored; it has been set aside."));
    return table;
}

void request_get_log(struct asking *asking)
{
    struct room *room = asking->room;
    int seat = asking->request->key[0] ? room_seat_of(room, asking->request->key) : OCHRE_NOBODY;
    if (seat < 0) {
        request_refuse(asking, 403, "key", N_("That key does not open a seat at this table."));
        return;
    }
    struct table *table = table_now(asking);
    if (!table)
        return;
    bool is_over = table_is_over(table);
    if (!is_over && seat == OCHRE_NOBODY && !room_may_watch(room)) {
        request_refuse(asking, 403, "off", N_("At this table nobody watches."));
        return;
    }
    size_t length;
    char wish[4];
    request_query_value(asking->request->query, "reveal", wish, sizeof wish);
    /* Once nobody plays on here (it may have ended without a result), the seed is no secret of this server's. */
    bool may_reveal = asking->hall->config.is_own || room_status(room) == STORED_OVER;
    bool is_revealed = may_reveal && seat != OCHRE_NOBODY && text_same(wish, "1");
    char *text = is_over || is_revealed ? log_text(table, is_revealed, &length) : log_view(table, seat, &length);
    if (!text) {
        request_refuse(asking, 503, "memory", N_("There is not enough memory to go on."));
        return;
    }
    request_answer_text(asking, "text/plain; charset=utf-8", text, length);
    free(text);
}

/* Every draw of a finished play with what could have come, for a check without the rules (docs/fair.md). */
struct drawing {
    const struct table *table;
    struct json_writer writer;
    int draws;
};

static void write_draw(void *who, const struct table *table, const struct table_step *step)
{
    struct drawing *drawing = who;
    char move[OCHRE_MOVE_SIZE];
    struct ochre_text text = text_on(move, sizeof move);
    if (step->seat != OCHRE_CHANCE)
        return;
    table_step_text(table, step, OCHRE_EVERYBODY, &text);
    json_open(&drawing->writer, '{');
    json_field_int(&drawing->writer, "step", step->number);
    json_field_string(&drawing->writer, "move", move);
    table_write_draw(table, step, drawing->draws++, &drawing->writer);
    json_close(&drawing->writer, '}');
}

static void write_draws(void *what, struct ochre_text *out)
{
    struct drawing drawing = {.table = what, .writer = json_write_to(out)};
    json_open(&drawing.writer, '{');
    json_name(&drawing.writer, "draws");
    json_open(&drawing.writer, '[');
    (void)table_retell(drawing.table, write_draw, &drawing);
    json_close(&drawing.writer, ']');
    json_close(&drawing.writer, '}');
}

void request_get_draws(struct asking *asking)
{
    size_t length;
    struct table *table = table_now(asking);
    if (!table)
        return;
    if (!table_is_over(table)) {
        request_refuse(asking, 409, "running", N_("The draws are shown when the play is over."));
        return;
    }
    const char *text = paper_fill(&asking->hall->paper, write_draws, table, &length);
    if (text)
        request_answer_text(asking, "application/json", text, length);
    else
        request_refuse(asking, 503, "memory", N_("There is not enough memory to go on."));
}

bool request_get_archived(struct asking *asking)
{
    size_t length;
    struct store *store = asking->hall->config.store;
    char *text = store ? store_archived(store, asking->id, &length) : NULL;
    if (text)
        request_answer_text(asking, "text/plain; charset=utf-8", text, length);
    free(text);
    return text != NULL;
}

/* ---- making a table ---- */

struct making {
    struct asking *asking;
    struct room_request room;
    char name[STORE_NAME_SIZE]; /* of the caller */
    unsigned char pledge[FAIR_SIZE];
    const unsigned char *has_pledge; /* NULL: none */
    char keys[OCHRE_SEATS_MAX][KEY_SIZE];
    char opener_key[KEY_SIZE];
    unsigned char opener_hash[KEY_HASH_SIZE];
};

static bool bad(const struct making *making, const char *english)
{
    request_refuse(making->asking, 400, "form", english);
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
        if (!read_bot(json_get(value, "bot"), kept->bot))
            return bad(making, N_("There is no such computer player."));
        return true;
    }
    if (!json_is(kind, "me") || making->room.opener >= 0)
        return bad(making, N_("A seat is me (once), open, reserved or bot."));
    kept->kind = STORED_PERSON;
    if (!kept->name[0])
        memcpy(kept->name, making->name, sizeof kept->name);
    kept->chance.has_pledge = making->has_pledge != NULL;
    if (making->has_pledge)
        memcpy(kept->chance.pledge, making->pledge, FAIR_SIZE);
    give_key(making, seat);
    making->room.opener = seat;
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

/* Help is as it is usual for the people who play, unless somebody says it. */
static bool read_term(struct json value, enum room_term *term)
{
    *term = json_is(value, "allow") ? TERM_ALLOW : json_is(value, "never") ? TERM_NEVER : TERM_USUAL;
    return *term != TERM_USUAL || !json_there(value);
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
    if (!room->game || (room->game->is_internal && !making->asking->hall->config.has_all_games))
        return bad(making, N_("There is no such game."));
    if (json_there(pack) && !read_pack(making, pack))
        return bad(making, N_("There is no such pack."));
    if (json_there(shown) && !json_bool(shown, &room->is_public))
        return bad(making, N_("public is true or false."));
    if (!read_choice(json_get(body, "watch"), "public", "none", &room->may_watch))
        return bad(making, N_("watch is public or none."));
    if (!read_term(json_get(body, "hints"), &room->hints) || !read_term(json_get(body, "standins"), &room->standins))
        return bad(making, N_("hints and standins are allow or never."));
    if (!read_term(json_get(body, "takeback"), &room->takeback) || json_there(json_get(body, "undo")))
        return bad(making, N_("takeback (which was called undo) is allow or never."));
    if (!clock_read(json_get(body, "clock"), &room->clock))
        return bad(making, N_("A clock is none, move (seconds), game (seconds, increment) or days (days)."));
    if (json_there(name) && !read_name(name, making->name))
        return bad(making, N_("A name has up to 40 characters."));
    if (!read_pledge(body, making->pledge, &making->has_pledge))
        return bad(making, N_("A pledge is 64 hexadecimal digits; entropy is no longer taken."));
    room->options = json_get(body, "options");
    if (json_there(room->options) && json_kind(room->options) != JSON_OBJECT)
        return bad(making, N_("options is an object of names and values."));
    struct json offered = json_get(body, "offered");
    if (json_there(offered) && !json_bool(offered, &room->is_offered))
        return bad(making, N_("offered is true or false."));
    if (!read_ready(body, &room->is_ready))
        return bad(making, N_("ready is true or false."));
    room->position = json_get(body, "position");
    room->log = json_get(body, "log");
    if (json_there(room->log) &&
        (json_there(room->options) || json_there(pack) || json_there(room->position) || making->has_pledge))
        return bad(making, N_("A log brings its own options, pack, position and chance."));
    return read_seats(making, json_get(body, "seats"));
}

static bool may_make(const struct asking *asking, uint64_t *person)
{
    struct hall *hall = asking->hall;
    struct address *address = addresses_find(hall->addresses, asking->request->address, hall_now(hall));
    *person = address->number;
    double per_hour = hall->config.tables_per_hour;
    return asked_again(hall) ||
           request_take(asking, &address->tables, (struct measure){1.0, per_hour / 3600.0, per_hour},
                        N_("Too many new tables from your address; wait a while."));
}

void request_post_table(struct asking *asking)
{
    struct making making = {.asking = asking, .room = {.opener = -1, .address = asking->request->address}};
    struct ochre_error error = {0};
    if (admin_is_draining(asking->hall)) {
        request_refuse(asking, 503, "busy", N_("No new tables now: the server will be restarted soon."));
        return;
    }
    if (!read_terms(&making) || !may_make(asking, &making.room.person))
        return;
    if (making.room.opener < 0) {
        key_make(making.opener_key);
        (void)key_hash(making.opener_key, making.opener_hash);
        making.room.opener_key = making.opener_hash;
    }
    struct room *room = room_new(asking->hall, &making.room, &error);
    if (!room) {
        char why[sizeof error.words * 2];
        struct ochre_text text = text_in(why, sizeof why, asking->tongue);
        error_say(&error, &text);
        request_answer_error(asking, 400, "terms", why);
        return;
    }
    struct sheet sheet;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "table", room_id(room));
    json_name(&sheet.writer, "seats");
    json_open(&sheet.writer, '[');
    for (int seat = 0; seat < making.room.seat_count; seat++)
        if (making.keys[seat][0]) {
            json_open(&sheet.writer, '{');
            request_write_link(room, seat_code(seat), making.keys[seat], &sheet.writer);
            json_close(&sheet.writer, '}');
        }
    json_close(&sheet.writer, ']');
    if (making.room.opener < 0)
        json_field_string(&sheet.writer, "opener", making.opener_key);
    room_write_fair(room, &sheet.writer);
    sheet_promise(&sheet, asking, 201);
}
