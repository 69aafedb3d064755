/* lessons.c: see lessons.h. */
#include "module/lessons.h"

#include <stdlib.h>

#include "cli/lesson.h"
#include "cli/tongue.h"

void *page_alloc(size_t size)
{
    return malloc(size ? size : 1);
}

void page_free(void *memory)
{
    free(memory);
}

static void write_count(const struct lesson_count *count, struct json_writer *writer)
{
    json_field_string(writer, "game", count->game->id);
    json_field_int(writer, "lessons", count->lessons);
    json_field_int(writer, "tasks", count->tasks);
    json_field_int(writer, "moves", count->moves);
}

static void write_trouble(const struct ochre_error *error, const char *lang, struct json_writer *writer)
{
    char why[2 * sizeof error->words];
    struct ochre_text text = text_in(why, sizeof why, tongue_for(lang));
    error_say(error, &text);
    json_field_string(writer, "why", why);
}

const char *lessons_check(const char *text, size_t length, const char *lang)
{
    static char answer[4096];
    struct ochre_error error = {0};
    struct lesson_count count;
    struct ochre_text out = text_on(answer, sizeof answer);
    struct json_writer writer = json_write_to(&out);
    json_open(&writer, '{');
    if (lesson_check(text, length, &count, &error) < 0)
        write_trouble(&error, lang, &writer);
    else
        write_count(&count, &writer);
    json_close(&writer, '}');
    return answer;
}
