//===- PlanCheck.cpp - rules of a target ----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels and entries: what a launch names exists, what a buffer covers lies
// inside its section, what the runtime fills has the shape it fills.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ElementTypes.h"
#include "runtime/lib/Artifact/ManifestCheck.h"

#include <set>

using namespace cedar;
using namespace cedar::rt;

static constexpr uint64_t sizeLimit = uint64_t(1) << 46;

static Status broken(const std::string &reason) {
  return Status(Code::corrupt, reason);
}

static std::string outOf(const char *what, uint64_t index, int size) {
  return std::string(what) + " " + std::to_string(index) + " of " +
         std::to_string(size);
}

/// True for an extent that a call or a session fixes for everybody.
static bool isCallDim(artifact::Dim dim) {
  return artifact::Dim_IsValid(dim) && dim != artifact::POOL;
}

bool rt::isCpuTarget(const artifact::Target &target) {
  return target.name() == "cpu" || target.name().rfind("cpu:", 0) == 0;
}

const std::vector<BatchInput> &rt::batchInputs() {
  using namespace artifact;
  static const std::vector<BatchInput> inputs = {
      {"tokens", I32, {ROWS}},
      {"positions", I32, {ROWS}},
      {"sequence", I32, {ROWS}},
      {"kind", I8, {ROWS}},
      {"embedding_row", I32, {ROWS}},
      {"embeddings", BF16, {EMBEDDING_ROWS, ONE}},
      {"seq_begin", I32, {SEQUENCE_BOUNDS}},
      {"out_rows", I32, {OUT_ROWS}},
      {"length", I32, {SEQUENCES}},
      {"slots", I32, {SEQUENCES}},
      {"pages", I32, {SEQUENCES, TABLE_PAGES}},
      {"accepted", I32, {SEQUENCES}},
  };
  return inputs;
}

/// Inputs that say where rows are, so that they can be filled in for rows that
/// were computed before.
static bool isLayoutInput(const std::string &name) {
  static const std::set<std::string> inputs = {
      "positions", "sequence", "seq_begin", "out_rows",
      "length",    "slots",    "pages"};
  return inputs.count(name) > 0;
}

uint64_t rt::staticBytes(const artifact::Tensor &tensor) {
  uint64_t bytes = elementBytes(tensor.type());
  for (int i = 0; i < tensor.dims_size(); ++i)
    if (tensor.dims(i) == artifact::ONE &&
        (__builtin_mul_overflow(bytes, tensor.shape(i), &bytes) ||
         bytes > sizeLimit))
      return 0;
  return bytes;
}

artifact::Dim rt::dynamicDim(const artifact::Tensor &tensor) {
  artifact::Dim found = artifact::ONE;
  for (int dim : tensor.dims()) {
    if (dim == artifact::ONE)
      continue;
    if (found != artifact::ONE)
      return artifact::POOL;
    found = static_cast<artifact::Dim>(dim);
  }
  return found;
}

static Status checkTensor(const artifact::Tensor &tensor) {
  std::string where = "tensor '" + tensor.name() + "' ";
  if (!artifact::ElementType_IsValid(tensor.type()) ||
      tensor.type() == artifact::ELEMENT_TYPE_UNSPECIFIED)
    return broken(where + "has no element type");
  if (tensor.dims_size() != tensor.shape_size() || tensor.dims_size() > 8)
    return broken(where + "must have one extent per dimension, at most 8");
  for (int dim : tensor.dims())
    if (!isCallDim(static_cast<artifact::Dim>(dim)))
      return broken(where + "has an unknown dimension");
  if (staticBytes(tensor) == 0)
    return broken(where + "has an extent of 0 or is too large");
  return Status();
}

/// An input by the name of a batch input must be exactly that input.
static Status checkBatchInput(const artifact::Manifest &manifest,
                              const artifact::Tensor &tensor) {
  for (const BatchInput &input : batchInputs()) {
    if (tensor.name() != input.name)
      continue;
    bool same = tensor.type() == input.type &&
                tensor.dims_size() == int(input.dims.size());
    for (int i = 0; same && i < tensor.dims_size(); ++i)
      same = tensor.dims(i) == input.dims[size_t(i)];
    if (!same || (tensor.name() == "embeddings" &&
                  tensor.shape(1) != manifest.model().hidden_size()))
      return broken("input '" + tensor.name() +
                    "' has another type or shape than the runtime fills");
  }
  return Status();
}

static Status checkSections(const artifact::Entry &entry) {
  std::set<artifact::Dim> seen;
  for (const artifact::Section &section : entry.sections()) {
    if (!isCallDim(section.dim()) || section.bytes() > sizeLimit)
      return broken("has a section of unknown dimension or size");
    if (!seen.insert(section.dim()).second)
      return broken("has two sections of one dimension");
  }
  return Status();
}

