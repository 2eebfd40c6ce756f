/* A module of its own, compiled for any processor: it must run before a copy of the core can be chosen. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static const char* level_of_this_processor(void) {
#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    const int v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
    const int v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
    return v4 ? "v4" : v3 ? "v3" : "baseline";
#else
    return "baseline";
#endif
}

static PyObject* level(PyObject* self, PyObject* arguments) {
    (void)self;
    (void)arguments;
    return PyUnicode_FromString(level_of_this_processor());
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
