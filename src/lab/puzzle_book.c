/* puzzle_book.c: puzzles as a file (docs/puzzles.md), and the table where one begins. See puzzle.h. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "lab/puzzle.h"
#include "rules/reader.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "table/log.h"

static const char *const FORMAT = "ochre puzzles 1";

enum { SEED_DIGITS = 18, LOG_HEAD_SIZE = 128, ROW_SIZE = 512 };

static void *more_room(void *old, int count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0; /* room doubles at 1, 2, 4, … */
    void *room = is_full ? realloc(old, (size_t)(count ? 2 * count : 1) * size) : old;
    if (!room) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
    return room;
}

struct puzzle *puzzle_book_add(struct puzzle_book *book)
{
    book->puzzle = more_room(book->puzzle, book->count, sizeof *book->puzzle);
    struct puzzle *puzzle = &book->puzzle[book->count++];
    *puzzle = (struct puzzle){0};
    return puzzle;
}

struct puzzle_play *puzzle_book_add_play(struct puzzle_book *book)
{
    book->play = more_room(book->play, book->play_count, sizeof *book->play);
    struct puzzle_play *play = &book->play[book->play_count++];
    *play = (struct puzzle_play){0};
    return play;
}

void puzzle_book_free(struct puzzle_book *book)
{
    for (int i = 0; i < book->play_count; i++)
        free(book->play[i].moves);
    free(book->play);
    free(book->puzzle);
    *book = (struct puzzle_book){0};
}

/* ---- writing ---- */

static void write_play(const struct puzzle_play *play, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_int(writer, "number", play->number);
    json_field_string(writer, "moves", play->moves);
    json_close(writer, '}');
}

static void write_puzzle(const struct puzzle *puzzle, struct json_writer *writer)
{
    json_open(writer, '{');
    json_field_int(writer, "play", puzzle->play);
    json_field_int(writer, "at", puzzle->at);
    json_field_string(writer, "seat", seat_code(puzzle->seat));
    json_field_string(writer, "best", puzzle->best);
    json_field_string(writer, "next", puzzle->rival);
    json_name(writer, "worth");
    json_open(writer, '[');
    json_put_int(writer, puzzle->worth);
    json_put_int(writer, puzzle->rival_worth);
    json_close(writer, ']');
    json_field_int(writer, "level", puzzle->level);
    json_field_string(writer, "theme", puzzle->theme);
    json_field_string(writer, "proof", puzzle->is_exact ? "exact" : "deep");
    json_field_string(writer, "line", puzzle->line);
    json_close(writer, '}');
}

static void write_head(const struct puzzle_book *book, struct json_writer *writer)
{
    json_field_string(writer, "format", FORMAT);
    json_field_string(writer, "game", book->game->id);
    json_field_int(writer, "rules", book->game->rules_version);
    json_field_int(writer, "seats", book->seats);
    json_field_string(writer, "players", book->players);
    json_field_int(writer, "seed", (int64_t)book->seed);
    json_field_int(writer, "looked", book->looked);
}

/* However its letters are written in JSON: at worst one as \u0001. */
static size_t room_for(const char *words)
{
    return 6 * strlen(words);
}

static size_t room_for_book(const struct puzzle_book *book)
{
    size_t size = ROW_SIZE + room_for(book->players);
    for (int i = 0; i < book->play_count; i++)
        size += ROW_SIZE + room_for(book->play[i].moves);
    for (int i = 0; i < book->count; i++) {
        const struct puzzle *puzzle = &book->puzzle[i];
        size += ROW_SIZE + room_for(puzzle->best) + room_for(puzzle->rival) + room_for(puzzle->theme) +
                room_for(puzzle->line);
    }
    return size;
}

char *puzzle_book_text(const struct puzzle_book *book, size_t *length)
{
    size_t size = room_for_book(book);
    char *buffer = malloc(size);
    if (!buffer)
        return NULL;
    struct ochre_text text = text_on(buffer, size);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    write_head(book, &writer);
    json_name(&writer, "plays");
    json_open(&writer, '[');
    for (int i = 0; i < book->play_count; i++) {
        write_play(&book->play[i], &writer);
        if (i + 1 < book->play_count)
            text_add(&text, "\n");
    }
    json_close(&writer, ']');
    text_add(&text, "\n");
    json_name(&writer, "puzzles");
    json_open(&writer, '[');
    for (int i = 0; i < book->count; i++) {
        write_puzzle(&book->puzzle[i], &writer);
        if (i + 1 < book->count)
            text_add(&text, "\n");
    }
    json_close(&writer, ']');
    json_close(&writer, '}');
    text_add(&text, "\n");
    assert(!text.cut);
    *length = text.used;
    return buffer;
}

