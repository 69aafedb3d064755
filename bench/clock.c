/* clock.c: a clock for programs that are compared: laid before them (LD_PRELOAD), it shows the processor time they have
 * used where they ask how late it is. See bench/against. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *time)
{
    return (int)syscall(SYS_clock_gettime, which == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : which, time);
}
