/* log_play.c: playing a log again, and proving it (log.h). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"
#include "rules/words.h"
#include "table/record.h"
#include "table/table_inner.h"

static struct opening *open_log(const struct log *log, const char *pack, struct ochre_error *error)
{
    bool is_carried = !pack && log->pack_text;
    struct opening_request request = {.game = log->game,
                                      .seats = log->seats,
                                      .options = log->options,
                                      .pack = pack,
                                      .pack_text = is_carried ? log->pack_text : NULL,
                                      .position = log->position};
    struct opening *opening = opening_new(&request, error);
    if (!opening || !log->pack_hash || text_same(log->pack_hash, opening->pack.pack.hash))
        return opening;
    error_set(error, "", "played with pack {0} ({1}), which is not {2} ({3})", log->pack_id, log->pack_hash,
              is_carried           ? "the one in the log"
              : opening->pack.text ? opening->pack.pack.file
                                   : "there",
              opening->pack.pack.hash);
    opening_delete(opening);
    return NULL;
}

/* The winners as they stand in a log: "p1 p3" or "none". */
static void say_winners(ochre_seats winners, struct ochre_text *text)
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (seats_has(winners, seat)) {
            text_add(text, text->used ? " " : "");
            text_add(text, seat_code(seat));
        }
    text_add(text, text->used ? "" : "none");
}

static int check_result(const struct log *log, const struct table *table, struct ochre_error *error)
{
    if (!log->has_result)
        return 0;
    if (!table_is_over(table))
        return error_set(error, "", "line {0}: a result, but the play is not over", NUM(log->result_line));
    struct ochre_outcome outcome;
    table_outcome(table, &outcome);
    if (outcome.winners == log->winners)
        return 0;
    char found[16];
    struct ochre_text text = text_on(found, sizeof found);
    say_winners(outcome.winners, &text);
    return error_set(error, "", "line {0}: the result is wrong, the play ends with: {1}", NUM(log->result_line), found);
}

static int follow_all(const struct log *log, struct table *table, struct ochre_error *error)
{
    for (int i = 0; i < log->count; i++) {
        const struct log_move *move = &log->moves[i];
        struct ochre_error inner = {0};
        if (table_follow(table, move->seat, move->text, &inner) < 0)
            return error_set(error, inner.rule, "line {0}: {1} {2}: {3}", NUM(move->line), seat_code(move->seat),
                             move->text, inner.words);
    }
    if (log->has_end && log->end_count != log->count)
        return error_set(error, "", "line {0}: the end counts {1} moves, but there are {2}", NUM(log->end_line),
                         NUM(log->end_count), NUM(log->count));
    return check_result(log, table, error);
}

/* The key of the stream as it was. When there are moves, every pledge was opened or withheld. */
static int restore_chance(const struct log *log, struct table *table, struct ochre_error *error)
{
    if (!log->has_commitment)
        return 0;
    if (log->has_seed && !fair_commits(log->commitment, log->seed))
        return error_set(error, "fair", "the revealed seed is not the one that was promised (fair)");
    for (int seat = 0; seat < log->seats && log->count > 0; seat++)
        if (log->part[seat].has_pledge && !log->part[seat].share_size && !seats_has(log->withheld, seat))
            return error_set(error, "fair",
                             "{0} pledged a share; the log has neither the share nor that it was withheld",
                             seat_code(seat));
    return table_restore_chance(table, log->fair_version, log->part, error);
}

struct table *log_play(const struct log *log, ochre_seats humans, const char *pack, table_told *told, void *who,
                       bool *is_new_seed, struct ochre_error *error)
{
    struct opening *opening = open_log(log, pack, error);
    if (!opening)
        return NULL;
    struct table *table = table_new(opening, humans, log->has_seed ? log->seed : NULL, error);
    if (!table) {
        opening_delete(opening);
        return NULL;
    }
    if (told)
        (void)table_watch(table, told, who);
    if (restore_chance(log, table, error) < 0 || follow_all(log, table, error) < 0) {
        table_delete(table);
        return NULL;
    }
    table_unwatch(table, who);
    /* A log whose seed we do not know, or that never promised one, cannot become a promise by going on. */
    bool has_own_seed = log->has_seed && log->has_commitment;
    table->has_no_promise = !has_own_seed && (table->now.draws > 0 || log->has_commitment);
    if (is_new_seed)
        *is_new_seed = !has_own_seed;
    return table;
}

