/* test_pack.c: is each rule for packs (1.8) kept, and does its refusal name it? */
#include "unit/tribes/tribes_bench.h"

#define refuses(rule, from, to) assert_string_equal(refused_pack(from, to), rule)

static void test_built_in_pack_is_fine(void **state)
{
    (void)state;
    char lines[512];
    struct ochre_text text = text_on(lines, sizeof lines);
    given("{}");
    assert_string_equal(tribes_tables(&bench.setup)->event[0].id, "sabretooth");
    assert_int_equal(tribes_tables(&bench.setup)->top, 4);
    tribes_pack_warnings(&bench.setup, &text);
    assert_string_equal(lines, "");
}

static void test_1_8_1_format_fields_and_ids(void **state)
{
    (void)state;
    refuses("1.8.1", "tribes-pack/1", "tribes-pack/2");
    refuses("1.8.1", "'teeth':", "'teet':");
    refuses("1.8.1", "'title': {'en': 'Tribes (reconstructed components)', ", "'title': {");
    refuses("1.8.1", "'id': 'tribes-reconstructed-1'", "'id': 'Tribes'");
    refuses("1.8.1", "'id': 'tribes-reconstructed-1'", "'id': ''");
    refuses("1.8.1", "{'id': 'horse'", "{'id': 'goat'");
    refuses("1.8.1", "{'id': 'hunting'", "{'id': 'leather'");
    refuses("1.8.1", "{'id': 'rivals'", "{'id': 'rhino'");
    refuses("1.8.1", "{'id': 'hunting'", "{'id': 'Hunting'");
    refuses("1.8.1", "{'id': 'hunting'", "{'id': 'a_very_long_identifier_25c'");
    refuses("", "{'id': 'hunting'", "{'id': 'a_long_identifier_of_24c'");
    refuses("1.8.1", "{'id': 'hunting', ", "{'id': 'hunting', 'colour': 1, ");
    refuses("1.8.1", "'need': 1, ", "");
    refuses("1.8.1", "'en': 'Hunting'", "'en': ''");
    refuses("1.8.1", "'en': 'Hunting'", "'en': 'Hunt\\u001b[2J'");
    refuses("1.8.1", "'en': 'Hunting'", "'it': 'Caccia', 'en': 'Hunting'");
    refuses("1.8.1", "[1, 2, 3, 5, 10]", "[0]");
    refuses("", ",\n 'teeth': [1, 2, 3, 5, 10]", "");
    refuses("1.8.1", "'do': 'wither', 'n': 1", "'do': 'wither', 'n': 1, 'm': 2");
}

static void test_1_8_2_resources(void **state)
{
    (void)state;
    refuses("1.8.2", "'letter': 'G'", "'letter': 'X'");
    refuses("1.8.2", "'letter': 'G'", "'letter': 'H'");
    refuses("1.8.2", "'letter': 'G', 'count': 10", "'letter': 'G', 'count': 0");
    refuses("1.8.2", "'letter': 'G', 'count': 10", "'letter': 'G', 'count': 16");
    refuses("1.8.2", "'letter': 'G', 'count': 10", "'letter': 'G', 'count': 12"); /* 52 tiles */
    refuses("", "'letter': 'G', 'count': 10", "'letter': 'G', 'count': 11");
    const char *list =
        "{'id': 'goat', 'letter': 'G', 'count': 10, 'name': {'en': 'Goat', 'fr': 'Chèvre', 'de': 'Ziege'}},\n  ";
    refuses("1.8.2", list, "");
}

/* 1.8.2: the sums need several changes at once. */
static void test_1_8_2_sums(void **state)
{
    (void)state;
    const char *from =
        "'count': 10, 'name': {'en': 'Goat', 'fr': 'Chèvre', 'de': 'Ziege'}},\n"
        "  {'id': 'horse', 'letter': 'H', 'count': 10, 'name': {'en': 'Horse', 'fr': 'Cheval', 'de': 'Pferd'}},\n"
        "  {'id': 'wheat', 'letter': 'W', 'count': 10";
    refuses("1.8.2", from,
            "'count': 3, 'name': {'en': 'Goat'}}, {'id': 'horse', 'letter': 'H', 'count': 3, 'name': {'en': 'Horse'}}, "
            "{'id': 'wheat', 'letter': 'W', 'count': 3");
    refuses("", from,
            "'count': 3, 'name': {'en': 'Goat'}}, {'id': 'horse', 'letter': 'H', 'count': 3, 'name': {'en': 'Horse'}}, "
            "{'id': 'wheat', 'letter': 'W', 'count': 4");
}

