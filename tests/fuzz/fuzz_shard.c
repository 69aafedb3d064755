/* fuzz_shard.c: shards of a run, whose bytes come from other machines: the file, and the plays in it. An input that
 * begins with a brace is a file, any other a number of seats and one play. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lab/arena_bytes.h"
#include "lab/arena_play.h"
#include "lab/shard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What we read, we write, and read the same again. */
static void read_play(const unsigned char *bytes, size_t length, int seats)
{
    struct arena_words words = {0};
    struct arena_record *record = arena_bytes_read(bytes, length, seats, &words);
    if (record) {
        size_t first_length;
        size_t second_length;
        unsigned char *first = arena_bytes_write(record, seats, &first_length);
        struct arena_record *again = arena_bytes_read(first, first_length, seats, &words);
        unsigned char *second = again ? arena_bytes_write(again, seats, &second_length) : NULL;
        if (!second || first_length != second_length || memcmp(first, second, first_length) != 0)
            abort();
        free(first);
        free(second);
        arena_record_delete(again);
        arena_record_delete(record);
    }
    arena_words_free(&words);
}

/* The file, in memory. */
static void read_file(const uint8_t *data, size_t size)
{
    static int file = -1;
    char path[64];
    if (file < 0)
        file = memfd_create("shard", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, 0) < 0 || pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    struct ochre_error error;
    struct shard *shard = shard_read(path, &error);
    if (!shard)
        return;
    int number;
    const unsigned char *bytes;
    size_t length;
    size_t used = 0;
    for (size_t at = 0; shard_next(shard, &at, &number, &bytes, &length); used += length) {
        if (number < 0 || number >= shard_terms(shard)->plays)
            abort();
        read_play(bytes, length, 2);
    }
    if (used + shard_waste(shard) > size)
        abort();
    (void)shard_close(shard, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == '{')
        read_file(data, size);
    else if (size > 0)
        read_play(data + 1, size - 1, data[0] % OCHRE_SEATS_MAX + 1);
    return 0;
}
