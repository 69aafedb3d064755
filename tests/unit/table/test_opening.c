/* test_opening.c: packs, canonical JSON, fair numbers, and what a play begins with. */
#include "help.h"

#include <stdio.h>
#include <unistd.h>

#include "rules/registry.h"

/* ---- canonical JSON and packs ---- */

static void expect_canonical(const char *text, const char *canonical)
{
    struct json_node nodes[64];
    struct json_doc doc;
    struct ochre_error error;
    size_t length;
    assert_int_equal(json_parse(&doc, text, strlen(text), nodes, 64, &error), 0);
    char *found = json_canonical(json_root(&doc), &length);
    assert_non_null(found);
    assert_string_equal(found, canonical);
    assert_int_equal(length, strlen(canonical));
    free(found);
}

static void canonical_json_sorts_and_squeezes(void **unused)
{
    (void)unused;
    expect_canonical(" { \"b\" : [ 1 , { } , [ ] ] , \"a\" : null } ", "{\"a\":null,\"b\":[1,{},[]]}");
    expect_canonical("{\"\\u00e9\":1,\"z\":2,\"Z\":3,\"\":4}", "{\"\":4,\"Z\":3,\"z\":2,\"\xc3\xa9\":1}");
    expect_canonical("\"a\\u0041\\n\\u0001\\/\\\\\\\"\"", "\"aA\\n\\u0001/\\\\\\\"\"");
    expect_canonical("\"\\ud83e\\udda3\"", "\"\xf0\x9f\xa6\xa3\"");
    expect_canonical("-0.5e3", "-0.5e3");
}

/* A game with packs: pebble, as far as a pack file is concerned. */
static struct ochre_game packed(void)
{
    struct ochre_game game = *game_by_id("pebble");
    game.pack_format = "pebble-pack/1";
    game.default_pack = "{\"format\":\"pebble-pack/1\",\"id\":\"plain\",\"size\":12}";
    return game;
}

static void a_pack_is_known_by_its_hash(void **unused)
{
    (void)unused;
    struct ochre_game game = packed();
    struct packfile pack;
    struct packfile same;
    struct packfile other;
    struct ochre_error error;
    char id[PACK_ID_SIZE];
    assert_int_equal(packfile_load(&pack, &game, NULL, &error), 0);
    packfile_id(&pack, id);
    assert_string_equal(id, "plain");
    /* sha256 of {"format":"pebble-pack/1","id":"plain","size":12} */
    assert_string_equal(pack.pack.hash, "5501ed4d158212042d61426116cb75aecfcda0193f3e47afcfb7c22e72b654a4");
    static const char shuffled[] = "{\"size\": 12,\n \"id\": \"pl\\u0061in\", \"format\": \"pebble-pack/1\"}";
    assert_int_equal(packfile_parse(&same, &game, "x", shuffled, strlen(shuffled), &error), 0);
    assert_string_equal(same.pack.hash, pack.pack.hash);
    static const char changed[] = "{\"format\":\"pebble-pack/1\",\"id\":\"plain\",\"size\":13}";
    assert_int_equal(packfile_parse(&other, &game, "x", changed, strlen(changed), &error), 0);
    assert_string_not_equal(other.pack.hash, pack.pack.hash);
    packfile_free(&pack);
    packfile_free(&same);
    packfile_free(&other);
}

static void bad_packs_are_refused_with_their_name(void **unused)
{
    (void)unused;
    struct ochre_game game = packed();
    struct packfile pack;
    struct ochre_error error;
    assert_int_equal(packfile_parse(&pack, &game, "my.json", "{", 1, &error), -1);
    assert_non_null(strstr(error.words, "my.json: line 1"));
    assert_int_equal(packfile_load(&pack, &game, "/nowhere.json", &error), -1);
    assert_string_equal(error.words, "/nowhere.json: No such file or directory");
    assert_int_equal(packfile_load(&pack, game_by_id("pebble"), "/nowhere.json", &error), -1);
    assert_non_null(strstr(error.words, "has no component packs"));
    assert_int_equal(packfile_load(&pack, game_by_id("pebble"), NULL, &error), 0);
    assert_null(pack.text);
    assert_null(packfile_game("/nowhere.json", &error));
}

