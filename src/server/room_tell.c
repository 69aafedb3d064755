/* room_tell.c: what listeners of a room are told (docs/wire.md). Nothing is written before it is asked for: a room only
 * marks what is due, and the newest is made when the peer can take it. So a slow reader costs no memory, and nothing is
 * told that is not durable. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/peer.h"
#include "server/room_inner.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"
#include "server/sit.h"
#include "server/slip.h"

/* ---- marking ---- */

void room_tell_table(struct room *room)
{
    room->crowd_due = false;
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room) {
        sit->table_due = true;
        peer_wake(sit->peer);
    }
}

void room_tell_step(struct room *room)
{
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room) {
        sit->step_due = true;
        peer_wake(sit->peer);
    }
}

/* Everybody hears how many watch and who is here. Five thousand who come and go would have the table told five thousand
 * times to five thousand, so watchers are told of once a second, and people with seats a few times more. */
enum { COMINGS_BURST = 8 };

static bool may_tell_now(struct room *room, bool has_seat)
{
    int64_t now = hall_now(room->hall);
    return has_seat ? bucket_take(&room->comings, 1.0, COMINGS_BURST, now) : bucket_take(&room->crowd, 1.0, 1.0, now);
}

void room_tell_coming(struct room *room, bool has_seat)
{
    if (may_tell_now(room, has_seat)) {
        room_tell_table(room);
        return;
    }
    room->crowd_due = true;
    room_tick_later(room);
}

void room_tell_crowd(struct room *room)
{
    if (!room->crowd_due)
        return;
    if (may_tell_now(room, false))
        room_tell_table(room);
    else
        room_tick_later(room);
}

static void count_in(struct sit *sit, int by)
{
    struct room *room = sit->room;
    bool has_seat = sit->seat != OCHRE_NOBODY;
    assert(!has_seat || (sit->seat >= 0 && sit->seat < room->seat_count));
    *(has_seat ? &room->seat[sit->seat].here : &room->watchers) += by;
    assert(room->watchers >= 0);
    room_tell_coming(room, has_seat);
    room_count_later(room);
    if (has_seat)
        room_look_who_is_here(room, sit->seat);
}

void room_come(struct sit *sit)
{
    struct room *room = sit->room;
    sit->next_of_room = room->sits;
    room->sits = sit;
    count_in(sit, 1);
    if (sit->seat != OCHRE_NOBODY && !room->person)
        room->person = peer_address(sit->peer)->number;
    if (!sit->next_of_room)
        room_be_watched(room);
    if (!sit->next_of_room)
        room_wonder_later(room);
}

void room_go(struct sit *sit)
{
    struct sit **at = &sit->room->sits;
    while (*at != sit)
        at = &(*at)->next_of_room;
    *at = sit->next_of_room;
    count_in(sit, -1);
}

/* ---- the table and its seats ---- */

const char *const room_seat_kinds[] = {"open", "reserved", "person", "bot"};

/* Computers are called after what lies around: one name for each place. */
static const char *const computers[OCHRE_SEATS_MAX] = {N_("Flint"), N_("Granite"), N_("Juniper"), N_("Fern")};

/* The name as it was given; a computer without one has that of its place. "": somebody without a name. */
static const char *given_name(const struct room_seat *at, int seat, const struct ochre_text *words)
{
    const struct stored_seat *kept = &at->kept;
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    return kept->kind == STORED_BOT && !kept->name[0] ? text_word(words, computers[seat]) : kept->name;
}

void room_call(const struct room *room, int you, const struct ochre_tongue *tongue, struct calling *calling)
{
    calling->voice = (struct ochre_voice){.you = you < room->seat_count ? you : -1};
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct ochre_text text = text_in(calling->name[seat], sizeof calling->name[seat], tongue);
        text_add(&text, given_name(&room->seat[seat], seat, &text));
        if (!text.used)
            text_say(&text, "Player {0}", NUM(seat + 1));
        calling->voice.name[seat] = calling->name[seat];
    }
}

