/* store_pg_write.c: batches become rows, all that have queued up in one transaction, sent at once.
 *
 * A commit whose answer is lost with the connection is neither durable nor failed until the database has been asked:
 * every transaction leaves its number (its turn) in the row of this server in `turns`, if the connection is the last
 * one that this server has made (its session). A new connection first raises the session, which waits for a transaction
 * of the old one that has come so far, and refuses one that has not. After that the turn that stands there is the
 * truth. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_pg.h"

enum { TRIES_MAX = 20 };

/* What became of a try: kept; a batch was found not to fit, once more without it; once more as it is; all of it has
 * failed; nobody knows. */
enum outcome { KEPT, WITHOUT_ONE, AGAIN, FAILED, LOST };

/* What was sent, and for whom. */
struct sending {
    struct pg_store *pg;
    struct pg_link *link;
    struct store_batch **owner; /* of each statement; NULL: of all */
    int count, room;
    struct store_batch *now; /* whose statements are being sent */
    bool is_lost;
};

static void send(struct sending *sending, enum pg_statement which, const struct pg_arguments *arguments)
{
    if (sending->is_lost)
        return;
    if (sending->count == sending->room) {
        sending->room = sending->room ? 2 * sending->room : 64;
        struct store_batch **larger = realloc(sending->owner, (size_t)sending->room * sizeof(struct store_batch *));
        if (!larger)
            abort(); /* no memory */
        sending->owner = larger;
    }
    sending->owner[sending->count++] = sending->now;
    sending->is_lost = !pg_link_send(sending->link, which, arguments);
}

/* As many of the numbers as the statement has places for. */
static void send_numbers(struct sending *sending, enum pg_statement which, int64_t a, int64_t b, int64_t c)
{
    const int64_t numbers[] = {a, b, c};
    struct pg_arguments arguments = {0};
    for (int i = 0; i < pg_words[which].arguments; i++)
        pg_add_number(&arguments, numbers[i]);
    send(sending, which, &arguments);
}

/* ---- lists as PostgreSQL writes them ---- */

struct list {
    char *text;
    size_t length, room;
};

static void put(struct list *list, const char *bytes, size_t count)
{
    if (list->length + count + 1 > list->room) {
        list->room = 2 * (list->length + count + 1) + 64;
        char *larger = realloc(list->text, list->room);
        if (!larger)
            abort(); /* no memory */
        list->text = larger;
    }
    memcpy(list->text + list->length, bytes, count);
    list->length += count;
    list->text[list->length] = '\0';
}

static void begin_item(struct list *list)
{
    put(list, list->length == 0 ? "{" : ",", 1);
}

static void list_text(struct list *list, const char *text)
{
    begin_item(list);
    if (!text) {
        put(list, "NULL", 4);
        return;
    }
    put(list, "\"", 1);
    for (;;) {
        size_t plain = strcspn(text, "\"\\");
        put(list, text, plain);
        text += plain;
        if (!*text)
            break;
        put(list, "\\", 1);
        put(list, text++, 1);
    }
    put(list, "\"", 1);
}

static void list_number(struct list *list, int64_t number)
{
    char digits[PG_NUMBER_SIZE];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)number);
    begin_item(list);
    put(list, digits, (size_t)length);
}

static void to_hex(const unsigned char *bytes, size_t count, char *hex)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * count] = '\0';
}

enum { HEX_SIZE = 2 * 64 + 1 };

static void list_bytes(struct list *list, const unsigned char *bytes, size_t count)
{
    char hex[HEX_SIZE];
    assert(2 * count < sizeof hex);
    to_hex(bytes, count, hex);
    list_text(list, count > 0 ? hex : NULL);
}

static void send_lists(struct sending *sending, enum pg_statement which, struct pg_arguments *arguments,
                       struct list *lists, int count)
{
    for (int i = 0; i < count; i++) {
        put(&lists[i], "}", 1);
        pg_add_text(arguments, lists[i].text);
    }
    send(sending, which, arguments);
    for (int i = 0; i < count; i++)
        free(lists[i].text);
}

