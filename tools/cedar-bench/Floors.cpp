//===- Floors.cpp - predicted costs beside measured times ---------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/Floors.h"

#include "runtime/lib/Support/File.h"
#include "runtime/lib/Support/Json.h"
#include "runtime/lib/Support/Quote.h"

#include <nlohmann/json.hpp>

using namespace cedar;
using namespace cedar::rt;
using nlohmann::json;

/// Largest report that is read; the released model's takes some 10 MB.
static constexpr uint64_t mostBytes = uint64_t(1) << 28;

Cost &Cost::operator+=(const Cost &other) {
  launches += other.launches;
  seconds += other.seconds;
  flops += other.flops;
  bytes += other.bytes;
  return *this;
}

static Cost readCost(const json &object) {
  return {object.at("launches").get<double>(),
          object.at("floor_us").get<double>() / 1e6,
          object.at("flops").at("total").get<double>(),
          object.at("bytes").at("total").get<double>()};
}

static EntryFloor readEntry(const json &object) {
  EntryFloor entry;
  entry.entry = object.at("entry").get<std::string>();
  entry.rows = object.at("rows").get<uint64_t>();
  entry.sequences = object.at("sequences").get<uint64_t>();
  entry.context = object.at("context").get<uint64_t>();
  entry.whole = readCost(object);
  for (const json &op : object.at("ops")) {
    std::string kernel = op.at("kernel").get<std::string>();
    if (kernel.empty())
      continue;
    Cost cost = readCost(op);
    entry.kernels[kernel] += cost;
    entry.paths[op.at("path").get<std::string>()] += cost;
  }
  return entry;
}

Status Floors::read(const std::string &path) {
  Result<std::string> text = readFile(path, mostBytes);
  if (!text.ok())
    return text.status();
  Result<json> report = parseJson(*text, path);
  if (!report.ok())
    return report.status();
  try {
    for (const char *list : {"entries", "calls"})
      if (report->contains(list))
        for (const json &entry : report->at(list))
          entries_.push_back(readEntry(entry));
    const json &machine = report->at("machine");
    machine_ = machine.at("name").get<std::string>() + " (" +
               machine.at("summary").get<std::string>() + ")";
  } catch (const json::exception &error) {
    return Status(Code::corrupt, quoteName(path) +
                                     ": expected a report of cedar-compile "
                                     "--report: " +
                                     error.what());
  }
  return Status();
}

static uint64_t distance(uint64_t a, uint64_t b) {
  return a > b ? a - b : b - a;
}

const EntryFloor *Floors::find(const std::string &entry,
                               const CallSize &size) const {
  // Such a difference changes the costs of a call by a per cent or so.
  uint64_t least = 65 + size.context / 100;
  const EntryFloor *best = nullptr;
  for (const EntryFloor &floor : entries_) {
    uint64_t away = distance(floor.context, size.context);
    if (floor.entry != entry || floor.rows != size.rows ||
        floor.sequences != size.sequences || away >= least)
      continue;
    least = away;
    best = &floor;
  }
  return best;
}
