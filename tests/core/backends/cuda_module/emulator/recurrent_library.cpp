// Replaces cuDNN's RNNs by the reference kernels behind the same class, delayed like all work on a stream. Like cuDNN
// it has its own order of weights and steps and its own reserve, which the backward pass overwrites.
#include "core/backends/cuda/module/recurrent/recurrent_library.h"

#include <cstring>

#include "core/ops/reference_half.h"
#include "core/tensor/half.h"
#include "tests/core/backends/cuda_module/emulator/dnn_faults.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

namespace fovea::cuda {
namespace {

constexpr std::size_t kGap = 48, kWorkspace = 100;
enum class Kept : std::uint64_t { Nothing, Forward = 0x5EED, Data = 0xDA7A };

using Tensors = std::vector<Tensor>;

std::string opOf(RecurrentCell cell) {
  return cell == RecurrentCell::Lstm ? "lstm" : cell == RecurrentCell::Gru ? "gru" : "rnn";
}

void callReference(const std::string& name, const RecurrentGeometry& g, const Tensors& inputs, Tensors& outputs) {
  const OpType& op = *findOp(name);
  FieldValues attributes;
  if (op.attributes.find("training")) attributes.set("training", g.training);
  if (opOf(g.cell) == "rnn") attributes.set("activation", std::string(g.cell == RecurrentCell::Relu ? "relu" : "tanh"));
  const FieldValues complete = op.attributes.complete(attributes).value();
  std::vector<TensorType> types;
  std::vector<TensorView> in, out;
  for (const Tensor& tensor : inputs) {
    types.push_back(tensor.type());
    in.push_back({const_cast<void*>(static_cast<const void*>(tensor.raw())), tensor.type()});
  }
  for (const TensorType& type : inferOp(op, complete, types).value()) outputs.push_back(Tensor::zeros(type));
  for (Tensor& tensor : outputs) out.push_back({tensor.raw(), tensor.type()});
  runReference(op, {complete, in, out});
}

std::byte* at(void* start, std::size_t offset) {
  return static_cast<std::byte*>(start) + offset;
}
const std::byte* at(const void* start, std::size_t offset) {
  return static_cast<const std::byte*>(start) + offset;
}

// Converts between the op's and the library's order: row (n, t) and row (t, n).
void copySequence(const RecurrentProblem& p, std::int64_t width, const void* from, void* to, bool toOp) {
  const RecurrentGeometry& g = p.geometry;
  const std::size_t row = static_cast<std::size_t>(width) * byteSize(p.type);
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t t = 0; t < g.steps; ++t) {
      const auto ours = static_cast<std::size_t>(n * g.steps + t);
      const auto theirs = p.method.stepsFirst ? static_cast<std::size_t>(t * g.batch + n) : ours;
      std::memcpy(at(to, (toOp ? ours : theirs) * row), at(from, (toOp ? theirs : ours) * row), row);
    }
}

Tensor sequence(const RecurrentProblem& p, std::int64_t width, const void* from) {
  Tensor tensor = Tensor::make({p.type, {p.geometry.batch, p.geometry.steps, width}});
  copySequence(p, width, from, tensor.raw(), true);
  return tensor;
}

Tensor state(const RecurrentProblem& p, const void* from) {
  Tensor tensor = Tensor::zeros({p.type, {p.geometry.batch, p.geometry.units}});
  if (from) std::memcpy(tensor.raw(), from, tensor.bytes());
  return tensor;
}

void give(const Tensor& tensor, void* to) {
  if (to) std::memcpy(to, tensor.raw(), tensor.bytes());
}

void flipEverySecondTime(void* numbers) {
  static std::uint8_t times = 0;
  *static_cast<std::uint8_t*>(numbers) ^= static_cast<std::uint8_t>(++times % 2);
}

Tensors parameterTensors(const RecurrentProblem& p) {
  const RecurrentGeometry& g = p.geometry;
  Tensors tensors;
  for (const Shape& shape : {Shape{g.rows(), g.inputs}, Shape{g.rows(), g.units}, Shape{g.rows()}, Shape{g.rows()}})
    tensors.push_back(Tensor::zeros({p.type, shape}));
  return tensors;
}

}  // namespace

std::string RecurrentMethod::name() const {
  return std::string("emulated") + std::to_string(static_cast<int>(algorithm)) + (stepsFirst ? "_steps_first" : "");
}

struct RecurrentLibrary::Description {
  std::vector<GatePlace> places;

