//===- TablesTest.cpp - primes, multipliers, rows -------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expected values: SPEC 3.12 for the released configuration, golden/data/ops
// for others, Inputs/draws.json for the generator itself
// (Inputs/make_forms.py).
//
//===----------------------------------------------------------------------===//

#include "runtime/lib/Engram/Tables.h"
#include "runtime/lib/Checkpoint/SafetensorsHeader.h"
#include "runtime/lib/Engram/NumpyRandom.h"
#include "runtime/lib/Engram/TokenMap.h"
#include "test/unit/Support/TestFiles.h"

#include <nlohmann/json.hpp>

#include "gtest/gtest.h"

#include <cstring>
#include <map>
#include <numeric>

using namespace cedar::rt;
using namespace cedar::rt::test;
using nlohmann::json;

namespace {

const EngramShape released = {{1, 14}, 4, 8, 16000000, 99092};

std::vector<EngramLayer> layersOf(const EngramShape &shape) {
  Result<std::vector<EngramLayer>> layers = engramLayers(shape);
  EXPECT_TRUE(layers.ok()) << layers.status().message();
  return *layers;
}

TEST(EngramTables, ReleasedConstants) {
  std::vector<EngramLayer> layers = layersOf(released);
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[0].rows, 384006168);
  EXPECT_EQ(layers[1].rows, 384016682);
  EXPECT_EQ(layers[0].multipliers,
            (std::vector<int64_t>{76632096046245, 4839876093313, 35959672319349,
                                  73987337458391}));
  EXPECT_EQ(layers[1].multipliers,
            (std::vector<int64_t>{67716810739261, 51510806800915,
                                  30921347202721, 82619226485591}));
  EXPECT_EQ(layers[0].primes[0].front(), 16000057);
  EXPECT_EQ(layers[1].primes[2].back(), 16000889);
  EXPECT_EQ(layers[0].offsets.size(), 24u);
  EXPECT_EQ(layers[0].offsets[0], 0);
  EXPECT_EQ(layers[0].offsets[1], 16000057);
}

TEST(EngramTables, ReleasedSelfTest) {
  std::vector<EngramLayer> layers = layersOf(released);
  auto rows = [&](size_t layer, const std::vector<int32_t> &window) {
    return *hashRow(layers[layer], window, released.compressedVocab);
  };
  std::vector<int64_t> first = rows(0, {100, 200, 300, 400});
  EXPECT_EQ(first[0], 12013311);
  EXPECT_EQ(first[1], 19589167);
  EXPECT_EQ(first[2], 45006560);
  EXPECT_EQ(first.back(), 380048014);
  std::vector<int64_t> second = rows(1, {100, 200, 300, 400});
  EXPECT_EQ(second[0], 1915295);
  EXPECT_EQ(second[1], 31448111);
  EXPECT_EQ(second[2], 41304315);
  EXPECT_EQ(second.back(), 383274204);
  EXPECT_EQ(rows(0, {5, 2, 2, 2}).front(), 5412672);
  EXPECT_EQ(rows(0, {5, 2, 2, 2}).back(), 372009279);
  EXPECT_EQ(rows(1, {5, 2, 2, 2}).front(), 6939818);
  EXPECT_EQ(rows(1, {5, 2, 2, 2}).back(), 382274687);
}

TEST(EngramTables, GoldenConfigurations) {
  json tables =
      json::parse(readBytes(testPath("golden/data/ops/engram_tables.json")));
  EXPECT_GE(tables.size(), 8u);
  for (const json &table : tables) {
    EngramShape shape;
    shape.layerIds = table["layer_ids"].get<std::vector<int64_t>>();
    shape.maxNgram = table["max_ngram"];
    shape.heads = table["n_heads"];
    shape.vocab = table["engram_vocab_size"];
    shape.compressedVocab = table["compressed_vocab"];
    std::vector<EngramLayer> layers = layersOf(shape);
    ASSERT_EQ(layers.size(), shape.layerIds.size());
    for (size_t i = 0; i < layers.size(); ++i) {
      EXPECT_EQ(layers[i].multipliers, table["multipliers"][i]);
      EXPECT_EQ(layers[i].primes, table["primes"][i]);
      EXPECT_EQ(layers[i].rows, table["rows"][i]);
    }
  }
}

/// Integer tensors of a small safetensors file, widened.
class Tensors {
public:
  explicit Tensors(const std::string &path) : bytes(readBytes(path)) {
    Result<SafetensorsHeader> header = SafetensorsHeader::read(path);
    EXPECT_TRUE(header.ok()) << header.status().message();
    for (SafetensorsEntry &entry : header->tensors)
      entries.emplace(entry.name, entry);
  }

  std::vector<int64_t> operator()(const std::string &name) const {
    const SafetensorsEntry &entry = entries.at(name);
    return entry.dtype == DType::i32 ? values<int32_t>(entry)
                                     : values<int64_t>(entry);
  }

private:
  template <typename T>
  std::vector<int64_t> values(const SafetensorsEntry &entry) const {
    std::vector<T> raw(entry.bytes / sizeof(T));
    std::memcpy(raw.data(), bytes.data() + entry.offset, entry.bytes);
    return std::vector<int64_t>(raw.begin(), raw.end());
  }

  std::string bytes;
  std::map<std::string, SafetensorsEntry> entries;
};

