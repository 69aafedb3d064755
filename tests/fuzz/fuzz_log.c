/* fuzz_log.c: logs of plays, taken apart, replayed and verified. */
#include <stdint.h>
#include <stdlib.h>

#include "table/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct log log;
    struct ochre_error error;
    if (log_parse(&log, (const char *)data, size, &error) < 0)
        return 0;
    struct table *table = log_play(&log, 0, NULL, NULL, NULL, NULL, &error);
    if (table) {
        size_t length;
        char *text = log_text(table, true, &length);
        struct log again;
        if (!text || log_parse(&again, text, length, &error) < 0)
            abort(); /* what we write, we read */
        log_free(&again);
        free(text);
        table_delete(table);
    }
    struct log_proof proof;
    log_verify(&log, NULL, &proof, &error);
    log_free(&log);
    return 0;
}
