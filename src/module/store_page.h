/* store_page.h: the store of a page (server/store.h): rows and moves live in memory, and what a batch changes is handed
 * to the browser as one text, which it stores in one transaction. Only then is the batch durable.
 *
 *     store = store_open(&config, &error);
 *     store_page_fill(store, key, text); …        what the browser kept, in any order
 *     store_page_ready(store);
 *     …
 *     store_submit(store, batch, done, who);      calls keep(who, ticket, text, length), now or when its turn has come
 *     store_page_kept(store, ticket, STORE_DURABLE);
 *     store_deliver(store);                       calls done
 *
 * One batch is on its way at a time; the text is [[KEY, TEXT], [KEY, null], …], null: the key goes. */
#ifndef OCHRE_MODULE_STORE_PAGE_H
#define OCHRE_MODULE_STORE_PAGE_H

#include "server/store.h"

typedef void store_page_keep(void *who, uint32_t ticket, const char *text, size_t length);

void store_page_use(struct store *store, store_page_keep *keep, void *who);
void store_page_fill(struct store *store, const char *key, const char *value);
void store_page_ready(struct store *store);
void store_page_kept(struct store *store, uint32_t ticket, enum store_result result);

/* Is there something that store_deliver would tell? */
bool store_page_has_news(const struct store *store);

/* When nothing could be kept and nothing is tried: tries. */
void store_page_probe(struct store *store);

#endif
