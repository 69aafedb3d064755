/* clock.c: see clock.h. */
#include "server/clock.h"

#include <assert.h>

int64_t clock_full(const struct clock_terms *terms)
{
    assert(terms->seconds >= 0 && terms->days >= 0);
    if (terms->kind == CLOCK_DAYS)
        return (int64_t)terms->days * 24 * 3600 * 1000;
    return (int64_t)terms->seconds * 1000;
}

int64_t clock_left(const struct clock *clock, int64_t now)
{
    int64_t left = clock->since ? clock->left - (now - clock->since) : clock->left;
    return left > 0 ? left : 0;
}

/* A new question: with a clock per move (or days) the seat has its full time again. */
void clock_start(struct clock *clock, const struct clock_terms *terms, uint32_t ask, int64_t now)
{
    assert(terms->kind != CLOCK_NONE && now != 0); /* 0: it stands */
    if (clock->since && clock->ask == ask)
        return;
    if (clock->ask != ask && terms->kind != CLOCK_GAME)
        clock->left = clock_full(terms);
    clock->ask = ask;
    clock->since = now;
}

void clock_stop(struct clock *clock, const struct clock_terms *terms, bool has_moved, int64_t now)
{
    if (!clock->since)
        return;
    clock->left = clock_left(clock, now);
    clock->since = 0;
    if (has_moved && terms->kind == CLOCK_GAME)
        clock->left += (int64_t)terms->increment * 1000;
    assert(clock->left >= 0);
}

bool clock_read(struct json value, struct clock_terms *terms)
{
    *terms = (struct clock_terms){0};
    struct json kind = json_get(value, "kind");
    if (!json_there(value) || json_is(kind, "none"))
        return true;
    if (json_is(kind, "move")) {
        terms->kind = CLOCK_MOVE;
        return json_int_in(json_get(value, "seconds"), 1, 24 * 3600, &terms->seconds);
    }
    if (json_is(kind, "game")) {
        terms->kind = CLOCK_GAME;
        struct json increment = json_get(value, "increment");
        return json_int_in(json_get(value, "seconds"), 1, 7 * 24 * 3600, &terms->seconds) &&
               (!json_there(increment) || json_int_in(increment, 0, 3600, &terms->increment));
    }
    terms->kind = CLOCK_DAYS;
    return json_is(kind, "days") && json_int_in(json_get(value, "days"), 1, 60, &terms->days);
}

void clock_write(const struct clock_terms *terms, struct json_writer *writer)
{
    static const char *const kinds[] = {"none", "move", "game", "days"};
    json_open(writer, '{');
    json_field_string(writer, "kind", kinds[terms->kind]);
    if (terms->kind == CLOCK_MOVE || terms->kind == CLOCK_GAME)
        json_field_int(writer, "seconds", terms->seconds);
    if (terms->kind == CLOCK_GAME)
        json_field_int(writer, "increment", terms->increment);
    if (terms->kind == CLOCK_DAYS)
        json_field_int(writer, "days", terms->days);
    json_close(writer, '}');
}
