/* sim_json.c: see sim_json.h. */
#include "lab/sim_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 1024 * 1024, PARTS_MAX = 1000 };

static void put_number(struct json_writer *writer, double number)
{
    int decimals = 6;
    for (double size = fabs(number); size > 0 && size < 0.1 && decimals < 15; size *= 10)
        decimals++; /* six digits of a small number too */
    json_put_double(writer, isfinite(number) ? number : 0.0, decimals);
}

void json_field_number(struct json_writer *writer, const char *key, double number)
{
    json_name(writer, key);
    put_number(writer, number);
}

void json_field_interval(struct json_writer *writer, const char *key, struct interval interval)
{
    json_name(writer, key);
    json_open(writer, '[');
    put_number(writer, interval.low);
    put_number(writer, interval.high);
    json_close(writer, ']');
}

/* {"mean":…, "ci95":[…]} */
static void put_sum(struct json_writer *writer, const char *key, const struct sum *sum)
{
    json_name(writer, key);
    json_open(writer, '{');
    json_field_number(writer, "mean", sum_mean(sum));
    json_field_interval(writer, "ci95", sum_interval(sum));
    json_close(writer, '}');
}

static void put_cell(struct json_writer *writer, const struct tally *tally, const struct tally_cell *cell)
{
    json_field_number(writer, "games", cell->plays);
    json_field_number(writer, "wins", cell->wins);
    json_field_number(writer, "shared", cell->shared);
    json_field_number(writer, "draws", cell->draws);
    json_field_number(writer, "win_rate", tally_rate(cell));
    json_field_interval(writer, "ci95", wilson(cell->share, cell->plays));
    json_field_number(writer, "mean_payoff", sum_mean(&cell->payoff));
    json_field_interval(writer, "payoff_ci95", sum_interval(&cell->payoff));
    if (tally->has_scores)
        put_sum(writer, "score", &cell->score);
    if (tally->part_name[0]) {
        json_name(writer, "parts");
        json_open(writer, '{');
        for (int part = 0; part < OCHRE_PARTS_MAX && tally->part_name[part]; part++)
            put_sum(writer, tally->part_name[part], &cell->part[part]);
        json_close(writer, '}');
    }
    json_field_number(writer, "decisions", cell->thought);
    json_field_number(writer, "us_per_decision", cell->thought > 0 ? cell->seconds / cell->thought * 1e6 : 0);
}

static void put_players(struct json_writer *writer, const struct tally *tally)
{
    json_name(writer, "players");
    json_open(writer, '[');
    for (int kind = 0; kind < tally->kinds; kind++) {
        json_open(writer, '{');
        json_field_string(writer, "name", tally->name[kind]);
        json_name(writer, "seats");
        json_open(writer, '[');
        for (int seat = 0; seat < tally->seats; seat++)
            if (seats_has(tally->sat[kind], seat))
                json_put_int(writer, seat + 1);
        json_close(writer, ']');
        put_cell(writer, tally, &tally->kind[kind]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void put_seats(struct json_writer *writer, const struct tally *tally)
{
    json_name(writer, "seats");
    json_open(writer, '[');
    for (int seat = 0; seat < tally->seats; seat++) {
        json_open(writer, '{');
        json_field_int(writer, "seat", seat + 1);
        put_cell(writer, tally, &tally->seat[seat]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* Mean, interval and the quantiles people ask for; `values` is sorted here. */
static void put_spread(struct json_writer *writer, const char *key, const struct sum *sum, double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    json_name(writer, key);
    json_open(writer, '{');
    json_field_number(writer, "mean", sum_mean(sum));
    json_field_interval(writer, "ci95", sum_interval(sum));
    json_field_number(writer, "min", quantile(values, count, 0));
    json_field_number(writer, "p05", quantile(values, count, 0.05));
    json_field_number(writer, "median", quantile(values, count, 0.5));
    json_field_number(writer, "p95", quantile(values, count, 0.95));
    json_field_number(writer, "max", quantile(values, count, 1));
    json_close(writer, '}');
}

static bool put_spreads(struct json_writer *writer, const struct tally *tally)
{
    double *values = malloc(((size_t)tally->games + 1) * sizeof *values);
    if (!values)
        return false;
    size_t count = (size_t)tally->games;
    for (size_t i = 0; i < count; i++)
        values[i] = tally->play[i].decisions;
    put_spread(writer, "length", &tally->decisions, values, count);
    for (size_t i = 0; i < count; i++)
        values[i] = tally->play[i].moves;
    put_spread(writer, "moves", &tally->moves, values, count);
    for (size_t i = 0; i < count; i++)
        values[i] = tally->play[i].lead_changes;
    put_spread(writer, "lead_changes", &tally->lead_changes, values, count);
    json_name(writer, "branching");
    json_open(writer, '{');
    json_field_number(writer, "mean", sum_mean(&tally->choices));
    json_field_int(writer, "max", tally->choices_max);
    json_name(writer, "median_over_time");
    json_open(writer, '[');
    for (int point = 0; point < ARENA_POINTS; point++) {
        for (size_t i = 0; i < count; i++)
            values[i] = tally->play[i].choices[point];
        qsort(values, count, sizeof *values, compare_doubles);
        put_number(writer, quantile(values, count, 0.5));
    }
    json_close(writer, ']');
    json_close(writer, '}');
    free(values);
    return true;
}

static void put_parts(struct json_writer *writer, const struct tally *tally)
{
    static const struct tally_part *parts[PARTS_MAX];
    int count = tally_parts(tally, parts, PARTS_MAX);
    const struct ochre_event_kind *kinds = tally->plan->opening->setup.game->events;
    json_name(writer, "used_by_winners");
    json_open(writer, '[');
    for (int i = 0; i < count && !writer->text->cut; i++) {
        struct interval interval;
        double effect = tally_effect(tally, parts[i], &interval);
        json_open(writer, '{');
        json_field_string(writer, "kind", parts[i]->is_opening ? "opening" : kinds[parts[i]->key >> 17].id);
        json_field_string(writer, "words", parts[i]->label);
        json_field_number(writer, "uses_per_game", parts[i]->uses / tally->games);
        json_field_number(writer, "games", parts[i]->more.count);
        json_field_number(writer, "difference", effect);
        json_field_interval(writer, "ci95", interval);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void put_reasons(struct json_writer *writer, const struct tally *tally)
{
    json_name(writer, "endings");
    json_open(writer, '{');
    for (int i = 0; i < tally->reasons; i++)
        json_field_int(writer, tally->reason[i].reason, tally->reason[i].count);
    json_close(writer, '}');
}

char *sim_json(const struct tally *tally, double seconds)
{
    char *json = malloc(SIZE);
    if (!json)
        return NULL;
    const struct arena_plan *plan = tally->plan;
    struct ochre_text text = text_on(json, SIZE);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    json_field_string(&writer, "game", plan->opening->setup.game->id);
    json_field_int(&writer, "games", tally->games);
    json_field_int(&writer, "asked", plan->games);
    json_name(&writer, "seed");
    json_put_unsigned(&writer, plan->seed);
    json_field_number(&writer, "seconds", seconds);
    json_field_bool(&writer, "rotated", plan->rotates);
    json_field_int(&writer, "draws", tally->draws);
    json_field_int(&writer, "shared", tally->shared);
    put_players(&writer, tally);
    put_seats(&writer, tally);
    bool is_whole = put_spreads(&writer, tally);
    put_reasons(&writer, tally);
    put_parts(&writer, tally);
    json_close(&writer, '}');
    if (!is_whole || text.cut) {
        free(json);
        return NULL;
    }
    return json;
}
