/* sheet.c: see sheet.h. */
#include "cli/sheet.h"

#include <stdlib.h>
#include <string.h>

void sheet_open(struct sheet *sheet)
{
    *sheet = (struct sheet){0};
    sheet->out = open_memstream(&sheet->text, &sheet->size);
    if (!sheet->out)
        abort();
}

void sheet_close(struct sheet *sheet)
{
    int room = 0;
    if (fclose(sheet->out) != 0)
        abort();
    sheet->out = NULL;
    for (char *at = sheet->text; *at;) {
        char *end = strchr(at, '\n');
        if (sheet->count == room) {
            room = room ? 2 * room : 32;
            char **more = realloc(sheet->line, (size_t)room * sizeof *more);
            if (!more)
                abort();
            sheet->line = more;
        }
        sheet->line[sheet->count++] = at;
        if (!end)
            break;
        *end = '\0';
        at = end + 1;
    }
}

void sheet_free(struct sheet *sheet)
{
    free(sheet->line);
    free(sheet->text);
    *sheet = (struct sheet){0};
}

void sheet_print(const struct sheet *sheet, FILE *out, int first, int count)
{
    for (int i = first; i < sheet->count && i < first + count; i++)
        (void)fprintf(out, "%s\n", sheet->line[i]);
}