/* ---- changes ---- */

static void put_seats(struct sending *sending, const struct stored_table *table)
{
    struct list lists[6] = {0};
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, table->number);
    for (int i = 0; i < table->seat_count && i < OCHRE_SEATS_MAX; i++) {
        const struct stored_seat *seat = &table->seat[i];
        list_number(&lists[0], seat->kind);
        list_text(&lists[1], seat->name);
        list_text(&lists[2], seat->bot);
        list_bytes(&lists[3], seat->key, seat->has_key ? STORE_KEY_SIZE : 0);
        list_bytes(&lists[4], seat->chance.share, seat->chance.share_size);
        list_bytes(&lists[5], seat->chance.pledge, seat->chance.has_pledge ? FAIR_SIZE : 0);
    }
    send_lists(sending, PG_PUT_SEATS, &arguments, lists, 6);
}

static void put_table(struct sending *sending, const struct stored_table *table)
{
    char seed[HEX_SIZE];
    struct pg_arguments row = {0};
    to_hex(table->seed, sizeof table->seed, seed);
    pg_add_number(&row, table->number);
    pg_add_text(&row, table->id);
    pg_add_number(&row, table->status);
    pg_add_text(&row, table->why);
    pg_add_text(&row, table->game);
    pg_add_number(&row, table->rules);
    pg_add_number(&row, table->seat_count);
    pg_add_text(&row, table->options);
    pg_add_text(&row, table->pack_id);
    pg_add_text(&row, table->pack_hash);
    pg_add_text(&row, table->pack ? "t" : "f");
    pg_add_text(&row, table->position);
    pg_add_text(&row, seed);
    pg_add_text(&row, table->notes);
    pg_add_number(&row, table->made);
    pg_add_number(&row, table->ended);
    pg_add_number(&row, table->fair_version);
    pg_add_number(&row, sum_of_table(table));
    send(sending, PG_PUT_TABLE, &row);
    if (table->seat_count > 0)
        put_seats(sending, table);
    if (table->pack) {
        struct pg_arguments pack = {0};
        pg_add_text(&pack, table->pack_hash);
        pg_add_text(&pack, table->pack);
        send(sending, PG_PUT_PACK, &pack);
    }
}

/* Does `next` go on where the change ends? */
static bool goes_on(const struct change *change, const struct change *next, int count)
{
    return next && next->kind == ADD_MOVES && next->number == change->number && next->first == change->first + count;
}

/* These and those that follow in the same batch; the last change that was used. */
static const struct change *add_moves(struct sending *sending, const struct change *change)
{
    struct list lists[4] = {0};
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, change->number);
    pg_add_number(&arguments, change->first);
    const struct change *at = change;
    for (int count = 0;;) {
        for (int i = 0; i < at->count; i++, count++) {
            const struct stored_move *move = &at->moves[i];
            list_number(&lists[0], move->seat);
            list_number(&lists[1], move->at);
            list_text(&lists[2], move->text);
            list_number(&lists[3], sum_of_move(change->number, change->first + count, move));
        }
        if (!goes_on(change, at->next, count))
            break;
        at = at->next;
    }
    send_lists(sending, PG_ADD_MOVES, &arguments, lists, 4);
    return at;
}

static void add_chat(struct sending *sending, int64_t number, const struct stored_chat *chat)
{
    struct pg_arguments line = {0};
    pg_add_number(&line, number);
    pg_add_number(&line, chat->number);
    pg_add_number(&line, chat->seat);
    pg_add_number(&line, chat->at);
    pg_add_text(&line, chat->name);
    pg_add_text(&line, chat->text);
    pg_add_number(&line, sum_of_chat(number, chat));
    send(sending, PG_ADD_CHAT, &line);
    if (chat->number > STORE_CHAT_MAX)
        send_numbers(sending, PG_CUT_CHAT, number, chat->number - STORE_CHAT_MAX, 0);
}