/* 19 tiles are too few, 20 are enough. */
static void test_1_8_2_smallest_bag(void **state)
{
    (void)state;
    const char *first =
        "'count': 10, 'name': {'en': 'Goat', 'fr': 'Chèvre', 'de': 'Ziege'}},\n"
        "  {'id': 'horse', 'letter': 'H', 'count': 10, 'name': {'en': 'Horse', 'fr': 'Cheval', 'de': 'Pferd'}},\n"
        "  {'id': 'wheat', 'letter': 'W', 'count': 10";
    const char *small =
        "'count': 4, 'name': {'en': 'Goat'}}, {'id': 'horse', 'letter': 'H', 'count': 4, 'name': {'en': 'Horse'}}, "
        "{'id': 'wheat', 'letter': 'W', 'count': 4";
    const char *rest = "'letter': 'O', 'count': 10, 'name': {'en': 'Gold', 'fr': 'Or', 'de': 'Gold'}},\n"
                       "  {'id': 'incense', 'letter': 'I', 'count': 10";
    assert_string_equal(refused_pack_twice(first, small, rest,
                                           "'letter': 'O', 'count': 4, 'name': {'en': 'Gold'}}, "
                                           "{'id': 'incense', 'letter': 'I', 'count': 3"),
                        "1.8.2");
    assert_string_equal(refused_pack_twice(first, small, rest,
                                           "'letter': 'O', 'count': 4, 'name': {'en': 'Gold'}}, "
                                           "{'id': 'incense', 'letter': 'I', 'count': 4"),
                        "");
}

static void test_1_8_3_tracks(void **state)
{
    (void)state;
    const char *procreation = "'procreation': {'values': [1, 2, 3, 4, 5], 'points': [0, 0, 1, 3, 6]}";
    refuses("1.8.3", procreation, "'procreation': {'values': [1, 2, 3, 4], 'points': [0, 0, 1, 3]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [1], 'points': [0]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [1, 2, 3, 2, 5], 'points': [0, 0, 1, 3, 6]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [0, 2, 3, 4, 5], 'points': [0, 0, 1, 3, 6]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [1, 2, 3, 4, 16], 'points': [0, 0, 1, 3, 6]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [1, 2, 3, 4, 5], 'points': [0, 0, 1, 0, 6]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [1, 2, 3, 4, 5], 'points': [0, 0, 1, 3, 31]}");
    refuses("1.8.3", procreation, "'procreation': {'values': [1, 2, 3, 4, 5], 'points': [0, 0, 1, 3]}");
    refuses("", procreation, "'procreation': {'values': [1, 1, 3, 4, 15], 'points': [0, 0, 1, 3, 30]}");
    refuses("1.8.3", "'points': [0, 0, 0, 0, 0]", "'points': [0, 0, 0, 0, 1]");
}

static void test_1_8_4_actions(void **state)
{
    (void)state;
    refuses("1.8.4", "{'id': 'P+', 'action': 'procreate', 'hand': true}",
            "{'id': 'P', 'action': 'procreate', 'hand': false}");
    refuses("1.8.4", "{'id': 'P+', 'action': 'procreate', 'hand': true}",
            "{'id': 'P+', 'action': 'explore', 'hand': true}");
    refuses("1.8.4", "{'id': 'P+', 'action': 'procreate', 'hand': true}",
            "{'id': 'P+', 'action': 'procreate', 'hand': false}");
    refuses("1.8.4", "{'id': 'P+', 'action': 'procreate', 'hand': true},\n  ", "");
    refuses("1.8.4", "{'id': 'P+',", "{'id': 'Q',");
}

