#include "core/backends/executor.h"

#include <fmt/format.h>

#include <cstring>

#include "core/backends/executor_state.h"

namespace fovea {
namespace {

Status runStep(const ExecutorStep& step) {
  return step.kernel->run({step.inputs, step.outputs, step.scratch});
}

Status runSteps(const std::vector<ExecutorStep>& steps) {
  for (const ExecutorStep& step : steps) FOVEA_CHECK(runStep(step));
  return {};
}

// A floating-point exponent of all ones means infinity or NaN.
template <class Word>
bool exponentsAreBelow(Word mask, std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at + sizeof(Word) <= bytes.size(); at += sizeof(Word)) {
    Word word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if ((word & mask) == mask) return false;
  }
  return true;
}

bool allFinite(DataType type, std::span<const std::byte> bytes) {
  switch (type) {
    case DataType::Float32:
      return exponentsAreBelow<std::uint32_t>(0x7F800000u, bytes);
    case DataType::Float64:
      return exponentsAreBelow<std::uint64_t>(0x7FF0000000000000ull, bytes);
    case DataType::Float16:
      return exponentsAreBelow<std::uint16_t>(0x7C00u, bytes);
    case DataType::BFloat16:
      return exponentsAreBelow<std::uint16_t>(0x7F80u, bytes);
    default:
      return true;
  }
}

std::vector<Cost> costsOf(const Graph& graph, const std::vector<int>& nodes) {
  std::vector<Cost> costs;
  for (const int index : nodes) {
    const Node& node = graph.nodes()[static_cast<std::size_t>(index)];
    std::vector<TensorType> inputs, outputs;
    for (const ValueId id : node.inputs) inputs.push_back(graph.value(id).type);
    for (const ValueId id : node.outputs) outputs.push_back(graph.value(id).type);
    costs.push_back(costOf(*node.op, {node.attributes, inputs, outputs}));
  }
  return costs;
}

std::size_t largestInput(const Graph& graph) {
  std::size_t largest = 0;
  for (const Value& source : graph.values())
    if (source.kind == ValueKind::Input) largest = std::max(largest, source.type.bytes());
  return largest;
}

bool servesOutput(const Graph& graph, NodeId wanted) {
  std::vector<bool> seen(graph.nodes().size(), false);
  std::vector<ValueId> open;
  for (const auto& [name, value] : graph.outputs()) open.push_back(value);
  while (!open.empty()) {
    const NodeId producer = graph.value(open.back()).producer;
    open.pop_back();
    if (!producer.valid() || seen[static_cast<std::size_t>(producer.index)]) continue;
    seen[static_cast<std::size_t>(producer.index)] = true;
    const auto& inputs = graph.node(producer).inputs;
    open.insert(open.end(), inputs.begin(), inputs.end());
  }
  return seen[static_cast<std::size_t>(wanted.index)];
}

Error lostValue() {
  return fail(ErrorCode::Internal, "The arena that held this value has made room for another executor.");
}

}  // namespace

Executor::Executor(std::unique_ptr<State> state) : state_(std::move(state)) {
  state_->report.stagingBytes = state_->device->stagingBytes(largestInput(*state_->graph));
}

Executor::~Executor() {
  // Queued work still reads the arena.
  if (state_ && state_->runs > 0) (void)state_->device->synchronize();
}

const Graph& Executor::graph() const {
  return *state_->source;
}

bool Executor::State::isPrepared() {
  if (prologue.empty() || preparedVersion == variables->version()) return true;
  if (seenVersions.size() != readVersions.size() || seenVersions.empty()) return false;
  for (std::size_t i = 0; i < seenVersions.size(); ++i)
    if (*readVersions[i] != seenVersions[i]) return false;
  preparedVersion = variables->version();  // only other variables have changed
  return true;
}

void Executor::State::notePrepared() {
  seenVersions.clear();
  for (const auto& version : readVersions) seenVersions.push_back(*version);
  preparedVersion = variables->version();
}

