/* wire.c: messages from clients (docs/wire.md). Bytes become (peer, table, seat, words); what they mean is the
 * room's. */
#include <stdlib.h>
#include <string.h>

#include "server/hall_inner.h"

/* One message being answered. */
struct call {
    struct peer *peer;
    struct hall *hall;
    struct json message;
    const char *of;           /* its "t" */
    char id[MESSAGE_ID_SIZE]; /* JSON of its "id"; "" */
    char table[STORE_ID_SIZE];
    int64_t ask;     /* -1: none was sent */
    struct sit *sit; /* at the table it names, when the peer sits there */
    struct room *room;
};

/* ---- refusing ---- */

static void refuse_words(const struct call *call, enum no_code code, const char *rule, const char *why)
{
    peer_refuse(call->peer, &(struct refusal){.code = code,
                                              .id = call->id[0] ? call->id : NULL,
                                              .table = call->table[0] ? call->table : NULL,
                                              .of = call->of,
                                              .ask = call->ask,
                                              .rule = rule,
                                              .why = why});
}

/* `english` is N_("…"). */
static void refuse(const struct call *call, enum no_code code, const char *english)
{
    const struct ochre_text words = {.tongue = call->peer->tongue};
    refuse_words(call, code, NULL, text_word(&words, english));
}