/* ---- reading ---- */

static int read_head(const struct reader *r, struct json root, struct puzzle_book *book)
{
    static const char *const members[] = {"format", "game",   "rules", "seats",   "players",
                                          "seed",   "looked", "plays", "puzzles", NULL};
    char word[64] = "";
    int rules = 0;
    int64_t seed = 0;
    if (reader_members(r, root, members) < 0 || reader_text(r, root, "format", word, sizeof word) < 0)
        return -1;
    if (!text_same(word, FORMAT))
        return reader_refuse_member(r, "", root, "format", "expected '{0}', not '{1}'", FORMAT, word);
    if (reader_text(r, root, "game", word, sizeof word) < 0)
        return -1;
    book->game = game_by_id(word);
    if (!book->game)
        return reader_refuse_member(r, "", root, "game", "there is no game '{0}'", word);
    if (reader_number(r, root, "rules", 1, INT32_MAX, &rules) < 0)
        return -1;
    if (rules != book->game->rules_version)
        return reader_refuse_member(r, "", root, "rules", "these are puzzles of version {0} of the rules, not of {1}",
                                    NUM(rules), NUM(book->game->rules_version));
    if (reader_number(r, root, "seats", book->game->seats_min, book->game->seats_max, &book->seats) < 0 ||
        reader_text(r, root, "players", book->players, sizeof book->players) < 0 ||
        reader_number(r, root, "looked", 0, INT32_MAX, &book->looked) < 0)
        return -1;
    if (!json_int(json_get(root, "seed"), &seed) || seed < 0)
        return reader_refuse_member(r, "", root, "seed", "expected a whole number, 0 or more");
    book->seed = (uint64_t)seed;
    return 0;
}

/* How many words there are; -1: not one blank between two, or a word without a seat. */
static int count_words(const char *moves, int seats)
{
    int count = 0;
    for (const char *at = moves; *at; count++) {
        size_t length = strcspn(at, " ");
        bool has_seat = *at == '*' || (*at >= '1' && *at < '1' + seats);
        if (!has_seat || length < 2 || length > OCHRE_MOVE_SIZE)
            return -1;
        at += length;
        if (*at && !*++at)
            return -1;
    }
    return count;
}

static int read_play(const struct reader *r, struct json row, struct puzzle_book *book)
{
    static const char *const members[] = {"number", "moves", NULL};
    struct puzzle_play *play = puzzle_book_add_play(book);
    size_t length;
    if (reader_members(r, row, members) < 0 || reader_number(r, row, "number", 0, INT32_MAX, &play->number) < 0)
        return -1;
    json_raw(json_get(row, "moves"), &length);
    play->moves = malloc(length + 1);
    if (!play->moves)
        return reader_refuse(r, "", row, "out of memory");
    play->moves[0] = '\0';
    if (reader_text(r, row, "moves", play->moves, length + 1) < 0)
        return -1;
    if (count_words(play->moves, book->seats) < 0)
        return reader_refuse_member(r, "", row, "moves", "expected moves with a seat in front of each (1a2a3 *deal:4)");
    return 0;
}

static int read_worth(const struct reader *r, struct json row, struct puzzle *puzzle)
{
    struct json worth;
    if (reader_list(r, row, "worth", 2, 2, &worth) < 0 ||
        reader_number_at(r, json_at(worth, 0), 0, PUZZLE_MILLE, &puzzle->worth) < 0)
        return -1;
    return reader_number_at(r, json_at(worth, 1), 0, PUZZLE_MILLE, &puzzle->rival_worth);
}