  // Calls visit(bytes of the tensor, offset in the weights, bytes) for each gate of each parameter.
  template <class Visit>
  void forEachPiece(const RecurrentProblem& p, Tensors& parameters, Visit visit) const {
    const auto gates = static_cast<std::size_t>(p.geometry.gates());
    for (std::size_t i = 0; i < parameters.size(); ++i)
      for (std::size_t gate = 0; gate < gates; ++gate) {
        const GatePlace& place = places[i % 2 * gates + gate];
        const std::size_t bytes = parameters[i].bytes() / gates;
        visit(static_cast<std::byte*>(static_cast<void*>(parameters[i].raw())) + gate * bytes,
              i < 2 ? place.matrix : place.bias, bytes);
      }
  }
};

RecurrentLibrary::RecurrentLibrary(std::shared_ptr<CudaContext> context, const RecurrentProblem& problem)
    : context_(std::move(context)), problem_(problem), description_(std::make_unique<Description>()) {}

RecurrentLibrary::~RecurrentLibrary() = default;

Result<std::shared_ptr<RecurrentLibrary>> RecurrentLibrary::create(const std::shared_ptr<CudaContext>& context,
                                                                   const RecurrentProblem& problem) {
  if (emulator::dnnFaults.refusesRecurrences) return fail(ErrorCode::Internal, "The emulation refuses.");
  if (problem.geometry.reverse && !problem.method.stepsFirst)
    return fail(ErrorCode::Internal, "Nothing turns the steps round.");
  std::shared_ptr<RecurrentLibrary> library(new RecurrentLibrary(context, problem));
  FOVEA_CHECK(library->describe());
  FOVEA_CHECK(library->findWeights());
  return library;
}

Status RecurrentLibrary::describe() {
  const RecurrentGeometry& g = problem_.geometry;
  workspaceBytes_ = kWorkspace;
  if (!g.training) return {};
  const auto kept = static_cast<std::size_t>(g.reserveBlocks() * g.block()) * byteSize(problem_.type);
  std::size_t gradients = 0;
  for (const Tensor& tensor : parameterTensors(problem_)) gradients += tensor.bytes();
  reserveBytes_ = sizeof(Kept) + std::max(kept, gradients) + 3;
  return {};
}

// In reverse order: the biases of the last gate come first.
Status RecurrentLibrary::findWeights() {
  const RecurrentGeometry& g = problem_.geometry;
  const auto gates = static_cast<std::size_t>(g.gates());
  const std::size_t row = static_cast<std::size_t>(g.units) * byteSize(problem_.type);
  description_->places.resize(2 * gates);
  for (std::size_t gate = 2 * gates; gate-- > 0;) {
    GatePlace& place = description_->places[gate];
    place.bias = weightBytes_;
    place.matrix = place.bias + row + kGap;
    weightBytes_ = place.matrix + row * static_cast<std::size_t>(gate < gates ? g.inputs : g.units);
  }
  FOVEA_TRY(weightCopies_, cuda::weightCopies(g, problem_.type, description_->places, weightBytes_));
  return {};
}

namespace {

Status checkCall(const std::shared_ptr<CudaContext>& context, std::initializer_list<const void*> pieces) {
  for (const void* piece : pieces)
    if (reinterpret_cast<std::uintptr_t>(piece) % 256 != 0)
      return fail(ErrorCode::Internal, "A piece of memory is not aligned.");
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  FOVEA_CUDA_CALL(cudaStreamIsCapturing(context->stream(), &status));
  if (status != cudaStreamCaptureStatusNone && emulator::dnnFaults.cannotBeRecorded)
    return fail(ErrorCode::Internal, "The emulation cannot be recorded.");
  return {};
}

// Enqueues the work of one call, which checks that calls run in their order.
Status enqueueCall(const std::shared_ptr<CudaContext>& context, std::function<void()> work) {
  static unsigned long long recording = 0;
  static int last = 0, lastRun = 0;  // numbers of calls
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  FOVEA_CUDA_CALL(cudaStreamGetCaptureInfo(context->stream(), &status, &id, nullptr, nullptr, nullptr, nullptr));
  const int before = id != 0 && id == recording ? last : 0;
  recording = id;
  last = ++emulator::dnnRecurrences;
  return statusOf(emulator::enqueue(context->stream(),
                                    [before, now = last, work = std::move(work)] {
                                      if (before != 0 && lastRun != before) ++emulator::dnnOutOfTurn;
                                      lastRun = now;
                                      work();
                                    }),
                  "RecurrentLibrary");
}

// Like CUDNN_WGRAD_MODE_ADD.
void addNumbers(DataType type, const std::byte* piece, std::byte* sums, std::size_t bytes) {
  const auto count = static_cast<std::int64_t>(bytes / byteSize(type));
  std::vector<double> total(static_cast<std::size_t>(count)), added = total;
  convertNumbers(type, sums, DataType::Float64, total.data(), count);
  convertNumbers(type, piece, DataType::Float64, added.data(), count);
  for (std::size_t i = 0; i < total.size(); ++i) total[i] += added[i];
  if (emulator::dnnFaults.givesWrongGradients) total[0] += 100;
  convertNumbers(DataType::Float64, total.data(), type, sums, count);
}

Kept& keptIn(void* reserve) {
  return *static_cast<Kept*>(reserve);
}

}  // namespace

