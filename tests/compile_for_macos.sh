#!/usr/bin/env bash
# Compiles every C++ source for both processors of macOS with zig's clang and libc++, from any machine, and runs nothing.
# It needs `pip install ziglang nanobind` and the headers of a Python. Names of files choose some.
set -euo pipefail
cd "$(dirname "$0")/.."
nanobind=$(python3 -m nanobind --include_dir)
out=$(mktemp -d)
trap 'rm -r "$out"' EXIT
python=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
sources=("$@")
((${#sources[@]})) || mapfile -t sources < <(git ls-files 'engine/*.cpp' 'catalogue/*.cpp')
for target in aarch64-macos "x86_64-macos -mcpu=x86_64_v3"; do
  for source in "${sources[@]}"; do
    # shellcheck disable=SC2086  # the target and its processor are words
    python3 -m ziglang c++ -target $target -std=c++20 -O0 -Wall -Wextra -Werror -fconstexpr-steps=100000000 \
      -Wno-bitwise-instead-of-logical -Wno-psabi -Iengine/core -isystem "$nanobind" -isystem "$python" \
      '-DENGINE_LEVELS="generic"' -c "$source" -o "$out/unit.o"
    echo "$target $source"
  done
done
