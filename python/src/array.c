/* array.c: memory with a shape, for the buffer protocol (dlpack.c: and DLPack): numpy.asarray(array) copies nothing. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

PyTypeObject *array_type;

static const char *const formats[] = {"f", "i", "?"};
static const Py_ssize_t sizes[] = {4, 4, 1};

ArrayObject *array_new(enum item item, int rank, Py_ssize_t rows, Py_ssize_t columns)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(array_type, Py_tp_alloc);
    ArrayObject *self = (ArrayObject *)alloc(array_type, 0);
    if (!self)
        return NULL;
    Py_ssize_t count = rank == 2 ? rows * columns : rows;
    self->item = item;
    self->rank = rank;
    self->shape[0] = rows;
    self->shape[1] = columns;
    self->strides[rank - 1] = sizes[item];
    if (rank == 2)
        self->strides[0] = columns * sizes[item];
    self->bytes = count * sizes[item];
    self->data = aligned_new((size_t)self->bytes + 1);
    if (!self->data) {
        Py_DECREF(self);
        return (ArrayObject *)PyErr_NoMemory();
    }
    memset(self->data, 0, (size_t)self->bytes);
    return self;
}

static void array_free(PyObject *self)
{
    free(((ArrayObject *)self)->data);
    object_free(self);
}

static int array_buffer(PyObject *object, Py_buffer *buffer, int flags)
{
    ArrayObject *self = (ArrayObject *)object;
    buffer->obj = Py_NewRef(object);
    buffer->buf = self->data;
    buffer->len = self->bytes;
    buffer->readonly = 0;
    buffer->itemsize = sizes[self->item];
    buffer->format = flags & PyBUF_FORMAT ? (char *)formats[self->item] : NULL;
    buffer->ndim = self->rank;
    buffer->shape = flags & PyBUF_ND ? self->shape : NULL;
    buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? self->strides : NULL;
    buffer->suboffsets = NULL;
    buffer->internal = NULL;
    return 0;
}

static PyObject *array_shape(PyObject *object, void *unused)
{
    (void)unused;
    const ArrayObject *self = (ArrayObject *)object;
    return self->rank == 2 ? Py_BuildValue("(nn)", self->shape[0], self->shape[1])
                           : Py_BuildValue("(n)", self->shape[0]);
}

static Py_ssize_t array_length(PyObject *object)
{
    return ((ArrayObject *)object)->shape[0];
}

/* One number of a row of numbers; a table is for whoever has numpy, or a memoryview. */
static PyObject *array_item(PyObject *object, Py_ssize_t index)
{
    const ArrayObject *self = (ArrayObject *)object;
    if (index < 0 || index >= self->shape[0]) {
        PyErr_Format(PyExc_IndexError, "there is no number %zd of %zd", index, self->shape[0]);
        return NULL;
    }
    if (self->rank != 1) {
        PyErr_SetString(PyExc_TypeError, "an array of two dimensions is read with memoryview or numpy.asarray");
        return NULL;
    }
    if (self->item == ITEM_FLOAT)
        return PyFloat_FromDouble((double)((float *)self->data)[index]);
    return self->item == ITEM_INT ? PyLong_FromLong(((int32_t *)self->data)[index])
                                  : PyBool_FromLong(((uint8_t *)self->data)[index]);
}

static PyGetSetDef getters[] = {{"shape", array_shape, NULL, "Its dimensions, as a tuple.", NULL}, {0}};

static PyMethodDef methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))array_dlpack, METH_VARARGS | METH_KEYWORDS,
     "__dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\nThe memory as a capsule of "
     "DLPack."},
    {"__dlpack_device__", array_dlpack_device, METH_NOARGS,
     "__dlpack_device__()\n--\n\nWhere the memory is: (1, 0), the processor's."},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "Memory with a shape, for the buffer protocol and DLPack: numpy.asarray(array) and torch.from_dlpack(array) "
     "copy nothing."},
    {Py_tp_methods, methods},
    {Py_tp_dealloc, array_free},
    {Py_tp_getset, getters},
    {Py_sq_length, array_length},
    {Py_sq_item, array_item},
    {Py_bf_getbuffer, array_buffer},
    {0, NULL},
};

PyType_Spec array_spec = {"ochre.Array", sizeof(ArrayObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                          slots};

/* Does the format say numbers of this kind? Blanks and the mark of native order may stand in front. */
static int is_format(const char *format, Py_ssize_t itemsize, enum item item)
{
    if (!format)
        return 0;
    format += strspn(format, "@=<");
    if (strlen(format) != 1 || itemsize != sizes[item])
        return 0;
    return strchr(item == ITEM_FLOAT ? "f" : item == ITEM_INT ? "il" : "?bB", *format) != NULL;
}

/* Shapes are told apart even where as many numbers are in them; one row of all of them is every shape. */
static int has_shape(const Py_buffer *buffer, const Py_ssize_t *shape, int rank)
{
    if (buffer->ndim == 1)
        return 1;
    for (int i = 0; i < rank && buffer->ndim == rank; i++)
        if (buffer->shape[i] != shape[i])
            return 0;
    return buffer->ndim == rank;
}

static void say_shape(const char *name, const Py_ssize_t *shape, int rank)
{
    if (rank == 1)
        PyErr_Format(PyExc_ValueError, "%s: expected the shape (%zd,)", name, shape[0]);
    else if (rank == 2)
        PyErr_Format(PyExc_ValueError, "%s: expected the shape (%zd, %zd)", name, shape[0], shape[1]);
    else
        PyErr_Format(PyExc_ValueError, "%s: expected the shape (%zd, %zd, %zd)", name, shape[0], shape[1], shape[2]);
}

int borrow_array(PyObject *object, const char *name, enum item item, const Py_ssize_t *shape, int rank, int is_written,
                 Py_buffer *buffer)
{
    static const char *const kinds[] = {"float32", "int32", "bool or uint8"};
    int flags = PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | (is_written ? PyBUF_WRITABLE : 0);
    Py_ssize_t count = 1;
    for (int i = 0; i < rank; i++)
        count *= shape[i];
    if (!PyObject_CheckBuffer(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected an array of %s", name, kinds[item]);
        return -1;
    }
    if (PyObject_GetBuffer(object, buffer, flags) < 0) {
        PyErr_Format(PyExc_ValueError, "%s: expected a contiguous array%s", name,
                     is_written ? " that may be written to" : "");
        return -1;
    }
    if (!is_format(buffer->format, buffer->itemsize, item)) {
        PyErr_Format(PyExc_TypeError, "%s: expected an array of %s, not of format '%s'", name, kinds[item],
                     buffer->format ? buffer->format : "?");
    } else if (buffer->len != count * sizes[item]) {
        PyErr_Format(PyExc_ValueError, "%s: expected %zd numbers, got %zd", name, count, buffer->len / sizes[item]);
    } else if ((uintptr_t)buffer->buf % (size_t)sizes[item] != 0) {
        PyErr_Format(PyExc_ValueError, "%s: expected an array whose numbers are aligned", name);
    } else if (!has_shape(buffer, shape, rank)) {
        say_shape(name, shape, rank);
    } else {
        return 0;
    }
    PyBuffer_Release(buffer);
    return -1;
}
