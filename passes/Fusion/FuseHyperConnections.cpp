//===- FuseHyperConnections.cpp - one kernel between two sites ------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every boundary one of three, in this order:
//
//   one pass     mhc_seam, if the coefficients of the collapse do not depend on
//                the streams that the boundary makes;
//   two passes   mhc_seam_expand and mhc_seam_collapse;
//   the rest     mhc_seam_collapse alone, where no coefficients are computed
//                behind the last site, or no streams are made.
//
//===----------------------------------------------------------------------===//

#include "dialect/Cedar/IR/CedarSeams.h"
#include "passes/Decision.h"
#include "passes/Fusion/Passes.h"
#include "passes/Fusion/Report.h"
#include "passes/Fusion/SeamBuilder.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "cedar-fuse-hyper-connections"

using namespace mlir;

namespace cedar {

#define GEN_PASS_DEF_FUSEHYPERCONNECTIONS
#include "passes/Fusion/Passes.h.inc"

namespace {

/// What the ops of a boundary are before they are fused.
struct Before {
  std::string names;
  double bytes = 0; ///< of streams, read and written in a row

  explicit Before(ArrayRef<Operation *> ops) : names(namesOf(ops)) {
    for (Operation *op : ops)
      bytes += streamRowBytes(op);
  }
};

/// Fuses one boundary.
class BoundaryFusion {
public:
  BoundaryFusion(Boundary boundary, bool allowTwoPass)
      : boundary(boundary), report(DEBUG_TYPE, boundary.collapse),
        allowTwoPass(allowTwoPass) {}

  void run();

private:
  void makeOnePass();
  void makeTwoPasses(Operation *dependence);
  void joinSite();
  /// Whether the ops can be merged; otherwise says why not.
  bool isMergeable(const Merge &merge) const;
  std::string dependenceText(Operation *dependence);

  Boundary boundary;
  Report report;
  bool allowTwoPass;
};

} // namespace

void BoundaryFusion::run() {
  if (!boundary.norm)
    return report.missed("no-norm", "the boundary stays in single ops",
                         "no rms_norm reads the collapsed streams",
                         "normalise what a site works on");
  if (!boundary.mix)
    return joinSite();
  if (Operation *dependence = boundary.findDependence())
    return makeTwoPasses(dependence);
  makeOnePass();
}

bool BoundaryFusion::isMergeable(const Merge &merge) const {
  Merge::Conflict conflict = merge.findConflict();
  if (conflict)
    report.missed("order", "the boundary stays in single ops",
                  describe(conflict.reader) +
                      " reads one of its values before " +
                      describe(conflict.maker) + " makes one that it reads",
                  "move the first behind the second");
  return !conflict;
}

void BoundaryFusion::makeOnePass() {
  SmallVector<Operation *> ops = boundary.streamOps();
  llvm::append_range(ops, boundary.siteOps());
  Merge merge(ops);
  if (!isMergeable(merge))
    return;
  Before before(ops);
  Operation *seam = buildSeam(merge, boundary);
  report.passed("one-pass", before.names, before.bytes, seam);
  merge.erase();
}

std::string BoundaryFusion::dependenceText(Operation *dependence) {
  std::string text = "the coefficients of the collapse come from " +
                     describe(dependence) + ", which reads the streams";
  if (Operation *maker = boundary.collapse.getStreams().getDefiningOp())
    text += " that " + describe(maker) + " makes";
  return text;
}

void BoundaryFusion::makeTwoPasses(Operation *dependence) {
  report.missed("dependence", "one pass over the streams is impossible",
                dependenceText(dependence),
                "collapse with the coefficients of the site before, which are "
                "there before the streams");
  if (!allowTwoPass)
    return;
  SmallVector<Operation *> ops = boundary.streamOps(), fused;
  llvm::append_range(ops, boundary.siteOps());
  Before before(ops);
  Merge streams(boundary.streamOps()), site(boundary.siteOps());
  if (!boundary.makesStreams()) {
    fused.push_back(boundary.mix);
  } else if (isMergeable(streams)) {
    fused.push_back(buildSeamExpand(streams, boundary));
    streams.erase();
  } else {
    return;
  }
  if (!isMergeable(site))
    return;
  fused.push_back(buildSeamCollapse(site, boundary));
  site.erase();
  report.passed("two-passes", before.names, before.bytes, fused);
}

/// Behind the last site the streams are only collapsed.
void BoundaryFusion::joinSite() {
  std::string why = "no mhc_mix reads these streams";
  if (Operation *maker = boundary.collapse.getStreams().getDefiningOp())
    why += ", which " + describe(maker) + " makes";
  report.analysis("last-site", "only the collapse and its norm are joined",
                  why);
  Merge site(boundary.siteOps());
  if (!isMergeable(site))
    return;
  Before before(boundary.siteOps());
  Operation *fused = buildSeamCollapse(site, boundary);
  report.passed("site-input", before.names, before.bytes, fused);
  site.erase();
}

/// Says why an op that makes streams is still there.
static void reportLeftover(MhcExpandOp expand) {
  std::string why = "nothing reads its streams";
  if (!expand.getResult().use_empty())
    why =
        "its streams go to " + describe(*expand.getResult().getUsers().begin());
  remark::analysis(expand.getLoc(),
                   decisionOf(DEBUG_TYPE, "not-at-boundary", expand))
      << remark::add("mhc_expand stays in a kernel of its own")
      << remark::reason("{0}", why) << topic("mhc_expand");
}

namespace {

struct FuseHyperConnectionsPass
    : impl::FuseHyperConnectionsBase<FuseHyperConnectionsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<MhcCollapseOp> collapses;
      function.walk([&](MhcCollapseOp op) { collapses.push_back(op); });
      LDBG() << function.getName() << ": " << collapses.size() << " boundaries";
      for (MhcCollapseOp collapse : collapses)
        BoundaryFusion(Boundary::match(collapse, {fuseEngram, fuseQuantize}),
                       allowTwoPass)
            .run();
      function.walk(reportLeftover);
    }
  }
};

} // namespace

} // namespace cedar
