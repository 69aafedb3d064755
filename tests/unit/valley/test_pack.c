/* test_pack.c: is every validity rule of packs (PV1 … PV12) kept, and does a refusal say where? Each case changes one
 * piece of the built-in pack. */
#include "valley_bench.h"

static void refused(const char *rule, const char *where, const char *from, const char *to)
{
    if (bench_pack(2, "", from, to) == 0)
        fail_msg("%s -> %s is accepted, expected %s", from, to, rule);
    if (strcmp(bench.error.rule, rule) != 0 || strncmp(bench.error.words, where, strlen(where)) != 0)
        fail_msg("%s -> %s: %s %s, expected %s at %s", from, to, bench.error.rule, bench.error.words, rule, where);
}

static void accepted(const char *from, const char *to)
{
    if (bench_pack(3, "", from, to) < 0)
        fail_msg("%s -> %s: %s %s", from, to, bench.error.rule, bench.error.words);
}

/* 1.3, 1.5: the built-in pack. */
static void the_pack_has_its_numbers(void **unused)
{
    (void)unused;
    bench_start(2, "");
    const struct valley_tables *t = valley_tables(&bench.setup);
    assert_int_equal(t->tiles, 63);
    assert_string_equal(t->tile[0].id, "BP1");
    assert_string_equal(t->tile[3].id, "BR1");
    assert_string_equal(t->tile[62].id, "HF2");
    assert_int_equal(t->halves, 16 / 2);
    assert_int_equal(t->steak_fp[4], 7);
    assert_int_equal(t->steak_fp[18], 10);
    for (int h = 0; h < t->halves; h++)
        for (int f = 0; f < t->half[h].faces; f++) {
            const struct valley_face *face = &t->half[h].face[f];
            int food = 0;
            int high = 0;
            for (int square = 0; square < VALLEY_FIELDS; square++)
                food += face->food[square];
            for (int cave = 0; cave < face->caves; cave++) {
                high += face->high[cave];
                assert_int_equal(face->high[cave] - face->low[cave], 2);
            }
            assert_int_equal(food, 39);
            assert_int_equal(high, 21);
            assert_int_equal(face->caves, 3);
            assert_int_equal(bits_count(face->plain), 10);
        }
    char lines[256];
    struct ochre_text warnings = text_on(lines, sizeof lines);
    valley_pack_warnings(&bench.setup, &warnings);
    assert_string_equal(lines, "");
}

static void pv1_format(void **unused)
{
    (void)unused;
    refused("PV1", "/format", "valley-pack/1", "valley-pack/2");
    refused("PV1", "/format", "\"format\"", "\"fmt\"");
}

static void pv2_halves_for_everybody(void **unused)
{
    (void)unused;
    refused("PV2", "/halves", ",\n  {\"id\":\"R4\"", "],\"rest\":[{\"id\":\"R4\""); /* three right ones are left */
    refused("PV2", "/halves", "\"halves\":[", "\"halves\":[],\"rest\":[");
    refused("PV2", "/halves", "\"halves\":", "\"boards\":");
}

