//===- ToyModel.cpp - a complete toy model on disk ------------------------===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan is written out by hand, as a compiler would.
//
//===----------------------------------------------------------------------===//

#include "test/unit/Runtime/ToyModel.h"

#include <nlohmann/json.hpp>

using namespace cedar;
using namespace cedar::rt;
using artifact::Argument;

namespace {

/// Builds one entry: inputs are added by name, launches by kernel and words.
class EntryBuilder {
public:
  EntryBuilder(artifact::Target &target, const char *name)
      : target_(target), entry_(*target.add_entries()) {
    entry_.set_name(name);
  }

  artifact::Entry &entry() { return entry_; }

  uint32_t input(const char *name, artifact::ElementType type,
                 std::vector<artifact::Dim> dims, uint64_t inner = 0) {
    for (int i = 0; i < entry_.inputs_size(); ++i)
      if (entry_.inputs(i).name() == name)
        return uint32_t(i);
    add(*entry_.add_inputs(), name, type, dims, inner);
    return uint32_t(entry_.inputs_size() - 1);
  }

  uint32_t output(const char *name, artifact::Dim dim, uint64_t inner) {
    artifact::Section &section = *entry_.add_sections();
    section.set_dim(dim);
    section.set_bytes(inner * 4 + 64);
    artifact::Buffer &buffer = *entry_.add_buffers();
    buffer.set_dim(dim);
    buffer.set_bytes(inner * 4);
    buffer.set_offset(64);
    buffer.set_type(artifact::F32);
    add(*entry_.add_outputs(), name, artifact::F32, {dim, artifact::ONE},
        inner);
    entry_.add_output_buffers(uint32_t(entry_.buffers_size() - 1));
    return uint32_t(entry_.buffers_size() - 1);
  }

  /// A buffer behind those before it, in the section of `dim`.
  uint32_t buffer(artifact::Dim dim, uint64_t bytes) {
    if (entry_.sections_size() == 0)
      entry_.add_sections()->set_dim(dim);
    artifact::Section &section = *entry_.mutable_sections(0);
    artifact::Buffer &buffer = *entry_.add_buffers();
    buffer.set_dim(dim);
    buffer.set_bytes(bytes);
    buffer.set_offset(section.bytes());
    section.set_bytes(section.bytes() + (bytes + 63) / 64 * 64);
    return uint32_t(entry_.buffers_size() - 1);
  }

  void result(const char *name, uint32_t buffer, uint64_t inner) {
    add(*entry_.add_outputs(), name, artifact::F32,
        {artifact::ROWS, artifact::ONE}, inner);
    entry_.add_output_buffers(buffer);
  }

  artifact::Launch &last() { return *launch_; }

  void launch(const char *kernel) {
    launch_ = entry_.add_launches();
    launch_->set_path(std::string("toy/") + kernel);
    for (int i = 0; i < target_.kernels_size(); ++i)
      if (target_.kernels(i).symbol() == kernel)
        launch_->set_kernel(uint32_t(i));
  }

  void argument(Argument::Kind kind, uint32_t index,
                std::vector<artifact::Dim> dims) {
    Argument &argument = *launch_->add_arguments();
    argument.set_kind(kind);
    argument.set_index(index);
    for (artifact::Dim dim : dims)
      argument.add_dims(dim);
  }

  void rows(const char *name) {
    argument(Argument::INPUT, input(name, artifact::I32, {artifact::ROWS}),
             {artifact::ROWS});
  }
  void perSequence(const char *name) {
    argument(Argument::INPUT, input(name, artifact::I32, {artifact::SEQUENCES}),
             {artifact::SEQUENCES});
  }
  void pages() {
    argument(Argument::INPUT,
             input("pages", artifact::I32,
                   {artifact::SEQUENCES, artifact::TABLE_PAGES}),
             {artifact::SEQUENCES, artifact::TABLE_PAGES});
  }

private:
  static void add(artifact::Tensor &tensor, const char *name,
                  artifact::ElementType type,
                  const std::vector<artifact::Dim> &dims, uint64_t inner) {
    tensor.set_name(name);
    tensor.set_type(type);
    for (artifact::Dim dim : dims) {
      tensor.add_dims(dim);
      tensor.add_shape(dim == artifact::ONE ? inner : 0);
    }
  }