static int read_words(const struct reader *r, struct json row, const struct puzzle_book *book, struct puzzle *puzzle)
{
    static const char *const proofs[] = {"deep", "exact", NULL};
    int proof = 0;
    if (reader_text(r, row, "best", puzzle->best, sizeof puzzle->best) < 0 ||
        reader_text(r, row, "next", puzzle->rival, sizeof puzzle->rival) < 0 ||
        reader_text(r, row, "theme", puzzle->theme, sizeof puzzle->theme) < 0 ||
        reader_text(r, row, "line", puzzle->line, sizeof puzzle->line) < 0 ||
        reader_word(r, row, "proof", proofs, &proof) < 0)
        return -1;
    puzzle->is_exact = proof == 1;
    if (!puzzle_theme_known(book->game, puzzle->theme))
        return reader_refuse_member(r, "", row, "theme", "{0} has no theme '{1}'", book->game->id, puzzle->theme);
    if (count_words(puzzle->line, book->seats) < 0)
        return reader_refuse_member(r, "", row, "line", "expected moves with a seat in front of each (1a2a3 *deal:4)");
    return 0;
}

static int read_puzzle(const struct reader *r, struct json row, struct puzzle_book *book)
{
    static const char *const members[] = {"play",  "at",    "seat",  "best", "next", "worth",
                                          "level", "theme", "proof", "line", NULL};
    struct puzzle *puzzle = puzzle_book_add(book);
    if (reader_members(r, row, members) < 0)
        return -1;
    if (book->play_count == 0)
        return reader_refuse(r, "", row, "there is no play");
    if (reader_number(r, row, "play", 0, book->play_count - 1, &puzzle->play) < 0)
        return -1;
    int moves = count_words(book->play[puzzle->play].moves, book->seats);
    if (reader_number(r, row, "at", 0, moves, &puzzle->at) < 0 ||
        reader_seat(r, json_get(row, "seat"), book->seats, &puzzle->seat) < 0 || read_worth(r, row, puzzle) < 0 ||
        reader_number(r, row, "level", 1, PUZZLE_LEVELS, &puzzle->level) < 0)
        return -1;
    return read_words(r, row, book, puzzle);
}

static int read_rows(const struct reader *r, struct json root, const char *key, struct puzzle_book *book,
                     int (*read)(const struct reader *r, struct json row, struct puzzle_book *book))
{
    struct json rows;
    if (reader_list(r, root, key, 0, PUZZLE_COUNT_MAX, &rows) < 0)
        return -1;
    for (struct json row = json_first(rows); json_there(row); row = json_next(row))
        if (read(r, row, book) < 0)
            return -1;
    return 0;
}

int puzzle_book_read(struct puzzle_book *book, const char *text, size_t length, struct ochre_error *error)
{
    size_t most = json_nodes_for(length);
    struct json_node *nodes = calloc(most, sizeof *nodes);
    struct json_doc doc;
    struct reader r = {error, ""};
    *book = (struct puzzle_book){0};
    if (!nodes)
        return error_set(error, "", "out of memory");
    int status = json_parse(&doc, text, length, nodes, most, error);
    if (status == 0)
        status = read_head(&r, json_root(&doc), book);
    if (status == 0)
        status = read_rows(&r, json_root(&doc), "plays", book, read_play);
    if (status == 0)
        status = read_rows(&r, json_root(&doc), "puzzles", book, read_puzzle);
    free(nodes);
    if (status < 0)
        puzzle_book_free(book);
    return status;
}

/* ---- the table ---- */

char *puzzle_log(const struct puzzle_book *book, const struct puzzle *puzzle, size_t *length)
{
    const char *moves = book->play[puzzle->play].moves;
    size_t size = LOG_HEAD_SIZE + 3 * strlen(moves);
    char *buffer = malloc(size);
    if (!buffer)
        return NULL;
    struct ochre_text text = text_on(buffer, size);
    text_fill(&text, "ochre 1\ngame {0}\nrules {1}\nseats {2}\n\n",
              (const char *const[]){book->game->id, NUM(book->game->rules_version), NUM(book->seats), NULL});
    char word[OCHRE_MOVE_SIZE + 2];
    for (int i = 0; i < puzzle->at && text_next_word(&moves, word, sizeof word); i++) {
        text_add(&text, word[0] == '*' ? "" : "p");
        text_char(&text, word[0]);
        text_char(&text, ' ');
        text_add(&text, word + 1);
        text_char(&text, '\n');
    }
    assert(!text.cut);
    *length = text.used;
    return buffer;
}

uint64_t puzzle_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    return hash_bytes((uint64_t)seat + 1, view->bytes, setup->search_size);
}

