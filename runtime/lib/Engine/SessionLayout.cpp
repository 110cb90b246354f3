//===- SessionLayout.cpp - memory of a session ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One arena serves all entries that compute, because only one runs at a time;
// entries that commit have another one, so that a commit leaves the outputs of
// the call it follows. Sizes saturate, so that no sum wraps around.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/SessionLayout.h"

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Cuda/LaunchShape.h"
#include "runtime/lib/Engine/KernelThread.h"
#include "runtime/lib/Engine/ThreadPool.h"
#include "runtime/lib/Support/Align.h"

#include <algorithm>
#include <climits>
#include <numeric>

using namespace cedar;
using namespace cedar::rt;

/// Largest session: what an x86-64 process can address, halved.
static constexpr uint64_t byteLimit = uint64_t(1) << 46;

static uint64_t multiply(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? byteLimit
                                                : std::min(product, byteLimit);
}

namespace {

/// Hands out consecutive ranges.
class Cursor {
public:
  explicit Cursor(uint64_t begin) : end_(begin) {}

  uint64_t take(uint64_t bytes) {
    uint64_t offset = end_;
    end_ = std::min(alignUp(end_ + std::min(bytes, byteLimit), lineBytes),
                    byteLimit);
    return offset;
  }

  uint64_t end() const { return end_; }

private:
  uint64_t end_;
};

} // namespace

