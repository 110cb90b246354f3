//===- PendingFile.cpp - a file that appears when all is well -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/lib/PendingFile.h"

using namespace cedar;
namespace fs = llvm::sys::fs;

PendingFile::~PendingFile() {
  if (temporary)
    llvm::consumeError(temporary->discard());
}

llvm::Error PendingFile::failure(const llvm::Twine &what) const {
  return llvm::createStringError(option + ": cannot write '" + path +
                                 "': " + what);
}

llvm::Error PendingFile::open(llvm::StringRef optionName,
                              llvm::StringRef wanted) {
  option = optionName.str();
  path = wanted.str();
  if (fs::exists(path) && !fs::is_regular_file(path))
    return failure("expected a regular file or a new name");
  auto created = fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!created)
    return failure(llvm::toString(created.takeError()));
  temporary = std::move(*created);
  return llvm::Error::success();
}

llvm::Error PendingFile::publish() {
  llvm::raw_fd_ostream file(temporary->FD, /*shouldClose=*/false);
  file << text;
  file.flush();
  if (std::error_code error = file.error()) {
    file.clear_error();
    return failure(error.message());
  }
  llvm::Error kept = temporary->keep(path);
  if (kept)
    return failure(llvm::toString(std::move(kept)));
  temporary.reset();
  return llvm::Error::success();
}
