/*===- cedar.h - C interface of the Cedar runtime -------------------------===*\
|*                                                                            *|
|* Part of the Cedar Project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Opens a compiled model (a .cedar file), binds the weights of a checkpoint  *|
|* folder to it and runs it. The runtime holds no model arithmetic: all of it *|
|* comes from the code inside the .cedar file. Sampling is the exception.     *|
|*                                                                            *|
|*   cedar_module  one .cedar file, its code loaded                           *|
|*   cedar_weights a module bound to a checkpoint folder, mapped read-only    *|
|*   cedar_session caches, work memory and threads for a number of sequences  *|
|*   sequence      one growing text inside a session                          *|
|*                                                                            *|
|* OWNERSHIP. What an `_open` or `_create` returns is closed by the caller.   *|
|* A session keeps its weights alive, weights keep their module alive, so the *|
|* order of closing does not matter. Closing null does nothing. Pointers      *|
|* passed in are borrowed for the call only. Pointers handed out belong to    *|
|* the object they came from and stay valid as long as each function says.    *|
|*                                                                            *|
|* THREADS. Modules and weights never change and may be used from any thread. *|
|* A session is used by one thread at a time; two sessions are independent.   *|
|* Each session owns its worker threads; kernels never run on the caller's    *|
|* stack. The number of threads never changes a result.                       *|
|*                                                                            *|
|* UNITS. Sizes are bytes, lengths and positions are tokens, rows are tokens  *|
|* of one call. A position counts from 0 at the first token of its sequence.  *|
|*                                                                            *|
|* ERRORS. Functions return CEDAR_OK or a code; cedar_last_error() then gives *|
|* one line for people. A refused call changes nothing: no token is added, no *|
|* page taken, no output overwritten.                                         *|
|*                                                                            *|
|* MEMORY. Everything a session needs is reserved when it is created; no call *|
|* that computes allocates. Pages of caches are touched as sequences grow.    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef CEDAR_H
#define CEDAR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CEDAR_API __attribute__((visibility("default")))
#else
#define CEDAR_API
#endif

/*===-- Errors ------------------------------------------------------------===*/

typedef enum cedar_code {
  CEDAR_OK = 0,
  CEDAR_INVALID_ARGUMENT = 1, /* the caller passed something out of range */
  CEDAR_NOT_FOUND = 2,        /* a file, tensor, entry or name is absent */
  CEDAR_CORRUPT = 3,          /* a file breaks its format or a checksum */
  CEDAR_INCOMPATIBLE = 4,     /* wrong version, CPU or model */
  CEDAR_EXHAUSTED = 5,        /* context, slots, pages or rows are used up */
  CEDAR_IO = 6,               /* the operating system refused */
  CEDAR_INTERNAL = 7          /* a broken invariant of Cedar itself */
} cedar_code;

/* The message of this thread's last failed call: one line, without a newline.
 * Valid until this thread's next call that fails. Empty if none failed. */
CEDAR_API const char *cedar_last_error(void);

/* Version of the runtime, such as "0.1.0". A constant. */
CEDAR_API const char *cedar_version(void);

/*===-- Modules -----------------------------------------------------------===*/

typedef struct cedar_module cedar_module;

/* Facts about the model and the code chosen for this CPU. Strings live as long
 * as the module. */
typedef struct cedar_module_info {
  const char *model_name;
  const char *target;           /* such as "cpu" or "cpu:v4" */
  const char *compiler_version; /* of Cedar */
  uint32_t vocab_size;
  uint32_t hidden_size;
  uint32_t max_positions; /* longest sequence the model is defined for */
  uint32_t page_tokens;   /* tokens of one cache page; 0: no paged cache */
  uint32_t window;        /* tokens of the sliding window */
  int32_t bos_token;      /* -1: none, so for the next three */
  int32_t eos_token;
  int32_t pad_token;
  int32_t image_token;
} cedar_module_info;

/* Opens `path`, checks every byte of it against its checksums and loads the
 * code of `target`; null picks the target with the most features that this CPU
 * has, "cuda" the best one for the first GPU. The file may be replaced on disk
 * afterwards, not written to. */
CEDAR_API cedar_code cedar_module_open(const char *path, const char *target,
                                       cedar_module **module);
CEDAR_API void cedar_module_close(cedar_module *module);
CEDAR_API cedar_code cedar_module_get_info(const cedar_module *module,
                                           cedar_module_info *info);

/* Name of entry `index`, null past the last one. Lives as long as the module.
 */
CEDAR_API const char *cedar_module_entry_name(const cedar_module *module,
                                              size_t index);

