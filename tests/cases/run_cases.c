/* run_cases.c: runs acceptance cases as a test of their own, like `ochre case`. */
#include "table/cases.h"

int main(int argc, char **argv)
{
    struct case_tally tally = {.out = stdout};
    for (int i = 1; i < argc; i++)
        cases_run(argv[i], &tally);
    (void)printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return cases_exit_code(&tally);
}
