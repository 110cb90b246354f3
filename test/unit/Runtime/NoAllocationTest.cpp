//===- NoAllocationTest.cpp - no memory is allocated while computing ------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts every call of the C allocator (operator new ends there as well) and
// every mapping, on all threads between the creation of a session and its end.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/ToyModel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace cedar;
using namespace cedar::rt::test;

static std::atomic<bool> counting{false};
static std::atomic<uint64_t> allocations{0};

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static void note() {
  if (counting.load(std::memory_order_relaxed))
    allocations.fetch_add(1);
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  note();
  return __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
void *mmap(void *address, size_t size, int protection, int flags, int file,
           off_t offset) {
  note();
  return reinterpret_cast<void *>(
      syscall(SYS_mmap, address, size, protection, flags, file, offset));
}
}

TEST(NoAllocationTest, TheCounterCounts) {
  counting = true;
  delete new std::string(100, 'x');
  void *page =
      mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  counting = false;
  munmap(page, 4096);
  EXPECT_GE(allocations.exchange(0), 2u);
}

TEST(NoAllocationTest, PrefillDecodeCommitAndSample) {
  ToyModel model;
  cedar_session_options options = sessionOptions();
  options.max_sequences = 3;
  options.max_rows = 8;
  options.threads = 3;
  Session session = model.session(options);
  std::vector<int32_t> text(21, 3), draft = {1, 2, 3};
  std::vector<float> logits(3 * toyVocabulary);
  std::vector<cedar_sequence> sequences(3);
  std::vector<cedar_rows> rows(3);
  cedar_sampler sampler{0.7f, 0.9f, 1};
  std::vector<int32_t> tokens(3), accepted = {2, 0, 3};

  counting = true;
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < 3; ++i) {
      check(cedar_sequence_open(session.get(), &sequences[i]));
      rows[i] = {sequences[i], text.data(), text.size() - i, nullptr, nullptr};
    }
    check(
        cedar_session_prefill(session.get(), rows.data(), 3, 0, logits.data()));
    for (int step = 0; step < 10; ++step) {
      for (size_t i = 0; i < 3; ++i)
        check(cedar_session_sample(session.get(), &logits[i * toyVocabulary],
                                   &sampler, &tokens[i]));
      const float *next;
      check(cedar_session_decode(session.get(), sequences.data(), tokens.data(),
                                 3, &next));
      std::copy(next, next + logits.size(), logits.begin());
    }
    for (size_t i = 0; i < 3; ++i)
      rows[i] = {sequences[i], draft.data(), i == 2 ? 3u : 2u, nullptr,
                 nullptr};
    cedar_batch batch =
        batchOf("prefill_exact", rows.data(), CEDAR_NO_COMMIT, 3);
    check(cedar_session_run(session.get(), &batch));
    check(cedar_session_commit(session.get(), accepted.data(), 3));
    for (cedar_sequence sequence : sequences)
      check(cedar_sequence_close(session.get(), sequence));
  }
  counting = false;
  EXPECT_EQ(allocations.load(), 0u);
}

TEST(NoAllocationTest, PromptInTwoEntries) {
  ToyModel model(addToyParts);
  cedar_session_options options = sessionOptions();
  options.prefill_entry = "prefill_part";
  options.max_rows = 32;
  Session session = model.session(options);
  std::vector<int32_t> text(21, 3);

  counting = true;
  for (int round = 0; round < 3; ++round) {
    cedar_sequence sequence;
    check(cedar_sequence_open(session.get(), &sequence));
    cedar_rows rows = rowsOf(sequence, text);
    cedar_batch batch = batchOf("prefill_part", &rows);
    check(cedar_session_run(session.get(), &batch));
    const float *logits;
    check(cedar_session_finish(session.get(), &sequence, 1, &logits));
    check(cedar_sequence_close(session.get(), sequence));
  }
  counting = false;
  EXPECT_EQ(allocations.load(), 0u);
}

TEST(NoAllocationTest, PrefixesThatAreShared) {
  ToyModel model(addToyResume);
  cedar_session_options options = sessionOptions();
  options.max_sequences = 2;
  Session session = model.session(options);
  std::vector<int32_t> text = someText(21);

  counting = true;
  for (size_t length = 1; length <= text.size(); ++length) {
    cedar_sequence sequence, resumed;
    check(cedar_sequence_open(session.get(), &sequence));
    cedar_rows rows = rowsOf(sequence, text);
    check(cedar_session_prefill(session.get(), &rows, 1, 0, nullptr));
    rows.count = length;
    check(cedar_sequence_resume(session.get(), &rows, &resumed));
    check(
        cedar_session_decode(session.get(), &resumed, text.data(), 1, nullptr));
    check(cedar_sequence_close(session.get(), sequence));
    check(cedar_sequence_close(session.get(), resumed));
  }
  counting = false;
  EXPECT_EQ(allocations.load(), 0u);
}

TEST(NoAllocationTest, PrefetchThroughACache) {
  ToyModel model([](rt::ArtifactWriter &writer) { addToyRows(writer); });
  cedar_session_options options = sessionOptions();
  options.threads = 2;
  options.engram_cache = 512;
  Session session = model.session(options);
  std::vector<int32_t> text = {1, 9, 4, 4, 15, 0, 7};
  cedar_rows rows = rowsOf(session.openSequence(), text);
  cedar_batch batch = batchOf("rows", &rows, CEDAR_NO_COMMIT);

  counting = true;
  for (int round = 0; round < 100; ++round)
    check(cedar_session_run(session.get(), &batch));
  counting = false;
  EXPECT_EQ(allocations.load(), 0u);
  EXPECT_EQ(session.stats().engram_hits + session.stats().engram_misses,
            100 * 2 * text.size());
}
