/* wire_seats.c: sit, rise, name, ready, open, standin, computer, begin, rematch. */
#include <assert.h>

#include "server/admin.h"
#include "server/again.h"
#include "server/read.h"
#include "server/room.h"
#include "server/room_beat.h"
#include "server/room_news.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"
#include "server/wire_inner.h"

/* ---- sitting down and getting up ---- */

/* The seat that the key opens; a reserved one is taken by that. */
static int seat_for(const struct heard *heard, const char *key, int *seat)
{
    *seat = OCHRE_NOBODY;
    if (!key)
        return 0;
    *seat = room_seat_of(heard->room, key);
    if (*seat >= 0)
        return 0;
    *seat = OCHRE_NOBODY;
    if (room_is_opener(heard->room, key, -1))
        return 0;
    wire_refuse(heard, NO_KEY, N_("That key does not open a seat at this table."));
    return -1;
}

static bool settle_in(const struct heard *heard, int seat)
{
    char name[STORE_NAME_SIZE] = "";
    unsigned char bytes[FAIR_SIZE];
    const unsigned char *pledge;
    struct json given = json_get(heard->message, "name");
    if ((json_there(given) && !read_name(given, name)) || !read_pledge(heard->message, bytes, &pledge)) {
        wire_refuse(heard, NO_FORM,
                    N_("A name has up to 40 characters, a pledge 64 hexadecimal digits; entropy is no longer taken."));
        return false;
    }
    if (!room_may_settle_in(heard->room, seat, name, pledge))
        return true;
    if (!wire_can_store(heard))
        return false;
    room_take(heard->room, seat, name, pledge);
    return true;
}

/* Who sits down is ready, unless they say that they will tell; and who was away is back. A store that cannot keep it is
 * no reason to refuse the seat. */
static void be_here(const struct heard *heard, int seat, bool is_ready)
{
    const char *why;
    if (seat == OCHRE_NOBODY || !hall_keeps(heard->hall, &why))
        return;
    if (room_status(heard->room) == STORED_WAITING && is_ready && room_seat_kind(heard->room, seat) == STORED_PERSON)
        room_set_ready(heard->room, seat, true);
    else if (room_is_away(heard->room, seat))
        room_stand_in(heard->room, seat, NULL);
}

int64_t wire_known_steps(const struct heard *heard)
{
    int64_t since = 0;
    int64_t edition = 0;
    const struct table *table = room_awake(heard->room);
    (void)json_int(json_get(heard->message, "since"), &since);
    (void)json_int(json_get(heard->message, "edition"), &edition);
    return since > 0 && table && edition == table_edition(table) ? since : 0;
}

/* What the listener knows may have been taken back meanwhile, and others made: then the story begins anew. */
static void go_on_from(const struct heard *heard, struct sit *sit, int64_t since)
{
    const struct table *table = room_awake(sit->room);
    int64_t known = wire_known_steps(heard);
    sit->told = table && known <= table_step_count(table) ? (int)known : 0;
    sit->is_undone = since > sit->told;
}

/* A number, or none. */
static bool read_number(struct json given, int64_t *number)
{
    *number = 0;
    return !json_there(given) || json_int(given, number);
}

void wire_sit(struct heard *heard)
{
    char key[KEY_SIZE + 16] = "";
    int seat;
    int64_t since;
    int64_t edition;
    bool is_ready;
    struct json given = json_get(heard->message, "key");
    bool has_key = json_there(given) && json_kind(given) != JSON_NULL;
    if (!read_number(json_get(heard->message, "since"), &since) ||
        !read_number(json_get(heard->message, "edition"), &edition)) {
        wire_refuse(heard, NO_FORM, N_("since is the number of a step, edition that of a story."));
        return;
    }
    if (!read_ready(heard->message, &is_ready)) {
        wire_refuse(heard, NO_FORM, N_("ready is true or false."));
        return;
    }
    /* What is no key opens nothing, whatever it is. */
    if (has_key && !json_string(given, key, sizeof key))
        key[0] = '\0';
    if (seat_for(heard, has_key ? key : NULL, &seat) < 0)
        return;
    if (!heard->sit && peer_sit_count(heard->peer) >= SITS_MAX) {
        wire_refuse(heard, NO_BUSY, N_("One connection can hear 32 tables; leave one first."));
        return;
    }
    (void)room_table(heard->room);
    room_expect(heard->room, since, edition);
    if (seat != OCHRE_NOBODY && !settle_in(heard, seat))
        return;
    if (heard->sit) {
        wire_answer_at_once(heard, heard->sit);
        peer_rise(heard->sit);
    }
    struct sit *sit = peer_sit(heard->peer, heard->room, seat, key);
    be_here(heard, seat, is_ready);
    go_on_from(heard, sit, since);
    wire_answer_with_step(heard, sit);
    if (room_is_touched(heard->room))
        wire_expect(heard);
}

void wire_rise(struct heard *heard)
{
    if (heard->sit) {
        wire_answer_at_once(heard, heard->sit);
        peer_rise(heard->sit);
    }
    wire_accept(heard);
}

/* ---- seats ---- */

static bool is_waiting(const struct heard *heard)
{
    if (room_status(heard->room) == STORED_WAITING)
        return true;
    wire_refuse(heard, NO_OFF, N_("Play has begun already."));
    return false;
}

