//===- CedarDialect.h - the cedar dialect -*- C++ -*-----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDARDIALECT_H
#define CEDAR_DIALECT_CEDAR_IR_CEDARDIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"

#include "dialect/Cedar/IR/CedarDialect.h.inc"

namespace cedar {

/// Registers the cedar dialect and what its ops stand in (func).
void registerCedarDialects(mlir::DialectRegistry &registry);

} // namespace cedar

#endif // CEDAR_DIALECT_CEDAR_IR_CEDARDIALECT_H
