//===- SessionStates.cpp - sequences that are saved and restored ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What goes on from a sequence depends on its rings, its committed entries, its
// length and whether its prompt is complete, and on nothing else: the tokens
// that hashes of n-grams look back at are in a ring of their own.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/Session.h"

#include "runtime/lib/Engine/StateFile.h"
#include "runtime/lib/Engine/StateRows.h"
#include "runtime/lib/Support/Quote.h"

#include <algorithm>
#include <cstring>

using namespace cedar;
using namespace cedar::rt;

/// Bytes that are copied at once.
static constexpr uint64_t pieceBytes = uint64_t(1) << 20;

/// Memory for the largest range of at most `pieceBytes`.
static std::vector<char> makePiece(const artifact::Manifest &manifest) {
  uint64_t bytes = pieceBytes;
  for (const artifact::State &state : manifest.states())
    bytes = std::max<uint64_t>(bytes, state.row_bytes());
  return std::vector<char>(bytes);
}

Status Session::readRange(uint64_t offset, void *to, uint64_t bytes) const {
  if (bytes == 0) // `to` may be null then
    return Status();
  if (gpu_)
    return gpu_->readRange(to, offset, bytes);
  std::memcpy(to, region_.data() + offset, bytes);
  return Status();
}

/// Writes a range of the region, where kernels see it.
Status Session::writeRange(uint64_t offset, const void *from, uint64_t bytes) {
  if (bytes == 0)
    return Status();
  if (gpu_)
    return gpu_->writeRange(offset, from, bytes);
  std::memcpy(region_.data() + offset, from, bytes);
  return Status();
}

Result<std::vector<StateRange>>
Session::stateRanges(cedar_sequence sequence) const {
  Result<uint32_t> slot = table_.slot(sequence);
  if (!slot.ok())
    return slot.status();
  std::vector<StateRange> ranges;
  auto add = [&](const StateRange &range) {
    ranges.push_back(range);
    return Status();
  };
  if (Status status =
          visitStateRows(module().manifest(), layout_, table_, *slot,
                         table_.length(*slot), pieceBytes, add);
      !status.ok())
    return status;
  return ranges;
}

Status Session::saveSequence(cedar_sequence sequence,
                             const std::string &path) const {
  Result<uint32_t> slot = table_.slot(sequence);
  if (!slot.ok())
    return slot.status();
  const artifact::Manifest &manifest = module().manifest();
  uint32_t length = table_.length(*slot);
  std::optional<uint32_t> finish = table_.unfinished(*slot);
  artifact::SavedSequence description =
      describeSequence(manifest, length, finish ? entry(*finish).name() : "");
  std::vector<char> piece = makePiece(manifest);
  return publishFile(path, [&](FileSink &sink) {
    StateFileWriter writer(sink);
    if (Status status =
            writer.begin(description, savedRowBytes(manifest, length));
        !status.ok())
      return status;
    auto write = [&](const StateRange &range) {
      Status status = readRange(range.offset, piece.data(), range.bytes);
      return status.ok() ? writer.append({piece.data(), range.bytes}) : status;
    };
    if (Status status = visitStateRows(manifest, layout_, table_, *slot, length,
                                       pieceBytes, write);
        !status.ok())
      return status;
    return writer.finish();
  });
}

/// The entry that has to complete the prompt of a saved sequence, if any.
Result<std::optional<uint32_t>>
Session::unfinishedEntry(const StateFile &file) const {
  if (file.unfinished().empty())
    return std::optional<uint32_t>();
  Result<uint32_t> index = module().entryIndex(file.unfinished().c_str());
  if (index.ok() && isFinishing(*index))
    return std::optional<uint32_t>(*index);
  return Status(Code::incompatible,
                "'" + file.path() + "': the prompt waits for the entry " +
                    quoteName(file.unfinished()) +
                    ", which completes no prompt of this module; restore it "
                    "with a module that has it, or finish the prompt before "
                    "saving");
}

/// Checks what the session lacks for `length` tokens of a file.
Status Session::checkRoom(const StateFile &file) const {
  std::string what = "'" + file.path() + "' holds " +
                     std::to_string(file.length()) + " tokens, ";
  if (file.length() > options_.context)
    return Status(Code::exhausted, what + "the context of the session is " +
                                       std::to_string(options_.context) +
                                       "; raise context");
  uint32_t pages = table_.pagesFor(file.length());
  if (pages > table_.availablePages())
    return Status(Code::exhausted,
                  what + "which take " + std::to_string(pages) +
                      " cache pages, " +
                      std::to_string(table_.availablePages()) + " of " +
                      std::to_string(table_.pagesTotal()) +
                      " are free; close sequences or raise max_tokens");
  return Status();
}

/// Copies the rows of a file to an empty sequence.
Status Session::fillRestored(uint32_t slot, const StateFile &file) {
  table_.grow(slot, file.length());
  table_.setLength(slot, file.length());
  std::vector<char> piece = makePiece(module().manifest());
  uint64_t offset = 0;
  auto read = [&](const StateRange &range) {
    Status status = file.readRows(offset, piece.data(), range.bytes);
    offset += range.bytes;
    return status.ok() ? writeRange(range.offset, piece.data(), range.bytes)
                       : status;
  };
  return visitStateRows(module().manifest(), layout_, table_, slot,
                        file.length(), pieceBytes, read);
}

Result<cedar_sequence> Session::restoreSequence(const std::string &path) {
  Result<StateFile> file = StateFile::open(path, module().manifest());
  if (!file.ok())
    return file.status();
  Result<std::optional<uint32_t>> unfinished = unfinishedEntry(*file);
  if (!unfinished.ok())
    return unfinished.status();
  if (Status status = checkRoom(*file); !status.ok())
    return status;
  if (Status status = file->verify(); !status.ok())
    return status;
  Result<cedar_sequence> sequence = openSequence();
  if (!sequence.ok())
    return sequence;
  dropPending();
  Result<uint32_t> slot = table_.slot(*sequence);
  if (Status status = fillRestored(*slot, *file); !status.ok()) {
    (void)closeSequence(*sequence);
    return status;
  }
  table_.setUnfinished(*slot, *unfinished);
  return sequence;
}
