/* unit_spears.c: see unit_spears.h. */
#include "unit_spears.h"
#include "rules/read.h"
#include "rules/rules.h"
#include "rules/words.h"

struct ochre_setup setup;
struct ochre_state state;
struct ochre_error trouble;

enum { TEXT_SIZE = 16384 };

int agree_pack(int seats, const char *options, const char *pack)
{
    static char pack_text[TEXT_SIZE];
    static struct json_node nodes[TEXT_SIZE];
    static struct ochre_pack parsed;
    struct ochre_terms terms;
    char line[256];
    snprintf(pack_text, sizeof pack_text, "%s", pack ? pack : spears_default_pack);
    parsed = (struct ochre_pack){.file = "test"};
    assert_int_equal(json_parse(&parsed.doc, pack_text, strlen(pack_text), nodes, TEXT_SIZE, &trouble), 0);
    terms_init(&terms, &ochre_spears);
    terms.seats = seats;
    terms.pack = &parsed;
    snprintf(line, sizeof line, "%s", options);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (terms_set(&terms, word, value, &trouble) < 0)
            return -1;
    }
    trouble = (struct ochre_error){0};
    if (setup_make(&setup, &terms, &trouble) < 0)
        return -1;
    setup.game->rules->start(&setup, &state);
    return 0;
}

void agree(int seats, const char *options)
{
    assert_int_equal(agree_pack(seats, options, NULL), 0);
}

int place(const char *position)
{
    static char text[TEXT_SIZE];
    static struct json_node nodes[4096];
    static struct json_doc doc;
    snprintf(text, sizeof text, "%s", position);
    for (char *at = text; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    assert_int_equal(json_parse(&doc, text, strlen(text), nodes, 4096, &trouble), 0);
    trouble = (struct ochre_error){0};
    return setup.game->read->read_state(&setup, json_root(&doc), &state, &trouble);
}

static int seat_named(const char *name)
{
    for (int seat = 0; seat < setup.seats; seat++) {
        const char *key = spears_words.seat_key(&setup, (const struct ochre_view *)&state, seat);
        if (key && strcmp(key, name) == 0)
            return seat;
    }
    return seat_from_code(name);
}

void play(const char *moves)
{
    char line[2048];
    snprintf(line, sizeof line, "%s", moves);
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        ochre_action list[SPEARS_ACTIONS];
        ochre_action action = OCHRE_NO_ACTION;
        char *text = strchr(word, '>');
        assert_non_null(text);
        *text++ = '\0';
        int seat = seat_named(word);
        const struct ochre_view *view = (const struct ochre_view *)&state;
        if (setup.game->words->parse_move(&setup, view, seat, text, &action, NULL) ||
            !legal_has(list, setup.game->rules->legal(&setup, &state, seat, list), action))
            fail_msg("%s may not play %s in %s", word, text, spears_phase_names[now()->phase]);
        setup.game->rules->apply(&setup, &state, seat, action, NULL);
        assert_null(setup.game->rules->check(&setup, &state));
    }
}

const char *refusal(int seat, const char *text)
{
    struct ochre_view view;
    ochre_action action = OCHRE_NO_ACTION;
    char buffer[256];
    struct ochre_text words = text_on(buffer, sizeof buffer);
    state_look(&setup, &state, seat, &view);
    const char *rule = setup.game->words->parse_move(&setup, &view, seat, text, &action, &words);
    return rule ? rule : setup.game->words->why_not(&setup, &view, seat, action, &words);
}

const char *move_texts(int seat)
{
    static char buffer[1024];
    struct ochre_text text = text_on(buffer, sizeof buffer);
    struct ochre_view view;
    ochre_action list[SPEARS_ACTIONS];
    state_look(&setup, &state, seat == OCHRE_CHANCE ? OCHRE_EVERYBODY : seat, &view);
    int count = view_moves(&setup, &view, seat, list);
    for (int i = 0; i < count; i++) {
        text_add(&text, i ? " " : "");
        setup.game->words->format_move(&setup, &view, seat, list[i], &text);
    }
    return buffer;
}

void settle(struct ochre_rng *rng)
{
    ochre_action list[SPEARS_ACTIONS];
    while (setup.game->rules->pending(&setup, &state) == SEAT_BIT(OCHRE_CHANCE)) {
        int count = setup.game->rules->legal(&setup, &state, OCHRE_CHANCE, list);
        setup.game->rules->apply(&setup, &state, OCHRE_CHANCE, chance_sample(&setup, &state, list, count, rng), NULL);
    }
}
