/* batch.c: many plays stepped together, into arrays that numpy looks at without copying. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *batch_type;

/* The arrays, in the order of ochre_batch_arrays. */
enum { SEAT, OBSERVATION, MASK, LEGAL, LEGAL_COUNT, REWARD, DONE, RANK, SCORE, MOVES };

static int make_array(BatchObject *self, int which, enum item item, int rank, uint32_t columns)
{
    ArrayObject *array = array_new(item, rank, (Py_ssize_t)self->plays, (Py_ssize_t)columns);
    if (!array)
        return -1;
    Py_XDECREF(self->array[which]);
    self->array[which] = (PyObject *)array;
    ((void **)&self->to)[which] = array->data;
    return 0;
}

static int make_arrays(BatchObject *self, int observe, int mask, int legal)
{
    const ochre_about *about = &self->setup->about;
    for (int i = 0; i < 10; i++)
        self->array[i] = Py_NewRef(Py_None);
    if (make_array(self, SEAT, ITEM_INT, 1, 1) < 0 || make_array(self, REWARD, ITEM_FLOAT, 2, about->seats) < 0 ||
        make_array(self, DONE, ITEM_BOOL, 1, 1) < 0 || make_array(self, RANK, ITEM_INT, 2, about->seats) < 0 ||
        make_array(self, SCORE, ITEM_INT, 2, about->seats) < 0 || make_array(self, MOVES, ITEM_INT, 1, 1) < 0)
        return -1;
    if ((mask || legal) && make_array(self, LEGAL_COUNT, ITEM_INT, 1, 1) < 0)
        return -1;
    if (observe && make_array(self, OBSERVATION, ITEM_FLOAT, 2, about->observation_size) < 0)
        return -1;
    if (mask && make_array(self, MASK, ITEM_BOOL, 2, about->actions) < 0)
        return -1;
    return legal ? make_array(self, LEGAL, ITEM_INT, 2, about->legal_max) : 0;
}

/* The names of those who play inside, by seat; None: from outside. The strings live as long as `kept`. */
static int read_players(PyObject *players, uint32_t seats, const char *names[OCHRE_SEATS], PyObject *kept[OCHRE_SEATS])
{
    if (players == Py_None)
        return 0;
    Py_ssize_t count = PySequence_Check(players) && !PyUnicode_Check(players) ? PySequence_Size(players) : -1;
    if (count != (Py_ssize_t)seats) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "players: expected %u names or None, one for each seat", seats);
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(players, i);
        if (!item)
            return -1;
        if (item != Py_None) {
            kept[i] = PyUnicode_AsUTF8String(item);
            names[i] = kept[i] ? PyBytes_AsString(kept[i]) : NULL;
        }
        int is_wrong = item != Py_None && !names[i];
        Py_DECREF(item);
        if (is_wrong)
            return -1;
    }
    return 0;
}

