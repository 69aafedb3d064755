/* test_pack.c: is every rule for packs kept (1.7), and is the built-in pack what it says (1.8)? */
#include "rules/read.h"
#include "unit_spears.h"

enum { TEXT_SIZE = 16384 };

/* The built-in pack with one piece of text replaced. */
static const char *altered(const char *old, const char *new)
{
    static char text[TEXT_SIZE];
    const char *at = strstr(spears_default_pack, old);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - spears_default_pack), spears_default_pack, new,
             at + strlen(old));
    return text;
}

/* The pack is refused by this rule, with words that name this place. */
static void refused(const char *old, const char *new, const char *rule, const char *place_named)
{
    assert_int_equal(agree_pack(4, "", altered(old, new)), -1);
    assert_string_equal(trouble.rule, rule);
    if (!strstr(trouble.words, place_named))
        fail_msg("'%s' does not name %s", trouble.words, place_named);
}

static void test_1_7_1_counts(void **context)
{
    (void)context;
    refused("spears-pack-1", "spears-pack-2", "1.7.1", "/format");
    refused("\"id\": \"reconstructed-1\"", "\"id\": \"Mine!\"", "1.7.1", "/id");
    refused("\"id\": \"reconstructed-1\"", "\"id\": \"\"", "1.7.1", "/id");
    refused("    {\"code\":\"h1\",\"type\":\"hunter\",\"cost\":2,\"power\":1,\"level\":1,\"berry\":0},\n", "", "1.7.1",
            "/units");
    refused("\"units\":", "\"others\":", "1.7.1", "/units");
    refused("\"prey\":", "\"pray\":", "1.7.1", "/prey");
    refused("\"enemies\":", "\"friends\":", "1.7.1", "/enemies");
    refused("[-1,-1,0,0,1,1]", "[-1,-1,0,0,1]", "1.7.1", "/action_cards/4");
    refused("[-1,-1,0,1,1]", "[-1,-1,0,1,1,1]", "1.7.1", "/action_cards/3");
    refused("\"meat\": 2", "\"meat\": 3", "1.7.1", "/goals");
    refused("\"meat\": 2", "\"meat\": -1", "1.7.1", "/goals/meat");
}

static void test_1_7_2_codes(void **context)
{
    (void)context;
    refused("\"code\":\"h2\"", "\"code\":\"h1\"", "1.7.2", "/units/1");
    refused("\"code\":\"h2\"", "\"code\":\"x2\"", "1.7.2", "/units/1");
    refused("\"code\":\"h2\"", "\"code\":\"h0\"", "1.7.2", "/units/1");
    refused("\"code\":\"h2\",\"type\":\"hunter\"", "\"code\":\"h2\",\"type\":\"healer\"", "1.7.2", "h2");
    refused("\"id\":\"p07\"", "\"id\":\"p08\"", "1.7.2", "/prey/6");
    refused("\"id\":\"e3\"", "\"id\":\"e5\"", "1.7.2", "/enemies/2");
}

static void test_1_7_3_ranges(void **context)
{
    (void)context;
    refused("\"cost\":5", "\"cost\":16", "1.7.3", "/units/3/cost");
    refused("\"cost\":5", "\"cost\":-1", "1.7.3", "/units/3/cost");
    refused("\"cost\":5,\"power\":3", "\"cost\":5,\"power\":10", "1.7.3", "/units/3/power");
    refused("\"cost\":5,\"power\":3,\"level\":2", "\"cost\":5,\"power\":3,\"level\":10", "1.7.3", "/units/3/level");
    refused("\"cost\":5,\"power\":3,\"level\":2", "\"cost\":5,\"power\":3", "1.7.3", "/units/3");
    refused("\"cost\":4,\"power\":1,\"level\":1,\"berry\":2", "\"cost\":4,\"power\":1,\"level\":1,\"berry\":6", "1.7.3",
            "/units/5/berry");
    refused("\"time\":\"day\",\"power\":1,", "\"time\":\"day\",\"power\":31,", "1.7.3", "/prey/0/power");
    refused("\"time\":\"day\",\"power\":1,\"level\":0", "\"time\":\"day\",\"power\":1,\"level\":21", "1.7.3",
            "/prey/0/level");
    refused("\"time\":\"day\",\"power\":1,", "\"time\":\"dusk\",\"power\":1,", "1.7.3", "/prey/0");
    refused("\"level\":0,\"meat\":1,\"bone\":1", "\"level\":0,\"meat\":10,\"bone\":1", "1.7.3", "/prey/0/meat");
    refused("\"level\":0,\"meat\":1,\"bone\":1", "\"level\":0,\"meat\":0,\"bone\":0", "1.7.3", "/prey/0");
    refused("\"trophy\":0,\"berry\":0,\"vigor\":false", "\"trophy\":0,\"berry\":6,\"vigor\":false", "1.7.3",
            "/prey/0/berry");
    refused("\"vigor\":false", "\"vigor\":1", "1.7.3", "/prey/0");
    refused("{\"id\":\"e4\",\"power\":5", "{\"id\":\"e4\",\"power\":41", "1.7.3", "/enemies/3/power");
    refused("{\"id\":\"e4\",\"power\":5,\"level\":3", "{\"id\":\"e4\",\"power\":5,\"level\":21", "1.7.3",
            "/enemies/3/level");
    refused("[-1,-1,0,0,1,1]", "[-10,-1,0,0,1,1]", "1.7.3", "/action_cards/4/0");
}

