// Why: decides on kernels, layouts, shared storage and the memory plan.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/backends/executor_state.h"
#include "core/backends/host_memory.h"
#include "core/backends/constant_values.h"
#include "core/backends/value_uses.h"
#include "core/backends/variable_copies.h"
#include "core/backends/waiting_steps.h"
#include "core/graph/memory_plan.h"
#include "core/graph/passes/passes.h"

namespace fovea {

class ExecutorCompiler {
 public:
  ExecutorCompiler(std::shared_ptr<const Graph> graph, std::shared_ptr<VariableStore> variables,
                   const CompileOptions& options)
      : state_(std::make_unique<Executor::State>()) {
    state_->source = std::move(graph);
    state_->device = variables->device();
    state_->variables = std::move(variables);
    state_->options = options;
    if (!state_->options.arena) state_->options.arena = std::make_shared<SharedArena>();
    const bool generous = state_->device->queues() && options.memoryBudget == 0;
    waiting_.setLimit(generous ? kWaitingBytesOfQueues : kWaitingBytes);
  }

  Result<std::unique_ptr<Executor>> compile() {
    FOVEA_CHECK(state_->device->beginRun());
    FOVEA_CHECK(optimize());
    findLastUses();
    constants_ = ConstantValues(graph(), state_->options.variablesChange);
    if (state_->options.optimize && !state_->options.keepAll)
      copies_ = findVariableCopies(graph(), uses_, state_->device->kernels());
    state_->keepsCopy.assign(graph().nodes().size(), false);
    FOVEA_CHECK(placeSources());
    for (std::size_t i = 0; i < state_->graph->nodes().size(); ++i) FOVEA_CHECK(compileNode(static_cast<int>(i)));
    appendSteps(waiting_.all());
    FOVEA_CHECK(placeUnusedVariables());
    FOVEA_CHECK(state_->options.consumeVariables ? consumeVariables() : placePrepared());
    FOVEA_CHECK(planArena());
    if (!state_->options.consumeVariables) watchVariables();
    state_->report.variableBytes = state_->variables->bytes() + consumedBytes_;
    return std::unique_ptr<Executor>(new Executor(std::move(state_)));
  }

 private:
  static constexpr int kForever = std::numeric_limits<int>::max();
  // Limit for gradients that wait while their updates are joined: the size of a processor's inner caches, or more on a
  // device where each kernel launch costs microseconds.
  static constexpr std::uint64_t kWaitingBytes = 256 << 10;
  static constexpr std::uint64_t kWaitingBytesOfQueues = 32 << 20;

  const Graph& graph() const { return *state_->graph; }
  const Value& value(ValueId id) const { return graph().value(id); }
  std::vector<ValueCopy>& copiesOf(ValueId id) { return state_->copies[static_cast<std::size_t>(id.index)]; }
  int& lastUse(ValueId id) { return uses_.last[static_cast<std::size_t>(id.index)]; }
  ExecutorStorage& storage(int index) { return state_->storages[static_cast<std::size_t>(index)]; }
  VariableStore::Variable& variable(ValueId id) { return state_->variables->variables_.find(value(id).name)->second; }

  Status optimize() {
    state_->graph = state_->source;
    if (state_->options.optimize && !state_->options.keepAll) {
      OptimizeOptions passes;
      passes.pinned = state_->options.keep;
      passes.hasKernel = [&](std::string_view op) { return !state_->device->kernels().find(op).empty(); };
      passes.accelerates = [&](const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                               std::span<const TensorType> outputs) {
        return state_->device->kernels().accelerates(op, attributes, inputs, outputs, state_->options.exact);
      };
      passes.memoryBudget = state_->options.memoryBudget;
      FOVEA_TRY(state_->graph, optimizeGraph(*state_->source, passes));
    }
    const std::size_t count = graph().values().size();
    state_->copies.resize(count);
    state_->readable.resize(count, state_->options.keepAll);
    return {};
  }

  // The executor detects by their versions whether others have changed the variables that the prologue reads.
  void watchVariables() {
    std::vector<bool> read(state_->storages.size(), false);
    for (const ExecutorStep& step : state_->prologue)
      for (const int index : step.inputStorages) read[static_cast<std::size_t>(index)] = true;
    for (std::size_t i = 0; i < graph().values().size(); ++i) {
      const ValueId id{static_cast<std::int32_t>(i)};
      if (value(id).kind != ValueKind::Variable) continue;
      if (read[static_cast<std::size_t>(copiesOf(id)[0].storage)]) state_->readVersions.push_back(variable(id).version);
      if (constants_.isUpdated(id)) state_->updatedVersions.push_back(variable(id).version);
    }
  }

