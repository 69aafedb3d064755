/* core.h: what the files of the extension module share. Python's limited API of 3.11 (abi3) and ochre.h; no rules here.
 *
 * Whatever releases Python's lock marks its object as busy, so that a second thread that calls it meanwhile is refused
 * instead of meeting the first one in the same memory. */
#ifndef OCHRE_PYTHON_CORE_H
#define OCHRE_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdbool.h>

#include <ochre/ochre.h>

/* What the numbers of an array are. */
enum item { ITEM_FLOAT, ITEM_INT, ITEM_BOOL };

/* Memory with a shape that others may look at (PEP 3118). */
typedef struct {
    PyObject head;
    void *data;
    enum item item;
    int rank;
    Py_ssize_t shape[2], strides[2], bytes;
} ArrayObject;

typedef struct {
    PyObject head;
    ochre_setup *setup;
    ochre_about about;
    int32_t *list;      /* scratch, while Python's lock is held (scratch_of) */
    const void *listed; /* the state whose legal actions stand in the list, as it is now; NULL: of none */
    int listed_seat, listed_count;
    PyObject *spoken; /* (terms, pack, position), to be pickled */
} SetupObject;

/* The list, to be written over. */
static inline int32_t *scratch_of(SetupObject *setup)
{
    setup->listed = NULL;
    return setup->list;
}

typedef struct {
    PyObject head;
    ochre_lot lot;
} LotObject;

typedef struct {
    PyObject head;
    SetupObject *setup;
    ochre_state *state;
    int is_told; /* `told` is kept */
    ochre_told told;
} StateObject;

typedef struct {
    PyObject head;
    SetupObject *setup;
    ochre_view *view;
} ViewObject;

typedef struct {
    PyObject head;
    ochre_player *player; /* NULL: closed */
    int is_busy;
} PlayerObject;

typedef struct {
    PyObject head;
    SetupObject *setup;
    ochre_batch *batch; /* NULL: closed */
    uint32_t plays;
    int is_busy;
    int32_t *actions; /* as int32, when they come as something else */
    ochre_batch_arrays to;
    PyObject *array[10]; /* the arrays behind `to`, or None */
} BatchObject;

extern PyTypeObject *array_type, *setup_type, *lot_type, *state_type, *view_type, *player_type, *batch_type;
extern PyObject *refused_error;
extern PyType_Spec array_spec, setup_spec, lot_spec, state_spec, view_spec, player_spec, batch_spec;

/* Raises Refused from a refusal; always NULL. */
PyObject *raise_refused(const ochre_why *why);

/* A whole number in a range; 0, or -1 and an exception that names the argument. */
int number_of(PyObject *object, const char *name, long low, long high, long *number);
/* A seed: any whole number, taken modulo 2**64. */
int seed_of(PyObject *object, uint64_t *seed);

ArrayObject *array_new(enum item item, int rank, Py_ssize_t rows, Py_ssize_t columns);
/* The memory of somebody's array of this kind and shape, or with all of its numbers in one row; 0, or -1 and an
 * exception. To be released. */
int borrow_array(PyObject *object, const char *name, enum item item, const Py_ssize_t *shape, int rank, int is_written,
                 Py_buffer *buffer);

/* Is it open, and is nobody else in it? Else an exception. */
int batch_is_free(const BatchObject *self);
PyObject *batch_rollout(PyObject *object, PyObject *args, PyObject *named); /* rollout.c */

/* The methods of DLPack (dlpack.c). */
PyObject *array_dlpack(PyObject *object, PyObject *args, PyObject *named);
PyObject *array_dlpack_device(PyObject *object, PyObject *unused);

StateObject *state_new(SetupObject *setup); /* memory not yet written */
ViewObject *view_new(SetupObject *setup);
void *aligned_new(size_t size);

/* Text of any length: `write` is called with larger and larger buffers. */
typedef size_t text_writer(const void *of, char *text, size_t size);
PyObject *text_from(text_writer *write, const void *of);

/* Frees a heap type's instance. */
void object_free(PyObject *self);

#endif
