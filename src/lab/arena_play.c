/* arena_play.c: see arena_play.h. The bots get views and are made anew for every play, so that nothing of one play
 * reaches the next; chance comes from the fair stream, so that a play's log can be verified like any other. */
#include "lab/arena_play.h"

#include <stdlib.h>
#include <time.h>

#include "ai/bot.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "rules/words.h"
#include "table/log.h"

enum { USES_MAX = 4096, SAYINGS_MAX = 2048, PATH_MAX_HERE = 4096 };

/* Bytes that the searches of one play may use together: as many threads, as many times this. */
static const size_t MEMORY_MAX = (size_t)256 << 20;

/* Two estimates closer than this lead together. */
static const float NEAR = 0.01F;

/* A move, kept for the log. */
struct kept {
    int seat;
    char text[OCHRE_MOVE_SIZE];
};

struct arena_player {
    const struct arena_plan *plan;
    const struct ochre_setup *setup;
    atomic_bool *is_over;
    ochre_action *list;
    struct ochre_journal journal;
    /* Of the play under way. */
    struct ochre_state state;
    struct fair fair;
    uint64_t draws;
    struct bot *bot[OCHRE_SEATS_MAX];
    struct ochre_rng rng[OCHRE_SEATS_MAX];
    struct arena_record *record;
    ochre_seats led; /* who led last */
    uint16_t *choices;
    ochre_seats *leaders; /* of every decision */
    uint32_t decisions_max;
    struct arena_use use[USES_MAX]; /* unordered until the end of the play */
    int use_count;
    uint16_t slot[2 * USES_MAX]; /* where a key stands in use, plus 1 */
    struct arena_saying saying[SAYINGS_MAX];
    int saying_count;
    /* For logs. */
    struct kept *kept;
    uint32_t kept_count, kept_max;
};

/* Arguments of events that name a component; what stands in others are places, seats and amounts. */
static const char *const component_words[] = {"tile", "scene", "prey",  "unit",  "resource", "board", "face",
                                              "team", "tribe", "track", "enemy", "token",    NULL};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- events ---- */

/* Which argument of an event kind has one of these names; -1 for none. */
static int argument_named(const char *args, const char *const *names)
{
    int index = 0;
    for (const char *at = args; *at; index++) {
        size_t length = strcspn(at, " ");
        for (const char *const *name = names; *name; name++)
            if (strlen(*name) == length && strncmp(*name, at, length) == 0)
                return index;
        at += length;
        at += strspn(at, " ");
    }
    return -1;
}

static struct arena_use *use_of(struct arena_player *player, uint32_t key)
{
    uint32_t at = (uint32_t)hash_mix(key) % (2 * USES_MAX);
    while (player->slot[at] && player->use[player->slot[at] - 1].key != key)
        at = (at + 1) % (2 * USES_MAX);
    if (!player->slot[at]) {
        if (player->use_count == USES_MAX)
            return NULL;
        player->use[player->use_count] = (struct arena_use){.key = key};
        player->slot[at] = (uint16_t)++player->use_count;
    }
    return &player->use[player->slot[at] - 1];
}

static void remember_words(struct arena_player *player, uint32_t key, const struct ochre_event *event,
                           const struct ochre_view *view)
{
    if (player->saying_count == SAYINGS_MAX)
        return;
    struct arena_saying *saying = &player->saying[player->saying_count];
    struct ochre_text text = text_in(saying->words, sizeof saying->words, player->plan->tongue);
    player->setup->game->words->tell(player->setup, view, event, &text);
    saying->key = key;
    if (text.used > 0 && !text.cut)
        player->saying_count++;
}

static void count_use(struct arena_player *player, uint32_t key, int seat, const struct ochre_event *event,
                      const struct ochre_view *view)
{
    struct arena_use *use = use_of(player, key);
    if (!use)
        return;
    int before = 0;
    for (int i = 0; i < OCHRE_SEATS_MAX; i++)
        before += use->count[i];
    if (use->count[seat] < UINT16_MAX)
        use->count[seat]++;
    /* The first, the second, the third, the fifth, the ninth …: what happens late must have its word too. */
    if (view && (before & (before - 1)) == 0)
        remember_words(player, key, event, view);
}

/* Who did it: the seat the event names, else the seat that moved; events of chance alone are nobody's. */
static int doer(const struct arena_player *player, const struct ochre_event *event, int mover)
{
    static const char *const seat_words[] = {"seat", NULL};
    int place = argument_named(player->setup->game->events[event->kind].args, seat_words);
    int seat = place >= 0 && place < event->count ? event->args[place] : mover;
    return seat >= 0 && seat < player->setup->seats ? seat : -1;
}

static void count_events(struct arena_player *player, int mover)
{
    const struct ochre_game *game = player->setup->game;
    struct ochre_view all;
    const struct ochre_view *view = NULL;
    if (player->record->game < ARENA_SAYINGS_GAMES && game->words->tell && player->journal.count > 0) {
        state_look(player->setup, &player->state, OCHRE_EVERYBODY, &all);
        view = &all;
    }
    for (int i = 0; i < player->journal.count; i++) {
        const struct ochre_event *event = &player->journal.events[i];
        int seat = doer(player, event, mover);
        if (seat < 0)
            continue;
        count_use(player, ARENA_KEY(event->kind), seat, event, view);
        int place = argument_named(game->events[event->kind].args, component_words);
        if (place >= 0 && place < event->count)
            count_use(player, ARENA_KEY_OF(event->kind, event->args[place]), seat, event, view);
    }
}