static int check_set(const struct puzzle *puzzle, const struct table *table, struct ochre_error *error)
{
    struct table_no no;
    ochre_action best;
    ochre_action rival;
    if (table_pending(table) != SEAT_BIT(puzzle->seat))
        return error_set(error, "", "after {0} moves {1} is not asked alone", NUM(puzzle->at), seat_code(puzzle->seat));
    if (table_try(table, puzzle->seat, puzzle->best, NULL, &best, &no) < 0)
        return error_set(error, no.rule, "the solution {0}: {1}", puzzle->best, no.why);
    if (table_try(table, puzzle->seat, puzzle->rival, NULL, &rival, &no) < 0)
        return error_set(error, no.rule, "the next best {0}: {1}", puzzle->rival, no.why);
    return best == rival ? error_set(error, "", "the solution is the next best too") : 0;
}

struct table *puzzle_set(const struct puzzle_book *book, const struct puzzle *puzzle, struct ochre_error *error)
{
    size_t length;
    struct log log;
    char *text = puzzle_log(book, puzzle, &length);
    if (!text) {
        error_set(error, "", "out of memory");
        return NULL;
    }
    int status = log_parse(&log, text, length, error);
    free(text);
    if (status < 0)
        return NULL;
    struct table *table = log_play(&log, SEAT_BIT(puzzle->seat), NULL, NULL, NULL, NULL, error);
    log_free(&log);
    if (table && check_set(puzzle, table, error) < 0) {
        table_delete(table);
        return NULL;
    }
    return table;
}

/* ---- is it as the book says? ---- */

static ochre_action action_of(const struct table *table, int seat, const char *move)
{
    struct table_no no;
    ochre_action action = OCHRE_NO_ACTION;
    (void)table_try(table, seat, move, NULL, &action, &no);
    return action;
}

static int check_theme(const struct puzzle *puzzle, const struct ochre_setup *setup, const struct ochre_view *view,
                       const struct proof *said, struct ochre_error *error)
{
    char theme[PUZZLE_THEME_SIZE];
    struct ochre_text text = text_on(theme, sizeof theme);
    puzzle_theme(setup, view, puzzle->seat, said, &text);
    return text_same(theme, puzzle->theme)
               ? 0
               : error_set(error, "", "the theme is '{0}', not '{1}'", theme, puzzle->theme);
}

static int check_deep(const struct puzzle *puzzle, const struct ochre_setup *setup, const struct ochre_view *view,
                      const struct proof *said, struct prover *prover, struct ochre_error *error)
{
    struct proof proof;
    if (!prove_clear(prover, setup, view, puzzle->seat, said, PUZZLE_CHECK_SEED, PUZZLE_STILL_CLEAR, &proof))
        return error_set(error, "", "{0} is not clearly the best choice", puzzle->best);
    if (proof.best != said->best)
        return error_set(error, "", "another choice than {0} is the best", puzzle->best);
    return said->is_exact && !proof.is_exact ? error_set(error, "", "{0} does not win by force", puzzle->best) : 0;
}

int puzzle_check(const struct puzzle_book *book, const struct puzzle *puzzle, struct prover *prover, bool is_deep,
                 uint64_t *key, struct ochre_error *error)
{
    struct table *table = puzzle_set(book, puzzle, error);
    if (!table)
        return -1;
    const struct ochre_setup *setup = table_setup(table);
    const ochre_action *list;
    struct ochre_view view;
    table_view(table, puzzle->seat, &view);
    *key = puzzle_key(setup, &view, puzzle->seat);
    struct proof said = {.best = action_of(table, puzzle->seat, puzzle->best),
                         .rival = action_of(table, puzzle->seat, puzzle->rival),
                         .worth = (float)puzzle->worth / PUZZLE_MILLE,
                         .rival_worth = (float)puzzle->rival_worth / PUZZLE_MILLE,
                         .is_exact = puzzle->is_exact};
    int status = 0;
    if (table_list_moves(table, &view, puzzle->seat, &list) < PUZZLE_CHOICES_MIN)
        status = error_set(error, "", "there is nothing to choose");
    if (status == 0)
        status = check_theme(puzzle, setup, &view, &said, error);
    if (status == 0 && is_deep)
        status = check_deep(puzzle, setup, &view, &said, prover, error);
    table_delete(table);
    return status;
}
