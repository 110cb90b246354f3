//===- ManifestCheckTest.cpp - one broken rule each -----------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each case breaks one rule of an otherwise valid manifest and expects the
// message that names it.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Artifact/ManifestCheck.h"
#include "test/unit/Artifact/SmallArtifact.h"

#include <gtest/gtest.h>

#include <functional>

using namespace cedar;
using namespace cedar::rt;
using artifact::Manifest;

namespace {

struct Case {
  const char *message;
  std::function<void(Manifest &)> damage;
};

artifact::Target &target(Manifest &manifest) {
  return *manifest.mutable_targets(0);
}
artifact::Entry &entry(Manifest &manifest) {
  return *target(manifest).mutable_entries(0);
}
artifact::Argument &argument(Manifest &manifest) {
  return *entry(manifest).mutable_launches(0)->mutable_arguments(0);
}

/// Makes the only launch one that gathers rows of the weight by a buffer.
artifact::Launch &gather(Manifest &manifest) {
  artifact::Section &section = *entry(manifest).add_sections();
  section.set_dim(artifact::ROWS);
  section.set_bytes(64);
  artifact::Buffer &ids = *entry(manifest).add_buffers();
  ids.set_dim(artifact::ROWS);
  ids.set_bytes(12);
  artifact::Launch &launch = *entry(manifest).mutable_launches(0);
  launch.mutable_arguments(0)->set_kind(artifact::Argument::BUFFER);
  launch.mutable_arguments(0)->set_index(1);
  launch.add_arguments()->set_kind(artifact::Argument::WEIGHT);
  launch.mutable_gather()->set_columns(3);
  manifest.mutable_weights(0)->mutable_parts(0)->set_alignment(1);
  target(manifest).mutable_kernels(0)->mutable_grid(0)->set_tile(1);
  return launch;
}

/// Two launches that use one buffer, state or staged rows: the first is
/// prefetched, the second is not.
void useBoth(Manifest &manifest, artifact::Argument::Kind kind) {
  argument(manifest).set_kind(kind);
  *entry(manifest).add_launches() = entry(manifest).launches(0);
  entry(manifest).mutable_launches(0)->set_prefetch(true);
}

/// Makes the target one of a GPU.
artifact::Target &gpuTarget(Manifest &manifest) {
  target(manifest).set_name("sm_90a");
  target(manifest).set_multiprocessors(132);
  return target(manifest);
}

const Case cases[] = {
    {"PTX blob 9 of 2", [](Manifest &m) { gpuTarget(m).set_ptx_blob(9); }},
    {"has 0 multiprocessors, expected 1 to 4096",
     [](Manifest &m) { gpuTarget(m).clear_multiprocessors(); }},
    {"has 4097 multiprocessors",
     [](Manifest &m) { gpuTarget(m).set_multiprocessors(4097); }},
    {"bytes of scratch, expected at most 4294967296",
     [](Manifest &m) {
       gpuTarget(m).mutable_kernels(0)->set_scratch_bytes(UINT64_MAX);
     }},
    {"vocab_size is 0",
     [](Manifest &m) { m.mutable_model()->set_vocab_size(0); }},
    {"max_positions is 0",
     [](Manifest &m) { m.mutable_model()->set_max_positions(0); }},
    {"weight 'embed' has no parts",
     [](Manifest &m) { m.mutable_weights(0)->clear_parts(); }},
    {"weight 'embed' occurs twice",
     [](Manifest &m) { *m.add_weights() = m.weights(0); }},
    {"has no element type",
     [](Manifest &m) {
       m.mutable_weights(0)->mutable_parts(0)->set_type(
           artifact::ELEMENT_TYPE_UNSPECIFIED);
     }},
    {"which its shape does not give",
     [](Manifest &m) { m.mutable_weights(0)->mutable_parts(0)->set_bytes(1); }},
    {"which its shape does not give",
     [](Manifest &m) {
       m.mutable_weights(0)->mutable_parts(0)->set_shape(0, UINT64_MAX);
     }},
    {"has alignment 3",
     [](Manifest &m) {
       m.mutable_weights(0)->mutable_parts(0)->set_alignment(3);
     }},
    {"must hold {e}", [](Manifest &m) { m.mutable_weights(0)->set_count(4); }},
    {"names blob 9 of 2",
     [](Manifest &m) {
       m.mutable_weights(0)->set_from_blob(true);
       m.mutable_weights(0)->set_blob(9);
     }},
    {"must be one part of the size of its blob",
     [](Manifest &m) {
       m.mutable_weights(0)->set_from_blob(true);
       m.mutable_weights(0)->set_blob(0);
     }},
    {"must be one i32 per token",
     [](Manifest &m) { m.mutable_weights(0)->set_token_map(true); }},
    {"do not hold 4 channels",
     [](Manifest &m) { m.mutable_states(0)->set_row_bytes(15); }},
    {"do not hold 32 channels",
     [](Manifest &m) { m.mutable_states(1)->set_row_bytes(16); }},
    {"has scales but no group",
     [](Manifest &m) { m.mutable_states(1)->set_group(0); }},
    {"has an unknown scale type",
     [](Manifest &m) {
       m.mutable_states(1)->set_scale_type(artifact::ElementType(77));
     }},
    {"do not cover 4 tokens",
     [](Manifest &m) { m.mutable_states(1)->set_ratio(3); }},
    {"code blob 5 of 2", [](Manifest &m) { target(m).set_code_blob(5); }},
    {"kernel without a symbol",
     [](Manifest &m) { target(m).mutable_kernels(0)->clear_symbol(); }},
    {"tile of 0",
     [](Manifest &m) {
       target(m).mutable_kernels(0)->mutable_grid(0)->set_tile(0);
     }},
    {"reads word 4",
     [](Manifest &m) {
       target(m).mutable_kernels(0)->mutable_grid(0)->set_word(4);
     }},
    {"entry 'prefill_exact' occurs twice",
     [](Manifest &m) { *target(m).add_entries() = entry(m); }},
    {"has another type or shape than the runtime fills",
     [](Manifest &m) { entry(m).mutable_inputs(0)->set_type(artifact::F32); }},
    {"unknown dimension",
     [](Manifest &m) {
       entry(m).mutable_inputs(0)->set_dims(0, artifact::POOL);
     }},
    {"two sections of one dimension",
     [](Manifest &m) { *entry(m).add_sections() = entry(m).sections(0); }},
    {"buffer of unknown element type",
     [](Manifest &m) {
       entry(m).mutable_buffers(0)->set_type(artifact::ElementType(77));
     }},
    {"past the end of its section",
     [](Manifest &m) { entry(m).mutable_buffers(0)->set_offset(1); }},
    {"without a section",
     [](Manifest &m) { entry(m).mutable_buffers(0)->set_dim(artifact::ROWS); }},
    {"must have one buffer per output",
     [](Manifest &m) { entry(m).clear_output_buffers(); }},
    {"output 'logits' names buffer 3 of 1",
     [](Manifest &m) { entry(m).set_output_buffers(0, 3); }},
    {"output 'logits' does not fit its buffer",
     [](Manifest &m) { entry(m).mutable_outputs(0)->set_shape(1, 17); }},
    {"kernel 8 of 1",
     [](Manifest &m) { entry(m).mutable_launches(0)->set_kernel(8); }},
    {"launch 0: argument 0: input 2 of 1",
     [](Manifest &m) { argument(m).set_index(2); }},
    {"buffer 6 of 1",
     [](Manifest &m) {
       argument(m).set_kind(artifact::Argument::BUFFER);
       argument(m).set_index(6);
     }},
    {"weight 0 of 1",
     [](Manifest &m) {
       argument(m).set_kind(artifact::Argument::WEIGHT);
       argument(m).set_part(2);
     }},
    {"state 2 of 2",
     [](Manifest &m) {
       argument(m).set_kind(artifact::Argument::STATE);
       argument(m).set_index(2);
     }},
    {"stages rows of a paged state",
     [](Manifest &m) {
       argument(m).set_kind(artifact::Argument::STAGE);
       argument(m).set_index(1);
     }},
    {"unknown dynamic extent",
     [](Manifest &m) { argument(m).set_dims(0, artifact::POOL); }},
    {"gathers by argument 2 of 2",
     [](Manifest &m) { gather(m).mutable_gather()->set_ids(2); }},
    {"gathers by ids that are no rows of a buffer or a stage",
     [](Manifest &m) { gather(m).mutable_gather()->set_ids(1); }},
    {"gathers by ids that are no rows of a buffer or a stage",
     [](Manifest &m) {
       gather(m).mutable_arguments(0)->set_dims(0, artifact::OUT_ROWS);
     }},
    {"gathers by 4 columns, which a row of ids does not hold",
     [](Manifest &m) { gather(m).mutable_gather()->set_columns(4); }},
    {"gathers by 0 columns",
     [](Manifest &m) { gather(m).mutable_gather()->set_columns(0); }},
    {"gathers by 5 columns, which a row of ids does not hold",
     [](Manifest &m) {
       artifact::Launch &launch = gather(m); // state 0 has rows of 16 bytes
       launch.mutable_arguments(0)->set_kind(artifact::Argument::STAGE);
       launch.mutable_arguments(0)->set_index(0);
       launch.mutable_gather()->set_columns(5);
     }},
    {"gathers from no weight",
     [](Manifest &m) { gather(m).mutable_arguments()->RemoveLast(); }},
    {"gathers from two weights",
     [](Manifest &m) {
       *m.add_weights() = m.weights(0);
       m.mutable_weights(1)->set_name("other");
       artifact::Argument &second = *gather(m).add_arguments();
       second.set_kind(artifact::Argument::WEIGHT);
       second.set_index(1);
     }},
    {"gathers from weight 'embed', whose parts are not rows",
     [](Manifest &m) {
       gather(m);
       m.mutable_weights(0)->mutable_parts(0)->set_alignment(16);
     }},
    {"gathers from weight 'embed', whose parts are not rows",
     [](Manifest &m) {
       gather(m);
       artifact::WeightPart &part = *m.mutable_weights(0)->add_parts();
       part = m.weights(0).parts(0);
       part.set_shape(0, 8);
       part.set_bytes(128);
     }},
    {"gathers with kernel 'k', which has not one block per row of ids",
     [](Manifest &m) {
       gather(m);
       target(m).mutable_kernels(0)->mutable_grid(0)->set_tile(8);
     }},
    {"launch 0 waits for 1 of 0 prefetched launches",
     [](Manifest &m) { entry(m).mutable_launches(0)->set_after(1); }},
    {"launch 0 waits for 1 of 0 prefetched launches",
     [](Manifest &m) {
       entry(m).mutable_launches(0)->set_after(1);
       entry(m).mutable_launches(0)->set_prefetch(true);
     }},
    {"launch 0 waits for 1 of 0 prefetched launches",
     [](Manifest &m) {
       *entry(m).add_launches() = entry(m).launches(0);
       entry(m).mutable_launches(0)->set_after(1);
       entry(m).mutable_launches(1)->set_prefetch(true);
     }},
    {"launch 1 uses argument 0 after 0 prefetched launches, expected 1",
     [](Manifest &m) { useBoth(m, artifact::Argument::BUFFER); }},
    {"launch 1 uses argument 0 after 0 prefetched launches, expected 1",
     [](Manifest &m) { useBoth(m, artifact::Argument::STATE); }},
    {"launch 1 uses argument 0 after 0 prefetched launches, expected 1",
     [](Manifest &m) { useBoth(m, artifact::Argument::STAGE); }},
    {"launch 2 uses argument 0 after 1 prefetched launches, expected 2",
     [](Manifest &m) {
       useBoth(m, artifact::Argument::BUFFER);
       *entry(m).add_launches() = entry(m).launches(1);
       entry(m).mutable_launches(1)->set_prefetch(true);
       entry(m).mutable_launches(2)->set_after(1);
     }},
    {"launch 1 is prefetched and uses argument 0, which launches before it",
     [](Manifest &m) {
       useBoth(m, artifact::Argument::BUFFER);
       entry(m).mutable_launches(0)->set_prefetch(false);
       entry(m).mutable_launches(1)->set_prefetch(true);
     }},
};

class ManifestRule : public ::testing::TestWithParam<size_t> {};

} // namespace

