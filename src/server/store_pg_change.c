/* store_pg_change.c: the changes of a batch, as statements that are sent one after the other without waiting. */
#include <stdlib.h>

#include "server/store_pg.h"

void pg_send(struct pg_sending *sending, enum pg_statement which, const struct pg_arguments *arguments)
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
void pg_send_numbers(struct pg_sending *sending, enum pg_statement which, int64_t a, int64_t b, int64_t c)
{
    const int64_t numbers[] = {a, b, c};
    struct pg_arguments arguments = {0};
    for (int i = 0; i < 3 && i < pg_words[which].arguments; i++)
        pg_add_number(&arguments, numbers[i]);
    pg_send(sending, which, &arguments);
}

/* ---- changes ---- */

static void put_seats(struct pg_sending *sending, const struct stored_table *table)
{
    struct pg_list lists[6] = {0};
    struct pg_arguments arguments = {0};
    pg_add_number(&arguments, table->number);
    for (int i = 0; i < table->seat_count && i < OCHRE_SEATS_MAX; i++) {
        const struct stored_seat *seat = &table->seat[i];
        pg_list_number(&lists[0], seat->kind);
        pg_list_text(&lists[1], seat->name);
        pg_list_text(&lists[2], seat->bot);
        pg_list_bytes(&lists[3], seat->key, seat->has_key ? STORE_KEY_SIZE : 0);
        pg_list_bytes(&lists[4], seat->chance.share, seat->chance.share_size);
        pg_list_bytes(&lists[5], seat->chance.pledge, seat->chance.has_pledge ? FAIR_SIZE : 0);
    }
    pg_lists_close(&arguments, lists, 6);
    pg_send(sending, PG_PUT_SEATS, &arguments);
    pg_lists_free(lists, 6);
}

/* Did the batch say what it builds on, before this change? */
static bool is_marked(const struct store_batch *batch, const struct change *until)
{
    for (const struct change *change = batch->first; change != until; change = change->next)
        if (change->kind == BUILD_ON && change->number == until->number)
            return true;
    return false;
}

static void put_table(struct pg_sending *sending, const struct change *change)
{
    const struct stored_table *table = change->table;
    char seed[PG_HEX_SIZE];
    struct pg_arguments row = {0};
    if (!is_marked(sending->now, change))
        pg_send_numbers(sending, PG_PUT_HEAD, table->number, 0, 0);
    pg_hex(table->seed, sizeof table->seed, seed);
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
    pg_send(sending, PG_PUT_TABLE, &row);
    if (table->seat_count > 0)
        put_seats(sending, table);
    if (table->pack) {
        struct pg_arguments pack = {0};
        pg_add_text(&pack, table->pack_hash);
        pg_add_text(&pack, table->pack);
        pg_send(sending, PG_PUT_PACK, &pack);
    }
}

/* ---- what a batch needs of a table before it changes it ---- */

static void add_needs(const struct pg_sending *sending, struct pg_arguments *arguments)
{
    const struct pg_needs *needs = &sending->needs;
    if (needs->is_marked) {
        pg_add_number(arguments, needs->before);
        pg_add_number(arguments, needs->after);
    } else {
        pg_add_text(arguments, NULL);
        pg_add_text(arguments, NULL);
    }
    if (needs->needs_lease)
        pg_add_number(arguments, sending->pg->store->server);
    else
        pg_add_text(arguments, NULL);
}

/* Whatever no change could carry. */
static void send_needs(struct pg_sending *sending)
{
    struct pg_arguments arguments = {0};
    if (sending->needs.number == 0)
        return;
    pg_add_number(&arguments, sending->needs.number);
    add_needs(sending, &arguments);
    pg_send(sending, PG_NEED, &arguments);
    sending->needs = (struct pg_needs){0};
}

static struct pg_needs *needs_of(struct pg_sending *sending, int64_t number)
{
    if (sending->needs.number != number)
        send_needs(sending);
    sending->needs.number = number;
    return &sending->needs;
}

static void build_on(struct pg_sending *sending, const struct change *change)
{
    if (change->before == 0) { /* it is new */
        pg_send_numbers(sending, PG_NEW_HEAD, change->number, change->after, 0);
        return;
    }
    struct pg_needs *needs = needs_of(sending, change->number);
    needs->is_marked = true;
    needs->before = change->before;
    needs->after = change->after;
}

/* ---- moves ---- */

/* Does `next` go on where the change ends? */
static bool goes_on(const struct change *change, const struct change *next, int count)
{
    return next && next->kind == ADD_MOVES && next->number == change->number && next->first == change->first + count;
}

