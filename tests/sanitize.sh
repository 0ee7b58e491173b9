#!/usr/bin/env bash
# sanitize.sh [PYTEST ARGUMENTS]: builds the kernels and the bindings with AddressSanitizer and UndefinedBehaviorSanitizer
# in build/sanitize, and runs the tests of the engine on them (or what the arguments say).
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
build=build/sanitize
cmake -S engine -B $build/objects -DCMAKE_BUILD_TYPE=Release -DENGINE_SANITIZE=address,undefined -DENGINE_STRICT=ON \
  -DENGINE_LEVELS=all -DPython_EXECUTABLE="$("$python" -c 'import sys; print(sys.executable)')"
cmake --build $build/objects --parallel "$(getconf _NPROCESSORS_ONLN)"
# The sources beside these modules, apart from those of the checkout.
rm -rf $build/tree
mkdir -p $build/tree
cp -r engine catalogue migrations tests pyproject.toml $build/tree
find $build/tree -name '*.so' -delete
cp $build/objects/_core*.so $build/tree/engine
cp $build/objects/_files*.so $build/tree/catalogue/fill
cd $build/tree
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' ../objects/CMakeCache.txt)
# Python itself is not instrumented, so the sanitizer is loaded first; what Python never frees is no leak of ours.
LD_PRELOAD=$("$compiler" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc PYTHONPATH=. \
  "$python" -m pytest -p no:cacheprovider "${@:-tests/engine/test_native.py}"