static void members_of_the_built_in_pack_can_be_replaced(void **unused)
{
    (void)unused;
    struct ochre_game game = packed();
    struct packfile pack;
    struct ochre_error error;
    struct json_node nodes[16];
    struct json_doc doc;
    static const char changes[] = "{\"size\":\"la\\\"rge\",\"more\":[1]}";
    assert_int_equal(json_parse(&doc, changes, strlen(changes), nodes, 16, &error), 0);
    assert_int_equal(packfile_change(&pack, &game, json_root(&doc), &error), 0);
    struct json root = json_root(&pack.pack.doc);
    assert_true(json_is(json_get(root, "id"), "plain"));
    assert_true(json_is(json_get(root, "size"), "la\"rge"));
    assert_int_equal(json_count(json_get(root, "more")), 1);
    packfile_free(&pack);
    assert_int_equal(packfile_change(&pack, game_by_id("pebble"), json_root(&doc), &error), -1);
}

static void a_log_is_bound_to_its_pack(void **unused)
{
    (void)unused;
    struct ochre_game game = packed();
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = &game}, &error);
    struct table *table = table_new(opening, 3, NULL, &error);
    assert_int_equal(table_begin(table, NULL, NULL), 0);
    size_t length;
    char *text = log_text(table, true, &length);
    char *line = strstr(text, "\npack plain ");
    assert_non_null(line);
    struct log log;
    assert_int_equal(log_parse(&log, text, length, &error), 0);
    log.game = &game; /* the registry knows no pebble with packs */
    struct table *again = log_play(&log, 3, NULL, NULL, NULL, NULL, &error);
    assert_non_null(again);
    table_delete(again);
    log_free(&log);
    line[12] = line[12] == '0' ? '1' : '0';
    assert_int_equal(log_parse(&log, text, length, &error), 0);
    log.game = &game;
    assert_null(log_play(&log, 3, NULL, NULL, NULL, NULL, &error));
    assert_non_null(strstr(error.words, "played with pack plain"));
    log_free(&log);
    free(text);
    table_delete(table);
}

/* ---- openings ---- */

static const char *refused(const struct opening_request *request)
{
    static struct ochre_error error;
    error = (struct ochre_error){0};
    struct opening *opening = opening_new(request, &error);
    assert_null(opening);
    return error.words;
}

static void what_is_asked_for_is_checked(void **unused)
{
    (void)unused;
    const struct ochre_game *dice = game_by_id("dice");
    const struct ochre_game *pebble = game_by_id("pebble");
    const char *const bare[] = {"cards", NULL};
    const char *const unknown[] = {"stones=3", NULL};
    const char *const large[] = {"cards=2147483648", NULL};
    assert_non_null(strstr(refused(&(struct opening_request){.game = dice, .seats = 3}), "not for 3 seats"));
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .options = bare}), "name=value"));
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .options = unknown}), "no option"));
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .options = large}), "cannot be"));
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .position = "{"}), "position: line 1"));
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .position = "[]"}), "an object"));
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .position = "hello"}), "position: "));
    assert_string_equal(refused(&(struct opening_request){.game = pebble, .position = "@/nowhere"}),
                        "position @/nowhere: No such file or directory");
    assert_true(refused(&(struct opening_request){.game = dice, .position = "nonsense"})[0] != '\0');
    char *huge = malloc(POSITION_SIZE_MAX + 10);
    memset(huge, ' ', POSITION_SIZE_MAX + 9);
    huge[0] = '{';
    huge[POSITION_SIZE_MAX + 8] = '}';
    huge[POSITION_SIZE_MAX + 9] = '\0';
    assert_non_null(strstr(refused(&(struct opening_request){.game = pebble, .position = huge}), "longer than"));
    free(huge);
}

static void a_position_comes_as_text_or_from_a_file(void **unused)
{
    (void)unused;
    static const char fen[] = "7B1/8/3B54/8/3W24/8/8/W17 w 2 - 7 20";
    const struct ochre_game *dice = game_by_id("dice");
    struct ochre_error error = {0};
    char path[] = "/tmp/ochre-position-XXXXXX";
    char at_path[64];
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, fen, strlen(fen)) > 0 && write(file, "\n", 1) == 1);
    (void)close(file);
    (void)snprintf(at_path, sizeof at_path, "@%s", path);
    struct opening *bare = opening_new(&(struct opening_request){.game = dice, .position = fen}, &error);
    struct opening *from_file = opening_new(&(struct opening_request){.game = dice, .position = at_path}, &error);
    struct opening *json = opening_new(
        &(struct opening_request){.game = dice, .position = "{\"fen\":\n\"7B1/8/3B54/8/3W24/8/8/W17 w 2 - 7 20\"\n}"},
        &error);
    assert_non_null(bare);
    assert_non_null(from_file);
    assert_non_null(json);
    assert_true(state_equal(&bare->setup, &bare->start, &from_file->start));
    assert_true(state_equal(&bare->setup, &bare->start, &json->start));
    assert_null(strchr(json->position, '\n'));
    opening_delete(bare);
    opening_delete(from_file);
    opening_delete(json);
    (void)unlink(path);
}