/* What the table said against it: its own words are codes, everything else is a rule of the game. */
static void refuse_no(const struct call *call, const struct table_no *no)
{
    static const struct {
        const char *word;
        enum no_code code;
    } own[] = {{"ask", NO_ASK},   {"turn", NO_TURN}, {"over", NO_OVER},  {"seat", NO_SEAT},
               {"undo", NO_UNDO}, {"keep", NO_KEEP}, {"memory", NO_KEEP}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (text_same(no->rule, own[i].word)) {
            refuse_words(call, own[i].code, NULL, no->why);
            return;
        }
    refuse_words(call, NO_RULE, no->rule, no->why);
}

/* ---- shared conditions ---- */

static bool needs_seat(const struct call *call)
{
    if (call->sit && call->sit->seat != OCHRE_NOBODY)
        return true;
    refuse(call, NO_SEAT, N_("You have no seat at this table."));
    return false;
}

static bool needs_store(const struct call *call)
{
    const char *why;
    if (hall_keeps(call->hall, &why))
        return true;
    refuse(call, NO_KEEP, why);
    return false;
}

/* A table on which play is going on. */
static bool needs_play(const struct call *call)
{
    if (call->room->status == STORED_WAITING) {
        refuse(call, NO_WAITING, N_("Play has not begun; it waits for more players."));
        return false;
    }
    if (call->room->status == STORED_ASIDE || !room_table(call->room)) {
        refuse(call, NO_TABLE, N_("This table cannot be restored; it has been set aside."));
        return false;
    }
    if (call->room->status == STORED_OVER) {
        refuse(call, NO_OVER, N_("The play is over."));
        return false;
    }
    return true;
}

/* Answered when what this turn changes is stored; `says_ok`: by a word, because nothing else will. */
static void wait_for_store(const struct call *call, const char *of, const char *id, bool says_ok)
{
    turn_wait_message(call->hall, &(struct accepted){.peer = call->peer,
                                                     .room = call->room,
                                                     .of = of,
                                                     .id = id,
                                                     .ask = call->ask > 0 ? (uint32_t)call->ask : 0,
                                                     .says_ok = says_ok});
}

static void accepted(const struct call *call)
{
    wait_for_store(call, call->of, call->id, true);
}

/* An id that no step will carry any more is not forgotten. */
static void answer_at_once(const struct call *call, struct sit *sit)
{
    if (sit->answers[0])
        wait_for_store(call, sit->answers_of, sit->answers, true);
    sit->answers[0] = '\0';
}

/* The next step of this listener carries the id, or the table where there is no step. */
static void answer_with_step(const struct call *call, struct sit *sit)
{
    answer_at_once(call, sit);
    struct ochre_text text = text_on(sit->answers, sizeof sit->answers);
    text_add(&text, call->id);
    sit->answers_of = call->of;
}

/* The next step answers this message; if it cannot be stored, a refusal does. */
static void accepted_with_step(const struct call *call)
{
    answer_with_step(call, call->sit);
    wait_for_store(call, call->of, call->id, false);
}

/* ---- hello, sit, rise ---- */

static void do_hello(struct call *call)
{
    struct peer *peer = call->peer;
    char code[16];
    struct json lang = json_get(call->message, "lang");
    if (json_there(lang)) {
        const struct ochre_tongue *tongue =
            json_string(lang, code, sizeof code) ? call->hall->config.tongue(code) : NULL;
        peer->tongue = tongue ? tongue : peer->tongue;
    }
    (void)json_bool(json_get(call->message, "words"), &peer->has_words);
    struct note note;
    note_begin(&note, "hello", call->id[0] ? call->id : NULL, NULL);
    json_field_string(&note.writer, "server", call->hall->config.version);
    json_field_int(&note.writer, "wire", 2);
    json_field_string(&note.writer, "boot", call->hall->boot);
    note_post(&note, peer);
    peer->notice_due = hall_has_notice(call->hall);
    for (struct sit *sit = peer->sits; sit; sit = sit->next_of_peer)
        sit->table_due = sit->step_due = true;
}

/* The seat that the key opens; a reserved one is taken by that. */
static int seat_for(const struct call *call, const char *key, int *seat)
{
    *seat = OCHRE_NOBODY;
    if (!key)
        return 0;
    *seat = room_seat_of(call->room, key);
    if (*seat >= 0)
        return 0;
    *seat = OCHRE_NOBODY;
    if (room_is_host(call->room, key, -1))
        return 0;
    refuse(call, NO_KEY, N_("That key does not open a seat at this table."));
    return -1;
}

static bool settle_in(const struct call *call, int seat)
{
    char name[STORE_NAME_SIZE] = "";
    unsigned char bytes[FAIR_SIZE];
    const unsigned char *pledge;
    struct json given = json_get(call->message, "name");
    if ((json_there(given) && !read_name(given, name)) || !read_pledge(call->message, bytes, &pledge)) {
        refuse(call, NO_FORM,
               N_("A name has up to 40 characters, a pledge 64 hexadecimal digits; entropy is no longer taken."));
        return false;
    }
    if (!room_may_settle_in(call->room, seat, name, pledge))
        return true;
    if (!needs_store(call))
        return false;
    room_take(call->room, seat, name, pledge);
    return true;
}

static void do_sit(struct call *call)
{
    char key[KEY_SIZE + 16] = "";
    int seat;
    int64_t since = 0;
    struct json given = json_get(call->message, "key");
    struct json known = json_get(call->message, "since");
    bool has_key = json_there(given) && json_kind(given) != JSON_NULL;
    if (json_there(known) && !json_int(known, &since)) {
        refuse(call, NO_FORM, N_("since is the number of a step."));
        return;
    }
    /* What is no key opens nothing, whatever it is. */
    if (has_key && !json_string(given, key, sizeof key))
        key[0] = '\0';
    if (seat_for(call, has_key ? key : NULL, &seat) < 0)
        return;
    if (!call->sit && call->peer->sit_count >= SITS_MAX) {
        refuse(call, NO_BUSY, N_("One connection can hear 32 tables; leave one first."));
        return;
    }
    (void)room_table(call->room);
    if (seat != OCHRE_NOBODY && !settle_in(call, seat))
        return;
    if (call->sit) {
        answer_at_once(call, call->sit);
        peer_rise(call->sit);
    }
    struct sit *sit = peer_sit(call->peer, call->room, seat, key);
    int count = call->room->table ? table_step_count(call->room->table) : 0;
    sit->told = since > 0 && since <= count ? (int)since : 0;
    sit->is_undone = since > count;
    answer_with_step(call, sit);
    if (call->room->is_touched)
        wait_for_store(call, call->of, call->id, false);
}

/* May this seat open a share now? */
static bool may_open(const struct call *call)
{
    const struct room *room = call->room;
    if (room->status != STORED_WAITING)
        refuse(call, NO_OFF, N_("Play has begun; its chance is fixed."));
    else if (!room->is_opening)
        refuse(call, NO_WAITING, N_("Not everybody sits yet; keep your share until the table asks for it."));
    else if (!room->seat[call->sit->seat].kept.chance.has_pledge)
        refuse(call, NO_OFF, N_("This seat has pledged nothing."));
    else
        return true;
    return false;
}

static void do_open(struct call *call)
{
    unsigned char share[FAIR_SIZE];
    if (!needs_seat(call) || !may_open(call) || !needs_store(call))
        return;
    if (!read_share(json_get(call->message, "share"), share)) {
        refuse(call, NO_FORM, N_("A share is 64 hexadecimal digits."));
        return;
    }
    if (room_open(call->room, call->sit->seat, share) < 0)
        refuse(call, NO_FORM, N_("That is not the share that this seat has pledged."));
    else
        accepted(call);
}

static void do_rise(struct call *call)
{
    if (call->sit) {
        answer_at_once(call, call->sit);
        peer_rise(call->sit);
    }
    accepted(call);
}

/* ---- playing ---- */

static bool read_move(const struct call *call, char move[2 * OCHRE_MOVE_SIZE])
{
    if (json_string(json_get(call->message, "move"), move, 2 * OCHRE_MOVE_SIZE))
        return true;
    refuse(call, NO_FORM, N_("A move is a short text."));
    return false;
}

static void do_move(struct call *call)
{
    char move[2 * OCHRE_MOVE_SIZE];
    struct table_no no;
    if (!needs_seat(call) || !needs_play(call) || !read_move(call, move) || !needs_store(call))
        return;
    if (call->ask < 0 || call->ask > UINT32_MAX) {
        refuse(call, NO_FORM, N_("A move names the question that it answers: ask."));
        return;
    }
    int seat = call->sit->seat;
    if (call->room->seat[seat].kept.bot[0]) {
        refuse(call, NO_SEAT, N_("A computer plays for you; take the seat back first."));
        return;
    }
    if (room_play(call->room, seat, (uint32_t)call->ask, move, call->peer->tongue, &no) < 0)
        refuse_no(call, &no);
    else
        accepted_with_step(call);
}

static void do_why(struct call *call)
{
    char move[2 * OCHRE_MOVE_SIZE];
    char why[TABLE_WHY_SIZE];
    if (!needs_seat(call) || !needs_play(call) || !read_move(call, move))
        return;
    const struct table *table = call->room->table;
    const struct ochre_setup *setup = table_setup(table);
    struct ochre_view view;
    ochre_action action;
    const ochre_action *list;
    struct ochre_text text = text_in(why, sizeof why, call->peer->tongue);
    int seat = call->sit->seat;
    table_view(table, seat, &view);
    const char *rule = setup->game->parse_move(setup, &view, seat, move, &action, &text);
    if (!rule) {
        int count = table_list_moves(table, &view, seat, &list);
        if (!legal_has(list, count, action)) {
            rule = setup->game->why_not(setup, &view, seat, action, &text);
            rule = rule ? rule : "turn";
        }
    }
    struct note note;
    note_begin(&note, "why", call->id[0] ? call->id : NULL, call->table);
    json_field_string(&note.writer, "move", move);
    json_field_bool(&note.writer, "can", !rule);
    if (rule) {
        json_field_string(&note.writer, "rule", rule);
    } else {
        text = text_in(why, sizeof why, call->peer->tongue);
        table_move_words(table, seat, action, &text);
    }
    json_field_string(&note.writer, "why", why);
    note_post(&note, call->peer);
}

static void do_undo(struct call *call)
{
    struct table_no no;
    if (!needs_seat(call) || !needs_play(call) || !needs_store(call))
        return;
    if (!call->room->may_undo) {
        refuse(call, NO_OFF, N_("At this table nothing is taken back."));
        return;
    }
    const struct wish *wish = &call->room->wish;
    int number = wish->number;
    bool is_asked = wish->is_open && wish->seat == call->sit->seat;
    if (room_undo(call->room, call->sit->seat, call->peer->tongue, &no) < 0)
        refuse_no(call, &no);
    else if (!wish->is_open)
        accepted_with_step(call);
    else if (is_asked && wish->number == number)
        refuse(call, NO_BUSY, N_("You have asked for that; the others have not all answered yet."));
    else
        accepted(call); /* a wish */
}

static void do_consent(struct call *call)
{
    int number = 0;
    bool is_yes = false;
    if (!needs_seat(call) || !needs_play(call) || !needs_store(call))
        return;
    if (!json_int_in(json_get(call->message, "undo"), 1, INT32_MAX, &number) ||
        !json_bool(json_get(call->message, "yes"), &is_yes)) {
        refuse(call, NO_FORM, N_("Consent has the number of the wish (undo) and yes, true or false."));
        return;
    }
    const struct wish *wish = &call->room->wish;
    if (!wish->is_open || wish->number != number || wish->seat == call->sit->seat) {
        refuse(call, NO_UNDO, N_("Nobody asks for that now."));
        return;
    }
    room_consent(call->room, call->sit->seat, is_yes);
    accepted(call);
}

static void do_resign(struct call *call)
{
    struct table_no no;
    if (!needs_seat(call) || !needs_play(call) || !needs_store(call))
        return;
    if (room_resign(call->room, call->sit->seat, call->peer->tongue, &no) < 0)
        refuse_no(call, &no);
    else
        accepted_with_step(call);
}

/* May this be looked at, now and by this peer? If so *number is the step. */
static bool may_look(const struct call *call, int *number)
{
    struct room *room = call->room;
    bool has_seat = call->sit && call->sit->seat != OCHRE_NOBODY;
    if (room->status == STORED_WAITING)
        refuse(call, NO_WAITING, N_("Play has not begun; it waits for more players."));
    else if (!room_table(room))
        refuse(call, NO_TABLE, N_("This table cannot be restored; it has been set aside."));
    else if (!has_seat && !table_is_over(room->table))
        refuse(call, NO_SEAT, N_("Who only watches can look back when the play is over."));
    else if (!json_int_in(json_get(call->message, "step"), 0, room->steps, number) ||
             *number > table_step_count(room->table))
        refuse(call, NO_FORM, N_("There is no such step."));
    else if (!room_is_quiet(room)) /* an end that is not stored yet must not open any secrets */
        refuse(call, NO_BUSY, N_("The table is changing; look again in a moment."));
    else
        return true;
    return false;
}

struct past {
    const struct call *call;
    int number;
};

static void write_past(void *what, struct ochre_text *out)
{
    const struct past *past = what;
    const struct call *call = past->call;
    struct json_writer writer = json_write_to(out);
    struct step_listener listener = {.viewer = call->sit ? call->sit->seat : OCHRE_NOBODY,
                                     .tongue = call->peer->tongue};
    json_open(&writer, '{');
    json_field_string(&writer, "t", "past");
    if (call->id[0]) {
        json_name(&writer, "id");
        json_put_raw(&writer, call->id);
    }
    json_field_string(&writer, "table", call->table);
    step_write_past(call->room->table, past->number, &listener, &writer);
    json_close(&writer, '}');
}

static void do_look(struct call *call)
{
    struct past past = {.call = call};
    size_t length;
    if (!may_look(call, &past.number))
        return;
    const char *text = paper_fill(&call->hall->paper, write_past, &past, &length);
    if (text)
        peer_post(call->peer, text, length);
    else
        refuse(call, NO_BUSY, N_("There is not enough memory to go on."));
}

/* ---- company ---- */

static void do_chat(struct call *call)
{
    char text[4 * CHAT_CHARACTERS + 1];
    if (!needs_seat(call) || !needs_store(call))
        return;
    if (!json_string(json_get(call->message, "text"), text, sizeof text) || !text_fits(text, CHAT_CHARACTERS) ||
        !text[strspn(text, " ")]) {
        refuse(call, NO_FORM, N_("A line of chat has up to 500 characters."));
        return;
    }
    struct table *table = room_table(call->room);
    const struct ochre_setup *setup = table ? table_setup(table) : NULL;
    bool is_hushed = call->room->status == STORED_RUNNING && setup && setup->game->is_hushed &&
                     setup->game->is_hushed(setup, table_state(table));
    if (is_hushed) {
        refuse(call, NO_HUSH, N_("The game asks for silence now."));
        return;
    }
    if (!bucket_take(&call->sit->chat, 1.0, 5.0, hall_now(call->hall))) {
        refuse(call, NO_RATE, N_("One line a second is enough."));
        return;
    }
    room_add_chat(call->room, call->sit->seat, text);
    accepted(call);
}

static void do_standin(struct call *call)
{
    char bot[STORE_BOT_SIZE];
    struct json given = json_get(call->message, "bot");
    if (!needs_seat(call) || !needs_play(call) || !needs_store(call))
        return;
    bool is_back = json_kind(given) == JSON_NULL;
    if (!is_back && !read_bot(given, bot)) {
        refuse(call, NO_FORM, N_("There is no such computer player."));
        return;
    }
    if (!is_back)
        room_stand_in(call->room, call->sit->seat, bot);
    else if (call->room->seat[call->sit->seat].kept.bot[0])
        room_stand_in(call->room, call->sit->seat, NULL);
    accepted(call);
}

/* Computers for the seats that nobody has come to. */
static void fill_seats(struct room *room, const char bot[STORE_BOT_SIZE])
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct stored_seat *kept = &room->seat[seat].kept;
        if (kept->kind != STORED_OPEN && kept->kind != STORED_RESERVED)
            continue;
        *kept = (struct stored_seat){.kind = STORED_BOT};
        memcpy(kept->bot, bot, sizeof kept->bot);
    }
}

