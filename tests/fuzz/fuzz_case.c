/* fuzz_case.c: acceptance cases. Whatever the text is, the runner reports and goes on. */
#include <stdint.h>

#include "table/cases.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct case_tally tally = {0};
    cases_run_text("fuzz", (const char *)data, size, &tally);
    return 0;
}
