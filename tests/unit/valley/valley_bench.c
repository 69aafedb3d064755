/* valley_bench.c: see valley_bench.h. */
#include "valley_bench.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/words.h"

#include <stdlib.h>

struct bench bench;
extern const struct ochre_game ochre_valley;

enum { TEXT_MAX = 64 * 1024 };

static char pack_text[TEXT_MAX];
static struct json_node pack_nodes[TEXT_MAX];
static struct ochre_pack pack;
static char position_text[TEXT_MAX];
static struct json_node position_nodes[TEXT_MAX];
static struct json_doc position_doc;

static int set_options(struct ochre_terms *terms, const char *options)
{
    char copy[256];
    (void)snprintf(copy, sizeof copy, "%s", options);
    char *rest = copy;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (terms_set(terms, word, value, &bench.error) < 0)
            return -1;
    }
    return 0;
}

/* The default pack with one piece of text changed. */
static int load_pack(const char *from, const char *to)
{
    const char *whole = ochre_valley.default_pack;
    const char *found = strstr(whole, from);
    assert_non_null(found);
    struct ochre_text text = text_on(pack_text, sizeof pack_text);
    text_add_bytes(&text, whole, (size_t)(found - whole));
    text_add(&text, to);
    text_add(&text, found + strlen(from));
    pack.file = "test";
    return json_parse(&pack.doc, pack_text, text.used, pack_nodes, TEXT_MAX, &bench.error);
}

int bench_pack(int seats, const char *options, const char *from, const char *to)
{
    struct ochre_terms terms;
    terms_init(&terms, &ochre_valley);
    terms.seats = seats;
    terms.pack = &pack;
    memset(&bench.error, 0, sizeof bench.error);
    if (load_pack(from, to) < 0 || set_options(&terms, options) < 0 ||
        setup_make(&bench.setup, &terms, &bench.error) < 0)
        return -1;
    ochre_valley.rules->start(&bench.setup, &bench.state);
    return 0;
}

void bench_start(int seats, const char *options)
{
    assert_int_equal(bench_pack(seats, options, "", ""), 0);
}

int bench_try(const char *options, const char *position)
{
    struct ochre_terms terms;
    size_t length = strlen(position);
    assert_true(length < TEXT_MAX);
    for (size_t i = 0; i <= length; i++)
        position_text[i] = position[i] == '\'' ? '"' : position[i];
    if (json_parse(&position_doc, position_text, length, position_nodes, TEXT_MAX, &bench.error) < 0)
        fail_msg("%s: %s", position, bench.error.words);
    terms_init(&terms, &ochre_valley);
    terms.pack = &pack;
    memset(&bench.error, 0, sizeof bench.error);
    if (load_pack("", "") < 0 || set_options(&terms, options) < 0 ||
        terms_set_position(&terms, json_root(&position_doc), &bench.error) < 0 ||
        setup_make(&bench.setup, &terms, &bench.error) < 0)
        return -1;
    return ochre_valley.read->read_state(&bench.setup, json_root(&position_doc), &bench.state, &bench.error);
}

void bench_given(const char *options, const char *position)
{
    if (bench_try(options, position) < 0)
        fail_msg("%s: %s", bench.error.rule, bench.error.words);
    const char *wrong = ochre_valley.rules->check(&bench.setup, &bench.state);
    if (wrong)
        fail_msg("%s", wrong);
}

static int acting(void)
{
    ochre_seats pending = ochre_valley.rules->pending(&bench.setup, &bench.state);
    return pending ? seats_first(pending) : OCHRE_NOBODY;
}

/* Parses a move with its seat; the rule that forbids it, or NULL. */
static const char *read(const char *text, int *seat, ochre_action *action, struct ochre_text *words)
{
    struct ochre_view view;
    *seat = acting();
    if (text[0] == 'p' && text[2] == '>') {
        *seat = text[1] - '1';
        text += 3;
    }
    *action = OCHRE_NO_ACTION;
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    /* cppcheck-suppress returnDanglingLifetime ; numbers of rules are constant words */
    return ochre_valley.words->parse_move(&bench.setup, &view, *seat, text, action, words);
}

