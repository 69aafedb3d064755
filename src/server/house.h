/* house.h: what the hall is made of. Its parts keep their insides to themselves: rooms (room_list.h), peers (peer.h),
 * the beat that is under way (beat.h) and the host's desk (admin.h). */
#ifndef OCHRE_SERVER_HOUSE_H
#define OCHRE_SERVER_HOUSE_H

#include "ai/bot.h"
#include "server/diary.h"
#include "server/hall.h"
#include "server/keys.h"
#include "server/measures.h"
#include "server/packs.h"
#include "server/rate.h"
#include "server/step.h"

struct admin;
struct asked;
struct beats;
struct peers;
struct rooms;

struct hall {
    struct hall_config config;
    struct openings *openings; /* restore.h */
    struct packs *packs;
    struct rooms *rooms;
    struct peers *peers;
    struct beats *beats;
    struct admin *admin;
    struct addresses *addresses;
    struct paper paper; /* what is being written */
    struct bot *quick;  /* random */
    struct ochre_rng rng;
    struct measures measures;
    char boot[KEY_SIZE];
    struct asked *asked; /* what is being answered (again.h); NULL: nothing */
    bool is_shared;      /* several servers share the store */
    bool is_closing;
    bool is_unwell; /* nothing can be stored, and the host has been told */
    char why[256];  /* … why */
};

int64_t hall_now(const struct hall *hall);
int64_t hall_date(const struct hall *hall); /* hall_now is for what lasts, this for what people read */
int64_t hall_date_of(const struct hall *hall, int64_t moment); /* the date of a hall_now */

/* May other servers change what is stored, too? On a page never: its module leaves out what only several need. */
static inline bool hall_is_shared(const struct hall *hall)
{
#ifdef __wasm__
    (void)hall;
    return false;
#else
    return hall->is_shared;
#endif
}

/* Can moves be stored now? The host is told when the disk fails, and when it is well again. */
bool hall_keeps(struct hall *hall, const char **why);
void hall_check_disk(struct hall *hall);

#endif