Status RecurrentLibrary::forward(const LibraryForward& a) const {
  FOVEA_CHECK(checkCall(context_, {a.weights, a.workspace}));
  return enqueueCall(context_, [a, p = problem_, d = *description_] {
    const RecurrentGeometry& g = p.geometry;
    std::memset(a.workspace, 0x5A, kWorkspace);
    Tensors inputs = parameterTensors(p), outputs;
    d.forEachPiece(p, inputs, [&](std::byte* piece, std::size_t place, std::size_t bytes) {
      std::memcpy(piece, at(a.weights, place), bytes);
    });
    inputs.insert(inputs.begin(), sequence(p, g.inputs, a.x));
    inputs.push_back(state(p, a.hidden));
    if (g.hasCell()) inputs.push_back(state(p, a.cell));
    callReference(opOf(g.cell), g, inputs, outputs);
    copySequence(p, g.units, outputs[0].raw(), a.y, false);
    if (emulator::dnnFaults.givesWrongRecurrences) std::memset(a.y, 0, outputs[0].bytes() / 8);
    if (emulator::dnnFaults.neverGivesTheSame) flipEverySecondTime(a.y);
    give(outputs[1], a.newHidden);
    if (g.hasCell()) give(outputs[2], a.newCell);
    if (!g.training) return;
    keptIn(a.reserve) = Kept::Forward;
    give(outputs.back(), at(a.reserve, sizeof(Kept)));
  });
}

Status RecurrentLibrary::backwardData(const LibraryBackward& a) const {
  FOVEA_CHECK(checkCall(context_, {a.weights, a.workspace}));
  return enqueueCall(context_, [a, p = problem_, d = *description_] {
    const RecurrentGeometry& g = p.geometry;
    std::memset(a.workspace, 0x5A, kWorkspace);
    if (keptIn(a.reserve) != Kept::Forward) return;  // without a valid reserve the results stay unwritten, and differ
    Tensors weights = parameterTensors(p), outputs;
    d.forEachPiece(p, weights, [&](std::byte* piece, std::size_t place, std::size_t bytes) {
      std::memcpy(piece, at(a.weights, place), bytes);
    });
    Tensor reserve = Tensor::make({p.type, {g.reserveBlocks(), g.batch, g.units}});
    std::memcpy(reserve.raw(), at(a.reserve, sizeof(Kept)), reserve.bytes());
    Tensors inputs{sequence(p, g.units, a.dy),
                   sequence(p, g.inputs, a.x),
                   weights[0],
                   weights[1],
                   sequence(p, g.units, a.y),
                   reserve};
    if (g.hasCell()) inputs.push_back(state(p, a.dnewCell));
    callReference(opOf(g.cell) + "_backward", g, inputs, outputs);
    copySequence(p, g.inputs, outputs[0].raw(), a.dx, false);
    give(outputs[5], a.dhidden);
    if (g.hasCell()) give(outputs[6], a.dcell);
    keptIn(a.reserve) = Kept::Data;
    std::size_t offset = sizeof(Kept);
    for (std::size_t i = 1; i <= 4; ++i) {
      give(outputs[i], at(a.reserve, offset));
      offset += outputs[i].bytes();
    }
  });
}

Status RecurrentLibrary::backwardWeights(const LibraryBackward& a) const {
  FOVEA_CHECK(checkCall(context_, {a.dweights, a.workspace}));
  return enqueueCall(context_, [a, p = problem_, d = *description_] {
    if (keptIn(a.reserve) != Kept::Data) return;
    Tensors gradients = parameterTensors(p);
    std::size_t offset = sizeof(Kept);
    for (Tensor& tensor : gradients) {
      std::memcpy(tensor.raw(), at(a.reserve, offset), tensor.bytes());
      offset += tensor.bytes();
    }
    keptIn(a.reserve) = Kept::Nothing;
    d.forEachPiece(p, gradients, [&](std::byte* piece, std::size_t place, std::size_t bytes) {
      addNumbers(p.type, piece, at(a.dweights, place), bytes);
    });
  });
}

}  // namespace fovea::cuda
