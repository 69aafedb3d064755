/* restore.c: see restore.h. */
#include "server/restore.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "rules/registry.h"
#include "rules/rules.h"
#include "table/file.h"
#include "table/log.h"

/* ---- openings that are shared ---- */

struct entry {
    struct entry *next;
    const struct ochre_game *game;
    int seats;
    char *options; /* as restore_options writes them */
    char *pack;    /* its text; NULL: the built-in one */
    struct opening *opening;
};

struct openings {
    struct entry *first;
    int count;
};

/* So many different terms at once are unusual; beyond that openings are made and not kept. */
enum { OPENINGS_MAX = 256 };

struct openings *openings_new(void)
{
    struct openings *openings = must_alloc(sizeof *openings);
    *openings = (struct openings){0};
    return openings;
}

void openings_delete(struct openings *openings)
{
    while (openings && openings->first) {
        struct entry *entry = openings->first;
        openings->first = entry->next;
        opening_delete(entry->opening);
        free(entry->options);
        free(entry->pack);
        free(entry);
    }
    free(openings);
}

char *restore_options(const struct ochre_setup *setup)
{
    size_t size = 1;
    const struct ochre_option *options = setup->game->options;
    for (int i = 0; options && options[i].name; i++)
        size += strlen(options[i].name) + strlen(setup->option[i].word) + 2;
    char *lines = must_alloc(size);
    struct ochre_text text = text_on(lines, size);
    for (int i = 0; options && options[i].name; i++) {
        text_add(&text, options[i].name);
        text_char(&text, '=');
        text_add(&text, setup->option[i].word);
        text_char(&text, '\n');
    }
    return lines;
}

