/* test_setup.c: games, terms and setups of the public C interface, through the shared library alone. */
#include "../unit/unit.h"

#include <pthread.h>

#include "desk.h"

static ochre_why why;

static void test_games_and_players_are_listed(void **unused)
{
    (void)unused;
    assert_int_equal(ochre_abi(), OCHRE_ABI);
    assert_non_null(strchr(ochre_version(), '.'));
    assert_true(ochre_game_count() > 0);
    assert_null(ochre_game_id(-1));
    assert_null(ochre_game_name(ochre_game_count()));
    assert_null(ochre_game_designer(1000));
    for (int game = 0; game < ochre_game_count(); game++) {
        assert_non_null(ochre_game_name(game));
        assert_non_null(ochre_game_designer(game));
    }
    assert_string_equal(ochre_player_usage(0), "random");
    assert_non_null(ochre_player_about(0));
    assert_null(ochre_player_usage(-1));
    assert_null(ochre_player_about(100));
}

static void test_a_setup_is_data(void **unused)
{
    (void)unused;
    for (int i = 0; desk_terms[i]; i++) {
        struct desk desk = desk_new(desk_terms[i], 1);
        uint32_t sum = 0;
        assert_true(desk.about.actions > 0 && desk.about.seats >= 2 && desk.about.legal_max > 0);
        assert_int_equal(desk.about.state_size % OCHRE_ALIGN, 0);
        assert_int_equal(desk.about.has_chance, desk.about.chance_actions > 0);
        assert_memory_equal(desk.about.game, desk_terms[i], strlen(desk.about.game));
        for (uint32_t n = 0; n < desk.about.plane_count; n++) {
            ochre_plane plane;
            assert_int_equal(ochre_setup_plane(desk.setup, (int)n, &plane), 0);
            uint32_t size = 1;
            for (uint32_t k = 0; k < plane.rank; k++)
                size *= plane.shape[k];
            assert_int_equal(plane.size, size);
            assert_int_equal(plane.offset, sum);
            sum += size;
        }
        assert_int_equal(sum, desk.about.observation_size);
        ochre_plane none;
        assert_int_equal(ochre_setup_plane(desk.setup, -1, &none), OCHRE_REFUSED);
        assert_int_equal(ochre_setup_plane(desk.setup, (int)desk.about.plane_count, &none), OCHRE_REFUSED);
        size_t length = ochre_setup_json(desk.setup, desk.text, DESK_TEXT);
        assert_true(length < DESK_TEXT);
        assert_int_equal(strlen(desk.text), length);
        assert_non_null(strstr(desk.text, "\"planes\":[{\"name\":"));
        assert_true(ochre_setup_json(desk.setup, desk.text, 100) >= 100); /* cut, and says so */
        assert_int_equal(strlen(desk.text), 99);
        length = ochre_setup_printed(desk.setup, desk.text, DESK_TEXT);
        assert_true(length >= 2 && length < DESK_TEXT);
        assert_int_equal(strlen(desk.text), length);
        assert_true(desk.text[0] == '{' && desk.text[length - 1] == '}');
        assert_int_equal(ochre_setup_printed(desk.setup, desk.text, 2) >= 2, 1);
        desk_free(&desk);
    }
}

/* Somebody compiled against an older or a newer header. */
static void test_a_struct_may_be_shorter_or_longer(void **unused)
{
    (void)unused;
    struct desk desk = desk_new("pebble", 1);
    struct {
        ochre_about about;
        char later[16];
    } longer;
    memset(&longer, 0x55, sizeof longer);
    ochre_setup_about(desk.setup, &longer.about, sizeof longer);
    assert_memory_equal(&longer.about, &desk.about, sizeof desk.about);
    assert_int_equal(longer.later[0], 0);
    memset(&longer, 0x55, sizeof longer);
    ochre_setup_about(desk.setup, &longer.about, offsetof(ochre_about, legal_max));
    assert_int_equal(longer.about.actions, desk.about.actions);
    assert_int_equal(longer.about.legal_max, 0x55555555);
    desk_free(&desk);
}

static void refused(const char *terms, const char *pack, const char *position, const char *expected)
{
    memset(&why, 0, sizeof why);
    assert_null(ochre_setup_new(terms, pack, position, &why));
    if (!strstr(why.words, expected))
        fail_msg("'%s' does not say '%s'", why.words, expected);
    assert_null(ochre_setup_new(terms, pack, position, NULL));
}

