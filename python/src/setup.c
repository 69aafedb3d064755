/* setup.c: what was agreed before play, and numbers by lot. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *setup_type, *lot_type;

/* ---- setups ---- */

/* Text, or a path where a file may be named; None: nothing. NULL and an exception that names the argument. */
static PyObject *words_of(PyObject *given, const char *name, const char *expected)
{
    PyObject *words = PyUnicode_Check(given) || given == Py_None ? Py_NewRef(given) : PyOS_FSPath(given);
    if (words && (words == Py_None || PyUnicode_Check(words)))
        return words;
    Py_XDECREF(words);
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "%s: expected %s, not %R", name, expected, (PyObject *)Py_TYPE(given));
    return NULL;
}

static PyObject *make_setup(PyTypeObject *type, const char *terms, const char *pack, const char *position)
{
    ochre_why why;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    SetupObject *self = (SetupObject *)alloc(type, 0);
    if (!self)
        return NULL;
    self->setup = ochre_setup_new(terms, pack, position, &why);
    if (!self->setup) {
        Py_DECREF(self);
        return raise_refused(&why);
    }
    ochre_setup_about(self->setup, &self->about, sizeof self->about);
    self->list = malloc(self->about.legal_max * sizeof *self->list);
    self->spoken = Py_BuildValue("(szz)", terms, pack, position);
    if (!self->list || !self->spoken) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static PyObject *setup_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"terms", "pack", "position", NULL};
    PyObject *given_pack = Py_None;
    PyObject *given_position = Py_None;
    const char *terms;
    const char *pack;
    const char *position;
    PyObject *self = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, named, "s|OO:Setup", names, &terms, &given_pack, &given_position))
        return NULL;
    PyObject *words = words_of(given_pack, "pack", "JSON text or the name of a file");
    PyObject *where = words ? words_of(given_position, "position", "JSON text or the game's notation") : NULL;
    PyObject *both = where ? PyTuple_Pack(2, words, where) : NULL;
    if (both && PyArg_ParseTuple(both, "zz", &pack, &position))
        self = make_setup(type, terms, pack, position);
    Py_XDECREF(both);
    Py_XDECREF(where);
    Py_XDECREF(words);
    return self;
}

static void setup_free(PyObject *object)
{
    SetupObject *self = (SetupObject *)object;
    ochre_setup_drop(self->setup);
    free(self->list);
    Py_XDECREF(self->spoken);
    object_free(object);
}

static PyObject *setup_reduce(PyObject *object, PyObject *unused)
{
    (void)unused;
    return Py_BuildValue("(OO)", setup_type, ((SetupObject *)object)->spoken);
}

static size_t write_setup(const void *of, char *text, size_t size)
{
    return ochre_setup_json(of, text, size);
}

static PyObject *setup_json(PyObject *object, PyObject *unused)
{
    (void)unused;
    return text_from(write_setup, ((SetupObject *)object)->setup);
}

static size_t write_printed(const void *of, char *text, size_t size)
{
    return ochre_setup_printed(of, text, size);
}

static PyObject *setup_printed(PyObject *object, PyObject *unused)
{
    (void)unused;
    return text_from(write_printed, ((SetupObject *)object)->setup);
}

static PyObject *setup_start(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *state = state_new((SetupObject *)object);
    if (state)
        ochre_state_start(state->setup->setup, state->state);
    return (PyObject *)state;
}

static PyObject *setup_unpack(PyObject *object, PyObject *bytes)
{
    SetupObject *self = (SetupObject *)object;
    char *text;
    Py_ssize_t size;
    ochre_why why;
    if (PyBytes_AsStringAndSize(bytes, &text, &size) < 0)
        return NULL;
    StateObject *state = state_new(self);
    if (!state)
        return NULL;
    if (ochre_state_unpack(self->setup, state->state, text, (size_t)size, &why) < 0) {
        Py_DECREF(state);
        return raise_refused(&why);
    }
    return (PyObject *)state;
}

