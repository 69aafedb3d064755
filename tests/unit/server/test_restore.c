/* test_restore.c: a stored table becomes the running one that it was; what cannot be restored is named; folders are
 * checked and old plays archived. */
#include "help.h"

#include <sqlite3.h>

#include "rules/registry.h"
#include "server/restore.h"
#include "server/store_move.h"
#include "table/log.h"

/* ---- a room, as small as it can be: a table whose steps go to the store ---- */

struct room {
    struct store *store;
    struct table *table;
    struct stored_table stored;
    struct store_batch *batch;
    char *options;
    char pack_id[PACK_ID_SIZE];
};

static void keep_step(void *who, const struct table *table, const struct table_step *step)
{
    struct room *room = who;
    if (step->kind == TABLE_UNDONE) {
        store_cut_moves(room->batch, room->stored.number, step->number);
        return;
    }
    char text[OCHRE_MOVE_SIZE];
    struct ochre_text move = text_on(text, sizeof text);
    table_step_text(table, step, OCHRE_EVERYBODY, &move);
    struct stored_move stored = {.seat = step->seat, .text = text, .at = 1731715200000};
    store_add_moves(room->batch, room->stored.number, step->number, &stored, 1);
}

static int version = FAIR_VERSION; /* how keys are made, for rooms that are opened from now on */

/* The person has pledged and opened, the first computer seat was a person's that withheld. */
static void give_chance(struct room *room)
{
    struct stored_seat *seat = room->stored.seat;
    struct fair_part part[OCHRE_SEATS_MAX] = {0};
    struct ochre_error error;
    room->stored.fair_version = version;
    if (version == 1) {
        seat[0].chance = (struct fair_part){.share_size = 4, .share = "salt"};
    } else {
        seat[0].chance = (struct fair_part){.has_pledge = true, .share_size = FAIR_SIZE, .share = "salt"};
        fair_pledge_of(seat[0].chance.share, seat[0].chance.pledge);
        seat[1].chance = (struct fair_part){.has_pledge = true, .pledge = "silence"};
    }
    for (int i = 0; i < room->stored.seat_count; i++)
        part[i] = seat[i].chance;
    assert_int_equal(table_restore_chance(room->table, version, part, &error), 0);
}

static void open_room(struct room *room, struct store *store, struct openings *openings,
                      const struct opening_request *request)
{
    struct ochre_error error = {0};
    unsigned char seed[FAIR_SIZE];
    *room = (struct room){.store = store, .batch = store_batch_new(), .stored = simple_table(store)};
    fair_seed_from_number(50 + (uint64_t)room->stored.number, seed);
    struct opening *opening = openings_get(openings, request, &error);
    if (!opening) {
        fail_msg("%s", error.words);
        return;
    }
    const struct ochre_setup *setup = &opening->setup;
    room->table = table_new(opening, SEAT_BIT(0), seed, &error);
    assert_non_null(room->table);
    room->options = restore_options(setup);
    packfile_id(&opening->pack, room->pack_id);
    room->stored.game = setup->game->id;
    room->stored.rules = setup->game->rules_version;
    room->stored.seat_count = setup->seats;
    room->stored.options = room->options;
    room->stored.pack_id = room->pack_id;
    room->stored.pack_hash = opening->pack.pack.hash;
    room->stored.pack = request->pack_text;
    room->stored.position = opening->position;
    memcpy(room->stored.seed, seed, FAIR_SIZE);
    for (int seat = 1; seat < setup->seats; seat++)
        room->stored.seat[seat] = (struct stored_seat){.kind = STORED_BOT, .bot = "random"};
    give_chance(room);
    store_put_table(room->batch, &room->stored);
    assert_int_equal(table_watch(room->table, keep_step, room), 0);
    assert_int_equal(table_begin(room->table, NULL, NULL), 0);
}

