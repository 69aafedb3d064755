/* report.h: a tally as a page to be read by a designer. */
#ifndef OCHRE_LAB_REPORT_H
#define OCHRE_LAB_REPORT_H

#include "lab/tally.h"

/* In new memory. `command`: what to type to get it again; `language`: "en", "fr". Times are left out, so that the
 * same plays give the same bytes. */
char *report_sim(const struct tally *tally, const char *command, const char *language, size_t *length);

#endif
