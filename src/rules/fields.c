/* fields.c: see fields.h. */
#include "rules/fields.h"

#include <assert.h>

enum { FIELDS_MAX = 48 };

static int get(const struct field *field, const void *state, int index)
{
    const unsigned char *at = (const unsigned char *)state + field->at + (size_t)index * field->size;
    uint16_t wide = 0;
    assert(field->size == 1 || field->size == 2);
    if (field->size == 1)
        return *at;
    memcpy(&wide, at, sizeof wide);
    return field->low < 0 ? (int16_t)wide : wide;
}

static void put(const struct field *field, void *state, int index, int number)
{
    unsigned char *at = (unsigned char *)state + field->at + (size_t)index * field->size;
    uint16_t wide = (uint16_t)number;
    if (field->size == 1)
        *at = (unsigned char)number;
    else
        memcpy(at, &wide, sizeof wide);
}

static void write_one(const struct field *field, int number, struct json_writer *writer)
{
    if (number == field->none)
        json_put_null(writer);
    else if (field->is_seat)
        json_put_string(writer, seat_code(number));
    else
        json_put_int(writer, number);
}

void fields_write(const struct field *fields, int seats, const void *state, struct json_writer *writer)
{
    json_open(writer, '{');
    for (const struct field *field = fields; field->name; field++) {
        int count = field->count == FIELD_EACH ? seats : field->count;
        json_name(writer, field->name);
        if (field->count != 1)
            json_open(writer, '[');
        for (int i = 0; i < count; i++)
            write_one(field, get(field, state, i), writer);
        if (field->count != 1)
            json_close(writer, ']');
    }
    json_close(writer, '}');
}

static int read_one(const struct reader *r, const struct field *field, int seats, struct json value, int *number)
{
    if (field->none != FIELD_NEVER && json_kind(value) == JSON_NULL) {
        *number = field->none;
        return 0;
    }
    if (field->is_seat && field->high == OCHRE_CHANCE && json_is(value, seat_code(OCHRE_CHANCE))) {
        *number = OCHRE_CHANCE;
        return 0;
    }
    return field->is_seat ? reader_seat(r, value, seats, number)
                          : reader_number_at(r, value, field->low, field->high, number);
}

int fields_read(const struct reader *r, const struct field *fields, int seats, struct json object, void *state)
{
    const char *names[FIELDS_MAX + 1] = {NULL};
    for (int i = 0; fields[i].name; i++) {
        assert(i < FIELDS_MAX);
        names[i] = fields[i].name;
    }
    if (reader_members(r, object, names) < 0)
        return -1;
    for (const struct field *field = fields; field->name; field++) {
        int count = field->count == FIELD_EACH ? seats : field->count;
        struct json value = json_get(object, field->name);
        if (field->count != 1 && reader_list(r, object, field->name, count, count, &value) < 0)
            return -1;
        for (int i = 0; i < count; i++) {
            int number = 0;
            if (read_one(r, field, seats, field->count == 1 ? value : json_at(value, (uint32_t)i), &number) < 0)
                return -1;
            put(field, state, i, number);
        }
    }
    return 0;
}
