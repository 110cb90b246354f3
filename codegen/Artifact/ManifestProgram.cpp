//===- ManifestProgram.cpp - kernels and entries ===//
//
// Part of the Cedar Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/ElementTypes.h"
#include "codegen/Artifact/ManifestBuilder.h"
#include "codegen/Conversion/CedarToLoops/KernelSignature.h"
#include "dialect/Plan/IR/PlanDialect.h"

using namespace mlir;

namespace cedar {

static artifact::Dim dimOf(plan::Dim dim) {
  return static_cast<artifact::Dim>(static_cast<uint32_t>(dim));
}

template <typename Message>
static void addDims(ArrayAttr dims, Message &message) {
  for (auto dim : dims.getAsRange<plan::DimAttr>())
    message.add_dims(dimOf(dim.getValue()));
}

/// The tensor's dims in order; static extents are ONE with their shape.
static void setTensor(StringRef name, RankedTensorType type, ArrayAttr dims,
                      artifact::Tensor &tensor) {
  tensor.set_name(name.str());
  tensor.set_type(elementTypeOf(type.getElementType()));
  auto dynamic = dims.getAsRange<plan::DimAttr>().begin();
  for (int64_t size : type.getShape()) {
    bool isDynamic = ShapedType::isDynamic(size);
    tensor.add_dims(isDynamic ? dimOf((*dynamic++).getValue()) : artifact::ONE);
    tensor.add_shape(isDynamic ? 0 : size);
  }
}

namespace {

/// Indices of the manifest's symbols.
struct Indices {
  llvm::StringMap<uint32_t> weights, states, kernels;

  explicit Indices(const artifact::Manifest &manifest) {
    for (const auto &weight : manifest.weights())
      weights.try_emplace(weight.name(), weights.size());
    for (const auto &state : manifest.states())
      states.try_emplace(state.name(), states.size());
  }
};

/// Builds one entry message.
class EntryBuilder {
public:
  EntryBuilder(plan::EntryOp op, const Indices &indices, artifact::Entry &entry)
      : op(op), indices(indices), entry(entry),
        kernels(op->getParentOfType<ModuleOp>()) {}

  void build() {
    entry.set_name(op.getSymName().str());
    entry.set_commits(op.getCommits());
    entry.set_commit(op.getCommit().value_or("").str());
    entry.set_finish(op.getFinish().value_or("").str());
    entry.set_max_rows(op.getMaxRows().value_or(0));
    addSections();
    for (Operation &nested : op.getBody().front()) {
      order.visit(&nested);
      if (auto input = dyn_cast<plan::InputOp>(nested))
        addInput(input);
      else if (auto buffer = dyn_cast<plan::BufferOp>(nested))
        addBuffer(buffer);
      else if (auto launch = dyn_cast<plan::LaunchOp>(nested))
        addLaunch(launch);
      else if (auto output = dyn_cast<plan::OutputOp>(nested))
        addOutput(output);
    }
  }

private:
  void addSections() {
    auto sections = op.getSections().value_or(ArrayRef<int64_t>{});
    for (auto [dim, bytes] : llvm::enumerate(sections)) {
      if (bytes == 0)
        continue;
      artifact::Section &section = *entry.add_sections();
      section.set_dim(static_cast<artifact::Dim>(dim));
      section.set_bytes(bytes);
    }
  }

  void addInput(plan::InputOp input) {
    places[input] = {artifact::Argument::INPUT, uint32_t(entry.inputs_size())};
    setTensor(input.getName(), cast<RankedTensorType>(input.getType()),
              input.getDims(), *entry.add_inputs());
  }

  void addBuffer(plan::BufferOp buffer) {
    places[buffer] = {artifact::Argument::BUFFER,
                      uint32_t(entry.buffers_size())};
    artifact::Buffer &message = *entry.add_buffers();
    message.set_dim(dimOf(buffer.getDim()));
    message.set_bytes(buffer.getBytes());
    message.set_offset(buffer.getOffset().value_or(0));
  }

