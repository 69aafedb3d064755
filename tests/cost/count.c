/* count.c: see count.h. The compiler calls __sanitizer_cov_trace_pc at every block (-fsanitize-coverage=trace-pc), the
 * linker sends what has a length of its own through here (-Wl,--wrap). This file is not counted. */
#include "count.h"

#include <stddef.h>

uint64_t blocks_done;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    blocks_done++;
}

static size_t count_bytes(size_t length)
{
    blocks_done += 1 + length / 8;
    return length;
}

size_t __real_strlen(const char *text);
size_t __wrap_strlen(const char *text);
size_t __wrap_strlen(const char *text)
{
    return count_bytes(__real_strlen(text));
}

char *__real_strchr(const char *text, int c);
char *__wrap_strchr(const char *text, int c);
char *__wrap_strchr(const char *text, int c)
{
    char *found = __real_strchr(text, c);
    count_bytes(found ? (size_t)(found - text) : __real_strlen(text));
    return found;
}

void *__real_memchr(const void *bytes, int c, size_t length);
void *__wrap_memchr(const void *bytes, int c, size_t length);
void *__wrap_memchr(const void *bytes, int c, size_t length)
{
    char *found = __real_memchr(bytes, c, length);
    count_bytes(found ? (size_t)(found - (const char *)bytes) : length);
    return found;
}

/* At most what could be compared. */
int __real_memcmp(const void *a, const void *b, size_t length);
int __wrap_memcmp(const void *a, const void *b, size_t length);
int __wrap_memcmp(const void *a, const void *b, size_t length)
{
    return __real_memcmp(a, b, count_bytes(length));
}

void *__real_memcpy(void *to, const void *from, size_t length);
void *__wrap_memcpy(void *to, const void *from, size_t length);
void *__wrap_memcpy(void *to, const void *from, size_t length)
{
    return __real_memcpy(to, from, count_bytes(length));
}

void *__real_memmove(void *to, const void *from, size_t length);
void *__wrap_memmove(void *to, const void *from, size_t length);
void *__wrap_memmove(void *to, const void *from, size_t length)
{
    return __real_memmove(to, from, count_bytes(length));
}

void *__real_memset(void *to, int c, size_t length);
void *__wrap_memset(void *to, int c, size_t length);
void *__wrap_memset(void *to, int c, size_t length)
{
    return __real_memset(to, c, count_bytes(length));
}