static int begin(BatchObject *self, const ochre_batch_terms *terms)
{
    ochre_why why;
    self->batch = ochre_batch_new(self->setup->setup, terms, sizeof *terms, &why);
    if (!self->batch) {
        raise_refused(&why);
        return -1;
    }
    ochre_batch_reset(self->batch, terms->seed, &self->to, sizeof self->to);
    return 0;
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"setup", "plays", "threads", "seed", "players", "observe", "mask", "legal", NULL};
    PyObject *setup;
    PyObject *plays;
    PyObject *threads = NULL;
    PyObject *seed = NULL;
    PyObject *players = Py_None;
    int observe = 1;
    int mask = 1;
    int legal = 0;
    long number;
    ochre_batch_terms terms = {.threads = 1};
    PyObject *kept[OCHRE_SEATS] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, named, "OO|OOOppp:Batch", names, &setup, &plays, &threads, &seed, &players,
                                     &observe, &mask, &legal))
        return NULL;
    if (!PyObject_TypeCheck(setup, setup_type)) {
        PyErr_SetString(PyExc_TypeError, "setup: expected an ochre.Setup");
        return NULL;
    }
    if (number_of(plays, "plays", 1, 1 << 24, &number) < 0)
        return NULL;
    terms.plays = (uint32_t)number;
    if (threads) {
        if (number_of(threads, "threads", 1, 256, &number) < 0)
            return NULL;
        terms.threads = (uint32_t)number;
    }
    if (seed && seed_of(seed, &terms.seed) < 0)
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    BatchObject *self = (BatchObject *)alloc(type, 0);
    if (!self)
        return NULL;
    self->setup = (SetupObject *)Py_NewRef(setup);
    self->plays = terms.plays;
    self->actions = malloc(terms.plays * sizeof *self->actions);
    int result = self->actions ? read_players(players, self->setup->about.seats, terms.player, kept) : -1;
    if (!self->actions)
        PyErr_NoMemory();
    if (result == 0 && (make_arrays(self, observe, mask, legal) < 0 || begin(self, &terms) < 0))
        result = -1;
    for (int i = 0; i < OCHRE_SEATS; i++)
        Py_XDECREF(kept[i]);
    if (result < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void batch_free(PyObject *object)
{
    BatchObject *self = (BatchObject *)object;
    ochre_batch_delete(self->batch);
    free(self->actions);
    for (int i = 0; i < 10; i++)
        Py_XDECREF(self->array[i]);
    Py_XDECREF((PyObject *)self->setup);
    object_free(object);
}

/* Is it open, and is nobody else in it? */
int batch_is_free(const BatchObject *self)
{
    if (!self->batch)
        PyErr_SetString(PyExc_ValueError, "the batch is closed");
    else if (self->is_busy)
        PyErr_SetString(PyExc_RuntimeError, "the batch is used by another thread");
    else
        return 1;
    return 0;
}

static PyObject *batch_close(PyObject *object, PyObject *unused)
{
    (void)unused;
    BatchObject *self = (BatchObject *)object;
    if (self->batch && !batch_is_free(self))
        return NULL;
    ochre_batch_delete(self->batch);
    self->batch = NULL;
    return Py_NewRef(Py_None);
}

static PyObject *batch_enter(PyObject *object, PyObject *unused)
{
    (void)unused;
    return Py_NewRef(object);
}

static PyObject *batch_exit(PyObject *object, PyObject *args)
{
    return batch_close(object, args);
}

/* ---- playing ---- */

/* Actions as int32, where they are something else: int64, or a list. Checked for their range. */
static int read_long(BatchObject *self, PyObject *given)
{
    Py_buffer buffer;
    if (PyObject_CheckBuffer(given) && PyObject_GetBuffer(given, &buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) == 0) {
        const char *format = buffer.format ? buffer.format + strspn(buffer.format, "@=<") : "";
        int is_long = buffer.itemsize == 8 && strlen(format) == 1 && strchr("lq", *format);
        int is_int = buffer.itemsize == 4 && strlen(format) == 1 && strchr("il", *format);
        int is_right = is_long && buffer.len == (Py_ssize_t)self->plays * 8 && buffer.ndim == 1;
        for (uint32_t i = 0; is_right && i < self->plays; i++) {
            int64_t action;
            memcpy(&action, (const char *)buffer.buf + (size_t)i * sizeof action, sizeof action);
            self->actions[i] = action < INT32_MIN || action > INT32_MAX ? -1 : (int32_t)action;
        }
        if (!is_long && !is_int)
            PyErr_Format(PyExc_TypeError, "actions: expected an array of int32 or int64, not of format '%s'",
                         buffer.format ? buffer.format : "?");
        else if (is_int && buffer.ndim == 1 && buffer.len == (Py_ssize_t)self->plays * 4)
            PyErr_SetString(PyExc_ValueError, "actions: expected an array whose numbers are aligned");
        else if (!is_right && buffer.ndim != 1)
            PyErr_Format(PyExc_ValueError, "actions: expected the shape (%u,)", self->plays);
        else if (!is_right)
            PyErr_Format(PyExc_ValueError, "actions: expected %u numbers, got %zd", self->plays,
                         buffer.len / buffer.itemsize);
        PyBuffer_Release(&buffer);
        return is_right ? 0 : -1;
    }
    PyErr_Clear();
    if (!PyList_Check(given) && !PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "actions: expected a contiguous array of int32 or int64, or a list");
        return -1;
    }
    if (PySequence_Size(given) != (Py_ssize_t)self->plays) {
        PyErr_Format(PyExc_ValueError, "actions: expected %u numbers, got %zd", self->plays, PySequence_Size(given));
        return -1;
    }
    for (uint32_t i = 0; i < self->plays; i++) {
        long number;
        PyObject *item = PySequence_GetItem(given, (Py_ssize_t)i);
        int result = item ? number_of(item, "actions", INT32_MIN, INT32_MAX, &number) : -1;
        Py_XDECREF(item);
        if (result < 0)
            return -1;
        self->actions[i] = (int32_t)number;
    }
    return 0;
}

