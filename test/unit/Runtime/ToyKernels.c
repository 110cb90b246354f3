//===- ToyKernels.c - kernels of the toy model ----------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model small enough to predict by hand, as a shared object that an artifact
// carries. Row with position p of a sequence: w = sum of its last four tokens
// (ring and rows of this call), c = sum of the entries 0..(p+1)/2-1 of its
// cache; entry j holds the token at position 2j+1. logits[v] = 100 * (v == w
// mod 16)
// + c + table[token][v mod 4].
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

enum { window = 4, vocabulary = 16, pageRows = 2 };

#define POINTER(type, word) ((type *)words[word])

// tokens [T], positions [T], stage [T, 2]
void toy_stage(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *tokens = POINTER(const int32_t, 0);
  const int32_t *positions = POINTER(const int32_t, 2);
  float *stage = POINTER(float, 4);
  for (int64_t t = begin; t < end; ++t) {
    stage[2 * t] = (float)tokens[t];
    stage[2 * t + 1] = (float)positions[t];
  }
}

// tokens [T], positions [T], sequence [T], pages [S, P], pool [POOL]
void toy_append(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *tokens = POINTER(const int32_t, 0);
  const int32_t *positions = POINTER(const int32_t, 2);
  const int32_t *sequence = POINTER(const int32_t, 4);
  const int32_t *pages = POINTER(const int32_t, 6);
  int64_t width = words[8];
  float *pool = POINTER(float, 9);
  for (int64_t t = begin; t < end; ++t) {
    int32_t entry = positions[t] / 2;
    if ((positions[t] + 1) % 2 != 0)
      continue;
    int32_t page = pages[sequence[t] * width + entry / pageRows];
    pool[page * pageRows + entry % pageRows] = (float)tokens[t];
  }
}

// out_rows [Q], tokens [T], positions [T], sequence [T], seq_begin [S+1],
// length [S], slots [S], pages [S, P], ring [POOL], pool [POOL], table, logits
// [Q]
void toy_logits(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *outRows = POINTER(const int32_t, 0);
  const int32_t *tokens = POINTER(const int32_t, 2);
  const int32_t *positions = POINTER(const int32_t, 4);
  const int32_t *sequence = POINTER(const int32_t, 6);
  const int32_t *seqBegin = POINTER(const int32_t, 8);
  const int32_t *length = POINTER(const int32_t, 10);
  const int32_t *slots = POINTER(const int32_t, 12);
  const int32_t *pages = POINTER(const int32_t, 14);
  int64_t width = words[16];
  const float *ring = POINTER(const float, 17);
  const float *pool = POINTER(const float, 19);
  const float *table = POINTER(const float, 21);
  float *logits = POINTER(float, 22);
  for (int64_t q = begin; q < end; ++q) {
    int32_t t = outRows[q], s = sequence[t], p = positions[t];
    int32_t sum = 0;
    for (int32_t i = p < window ? 0 : p - window + 1; i <= p; ++i)
      sum += i < length[s] ? (int32_t)ring[(slots[s] * window + i % window) * 2]
                           : tokens[seqBegin[s] + i - length[s]];
    float cache = 0;
    for (int32_t j = 0; j < (p + 1) / 2; ++j)
      cache += pool[pages[s * width + j / pageRows] * pageRows + j % pageRows];
    for (int32_t v = 0; v < vocabulary; ++v)
      logits[q * vocabulary + v] = (v == sum % vocabulary ? 100.0f : 0.0f) +
                                   cache + table[tokens[t] * 4 + v % 4];
  }
}

// out_rows [Q], positions [T], sequence [T], slots [S], pages [S, P],
// ring [POOL], pool [POOL], table, logits [Q]: the same from committed rows
void toy_rest(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *outRows = POINTER(const int32_t, 0);
  const int32_t *positions = POINTER(const int32_t, 2);
  const int32_t *sequence = POINTER(const int32_t, 4);
  const int32_t *slots = POINTER(const int32_t, 6);
  const int32_t *pages = POINTER(const int32_t, 8);
  int64_t width = words[10];
  const float *ring = POINTER(const float, 11);
  const float *pool = POINTER(const float, 13);
  const float *table = POINTER(const float, 15);
  float *logits = POINTER(float, 16);
  for (int64_t q = begin; q < end; ++q) {
    int32_t t = outRows[q], s = sequence[t], p = positions[t];
    int32_t sum = 0, token = 0;
    for (int32_t i = p < window ? 0 : p - window + 1; i <= p; ++i) {
      token = (int32_t)ring[(slots[s] * window + i % window) * 2];
      sum += token;
    }
    float cache = 0;
    for (int32_t j = 0; j < (p + 1) / 2; ++j)
      cache += pool[pages[s * width + j / pageRows] * pageRows + j % pageRows];
    for (int32_t v = 0; v < vocabulary; ++v)
      logits[q * vocabulary + v] = (v == sum % vocabulary ? 100.0f : 0.0f) +
                                   cache + table[token * 4 + v % 4];
  }
}

// positions [T], sequence [T], slots [S], ring [POOL], stage [T, 2]
void toy_restage(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *positions = POINTER(const int32_t, 0);
  const int32_t *sequence = POINTER(const int32_t, 2);
  const int32_t *slots = POINTER(const int32_t, 4);
  const float *ring = POINTER(const float, 6);
  float *stage = POINTER(float, 8);
  for (int64_t t = begin; t < end; ++t) {
    int64_t row = slots[sequence[t]] * window + positions[t] % window;
    stage[2 * t] = ring[2 * row];
    stage[2 * t + 1] = ring[2 * row + 1];
  }
}

