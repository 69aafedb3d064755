/* wire_answer.c: how a message is refused or accepted. */
#include <assert.h>

#include "server/beat.h"
#include "server/room.h"
#include "server/wire_inner.h"

const char *wire_id(const struct heard *heard)
{
    return heard->id[0] ? heard->id : NULL;
}

/* ---- refusing ---- */

static struct refusal refusal_of(const struct heard *heard, enum no_code code, const char *why)
{
    return (struct refusal){.code = code,
                            .id = wire_id(heard),
                            .table = heard->table[0] ? heard->table : NULL,
                            .of = heard->of,
                            .ask = heard->ask,
                            .why = why};
}

static const char *in_its_tongue(const struct heard *heard, const char *english)
{
    const struct ochre_text words = {.tongue = peer_tongue(heard->peer)};
    return text_word(&words, english);
}

void wire_refuse(const struct heard *heard, enum no_code code, const char *english)
{
    struct refusal refusal = refusal_of(heard, code, in_its_tongue(heard, english));
    peer_refuse(heard->peer, &refusal);
}

void wire_refuse_often(const struct heard *heard, int64_t again, const char *english)
{
    struct refusal refusal = refusal_of(heard, NO_RATE, in_its_tongue(heard, english));
    refusal.again = again > 0 ? again : 1;
    peer_refuse(heard->peer, &refusal);
}

void wire_refuse_for(const struct heard *heard, const struct against *against)
{
    wire_refuse(heard, against->code, against->english);
}

/* Its own words are codes, everything else is a rule of the game. */
void wire_refuse_no(const struct heard *heard, const struct table_no *no)
{
    static const struct {
        const char *word;
        enum no_code code;
    } own[] = {{"ask", NO_ASK},   {"turn", NO_TURN}, {"over", NO_OVER},  {"seat", NO_SEAT},
               {"undo", NO_UNDO}, {"keep", NO_KEEP}, {"memory", NO_KEEP}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (text_same(no->rule, own[i].word)) {
            struct refusal refusal = refusal_of(heard, own[i].code, no->why);
            peer_refuse(heard->peer, &refusal);
            return;
        }
    struct refusal refusal = refusal_of(heard, NO_RULE, no->why);
    refusal.rule = no->rule;
    peer_refuse(heard->peer, &refusal);
}

bool wire_can_store(const struct heard *heard)
{
    const char *why;
    if (hall_keeps(heard->hall, &why))
        return true;
    wire_refuse(heard, NO_KEEP, why);
    return false;
}

/* ---- accepting ---- */

/* Answered when what this beat changes is stored; `says_ok`: by a word, because nothing else will. */
static void wait_for_store(const struct heard *heard, const char *of, const char *id, bool says_ok, bool is_older)
{
    assert(heard->room && of);
    beat_wait_message(heard->hall, &(struct accepted){.peer = heard->peer,
                                                      .table = room_id(heard->room),
                                                      .of = of,
                                                      .id = id,
                                                      .ask = heard->ask > 0 ? (uint32_t)heard->ask : 0,
                                                      .says_ok = says_ok,
                                                      .is_older = is_older});
}

void wire_accept(const struct heard *heard)
{
    wait_for_store(heard, heard->of, heard->id, true, false);
}

void wire_expect(const struct heard *heard)
{
    wait_for_store(heard, heard->of, heard->id, false, false);
}

void wire_answer_at_once(const struct heard *heard, struct sit *sit)
{
    if (sit->answers[0])
        wait_for_store(heard, sit->answers_of, sit->answers, true, true);
    sit->answers[0] = '\0';
}

void wire_answer_with_step(const struct heard *heard, struct sit *sit)
{
    wire_answer_at_once(heard, sit);
    struct ochre_text text = text_on(sit->answers, sizeof sit->answers);
    text_add(&text, heard->id);
    sit->answers_of = heard->of;
}

void wire_accept_with_step(const struct heard *heard)
{
    wire_answer_with_step(heard, heard->sit);
    wire_expect(heard);
}