static Status checkBuffer(const artifact::Entry &entry,
                          const artifact::Buffer &buffer) {
  if (!artifact::ElementType_IsValid(buffer.type()))
    return broken("has a buffer of unknown element type");
  for (const artifact::Section &section : entry.sections())
    if (section.dim() == buffer.dim()) {
      if (buffer.offset() <= section.bytes() &&
          buffer.bytes() <= section.bytes() - buffer.offset())
        return Status();
      return broken("has a buffer past the end of its section");
    }
  return broken("has a buffer without a section");
}

static Status checkOutput(const artifact::Entry &entry, int index) {
  const artifact::Tensor &tensor = entry.outputs(index);
  uint32_t buffer = entry.output_buffers(index);
  if (buffer >= uint32_t(entry.buffers_size()))
    return broken("output '" + tensor.name() + "' names " +
                  outOf("buffer", buffer, entry.buffers_size()));
  const artifact::Buffer &storage = entry.buffers(int(buffer));
  if (dynamicDim(tensor) != storage.dim() ||
      staticBytes(tensor) > storage.bytes())
    return broken("output '" + tensor.name() + "' does not fit its buffer");
  return Status();
}

static Status checkArgument(const artifact::Manifest &manifest,
                            const artifact::Entry &entry,
                            const artifact::Argument &argument) {
  using artifact::Argument;
  uint32_t index = argument.index();
  bool state = argument.kind() == Argument::STATE;
  for (int dim : argument.dims())
    if (!isCallDim(static_cast<artifact::Dim>(dim)) &&
        !(state && dim == artifact::POOL))
      return broken("has an unknown dynamic extent");
  switch (argument.kind()) {
  case Argument::INPUT:
    return index < uint32_t(entry.inputs_size())
               ? Status()
               : broken(outOf("input", index, entry.inputs_size()));
  case Argument::BUFFER:
    return index < uint32_t(entry.buffers_size())
               ? Status()
               : broken(outOf("buffer", index, entry.buffers_size()));
  case Argument::WEIGHT:
    return index < uint32_t(manifest.weights_size()) &&
                   argument.part() <
                       uint32_t(manifest.weights(int(index)).parts_size())
               ? Status()
               : broken(outOf("weight", index, manifest.weights_size()));
  case Argument::STATE:
  case Argument::STAGE:
    if (index >= uint32_t(manifest.states_size()))
      return broken(outOf("state", index, manifest.states_size()));
    return state || manifest.states(int(index)).kind() == artifact::State::RING
               ? Status()
               : broken("stages rows of a paged state");
  default:
    return broken("has an unknown kind");
  }
}

/// For each word of a launch, whether it is an extent.
static std::vector<bool> extentWords(const artifact::Launch &launch) {
  std::vector<bool> words;
  for (const artifact::Argument &argument : launch.arguments()) {
    words.push_back(false);
    words.insert(words.end(), size_t(argument.dims_size()), true);
  }
  return words;
}

static Status checkGrid(const artifact::Kernel &kernel,
                        const artifact::Launch &launch) {
  std::vector<bool> words = extentWords(launch);
  for (const artifact::GridTerm &term : kernel.grid())
    if (term.word() != 0 &&
        (term.word() >= words.size() || !words[term.word()]))
      return broken("grid of kernel '" + kernel.symbol() + "' reads word " +
                    std::to_string(term.word()) +
                    ", which is not an extent of its arguments");
  return Status();
}

static Status checkLaunch(const artifact::Manifest &manifest,
                          const artifact::Target &target,
                          const artifact::Entry &entry,
                          const artifact::Launch &launch) {
  if (launch.kernel() >= uint32_t(target.kernels_size()))
    return broken(outOf("kernel", launch.kernel(), target.kernels_size()));
  for (int i = 0; i < launch.arguments_size(); ++i)
    if (Status status = checkArgument(manifest, entry, launch.arguments(i));
        !status.ok())
      return broken("argument " + std::to_string(i) + ": " + status.message());
  if (Status status = checkGrid(target.kernels(int(launch.kernel())), launch);
      !status.ok())
    return status;
  return checkGather(manifest, target, entry, launch);
}