/*===-- Weights -----------------------------------------------------------===*/

typedef struct cedar_weights cedar_weights;

/* Whether scales are searched for NaN when weights are opened, which reads
 * every scale byte once. */
typedef enum cedar_scale_check {
  CEDAR_SCALES_AUTO = 0, /* if they are at most 1 GiB together */
  CEDAR_SCALES_ALWAYS = 1,
  CEDAR_SCALES_NEVER = 2
} cedar_scale_check;

/* Hears how many of `total` bytes are done; on the calling thread. */
typedef void (*cedar_progress_callback)(void *context, uint64_t done,
                                        uint64_t total);

typedef struct cedar_weights_options {
  const char *token_map; /* file of the compressed token map, or null */
  cedar_scale_check scale_check;
  cedar_progress_callback progress; /* of the copy to a GPU, or null */
  void *progress_context;
} cedar_weights_options;

/* Maps the safetensors files of `folder` and checks that every tensor that the
 * module reads is there with its type, shape and scale; a failure lists all
 * problems. Tensors are read in place; those whose payload is not aligned as
 * the code needs it are copied. For a GPU all are copied to its memory, except
 * Engram tables: these stay mapped, are pinned, and the GPU reads their rows in
 * the host's memory. `options` may be null. The files must not be written to
 * while they are open. */
CEDAR_API cedar_code cedar_weights_open(const cedar_module *module,
                                        const char *folder,
                                        const cedar_weights_options *options,
                                        cedar_weights **weights);

/* Random weights of these types and sizes without a checkpoint, to measure
 * with: activations stay of order one through all layers, the text is nonsense.
 * The bytes depend on the model and `seed` only, so they are the same on every
 * target. For a GPU they are made in its memory. On a CPU they take that much
 * memory, which is refused beyond three quarters of the machine's; but tables
 * that rows are gathered from (Engram's) repeat themselves every 32 MiB, which
 * is all that a CPU spends on one. A token map that the module does not hold
 * maps token t to t mod the number of ids. */
CEDAR_API cedar_code cedar_weights_synthetic(const cedar_module *module,
                                             uint64_t seed,
                                             cedar_weights **weights);
CEDAR_API void cedar_weights_close(cedar_weights *weights);

/*===-- Sessions ----------------------------------------------------------===*/

typedef struct cedar_session cedar_session;

/* How a GPU is told what to run. Results are the same bit for bit. */
typedef enum cedar_launch_mode {
  CEDAR_LAUNCH_RECORDED = 0,  /* sizes of calls that return again and again are
                                 recorded as CUDA graphs when the session is
                                 created; a call is one replay */
  CEDAR_LAUNCH_QUEUED = 1,    /* kernel after kernel, without waiting */
  CEDAR_LAUNCH_ONE_BY_ONE = 2 /* every kernel is waited for, so that an error
                                 names the kernel, its place and its index */
} cedar_launch_mode;

/* Capacities of a session. cedar_session_options_init() sets the defaults that
 * are given in brackets; 0 keeps the default. */
typedef struct cedar_session_options {
  uint32_t max_sequences; /* open at a time [1] */
  uint32_t max_rows;      /* tokens of one call over all sequences [512] */
  uint32_t max_out_rows;  /* rows with logits of one call [max_sequences] */
  uint32_t max_embedding_rows; /* rows of cedar_batch.embeddings [none] */
  uint32_t context;            /* tokens of one sequence [max_positions] */
  uint64_t max_tokens;         /* tokens over all sequences, taken in whole
                                  pages [max_sequences * context] */
  uint32_t threads;            /* that share the work of a kernel; with several,
                                  one more fetches rows of Engram tables [CPUs
                                  that this process may use] */
  const char *prefill_entry;   /* entry of cedar_session_prefill, such as
                                  "prefill_replay" ["prefill_exact"] */
  uint64_t engram_cache;       /* most bytes of memory for rows of Engram
                                  tables, on a CPU; see below [tables are read
                                  in place] */
  cedar_launch_mode launch_mode; /* of a GPU [CEDAR_LAUNCH_RECORDED] */
} cedar_session_options;

/* ENGRAM TABLES lie in the mapped files of the checkpoint. By default their
 * rows are read there, and the operating system keeps what has memory. With
 * `engram_cache`, a session copies the rows that it needs into a cache of that
 * size, which finds them too, and from which a clock evicts those that were not
 * used for long; beside it lie the places of the rows that one call reads, 4
 * bytes each, for cedar_memory_need. Pages of the tables are unmapped as soon
 * as they have been read. Results are the same bit for bit. Each table gets an
 * equal share, which must hold the rows that one token reads. */
