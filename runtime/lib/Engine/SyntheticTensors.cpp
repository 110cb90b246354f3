//===- SyntheticTensors.cpp - where weights without a checkpoint go -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host memory is filled in pieces, which the threads of a pool share like the
// blocks of a kernel.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/SyntheticTensors.h"

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "runtime/lib/Engine/ThreadPool.h"
#include "runtime/lib/Engine/WeightTensors.h"
#include "runtime/lib/Support/Align.h"

#include <algorithm>
#include <set>

using namespace cedar;
using namespace cedar::rt;

/// Bytes that one thread fills at a time.
static constexpr uint64_t pieceBytes = uint64_t(4) << 20;

/// Weights that a launch of any target gathers rows from.
static std::set<uint32_t> tablesOf(const artifact::Manifest &manifest) {
  std::set<uint32_t> tables;
  for (const artifact::Target &target : manifest.targets())
    for (const artifact::Entry &entry : target.entries())
      for (const artifact::Launch &launch : entry.launches())
        if (launch.has_gather())
          tables.insert(gatheredWeight(launch));
  return tables;
}

static Result<SyntheticPart> listPart(const artifact::Weight &weight,
                                      uint32_t index, bool table,
                                      TensorPatterns &patterns) {
  SyntheticPart part;
  part.index = index;
  const artifact::WeightPart &record = weight.parts(int(index));
  for (uint32_t e = 0; e < std::max(weight.count(), 1u); ++e) {
    Result<TensorPattern> pattern =
        patterns.find(weight, int(index), tensorName(record, e));
    if (!pattern.ok())
      return pattern.status();
    if (table)
      pattern->period = syntheticTablePeriod;
    part.tensors.push_back({*pattern, record.bytes(), 0});
  }
  return part;
}

Result<std::vector<SyntheticPart>>
rt::listSyntheticParts(const artifact::Manifest &manifest,
                       TensorPatterns &patterns) {
  std::set<uint32_t> tables = tablesOf(manifest);
  std::vector<SyntheticPart> parts;
  for (uint32_t w = 0; w < uint32_t(manifest.weights_size()); ++w) {
    const artifact::Weight &weight = manifest.weights(int(w));
    if (weight.from_blob() || weight.token_map())
      continue;
    for (uint32_t i = 0; i < uint32_t(weight.parts_size()); ++i) {
      Result<SyntheticPart> part =
          listPart(weight, i, tables.count(w) > 0, patterns);
      if (!part.ok())
        return part.status();
      part->weight = w;
      parts.push_back(std::move(*part));
    }
  }
  return parts;
}

uint64_t rt::placeOnHost(const artifact::Manifest &manifest,
                         std::vector<SyntheticPart> &parts) {
  uint64_t end = 0;
  for (SyntheticPart &part : parts) {
    uint64_t alignment = std::max<uint64_t>(
        manifest.weights(int(part.weight)).parts(int(part.index)).alignment(),
        lineBytes);
    for (SyntheticTensor &tensor : part.tensors) {
      if (tensor.isTable())
        continue;
      tensor.offset = alignUp(end, alignment);
      end = tensor.offset + tensor.bytes;
    }
  }
  return end;
}

namespace {

/// A range of one tensor.
struct Piece {
  const SyntheticTensor *tensor;
  uint64_t first, bytes;
};

/// What the threads share.
struct Filling {
  std::vector<Piece> pieces;
  std::byte *memory;
  ThreadPool *pool;
};

} // namespace

/// Fills pieces [begin, end); called like a kernel.
static void fillPieces(const int64_t *words, int64_t begin, int64_t end) {
  const auto &filling = *reinterpret_cast<const Filling *>(words[0]);
  for (int64_t i = begin; i < end; ++i) {
    const Piece &piece = filling.pieces[size_t(i)];
    piece.tensor->pattern.copy(
        piece.first, filling.memory + piece.tensor->offset + piece.first,
        piece.bytes);
  }
}

Status rt::fillHost(const std::vector<SyntheticPart> &parts,
                    std::byte *memory) {
  Result<std::unique_ptr<ThreadPool>> pool =
      ThreadPool::create(availableCpus());
  if (!pool.ok())
    return pool.status();
  Filling filling{{}, memory, pool->get()};
  for (const SyntheticPart &part : parts)
    for (const SyntheticTensor &tensor : part.tensors)
      for (uint64_t first = 0; first < tensor.bytes && !tensor.isTable();
           first += pieceBytes)
        filling.pieces.push_back(
            {&tensor, first, std::min(pieceBytes, tensor.bytes - first)});
  (*pool)->run(
      [](void *context) {
        auto &filling = *static_cast<Filling *>(context);
        auto word = int64_t(reinterpret_cast<uintptr_t>(&filling));
        filling.pool->parallelFor(fillPieces, &word,
                                  int64_t(filling.pieces.size()), pieceBytes);
      },
      &filling);
  return Status();
}