/* Random moves; now and then the person takes one back. */
static void play_some(struct room *room, int steps, struct ochre_rng *rng)
{
    struct table *table = room->table;
    ochre_action *list = calloc(table_setup(table)->legal_max + 1, sizeof *list);
    for (int i = 0; i < steps && !table_is_over(table); i++) {
        int seat = seats_first(table_pending(table));
        int count = table_moves(table, seat, list);
        ochre_action action = list[rng_below(rng, (uint32_t)count)];
        assert_int_equal(table_play_action(table, seat, table_ask(table, seat), action, NULL, NULL), 0);
        if (rng_below(rng, 8) == 0)
            (void)table_undo(table, 0, NULL, NULL);
    }
    free(list);
}

static void save_room(struct room *room, struct bell *bell)
{
    assert_int_equal(keep(room->store, bell, room->batch), STORE_DURABLE);
    room->batch = store_batch_new();
}

static void close_room(struct room *room)
{
    store_batch_delete(room->batch);
    table_delete(room->table);
    free(room->options);
}

/* ---- restoring ---- */

static void expect_equal_tables(const struct table *a, const struct table *b)
{
    const struct ochre_setup *setup = table_setup(a);
    assert_int_equal(table_step_count(a), table_step_count(b));
    assert_memory_equal(table_state(a), table_state(b), setup->state_size);
    assert_int_equal(table_pending(a), table_pending(b));
    assert_int_equal(table_left(a), table_left(b));
    for (int seat = 0; seat < setup->seats; seat++) {
        assert_int_equal(table_ask(a, seat) > 0, table_ask(b, seat) > 0);
        assert_true(table_ask(a, seat) <= table_ask(b, seat)); /* b was restored: no number comes twice */
    }
}

/* Both go on alike: the next draws are the same. */
static void expect_equal_future(struct table *a, struct table *b, struct ochre_rng *rng)
{
    ochre_action *list = calloc(table_setup(a)->legal_max + 1, sizeof *list);
    for (int i = 0; i < 30 && !table_is_over(a); i++) {
        int seat = seats_first(table_pending(a));
        ochre_action action = list[rng_below(rng, (uint32_t)table_moves(a, seat, list))];
        assert_int_equal(table_play_action(a, seat, table_ask(a, seat), action, NULL, NULL), 0);
        assert_int_equal(table_play_action(b, seat, table_ask(b, seat), action, NULL, NULL), 0);
        expect_equal_tables(a, b);
    }
    free(list);
}

static void every_game_goes_on_where_it_was(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_rng rng;
    rng_seed(&rng, 11);
    for (int i = 0; ochre_games[i]; i++)
        for (int seats = ochre_games[i]->seats_min; seats <= ochre_games[i]->seats_max; seats++) {
            if (!seats_has(ochre_games[i]->seat_counts, seats))
                continue;
            struct room room;
            open_room(&room, store, openings, &(struct opening_request){.game = ochre_games[i], .seats = seats});
            play_some(&room, 40, &rng);
            if (table_is_over(room.table)) {
                room.stored.status = STORED_OVER;
                room.stored.ended = room.stored.made + 1;
                store_put_table(room.batch, &room.stored);
            }
            save_room(&room, &bell);
            struct stored_play play;
            struct ochre_error error = {0};
            assert_int_equal(store_load(store, room.stored.number, &play, &error), 1);
            struct table *again = restore_table(openings, &play, &error);
            if (!again)
                fail_msg("%s: %s", ochre_games[i]->id, error.words);
            assert_int_equal(table_begin(again, NULL, NULL), 0);
            assert_int_equal(table_humans(again), SEAT_BIT(0));
            assert_ptr_equal(table_setup(again), table_setup(room.table)); /* shared, not compiled twice */
            expect_equal_tables(room.table, again);
            expect_equal_future(room.table, again, &rng);
            table_delete(again);
            store_play_free(&play);
            close_room(&room);
        }
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

static void what_was_agreed_is_restored(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct room room;
    const char *const options[] = {"size=6", NULL};
    open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("dice"), .options = options});
    save_room(&room, &bell);
    struct stored_play play;
    struct ochre_error error = {0};
    assert_int_equal(store_load(store, room.stored.number, &play, &error), 1);
    assert_non_null(strstr(play.table.options, "size=6\n"));
    struct openings *others = openings_new(); /* after a restart nothing is shared yet */
    struct table *again = restore_table(others, &play, &error);
    if (!again)
        fail_msg("%s", error.words);
    char *found = restore_options(table_setup(again));
    assert_string_equal(found, room.options);
    free(found);
    table_delete(again);
    openings_delete(others);
    store_play_free(&play);
    close_room(&room);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

