/* request_metrics.c: what a host may want to watch (measures.h). */
#include <stdlib.h>

#include "server/house.h"
#include "server/request.h"
#include "server/request_inner.h"

static void get_metrics(struct asking *asking)
{
    size_t length;
    char *text = measures_text(asking->hall, &length);
    request_answer_text(asking, "text/plain; version=0.0.4; charset=utf-8", text, length);
    free(text);
}

static const struct route routes[] = {
    {HALL_GET, "/metrics", "", PLACE_PLAIN, get_metrics},
};
const struct routes request_metrics = {routes, sizeof routes / sizeof *routes, NULL};