void Executor::State::countUpdates() {
  if (updatedVersions.empty()) return;
  // Of the variables that the prologue reads, this graph updates only those whose 16-bit copies it also updates.
  const bool current = preparedVersion == variables->version_;
  ++variables->version_;
  for (const auto& version : updatedVersions) ++*version;
  if (current) notePrepared();
}

Status Executor::State::prepare(const std::function<Status(int)>& before, const std::function<void(int)>& done) {
  if (isPrepared()) return {};
  std::vector<int> lastReader(storages.size(), -1);
  for (std::size_t i = 0; i < prologue.size(); ++i)
    for (const int input : prologue[i].inputStorages) lastReader[static_cast<std::size_t>(input)] = static_cast<int>(i);
  for (std::size_t i = 0; i < prologue.size(); ++i) {
    ExecutorStep& step = prologue[i];
    if (before) FOVEA_CHECK(before(static_cast<int>(i)));
    const auto pointerOf = [&](int index) { return storages[static_cast<std::size_t>(index)].pointer; };
    for (const int output : step.outputStorages) {
      ExecutorStorage& place = storages[static_cast<std::size_t>(output)];
      if (place.pointer) continue;
      FOVEA_TRY(place.buffer, device->allocate(place.bytes));
      FOVEA_CHECK(device->fillZero(place.buffer->data(), place.bytes));
      place.pointer = place.buffer->data();
    }
    std::shared_ptr<DeviceBuffer> scratch;
    if (step.scratchBytes > 0) {
      FOVEA_TRY(scratch, device->allocate(step.scratchBytes));
    }
    step.inputs.clear();
    step.outputs.clear();
    for (const int input : step.inputStorages) step.inputs.push_back(pointerOf(input));
    for (const int output : step.outputStorages) step.outputs.push_back(pointerOf(output));
    FOVEA_CHECK(step.kernel->run({step.inputs, step.outputs, scratch ? scratch->data() : nullptr}));
    FOVEA_CHECK(device->synchronize());
    // Frees memory that only the prologue reads as soon as possible.
    for (std::size_t k = 0; k < storages.size(); ++k) {
      if (!storages[k].prepared || storages[k].lasting || lastReader[k] > static_cast<int>(i) || !storages[k].pointer)
        continue;
      storages[k].pointer = nullptr;
      storages[k].buffer.reset();
    }
    if (done) done(static_cast<int>(i));
  }
  notePrepared();
  return {};
}

const ExecutorReport& Executor::report() const {
  return state_->report;
}

Status Executor::setInput(ValueId input, const Tensor& value) {
  const Value& declared = state_->graph->value(input);
  if (declared.kind != ValueKind::Input) return fail(ErrorCode::Internal, "\"" + declared.name + "\" is not an input.");
  if (declared.type != value.type())
    return fail(ErrorCode::InvalidArgument, fmt::format("The input {} must be {}, but {} was given.", declared.name,
                                                        declared.type.toString(), value.type().toString()));
  FOVEA_CHECK(state_->bindArena());
  const ValueCopy& place = state_->copies[static_cast<std::size_t>(input.index)][0];
  return state_->device->upload(state_->storages[static_cast<std::size_t>(place.storage)].pointer, value.raw(),
                                value.bytes());
}