void wire_name(struct heard *heard)
{
    char name[STORE_NAME_SIZE] = "";
    if (!is_waiting(heard))
        return;
    if (!read_name(json_get(heard->message, "name"), name) || !name[0]) {
        wire_refuse(heard, NO_FORM, N_("A name has up to 40 characters."));
        return;
    }
    room_take(heard->room, heard->sit->seat, name, NULL);
    wire_accept(heard);
}

void wire_ready(struct heard *heard)
{
    bool is_ready;
    if (!is_waiting(heard))
        return;
    if (!read_ready(heard->message, &is_ready)) {
        wire_refuse(heard, NO_FORM, N_("ready is true or false."));
        return;
    }
    room_set_ready(heard->room, heard->sit->seat, is_ready);
    wire_accept(heard);
}

void wire_open(struct heard *heard)
{
    unsigned char share[FAIR_SIZE];
    struct against against;
    int seat = heard->sit->seat;
    if (!room_may_open(heard->room, seat, &against))
        wire_refuse_for(heard, &against);
    else if (!read_share(json_get(heard->message, "share"), share))
        wire_refuse(heard, NO_FORM, N_("A share is 64 hexadecimal digits."));
    else if (room_open(heard->room, seat, share) < 0)
        wire_refuse(heard, NO_FORM, N_("That is not the share that this seat has pledged."));
    else
        wire_accept(heard);
}

void wire_standin(struct heard *heard)
{
    char bot[STORE_BOT_SIZE];
    struct json given = json_get(heard->message, "bot");
    bool is_back = json_kind(given) == JSON_NULL;
    if (!is_back && !read_bot(given, bot)) {
        wire_refuse(heard, NO_FORM, N_("There is no such computer player."));
        return;
    }
    if (!is_back && !room_may_stand_in(heard->room)) {
        wire_refuse(heard, NO_OFF, N_("At this table everybody plays for themselves."));
        return;
    }
    if (!is_back)
        room_stand_in(heard->room, heard->sit->seat, bot);
    else if (room_has_computer(heard->room, heard->sit->seat))
        room_stand_in(heard->room, heard->sit->seat, NULL);
    wire_accept(heard);
}

void wire_computer(struct heard *heard)
{
    char code[4] = "";
    char bot[STORE_BOT_SIZE] = STAND_IN;
    struct against against;
    struct json given = json_get(heard->message, "bot");
    int seat = json_string(json_get(heard->message, "seat"), code, sizeof code) ? seat_from_code(code) : -1;
    if (!room_may_seat_computer(heard->room, seat, &against)) {
        wire_refuse_for(heard, &against);
        return;
    }
    if (json_there(given) && !read_bot(given, bot)) {
        wire_refuse(heard, NO_FORM, N_("There is no such computer player."));
        return;
    }
    room_seat_computer(heard->room, seat, bot);
    wire_accept(heard);
}

void wire_begin(struct heard *heard)
{
    bool is_without = false;
    char bot[STORE_BOT_SIZE] = STAND_IN;
    struct against against;
    struct json given = json_get(heard->message, "bot");
    (void)json_bool(json_get(heard->message, "without"), &is_without);
    if (!room_may_begin(heard->room, is_without, &against)) {
        wire_refuse_for(heard, &against);
        return;
    }
    if (json_there(given) && !read_bot(given, bot)) {
        wire_refuse(heard, NO_FORM, N_("There is no such computer player."));
        return;
    }
    room_begin_with(heard->room, bot, is_without);
    wire_accept(heard);
}

/* ---- once more ---- */

/* A rematch is a new table, and counts as one. */
static bool may_make_table(const struct heard *heard)
{
    double per_hour = heard->hall->config.tables_per_hour;
    struct address *address = peer_address(heard->peer);
    if (asked_again(heard->hall) || bucket_take(&address->tables, per_hour / 3600.0, per_hour, hall_now(heard->hall)))
        return true;
    diary_say(heard->hall->config.diary, DIARY_WARNING, "limit", address->name, "why",
              "Too many new tables from your address; wait a while.");
    wire_refuse_often(heard, bucket_wait(&address->tables, 1.0, per_hour / 3600.0, per_hour),
                      N_("Too many new tables from your address; wait a while."));
    return false;
}

void wire_rematch(struct heard *heard)
{
    struct room *room = heard->room;
    unsigned char bytes[FAIR_SIZE];
    const unsigned char *pledge;
    if (room_status(room) != STORED_OVER) {
        wire_refuse(heard, NO_OFF, N_("The play is not over."));
        return;
    }
    bool is_made = room_rematch(room) != NULL;
    if (!is_made && admin_is_draining(heard->hall)) {
        wire_refuse(heard, NO_BUSY, N_("No new tables now: the server will be restarted soon."));
        return;
    }
    if (!read_pledge(heard->message, bytes, &pledge)) {
        wire_refuse(heard, NO_FORM, N_("A pledge is 64 hexadecimal digits; entropy is no longer taken."));
        return;
    }
    if (!is_made && !may_make_table(heard))
        return;
    if (!is_made && !room_again(room, heard->sit->seat, pledge)) {
        wire_refuse(heard, NO_TABLE, N_("This table cannot be restored; it has been set aside."));
        return;
    }
    room_tell_table(room);
    wire_accept(heard);
}
