/* view.c: what one seat may know. */
#include "core.h"

#include <stdlib.h>

PyTypeObject *view_type;

ViewObject *view_new(SetupObject *setup)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(view_type, Py_tp_alloc);
    ViewObject *self = (ViewObject *)alloc(view_type, 0);
    if (!self)
        return NULL;
    self->setup = (SetupObject *)Py_NewRef((PyObject *)setup);
    self->view = aligned_new(setup->about.state_size);
    if (!self->view) {
        Py_DECREF(self);
        return (ViewObject *)PyErr_NoMemory();
    }
    return self;
}

static void view_free(PyObject *object)
{
    ViewObject *self = (ViewObject *)object;
    free(self->view);
    Py_XDECREF((PyObject *)self->setup);
    object_free(object);
}

static PyObject *get_viewer(PyObject *object, void *unused)
{
    (void)unused;
    ViewObject *self = (ViewObject *)object;
    return PyLong_FromLong(ochre_view_viewer(self->setup->setup, self->view));
}

static PyObject *get_setup(PyObject *object, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((ViewObject *)object)->setup);
}

static PyObject *view_legal(PyObject *object, PyObject *unused)
{
    (void)unused;
    ViewObject *self = (ViewObject *)object;
    int count = ochre_view_legal(self->setup->setup, self->view, scratch_of(self->setup));
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++)
        PyList_SetItem(list, i, PyLong_FromLong(self->setup->list[i]));
    return list;
}

static PyObject *view_mask(PyObject *object, PyObject *unused)
{
    (void)unused;
    ViewObject *self = (ViewObject *)object;
    ArrayObject *mask = array_new(ITEM_BOOL, 1, (Py_ssize_t)self->setup->about.actions, 1);
    if (mask)
        ochre_view_mask(self->setup->setup, self->view, mask->data, scratch_of(self->setup));
    return (PyObject *)mask;
}

static PyObject *view_observe(PyObject *object, PyObject *args, PyObject *named)
{
    static char *names[] = {"out", NULL};
    ViewObject *self = (ViewObject *)object;
    PyObject *out = Py_None;
    Py_buffer buffer;
    ochre_why why;
    Py_ssize_t size = (Py_ssize_t)self->setup->about.observation_size;
    if (!PyArg_ParseTupleAndKeywords(args, named, "|O:observe", names, &out))
        return NULL;
    PyObject *array = out == Py_None ? (PyObject *)array_new(ITEM_FLOAT, 1, size, 1) : Py_NewRef(out);
    if (!array)
        return NULL;
    if (borrow_array(array, "out", ITEM_FLOAT, &size, 1, 1, &buffer) < 0) {
        Py_DECREF(array);
        return NULL;
    }
    int result = ochre_view_observe(self->setup->setup, self->view, buffer.buf, &why);
    PyBuffer_Release(&buffer);
    if (result < 0) {
        Py_DECREF(array);
        return raise_refused(&why);
    }
    return array;
}

static PyObject *view_key(PyObject *object, PyObject *unused)
{
    (void)unused;
    ViewObject *self = (ViewObject *)object;
    uint64_t key[2];
    ochre_view_key(self->setup->setup, self->view, key);
    return PyBytes_FromStringAndSize((const char *)key, sizeof key);
}

static PyObject *view_imagine(PyObject *object, PyObject *given)
{
    ViewObject *self = (ViewObject *)object;
    uint64_t seed;
    ochre_why why;
    if (seed_of(given, &seed) < 0)
        return NULL;
    StateObject *state = state_new(self->setup);
    if (state && ochre_view_imagine(self->setup->setup, self->view, seed, state->state, &why) < 0) {
        Py_DECREF(state);
        return raise_refused(&why);
    }
    return (PyObject *)state;
}

/* ---- words ---- */

static size_t write_json(const void *of, char *text, size_t size)
{
    const ViewObject *self = of;
    return ochre_view_json(self->setup->setup, self->view, text, size);
}

static size_t write_text(const void *of, char *text, size_t size)
{
    const ViewObject *self = of;
    return ochre_view_text(self->setup->setup, self->view, text, size);
}

static size_t write_ask(const void *of, char *text, size_t size)
{
    const ViewObject *self = of;
    return ochre_view_ask(self->setup->setup, self->view, text, size);
}

static PyObject *view_json(PyObject *self, PyObject *unused)
{
    (void)unused;
    return text_from(write_json, self);
}

static PyObject *view_text(PyObject *self, PyObject *unused)
{
    (void)unused;
    return text_from(write_text, self);
}

static PyObject *view_ask(PyObject *self, PyObject *unused)
{
    (void)unused;
    return text_from(write_ask, self);
}

struct move {
    const ViewObject *view;
    int seat;
    int32_t action;
};