static void do_begin(struct call *call)
{
    bool is_without = false;
    char bot[STORE_BOT_SIZE] = STAND_IN;
    struct json given = json_get(call->message, "bot");
    struct room *room = call->room;
    if (!call->sit) {
        refuse(call, NO_SEAT, N_("You have no seat at this table."));
        return;
    }
    if (!room_is_host(room, call->sit->key, call->sit->seat)) {
        refuse(call, NO_OFF, N_("Only the host can do that."));
        return;
    }
    if (room->status != STORED_WAITING) {
        refuse(call, NO_OFF, N_("Play has begun already."));
        return;
    }
    if (json_there(given) && !read_bot(given, bot)) {
        refuse(call, NO_FORM, N_("There is no such computer player."));
        return;
    }
    (void)json_bool(json_get(call->message, "without"), &is_without);
    if (room->is_opening && !is_without) {
        refuse(call, NO_WAITING,
               N_("Shares are being opened; play begins by itself, or without those that are missing."));
        return;
    }
    if (!needs_store(call))
        return;
    bool is_opening = room->is_opening;
    fill_seats(room, bot);
    room_change(room);
    if (is_opening && room_table(room))
        room_begin(room);
    else
        room_begin_if_full(room);
    accepted(call);
}

/* A rematch is a new table, and counts as one. */
static bool may_make_table(const struct call *call)
{
    double per_hour = call->hall->config.tables_per_hour;
    struct address *address = call->peer->address;
    if (bucket_take(&address->tables, per_hour / 3600.0, per_hour, hall_now(call->hall)))
        return true;
    diary_say(call->hall->config.diary, DIARY_WARNING, "limit", address->name, "why",
              "Too many new tables from your address; wait a while.");
    refuse(call, NO_RATE, N_("Too many new tables from your address; wait a while."));
    return false;
}

