/* module.c: the extension module ochre._core: helpers, and what it consists of. */
#include "core.h"

#include <stdlib.h>

PyObject *refused_error;

PyObject *raise_refused(const ochre_why *why)
{
    PyObject *error =
        why->rule[0] ? PyObject_CallFunction(refused_error, "N", PyUnicode_FromFormat("%s: %s", why->rule, why->words))
                     : PyObject_CallFunction(refused_error, "s", why->words);
    PyObject *rule = error ? PyUnicode_FromString(why->rule) : NULL;
    if (rule && PyObject_SetAttrString(error, "rule", rule) == 0)
        PyErr_SetObject(refused_error, error);
    Py_XDECREF(rule);
    Py_XDECREF(error);
    return NULL;
}

int number_of(PyObject *object, const char *name, long low, long high, long *number)
{
    *number = PyLong_AsLong(object);
    if (*number == -1 && PyErr_Occurred()) {
        int is_large = PyErr_ExceptionMatches(PyExc_OverflowError);
        PyErr_Clear();
        PyErr_Format(is_large ? PyExc_ValueError : PyExc_TypeError,
                     "%s: expected a whole number from %ld to %ld, not %R", name, low, high, object);
        return -1;
    }
    if (*number >= low && *number <= high)
        return 0;
    PyErr_Format(PyExc_ValueError, "%s: expected a whole number from %ld to %ld, not %ld", name, low, high, *number);
    return -1;
}

int seed_of(PyObject *object, uint64_t *seed)
{
    PyObject *number = PyNumber_Index(object);
    if (!number) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "seed: expected a whole number, not %R", object);
        return -1;
    }
    *seed = PyLong_AsUnsignedLongLongMask(number);
    Py_DECREF(number);
    return 0;
}

void *aligned_new(size_t size)
{
    return aligned_alloc(OCHRE_ALIGN, (size + OCHRE_ALIGN - 1) / OCHRE_ALIGN * OCHRE_ALIGN);
}

PyObject *text_from(text_writer *write, const void *of)
{
    char small[4096];
    size_t size = sizeof small;
    size_t length = write(of, small, size);
    if (length < size)
        return PyUnicode_DecodeUTF8(small, (Py_ssize_t)length, "strict");
    for (char *text = NULL;;) {
        size = length + 1;
        char *more = realloc(text, size);
        if (!more) {
            free(text);
            return PyErr_NoMemory();
        }
        text = more;
        length = write(of, text, size);
        if (length < size) {
            PyObject *result = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "strict");
            free(text);
            return result;
        }
    }
}

void object_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *list_games(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < ochre_game_count(); i++) {
        PyObject *entry = Py_BuildValue("(sss)", ochre_game_id(i), ochre_game_name(i), ochre_game_designer(i));
        if (!entry || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyObject *list_players(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && ochre_player_usage(i); i++) {
        PyObject *entry = Py_BuildValue("(ss)", ochre_player_usage(i), ochre_player_about(i));
        if (!entry || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    return list;
}

static PyMethodDef functions[] = {
    {"games", list_games, METH_NOARGS, "games()\n--\n\n(id, name, designer) of every game."},
    {"players", list_players, METH_NOARGS,
     "players()\n--\n\n(how it is written, about) of every kind of computer player."},
    {0},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "ochre._core", .m_size = -1,
                                        .m_methods = functions,
                                        .m_doc = "States, views, players and batches of Ochre's games."};

static int add_types(PyObject *module)
{
    static const struct {
        PyTypeObject **type;
        PyType_Spec *spec;
        const char *name;
    } all[] = {{&array_type, &array_spec, "Array"}, {&setup_type, &setup_spec, "Setup"},
               {&lot_type, &lot_spec, "Lot"},       {&state_type, &state_spec, "State"},
               {&view_type, &view_spec, "View"},    {&player_type, &player_spec, "Player"},
               {&batch_type, &batch_spec, "Batch"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i].type = (PyTypeObject *)PyType_FromSpec(all[i].spec);
        if (!*all[i].type || PyModule_AddObjectRef(module, all[i].name, (PyObject *)*all[i].type) < 0)
            return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    refused_error = PyErr_NewExceptionWithDoc(
        "ochre.Refused", "What the rules, or a door, refuse. `rule` is the number of the rule, or ''.",
        PyExc_ValueError, NULL);
    if (!refused_error || PyModule_AddObjectRef(module, "Refused", refused_error) < 0 || add_types(module) < 0 ||
        PyModule_AddIntConstant(module, "CHANCE", OCHRE_SEAT_CHANCE) < 0 ||
        PyModule_AddIntConstant(module, "WATCHER", OCHRE_SEAT_WATCHER) < 0 ||
        PyModule_AddIntConstant(module, "ALL", OCHRE_SEAT_ALL) < 0 ||
        PyModule_AddStringConstant(module, "__version__", ochre_version()) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
