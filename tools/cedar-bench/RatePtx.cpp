//===- RatePtx.cpp - kernels that reach what a GPU can ------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On sm_90a a block has two groups of 128 threads; each multiplies 64 x 16 by
// 16 x 256 from shared memory, which holds small numbers in no particular
// layout. Elsewhere each of its 8 warps multiplies 16 x 16 by 16 x 8 with
// several sums in flight.
//
//===----------------------------------------------------------------------===//

#include "tools/cedar-bench/RatePtx.h"

using namespace cedar;

/// Products in a round.
static constexpr int wideProducts = 8, warpSums = 8;
static constexpr int warps = rateThreads / 32;

static bool hasWideProducts(const std::string &target) {
  return target == "sm_90a";
}

double cedar::productFlops(const std::string &target) {
  return hasWideProducts(target) ? 2.0 * 64 * 256 * 16 * wideProducts * 2
                                 : 2.0 * 16 * 8 * 16 * warpSums * warps;
}

unsigned cedar::productBlocks(const std::string &target) {
  return hasWideProducts(target) ? 1 : 4;
}

/// "{%d0, %d1, ...}" from register `first` on.
static std::string registers(const std::string &name, int first, int count) {
  std::string list = "{";
  for (int i = 0; i < count; ++i)
    list += (i ? ", %" : "%") + name + std::to_string(first + i);
  return list + "}";
}

static std::string header(bool wide) {
  return std::string(wide ? ".version 8.0\n.target sm_90a\n"
                          : ".version 7.0\n.target sm_80\n") +
         ".address_size 64\n";
}

static std::string copyText() {
  return std::string(".visible .entry ") + copyKernel +
         R"((.param .u64 to, .param .u64 from, .param .u64 bytes)
{
  .reg .pred %p;
  .reg .b32 %t, %b, %n, %g, %v0, %v1, %v2, %v3;
  .reg .b64 %to, %from, %bytes, %i, %step, %x;
  ld.param.u64 %to, [to];
  ld.param.u64 %from, [from];
  ld.param.u64 %bytes, [bytes];
  cvta.to.global.u64 %to, %to;
  cvta.to.global.u64 %from, %from;
  mov.u32 %t, %tid.x;
  mov.u32 %b, %ctaid.x;
  mov.u32 %n, %ntid.x;
  mov.u32 %g, %nctaid.x;
  mad.lo.u32 %t, %b, %n, %t;
  mul.wide.u32 %i, %t, 16;
  mul.lo.u32 %n, %n, %g;
  mul.wide.u32 %step, %n, 16;
next:
  setp.ge.u64 %p, %i, %bytes;
  @%p bra done;
  add.u64 %x, %from, %i;
  ld.global.v4.u32 {%v0, %v1, %v2, %v3}, [%x];
  add.u64 %x, %to, %i;
  st.global.v4.u32 [%x], {%v0, %v1, %v2, %v3};
  add.u64 %i, %i, %step;
  bra next;
done:
  ret;
}
)";
}

/// Declarations, the number of rounds, and sums of `sums` registers at 0.
static std::string beginProducts(int sums) {
  std::string text = std::string(".visible .entry ") + productKernel +
                     "(.param .u64 out, .param .u32 rounds)\n{\n"
                     "  .reg .pred %p;\n"
                     "  .reg .b32 %t, %n, %w, %x, %s;\n"
                     "  .reg .b64 %out, %l, %m;\n"
                     "  .reg .f32 %d<" +
                     std::to_string(sums) + ">;\n";
  text += "  ld.param.u64 %out, [out];\n"
          "  cvta.to.global.u64 %out, %out;\n"
          "  ld.param.u32 %n, [rounds];\n"
          "  mov.u32 %t, %tid.x;\n"
          // Signs and low bits at random, values from 1/8 to 1/2.
          "  mad.lo.u32 %x, %t, 1664525, 1013904223;\n";
  for (int i = 0; i < sums; ++i)
    text += "  mov.f32 %d" + std::to_string(i) + ", 0f00000000;\n";
  return text;
}

/// Counts rounds down; %d0 is used, but hardly ever written.
static std::string endProducts(const std::string &gather = "") {
  return R"(  sub.u32 %n, %n, 1;
  setp.ne.u32 %p, %n, 0;
  @%p bra next;
)" + gather +
         R"(  setp.eq.f32 %p, %d0, 0f49742400;
  @%p st.global.f32 [%out], %d0;
  ret;
}
)";
}

/// Two bf16 values from %x into `to`.
static std::string drawPair(const std::string &to) {
  return "  and.b32 " + to + ", %x, 0x80ff80ff;\n  or.b32 " + to + ", " + to +
         ", 0x3e003e00;\n  mad.lo.u32 %x, %x, 1664525, 1013904223;\n";
}

/// Both groups of 128 threads multiply the first 2 KiB of `tile` by the 8 KiB
/// behind them, rows of 8 x 16 bytes one after the other.
static std::string wideText() {
  std::string text = ".shared .align 1024 .b8 tile[16384];\n";
  text += beginProducts(128);
  text += "  mov.u32 %s, tile;\n"
          "  shl.b32 %w, %t, 2;\n"
          "  add.u32 %s, %s, %w;\n"
          "  mov.u32 %w, 16;\n"
          "fill:\n" +
          drawPair("%t") +
          "  st.shared.u32 [%s], %t;\n"
          "  add.u32 %s, %s, 1024;\n"
          "  sub.u32 %w, %w, 1;\n"
          "  setp.ne.u32 %p, %w, 0;\n"
          "  @%p bra fill;\n"
          "  bar.sync 0;\n"
          "  fence.proxy.async;\n"
          // Descriptors: address, and the steps of 128 and 256 bytes between
          // blocks of 8 x 16 bytes, in units of 16 bytes.
          "  mov.u32 %s, tile;\n"
          "  shr.u32 %s, %s, 4;\n"
          "  cvt.u64.u32 %l, %s;\n"
          "  or.b64 %l, %l, 0x0000001000080000;\n"
          "  add.u64 %m, %l, 128;\n"
          "next:\n"
          "  wgmma.fence.sync.aligned;\n";
  for (int i = 0; i < wideProducts; ++i)
    text += "  wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 " +
            registers("d", 0, 128) + ", %l, %m, 1, 1, 1, 0, 0;\n";
  return text +
         "  wgmma.commit_group.sync.aligned;\n"
         "  wgmma.wait_group.sync.aligned 0;\n" +
         endProducts();
}

static std::string warpText() {
  std::string gather, text = beginProducts(4 * warpSums);
  text += "  .reg .b32 %f<6>;\n";
  for (int i = 0; i < 6; ++i)
    text += drawPair("%f" + std::to_string(i));
  text += "next:\n";
  for (int i = 0; i < warpSums; ++i) {
    std::string sums = registers("d", 4 * i, 4);
    text += "  mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 " + sums +
            ", " + registers("f", 0, 4) + ", " + registers("f", 4, 2) + ", " +
            sums + ";\n";
    // Sums that nothing uses would not be computed.
    if (i > 0)
      gather += "  add.f32 %d0, %d0, %d" + std::to_string(4 * i) + ";\n";
  }
  return text + endProducts(gather);
}

std::string cedar::ratePtx(const std::string &target) {
  bool wide = hasWideProducts(target);
  return header(wide) + copyText() + (wide ? wideText() : warpText());
}