static void do_rematch(struct call *call)
{
    struct room *room = call->room;
    unsigned char bytes[FAIR_SIZE];
    const unsigned char *pledge;
    if (!needs_seat(call) || !needs_store(call))
        return;
    if (room->status != STORED_OVER) {
        refuse(call, NO_OFF, N_("The play is not over."));
        return;
    }
    bool is_made = room->rematch[0] && hall_find(call->hall, room->rematch);
    if (!is_made && call->hall->drain.is_on) {
        refuse(call, NO_BUSY, N_("No new tables now: the server will be restarted soon."));
        return;
    }
    if (!read_pledge(call->message, bytes, &pledge)) {
        refuse(call, NO_FORM, N_("A pledge is 64 hexadecimal digits; entropy is no longer taken."));
        return;
    }
    if (!is_made && !may_make_table(call))
        return;
    if (!is_made && !room_again(room, call->sit->seat, pledge)) {
        refuse(call, NO_TABLE, N_("This table cannot be restored; it has been set aside."));
        return;
    }
    room_tell_table(room);
    accepted(call);
}

/* ---- hints ---- */

#define HINT_BOT "level:7"

/* A hint that somebody waits for; `sit` cancels it when it goes. */
struct hint {
    struct sit *sit;
    uint32_t ask;
    char id[MESSAGE_ID_SIZE];
};

