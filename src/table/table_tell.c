/* table_tell.c: persist, then tell (table.h). What a call has changed is stored by the keeper, whoever that is; then,
 * at once or when the keeper says so, everybody is told. A step is told as it was played: nothing is played again but
 * what is too old to be remembered. */
#include <assert.h>

#include "table/table_inner.h"

/* ---- who is told, and who stores ---- */

int table_watch(struct table *table, table_told *told, void *who)
{
    if (table->watcher_count >= TABLE_WATCHERS_MAX)
        return -1;
    table->watchers[table->watcher_count++] = (struct watcher){told, who};
    return 0;
}

void table_unwatch(struct table *table, void *who)
{
    int kept = 0;
    for (int i = 0; i < table->watcher_count; i++)
        if (table->watchers[i].who != who)
            table->watchers[kept++] = table->watchers[i];
    table->watcher_count = kept;
}

void table_keeper(struct table *table, table_keep *keep, void *who)
{
    table->keep = keep;
    table->keeper = who;
}

/* ---- telling ---- */

static void tell_step(const struct table *table, const struct table_step *step, table_told *told, void *who)
{
    if (told) {
        told(who, table, step);
        return;
    }
    for (int i = 0; i < table->watcher_count; i++)
        table->watchers[i].told(table->watchers[i].who, table, step);
}

/* Steps told one after the other. */
struct telling {
    struct moment at;            /* as far as the play has to be played again */
    struct ochre_state state[2]; /* behind the moves with even and odd numbers, in turns */
    struct ochre_journal journal;
};

static void begin_telling(const struct table *table, struct telling *telling, int from)
{
    struct ochre_state *before = &telling->state[from % 2];
    if (recent_has(&table->recent, from)) {
        recent_state(&table->recent, table->setup, from, before);
    } else {
        table_moment(table, from, &telling->at);
        state_copy(table->setup, before, &telling->at.state);
    }
}

/* Move `number`, remembered or played again. */
static void tell_on(const struct table *table, struct telling *telling, int number)
{
    const struct ochre_setup *setup = table->setup;
    struct ochre_state *after = &telling->state[number % 2];
    if (recent_has(&table->recent, number - 1)) {
        recent_state(&table->recent, setup, number, after);
        recent_journal(&table->recent, number, &telling->journal);
        return;
    }
    telling->journal.count = 0;
    assert(telling->at.count == number - 1);
    moment_apply(setup, &telling->at, &table->moves[number - 1], &telling->journal);
    state_copy(setup, after, &telling->at.state);
}

void table_retell_part(const struct table *table, int from, int to, table_told *told, void *who)
{
    assert(from >= 0);
    struct telling telling;
    to = to < table->now.count ? to : table->now.count;
    if (from >= to)
        return;
    begin_telling(table, &telling, from);
    for (int number = from + 1; number <= to; number++) {
        const struct table_move *move = &table->moves[number - 1];
        tell_on(table, &telling, number);
        struct table_step step = {.kind = (enum table_step_kind)move->kind,
                                  .number = number,
                                  .seat = move->seat,
                                  .action = move->kind == TABLE_MOVED ? move->action : OCHRE_NO_ACTION,
                                  .is_last = number == to,
                                  .before = &telling.state[(number - 1) % 2],
                                  .after = &telling.state[number % 2],
                                  .journal = &telling.journal};
        tell_step(table, &step, told, who);
    }
}

int table_retell(const struct table *table, table_told *told, void *who)
{
    table_retell_part(table, 0, table->now.count, told, who);
    return table->now.count;
}

void table_forget_steps(struct table *table, int to)
{
    recent_forget(&table->recent, table->setup, to);
}

/* Play stands where it stood after `number` moves. */
static void tell_undone(const struct table *table, int number, int seat, table_told *told, void *who)
{
    static const struct ochre_journal nothing;
    struct moment at;
    table_moment(table, number, &at);
    tell_step(table,
              &(struct table_step){.kind = TABLE_UNDONE,
                                   .number = number,
                                   .seat = seat,
                                   .action = OCHRE_NO_ACTION,
                                   .is_last = number == table->now.count,
                                   .before = &at.state,
                                   .after = &at.state,
                                   .journal = &nothing},
              told, who);
}

void table_tell_news(const struct table *table, const struct news *news, table_told *told, void *who)
{
    assert(news->from >= 0 && news->from <= table->now.count);
    if (news->is_undone)
        tell_undone(table, news->from, news->undone_by, told, who);
    table_retell_part(table, news->from, table->now.count, told, who);
}

/* ---- persist, then tell ---- */

void table_withdraw(struct table *table, const struct moment *old)
{
    moment_copy(table->setup, &table->now, old);
    recent_cut(&table->recent, old->count);
}

int table_store(struct table *table, const struct moment *old, const struct news *news,
                const struct ochre_tongue *tongue, struct table_no *no)
{
    struct ochre_error error = {0};
    assert(!table->unkept);
    if (!table->keep)
        return 0;
    table->unkept = news;
    int stored = table->keep(table->keeper, table, &error);
    table->unkept = NULL;
    if (stored >= 0)
        return stored;
    table_withdraw(table, old);
    struct ochre_text why = table_refusal(no, tongue, "keep");
    text_say(&why, "The move could not be stored, so it was not made: {0}", error.words);
    return -1;
}

void table_news(const struct table *table, table_told *told, void *who)
{
    assert(table->unkept);
    table_tell_news(table, table->unkept, told, who);
}

/* What nobody has been told yet, with what is new now. */
static struct news all_news(const struct table *table, const struct news *news)
{
    if (!table->has_untold)
        return *news;
    struct news all = table->untold;
    if (news->is_undone) {
        all.is_undone = true;
        all.undone_by = news->undone_by;
        all.from = news->from < all.from ? news->from : all.from;
    }
    return all;
}

void table_spread(struct table *table, const struct news *news, int stored)
{
    table->untold = all_news(table, news);
    table->has_untold = true;
    if (stored != TABLE_LATER)
        table_kept(table);
}

void table_kept(struct table *table)
{
    if (!table->has_untold)
        return;
    table->has_untold = false;
    table_tell_news(table, &table->untold, NULL, NULL);
}