static void test_1_8_5_boards(void **state)
{
    (void)state;
    refuses("1.8.5", "{'id': 'hunting', 'epoch': 1", "{'id': 'hunting', 'epoch': 2");
    refuses("1.8.5", "{'id': 'hunting', 'epoch': 1", "{'id': 'hunting', 'epoch': 4");
    refuses("1.8.5", "'resource': 'horse', 'need': 1", "'resource': 'horse', 'need': 0");
    refuses("1.8.5", "'resource': 'horse', 'need': 1", "'resource': 'horse', 'need': 4");
    refuses("", "'resource': 'horse', 'need': 1", "'resource': 'horse', 'need': 3");
    refuses("1.8.5", "'resource': 'horse'", "'resource': 'mammoth'");
    refuses("1.8.5", "'track': 'exploration'", "'track': 'magic'");
    refuses("1.8.5", "[2, 2, 1, 1]", "[2, 2, 1, 2]");
    refuses("1.8.5", "[2, 2, 1, 1]", "[31, 2, 1, 1]");
    refuses("1.8.5", "[2, 2, 1, 1]", "[2, 2, 1]");
    refuses("1.8.5", "[1, 1, 0, 0]", "[1, 2, 0, 0]");
}

static void test_1_8_6_events(void **state)
{
    (void)state;
    refuses("1.8.6", "{'id': 'rhino', 'epoch': 1", "{'id': 'rhino', 'epoch': 2");
    refuses("1.8.6", "{'id': 'rhino'", "{'id': 'P+'");
    refuses("1.8.6", "'if': 'weakest', 'do': 'lose_members', 'n': 1", "'if': 'brave', 'do': 'lose_members', 'n': 1");
    refuses("1.8.6", "'do': 'lose_members', 'n': 1", "'do': 'eat_members', 'n': 1");
    refuses("1.8.6", "'do': 'lose_members', 'n': 1", "'do': 'lose_members', 'n': 0");
    refuses("1.8.6", "'do': 'lose_members', 'n': 1", "'do': 'lose_members', 'n': 16");
    refuses("1.8.6", "'do': 'lose_members', 'n': 1", "'do': 'lose_members'");
    refuses("1.8.6", "'who': 'self', 'if': 'weakest'", "'who': 'nobody', 'if': 'weakest'");
    refuses("1.8.6", "'clauses': [", "'clauses': [1, ");
}

#define CLAUSE(clause) "'en': 'Sabre-toothed tiger'}, 'text': {'en': 'Test.'}, 'clauses': [" clause "]}"
static const char *const sabretooth =
    "'en': 'Sabre-toothed tiger', 'fr': 'Tigre à dents de sabre', 'de': 'Säbelzahntiger'}, "
    "'clauses': [{'who': 'self', 'if': 'weakest', 'do': 'lose_members', 'n': 1}]}";

static void test_1_8_6_vocabulary(void **state)
{
    (void)state;
    refuses("", sabretooth, CLAUSE(""));
    refuses("", sabretooth,
            CLAUSE("{'who':'all','if':{'of':'points','is':'ge','k':5},'do':'raise','track':'strength','n':1}"));
    refuses("1.8.6", sabretooth,
            CLAUSE("{'who':'all','if':{'of':'points','is':'ge'},'do':'raise','track':'strength','n':1}"));
    refuses("1.8.6", sabretooth,
            CLAUSE("{'who':'all','if':{'of':'points','is':'max','k':1},'do':'gain_points','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','if':{'of':'luck','is':'max'},'do':'gain_points','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','if':{'of':'points','is':'odd'},'do':'gain_points','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'raise','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'gain_points','n':1,'track':'strength'}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'perform'}"));
    refuses("", sabretooth, CLAUSE("{'who':'all','do':'perform','action':'move'}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'perform','action':'move','n':2}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'gain_points','n':1,'action':'move'}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'self','if':'strongest','tie':'each','do':'gain_points','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','tie':'each','do':'gain_points','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','if':'strongest','tie':'both','do':'gain_points','n':1}"));
    refuses("", sabretooth, CLAUSE("{'who':'all','if':'strongest','tie':'each','do':'gain_points','n':1}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'pick','options':[{'do':'gain_points','n':1}]}"));
    refuses("1.8.6", sabretooth,
            CLAUSE("{'who':'all','do':'pick','options':[{'do':'gain_points','n':1},{'do':'pick','options':[]}]}"));
    refuses("1.8.6", sabretooth, CLAUSE("{'who':'all','do':'gain_points','n':1,'options':[]}"));
    refuses(
        "1.8.6", sabretooth,
        CLAUSE("{'who':'all','do':'wither','n':1},{'who':'all','do':'wither','n':1},{'who':'all','do':'wither','n':1},"
               "{'who':'all','do':'wither','n':1},{'who':'all','do':'wither','n':1}"));
}