Status Executor::State::bindArena() {
  std::shared_ptr<DeviceBuffer>& shared = options.arena->buffer;
  const std::size_t bytes = static_cast<std::size_t>(report.arenaBytes);
  if (!shared || shared->bytes() < bytes) {
    // Frees the smaller arena first, since there may be no room for both; its content is not needed.
    if (shared) FOVEA_CHECK(device->synchronize());
    shared.reset();
    FOVEA_TRY(shared, device->allocate(bytes));
    FOVEA_CHECK(device->fillZero(shared->data(), bytes));
  }
  if (shared->data() == boundTo) return {};
  boundTo = shared->data();
  captured.reset();
  runs = std::min(runs, 1);
  const auto pointerOf = [&](int place) { return storages[static_cast<std::size_t>(place)].pointer; };
  for (const auto& [place, offset] : planned)
    storages[static_cast<std::size_t>(place)].pointer = static_cast<std::byte*>(shared->data()) + offset;
  for (ExecutorStep& step : steps) {
    step.inputs.clear();
    step.outputs.clear();
    for (const int place : step.inputStorages) step.inputs.push_back(pointerOf(place));
    for (const int place : step.outputStorages) step.outputs.push_back(pointerOf(place));
    if (step.scratchStorage >= 0) step.scratch = pointerOf(step.scratchStorage);
  }
  return {};
}

Status Executor::State::capture() {
  std::vector<std::vector<int>> dependencies;
  if (!options.serial) dependencies = findDependencies();
  std::vector<CapturedPart> parts;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::vector<int> after;
    if (!options.serial) after = dependencies[i];
    if (options.serial && i > 0) after = {static_cast<int>(i) - 1};
    parts.push_back({[&step = steps[i]] { return runStep(step); }, std::move(after)});
  }
  auto recorded = device->capture(parts);
  if (recorded.ok()) {
    captured = std::move(recorded).value();
    return {};
  }
  // No part of the step has run, so it can still run kernel by kernel, unless the device itself has failed.
  if (!device->synchronize().ok()) return recorded.error();
  report.notRecorded = recorded.error().text();
  return {};
}

Status Executor::run() {
  FOVEA_CHECK(state_->device->beginRun());
  FOVEA_CHECK(state_->bindArena());
  FOVEA_CHECK(state_->prepare());
  // The first run initialises lazily loaded libraries, which must not happen while recording.
  if (state_->runs == 1 && state_->options.capture) {
    FOVEA_CHECK(state_->capture());
  }
  state_->countUpdates();
  if (state_->runs < 2) ++state_->runs;
  return state_->captured ? state_->captured->launch() : runSteps(state_->steps);
}

Result<std::optional<NotFinite>> Executor::runUntilNotFinite() {
  FOVEA_CHECK(state_->device->beginRun());
  FOVEA_CHECK(state_->bindArena());
  FOVEA_CHECK(state_->prepare());
  state_->countUpdates();
  state_->runs = std::max(state_->runs, 1);
  for (const ExecutorStep& step : state_->steps) {
    FOVEA_CHECK(runStep(step));
    std::size_t place = 0;
    for (const int index : step.nodes) {
      const Node& node = state_->graph->nodes()[static_cast<std::size_t>(index)];
      for (const ValueId output : node.outputs) {
        const std::size_t at = place++;
        // A format that only two kernels know need not contain numbers.
        const LayoutFormat* format = state_->copies[static_cast<std::size_t>(output.index)][0].layout.format();
        if (format && !format->readable()) continue;
        // Checks the memory including padding, which is zero.
        std::vector<std::byte> bytes(state_->storages[static_cast<std::size_t>(step.outputStorages[at])].bytes);
        FOVEA_CHECK(state_->device->download(bytes.data(), step.outputs[at], bytes.size()));
        if (!allFinite(state_->graph->value(output).type.dtype, bytes))
          return std::optional(NotFinite{node.op->name, node.scope, servesOutput(*state_->graph, NodeId{index})});
      }
      if (state_->keepsCopy[static_cast<std::size_t>(index)]) ++place;
    }
  }
  return std::optional<NotFinite>();
}

