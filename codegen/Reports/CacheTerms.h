//===- CacheTerms.h - global cache bytes per token, term by term -*- C++
//-*--===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each token of context keeps in the caches that grow with it, for the
// model that is compiled and for another cache plan to compare with (SPEC 6).
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_REPORTS_CACHETERMS_H
#define CEDAR_CODEGEN_REPORTS_CACHETERMS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace cedar {

/// `layers` caches with one entry of `bytes` for every `ratio` tokens.
struct CacheTerm {
  std::string name; ///< of the state, or "entry" or "index_key" of a plan
  int64_t layers = 1, ratio = 1;
  double bytes = 0;

  double bytesPerToken() const {
    return double(layers) * bytes / double(ratio);
  }
};
using CacheTerms = std::vector<CacheTerm>;

/// The paged states of a module.
CacheTerms cacheTermsOf(mlir::ModuleOp module);

/// Reads a plan: a JSON list of objects with `layers` (how many), `ratio`
/// (tokens for one entry), `entry_bytes` and, if they are indexed,
/// `index_bytes`.
llvm::Expected<CacheTerms> readCachePlan(llvm::StringRef path);

double bytesPerToken(const CacheTerms &terms);

/// `name`: the sum and the terms.
void printCacheTerms(llvm::json::OStream &json, llvm::StringRef name,
                     const CacheTerms &terms);

} // namespace cedar

#endif // CEDAR_CODEGEN_REPORTS_CACHETERMS_H
