/* request.h: the HTTP side of the hall (docs/wire.md §1). */
#ifndef OCHRE_SERVER_REQUEST_H
#define OCHRE_SERVER_REQUEST_H

#include "server/hall.h"

bool request_handle(struct hall *hall, const struct hall_request *request, hall_answer *answer);

/* The same request once more (again.h). */
void request_again(struct hall *hall, const struct hall_request *request, hall_answer *answer);

/* Those of a server alone: it looks back on plays (reviews.h), and says what it counts. For hall_config; the first
 * leads to the second. */
extern const struct routes request_reviews;
extern const struct routes request_metrics;

/* Requests that wait until a room has nothing undurable any more: asked again, or told that the server cannot. */
struct deferred;
void request_retry(struct hall *hall, struct deferred *list);
void request_drop(struct deferred *list);

#endif
