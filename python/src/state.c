/* state.c: the whole truth of a play. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *state_type;

StateObject *state_new(SetupObject *setup)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(state_type, Py_tp_alloc);
    StateObject *self = (StateObject *)alloc(state_type, 0);
    if (!self)
        return NULL;
    self->setup = (SetupObject *)Py_NewRef((PyObject *)setup);
    self->state = aligned_new(setup->about.state_size);
    if (!self->state) {
        Py_DECREF(self);
        return (StateObject *)PyErr_NoMemory();
    }
    return self;
}

static void state_free(PyObject *object)
{
    StateObject *self = (StateObject *)object;
    if (self->setup && self->setup->listed == self)
        self->setup->listed = NULL;
    free(self->state);
    Py_XDECREF((PyObject *)self->setup);
    object_free(object);
}

static PyObject *state_copy(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    StateObject *copy = state_new(self->setup);
    if (copy) {
        ochre_state_copy(self->setup->setup, copy->state, self->state);
        copy->is_told = self->is_told;
        copy->told = self->told;
    }
    return (PyObject *)copy;
}

static PyObject *state_deepcopy(PyObject *object, PyObject *memo)
{
    (void)memo;
    return state_copy(object, NULL);
}

static PyObject *state_pack(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)self->setup->about.packed_size);
    ochre_why why;
    if (bytes && ochre_state_pack(self->setup->setup, self->state, PyBytes_AsString(bytes),
                                  self->setup->about.packed_size, &why) < 0) {
        Py_DECREF(bytes);
        return raise_refused(&why);
    }
    return bytes;
}

static PyObject *state_reduce(PyObject *object, PyObject *unused)
{
    PyObject *packed = state_pack(object, unused);
    PyObject *unpack = packed ? PyObject_GetAttrString((PyObject *)((StateObject *)object)->setup, "unpack") : NULL;
    PyObject *result = unpack ? Py_BuildValue("(O(O))", unpack, packed) : NULL;
    Py_XDECREF(packed);
    Py_XDECREF(unpack);
    return result;
}

static PyObject *state_compare(PyObject *a, PyObject *b, int how)
{
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(b, state_type))
        return Py_NewRef(Py_NotImplemented);
    StateObject *one = (StateObject *)a;
    StateObject *two = (StateObject *)b;
    int is_equal = one->setup->about.fingerprint == two->setup->about.fingerprint &&
                   ochre_state_equal(one->setup->setup, one->state, two->state);
    return PyBool_FromLong(is_equal == (how == Py_EQ));
}

static PyObject *state_key(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    return PyLong_FromUnsignedLongLong(ochre_state_hash(self->setup->setup, self->state));
}

/* ---- moves ---- */

static PyObject *get_turn(PyObject *object, void *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    return PyLong_FromLong(ochre_state_turn(self->setup->setup, self->state));
}

static PyObject *get_is_over(PyObject *object, void *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    return PyBool_FromLong(ochre_state_pending(self->setup->setup, self->state) == 0);
}

static PyObject *get_pending(PyObject *object, void *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    uint32_t pending = ochre_state_pending(self->setup->setup, self->state);
    PyObject *list = PyList_New(0);
    for (int seat = 0; list && seat <= OCHRE_SEAT_CHANCE; seat++) {
        if (!((pending >> seat) & 1))
            continue;
        PyObject *number = PyLong_FromLong(seat);
        if (!number || PyList_Append(list, number) < 0)
            Py_CLEAR(list);
        Py_XDECREF(number);
    }
    return list;
}

/* A seat, or chance; whose turn it is where nothing is given. */
static int seat_of(const StateObject *self, PyObject *const *args, Py_ssize_t count, Py_ssize_t at, int *seat)
{
    long number;
    if (count <= at || args[at] == Py_None) {
        *seat = ochre_state_turn(self->setup->setup, self->state);
        return 0;
    }
    if (number_of(args[at], "seat", 0, OCHRE_SEAT_CHANCE, &number) < 0)
        return -1;
    if (number >= (long)self->setup->about.seats && number != OCHRE_SEAT_CHANCE) {
        PyErr_Format(PyExc_ValueError, "seat: there is no seat %ld of %u", number, self->setup->about.seats);
        return -1;
    }
    *seat = (int)number;
    return 0;
}

