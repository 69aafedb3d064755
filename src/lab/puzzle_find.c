/* puzzle_find.c: looks for puzzles in plays of strong players. See puzzle.h. What is found depends on the seed, the
 * number of the play and what the book has already. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "lab/arena.h"
#include "lab/puzzle.h"
#include "rules/rules.h"
#include "rules/words.h"

const char *const puzzle_fates[FATES] = {
    [FATE_FORCED] = N_("too little to choose"),
    [FATE_AT_ONCE] = N_("others choose at the same time"),
    [FATE_UNCLEAR] = N_("no choice is clearly the best"),
    [FATE_DECIDED] = N_("won or lost anyway"),
    [FATE_ALIKE] = N_("the best two read the same"),
    [FATE_NEAR] = N_("too near to another one"),
    [FATE_UNPROVED] = N_("the deep search does not confirm it"),
    [FATE_DOUBLE] = N_("found before"),
    [FATE_PLENTY] = N_("enough of this kind"),
    [FATE_SPARSE] = N_("in a play with too few of them"),
    [FATE_KEPT] = N_("kept"),
};

/* Won or lost anyway: beyond these. */
static const float WON = 0.8F;
static const float LOST = 0.3F;

enum {
    WORDS_SIZE = 512,
    LEVEL_SHARE = 45, /* of 100 puzzles at most so many are of one level … */
    EASY_SHARE = 50,  /* … so many easy ones … */
    THEME_SHARE = 50, /* … and so many of one theme */
    SHARE_FROM = 5,   /* a few may always be */
    HOPES = 2,        /* puzzles that may still be hoped for in a play that grows long */
    STEPS_MAX = 1000, /* what goes on longer is not looked through to its end */
};

struct search {
    struct puzzle_book *book;
    struct puzzle_plan *plan;
    const struct ochre_setup *setup;
    struct prover *prover;
    uint64_t *key; /* of all puzzles of the book */
    int key_count;
    /* The play under way. */
    struct ochre_state state;
    struct fair fair;
    uint64_t draws, seed;
    struct bot *bot[OCHRE_SEATS_MAX];
    struct ochre_rng rng;
    ochre_action *list;
    char *moves;
    size_t moves_used, moves_size;
    int steps;
    int last_at; /* of its last puzzle; -1: none yet */
};

static bool is_stopped(const struct search *search)
{
    return search->plan->stop && atomic_load(search->plan->stop);
}

