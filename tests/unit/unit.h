/* unit.h: what every cmocka test file includes, in the order cmocka wants. */
#ifndef OCHRE_TESTS_UNIT_H
#define OCHRE_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* after the standard headers it needs */

#endif