static void pv3_rows_and_cells(void **unused)
{
    (void)unused;
    refused("PV3", "/halves/0/faces/A/rows", "\"F3 F2 P1 P2\",", "");
    refused("PV3", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F3 F2 P1");
    refused("PV3", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F3 F2 P1 P2 P2");
    refused("PV3", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F3  F2 P1 P2");
    refused("PV3", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F3 F2 P1 Q2");
    refused("PV3", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F3 F2 P1 Px");
    refused("PV3", "/halves/0/faces", "\"A\":{\"rows\"", "\"C\":{\"rows\"");
}

static void pv4_caves_and_waterfalls_add_up(void **unused)
{
    (void)unused;
    refused("PV4", "/halves/0", "\"Bc 6/4\",\"Ba 8/6\",", "\"Ba 8/6\",");
    refused("PV4", "/halves/0", "\"waterfalls\":[\"NW\"]", "\"waterfalls\":[]");
    refused("PV4", "/halves/0/faces/A/caves", "\"caves\"", "\"cave\"");
    refused("PV4", "/halves/0/faces/A/waterfalls", "\"waterfalls\"", "\"falls\"");
}

static void pv5_places_of_caves(void **unused)
{
    (void)unused;
    refused("PV5", "/halves/0/faces/A/caves/0", "Bc 6/4", "Be 6/4");
    refused("PV5", "/halves/0/faces/A/caves/2", "L3 7/5", "R3 7/5");
    refused("PV5", "/halves/0/faces/A/caves/2", "L3 7/5", "L6 7/5");
    refused("PV5", "/halves/4/faces/A/caves/0", "Tg 7/5", "Td 7/5");
    refused("PV5", "/halves/4/faces/A/caves/1", "R3 6/4", "L3 6/4");
    refused("PV5", "/halves/0/faces/A/waterfalls/0", "\"NW\"", "\"NE\"");
    refused("PV5", "/halves/0/side", "\"side\":\"left\"", "\"side\":\"top\"");
}

static void pv6_gates_differ(void **unused)
{
    (void)unused;
    refused("PV6", "/halves/0/faces/A/caves/1", "\"Ba 8/6\",\"L3 7/5\"", "\"Bc 8/6\",\"L3 7/5\"");
    refused("PV6", "/halves/0/faces/A/caves/2", "\"Ba 8/6\",\"L3 7/5\"", "\"Ba 8/6\",\"L5 7/5\""); /* both at a5 */
}

static void pv7_high_is_not_below_low(void **unused)
{
    (void)unused;
    refused("PV7", "/halves/0/faces/A/caves/0", "Bc 6/4", "Bc 3/4");
    accepted("Bc 6/4", "Bc 4/4");
    accepted("Bc 6/4", "Bc 6/0");
}

static void pv8_steaks_never_decrease(void **unused)
{
    (void)unused;
    refused("PV8", "/steaks", "[1,3,5,7,10]", "[]");
    refused("PV8", "/steaks/0", "[1,3,5,7,10]", "[0,3]");
    refused("PV8", "/steaks/2", "[1,3,5,7,10]", "[1,3,2]");
    accepted("[1,3,5,7,10]", "[2]");
    assert_int_equal(valley_tables(&bench.setup)->steak_fp[18], 2);
}

static void pv9_tiles_enough(void **unused)
{
    (void)unused;
    refused("PV9", "/removed/2", "\"2\":12", "\"2\":51");
    accepted("\"2\":12", "\"2\":50");
    refused("PV9", "/removed/4", "\"4\":6", "\"4\":43");
    refused("PV9", "/removed/3", "\"copies\":2,\"picking_copies\":3", "\"copies\":1,\"picking_copies\":1");
}

static void pv10_ids_are_unique(void **unused)
{
    (void)unused;
    refused("PV10", "/halves/1/id", "\"L2\"", "\"L1\"");
    refused("PV10", "/halves/1/id", "\"L2\"", "\"R2\"");
    refused("PV10", "/halves/1/id", "\"L2\"", "\"left\"");
    refused("PV10", "/id", "\"id\":\"recon-1\"", "\"id\":\"Recon 1\"");
    refused("PV10", "/name", "\"fr\":", "\"de\":");
    refused("PV10", "/origin", "\"origin\":\"reconstructed\"", "\"origin\":1");
    accepted("{\"en\":\"Reconstructed valleys\",\"fr\":\"Vallées reconstituées\"}", "\"Mine\"");
}

static void pv11_whole_numbers(void **unused)
{
    (void)unused;
    refused("PV11", "/supply/steaks", "\"steaks\":18", "\"steaks\":1.5");
    refused("PV11", "/supply/bears", "\"bears\":18", "\"bears\":-1");
    refused("PV11", "/supply/fights", "\"fights\":3", "\"fights\":\"3\"");
    refused("PV11", "/camp_sp", "\"camp_sp\":3", "\"camp_sp\":-3");
    refused("PV11", "/removed/2", "\"2\":12", "\"2\":-1");
    refused("PV11", "/steaks/0", "[1,3", "[1.5,3");
    refused("PV11", "/halves/0/faces/A/caves/0", "Bc 6/4", "Bc 6/-4");
    refused("PV11", "/halves/0/faces/A/caves/0", "Bc 6/4", "Bc 6");
    refused("PV11", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F-3 F2 P1 P2");
    refused("PV11", "/halves/0/faces/A/rows/0", "F3 F2 P1 P2", "F10 F2 P1 P2");
    accepted("F3 F2 P1 P2", "F0 F9 P1 P2");
}

static void pv12_sizes(void **unused)
{
    (void)unused;
    refused("PV12", "/pool/personal", "\"personal\":4", "\"personal\":5");
    refused("PV12", "/pool/common", "\"common\":5", "\"common\":6");
    refused("PV12", "/pool/common", "\"common\":5", "\"common\":2");
    refused("PV12", "/supply/steaks", "\"steaks\":18", "\"steaks\":19");
    refused("PV12", "/supply/bears", "\"bears\":18", "\"bears\":19");
    refused("PV12", "/supply/fights", "\"fights\":3", "\"fights\":4");
    refused("PV12", "/tiles/copies", "\"copies\":2", "\"copies\":0");
    refused("PV12", "/tiles/picking_copies", "\"picking_copies\":3", "\"picking_copies\":10");
    refused("PV12", "/tiles", "\"picking_copies\":3", "\"picking_copies\":4");
    refused("PV12", "/halves/0/faces/A/caves/0", "Bc 6/4", "Bc 100/4");
    refused("PV12", "/camp_sp", "\"camp_sp\":3", "\"camp_sp\":100");
    refused("PV12", "/halves", "\"halves\":[", "\"halves\":[0,0,0,0,0,0,0,0,0,");
    accepted("\"common\":5", "\"common\":3");
    accepted("\"fights\":3", "\"fights\":0");
}

/* Packs with other numbers are played by them (1.6). */
static void the_rules_take_their_numbers_from_the_pack(void **unused)
{
    (void)unused;
    assert_int_equal(bench_pack(2, "first=1 sides=A", "\"common\":5", "\"common\":3"), 0);
    assert_int_equal(S->stack_size, 63 - 12 - 3 - 8);
    struct ochre_rng rng;
    rng_seed(&rng, 5);
    assert_true(bench_until(PHASE_START, &rng));
    assert_int_equal(S->common_count, 3);
    assert_int_equal(bench_pack(2, "", "\"camp_sp\":3", "\"camp_sp\":9"), 0);
    assert_int_equal(valley_tables(&bench.setup)->camp_sp, 9);
    assert_int_equal(bench_pack(2, "", "\"fights\":3", "\"fights\":0"), 0);
    while (S->phase != PHASE_OVER) {
        bench_step(&rng);
        assert_null(valley_check(&bench.setup, &bench.state));
    }
}

/* Odd, but allowed. */
static void warnings_name_what_is_odd(void **unused)
{
    (void)unused;
    char lines[512];
    struct ochre_text warnings = text_on(lines, sizeof lines);
    accepted("F3 F2 P1 P2", "F9 F9 P1 P2");
    valley_pack_warnings(&bench.setup, &warnings);
    assert_non_null(strstr(lines, "differs by"));
    warnings = text_on(lines, sizeof lines);
    accepted("\"Ba 8/6\",\"L3 7/5\"", "\"Bb 8/6\",\"L3 7/5\"");
    valley_pack_warnings(&bench.setup, &warnings);
    assert_non_null(strstr(lines, "half L1, face A"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pack_has_its_numbers),
        cmocka_unit_test(pv1_format),
        cmocka_unit_test(pv2_halves_for_everybody),
        cmocka_unit_test(pv3_rows_and_cells),
        cmocka_unit_test(pv4_caves_and_waterfalls_add_up),
        cmocka_unit_test(pv5_places_of_caves),
        cmocka_unit_test(pv6_gates_differ),
        cmocka_unit_test(pv7_high_is_not_below_low),
        cmocka_unit_test(pv8_steaks_never_decrease),
        cmocka_unit_test(pv9_tiles_enough),
        cmocka_unit_test(pv10_ids_are_unique),
        cmocka_unit_test(pv11_whole_numbers),
        cmocka_unit_test(pv12_sizes),
        cmocka_unit_test(the_rules_take_their_numbers_from_the_pack),
        cmocka_unit_test(warnings_name_what_is_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