static void *room(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (!memory) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* ---- is it one? ---- */

static bool reads_alike(const struct search *search, const struct ochre_view *view, int seat, const struct proof *proof)
{
    const struct ochre_words *words = search->setup->game->words;
    char best[WORDS_SIZE];
    char rival[WORDS_SIZE];
    struct ochre_text text = text_on(best, sizeof best);
    if (!words->say_move)
        return false;
    words->say_move(search->setup, view, seat, proof->best, &text);
    text = text_on(rival, sizeof rival);
    words->say_move(search->setup, view, seat, proof->rival, &text);
    return best[0] && text_same(best, rival);
}

static bool is_decided(const struct proof *proof)
{
    return proof->rival_worth > WON || proof->worth < LOST;
}

/* Would one more be too many? */
static bool is_beyond(int same, int share, int total)
{
    return 100 * (same + 1 - SHARE_FROM) > share * (total + 1);
}

static int count_levels(const struct puzzle_book *book, int from, int to)
{
    int count = 0;
    for (int i = 0; i < book->count; i++)
        count += book->puzzle[i].level >= from && book->puzzle[i].level <= to;
    return count;
}

static bool is_plenty_easy(const struct puzzle_book *book)
{
    return is_beyond(count_levels(book, 1, PUZZLE_EASY), EASY_SHARE, book->count) ||
           is_beyond(count_levels(book, PUZZLE_GREEDY, PUZZLE_GREEDY), LEVEL_SHARE, book->count);
}

static bool is_plenty(const struct puzzle_book *book, int level)
{
    return is_beyond(count_levels(book, level, level), LEVEL_SHARE, book->count) ||
           (level <= PUZZLE_EASY && is_beyond(count_levels(book, 1, PUZZLE_EASY), EASY_SHARE, book->count));
}

static bool is_plenty_of(const struct puzzle_book *book, const char *theme)
{
    int same = 0;
    for (int i = 0; i < book->count; i++)
        same += text_same(book->puzzle[i].theme, theme);
    return is_beyond(same, THEME_SHARE, book->count);
}

static bool is_double(const struct search *search, uint64_t key)
{
    for (int i = 0; i < search->key_count; i++)
        if (search->key[i] == key)
            return true;
    return false;
}

static void remember_key(struct search *search, uint64_t key)
{
    search->key = room(search->key, (size_t)(search->key_count + 1) * sizeof *search->key);
    search->key[search->key_count++] = key;
}

/* Proved twice, from different seeds; the second time as it will be checked. */
static bool is_proved(struct search *search, const struct ochre_view *view, int seat, const struct proof *hint,
                      struct proof *proof)
{
    struct proof again;
    return prove_clear(search->prover, search->setup, view, seat, hint, search->seed + (uint64_t)search->steps,
                       PUZZLE_FOUND_CLEAR, proof) &&
           prove_clear(search->prover, search->setup, view, seat, proof, PUZZLE_CHECK_SEED, PUZZLE_STILL_CLEAR,
                       &again) &&
           again.best == proof->best && again.is_exact == proof->is_exact;
}

/* ---- it is one ---- */

static void say_move(const struct search *search, const struct ochre_state *state, int seat, ochre_action action,
                     struct ochre_text *text)
{
    struct ochre_view view;
    state_look(search->setup, state, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    search->setup->game->words->format_move(search->setup, &view, seat, action, text);
}

static void add_word(const struct search *search, const struct ochre_state *state, int seat, ochre_action action,
                     struct ochre_text *text)
{
    char word[OCHRE_MOVE_SIZE + 2];
    struct ochre_text move = text_on(word, sizeof word);
    text_add(&move, text->used ? " " : "");
    text_char(&move, seat == OCHRE_CHANCE ? '*' : (char)('1' + seat));
    say_move(search, state, seat, action, &move);
    if (text->used + move.used < text->size)
        text_add(text, word);
}

/* How it may go on, as far as it can be followed from one state that the seat cannot rule out. */
static void tell_line(const struct search *search, const struct ochre_view *view, int seat, const struct proof *proof,
                      struct ochre_text *line)
{
    const struct ochre_rules *rules = search->setup->game->rules;
    struct ochre_state state;
    struct ochre_rng rng;
    rng_seed(&rng, 0);
    if (!view_imagine(search->setup, view, seat, &rng, &state))
        return;
    for (int i = 0; i < proof->course_count; i++) {
        int mover = proof->course[i].seat;
        if (!seats_has(rules->pending(search->setup, &state), mover))
            return;
        add_word(search, &state, mover, proof->course[i].action, line);
        rules->apply(search->setup, &state, mover, proof->course[i].action, NULL);
    }
}

static int mille(float worth)
{
    return (int)(worth * PUZZLE_MILLE + 0.5F);
}

/* All but its play and its level. */
static struct puzzle describe(const struct search *search, const struct ochre_view *view, int seat,
                              const struct proof *proof)
{
    struct puzzle puzzle = {.at = search->steps,
                            .seat = seat,
                            .worth = mille(proof->worth),
                            .rival_worth = mille(proof->rival_worth),
                            .is_exact = proof->is_exact};
    struct ochre_text text = text_on(puzzle.best, sizeof puzzle.best);
    search->setup->game->words->format_move(search->setup, view, seat, proof->best, &text);
    text = text_on(puzzle.rival, sizeof puzzle.rival);
    search->setup->game->words->format_move(search->setup, view, seat, proof->rival, &text);
    /* The theme follows from what stands in the book. */
    struct proof said = *proof;
    said.worth = (float)puzzle.worth / PUZZLE_MILLE;
    said.rival_worth = (float)puzzle.rival_worth / PUZZLE_MILLE;
    text = text_on(puzzle.theme, sizeof puzzle.theme);
    puzzle_theme(search->setup, view, seat, &said, &text);
    text = text_on(puzzle.line, sizeof puzzle.line);
    tell_line(search, view, seat, proof, &text);
    return puzzle;
}

static void keep(struct search *search, const struct puzzle *found)
{
    struct puzzle *puzzle = puzzle_book_add(search->book);
    if (search->last_at < 0)
        puzzle_book_add_play(search->book)->number = search->book->looked;
    *puzzle = *found;
    puzzle->play = search->book->play_count - 1;
    search->last_at = search->steps;
}

static enum puzzle_fate consider(struct search *search, const struct ochre_view *view, int seat, ochre_seats pending,
                                 int choices)
{
    struct proof hint;
    struct proof proof;
    uint64_t seed = search->seed + (uint64_t)search->steps;
    if (choices < PUZZLE_CHOICES_MIN)
        return FATE_FORCED;
    if (pending != SEAT_BIT(seat))
        return FATE_AT_ONCE;
    if (search->last_at >= 0 && search->steps - search->last_at < PUZZLE_APART)
        return FATE_NEAR;
    if (!prove_hint(search->prover, search->setup, view, seat, seed, &hint))
        return FATE_UNCLEAR;
    if (is_decided(&hint))
        return FATE_DECIDED;
    uint64_t key = puzzle_key(search->setup, view, seat);
    if (is_double(search, key))
        return FATE_DOUBLE;
    /* Before much time is spent on it: what is likely to be one of too many? */
    if (is_plenty_of(search->book, describe(search, view, seat, &hint).theme) ||
        (is_plenty_easy(search->book) && prove_greedy(search->prover, search->setup, view, seat, hint.best)))
        return FATE_PLENTY;
    if (!is_proved(search, view, seat, &hint, &proof))
        return FATE_UNPROVED;
    if (is_decided(&proof))
        return FATE_DECIDED;
    if (reads_alike(search, view, seat, &proof))
        return FATE_ALIKE;
    struct puzzle puzzle = describe(search, view, seat, &proof);
    if (is_plenty_of(search->book, puzzle.theme))
        return FATE_PLENTY;
    puzzle.level = prove_level(search->prover, search->setup, view, seat, proof.best, seed);
    if (is_stopped(search))
        return FATE_UNPROVED;
    if (is_plenty(search->book, puzzle.level))
        return FATE_PLENTY;
    remember_key(search, key);
    keep(search, &puzzle);
    return FATE_KEPT;
}

/* ---- a play ---- */

static void write_move(struct search *search, int seat, ochre_action action)
{
    if (search->moves_size - search->moves_used < 2 * OCHRE_MOVE_SIZE) {
        search->moves_size = 2 * search->moves_size + (size_t)4 * OCHRE_MOVE_SIZE;
        search->moves = room(search->moves, search->moves_size);
    }
    struct ochre_text text = {.at = search->moves, .size = search->moves_size, .used = search->moves_used};
    add_word(search, &search->state, seat, action, &text);
    search->moves_used = text.used;
}

static ochre_action decide(struct search *search, int seat, ochre_seats pending, int choices)
{
    struct ochre_view view;
    struct bot_thoughts thoughts = {.stop = search->plan->stop};
    state_look(search->setup, &search->state, seat, &view);
    search->plan->fate[consider(search, &view, seat, pending, choices)]++;
    return bot_think(search->bot[seat], search->setup, &view, seat, &search->rng, &thoughts);
}

static void play_move(struct search *search, ochre_seats pending)
{
    const struct ochre_rules *rules = search->setup->game->rules;
    int seat = seats_has(pending, OCHRE_CHANCE) ? OCHRE_CHANCE : seats_first(pending);
    int count = rules->legal(search->setup, &search->state, seat, search->list);
    ochre_action action = seat == OCHRE_CHANCE ? fair_pick(&search->fair, search->draws++, search->setup,
                                                           &search->state, search->list, count)
                                               : decide(search, seat, pending, count);
    write_move(search, seat, action);
    rules->apply(search->setup, &search->state, seat, action, NULL);
    search->steps++;
}

/* The player that sits there: the names one after the other, again and again. */
static void name_player(const char *players, int place, char name[BOT_NAME_SIZE])
{
    int count = 1;
    for (const char *at = players; *at; at++)
        count += *at == ',';
    for (place %= count; place > 0; place--)
        players = strchr(players, ',') + 1;
    struct ochre_text text = text_on(name, BOT_NAME_SIZE);
    text_add_bytes(&text, players, strcspn(players, ","));
}

static int sit_down(struct search *search, struct ochre_error *error)
{
    unsigned char secret[FAIR_SIZE];
    search->seed = arena_seed(search->book->seed, search->book->looked);
    fair_seed_from_number(search->seed, secret);
    if (fair_init(&search->fair, secret) < 0)
        return error_set(error, "", "chance could not be set up");
    rng_seed(&search->rng, hash_mix(search->seed + 1));
    state_copy(search->setup, &search->state, &search->plan->opening->start);
    search->draws = 0;
    search->steps = 0;
    search->moves_used = 0;
    search->last_at = -1;
    for (int seat = 0; seat < search->setup->seats; seat++) {
        char name[BOT_NAME_SIZE];
        name_player(search->book->players, seat + search->book->looked, name);
        bot_delete(search->bot[seat]);
        search->bot[seat] = bot_new(name, error);
        if (!search->bot[seat])
            return -1;
    }
    return 0;
}

/* Of a play that was stopped nothing stays: it is begun anew another time. */
static void forget_play(struct search *search, int count)
{
    struct puzzle_book *book = search->book;
    if (book->count == count)
        return;
    search->key_count -= book->count - count;
    book->count = count;
    free(book->play[--book->play_count].moves);
}

/* How many letters its first moves take. */
static size_t letters_of(const struct search *search, int moves)
{
    const char *at = search->moves;
    for (int i = 0; i < moves; i++)
        at += strcspn(at, " ") + (i + 1 < moves);
    return (size_t)(at - search->moves);
}

/* The last ones are left out until what is left is worth its letters. */
static void keep_play(struct search *search, int before)
{
    struct puzzle_book *book = search->book;
    int found = book->count - before;
    int kept = found;
    size_t used = 0;
    while (kept > 0 && (used = letters_of(search, book->puzzle[before + kept - 1].at)) >
                           (size_t)search->plan->letters * (size_t)kept)
        kept--;
    search->plan->fate[FATE_KEPT] -= (uint64_t)(found - kept);
    search->plan->fate[FATE_SPARSE] += (uint64_t)(found - kept);
    if (kept == 0) {
        forget_play(search, before);
        return;
    }
    search->key_count -= found - kept;
    book->count = before + kept;
    char *moves = room(NULL, used + 1);
    memcpy(moves, search->moves, used);
    moves[used] = '\0';
    book->play[book->play_count - 1].moves = moves;
}

/* So long already that what is found from here on is left out again, unless there is much of it. */
static bool is_long(const struct search *search, int before)
{
    size_t found = (size_t)(search->book->count - before);
    return search->moves_used > (size_t)search->plan->letters * (found + HOPES);
}

static int look_through(struct search *search, struct ochre_error *error)
{
    int before = search->book->count;
    ochre_seats pending;
    if (sit_down(search, error) < 0)
        return -1;
    while (!is_stopped(search) && search->steps < STEPS_MAX && !is_long(search, before) &&
           (pending = search->setup->game->rules->pending(search->setup, &search->state)) != 0)
        play_move(search, pending);
    if (is_stopped(search)) {
        forget_play(search, before);
        return 0;
    }
    keep_play(search, before);
    search->book->looked++;
    return 0;
}

/* ---- all of them ---- */

static int learn_keys(struct search *search, struct ochre_error *error)
{
    for (int i = 0; i < search->book->count; i++) {
        uint64_t key;
        struct ochre_error inner = {0};
        if (puzzle_check(search->book, &search->book->puzzle[i], NULL, false, &key, &inner) < 0)
            return error_set(error, "", "puzzle {0}: {1}", NUM(i + 1), inner.words);
        remember_key(search, key);
    }
    return 0;
}

int puzzle_find(struct puzzle_book *book, struct puzzle_plan *plan, struct ochre_error *error)
{
    struct search *search = aligned_alloc(_Alignof(struct search), sizeof *search);
    if (!search)
        return error_set(error, "", "out of memory");
    *search = (struct search){.book = book, .plan = plan, .setup = &plan->opening->setup};
    search->list = room(NULL, (search->setup->legal_max + 1) * sizeof *search->list);
    search->prover = prover_new(plan->stop);
    int status = learn_keys(search, error);
    bool goes_on = true;
    for (int done = 0; done < plan->games && goes_on && status == 0 && !is_stopped(search); done++) {
        status = look_through(search, error);
        if (status == 0 && !is_stopped(search) && plan->progress)
            goes_on = plan->progress(plan->who, done + 1, book);
    }
    prover_delete(search->prover);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        bot_delete(search->bot[seat]);
    free(search->moves);
    free(search->list);
    free(search->key);
    free(search);
    return status;
}