/* These and those that follow in the same batch; the last change that was used. */
static const struct change *add_moves(struct pg_sending *sending, const struct change *change)
{
    struct pg_list lists[4] = {0};
    struct pg_arguments arguments = {0};
    if (sending->needs.number != change->number)
        send_needs(sending);
    pg_add_number(&arguments, change->number);
    pg_add_number(&arguments, change->first);
    const struct change *at = change;
    for (int count = 0;;) {
        for (int i = 0; i < at->count; i++, count++) {
            const struct stored_move *move = &at->moves[i];
            pg_list_number(&lists[0], move->seat);
            pg_list_number(&lists[1], move->at);
            pg_list_text(&lists[2], move->text);
            pg_list_number(&lists[3], sum_of_move(change->number, change->first + count, move));
        }
        if (!goes_on(change, at->next, count))
            break;
        at = at->next;
    }
    pg_lists_close(&arguments, lists, 4);
    add_needs(sending, &arguments);
    sending->needs = (struct pg_needs){0};
    pg_send(sending, PG_ADD_MOVES, &arguments);
    pg_lists_free(lists, 4);
    return at;
}

static void add_chat(struct pg_sending *sending, int64_t number, const struct stored_chat *chat)
{
    struct pg_arguments line = {0};
    pg_add_number(&line, number);
    pg_add_number(&line, chat->number);
    pg_add_number(&line, chat->seat);
    pg_add_number(&line, chat->at);
    pg_add_text(&line, chat->name);
    pg_add_text(&line, chat->text);
    pg_add_number(&line, sum_of_chat(number, chat));
    pg_send(sending, PG_ADD_CHAT, &line);
    if (chat->number > STORE_CHAT_MAX)
        pg_send_numbers(sending, PG_CUT_CHAT, number, chat->number - STORE_CHAT_MAX, 0);
}

static void drop_table(struct pg_sending *sending, int64_t number)
{
    for (int part = PG_DROP_HEAD; part <= PG_DROP_CHAT; part++)
        pg_send_numbers(sending, (enum pg_statement)part, number, 0, 0);
}

static void note_archived(struct pg_sending *sending, const struct change *change)
{
    struct pg_arguments note = {0};
    drop_table(sending, change->number);
    pg_add_text(&note, change->id);
    pg_add_text(&note, change->path);
    pg_add_text(&note, change->text);
    pg_send(sending, PG_NOTE_ARCHIVED, &note);
}

static void put_memo(struct pg_sending *sending, const char *name, const char *text)
{
    struct pg_arguments memo = {0};
    pg_add_text(&memo, name);
    if (text) {
        pg_add_text(&memo, text);
        pg_add_number(&memo, sum_of_memo(name, text));
    }
    pg_send(sending, text ? PG_PUT_MEMO : PG_DROP_MEMO, &memo);
}

/* ---- a batch ---- */

/* The last change that was used. */
static const struct change *send_change(struct pg_sending *sending, const struct change *change)
{
    int64_t server = sending->pg->store->server;
    switch (change->kind) {
    case BUILD_ON: build_on(sending, change); return change;
    case NEED_LEASE: needs_of(sending, change->number)->needs_lease = true; return change;
    case ADD_MOVES: return add_moves(sending, change);
    case ADD_WORD: return change; /* with the news */
    default: send_needs(sending);
    }
    switch (change->kind) {
    case PUT_TABLE: put_table(sending, change); break;
    case CUT_MOVES:
        pg_send_numbers(sending, PG_CUT_HEAD, change->number, change->count, 0);
        pg_send_numbers(sending, PG_CUT_MOVES, change->number, change->count, 0);
        break;
    case ADD_CHAT: add_chat(sending, change->number, change->chat); break;
    case DROP_TABLE: drop_table(sending, change->number); break;
    case NOTE_ARCHIVED: note_archived(sending, change); break;
    case PUT_MEMO: put_memo(sending, change->name, change->text); break;
    case SET_COUNTS: pg_send_numbers(sending, PG_SET_COUNTS, change->number, change->first, change->count); break;
    case TAKE_LEASE: pg_send_numbers(sending, PG_TAKE_LEASE, change->number, server, 0); break;
    case DROP_LEASE: pg_send_numbers(sending, PG_DROP_LEASE, change->number, server, 0); break;
    default: break;
    }
    return change;
}

void pg_send_batch(struct pg_sending *sending, struct store_batch *batch)
{
    sending->now = batch;
    for (const struct change *change = batch->first; change; change = change->next)
        change = send_change(sending, change);
    send_needs(sending);
    sending->now = NULL;
}
