/* thinkers_page.h: the thinkers of a page (server/thinkers.h). Light thoughts are thought here, between two messages;
 * for the others there is another worker with an instance of its own: a question goes out (think) and an answer comes
 * back. One at a time, in the order in which they were asked, hints first. To stop a thought is to end that worker. */
#ifndef OCHRE_MODULE_THINKERS_PAGE_H
#define OCHRE_MODULE_THINKERS_PAGE_H

#include "server/thinkers.h"

struct thinkers_page {
    void (*think)(void *who, uint32_t ticket, const char *question, size_t length);
    void (*stop)(void *who, uint32_t ticket);
    void *who;
};

void thinkers_page_use(struct thinkers *thinkers, const struct thinkers_page *outside);

/* What came back; without an answer (the worker failed) the question is thought about here. */
void thinkers_page_thought(struct thinkers *thinkers, uint32_t ticket, const char *answer, size_t length);

/* Begins with what waits. */
void thinkers_page_work(struct thinkers *thinkers);

/* Milliseconds until thinkers_deliver has something to tell; -1: nobody knows. */
int thinkers_page_wait(const struct thinkers *thinkers);

#endif