/* The built-in pack under another name, in new memory. */
static char *own_pack(const struct ochre_game *game)
{
    size_t size = strlen(game->default_pack) + 8;
    char *pack = malloc(size);
    const char *name = strchr(strstr(game->default_pack, "\"id\":") + 5, '"') + 1;
    (void)snprintf(pack, size, "%.*sour-%s", (int)(name - game->default_pack), game->default_pack, name);
    return pack;
}

static void a_pack_of_its_own_is_pinned(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    const struct ochre_game *valley = game_by_id("valley");
    char *pack = own_pack(valley);
    struct room room;
    struct ochre_error error = {0};
    open_room(&room, store, openings, &(struct opening_request){.game = valley, .pack_text = pack});
    save_room(&room, &bell);
    struct stored_play play;
    assert_int_equal(store_load(store, room.stored.number, &play, &error), 1);
    assert_string_equal(play.table.pack, pack);
    struct table *again = restore_table(openings, &play, &error);
    assert_non_null(again);
    table_delete(again);
    play.table.pack = NULL; /* as if it had got lost */
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "pack"));
    store_play_free(&play);
    close_room(&room);
    free(pack);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

static void a_position_is_restored(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_error error = {0};
    struct room usual;
    open_room(&usual, store, openings, &(struct opening_request){.game = game_by_id("breakthrough")});
    struct room room;
    open_room(&room, store, openings,
              &(struct opening_request){.game = game_by_id("breakthrough"), .position = "8/8/8/3b4/4w3/8/8/8 w"});
    save_room(&room, &bell);
    struct stored_play play;
    assert_int_equal(store_load(store, room.stored.number, &play, &error), 1);
    struct table *again = restore_table(openings, &play, &error);
    if (!again)
        fail_msg("%s", error.words);
    assert_memory_equal(table_state(again), table_state(room.table), table_setup(again)->state_size);
    assert_memory_not_equal(table_state(again), table_state(usual.table), table_setup(again)->state_size);
    table_delete(again);
    store_play_free(&play);
    close_room(&room);
    close_room(&usual);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

static void what_cannot_be_restored_is_named(void **unused)
{
    (void)unused;
    struct openings *openings = openings_new();
    struct ochre_error error = {0};
    struct stored_play play = {.table = {.id = "k5",
                                         .status = STORED_RUNNING,
                                         .game = "chess",
                                         .rules = 1,
                                         .seat_count = 2,
                                         .options = "",
                                         .pack_id = "",
                                         .pack_hash = ""}};
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "no game 'chess'"));
    play.table.game = "breakthrough";
    play.table.rules = 77;
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "version 77"));
    play.table.rules = game_by_id("breakthrough")->rules_version;
    play.table.options = "colour=red\n";
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "colour"));
    play.table.options = "";
    play.table.fair_version = FAIR_VERSION + 1;
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "way of making chance"));
    play.table.fair_version = FAIR_VERSION;
    play.table.seat[1].chance = (struct fair_part){.has_pledge = true, .share_size = FAIR_SIZE};
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "the share of p2 is not the one it pledged"));
    play.table.seat[1].chance = (struct fair_part){0};
    struct stored_move moves[] = {{.seat = 0, .text = "a2a3"}, {.seat = 1, .text = "a2a3"}};
    play.moves = moves;
    play.move_count = 2;
    assert_null(restore_table(openings, &play, &error));
    assert_non_null(strstr(error.words, "move 2, p2 a2a3"));
    play.move_count = 1;
    struct table *table = restore_table(openings, &play, &error);
    assert_non_null(table);
    table_delete(table);
    openings_delete(openings);
}