CEDAR_API void cedar_session_options_init(cedar_session_options *options);

/* Address space that a session reserves, by purpose. `pools` and `arena` are
 * backed by memory only where they have been touched. */
typedef struct cedar_memory_need {
  uint64_t arena;          /* intermediate values of one call */
  uint64_t inputs;         /* inputs of one call */
  uint64_t stages;         /* rows computed and not yet committed */
  uint64_t rings;          /* windows and tails, per sequence slot */
  uint64_t pools;          /* paged caches for max_tokens */
  uint64_t engram_cache;   /* hot rows of Engram tables, and their ids */
  uint64_t tables;         /* page tables and sampling */
  uint64_t stacks;         /* of the worker threads */
  uint64_t total;          /* sum of the above */
  uint64_t weights;        /* bytes of the checkpoint that are mapped */
  uint64_t scratch;        /* of a GPU: block-local values of kernels */
  uint64_t launch_words;   /* of a GPU: arguments of all launches */
  uint64_t device;         /* of a GPU: memory of the session there: arena to
                              pools, scratch, launch_words */
  uint64_t device_weights; /* of a GPU: memory of the weights there */
} cedar_memory_need;

/* What a session with these options would reserve. Creates nothing. */
CEDAR_API cedar_code cedar_module_memory(const cedar_module *module,
                                         const cedar_session_options *options,
                                         cedar_memory_need *need);

/* `options` may be null. */
CEDAR_API cedar_code cedar_session_create(const cedar_weights *weights,
                                          const cedar_session_options *options,
                                          cedar_session **session);
CEDAR_API void cedar_session_close(cedar_session *session);

/* A handle of an open sequence. Handles of closed sequences stay invalid. */
typedef int64_t cedar_sequence;

/* Takes a free slot, emptied. */
CEDAR_API cedar_code cedar_sequence_open(cedar_session *session,
                                         cedar_sequence *sequence);
/* Gives the slot and all pages of the sequence back. */
CEDAR_API cedar_code cedar_sequence_close(cedar_session *session,
                                          cedar_sequence sequence);
/* Number of committed tokens. */
CEDAR_API cedar_code cedar_sequence_length(const cedar_session *session,
                                           cedar_sequence sequence,
                                           uint32_t *length);

/*===-- Running -----------------------------------------------------------===*/

typedef enum cedar_type {
  CEDAR_F32 = 1,
  CEDAR_BF16 = 2,
  CEDAR_F8E4M3 = 3,
  CEDAR_F4E2M1 = 4, /* two a byte */
  CEDAR_F8E8M0 = 5,
  CEDAR_I32 = 6,
  CEDAR_I8 = 7
} cedar_type;

#define CEDAR_MAX_RANK 8

/* A dense row-major tensor with a name. */
typedef struct cedar_tensor {
  const char *name;
  cedar_type type;
  uint32_t rank;
  int64_t shape[CEDAR_MAX_RANK];
  const void *data;
  uint64_t bytes;
} cedar_tensor;

/* The next rows of one sequence; they continue at its length. */
typedef struct cedar_rows {
  cedar_sequence sequence;
  const int32_t *tokens;
  size_t count;
  const int8_t *kinds;           /* 0 text, 1 image span; null: all 0 */
  const int32_t *embedding_rows; /* row of `embeddings` that replaces the
                                    token's, -1: none; null: all -1 */
} cedar_rows;

enum {
  CEDAR_NO_COMMIT = 1 /* leave the rows to cedar_session_commit() */
};

/* One call: rows of several sequences, one after the other. */
typedef struct cedar_batch {
  const char *entry; /* such as "prefill_exact" */
  const cedar_rows *rows;
  size_t num_rows;            /* elements of `rows`, one per sequence */
  const uint16_t *embeddings; /* bf16 [num_embeddings, hidden_size] */
  size_t num_embeddings;
  const int32_t *out_rows;    /* rows of the call, from 0, whose logits are
                                 wanted; null: the last one of each sequence */
  size_t num_out_rows;        /* with out_rows; may be 0 */
  const cedar_tensor *inputs; /* inputs beyond the batch, by name */
  size_t num_inputs;
  uint32_t flags; /* CEDAR_NO_COMMIT */
} cedar_batch;

/* Computes all rows of the batch. The sequences grow by them unless
 * CEDAR_NO_COMMIT is set: then nothing that a later call can see has changed
 * until cedar_session_commit(), and the next run drops the rows. */
CEDAR_API cedar_code cedar_session_run(cedar_session *session,
                                       const cedar_batch *batch);

