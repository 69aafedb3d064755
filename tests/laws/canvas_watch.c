/* canvas_watch.c: listens to what games draw. The canvas cuts what does not fit; a game should not let it come to
 * that. The linker puts these in front of the canvas's own functions (--wrap). */
#include <stdio.h>

#include "base/canvas.h"
#include "laws_run.h"

int __real_canvas_put(struct canvas *canvas, int x, int y, const char *string);
int __wrap_canvas_put(struct canvas *canvas, int x, int y, const char *string);
int __wrap_canvas_say(struct canvas *canvas, int x, int y, const char *english);

static char overrun[200];

int __wrap_canvas_put(struct canvas *canvas, int x, int y, const char *string)
{
    int columns = canvas_columns(string);
    if (columns > 0 && (x < 0 || y < 0 || y >= CANVAS_HEIGHT || x + columns > CANVAS_WIDTH))
        snprintf(overrun, sizeof overrun, "\"%.100s\" at column %d of row %d", string, x, y);
    return __real_canvas_put(canvas, x, y, string);
}

int __wrap_canvas_say(struct canvas *canvas, int x, int y, const char *english)
{
    return __wrap_canvas_put(canvas, x, y, canvas->tongue ? canvas->tongue->say(english) : english);
}

const char *canvas_overrun(void)
{
    static char last[sizeof overrun];
    memcpy(last, overrun, sizeof last);
    overrun[0] = '\0';
    return last[0] ? last : NULL;
}
