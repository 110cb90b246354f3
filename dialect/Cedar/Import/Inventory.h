//===- Inventory.h - the tensors that a configuration implies -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SPEC 2.2 as data: for a legal configuration, every tensor a checkpoint must
// hold, with its encoding, shape and scale companion. The experts of a layer
// are one entry whose name holds `{e}`.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IMPORT_INVENTORY_H
#define CEDAR_DIALECT_CEDAR_IMPORT_INVENTORY_H

#include "dialect/Cedar/Import/Config.h"
#include "runtime/lib/Checkpoint/DType.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace cedar {

/// How the values of a weight are stored (SPEC 2.4).
enum class Encoding {
  bf16,
  f32,
  fp8Tile, ///< E4M3, one E8M0 scale per tile of 32 x 32
  fp8Row,  ///< E4M3, one E8M0 scale per row and 32 columns
  fp4Row,  ///< two E2M1 a byte, one E8M0 scale per row and 32 columns
};

const char *stringOf(Encoding encoding);

enum class TensorRole {
  backbone, ///< needed to run the model
  draft,    ///< of a draft stage (mtp.*), checked and left unused
};

/// One tensor, or the stack of equal tensors of all experts of a layer.
struct TensorSpec {
  std::string name; ///< holds "{e}" when `experts` > 0
  Encoding encoding = Encoding::bf16;
  std::vector<int64_t> shape; ///< of the values of one expert or the tensor
  TensorRole role = TensorRole::backbone;
  int64_t layer = -1;  ///< backbone layer or draft stage, -1 for neither
  int64_t experts = 0; ///< number of experts, 0 when not a stack

  bool hasScale() const { return encoding >= Encoding::fp8Tile; }
  /// The name of the scale companion: `.weight` becomes `.scale`.
  std::string scaleName() const;
  /// Type and shape in a safetensors header; a byte holds two FP4 values.
  rt::DType storedType() const;
  std::vector<int64_t> storedShape() const;
  std::vector<int64_t> scaleShape() const;
  /// Number of tensors on disk, scales included.
  int64_t storedTensors() const;
  /// Bytes on disk, scales included.
  int64_t storedBytes() const;
};

/// `name` with its "{e}", if it has one, replaced by the number of an expert.
std::string expertName(const std::string &name, int64_t expert);

/// The part of an inventory that a layer's weights have in common: "layers.3."
/// of the backbone or "mtp.0." of a draft stage.
std::string layerPrefix(TensorRole role, int64_t layer);

/// All tensors of a configuration in the order of the released shards.
class Inventory {
public:
  explicit Inventory(const ModelConfig &config);

  const std::vector<TensorSpec> &tensors() const { return tensors_; }
  /// The entry of that (pattern) name, null when the model has none.
  const TensorSpec *find(const std::string &name) const;
  /// Number of tensors on disk of a role, scales included.
  int64_t storedTensors(TensorRole role) const;

private:
  std::vector<TensorSpec> tensors_;
  std::unordered_map<std::string, size_t> byName_;
};

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IMPORT_INVENTORY_H
