/* room_log.c: see room_log.h. */
#include "server/room_log.h"

#include <assert.h>
#include <stdlib.h>

#include "server/beat.h"
#include "server/memory.h"
#include "server/room_inner.h"

/* ---- reading ---- */

static int parse(const struct room_request *request, struct log *log, struct ochre_error *error)
{
    size_t length;
    (void)json_raw(request->log, &length);
    char *text = new_memory(length + 1);
    int result = json_string(request->log, text, length + 1)
                     ? log_parse(log, text, strlen(text), error)
                     : error_set(error, "", N_("log: expected the text of a log"));
    free(text);
    return result;
}

/* Nobody can join a play that goes on: who is to play on gets a link. */
static int check_terms(const struct room_request *request, const struct log *log, struct ochre_error *error)
{
    if (log->game != request->game)
        return error_set(error, "", N_("The log is one of another game."));
    if (log->seats != request->seat_count)
        return error_set(error, "", N_("The log has another number of seats."));
    for (int seat = 0; seat < request->seat_count; seat++)
        if (request->seat[seat].kind == STORED_OPEN)
            return error_set(error, "", N_("A play that goes on has no open seats; reserve them."));
    return 0;
}

/* Where chance takes part it must go on as it was promised. */
static int check_chance(const struct log *log, const struct table *table, struct ochre_error *error)
{
    struct log_proof proof;
    if (table_setup(table)->chance_actions == 0)
        return 0;
    if (!log->has_commitment || !log->has_seed)
        return error_set(error, "", N_("The log has no seed, so that chance cannot go on from it."));
    return log_verify(log, NULL, &proof, error);
}

struct table *room_log_play(const struct room_request *request, struct log *log, struct ochre_error *error)
{
    if (parse(request, log, error) < 0)
        return NULL;
    struct table *table = check_terms(request, log, error) < 0 ? NULL : log_play(log, 0, NULL, NULL, NULL, NULL, error);
    if (table && check_chance(log, table, error) < 0) {
        table_delete(table);
        table = NULL;
    }
    if (!table)
        log_free(log);
    return table;
}

/* ---- the room ---- */

void room_log_seat(struct room *room, const struct log *log)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct stored_seat *kept = &room->seat[seat].kept;
        assert(kept->kind != STORED_OPEN);
        kept->kind = kept->kind == STORED_RESERVED ? STORED_PERSON : kept->kind;
        kept->chance = log->has_seed ? log->part[seat] : (struct fair_part){0};
    }
    room->is_brought = true;
}

void room_log_put(struct room *room, const struct log *log)
{
    struct store_batch *batch = beat_batch(room->hall);
    room->steps = log->count;
    for (int i = 0; batch && i < log->count; i++) {
        struct stored_move move = {.seat = log->moves[i].seat, .text = log->moves[i].text, .at = hall_date(room->hall)};
        store_add_moves(batch, room->number, i + 1, &move, 1);
    }
}