/* ---- checking a folder ---- */

struct troubles {
    int count;
    char words[8][512];
};

static void note_trouble(void *who, const char *words)
{
    struct troubles *troubles = who;
    if (troubles->count < 8)
        (void)snprintf(troubles->words[troubles->count], 512, "%s", words);
    troubles->count++;
}

/* A folder with five plays of tribes, which draws a lot. */
static void fill_folder(const char *folder)
{
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    for (int i = 0; i < 5; i++) {
        struct room room;
        open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("tribes")});
        play_some(&room, 25, &rng);
        save_room(&room, &bell);
        close_room(&room);
    }
    openings_delete(openings);
    store_close(store);
}

static void a_check_finds_what_is_wrong_and_nothing_else(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    fill_folder(folder);
    struct restore_counts counts;
    struct ochre_error error;
    struct troubles troubles = {0};
    assert_int_equal(restore_check(folder, &counts, note_trouble, &troubles, &error), 0);
    assert_int_equal(counts.running, 5);
    assert_true(counts.moves > 100);
    alter(folder, "UPDATE moves SET text = 'nonsense' WHERE number = 2 AND n = 9;" /* damaged */
                  "DELETE FROM moves WHERE number = 3 AND n = 9;"                  /* missing */
                  "UPDATE tables SET notes = '{}' WHERE number = 4;");             /* damaged */
    assert_int_equal(restore_check(folder, &counts, note_trouble, &troubles, &error), 3);
    assert_non_null(strstr(troubles.words[0], "table table4: its row in the database is damaged"));
    assert_non_null(strstr(troubles.words[1], "move 9 is damaged"));
    assert_non_null(strstr(troubles.words[2], "move 9 is missing"));
    assert_int_equal(counts.aside, 1);
    assert_int_equal(counts.running, 4);
    char *nowhere = file_in(folder, "nowhere");
    assert_int_equal(restore_check(nowhere, &counts, note_trouble, &troubles, &error), -1);
    assert_non_null(strstr(error.words, nowhere));
    free(nowhere);
    drop_folder(folder);
}

/* Somebody who can write rows with right checksums still cannot choose what chance does. */
static void draws_must_follow_from_the_seed(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct room room;
    open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("tribes")});
    room.stored.seed[0] ^= 1;
    store_put_table(room.batch, &room.stored);
    save_room(&room, &bell);
    close_room(&room);
    openings_delete(openings);
    store_close(store);
    struct restore_counts counts;
    struct ochre_error error;
    struct troubles troubles = {0};
    assert_int_equal(restore_check(folder, &counts, note_trouble, &troubles, &error), 1);
    assert_non_null(strstr(troubles.words[0], "does not follow from the table's seed"));
    drop_folder(folder);
}

/* Form 4 knew no pledges. Who only reads leaves such a folder as it is; a server renews it, and running plays go on by
 * the old way of making chance, to the end and in their logs. Tables that still wait begin by the new one. */
