/* dlpack.c: the same memory for those who ask by DLPack (numpy.from_dlpack, torch.from_dlpack, jax.dlpack), without a
 * copy. The two structs are those of DLPack's own header, version 0.8, which never change. */
#include "core.h"

#include <stdlib.h>

enum { DEVICE_CPU = 1, CODE_INT = 0, CODE_FLOAT = 2, CODE_BOOL = 6 };

struct tensor {
    void *data;
    int32_t device_type, device_id;
    int32_t rank;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; /* in numbers, not bytes */
    uint64_t byte_offset;
};

struct managed_tensor {
    struct tensor tensor;
    void *context;
    void (*deleter)(struct managed_tensor *self);
};

/* One that is lent: with its array, and room for its shape. */
struct lent {
    struct managed_tensor managed;
    ArrayObject *array;
    int64_t shape[2], strides[2];
};

/* Called by whoever took the tensor, from any thread. */
static void give_back(struct managed_tensor *managed)
{
    struct lent *lent = managed->context;
    PyGILState_STATE held = PyGILState_Ensure();
    Py_DECREF((PyObject *)lent->array);
    PyGILState_Release(held);
    free(lent);
}

/* A capsule that nobody took still has its first name. */
static void end_capsule(PyObject *capsule)
{
    if (!PyCapsule_IsValid(capsule, "dltensor"))
        return;
    struct managed_tensor *managed = PyCapsule_GetPointer(capsule, "dltensor");
    managed->deleter(managed);
}

static struct lent *lend(ArrayObject *array)
{
    static const uint8_t codes[] = {CODE_FLOAT, CODE_INT, CODE_BOOL};
    static const uint8_t bits[] = {32, 32, 8};
    struct lent *lent = calloc(1, sizeof *lent);
    if (!lent)
        return NULL;
    lent->array = (ArrayObject *)Py_NewRef((PyObject *)array);
    for (int i = 0; i < array->rank; i++)
        lent->shape[i] = array->shape[i];
    lent->strides[0] = array->rank == 2 ? array->shape[1] : 1;
    lent->strides[1] = 1;
    lent->managed = (struct managed_tensor){
        .tensor = {.data = array->data,
                   .device_type = DEVICE_CPU,
                   .rank = array->rank,
                   .code = codes[array->item],
                   .bits = bits[array->item],
                   .lanes = 1,
                   .shape = lent->shape,
                   .strides = lent->strides},
        .context = lent,
        .deleter = give_back,
    };
    return lent;
}

/* Can we do what is asked? The memory is here, and is not copied. */
static int can_lend(PyObject *stream, PyObject *device, PyObject *copy)
{
    long type = DEVICE_CPU;
    long id = 0;
    if (stream != Py_None) {
        PyErr_SetString(PyExc_BufferError, "stream: expected None, for memory of the processor");
        return 0;
    }
    if (device != Py_None && !PyArg_ParseTuple(device, "ll;dl_device: expected two numbers", &type, &id))
        return 0;
    if (type != DEVICE_CPU || id != 0) {
        PyErr_SetString(PyExc_BufferError, "dl_device: the memory is the processor's, (1, 0)");
        return 0;
    }
    if (copy == Py_True) {
        PyErr_SetString(PyExc_BufferError, "copy: arrays are lent without a copy");
        return 0;
    }
    return 1;
}

PyObject *array_dlpack(PyObject *object, PyObject *args, PyObject *named)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None;
    PyObject *version = Py_None;
    PyObject *device = Py_None;
    PyObject *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, named, "|$OOOO:__dlpack__", names, &stream, &version, &device, &copy))
        return NULL;
    if (device != Py_None && !PyTuple_Check(device)) {
        PyErr_SetString(PyExc_TypeError, "dl_device: expected a tuple of two numbers");
        return NULL;
    }
    if (!can_lend(stream, device, copy))
        return NULL;
    struct lent *lent = lend((ArrayObject *)object);
    if (!lent)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(&lent->managed, "dltensor", end_capsule);
    if (!capsule)
        give_back(&lent->managed);
    return capsule;
}

PyObject *array_dlpack_device(PyObject *object, PyObject *unused)
{
    (void)object, (void)unused;
    return Py_BuildValue("(ii)", DEVICE_CPU, 0);
}
