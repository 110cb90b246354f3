//===- StateFile.h - a sequence in a file ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state file is a header of 64 bytes, a description (SavedSequence, a
// protobuf message), the rows of all states, and the SHA-256 of everything
// before it. Numbers are little-endian.
//
//   0   8  magic
//   8   4  format version
//   12  4  size of this header
//   16  8  size of the description
//   24  8  size of the rows
//   32 32  SHA-256 of the description
//
// Rows follow in the order of the states: all slots of a ring, the committed
// rows of a paged state from the first on, `row_bytes` each. So the same
// sequence gives the same file whatever the pages, the target or the session.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_RUNTIME_ENGINE_STATEFILE_H
#define CEDAR_RUNTIME_ENGINE_STATEFILE_H

#include "runtime/lib/Artifact/PublishFile.h"
#include "runtime/lib/Artifact/SavedSequence.pb.h"
#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Sha256.h"

#include <type_traits>

namespace cedar::rt {

/// The first bytes of every state file.
inline constexpr uint8_t stateFileMagic[8] = {0x89, 'C', 'S',  'T',
                                              'A',  'T', '\r', '\n'};
/// The latest layout that is read, and the one that is written.
inline constexpr uint32_t stateFileVersion = 1;

/// The header as it lies in the file (x86-64 is little-endian).
struct StateFileHeader {
  uint8_t magic[8];
  uint32_t formatVersion;
  uint32_t headerBytes;
  uint64_t descriptionBytes;
  uint64_t rowBytes;
  uint8_t descriptionSha256[32];
};
static_assert(sizeof(StateFileHeader) == 64);
static_assert(std::is_trivially_copyable_v<StateFileHeader>);

/// Rows that a sequence of `length` tokens has in `state`: slots of a ring, or
/// committed rows of a paged state.
uint64_t stateRows(const artifact::State &state, uint32_t length);

/// Bytes of the rows of all states, UINT64_MAX if they are more.
uint64_t savedRowBytes(const artifact::Manifest &manifest, uint32_t length);

/// The description of a sequence of `length` tokens.
artifact::SavedSequence describeSequence(const artifact::Manifest &manifest,
                                         uint32_t length,
                                         const std::string &unfinished);

/// Success if the rows of `saved` mean the same to the model of `manifest`,
/// else what differs first.
Status checkSameModel(const artifact::SavedSequence &saved,
                      const artifact::Manifest &manifest);

/// Writes a state file from its first byte to its last.
class StateFileWriter {
public:
  explicit StateFileWriter(FileSink &sink) : sink_(sink) {}

  Status begin(const artifact::SavedSequence &description, uint64_t rowBytes);
  Status append(std::string_view bytes);
  Status finish();

private:
  FileSink &sink_;
  Sha256 hash_;
};

/// A state file whose head has been checked. It must not be written to while
/// it is open; replacing it is fine.
class StateFile {
public:
  /// Refuses a file that is damaged before its rows, that has another size than
  /// its head says, or that another model than that of `manifest` has saved.
  static Result<StateFile> open(const std::string &path,
                                const artifact::Manifest &manifest);

  const std::string &path() const { return file_.path(); }
  uint32_t length() const { return description_.length(); }
  const std::string &unfinished() const { return description_.unfinished(); }

  /// Reads all of the file, piece by piece, and compares its checksum.
  Status verify() const;

  /// Reads rows, `offset` bytes behind the first.
  Status readRows(uint64_t offset, void *data, size_t bytes) const;

private:
  explicit StateFile(InputFile file) : file_(std::move(file)) {}

  Status readHead();
  Status readDescription();
  Status checkSize(const artifact::Manifest &manifest) const;
  Status corrupt(const std::string &reason) const;

  InputFile file_;
  artifact::SavedSequence description_;
  StateFileHeader header_{};
};

} // namespace cedar::rt

#endif // CEDAR_RUNTIME_ENGINE_STATEFILE_H
