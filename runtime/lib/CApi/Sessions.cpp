//===- Sessions.cpp - sessions in the C API -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin: checks for null, calls the engine, reports.
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/CApi/Handles.h"

using namespace cedar;
using namespace cedar::rt;

void cedar_session_options_init(cedar_session_options *options) {
  if (!options)
    return;
  *options = cedar_session_options{};
  options->max_sequences = 1;
  options->max_rows = 512;
}

/// Bytes of the checkpoint that a module reads.
static uint64_t weightBytes(const artifact::Manifest &manifest) {
  uint64_t bytes = 0;
  for (const artifact::Weight &weight : manifest.weights())
    for (const artifact::WeightPart &part : weight.parts())
      if (!weight.from_blob())
        bytes += part.bytes() * std::max(weight.count(), 1u);
  return bytes;
}

cedar_code cedar_module_memory(const cedar_module *module,
                               const cedar_session_options *options,
                               cedar_memory_need *need) {
  if (!module || !need)
    return reportNull(module ? "need" : "module");
  return guarded([&]() -> Status {
    const Module &opened = *module->module;
    Result<SessionOptions> resolved =
        SessionOptions::resolve(opened.model(), opened.target(),
                                options ? *options : cedar_session_options{});
    if (!resolved.ok())
      return resolved.status();
    Result<SessionLayout> layout =
        SessionLayout::plan(opened.manifest(), opened.target(), *resolved);
    if (!layout.ok())
      return layout.status();
    *need = layout->need;
    need->weights = weightBytes(opened.manifest());
    if (opened.device())
      need->device_weights =
          deviceWeightBytes(opened.manifest(), opened.target());
    return Status();
  });
}

cedar_code cedar_session_create(const cedar_weights *weights,
                                const cedar_session_options *options,
                                cedar_session **session) {
  if (!weights || !session)
    return reportNull(weights ? "session" : "weights");
  return guarded([&]() -> Status {
    auto handle = std::make_unique<cedar_session>();
    if (Status status = assignTo(
            Session::create(weights->weights,
                            options ? *options : cedar_session_options{}),
            handle->session);
        !status.ok())
      return status;
    *session = handle.release();
    return Status();
  });
}

void cedar_session_close(cedar_session *session) { delete session; }

cedar_code cedar_sequence_open(cedar_session *session,
                               cedar_sequence *sequence) {
  if (!session || !sequence)
    return reportNull(session ? "sequence" : "session");
  return guarded(
      [&] { return assignTo(session->session->openSequence(), *sequence); });
}

cedar_code cedar_sequence_resume(cedar_session *session,
                                 const cedar_rows *prefix,
                                 cedar_sequence *sequence) {
  if (!session || !prefix || !sequence)
    return reportNull(!session ? "session" : !prefix ? "prefix" : "sequence");
  return guarded([&] {
    return assignTo(session->session->resumeSequence(*prefix), *sequence);
  });
}

cedar_code cedar_sequence_close(cedar_session *session,
                                cedar_sequence sequence) {
  if (!session)
    return reportNull("session");
  return guarded([&] { return session->session->closeSequence(sequence); });
}

cedar_code cedar_sequence_length(const cedar_session *session,
                                 cedar_sequence sequence, uint32_t *length) {
  if (!session || !length)
    return reportNull(session ? "length" : "session");
  return guarded(
      [&] { return assignTo(session->session->length(sequence), *length); });
}

cedar_code cedar_session_run(cedar_session *session, const cedar_batch *batch) {
  if (!session || !batch)
    return reportNull(session ? "batch" : "session");
  return guarded([&] { return session->session->run(*batch); });
}

cedar_code cedar_session_commit(cedar_session *session, const int32_t *accepted,
                                size_t count) {
  if (!session)
    return reportNull("session");
  return guarded([&] { return session->session->commit(accepted, count); });
}

cedar_code cedar_session_prefill(cedar_session *session, const cedar_rows *rows,
                                 size_t numRows, size_t chunk, float *logits) {
  if (!session)
    return reportNull("session");
  return guarded(
      [&] { return session->session->prefill(rows, numRows, chunk, logits); });
}

cedar_code cedar_session_finish(cedar_session *session,
                                const cedar_sequence *sequences, size_t count,
                                const float **logits) {
  if (!session)
    return reportNull("session");
  return guarded([&] {
    const float *unused = nullptr;
    return assignTo(session->session->finishPrompts(sequences, count),
                    logits ? *logits : unused);
  });
}

cedar_code cedar_session_decode(cedar_session *session,
                                const cedar_sequence *sequences,
                                const int32_t *tokens, size_t count,
                                const float **logits) {
  if (!session)
    return reportNull("session");
  return guarded([&] {
    const float *unused = nullptr;
    return assignTo(session->session->decode(sequences, tokens, count),
                    logits ? *logits : unused);
  });
}

cedar_code cedar_session_output(const cedar_session *session, const char *name,
                                cedar_tensor *output) {
  if (!session || !name || !output)
    return reportNull(!session ? "session" : !name ? "name" : "output");
  return guarded(
      [&] { return assignTo(session->session->output(name), *output); });
}

const char *cedar_session_output_name(const cedar_session *session,
                                      size_t index) {
  return session ? session->session->outputName(index) : nullptr;
}

cedar_code cedar_session_state_read(const cedar_session *session,
                                    cedar_sequence sequence, const char *state,
                                    uint32_t first, uint32_t count,
                                    float *out) {
  if (!session || !state || !out)
    return reportNull(!session ? "session" : !state ? "state" : "out");
  return guarded([&] {
    return session->session->readState(sequence, state, first, count, out);
  });
}

cedar_code cedar_session_fill(cedar_session *session, cedar_sequence sequence,
                              uint32_t length, uint64_t seed) {
  if (!session)
    return reportNull("session");
  return guarded(
      [&] { return session->session->fill(sequence, length, seed); });
}

cedar_code cedar_session_sample(cedar_session *session, const float *logits,
                                cedar_sampler *sampler, int32_t *token) {
  if (!session || !logits || !sampler || !token)
    return reportNull(!session   ? "session"
                      : !logits  ? "logits"
                      : !sampler ? "sampler"
                                 : "token");
  return guarded([&] {
    return assignTo(session->session->sample(logits, *sampler), *token);
  });
}

cedar_code cedar_session_get_stats(const cedar_session *session,
                                   cedar_stats *stats) {
  if (!session || !stats)
    return reportNull(session ? "stats" : "session");
  *stats = session->session->stats();
  return CEDAR_OK;
}

cedar_code cedar_session_profile(cedar_session *session,
                                 cedar_launch_callback callback,
                                 void *context) {
  if (!session)
    return reportNull("session");
  session->session->setProfiler({callback, context});
  return CEDAR_OK;
}
