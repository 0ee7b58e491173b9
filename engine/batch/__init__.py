"""The kernels for arrays: each function checks its arguments, then calls a kernel without the interpreter lock."""
