//===- InventoryCheck.h - a checkpoint's tensors against the expected -----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the headers of a checkpoint with the inventory of its configuration.
// Every missing, surplus, mis-shaped or wrongly typed tensor is reported at
// once; equal faults of the experts of a layer share a line. The spelling of
// transformers (SPEC 2.3) is accepted, vision tensors are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_INVENTORYCHECK_H
#define CEDAR_DIALECT_CEDAR_IMPORT_INVENTORYCHECK_H

#include "dialect/Cedar/Import/Inventory.h"
#include "runtime/lib/Checkpoint/CheckpointIndex.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cedar {

struct InventoryReport {
  std::vector<std::string> problems; ///< one line each
  std::vector<std::string> notes;
  int64_t draftTensors = 0;   ///< accepted and left unused
  int64_t ignoredTensors = 0; ///< of the vision part
  int64_t unusedTensors = 0;  ///< that a model without a plan would read

  /// The name under which the checkpoint holds a tensor, a scale, or (with
  /// "{e}") the stack of all experts.
  const std::string &diskName(const std::string &name) const;

  /// Names that the checkpoint spells differently.
  std::map<std::string, std::string> aliases;
};

/// The official name of a tensor that may be spelled as transformers does.
std::string officialName(std::string_view diskName);

/// Compares a checkpoint with the tensors that a model needs. What only
/// `stored` has, the inventory of the model as it is in the checkpoint, is left
/// unused.
InventoryReport checkInventory(const Inventory &inventory,
                               const ModelConfig &config,
                               const rt::CheckpointIndex &index,
                               const Inventory *stored = nullptr);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_INVENTORYCHECK_H
