/* count.h: what was done since, in blocks of code that were entered, plus one for eight bytes that the C library
 * copied, compared or searched. The same on every run: a cost that a busy machine cannot change. */
#ifndef OCHRE_TESTS_COUNT_H
#define OCHRE_TESTS_COUNT_H

#include <stdint.h>

extern uint64_t blocks_done;

#endif