Result<std::vector<KernelProfile>> Executor::profile() {
  FOVEA_CHECK(state_->device->beginRun());
  FOVEA_CHECK(state_->bindArena());
  FOVEA_CHECK(state_->prepare());
  state_->countUpdates();
  std::vector<KernelProfile> profiles;
  state_->runs = std::max(state_->runs, 1);
  std::vector<std::function<Status()>> parts;
  for (const ExecutorStep& step : state_->steps) parts.push_back([&step] { return runStep(step); });
  FOVEA_CHECK(state_->device->synchronize());  // excludes earlier queued work from the time of the first part
  FOVEA_TRY(const std::vector<double> times, state_->device->timeParts(parts));
  for (std::size_t place = 0; place < times.size(); ++place) {
    const ExecutorStep& step = state_->steps[place];
    const double milliseconds = times[place];
    if (step.nodes.empty()) profiles.push_back({"", "reorder", step.detail, milliseconds, 0});
    // Divides the time of a shared kernel among its nodes by their share of the work.
    const std::vector<Cost> costs = costsOf(*state_->graph, step.nodes);
    double work = 0;
    for (const Cost& cost : costs) work += cost.bytes;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const Node& node = state_->graph->nodes()[static_cast<std::size_t>(step.nodes[i])];
      const double share = work > 0 ? costs[i].bytes / work : 1.0 / static_cast<double>(costs.size());
      profiles.push_back({node.scope, node.op->name, step.detail, milliseconds * share, costs[i].flops});
    }
  }
  return profiles;
}

Result<Tensor> Executor::read(ValueId value) const {
  const auto index = static_cast<std::size_t>(value.index);
  const TensorType& type = state_->graph->value(value).type;
  if (!value.valid() || !state_->readable[index] || state_->copies[index].empty())
    return fail(ErrorCode::Internal, "This value was not asked to be kept when the graph was compiled.");
  FOVEA_TRY(Tensor result, Tensor::tryMake(type));
  const ValueCopy* place = &state_->copies[index][0];
  for (const ValueCopy& copy : state_->copies[index])
    if (copy.layout.dense()) place = &copy;
  const ExecutorStorage& storage = state_->storages[static_cast<std::size_t>(place->storage)];
  if (!state_->holds(storage)) return lostValue();
  void* source = storage.pointer;
  if (place->layout.dense()) {
    FOVEA_CHECK(state_->device->download(result.raw(), source, result.bytes()));
    return result;
  }
  State::Reader& reader = state_->readers[value];
  if (!reader.reorder) {
    FOVEA_TRY(reader.buffer, state_->device->allocate(type.bytes()));
    FOVEA_TRY(reader.reorder, state_->device->createReorder(type, place->layout, Layout()));
  }
  FOVEA_CHECK(state_->device->beginRun());
  void* target = reader.buffer->data();
  FOVEA_CHECK(reader.reorder->run({{&source, 1}, {&target, 1}, nullptr}));
  FOVEA_CHECK(state_->device->download(result.raw(), target, result.bytes()));
  return result;
}

Result<float> Executor::readScalar(ValueId value) const {
  const auto index = static_cast<std::size_t>(value.index);
  if (!value.valid() || !state_->readable[index] || state_->graph->value(value).type.bytes() != sizeof(float))
    return fail(ErrorCode::Internal, "Only a single f32 number that is an output can be read this way.");
  float number = 0;
  const ExecutorStorage& storage = state_->storages[static_cast<std::size_t>(state_->copies[index][0].storage)];
  if (!state_->holds(storage)) return lostValue();
  FOVEA_CHECK(state_->device->download(&number, storage.pointer, sizeof number));
  return number;
}

std::string Executor::describe() const {
  std::string text;
  const auto describe = [&](const std::vector<ExecutorStep>& steps, const char* when) {
    for (const ExecutorStep& step : steps) {
      const Node* node =
          step.nodes.empty() ? nullptr : &state_->graph->nodes()[static_cast<std::size_t>(step.nodes[0])];
      const std::string more = step.nodes.size() > 1 ? fmt::format(", {} at once", step.nodes.size()) : "";
      text += fmt::format("{}{:<12} {:<30} {}{}\n", when, node ? node->scope : "", node ? node->op->name : "reorder",
                          step.detail, more);
    }
  };
  describe(state_->prologue, "once: ");
  describe(state_->steps, "");
  return text;
}

}  // namespace fovea
