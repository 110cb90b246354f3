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

LogicalResult cedar::applyRemarkOptions(MLIRContext *context) {
  if (options.filter.empty() && options.file.empty())
    return success();
  std::string filter = options.filter.empty() ? ".*" : options.filter;
  std::string error;
  if (!llvm::Regex(filter).isValid(error))
    return emitError(UnknownLoc::get(context))
           << "--remarks-filter: expected a regular expression, found '"
           << filter << "': " << error;
  remark::RemarkCategories categories{std::nullopt, filter, filter, filter,
                                      filter};
  auto policy = std::make_unique<remark::RemarkEmittingPolicyAll>();
  if (options.file.empty())
    return remark::enableOptimizationRemarks(*context, nullptr,
                                             std::move(policy), categories,
                                             /*printAsEmitRemarks=*/true);
  return remark::enableOptimizationRemarksWithLLVMStreamer(
      *context, options.file, llvm::remarks::Format::YAML, std::move(policy),
      categories);
}
