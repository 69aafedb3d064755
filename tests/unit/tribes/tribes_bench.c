/* tribes_bench.c: see tribes_bench.h. */
#include "unit/tribes/tribes_bench.h"
#include "rules/read.h"
#include "rules/rules.h"

struct bench bench;

static struct json_node pack_nodes[8192];
static struct json_node given_nodes[2048];
static char given_text[8192];

static void with_quotes(char *out, size_t size, const char *text)
{
    size_t i = 0;
    for (; text[i] && i + 1 < size; i++)
        out[i] = text[i] == '\'' ? '"' : text[i];
    out[i] = '\0';
}

static void parse_pack(void)
{
    struct ochre_error error;
    assert_int_equal(json_parse(&bench.pack.doc, bench.pack_text, strlen(bench.pack_text), pack_nodes, 8192, &error),
                     0);
    bench.pack.file = "bench";
}

static void use_built_in_pack(void)
{
    snprintf(bench.pack_text, sizeof bench.pack_text, "%s", game_by_id("tribes")->default_pack);
    parse_pack();
}

static int open_position(const char *options, const char *position)
{
    struct ochre_terms terms;
    char word[64];
    with_quotes(given_text, sizeof given_text, position);
    assert_int_equal(json_parse(&bench.given_doc, given_text, strlen(given_text), given_nodes, 2048, &bench.error), 0);
    bench.given = json_root(&bench.given_doc);
    bench.drawn_count = 0;
    memset(&bench.error, 0, sizeof bench.error);
    terms_init(&terms, game_by_id("tribes"));
    for (int used; sscanf(options, "%63s%n", word, &used) == 1; options += used) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        assert_int_equal(terms_set(&terms, word, value, &bench.error), 0);
    }
    terms.pack = &bench.pack;
    if (terms_set_position(&terms, bench.given, &bench.error) < 0 || setup_make(&bench.setup, &terms, &bench.error) < 0)
        return -1;
    return bench.setup.game->read->read_state(&bench.setup, bench.given, &bench.state, &bench.error);
}

void given_with(const char *options, const char *position)
{
    use_built_in_pack();
    if (open_position(options, position) < 0)
        fail_msg("%s: %s", bench.error.rule, bench.error.words);
    assert_null(tribes_check(&bench.setup, &bench.state));
}

void given(const char *position)
{
    given_with("", position);
}

const char *refused_position(const char *position)
{
    use_built_in_pack();
    if (open_position("", position) == 0)
        return "";
    assert_true(bench.error.words[0] != '\0');
    return bench.error.rule;
}

/* In the text of the pack, the first `from` becomes `to`. */
static void change_pack(const char *from, const char *to)
{
    static char changed[sizeof bench.pack_text];
    char old[1024];
    char new[4096];
    with_quotes(old, sizeof old, from);
    with_quotes(new, sizeof new, to);
    char *at = strstr(bench.pack_text, old);
    if (!at)
        fail_msg("the pack does not hold %s", from);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - bench.pack_text), bench.pack_text, new, at + strlen(old));
    memcpy(bench.pack_text, changed, sizeof changed);
}

static const char *refused_changed_pack(void)
{
    parse_pack();
    if (open_position("", "{}") == 0)
        return "";
    assert_true(strchr(bench.error.words, ':') != NULL); /* a path stands in front */
    return bench.error.rule;
}

const char *refused_pack(const char *from, const char *to)
{
    use_built_in_pack();
    change_pack(from, to);
    return refused_changed_pack();
}

const char *refused_pack_twice(const char *from, const char *to, const char *also_from, const char *also_to)
{
    use_built_in_pack();
    change_pack(from, to);
    change_pack(also_from, also_to);
    return refused_changed_pack();
}

static const struct ochre_view *view(void)
{
    return (const struct ochre_view *)&bench.state;
}