  void findLastUses() {
    uses_ = findUses(graph());
    for (const auto& [name, id] : graph().outputs()) state_->readable[static_cast<std::size_t>(id.index)] = true;
    for (const ValueId id : state_->options.keep) state_->readable[static_cast<std::size_t>(id.index)] = true;
    for (std::size_t i = 0; i < uses_.last.size(); ++i)
      if (state_->readable[i]) uses_.last[i] = kForever;
  }

  int addStorage(std::size_t bytes, bool inArena, ValueId resident) {
    ExecutorStorage storage;
    storage.bytes = bytes;
    storage.inArena = inArena;
    storage.first = static_cast<int>(state_->steps.size());
    storage.last = storage.first;
    storage.residents.push_back(resident);
    state_->storages.push_back(std::move(storage));
    return static_cast<int>(state_->storages.size()) - 1;
  }

  // Persistent inputs and constants have memory of their own; variables may already have a fixed layout.
  Status placeSources() {
    for (std::size_t i = 0; i < graph().values().size(); ++i) {
      const ValueId id{static_cast<std::int32_t>(i)};
      const Value& source = value(id);
      if (source.kind == ValueKind::Intermediate) continue;
      if (source.kind == ValueKind::Variable) {
        FOVEA_CHECK(addVariable(id));
        continue;
      }
      if (source.kind == ValueKind::Constant && lastUse(id) < 0) continue;  // a pass has folded it
      if (isSetBeforeEachRun(id)) {
        copiesOf(id).push_back({Layout(), addStorage(source.type.bytes(), true, id)});
        continue;
      }
      FOVEA_TRY(auto buffer, state_->device->allocate(source.type.bytes()));
      state_->report.sourceBytes += source.type.bytes();
      const int index = addStorage(source.type.bytes(), false, id);
      storage(index).pointer = buffer->data();
      if (source.kind == ValueKind::Constant)
        FOVEA_CHECK(state_->device->upload(buffer->data(), source.constant.raw(), source.constant.bytes()));
      else
        FOVEA_CHECK(state_->device->fillZero(buffer->data(), source.type.bytes()));
      state_->buffers.push_back(std::move(buffer));
      copiesOf(id).push_back({Layout(), index});
    }
    return {};
  }

  bool isSetBeforeEachRun(ValueId id) const {
    const std::vector<ValueId>& all = state_->options.setBeforeEachRun;
    return std::find(all.begin(), all.end(), id) != all.end();
  }

  Status addVariable(ValueId id) {
    auto& variables = state_->variables->variables_;
    const Value& declared = value(id);
    auto found = variables.find(declared.name);
    if (found == variables.end()) {
      VariableStore::Variable fresh;
      fresh.type = declared.type;
      found = variables.emplace(declared.name, std::move(fresh)).first;
    }
    if (found->second.type != declared.type)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("\"{}\" is {} in the network, but {} in the weights.", declared.name,
                              declared.type.toString(), found->second.type.toString()));
    if (!found->second.placed) return {};
    if (!state_->options.consumeVariables) FOVEA_CHECK(state_->variables->fill(found->second));
    bindVariable(id);
    return {};
  }

  void bindVariable(ValueId id) {
    const VariableStore::Variable& placed = variable(id);
    const int index = addStorage(placed.layout.bytes(placed.type), false, id);
    if (placed.buffer) storage(index).pointer = placed.buffer->data();
    copiesOf(id).push_back({placed.layout, index});
  }

  // Consumed weights get memory one by one, when the prologue reaches them.
  Status fixVariable(ValueId id, const Layout& layout) {
    variable(id).layout = layout;
    variable(id).placed = true;
    if (!state_->options.consumeVariables) FOVEA_CHECK(state_->variables->fill(variable(id)));
    bindVariable(id);
    return {};
  }

  // If weights are moved one by one, the freed memory must be available for the next.
  void countFreed(std::size_t bytes) {
    constexpr std::size_t kWorthReleasing = std::size_t{8} << 20;
    freed_ += bytes;
    if (!state_->options.consumeVariables || freed_ < kWorthReleasing) return;
    releaseFreedMemory();
    freed_ = 0;
  }

  Status placeUnusedVariables() {
    for (std::size_t i = 0; i < graph().values().size(); ++i) {
      const ValueId id{static_cast<std::int32_t>(i)};
      if (value(id).kind == ValueKind::Variable && copiesOf(id).empty()) FOVEA_CHECK(fixVariable(id, Layout()));
    }
    return {};
  }

