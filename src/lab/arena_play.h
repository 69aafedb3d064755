/* arena_play.h: one play of the arena, by one worker. */
#ifndef OCHRE_LAB_ARENA_PLAY_H
#define OCHRE_LAB_ARENA_PLAY_H

#include "base/hash.h"
#include "lab/arena.h"

/* What a worker needs from play to play. */
struct arena_player;

/* `is_over`: when it becomes true the play under way is given up. */
struct arena_player *arena_player_new(const struct arena_plan *plan, atomic_bool *is_over, struct ochre_error *error);
void arena_player_delete(struct arena_player *player);

/* Plays number `game`. 0 and a new record; 1 when it was given up; -1 and why. */
int arena_player_play(struct arena_player *player, int game, struct arena_record **record, struct ochre_error *error);

void arena_record_delete(struct arena_record *record);

#endif
