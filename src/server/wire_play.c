/* wire_play.c: move, why, undo, consent, resign, look. */
#include <assert.h>

#include "server/room.h"
#include "server/room_play.h"
#include "server/room_seats.h"
#include "server/room_tell.h"
#include "server/room_terms.h"
#include "server/wire_inner.h"

static bool read_move(const struct heard *heard, char move[2 * OCHRE_MOVE_SIZE])
{
    if (json_string(json_get(heard->message, "move"), move, 2 * OCHRE_MOVE_SIZE))
        return true;
    wire_refuse(heard, NO_FORM, N_("A move is a short text."));
    return false;
}

void wire_move(struct heard *heard)
{
    assert(heard->sit && heard->sit->seat < room_seat_count(heard->room));
    char move[2 * OCHRE_MOVE_SIZE];
    struct table_no no;
    if (!read_move(heard, move))
        return;
    if (heard->ask < 0 || heard->ask > UINT32_MAX) {
        wire_refuse(heard, NO_FORM, N_("A move names the question that it answers: ask."));
        return;
    }
    int seat = heard->sit->seat;
    if (room_has_computer(heard->room, seat)) {
        wire_refuse(heard, NO_SEAT, N_("A computer plays for you; take the seat back first."));
        return;
    }
    if (room_play(heard->room, seat, (uint32_t)heard->ask, move, peer_tongue(heard->peer), &no) < 0)
        wire_refuse_no(heard, &no);
    else
        wire_accept_with_step(heard);
}

void wire_why(struct heard *heard)
{
    char move[2 * OCHRE_MOVE_SIZE];
    if (!read_move(heard, move))
        return;
    const struct table *table = room_awake(heard->room);
    struct table_no no = {0};
    ochre_action action;
    int seat = heard->sit->seat;
    bool can = table_try(table, seat, move, peer_tongue(heard->peer), &action, &no) == 0;
    struct slip slip;
    slip_begin(&slip, "why", wire_id(heard), heard->table);
    json_field_string(&slip.writer, "move", move);
    json_field_bool(&slip.writer, "can", can);
    if (can) {
        struct ochre_text does = text_in(no.why, sizeof no.why, peer_tongue(heard->peer));
        table_move_words(table, seat, action, &does);
    } else {
        json_field_string(&slip.writer, "rule", no.rule);
    }
    json_field_string(&slip.writer, "why", no.why);
    slip_post(&slip, heard->peer);
}

void wire_undo(struct heard *heard)
{
    struct table_no no;
    if (!room_may_undo(heard->room)) {
        wire_refuse(heard, NO_OFF, N_("At this table nothing is taken back."));
        return;
    }
    switch (room_undo(heard->room, heard->sit->seat, peer_tongue(heard->peer), &no)) {
    case UNDO_REFUSED: wire_refuse_no(heard, &no); break;
    case UNDO_DONE: wire_accept_with_step(heard); break;
    case UNDO_WISHED: wire_accept(heard); break;
    case UNDO_WISHED_BEFORE:
        wire_refuse(heard, NO_BUSY, N_("You have asked for that; the others have not all answered yet."));
        break;
    }
}

void wire_consent(struct heard *heard)
{
    int wish = 0;
    bool is_yes = false;
    if (!json_int_in(json_get(heard->message, "wish"), 1, INT32_MAX, &wish) ||
        !json_bool(json_get(heard->message, "yes"), &is_yes))
        wire_refuse(heard, NO_FORM, N_("Consent has the number of the wish and yes, true or false."));
    else if (room_consent(heard->room, heard->sit->seat, wish, is_yes) < 0)
        wire_refuse(heard, NO_UNDO, N_("Nobody asks for that now."));
    else
        wire_accept(heard);
}

void wire_resign(struct heard *heard)
{
    struct table_no no;
    if (room_resign(heard->room, heard->sit->seat, peer_tongue(heard->peer), &no) < 0)
        wire_refuse_no(heard, &no);
    else
        wire_accept_with_step(heard);
}

/* ---- looking back ---- */

struct past {
    const struct heard *heard;
    int number;
    bool is_public; /* as somebody sees it who only watches */
};

static void write_past(void *what, struct ochre_text *out)
{
    const struct past *past = what;
    const struct heard *heard = past->heard;
    struct json_writer writer = json_write_to(out);
    int seat = heard->sit && !past->is_public ? heard->sit->seat : OCHRE_NOBODY;
    struct calling calling;
    room_call(heard->room, seat, peer_tongue(heard->peer), &calling);
    struct step_listener listener = {.viewer = seat, .tongue = peer_tongue(heard->peer), .voice = &calling.voice};
    json_open(&writer, '{');
    json_field_string(&writer, "t", "past");
    if (heard->id[0]) {
        json_name(&writer, "id");
        json_put_raw(&writer, heard->id);
    }
    json_field_string(&writer, "table", heard->table);
    step_write_past(room_awake(heard->room), past->number, &listener, &writer);
    json_close(&writer, '}');
}

void wire_look(struct heard *heard)
{
    struct past past = {.heard = heard};
    struct against against;
    size_t length;
    (void)json_bool(json_get(heard->message, "public"), &past.is_public);
    bool has_seat = heard->sit && heard->sit->seat != OCHRE_NOBODY;
    if (!json_int_in(json_get(heard->message, "step"), 0, INT32_MAX, &past.number))
        past.number = -1;
    if (!room_may_look(heard->room, has_seat, past.number, &against)) {
        wire_refuse_for(heard, &against);
        return;
    }
    const char *text = paper_fill(&heard->hall->paper, write_past, &past, &length);
    if (text)
        peer_post(heard->peer, text, length);
    else
        wire_refuse(heard, NO_BUSY, N_("There is not enough memory to go on."));
}
