/* replay_steps.c: see replay_steps.h. Fixtures for whoever writes a client. */
#include "cli/replay_steps.h"

#include "server/step.h"

const char *const replay_viewers[] = {"p1", "p2", "p3", "p4", "nobody", "everybody", NULL};

/* A telling under way. */
struct telling {
    struct table *table;
    struct step_listener listener;
    struct paper paper;
};

static int viewer_of(const char *name)
{
    if (text_same(name, "nobody"))
        return OCHRE_NOBODY;
    return text_same(name, "everybody") ? OCHRE_EVERYBODY : seat_from_code(name);
}

static void write_one(void *what, struct ochre_text *out)
{
    const struct telling *telling = what;
    step_write(telling->table, NULL, &telling->listener, out);
}

/* A step is told when chance has done its part. */
static bool tell(struct telling *telling)
{
    size_t length;
    if (table_pending(telling->table) == SEAT_BIT(OCHRE_CHANCE))
        return true;
    const char *step = paper_fill(&telling->paper, write_one, telling, &length);
    if (!step)
        return false;
    puts(step);
    telling->listener.printed = STEP_PRINTED_KNOWN;
    telling->listener.from = table_step_count(telling->table);
    return true;
}

int replay_steps(const struct call *call, const char *path, const struct log *log)
{
    struct ochre_error error = {0};
    const char *pack = call_value(call, "pack");
    int viewer = viewer_of(call_value(call, "steps"));
    if (viewer < OCHRE_SEATS_MAX && viewer >= log->seats)
        return call_misuse(call, _("--steps: the play has {0} seats"), NUM(log->seats));
    /* Once in silence: a log that breaks a rule is refused before anything is printed. */
    struct table *whole = log_play(log, 0, pack, NULL, NULL, NULL, &error);
    if (!whole)
        return call_refused(call, EXIT_FAILED, path, &error);
    table_delete(whole);
    struct log none = *log;
    none.count = 0;
    none.has_end = none.has_result = false;
    const struct ochre_voice voice = {.you = viewer < OCHRE_SEATS_MAX ? viewer : -1};
    struct telling telling = {
        .table = log_play(&none, 0, pack, NULL, NULL, NULL, &error),
        .listener = {.viewer = viewer,
                     .tongue = tongue_used(),
                     .voice = &voice,
                     .has_words = true,
                     .printed = STEP_PRINTED_APART},
    };
    if (!telling.table)
        return call_refused(call, EXIT_FAILED, path, &error);
    bool is_told = tell(&telling);
    for (int i = 0; i < log->count && is_told; i++)
        is_told = table_follow(telling.table, log->moves[i].seat, log->moves[i].text, &error) == 0 && tell(&telling);
    table_delete(telling.table);
    paper_free(&telling.paper);
    return is_told ? EXIT_FINE : call_failure(call, _("There is not enough memory to go on."));
}
