//===- WaitCheck.cpp - rules of launches that run beside each other -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A prefetched launch runs at any time between the entry's begin and the first
// launch that waits for it. The manifest does not say what a kernel writes, so
// that any two uses of one buffer, state or ring's staged rows are kept apart.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ManifestCheck.h"

#include <algorithm>
#include <map>
#include <set>

using namespace cedar;
using namespace cedar::rt;
using artifact::Argument;

static Status broken(const std::string &reason) {
  return Status(Code::corrupt, reason);
}

namespace {

/// Walks the launches of an entry in their order.
class WaitOrder {
public:
  Status visit(int index, const artifact::Launch &launch);

private:
  /// What launches hand on to each other.
  using Memory = std::pair<int, uint32_t>;

  Status checkPrefetched(const artifact::Launch &launch);
  Status checkOther(const artifact::Launch &launch);

  std::map<Memory, uint32_t> lastUsers; ///< prefetched launches, from 1
  std::set<Memory> used;                ///< by the others
  uint32_t launched = 0, waited = 0;
};

} // namespace

static bool isShared(const Argument &argument) {
  return argument.kind() == Argument::BUFFER ||
         argument.kind() == Argument::STATE ||
         argument.kind() == Argument::STAGE;
}

Status WaitOrder::checkPrefetched(const artifact::Launch &launch) {
  ++launched;
  for (int i = 0; i < launch.arguments_size(); ++i) {
    const Argument &argument = launch.arguments(i);
    Memory memory{argument.kind(), argument.index()};
    if (!isShared(argument))
      continue;
    if (used.count(memory))
      return broken("is prefetched and uses argument " + std::to_string(i) +
                    ", which launches before it use that are not");
    lastUsers[memory] = launched;
  }
  return Status();
}

Status WaitOrder::checkOther(const artifact::Launch &launch) {
  for (int i = 0; i < launch.arguments_size(); ++i) {
    const Argument &argument = launch.arguments(i);
    if (!isShared(argument))
      continue;
    Memory memory{argument.kind(), argument.index()};
    used.insert(memory);
    auto user = lastUsers.find(memory);
    if (user != lastUsers.end() && user->second > waited)
      return broken("uses argument " + std::to_string(i) + " after " +
                    std::to_string(waited) + " prefetched launches, expected " +
                    std::to_string(user->second) + ", which use it too");
  }
  return Status();
}

Status WaitOrder::visit(int index, const artifact::Launch &launch) {
  std::string where = "launch " + std::to_string(index) + " ";
  uint32_t most = launch.prefetch() ? 0 : launched;
  if (launch.after() > most)
    return broken(where + "waits for " + std::to_string(launch.after()) +
                  " of " + std::to_string(most) + " prefetched launches");
  waited = std::max(waited, launch.after());
  Status status =
      launch.prefetch() ? checkPrefetched(launch) : checkOther(launch);
  return status.ok() ? status : broken(where + status.message());
}

Status rt::checkWaits(const artifact::Entry &entry) {
  WaitOrder order;
  for (int i = 0; i < entry.launches_size(); ++i)
    if (Status status = order.visit(i, entry.launches(i)); !status.ok())
      return status;
  return Status();
}
