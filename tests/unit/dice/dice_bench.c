/* dice_bench.c: see dice_bench.h. */
#include "dice_bench.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/words.h"

#include <stdio.h>
#include <string.h>

struct bench bench;

static struct json_doc doc;
static struct json_node nodes[64];
static char json_text[1024];

static int make(struct ochre_terms *terms, bool has_position)
{
    if (setup_make(&bench.setup, terms, &bench.error) < 0)
        return -1;
    if (has_position)
        return ochre_dice.read->read_state(&bench.setup, terms->position, &bench.state, &bench.error);
    ochre_dice.rules->start(&bench.setup, &bench.state);
    return 0;
}

int bench_try_fen(const char *fen)
{
    struct ochre_terms terms;
    terms_init(&terms, &ochre_dice);
    snprintf(json_text, sizeof json_text, "{\"fen\":\"%s\"}", fen);
    if (json_parse(&doc, json_text, strlen(json_text), nodes, 64, &bench.error) < 0 ||
        terms_set_position(&terms, json_root(&doc), &bench.error) < 0)
        return -1;
    return make(&terms, true);
}

void bench_fen(const char *fen)
{
    if (bench_try_fen(fen) < 0)
        fail_msg("%s: %s", fen, bench.error.words);
    assert_null(ochre_dice.rules->check(&bench.setup, &bench.state));
}

int bench_try_start(int seats, const char *options)
{
    struct ochre_terms terms;
    char copy[256];
    terms_init(&terms, &ochre_dice);
    terms.seats = seats;
    snprintf(copy, sizeof copy, "%s", options);
    char *rest = copy;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (terms_set(&terms, word, value, &bench.error) < 0)
            return -1;
    }
    return make(&terms, false);
}

void bench_start(int seats, const char *options)
{
    if (bench_try_start(seats, options) < 0)
        fail_msg("%s: %s", options, bench.error.words);
    assert_null(ochre_dice.rules->check(&bench.setup, &bench.state));
}

int bench_seat(void)
{
    ochre_seats pending = ochre_dice.rules->pending(&bench.setup, &bench.state);
    return pending ? seats_first(pending) : -1;
}

int bench_count(void)
{
    bench.count = bench_seat() < 0 ? 0 : ochre_dice.rules->legal(&bench.setup, &bench.state, bench_seat(), bench.list);
    return bench.count;
}

const char *bench_refusal(const char *move)
{
    static struct ochre_view view;
    ochre_action action;
    struct ochre_text words = text_on(bench.words, sizeof bench.words);
    int seat = bench_seat() < 0 ? 0 : bench_seat();
    state_look(&bench.setup, &bench.state, seat, &view);
    const char *rule = ochre_dice.words->parse_move(&bench.setup, &view, seat, move, &action, &words);
    if (!rule)
        rule = ochre_dice.words->why_not(&bench.setup, &view, seat, action, &words);
    assert_true(!rule || words.used > 0); /* every refusal has a sentence */
    /* cppcheck-suppress returnDanglingLifetime ; numbers of rules are constant words */
    return rule;
}

static ochre_action find(const char *move)
{
    static struct ochre_view view;
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    bench_count();
    for (int i = 0; i < bench.count; i++) {
        char bytes[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(bytes, sizeof bytes);
        ochre_dice.words->format_move(&bench.setup, &view, bench_seat(), bench.list[i], &text);
        if (text_same(bytes, move))
            return bench.list[i];
    }
    return OCHRE_NO_ACTION;
}

bool bench_has(const char *move)
{
    bool is_there = find(move) != OCHRE_NO_ACTION;
    assert_true(is_there == (bench_refusal(move) == NULL)); /* the list and the refusals agree */
    return is_there;
}

void bench_play(const char *moves)
{
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", moves);
    char *rest = copy;
    for (char *move; (move = strtok_r(rest, " ", &rest));) {
        ochre_action action = find(move);
        if (action == OCHRE_NO_ACTION)
            fail_msg("%s: refused by %s: %s", move, bench_refusal(move), bench.words);
        ochre_dice.rules->apply(&bench.setup, &bench.state, bench_seat(), action, NULL);
        const char *wrong = ochre_dice.rules->check(&bench.setup, &bench.state);
        if (wrong)
            fail_msg("%s: %s", move, wrong);
    }
}

const char *bench_fen_now(void)
{
    static char bytes[DICE_FEN_SIZE];
    struct ochre_text text = text_on(bytes, sizeof bytes);
    dice_fen_write(&bench.setup, &dice_of(&bench.state)->core, &text);
    return bytes;
}

const char *bench_status(void)
{
    static char bytes[64];
    struct ochre_text text = text_on(bytes, sizeof bytes);
    dice_status_write(&dice_of(&bench.state)->core, &text);
    return bytes;
}
