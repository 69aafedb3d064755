/* player.c: our computer players, for whoever has a view. */
#include "api/api_inner.h"

#include <stdlib.h>

#include "ai/bot.h"

struct ochre_player {
    struct bot *bot;
    atomic_bool stop;
};

_Static_assert(sizeof((ochre_thoughts){0}.idea) / sizeof(ochre_idea) == BOT_IDEAS_MAX &&
                   sizeof((ochre_thoughts){0}.course_seat) / sizeof(int32_t) == BOT_COURSE_MAX,
               "the public header repeats numbers of bot.h");

ochre_player *ochre_player_new(const char *name, ochre_why *why)
{
    struct ochre_error error = {0};
    ochre_player *player = malloc(sizeof *player);
    if (!player) {
        refuse(why, "", "not enough memory");
        return NULL;
    }
    atomic_init(&player->stop, false);
    player->bot = bot_new(name ? name : "", &error);
    if (!player->bot) {
        refuse_error(why, &error);
        free(player);
        return NULL;
    }
    return player;
}

void ochre_player_delete(ochre_player *player)
{
    if (!player)
        return;
    bot_delete(player->bot);
    free(player);
}

int ochre_player_suits(const ochre_player *player, const ochre_setup *setup, ochre_why *why)
{
    struct ochre_error error = {0};
    return bot_suits(player->bot, setup, &error) < 0 ? refuse_error(why, &error) : 0;
}

void ochre_player_limit(ochre_player *player, uint64_t bytes)
{
    bot_limit_memory(player->bot, (size_t)bytes);
}

void ochre_player_stop(ochre_player *player)
{
    atomic_store(&player->stop, true);
}

static void tell_thoughts(const struct bot_thoughts *from, int seats, ochre_thoughts *to)
{
    *to = (ochre_thoughts){
        .worth = (double)from->worth,
        .iterations = from->iterations,
        .nodes = from->nodes,
        .depth = from->depth,
        .considered = from->considered,
        .idea_count = from->idea_count,
        .course_count = from->course_count,
    };
    for (int seat = 0; seat < seats; seat++)
        to->payoff[seat] = (double)from->payoff[seat];
    for (int i = 0; i < from->idea_count; i++) {
        to->idea[i].action = (int32_t)from->idea[i].action;
        to->idea[i].visits = from->idea[i].visits;
        to->idea[i].worth = (double)from->idea[i].worth;
    }
    for (int i = 0; i < from->course_count; i++) {
        to->course_seat[i] = from->course[i].seat;
        to->course_action[i] = (int32_t)from->course[i].action;
    }
}

int32_t ochre_player_think(ochre_player *player, const ochre_setup *setup, const ochre_view *view, uint64_t seed,
                           ochre_thoughts *thoughts, size_t thoughts_size, ochre_why *why)
{
    int seat = viewer_of(setup, view);
    if (!is_seat(setup, seat))
        return refuse(why, "", seat < 0 ? "this is no view of this setup" : "a player thinks for a seat");
    if (!seats_has(view_pending(setup, view), seat))
        return refuse(why, "turn", view_pending(setup, view) ? "this seat is not asked" : "play is over");
    /* Players copy whole views, the caller's memory is shorter. */
    struct ochre_view seen = {{0}};
    memcpy(seen.bytes, view->bytes, setup->state_size);
    struct bot_thoughts thought = {.stop = &player->stop};
    struct ochre_rng rng;
    rng_seed(&rng, seed);
    ochre_action action = bot_think(player->bot, setup, &seen, seat, &rng, &thought);
    atomic_store(&player->stop, false);
    if (thoughts) {
        ochre_thoughts told;
        tell_thoughts(&thought, setup->seats, &told);
        memset(thoughts, 0, thoughts_size);
        memcpy(thoughts, &told, thoughts_size < sizeof told ? thoughts_size : sizeof told);
    }
    return (int32_t)action;
}
