//===- ToyModel.h - a complete toy model on disk --------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An artifact around ToyKernels.c and a checkpoint folder for it, and the same
// model in plain C++ to compare with.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_RUNTIME_TOYMODEL_H
#define CEDAR_TEST_UNIT_RUNTIME_TOYMODEL_H

#include "cedar.hpp"
#include "runtime/lib/Artifact/ArtifactWriter.h"
#include "test/unit/Support/TestFiles.h"

#include <functional>
#include <vector>

namespace cedar::rt::test {

/// Facts of the toy model.
inline constexpr int32_t toyVocabulary = 16;
inline constexpr uint32_t toyPositions = 64, toyPageTokens = 4, toyWindow = 4;

/// One tensor of a safetensors file.
struct ToyTensor {
  std::string name, dtype;
  std::vector<int64_t> shape;
  std::string bytes;
};

/// A safetensors file of these tensors; `pad` spaces behind the header move the
/// payload.
std::string safetensorsFile(const std::vector<ToyTensor> &tensors,
                            size_t pad = 0);

/// The tensors that the toy model reads.
std::vector<ToyTensor> toyTensors();

/// The toy model's artifact, ready to be changed.
ArtifactWriter toyArtifact();

/// Adds the entries "prefill_part", which gives no logits, and "rest", which
/// finishes a text with those of its last four rows.
void addToyParts(ArtifactWriter &writer);

/// Adds the entry "prefill_resume", which stages its rows and appends nothing.
void addToyResume(ArtifactWriter &writer);

/// Adds the target "sm_90a", the same plan with kernels as a GPU has them;
/// after everything that changes the plan.
void addToyGpu(ArtifactWriter &writer);

/// Rows and bytes a row of the table that the entry "rows" reads.
inline constexpr int32_t toyTableRows = 50, toyTableWidth = 8;

/// Adds the entry "rows", whose output "rows" is toyRows() of each token; the
/// rows of a table that it adds are prefetched. The manifest says that the
/// table has `tableRows` rows. With `again`, the others read the same rows once
/// more before they wait for these, and add both.
void addToyRows(ArtifactWriter &writer, int32_t tableRows = toyTableRows,
                bool again = false);

/// The first rows of that table.
ToyTensor toyTable(int32_t rowCount = toyTableRows);

/// What the entry "rows" gives for a token, with its rows added `times` times.
std::vector<float> toyRows(int32_t token, int32_t times = 1);

/// Artifact and checkpoint in a temporary folder.
class ToyModel {
public:
  /// `change` may alter the artifact before it is written.
  explicit ToyModel(
      const std::function<void(ArtifactWriter &)> &change = nullptr);

  std::string artifact() const { return folder_.path() + "/toy.cedar"; }
  std::string weights() const { return folder_.path(); }
  const TempFolder &folder() const { return folder_; }

  cedar::Module module() const { return cedar::Module::open(artifact()); }
  cedar::Session session(const cedar_session_options &options) const;

private:
  TempFolder folder_;
};

/// A text without regularity.
std::vector<int32_t> someText(size_t length, int32_t seed = 1);

/// All of `tokens`, which outlive the rows, as text of a sequence.
cedar_rows rowsOf(cedar_sequence sequence, const std::vector<int32_t> &tokens);

/// A call with rows of one sequence or of `count`, which outlive the batch.
cedar_batch batchOf(const char *entry, const cedar_rows *rows,
                    uint32_t flags = 0, size_t count = 1);

/// Logits after the last of `tokens`, by the definition in ToyKernels.c.
std::vector<float> toyLogits(const std::vector<int32_t> &tokens);

/// Message of the error that `body` throws, or "" when it throws none.
std::string errorOf(const std::function<void()> &body,
                    cedar_code *code = nullptr);

} // namespace cedar::rt::test

#endif // CEDAR_TEST_UNIT_RUNTIME_TOYMODEL_H