/* ---- moves ---- */

static void keep_move(struct arena_player *player, int seat, ochre_action action)
{
    if (!player->plan->logs)
        return;
    if (player->kept_count == player->kept_max) {
        player->kept_max = player->kept_max ? 2 * player->kept_max : 256;
        struct kept *more = realloc(player->kept, player->kept_max * sizeof *more);
        if (!more)
            abort();
        player->kept = more;
    }
    struct kept *kept = &player->kept[player->kept_count++];
    struct ochre_view view;
    state_look(player->setup, &player->state, OCHRE_EVERYBODY, &view);
    struct ochre_text text = text_on(kept->text, sizeof kept->text);
    player->setup->game->words->format_move(player->setup, &view, seat, action, &text);
    kept->seat = seat;
}

/* Whom the game's own estimate favours; none when all are near. */
static ochre_seats leaders_now(const struct arena_player *player)
{
    float payoff[OCHRE_SEATS_MAX] = {0};
    player->setup->game->think->judge(player->setup, &player->state, payoff);
    float best = payoff[0];
    for (int seat = 1; seat < player->setup->seats; seat++)
        best = payoff[seat] > best ? payoff[seat] : best;
    ochre_seats leaders = 0;
    for (int seat = 0; seat < player->setup->seats; seat++)
        if (payoff[seat] >= best - NEAR)
            leaders |= SEAT_BIT(seat);
    return leaders == (1u << player->setup->seats) - 1 ? 0 : leaders;
}

static void note_decision(struct arena_player *player, int seat, int count)
{
    struct arena_record *record = player->record;
    if (record->decisions == player->decisions_max) {
        player->decisions_max = player->decisions_max ? 2 * player->decisions_max : 256;
        uint16_t *choices = realloc(player->choices, player->decisions_max * sizeof *choices);
        ochre_seats *leaders = realloc(player->leaders, player->decisions_max * sizeof *leaders);
        if (!choices || !leaders)
            abort();
        player->choices = choices;
        player->leaders = leaders;
    }
    ochre_seats leaders = leaders_now(player);
    if (leaders && player->led && !(leaders & player->led))
        record->lead_changes++;
    if (leaders)
        player->led = leaders;
    player->leaders[record->decisions] = leaders;
    player->choices[record->decisions] = (uint16_t)(count < UINT16_MAX ? count : UINT16_MAX);
    record->decisions++;
    record->choices_sum += (uint64_t)count;
    record->choices_max = (uint32_t)count > record->choices_max ? (uint32_t)count : record->choices_max;
    record->thought[seat]++;
}

static ochre_action decide(struct arena_player *player, int seat, int count)
{
    if (count == 1)
        return player->list[0];
    struct arena_record *record = player->record;
    struct ochre_view view;
    note_decision(player, seat, count);
    state_look(player->setup, &player->state, seat, &view);
    struct bot_thoughts thoughts = {.stop = player->plan->stop};
    double start = now();
    ochre_action action = bot_think(player->bot[seat], player->setup, &view, seat, &player->rng[seat], &thoughts);
    record->seconds[seat] += now() - start;
    if (record->thought[seat] == 1) {
        struct ochre_text text = text_on(record->opening[seat], OCHRE_MOVE_SIZE);
        player->setup->game->words->format_move(player->setup, &view, seat, action, &text);
    }
    return action;
}

static void play_move(struct arena_player *player, int seat)
{
    const struct ochre_setup *setup = player->setup;
    int count = setup->game->rules->legal(setup, &player->state, seat, player->list);
    ochre_action action = seat == OCHRE_CHANCE
                              ? fair_pick(&player->fair, player->draws++, setup, &player->state, player->list, count)
                              : decide(player, seat, count);
    keep_move(player, seat, action);
    player->journal.count = 0;
    setup->game->rules->apply(setup, &player->state, seat, action, &player->journal);
    player->record->moves++;
    /* What the last move causes (scores, reveals, who has won) follows from the result rather than the other way. */
    if (setup->game->rules->pending(setup, &player->state))
        count_events(player, seat == OCHRE_CHANCE ? -1 : seat);
}

/* ---- a play ---- */

