//===- BoundEntry.cpp - the argument words of an entry --------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manifest has been checked, so indices are used as they are.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/BoundEntry.h"

using namespace cedar;
using namespace cedar::rt;

BoundEntry::BoundEntry(const Weights &weights, uint32_t index,
                       const SessionLayout &layout,
                       const SessionOptions &options, uintptr_t region)
    : weights_(weights), entry_(weights.module().target().entries(int(index))),
      layout_(layout), places_(layout.entries[index]), region_(region),
      capacity_(options.capacity()) {
  for (const artifact::Launch &launch : entry_.launches())
    bind(launch, options);
}

void BoundEntry::bind(const artifact::Launch &launch,
                      const SessionOptions &options) {
  const Module &module = weights_.module();
  launches_.push_back({&module.target().kernels(int(launch.kernel())), &launch,
                       uint32_t(words_.size())});
  for (const artifact::Argument &argument : launch.arguments()) {
    words_.push_back(address(argument));
    for (int dim : argument.dims()) {
      if (dim == artifact::POOL) {
        const artifact::State &state =
            module.manifest().states(int(argument.index()));
        words_.push_back(int64_t(poolExtent(state, options)));
        continue;
      }
      extentWords_.push_back(
          {uint32_t(words_.size()), static_cast<artifact::Dim>(dim)});
      words_.push_back(0);
    }
  }
}

int64_t BoundEntry::address(const artifact::Argument &argument) const {
  using artifact::Argument;
  auto inRegion = [&](uint64_t offset) { return int64_t(region_ + offset); };
  uint32_t index = argument.index();
  switch (argument.kind()) {
  case Argument::INPUT:
    return inRegion(places_.inputs[index]);
  case Argument::BUFFER: {
    const artifact::Buffer &buffer = entry_.buffers(int(index));
    return inRegion(places_.sections[buffer.dim()] +
                    buffer.offset() * uint64_t(capacity_[buffer.dim()]));
  }
  case Argument::WEIGHT:
    return int64_t(
        reinterpret_cast<uintptr_t>(weights_.part(index, argument.part())));
  case Argument::STATE:
    return inRegion(layout_.pools[index]);
  default:
    return inRegion(layout_.stages[index]);
  }
}

/// Index of the word with the address of `argument`.
static uint32_t pointerWord(const BoundLaunch &launch, uint32_t argument) {
  uint32_t word = launch.firstWord;
  for (uint32_t i = 0; i < argument; ++i)
    word += 1 + uint32_t(launch.plan->arguments(int(i)).dims_size());
  return word;
}

int64_t BoundEntry::pointer(const BoundLaunch &launch,
                            uint32_t argument) const {
  return words_[pointerWord(launch, argument)];
}

void BoundEntry::setPointer(const BoundLaunch &launch, uint32_t argument,
                            const void *pointer) {
  words_[pointerWord(launch, argument)] =
      int64_t(reinterpret_cast<uintptr_t>(pointer));
}

void BoundEntry::setExtents(const Extents &extents) {
  for (const ExtentWord &word : extentWords_)
    words_[word.word] = extents[word.dim];
}

int64_t BoundEntry::blocks(const BoundLaunch &launch) const {
  int64_t blocks = 1;
  for (const artifact::GridTerm &term : launch.kernel->grid()) {
    int64_t tile = int64_t(term.tile());
    blocks *= term.word() == 0
                  ? tile
                  : (words_[launch.firstWord + term.word()] + tile - 1) / tile;
  }
  return blocks;
}