/* Accepts the first accepted[i] rows of the i-th sequence of the last run,
 * which had CEDAR_NO_COMMIT, and drops the others. */
CEDAR_API cedar_code cedar_session_commit(cedar_session *session,
                                          const int32_t *accepted,
                                          size_t count);

/* Runs and commits rows of any number: in calls of at most `chunk` rows (0:
 * max_rows). `logits` receives f32 [num_rows, vocab_size], those after the last
 * row of each sequence; null: none wanted. Rows of `embeddings` cannot be used
 * here. Either all rows are accepted or, on an error, none. */
CEDAR_API cedar_code cedar_session_prefill(cedar_session *session,
                                           const cedar_rows *rows,
                                           size_t num_rows, size_t chunk,
                                           float *logits);

/* Opens a sequence that begins with the first `prefix->count` tokens of the
 * open sequence `prefix->sequence`, whose cached entries it shares: pages that
 * the prefix fills are held by both, a last one that it fills in part is copied
 * (one free page). The windows of the source are gone by then, so they are
 * computed again from the last rows of the prefix (of as many as the longest
 * window has), which look no further back than the first of these rows; no
 * cached entry is written again. Results thus depend on where the prefix ends,
 * unless it fits in the window, and are those of a replay: go on with rows of
 * "prefill_replay" and cedar_session_finish (which cedar_session_prefill does
 * with that prefill_entry), as the decoder's windows are missing.
 *
 * `prefix->tokens` (and `kinds`) are those that the source was given; only the
 * last ones are read. Rows of `embeddings` cannot be used here. The prefix may
 * end anywhere, so also within a group of a compressed entry, which then is
 * written by the rows that follow. Like a run, this drops rows that wait for a
 * commit. The source may be closed afterwards. Modules without cached entries
 * have no "prefill_resume": CEDAR_NOT_FOUND. */
CEDAR_API cedar_code cedar_sequence_resume(cedar_session *session,
                                           const cedar_rows *prefix,
                                           cedar_sequence *sequence);

/* Completes prompts after an entry that leaves out what only their last rows
 * need, such as "prefill_replay": computes the rest of the model on the last
 * rows of each sequence. cedar_session_prefill does this by itself; after runs
 * of such an entry, nothing but more of it can run on a sequence before it is
 * finished. `logits` as for cedar_session_decode. */
CEDAR_API cedar_code cedar_session_finish(cedar_session *session,
                                          const cedar_sequence *sequences,
                                          size_t count, const float **logits);

/* Runs and commits one token for each sequence. `logits`, if not null, is set
 * to f32 [count, vocab_size], valid until the next call with this session. */
CEDAR_API cedar_code cedar_session_decode(cedar_session *session,
                                          const cedar_sequence *sequences,
                                          const int32_t *tokens, size_t count,
                                          const float **logits);

/* An output of the last run, by name, such as "logits". Valid until the next
 * run with this session. */
CEDAR_API cedar_code cedar_session_output(const cedar_session *session,
                                          const char *name,
                                          cedar_tensor *output);

/* Name of output `index` of the last run, null past the last one. */
CEDAR_API const char *cedar_session_output_name(const cedar_session *session,
                                                size_t index);

/*===-- States ------------------------------------------------------------===*/

typedef struct cedar_state_info {
  const char *name;
  const char *role;
  uint32_t layer;
  int32_t paged;     /* 0: ring, slot = position mod rows */
  uint32_t rows;     /* of a ring; of a page */
  uint32_t ratio;    /* tokens per row of a paged state */
  uint32_t channels; /* values of a row */
  uint64_t row_bytes;
} cedar_state_info;

/* Facts of state `index`; CEDAR_NOT_FOUND past the last one. */
CEDAR_API cedar_code cedar_module_state(const cedar_module *module,
                                        size_t index, cedar_state_info *info);

/* Reads rows [first, first + count) of a state as f32 [count, channels],
 * dequantised: slots of a ring, or committed rows of a paged state. */
CEDAR_API cedar_code cedar_session_state_read(const cedar_session *session,
                                              cedar_sequence sequence,
                                              const char *state, uint32_t first,
                                              uint32_t count, float *out);

/* SAVED SEQUENCES. A file holds what later rows of one sequence depend on: its
 * rings, the committed rows of its paged states, its length, and whether its
 * prompt waits for cedar_session_finish; not its tokens. The same file serves
 * all sessions and all targets of all artifacts of the model, and equal
 * sequences give equal files. Results behind a restored sequence are those of
 * an uninterrupted one bit for bit. A checksum tells damage, not intent:
 * restore files that you trust. */

