/* pthread.h: threads, where none can be had: in WebAssembly on a page without shared memory. To begin one fails, as it
 * may anywhere, and whoever wanted one does the work itself. Found by the build for wasm32 alone. */
#ifndef OCHRE_MODULE_PTHREAD_H
#define OCHRE_MODULE_PTHREAD_H

#include <errno.h>
#include <stddef.h>
#include <time.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *), void *argument)
{
    (void)how;
    (void)work;
    (void)argument;
    *thread = 0;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return 0;
}

#endif
