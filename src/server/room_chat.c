/* room_chat.c: what people at a table say to each other; the last lines are kept. */
#include <assert.h>
#include <stdlib.h>

#include "rules/rules.h"
#include "server/beat.h"
#include "server/memory.h"
#include "server/peer.h"
#include "server/room_inner.h"
#include "server/room_play.h"
#include "server/sit.h"

void room_free_chat(struct room *room)
{
    for (int i = 0; i < STORE_CHAT_MAX; i++) {
        free(room->chat[i].name);
        free(room->chat[i].text);
        room->chat[i] = (struct room_chat){0};
    }
    room->chat_count = 0;
}

void room_read_chat(struct room *room, const struct stored_play *play)
{
    room_free_chat(room);
    for (int i = 0; i < play->chat_count; i++) {
        const struct stored_chat *line = &play->chat[i];
        struct room_chat *chat = &room->chat[line->number % STORE_CHAT_MAX];
        free(chat->name);
        free(chat->text);
        *chat = (struct room_chat){.number = line->number,
                                   .seat = line->seat,
                                   .at = line->at,
                                   .name = copy_text(line->name),
                                   .text = copy_text(line->text)};
        room->chat_count = line->number;
    }
}

bool room_is_hushed(struct room *room)
{
    const struct table *table = room_table(room);
    const struct ochre_setup *setup = table ? table_setup(table) : NULL;
    return room->status == STORED_RUNNING && setup && setup->game->rules->is_hushed &&
           setup->game->rules->is_hushed(setup, table_state(table));
}

void room_add_chat(struct room *room, int seat, const char *text)
{
    assert(seat >= 0 && seat < room->seat_count && room->seat[seat].kept.kind == STORED_PERSON);
    struct room_chat *line = &room->chat[(room->chat_count + 1) % STORE_CHAT_MAX];
    free(line->name);
    free(line->text);
    assert(line->number <= room->chat_count);
    *line = (struct room_chat){.number = ++room->chat_count,
                               .seat = seat,
                               .at = hall_date(room->hall) / 1000,
                               .name = copy_text(room->seat[seat].kept.name),
                               .text = copy_text(text)};
    room_touch(room);
    room->hall->measures.chats++;
    struct store_batch *batch = beat_batch(room->hall);
    if (batch)
        store_add_chat(
            batch, room->number,
            &(struct stored_chat){
                .number = line->number, .seat = seat, .at = line->at, .name = line->name, .text = line->text});
    for (struct sit *sit = room->sits; sit; sit = sit->next_of_room)
        peer_wake(sit->peer);
}