static void a_folder_of_form_4_goes_on(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_rng rng;
    struct room room;
    rng_seed(&rng, 21);
    version = 1;
    open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("tribes")});
    version = FAIR_VERSION;
    play_some(&room, 25, &rng);
    save_room(&room, &bell);
    struct stored_table waiting = simple_table(store);
    waiting.status = STORED_WAITING;
    waiting.fair_version = 1;
    waiting.seat[0].chance = (struct fair_part){.share_size = 4, .share = "open"};
    store_put_table(room.batch, &waiting);
    save_room(&room, &bell);
    store_close(store);
    alter(folder, "ALTER TABLE tables DROP COLUMN fair; ALTER TABLE seats DROP COLUMN pledge; PRAGMA user_version = 4");
    struct restore_counts counts;
    struct ochre_error error;
    struct troubles troubles = {0};
    if (restore_check(folder, &counts, note_trouble, &troubles, &error) != 0)
        fail_msg("%s %s", error.words, troubles.words[0]);
    assert_int_equal(counts.running + counts.waiting, 2);
    store = open_store(folder, &bell);
    struct stored_play play;
    assert_int_equal(store_load(store, room.stored.number, &play, &error), 1);
    assert_int_equal(play.table.fair_version, 1);
    struct table *again = restore_table(openings, &play, &error);
    assert_non_null(again);
    assert_int_equal(table_begin(again, NULL, NULL), 0);
    expect_equal_future(room.table, again, &rng);
    size_t length;
    char *text = log_text(again, true, &length);
    struct log log;
    struct log_proof proof;
    assert_int_equal(log_parse(&log, text, length, &error), 0);
    assert_int_equal(log_verify(&log, NULL, &proof, &error), 0);
    assert_int_equal(proof.fair_version, 1);
    assert_int_equal(proof.opened, SEAT_BIT(0));
    log_free(&log);
    free(text);
    table_delete(again);
    store_play_free(&play);
    assert_int_equal(store_load(store, waiting.number, &play, &error), 1);
    assert_int_equal(play.table.fair_version, FAIR_VERSION);
    assert_int_equal(play.table.seat[0].chance.share_size, 0);
    store_play_free(&play);
    close_room(&room);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

/* ---- archive and backup ---- */

static void note_gone(void *who, const struct stored_table *table)
{
    *(int64_t *)who = table->number;
}