static uint64_t ceilDivide(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

static Status tooLarge(const char *what, uint64_t value, uint64_t limit) {
  return Status(Code::invalidArgument,
                std::string(what) + " is " + std::to_string(value) +
                    ", expected at most " + std::to_string(limit));
}

/// Pages of a sequence and of the pool.
static Status resolvePages(const artifact::Model &model, uint64_t maxTokens,
                           SessionOptions &options) {
  if (model.page_tokens() == 0)
    return Status();
  options.sequencePages =
      uint32_t(ceilDivide(options.context, model.page_tokens()));
  uint64_t pages =
      maxTokens
          ? ceilDivide(std::min(maxTokens, byteLimit), model.page_tokens())
          : uint64_t(options.sequences) * options.sequencePages;
  if (pages > INT_MAX)
    return tooLarge("number of cache pages", pages, INT_MAX);
  options.pages = uint32_t(pages);
  return Status();
}

Result<SessionOptions>
SessionOptions::resolve(const artifact::Model &model,
                        const artifact::Target &target,
                        const cedar_session_options &options) {
  constexpr uint32_t maxSequences = 1 << 16, maxRows = 1 << 20;
  auto orElse = [](uint32_t value, uint32_t fallback) {
    return value ? value : fallback;
  };
  SessionOptions result;
  result.sequences = orElse(options.max_sequences, 1);
  result.rows = orElse(options.max_rows, 512);
  result.outRows = orElse(options.max_out_rows, result.sequences);
  result.embeddingRows = options.max_embedding_rows;
  result.context = orElse(options.context, model.max_positions());
  result.threads =
      isCpuTarget(target) ? orElse(options.threads, availableCpus()) : 1;
  result.prefillEntry =
      options.prefill_entry ? options.prefill_entry : "prefill_exact";
  result.engramCache = options.engram_cache;
  result.launchMode = options.launch_mode;
  if (result.sequences > maxSequences)
    return tooLarge("max_sequences", result.sequences, maxSequences);
  for (uint32_t rows : {result.rows, result.outRows, result.embeddingRows})
    if (rows > maxRows)
      return tooLarge("a number of rows", rows, maxRows);
  if (result.context > model.max_positions())
    return tooLarge("context", result.context, model.max_positions());
  if (result.threads > 1024)
    return tooLarge("threads", result.threads, 1024);
  if (Status status = resolvePages(model, options.max_tokens, result);
      !status.ok())
    return status;
  return result;
}

Extents SessionOptions::capacity() const {
  Extents extents{};
  extents[artifact::ONE] = 1;
  extents[artifact::ROWS] = rows;
  extents[artifact::SEQUENCES] = sequences;
  extents[artifact::SEQUENCE_BOUNDS] = int64_t(sequences) + 1;
  extents[artifact::OUT_ROWS] = outRows;
  extents[artifact::EMBEDDING_ROWS] = embeddingRows;
  extents[artifact::TABLE_PAGES] = std::max(sequencePages, 1u);
  return extents;
}

uint64_t rt::tensorBytes(const artifact::Tensor &tensor,
                         const Extents &extents) {
  uint64_t bytes = staticBytes(tensor);
  for (int dim : tensor.dims())
    bytes = multiply(bytes, uint64_t(extents[size_t(dim)]));
  return bytes;
}

uint64_t rt::poolExtent(const artifact::State &state,
                        const SessionOptions &options) {
  return state.kind() == artifact::State::PAGED ? options.pages
                                                : options.sequences;
}

uint64_t rt::pageBytes(const artifact::Manifest &manifest) {
  uint64_t bytes = 0;
  for (const artifact::State &state : manifest.states())
    if (state.kind() == artifact::State::PAGED)
      bytes = std::min(bytes + multiply(state.rows(), state.row_bytes()),
                       byteLimit);
  return bytes;
}

/// Sections of the entries that commit, or of those that do not, all from
/// `begin`. Returns the end of the largest.
static uint64_t placeSections(const artifact::Target &target, bool commits,
                              const Extents &capacity, uint64_t begin,
                              SessionLayout &layout) {
  uint64_t end = begin;
  for (int i = 0; i < target.entries_size(); ++i) {
    if (target.entries(i).commits() != commits)
      continue;
    Cursor cursor(begin);
    for (const artifact::Section &section : target.entries(i).sections())
      layout.entries[size_t(i)].sections[section.dim()] = cursor.take(
          multiply(section.bytes(), uint64_t(capacity[section.dim()])));
    end = std::max(end, cursor.end());
  }
  return end;
}

static void orderInputs(EntryLayout &entry) {
  entry.inputOrder.resize(entry.inputs.size());
  std::iota(entry.inputOrder.begin(), entry.inputOrder.end(), 0);
  std::sort(entry.inputOrder.begin(), entry.inputOrder.end(),
            [&](uint32_t a, uint32_t b) {
              return entry.inputs[a] < entry.inputs[b];
            });
}

/// Inputs of all entries: those of the batch once, the others of each entry
/// from the same place.
static uint64_t placeInputs(const artifact::Target &target,
                            const Extents &capacity, uint64_t begin,
                            SessionLayout &layout) {
  Cursor shared(begin);
  std::vector<std::pair<std::string, uint64_t>> batch;
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Tensor &tensor : entry.inputs())
      for (const BatchInput &input : batchInputs())
        if (tensor.name() == input.name &&
            std::none_of(batch.begin(), batch.end(), [&](const auto &placed) {
              return placed.first == tensor.name();
            }))
          batch.emplace_back(tensor.name(),
                             shared.take(tensorBytes(tensor, capacity)));
  uint64_t end = shared.end();
  for (int i = 0; i < target.entries_size(); ++i) {
    Cursor cursor(shared.end());
    for (const artifact::Tensor &tensor : target.entries(i).inputs()) {
      auto placed =
          std::find_if(batch.begin(), batch.end(), [&](const auto &input) {
            return input.first == tensor.name();
          });
      layout.entries[size_t(i)].inputs.push_back(
          placed != batch.end() ? placed->second
                                : cursor.take(tensorBytes(tensor, capacity)));
    }
    end = std::max(end, cursor.end());
    orderInputs(layout.entries[size_t(i)]);
  }
  return end;
}

/// Pools of one kind of state.
static uint64_t placePools(const artifact::Manifest &manifest,
                           artifact::State::Kind kind,
                           const SessionOptions &options, uint64_t begin,
                           SessionLayout &layout) {
  Cursor cursor(begin);
  for (int i = 0; i < manifest.states_size(); ++i) {
    const artifact::State &state = manifest.states(i);
    if (state.kind() == kind)
      layout.pools[size_t(i)] =
          cursor.take(multiply(multiply(state.rows(), state.row_bytes()),
                               poolExtent(state, options)));
  }
  return cursor.end();
}

