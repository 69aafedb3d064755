/* fuzz_lesson.c: files of lessons. Whatever the text is, it is right or refused with a place. */
#include <assert.h>
#include <stdint.h>

#include "cli/lesson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ochre_error error = {0};
    struct lesson_count count;
    int result = lesson_check((const char *)data, size, &count, &error);
    assert(result == 0 || error.words[0]);
    (void)result;
    return 0;
}
