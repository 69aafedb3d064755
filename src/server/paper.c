/* paper.c: a buffer that grows until what is written fits (step.h). One paper serves many messages. */
#include <assert.h>
#include <stdlib.h>

#include "server/step.h"

char *paper_fill(struct paper *paper, void (*write)(void *what, struct ochre_text *out), void *what, size_t *length)
{
    assert(paper->size <= PAPER_SIZE_MAX);
    for (size_t size = paper->size ? paper->size : PAPER_SIZE; size <= PAPER_SIZE_MAX; size *= 2) {
        if (size > paper->size) {
            free(paper->bytes);
            paper->bytes = malloc(paper->front + size);
            paper->size = paper->bytes ? size : 0;
            if (!paper->bytes)
                return NULL;
        }
        struct ochre_text out = text_on(paper->bytes + paper->front, paper->size);
        write(what, &out);
        if (!out.cut) {
            *length = out.used;
            return paper->bytes + paper->front;
        }
    }
    return NULL;
}

void paper_free(struct paper *paper)
{
    free(paper->bytes);
    *paper = (struct paper){.front = paper->front};
}
