/* tribes_clauses.c: the event vocabulary of a pack (1.7): reading clauses. Values are refused by 1.8.6, fields that a
 * clause has not by 1.8.1. */
#include <assert.h>

#include "games/tribes/tribes.h"
#include "rules/reader.h"

static const char *const measure_ids[TRIBES_MEASURES + 1] = {"procreation", "exploration", "movement",  "strength",
                                                             "members",     "land",        "exhausted", "shells",
                                                             "points",      "stones",      NULL};
static const char *const relation_ids[] = {"max", "min", "not_max", "not_min", "ge", "le", NULL}; /* behind "always" */
static const char *const shorthand_ids[] = {"strongest", "weakest", "not_strongest", "not_weakest", NULL};
static const char *const who_ids[] = {"self", "others", "all", NULL};
static const char *const tie_ids[] = {"activator", "each", NULL};
static const char *const effect_ids[TRIBES_EFFECTS + 1] = {
    "gain_points", "lose_points", "gain_members", "lose_members", "draw_land", "wither",  "renew", "steps",
    "take_shells", "gain_shells", "lose_shells",  "raise",        "lower",     "perform", "pick",  NULL};

/* An object with no fields but these. */
static int check_fields(const struct reader *r, struct json value, const char *const known[])
{
    const struct reader form = {r->error, "1.8.1"};
    if (json_kind(value) != JSON_OBJECT)
        return reader_refuse(r, r->rule, value, "expected an object");
    return reader_members(&form, value, known);
}

/* A field that must not be there. */
static int refuse_field(const struct reader *r, struct json object, const char *key, const char *why)
{
    struct json member = json_get(object, key);
    return json_there(member) ? reader_refuse(r, r->rule, member, why) : 0;
}

/* A shorthand word, or {"of": measure, "is": relation, "k": number}. */
static int read_condition(const struct reader *r, struct json clause, const char *key,
                          struct tribes_condition *condition)
{
    static const char *const known[] = {"?", "of", "is", "k", NULL};
    struct json value = json_get(clause, key);
    int of = TRIBES_OF_STRENGTH;
    int is;
    int k = 0;
    if (!json_there(value))
        return 0;
    if (json_kind(value) == JSON_STRING) {
        if (reader_word(r, clause, key, shorthand_ids, &is) < 0)
            return -1;
    } else if (check_fields(r, value, known) < 0 || reader_word(r, value, "of", measure_ids, &of) < 0 ||
               reader_word(r, value, "is", relation_ids, &is) < 0) {
        return -1;
    }
    is += TRIBES_IS_MAX;
    if (is < TRIBES_IS_GE) {
        if (refuse_field(r, value, "k", "k belongs to ge and le") < 0)
            return -1;
    } else if (reader_need(r, value, "k") < 0 || reader_number(r, value, "k", 0, 1000, &k) < 0) {
        return -1;
    }
    *condition = (struct tribes_condition){(uint8_t)of, (uint8_t)is, (uint16_t)k};
    return 0;
}

static int read_amount(const struct reader *r, struct json value, int kind, int *n)
{
    if (kind == TRIBES_PICK)
        return refuse_field(r, value, "n", "pick has no amount");
    if (kind == TRIBES_PERFORM) /* once, so only 1 would be true */
        return reader_number(r, value, "n", 1, 1, n);
    return reader_need(r, value, "n") < 0 ? -1 : reader_number(r, value, "n", 1, 15, n);
}

/* do, n, track and action, of a clause or of an option of pick. */
static int read_effect(const struct reader *r, struct json value, struct tribes_effect *effect)
{
    int kind;
    int n = 1;
    int what = 0;
    if (reader_word(r, value, "do", effect_ids, &kind) < 0 || read_amount(r, value, kind, &n) < 0)
        return -1;
    bool has_track = kind == TRIBES_RAISE || kind == TRIBES_LOWER;
    if ((has_track ? reader_word(r, value, "track", tribes_track_ids, &what)
                   : refuse_field(r, value, "track", "a track belongs to raise and lower")) < 0)
        return -1;
    if ((kind == TRIBES_PERFORM ? reader_word(r, value, "action", tribes_deed_ids, &what)
                                : refuse_field(r, value, "action", "an action belongs to perform")) < 0)
        return -1;
    *effect = (struct tribes_effect){(uint8_t)kind, (uint8_t)n, (uint8_t)what};
    return 0;
}

static int read_options(const struct reader *r, struct json value, struct tribes_clause *clause)
{
    static const char *const known[] = {"?", "do", "n", "track", "action", NULL};
    struct json options;
    if (clause->effect.kind != TRIBES_PICK)
        return refuse_field(r, value, "options", "options belong to pick");
    if (reader_list(r, value, "options", 2, TRIBES_PICKS_MAX, &options) < 0)
        return -1;
    for (struct json option = json_first(options); json_there(option); option = json_next(option)) {
        assert(clause->pick_count < TRIBES_PICKS_MAX);
        if (json_is(json_get(option, "do"), "pick"))
            return reader_refuse(r, r->rule, option, "an option may not itself be pick");
        if (check_fields(r, option, known) < 0 || read_effect(r, option, &clause->pick[clause->pick_count++]) < 0)
            return -1;
    }
    return 0;
}

static int read_tie(const struct reader *r, struct json value, struct tribes_clause *clause)
{
    bool singles_out = clause->only_if.is == TRIBES_IS_MAX || clause->only_if.is == TRIBES_IS_MIN;
    int tie;
    if (!json_there(json_get(value, "tie")))
        return 0;
    if (reader_word(r, value, "tie", tie_ids, &tie) < 0)
        return -1;
    if (clause->who == TRIBES_SELF || !singles_out)
        return refuse_field(r, value, "tie", "it belongs to others or all with an \"if\" of max or min");
    clause->tie = (uint8_t)tie;
    return 0;
}

static int read_clause(const struct reader *r, struct json value, struct tribes_clause *clause)
{
    static const char *const known[] = {"?", "given", "who",    "if",      "tie", "do",
                                        "n", "track", "action", "options", NULL};
    int who;
    if (check_fields(r, value, known) < 0 || reader_word(r, value, "who", who_ids, &who) < 0)
        return -1;
    clause->who = (uint8_t)who;
    if (read_condition(r, value, "given", &clause->given) < 0 || read_condition(r, value, "if", &clause->only_if) < 0 ||
        read_effect(r, value, &clause->effect) < 0 || read_tie(r, value, clause) < 0)
        return -1;
    return read_options(r, value, clause);
}

int tribes_read_clauses(struct tribes_event_data *event, struct json given, struct ochre_error *error)
{
    const struct reader r = {error, "1.8.6"};
    struct json clauses;
    if (reader_list(&r, given, "clauses", 0, TRIBES_CLAUSES_MAX, &clauses) < 0)
        return -1;
    for (struct json clause = json_first(clauses); json_there(clause); clause = json_next(clause))
        if (read_clause(&r, clause, &event->clause[event->clause_count++]) < 0)
            return -1;
    return 0;
}
