//===- CacheTerms.cpp - global cache bytes per token, term by term ------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Reports/CacheTerms.h"

#include "dialect/Cedar/IR/CedarOps.h"
#include "dialect/Cedar/IR/CedarTypes.h"

using namespace mlir;

namespace cedar {

CacheTerms cacheTermsOf(ModuleOp module) {
  CacheTerms terms;
  for (auto state : module.getOps<StateOp>()) {
    auto type = cast<StateType>(state.getType());
    if (type.getKind() == StateKind::Paged)
      terms.push_back({state.getSymName().str(), 1, type.getRatio(),
                       double(packedRowBytes(type.getRow()))});
  }
  return terms;
}

double bytesPerToken(const CacheTerms &terms) {
  double sum = 0;
  for (const CacheTerm &term : terms)
    sum += term.bytesPerToken();
  return sum;
}

void printCacheTerms(llvm::json::OStream &json, StringRef name,
                     const CacheTerms &terms) {
  json.attributeObject(name, [&] {
    json.attribute("bytes_per_token", bytesPerToken(terms));
    json.attributeArray("terms", [&] {
      for (const CacheTerm &term : terms)
        json.object([&] {
          json.attribute("cache", term.name);
          json.attribute("layers", term.layers);
          json.attribute("ratio", term.ratio);
          json.attribute("entry_bytes", term.bytes);
          json.attribute("bytes_per_token", term.bytesPerToken());
        });
    });
  });
}

} // namespace cedar