static void drop_table(struct sending *sending, int64_t number)
{
    for (int part = PG_DROP_HEAD; part <= PG_DROP_CHAT; part++)
        send_numbers(sending, (enum pg_statement)part, number, 0, 0);
}

static void note_archived(struct sending *sending, const struct change *change)
{
    struct pg_arguments note = {0};
    drop_table(sending, change->number);
    pg_add_text(&note, change->id);
    pg_add_text(&note, change->path);
    pg_add_text(&note, change->text);
    send(sending, PG_NOTE_ARCHIVED, &note);
}

static void put_memo(struct sending *sending, const char *name, const char *text)
{
    struct pg_arguments memo = {0};
    pg_add_text(&memo, name);
    if (text) {
        pg_add_text(&memo, text);
        pg_add_number(&memo, sum_of_memo(name, text));
    }
    send(sending, text ? PG_PUT_MEMO : PG_DROP_MEMO, &memo);
}

static void add_or_any(struct pg_arguments *arguments, int64_t number)
{
    if (number < 0)
        pg_add_text(arguments, NULL);
    else
        pg_add_number(arguments, number);
}

static void build_on(struct sending *sending, int64_t number, const struct store_base *base)
{
    struct pg_arguments needed = {0};
    pg_add_number(&needed, number);
    add_or_any(&needed, base->version);
    add_or_any(&needed, base->moves);
    add_or_any(&needed, base->lost_asks);
    send(sending, PG_BUILD_ON, &needed);
}

/* The last change that was used. */
static const struct change *send_change(struct sending *sending, const struct change *change)
{
    int64_t server = sending->pg->store->server;
    switch (change->kind) {
    case PUT_TABLE: put_table(sending, change->table); break;
    case ADD_MOVES: return add_moves(sending, change);
    case CUT_MOVES:
        send_numbers(sending, PG_CUT_HEAD, change->number, change->count, 0);
        send_numbers(sending, PG_CUT_MOVES, change->number, change->count, 0);
        break;
    case ADD_CHAT: add_chat(sending, change->number, change->chat); break;
    case DROP_TABLE: drop_table(sending, change->number); break;
    case NOTE_ARCHIVED: note_archived(sending, change); break;
    case PUT_MEMO: put_memo(sending, change->name, change->text); break;
    case BUILD_ON: build_on(sending, change->number, &change->base); break;
    case TAKE_LEASE: send_numbers(sending, PG_TAKE_LEASE, change->number, server, 0); break;
    case DROP_LEASE: send_numbers(sending, PG_DROP_LEASE, change->number, server, 0); break;
    case NEED_LEASE: send_numbers(sending, PG_NEED_LEASE, change->number, server, 0); break;
    case ADD_WORD: break; /* with the news */
    }
    return change;
}

static void send_batch(struct sending *sending, struct store_batch *batch)
{
    sending->now = batch;
    for (const struct change *change = batch->first; change; change = change->next)
        change = send_change(sending, change);
    sending->now = NULL;
}

/* ---- what the others are told ---- */

/* "SERVER TURN PART", and a line for each: "t NUMBER" a table, "m" memos, "w NUMBER TEXT" a word. PostgreSQL takes
 * 8,000 bytes, and would merge payloads that are equal. */
enum { NEWS_MAX = 7990 };

struct news {
    struct sending *sending;
    struct list list;
    size_t head;
    int parts;
};

static void send_news(struct news *news)
{
    struct pg_arguments arguments = {0};
    if (news->list.length > news->head) {
        pg_add_text(&arguments, news->list.text);
        send(news->sending, PG_NOTIFY, &arguments);
    }
    news->list.length = 0;
}

