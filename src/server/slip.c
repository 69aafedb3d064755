/* slip.c: see slip.h. */
#include "server/slip.h"

#include <assert.h>

#include "server/house.h"
#include "server/peer.h"

void slip_begin(struct slip *slip, const char *kind, const char *id, const char *table)
{
    slip->out = text_on(slip->text, sizeof slip->text);
    slip->writer = json_write_to(&slip->out);
    json_open(&slip->writer, '{');
    json_field_string(&slip->writer, "t", kind);
    if (id) {
        json_name(&slip->writer, "id");
        json_put_raw(&slip->writer, id);
    }
    if (table)
        json_field_string(&slip->writer, "table", table);
}

void slip_post(struct slip *slip, struct peer *peer)
{
    json_close(&slip->writer, '}');
    if (!slip->out.cut)
        peer_post(peer, slip->text, slip->out.used);
}

const char *const no_codes[NO_CODES] = {"rule", "ask",  "turn", "over", "seat", "key",  "table", "waiting",
                                        "undo", "hush", "rate", "size", "form", "keep", "busy",  "off"};

void peer_refuse(struct peer *peer, const struct refusal *refusal)
{
    struct slip slip;
    assert(refusal->code >= 0 && refusal->code < NO_CODES && refusal->why);
    peer_hall(peer)->measures.refused[refusal->code]++;
    slip_begin(&slip, "no", refusal->id, refusal->table);
    if (refusal->of)
        json_field_string(&slip.writer, "of", refusal->of);
    if (refusal->ask >= 0)
        json_field_int(&slip.writer, "ask", refusal->ask);
    json_field_string(&slip.writer, "code", no_codes[refusal->code]);
    if (refusal->rule)
        json_field_string(&slip.writer, "rule", refusal->rule);
    if (refusal->again > 0)
        json_field_int(&slip.writer, "again", refusal->again);
    json_field_string(&slip.writer, "why", refusal->why);
    slip_post(&slip, peer);
}