static int count_args(const char *name, Py_ssize_t count, Py_ssize_t low, Py_ssize_t high)
{
    if (count >= low && count <= high)
        return 0;
    PyErr_Format(PyExc_TypeError, "%s takes %zd to %zd arguments, not %zd", name, low, high, count);
    return -1;
}

static PyObject *state_legal(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    StateObject *self = (StateObject *)object;
    int seat;
    if (count_args("legal", count, 0, 1) < 0 || seat_of(self, args, count, 0, &seat) < 0)
        return NULL;
    int32_t *list = scratch_of(self->setup);
    int moves = seat < 0 ? 0 : ochre_state_legal(self->setup->setup, self->state, seat, list);
    self->setup->listed = self;
    self->setup->listed_seat = seat;
    self->setup->listed_count = moves;
    PyObject *result = PyList_New(moves);
    for (int i = 0; result && i < moves; i++)
        PyList_SetItem(result, i, PyLong_FromLong(list[i]));
    return result;
}

static PyObject *state_mask(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    StateObject *self = (StateObject *)object;
    int seat;
    if (count_args("mask", count, 0, 1) < 0 || seat_of(self, args, count, 0, &seat) < 0)
        return NULL;
    uint32_t bound = seat == OCHRE_SEAT_CHANCE ? self->setup->about.chance_actions : self->setup->about.actions;
    ArrayObject *mask = array_new(ITEM_BOOL, 1, (Py_ssize_t)bound, 1);
    if (mask && seat >= 0)
        ochre_state_mask(self->setup->setup, self->state, seat, mask->data, scratch_of(self->setup));
    return (PyObject *)mask;
}

static PyObject *state_chances(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    double *chance = malloc(self->setup->about.legal_max * sizeof *chance);
    if (!chance)
        return PyErr_NoMemory();
    int count = ochre_state_chances(self->setup->setup, self->state, scratch_of(self->setup), chance);
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++)
        PyList_SetItem(list, i, Py_BuildValue("(id)", (int)self->setup->list[i], chance[i]));
    free(chance);
    return list;
}

/* An action as text, read from the view of its seat. */
static int read_action(const StateObject *self, int seat, PyObject *text, int32_t *action)
{
    ochre_why why;
    PyObject *bytes = PyUnicode_AsUTF8String(text);
    ochre_view *view = bytes ? aligned_new(self->setup->about.state_size) : NULL;
    int result = -1;
    if (view) {
        ochre_state_look(self->setup->setup, self->state, seat == OCHRE_SEAT_CHANCE ? OCHRE_SEAT_ALL : seat, view,
                         NULL);
        result = ochre_view_read_move(self->setup->setup, view, seat, PyBytes_AsString(bytes), scratch_of(self->setup),
                                      action, &why);
        if (result < 0)
            raise_refused(&why);
    } else if (bytes) {
        PyErr_NoMemory();
    }
    free(view);
    Py_XDECREF(bytes);
    return result;
}

/* The same with everybody told: checked on a copy first. */
static int apply_told(StateObject *self, int seat, int32_t action, ochre_why *why)
{
    ochre_state *copy = aligned_new(self->setup->about.state_size);
    if (!copy) {
        *why = (ochre_why){.words = "not enough memory"};
        return -1;
    }
    ochre_state_copy(self->setup->setup, copy, self->state);
    int result = ochre_state_apply(self->setup->setup, copy, seat, action, scratch_of(self->setup), why);
    free(copy);
    if (result == 0)
        ochre_told_apply_legal(self->setup->setup, self->state, seat, action, &self->told);
    return result;
}