static void old_plays_become_files_that_verify(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_error error = {0};
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    struct room room[2];
    for (int i = 0; i < 2; i++) {
        open_room(&room[i], store, openings, &(struct opening_request){.game = game_by_id("tribes")});
        play_some(&room[i], i == 0 ? 100000 : 10, &rng);
        room[i].stored.status = i == 0 ? STORED_OVER : STORED_RUNNING;
        room[i].stored.ended = i == 0 ? 1763251200000 : 0; /* 2025-11-16 */
        store_put_table(room[i].batch, &room[i].stored);
        save_room(&room[i], &bell);
    }
    assert_true(table_is_over(room[0].table));
    int64_t gone = 0;
    assert_int_equal(
        restore_archive(store, openings, folder, 1763251200000, &(struct store_place){0}, 10, note_gone, &gone, &error),
        0);
    /* Killed after the file was written and before the row went: done again. */
    assert_int_equal(
        restore_archive(store, openings, folder, 1763251200001, &(struct store_place){0}, 10, note_gone, &gone, &error),
        1);
    assert_int_equal(gone, room[0].stored.number);
    struct stored_play play;
    assert_int_equal(keep(store, &bell, store_batch_new()), STORE_DURABLE);
    assert_int_equal(store_load(store, room[0].stored.number, &play, &error), 0);
    size_t length;
    char *text = store_archived(store, room[0].stored.id, &length);
    char *due = file_in(folder, "archive/2025-11/table1.log");
    struct log log;
    struct log_proof proof;
    assert_non_null(text);
    assert_int_equal(log_load(&log, due, NULL, &error), 0);
    log_free(&log);
    assert_int_equal(log_parse(&log, text, length, &error), 0);
    assert_int_equal(log_verify(&log, NULL, &proof, &error), 0);
    assert_true(proof.is_over && proof.has_promise);
    assert_int_equal(proof.moves, table_step_count(room[0].table));
    log_free(&log);
    free(due);
    free(text);
    for (int i = 0; i < 2; i++)
        close_room(&room[i]);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

/* On another machine, which has the file and nothing else. */
static void the_file_of_a_play_with_its_own_pack_verifies_anywhere(void **unused)
{
    (void)unused;
    static const char *const games[] = {"valley", "tribes", "spears"};
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_error error = {0};
    struct ochre_rng rng;
    rng_seed(&rng, 6);
    for (int i = 0; i < 3; i++) {
        const struct ochre_game *game = game_by_id(games[i]);
        char *pack = own_pack(game);
        struct room room;
        open_room(&room, store, openings, &(struct opening_request){.game = game, .pack_text = pack});
        play_some(&room, 100000, &rng);
        room.stored.status = STORED_OVER;
        room.stored.ended = 1763251200000;
        store_put_table(room.batch, &room.stored);
        save_room(&room, &bell);
        struct store_place place = {0};
        assert_int_equal(restore_archive(store, openings, folder, 1763251200001, &place, 10, NULL, NULL, &error), 1);
        assert_int_equal(keep(store, &bell, store_batch_new()), STORE_DURABLE);
        size_t length;
        char *text = store_archived(store, room.stored.id, &length);
        assert_non_null(text);
        struct log log;
        struct log_proof proof;
        assert_int_equal(log_parse(&log, text, length, &error), 0);
        assert_string_equal(log.pack_hash, room.stored.pack_hash);
        if (log_verify(&log, NULL, &proof, &error) < 0)
            fail_msg("%s", error.words);
        assert_true(proof.is_over && proof.has_promise);
        struct table *again = log_play(&log, 0, NULL, NULL, NULL, NULL, &error);
        assert_non_null(again);
        expect_equal_tables(room.table, again);
        table_delete(again);
        log_free(&log);
        free(text);
        close_room(&room);
        free(pack);
    }
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

/* Many that cannot be read, older than those that can: they stay, the others go, a few at a time. */
static void damaged_plays_do_not_stall_the_archive(void **unused)
{
    (void)unused;
    enum { DAMAGED = 110, WHOLE = 3, AT_ONCE = 20 };
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_error error = {0};
    for (int i = 0; i < DAMAGED + WHOLE; i++) {
        struct room room;
        open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("dice")});
        room.stored.status = STORED_OVER;
        room.stored.ended = 1763251200000 + i / 2;
        store_put_table(room.batch, &room.stored);
        save_room(&room, &bell);
        close_room(&room);
    }
    char sql[128];
    (void)snprintf(sql, sizeof sql, "UPDATE tables SET notes = '{ }' WHERE number <= %d", DAMAGED);
    alter(folder, sql);
    struct store_place place = {0};
    int archived = 0;
    for (int call = 0; call <= (DAMAGED + WHOLE) / AT_ONCE; call++) {
        int count = restore_archive(store, openings, folder, 1763337600000, &place, AT_ONCE, NULL, NULL, &error);
        assert_true(count >= 0);
        archived += count;
        assert_int_equal(keep(store, &bell, store_batch_new()), STORE_DURABLE);
    }
    assert_int_equal(archived, WHOLE);
    for (int number = 1; number <= DAMAGED + WHOLE; number++) {
        struct stored_play play;
        assert_int_equal(store_load(store, number, &play, &error), number <= DAMAGED ? -1 : 0);
    }
    /* It begins anew: what is mended meanwhile goes too. */
    assert_int_equal(place.number, 0);
    alter(folder, "UPDATE tables SET notes = '{\"undo\":\"allow\"}' WHERE number = 1");
    assert_int_equal(restore_archive(store, openings, folder, 1763337600000, &place, AT_ONCE, NULL, NULL, &error), 1);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

static void a_play_whose_file_cannot_be_written_stays(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    struct bell bell = BELL;
    struct store *store = open_store(folder, &bell);
    struct openings *openings = openings_new();
    struct ochre_error error = {0};
    struct room room;
    open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("dice")});
    room.stored.status = STORED_OVER;
    room.stored.ended = 1763251200000;
    store_put_table(room.batch, &room.stored);
    save_room(&room, &bell);
    char *archive = file_in(folder, "archive");
    FILE *in_the_way = fopen(archive, "w");
    assert_int_equal(fclose(in_the_way), 0);
    assert_int_equal(
        restore_archive(store, openings, folder, 1763251200001, &(struct store_place){0}, 10, NULL, NULL, &error), -1);
    assert_non_null(strstr(error.words, "archive"));
    struct stored_play play;
    assert_int_equal(store_load(store, room.stored.number, &play, &error), 1);
    store_play_free(&play);
    free(archive);
    close_room(&room);
    openings_delete(openings);
    store_close(store);
    drop_folder(folder);
}