static void write_seat(const struct room *room, int seat, const struct ochre_text *words, struct json_writer *writer)
{
    const struct room_seat *at = &room->seat[seat];
    const struct stored_seat *kept = &at->kept;
    json_open(writer, '{');
    json_field_string(writer, "seat", seat_code(seat));
    json_field_string(writer, "kind", room_seat_kinds[kept->kind]);
    if (kept->kind == STORED_BOT)
        json_field_string(writer, "bot", kept->bot);
    if (kept->kind != STORED_OPEN)
        json_field_string(writer, "name", given_name(at, seat, words));
    if (kept->kind == STORED_PERSON) {
        json_field_bool(writer, "here", room_is_here(room, seat));
        if (room->status == STORED_WAITING)
            json_field_bool(writer, "ready", room_is_ready(room, seat));
        if (kept->bot[0])
            json_field_string(writer, "standin", kept->bot);
        if (at->is_away)
            json_field_bool(writer, "away", true);
        if (at->missed)
            json_field_int(writer, "missed", at->missed);
    }
    json_close(writer, '}');
}

/* Who is no longer here: has left the seat for good, or given up. */
static void write_left(const struct room *room, struct json_writer *writer)
{
    ochre_seats resigned = room->table ? table_left(room->table) : 0;
    json_name(writer, "left");
    json_open(writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct room_seat *at = &room->seat[seat];
        if (!at->has_left && !seats_has(resigned, seat))
            continue;
        json_open(writer, '{');
        json_field_string(writer, "seat", seat_code(seat));
        json_field_string(writer, "name", at->has_left ? at->was : at->kept.name);
        json_field_string(writer, "how", seats_has(resigned, seat) ? "resigned" : "left");
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static const char *allow_or_never(bool is_allowed)
{
    return is_allowed ? "allow" : "never";
}

static void write_terms(const struct room *room, struct json_writer *writer)
{
    json_field_bool(writer, "public", room->is_public);
    json_field_string(writer, "watch", room->may_watch ? "public" : "none");
    json_field_string(writer, "hints", allow_or_never(room_may_hint(room)));
    json_field_string(writer, "standins", allow_or_never(room_may_stand_in(room)));
    json_field_string(writer, "takeback", allow_or_never(room_may_undo(room)));
    json_name(writer, "clock");
    clock_write(&room->clock, writer);
    json_field_bool(writer, "chance", room->has_chance);
}

/* Options that differ from the usual; the texts are "name=value" lines. */
static void write_options(const struct room *room, struct json_writer *writer)
{
    json_name(writer, "options");
    json_open(writer, '{');
    for (const char *line = room->options ? room->options : ""; *line;) {
        char name[64];
        char value[OCHRE_WORD_SIZE];
        size_t length = strcspn(line, "\n");
        size_t equals = strcspn(line, "=");
        struct ochre_text text = text_on(name, sizeof name);
        text_add_bytes(&text, line, equals);
        text = text_on(value, sizeof value);
        text_add_bytes(&text, line + equals + 1, length - equals - 1);
        const char *usual = NULL;
        for (int i = 0; room->game && room->game->options && room->game->options[i].name; i++)
            if (text_same(room->game->options[i].name, name))
                usual = room->game->options[i].fallback;
        if (!usual || !text_same(usual, value))
            json_field_string(writer, name, value);
        line += length + (line[length] == '\n');
    }
    json_close(writer, '}');
}

void room_write(struct room *room, struct json_writer *writer, const struct ochre_tongue *tongue)
{
    json_field_string(writer, "table", room->id);
    json_field_string(writer, "game", room->game_id);
    json_field_string(writer, "name", room->game ? room->game->name : room->game_id);
    json_field_string(writer, "status", room_statuses[room->status]);
    const struct ochre_text words = {.tongue = tongue};
    if (room->status == STORED_ASIDE || room->why)
        json_field_string(writer, "why", room->why ? text_word(&words, room->why) : "");
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < room->seat_count; seat++)
        write_seat(room, seat, &words, writer);
    json_close(writer, ']');
    if (room->opener >= 0)
        json_field_string(writer, "opener_seat", seat_code(room->opener));
    write_left(room, writer);
    write_options(room, writer);
    bool is_usual = !room->pack_hash || !room->pack_hash[0] || !room->game ||
                    packs_is_built_in(room->hall->packs, room->game, room->pack_hash);
    json_field_string(writer, "pack", is_usual ? "default" : room->pack_id);
    write_terms(room, writer);
    if (room_is_paused(room))
        json_field_bool(writer, "paused", true);
    if (room->position) /* not the game's own start: whoever thinks of sitting down is told */
        json_field_bool(writer, "position", true);
    if (room->is_brought) /* whoever began it knows the seed */
        json_field_bool(writer, "brought", true);
    json_field_int(writer, "steps", room->steps);
    json_field_int(writer, "made", room->made / 1000);
}

/* ---- what one listener is told of the table ---- */

static void write_clocks(const struct room *room, struct json_writer *writer)
{
    if (room->clock.kind == CLOCK_NONE)
        return;
    int64_t now = hall_now(room->hall);
    json_name(writer, "clocks");
    json_open(writer, '{');
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct clock *clock = &room->seat[seat].clock;
        if (room->seat[seat].kept.kind == STORED_BOT)
            continue;
        json_name(writer, seat_code(seat));
        json_open(writer, '{');
        json_field_double(writer, "left", (double)clock_left(clock, now) / 1000.0, 1);
        json_field_bool(writer, "running", clock->since != 0);
        json_close(writer, '}');
    }
    json_close(writer, '}');
}

