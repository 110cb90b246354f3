#!/usr/bin/env bash
# Collects what a machine with a GPU, but no compiler, needs to run the tests:
# bundle.sh <build folder> <target>. Called by ./dev gpu-bundle.
#
# Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly build=$1 target=$2 bundle=$1/gpu-bundle

rm -rf "$bundle"
mkdir -p "$bundle"/{bin,lib,artifacts,test/checkpoints,test/tools}
strip -o "$bundle/bin/cedar-run" "$build/bin/cedar-run"
strip -o "$bundle/lib/libcedar.so" "$build/lib/libcedar.so"
strip -o "$bundle/test/tools/cedar-make-checkpoint" \
  "$build/test/tools/cedar-make-checkpoint"
# The libraries of libcedar.so that a machine need not have.
ldd "$build/lib/libcedar.so" | awk '/libprotobuf|libicu/ { print $3 }' |
  xargs -I{} cp -L {} "$bundle/lib/"
for folder in test/checkpoints/*/; do
  name=$(basename "$folder")
  [ -n "$(ls "$folder"/*.safetensors 2>/dev/null)" ] || continue
  cp -r "$folder" "$bundle/test/checkpoints/"
  "$build/bin/cedar-compile" "$folder" --entry=layerwise --quiet \
    --target=cpu --target=cpu:v4 --target="$target" -o "$bundle/artifacts/$name.cedar"
done
CEDAR_LIB="$build/lib" .venv/bin/python3 test/golden/shapes.py \
  --other="$target" --compile-to="$bundle/artifacts"
for script in replay resume; do
  CEDAR_LIB="$build/lib" .venv/bin/python3 "test/golden/$script.py" \
    --target="$target" --compile-to="$bundle/artifacts"
done
git ls-files test/golden test/kernels test/gpu | xargs cp --parents -t "$bundle"
tar -C "$build" -czf "$bundle.tar.gz" gpu-bundle
du -h "$bundle.tar.gz"
