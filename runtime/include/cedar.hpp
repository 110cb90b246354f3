//===- cedar.hpp - C++ over the C interface -------------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thin C++17 wrapper of cedar.h: handles that close themselves, and
// `cedar::Error` instead of codes. Everything cedar.h says about ownership,
// threads and validity holds here too.
//
//   auto module = cedar::Module::open("model.cedar");
//   auto weights = cedar::Weights::open(module, "checkpoint/");
//   auto session = cedar::Session::create(weights);
//   cedar_sequence text = session.openSequence();
//   std::vector<int32_t> prompt = {0, 17, 42};
//   std::vector<float> logits(module.info().vocab_size);
//   session.prefill({{text, prompt.data(), prompt.size()}}, logits.data());
//
//===----------------------------------------------------------------------===//

#ifndef CEDAR_HPP
#define CEDAR_HPP

#include "cedar.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace cedar {

/// A failed call: what() is one line for people.
class Error : public std::runtime_error {
public:
  Error(cedar_code code, const char *message)
      : std::runtime_error(message), code_(code) {}
  cedar_code code() const { return code_; }

private:
  cedar_code code_;
};

/// Throws if `code` is a failure of the call just made on this thread.
inline void check(cedar_code code) {
  if (code != CEDAR_OK)
    throw Error(code, cedar_last_error());
}

/// A compiled model.
class Module {
public:
  static Module open(const std::string &path, const char *target = nullptr) {
    cedar_module *handle = nullptr;
    check(cedar_module_open(path.c_str(), target, &handle));
    return Module(handle);
  }

  cedar_module *get() const { return handle_.get(); }

  cedar_module_info info() const {
    cedar_module_info info;
    check(cedar_module_get_info(get(), &info));
    return info;
  }

  cedar_memory_need memory(const cedar_session_options &options) const {
    cedar_memory_need need;
    check(cedar_module_memory(get(), &options, &need));
    return need;
  }

  /// Facts of all states.
  std::vector<cedar_state_info> states() const {
    std::vector<cedar_state_info> states;
    cedar_state_info info;
    while (cedar_module_state(get(), states.size(), &info) == CEDAR_OK)
      states.push_back(info);
    return states;
  }

private:
  struct Close {
    void operator()(cedar_module *handle) const { cedar_module_close(handle); }
  };
  explicit Module(cedar_module *handle) : handle_(handle) {}

  std::unique_ptr<cedar_module, Close> handle_;
};

/// A module bound to a checkpoint folder.
class Weights {
public:
  static Weights open(const Module &module, const std::string &folder,
                      const cedar_weights_options &options = {}) {
    cedar_weights *handle = nullptr;
    check(cedar_weights_open(module.get(), folder.c_str(), &options, &handle));
    return Weights(handle);
  }

  /// Random ones without a checkpoint.
  static Weights synthetic(const Module &module, uint64_t seed) {
    cedar_weights *handle = nullptr;
    check(cedar_weights_synthetic(module.get(), seed, &handle));
    return Weights(handle);
  }

  cedar_weights *get() const { return handle_.get(); }

private:
  struct Close {
    void operator()(cedar_weights *handle) const {
      cedar_weights_close(handle);
    }
  };
  explicit Weights(cedar_weights *handle) : handle_(handle) {}

  std::unique_ptr<cedar_weights, Close> handle_;
};

/// Options with their defaults.
inline cedar_session_options sessionOptions() {
  cedar_session_options options;
  cedar_session_options_init(&options);
  return options;
}

/// Caches, work memory and threads. Not for two threads at a time.
class Session {
public:
  static Session
  create(const Weights &weights,
         const cedar_session_options &options = sessionOptions()) {
    cedar_session *handle = nullptr;
    check(cedar_session_create(weights.get(), &options, &handle));
    return Session(handle);
  }

  cedar_session *get() const { return handle_.get(); }

  cedar_sequence openSequence() {
    cedar_sequence sequence;
    check(cedar_sequence_open(get(), &sequence));
    return sequence;
  }
  /// A sequence that begins with the cached `prefix` of another.
  cedar_sequence resumeSequence(const cedar_rows &prefix) {
    cedar_sequence sequence;
    check(cedar_sequence_resume(get(), &prefix, &sequence));
    return sequence;
  }
  void closeSequence(cedar_sequence sequence) {
    check(cedar_sequence_close(get(), sequence));
  }
  uint32_t length(cedar_sequence sequence) const {
    uint32_t length;
    check(cedar_sequence_length(get(), sequence, &length));
    return length;
  }

  void run(const cedar_batch &batch) {
    check(cedar_session_run(get(), &batch));
  }
  void commit(const std::vector<int32_t> &accepted) {
    check(cedar_session_commit(get(), accepted.data(), accepted.size()));
  }
  /// Writes f32 [rows.size(), vocabulary] to `logits` unless it is null.
  void prefill(const std::vector<cedar_rows> &rows, float *logits,
               size_t chunk = 0) {
    check(
        cedar_session_prefill(get(), rows.data(), rows.size(), chunk, logits));
  }
  /// f32 [sequences.size(), vocabulary], valid until the next call.
  const float *finish(const std::vector<cedar_sequence> &sequences) {
    const float *logits = nullptr;
    check(cedar_session_finish(get(), sequences.data(), sequences.size(),
                               &logits));
    return logits;
  }
  /// The same after one more token of each sequence.
  const float *decode(const std::vector<cedar_sequence> &sequences,
                      const std::vector<int32_t> &tokens) {
    if (sequences.size() != tokens.size())
      throw Error(CEDAR_INVALID_ARGUMENT, "expected one token per sequence");
    const float *logits = nullptr;
    check(cedar_session_decode(get(), sequences.data(), tokens.data(),
                               tokens.size(), &logits));
    return logits;
  }

  /// Random entries in the caches of a sequence, as if it had `length` tokens.
  void fill(cedar_sequence sequence, uint32_t length, uint64_t seed) {
    check(cedar_session_fill(get(), sequence, length, seed));
  }

  cedar_tensor output(const char *name) const {
    cedar_tensor tensor;
    check(cedar_session_output(get(), name, &tensor));
    return tensor;
  }
  /// Rows of a state, dequantised: f32 [count, info.channels].
  std::vector<float> readState(cedar_sequence sequence,
                               const cedar_state_info &info, uint32_t first,
                               uint32_t count) const {
    std::vector<float> rows(size_t(count) * info.channels);
    float none = 0;
    check(cedar_session_state_read(get(), sequence, info.name, first, count,
                                   rows.empty() ? &none : rows.data()));
    return rows;
  }
  int32_t sample(const float *logits, cedar_sampler &sampler) {
    int32_t token;
    check(cedar_session_sample(get(), logits, &sampler, &token));
    return token;
  }
  /// Shows every kernel that runs to `callback`; null: no longer.
  void profile(cedar_launch_callback callback, void *context) {
    check(cedar_session_profile(get(), callback, context));
  }
  cedar_stats stats() const {
    cedar_stats stats;
    check(cedar_session_get_stats(get(), &stats));
    return stats;
  }

private:
  struct Close {
    void operator()(cedar_session *handle) const {
      cedar_session_close(handle);
    }
  };
  explicit Session(cedar_session *handle) : handle_(handle) {}

  std::unique_ptr<cedar_session, Close> handle_;
};

} // namespace cedar

#endif // CEDAR_HPP