static void make(int seat, ochre_action action)
{
    static struct ochre_journal journal;
    struct ochre_text story = text_on(bench.told, sizeof bench.told);
    journal.count = 0;
    if (seat == OCHRE_CHANCE)
        bench.drawn[bench.drawn_count++] = action;
    bench.setup.game->rules->apply(&bench.setup, &bench.state, seat, action, &journal);
    for (int i = 0; i < journal.count; i++) {
        tribes_tell(&bench.setup, view(), &journal.events[i], &story);
        text_char(&story, '\n');
    }
    const char *wrong = tribes_check(&bench.setup, &bench.state);
    if (wrong)
        fail_msg("%s", wrong);
}

static int asked(void)
{
    ochre_seats pending = tribes_rules.pending(&bench.setup, &bench.state);
    return pending ? seats_first(pending) : 0;
}

static void settle(void)
{
    while (asked() == OCHRE_CHANCE) {
        ochre_action told =
            tribes_cases.foretell(&bench.setup, bench.given, &bench.state, bench.drawn, bench.drawn_count);
        if (told == OCHRE_NO_ACTION)
            return;
        make(OCHRE_CHANCE, told);
    }
}

void play(const char *moves)
{
    char move[64];
    for (int used; sscanf(moves, "%63s%n", move, &used) == 1; moves += used) {
        ochre_action action;
        bool is_chance = strchr("~=?!f", move[0]) != NULL;
        if (!is_chance)
            settle();
        int seat = asked();
        assert_true(is_chance == (seat == OCHRE_CHANCE));
        const char *rule = tribes_words.parse_move(&bench.setup, view(), seat, move, &action, NULL);
        if (!rule)
            rule = tribes_why_not(&bench.setup, view(), seat, action, NULL);
        if (rule)
            fail_msg("%s was refused by %s", move, rule);
        make(seat, action);
    }
    settle();
}

const char *why_of(int seat, const char *move)
{
    char words[256];
    ochre_action action;
    struct ochre_text text = text_on(words, sizeof words);
    const char *rule = tribes_words.parse_move(&bench.setup, view(), seat, move, &action, &text);
    if (!rule)
        rule = tribes_why_not(&bench.setup, view(), seat, action, &text);
    assert_true((rule != NULL) == (words[0] != '\0')); /* every refusal is a sentence */
    return rule ? rule : "";
}

const char *why(const char *move)
{
    return why_of(asked(), move);
}

const char *legal_line(void)
{
    ochre_action list[TRIBES_LEGAL_MAX];
    static char line[2048];
    struct ochre_text text = text_on(line, sizeof line);
    int seat = asked();
    int count = tribes_rules.legal(&bench.setup, &bench.state, seat, list);
    for (int i = 0; i < count; i++) {
        text_add(&text, i ? " " : "");
        tribes_words.format_move(&bench.setup, view(), seat, list[i], &text);
    }
    return line;
}

void expect_moves(const char *expected)
{
    assert_string_equal(legal_line(), expected);
}

void expect_due(const char *expected)
{
    char line[32];
    const struct tribes_state *s = tribes_of(&bench.state);
    bool is_chance = asked() == OCHRE_CHANCE;
    snprintf(line, sizeof line, "%s %c", tribes_phases[s->decision], is_chance ? '*' : 'A' + s->actor);
    assert_string_equal(line, expected);
}

const char *fact(const char *path)
{
    static char text[8192];
    static char found[2048];
    static struct json_node nodes[1024];
    struct json_doc doc;
    struct ochre_text found_text = text_on(found, sizeof found);
    struct ochre_text out = text_on(text, sizeof text);
    struct json_writer writer = json_write_to(&out);
    if (tribes_cases.fact(&bench.setup, &bench.state, bench.given, bench.drawn, bench.drawn_count, path, &found_text))
        return found;
    json_open(&writer, '{');
    tribes_write_view(&bench.setup, view(), OCHRE_EVERYBODY, &writer);
    json_close(&writer, '}');
    assert_int_equal(json_parse(&doc, text, strlen(text), nodes, 1024, &bench.error), 0);
    struct json at = json_root(&doc);
    char key[64];
    for (int used; sscanf(path, "%63[^.]%n", key, &used) == 1; path += used + (path[used] == '.'))
        at = json_get(at, key);
    size_t length;
    const char *raw = json_raw(at, &length);
    snprintf(found, sizeof found, "%.*s", (int)length, raw);
    return found;
}
