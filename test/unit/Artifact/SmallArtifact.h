//===- SmallArtifact.h - an artifact for format tests ---------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small valid artifact and helpers to damage it.
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_TEST_UNIT_ARTIFACT_SMALLARTIFACT_H
#define CEDAR_TEST_UNIT_ARTIFACT_SMALLARTIFACT_H

#include "runtime/lib/Artifact/ArtifactWriter.h"

namespace cedar::rt {

/// Two blobs, one weight, two states, one target with a kernel and an entry.
inline ArtifactWriter smallArtifact() {
  ArtifactWriter writer;
  writer.addBlob("code", std::string(100, 'c'));
  writer.addBlob("map", std::string(16 * 4, '\1'));
  artifact::Manifest &manifest = writer.manifest();
  manifest.set_compiler_version("0.1.0");
  manifest.add_command("--target=cpu");
  manifest.mutable_model()->set_name("small");
  manifest.mutable_model()->set_vocab_size(16);
  manifest.mutable_model()->set_max_positions(64);
  manifest.mutable_model()->set_hidden_size(4);
  manifest.mutable_model()->set_page_tokens(4);

  artifact::Weight &weight = *manifest.add_weights();
  weight.set_name("embed");
  artifact::WeightPart &part = *weight.add_parts();
  part.set_source("embed.weight");
  part.set_type(artifact::F32);
  part.add_shape(16);
  part.add_shape(4);
  part.set_bytes(256);
  part.set_alignment(16);

  artifact::State &ring = *manifest.add_states();
  ring.set_name("ring");
  ring.set_rows(4);
  ring.set_channels(4);
  ring.set_row_bytes(16);
  ring.set_type(artifact::F32);
  artifact::State &pages = *manifest.add_states();
  pages.set_name("pages");
  pages.set_kind(artifact::State::PAGED);
  pages.set_rows(2);
  pages.set_ratio(2);
  pages.set_channels(32);
  pages.set_row_bytes(17);
  pages.set_type(artifact::F4E2M1);
  pages.set_scale_type(artifact::F8E8M0);
  pages.set_group(32);

  artifact::Target &target = *manifest.add_targets();
  target.set_name("cpu");
  target.set_code_blob(0);
  artifact::Kernel &kernel = *target.add_kernels();
  kernel.set_symbol("k");
  artifact::GridTerm &term = *kernel.add_grid();
  term.set_word(1);
  term.set_tile(8);

  artifact::Entry &entry = *target.add_entries();
  entry.set_name("prefill_exact");
  artifact::Tensor &tokens = *entry.add_inputs();
  tokens.set_name("tokens");
  tokens.set_type(artifact::I32);
  tokens.add_dims(artifact::ROWS);
  tokens.add_shape(0);
  artifact::Section &section = *entry.add_sections();
  section.set_dim(artifact::OUT_ROWS);
  section.set_bytes(64);
  artifact::Buffer &buffer = *entry.add_buffers();
  buffer.set_dim(artifact::OUT_ROWS);
  buffer.set_bytes(64);
  artifact::Tensor &logits = *entry.add_outputs();
  logits.set_name("logits");
  logits.set_type(artifact::F32);
  logits.add_dims(artifact::OUT_ROWS);
  logits.add_dims(artifact::ONE);
  logits.add_shape(0);
  logits.add_shape(16);
  entry.add_output_buffers(0);
  artifact::Launch &launch = *entry.add_launches();
  artifact::Argument &argument = *launch.add_arguments();
  argument.set_kind(artifact::Argument::INPUT);
  argument.add_dims(artifact::ROWS);
  return writer;
}

} // namespace cedar::rt

#endif // CEDAR_TEST_UNIT_ARTIFACT_SMALLARTIFACT_H
