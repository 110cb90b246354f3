//===- Emitters.h - the emitter of every primitive ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An emitter writes the kernel of one op: it calls `KernelBuilder::grid` once.
// The kernel is the op's semantics on every target.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_EMITTERS_H
#define CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_EMITTERS_H

#include "codegen/Conversion/CedarToLoops/KernelBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace cedar {

/// Emitters by op name.
class EmitterRegistry {
public:
  using Emitter = std::function<void(KernelBuilder &, mlir::Operation *)>;

  template <typename OpTy>
  void add(void (*emit)(KernelBuilder &, OpTy)) {
    emitters[OpTy::getOperationName()] = [emit](KernelBuilder &k,
                                                mlir::Operation *op) {
      emit(k, llvm::cast<OpTy>(op));
    };
  }

  /// The emitter of `op`, or null.
  const Emitter *lookup(mlir::Operation *op) const {
    auto it = emitters.find(op->getName().getStringRef());
    return it == emitters.end() ? nullptr : &it->second;
  }

private:
  llvm::StringMap<Emitter> emitters;
};

void populateLinearEmitters(EmitterRegistry &registry);
void populateExpertEmitters(EmitterRegistry &registry);
void populateNormEmitters(EmitterRegistry &registry);
void populateQuantEmitters(EmitterRegistry &registry);
void populateRopeEmitters(EmitterRegistry &registry);
void populateRowEmitters(EmitterRegistry &registry);
void populateHyperConnectionEmitters(EmitterRegistry &registry);
void populateSeamEmitters(EmitterRegistry &registry);
void populateAttentionEmitters(EmitterRegistry &registry);
void populateSelectEmitters(EmitterRegistry &registry);
void populateCompressorEmitters(EmitterRegistry &registry);
void populateStateEmitters(EmitterRegistry &registry);
void populateEngramEmitters(EmitterRegistry &registry);
void populateMoEEmitters(EmitterRegistry &registry);

/// All of them.
const EmitterRegistry &emitters();

} // namespace cedar

#endif // CEDAR_CODEGEN_CONVERSION_CEDARTOLOOPS_EMITTERS_H