static void add_news(struct news *news, const char *line, size_t length)
{
    if (news->list.length > 0 && news->list.length + length + 1 > NEWS_MAX)
        send_news(news);
    if (news->list.length == 0) {
        char head[80];
        const struct pg_store *pg = news->sending->pg;
        int size = snprintf(head, sizeof head, "%lld %lld %d", (long long)pg->store->server, (long long)pg->turn,
                            news->parts++);
        put(&news->list, head, (size_t)size);
        news->head = (size_t)size;
    }
    put(&news->list, "\n", 1);
    put(&news->list, line, length);
}

/* A line is a line: what would end it is written as two characters. */
static void add_word(struct news *news, int64_t number, const char *text)
{
    struct list line = {0};
    char head[40];
    int size = snprintf(head, sizeof head, "w %lld ", (long long)number);
    put(&line, head, (size_t)size);
    for (; *text; text++) {
        if (*text == '\n' || *text == '\\')
            put(&line, *text == '\n' ? "\\n" : "\\\\", 2);
        else
            put(&line, text, 1);
    }
    assert(line.length < NEWS_MAX - 80); /* even with two characters for each: STORE_WORD_SIZE */
    add_news(news, line.text, line.length);
    free(line.text);
}

static void add_table(struct news *news, int64_t number)
{
    char line[40];
    int size = snprintf(line, sizeof line, "t %lld", (long long)number);
    add_news(news, line, (size_t)size);
}

/* In the order of the changes; a table that changes several times running is named once. */
static void tell_others(struct sending *sending, struct store_batch **batches, int count)
{
    struct news news = {.sending = sending};
    int64_t last = 0;
    for (int i = 0; i < count; i++)
        for (const struct change *change = batches[i]->result == STORE_DURABLE ? batches[i]->first : NULL; change;
             change = change->next) {
            if (change->kind == ADD_WORD)
                add_word(&news, change->number, change->text);
            else if (change->kind == PUT_MEMO)
                add_news(&news, "m", 1);
            else if (change->number != last && change->kind != BUILD_ON && change->kind != NEED_LEASE)
                add_table(&news, last = change->number);
        }
    send_news(&news);
    free(news.list.text);
}

/* ---- one try ---- */

static enum store_result meaning(const char *state)
{
    if (text_same(state, "53100") || text_same(state, "53000"))
        return STORE_FULL;
    return text_same(state, "25006") || text_same(state, "42501") ? STORE_READONLY : STORE_BROKEN;
}

static const char *words_of(enum store_result result)
{
    static const char *const words[] = {
        [STORE_DURABLE] = "",
        [STORE_FULL] = N_("there is no room left on the disk of the server's database"),
        [STORE_READONLY] = N_("the server's database cannot be written to"),
        [STORE_BROKEN] = N_("the server's database reports errors"),
        [STORE_STALE] = N_("the table has changed meanwhile"),
    };
    return words[result];
}

static const char away[] = N_("the server's database cannot be reached");

static void fail(struct store_batch *batch, enum store_result result, const char *why)
{
    struct ochre_text text = text_on(batch->why, sizeof batch->why);
    batch->result = result;
    text_add(&text, why);
}

static void fail_all(struct store_batch *group, enum store_result result, const char *why)
{
    for (; group; group = group->next)
        if (group->result == STORE_DURABLE)
            fail(group, result, why);
}

/* What the first failure means. A change that does not fit, or a value that PostgreSQL does not take, is its batch's
 * own trouble. */
static enum outcome judge(const PGresult *result, struct store_batch *owner, enum store_result *reason)
{
    const char *state = result_state(result);
    *reason = meaning(state);
    if (text_starts(state, "40", NULL) || text_same(state, "55P03"))
        return AGAIN;
    if (text_same(state, "OC002"))
        return LOST;
    bool is_its_own = text_same(state, "OC001") || text_starts(state, "22", NULL) || text_starts(state, "23", NULL);
    if (!owner || !is_its_own)
        return FAILED;
    fail(owner, STORE_STALE, words_of(STORE_STALE));
    return WITHOUT_ONE;
}

