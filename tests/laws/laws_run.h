/* laws_run.h: what the files of the laws share: one run over one play, and careful ways to ask a game. */
#ifndef OCHRE_TESTS_LAWS_RUN_H
#define OCHRE_TESTS_LAWS_RUN_H

#include "laws.h"

/* A state with bytes around it that nobody may touch. */
struct guarded {
    struct ochre_state state;
    unsigned char guard[64];
};

enum { JSON_ROOM = 128 * 1024, LIST_GUARD = 8 };

struct run {
    const struct ochre_setup *setup;
    const struct ochre_game *game;
    struct ochre_rng rng;
    int stride;
    int step;
    struct laws_fault *fault;
    ochre_action *list[3]; /* scratch, each legal_max long and guarded */
    float *planes[2];      /* scratch, each observe_size long and guarded */
    char *json;
    struct json_node *nodes;
    struct canvas *canvas[2];
    struct ochre_journal *journal[2];
};

void run_open(struct run *run, const struct ochre_setup *setup, uint64_t seed, int stride, struct laws_fault *fault);
void run_close(struct run *run);

/* Notes which law is broken and how; always false. The first fault stays. */
bool broken(struct run *run, const char *law, const char *format, ...) __attribute__((format(printf, 3, 4)));

void guarded_init(struct guarded *guarded);
void guarded_copy(struct run *run, struct guarded *to, const struct guarded *from);
bool guarded_ok(struct run *run, const struct guarded *guarded, const char *after);

/* Scribbles over the stack, so that bytes nobody set show as a difference. */
void stir_stack(int byte);

/* The moves of a seat, with the law `moves` checked on the way; -1 when it is broken. */
int moves_of(struct run *run, const struct ochre_state *state, int seat, ochre_action *out);

/* The view of the viewer, guarded; false when redact wrote elsewhere. */
bool look(struct run *run, const struct guarded *play, int viewer, struct guarded *view);

/* As view. */
static inline const struct ochre_view *seen(const struct guarded *view)
{
    return (const struct ochre_view *)&view->state;
}

/* A random pending seat, and a random move of a list (chance with its odds). */
int pick_seat(struct run *run, ochre_seats seats);
ochre_action pick_move(struct run *run, const struct ochre_state *state, int seat, const ochre_action *list, int count);

/* The view as a JSON document in run->json; false when it does not fit. */
bool write_json(struct run *run, const struct ochre_view *view, int viewer);

/* laws_words.c: texts, reasons, the story. */
bool law_words(struct run *run, const struct guarded *play, int seat, const ochre_action *list, int count);
bool law_reasons(struct run *run, const struct guarded *play, int seat, const ochre_action *list, int count);
bool law_journal(struct run *run, const struct guarded *after, const struct ochre_journal *journal);
/* What stands behind the move for this viewer; "" for a game without notes. */
bool note_of_move(struct run *run, const struct ochre_view *view, int seat, ochre_action action,
                  char note[OCHRE_MOVE_SIZE]);
bool text_of_move(struct run *run, const struct ochre_view *view, int seat, ochre_action action,
                  char text[OCHRE_MOVE_SIZE]);

/* laws_hidden.c: views and imagined states. */
bool law_views(struct run *run, const struct guarded *play);
bool law_imagine(struct run *run, const struct guarded *play, struct laws_coverage *coverage);

/* laws_show.c: pictures and numbers. */
bool law_shown(struct run *run, const struct guarded *play);
bool law_result(struct run *run, const struct guarded *play, bool is_over);

/* laws_printed.c: what a game tells once, and that it stands beside a view. */
bool law_printed(struct run *run);
bool law_beside(struct run *run, const struct ochre_view *view, int viewer);

/* laws_entries.c: everything that may be asked at any time. */
bool law_entries(struct run *run, const struct guarded *play, ochre_seats pending);

/* canvas_watch.c: what was drawn beside the canvas since the last call, or NULL. */
const char *canvas_overrun(void);

#endif
