/* tribes_clauses.c: the event vocabulary of a pack (1.7, rules 1.8.6 and 1.8.9): reading and refusing clauses. */
#include "games/tribes/tribes.h"

const char *const tribes_track_ids[TRIBES_TRACKS] = {"procreation", "exploration", "movement", "strength"};
const char *const tribes_deed_ids[3] = {"procreate", "explore", "move"};

static const char *const measure_ids[TRIBES_MEASURES] = {
    "procreation", "exploration", "movement", "strength", "members", "land", "exhausted", "shells", "points", "stones"};
static const char *const relation_ids[TRIBES_RELATIONS] = {"", "max", "min", "not_max", "not_min", "ge", "le"};
static const char *const shorthand_ids[4] = {"strongest", "weakest", "not_strongest", "not_weakest"};
static const char *const who_ids[3] = {"self", "others", "all"};
static const char *const tie_ids[2] = {"activator", "each"};
static const char *const effect_ids[TRIBES_EFFECTS] = {
    "gain_points", "lose_points", "gain_members", "lose_members", "draw_land", "wither",  "renew", "steps",
    "take_shells", "gain_shells", "lose_shells",  "raise",        "lower",     "perform", "pick"};

static const char RULE[] = "1.8.6";

int tribes_word_index(const char *const words[], int count, struct json value)
{
    for (int i = 0; i < count; i++)
        if (json_is(value, words[i]))
            return i;
    return -1;
}

int tribes_fault(struct ochre_error *error, const char *rule, struct json at, const char *expected)
{
    char path[128];
    struct ochre_text where = text_on(path, sizeof path);
    json_where(at, &where);
    return error_set(error, rule, "{0}: {1}", path[0] ? path : "/", expected);
}

/* A member that must not be there. */
static int refuse_member(struct json object, const char *key, const char *why, struct ochre_error *error)
{
    struct json member = json_get(object, key);
    return json_there(member) ? tribes_fault(error, RULE, member, why) : 0;
}

static int refuse_unknown(struct json object, const char *const known[], struct ochre_error *error)
{
    for (struct json member = json_first(object); json_there(member); member = json_next(member)) {
        bool is_known = false;
        for (int i = 0; known[i]; i++)
            is_known = is_known || json_key_is(member, known[i]);
        if (!is_known)
            return tribes_fault(error, "1.8.1", member, "unknown field");
    }
    return 0;
}

/* A shorthand word, or {"of": measure, "is": relation, "k": number}. */
static int read_condition(struct tribes_condition *condition, struct json value, struct ochre_error *error)
{
    static const char *const known[] = {"of", "is", "k", NULL};
    if (!json_there(value))
        return 0;
    if (json_kind(value) == JSON_STRING) {
        int word = tribes_word_index(shorthand_ids, 4, value);
        if (word < 0)
            return tribes_fault(error, RULE, value,
                                "a condition is strongest, weakest, not_strongest, not_weakest, or an object");
        condition->of = TRIBES_OF_STRENGTH;
        condition->is = (uint8_t)(TRIBES_IS_MAX + word);
        return 0;
    }
    if (json_kind(value) != JSON_OBJECT)
        return tribes_fault(error, RULE, value, "a condition is a word or an object with of, is and k");
    if (refuse_unknown(value, known, error) < 0)
        return -1;
    int of = tribes_word_index(measure_ids, TRIBES_MEASURES, json_get(value, "of"));
    if (of < 0)
        return tribes_fault(error, RULE, value, "\"of\" must be a measure (strength, members, land, points …)");
    int is = tribes_word_index(relation_ids, TRIBES_RELATIONS, json_get(value, "is"));
    if (is <= TRIBES_ALWAYS)
        return tribes_fault(error, RULE, value, "\"is\" must be max, min, not_max, not_min, ge or le");
    int k = 0;
    if (is == TRIBES_IS_GE || is == TRIBES_IS_LE) {
        if (!json_int_in(json_get(value, "k"), 0, 1000, &k))
            return tribes_fault(error, RULE, value, "\"k\" must be a number from 0 to 1000");
    } else if (refuse_member(value, "k", "\"k\" belongs to ge and le", error) < 0) {
        return -1;
    }
    *condition = (struct tribes_condition){(uint8_t)of, (uint8_t)is, (uint16_t)k};
    return 0;
}

/* do, n, track and action, of a clause or of an option of pick. */
static int read_effect(struct tribes_effect *effect, struct json value, struct ochre_error *error)
{
    int kind = tribes_word_index(effect_ids, TRIBES_EFFECTS, json_get(value, "do"));
    if (kind < 0)
        return tribes_fault(error, RULE, value,
                            "\"do\" must be an effect of the vocabulary (gain_points, wither, pick …)");
    bool has_track = kind == TRIBES_RAISE || kind == TRIBES_LOWER;
    int n = 1;
    int what = 0;
    struct json amount = json_get(value, "n");
    if (kind == TRIBES_PICK) {
        if (refuse_member(value, "n", "pick has no amount", error) < 0)
            return -1;
    } else if (kind == TRIBES_PERFORM) { /* once, so only 1 would be true */
        if (json_there(amount) && !json_int_in(amount, 1, 1, &n))
            return tribes_fault(error, RULE, amount, "perform is carried out once");
    } else if (!json_int_in(amount, 1, 15, &n)) {
        return tribes_fault(error, RULE, json_there(amount) ? amount : value, "\"n\" must be a number from 1 to 15");
    }
    if (has_track) {
        what = tribes_word_index(tribes_track_ids, TRIBES_TRACKS, json_get(value, "track"));
        if (what < 0)
            return tribes_fault(error, RULE, value, "\"track\" must be procreation, exploration, movement or strength");
    } else if (refuse_member(value, "track", "a track belongs to raise and lower", error) < 0) {
        return -1;
    }
    if (kind == TRIBES_PERFORM) {
        what = tribes_word_index(tribes_deed_ids, 3, json_get(value, "action"));
        if (what < 0)
            return tribes_fault(error, RULE, value, "\"action\" must be procreate, explore or move");
    } else if (refuse_member(value, "action", "an action belongs to perform", error) < 0) {
        return -1;
    }
    *effect = (struct tribes_effect){(uint8_t)kind, (uint8_t)n, (uint8_t)what};
    return 0;
}

