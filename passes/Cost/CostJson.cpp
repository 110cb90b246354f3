//===- CostJson.cpp - figures as JSON -----------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/CostJson.h"

using namespace mlir;

namespace cedar {

void printMachine(llvm::json::OStream &json, const Machine &machine) {
  json.attributeObject("machine", [&] {
    json.attribute("name", machine.name);
    json.attribute("summary", machine.summary);
    json.attribute("memory_bytes_per_s", machine.memory);
    json.attributeObject("flops_per_s", [&] {
      for (const FlopKind &kind : flopKinds())
        json.attribute(kind.name, machine.*kind.rate);
    });
  });
}

/// The counts that are not 0, and their sum.
template <typename Kind>
static void printCounts(llvm::json::OStream &json, StringRef name,
                        ArrayRef<Kind> kinds, const OpCost &cost,
                        double total) {
  json.attributeObject(name, [&] {
    json.attribute("total", total);
    for (const Kind &kind : kinds)
      if (cost.*kind.count != 0)
        json.attribute(kind.name, cost.*kind.count);
  });
}

void printFigures(llvm::json::OStream &json, const Figures &figures) {
  double flops = figures.cost.totalFlops(), bytes = figures.cost.totalBytes();
  json.attribute("launches", figures.launches);
  json.attribute("floor_us", figures.seconds() * 1e6);
  json.attribute("bound", figures.bound());
  printCounts(json, "flops", flopKinds(), figures.cost, flops);
  printCounts(json, "bytes", byteKinds(), figures.cost, bytes);
  json.attribute("intensity", bytes > 0 ? flops / bytes : 0);
}

void printTable(llvm::json::OStream &json, StringRef name, StringRef key,
                const FiguresByName &table) {
  json.attributeArray(name, [&] {
    for (const auto &[label, figures] : table)
      json.object([&, &label = label, &figures = figures] {
        json.attribute(key, label);
        printFigures(json, figures);
      });
  });
}

static void printSites(llvm::json::OStream &json, const EntryCosts &costs,
                       const CostShape &shape, const Machine &machine) {
  std::vector<OpCost> distinct = costs.costsAt(shape);
  json.attributeArray("ops", [&] {
    for (const EntryCosts::Site &site : costs.sites())
      json.object([&] {
        json.attribute("op", site.op->getName().getStringRef());
        json.attribute("path", site.path);
        json.attribute("kernel", site.kernel);
        Figures one;
        one.add(distinct[site.costIndex], machine);
        printFigures(json, one);
      });
  });
}

void printEntry(llvm::json::OStream &json, const EntryCosts &costs,
                const CostShape &shape, const Machine &machine, bool sites) {
  EntryFigures figures = costs.at(shape, machine);
  json.attribute("entry", func::FuncOp(costs.entry()).getName());
  json.attribute("rows", shape.rows);
  json.attribute("sequences", shape.sequences);
  json.attribute("context", shape.context);
  json.attribute("asked_rows", shape.outRows);
  printFigures(json, figures.fused);
  json.attributeObject("as_planned",
                       [&] { printFigures(json, figures.planned); });
  printTable(json, "groups", "group", figures.groups);
  printTable(json, "layers", "layer", figures.layers);
  printTable(json, "kernels", "kernel", figures.kernels);
  if (sites)
    printSites(json, costs, shape, machine);
}

} // namespace cedar