/* (name, offset, shape) of every part of an observation. */
static PyObject *setup_planes(PyObject *object, PyObject *unused)
{
    (void)unused;
    SetupObject *self = (SetupObject *)object;
    PyObject *list = PyList_New(0);
    ochre_plane plane;
    for (int i = 0; list && ochre_setup_plane(self->setup, i, &plane) == 0; i++) {
        PyObject *shape = PyTuple_New((Py_ssize_t)plane.rank);
        for (uint32_t k = 0; shape && k < plane.rank; k++)
            PyTuple_SetItem(shape, (Py_ssize_t)k, PyLong_FromUnsignedLong(plane.shape[k]));
        PyObject *part = shape ? Py_BuildValue("(sIN)", plane.name, plane.offset, shape) : NULL;
        if (!part || PyList_Append(list, part) < 0)
            Py_CLEAR(list);
        Py_XDECREF(part);
    }
    return list;
}

#define NUMBER(name)                                                                                                   \
    static PyObject *get_##name(PyObject *object, void *unused)                                                        \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        return PyLong_FromUnsignedLong(((SetupObject *)object)->about.name);                                           \
    }
NUMBER(seats)
NUMBER(actions)
NUMBER(chance_actions)
NUMBER(legal_max)
NUMBER(moves_max)
NUMBER(observation_size)

#define TRUTH(name)                                                                                                    \
    static PyObject *get_##name(PyObject *object, void *unused)                                                        \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        return PyBool_FromLong(((SetupObject *)object)->about.name);                                                   \
    }
TRUTH(has_chance)
TRUTH(has_secrets)

static PyObject *get_game(PyObject *object, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((SetupObject *)object)->about.game);
}

static PyObject *get_fingerprint(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(((SetupObject *)object)->about.fingerprint);
}

static PyObject *setup_repr(PyObject *object)
{
    PyObject *spoken = ((SetupObject *)object)->spoken;
    return PyUnicode_FromFormat("ochre.Setup(%R%s%s)", PyTuple_GetItem(spoken, 0),
                                PyTuple_GetItem(spoken, 1) == Py_None ? "" : ", pack=…",
                                PyTuple_GetItem(spoken, 2) == Py_None ? "" : ", position=…");
}

/* Equal when everything was agreed alike. */
static PyObject *setup_compare(PyObject *one, PyObject *two, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(two, setup_type))
        return Py_NewRef(Py_NotImplemented);
    bool is_same = ((SetupObject *)one)->about.fingerprint == ((SetupObject *)two)->about.fingerprint;
    return PyBool_FromLong(is_same == (how == Py_EQ));
}

static Py_hash_t setup_hash(PyObject *object)
{
    return (Py_hash_t)(((SetupObject *)object)->about.fingerprint >> 1);
}

static PyGetSetDef setup_getters[] = {
    {"game", get_game, NULL, "The game's id, as in 'tribes'.", NULL},
    {"seats", get_seats, NULL, "How many seats there are.", NULL},
    {"actions", get_actions, NULL, "A seat's actions are 0 to actions - 1.", NULL},
    {"chance_actions", get_chance_actions, NULL, "Those of chance are 0 to chance_actions - 1.", NULL},
    {"legal_max", get_legal_max, NULL, "The most legal actions there can be at once.", NULL},
    {"moves_max", get_moves_max, NULL, "A play is over after at most so many moves.", NULL},
    {"observation_size", get_observation_size, NULL, "How many numbers an observation has.", NULL},
    {"has_chance", get_has_chance, NULL, "Whether chance may be asked.", NULL},
    {"has_secrets", get_has_secrets, NULL, "Whether seats know different things.", NULL},
    {"fingerprint", get_fingerprint, NULL, "Equal for equal terms, pack, position and rules.", NULL},
    {0},
};

