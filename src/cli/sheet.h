/* sheet.h: text that is laid out before it is shown, so that somebody can count its lines. Knows no game. */
#ifndef OCHRE_CLI_SHEET_H
#define OCHRE_CLI_SHEET_H

#include <stdio.h>

struct sheet {
    FILE *out; /* to print on, until it is closed */
    char *text;
    size_t size;
    char **line; /* after closing: its lines, without their ends */
    int count;
};

void sheet_open(struct sheet *sheet);
void sheet_close(struct sheet *sheet);
void sheet_free(struct sheet *sheet);

/* Prints lines from `first` on, as many as there are but at most `count`. */
void sheet_print(const struct sheet *sheet, FILE *out, int first, int count);

#endif
