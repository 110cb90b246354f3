//===- ValidateCheckpoint.h - verdict on a checkpoint folder --------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judges config.json, the tensor index, the headers of all shards and the
// compressed token map of a folder, without reading a payload. Everything the
// importer needs to know about a checkpoint is in the result.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_VALIDATECHECKPOINT_H
#define CEDAR_DIALECT_CEDAR_IMPORT_VALIDATECHECKPOINT_H

#include "dialect/Cedar/Import/Config.h"
#include "dialect/Cedar/Import/InventoryCheck.h"
#include "runtime/lib/Engram/TokenMap.h"

#include <optional>
#include <string>
#include <vector>

namespace cedar {

struct CheckpointReport {
  ModelConfig config;
  bool configLegal = false; ///< `config` is meaningful and obeys all rules
  std::string configText;   ///< config.json as it is
  InventoryReport tensors;

  /// The compressed token map of a model with engram layers. Absent when the
  /// folder has no source for it: then it is an input at load.
  std::optional<rt::TokenMap> tokenMap;
  std::string tokenMapSource; ///< file name, empty when absent

  std::vector<std::string> problems; ///< all of them, one line each
  std::vector<std::string> warnings;
  std::vector<std::string> notes;

  bool ok() const { return problems.empty(); }
};

enum class CheckpointParts { configOnly, all };

/// Judges the checkpoint in `folder`, with the attention modes of `csa2Plan`
/// (CSA2Plan.h) if that is not empty.
CheckpointReport validateCheckpoint(const std::string &folder,
                                    CheckpointParts parts,
                                    const std::string &csa2Plan = "");

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_VALIDATECHECKPOINT_H
