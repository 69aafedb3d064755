/* test_no_allocation.c: no rules path allocates. The linker puts the functions below in front of malloc and its
 * family; while a game is asked anything, nobody may call them. scripts/check-pure says the same of the objects. */
#include "../unit.h"

#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"
#include "table/opening.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
void __wrap_free(void *memory);

static unsigned long calls;

void *__wrap_malloc(size_t size)
{
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    calls++;
    return __real_realloc(memory, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    calls++;
    return __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    calls++;
    return __real_posix_memalign(memory, alignment, size);
}

void __wrap_free(void *memory)
{
    calls++;
    __real_free(memory);
}

/* What the game writes into, made before counting begins. */
struct desk {
    struct ochre_state state, imagined;
    struct ochre_view view;
    struct ochre_journal journal;
    struct canvas canvas;
    struct ochre_touch touch;
    struct ochre_rng rng;
    ochre_action *list;
    float *planes;
    char text[128 * 1024];
};

/* Shows, tells and imagines one position for one seat. */
static void ask_everything(const struct ochre_setup *setup, struct desk *desk, int seat)
{
    const struct ochre_game *game = setup->game;
    float payoff[OCHRE_SEATS_MAX];
    struct ochre_text text = text_on(desk->text, sizeof desk->text);
    state_look(setup, &desk->state, seat, &desk->view);
    view_imagine(setup, &desk->view, seat, &desk->rng, &desk->imagined);
    canvas_clear(&desk->canvas, NULL);
    game->show->draw(setup, &desk->view, seat, &desk->canvas);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    game->show->write_view(setup, &desk->view, seat, &writer);
    json_close(&writer, '}');
    game->show->observe(setup, &desk->view, seat, desk->planes);
    game->think->judge(setup, &desk->state, payoff);
    assert_null(game->rules->check(setup, &desk->state));
    for (int i = 0; i < desk->journal.count; i++) {
        struct ochre_event heard = journal_heard(&desk->journal.events[i], seat);
        text = text_on(desk->text, sizeof desk->text);
        game->words->tell(setup, &desk->view, &heard, &text);
    }
    text = text_on(desk->text, sizeof desk->text);
    game->words->why_not(setup, &desk->view, seat, 0, &text);
}

static void play_once(const struct opening *opening, struct desk *desk)
{
    const struct ochre_setup *setup = &opening->setup;
    const struct ochre_game *game = setup->game;
    game->rules->start(setup, &desk->state);
    state_copy(setup, &desk->state, &opening->start);
    desk->journal.count = 0;
    for (int moves = 0; moves < 2000 && game->rules->pending(setup, &desk->state); moves++) {
        char word[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(word, sizeof word);
        ochre_action read;
        for (int viewer = 0; viewer < setup->seats; viewer++)
            ask_everything(setup, desk, viewer);
        int seat = seats_first(game->rules->pending(setup, &desk->state));
        int count = game->rules->legal(setup, &desk->state, seat, desk->list);
        ochre_action action = desk->list[rng_below(&desk->rng, (uint32_t)count)];
        state_look(setup, &desk->state, OCHRE_EVERYBODY, &desk->view);
        game->words->format_move(setup, &desk->view, seat, action, &text);
        assert_null(game->words->parse_move(setup, &desk->view, seat, word, &read, NULL));
        assert_int_equal(read, action);
        if (seat != OCHRE_CHANCE)
            game->show->touch(setup, &desk->view, seat, action, &desk->touch);
        desk->journal.count = 0;
        game->rules->apply(setup, &desk->state, seat, action, &desk->journal);
    }
    struct ochre_outcome out;
    if (!game->rules->pending(setup, &desk->state))
        game->rules->outcome(setup, &desk->state, &out);
}

static void rules_do_not_allocate(void **unused)
{
    (void)unused;
    for (const struct ochre_game *const *game = ochre_games; *game; game++)
        for (int seats = (*game)->seats_min; seats <= (*game)->seats_max; seats++) {
            struct ochre_error error;
            if (!(((*game)->seat_counts >> seats) & 1))
                continue;
            struct opening *opening = opening_new(&(struct opening_request){.game = *game, .seats = seats}, &error);
            assert_non_null(opening);
            static struct desk table;
            struct desk *desk = &table;
            desk->list = calloc(opening->setup.legal_max, sizeof(ochre_action));
            desk->planes = calloc(opening->setup.observe_size, sizeof(float));
            rng_seed(&desk->rng, 5);
            unsigned long before = calls;
            play_once(opening, desk);
            if (calls != before)
                fail_msg("%s with %d seats called the allocator %lu times", (*game)->id, seats, calls - before);
            free(desk->list);
            free(desk->planes);
            opening_delete(opening);
        }
    assert_true(calls > 0); /* the counting works at all */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_do_not_allocate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
