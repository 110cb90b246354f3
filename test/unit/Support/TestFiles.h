//===- TestFiles.h - files for unit tests ---------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder that lives as long as the test, and paths of the inputs in the tree.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_SUPPORT_TESTFILES_H
#define CEDAR_TEST_UNIT_SUPPORT_TESTFILES_H

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdlib.h>
#include <string>

namespace cedar::rt::test {

/// A new empty folder, deleted with all it holds at the end.
class TempFolder {
public:
  TempFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "cedar-XXXXXX").string();
    root = mkdtemp(pattern.data());
  }
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;
  ~TempFolder() { std::filesystem::remove_all(root); }

  const std::string &path() const { return root; }

  /// Writes `bytes` to the file `name` and returns its path.
  std::string write(const std::string &name, const std::string &bytes) const {
    std::string file = root + "/" + name;
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }

private:
  std::string root;
};

/// Path of an input below test/.
inline std::string testPath(const std::string &name) {
  return std::string(CEDAR_TEST_DIR) + "/" + name;
}

/// All bytes of a file.
inline std::string readBytes(const std::string &path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

} // namespace cedar::rt::test

#endif // CEDAR_TEST_UNIT_SUPPORT_TESTFILES_H
