//===- Session.h - caches, work memory and threads ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs entries of a module over sequences. A call is checked, then laid out,
// then computed, then committed; whatever is refused is refused in the first
// step. Nothing is allocated after creation as long as calls succeed.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_SESSION_H
#define CEDAR_RUNTIME_ENGINE_SESSION_H

#include "cedar.h"
#include "runtime/lib/Engine/Batch.h"
#include "runtime/lib/Engine/GpuSession.h"
#include "runtime/lib/Engine/InputArea.h"
#include "runtime/lib/Engine/Program.h"
#include "runtime/lib/Engine/Sampler.h"

#include <memory>
#include <optional>

namespace cedar::rt {

class LaunchObserver;
class StateFile;
struct StateRange;

/// The entry that computes the rings of a cached prefix.
inline constexpr const char *resumeEntry = "prefill_resume";

/// What the C API calls a session; functions are described there.
class Session {
public:
  static Result<std::unique_ptr<Session>>
  create(std::shared_ptr<const Weights> weights,
         const cedar_session_options &options);

  Result<cedar_sequence> openSequence();
  /// `prefix` names the sequence that has the entries.
  Result<cedar_sequence> resumeSequence(const cedar_rows &prefix);
  Status closeSequence(cedar_sequence sequence);
  Result<uint32_t> length(cedar_sequence sequence) const;
  Status saveSequence(cedar_sequence sequence, const std::string &path) const;
  Result<cedar_sequence> restoreSequence(const std::string &path);
  /// Where the committed rows of a sequence lie.
  Result<std::vector<StateRange>> stateRanges(cedar_sequence sequence) const;
  /// Copies a range of the region, as kernels see it.
  Status readRange(uint64_t offset, void *to, uint64_t bytes) const;

  Status fill(cedar_sequence sequence, uint32_t length, uint64_t seed);

  Status run(const cedar_batch &call);
  Status commit(const int32_t *accepted, size_t count);
  Status prefill(const cedar_rows *rows, size_t count, size_t chunk,
                 float *logits);
  Result<const float *> finishPrompts(const cedar_sequence *sequences,
                                      size_t count);
  Result<const float *> decode(const cedar_sequence *sequences,
                               const int32_t *tokens, size_t count);

  Result<cedar_tensor> output(const char *name) const;
  /// Name of output `index` of the last run, or null.
  const char *outputName(size_t index) const;
  Status readState(cedar_sequence sequence, const char *state, uint32_t first,
                   uint32_t count, float *out) const;
  Result<int32_t> sample(const float *logits, cedar_sampler &sampler);
  cedar_stats stats() const;
  void setProfiler(Profiler profiler) { profiler_ = profiler; }
  const Module &module() const { return weights_->module(); }

private:
  friend class TargetCheck;

  Session(std::shared_ptr<const Weights> weights, SessionOptions options,
          SessionLayout layout);

  Status reserve();
  Status makePrograms();
  const artifact::Entry &entry(uint32_t index) const {
    return module().target().entries(int(index));
  }

  Status checkCall(const cedar_batch &call, uint32_t entry);
  Status checkInputs(const cedar_batch &call, uint32_t entry,
                     const Extents &extents) const;
  Status launchAll(uint32_t entry);
  Status launchObserved(uint32_t entry);
  Status runObserved(uint32_t entry, std::optional<uint32_t> commit);
  Result<bool> runOne(uint32_t entry, uint32_t launch, const Extents &extents);
  Status runEntries(uint32_t entry, std::optional<uint32_t> commit);
  Status clearRange(uint64_t offset, uint64_t bytes);
  Status writeRange(uint64_t offset, const void *from, uint64_t bytes);
  Status execute(const cedar_batch &call, uint32_t entry, bool commitAll);
  void layOut(const cedar_batch &call, uint32_t entry);
  void dropPending();
  void acceptRows();
  Status checkFinished() const;
  Status checkFinishCall(uint32_t entry, const cedar_sequence *sequences,
                         size_t count);
  Result<const artifact::Tensor *> logitsOf(uint32_t entry) const;
  Status prefillChunks(const cedar_rows *rows, size_t count, size_t limit,
                       uint32_t entry, float *logits);
  Status finishChunks(const cedar_rows *rows, size_t count, uint32_t entry,
                      float *logits);
  Status copyLogits(float *logits) const;
  bool isFinishing(uint32_t entry) const;
  bool isResuming(uint32_t entry) const;
  Status checkResume(uint32_t source, const cedar_rows &prefix,
                     uint32_t entry) const;
  Status copyPage(int32_t to, int32_t from);
  Status resumeRows(cedar_sequence sequence, const cedar_rows &prefix,
                    size_t begin, size_t end, uint32_t entry);
  Status fillResumed(cedar_sequence sequence, uint32_t source,
                     const cedar_rows &prefix, uint32_t entry);
  Result<std::optional<uint32_t>> unfinishedEntry(const StateFile &file) const;
  Status checkRoom(const StateFile &file) const;
  Status fillRestored(uint32_t slot, const StateFile &file);
  Status checkFill(uint32_t slot, uint32_t length) const;
  Status fillState(uint32_t index, uint32_t slot, uint64_t seed);

  std::shared_ptr<const Weights> weights_;
  SessionOptions options_;
  SessionLayout layout_;
  Region region_; ///< of a GPU: a copy of inputs and outputs
  SequenceTable table_;
  Sampler sampler_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<Prefetcher> prefetcher_; ///< if an entry prefetches
  std::optional<InputArea> inputs_;
  std::optional<TableCaches> caches_;
  std::vector<Program> programs_;   ///< by entry; of a CPU
  std::unique_ptr<GpuSession> gpu_; ///< of a GPU

  // The last call. `checked_` becomes `current_` when a call is accepted.
  std::unique_ptr<Batch> current_, checked_;
  Extents extents_{};
  std::optional<uint32_t> lastEntry_;
  bool pending_ = false; ///< rows wait for a commit
  std::vector<int32_t> accepted_;

  // Scratch of prefill and decode.
  std::vector<cedar_rows> rows_;
  std::vector<int32_t> outRows_;
  std::vector<size_t> owners_; ///< caller's sequence of each out row
  std::vector<cedar_sequence> finishing_;

  cedar_stats stats_{};
  Profiler profiler_;
  LaunchObserver *observer_ = nullptr; ///< launches run one by one for it
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_SESSION_H
