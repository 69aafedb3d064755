/* fuzz_record.c: plays as people write them down, read, played and written again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "table/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What we write, we read, and we write the same. */
static void write_and_read(const struct table *table, const char *agreed)
{
    struct ochre_error error;
    size_t length;
    struct log log;
    char *text = record_text(table, agreed, &length, &error);
    if (!text)
        return; /* not every play can be written */
    if (record_parse(&log, text, length, NULL, &error) < 0)
        abort();
    struct table *again = log_play(&log, 0, NULL, NULL, NULL, NULL, &error);
    char *second = again ? record_text(again, log.agreed, &length, &error) : NULL;
    if (!second || strcmp(text, second) != 0)
        abort();
    free(second);
    table_delete(again);
    log_free(&log);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct log log;
    struct ochre_error error;
    if (record_parse(&log, (const char *)data, size, NULL, &error) < 0)
        return 0;
    struct table *table = log_play(&log, 0, NULL, NULL, NULL, NULL, &error);
    if (!table)
        abort(); /* it was played while it was read */
    write_and_read(table, log.agreed);
    table_delete(table);
    log_free(&log);
    return 0;
}