static bool same_pack(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Keeps the opening unless an equal one is there; then that one is shared and this one goes. */
static struct opening *keep_or_share(struct openings *openings, struct opening *opening, const char *pack)
{
    const struct ochre_setup *setup = &opening->setup;
    char *options = restore_options(setup);
    for (struct entry *entry = openings->first; entry; entry = entry->next)
        if (entry->game == setup->game && entry->seats == setup->seats && strcmp(entry->options, options) == 0 &&
            same_pack(entry->pack, pack)) {
            free(options);
            opening_delete(opening);
            return opening_share(entry->opening);
        }
    if (openings->count == OPENINGS_MAX) {
        free(options);
        return opening;
    }
    struct entry *entry = must_alloc(sizeof *entry);
    *entry = (struct entry){.next = openings->first,
                            .game = setup->game,
                            .seats = setup->seats,
                            .options = options,
                            .pack = pack ? strdup(pack) : NULL,
                            .opening = opening_share(opening)};
    openings->first = entry;
    openings->count++;
    return opening;
}

struct opening *openings_get(struct openings *openings, const struct opening_request *request,
                             struct ochre_error *error)
{
    struct opening *opening = opening_new(request, error);
    bool is_plain = !request->position && !json_there(request->position_json) && !request->pack &&
                    !json_there(request->pack_changes);
    return opening && is_plain ? keep_or_share(openings, opening, request->pack_text) : opening;
}

/* The one that is there already, without compiling anything: a server that starts has thousands of tables. */
static struct opening *find_opening(const struct openings *openings, const struct stored_table *stored)
{
    if (stored->position)
        return NULL;
    for (struct entry *entry = openings->first; entry; entry = entry->next)
        if (strcmp(entry->game->id, stored->game) == 0 && entry->seats == stored->seat_count &&
            strcmp(entry->options, stored->options) == 0 && same_pack(entry->pack, stored->pack))
            return opening_share(entry->opening);
    return NULL;
}

/* ---- a table ---- */

/* Cuts the lines apart; -1 when there are too many. */
static int cut_options(char *lines, const char *options[OCHRE_OPTIONS_MAX + 1])
{
    int count = 0;
    char *rest = NULL;
    for (char *line = strtok_r(lines, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (count == OCHRE_OPTIONS_MAX)
            return -1;
        options[count++] = line;
    }
    options[count] = NULL;
    return 0;
}

static struct opening *make_opening(struct openings *openings, const struct ochre_game *game,
                                    const struct stored_table *stored, struct ochre_error *error)
{
    struct opening *opening = find_opening(openings, stored);
    if (opening)
        return opening;
    const char *options[OCHRE_OPTIONS_MAX + 1];
    char *lines = strdup(stored->options);
    struct opening_request request = {.game = game,
                                      .seats = stored->seat_count,
                                      .options = options,
                                      .pack_text = stored->pack,
                                      .position = stored->position};
    if (!lines || cut_options(lines, options) < 0)
        error_set(error, "", "its options cannot be read");
    else
        opening = openings_get(openings, &request, error);
    free(lines);
    return opening;
}

/* Rules and pack must be those that the table was begun with. */
static struct opening *open_table(struct openings *openings, const struct stored_table *stored,
                                  struct ochre_error *error)
{
    const struct ochre_game *game = game_by_id(stored->game);
    if (!game) {
        error_set(error, "", "there is no game '{0}' here", stored->game);
        return NULL;
    }
    if (game->rules_version != stored->rules) {
        error_set(error, "", "it was begun with version {0} of the rules of {1}; this is version {2}",
                  NUM(stored->rules), game->id, NUM(game->rules_version));
        return NULL;
    }
    struct opening *opening = make_opening(openings, game, stored, error);
    if (!opening || strcmp(opening->pack.pack.hash, stored->pack_hash) == 0)
        return opening;
    error_set(error, "", "it was begun with pack {0} ({1}), which is not there", stored->pack_id, stored->pack_hash);
    opening_delete(opening);
    return NULL;
}

/* Seats that people sit in, or may come to sit in. */
static ochre_seats humans_of(const struct stored_table *stored)
{
    ochre_seats humans = 0;
    for (int seat = 0; seat < stored->seat_count; seat++)
        if (stored->seat[seat].kind != STORED_BOT && stored->seat[seat].bot[0] == '\0')
            humans |= SEAT_BIT(seat);
    return humans;
}

static int restore_chance(struct table *table, const struct stored_table *stored, struct ochre_error *error)
{
    struct fair_part part[OCHRE_SEATS_MAX] = {0};
    if (stored->fair_version < 1 || stored->fair_version > FAIR_VERSION)
        return error_set(error, "", "its way of making chance ({0}) is not known here", NUM(stored->fair_version));
    for (int seat = 0; seat < stored->seat_count; seat++)
        part[seat] = stored->seat[seat].chance;
    return table_restore_chance(table, stored->fair_version, part, error);
}

typedef int follow_one(struct table *table, int seat, const char *text, struct ochre_error *error);

static int follow_all(struct table *table, const struct stored_play *play, follow_one *follow,
                      struct ochre_error *error)
{
    for (int i = 0; i < play->move_count; i++) {
        const struct stored_move *move = &play->moves[i];
        struct ochre_error inner = {0};
        if (follow(table, move->seat, move->text, &inner) < 0)
            return error_set(error, inner.rule, "move {0}, {1} {2}: {3}", NUM(play->skipped + i + 1),
                             seat_code(move->seat), move->text, inner.words);
    }
    return 0;
}

/* Does every draw follow from the seed? */
struct proving {
    ochre_action *list;
    uint64_t draws;
    int wrong; /* number of the first move that does not, or 0 */
};

static void prove_step(void *who, const struct table *table, const struct table_step *step)
{
    struct proving *proving = who;
    if (step->kind != TABLE_MOVED || step->seat != OCHRE_CHANCE || proving->wrong)
        return;
    const struct ochre_setup *setup = table_setup(table);
    if (!proving->list)
        proving->list = must_alloc((setup->legal_max + 1) * sizeof *proving->list);
    int count = setup->game->rules->legal(setup, step->before, OCHRE_CHANCE, proving->list);
    if (fair_pick(table_fair(table), proving->draws++, setup, step->before, proving->list, count) != step->action)
        proving->wrong = step->number;
}

/* What a seat must have to be used. */
static const char *seat_trouble(const struct stored_table *stored)
{
    for (int seat = 0; seat < stored->seat_count; seat++) {
        const struct stored_seat *at = &stored->seat[seat];
        if (at->kind == STORED_BOT && at->bot[0] == '\0')
            return "a computer's seat has no computer player";
        if (at->kind == STORED_OPEN && at->has_key)
            return "an open seat has a key";
        if (at->kind == STORED_PERSON && !at->has_key && at->bot[0] == '\0' && stored->status == STORED_RUNNING)
            return "a person's seat has no key";
    }
    return NULL;
}

/* Moves and status must agree. */
static const char *play_trouble(const struct stored_play *play, const struct table *table)
{
    if (play->table.status == STORED_WAITING && play->move_count > 0)
        return "it waits for players, but has moves";
    bool is_over = table_is_over(table);
    if (play->table.status == STORED_RUNNING && is_over)
        return "the play is over, but the table says it is running";
    if (play->table.status == STORED_OVER && play->table.ended == 0)
        return "it is over, but nobody knows since when";
    return seat_trouble(&play->table);
}

/* Every move once more, and every draw proved. */
static int follow_and_prove(struct table *table, const struct stored_play *play, follow_one *follow,
                            struct ochre_error *error)
{
    struct proving proving = {.draws = table_draw_count(table)};
    if (table_watch(table, prove_step, &proving) < 0)
        return error_set(error, "", "there is not enough memory");
    int result = follow_all(table, play, follow, error);
    table_unwatch(table, &proving);
    free(proving.list);
    if (result == 0 && proving.wrong)
        result = error_set(error, "", "move {0} does not follow from the table's seed", NUM(proving.wrong));
    return result;
}

struct table *restore_table(struct openings *openings, const struct stored_play *play, struct ochre_error *error)
{
    struct opening *opening = open_table(openings, &play->table, error);
    if (!opening)
        return NULL;
    struct table *table = table_new(opening, humans_of(&play->table), play->table.seed, error);
    if (!table) {
        opening_delete(opening);
        return NULL;
    }
    const char *trouble = NULL;
    int result = restore_chance(table, &play->table, error);
    if (result == 0)
        result = follow_and_prove(table, play, table_follow, error);
    if (result == 0 && (trouble = play_trouble(play, table)))
        result = error_set(error, "", trouble);
    if (result < 0) {
        table_delete(table);
        return NULL;
    }
    table_skip_asks(table, (uint32_t)play->table.lost_asks);
    return table;
}

int restore_follow(struct table *table, const struct stored_play *play, struct ochre_error *error)
{
    assert(play->skipped == table_step_count(table));
    if (follow_and_prove(table, play, table_follow_on, error) < 0)
        return -1;
    return table_pending(table) == SEAT_BIT(OCHRE_CHANCE) ? error_set(error, "", "chance has not acted") : 0;
}

/* ---- looking after a data folder ---- */

struct checking {
    struct openings *openings;
    struct restore_counts *counts;
    store_trouble *trouble;
    void *who;
    struct named {
        int64_t number;
        char id[STORE_ID_SIZE];
    } * tables;
    int count, room;
    int troubles;
};

static void tell(struct checking *checking, const char *id, const char *words)
{
    char line[512];
    struct ochre_text text = text_on(line, sizeof line);
    if (id)
        text_fill(&text, "table {0}: {1}", (const char *const[]){id, words, NULL});
    else
        text_add(&text, words);
    checking->trouble(checking->who, line);
    checking->troubles++;
}

static void tell_whole(void *who, const char *words)
{
    tell(who, NULL, words);
}

static bool note_table(void *who, const struct stored_table *table)
{
    struct checking *checking = who;
    struct restore_counts *counts = checking->counts;
    int *const count[] = {&counts->waiting, &counts->running, &counts->over, &counts->aside};
    ++*count[table->status];
    if (table->status == STORED_ASIDE) {
        tell(checking, table->id, table->why && table->why[0] ? table->why : "it was set aside");
        return true;
    }
    if (checking->count == checking->room) {
        checking->room = checking->room ? 2 * checking->room : 256;
        struct named *larger = must_alloc((size_t)checking->room * sizeof *larger);
        if (checking->count > 0)
            memcpy(larger, checking->tables, (size_t)checking->count * sizeof *larger);
        free(checking->tables);
        checking->tables = larger;
    }
    struct named *named = &checking->tables[checking->count++];
    named->number = table->number;
    memcpy(named->id, table->id, sizeof named->id);
    return true;
}

static void check_play(struct checking *checking, const struct stored_play *play)
{
    struct ochre_error error = {0};
    checking->counts->moves += play->move_count;
    struct table *table = restore_table(checking->openings, play, &error);
    if (!table)
        tell(checking, play->table.id, error.words);
    table_delete(table);
}

static void check_tables(struct store *store, struct checking *checking)
{
    struct ochre_error error = {0};
    if (store_each(store, note_table, checking, &error) < 0)
        tell(checking, NULL, error.words);
    for (int i = 0; i < checking->count; i++) {
        struct stored_play play;
        int found = store_load(store, checking->tables[i].number, &play, &error);
        if (found < 0)
            tell(checking, checking->tables[i].id, error.words);
        if (found <= 0)
            continue; /* archived meanwhile, beside a running server */
        check_play(checking, &play);
        store_play_free(&play);
    }
}

int restore_check(const char *place, struct restore_counts *counts, store_trouble *trouble, void *who,
                  struct ochre_error *error)
{
    *counts = (struct restore_counts){0};
    struct store *store = store_open(&(struct store_config){.place = place, .is_reading_only = true}, error);
    if (!store)
        return -1;
    struct checking checking = {.openings = openings_new(), .counts = counts, .trouble = trouble, .who = who};
    (void)store_verify(store, tell_whole, &checking);
    check_tables(store, &checking);
    free(checking.tables);
    openings_delete(checking.openings);
    store_close(store);
    return checking.troubles;
}

/* ---- archive ---- */

static int make_folder(const char *path, struct ochre_error *error)
{
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return 0;
    return error_set(error, "", "{0}: {1}", path, strerror(errno));
}

/* "2026-11/ID.log": the month in which the play ended. */
static void archive_name(const struct stored_table *stored, char *month, size_t month_size, char *name, size_t size)
{
    time_t seconds = (time_t)(stored->ended / 1000);
    struct tm date;
    if (!gmtime_r(&seconds, &date) || strftime(month, month_size, "%Y-%m", &date) == 0)
        (void)snprintf(month, month_size, "undated");
    (void)snprintf(name, size, "%s/%s.log", month, stored->id);
}

/* The log of a finished play, whole; one that was abandoned is revealed too: nobody goes on with it. */
static int write_log(const char *folder, const char *month, const char *name, const struct table *table,
                     struct ochre_error *error)
{
    size_t size = strlen(folder) + sizeof "/archive/" + strlen(name) + strlen(month) + 1;
    char *path = must_alloc(size);
    (void)snprintf(path, size, "%s/archive", folder);
    int result = make_folder(path, error);
    (void)snprintf(path, size, "%s/archive/%s", folder, month);
    if (result == 0)
        result = make_folder(path, error);
    (void)snprintf(path, size, "%s/archive/%s", folder, name);
    struct ochre_error inner;
    if (result == 0 && log_save(table, path, true, &inner) < 0)
        result = error_set(error, "", "{0}: {1}", path, inner.words);
    free(path);
    return result;
}

/* 1: archived, into a file or (is_shared) into the database; 0: it cannot be replayed and is set aside; -1: could not
 * be written. */
static int archive_play(struct openings *openings, const char *folder, bool is_shared, const struct stored_play *play,
                        struct store_batch *batch, struct ochre_error *error)
{
    struct ochre_error inner = {0};
    struct table *table = restore_table(openings, play, &inner);
    if (!table) {
        struct stored_table aside = play->table;
        aside.status = STORED_ASIDE;
        aside.why = inner.words;
        aside.ended = 0; /* or it would be tried again and again */
        store_put_table(batch, &aside);
        return 0;
    }
    char month[16];
    char name[64];
    archive_name(&play->table, month, sizeof month, name, sizeof name);
    size_t length;
    char *log = is_shared ? log_text(table, true, &length) : NULL;
    int result = is_shared ? 0 : write_log(folder, month, name, table, error);
    if (is_shared && !log)
        result = error_set(error, "", "not enough memory");
    table_delete(table);
    if (result == 0)
        store_note_archived(batch, play->table.number, play->table.id, name, log);
    free(log);
    return result == 0 ? 1 : -1;
}

int restore_archive(struct store *store, struct openings *openings, const char *folder, int64_t before,
                    struct store_place *place, int most, restore_gone *gone, void *who, struct ochre_error *error)
{
    int64_t *numbers = must_alloc((size_t)most * sizeof *numbers);
    int count = store_finished(store, before, place, numbers, most, error);
    int result = count < 0 ? -1 : 0;
    struct store_batch *batch = store_batch_new();
    for (int i = 0; i < count && result >= 0; i++) {
        struct stored_play play;
        struct ochre_error inner;
        if (store_load(store, numbers[i], &play, &inner) <= 0)
            continue; /* damaged: --check tells of it */
        int archived = archive_play(openings, folder, store_is_shared(store), &play, batch, error);
        result = archived < 0 ? -1 : result + archived;
        if (archived > 0 && gone)
            gone(who, &play.table);
        store_play_free(&play);
    }
    if (count < most || result < 0)
        *place = (struct store_place){0};
    /* The files are durable by now, the rows go together. Whoever is killed in between finds both, and does it again.
     */
    if (store_batch_is_empty(batch))
        store_batch_delete(batch);
    else
        store_submit(store, batch, NULL, NULL);
    free(numbers);
    return result;
}