  // The storage of `id` in `layout`; adds a reorder if there is none yet.
  Result<int> copyIn(ValueId id, const Layout& layout) {
    if (copiesOf(id).empty())
      FOVEA_CHECK(fixVariable(id, layout.dense() || layout.format()->readable() ? layout : Layout()));
    for (const ValueCopy& copy : copiesOf(id))
      if (copy.layout == layout) return copy.storage;
    const ValueCopy from = copiesOf(id)[0];
    const bool once = constants_.has(id);
    ExecutorStep step;
    FOVEA_TRY(step.kernel, state_->device->createReorder(value(id).type, from.layout, layout));
    const int target = addStorage(layout.bytes(value(id).type), !once, id);
    step.inputStorages = {from.storage};
    step.outputStorages = {target};
    step.detail = from.layout.toString() + " to " + layout.toString();
    pushStep(std::move(step), once);
    if (!once) ++state_->report.reorders;
    copiesOf(id).push_back({layout, target});
    return target;
  }

  void pushStep(ExecutorStep step, bool once) {
    if (once) {
      for (const int index : step.outputStorages) storage(index).prepared = true;
      state_->prologue.push_back(std::move(step));
      return;
    }
    const std::uint64_t kept = bytesKept(step);
    if (state_->options.optimize && !step.kernel->kind().empty() && kept <= waiting_.limit())
      return appendSteps(waiting_.add(std::move(step), kept));
    appendSteps(waiting_.before(step));
    appendStep(std::move(step));
  }

  // Bytes of the step's inputs, which stay in use while the step is delayed.
  std::uint64_t bytesKept(const ExecutorStep& step) {
    std::uint64_t bytes = 0;
    for (const int index : step.inputStorages) bytes += storage(index).inArena ? storage(index).bytes : 0;
    return bytes;
  }

  void appendSteps(std::vector<ExecutorStep> steps) {
    for (ExecutorStep& step : steps) appendStep(std::move(step));
  }

  void appendStep(ExecutorStep step) {
    for (const int index : step.inputStorages)
      if (storage(index).prepared) storage(index).lasting = true;
    const int now = static_cast<int>(state_->steps.size());
    for (const int index : step.inputStorages) storage(index).last = std::max(storage(index).last, now);
    for (const int index : step.outputStorages) storage(index).last = std::max(storage(index).last, now);
    if (step.scratchBytes > 0) {
      step.scratchStorage = addStorage(step.scratchBytes, true, ValueId());
      storage(step.scratchStorage).residents.clear();
      state_->report.scratchBytes = std::max<std::uint64_t>(state_->report.scratchBytes, step.scratchBytes);
    }
    state_->steps.push_back(std::move(step));
  }

