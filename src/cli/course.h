/* course.h: moves as words one behind the other ("a2a3 p3>recall:CH1 *>draw:HF1"), made one by one on a state. For
 * tools: unlike a table it takes chance's moves from outside. */
#ifndef OCHRE_CLI_COURSE_H
#define OCHRE_CLI_COURSE_H

#include "cli/command.h"

struct course {
    const struct ochre_setup *setup;
    struct ochre_state state;
    ochre_action *list;       /* room for the moves of a seat */
    bool has_luck;            /* chance draws by itself … */
    struct ochre_rng luck;    /* … from here */
    struct ochre_text *story; /* what happens, a sentence a line, as `viewer` hears it; or NULL */
    int viewer;
    char *made; /* the moves made so far, "p1>a2a3 *>deal:1": each with its seat; NULL: none */
    size_t made_used, made_size;
};

void course_init(struct course *course, const struct ochre_setup *setup, const struct ochre_state *state);
void course_free(struct course *course);

/* Lets chance draw while it alone is asked; false when it may not. */
bool course_draw(struct course *course);

/* Makes one move. It is made by the seat that is asked, or by the one written before '>'. NULL, or the rule that
 * forbids it and in `words` the reason. */
const char *course_move(struct course *course, const char *written, struct ochre_text *words);

#endif
