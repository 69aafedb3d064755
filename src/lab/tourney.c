/* tourney.c: see tourney.h. */
#include "lab/tourney.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "lab/sim_json.h"

enum { JSON_SIZE = 512 * 1024 };

/* One pair at play. */
struct match {
    struct tourney *tourney;
    int first, second; /* players */
    bool is_swapped;   /* the second one has the odd seat */
    int before;        /* games played before this match */
};

/* The first player's part of a game: its seats' average payoff against that of the other's. */
static double score_of(const struct match *match, const struct arena_record *record, int seats)
{
    double payoff[2] = {0, 0};
    int sat[2] = {0, 0};
    for (int seat = 0; seat < seats; seat++) {
        int side = (record->player[seat] + match->is_swapped) % 2;
        payoff[side] += record->outcome.payoff[seat];
        sat[side]++;
    }
    double mine = payoff[0] / sat[0];
    double other = payoff[1] / sat[1];
    return mine + other > 0 ? mine / (mine + other) : 0.5;
}

static bool take(void *who, const struct arena_record *record)
{
    struct match *match = who;
    struct tourney *tourney = match->tourney;
    int a = match->first;
    int b = match->second;
    double score = score_of(match, record, tourney->plan.opening->setup.seats);
    tourney->table.games[a][b] += 1;
    tourney->table.games[b][a] += 1;
    tourney->table.score[a][b] += score;
    tourney->table.score[b][a] += 1 - score;
    tourney->won[a][b] += score > 0.5;
    tourney->won[b][a] += score < 0.5;
    tourney->drawn[a][b] += score == 0.5;
    tourney->drawn[b][a] += score == 0.5;
    tourney->games++;
    if (!tourney->sprt)
        return true;
    sum_add(&tourney->sprt->score, score);
    return sprt_verdict(tourney->sprt) == SPRT_GOES_ON;
}

static void progress(void *who, int done)
{
    const struct match *match = who;
    if (match->tourney->progress)
        match->tourney->progress(match->tourney->who, match->before + done);
}

/* With an odd number of seats one player has a seat more; halves of the games give it to each. */
static int play_half(struct tourney *tourney, int a, int b, int pair, bool is_swapped, int games,
                     struct ochre_error *error)
{
    struct match match = {tourney, a, b, is_swapped, tourney->games};
    struct arena_plan plan = tourney->plan;
    plan.seed = hash_mix(plan.seed + 0x1000193u * (uint64_t)(2 * pair + is_swapped + 1));
    plan.games = games;
    plan.rotates = true;
    plan.take = take;
    plan.progress = progress;
    plan.who = &match;
    for (int seat = 0; seat < plan.opening->setup.seats; seat++) {
        struct ochre_text name = text_on(plan.player[seat], ARENA_NAME_SIZE);
        text_add(&name, tourney->name[(seat + is_swapped) % 2 ? b : a]);
    }
    int done = 0;
    return games > 0 ? arena_run(&plan, &done, error) : 0;
}

static bool is_over(const struct tourney *tourney)
{
    return (tourney->plan.stop && atomic_load(tourney->plan.stop)) ||
           (tourney->sprt && sprt_verdict(tourney->sprt) != SPRT_GOES_ON);
}

int tourney_run(struct tourney *tourney, struct ochre_error *error)
{
    int each = tourney->plan.games;
    bool is_odd = tourney->plan.opening->setup.seats % 2;
    int status = 0;
    int pair = 0;
    tourney->table.players = tourney->players;
    tourney->asked = each * tourney->players * (tourney->players - 1) / 2;
    for (int a = 0; a < tourney->players; a++)
        for (int b = a + 1; b < tourney->players; b++, pair++) {
            if (status == 0 && !is_over(tourney))
                status = play_half(tourney, a, b, pair, false, is_odd ? each - each / 2 : each, error);
            if (status == 0 && !is_over(tourney) && is_odd)
                status = play_half(tourney, a, b, pair, true, each / 2, error);
        }
    rating_solve(&tourney->table, tourney->rating, tourney->interval);
    return status;
}

