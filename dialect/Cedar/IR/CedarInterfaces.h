//===- CedarInterfaces.h - op interfaces of the cedar dialect -*- C++
//-*----===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_DIALECT_CEDAR_IR_CEDARINTERFACES_H
#define CEDAR_DIALECT_CEDAR_IR_CEDARINTERFACES_H

#include "dialect/Cedar/IR/CedarCost.h"
#include "dialect/Cedar/IR/CedarRowDemand.h"

#include "mlir/IR/OpDefinition.h"

#include "dialect/Cedar/IR/CedarInterfaces.h.inc"

#endif // CEDAR_DIALECT_CEDAR_IR_CEDARINTERFACES_H
