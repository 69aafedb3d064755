/* player.c: our computer players. */
#include "core.h"

PyTypeObject *player_type;

static PyObject *player_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    static char *names[] = {"name", NULL};
    const char *name;
    ochre_why why;
    if (!PyArg_ParseTupleAndKeywords(args, named, "s:Player", names, &name))
        return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PlayerObject *self = (PlayerObject *)alloc(type, 0);
    if (!self)
        return NULL;
    self->player = ochre_player_new(name, &why);
    if (!self->player) {
        Py_DECREF(self);
        return raise_refused(&why);
    }
    return (PyObject *)self;
}

static void player_free(PyObject *object)
{
    ochre_player_delete(((PlayerObject *)object)->player);
    object_free(object);
}

static PyObject *player_suits(PyObject *object, PyObject *given)
{
    if (!PyObject_TypeCheck(given, setup_type)) {
        PyErr_SetString(PyExc_TypeError, "setup: expected an ochre.Setup");
        return NULL;
    }
    return PyBool_FromLong(ochre_player_suits(((PlayerObject *)object)->player, ((SetupObject *)given)->setup, NULL) ==
                           0);
}

static PyObject *thoughts_dict(const ochre_thoughts *thoughts, uint32_t seats, int32_t action)
{
    PyObject *payoff = PyList_New((Py_ssize_t)seats);
    PyObject *ideas = PyList_New(thoughts->idea_count);
    PyObject *course = PyList_New(thoughts->course_count);
    if (!payoff || !ideas || !course) {
        Py_XDECREF(payoff);
        Py_XDECREF(ideas);
        Py_XDECREF(course);
        return NULL;
    }
    for (uint32_t seat = 0; seat < seats; seat++)
        PyList_SetItem(payoff, (Py_ssize_t)seat, PyFloat_FromDouble(thoughts->payoff[seat]));
    for (int i = 0; i < thoughts->idea_count; i++)
        PyList_SetItem(ideas, i,
                       Py_BuildValue("(iKd)", (int)thoughts->idea[i].action,
                                     (unsigned long long)thoughts->idea[i].visits, thoughts->idea[i].worth));
    for (int i = 0; i < thoughts->course_count; i++)
        PyList_SetItem(course, i,
                       Py_BuildValue("(ii)", (int)thoughts->course_seat[i], (int)thoughts->course_action[i]));
    return Py_BuildValue("{s:i,s:d,s:N,s:N,s:N,s:K,s:K,s:i}", "action", (int)action, "worth", thoughts->worth, "payoff",
                         payoff, "ideas", ideas, "course", course, "iterations",
                         (unsigned long long)thoughts->iterations, "nodes", (unsigned long long)thoughts->nodes,
                         "depth", (int)thoughts->depth);
}

/* Thinks without Python's lock. The view is kept alive by the caller's argument. */
static int think(PlayerObject *self, PyObject *args, PyObject *named, ochre_thoughts *thoughts, uint32_t *seats,
                 int32_t *action)
{
    static char *names[] = {"view", "seed", NULL};
    PyObject *given;
    PyObject *number = NULL;
    uint64_t seed = 0;
    ochre_why why;
    if (!PyArg_ParseTupleAndKeywords(args, named, "O|O:think", names, &given, &number))
        return -1;
    if (!PyObject_TypeCheck(given, view_type)) {
        PyErr_SetString(PyExc_TypeError, "view: expected an ochre.View");
        return -1;
    }
    if (number && seed_of(number, &seed) < 0)
        return -1;
    if (self->is_busy) {
        PyErr_SetString(PyExc_RuntimeError, "this player is thinking in another thread");
        return -1;
    }
    const ViewObject *view = (ViewObject *)given;
    self->is_busy = 1;
    Py_BEGIN_ALLOW_THREADS *action =
        ochre_player_think(self->player, view->setup->setup, view->view, seed, thoughts, sizeof *thoughts, &why);
    Py_END_ALLOW_THREADS self->is_busy = 0;
    *seats = view->setup->about.seats;
    if (*action >= 0)
        return 0;
    raise_refused(&why);
    return -1;
}

static PyObject *player_choose(PyObject *object, PyObject *args, PyObject *named)
{
    ochre_thoughts thoughts;
    uint32_t seats;
    int32_t action;
    return think((PlayerObject *)object, args, named, &thoughts, &seats, &action) < 0 ? NULL : PyLong_FromLong(action);
}

static PyObject *player_think(PyObject *object, PyObject *args, PyObject *named)
{
    ochre_thoughts thoughts;
    uint32_t seats;
    int32_t action;
    return think((PlayerObject *)object, args, named, &thoughts, &seats, &action) < 0
               ? NULL
               : thoughts_dict(&thoughts, seats, action);
}

static PyObject *player_stop(PyObject *object, PyObject *unused)
{
    (void)unused;
    ochre_player_stop(((PlayerObject *)object)->player);
    return Py_NewRef(Py_None);
}

#define NAMED(function) (PyCFunction)(void (*)(void))(function)

static PyMethodDef methods[] = {
    {"choose", NAMED(player_choose), METH_VARARGS | METH_KEYWORDS,
     "choose(view, seed=0)\n--\n\nIts action for the seat whose view this is."},
    {"think", NAMED(player_think), METH_VARARGS | METH_KEYWORDS,
     "think(view, seed=0)\n--\n\nThe same with what it thought: action, worth, payoff of every seat, ideas (action, "
     "visits, "
     "worth), course (seat, action), iterations, nodes, depth."},
    {"suits", player_suits, METH_O, "suits(setup, /)\n--\n\nWhether it can play this."},
    {"stop", player_stop, METH_NOARGS,
     "stop()\n--\n\nFrom another thread: it makes up its mind at once; before it thinks: the next thought is such a "
     "one."},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Player(name)\n--\n\nA computer player: 'random', 'greedy', 'mcts:800', 'level:4'."},
    {Py_tp_new, player_new},
    {Py_tp_dealloc, player_free},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec player_spec = {"ochre.Player", sizeof(PlayerObject), 0, Py_TPFLAGS_DEFAULT, slots};
