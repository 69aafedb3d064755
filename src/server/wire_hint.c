/* wire_hint.c: hint. A computer thinks for somebody who asks what it would do. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/hint.h"
#include "server/memory.h"
#include "server/room.h"
#include "server/room_play.h"
#include "server/room_terms.h"
#include "server/wire_inner.h"

#define HINT_BOT "level:7"

/* A hint that somebody waits for; `sit` cancels it when it goes. */
struct hint {
    struct sit *sit;
    uint32_t ask;
    char id[MESSAGE_ID_SIZE];
};

static void hint_failed(const struct hint *hint, enum no_code code, const char *english)
{
    const struct ochre_text words = {.tongue = peer_tongue(hint->sit->peer)};
    peer_refuse(hint->sit->peer, &(struct refusal){.code = code,
                                                   .id = hint->id[0] ? hint->id : NULL,
                                                   .table = room_id(hint->sit->room),
                                                   .of = "hint",
                                                   .ask = hint->ask,
                                                   .why = text_word(&words, english)});
}

static void tell_hint(const struct hint *hint, const struct thought *thought)
{
    const struct sit *sit = hint->sit;
    struct slip slip;
    slip_begin(&slip, "hint", hint->id[0] ? hint->id : NULL, room_id(sit->room));
    json_field_int(&slip.writer, "ask", hint->ask);
    char words[TABLE_WHY_SIZE] = "";
    struct ochre_text text = text_in(words, sizeof words, peer_tongue(sit->peer));
    table_move_words(room_awake(sit->room), sit->seat, thought->action, &text);
    json_field_string(&slip.writer, "words", words);
    hint_write(thought, &slip.writer);
    if (slip.out.cut)
        hint_failed(hint, NO_BUSY, N_("No hint came of it; try again."));
    else
        slip_post(&slip, sit->peer);
}

/* The question may have gone while it was thought about: then that is the answer. */
static void hint_done(void *who, const struct thought *thought)
{
    struct hint *hint = who;
    struct sit *sit = hint->sit;
    assert(!sit->hint || sit->hint == hint);
    sit->hint = NULL;
    if (thought->thoughts->is_astray)
        room_note_astray(sit->room, HINT_BOT);
    if (room_awake(sit->room) && table_ask(room_awake(sit->room), sit->seat) == hint->ask)
        tell_hint(hint, thought);
    else
        hint_failed(hint, NO_ASK, N_("That question is not open now."));
    free(hint);
}

/* Without thinkers (tests) the hint is thought out on the spot. */
static void hint_here(struct hint *hint, const struct ochre_view *view, int seat)
{
    struct bot_thoughts thoughts = {0};
    struct bot *bot = bot_new("greedy", NULL);
    const struct ochre_setup *setup = table_setup(room_awake(hint->sit->room));
    ochre_action action = bot_think(bot, setup, view, seat, &room_hall(hint->sit->room)->rng, &thoughts);
    hint_done(hint,
              &(struct thought){.seat = seat, .action = action, .thoughts = &thoughts, .view = view, .setup = setup});
    bot_delete(bot);
}

void wire_hint(struct heard *heard)
{
    struct ochre_view view;
    struct ochre_error error;
    struct room *room = heard->room;
    const struct table *table = room_awake(room);
    int seat = heard->sit->seat;
    if (!room_may_hint(room)) {
        wire_refuse(heard, NO_OFF, N_("At this table there are no hints."));
        return;
    }
    if (!room_is_asked(room, seat) || heard->ask != table_ask(table, seat)) {
        wire_refuse(heard, room_is_asked(room, seat) ? NO_ASK : NO_TURN, N_("That question is not open now."));
        return;
    }
    if (heard->sit->hint) {
        wire_refuse(heard, NO_BUSY, N_("A hint is being thought out already."));
        return;
    }
    struct hint *hint = new_memory(sizeof *hint);
    hint->sit = heard->sit;
    hint->ask = (uint32_t)heard->ask;
    memcpy(hint->id, heard->id, sizeof hint->id);
    table_view(table, seat, &view);
    if (!heard->hall->config.thinkers) {
        hint_here(hint, &view, seat);
        return;
    }
    heard->sit->hint_job = thinkers_ask(heard->hall->config.thinkers,
                                        &(struct thinking){.person = peer_address(heard->peer)->number,
                                                           .table = room_number(room),
                                                           .bot = HINT_BOT,
                                                           .opening = (struct opening *)table_opening(table),
                                                           .view = &view,
                                                           .seat = seat,
                                                           .seed = 1,
                                                           .is_hint = true,
                                                           .done = hint_done,
                                                           .who = hint},
                                        &error);
    if (heard->sit->hint_job) {
        heard->sit->hint = hint;
        return;
    }
    free(hint);
    wire_refuse(heard, NO_BUSY, N_("All computer players are busy; try again in a moment."));
}
