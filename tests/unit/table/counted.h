/* counted.h: the games, and how often a move is applied in them. Takes the place of the registry. */
#ifndef COUNTED_H
#define COUNTED_H

#include "rules/registry.h"

extern int applies;

/* Before anything else. */
void count_applies(void);

#endif
