/* lean.c: see lean.h. */
#include "ai/lean.h"

float lean_of(const struct lean *lean, ochre_action action)
{
    int low = 0;
    int high = lean->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (lean->move[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lean->count && lean->move[low] == action ? lean->by[low] : 0;
}