static uint64_t placeStages(const artifact::Manifest &manifest,
                            const SessionOptions &options, uint64_t begin,
                            SessionLayout &layout) {
  Cursor cursor(begin);
  for (int i = 0; i < manifest.states_size(); ++i)
    if (manifest.states(i).kind() == artifact::State::RING)
      layout.stages[size_t(i)] =
          cursor.take(multiply(manifest.states(i).row_bytes(), options.rows));
  return cursor.end();
}

bool rt::prefetches(const artifact::Target &target,
                    const SessionOptions &options) {
  bool any = false;
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Launch &launch : entry.launches())
      any |= launch.prefetch();
  return any && isCpuTarget(target) && options.threads > 1;
}

uint64_t rt::outputOffset(const artifact::Entry &entry, int output,
                          const EntryLayout &places, const Extents &capacity) {
  const artifact::Buffer &buffer =
      entry.buffers(int(entry.output_buffers(output)));
  return places.sections[buffer.dim()] +
         buffer.offset() * uint64_t(capacity[buffer.dim()]);
}

/// Bytes of the words of all launches.
static uint64_t launchWordBytes(const artifact::Target &target) {
  uint64_t words = 0;
  for (const artifact::Entry &entry : target.entries())
    for (const artifact::Launch &launch : entry.launches())
      for (const artifact::Argument &argument : launch.arguments())
        words += 1 + uint64_t(argument.dims_size());
  return words * sizeof(int64_t);
}

/// What a session has on a GPU.
static void addDevice(const artifact::Target &target, uint64_t region,
                      cedar_memory_need &need) {
  if (isCpuTarget(target))
    return;
  need.scratch = scratchBytes(target, false) + scratchBytes(target, true);
  need.launch_words = launchWordBytes(target);
  need.device = region + need.scratch + need.launch_words;
}

/// Memory outside the region.
static void addOutside(const artifact::Model &model,
                       const artifact::Target &target,
                       const SessionOptions &options, cedar_memory_need &need) {
  need.tables = (uint64_t(options.sequences) * options.sequencePages +
                 2 * uint64_t(options.pages)) *
                    sizeof(int32_t) +
                uint64_t(model.vocab_size()) * 16;
  need.stacks = (options.threads + prefetches(target, options)) *
                uint64_t(kernelStackBytes);
}

Result<SessionLayout> SessionLayout::plan(const artifact::Manifest &manifest,
                                          const artifact::Target &target,
                                          const SessionOptions &options) {
  SessionLayout layout;
  layout.entries.resize(size_t(target.entries_size()));
  layout.pools.resize(size_t(manifest.states_size()));
  layout.stages.resize(size_t(manifest.states_size()));
  Extents capacity = options.capacity();
  using artifact::State;

  uint64_t compute = placeSections(target, false, capacity, 0, layout);
  // Inputs have whole pages: a GPU's session pins them, and no copy of anything
  // else may cross the edge.
  uint64_t arena = alignUp(
      placeSections(target, true, capacity, compute, layout), mappedPageBytes);
  uint64_t inputs =
      alignUp(placeInputs(target, capacity, arena, layout), mappedPageBytes);
  uint64_t stages = placeStages(manifest, options, inputs, layout);
  uint64_t rings = placePools(manifest, State::RING, options, stages, layout);
  uint64_t pools = placePools(manifest, State::PAGED, options, rings, layout);
  Result<TableCachePlan> caches =
      TableCachePlan::make(manifest, target, options.engramCache, options.rows);
  if (!caches.ok())
    return caches.status();
  Cursor end(pools);
  layout.caches = std::move(*caches);
  layout.cacheOffset = end.take(layout.caches.bytes());
  if (end.end() >= byteLimit)
    return Status(Code::exhausted,
                  "the session needs more memory than a process can address; "
                  "lower max_rows, max_sequences, max_tokens or context");
  layout.bytes = end.end();
  layout.need.arena = arena;
  layout.need.inputs = inputs - arena;
  layout.need.stages = stages - inputs;
  layout.need.rings = rings - stages;
  layout.need.pools = pools - rings;
  layout.need.engram_cache = layout.bytes - pools;
  addOutside(manifest.model(), target, options, layout.need);
  addDevice(target, layout.bytes, layout.need);
  layout.need.total = layout.bytes + layout.need.tables + layout.need.stacks;
  return layout;
}
