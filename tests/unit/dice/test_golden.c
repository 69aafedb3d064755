/* test_golden.c: one readable play per mode, moves and story and boards, compared byte for byte with tests/golden.
 * `test_golden DIR` compares, `test_golden --regen DIR` writes them anew. */
#include "dice_bench.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *file;
    int seats;
    const char *options;
    uint64_t seed;
} plays[] = {
    {"dice-2.txt", 2, "size=6", 43},
    {"dice-4t.txt", 4, "mode=4t size=7 martyr=swap faces=5", 20},
    {"dice-4i.txt", 4, "mode=4i faces=5 adj=sum np=40", 21},
};
enum { PLAYS = sizeof plays / sizeof plays[0], BOARD_EVERY = 20 };

/* A whole play as text. */
struct story {
    char bytes[128 * 1024];
    struct ochre_text text;
};
static struct story story;

static void add_line(const char *line)
{
    text_add(&story.text, line);
    text_char(&story.text, '\n');
}

static void add_board(void)
{
    static struct canvas canvas;
    static struct ochre_view view;
    state_look(&bench.setup, &bench.state, OCHRE_NOBODY, &view);
    canvas_clear(&canvas, NULL);
    ochre_dice.show->draw(&bench.setup, &view, OCHRE_NOBODY, &canvas);
    text_char(&story.text, '\n');
    for (int y = 0; y < canvas.height; y++) {
        canvas_row(&canvas, y, &story.text);
        text_char(&story.text, '\n');
    }
    add_line(bench_fen_now());
    text_char(&story.text, '\n');
}

/* What makes a turn worth telling: an exchange, an alliance, a capture, or nothing. */
static int interest(ochre_action action)
{
    const struct dice_tables *rules = dice_tables(&bench.setup);
    const struct dice_core *core = &dice_of(&bench.state)->core;
    struct dice_move move = dice_move_of(rules, core, action);
    if (move.target >= 0)
        return 3;
    dice_unit there = move.kind == MOVE_ROTATE ? 0 : dice_unit_at(rules, core, move.to);
    return !there ? 0 : dice_owner(there) == core->side ? 2 : 1;
}

/* At random among the exchanges or alliances if there are any, sometimes among the captures, or among all. */
static ochre_action choose(struct ochre_rng *rng)
{
    int count = bench_count();
    int most = 0;
    for (int i = 0; i < count; i++)
        if (interest(bench.list[i]) > most)
            most = interest(bench.list[i]);
    if (rng_below(rng, 4) < (most > 1 ? 1 : 2))
        most = 0;
    for (;;) {
        ochre_action action = bench.list[rng_below(rng, (uint32_t)count)];
        if (interest(action) >= most)
            return action;
    }
}

/* An event as everybody hears it, and to those for whom it sounds different: "(p1) You take …". */
static void add_event(const struct ochre_view *view, const struct ochre_event *event)
{
    size_t start = story.text.used + 3;
    text_add(&story.text, "   ");
    ochre_dice.words->tell(&bench.setup, view, event, &story.text);
    size_t length = story.text.used - start;
    text_char(&story.text, '\n');
    for (int seat = 0; seat < bench.setup.seats; seat++) {
        char own[512];
        const struct ochre_voice voice = {.you = seat};
        struct ochre_text to_you = text_on(own, sizeof own);
        to_you.voice = &voice;
        ochre_dice.words->tell(&bench.setup, view, event, &to_you);
        if (to_you.used == length && memcmp(own, story.bytes + start, length) == 0)
            continue;
        text_add(&story.text, "     (");
        text_add(&story.text, seat_code(seat));
        text_add(&story.text, ") ");
        add_line(own);
    }
}

/* One turn: its number, seat and notation, what it was offered as, then what is told about it. */
static void add_turn(ochre_action action, int turn)
{
    static struct ochre_view view;
    static struct ochre_journal journal;
    int seat = bench_seat();
    state_look(&bench.setup, &bench.state, seat, &view);
    text_int(&story.text, turn);
    text_add(&story.text, ". ");
    text_add(&story.text, seat_code(seat));
    text_char(&story.text, ' ');
    ochre_dice.words->format_move(&bench.setup, &view, seat, action, &story.text);
    text_add(&story.text, "   ");
    ochre_dice.words->say_move(&bench.setup, &view, seat, action, &story.text);
    text_char(&story.text, '\n');
    journal.count = 0;
    ochre_dice.rules->apply(&bench.setup, &bench.state, seat, action, &journal);
    state_look(&bench.setup, &bench.state, OCHRE_NOBODY, &view);
    for (int i = 0; i < journal.count; i++)
        add_event(&view, &journal.events[i]);
}

static void add_outcome(void)
{
    struct ochre_outcome outcome;
    ochre_dice.rules->outcome(&bench.setup, &bench.state, &outcome);
    text_add(&story.text, bench_status());
    text_add(&story.text, ": ");
    add_line(outcome.reason);
    for (int seat = 0; seat < bench.setup.seats; seat++) {
        text_add(&story.text, seat_code(seat));
        text_add(&story.text, " rank ");
        text_int(&story.text, outcome.rank[seat]);
        text_add(&story.text, ", sum of values ");
        text_int(&story.text, outcome.score[seat]);
        text_add(&story.text, ", payoff in thousandths ");
        text_int(&story.text, (int64_t)(outcome.payoff[seat] * 1000.0F + 0.5F));
        text_char(&story.text, '\n');
    }
}

static void play(int which)
{
    struct ochre_rng rng;
    rng_seed(&rng, plays[which].seed);
    story.text = text_on(story.bytes, sizeof story.bytes);
    bench_start(plays[which].seats, plays[which].options);
    text_add(&story.text, "dice ");
    add_line(plays[which].options);
    add_board();
    for (int turn = 1; bench_seat() >= 0; turn++) {
        add_turn(choose(&rng), turn);
        if (turn % BOARD_EVERY == 0)
            add_board();
    }
    add_board();
    add_outcome();
    assert_false(story.text.cut);
}

static FILE *open_golden(const char *folder, int which, const char *mode)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, plays[which].file);
    FILE *file = fopen(path, mode);
    if (!file)
        fail_msg("%s cannot be opened", path);
    return file;
}

static void plays_are_as_written(void **context)
{
    static char golden[sizeof story.bytes];
    for (int which = 0; which < PLAYS; which++) {
        FILE *file = open_golden(*context, which, "rb");
        size_t length = fread(golden, 1, sizeof golden - 1, file);
        golden[length] = '\0';
        fclose(file);
        play(which);
        if (strcmp(golden, story.bytes) != 0) {
            size_t line = 1;
            for (size_t i = 0; golden[i] && golden[i] == story.bytes[i]; i++)
                line += golden[i] == '\n';
            fail_msg("%s differs from line %zu on", plays[which].file, line);
        }
    }
}

static void regen(void **context)
{
    for (int which = 0; which < PLAYS; which++) {
        play(which);
        FILE *file = open_golden(*context, which, "wb");
        fputs(story.bytes, file);
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    bool is_regen = argc == 3 && strcmp(argv[1], "--regen") == 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(plays_are_as_written, argv[argc - 1])};
    const struct CMUnitTest makers[] = {cmocka_unit_test_prestate(regen, argv[argc - 1])};
    return is_regen ? cmocka_run_group_tests(makers, NULL, NULL) : cmocka_run_group_tests(tests, NULL, NULL);
}