/* Does the list still say what legal() found for this seat of this state, and is the action among it? */
static int is_listed(const StateObject *self, int seat, int32_t action)
{
    const SetupObject *setup = self->setup;
    int low = 0;
    if (setup->listed != self || setup->listed_seat != seat)
        return 0;
    for (int high = setup->listed_count; low < high;) {
        int middle = (low + high) / 2;
        if (setup->list[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < setup->listed_count && setup->list[low] == action;
}

/* Who asks legal() and plays one of it does not pay for the list twice. */
static int apply_checked(StateObject *self, int seat, int32_t action, ochre_why *why)
{
    if (!is_listed(self, seat, action))
        return ochre_state_apply(self->setup->setup, self->state, seat, action, scratch_of(self->setup), why);
    self->setup->listed = NULL;
    ochre_state_apply_legal(self->setup->setup, self->state, seat, action);
    return 0;
}

static PyObject *state_track(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    ochre_told_start(self->setup->setup, self->state, &self->told);
    self->is_told = 1;
    return Py_NewRef(Py_None);
}

static PyObject *state_told(PyObject *object, PyObject *given)
{
    StateObject *self = (StateObject *)object;
    long seat;
    if (number_of(given, "seat", 0, (long)self->setup->about.seats - 1, &seat) < 0)
        return NULL;
    if (!self->is_told) {
        PyErr_SetString(PyExc_ValueError, "what seats are told is kept from track() on");
        return NULL;
    }
    return PyBytes_FromStringAndSize((const char *)self->told.key[seat], sizeof self->told.key[seat]);
}

static PyObject *state_apply(PyObject *object, PyObject *const *args, Py_ssize_t count)
{
    StateObject *self = (StateObject *)object;
    int seat;
    long number;
    int32_t action = 0;
    ochre_why why;
    if (count_args("apply", count, 1, 2) < 0 || seat_of(self, args, count, 1, &seat) < 0)
        return NULL;
    if (seat < 0)
        return raise_refused(&(ochre_why){.rule = "turn", .words = "play is over"});
    if (PyUnicode_Check(args[0])) {
        if (read_action(self, seat, args[0], &action) < 0)
            return NULL;
    } else if (number_of(args[0], "action", INT32_MIN, INT32_MAX, &number) < 0) {
        return NULL;
    } else {
        action = (int32_t)number;
    }
    if ((self->is_told ? apply_told(self, seat, action, &why) : apply_checked(self, seat, action, &why)) < 0)
        return raise_refused(&why);
    return Py_NewRef(Py_None);
}

static LotObject *lot_of(const StateObject *self, PyObject *object)
{
    if (self->is_told) {
        PyErr_SetString(PyExc_ValueError, "after track() a state is moved by apply() alone");
        return NULL;
    }
    if (PyObject_TypeCheck(object, lot_type))
        return (LotObject *)object;
    PyErr_SetString(PyExc_TypeError, "lot: expected an ochre.Lot");
    return NULL;
}

static PyObject *state_roll(PyObject *object, PyObject *given)
{
    StateObject *self = (StateObject *)object;
    LotObject *lot = lot_of(self, given);
    return lot ? PyLong_FromLong(ochre_state_roll(self->setup->setup, self->state, &lot->lot, scratch_of(self->setup)))
               : NULL;
}

static PyObject *state_random(PyObject *object, PyObject *given)
{
    StateObject *self = (StateObject *)object;
    LotObject *lot = lot_of(self, given);
    return lot ? PyLong_FromLong(
                     ochre_state_random(self->setup->setup, self->state, &lot->lot, scratch_of(self->setup)))
               : NULL;
}

static PyObject *state_playout(PyObject *object, PyObject *given)
{
    StateObject *self = (StateObject *)object;
    LotObject *lot = lot_of(self, given);
    long moves = 0;
    if (!lot)
        return NULL;
    int32_t *list = scratch_of(self->setup);
    while (ochre_state_random(self->setup->setup, self->state, &lot->lot, list) != OCHRE_OVER)
        moves++;
    return PyLong_FromLong(moves);
}

/* ---- results and views ---- */

static PyObject *list_of_doubles(const double *number, uint32_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (uint32_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyFloat_FromDouble(number[i]));
    return list;
}

static PyObject *list_of_ints(const int32_t *number, uint32_t count)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (uint32_t i = 0; list && i < count; i++)
        PyList_SetItem(list, (Py_ssize_t)i, PyLong_FromLong(number[i]));
    return list;
}

static PyObject *state_result(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    ochre_result result;
    ochre_why why;
    uint32_t seats = self->setup->about.seats;
    if (ochre_state_result(self->setup->setup, self->state, &result, &why) < 0)
        return raise_refused(&why);
    return Py_BuildValue("{s:N,s:N,s:N,s:O,s:s}", "payoff", list_of_doubles(result.payoff, seats), "rank",
                         list_of_ints(result.rank, seats), "score", list_of_ints(result.score, seats), "is_draw",
                         result.is_draw ? Py_True : Py_False, "reason", result.reason);
}

static PyObject *state_rewards(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    double reward[OCHRE_SEATS];
    ochre_state_rewards(self->setup->setup, self->state, reward);
    return list_of_doubles(reward, self->setup->about.seats);
}

static PyObject *state_scores(PyObject *object, PyObject *unused)
{
    (void)unused;
    StateObject *self = (StateObject *)object;
    int32_t score[OCHRE_SEATS] = {0};
    ochre_state_scores(self->setup->setup, self->state, score);
    return list_of_ints(score, self->setup->about.seats);
}

static PyObject *state_view(PyObject *object, PyObject *given)
{
    StateObject *self = (StateObject *)object;
    long viewer;
    ochre_why why;
    if (number_of(given, "viewer", INT32_MIN, INT32_MAX, &viewer) < 0)
        return NULL;
    ViewObject *view = view_new(self->setup);
    if (view && ochre_state_look(self->setup->setup, self->state, (int)viewer, view->view, &why) < 0) {
        Py_DECREF(view);
        return raise_refused(&why);
    }
    return (PyObject *)view;
}

static PyObject *get_setup(PyObject *object, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((StateObject *)object)->setup);
}

static PyGetSetDef getters[] = {
    {"setup", get_setup, NULL, "Its setup.", NULL},
    {"turn", get_turn, NULL, "Who is asked: a seat, ochre.CHANCE, or -1 when play is over.", NULL},
    {"pending", get_pending, NULL, "All who owe a choice.", NULL},
    {"is_over", get_is_over, NULL, "Whether play is over.", NULL},
    {0},
};

#define FAST(function) (PyCFunction)(void (*)(void))(function)

static PyMethodDef methods[] = {
    {"copy", state_copy, METH_NOARGS, "copy()\n--\n\nAnother state that is the same."},
    {"__copy__", state_copy, METH_NOARGS, NULL},
    {"__deepcopy__", state_deepcopy, METH_O, NULL},
    {"__reduce__", state_reduce, METH_NOARGS, NULL},
    {"pack", state_pack, METH_NOARGS, "pack()\n--\n\nThe state as bytes, for Setup.unpack()."},
    {"key", state_key, METH_NOARGS, "key()\n--\n\nA number of 64 bits; equal for equal states."},
    {"legal", FAST(state_legal), METH_FASTCALL,
     "legal(seat=None, /)\n--\n\nThe actions a seat may take now, ascending; of whose turn it is when no seat is "
     "given."},
    {"mask", FAST(state_mask), METH_FASTCALL, "mask(seat=None, /)\n--\n\nThe same as an array of bools."},
    {"chances", state_chances, METH_NOARGS,
     "chances()\n--\n\n(outcome, probability) of all that chance may do now; empty when it is not asked."},
    {"apply", FAST(state_apply), METH_FASTCALL,
     "apply(action, seat=None, /)\n--\n\nPlays an action, a number or its text. Raises Refused with the rule that "
     "forbids it."},
    {"track", state_track, METH_NOARGS,
     "track()\n--\n\nFrom now on remembers what every seat is told; the state is then moved by apply() alone."},
    {"told", state_told, METH_O,
     "told(seat, /)\n--\n\n16 bytes, equal exactly when the seat has been told the same since track()."},
    {"roll", state_roll, METH_O,
     "roll(lot, /)\n--\n\nLets chance act as long as nobody else is asked; how often it did."},
    {"random", state_random, METH_O,
     "random(lot, /)\n--\n\nOne random move of whoever is asked first; who it was, -1 when play is over."},
    {"playout", state_playout, METH_O,
     "playout(lot, /)\n--\n\nRandom moves of everybody until play is over; how many."},
    {"result", state_result, METH_NOARGS, "result()\n--\n\nHow play ended: payoff, rank, score, is_draw, reason."},
    {"rewards", state_rewards, METH_NOARGS, "rewards()\n--\n\nThe payoffs when play is over, else zeros."},
    {"scores", state_scores, METH_NOARGS, "scores()\n--\n\nPoints as they are: part of the truth, not of a view."},
    {"view", state_view, METH_O, "view(viewer, /)\n--\n\nWhat a seat, ochre.WATCHER or ochre.ALL may know."},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "The whole truth of a play. Made by Setup.start()."},
    {Py_tp_dealloc, state_free},
    {Py_tp_richcompare, state_compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_getset, getters},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec state_spec = {"ochre.State", sizeof(StateObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          slots};
