/* file.h: whole files in and out. Reading is bounded; writing is all or nothing. Errors do not name the file: the
 * caller does. */
#ifndef OCHRE_TABLE_FILE_H
#define OCHRE_TABLE_FILE_H

#include <stddef.h>

#include "base/error.h"

enum { FILE_SIZE_MAX = 8 * 1024 * 1024 };

/* The whole file in new memory, a NUL behind it; "-" is standard input. NULL and an error when it cannot be read or is
 * longer than `most` bytes. free it. */
char *file_read(const char *path, size_t most, size_t *length, struct ochre_error *error);

/* Writes to a temporary file in the same directory, syncs it, then renames it over `path`: whoever reads sees the old
 * file or the new one, never a part. A file that is not a regular one (/dev/stdout) is written to directly. */
int file_save(const char *path, const char *text, size_t length, struct ochre_error *error);

#endif