/* ---- fair numbers ---- */

static void count_up(unsigned char bytes[FAIR_SIZE], int from)
{
    for (int i = 0; i < FAIR_SIZE; i++)
        bytes[i] = (unsigned char)(from + i);
}

static void expect_hex(const unsigned char bytes[FAIR_SIZE], const char *expected)
{
    char hex[FAIR_HEX_SIZE];
    fair_to_hex(bytes, FAIR_SIZE, hex);
    assert_string_equal(hex, expected);
}

static void expect_draws(const struct fair *fair, const uint32_t expected[8])
{
    for (uint64_t draw = 0; draw < 8; draw++)
        assert_int_equal(fair_below(fair, draw, 6), expected[draw]);
}

static void numbers_are_those_of_the_document(void **unused)
{
    (void)unused;
    /* The worked example of docs/fair.md: p1 opens its share, p3 withholds it. */
    struct fair fair;
    unsigned char seed[FAIR_SIZE];
    unsigned char share[FAIR_SIZE];
    unsigned char pledge[FAIR_SIZE];
    count_up(seed, 0);
    assert_int_equal(fair_init(&fair, seed), 0);
    expect_hex(fair.commitment, "cb2f5160fc1f7e05a55ef49d340b48da2e5a78099d53393351cd579dd42503d6");
    count_up(share, 0x40);
    fair_pledge_of(share, pledge);
    expect_hex(pledge, "829f2e08798ff4dc1f0295a38fe72e8766ca4f954f735a509baeedb6e9bd2373");
    fair_pledge(&fair, 2, pledge);
    count_up(share, 0x20);
    fair_pledge_of(share, pledge);
    expect_hex(pledge, "0941aa18a0f9613366fb25fb4d1025bc8c4a52d3bcb381204c83823b637964bc");
    fair_pledge(&fair, 0, pledge);
    expect_hex(fair.seal, "928d8766759a5b03103e7db1c5d5338b203b424b03d3a45c3e4e7d97c694c2d1");
    assert_int_equal(fair_open(&fair, 0, share), 0);
    expect_hex(fair.seal, "928d8766759a5b03103e7db1c5d5338b203b424b03d3a45c3e4e7d97c694c2d1");
    expect_hex(fair.key, "5ecb423b11faa5d6b5e3ee7fdbcf9e8bd9d542d9d75adc4a9166917fb788f143");
    expect_draws(&fair, (const uint32_t[]){5, 1, 1, 3, 3, 2, 1, 1});
    assert_int_equal(fair_below(&fair, 3, 1), 0);
    assert_int_equal(fair_pledged(&fair), SEAT_BIT(0) | SEAT_BIT(2));
    assert_int_equal(fair_unopened(&fair), SEAT_BIT(2));
    assert_int_equal(fair_open(&fair, 2, share), -1);
    assert_int_equal(fair_open(&fair, 1, share), -1);
}

static void numbers_of_the_first_form_stay(void **unused)
{
    (void)unused;
    struct fair fair;
    unsigned char seed[FAIR_SIZE];
    const struct fair_part open[OCHRE_SEATS_MAX] = {{.share_size = 5, .share = "ochre"}};
    count_up(seed, 0);
    assert_int_equal(fair_init(&fair, seed), 0);
    assert_int_equal(fair_restore(&fair, 2, open), 0);
    assert_int_equal(fair_restore(&fair, 1, open), -1);
    expect_hex(fair.key, "855299fb2309c826fcf8657d40fd6e3b3f800b7ff1fd7828fe45012f973f2de4");
    expect_draws(&fair, (const uint32_t[]){2, 4, 3, 2, 1, 3, 4, 5});
}

/* Whatever the parts are, they come back as they were, and any other part makes another key. */
static void every_part_is_in_the_key(void **unused)
{
    (void)unused;
    struct fair fair;
    struct fair again;
    unsigned char seed[FAIR_SIZE];
    unsigned char share[FAIR_SIZE];
    unsigned char pledge[FAIR_SIZE];
    count_up(seed, 7);
    assert_int_equal(fair_init(&fair, seed), 0);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        struct fair before = fair;
        count_up(share, 50 + seat);
        fair_pledge_of(share, pledge);
        fair_pledge(&fair, seat, pledge);
        assert_memory_not_equal(fair.seal, before.seal, FAIR_SIZE);
        assert_memory_not_equal(fair.key, before.key, FAIR_SIZE);
        before = fair;
        assert_int_equal(fair_open(&fair, seat, share), 0);
        assert_memory_equal(fair.seal, before.seal, FAIR_SIZE);
        assert_memory_not_equal(fair.key, before.key, FAIR_SIZE);
        assert_int_equal(fair_init(&again, seed), 0);
        assert_int_equal(fair_restore(&again, 2, fair.part), -1);
        assert_memory_equal(again.key, fair.key, FAIR_SIZE);
    }
    again.part[3].share[31] ^= 1;
    assert_int_equal(fair_restore(&fair, 2, again.part), 3);
    again.part[3] = (struct fair_part){0};
    assert_int_equal(fair_restore(&fair, 2, again.part), -1);
    assert_int_equal(fair_pledged(&fair), SEAT_BIT(0) | SEAT_BIT(1) | SEAT_BIT(2));
    fair_pledge(&fair, 1, NULL);
    assert_int_equal(fair_pledged(&fair), SEAT_BIT(0) | SEAT_BIT(2));
}