/* The seat whose moves are meant: its own, of the all-seeing view the one that is given, else whose turn it is. */
static int read_seat(const ViewObject *self, PyObject *given, int *seat)
{
    long number;
    *seat = ochre_view_viewer(self->setup->setup, self->view);
    if (given && given != Py_None) {
        if (number_of(given, "seat", INT32_MIN, INT32_MAX, &number) < 0)
            return -1;
        *seat = (int)number;
    } else if (*seat == OCHRE_SEAT_ALL) {
        uint32_t pending = ochre_view_pending(self->setup->setup, self->view);
        *seat = 0;
        while (*seat < OCHRE_SEAT_CHANCE && !((pending >> *seat) & 1))
            ++*seat;
    }
    return 0;
}

static size_t write_move(const void *of, char *text, size_t size)
{
    const struct move *move = of;
    return ochre_view_move_text(move->view->setup->setup, move->view->view, move->seat, move->action,
                                scratch_of(move->view->setup), text, size);
}

static size_t write_words(const void *of, char *text, size_t size)
{
    const struct move *move = of;
    return ochre_view_move_words(move->view->setup->setup, move->view->view, move->seat, move->action,
                                 scratch_of(move->view->setup), text, size);
}

static PyObject *say_move(PyObject *object, PyObject *args, text_writer *write)
{
    struct move move = {.view = (ViewObject *)object};
    PyObject *given;
    PyObject *seat = NULL;
    long number;
    if (!PyArg_ParseTuple(args, "O|O", &given, &seat) || read_seat(move.view, seat, &move.seat) < 0 ||
        number_of(given, "action", INT32_MIN, INT32_MAX, &number) < 0)
        return NULL;
    move.action = (int32_t)number;
    PyObject *text = text_from(write, &move);
    if (text && PyUnicode_GetLength(text) == 0) {
        Py_DECREF(text);
        ochre_why why = {.rule = "turn"};
        PyOS_snprintf(why.words, sizeof why.words, "action %ld is no legal move of seat %d in this view", number,
                      move.seat);
        return raise_refused(&why);
    }
    return text;
}

static PyObject *view_move_text(PyObject *object, PyObject *args)
{
    return say_move(object, args, write_move);
}

static PyObject *view_move_words(PyObject *object, PyObject *args)
{
    return say_move(object, args, write_words);
}

static PyObject *view_read_move(PyObject *object, PyObject *args)
{
    ViewObject *self = (ViewObject *)object;
    const char *text;
    PyObject *given = NULL;
    int seat;
    int32_t action;
    ochre_why why;
    if (!PyArg_ParseTuple(args, "s|O:read_move", &text, &given) || read_seat(self, given, &seat) < 0)
        return NULL;
    if (ochre_view_read_move(self->setup->setup, self->view, seat, text, scratch_of(self->setup), &action, &why) < 0)
        return raise_refused(&why);
    return PyLong_FromLong(action);
}

static PyGetSetDef getters[] = {
    {"setup", get_setup, NULL, "Its setup.", NULL},
    {"viewer", get_viewer, NULL, "Whose view it is.", NULL},
    {0},
};

static PyMethodDef methods[] = {
    {"legal", view_legal, METH_NOARGS, "legal()\n--\n\nThe viewer's own actions; none for a watcher."},
    {"mask", view_mask, METH_NOARGS, "mask()\n--\n\nThe same as an array of bools."},
    {"observe", (PyCFunction)(void (*)(void))view_observe, METH_VARARGS | METH_KEYWORDS,
     "observe(out=None)\n--\n\nThe observation, in an array of its own or in `out` (float32); its parts: "
     "Setup.planes()."},
    {"key", view_key, METH_NOARGS, "key()\n--\n\n16 bytes for what the viewer knows now; equal for equal views."},
    {"imagine", view_imagine, METH_O, "imagine(seed, /)\n--\n\nA state that the viewer cannot rule out."},
    {"json", view_json, METH_NOARGS, "json()\n--\n\nThe view as JSON text."},
    {"text", view_text, METH_NOARGS, "text()\n--\n\nThe view as a picture of 80 columns."},
    {"ask", view_ask, METH_NOARGS, "ask()\n--\n\nWhat the viewer is asked, in one sentence; '' when nothing."},
    {"move_text", view_move_text, METH_VARARGS, "move_text(action, seat=None, /)\n--\n\nA legal action as notation."},
    {"move_words", view_move_words, METH_VARARGS, "move_words(action, seat=None, /)\n--\n\nThe same in English words."},
    {"read_move", view_read_move, METH_VARARGS,
     "read_move(text, seat=None, /)\n--\n\nThe action that a text means; Refused with the rule that forbids it."},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "What one seat may know. Made by State.view(); nothing that is asked of it says more."},
    {Py_tp_dealloc, view_free},
    {Py_tp_getset, getters},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec view_spec = {"ochre.View", sizeof(ViewObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                         slots};