static enum outcome collect(struct sending *sending, enum store_result *reason)
{
    enum outcome outcome = KEPT;
    for (int i = 0; i < sending->count; i++) {
        PGresult *result = pg_link_result(sending->link, 0);
        if (!result)
            return LOST;
        if (outcome == KEPT && !result_is_fine(result))
            outcome = judge(result, sending->owner[i], reason);
        PQclear(result);
    }
    return pg_link_synced(sending->link, 0) ? outcome : LOST;
}

static bool has_only_words(struct store_batch **batches, int count)
{
    for (int i = 0; i < count; i++)
        for (const struct change *change = batches[i]->first; change; change = change->next)
            if (change->kind != ADD_WORD)
                return false;
    return true;
}

static enum outcome send_group(struct sending *sending, struct store_batch **batches, int count,
                               enum store_result *reason)
{
    const struct pg_store *pg = sending->pg;
    send(sending, PG_BEGIN, NULL);
    if (has_only_words(batches, count)) /* nothing that a disk has to wait for */
        send(sending, PG_LAX, NULL);
    else
        send_numbers(sending, PG_TURN, pg->store->server, pg->session, pg->turn);
    for (int i = 0; i < count; i++)
        if (batches[i]->result == STORE_DURABLE)
            send_batch(sending, batches[i]);
    tell_others(sending, batches, count);
    send(sending, PG_COMMIT, NULL);
    if (sending->is_lost || !pg_link_sync(sending->link)) {
        pg_link_close(sending->link);
        return LOST;
    }
    return collect(sending, reason);
}

static enum outcome try_group(struct pg_store *pg, struct store_batch **batches, int count, enum store_result *reason)
{
    struct sending sending = {.pg = pg, .link = &pg->writer};
    pg->turn++;
    enum outcome outcome = send_group(&sending, batches, count, reason);
    free(sending.owner);
    if (outcome != KEPT && outcome != LOST) {
        PGresult *result = pg_link_ask(&pg->writer, "ROLLBACK", NULL, 0);
        PQclear(result); /* a connection that is lost with it has changed nothing */
    }
    if (outcome == LOST)
        pg_link_close(&pg->writer);
    return outcome;
}

/* ---- connections ---- */

int pg_begin_session(struct pg_store *pg, bool is_first, int64_t *turn, struct ochre_error *error)
{
    if (pg_link_open(&pg->writer, &pg->store->config, PG_WRITER, is_first, error) < 0)
        return -1;
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, pg->store->server);
    PGresult *result =
        pg->store->server == 0
            ? pg_link_ask(&pg->writer,
                          "INSERT INTO turns(server, session, turn) VALUES(nextval('runs'), 1, 0) "
                          "RETURNING session, turn, server",
                          NULL, 0)
            : pg_link_ask(&pg->writer,
                          "INSERT INTO turns(server, session, turn) VALUES($1, 1, 0) ON CONFLICT(server) "
                          "DO UPDATE SET session = turns.session + 1 RETURNING session, turn, server",
                          &arguments, 0);
    bool is_fine = result_is_fine(result) && PQntuples(result) == 1;
    if (is_fine) {
        pg->session = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
        *turn = strtoll(PQgetvalue(result, 0, 1), NULL, 10);
        pg->store->server = strtoll(PQgetvalue(result, 0, 2), NULL, 10);
    } else {
        result_words(&pg->writer, result, error);
        pg_link_close(&pg->writer);
    }
    PQclear(result);
    return is_fine ? 0 : -1;
}

/* Is the last turn kept? Asks until somebody answers; LOST when we are to stop before that. */
static enum outcome decide(struct pg_store *pg)
{
    struct ochre_error error;
    int64_t kept;
    while (pg_begin_session(pg, false, &kept, &error) < 0) {
        store_note_health(pg->store, STORE_BROKEN, away);
        if (store_is_closing(pg->store))
            return LOST;
        store_rest(pg->store, 1);
    }
    assert(kept <= pg->turn);
    return kept == pg->turn ? KEPT : AGAIN;
}

