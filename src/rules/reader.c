/* reader.c: see reader.h. */
#include "rules/reader.h"

#include <assert.h>
#include <limits.h>

enum { PATH_SIZE = 96, SENTENCE_SIZE = 192, KNOWN_SIZE = SENTENCE_SIZE - 64 };

void reader_fill(const struct reader *r, const char *rule, struct json at, const char *key, const char *const said[])
{
    char path[PATH_SIZE];
    struct ochre_text where = text_on(path, sizeof path);
    json_where(at, &where);
    if (key) {
        text_add(&where, text_same(path, "/") ? "" : "/");
        text_add(&where, key);
    }
    error_fill(r->error, rule, said);
    error_put_before(r->error, path);
}

static bool is_named(struct json member, const char *const names[])
{
    for (int i = 0; names[i]; i++)
        if (names[i][0] != '?' && json_key_is(member, names[i]))
            return true;
    return false;
}

/* What may stand there, as far as a sentence can hold it. */
static const char *list_names(const char *const names[], char known[KNOWN_SIZE])
{
    struct ochre_text list = text_on(known, KNOWN_SIZE);
    for (int i = 0; names[i]; i++) {
        if (names[i][0] == '?')
            continue;
        if (list.used + strlen(names[i]) + sizeof " \u2026" >= KNOWN_SIZE) {
            text_add(&list, " \u2026");
            break;
        }
        text_char(&list, ' ');
        text_add(&list, names[i]);
    }
    return known;
}

int reader_members(const struct reader *r, struct json object, const char *const names[])
{
    if (json_there(object) && json_kind(object) != JSON_OBJECT)
        return reader_refuse(r, r->rule, object, "expected an object");
    for (int i = 0; names[i] && names[i][0] != '?'; i++)
        if (reader_need(r, object, names[i]) < 0)
            return -1;
    for (struct json member = json_first(object); json_there(member); member = json_next(member))
        if (!is_named(member, names))
            return reader_refuse(r, r->rule, member, "there is no such field; known are{0}",
                                 list_names(names, (char[KNOWN_SIZE]){0}));
    return 0;
}

int reader_need(const struct reader *r, struct json object, const char *key)
{
    return json_there(json_get(object, key)) ? 0 : reader_refuse_member(r, r->rule, object, key, "is missing");
}

int reader_number_at(const struct reader *r, struct json value, int low, int high, int *out)
{
    assert(low <= high);
    if (json_int_in(value, low, high, out))
        return 0;
    if (low == high)
        return reader_refuse(r, r->rule, value, "must be {0}", NUM(low));
    if (high == INT_MAX)
        return reader_refuse(r, r->rule, value, "expected a whole number, {0} or more", NUM(low));
    return reader_refuse(r, r->rule, value, "expected a whole number from {0} to {1}", NUM(low), NUM(high));
}

int reader_text_at(const struct reader *r, struct json value, char *out, size_t size)
{
    if (json_kind(value) != JSON_STRING)
        return reader_refuse(r, r->rule, value, "expected a text");
    if (!json_string(value, out, size))
        return reader_refuse(r, r->rule, value, "expected at most {0} characters", NUM((int64_t)size - 1));
    return 0;
}

int reader_number(const struct reader *r, struct json object, const char *key, int low, int high, int *out)
{
    struct json value = json_get(object, key);
    return json_there(value) ? reader_number_at(r, value, low, high, out) : 0;
}

int reader_byte(const struct reader *r, struct json object, const char *key, int low, int high, uint8_t *out)
{
    assert(low >= 0 && high <= UINT8_MAX);
    int number = *out;
    if (reader_number(r, object, key, low, high, &number) < 0)
        return -1;
    *out = (uint8_t)number;
    return 0;
}

int reader_flag(const struct reader *r, struct json object, const char *key, bool *out)
{
    struct json value = json_get(object, key);
    if (!json_there(value) || json_bool(value, out))
        return 0;
    return reader_refuse(r, r->rule, value, "must be true or false");
}

int reader_text(const struct reader *r, struct json object, const char *key, char *out, size_t size)
{
    struct json value = json_get(object, key);
    return json_there(value) ? reader_text_at(r, value, out, size) : 0;
}

int reader_list(const struct reader *r, struct json object, const char *key, int low, int high, struct json *out)
{
    assert(low >= 0 && low <= high);
    *out = json_get(object, key);
    int count = (int)json_count(*out);
    if (!json_there(*out) && low == 0)
        return 0;
    if (json_kind(*out) == JSON_ARRAY && count >= low && count <= high)
        return 0;
    if (low == high)
        return reader_refuse_member(r, r->rule, object, key, "expected a list of {0}", NUM(low));
    return reader_refuse_member(r, r->rule, object, key, "expected a list of {0} to {1}", NUM(low), NUM(high));
}

int reader_word(const struct reader *r, struct json object, const char *key, const char *const words[], int *out)
{
    for (int i = 0; words[i]; i++)
        if (json_is(json_get(object, key), words[i])) {
            *out = i;
            return 0;
        }
    return reader_refuse_member(r, r->rule, object, key, "expected one of{0}",
                                list_names(words, (char[KNOWN_SIZE]){0}));
}

int reader_seat(const struct reader *r, struct json value, int seats, int *seat)
{
    char code[4];
    int number;
    if (json_int_in(value, 1, seats, &number)) {
        *seat = number - 1;
        return 0;
    }
    *seat = json_string(value, code, sizeof code) ? seat_from_code(code) : -1;
    if (*seat >= 0 && *seat < seats)
        return 0;
    return reader_refuse(r, r->rule, value, "expected a seat, p1 to {0}", seat_code(seats - 1));
}