static void hint_failed(const struct hint *hint, enum no_code code, const char *english)
{
    const struct ochre_text words = {.tongue = hint->sit->peer->tongue};
    peer_refuse(hint->sit->peer, &(struct refusal){.code = code,
                                                   .id = hint->id[0] ? hint->id : NULL,
                                                   .table = hint->sit->room->id,
                                                   .of = "hint",
                                                   .ask = hint->ask,
                                                   .why = text_word(&words, english)});
}

static void tell_hint(const struct hint *hint, const struct thought *thought)
{
    const struct sit *sit = hint->sit;
    struct note note;
    note_begin(&note, "hint", hint->id[0] ? hint->id : NULL, sit->room->id);
    json_field_int(&note.writer, "ask", hint->ask);
    char words[TABLE_WHY_SIZE] = "";
    struct ochre_text text = text_in(words, sizeof words, sit->peer->tongue);
    table_move_words(sit->room->table, sit->seat, thought->action, &text);
    json_field_string(&note.writer, "words", words);
    hint_write(thought, &note.writer);
    if (note.out.cut)
        hint_failed(hint, NO_BUSY, N_("No hint came of it; try again."));
    else
        note_post(&note, sit->peer);
}

/* The question may have gone while it was thought about: then that is the answer. */
static void hint_done(void *who, const struct thought *thought)
{
    struct hint *hint = who;
    struct sit *sit = hint->sit;
    sit->hint = NULL;
    if (thought->thoughts->is_astray)
        room_note_astray(sit->room, HINT_BOT);
    if (sit->room->table && table_ask(sit->room->table, sit->seat) == hint->ask)
        tell_hint(hint, thought);
    else
        hint_failed(hint, NO_ASK, N_("That question is not open now."));
    free(hint);
}