TEST(ManifestCheck, AcceptsTheUndamagedManifest) {
  Status status = checkManifest(smallArtifact().manifest());
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST(ManifestCheck, AcceptsATargetOfAGpu) {
  Manifest manifest = smallArtifact().manifest();
  gpuTarget(manifest).mutable_kernels(0)->set_scratch_bytes(1 << 20);
  Status status = checkManifest(manifest);
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST(ManifestCheck, AcceptsAGather) {
  Manifest manifest = smallArtifact().manifest();
  gather(manifest).set_prefetch(true);
  *entry(manifest).add_launches() = entry(manifest).launches(0);
  entry(manifest).mutable_launches(1)->set_prefetch(false);
  entry(manifest).mutable_launches(1)->set_after(1);
  Status status = checkManifest(manifest);
  EXPECT_TRUE(status.ok()) << status.message();
}

/// A wait lasts, pool and staged rows of a state are two, and so are the same
/// number of an input.
TEST(ManifestCheck, AcceptsLaunchesThatWaitOrShareNothing) {
  Manifest manifest = smallArtifact().manifest();
  useBoth(manifest, artifact::Argument::STATE);
  artifact::Launch waits = entry(manifest).launches(1);
  waits.set_after(1);
  artifact::Launch &between = *entry(manifest).mutable_launches(1);
  between.mutable_arguments(0)->set_kind(artifact::Argument::STAGE);
  *entry(manifest).add_launches() = waits;
  waits.set_after(0);
  *entry(manifest).add_launches() = waits;
  Status status = checkManifest(manifest);
  EXPECT_TRUE(status.ok()) << status.message();
}

TEST_P(ManifestRule, IsChecked) {
  const Case &rule = cases[GetParam()];
  Manifest manifest = smallArtifact().manifest();
  rule.damage(manifest);
  Status status = checkManifest(manifest);
  ASSERT_FALSE(status.ok()) << rule.message;
  EXPECT_NE(status.message().find(rule.message), std::string::npos)
      << status.message();
}

INSTANTIATE_TEST_SUITE_P(All, ManifestRule,
                         ::testing::Range(size_t(0), std::size(cases)));