  artifact::Target &target_;
  artifact::Entry &entry_;
  artifact::Launch *launch_ = nullptr;
};

} // namespace

static void addModel(artifact::Manifest &manifest) {
  artifact::Model &model = *manifest.mutable_model();
  model.set_name("toy");
  model.set_vocab_size(test::toyVocabulary);
  model.set_max_positions(test::toyPositions);
  model.set_hidden_size(4);
  model.set_page_tokens(test::toyPageTokens);
  model.set_bos_token(0);
  model.set_eos_token(15);
  manifest.set_compiler_version("0.1.0");
  manifest.add_command("--target=cpu");
}

static void addWeight(artifact::Manifest &manifest, const char *name,
                      const char *source, uint32_t count, uint64_t rows,
                      uint64_t columns) {
  artifact::Weight &weight = *manifest.add_weights();
  weight.set_name(name);
  weight.set_count(count);
  artifact::WeightPart &part = *weight.add_parts();
  part.set_source(source);
  part.set_type(artifact::F32);
  part.add_shape(rows);
  part.add_shape(columns);
  part.set_bytes(rows * columns * 4);
  part.set_alignment(64);
}

static void addStates(artifact::Manifest &manifest) {
  artifact::State &ring = *manifest.add_states();
  ring.set_name("ring");
  ring.set_role("window");
  ring.set_rows(4);
  ring.set_channels(2);
  ring.set_row_bytes(8);
  ring.set_type(artifact::F32);
  artifact::State &cache = *manifest.add_states();
  cache.set_name("cache");
  cache.set_role("compressed_kv");
  cache.set_kind(artifact::State::PAGED);
  cache.set_rows(2);
  cache.set_ratio(2);
  cache.set_channels(1);
  cache.set_row_bytes(4);
  cache.set_type(artifact::F32);
}

static void addKernel(artifact::Target &target, const char *symbol,
                      uint32_t word) {
  artifact::Kernel &kernel = *target.add_kernels();
  kernel.set_symbol(symbol);
  kernel.set_op(symbol);
  kernel.set_uses(1);
  // Large enough that blocks are spread over the threads.
  kernel.set_block_work(1 << 16);
  artifact::GridTerm &term = *kernel.add_grid();
  term.set_word(word);
  term.set_tile(1);
}

/// What every row of a text leaves in the ring.
static void addStage(EntryBuilder &entry) {
  entry.launch("toy_stage");
  entry.rows("tokens");
  entry.rows("positions");
  entry.argument(Argument::STAGE, 0, {artifact::ROWS});
}

/// What every row of a text leaves in the states.
static void addStateLaunches(EntryBuilder &entry) {
  addStage(entry);
  entry.launch("toy_append");
  entry.rows("tokens");
  entry.rows("positions");
  entry.rows("sequence");
  entry.pages();
  entry.argument(Argument::STATE, 1, {artifact::POOL});
}

static void addForward(artifact::Target &target, const char *name) {
  EntryBuilder entry(target, name);
  addStateLaunches(entry);
  uint32_t logits =
      entry.output("logits", artifact::OUT_ROWS, test::toyVocabulary);
  entry.launch("toy_logits");
  entry.argument(Argument::INPUT,
                 entry.input("out_rows", artifact::I32, {artifact::OUT_ROWS}),
                 {artifact::OUT_ROWS});
  entry.rows("tokens");
  entry.rows("positions");
  entry.rows("sequence");
  entry.argument(
      Argument::INPUT,
      entry.input("seq_begin", artifact::I32, {artifact::SEQUENCE_BOUNDS}),
      {artifact::SEQUENCE_BOUNDS});
  entry.perSequence("length");
  entry.perSequence("slots");
  entry.pages();
  entry.argument(Argument::STATE, 0, {artifact::POOL});
  entry.argument(Argument::STATE, 1, {artifact::POOL});
  entry.argument(Argument::WEIGHT, 0, {});
  entry.argument(Argument::BUFFER, logits, {artifact::OUT_ROWS});
}