static PyObject *batch_step(PyObject *object, PyObject *given)
{
    BatchObject *self = (BatchObject *)object;
    Py_buffer buffer = {0};
    ochre_why why;
    if (!batch_is_free(self))
        return NULL;
    const int32_t *actions = self->actions;
    Py_ssize_t plays = (Py_ssize_t)self->plays;
    if (borrow_array(given, "actions", ITEM_INT, &plays, 1, 0, &buffer) == 0) {
        actions = buffer.buf;
    } else {
        PyErr_Clear();
        buffer.obj = NULL;
        if (read_long(self, given) < 0)
            return NULL;
    }
    if (!batch_is_free(self)) { /* whatever was read may have run code that closed it */
        if (buffer.obj)
            PyBuffer_Release(&buffer);
        return NULL;
    }
    self->is_busy = 1;
    int result;
    Py_BEGIN_ALLOW_THREADS result = ochre_batch_step(self->batch, actions, &self->to, sizeof self->to, &why);
    Py_END_ALLOW_THREADS self->is_busy = 0;
    if (buffer.obj)
        PyBuffer_Release(&buffer);
    return result < 0 ? raise_refused(&why) : Py_NewRef(Py_None);
}

static PyObject *batch_reset(PyObject *object, PyObject *given)
{
    BatchObject *self = (BatchObject *)object;
    uint64_t seed;
    if (seed_of(given, &seed) < 0 || !batch_is_free(self))
        return NULL;
    self->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS ochre_batch_reset(self->batch, seed, &self->to, sizeof self->to);
    Py_END_ALLOW_THREADS self->is_busy = 0;
    return Py_NewRef(Py_None);
}

static PyObject *batch_random(PyObject *object, PyObject *args, PyObject *named)
{
    static char *names[] = {"out", NULL};
    BatchObject *self = (BatchObject *)object;
    PyObject *out = Py_None;
    Py_buffer buffer;
    Py_ssize_t plays = (Py_ssize_t)self->plays;
    if (!PyArg_ParseTupleAndKeywords(args, named, "|O:random", names, &out) || !batch_is_free(self))
        return NULL;
    PyObject *array = out == Py_None ? (PyObject *)array_new(ITEM_INT, 1, plays, 1) : Py_NewRef(out);
    if (!array)
        return NULL;
    if (borrow_array(array, "out", ITEM_INT, &plays, 1, 1, &buffer) < 0) {
        Py_DECREF(array);
        return NULL;
    }
    if (!batch_is_free(self)) {
        PyBuffer_Release(&buffer);
        Py_DECREF(array);
        return NULL;
    }
    self->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS ochre_batch_random(self->batch, buffer.buf);
    Py_END_ALLOW_THREADS self->is_busy = 0;
    PyBuffer_Release(&buffer);
    return array;
}

static PyObject *batch_state(PyObject *object, PyObject *given)
{
    BatchObject *self = (BatchObject *)object;
    long play;
    if (number_of(given, "play", 0, (long)self->plays - 1, &play) < 0 || !batch_is_free(self))
        return NULL;
    StateObject *state = state_new(self->setup);
    if (state)
        ochre_state_copy(self->setup->setup, state->state, ochre_batch_state(self->batch, (uint32_t)play));
    return (PyObject *)state;
}

static PyObject *batch_set(PyObject *object, PyObject *args)
{
    BatchObject *self = (BatchObject *)object;
    PyObject *given;
    PyObject *state;
    long play;
    ochre_why why;
    if (!PyArg_ParseTuple(args, "OO:set", &given, &state) ||
        number_of(given, "play", 0, (long)self->plays - 1, &play) < 0 || !batch_is_free(self))
        return NULL;
    if (!PyObject_TypeCheck(state, state_type)) {
        PyErr_SetString(PyExc_TypeError, "state: expected an ochre.State");
        return NULL;
    }
    if (((StateObject *)state)->setup->about.fingerprint != self->setup->about.fingerprint)
        return raise_refused(&(ochre_why){.words = "this is no state of this setup"});
    if (ochre_batch_set(self->batch, (uint32_t)play, ((StateObject *)state)->state, &self->to, sizeof self->to, &why) <
        0)
        return raise_refused(&why);
    return Py_NewRef(Py_None);
}