/* Without thinkers (tests) the hint is thought out on the spot. */
static void hint_here(struct hint *hint, const struct ochre_view *view, int seat)
{
    struct bot_thoughts thoughts = {0};
    struct bot *bot = bot_new("greedy", NULL);
    const struct ochre_setup *setup = table_setup(hint->sit->room->table);
    ochre_action action = bot_think(bot, setup, view, seat, &hint->sit->room->hall->rng, &thoughts);
    hint_done(hint,
              &(struct thought){.seat = seat, .action = action, .thoughts = &thoughts, .view = view, .setup = setup});
    bot_delete(bot);
}

static void do_hint(struct call *call)
{
    struct ochre_view view;
    struct ochre_error error;
    if (!needs_seat(call) || !needs_play(call))
        return;
    struct room *room = call->room;
    int seat = call->sit->seat;
    if (!room_is_asked(room, seat) || call->ask != table_ask(room->table, seat)) {
        refuse(call, room_is_asked(room, seat) ? NO_ASK : NO_TURN, N_("That question is not open now."));
        return;
    }
    if (call->sit->hint) {
        refuse(call, NO_BUSY, N_("A hint is being thought out already."));
        return;
    }
    struct hint *hint = new_memory(sizeof *hint);
    hint->sit = call->sit;
    hint->ask = (uint32_t)call->ask;
    memcpy(hint->id, call->id, sizeof hint->id);
    table_view(room->table, seat, &view);
    if (!call->hall->config.thinkers) {
        hint_here(hint, &view, seat);
        return;
    }
    call->sit->hint_job = thinkers_ask(call->hall->config.thinkers,
                                       &(struct thinking){.person = call->peer->address->number,
                                                          .table = room->number,
                                                          .bot = HINT_BOT,
                                                          .opening = (struct opening *)table_opening(room->table),
                                                          .view = &view,
                                                          .seat = seat,
                                                          .seed = 1,
                                                          .is_hint = true,
                                                          .done = hint_done,
                                                          .who = hint},
                                       &error);
    if (call->sit->hint_job) {
        call->sit->hint = hint;
        return;
    }
    free(hint);
    refuse(call, NO_BUSY, N_("All computer players are busy; try again in a moment."));
}

