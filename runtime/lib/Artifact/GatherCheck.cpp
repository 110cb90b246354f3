//===- GatherCheck.cpp - rules of launches that read few rows of a table --===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime reads the ids of such a launch and may replace them, so that what
// the manifest says of them must hold.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ManifestCheck.h"

using namespace cedar;
using namespace cedar::rt;
using artifact::Argument;

/// More columns than any table is read with.
static constexpr uint32_t columnLimit = 1 << 20;

/// Row numbers are i32.
static constexpr uint64_t tableRowLimit = uint64_t(1) << 31;

static Status broken(const std::string &reason) {
  return Status(Code::corrupt, "gathers " + reason);
}

uint32_t rt::gatheredWeight(const artifact::Launch &launch) {
  for (const Argument &argument : launch.arguments())
    if (argument.kind() == Argument::WEIGHT)
      return argument.index();
  return UINT32_MAX;
}

/// Bytes of one row of `argument`, 0 if it is no memory of one row per row of
/// the call.
static uint64_t rowBytes(const artifact::Manifest &manifest,
                         const artifact::Entry &entry,
                         const Argument &argument) {
  if (argument.dims_size() != 1 || argument.dims(0) != artifact::ROWS)
    return 0;
  if (argument.kind() == Argument::STAGE)
    return manifest.states(int(argument.index())).row_bytes();
  if (argument.kind() != Argument::BUFFER)
    return 0;
  const artifact::Buffer &buffer = entry.buffers(int(argument.index()));
  return buffer.dim() == artifact::ROWS ? buffer.bytes() : 0;
}

static Status checkIds(const artifact::Manifest &manifest,
                       const artifact::Entry &entry,
                       const artifact::Launch &launch) {
  const artifact::Gather &gather = launch.gather();
  if (gather.ids() >= uint32_t(launch.arguments_size()))
    return broken("by argument " + std::to_string(gather.ids()) + " of " +
                  std::to_string(launch.arguments_size()));
  uint64_t bytes =
      rowBytes(manifest, entry, launch.arguments(int(gather.ids())));
  if (bytes == 0)
    return broken("by ids that are no rows of a buffer or a stage");
  if (gather.columns() == 0 || gather.columns() > columnLimit ||
      bytes < gather.columns() * sizeof(int32_t))
    return broken("by " + std::to_string(gather.columns()) +
                  " columns, which a row of ids does not hold");
  return Status();
}

static Status checkTable(const artifact::Manifest &manifest,
                         const artifact::Launch &launch) {
  uint32_t index = gatheredWeight(launch);
  if (index == UINT32_MAX)
    return broken("from no weight");
  for (const Argument &argument : launch.arguments())
    if (argument.kind() == Argument::WEIGHT && argument.index() != index)
      return broken("from two weights");
  const artifact::Weight &table = manifest.weights(int(index));
  bool rows = table.count() == 0 && !table.from_blob() && !table.token_map();
  for (const artifact::WeightPart &part : table.parts())
    rows = rows && part.shape_size() == 2 &&
           part.shape(0) == table.parts(0).shape(0) && part.shape(0) > 0 &&
           part.shape(0) < tableRowLimit && part.alignment() <= 1;
  return rows ? Status()
              : broken("from weight '" + table.name() +
                       "', whose parts are not rows of one table at any "
                       "address");
}

/// Block r reads row r of the ids.
static Status checkBlocks(const artifact::Target &target,
                          const artifact::Launch &launch) {
  uint32_t word = 1;
  for (uint32_t i = 0; i < launch.gather().ids(); ++i)
    word += 1 + uint32_t(launch.arguments(int(i)).dims_size());
  const artifact::Kernel &kernel = target.kernels(int(launch.kernel()));
  if (kernel.grid_size() == 1 && kernel.grid(0).word() == word &&
      kernel.grid(0).tile() == 1)
    return Status();
  return broken("with kernel '" + kernel.symbol() +
                "', which has not one block per row of ids");
}

Status rt::checkGather(const artifact::Manifest &manifest,
                       const artifact::Target &target,
                       const artifact::Entry &entry,
                       const artifact::Launch &launch) {
  if (!launch.has_gather())
    return Status();
  if (Status status = checkIds(manifest, entry, launch); !status.ok())
    return status;
  if (Status status = checkTable(manifest, launch); !status.ok())
    return status;
  return checkBlocks(target, launch);
}
