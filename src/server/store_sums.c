/* store_sums.c: checksums of rows, which every engine keeps beside them. */
#include <limits.h>
#include <string.h>

#include "base/hash.h"
#include "server/store_engine.h"

int small_number(int64_t number)
{
    return number < INT_MIN || number > INT_MAX ? INT_MIN : (int)number;
}

static uint64_t sum_number(uint64_t sum, int64_t number)
{
    return hash_bytes(sum, &number, sizeof number);
}

static uint64_t sum_text(uint64_t sum, const char *text)
{
    return text ? hash_bytes(sum, text, strlen(text) + 1) : sum_number(sum, -1);
}

static uint64_t sum_seat(uint64_t sum, const struct stored_seat *seat)
{
    sum = sum_number(sum, seat->kind);
    sum = sum_text(sum_text(sum, seat->name), seat->bot);
    sum = sum_number(sum, seat->has_key);
    if (seat->has_key)
        sum = hash_bytes(sum, seat->key, sizeof seat->key);
    sum = hash_bytes(sum, seat->chance.share, seat->chance.share_size);
    /* Nothing at all is added for what is not there: hashing no bytes would change the sums of form 4. */
    return seat->chance.has_pledge ? hash_bytes(sum, seat->chance.pledge, FAIR_SIZE) : sum;
}

int64_t sum_of_table(const struct stored_table *table)
{
    uint64_t sum = sum_number(0, table->number);
    sum = sum_text(sum, table->id);
    sum = sum_number(sum, table->status);
    sum = sum_text(sum_text(sum, table->why), table->game);
    sum = sum_number(sum_number(sum, table->rules), table->seat_count);
    sum = sum_text(sum_text(sum, table->options), table->pack_id);
    sum = sum_text(sum_text(sum, table->pack_hash), table->position);
    sum = hash_bytes(sum, table->seed, sizeof table->seed);
    sum = sum_text(sum, table->notes);
    sum = sum_number(sum_number(sum, table->made), table->ended);
    for (int seat = 0; seat < table->seat_count && seat < OCHRE_SEATS_MAX; seat++)
        sum = sum_seat(sum, &table->seat[seat]);
    if (table->fair_version != 1) /* rows of form 4 keep their sums */
        sum = sum_number(sum, table->fair_version);
    return (int64_t)sum;
}

int64_t sum_of_tally(int64_t number, int64_t lost_asks, int64_t kept, int64_t said)
{
    uint64_t sum = sum_number(sum_number(0, number), lost_asks);
    return (int64_t)(sum_number(sum_number(sum, kept), said) >> 32);
}

int64_t sum_of_move(int64_t number, int n, const struct stored_move *move)
{
    uint64_t sum = sum_number(sum_number(0, number), n);
    sum = sum_number(sum_number(sum, move->seat), move->at);
    /* 32 bits are enough for a letter, and a third of the row as it is. */
    return (int64_t)(sum_text(sum, move->text) >> 32);
}

int64_t sum_of_chat(int64_t number, const struct stored_chat *chat)
{
    uint64_t sum = sum_number(sum_number(0, number), chat->number);
    sum = sum_number(sum_number(sum, chat->seat), chat->at);
    return (int64_t)(sum_text(sum_text(sum, chat->name), chat->text) >> 32);
}

int64_t sum_of_memo(const char *name, const char *text)
{
    return (int64_t)(sum_text(sum_text(0, name), text) >> 32);
}