static void do_ping(struct call *call)
{
    struct note note;
    note_begin(&note, "pong", call->id[0] ? call->id : NULL, NULL);
    note_post(&note, call->peer);
}

/* ---- finding out what it is ---- */

/* A few bytes can ask for a lot: a whole play told or played again, all open tables once more. That counts as so many
 * messages more. */

static int64_t work_of_hello(const struct call *call)
{
    return call->peer->sit_count;
}

static int64_t work_of_sit(const struct call *call)
{
    int64_t since = 0;
    (void)json_int(json_get(call->message, "since"), &since);
    return since > 0 && since <= call->room->steps ? (call->room->steps - since) / STEPS_TOLD
                                                   : call->room->steps / STEPS_TOLD;
}

static int64_t work_of_look(const struct call *call)
{
    int64_t step = 0;
    (void)json_int(json_get(call->message, "step"), &step);
    return step > 0 && step <= call->room->steps ? step / STEPS_PLAYED : 0;
}

static const struct handler {
    const char *name;
    bool needs_table;
    void (*act)(struct call *call);
    int64_t (*work)(const struct call *call); /* NULL: the usual */
} handlers[] = {
    {"move", true, do_move, NULL},       {"hello", false, do_hello, work_of_hello},
    {"sit", true, do_sit, work_of_sit},  {"rise", true, do_rise, NULL},
    {"why", true, do_why, NULL},         {"undo", true, do_undo, NULL},
    {"consent", true, do_consent, NULL}, {"hint", true, do_hint, NULL},
    {"chat", true, do_chat, NULL},       {"resign", true, do_resign, NULL},
    {"standin", true, do_standin, NULL}, {"begin", true, do_begin, NULL},
    {"rematch", true, do_rematch, NULL}, {"look", true, do_look, work_of_look},
    {"ping", false, do_ping, NULL},      {"open", true, do_open, NULL},
};

/* One connection may ask for as much work as it may send messages, one address for that of a few connections. */
static bool may_work(const struct call *call, int64_t work)
{
    struct peer *peer = call->peer;
    double rate = call->hall->config.messages_per_second;
    int64_t now = hall_now(call->hall);
    if (work <= 0 || (bucket_take_some(&peer->messages, (double)work, rate, rate * MESSAGES_BURST_SECONDS, now) &&
                      bucket_take_some(&peer->address->work, (double)work, rate * WORK_PEERS,
                                       rate * WORK_PEERS * MESSAGES_BURST_SECONDS, now)))
        return true;
    diary_say(call->hall->config.diary, DIARY_WARNING, "limit", peer->address->name, "why",
              "Too much work on one connection.");
    refuse(call, NO_RATE, N_("That is a lot of work; wait a moment."));
    return false;
}

/* A number, or a short text: as it was written. */
static bool read_message_id(struct json value, char id[MESSAGE_ID_SIZE])
{
    size_t length;
    if (!json_there(value))
        return true;
    enum json_kind kind = json_kind(value);
    const char *raw = json_raw(value, &length);
    if ((kind != JSON_NUMBER && kind != JSON_STRING) || length > MESSAGE_ID_SIZE - 3)
        return false;
    struct ochre_text text = text_on(id, MESSAGE_ID_SIZE);
    text_add(&text, kind == JSON_STRING ? "\"" : "");
    text_add_bytes(&text, raw, length);
    text_add(&text, kind == JSON_STRING ? "\"" : "");
    return true;
}

