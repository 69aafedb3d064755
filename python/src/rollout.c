/* rollout.c: many steps of a batch by lot in one call, into arrays of the caller's: a row for each step. */
#include "core.h"

#include <string.h>

enum { ARRAYS = 10, STEPS_MAX = 1 << 20, AT_ONCE = 1 << 18 /* moves before anybody is heard */ };

/* What the batch writes, in the order of ochre_batch_arrays. */
static const struct {
    const char *name;
    enum item item;
    bool is_wide; /* several numbers a play */
} arrays[ARRAYS] = {
    {"seat", ITEM_INT, false},  {"observation", ITEM_FLOAT, true}, {"mask", ITEM_BOOL, true},
    {"legal", ITEM_INT, true},  {"legal_count", ITEM_INT, false},  {"reward", ITEM_FLOAT, true},
    {"done", ITEM_BOOL, false}, {"rank", ITEM_INT, true},          {"score", ITEM_INT, true},
    {"moves", ITEM_INT, false},
};

/* Numbers of each that belong to one play. */
static size_t numbers_of(const ochre_about *about, int which)
{
    switch (which) {
    case 1: return about->observation_size;
    case 2: return about->actions;
    case 3: return about->legal_max;
    case 5:
    case 7:
    case 8: return about->seats;
    default: return 1;
    }
}

/* What was lent for one call. */
struct lent {
    Py_buffer buffer[ARRAYS + 1]; /* the last one for actions */
    size_t row[ARRAYS];           /* bytes of a step */
    uint32_t steps;
};

static void give_back(struct lent *lent)
{
    for (int i = 0; i <= ARRAYS; i++)
        if (lent->buffer[i].obj)
            PyBuffer_Release(&lent->buffer[i]);
}

static int borrow(const BatchObject *self, PyObject *const given[ARRAYS + 1], struct lent *lent)
{
    for (int i = 0; i <= ARRAYS; i++) {
        bool is_array = i < ARRAYS;
        size_t numbers = is_array ? numbers_of(&self->setup->about, i) : 1;
        enum item item = is_array ? arrays[i].item : ITEM_INT;
        Py_ssize_t shape[] = {(Py_ssize_t)lent->steps, (Py_ssize_t)self->plays, (Py_ssize_t)numbers};
        if (is_array)
            lent->row[i] = self->plays * numbers * (item == ITEM_BOOL ? 1 : 4);
        if (given[i] == Py_None)
            continue;
        if (borrow_array(given[i], is_array ? arrays[i].name : "action", item, shape,
                         is_array && arrays[i].is_wide ? 3 : 2, 1, &lent->buffer[i]) < 0) {
            lent->buffer[i].obj = NULL;
            return -1;
        }
    }
    return 0;
}

/* Some steps, into the rows from `row` on of what was lent; of the last one also the batch's own arrays are written,
 * which always say how the plays stand. */
static void roll(BatchObject *self, const struct lent *lent, uint32_t row, uint32_t steps, bool is_last)
{
    ochre_batch_arrays to = {0};
    void **at = (void **)&to;
    void *const *own = (void *const *)&self->to;
    int32_t *actions = lent->buffer[ARRAYS].buf;
    for (int i = 0; i < ARRAYS; i++)
        at[i] = lent->buffer[i].buf ? (char *)lent->buffer[i].buf + lent->row[i] * row : is_last ? own[i] : NULL;
    ochre_batch_rollout(self->batch, steps, actions ? actions + (size_t)row * self->plays : NULL, &to, sizeof to);
    for (int i = 0; i < ARRAYS; i++)
        if (is_last && own[i] && own[i] != at[i])
            memmove(own[i], at[i], lent->row[i]);
}

/* Now and then whoever would like to interrupt is heard: then the next step is the last. */
static int roll_all(BatchObject *self, const struct lent *lent)
{
    uint32_t at_once = AT_ONCE / self->plays + 1;
    uint32_t before = lent->steps - 1;
    uint32_t row = 0;
    int result = 0;
    while (row < before && result == 0) {
        uint32_t steps = before - row < at_once ? before - row : at_once;
        Py_BEGIN_ALLOW_THREADS roll(self, lent, row, steps, false);
        Py_END_ALLOW_THREADS row += steps;
        result = PyErr_CheckSignals();
    }
    Py_BEGIN_ALLOW_THREADS roll(self, lent, row, 1, true);
    Py_END_ALLOW_THREADS return result;
}

PyObject *batch_rollout(PyObject *object, PyObject *args, PyObject *named)
{
    static char *names[] = {"steps",  "action", "seat", "observation", "mask",  "legal", "legal_count",
                            "reward", "done",   "rank", "score",       "moves", NULL};
    BatchObject *self = (BatchObject *)object;
    PyObject *steps;
    PyObject *given[ARRAYS + 1];
    long number;
    for (int i = 0; i <= ARRAYS; i++)
        given[i] = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O|$OOOOOOOOOOO:rollout", names, &steps, &given[ARRAYS], &given[0],
                                     &given[1], &given[2], &given[3], &given[4], &given[5], &given[6], &given[7],
                                     &given[8], &given[9]) ||
        number_of(steps, "steps", 1, STEPS_MAX, &number) < 0)
        return NULL;
    struct lent lent = {.steps = (uint32_t)number};
    if (borrow(self, given, &lent) < 0 || !batch_is_free(self)) {
        give_back(&lent);
        return NULL;
    }
    self->is_busy = 1;
    int result = roll_all(self, &lent);
    self->is_busy = 0;
    give_back(&lent);
    return result < 0 ? NULL : Py_NewRef(Py_None);
}

_Static_assert(sizeof(ochre_batch_arrays) == ARRAYS * sizeof(void *), "every array has a name here");
