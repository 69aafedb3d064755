/* terms.c: see terms.h. */
#include "cli/terms.h"

#include "table/log.h"

enum { OPTIONS_MAX = 48 };

static struct opening *open_terms(const struct call *call, const struct ochre_game *game, int seats, bool is_offered,
                                  int *code)
{
    const char *options[OPTIONS_MAX + 1] = {NULL};
    for (int i = 0; i < OPTIONS_MAX && call_value_at(call, "option", i); i++)
        options[i] = call_value_at(call, "option", i);
    struct opening_request request = {.game = game,
                                      .seats = seats,
                                      .options = options,
                                      .pack = call_value(call, "pack"),
                                      .position = call_value(call, "position"),
                                      .is_offered = is_offered};
    struct ochre_error error = {0};
    struct opening *opening = opening_new(&request, &error);
    if (!opening)
        *code = call_refused(call, request.pack || request.position ? EXIT_FAILED : EXIT_MISUSED, game->id, &error);
    return opening;
}

struct opening *terms_opening(const struct call *call, const struct ochre_game *game, int seats, int *code)
{
    return open_terms(call, game, seats, false, code);
}

struct opening *terms_offered(const struct call *call, const struct ochre_game *game, int seats, int *code)
{
    return open_terms(call, game, seats, !call_has(call, "position"), code);
}

bool terms_log(const struct call *call, const char *path, struct log *log)
{
    struct ochre_error error = {0};
    if (log_load(log, path, call_value(call, "pack"), &error) == 0)
        return true;
    call_refused(call, EXIT_FAILED, path, &error);
    return false;
}

/* The table where a log ends; the game must be the one asked for. */
static struct table *table_of_log(const struct call *call, const struct ochre_game *game, ochre_seats humans, int *code)
{
    const char *path = call_value(call, "log");
    struct ochre_error error = {0};
    struct log log;
    *code = EXIT_FAILED;
    if (!terms_log(call, path, &log))
        return NULL;
    struct table *table = NULL;
    if (log.game != game)
        *code = call_misuse(call, _("{0} is a log of {1}, not of {2}"), path, log.game->id, game->id);
    else if (!(table = log_play(&log, humans, call_value(call, "pack"), NULL, NULL, NULL, &error)))
        call_refused(call, EXIT_FAILED, path, &error);
    log_free(&log);
    return table;
}

struct table *terms_table(const struct call *call, const struct ochre_game *game, ochre_seats humans, int *code)
{
    static const char *const rivals[] = {"position", "option", "seats", NULL};
    for (int i = 0; call_has(call, "log") && rivals[i]; i++)
        if (call_has(call, rivals[i])) {
            *code = call_misuse(call, _("--log already says what --{0} would say"), rivals[i]);
            return NULL;
        }
    if (call_has(call, "log"))
        return table_of_log(call, game, humans, code);
    int64_t seats = 0;
    *code = EXIT_MISUSED;
    if (!call_number(call, "seats", 1, OCHRE_SEATS_MAX, &seats))
        return NULL;
    struct opening *opening = terms_opening(call, game, (int)seats, code);
    if (!opening)
        return NULL;
    struct ochre_error error = {0};
    struct table *table = table_new(opening, humans, NULL, &error);
    if (!table) {
        *code = call_refused(call, EXIT_FAILED, game->id, &error);
        opening_delete(opening);
    }
    return table;
}