static PyObject *get_array(PyObject *object, void *which)
{
    return Py_NewRef(((BatchObject *)object)->array[(intptr_t)which]);
}

static PyObject *get_plays(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLong(((BatchObject *)object)->plays);
}

static PyObject *get_setup(PyObject *object, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((BatchObject *)object)->setup);
}

static PyGetSetDef getters[] = {
    {"setup", get_setup, NULL, "Its setup.", NULL},
    {"plays", get_plays, NULL, "How many plays there are.", NULL},
    {"seat", get_array, NULL, "(plays,) whose action is wanted.", (void *)SEAT},
    {"observation", get_array, NULL, "(plays, observation_size) of that seat; None unless asked for.",
     (void *)OBSERVATION},
    {"mask", get_array, NULL, "(plays, actions) its legal actions; None unless asked for.", (void *)MASK},
    {"legal", get_array, NULL, "(plays, legal_max) the same as lists; None unless asked for.", (void *)LEGAL},
    {"legal_count", get_array, NULL, "(plays,) how many of them; with mask or legal.", (void *)LEGAL_COUNT},
    {"reward", get_array, NULL, "(plays, seats) payoffs where a play has just ended, else 0.", (void *)REWARD},
    {"done", get_array, NULL, "(plays,) whether a play has just ended.", (void *)DONE},
    {"rank", get_array, NULL, "(plays, seats) of the play that has just ended, else 0.", (void *)RANK},
    {"score", get_array, NULL, "(plays, seats) of the play that has just ended, else 0.", (void *)SCORE},
    {"moves", get_array, NULL, "(plays,) of the play that has just ended, else 0.", (void *)MOVES},
    {0},
};

static PyMethodDef methods[] = {
    {"step", batch_step, METH_O,
     "step(actions, /)\n--\n\nOne action for each play. When one is not legal all are refused, and nothing has moved."},
    {"reset", batch_reset, METH_O, "reset(seed, /)\n--\n\nAll plays from the start, with new numbers."},
    {"random", (PyCFunction)(void (*)(void))batch_random, METH_VARARGS | METH_KEYWORDS,
     "random(out=None)\n--\n\nA random legal action for each play, in an array of its own or in `out` (int32)."},
    {"rollout", (PyCFunction)(void (*)(void))batch_rollout, METH_VARARGS | METH_KEYWORDS,
     "rollout(steps, *, action=None, seat=None, observation=None, mask=None, legal=None, legal_count=None, "
     "reward=None, done=None, rank=None, score=None, moves=None)\n--\n\nSo many steps of every play, all of them at "
     "random: random() and step() in turns, in one call. Arrays that are handed in get a row for each step: int32, "
     "float32 for observation and reward, bool for mask and done; action is what was played, the rest what that led "
     "to. Afterwards the batch's own arrays are those of the last step."},
    {"state", batch_state, METH_O, "state(play, /)\n--\n\nA copy of a play as it stands."},
    {"set", batch_set, METH_VARARGS, "set(play, state, /)\n--\n\nThe play goes on from this state."},
    {"close", batch_close, METH_NOARGS, "close()\n--\n\nEnds its threads. The arrays stay as they are."},
    {"__enter__", batch_enter, METH_NOARGS, NULL},
    {"__exit__", batch_exit, METH_VARARGS, NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "Batch(setup, plays, threads=1, seed=0, players=None, observe=True, mask=True, legal=False)\n--\n\n"
     "Many plays of one setup, stepped together on some threads. The arrays are written anew by every step."},
    {Py_tp_new, batch_new},
    {Py_tp_dealloc, batch_free},
    {Py_tp_getset, getters},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec batch_spec = {"ochre.Batch", sizeof(BatchObject), 0, Py_TPFLAGS_DEFAULT, slots};

_Static_assert(sizeof(ochre_batch_arrays) == 10 * sizeof(void *), "every array has a name here");