static void test_1_7_4_gatherers(void **context)
{
    (void)context;
    refused("\"code\":\"g1\",\"type\":\"gatherer\",\"cost\":2,\"power\":1,\"level\":1,\"berry\":1",
            "\"code\":\"g1\",\"type\":\"gatherer\",\"cost\":2,\"power\":1,\"level\":1", "1.7.4", "/units/4");
    refused("\"code\":\"h1\",\"type\":\"hunter\",\"cost\":2,\"power\":1,\"level\":1,\"berry\":0",
            "\"code\":\"h1\",\"type\":\"hunter\",\"cost\":2,\"power\":1,\"level\":1,\"berry\":1", "1.7.4", "/units/0");
}

static void test_1_7_5_tribes(void **context)
{
    (void)context;
    refused("\"units\":", "\"tribes\": {}, \"units\":", "1.7.5", "/tribes");
    refused("\"units\":", "\"tribes\": {}, \"others\":", "1.7.5", "/tribes/N");
    /* Four lists instead of one. */
    static char whole[2 * TEXT_SIZE];
    const char *list = strstr(spears_default_pack, "\"units\": [") + strlen("\"units\": ");
    int length = (int)(strchr(list, ']') - list) + 1;
    snprintf(whole, sizeof whole,
             "{\"format\": \"spears-pack-1\", \"id\": \"four\", "
             "\"tribes\": {\"N\": %.*s, \"E\": %.*s, \"S\": %.*s, \"W\": %.*s}%s",
             length, list, length, list, length, list, length, list, list + length);
    assert_int_equal(agree_pack(4, "", whole), 0);
    assert_string_equal(spears_tables(&setup)->unit[3][8].code, "a1");
}

static void test_1_7_6_card_sets(void **context)
{
    (void)context;
    refused("[-1,-1,0,1,1]", "[-1,-1,-1,1,1]", "1.7.6", "/action_cards/3");
    refused("[-1,-1,0,1,1]", "[-1,-1,0,1,2]", "1.7.6", "/action_cards/3");
}

static void test_1_7_7_times_and_sums(void **context)
{
    (void)context;
    static char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%s", spears_default_pack);
    for (char *at = strstr(text, "\"night\""); at; at = strstr(at, "\"night\""))
        memcpy(at, "\"day\"  ", 7);
    assert_int_equal(agree_pack(4, "", text), -1);
    assert_string_equal(trouble.rule, "1.7.7");
    snprintf(text, sizeof text, "%s", spears_default_pack);
    for (char *at = strstr(text, "\"bone\":"); at; at = strstr(at + 1, "\"bone\":"))
        if (at[7] > '1' && at[7] <= '9')
            at[7] = '1';
    assert_int_equal(agree_pack(4, "", text), -1);
    assert_string_equal(trouble.rule, "1.7.7");
    assert_non_null(strstr(trouble.words, "bone"));
}

/* What is odd is allowed, and said. */
static void warned(const char *pack, const char *words)
{
    char buffer[1024];
    struct ochre_text lines = text_on(buffer, sizeof buffer);
    assert_int_equal(agree_pack(4, "", pack), 0);
    setup.game->read->pack_warnings(&setup, &lines);
    if (words[0] == '\0' ? lines.used != 0 : !strstr(buffer, words))
        fail_msg("expected '%s' in '%s'", words, buffer);
}

