//===- RemarkOptions.cpp - --remarks-filter and its kin -------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/lib/RemarkOptions.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Remark/RemarkStreamer.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
struct RemarkOptions {
  std::string filter, file;
};
} // namespace

static RemarkOptions options;

void cedar::registerRemarkOptions(cl::OptionCategory &category) {
  static cl::opt<std::string, true> filter(
      "remarks-filter", cl::cat(category), cl::value_desc("regex"),
      cl::location(options.filter),
      cl::desc("Print the remarks of the passes whose name matches"));
  static cl::opt<std::string, true> file(
      "remarks-output-file", cl::cat(category), cl::value_desc("file"),
      cl::location(options.file),
      cl::desc("Write remarks as YAML to a file instead of printing them"));
}

namespace {

using Streamer = remark::detail::MLIRRemarkStreamerBase;

/// Prints or writes the remarks whose category matches the filter, and gives
/// all to the listener.
class RemarkSplitter : public Streamer {
public:
  RemarkSplitter(StringRef filter, std::unique_ptr<Streamer> file,
                 std::unique_ptr<Streamer> listener)
      : filter(filter), file(std::move(file)), listener(std::move(listener)) {}

  void streamOptimizationRemark(const remark::detail::Remark &r) override {
    if (listener)
      listener->streamOptimizationRemark(r);
    if (!isWanted() || !filter.match(r.getCombinedCategoryName()))
      return;
    if (file)
      file->streamOptimizationRemark(r);
    else
      emitRemark(r.getLocation(), r.getMsg());
  }

  void finalize() override {
    if (file)
      file->finalize();
  }

  /// Whether the command line asks for remarks.
  static bool isWanted() {
    return !options.filter.empty() || !options.file.empty();
  }

private:
  llvm::Regex filter;
  std::unique_ptr<Streamer> file, listener;
};

} // namespace

/// The writer of --remarks-output-file, null without the option.
static FailureOr<std::unique_ptr<Streamer>> openRemarkFile() {
  if (options.file.empty())
    return std::unique_ptr<Streamer>();
  return remark::detail::LLVMRemarkStreamer::createToFile(
      options.file, llvm::remarks::Format::YAML);
}

LogicalResult cedar::applyRemarkOptions(MLIRContext *context,
                                        std::unique_ptr<Streamer> listener) {
  if (!RemarkSplitter::isWanted() && !listener)
    return success();
  std::string filter = options.filter.empty() ? ".*" : options.filter;
  std::string error;
  if (!llvm::Regex(filter).isValid(error))
    return emitError(UnknownLoc::get(context))
           << "--remarks-filter: expected a regular expression, found '"
           << filter << "': " << error;
  FailureOr<std::unique_ptr<Streamer>> file = openRemarkFile();
  if (failed(file))
    return emitError(UnknownLoc::get(context))
           << "--remarks-output-file: cannot write '" << options.file << "'";
  context->disableMultithreading();
  return remark::enableOptimizationRemarks(
      *context,
      std::make_unique<RemarkSplitter>(filter, std::move(*file),
                                       std::move(listener)),
      std::make_unique<remark::RemarkEmittingPolicyAll>(),
      remark::RemarkCategories{std::nullopt, ".*", ".*", ".*", ".*"});
}
