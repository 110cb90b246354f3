//===- CSA2Plan.h - other attention modes than a configuration's ----------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For research: which layers write a compressed cache, which select from it
// anew and which reuse a selection, given as text instead of by the lists of
// config.json.
//
//     reuse-every=3                    of the layers on one cache, the first
//     and
//                                      each third behind it select
//     window*2,full/2,reuse*3,full/1   a mode per layer; `/` gives the tokens
//     of
//                                      an entry, `*` repeats
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_CSA2PLAN_H
#define CEDAR_DIALECT_CEDAR_IMPORT_CSA2PLAN_H

#include "dialect/Cedar/Import/Config.h"

namespace cedar {

/// Gives the layers of a legal `config` the modes of `plan`. A plan that cannot
/// be read is refused and changes nothing. Whether the rules of SPEC 1.5 hold
/// is decided by `validateConfig`.
rt::Status applyCSA2Plan(std::string_view plan, ModelConfig &config);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_CSA2PLAN_H
