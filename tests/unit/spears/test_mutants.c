/* test_mutants.c: is every kind of secret caught when it leaks? Each mutant is spears with one leak; the laws must find
 * it. Some keep something outside the state on purpose: that is how they cheat. */
#include "changed.h"
#include "laws.h"
#include "unit_spears.h"

static struct changed_game mutant;

/* redact, but for one field. */
#define REDACT_BUT(name, field)                                                                                        \
    static void name(const struct ochre_setup *with, struct ochre_state *view, int viewer)                             \
    {                                                                                                                  \
        struct spears_state before = *spears(view);                                                                    \
        spears_redact(with, view, viewer);                                                                             \
        memcpy(&spears(view)->field, &before.field, sizeof before.field);                                              \
    }

REDACT_BUT(show_teams, team)
REDACT_BUT(show_goals, goal)
REDACT_BUT(show_hands, hand)
REDACT_BUT(show_placed, placed)
REDACT_BUT(show_rounds, round)

/* A reveal in seat order tells who placed which. */
static void apply_unsorted(const struct ochre_setup *with, struct ochre_state *after, int seat, ochre_action action,
                           struct ochre_journal *journal)
{
    int rounds = spears(after)->rounds;
    spears_rules.apply(with, after, seat, action, journal);
    struct spears_state *s = spears(after);
    if (s->rounds > rounds)
        memcpy(s->reveal[rounds], s->round[rounds], sizeof s->round[rounds]);
}

/* Everything told is told to all. */
static void apply_aloud(const struct ochre_setup *with, struct ochre_state *after, int seat, ochre_action action,
                        struct ochre_journal *journal)
{
    spears_rules.apply(with, after, seat, action, journal);
    for (int i = 0; journal && i < journal->count; i++)
        journal->events[i].open = journal->events[i].count;
}

static ochre_seats all_witness(const struct ochre_setup *with, const struct ochre_state *at, int seat,
                               ochre_action action)
{
    (void)with, (void)at, (void)seat, (void)action;
    return 0;
}

/* The last card placed, kept outside the state. */
static ochre_action last_card;

static void apply_remember(const struct ochre_setup *with, struct ochre_state *after, int seat, ochre_action action,
                           struct ochre_journal *journal)
{
    if (spears(after)->phase == SPEARS_CARDS)
        last_card = action;
    spears_rules.apply(with, after, seat, action, journal);
}

static void observe_card(const struct ochre_setup *with, const struct ochre_view *view, int seat, float *planes)
{
    spears_observe(with, view, seat, planes);
    planes[0] += (float)last_card / 128.0F;
}

static void write_card(const struct ochre_setup *with, const struct ochre_view *view, int viewer,
                       struct json_writer *writer)
{
    spears_write_view(with, view, viewer, writer);
    json_field_int(writer, "hint", last_card);
}

static void draw_card(const struct ochre_setup *with, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    spears_show.draw(with, view, viewer, canvas);
    canvas_put(canvas, 70, 0, NUM(last_card));
}

/* Imagined states that forget what was shown: everybody holds the full set. */
static bool imagine_full(const struct ochre_setup *with, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    bool is_possible = spears_determinize(with, view, seat, rng);
    struct spears_state *s = (struct spears_state *)view->bytes;
    if (s->phase != SPEARS_OVER && s->rounds)
        memcpy(s->hand[(seat + 1) % with->seats], spears_tables(with)->full, SPEARS_VALUES_MAX);
    return is_possible;
}

/* Imagined states in which the first seat is never the Dominator: a world left out. */
static bool imagine_narrow(const struct ochre_setup *with, struct ochre_view *view, int seat, struct ochre_rng *rng)
{
    struct ochre_view kept = *view;
    const struct spears_state *s = (const struct spears_state *)view->bytes;
    (void)seat;
    bool is_open = s->team[0] == OCHRE_UNKNOWN;
    do {
        *view = kept;
        if (!spears_determinize(with, view, seat, rng))
            return false;
    } while (is_open && s->team[0] == SPEARS_DOMINATOR);
    return true;
}

/* The laws on the mutant, with both seat counts; the name of the first law it breaks, "" when none. `seeds`
 * plays, every `stride`-th position looked at. */
static const char *broken_law(int seeds, int stride)
{
    static struct laws_fault fault;
    static struct laws_coverage coverage;
    for (int seats = 3; seats <= 4; seats++) {
        struct ochre_terms terms;
        uint64_t seed;
        terms_init(&terms, &mutant.game);
        terms.seats = seats;
        terms.pack = laws_pack(&mutant.game);
        memset(&coverage, 0, sizeof coverage);
        assert_int_equal(setup_make(&setup, &terms, &trouble), 0);
        fault = (struct laws_fault){0};
        if (laws_keep(&setup, 1, seeds, stride, &coverage, &fault, &seed) < 0)
            return fault.law;
        if (!laws_covered(&setup, &coverage, &fault))
            return fault.law;
    }
    return "";
}

static void caught(const char *what, int seeds, int stride)
{
    if (broken_law(seeds, stride)[0] == '\0')
        fail_msg("the laws do not notice: %s", what);
    change_game(&mutant, &ochre_spears);
}

static void test_no_mutant(void **context)
{
    (void)context;
    change_game(&mutant, &ochre_spears);
    assert_string_equal(broken_law(3, 12), "");
}

static void test_leaks(void **context)
{
    (void)context;
    change_game(&mutant, &ochre_spears);
    mutant.rules.redact = show_teams;
    caught("teams in a view", 3, 12);
    mutant.rules.redact = show_goals;
    caught("goals in a view", 3, 12);
    mutant.rules.redact = show_hands;
    caught("hands in a view", 3, 12);
    mutant.rules.redact = show_placed;
    caught("placed cards in a view", 3, 12);
    mutant.rules.redact = show_rounds;
    caught("owners of shown cards in a view", 3, 12);
    mutant.rules.apply = apply_unsorted;
    caught("a reveal in seat order", 3, 12);
    mutant.rules.apply = apply_aloud;
    caught("secrets in events", 3, 12);
    mutant.rules.witnesses = all_witness;
    caught("moves that nobody sees", 3, 12);
    mutant.rules.apply = apply_remember;
    mutant.show.observe = observe_card;
    caught("a placed card in the tensor", 2, 1);
    mutant.rules.apply = apply_remember;
    mutant.show.write_view = write_card;
    caught("a placed card in the JSON", 3, 12);
    mutant.rules.apply = apply_remember;
    mutant.show.draw = draw_card;
    caught("a placed card in the picture", 3, 12);
}

static void test_imagined(void **context)
{
    (void)context;
    change_game(&mutant, &ochre_spears);
    mutant.rules.determinize = imagine_full;
    caught("hands that contradict what was shown", 3, 12);
    mutant.rules.determinize = imagine_narrow;
    caught("a world that is never imagined", 40, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_mutant),
        cmocka_unit_test(test_leaks),
        cmocka_unit_test(test_imagined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
