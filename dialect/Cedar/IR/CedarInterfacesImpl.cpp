//===- CedarInterfacesImpl.cpp - how cedar IR prints and is stored --------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Aliases of the encodings and rotations, so that types print short, and the
// version of the dialect in bytecode. Raise `currentVersion` with every change
// after which an older file would be read wrongly, and keep a frozen file of
// each version in test/dialect/Cedar/IR/Inputs.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarDialect.h"
#include "dialect/Cedar/IR/CedarTypes.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace cedar;

namespace {

struct CedarAsmInterface : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute, raw_ostream &os) const override;
};

constexpr uint64_t currentVersion = 1;

struct CedarVersion : public DialectVersion {
  explicit CedarVersion(uint64_t number) : number(number) {}

  uint64_t number;
};

struct CedarBytecodeInterface : public BytecodeDialectInterface {
  explicit CedarBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(currentVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override;
};

} // namespace

/// `row32` for one scale per 32 columns, `tile32x32` for one per 32x32 tile.
static void printBlock(ScaledAttr scaled, raw_ostream &os) {
  ArrayRef<int64_t> block = scaled.getBlock();
  if (block[0] == 1)
    os << "row" << block[1];
  else
    os << "tile" << block[0] << "x" << block[1];
}

OpAsmDialectInterface::AliasResult
CedarAsmInterface::getAlias(Attribute attribute, raw_ostream &os) const {
  if (auto scaled = dyn_cast<ScaledAttr>(attribute)) {
    printBlock(scaled, os);
    return AliasResult::OverridableAlias;
  }
  if (isa<RopeAttr>(attribute)) {
    os << "rope";
    return AliasResult::OverridableAlias;
  }
  return AliasResult::NoAlias;
}

std::unique_ptr<DialectVersion>
CedarBytecodeInterface::readVersion(DialectBytecodeReader &reader) const {
  uint64_t number;
  if (failed(reader.readVarInt(number)))
    return nullptr;
  if (number >= 1 && number <= currentVersion)
    return std::make_unique<CedarVersion>(number);
  reader.emitError("expected cedar bytecode of version 1 to ")
      << currentVersion << ", found version " << number
      << ": use the Cedar release that wrote it or a later one";
  return nullptr;
}

void CedarDialect::registerInterfaces() {
  addInterfaces<CedarAsmInterface, CedarBytecodeInterface>();
}