static int sit_down(struct arena_player *player, int game, struct ochre_error *error)
{
    const struct arena_plan *plan = player->plan;
    uint64_t seed = arena_seed(plan->seed, game);
    unsigned char secret[FAIR_SIZE];
    fair_seed_from_number(seed, secret);
    if (fair_init(&player->fair, secret) < 0)
        return error_set(error, "", "chance could not be set up");
    player->draws = 0;
    player->led = 0;
    player->use_count = player->saying_count = 0;
    memset(player->slot, 0, sizeof player->slot);
    player->kept_count = 0;
    state_copy(player->setup, &player->state, &plan->opening->start);
    for (int seat = 0; seat < player->setup->seats; seat++) {
        int sitting = arena_player(plan, game, seat);
        player->record->player[seat] = (uint8_t)sitting;
        player->bot[seat] = bot_new(plan->player[sitting], error);
        if (!player->bot[seat])
            return -1;
        bot_limit_memory(player->bot[seat], MEMORY_MAX / (size_t)player->setup->seats);
        rng_seed(&player->rng[seat], hash_mix(seed + 1 + (uint64_t)seat));
    }
    return 0;
}

static void stand_up(struct arena_player *player)
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        bot_delete(player->bot[seat]);
        player->bot[seat] = NULL;
    }
}

static int by_key(const void *a, const void *b)
{
    uint32_t one = ((const struct arena_use *)a)->key;
    uint32_t other = ((const struct arena_use *)b)->key;
    return (one > other) - (one < other);
}

static void *copied(const void *from, size_t count, size_t size)
{
    void *copy = malloc(count * size + 1);
    if (!copy)
        abort();
    memcpy(copy, from, count * size);
    return copy;
}

static void finish_record(struct arena_player *player)
{
    struct arena_record *record = player->record;
    player->setup->game->rules->outcome(player->setup, &player->state, &record->outcome);
    for (int point = 0; point < ARENA_POINTS && record->decisions > 0; point++) {
        uint64_t at = (uint64_t)point * (record->decisions - 1) / (ARENA_POINTS - 1);
        record->choices[point] = player->choices[at];
        record->leaders[point] = player->leaders[at];
    }
    record->use_count = player->use_count;
    record->uses = copied(player->use, (size_t)player->use_count, sizeof *player->use);
    qsort(record->uses, (size_t)record->use_count, sizeof *record->uses, by_key);
    record->saying_count = player->saying_count;
    record->sayings = copied(player->saying, (size_t)player->saying_count, sizeof *player->saying);
}

/* The play's log, as a table would have written it. */
static int save_log(struct arena_player *player, struct ochre_error *error)
{
    const struct arena_plan *plan = player->plan;
    char path[PATH_MAX_HERE];
    char buffer[TEXT_NUMBER_SIZE];
    const char *number = number_text(buffer, player->record->game);
    struct ochre_text text = text_on(path, sizeof path);
    text_add(&text, plan->logs);
    text_add(&text, "/");
    text_add(&text, player->setup->game->id);
    text_char(&text, '-');
    for (size_t digits = strlen(number); digits < 6; digits++)
        text_char(&text, '0');
    text_add(&text, number);
    text_add(&text, ".log");
    struct opening *opening = opening_new(plan->request, error);
    struct table *table = opening ? table_new(opening, 0, player->fair.seed, error) : NULL;
    if (!table) {
        opening_delete(opening);
        return -1;
    }
    int status = 0;
    for (uint32_t i = 0; i < player->kept_count && status == 0; i++)
        status = table_follow(table, player->kept[i].seat, player->kept[i].text, error);
    if (status == 0) {
        struct ochre_error why = {0};
        status = log_save(table, path, true, &why);
        if (status < 0)
            error_set(error, "", "{0}: {1}", path, why.words);
    }
    table_delete(table);
    return status;
}

int arena_player_play(struct arena_player *player, int game, struct arena_record **record, struct ochre_error *error)
{
    player->record = calloc(1, sizeof *player->record);
    if (!player->record)
        return error_set(error, "", "out of memory");
    player->record->game = game;
    int status = sit_down(player, game, error);
    ochre_seats pending;
    while (status == 0 && (pending = player->setup->game->rules->pending(player->setup, &player->state))) {
        play_move(player, seats_first(pending));
        if (atomic_load(player->is_over) || (player->plan->stop && atomic_load(player->plan->stop)))
            status = 1;
    }
    if (status == 0) {
        finish_record(player);
        if (player->plan->logs)
            status = save_log(player, error);
    }
    stand_up(player);
    if (status != 0) {
        arena_record_delete(player->record);
        player->record = NULL;
    }
    *record = player->record;
    return status;
}

struct arena_player *arena_player_new(const struct arena_plan *plan, atomic_bool *is_over, struct ochre_error *error)
{
    struct arena_player *player = aligned_alloc(_Alignof(struct arena_player), sizeof *player);
    if (player) {
        memset(player, 0, sizeof *player);
        player->plan = plan;
        player->setup = &plan->opening->setup;
        player->is_over = is_over;
        player->list = calloc(player->setup->legal_max + 1, sizeof *player->list);
    }
    if (!player || !player->list) {
        arena_player_delete(player);
        error_set(error, "", "out of memory");
        return NULL;
    }
    return player;
}

void arena_player_delete(struct arena_player *player)
{
    if (!player)
        return;
    stand_up(player);
    free(player->list);
    free(player->choices);
    free(player->leaders);
    free(player->kept);
    free(player);
}

void arena_record_delete(struct arena_record *record)
{
    if (!record)
        return;
    free(record->uses);
    free(record->sayings);
    free(record);
}