/* ---- a group ---- */

static int64_t number_of(const struct store_batch *batch)
{
    for (const struct change *change = batch->first; change; change = change->next)
        if (change->number > 0)
            return change->number;
    return 0;
}

struct place {
    struct store_batch *batch;
    int64_t number;
    int at;
};

static int by_number(const void *a, const void *b)
{
    const struct place *one = a;
    const struct place *other = b;
    if (one->number != other->number)
        return one->number < other->number ? -1 : 1;
    return one->at - other->at;
}

/* By tables, so that two servers that change the same ones wait for each other in one order; those of one table as they
 * came. */
static struct store_batch **sorted(struct store_batch *group, int *count)
{
    int total = 0;
    for (const struct store_batch *batch = group; batch; batch = batch->next)
        total++;
    struct place *places = must_alloc((size_t)total * sizeof *places);
    struct store_batch **batches = must_alloc((size_t)total * sizeof *batches);
    for (int i = 0; i < total; i++, group = group->next)
        places[i] = (struct place){group, number_of(group), i};
    qsort(places, (size_t)total, sizeof *places, by_number);
    for (int i = 0; i < total; i++)
        batches[i] = places[i].batch;
    free(places);
    *count = total;
    return batches;
}

void pg_write(struct store *store, struct store_batch *group)
{
    struct pg_store *pg = pg_inner(store);
    struct ochre_error error;
    int64_t turn;
    if (!pg_link_is_up(&pg->writer) && pg_begin_session(pg, false, &turn, &error) < 0) {
        fail_all(group, STORE_BROKEN, away);
        return;
    }
    int count;
    struct store_batch **batches = sorted(group, &count);
    enum outcome outcome = AGAIN;
    enum store_result reason = STORE_BROKEN;
    int tries = 0;
    while (outcome == AGAIN || outcome == WITHOUT_ONE) {
        if (outcome == AGAIN && ++tries > TRIES_MAX) {
            outcome = FAILED;
            break;
        }
        outcome = try_group(pg, batches, count, &reason);
        if (outcome == LOST)
            outcome = decide(pg);
    }
    if (outcome != KEPT)
        fail_all(group, reason, outcome == LOST ? away : words_of(reason));
    free(batches);
}

/* ---- could something be written now? ---- */

static enum outcome send_probe(struct sending *sending, enum store_result *reason)
{
    int64_t server = sending->pg->store->server;
    send_numbers(sending, PG_PROBE, server, 0, 0);
    if (sending->is_lost || !pg_link_sync(sending->link)) {
        pg_link_close(sending->link);
        return LOST;
    }
    return collect(sending, reason);
}

static enum outcome probe_once(struct pg_store *pg, enum store_result *reason)
{
    struct sending sending = {.pg = pg, .link = &pg->writer};
    enum outcome outcome = send_probe(&sending, reason);
    if (outcome == KEPT) {
        sending.count = 0;
        send_numbers(&sending, PG_PROBED, pg->store->server, 0, 0);
        if (sending.is_lost || !pg_link_sync(sending.link) || collect(&sending, reason) == LOST)
            pg_link_close(sending.link);
    }
    free(sending.owner);
    return outcome;
}

enum store_result pg_probe(struct store *store, char *why, size_t size)
{
    struct pg_store *pg = pg_inner(store);
    struct ochre_text text = text_on(why, size);
    struct ochre_error error;
    int64_t turn;
    enum store_result reason = STORE_BROKEN;
    if (!pg_link_is_up(&pg->writer) && pg_begin_session(pg, false, &turn, &error) < 0) {
        text_add(&text, away);
        return STORE_BROKEN;
    }
    enum outcome outcome = probe_once(pg, &reason);
    if (outcome == KEPT)
        return STORE_DURABLE;
    text_add(&text, outcome == LOST ? away : words_of(reason));
    return reason;
}