static Status checkInterface(const artifact::Manifest &manifest,
                             const artifact::Entry &entry) {
  for (const artifact::Tensor &tensor : entry.inputs()) {
    if (Status status = checkTensor(tensor); !status.ok())
      return status;
    if (Status status = checkBatchInput(manifest, tensor); !status.ok())
      return status;
  }
  if (entry.output_buffers_size() != entry.outputs_size())
    return broken("must have one buffer per output");
  for (int i = 0; i < entry.outputs_size(); ++i) {
    if (Status status = checkTensor(entry.outputs(i)); !status.ok())
      return status;
    if (Status status = checkOutput(entry, i); !status.ok())
      return status;
  }
  return Status();
}

static Status checkEntry(const artifact::Manifest &manifest,
                         const artifact::Target &target,
                         const artifact::Entry &entry) {
  if (Status status = checkSections(entry); !status.ok())
    return status;
  for (const artifact::Buffer &buffer : entry.buffers())
    if (Status status = checkBuffer(entry, buffer); !status.ok())
      return status;
  if (Status status = checkInterface(manifest, entry); !status.ok())
    return status;
  for (int i = 0; i < entry.launches_size(); ++i)
    if (Status status = checkLaunch(manifest, target, entry, entry.launches(i));
        !status.ok())
      return broken("launch " + std::to_string(i) + ": " + status.message());
  return checkWaits(entry);
}

static Status checkKernel(const artifact::Kernel &kernel) {
  if (kernel.symbol().empty())
    return broken("has a kernel without a symbol");
  for (const artifact::GridTerm &term : kernel.grid())
    if (term.tile() == 0)
      return broken("kernel '" + kernel.symbol() + "' has a tile of 0");
  return Status();
}

static const artifact::Entry *findEntry(const artifact::Target &target,
                                        const std::string &name) {
  for (const artifact::Entry &entry : target.entries())
    if (entry.name() == name)
      return &entry;
  return nullptr;
}

/// The entries that run after this one exist and are what they have to be.
static Status checkFollowers(const artifact::Target &target,
                             const artifact::Entry &entry) {
  if (!entry.commit().empty()) {
    const artifact::Entry *commit = findEntry(target, entry.commit());
    if (!commit || !commit->commits() || entry.commits())
      return broken("is committed by '" + entry.commit() +
                    "', which is no entry that commits");
  }
  if (entry.finish().empty())
    return Status();
  const artifact::Entry *finish = findEntry(target, entry.finish());
  if (!finish || finish->commits() || !finish->finish().empty() ||
      finish->max_rows() == 0)
    return broken("is finished by '" + entry.finish() +
                  "', which is no entry for a bounded number of rows");
  for (const artifact::Tensor &tensor : finish->inputs())
    if (!isLayoutInput(tensor.name()))
      return broken("is finished by '" + entry.finish() + "', which reads '" +
                    tensor.name() + "'");
  return Status();
}

/// What launches on a GPU are dimensioned from, within what a chip can be.
static Status checkGpuTarget(const artifact::Manifest &manifest,
                             const artifact::Target &target) {
  constexpr uint32_t mostMultiprocessors = 4096;
  constexpr uint64_t mostScratch = uint64_t(1) << 32;
  if (target.ptx_blob() >= uint32_t(manifest.blobs_size()))
    return broken(outOf("PTX blob", target.ptx_blob(), manifest.blobs_size()));
  if (target.multiprocessors() == 0 ||
      target.multiprocessors() > mostMultiprocessors)
    return broken("has " + std::to_string(target.multiprocessors()) +
                  " multiprocessors, expected 1 to " +
                  std::to_string(mostMultiprocessors));
  for (const artifact::Kernel &kernel : target.kernels())
    if (kernel.scratch_bytes() > mostScratch)
      return broken("kernel '" + kernel.symbol() + "' has " +
                    std::to_string(kernel.scratch_bytes()) +
                    " bytes of scratch, expected at most " +
                    std::to_string(mostScratch));
  return Status();
}

Status rt::checkPlan(const artifact::Manifest &manifest,
                     const artifact::Target &target) {
  if (target.code_blob() >= uint32_t(manifest.blobs_size()))
    return broken(
        outOf("code blob", target.code_blob(), manifest.blobs_size()));
  if (!isCpuTarget(target))
    if (Status status = checkGpuTarget(manifest, target); !status.ok())
      return status;
  for (const artifact::Kernel &kernel : target.kernels())
    if (Status status = checkKernel(kernel); !status.ok())
      return status;
  std::set<std::string> names;
  for (const artifact::Entry &entry : target.entries()) {
    std::string where = "entry '" + entry.name() + "' ";
    if (!names.insert(entry.name()).second)
      return broken(where + "occurs twice");
    if (Status status = checkEntry(manifest, target, entry); !status.ok())
      return broken(where + status.message());
    if (Status status = checkFollowers(target, entry); !status.ok())
      return broken(where + status.message());
  }
  return Status();
}
