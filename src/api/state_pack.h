/* state_pack.h: how long a packed state is. */
#ifndef OCHRE_API_STATE_PACK_H
#define OCHRE_API_STATE_PACK_H

#include <ochre/ochre.h>
#include <stddef.h>

size_t packed_size(const ochre_setup *setup);

#endif