  void addOutput(plan::OutputOp output) {
    setTensor(output.getName(), cast<RankedTensorType>(output.getType()),
              output.getDims(), *entry.add_outputs());
    entry.add_output_buffers(places.lookup(output.getValue()).second);
  }

  void addLaunch(plan::LaunchOp launch) {
    artifact::Launch &message = *entry.add_launches();
    message.set_kernel(indices.kernels.lookup(launch.getKernel()));
    message.set_path(launch.getPath().str());
    message.set_prefetch(launch.getPrefetch());
    if (!launch.getPrefetch())
      message.set_after(order.finished());
    if (auto gather = launch.getGather()) {
      message.mutable_gather()->set_ids(uint32_t(gather->getIds()));
      message.mutable_gather()->set_columns(uint32_t(gather->getColumns()));
    }
    for (auto [value, dims] : llvm::zip(
             launch.getArguments(), launch.getDims().getAsRange<ArrayAttr>())) {
      artifact::Argument &argument = *message.add_arguments();
      setPlace(value, argument);
      addDims(dims, argument);
    }
    noteTypes(launch, message);
  }

  /// A buffer has the element type of the kernels' arguments that it is.
  void noteTypes(plan::LaunchOp launch, const artifact::Launch &message) {
    auto kernel = kernels.lookup<func::FuncOp>(launch.getKernel());
    for (auto [argument, type] :
         llvm::zip(message.arguments(), kernel.getArgumentTypes()))
      if (argument.kind() == artifact::Argument::BUFFER)
        entry.mutable_buffers(argument.index())
            ->set_type(elementTypeOf(cast<ShapedType>(type).getElementType()));
  }

  void setPlace(Value value, artifact::Argument &argument) {
    Operation *source = value.getDefiningOp();
    if (auto weight = dyn_cast<plan::WeightOp>(source)) {
      argument.set_kind(artifact::Argument::WEIGHT);
      argument.set_index(indices.weights.lookup(weight.getWeight()));
      argument.set_part(weight.getPart());
    } else if (auto state = dyn_cast<plan::StateOp>(source)) {
      argument.set_kind(artifact::Argument::STATE);
      argument.set_index(indices.states.lookup(state.getState()));
    } else if (auto stage = dyn_cast<plan::StageOp>(source)) {
      argument.set_kind(artifact::Argument::STAGE);
      argument.set_index(indices.states.lookup(stage.getState()));
    } else {
      auto [kind, index] = places.lookup(value);
      argument.set_kind(kind);
      argument.set_index(index);
    }
  }

  plan::EntryOp op;
  const Indices &indices;
  artifact::Entry &entry;
  SymbolTable kernels;
  plan::PrefetchOrder order;
  llvm::DenseMap<Value, std::pair<artifact::Argument::Kind, uint32_t>> places;
};

} // namespace

static void addKernel(func::FuncOp func, artifact::Target &target) {
  artifact::Kernel &kernel = *target.add_kernels();
  kernel.set_symbol(func.getName().str());
  kernel.set_op(func->getAttrOfType<StringAttr>("cedar.op").str());
  kernel.set_block_work(
      func->getAttrOfType<IntegerAttr>(kBlockWorkAttr).getInt());
  auto grid = func->getAttrOfType<DenseI64ArrayAttr>(kGridAttr).asArrayRef();
  for (; !grid.empty(); grid = grid.drop_front(2)) {
    artifact::GridTerm &term = *kernel.add_grid();
    term.set_word(grid[0]);
    term.set_tile(grid[1]);
  }
}

void addProgram(ModuleOp module, const artifact::Manifest &manifest,
                artifact::Target &target) {
  Indices indices(manifest);
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func->hasAttr(kGridAttr))
      continue;
    indices.kernels.try_emplace(func.getName(), target.kernels_size());
    addKernel(func, target);
  }
  for (auto entry : module.getOps<plan::EntryOp>())
    EntryBuilder(entry, indices, *target.add_entries()).build();
  for (const auto &entry : target.entries())
    for (const auto &launch : entry.launches()) {
      artifact::Kernel &kernel = *target.mutable_kernels(launch.kernel());
      kernel.set_uses(kernel.uses() + 1);
    }
}

} // namespace cedar