static void test_1_8_7_start(void **state)
{
    (void)state;
    refuses("1.8.7", "'start': {'shells': 5", "'start': {'shells': 6");
    refuses("1.8.7", "'members': 15", "'members': 0");
    refuses("1.8.7", "'members': 15", "'members': 16");
    refuses("1.8.7", "'land': 3", "'land': 4");
    refuses("1.8.7", "'2': [0, 1]", "'2': [0, 1, 1]");
    refuses("1.8.7", "'2': [0, 1]", "'2': [0, 11]");
}

/* Two seats ask for seven events, and one board of epoch 3 is changed: the rule that refuses the pack. */
static void use_symbols(char *rule, size_t size, const char *from, const char *to)
{
    char old[512];
    char new[512];
    snprintf(old, sizeof old, "%s", from);
    snprintf(new, sizeof new, "%s", to);
    snprintf(rule, size, "%s", refused_pack_twice("'end': {'events': {'2': 2", "'end': {'events': {'2': 7", old, new));
}

static void test_1_8_8_end(void **state)
{
    (void)state;
    refuses("1.8.8", "'end': {'events': {'2': 2", "'end': {'events': {'2': 9");
    refuses("", "'end': {'events': {'2': 2", "'end': {'events': {'2': 8");
    /* With one symbol fewer on one board of epoch 3, four boards may bring only seven. */
    refuses("", "[6, 5, 4, 3], 'event': [1, 1, 0, 0]", "[6, 5, 4, 3], 'event': [1, 0, 0, 0]");
    const char *end = "'end': {'events': {'2': 2, '3': 3, '4': 4}, 'most_members': 2";
    refuses("1.8.8", end, "'end': {'events': {'2': 2, '3': 3, '4': 4}, 'most_members': 31");
}

/* The four smallest sums count, on the first n spaces: two symbols lost on one board leave 6, 6 and 6; for eight events
 * the full eight would be needed. */
static void test_1_8_8_four_smallest(void **state)
{
    (void)state;
    const char *boards = "[6, 5, 4, 3], 'event': [1, 1, 0, 0], 'name': {'en': 'Pilgrimage', 'fr': 'Pèlerinage', 'de': "
                         "'Wallfahrt'}}\n ],";
    char with_end[4096];
    use_symbols(with_end, sizeof with_end, boards,
                "[6, 5, 4, 3], 'event': [0, 0, 0, 0], 'name': {'en': 'Pilgrimage'}}\n ],");
    assert_string_equal(with_end, "1.8.8");
    use_symbols(with_end, sizeof with_end, boards,
                "[6, 5, 4, 3], 'event': [0, 0, 1, 1], 'name': {'en': 'Pilgrimage'}}\n ],");
    assert_string_equal(with_end, "1.8.8"); /* for two seats only the first two spaces count */
}

