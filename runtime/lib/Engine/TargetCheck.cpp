//===- TargetCheck.cpp - two targets of one model, kernel by kernel -------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each session has its own layout; slots and pages have the same numbers in
// both, those of the first session's sequences.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engine/TargetCheck.h"

#include "runtime/lib/Engine/PlanComparison.h"
#include "runtime/lib/Engine/Session.h"

using namespace cedar;
using namespace cedar::rt;

/// Calls of one session fit in the other and have the same pages.
static bool sameCapacities(const SessionOptions &one,
                           const SessionOptions &other) {
  return one.capacity() == other.capacity() && one.pages == other.pages &&
         one.context == other.context;
}

Result<std::unique_ptr<TargetCheck>>
TargetCheck::create(Session &main, Session &other, const Tolerance &tolerance) {
  if (Status status =
          checkSamePlan(main.module().target(), other.module().target());
      !status.ok())
    return status;
  if (!sameCapacities(main.options_, other.options_))
    return Status(Code::invalidArgument,
                  "the sessions to compare have different options");
  std::unique_ptr<TargetCheck> check(new TargetCheck(main, other, tolerance));
  main.observer_ = check.get();
  return Result<std::unique_ptr<TargetCheck>>(std::move(check));
}

TargetCheck::~TargetCheck() { main_.observer_ = nullptr; }

/// Calls `copy(offset in the region, place in an array, bytes)` for all parts.
template <typename Copy>
static Status eachPart(const LaunchArgument &argument, Copy copy) {
  uint64_t place = 0;
  for (const ArgumentPart &part : argument.parts) {
    uint64_t bytes = part.rows * argument.format.bytes;
    if (Status status = copy(part.offset, place, bytes); !status.ok())
      return status;
    place += bytes;
  }
  return Status();
}

Status TargetCheck::read(const Session &session, const LaunchArgument &argument,
                         std::vector<std::byte> &bytes) {
  bytes.resize(argument.bytes());
  return eachPart(
      argument, [&](uint64_t offset, uint64_t place, uint64_t size) {
        return session.readRange(offset, bytes.data() + place, size);
      });
}

/// The arguments of a launch in the region of `session`, for the current call
/// of the first one.
std::vector<LaunchArgument> TargetCheck::argumentsIn(const Session &session,
                                                     uint32_t entry,
                                                     uint32_t launch) const {
  const artifact::Entry &plan = session.entry(entry);
  LaunchArguments arguments(session.module().manifest(), plan, session.layout_,
                            session.layout_.entries[entry], session.options_,
                            main_.extents_, *main_.current_, main_.table_);
  return arguments.of(plan.launches(int(launch)));
}

Status TargetCheck::before(uint32_t entry, uint32_t launch) {
  arguments_.clear();
  for (LaunchArgument &argument : argumentsIn(main_, entry, launch))
    arguments_.push_back({std::move(argument), {}, {}, {}});
  theirs_ = argumentsIn(other_, entry, launch);
  for (size_t i = 0; i < arguments_.size(); ++i) {
    CheckedArgument &checked = arguments_[i];
    if (Status status = read(main_, checked.argument, checked.before);
        !status.ok())
      return status;
    auto write = [&](uint64_t offset, uint64_t place, uint64_t bytes) {
      return other_.writeRange(offset, checked.before.data() + place, bytes);
    };
    if (Status status = eachPart(theirs_[i], write); !status.ok())
      return status;
  }
  return Status();
}

/// Reads what the launch has left in both sessions.
Status TargetCheck::readResults() {
  for (size_t i = 0; i < arguments_.size(); ++i) {
    CheckedArgument &checked = arguments_[i];
    if (Status status = read(main_, checked.argument, checked.main);
        !status.ok())
      return status;
    if (Status status = read(other_, theirs_[i], checked.other); !status.ok())
      return status;
  }
  return Status();
}

Status TargetCheck::after(uint32_t entry, uint32_t launch) {
  Result<bool> ran = other_.runOne(entry, launch, main_.extents_);
  if (!ran.ok())
    return ran.status();
  launches_ += *ran;
  if (Status status = readResults(); !status.ok())
    return status;
  const std::string &path = main_.entry(entry).launches(int(launch)).path();
  for (size_t i = 0; i < arguments_.size(); ++i) {
    const CheckedArgument &checked = arguments_[i];
    if (std::optional<Difference> difference =
            compareRows(checked.argument.format, checked.argument.rows(),
                        checked.main.data(), checked.other.data(), tolerance_,
                        path, tallies_))
      return refuse(entry, launch, i, *difference);
  }
  return Status();
}

Status TargetCheck::refuse(uint32_t entry, uint32_t launch, size_t argument,
                           const Difference &difference) {
  const artifact::Target &target = main_.module().target();
  const artifact::Entry &plan = target.entries(int(entry));
  const artifact::Launch &record = plan.launches(int(launch));
  const artifact::Kernel &kernel = target.kernels(int(record.kernel()));
  const LaunchArgument &where = arguments_[argument].argument;
  std::string message = "targets '" + target.name() + "' and '" +
                        other_.module().target().name() +
                        "' differ in launch " + std::to_string(launch) +
                        " of '" + plan.name() + "', " + record.path() + " (" +
                        kernel.op() + ", kernel '" + kernel.symbol() +
                        "'): argument " + std::to_string(where.index) + ", " +
                        where.name + ", " + difference.text();
  difference_ = {entry, launch, argument, difference, std::move(arguments_)};
  return Status(Code::incompatible, message);
}
