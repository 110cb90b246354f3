//===- PlanComparison.cpp - whether two targets have one plan -------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches are compared by the op of their kernel, as targets number theirs
// each for itself.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/PlanComparison.h"

using namespace cedar;
using namespace cedar::rt;

template <typename Message>
static bool equal(const Message &one, const Message &other) {
  return one.SerializeAsString() == other.SerializeAsString();
}

template <typename Messages>
static bool allEqual(const Messages &one, const Messages &other) {
  bool same = one.size() == other.size();
  for (int i = 0; same && i < one.size(); ++i)
    same = equal(one[i], other[i]);
  return same;
}

static bool sameMemory(const artifact::Entry &one,
                       const artifact::Entry &other) {
  return allEqual(one.inputs(), other.inputs()) &&
         allEqual(one.buffers(), other.buffers()) &&
         allEqual(one.sections(), other.sections());
}

static bool sameLaunch(const artifact::Target &target,
                       const artifact::Launch &one,
                       const artifact::Target &otherTarget,
                       const artifact::Launch &other) {
  return target.kernels(int(one.kernel())).op() ==
             otherTarget.kernels(int(other.kernel())).op() &&
         one.path() == other.path() &&
         allEqual(one.arguments(), other.arguments());
}

Status rt::checkSamePlan(const artifact::Target &one,
                         const artifact::Target &other) {
  auto differ = [&](const std::string &where) {
    return Status(Code::incompatible,
                  "targets '" + one.name() + "' and '" + other.name() +
                      "' have different plans: " + where +
                      "; compare them without --per-kernel");
  };
  if (one.entries_size() != other.entries_size())
    return differ("the number of entries");
  for (int i = 0; i < one.entries_size(); ++i) {
    const artifact::Entry &a = one.entries(i), &b = other.entries(i);
    std::string where = "entry '" + a.name() + "'";
    if (a.name() != b.name() || !sameMemory(a, b) ||
        a.launches_size() != b.launches_size())
      return differ(where);
    for (int l = 0; l < a.launches_size(); ++l)
      if (!sameLaunch(one, a.launches(l), other, b.launches(l)))
        return differ(where + ", launch " + std::to_string(l) + ", " +
                      a.launches(l).path());
  }
  return Status();
}