/* Writes the committed rows of a sequence of any length to `path`, whole or, on
 * an error, not at all. Rows that wait for a commit are left waiting. */
CEDAR_API cedar_code cedar_session_save(const cedar_session *session,
                                        cedar_sequence sequence,
                                        const char *path);

/* Opens a sequence with the rows of a file of cedar_session_save. Everything is
 * checked first: CEDAR_CORRUPT for a damaged or truncated file,
 * CEDAR_INCOMPATIBLE for a later format or another model (the message says what
 * differs), CEDAR_EXHAUSTED when context, pages or slots do not suffice. The
 * file is read twice in small pieces and must not be written to meanwhile. Like
 * a run, this drops rows that wait for a commit. */
CEDAR_API cedar_code cedar_session_restore(cedar_session *session,
                                           const char *path,
                                           cedar_sequence *sequence);

/* Tokens of the sequence in a file of cedar_session_save, to size a session for
 * it. Reads the head of the file only, and refuses one of another model. */
CEDAR_API cedar_code cedar_module_saved_length(const cedar_module *module,
                                               const char *path,
                                               uint32_t *length);

/* Random entries in all caches of an open sequence without tokens, as if it had
 * `length`: to measure calls on a long context that nobody has computed. Values
 * are of order one in the caches' types and depend on `seed` only; what is
 * computed from them means nothing. CEDAR_EXHAUSTED when context or pages do
 * not suffice. Like a run, this drops rows that wait for a commit. */
CEDAR_API cedar_code cedar_session_fill(cedar_session *session,
                                        cedar_sequence sequence,
                                        uint32_t length, uint64_t seed);

/*===-- Sampling ----------------------------------------------------------===*/

/* How a token is drawn from logits. Temperature 0 is greedy: the largest logit,
 * among equal ones the smallest id. Otherwise a token is drawn from
 * softmax(logits / temperature), restricted to the smallest set of most likely
 * tokens whose probabilities reach top_p. The random numbers are SplitMix64 of
 * `state`: each draw adds 0x9E3779B97F4A7C15 to it, mixes the sum with two
 * multiplications, and uses the top 53 bits. */
typedef struct cedar_sampler {
  float temperature; /* >= 0 */
  float top_p;       /* in (0, 1] */
  uint64_t state;    /* begins as the seed, advances with every draw */
} cedar_sampler;

/* Draws one token from `logits`, f32 [vocab_size]. Refuses logits with NaN. */
CEDAR_API cedar_code cedar_session_sample(cedar_session *session,
                                          const float *logits,
                                          cedar_sampler *sampler,
                                          int32_t *token);

/*===-- Statistics --------------------------------------------------------===*/

typedef struct cedar_stats {
  uint64_t calls;          /* entries executed, commits included */
  uint64_t launches;       /* kernels executed */
  uint64_t rows;           /* rows computed */
  uint64_t pages_in_use;   /* cache pages, over all sequences */
  uint64_t pages_peak;     /* the most at any time */
  uint64_t pages_total;    /* of the session */
  uint64_t page_bytes;     /* one page over all paged states */
  uint64_t sequences_open; /* sequences */
  uint64_t threads;        /* that run kernels */
  uint64_t engram_hits;    /* table rows found in the cache (engram_cache) */
  uint64_t engram_misses;  /* table rows not found there, and read */
  uint64_t engram_bytes;   /* that were read from tables for these */
  uint64_t device_bytes;   /* memory of the session on a GPU */
  uint64_t device_weights; /* memory of its weights there */
} cedar_stats;

CEDAR_API cedar_code cedar_session_get_stats(const cedar_session *session,
                                             cedar_stats *stats);

/* One kernel that has just run. */
typedef struct cedar_launch {
  const char *entry;  /* such as "decode"; as long as the module, so the next */
  const char *kernel; /* symbol in the code */
  const char *op;     /* operation that it was made from */
  const char *path;   /* place in the model, such as "layers.3.attn/rope" */
  uint64_t blocks;    /* independent parts that it was split into */
  uint64_t nanoseconds; /* from its start to the end of its last block */
} cedar_launch;

/* Sees a launch; `launch` is valid during the call only. */
typedef void (*cedar_launch_callback)(void *context,
                                      const cedar_launch *launch);

/* Calls `callback` after every kernel that has blocks to run, on a thread of
 * the session, before the call that runs it returns; null: no longer. The
 * callback must not use the session. Without one nothing is timed. */
CEDAR_API cedar_code cedar_session_profile(cedar_session *session,
                                           cedar_launch_callback callback,
                                           void *context);

#ifdef __cplusplus
}
#endif

#endif /* CEDAR_H */