void room_write_thinking(const struct room *room, struct json_writer *writer)
{
    ochre_seats thinking = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seat[seat].job || room_is_thinking_there(room, seat))
            thinking |= SEAT_BIT(seat);
    json_name(writer, "thinking");
    seats_write(thinking, writer);
}

static void write_rematch(const struct sit *sit, struct json_writer *writer)
{
    const struct room *room = sit->room;
    if (!room->rematch[0])
        return;
    json_field_string(writer, "rematch", room->rematch);
    if (room->rematch_by >= 0)
        json_field_string(writer, "rematch_by", seat_code(room->rematch_by));
    const struct room *next = room_rematch(room);
    if (next && sit->key[0] && room_seat_of(next, sit->key) >= 0)
        json_field_string(writer, "key", sit->key);
}

/* May this listener see the play? */
static bool may_see(const struct sit *sit)
{
    const struct room *room = sit->room;
    if (!room->table || room->status == STORED_WAITING || room->status == STORED_ASIDE)
        return false;
    return sit->seat != OCHRE_NOBODY || room->may_watch || table_is_over(room->table);
}

int room_told(const struct room *room)
{
    int slowest = room->steps;
    for (const struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        if (sit->told < slowest && may_see(sit))
            slowest = sit->told;
    return slowest;
}

static void write_table(void *what, struct ochre_text *out)
{
    const struct sit *sit = what;
    struct room *room = sit->room;
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    json_field_string(&writer, "t", "table");
    if (sit->answers[0] && (!sit->step_due || !may_see(sit))) { /* no step will answer */
        json_name(&writer, "id");
        json_put_raw(&writer, sit->answers);
    }
    room_write(room, &writer, peer_tongue(sit->peer));
    if (sit->seat == OCHRE_NOBODY)
        json_field_null(&writer, "me");
    else
        json_field_string(&writer, "me", seat_code(sit->seat));
    json_field_bool(&writer, "opener", room_is_opener(room, sit->key, sit->seat));
    if (room->table)
        room_write_fair(room, &writer);
    json_field_int(&writer, "watchers", room->watchers + room->watchers_there);
    write_clocks(room, &writer);
    room_write_thinking(room, &writer);
    write_rematch(sit, &writer);
    json_close(&writer, '}');
}

/* ---- steps ---- */

static void write_step(void *what, struct ochre_text *out)
{
    const struct sit *sit = what;
    const struct room *room = sit->room;
    struct calling calling;
    room_call(room, sit->seat, peer_tongue(sit->peer), &calling);
    struct step_listener listener = {
        .viewer = sit->seat,
        .tongue = peer_tongue(sit->peer),
        .voice = &calling.voice,
        .has_words = peer_has_words(sit->peer),
        .from = sit->told,
        .printed = sit->knows_printed ? STEP_PRINTED_KNOWN : STEP_PRINTED_APART,
        .is_undone = sit->is_undone,
        .is_ended = room->status == STORED_OVER,
        .may_undo = room_may_undo(room) && room->status == STORED_RUNNING,
        .may_undo_agreed = true,
        .answers = sit->answers[0] ? sit->answers : NULL,
    };
    step_write(room->table, room->id, &listener, out);
}

static void write_chat_line(void *what, struct ochre_text *out)
{
    const struct sit *sit = what;
    const struct room_chat *line = &sit->room->chat[sit->chat_told % STORE_CHAT_MAX];
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    json_field_string(&writer, "t", "chat");
    json_field_string(&writer, "table", sit->room->id);
    json_field_string(&writer, "seat", seat_code(line->seat));
    json_field_string(&writer, "name", line->name);
    json_field_string(&writer, "text", line->text);
    json_field_int(&writer, "at", line->at);
    json_close(&writer, '}');
}

static void write_wish(void *what, struct ochre_text *out)
{
    const struct room *room = ((const struct sit *)what)->room;
    struct json_writer writer = json_write_to(out);
    json_open(&writer, '{');
    json_field_string(&writer, "t", "wish");
    json_field_string(&writer, "table", room->id);
    wish_write(&room->wish, &writer);
    json_field_int(&writer, "moves", room->wish.moves);
    json_close(&writer, '}');
}

/* Somebody who comes while the others are being asked is asked too; whoever has answered is not asked again. */
static bool hears_wish(const struct sit *sit)
{
    const struct wish *wish = &sit->room->wish;
    return wish->is_open && sit->seat != OCHRE_NOBODY &&
           (sit->seat == wish->seat || !seats_has(wish->agreed, sit->seat));
}

char *sit_next(struct sit *sit, size_t *length)
{
    struct room *room = sit->room;
    assert(sit->chat_told >= 0 && sit->chat_told <= room->chat_count);
    struct paper *paper = &room->hall->paper;
    if (!room_is_quiet(room))
        return NULL;
    if (sit->table_due) {
        sit->table_due = false;
        char *text = paper_fill(paper, write_table, sit, length);
        if (!sit->step_due || !may_see(sit))
            sit->answers[0] = '\0';
        return text;
    }
    if (sit->step_due) {
        sit->step_due = false;
        if (may_see(sit)) {
            char *text = paper_fill(paper, write_step, sit, length);
            sit->told = table_step_count(room->table);
            sit->is_undone = false;
            sit->knows_printed = true;
            sit->answers[0] = '\0';
            return text;
        }
    }
    if (sit->wish_due) {
        sit->wish_due = false;
        if (hears_wish(sit))
            return paper_fill(paper, write_wish, sit, length);
    }
    if (sit->chat_told < room->chat_count && (sit->seat != OCHRE_NOBODY || room->may_watch)) {
        int oldest = room->chat_count - STORE_CHAT_MAX + 1;
        sit->chat_told = sit->chat_told + 1 < oldest ? oldest : sit->chat_told + 1;
        if (sit->room->chat[sit->chat_told % STORE_CHAT_MAX].text)
            return paper_fill(paper, write_chat_line, sit, length);
    }
    return NULL;
}