static void a_backup_of_a_running_server_is_whole(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    char *other = new_folder();
    struct bell bell = BELL;
    struct ochre_error error = {0};
    struct store *store = open_store(folder, &bell);
    struct stored_table table = simple_table(store);
    struct store_batch *batch = store_batch_new();
    store_put_table(batch, &table);
    add_simple_moves(batch, table.number, 1, 10);
    assert_int_equal(keep(store, &bell, batch), STORE_DURABLE);
    for (int n = 11; n <= 200; n++) { /* while it is being written to */
        batch = store_batch_new();
        add_simple_moves(batch, table.number, n, 1);
        store_submit(store, batch, NULL, NULL);
    }
    char *copy = file_in(other, "ochre.db");
    assert_int_equal(store_backup(folder, copy, &error), 0);
    store_close(store);
    store = open_store(other, NULL); /* restoring is putting the file into a folder */
    struct stored_play play;
    assert_int_equal(store_load(store, table.number, &play, &error), 1);
    int count = play.move_count;
    store_play_free(&play);
    assert_true(count >= 10 && count <= 200);
    expect_moves(store, table.number, count);
    store_close(store);
    assert_int_equal(store_backup(folder, copy, &error), 0); /* over the old one */
    assert_int_equal(store_backup(folder, "/nowhere/copy.db", &error), -1);
    assert_non_null(strstr(error.words, "/nowhere/copy.db"));
    assert_int_equal(store_backup(other, folder, &error), -1);
    char *nowhere = file_in(folder, "nowhere");
    char *unmade = file_in(other, "unmade.db");
    assert_int_equal(store_backup(nowhere, unmade, &error), -1);
    assert_int_equal(access(unmade, F_OK), -1);
    free(unmade);
    free(nowhere);
    free(copy);
    drop_folder(folder);
    drop_folder(other);
}

/* ---- moving ---- */

/* What else a store keeps: chat with its first lines gone, a memo, moves taken back, an archived play. */
static void add_the_rest(struct store *store, struct bell *bell)
{
    struct openings *openings = openings_new();
    struct ochre_rng rng;
    struct room room;
    rng_seed(&rng, 6);
    open_room(&room, store, openings, &(struct opening_request){.game = game_by_id("pebble")});
    play_some(&room, 4, &rng);
    save_room(&room, bell);
    struct store_batch *batch = store_batch_new();
    for (int line = 1; line <= STORE_CHAT_MAX + 3; line++)
        store_add_chat(batch, room.stored.number,
                       &(struct stored_chat){.number = line, .seat = 1, .name = "Bo \"\\", .text = "{a,\xc3\xa9}"});
    store_put_memo(batch, "announced", "tonight");
    store_note_archived(batch, 0, "old", "2025-11/old.log", "ochre 1\n");
    store_cut_moves(batch, room.stored.number, 1);
    assert_int_equal(keep(store, bell, batch), STORE_DURABLE);
    close_room(&room);
    openings_delete(openings);
}

static void count_memo(void *who, const char *name, const char *text)
{
    *(int *)who += strcmp(name, "announced") == 0 && strcmp(text, "tonight") == 0;
}

static void expect_moved(const char *place, const struct restore_counts *due)
{
    struct restore_counts counts;
    struct ochre_error error = {0};
    struct troubles troubles = {0};
    if (restore_check(place, &counts, note_trouble, &troubles, &error) != 0)
        fail_msg("%s: %s", error.words, troubles.words[0]);
    assert_memory_equal(&counts, due, sizeof counts);
    struct store *store = store_open(&(struct store_config){.place = place, .is_reading_only = true}, &error);
    assert_non_null(store);
    int memos = 0;
    assert_int_equal(store_each_memo(store, count_memo, &memos, &error), 0);
    assert_int_equal(memos, 1);
    size_t length = 0;
    char *log = store_archived(store, "old", &length);
    assert_non_null(log);
    assert_string_equal(log, "ochre 1\n");
    assert_int_equal(length, 8);
    free(log);
    store_close(store);
}