static void addCommit(artifact::Target &target) {
  EntryBuilder entry(target, "commit");
  entry.entry().set_commits(true);
  entry.launch("toy_commit");
  entry.rows("positions");
  entry.rows("sequence");
  entry.perSequence("length");
  entry.perSequence("slots");
  entry.perSequence("accepted");
  entry.argument(Argument::STAGE, 0, {artifact::ROWS});
  entry.argument(Argument::STATE, 0, {artifact::POOL});
}

/// The logits of committed rows; stages its rows again, as a compiled one does.
static void addRest(artifact::Target &target) {
  EntryBuilder entry(target, "rest");
  entry.entry().set_max_rows(test::toyWindow);
  uint32_t logits =
      entry.output("logits", artifact::OUT_ROWS, test::toyVocabulary);
  entry.launch("toy_rest");
  entry.argument(Argument::INPUT,
                 entry.input("out_rows", artifact::I32, {artifact::OUT_ROWS}),
                 {artifact::OUT_ROWS});
  entry.rows("positions");
  entry.rows("sequence");
  entry.perSequence("slots");
  entry.pages();
  entry.argument(Argument::STATE, 0, {artifact::POOL});
  entry.argument(Argument::STATE, 1, {artifact::POOL});
  entry.argument(Argument::WEIGHT, 0, {});
  entry.argument(Argument::BUFFER, logits, {artifact::OUT_ROWS});
  entry.launch("toy_restage");
  entry.rows("positions");
  entry.rows("sequence");
  entry.perSequence("slots");
  entry.argument(Argument::STATE, 0, {artifact::POOL});
  entry.argument(Argument::STAGE, 0, {artifact::ROWS});
}

void test::addToyParts(ArtifactWriter &writer) {
  artifact::Target &target = *writer.manifest().mutable_targets(0);
  addKernel(target, "toy_rest", 1);
  addKernel(target, "toy_restage", 1);
  EntryBuilder part(target, "prefill_part");
  part.entry().set_finish("rest");
  part.entry().set_commit("commit");
  addStateLaunches(part);
  addRest(target);
}

void test::addToyResume(ArtifactWriter &writer) {
  EntryBuilder entry(*writer.manifest().mutable_targets(0), "prefill_resume");
  entry.entry().set_max_rows(toyWindow);
  addStage(entry);
}

void test::addToyGpu(ArtifactWriter &writer) {
  uint32_t code = writer.addBlob("gpu", readBytes(CEDAR_TOY_GPU_KERNELS));
  artifact::Target gpu = writer.manifest().targets(0);
  gpu.set_name("sm_90a");
  gpu.clear_features();
  gpu.set_code_blob(code);
  gpu.set_ptx_blob(code);
  gpu.set_multiprocessors(2);
  for (artifact::Kernel &kernel : *gpu.mutable_kernels())
    kernel.set_scratch_bytes(64);
  *writer.manifest().add_targets() = std::move(gpu);
}

/// Adds the table of addToyRows and returns its index.
static uint32_t addToyTable(artifact::Manifest &manifest, int32_t tableRows) {
  addWeight(manifest, "rows", "rows.weight", 0, uint64_t(tableRows),
            test::toyTableWidth);
  uint32_t table = uint32_t(manifest.weights_size() - 1);
  artifact::WeightPart &part =
      *manifest.mutable_weights(int(table))->mutable_parts(0);
  part.set_type(artifact::I8);
  part.set_bytes(uint64_t(tableRows) * test::toyTableWidth);
  part.set_alignment(1);
  return table;
}

namespace {

/// Launches of the entry "rows".
class RowsEntry : public EntryBuilder {
public:
  RowsEntry(artifact::Target &target, uint32_t table)
      : EntryBuilder(target, "rows"), table_(table) {}

  static constexpr uint64_t values = 2 * test::toyTableWidth;

  /// Reads the rows of the tokens; returns the buffer that receives them.
  uint32_t gather(bool prefetch) {
    uint32_t ids = buffer(artifact::ROWS, 8);
    uint32_t rows = buffer(artifact::ROWS, values);
    launch("toy_ids");
    last().set_prefetch(prefetch);
    this->rows("tokens");
    argument(Argument::BUFFER, ids, {artifact::ROWS});
    launch("toy_gather");
    last().set_prefetch(prefetch);
    last().mutable_gather()->set_columns(2);
    argument(Argument::BUFFER, ids, {artifact::ROWS});
    argument(Argument::WEIGHT, table_, {});
    argument(Argument::BUFFER, rows, {artifact::ROWS});
    return rows;
  }

