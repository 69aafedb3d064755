/* rota.c: see rota.h. Persons stand in a list that is walked: it holds those with an open question and the few who owe
 * time, at most as many as a queue has places. */
#include "server/rota.h"

#include <assert.h>
#include <stdlib.h>

#include "server/memory.h"

struct rota_table {
    int64_t number;
    struct rota_person *person;
    struct rota_job *first, *last; /* waiting */
    int waiting, working;
    bool is_ready;                    /* stands among the person's tables that may be begun with */
    struct rota_table *next_ready;    /* of those, the one behind */
    struct rota_table *older, *newer; /* tables of the person */
};

struct rota_person {
    uint64_t number;
    double used; /* seconds, on the clock of the rota */
    int waiting, working;
    struct rota_table *tables;
    struct rota_table *first_ready, *last_ready;
    struct rota_person *before, *behind;
};

/* ---- persons ---- */

static struct rota_person *find_person(const struct rota *rota, uint64_t number)
{
    struct rota_person *person = rota->first;
    while (person && person->number != number)
        person = person->behind;
    return person;
}

static struct rota_person *person_of(struct rota *rota, uint64_t number)
{
    struct rota_person *person = find_person(rota, number);
    if (!person) {
        person = must_alloc(sizeof *person);
        *person = (struct rota_person){.number = number, .before = rota->last};
        *(rota->last ? &rota->last->behind : &rota->first) = person;
        rota->last = person;
        rota->person_count++;
    }
    if (!person->tables && person->used < rota->clock)
        person->used = rota->clock;
    return person;
}

/* Where the one stands who has used least of those with a question. */
static void advance_clock(struct rota *rota)
{
    const struct rota_person *least = NULL;
    for (const struct rota_person *person = rota->first; person; person = person->behind)
        if (person->tables && (!least || person->used < least->used))
            least = person;
    if (least && least->used > rota->clock)
        rota->clock = least->used;
}

static void forget_person(struct rota *rota, struct rota_person *person)
{
    assert(!person->tables && rota->person_count > 0);
    *(person->before ? &person->before->behind : &rota->first) = person->behind;
    *(person->behind ? &person->behind->before : &rota->last) = person->before;
    rota->person_count--;
    free(person);
}

/* Those without a question who owe nothing; when nobody asks anything nobody owes anything. */
static void forget_the_idle(struct rota *rota)
{
    bool is_quiet = rota->waiting == 0 && rota->working == 0;
    for (struct rota_person *person = rota->first, *next; person; person = next) {
        next = person->behind;
        if (!person->tables && (is_quiet || person->used <= rota->clock))
            forget_person(rota, person);
    }
}

/* ---- tables ---- */

static struct rota_table *table_of(struct rota_person *person, int64_t number)
{
    struct rota_table *table = person->tables;
    while (table && table->number != number)
        table = table->older;
    if (table)
        return table;
    table = must_alloc(sizeof *table);
    *table = (struct rota_table){.number = number, .person = person, .older = person->tables};
    if (person->tables)
        person->tables->newer = table;
    person->tables = table;
    return table;
}

/* The table takes its turn among those of its person if it has something that may be begun. */
static void line_up(const struct rota *rota, struct rota_table *table)
{
    struct rota_person *person = table->person;
    if (table->is_ready || !table->first || table->working >= rota->per_table)
        return;
    table->is_ready = true;
    table->next_ready = NULL;
    *(person->last_ready ? &person->last_ready->next_ready : &person->first_ready) = table;
    person->last_ready = table;
}

static void leave_line(struct rota_table *table)
{
    struct rota_person *person = table->person;
    struct rota_table *before = NULL;
    if (!table->is_ready)
        return;
    for (struct rota_table *at = person->first_ready; at != table; at = at->next_ready)
        before = at;
    *(before ? &before->next_ready : &person->first_ready) = table->next_ready;
    if (person->last_ready == table)
        person->last_ready = before;
    table->is_ready = false;
}

static void forget_table_if_idle(struct rota *rota, struct rota_table *table)
{
    if (table->waiting > 0 || table->working > 0)
        return;
    assert(!table->is_ready);
    if (table->older)
        table->older->newer = table->newer;
    *(table->newer ? &table->newer->older : &table->person->tables) = table->older;
    free(table);
    forget_the_idle(rota);
}

/* ---- questions ---- */

static void count_waiting(struct rota *rota, struct rota_table *table, int change)
{
    rota->waiting += change;
    table->person->waiting += change;
    table->waiting += change;
}

static void count_working(struct rota *rota, struct rota_table *table, int change)
{
    rota->working += change;
    table->person->working += change;
    table->working += change;
}

void rota_add(struct rota *rota, uint64_t person, int64_t table, struct rota_job *job)
{
    struct rota_table *at = table_of(person_of(rota, person), table);
    *job = (struct rota_job){.table = at};
    *(at->last ? &at->last->next : &at->first) = job;
    at->last = job;
    count_waiting(rota, at, 1);
    line_up(rota, at);
}

/* Who has fewest at work, then who has used least, then who came first. */
static struct rota_person *next_person(const struct rota *rota)
{
    struct rota_person *next = NULL;
    for (struct rota_person *person = rota->first; person; person = person->behind) {
        if (!person->first_ready)
            continue;
        if (!next || person->working < next->working || (person->working == next->working && person->used < next->used))
            next = person;
    }
    return next;
}

bool rota_is_ready(const struct rota *rota)
{
    return rota->waiting > 0 && next_person(rota) != NULL;
}

/* Takes a waiting question out of its table's line. */
static void unlink_job(struct rota *rota, struct rota_job *job)
{
    struct rota_table *table = job->table;
    struct rota_job *before = NULL;
    for (struct rota_job *at = table->first; at != job; at = at->next)
        before = at;
    *(before ? &before->next : &table->first) = job->next;
    if (table->last == job)
        table->last = before;
    job->next = NULL;
    count_waiting(rota, table, -1);
}

struct rota_job *rota_take(struct rota *rota)
{
    struct rota_person *person = rota->waiting > 0 ? next_person(rota) : NULL;
    if (!person)
        return NULL;
    advance_clock(rota);
    struct rota_table *table = person->first_ready;
    struct rota_job *job = table->first;
    leave_line(table);
    unlink_job(rota, job);
    count_working(rota, table, 1);
    line_up(rota, table);
    return job;
}

void rota_end(struct rota *rota, struct rota_job *job, double seconds)
{
    struct rota_table *table = job->table;
    assert(table->working > 0 && seconds >= 0);
    table->person->used += seconds;
    count_working(rota, table, -1);
    line_up(rota, table);
    job->table = NULL;
    forget_table_if_idle(rota, table);
}

void rota_drop(struct rota *rota, struct rota_job *job)
{
    struct rota_table *table = job->table;
    unlink_job(rota, job);
    if (!table->first)
        leave_line(table);
    job->table = NULL;
    forget_table_if_idle(rota, table);
}

int rota_waiting_of(const struct rota *rota, uint64_t person)
{
    const struct rota_person *found = find_person(rota, person);
    return found ? found->waiting : 0;
}

void rota_free(struct rota *rota)
{
    for (struct rota_person *person = rota->first, *behind; person; person = behind) {
        behind = person->behind;
        for (struct rota_table *table = person->tables, *older; table; table = older) {
            older = table->older;
            free(table);
        }
        free(person);
    }
    *rota = (struct rota){.per_table = rota->per_table};
}
