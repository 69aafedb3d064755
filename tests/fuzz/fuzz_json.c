/* fuzz_json.c: our JSON reader against jansson. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "same_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *differs = same_json((const char *)data, size);
    if (differs) {
        fprintf(stderr, "fuzz: json: %s\n", differs);
        abort();
    }
    return 0;
}
