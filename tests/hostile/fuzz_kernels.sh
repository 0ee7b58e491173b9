#!/usr/bin/env bash
# fuzz_kernels.sh [OPTIONS OF LIBFUZZER]: compiles the kernels with libFuzzer and two sanitizers (clang, some minutes) and
# runs them until a fault, or as long as the options say: -max_total_time=3600. The corpus stays in build/fuzz.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/fuzz
mkdir -p $build/corpus
flags=(-std=c++20 -O1 -g1 -march=x86-64-v2 -Iengine/core -fsanitize=address,undefined -fno-sanitize-recover=all
  -fconstexpr-steps=100000000 -Wno-bitwise-instead-of-logical)
mapfile -t sources < <(find engine/core tests/hostile/fuzz_kernels.cpp -name '*.cpp' -not -path '*/bind/*')
compile() {
  local object=$build/$(basename "$1" .cpp).o
  [ -e "$object" ] && [ -z "$(find engine/core "$1" -newer "$object" -print -quit)" ] || "${CXX:-clang++}" "${flags[@]}" -fsanitize=fuzzer-no-link -c "$1" -o "$object"
}
for source in "${sources[@]}"; do compile "$source"; done
"${CXX:-clang++}" -fsanitize=fuzzer,address,undefined $build/*.o -o $build/kernels
[ -n "$(ls $build/corpus)" ] || python3 -c '
puzzle = bytes(int(digit) for digit in
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079")
for question in range(6):
    open(f"build/fuzz/corpus/{question}", "wb").write(bytes([question, 20]) + puzzle)'
exec $build/kernels -artifact_prefix=$build/ "$@" $build/corpus