void tourney_order(const struct tourney *tourney, int order[])
{
    for (int i = 0; i < tourney->players; i++) {
        int at = i;
        for (; at > 0 && tourney->rating[order[at - 1]] < tourney->rating[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

double tourney_score(const struct tourney *tourney, int player, double *games)
{
    double score = 0;
    *games = 0;
    for (int other = 0; other < tourney->players; other++) {
        score += tourney->table.score[player][other];
        *games += tourney->table.games[player][other];
    }
    return *games > 0 ? score / *games : 0;
}

/* ---- JSON ---- */

static void put_player(struct json_writer *writer, const struct tourney *tourney, int player)
{
    double games;
    double score = tourney_score(tourney, player, &games);
    json_open(writer, '{');
    json_field_string(writer, "name", tourney->name[player]);
    json_field_number(writer, "rating", tourney->rating[player]);
    json_field_interval(writer, "ci95", tourney->interval[player]);
    json_field_number(writer, "games", games);
    json_field_number(writer, "score", score);
    json_close(writer, '}');
}

static void put_pair(struct json_writer *writer, const struct tourney *tourney, int a, int b)
{
    double games = tourney->table.games[a][b];
    json_open(writer, '{');
    json_field_string(writer, "a", tourney->name[a]);
    json_field_string(writer, "b", tourney->name[b]);
    json_field_number(writer, "games", games);
    json_field_number(writer, "won", tourney->won[a][b]);
    json_field_number(writer, "drawn", tourney->drawn[a][b]);
    json_field_number(writer, "lost", tourney->won[b][a]);
    json_field_number(writer, "score", games > 0 ? tourney->table.score[a][b] / games : 0);
    json_field_interval(writer, "ci95", wilson(tourney->table.score[a][b], games));
    json_close(writer, '}');
}

static void put_sprt(struct json_writer *writer, const struct sprt *sprt)
{
    static const char *const verdicts[] = {"undecided", "no", "yes"};
    json_name(writer, "sprt");
    json_open(writer, '{');
    json_field_number(writer, "elo0", sprt->elo0);
    json_field_number(writer, "elo1", sprt->elo1);
    json_field_number(writer, "evidence", sprt_evidence(sprt));
    json_field_number(writer, "bound", sprt_bound());
    json_field_string(writer, "verdict", verdicts[sprt_verdict(sprt)]);
    json_close(writer, '}');
}

char *tourney_json(const struct tourney *tourney, double seconds)
{
    char *json = malloc(JSON_SIZE);
    if (!json)
        return NULL;
    struct ochre_text text = text_on(json, JSON_SIZE);
    struct json_writer writer = json_write_to(&text);
    int order[RATING_PLAYERS_MAX] = {0};
    tourney_order(tourney, order);
    json_open(&writer, '{');
    json_field_string(&writer, "game", tourney->plan.opening->setup.game->id);
    json_field_int(&writer, "seats", tourney->plan.opening->setup.seats);
    json_field_int(&writer, "games", tourney->games);
    json_field_int(&writer, "asked", tourney->asked);
    json_field_int(&writer, "seed", (int64_t)tourney->plan.seed);
    json_field_number(&writer, "seconds", seconds);
    json_name(&writer, "players");
    json_open(&writer, '[');
    for (int i = 0; i < tourney->players; i++)
        put_player(&writer, tourney, order[i]);
    json_close(&writer, ']');
    json_name(&writer, "pairs");
    json_open(&writer, '[');
    for (int a = 0; a < tourney->players; a++)
        for (int b = a + 1; b < tourney->players; b++)
            put_pair(&writer, tourney, a, b);
    json_close(&writer, ']');
    if (tourney->sprt)
        put_sprt(&writer, tourney->sprt);
    json_close(&writer, '}');
    return json;
}