static PyMethodDef setup_methods[] = {
    {"json", setup_json, METH_NOARGS, "json()\n--\n\nEverything about it, as JSON text."},
    {"printed", setup_printed, METH_NOARGS,
     "printed()\n--\n\nWhat never changes during a play, and no view repeats, as JSON text: cards, boards, names."},
    {"planes", setup_planes, METH_NOARGS, "planes()\n--\n\n(name, offset, shape) of every part of an observation."},
    {"start", setup_start, METH_NOARGS, "start()\n--\n\nThe state play begins from."},
    {"unpack", setup_unpack, METH_O, "unpack(packed, /)\n--\n\nA state from what State.pack() gave."},
    {"__reduce__", setup_reduce, METH_NOARGS, NULL},
    {0},
};

static PyType_Slot setup_slots[] = {
    {Py_tp_doc, "Setup(terms, pack=None, position=None)\n--\n\n"
                "What was agreed before play; never changes. Terms are the game, then seats=N and options:\n\n"
                ">>> import ochre\n>>> ochre.Setup('tribes seats=3').seats\n3\n"},
    {Py_tp_new, setup_new},
    {Py_tp_dealloc, setup_free},
    {Py_tp_repr, setup_repr},
    {Py_tp_richcompare, setup_compare},
    {Py_tp_hash, setup_hash},
    {Py_tp_getset, setup_getters},
    {Py_tp_methods, setup_methods},
    {0, NULL},
};

PyType_Spec setup_spec = {"ochre.Setup", sizeof(SetupObject), 0, Py_TPFLAGS_DEFAULT, setup_slots};

/* ---- lots ---- */

static PyObject *lot_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"seed", NULL};
    PyObject *given;
    uint64_t seed;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O:Lot", names, &given) || seed_of(given, &seed) < 0)
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    LotObject *self = (LotObject *)alloc(type, 0);
    if (self)
        ochre_lot_seed(&self->lot, seed);
    return (PyObject *)self;
}

static PyObject *lot_below(PyObject *self, PyObject *given)
{
    long bound;
    if (number_of(given, "bound", 1, UINT32_MAX, &bound) < 0)
        return NULL;
    return PyLong_FromUnsignedLong(ochre_lot_below(&((LotObject *)self)->lot, (uint32_t)bound));
}

/* The place in its numbers as bytes, for a pickle and for a copy. */
static PyObject *lot_state(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBytes_FromStringAndSize((const char *)&((LotObject *)self)->lot, sizeof(ochre_lot));
}

static PyObject *lot_restore(PyObject *self, PyObject *bytes)
{
    char *place;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &place, &size) < 0)
        return NULL;
    bool is_empty = true;
    for (Py_ssize_t i = 0; i < size; i++)
        is_empty = is_empty && place[i] == 0;
    if (size != sizeof(ochre_lot) || is_empty)
        return PyErr_Format(PyExc_ValueError, "this is no place in the numbers of a lot");
    memcpy(&((LotObject *)self)->lot, place, sizeof(ochre_lot));
    return Py_NewRef(Py_None);
}

static PyObject *lot_reduce(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("(O(i)N)", lot_type, 0, lot_state(self, unused));
}

static PyMethodDef lot_methods[] = {
    {"below", lot_below, METH_O, "below(bound, /)\n--\n\nA number from 0 to bound - 1, all alike."},
    {"__reduce__", lot_reduce, METH_NOARGS, NULL},
    {"__setstate__", lot_restore, METH_O, NULL},
    {0},
};

static PyType_Slot lot_slots[] = {
    {Py_tp_doc, "Lot(seed)\n--\n\nA generator of random numbers; equal seeds give equal numbers."},
    {Py_tp_new, lot_new},
    {Py_tp_dealloc, object_free},
    {Py_tp_methods, lot_methods},
    {0, NULL},
};

PyType_Spec lot_spec = {"ochre.Lot", sizeof(LotObject), 0, Py_TPFLAGS_DEFAULT, lot_slots};