struct table *log_play_text(const char *text, size_t length, const char *pack, struct ochre_error *error)
{
    struct log log;
    if ((record_game(text) ? record_parse(&log, text, length, pack, error) : log_parse(&log, text, length, error)) < 0)
        return NULL;
    struct table *table = log_play(&log, 0, pack, NULL, NULL, NULL, error);
    log_free(&log);
    return table;
}

size_t log_sound_bytes(const char *text, size_t length, const struct ochre_error *error)
{
    if (!error->said || !text_starts(error->said, "line {0}", NULL))
        return 0;
    const char *at = text;
    for (long line = strtol(error->args, NULL, 10); line > 1 && at; line--) {
        at = memchr(at, '\n', length - (size_t)(at - text));
        at = at ? at + 1 : NULL;
    }
    return at ? (size_t)(at - text) : 0;
}

struct table *log_play_sound(const char *text, size_t length, const char *pack, struct ochre_error *wrong)
{
    *wrong = (struct ochre_error){0};
    struct table *table = log_play_text(text, length, pack, wrong);
    size_t sound = table ? 0 : log_sound_bytes(text, length, wrong);
    if (!sound)
        return table;
    struct ochre_error again = {0};
    return log_play_text(text, sound, pack, &again);
}

/* ---- proof ---- */

struct proving {
    const struct log *log;
    uint64_t draws;
    bool has_failed;
    struct ochre_error *error;
};

/* Does this draw follow from seed, shares and its number? */
static void prove_step(void *who, const struct table *table, const struct table_step *step)
{
    struct proving *proving = who;
    if (step->kind != TABLE_MOVED || step->seat != OCHRE_CHANCE || proving->has_failed)
        return;
    const struct ochre_setup *setup = table->setup;
    int count = setup->game->rules->legal(setup, step->before, OCHRE_CHANCE, table->list);
    assert(legal_has(table->list, count, step->action)); /* it came in by the door */
    ochre_action due = fair_pick(&table->fair, proving->draws++, setup, step->before, table->list, count);
    if (due == step->action || !proving->log->has_commitment)
        return;
    proving->has_failed = true;
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    struct ochre_view view;
    state_look(setup, step->before, OCHRE_EVERYBODY, &view);
    setup->game->words->format_move(setup, &view, OCHRE_CHANCE, due, &move);
    const struct log_move *line = &proving->log->moves[step->number - 1];
    error_set(proving->error, "fair", "line {0}: chance made {1}, but the seed gives {2}", NUM(line->line), line->text,
              text);
}

static void tell_chance(const struct log *log, const struct table *table, struct log_proof *proof)
{
    proof->has_promise = log->has_commitment;
    proof->fair_version = log->fair_version;
    proof->has_position = log->position != NULL;
    for (int seat = 0; seat < log->seats; seat++) {
        proof->seats |= SEAT_BIT(seat);
        if (log->part[seat].share_size)
            proof->opened |= SEAT_BIT(seat);
    }
    proof->pledged = fair_pledged(&table->fair);
    if (log->fair_version == FAIR_VERSION)
        fair_to_hex(table->fair.seal, FAIR_SIZE, proof->seal);
}

int log_verify(const struct log *log, const char *pack, struct log_proof *proof, struct ochre_error *error)
{
    *proof = (struct log_proof){.has_end = log->has_end, .moves = log->count};
    if (log->has_commitment && !log->has_end)
        return error_set(error, "", "the log is cut short, or its play goes on: there is no end line");
    if (log->has_commitment && !log->has_seed)
        return error_set(error, "fair", "the seed has not been revealed, so chance cannot be checked");
    struct proving proving = {.log = log, .error = error};
    struct table *table = log_play(log, 0, pack, prove_step, &proving, NULL, error);
    if (!table)
        return -1;
    int result = proving.has_failed ? -1 : 0;
    proof->draws = (int)proving.draws;
    proof->is_over = table_is_over(table);
    tell_chance(log, table, proof);
    struct ochre_text winners = text_on(proof->winners, sizeof proof->winners);
    if (proof->is_over) {
        struct ochre_outcome outcome;
        table_outcome(table, &outcome);
        say_winners(outcome.winners, &winners);
    } else {
        text_add(&winners, "-");
    }
    if (result == 0 && proof->draws > 0 && !log->has_commitment)
        result = error_set(error, "fair", "chance has been drawn, but the log promises nothing about it (fair)");
    if (result == 0 && proof->is_over && !log->has_result && log->has_end)
        result = error_set(error, "", "the play is over, but the log does not say how (result)");
    table_delete(table);
    return result;
}
