/* show.h: the facet of a game that shows it: a picture for the terminal, JSON for the page, numbers for learners.
 * Everything is made from a view, for the viewer it was made for. */
#ifndef OCHRE_RULES_SHOW_H
#define OCHRE_RULES_SHOW_H

#include "base/canvas.h"
#include "rules/game.h"
#include "rules/plan.h"

/* The things one points at, in order, to mean an action: squares, cards, buttons, as short ids. Whoever lists moves
 * wants their notation too, and what is written is found once. */
enum { OCHRE_TOUCH_MAX = 6, OCHRE_TOUCH_SIZE = 16 };

struct ochre_touch {
    char move[OCHRE_MOVE_SIZE]; /* as format_move writes it */
    int count;
    char id[OCHRE_TOUCH_MAX][OCHRE_TOUCH_SIZE];
};

struct ochre_show {
    void (*draw)(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas);
    /* What never changes during a play, and so is told once: what is printed on the components, the numbers of the
     * rules, what was agreed. Members of an object that is already open; none of them is a member of a view. NULL: a
     * game without such things. */
    void (*write_printed)(const struct ochre_setup *setup, struct json_writer *writer);
    /* Members of an object that is already open; "phase" is always among them. Large things that do not change are
     * write_printed's. */
    void (*write_view)(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                       struct json_writer *writer);
    void (*touch)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *touch);
    /* Writes setup->observe_size floats. */
    void (*observe)(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);
    /* What these are: names and shapes that add up to setup->observe_size. `plan` is empty. */
    void (*planes)(const struct ochre_setup *setup, struct ochre_plan *plan);
};

/* "printed":{…}, in the language of the writer's text; {} where there is nothing. */
void show_printed(const struct ochre_setup *setup, struct json_writer *writer);
/* The members of a view with those that are printed in front: for whoever is told a single view. */
void show_whole(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct json_writer *writer);

#endif