static bool find_table(struct call *call)
{
    if (!read_id(json_get(call->message, "table"), call->table)) {
        refuse(call, NO_FORM, N_("The message names no table."));
        return false;
    }
    call->sit = peer_sit_at(call->peer, call->table);
    call->room = call->sit ? call->sit->room : hall_find(call->hall, call->table);
    if (call->room ? !room_is_there(call->room) : call->hall->is_blind)
        refuse(call, NO_KEEP, room_is_unread);
    else if (call->room && !call->room->is_going && !call->room->is_dead)
        return true;
    else
        refuse(call, NO_TABLE, N_("There is no such table."));
    return false;
}

static void understand(struct call *call)
{
    char kind[16] = "";
    (void)json_string(json_get(call->message, "t"), kind, sizeof kind);
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (!text_same(kind, handlers[i].name))
            continue;
        call->of = handlers[i].name;
        if (handlers[i].needs_table && !find_table(call))
            return;
        if (call->sit && call->sit->seat != OCHRE_NOBODY)
            call->room->person = call->peer->address->number; /* computers that answer use this person's time */
        if (may_work(call, handlers[i].work ? handlers[i].work(call) : 0))
            handlers[i].act(call);
        return;
    }
    refuse(call, NO_FORM, N_("There is no such message."));
}

/* Too often: said so, and in the end shown the door. */
static bool is_flooding(struct peer *peer)
{
    int rate = peer->hall->config.messages_per_second;
    if (bucket_take(&peer->messages, rate, (double)rate * MESSAGES_BURST_SECONDS, hall_now(peer->hall))) {
        peer->strikes = (int16_t)(peer->strikes > 0 ? peer->strikes - 1 : 0);
        return false;
    }
    diary_say(peer->hall->config.diary, DIARY_WARNING, "limit", peer->address->name, "why",
              "Too many messages on one connection.");
    if (++peer->strikes > STRIKES_MAX) {
        peer->is_closing = true;
        peer->how->close(peer->line, 1008);
    }
    return true;
}

/* What every message may have: its id and the question. False when it is no message. */
static bool read_call(struct call *call, const char *text, size_t length, struct json_node *nodes, struct json_doc *doc)
{
    struct ochre_error error;
    if (!read_object(text, length, nodes, MESSAGE_NODES, doc, &error)) {
        refuse(call, NO_FORM, N_("A message is one JSON object with a few members."));
        return false;
    }
    call->message = json_root(doc);
    bool has_id = read_message_id(json_get(call->message, "id"), call->id);
    (void)json_int(json_get(call->message, "ask"), &call->ask);
    if (!has_id)
        refuse(call, NO_FORM, N_("An id is a number or a short text."));
    return has_id;
}

/* The door. The rate comes first: of what is too much only a short message is read, for the sake of its id. */
void peer_heard(struct peer *peer, const char *text, size_t length)
{
    struct json_doc doc;
    struct json_node nodes[MESSAGE_NODES]; /* of this message, for as long as it is being answered */
    struct call call = {.peer = peer, .hall = peer->hall, .ask = -1};
    peer->hall->measures.messages++;
    if (peer->is_closing)
        return;
    bool is_flood = is_flooding(peer);
    if (peer->is_closing)
        return;
    if (is_flood && (!text || length > MESSAGE_SHORT))
        refuse(&call, NO_RATE, N_("Too many messages; slow down."));
    else if (!text || length > MESSAGE_SIZE)
        refuse(&call, NO_SIZE, N_("A message is text of at most 4 kB."));
    else if (read_call(&call, text, length, nodes, &doc) && is_flood)
        refuse(&call, NO_RATE, N_("Too many messages; slow down."));
    else if (call.message.doc && !is_flood)
        understand(&call);
}