// positions [T], sequence [T], length [S], slots [S], accepted [S], stage [T],
// ring [POOL]
void toy_commit(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *positions = POINTER(const int32_t, 0);
  const int32_t *sequence = POINTER(const int32_t, 2);
  const int32_t *length = POINTER(const int32_t, 4);
  const int32_t *slots = POINTER(const int32_t, 6);
  const int32_t *accepted = POINTER(const int32_t, 8);
  const float *stage = POINTER(const float, 10);
  float *ring = POINTER(float, 12);
  for (int64_t t = begin; t < end; ++t) {
    int32_t s = sequence[t], p = positions[t], n = length[s] + accepted[s];
    if (p >= n || p < n - window)
      continue;
    float *row = ring + (slots[s] * window + p % window) * 2;
    row[0] = stage[2 * t];
    row[1] = stage[2 * t + 1];
  }
}

// toy_logits whose element 5 of every row is the next larger number
void toy_logits_off(const int64_t *words, int64_t begin, int64_t end) {
  toy_logits(words, begin, end);
  uint32_t *logits = POINTER(uint32_t, 22);
  for (int64_t q = begin; q < end; ++q)
    ++logits[q * vocabulary + 5];
}

// toy_append whose entry of position 5 is larger by 1
void toy_append_off(const int64_t *words, int64_t begin, int64_t end) {
  toy_append(words, begin, end);
  const int32_t *positions = POINTER(const int32_t, 2);
  const int32_t *sequence = POINTER(const int32_t, 4);
  const int32_t *pages = POINTER(const int32_t, 6);
  for (int64_t t = begin; t < end; ++t)
    if (positions[t] == 5)
      ++POINTER(float, 9)[pages[sequence[t] * words[8] + 1] * pageRows];
}

// toy_commit that loses the row of position 2
void toy_commit_off(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *positions = POINTER(const int32_t, 0);
  for (int64_t t = begin; t < end; ++t)
    if (positions[t] != 2)
      toy_commit(words, t, t + 1);
}

typedef struct {
  const float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Descriptor;

// x_in [T] f32, stack of 3 matrices [2, 2], embeddings [R, 4] bf16, kind [T],
// embedding_row [T], out [T, 4]: out[t] = {x, sum of matrix t mod 3, kind,
// first embedding value or -1}
void toy_layer(const int64_t *words, int64_t begin, int64_t end) {
  const float *x = POINTER(const float, 0);
  const Descriptor *stack = POINTER(const Descriptor, 2);
  const uint16_t *embeddings = POINTER(const uint16_t, 3);
  const int8_t *kind = POINTER(const int8_t, 5);
  const int32_t *row = POINTER(const int32_t, 7);
  float *out = POINTER(float, 9);
  for (int64_t t = begin; t < end; ++t) {
    const Descriptor *matrix = &stack[t % 3];
    float sum = 0;
    for (int64_t i = 0; i < matrix->sizes[0]; ++i)
      for (int64_t j = 0; j < matrix->sizes[1]; ++j)
        sum += matrix->aligned[matrix->offset + i * matrix->strides[0] +
                               j * matrix->strides[1]];
    union {
      uint32_t bits;
      float value;
    } first = {row[t] < 0 ? 0xbf800000u
                          : (uint32_t)embeddings[row[t] * 4] << 16};
    out[4 * t] = x[t];
    out[4 * t + 1] = sum;
    out[4 * t + 2] = kind[t];
    out[4 * t + 3] = first.value;
  }
}

enum { rowIds = 2, tableWidth = 8 };

// tokens [T], ids [T, 2]: rows 3 * token and 7 * token mod 50 of a table
void toy_ids(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *tokens = POINTER(const int32_t, 0);
  int32_t *ids = POINTER(int32_t, 2);
  for (int64_t t = begin; t < end; ++t) {
    ids[rowIds * t] = 3 * tokens[t];
    ids[rowIds * t + 1] = 7 * tokens[t] % 50;
  }
}

// ids [T, 2], table, rows [T, 16]
void toy_gather(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *ids = POINTER(const int32_t, 0);
  const int8_t *table = POINTER(const int8_t, 2);
  int8_t *rows = POINTER(int8_t, 3);
  for (int64_t t = begin; t < end; ++t)
    for (int64_t i = 0; i < rowIds * tableWidth; ++i)
      rows[rowIds * tableWidth * t + i] =
          table[ids[rowIds * t + i / tableWidth] * tableWidth + i % tableWidth];
}

// tokens [T], out [T, 16]: the token, 16 times
void toy_fill(const int64_t *words, int64_t begin, int64_t end) {
  const int32_t *tokens = POINTER(const int32_t, 0);
  float *out = POINTER(float, 2);
  for (int64_t i = begin * rowIds * tableWidth; i < end * rowIds * tableWidth;
       ++i)
    out[i] = (float)tokens[i / (rowIds * tableWidth)];
}

// rows [T, 16], out [T, 16]: adds the rows
void toy_add(const int64_t *words, int64_t begin, int64_t end) {
  const int8_t *rows = POINTER(const int8_t, 0);
  float *out = POINTER(float, 2);
  for (int64_t i = begin * rowIds * tableWidth; i < end * rowIds * tableWidth;
       ++i)
    out[i] += (float)rows[i];
}
