/* request_answer.c: how the answer to a request is written and sent, now or when what it tells is durable. */
#include <assert.h>
#include <stdlib.h>

#include "server/beat.h"
#include "server/memory.h"
#include "server/request_inner.h"
#include "server/room.h"

enum { ANSWER_SIZE = 256 * 1024 };

void request_answer_json(const struct asking *asking, int status, const struct ochre_text *text)
{
    asking->answer(
        asking->request->who,
        &(struct hall_reply){.status = status, .type = "application/json", .body = text->at, .length = text->used});
}

void request_answer_text(const struct asking *asking, const char *type, const char *text, size_t length)
{
    asking->answer(asking->request->who,
                   &(struct hall_reply){.status = 200, .type = type, .body = text, .length = length});
}

static void write_error(struct ochre_text *text, const char *code, const char *why)
{
    struct json_writer writer = json_write_to(text);
    json_open(&writer, '{');
    json_name(&writer, "error");
    json_open(&writer, '{');
    json_field_string(&writer, "code", code);
    json_field_string(&writer, "why", why);
    json_close(&writer, '}');
    json_close(&writer, '}');
}

void request_answer_error(const struct asking *asking, int status, const char *code, const char *why)
{
    char body[1024];
    struct ochre_text text = text_on(body, sizeof body);
    write_error(&text, code, why);
    request_answer_json(asking, status, &text);
}

void request_refuse(const struct asking *asking, int status, const char *code, const char *english)
{
    const struct ochre_text words = {.tongue = asking->tongue};
    request_answer_error(asking, status, code, text_word(&words, english));
}

bool request_take(const struct asking *asking, struct bucket *bucket, struct measure measure, const char *english)
{
    assert(measure.amount > 0 && measure.per_second > 0);
    if (bucket_take_some(bucket, measure.amount, measure.per_second, measure.burst, hall_now(asking->hall)))
        return true;
    diary_say(asking->hall->config.diary, DIARY_WARNING, "limit", asking->request->address, "why", english);
    int64_t wait = bucket_wait(bucket, measure.amount, measure.per_second, measure.burst);
    char body[1024];
    const struct ochre_text words = {.tongue = asking->tongue};
    struct ochre_text text = text_on(body, sizeof body);
    write_error(&text, no_codes[NO_RATE], text_word(&words, english));
    asking->hall->measures.refused[NO_RATE]++;
    asking->answer(asking->request->who, &(struct hall_reply){.status = 429,
                                                              .type = "application/json",
                                                              .body = body,
                                                              .length = text.used,
                                                              .again = (int)((wait + 999) / 1000)});
    return false;
}

void sheet_begin(struct sheet *sheet)
{
    sheet->memory = must_alloc(ANSWER_SIZE);
    sheet->text = text_on(sheet->memory, ANSWER_SIZE);
    sheet->writer = json_write_to(&sheet->text);
    json_open(&sheet->writer, '{');
}

void sheet_answer(struct sheet *sheet, const struct asking *asking, int status)
{
    json_close(&sheet->writer, '}');
    request_answer_json(asking, status, &sheet->text);
    free(sheet->memory);
}

void sheet_promise(struct sheet *sheet, const struct asking *asking, int status)
{
    json_close(&sheet->writer, '}');
    char *small = realloc(sheet->memory, sheet->text.used + 1); /* it may wait for a while */
    sheet->memory = small ? small : sheet->memory;
    beat_wait_answer(asking->hall, asking->answer, asking->request->who, status, sheet->memory);
}

void request_write_link(const struct room *room, const char *seat, const char *key, struct json_writer *writer)
{
    assert(key[0]);
    char link[64];
    struct ochre_text text = text_on(link, sizeof link);
    text_add(&text, "/t/");
    text_add(&text, room_id(room));
    text_char(&text, '#');
    text_add(&text, key);
    json_field_string(writer, "seat", seat);
    json_field_string(writer, "key", key);
    json_field_string(writer, "link", link);
}
