#!/usr/bin/env bash
# Measures six layers of the released width (test/checkpoints/slice) with random
# weights.
#
#   slice.sh pack <build folder> <target> <folder>   what the measuring machine needs
#   slice.sh run <target> <folder> [case...]         there: tables, and JSON beside them
#
# Cases: decode-1 decode-8 decode-32 (one step behind 131,072 tokens, so many
# sequences), prefill (4,096 tokens from nothing), chunk (the last 4,096 of 131,072).
#
# Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

pack() {
  local build=$1 target=$2 folder=$3 checkpoint
  checkpoint=$(mktemp -d)
  mkdir -p "$folder"
  "$build/test/tools/cedar-make-checkpoint" test/checkpoints/slice/config.json "$checkpoint"
  "$build/bin/cedar-compile" "$checkpoint" --target="$target" -o "$folder/slice.cedar" \
    --report="$folder/floors.json" \
    --report-calls=1:1:131072,8:8:131072,32:32:131072,4096:1:0,4096:1:126976
  rm -r "$checkpoint"
  strip -o "$folder/cedar-bench" "$build/bin/cedar-bench"
  # The libraries that a machine need not have.
  ldd "$build/bin/cedar-bench" | awk '/libbenchmark|libstdc|libgcc/ { print $3 }' |
    xargs -I{} cp -L {} "$folder/"
}

measure() {
  local target=$1 folder=$2 name=$3
  shift 3
  echo "== $name"
  LD_LIBRARY_PATH=$folder "$folder/cedar-bench" "$folder/slice.cedar" --target="$target" \
    --synthetic-weights=1 --report="$folder/floors.json" --kernels \
    --benchmark_format=json "$@" >"$folder/$name.json"
}

run() {
  local target=$1 folder=$2 name
  shift 2
  [ $# -gt 0 ] || set -- decode-1 prefill decode-8 decode-32 chunk
  for name; do
    case $name in
    decode-*)
      measure "$target" "$folder" "$name" --decode --batch="${name#decode-}" --context=131072 \
        --steps=8 --samples=7 --benchmark_repetitions=7 --benchmark_min_time=0.001
      ;;
    prefill)
      measure "$target" "$folder" "$name" --prefill=4096 \
        --samples=3 --benchmark_repetitions=3 --benchmark_min_time=0.001
      ;;
    chunk)
      measure "$target" "$folder" "$name" --prefill=4096 --context=126976 \
        --samples=3 --benchmark_repetitions=3 --benchmark_min_time=0.001
      ;;
    *)
      echo "slice.sh: unknown case '$name'" >&2
      exit 2
      ;;
    esac
  done
}

case ${1-} in
pack) pack "${@:2}" ;;
run) run "${@:2}" ;;
*)
  sed -n '2,9s/^# \?//p' "${BASH_SOURCE[0]}"
  exit 2
  ;;
esac
