/* store_rows.c: is what was read what was written? Nothing that is read is trusted: ranges and checksums are looked at,
 * and what is wrong with one table stays with that table. */
#include <string.h>

#include "server/store_engine.h"

enum { MOVES_MAX = 200000, LOST_ASKS_MAX = 100 * 1000 * 1000 };

const char row_damaged[] = "its row in the database is damaged";

void row_text(const char *from, char *buffer, size_t size)
{
    struct ochre_text text = text_on(buffer, size);
    text_add(&text, from);
}

int row_lost_asks(int64_t lost)
{
    return lost >= 0 && lost <= LOST_ASKS_MAX ? (int)lost : LOST_ASKS_MAX;
}

/* ---- the row and its seats ---- */

static bool is_whole(const struct stored_row *row)
{
    const struct stored_table *table = &row->table;
    if ((int)table->status < STORED_WAITING || table->status > STORED_ASIDE || table->seat_count < 1 ||
        table->seat_count > OCHRE_SEATS_MAX)
        return false;
    for (int seat = 0; seat < table->seat_count; seat++)
        if ((int)table->seat[seat].kind < STORED_OPEN || table->seat[seat].kind > STORED_BOT)
            return false;
    return sum_of_table(table) == row->sum && row->has_counts;
}

/* A table that still waits begins by the present way. Shares that were given openly would prove nothing: they go, and
 * whoever comes back pledges. */
static void bring_up_to_date(struct stored_table *table)
{
    if (table->status != STORED_WAITING || table->fair_version == FAIR_VERSION)
        return;
    table->fair_version = FAIR_VERSION;
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        table->seat[seat].chance = (struct fair_part){0};
}

/* What was read is what was written? Then it is brought up to date. */
bool row_accept(struct stored_row *row)
{
    bool is_fine = is_whole(row);
    if (is_fine)
        bring_up_to_date(&row->table);
    return is_fine;
}

/* Bytes that are no text go nowhere. */
static const char *text_or_nothing(const char *text)
{
    return text && !text_is_utf8(text, strlen(text)) ? "" : text;
}

static void set_seat_aside(struct stored_seat *seat)
{
    if ((int)seat->kind < STORED_OPEN || seat->kind > STORED_BOT)
        seat->kind = STORED_OPEN;
    if (!text_is_utf8(seat->name, strlen(seat->name)))
        seat->name[0] = '\0';
    if (!text_is_utf8(seat->bot, strlen(seat->bot)))
        seat->bot[0] = '\0';
}

/* Keeps what can be shown of a damaged row safe to look at. */
void row_set_aside(struct stored_table *table)
{
    const char **const texts[] = {&table->game,      &table->options,  &table->pack_id,
                                  &table->pack_hash, &table->position, &table->notes};
    table->status = STORED_ASIDE;
    table->why = row_damaged;
    if (table->seat_count < 0 || table->seat_count > OCHRE_SEATS_MAX)
        table->seat_count = 0;
    for (int seat = 0; seat < table->seat_count; seat++)
        set_seat_aside(&table->seat[seat]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = text_or_nothing(*texts[i]);
    for (char *at = table->id; *at; at++)
        *at = (char)(*at > ' ' && *at < 0x7F ? *at : '?');
}

/* ---- moves ---- */

/* What is wrong with this move, or NULL. */
static const char *move_trouble(const struct stored_play *play, int n, const struct stored_move *move, int64_t sum)
{
    if (n != play->skipped + play->move_count + 1)
        return "is missing";
    if (move->seat < 0 || move->seat > OCHRE_CHANCE || sum_of_move(play->table.number, n, move) != sum)
        return "is damaged";
    return n > MOVES_MAX ? "is one too many" : NULL;
}

int row_keep_move(struct stored_play *play, int n, struct stored_move move, int64_t sum, int *room,
                  struct ochre_error *error)
{
    const char *trouble = move_trouble(play, n, &move, sum);
    if (trouble)
        return error_set(error, "", "move {0} {1} in the database", NUM(play->skipped + play->move_count + 1), trouble);
    if (play->move_count == *room) {
        *room = *room ? 2 * *room : 64;
        struct stored_move *larger = pool_get(&play->memory, (size_t)*room * sizeof *larger);
        if (play->move_count > 0)
            memcpy(larger, play->moves, (size_t)play->move_count * sizeof *larger);
        play->moves = larger;
    }
    move.text = pool_text(&play->memory, move.text);
    play->moves[play->move_count++] = move;
    return 0;
}

static int missing(const char *what, int number, struct ochre_error *error)
{
    return error_set(error, "", "{0} {1} is missing in the database", what, NUM(number));
}

int row_missing_move(int number, struct ochre_error *error)
{
    return missing("move", number, error);
}

/* ---- chat ---- */

/* The last lines, which follow each other. */
int row_keep_line(struct stored_play *play, struct stored_chat line, int64_t sum, struct ochre_error *error)
{
    int count = play->chat_count;
    if (count > 0 && line.number != play->chat[count - 1].number + 1)
        return missing("line of chat", play->chat[count - 1].number + 1, error);
    if (sum_of_chat(play->table.number, &line) != sum || count == STORE_CHAT_MAX || line.seat < 0 ||
        line.seat > OCHRE_NOBODY)
        return error_set(error, "", "line {0} of its chat is damaged in the database", NUM(line.number));
    line.name = pool_text(&play->memory, line.name);
    line.text = pool_text(&play->memory, line.text);
    play->chat[play->chat_count++] = line;
    return 0;
}

int row_check_chat(const struct stored_play *play, int64_t said, struct ochre_error *error)
{
    int first = play->chat_count > 0 ? play->chat[0].number : 1;
    int64_t first_due = said > STORE_CHAT_MAX ? said - STORE_CHAT_MAX + 1 : 1;
    if (first != first_due || first + play->chat_count - 1 != said)
        return error_set(error, "", "lines of its chat are missing in the database");
    return 0;
}