/* From a database into a folder, and from there into another database. */
static void a_store_is_moved_whole(void **unused)
{
    (void)unused;
    char *folder = new_folder();
    char *other = new_folder();
    char *copy = file_in(folder, "copy");
    char from[256];
    char to[256];
    struct bell bell = BELL;
    struct ochre_error error = {0};
    struct restore_counts due;
    struct troubles troubles = {0};
    struct store_moved moved;
    (void)snprintf(from, sizeof from, "%s", place_of(folder));
    (void)snprintf(to, sizeof to, "%s", place_of(other));
    fill_folder(folder);
    struct store *store = open_store(folder, &bell);
    add_the_rest(store, &bell);
    assert_int_equal(store_move(from, copy, &moved, NULL, NULL, &error), -1); /* a server is there */
    assert_non_null(strstr(error.words, "stop them first"));
    store_close(store);
    assert_int_equal(restore_check(from, &due, note_trouble, &troubles, &error), 0);
    expect_moved(from, &due);
    if (store_move(from, copy, &moved, NULL, NULL, &error) < 0)
        fail_msg("%s", error.words);
    assert_int_equal(moved.total, 6);
    assert_int_equal(moved.archived, 1);
    assert_int_equal(moved.aside, 0);
    expect_moved(copy, &due);
    if (store_move(copy, to, &moved, NULL, NULL, &error) < 0)
        fail_msg("%s", error.words);
    expect_moved(to, &due);
    assert_int_equal(store_move(copy, to, &moved, NULL, NULL, &error), -1);
    assert_non_null(strstr(error.words, "there are tables already"));
    assert_int_equal(store_move(to, copy, &moved, NULL, NULL, &error), -1);
    assert_non_null(strstr(error.words, "there is something already"));
    expect_moved(to, &due);
    expect_moved(copy, &due);
    /* One that was killed in the middle: nobody opens it, the next one begins anew. */
    alter(other, "UPDATE form SET is_whole = false; DELETE FROM moves WHERE n > 10");
    assert_null(store_open(&(struct store_config){.place = to}, &error));
    assert_non_null(strstr(error.words, "ochre store move"));
    if (store_move(copy, to, &moved, NULL, NULL, &error) < 0)
        fail_msg("%s", error.words);
    expect_moved(to, &due);
    /* A table that cannot be read is not left out silently: nothing is moved, and the place is as it was. */
    alter(folder, "UPDATE moves SET text = 'x' WHERE n = 5");
    alter(other, "TRUNCATE tables, heads, seats, moves, chat, archive, memos");
    assert_int_equal(store_move(from, to, &moved, NULL, NULL, &error), -1);
    assert_non_null(strstr(error.words, "move 5 is damaged"));
    store = store_open(&(struct store_config){.place = to}, &error);
    assert_non_null(store);
    store_close(store);
    free(copy);
    drop_folder(folder);
    drop_folder(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_goes_on_where_it_was),
        cmocka_unit_test(what_was_agreed_is_restored),
        cmocka_unit_test(a_pack_of_its_own_is_pinned),
        cmocka_unit_test(a_position_is_restored),
        cmocka_unit_test(what_cannot_be_restored_is_named),
        cmocka_unit_test(the_file_of_a_play_with_its_own_pack_verifies_anywhere),
    };
    /* Of a file and its folder; of a database. */
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(a_check_finds_what_is_wrong_and_nothing_else),
        cmocka_unit_test(draws_must_follow_from_the_seed),
        cmocka_unit_test(a_folder_of_form_4_goes_on),
        cmocka_unit_test(old_plays_become_files_that_verify),
        cmocka_unit_test(damaged_plays_do_not_stall_the_archive),
        cmocka_unit_test(a_play_whose_file_cannot_be_written_stays),
        cmocka_unit_test(a_backup_of_a_running_server_is_whole),
    };
    const struct CMUnitTest of_databases[] = {
        cmocka_unit_test(a_store_is_moved_whole),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + (on_postgres() ? cmocka_run_group_tests(of_databases, NULL, NULL)
                                   : cmocka_run_group_tests(of_files, NULL, NULL));
}
