/* cmd_case.c: `ochre case`, acceptance cases. */
#include <limits.h>

#include "cli/command.h"
#include "table/cases.h"

static int run(const struct call *call)
{
    struct case_tally tally = {.out = stdout, .is_wordy = call_has(call, "verbose")};
    for (int i = 0; i < call->operand_count; i++)
        cases_run(call->operand[i], &tally);
    (void)printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return cases_exit_code(&tally);
}

const struct command cmd_case = {
    .name = "case",
    .operands = "FILE|DIR…",
    .operands_min = 1,
    .operands_max = INT_MAX,
    .summary = N_("run acceptance cases"),
    .about = N_("Plays the cases in JSON files, or in all *.json files under a directory, and prints what differs from "
                "what they expect. The last line is \"N passed, N failed\". Exit code 1: a case failed; 2: a file is "
                "no case."),
    .example = "  ochre case tests/cases\n",
    .options =
        (const struct command_option[]){
            {.name = "verbose", .about = N_("name the cases that pass, too")},
            {0},
        },
    .run = run,
};