  Status compileNode(int index) {
    const Node& node = graph().nodes()[static_cast<std::size_t>(index)];
    if (node.op->view) return compileView(node);
    std::vector<TensorType> inputTypes, outputTypes;
    std::vector<Layout> layouts;
    KernelRequest request{*node.op, node.attributes, {}, {}, {}};
    for (const ValueId input : node.inputs) {
      inputTypes.push_back(value(input).type);
      const bool isFree = copiesOf(input).empty();
      layouts.push_back(isFree ? Layout() : copiesOf(input)[0].layout);
      request.neighbourhood.inputs.push_back({isFree, constants_.has(input)});
    }
    for (const ValueId output : node.outputs) {
      outputTypes.push_back(value(output).type);
      request.neighbourhood.outputs.push_back({preferredLayout(output), lastUse(output) >= 0, readerOf(output)});
    }
    request.inputs = inputTypes;
    request.outputs = outputTypes;
    request.inputLayouts = layouts;
    request.exact = state_->options.exact;
    const ValueId copy = copies_.keptBy(index);
    if (copy.valid()) request.copy = value(copy).type;
    auto plan = state_->device->kernels().create(request, *state_->device);
    if (!plan.ok()) return node.scope.empty() ? plan.error() : plan.error().within(node.scope);

    if (plan->approximate) ++state_->report.approximateKernels;
    ExecutorStep step;
    step.nodes = {index};
    step.kernel = std::move(plan->kernel);
    step.scratchBytes = plan->scratchBytes;
    step.detail = std::move(plan->detail);
    const bool once = constants_.has(node) || copies_.isCopy(node);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      FOVEA_TRY(const int place, copyIn(node.inputs[i], plan->inputs[i]));
      step.inputStorages.push_back(place);
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      FOVEA_TRY(const int place, placeOutput(index, static_cast<int>(i), *plan, step, once));
      step.outputStorages.push_back(place);
      copiesOf(node.outputs[i]).push_back({plan->outputs[i], place});
    }
    if (copy.valid()) {
      step.outputStorages.push_back(copiesOf(copy)[0].storage);
      state_->keepsCopy[static_cast<std::size_t>(index)] = true;
    }
    pushStep(std::move(step), once);
    return {};
  }

  // Values that are constant across runs are computed once and read in every run, so no kernel may overwrite them.
  ValueReader readerOf(ValueId id) const {
    const auto index = static_cast<std::size_t>(id.index);
    return uses_.last[index] == kForever || constants_.has(id) ? ValueReader() : uses_.reader[index];
  }

  // The layout of the variable that is updated with this value.
  std::optional<Layout> preferredLayout(ValueId output) {
    const ValueId target = uses_.updatedWith[static_cast<std::size_t>(output.index)];
    if (!target.valid() || copiesOf(target).empty()) return std::nullopt;
    return copiesOf(target)[0].layout;
  }

  // Shares memory if a format can express the other shape; else uses dense memory, which always can.
  Status compileView(const Node& node) {
    const ValueId from = node.inputs[0], to = node.outputs[0];
    ValueCopy seen;
    if (!copiesOf(from).empty() && !copiesOf(from)[0].layout.dense()) {
      const ValueCopy& copy = copiesOf(from)[0];
      if (const auto layout = copy.layout.format()->viewed(value(from).type, value(to).type))
        seen = {*layout, copy.storage};
    }
    if (seen.storage < 0) {
      FOVEA_TRY(seen.storage, copyIn(from, Layout()));
    }
    storage(seen.storage).residents.push_back(to);
    copiesOf(to).push_back(seen);
    return {};
  }

  Result<int> placeOutput(int nodeIndex, int output, const KernelPlan& plan, const ExecutorStep& step, bool once) {
    const Node& node = graph().nodes()[static_cast<std::size_t>(nodeIndex)];
    const ValueId id = node.outputs[static_cast<std::size_t>(output)];
    const Layout& layout = plan.outputs[static_cast<std::size_t>(output)];
    for (const OpAlias& alias : node.op->aliases) {
      if (alias.output != output) continue;
      const ValueId target = node.inputs[static_cast<std::size_t>(alias.input)];
      const ValueCopy& home = copiesOf(target)[0];
      if (home.layout != layout || step.inputStorages[static_cast<std::size_t>(alias.input)] != home.storage)
        return fail(ErrorCode::Internal,
                    fmt::format("{}: {} would update a copy of {}.", node.scope, step.detail, value(target).name));
      if (lastUse(target) != kForever && lastUse(target) > nodeIndex)
        return fail(ErrorCode::Internal,
                    fmt::format("{}: {} is updated before its last use.", node.scope, value(target).name));
      storage(home.storage).residents.push_back(id);
      return home.storage;
    }
    const std::size_t bytes = layout.bytes(value(id).type);
    for (const auto& [out, in] : plan.inPlace) {
      if (out != output) continue;
      const int place = step.inputStorages[static_cast<std::size_t>(in)];
      if (!mayOverwrite(place, nodeIndex, step) || storage(place).bytes != bytes) continue;
      storage(place).residents.push_back(id);
      return place;
    }
    return addStorage(bytes, !once, id);
  }

  bool mayOverwrite(int place, int nodeIndex, const ExecutorStep& step) {
    if (!storage(place).inArena) return false;
    if (std::count(step.inputStorages.begin(), step.inputStorages.end(), place) != 1) return false;
    if (std::find(step.outputStorages.begin(), step.outputStorages.end(), place) != step.outputStorages.end())
      return false;
    return std::all_of(storage(place).residents.begin(), storage(place).residents.end(),
                       [&](ValueId resident) { return lastUse(resident) <= nodeIndex; });
  }

  Status planArena() {
    const int end = static_cast<int>(state_->steps.size());
    std::vector<MemoryRequest> requests;
    for (std::size_t i = 0; i < state_->storages.size(); ++i) {
      ExecutorStorage& place = state_->storages[i];
      if (!place.inArena) continue;
      for (const ValueId resident : place.residents)
        if (lastUse(resident) == kForever) place.last = end;
      requests.push_back({place.bytes, place.first, place.last});
      state_->planned.emplace_back(static_cast<int>(i), 0);
    }
    if (sharingCosts(requests))
      for (MemoryRequest& request : requests) {
        request.first = 0;
        request.last = end;
      }
    const MemoryPlan plan = planMemory(requests);
    for (std::size_t i = 0; i < plan.offsets.size(); ++i) state_->planned[i].second = plan.offsets[i];
    state_->report.arenaBytes = plan.arenaBytes;
    state_->report.arenaLowerBound = plan.lowerBound;
    return state_->bindArena();
  }

  // Steps that share memory cannot run concurrently: on a device with concurrency, a step of little memory shares none.
  bool sharingCosts(const std::vector<MemoryRequest>& requests) const {
    constexpr std::uint64_t kLittle = std::uint64_t{64} << 20;
    std::uint64_t bytes = 0;
    for (const MemoryRequest& request : requests) bytes += request.bytes;
    return state_->device->queues() && bytes <= kLittle;
  }

  // Results of the prologue that the steps read persist from run to run.
  void findLasting() {
    for (ExecutorStorage& place : state_->storages) {
      for (const ValueId resident : place.residents)
        if (place.prepared && lastUse(resident) == kForever) place.lasting = true;
      if (place.lasting) state_->report.preparedBytes += place.bytes;
    }
  }

  Status placePrepared() {
    findLasting();
    for (ExecutorStorage& place : state_->storages) {
      if (!place.lasting) continue;
      FOVEA_TRY(place.buffer, state_->device->allocate(place.bytes));
      FOVEA_CHECK(state_->device->fillZero(place.buffer->data(), place.bytes));
      place.pointer = place.buffer->data();
    }
    return {};
  }

  // Runs the prologue once and for all, allocates memory as needed, and frees each variable when it is no longer
  // needed.
  Status consumeVariables() {
    if (constants_.anyUpdated())
      return fail(ErrorCode::Internal, "A graph that updates its variables cannot consume them.");
    findLasting();
    std::map<int, VariableStore::Variable*> homes;  // keyed by storage
    for (std::size_t i = 0; i < graph().values().size(); ++i) {
      const ValueId id{static_cast<std::int32_t>(i)};
      if (value(id).kind == ValueKind::Variable) homes[copiesOf(id)[0].storage] = &variable(id);
    }
    const auto fillFor = [&](const std::vector<int>& places) -> Status {
      for (const int place : places)
        if (const auto home = homes.find(place); home != homes.end() && !home->second->filled) {
          FOVEA_CHECK(state_->variables->fill(*home->second));
          storage(place).pointer = home->second->buffer->data();
          countFreed(storage(place).bytes);
        }
      return {};
    };
    const auto keepFor = [&](const std::vector<int>& places) {
      for (const int place : places)
        if (const auto home = homes.find(place); home != homes.end() && home->second->buffer) {
          consumedBytes_ += storage(place).bytes;
          state_->buffers.push_back(std::move(home->second->buffer));
        }
    };
    std::map<int, int> lastReader;
    for (std::size_t i = 0; i < state_->prologue.size(); ++i)
      for (const int input : state_->prologue[i].inputStorages) lastReader[input] = static_cast<int>(i);
    const auto letGo = [&](int step) {
      state_->prologue[static_cast<std::size_t>(step)].kernel.reset();
      for (const auto& [place, last] : lastReader)
        if (const auto home = homes.find(place); last == step && home != homes.end()) {
          home->second->buffer.reset();
          countFreed(storage(place).bytes);
        }
    };
    // Values read in each run come first: they need a temporary copy, while little other memory is in use.
    for (const ExecutorStep& step : state_->steps) {
      FOVEA_CHECK(fillFor(step.inputStorages));
      keepFor(step.inputStorages);
    }
    if (state_->device->computes())
      FOVEA_CHECK(state_->prepare(
          [&](int step) { return fillFor(state_->prologue[static_cast<std::size_t>(step)].inputStorages); }, letGo));
    state_->prologue.clear();
    state_->variables->variables_.clear();
    releaseFreedMemory();
    return {};
  }

  std::unique_ptr<Executor::State> state_;
  WaitingSteps waiting_;
  ValueUses uses_;
  ConstantValues constants_;
  VariableCopies copies_;
  std::uint64_t consumedBytes_ = 0;
  std::size_t freed_ = 0;  // bytes freed since memory was last returned to the system
};

Result<std::unique_ptr<Executor>> Executor::compile(std::shared_ptr<const Graph> graph,
                                                    std::shared_ptr<VariableStore> variables,
                                                    const CompileOptions& options) {
  return ExecutorCompiler(std::move(graph), std::move(variables), options).compile();
}

}  // namespace fovea