static void test_bad_terms_are_refused_with_words(void **unused)
{
    (void)unused;
    refused(NULL, NULL, NULL, "no terms");
    refused("", NULL, NULL, "there is no game ''");
    refused("chess", NULL, NULL, "there is no game 'chess'");
    refused("pebble seats=9", NULL, NULL, "is not for 9 seats");
    refused("pebble seats=x", NULL, NULL, "seats cannot be 'x'");
    refused("pebble seats=0", NULL, NULL, "seats cannot be '0'");
    refused("pebble seats=3 cards=2 seats=2", NULL, NULL, "seats is given twice");
    refused("pebble cards=2  cards=2", NULL, NULL, "cards is given twice");
    refused("pebble cards", NULL, NULL, "expected seats=N");
    refused("pebble cards=99", NULL, NULL, "option cards cannot be '99'");
    refused("pebble colour=red", NULL, NULL, "has no option 'colour'");
    refused("pebble position={", NULL, NULL, "position: ");
    refused("pebble", NULL, "[]", "position: expected an object");
    refused("dice", NULL, "nonsense", "");
    refused("pebble position={}", NULL, "{}", "given twice");
    refused("pebble", "{}", NULL, "without packs");
    refused("tribes", "{}", NULL, "");
    refused("tribes", "{", NULL, "pack pack: ");
    refused("tribes", "/nowhere/at/all.json", NULL, "pack /nowhere/at/all.json: No such file");
    refused("tribes", "/dev/zero", NULL, "longer than");
    refused("tribes", "/", NULL, "pack /: ");
}

static void test_a_pack_comes_from_a_file_or_as_text(void **unused)
{
    (void)unused;
    const char *file = getenv("OCHRE_TEST_PACK");
    assert_non_null(file);
    ochre_setup *by_name = ochre_setup_new("tribes", file, NULL, &why);
    assert_non_null(by_name);
    static char text[1 << 20];
    FILE *stream = fopen(file, "rb");
    assert_non_null(stream);
    text[fread(text, 1, sizeof text - 1, stream)] = '\0';
    fclose(stream);
    ochre_setup *by_text = ochre_setup_new("tribes", text, NULL, &why);
    assert_non_null(by_text);
    ochre_about one;
    ochre_about two;
    ochre_setup_about(by_name, &one, sizeof one);
    ochre_setup_about(by_text, &two, sizeof two);
    assert_true(one.fingerprint == two.fingerprint);
    ochre_setup_drop(by_name);
    ochre_setup_drop(by_text);
}

static void test_the_fingerprint_tells_setups_apart(void **unused)
{
    (void)unused;
    const char *const terms[] = {"pebble", "pebble seats=3", "pebble cards=2", "tribes", "tribes seats=3"};
    uint64_t seen[5];
    for (int i = 0; i < 5; i++) {
        struct desk desk = desk_new(terms[i], 1);
        struct desk again = desk_new(terms[i], 2);
        seen[i] = desk.about.fingerprint;
        assert_true(seen[i] == again.about.fingerprint);
        for (int k = 0; k < i; k++)
            assert_true(seen[k] != seen[i]);
        desk_free(&again);
        desk_free(&desk);
    }
}

/* Owners in many threads: the last one takes it along (a sanitizer sees it if not). */
static void *share_and_drop(void *setup)
{
    for (int i = 0; i < 1000; i++)
        ochre_setup_drop(ochre_setup_share(setup));
    ochre_setup_drop(setup);
    return NULL;
}

static void test_a_setup_is_shared_between_threads(void **unused)
{
    (void)unused;
    pthread_t thread[4];
    ochre_setup *setup = ochre_setup_new("pebble", NULL, NULL, &why);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, share_and_drop, ochre_setup_share(setup)), 0);
    ochre_setup_drop(setup);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    ochre_setup_drop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_and_players_are_listed),
        cmocka_unit_test(test_a_setup_is_data),
        cmocka_unit_test(test_a_struct_may_be_shorter_or_longer),
        cmocka_unit_test(test_bad_terms_are_refused_with_words),
        cmocka_unit_test(test_a_pack_comes_from_a_file_or_as_text),
        cmocka_unit_test(test_the_fingerprint_tells_setups_apart),
        cmocka_unit_test(test_a_setup_is_shared_between_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