static int read_options(struct tribes_clause *clause, struct json value, struct ochre_error *error)
{
    static const char *const known[] = {"do", "n", "track", "action", NULL};
    struct json options = json_get(value, "options");
    if (clause->effect.kind != TRIBES_PICK)
        return refuse_member(value, "options", "options belong to pick", error);
    if (json_kind(options) != JSON_ARRAY || json_count(options) < 2 || json_count(options) > TRIBES_PICKS_MAX)
        return tribes_fault(error, RULE, json_there(options) ? options : value, "pick has a list of 2 to 4 options");
    for (struct json option = json_first(options); json_there(option); option = json_next(option)) {
        struct tribes_effect *effect = &clause->pick[clause->pick_count++];
        if (json_kind(option) != JSON_OBJECT)
            return tribes_fault(error, RULE, option, "an option is an object with do and n");
        if (json_is(json_get(option, "do"), "pick"))
            return tribes_fault(error, RULE, option, "an option may not itself be pick");
        if (refuse_unknown(option, known, error) < 0 || read_effect(effect, option, error) < 0)
            return -1;
    }
    return 0;
}

static int read_clause(struct tribes_clause *clause, struct json value, struct ochre_error *error)
{
    static const char *const known[] = {"given", "who", "if", "tie", "do", "n", "track", "action", "options", NULL};
    if (json_kind(value) != JSON_OBJECT)
        return tribes_fault(error, RULE, value, "a clause is an object");
    if (refuse_unknown(value, known, error) < 0)
        return -1;
    int who = tribes_word_index(who_ids, 3, json_get(value, "who"));
    if (who < 0)
        return tribes_fault(error, RULE, value, "\"who\" must be self, others or all");
    clause->who = (uint8_t)who;
    if (read_condition(&clause->given, json_get(value, "given"), error) < 0 ||
        read_condition(&clause->only_if, json_get(value, "if"), error) < 0 ||
        read_effect(&clause->effect, value, error) < 0)
        return -1;
    struct json tie = json_get(value, "tie");
    if (json_there(tie)) {
        bool singles_out = clause->only_if.is == TRIBES_IS_MAX || clause->only_if.is == TRIBES_IS_MIN;
        int word = tribes_word_index(tie_ids, 2, tie);
        if (word < 0)
            return tribes_fault(error, RULE, tie, "\"tie\" must be activator or each");
        if (who == TRIBES_SELF || !singles_out)
            return tribes_fault(error, RULE, tie, "\"tie\" belongs to others or all with an \"if\" of max or min");
        clause->tie = (uint8_t)word;
    }
    return read_options(clause, value, error);
}

int tribes_read_clauses(struct tribes_event_data *event, struct json clauses, struct ochre_error *error)
{
    if (json_kind(clauses) != JSON_ARRAY || json_count(clauses) > TRIBES_CLAUSES_MAX)
        return tribes_fault(error, RULE, clauses, "an event has a list of 0 to 4 clauses");
    for (struct json clause = json_first(clauses); json_there(clause); clause = json_next(clause))
        if (read_clause(&event->clause[event->clause_count++], clause, error) < 0)
            return -1;
    return 0;
}

static bool is_strength(const struct tribes_condition *condition, int relation)
{
    return condition->is == relation && (relation == TRIBES_ALWAYS || condition->of == TRIBES_OF_STRENGTH);
}

/* 8.3 has words for six ways of saying whom, and for nine effects. */
static bool has_phrase(const struct tribes_clause *clause)
{
    bool is_free = is_strength(&clause->given, TRIBES_ALWAYS);
    const struct tribes_condition *only_if = &clause->only_if;
    if (clause->effect.kind > TRIBES_TAKE_SHELLS)
        return false;
    if (clause->who == TRIBES_SELF)
        return is_free && (is_strength(only_if, TRIBES_ALWAYS) || is_strength(only_if, TRIBES_IS_MAX) ||
                           is_strength(only_if, TRIBES_IS_MIN));
    if (clause->who == TRIBES_ALL)
        return is_free && (is_strength(only_if, TRIBES_ALWAYS) || is_strength(only_if, TRIBES_IS_NOT_MAX));
    return is_strength(&clause->given, TRIBES_IS_MAX) && is_strength(only_if, TRIBES_ALWAYS);
}

bool tribes_has_phrases(const struct tribes_event_data *event)
{
    for (int i = 0; i < event->clause_count; i++)
        if (!has_phrase(&event->clause[i]))
            return false;
    return true;
}
