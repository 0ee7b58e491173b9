"""Array faces of the kernels: they check what they are given, then call the kernels without the interpreter lock."""