static void apply(int seat, ochre_action action, const char *text)
{
    ochre_action list[VALLEY_ACTIONS];
    int count = ochre_valley.rules->legal(&bench.setup, &bench.state, seat, list);
    if (!legal_has(list, count, action))
        fail_msg("%s is number %u, and that is not legal", text, action);
    ochre_valley.rules->apply(&bench.setup, &bench.state, seat, action, NULL);
    const char *wrong = ochre_valley.rules->check(&bench.setup, &bench.state);
    if (wrong)
        fail_msg("after %s: %s", text, wrong);
}

void bench_play(const char *moves)
{
    char copy[1024];
    (void)snprintf(copy, sizeof copy, "%s", moves);
    char *rest = copy;
    for (char *move; (move = strtok_r(rest, " ", &rest));) {
        char sentence[256];
        struct ochre_text words = text_on(sentence, sizeof sentence);
        int seat;
        ochre_action action;
        const char *rule = read(move, &seat, &action, &words);
        if (rule)
            fail_msg("%s is refused by %s: %s", move, rule, sentence);
        apply(seat, action, move);
    }
}

void bench_refuse(const char *move, const char *rule)
{
    char sentence[256];
    struct ochre_text words = text_on(sentence, sizeof sentence);
    int seat;
    ochre_action action;
    const char *found = read(move, &seat, &action, &words);
    if (!found)
        fail_msg("%s is allowed, expected %s", move, rule);
    else if (strcmp(found, rule) != 0)
        fail_msg("%s is refused by %s (%s), expected %s", move, found, sentence, rule);
    assert_true(words.used > 0);
}

void bench_draw(const char *tiles)
{
    char copy[256];
    (void)snprintf(copy, sizeof copy, "%s", tiles);
    char *rest = copy;
    for (char *tile; (tile = strtok_r(rest, " ", &rest));)
        apply(OCHRE_CHANCE, (ochre_action)(DRAW_TILE + bench_tile(tile)), tile);
}

const char *bench_legal(int seat)
{
    static char line[16 * 1024];
    struct ochre_text text = text_on(line, sizeof line);
    ochre_action list[VALLEY_ACTIONS];
    int who = seat ? seat - 1 : acting();
    int count = ochre_valley.rules->legal(&bench.setup, &bench.state, who, list);
    struct ochre_view view;
    state_look(&bench.setup, &bench.state, OCHRE_EVERYBODY, &view);
    for (int i = 0; i < count; i++) {
        text_add(&text, i ? " " : "");
        ochre_valley.words->format_move(&bench.setup, &view, who, list[i], &text);
    }
    return line;
}

bool bench_has(const char *move)
{
    const char *line = bench_legal(0);
    size_t length = strlen(move);
    for (const char *at = line; (at = strstr(at, move)); at += length)
        if ((at == line || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

int bench_tile(const char *id)
{
    int tile = valley_read_tile(valley_tables(&bench.setup), &id);
    assert_true(tile >= 0);
    return tile;
}

const char *bench_pool(int seat)
{
    static char line[64];
    struct ochre_text text = text_on(line, sizeof line);
    const uint8_t *tiles = seat ? SEAT(seat)->pool : S->common;
    int count = seat ? SEAT(seat)->pool_count : S->common_count;
    for (int i = 0; i < count; i++) {
        text_add(&text, i ? " " : "");
        text_add(&text, valley_tables(&bench.setup)->tile[tiles[i]].id);
    }
    return line;
}

void bench_step(struct ochre_rng *rng)
{
    ochre_action list[VALLEY_ACTIONS];
    int seat = acting();
    int count = ochre_valley.rules->legal(&bench.setup, &bench.state, seat, list);
    assert_true(count > 0);
    ochre_action action = seat == OCHRE_CHANCE ? chance_sample(&bench.setup, &bench.state, list, count, rng)
                                               : list[rng_below(rng, (uint32_t)count)];
    ochre_valley.rules->apply(&bench.setup, &bench.state, seat, action, NULL);
}

bool bench_until(enum valley_phase phase, struct ochre_rng *rng)
{
    while (S->phase != phase && S->phase != PHASE_OVER)
        bench_step(rng);
    return S->phase == phase;
}