static void numbers_are_even_and_below_the_total(void **unused)
{
    (void)unused;
    struct fair fair;
    unsigned char seed[FAIR_SIZE];
    fair_seed_from_number(1, seed);
    assert_int_equal(fair_init(&fair, seed), 0);
    int count[6] = {0};
    for (uint64_t draw = 0; draw < 6000; draw++)
        count[fair_below(&fair, draw, 6)]++;
    for (int i = 0; i < 6; i++)
        assert_in_range(count[i], 850, 1150);
    /* A quarter of all words must be rejected for this total; if not, the low third comes half of the time. */
    uint32_t total = 0xC0000000u;
    int high = 0;
    for (uint64_t draw = 0; draw < 2000; draw++) {
        uint32_t number = fair_below(&fair, draw, total);
        assert_true(number < total);
        high += number >= total / 3;
    }
    assert_in_range(high, 1233, 1433);
}

static void hexadecimal_is_strict(void **unused)
{
    (void)unused;
    unsigned char bytes[FAIR_SIZE];
    assert_int_equal(fair_from_hex("00ff", bytes), 2);
    assert_int_equal(fair_from_hex("", bytes), 0);
    assert_int_equal(fair_from_hex("0", bytes), -1);
    assert_int_equal(fair_from_hex("0g", bytes), -1);
    assert_int_equal(fair_from_hex("00 ff0", bytes), -1);
    char longer[67];
    memset(longer, 'a', 66);
    longer[66] = '\0';
    assert_int_equal(fair_from_hex(longer, bytes), -1);
}

static void an_opening_lives_as_long_as_its_last_owner(void **unused)
{
    (void)unused;
    struct ochre_error error;
    struct opening *opening = opening_new(&(struct opening_request){.game = game_by_id("pebble")}, &error);
    struct table *one = table_new(opening_share(opening), 0, NULL, &error);
    struct table *other = table_new(opening_share(opening), 0, NULL, &error);
    opening_delete(opening);
    table_delete(one);
    assert_int_equal(table_begin(other, NULL, NULL), 0);
    table_delete(other); /* the sanitizer sees what is left behind, or used too late */
}

static void a_pack_may_be_given_as_text(void **unused)
{
    (void)unused;
    struct ochre_error error;
    const struct ochre_game *valley = game_by_id("valley");
    struct opening_request request = {.game = valley, .pack_text = valley->default_pack};
    struct opening *opening = opening_new(&request, &error);
    struct opening *usual = opening_new(&(struct opening_request){.game = valley}, &error);
    assert_non_null(opening);
    assert_string_equal(opening->pack.pack.hash, usual->pack.pack.hash);
    opening_delete(opening);
    opening_delete(usual);
    request.pack_text = "{";
    assert_null(opening_new(&request, &error));
    assert_non_null(strstr(error.words, "pack"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_json_sorts_and_squeezes),
        cmocka_unit_test(a_pack_is_known_by_its_hash),
        cmocka_unit_test(bad_packs_are_refused_with_their_name),
        cmocka_unit_test(members_of_the_built_in_pack_can_be_replaced),
        cmocka_unit_test(a_log_is_bound_to_its_pack),
        cmocka_unit_test(what_is_asked_for_is_checked),
        cmocka_unit_test(a_position_comes_as_text_or_from_a_file),
        cmocka_unit_test(numbers_are_those_of_the_document),
        cmocka_unit_test(numbers_of_the_first_form_stay),
        cmocka_unit_test(every_part_is_in_the_key),
        cmocka_unit_test(numbers_are_even_and_below_the_total),
        cmocka_unit_test(hexadecimal_is_strict),
        cmocka_unit_test(an_opening_lives_as_long_as_its_last_owner),
        cmocka_unit_test(a_pack_may_be_given_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
