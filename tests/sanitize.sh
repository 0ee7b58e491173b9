#!/usr/bin/env bash
# sanitize.sh [--reduced] [PYTEST ARGUMENTS]: builds the kernels and the bindings with AddressSanitizer and
# UndefinedBehaviorSanitizer, then with ThreadSanitizer, in build/sanitize, and runs tests on them: the kernels at every
# level of processor; threads that share kernels; a fill. Or what the arguments say, under both.
#
# --reduced, for CI: the level of this processor alone, and the tests that take seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
levels=all
memory=(tests/engine/test_native.py tests/engine/test_interruption.py tests/catalogue/filling/test_files.py)
threads=(-k "thread or same_boards or later" tests/engine/test_native.py tests/catalogue/filling/test_same_boards.py
  tests/catalogue/rating/test_later.py)
if [ "${1:-}" = --reduced ]; then
  shift
  levels=native
  threads=(tests/engine/test_native.py -k thread)
fi

# run NAME SANITIZERS LIBRARY PYTEST_ARGUMENTS...
run() {
  local name=$1 sanitizers=$2 library=$3 build=build/sanitize/$1
  shift 3
  cmake -S engine -B "$build/objects" -DCMAKE_BUILD_TYPE=Release -DENGINE_SANITIZE="$sanitizers" -DENGINE_STRICT=ON \
    -DENGINE_LEVELS=$levels -DPython_EXECUTABLE="$("$python" -c 'import sys; print(sys.executable)')"
  cmake --build "$build/objects" --parallel "$(getconf _NPROCESSORS_ONLN)"
  # The sources beside these modules, apart from those of the checkout.
  rm -rf "$build/tree"
  mkdir -p "$build/tree"
  mkdir "$build/tree/board_catalogue"
  cp -r engine catalogue migrations "$build/tree/board_catalogue"
  cp -r tests pyproject.toml "$build/tree"
  find "$build/tree" -name '*.so' -delete
  cp "$build"/objects/_core*.so "$build/tree/board_catalogue/engine"
  cp "$build"/objects/_files*.so "$build/tree/board_catalogue/catalogue/storage"
  local compiler
  compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/objects/CMakeCache.txt")
  # A package that is installed to be edited comes before PYTHONPATH.
  (cd "$build/tree" && PYTHONPATH=. "$python" -c 'from board_catalogue import engine; import sys; sys.exit("/sanitize/" not in engine.__file__)') || {
    echo "$python loads the engine of its environment: give a PYTHON in which this package is not installed" >&2
    return 1
  }
  # Python itself is not instrumented, so the sanitizer is loaded first, with the C++ library whose exceptions it follows;
  # what Python never frees is no leak of ours. A report of a sanitizer goes past pytest to stderr.
  (cd "$build/tree" && ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1:report_signal_unsafe=0 \
    LD_PRELOAD="$("$compiler" -print-file-name="$library") $("$compiler" -print-file-name=libstdc++.so.6)" \
    PYTHONMALLOC=malloc PYTHONPATH=. "$python" -m pytest -p no:cacheprovider --capture=sys "$@")
}

run memory address,undefined libasan.so "${@:-${memory[@]}}"
run threads thread libtsan.so "${@:-${threads[@]}}"