  uint32_t fill() {
    uint32_t out = buffer(artifact::ROWS, values * 4);
    launch("toy_fill");
    rows("tokens");
    argument(Argument::BUFFER, out, {artifact::ROWS});
    return out;
  }

  /// Adds rows that `after` prefetched launches have read.
  void add(uint32_t rows, uint32_t out, uint32_t after) {
    launch("toy_add");
    last().set_after(after);
    argument(Argument::BUFFER, rows, {artifact::ROWS});
    argument(Argument::BUFFER, out, {artifact::ROWS});
  }

private:
  uint32_t table_;
};

} // namespace

void test::addToyRows(ArtifactWriter &writer, int32_t tableRows, bool again) {
  artifact::Manifest &manifest = writer.manifest();
  artifact::Target &target = *manifest.mutable_targets(0);
  for (const char *kernel : {"toy_ids", "toy_gather", "toy_fill", "toy_add"})
    addKernel(target, kernel, 1);
  RowsEntry entry(target, addToyTable(manifest, tableRows));
  uint32_t rows = entry.gather(/*prefetch=*/true);
  uint32_t out = entry.fill();
  if (again)
    entry.add(entry.gather(/*prefetch=*/false), out, /*after=*/0);
  entry.add(rows, out, /*after=*/2);
  entry.result("rows", out, RowsEntry::values);
}

/// Byte (row, column) of the table of addToyRows.
static int8_t tableByte(int32_t row, int32_t column) {
  return int8_t(row * 3 + column * 17);
}

std::vector<float> test::toyRows(int32_t token, int32_t times) {
  std::vector<float> values;
  for (int32_t row : {3 * token, 7 * token % 50})
    for (int32_t column = 0; column < toyTableWidth; ++column)
      values.push_back(float(token + times * tableByte(row, column)));
  return values;
}

static void addLayerwise(artifact::Target &target) {
  EntryBuilder entry(target, "layerwise");
  uint32_t out = entry.output("x.0", artifact::ROWS, 4);
  entry.launch("toy_layer");
  entry.argument(Argument::INPUT,
                 entry.input("x_in.0", artifact::F32, {artifact::ROWS}),
                 {artifact::ROWS});
  entry.argument(Argument::WEIGHT, 1, {});
  entry.argument(Argument::INPUT,
                 entry.input("embeddings", artifact::BF16,
                             {artifact::EMBEDDING_ROWS, artifact::ONE}, 4),
                 {artifact::EMBEDDING_ROWS});
  entry.argument(Argument::INPUT,
                 entry.input("kind", artifact::I8, {artifact::ROWS}),
                 {artifact::ROWS});
  entry.rows("embedding_row");
  entry.argument(Argument::BUFFER, out, {artifact::ROWS});
}

ArtifactWriter test::toyArtifact() {
  ArtifactWriter writer;
  uint32_t code = writer.addBlob("cpu", readBytes(CEDAR_TOY_KERNELS));
  artifact::Manifest &manifest = writer.manifest();
  addModel(manifest);
  addWeight(manifest, "table", "table.weight", 0, toyVocabulary, 4);
  addWeight(manifest, "experts", "experts.{e}.weight", 3, 2, 2);
  addStates(manifest);
  artifact::Target &target = *manifest.add_targets();
  target.set_name("cpu");
  target.add_features("sse2");
  target.set_code_blob(code);
  addKernel(target, "toy_stage", 1);
  addKernel(target, "toy_append", 1);
  addKernel(target, "toy_logits", 1);
  addKernel(target, "toy_commit", 1);
  addKernel(target, "toy_layer", 1);
  addForward(target, "prefill_exact");
  addForward(target, "decode");
  target.mutable_entries(1)->set_max_rows(1);
  addCommit(target);
  addLayerwise(target);
  return writer;
}

template <typename T>
static std::string bytesOf(const std::vector<T> &values) {
  return std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * sizeof(T));
}

