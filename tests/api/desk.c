/* desk.c: see desk.h. */
#include "../unit/unit.h"

#include "desk.h"

const char *const desk_terms[] = {
    "breakthrough",   "pebble seats=3", "dice size=6",    "dice seats=4", "spears seats=3",
    "spears seats=4", "tribes seats=2", "tribes seats=4", "valley",       NULL};

static void *take(size_t size)
{
    void *memory = aligned_alloc(OCHRE_ALIGN, (size + OCHRE_ALIGN - 1) / OCHRE_ALIGN * OCHRE_ALIGN);
    assert_non_null(memory);
    return memory;
}

struct desk desk_new(const char *terms, uint64_t seed)
{
    ochre_why why = {{0}, {0}};
    struct desk desk = {.setup = ochre_setup_new(terms, NULL, NULL, &why)};
    if (!desk.setup)
        fail_msg("%s: %s", terms, why.words);
    ochre_setup_about(desk.setup, &desk.about, sizeof desk.about);
    desk.state = take(desk.about.state_size);
    desk.other = take(desk.about.state_size);
    desk.view = take(desk.about.state_size);
    desk.list = malloc(desk.about.legal_max * sizeof *desk.list);
    desk.more = malloc(desk.about.legal_max * sizeof *desk.more);
    desk.chances = malloc(desk.about.legal_max * sizeof *desk.chances);
    desk.mask = malloc(desk.about.actions > desk.about.chance_actions ? desk.about.actions : desk.about.chance_actions);
    desk.numbers = malloc(desk.about.observation_size * sizeof *desk.numbers);
    desk.text = malloc(DESK_TEXT);
    assert_true(desk.list && desk.more && desk.chances && desk.mask && desk.numbers && desk.text);
    ochre_lot_seed(&desk.lot, seed);
    ochre_state_start(desk.setup, desk.state);
    return desk;
}

void desk_free(struct desk *desk)
{
    free(desk->state);
    free(desk->other);
    free(desk->view);
    free(desk->list);
    free(desk->more);
    free(desk->chances);
    free(desk->mask);
    free(desk->numbers);
    free(desk->text);
    ochre_setup_drop(desk->setup);
}
