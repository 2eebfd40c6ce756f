/* A module of its own, compiled for any processor: it must run before a copy of the core can be chosen. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "cpu_level.h"

static PyObject* level(PyObject* self, PyObject* arguments) {
    (void)self;
    (void)arguments;
    const int best = gamegrove_cpu_level();
    return PyUnicode_FromString(best == 4 ? "v4" : best == 3 ? "v3" : "baseline");
}

static PyMethodDef methods[] = {
    {"level", level, METH_NOARGS, "The best instruction set of this processor: \"baseline\", \"v3\" or \"v4\"."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "_cpu",
    "Tells which copy of the core this processor can run.",
    -1,
    methods,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__cpu(void) { return PyModule_Create(&definition); }