static void test_1_8_9_words(void **state)
{
    (void)state;
    const char *clauses = "'clauses': [{'who': 'self', 'if': 'weakest', 'do': 'lose_members', 'n': 1}]";
    refuses("", clauses, "'clauses': [{'who': 'all', 'if': 'not_strongest', 'do': 'steps', 'n': 2}]");
    refuses("", clauses, "'clauses': [{'given': 'strongest', 'who': 'others', 'do': 'wither', 'n': 2}]");
    refuses("", clauses, "'clauses': [{'who': 'self', 'if': {'of': 'strength', 'is': 'max'}, 'do': 'wither', 'n': 2}]");
    refuses("1.8.9", clauses, "'clauses': [{'who': 'self', 'if': 'not_weakest', 'do': 'wither', 'n': 2}]");
    refuses("1.8.9", clauses, "'clauses': [{'who': 'others', 'do': 'wither', 'n': 2}]");
    refuses("1.8.9", clauses, "'clauses': [{'who': 'all', 'if': 'strongest', 'do': 'wither', 'n': 2}]");
    refuses("1.8.9", clauses, "'clauses': [{'given': 'strongest', 'who': 'all', 'do': 'wither', 'n': 2}]");
    refuses("1.8.9", clauses,
            "'clauses': [{'who': 'self', 'if': {'of': 'land', 'is': 'max'}, 'do': 'wither', 'n': 2}]");
    refuses("1.8.9", clauses, "'clauses': [{'who': 'self', 'do': 'gain_shells', 'n': 2}]");
    refuses("1.8.9", clauses, "'clauses': [{'who': 'self', 'do': 'perform', 'action': 'move'}]");
}

static void test_errors_name_the_path(void **state)
{
    (void)state;
    refuses("1.8.5", "'resource': 'horse', 'need': 1", "'resource': 'horse', 'need': 4");
    assert_non_null(strstr(bench.error.words, "bench: /boards/1/need: "));
    refuses("1.8.6", "'do': 'lose_members', 'n': 1", "'do': 'lose_members', 'n': 0");
    assert_non_null(strstr(bench.error.words, "bench: /events/0/clauses/0/n: "));
}

static void test_warnings(void **state)
{
    (void)state;
    char lines[1024];
    struct ochre_text text = text_on(lines, sizeof lines);
    refuses("", "'resource': 'goat', 'need': 1, 'track': 'movement', 'points': [2, 2, 1, 1], 'event': [1, 1, 0, 0]",
            "'resource': 'horse', 'need': 1, 'track': 'procreation', 'points': [2, 2, 1, 1], 'event': [1, 1, 1, 0]");
    tribes_pack_warnings(&bench.setup, &text);
    assert_string_equal(lines, "epoch 1: the boards may call for more than 8 events; the stack may run dry\n"
                               "epoch 1: no board needs goat\n"
                               "track procreation: 5 boards raise it, but it has only 4 steps\n");
}

static void test_position_replaces_events(void **state)
{
    (void)state;
    given("{'pack_events': [{'id': 'herds', 'epoch': 1, 'name': {'en': 'Test'}, 'clauses': []}]}");
    assert_string_equal(
        refused_position("{'pack_events': [{'id': 'herd', 'epoch': 1, 'name': {'en': 'T'}, 'clauses': []}]}"), "1.8.6");
    assert_string_equal(
        refused_position("{'pack_events': [{'id': 'herds', 'epoch': 2, 'name': {'en': 'T'}, 'clauses': []}]}"),
        "1.8.6");
    assert_string_equal(refused_position("{'pack_events': [{'id': 'herds', 'epoch': 1, 'name': {'en': 'T'}, 'clauses': "
                                         "[{'who': 'others', 'do': 'wither', 'n': 1}]}]}"),
                        "1.8.9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in_pack_is_fine),
        cmocka_unit_test(test_1_8_1_format_fields_and_ids),
        cmocka_unit_test(test_1_8_2_resources),
        cmocka_unit_test(test_1_8_2_sums),
        cmocka_unit_test(test_1_8_2_smallest_bag),
        cmocka_unit_test(test_1_8_3_tracks),
        cmocka_unit_test(test_1_8_4_actions),
        cmocka_unit_test(test_1_8_5_boards),
        cmocka_unit_test(test_1_8_6_events),
        cmocka_unit_test(test_1_8_6_vocabulary),
        cmocka_unit_test(test_1_8_7_start),
        cmocka_unit_test(test_1_8_8_end),
        cmocka_unit_test(test_1_8_8_four_smallest),
        cmocka_unit_test(test_1_8_9_words),
        cmocka_unit_test(test_errors_name_the_path),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_position_replaces_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
