/* catalogue.h: reads a compiled gettext catalogue (.mo) that lies in memory. Knows no language and no file. */
#ifndef OCHRE_CLI_CATALOGUE_H
#define OCHRE_CLI_CATALOGUE_H

#include <stddef.h>

/* The translation of `english`, or NULL when there is none. For a message with plural forms, `form` picks one. */
const char *catalogue_find(const unsigned char *mo, size_t size, const char *english, int form);

#endif