/// Value (token, column) of the table weight.
static float tableValue(int32_t token, int32_t column) {
  return float(token * 4 + column) / 8;
}

std::vector<test::ToyTensor> test::toyTensors() {
  std::vector<float> table;
  for (int32_t token = 0; token < toyVocabulary; ++token)
    for (int32_t column = 0; column < 4; ++column)
      table.push_back(tableValue(token, column));
  std::vector<ToyTensor> tensors = {
      {"table.weight", "F32", {toyVocabulary, 4}, bytesOf(table)}};
  for (int e = 0; e < 3; ++e)
    tensors.push_back({"experts." + std::to_string(e) + ".weight",
                       "F32",
                       {2, 2},
                       bytesOf(std::vector<float>{float(e), 1, 1, 1})});
  return tensors;
}

test::ToyTensor test::toyTable(int32_t rowCount) {
  std::vector<int8_t> rows;
  for (int32_t row = 0; row < rowCount; ++row)
    for (int32_t column = 0; column < toyTableWidth; ++column)
      rows.push_back(tableByte(row, column));
  return {"rows.weight", "I8", {rowCount, toyTableWidth}, bytesOf(rows)};
}

std::string test::safetensorsFile(const std::vector<ToyTensor> &tensors,
                                  size_t pad) {
  nlohmann::ordered_json header;
  std::string payload;
  for (const ToyTensor &tensor : tensors) {
    header[tensor.name] = {
        {"dtype", tensor.dtype},
        {"shape", tensor.shape},
        {"data_offsets",
         {payload.size(), payload.size() + tensor.bytes.size()}}};
    payload += tensor.bytes;
  }
  std::string text = header.dump() + std::string(pad, ' ');
  uint64_t size = text.size();
  return std::string(reinterpret_cast<const char *>(&size), sizeof(size)) +
         text + payload;
}

test::ToyModel::ToyModel(const std::function<void(ArtifactWriter &)> &change) {
  ArtifactWriter writer = toyArtifact();
  if (change)
    change(writer);
  Status status = writer.write(artifact());
  if (!status.ok())
    throw Error(CEDAR_INTERNAL, status.message().c_str());
  std::vector<ToyTensor> tensors = toyTensors();
  tensors.push_back(toyTable());
  folder_.write("model.safetensors", safetensorsFile(tensors));
}

cedar::Session
test::ToyModel::session(const cedar_session_options &options) const {
  return cedar::Session::create(cedar::Weights::open(module(), weights()),
                                options);
}

std::vector<int32_t> test::someText(size_t length, int32_t seed) {
  std::vector<int32_t> tokens;
  for (size_t i = 0; i < length; ++i)
    tokens.push_back(int32_t((i * i * 7 + i * 3 + size_t(seed)) % 16));
  return tokens;
}

cedar_rows test::rowsOf(cedar_sequence sequence,
                        const std::vector<int32_t> &tokens) {
  return {sequence, tokens.data(), tokens.size(), nullptr, nullptr};
}

cedar_batch test::batchOf(const char *entry, const cedar_rows *rows,
                          uint32_t flags, size_t count) {
  cedar_batch batch{};
  batch.entry = entry;
  batch.rows = rows;
  batch.num_rows = count;
  batch.flags = flags;
  return batch;
}

std::vector<float> test::toyLogits(const std::vector<int32_t> &tokens) {
  int32_t last = int32_t(tokens.size()) - 1, sum = 0;
  for (int32_t i = std::max(0, last - 3); i <= last; ++i)
    sum += tokens[size_t(i)];
  float cache = 0;
  for (int32_t j = 0; j < (last + 1) / 2; ++j)
    cache += float(tokens[size_t(2 * j + 1)]);
  std::vector<float> logits;
  for (int32_t v = 0; v < toyVocabulary; ++v)
    logits.push_back((v == sum % toyVocabulary ? 100.0f : 0.0f) + cache +
                     tableValue(tokens.back(), v % 4));
  return logits;
}

std::string test::errorOf(const std::function<void()> &body, cedar_code *code) {
  try {
    body();
    return "";
  } catch (const Error &error) {
    if (code)
      *code = error.code();
    return error.what();
  }
}