static void test_1_7_8_and_9_warnings(void **context)
{
    (void)context;
    warned(spears_default_pack, "");
    static char text[TEXT_SIZE];
    snprintf(text, sizeof text, "%s", spears_default_pack);
    for (char *at = strstr(text, "\"vigor\":true"); at; at = strstr(at, "\"vigor\":true"))
        memcpy(at, "\"vigor\":null", 12);
    for (char *at = strstr(text, "\"vigor\":null"); at; at = strstr(at, "\"vigor\":null"))
        memcpy(at, "\"xigor\":null", 12);
    warned(text, "1.7.8: no prey has a vigor icon");
    snprintf(text, sizeof text, "%s", spears_default_pack);
    int turned = 0;
    for (char *at = strstr(text, "\"night\""); at && turned < 5; at = strstr(at, "\"night\""), turned++)
        memcpy(at, "\"day\"  ", 7);
    warned(text, "1.7.8: 17 prey of the day against 7 of the night");
    warned(altered("\"level\":2,\"meat\":0,\"bone\":4", "\"level\":2,\"meat\":0,\"bone\":0"),
           "1.7.8: the prey hold 31 bone");
    warned(altered("\"code\":\"a1\",\"type\":\"ambusher\"", "\"code\":\"h5\",\"type\":\"hunter\""),
           "1.7.8: tribe N has no ambusher");
    warned(altered("\"meat\": 2, \"bone\": 2", "\"meat\": 4, \"bone\": 0"), "1.7.9: 0 goal cards show bone");
    warned(altered("\"meat\": 2, \"bone\": 2, \"trophy\": 2", "\"meat\": 5, \"bone\": 1, \"trophy\": 0"),
           "1.7.9: 5 goal cards show meat");
}

/* 1.4, 1.5, 1.6: sums the reconstruction is made for. */
static void test_1_5_default_pack(void **context)
{
    (void)context;
    agree(4, "");
    const struct spears_tables *t = spears_tables(&setup);
    int sum[SPEARS_RESOURCES] = {0};
    int berries = 0;
    for (int prey = 0; prey < SPEARS_PREY; prey++) {
        berries += t->prey[prey].berry;
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            sum[resource] += t->prey[prey].resource[resource];
    }
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        assert_int_equal(sum[resource], 35);
    assert_int_equal(berries, 26);
    assert_int_equal(bits_count(t->night), 12);
    assert_int_equal(t->icons, 3);
    assert_int_equal(t->power[0][0x1FF], 13);
    assert_int_equal(t->full_size, 6);
}

/* R47: units of level 0 never pay and are lost only when all are. */
static void test_R47_level_0(void **context)
{
    (void)context;
    const char *pack = altered("\"code\":\"h1\",\"type\":\"hunter\",\"cost\":2,\"power\":1,\"level\":1",
                               "\"code\":\"h1\",\"type\":\"hunter\",\"cost\":2,\"power\":1,\"level\":0");
    assert_int_equal(agree_pack(4, "", pack), 0);
    assert_int_equal(place("{'seats':'N E S W','units':{'N':'h1 h2 h3 g1'},'row':'p08 p01 p03 p05 p12','deck':'p02',"
                           "'begin':'action N'}"),
                     0);
    play("N>hunt:p08 N>+h1 N>+h2 N>+h3 N>done N>card:0 E>card:0 S>card:0 W>card:0 *>prey:p02");
    /* Level 1 from 0, 1, 2: exactly h2, so it goes by itself; h1 is not lost. */
    assert_int_equal(now()->turned[0], spears_unit_bit(0) | spears_unit_bit(2));
    assert_int_equal(place("{'seats':'N E S W','units':{'N':'h1 h2'},'row':'p17 p01 p03 p05 p12','deck':'p02',"
                           "'begin':'action N'}"),
                     0);
    play("N>hunt:p17 N>+h1 N>+h2 N>card:0 E>card:0 S>card:0 W>card:0");
    assert_int_equal(spears_units_played(now(), 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_1_7_1_counts),         cmocka_unit_test(test_1_7_2_codes),
        cmocka_unit_test(test_1_7_3_ranges),         cmocka_unit_test(test_1_7_4_gatherers),
        cmocka_unit_test(test_1_7_5_tribes),         cmocka_unit_test(test_1_7_6_card_sets),
        cmocka_unit_test(test_1_7_7_times_and_sums), cmocka_unit_test(test_1_7_8_and_9_warnings),
        cmocka_unit_test(test_1_5_default_pack),     cmocka_unit_test(test_R47_level_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