/// Rows of every position of one layer; positions before 0 hold the pad id.
std::vector<int64_t> rowsOf(const EngramLayer &layer,
                            const std::vector<int32_t> &ids, int32_t pad,
                            int64_t compressedVocab) {
  std::vector<int64_t> all;
  for (size_t p = 0; p < ids.size(); ++p) {
    std::vector<int32_t> window;
    for (size_t s = 0; s < layer.multipliers.size(); ++s)
      window.push_back(s <= p ? ids[p - s] : pad);
    auto rows = hashRow(layer, window, compressedVocab);
    EXPECT_TRUE(rows.ok()) << rows.status().message();
    all.insert(all.end(), rows->begin(), rows->end());
  }
  return all;
}

TEST(EngramTables, GoldenRows) {
  Tensors tensors(testPath("golden/data/ops/engram.safetensors"));
  for (std::string name : {"hash_4gram", "hash_2gram", "hash_3gram_8heads"}) {
    auto in = [&](const char *tensor) {
      return tensors(name + ".in." + tensor);
    };
    TokenMap map;
    for (int64_t id : in("token_map")) {
      map.ids.push_back(static_cast<int32_t>(id));
      map.count = std::max(map.count, static_cast<int32_t>(id) + 1);
    }
    std::vector<int64_t> numbers = in("ngram_vocab_heads");
    EngramShape shape = {in("layers"), numbers[0], numbers[2], numbers[1],
                         map.count};
    std::vector<int32_t> tokens;
    for (int64_t id : in("ids"))
      tokens.push_back(static_cast<int32_t>(id));
    std::vector<int64_t> multipliers, rows;
    for (const EngramLayer &layer : layersOf(shape)) {
      multipliers.insert(multipliers.end(), layer.multipliers.begin(),
                         layer.multipliers.end());
      std::vector<int64_t> more =
          rowsOf(layer, *map.compress(tokens), map.ids[2], map.count);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    EXPECT_EQ(multipliers, tensors(name + ".out.multipliers")) << name;
    EXPECT_EQ(rows, tensors(name + ".out.rows")) << name;
  }
}

// The largest ids times the largest multipliers stay below 2^63, rows below
// their prime; an id that could overflow is refused.
TEST(EngramTables, RowsStayInRange) {
  for (const EngramLayer &layer : layersOf(released)) {
    for (int64_t multiplier : layer.multipliers)
      EXPECT_LE(multiplier, INT64_MAX / released.compressedVocab);
    int32_t last = static_cast<int32_t>(released.compressedVocab) - 1;
    for (const std::vector<int32_t> &window :
         {std::vector<int32_t>{last, last, last, last},
          std::vector<int32_t>{0, 1, last, 0}}) {
      std::vector<int64_t> rows =
          *hashRow(layer, window, released.compressedVocab);
      for (size_t column = 0; column < rows.size(); ++column) {
        EXPECT_GE(rows[column], layer.offsets[column]);
        EXPECT_LT(rows[column],
                  layer.offsets[column] + layer.primes[column / 8][column % 8]);
      }
    }
    for (int32_t id : {-1, last + 1})
      EXPECT_EQ(hashRow(layer, {0, 0, id, 0}, released.compressedVocab)
                    .status()
                    .message(),
                "engram: compressed id = " + std::to_string(id) +
                    ", expected 0 to 99091");
    EXPECT_FALSE(hashRow(layer, {0, 0, 0}, released.compressedVocab).ok());
  }
}

TEST(EngramTables, PrimesAreThoseOfTrialDivision) {
  std::vector<int64_t> expected;
  for (int64_t n = 2; expected.size() < 2000; ++n) {
    bool prime = true;
    for (int64_t d = 2; d * d <= n && prime; ++d)
      prime = n % d != 0;
    if (prime)
      expected.push_back(n);
  }
  auto primes = primesFor(1, 2, 2000, 1);
  ASSERT_TRUE(primes.ok());
  EXPECT_EQ((*primes)[0][0], expected);
}

TEST(EngramTables, RefusesSenselessShapes) {
  EXPECT_FALSE(primesFor(1, 1, 8, 100).ok());
  EXPECT_FALSE(primesFor(1, 4, 0, 100).ok());
  EXPECT_FALSE(primesFor(1, 4, 8, 0).ok());
  EXPECT_FALSE(primesFor(-1, 4, 8, 100).ok());
  EXPECT_FALSE(primesFor(1, 4, 8, INT64_MAX).ok());
  EXPECT_FALSE(primesFor(1, INT64_MAX, INT64_MAX, 100).ok());
  EXPECT_EQ(primesFor(40, 5, 1000, 100).status().message(),
            "engram: number of hash columns of all layers = 160000, expected 0 "
            "to 65536");
  EXPECT_FALSE(multipliersFor(-1, 4, 100).ok());
  EXPECT_FALSE(multipliersFor(INT64_MAX, 4, 100).ok());
  EXPECT_FALSE(multipliersFor(1, 4, 0).ok());
  EXPECT_FALSE(multipliersFor(1, INT64_MAX, 100).ok());
  EXPECT_TRUE(layersOf({{}, 4, 8, 100, 100}).empty());
}

TEST(NumpyRandom, DrawsWhatNumPyDraws) {
  json draws =
      json::parse(readBytes(testPath("unit/Engram/Inputs/draws.json")));
  EXPECT_GE(draws.size(), 72u);
  for (const json &draw : draws) {
    NumpyRandom random(draw["seed"].get<uint64_t>());
    for (const json &value : draw["values"])
      EXPECT_EQ(random.integer(draw["bound"].get<uint64_t>()),
                value.get<uint64_t>())
          << "seed " << draw["seed"] << ", bound " << draw["bound"];
  }
}

} // namespace
