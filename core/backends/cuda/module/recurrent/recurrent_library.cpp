#include "core/backends/cuda/module/recurrent/recurrent_library.h"

#include <array>
#include <limits>

#include "core/backends/cuda/module/runtime/memory.h"
#include "core/backends/cuda/module/runtime/number_types.h"

namespace fovea::cuda {
namespace {

template <class T, cudnnStatus_t (*make)(T*), cudnnStatus_t (*destroy)(T)>
class Descriptor {
 public:
  Descriptor() = default;
  ~Descriptor() {
    if (descriptor_) (void)destroy(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Status create() { return statusOf(make(&descriptor_), "cudnnCreateDescriptor"); }
  operator T() const { return descriptor_; }

 private:
  T descriptor_ = nullptr;
};

using TensorDescriptor = Descriptor<cudnnTensorDescriptor_t, cudnnCreateTensorDescriptor, cudnnDestroyTensorDescriptor>;

// Sums are in f32, so f64 is refused.
Result<cudnnDataType_t> typeOf(DataType type) {
  if (type == DataType::Float64) return unknownType("cuDNN's recurrence", type);
  return dnnTypeOf(type);
}

cudnnRNNMode_t modeOf(RecurrentCell cell) {
  switch (cell) {
    case RecurrentCell::Lstm:
      return CUDNN_LSTM;
    case RecurrentCell::Gru:
      return CUDNN_GRU;
    case RecurrentCell::Relu:
      return CUDNN_RNN_RELU;
    default:
      return CUDNN_RNN_TANH;
  }
}

cudnnRNNAlgo_t algorithmOf(RecurrentAlgorithm algorithm) {
  switch (algorithm) {
    case RecurrentAlgorithm::Persistent:
      return CUDNN_RNN_ALGO_PERSIST_STATIC;
    case RecurrentAlgorithm::PersistentSmall:
      return CUDNN_RNN_ALGO_PERSIST_STATIC_SMALL_H;
    default:
      return CUDNN_RNN_ALGO_STANDARD;
  }
}

// A row-major matrix [1, rows, columns].
Status checkShape(cudnnTensorDescriptor_t descriptor, cudnnDataType_t type, std::int64_t rows, std::int64_t columns) {
  cudnnDataType_t found = type;
  int rank = 0;
  std::array<int, 3> extents{}, strides{};
  FOVEA_CUDA_CALL(cudnnGetTensorNdDescriptor(descriptor, 3, &found, &rank, extents.data(), strides.data()));
  const bool same = found == type && rank == 3 && extents[0] == 1 && extents[1] == rows && extents[2] == columns;
  const bool dense = (columns == 1 || strides[2] == 1) && (rows == 1 || strides[1] == columns);
  if (same && dense) return {};
  return fail(ErrorCode::Unsupported, "cuDNN's weights do not lie row by row");
}

}  // namespace

std::string RecurrentMethod::name() const {
  const char* const words[] = {"standard", "persistent", "persistent_small"};
  return std::string(words[static_cast<int>(algorithm)]) + (stepsFirst ? "_steps_first" : "");
}

struct RecurrentLibrary::Description {
  Descriptor<cudnnRNNDescriptor_t, cudnnCreateRNNDescriptor, cudnnDestroyRNNDescriptor> layer;
  Descriptor<cudnnDropoutDescriptor_t, cudnnCreateDropoutDescriptor, cudnnDestroyDropoutDescriptor> dropout;
  Descriptor<cudnnRNNDataDescriptor_t, cudnnCreateRNNDataDescriptor, cudnnDestroyRNNDataDescriptor> x, y;
  TensorDescriptor state;
};

RecurrentLibrary::RecurrentLibrary(std::shared_ptr<CudaContext> context, const RecurrentProblem& problem)
    : context_(std::move(context)), problem_(problem), description_(std::make_unique<Description>()) {}

RecurrentLibrary::~RecurrentLibrary() = default;

Result<std::shared_ptr<RecurrentLibrary>> RecurrentLibrary::create(const std::shared_ptr<CudaContext>& context,
                                                                   const RecurrentProblem& problem) {
  const RecurrentGeometry& g = problem.geometry;
  constexpr std::int64_t kLargest = std::numeric_limits<int>::max();
  if (g.batch > kLargest || g.steps > kLargest || g.inputs > kLargest || g.units > kLargest / g.batch)
    return fail(ErrorCode::Unsupported, "too large for cuDNN");
  std::shared_ptr<RecurrentLibrary> library(new RecurrentLibrary(context, problem));
  FOVEA_CHECK(library->describe());
  FOVEA_CHECK(library->findWeights());
  return library;
}

Status RecurrentLibrary::describe() {
  const RecurrentGeometry& g = problem_.geometry;
  Description& d = *description_;
  for (const Status& created : {d.layer.create(), d.dropout.create(), d.x.create(), d.y.create(), d.state.create()})
    FOVEA_CHECK(created);
  FOVEA_CUDA_CALL(cudnnSetDropoutDescriptor(d.dropout, context_->dnn(), 0.0f, nullptr, 0, 0));
  FOVEA_TRY(const cudnnDataType_t type, typeOf(problem_.type));
  const cudnnMathType_t math = problem_.type == DataType::Float16 ? CUDNN_TENSOR_OP_MATH : CUDNN_DEFAULT_MATH;
  const auto inputs = static_cast<std::int32_t>(g.inputs), units = static_cast<std::int32_t>(g.units);
  FOVEA_CUDA_CALL(cudnnSetRNNDescriptor_v8(d.layer, algorithmOf(problem_.method.algorithm), modeOf(g.cell),
                                           CUDNN_RNN_DOUBLE_BIAS, CUDNN_UNIDIRECTIONAL, CUDNN_LINEAR_INPUT, type,
                                           CUDNN_DATA_FLOAT, math, inputs, units, units, 1, d.dropout,
                                           CUDNN_RNN_PADDED_IO_ENABLED));
  const auto batch = static_cast<int>(g.batch), steps = static_cast<int>(g.steps);
  const std::vector<int> lengths(static_cast<std::size_t>(g.batch), steps);
  const auto layout = problem_.method.stepsFirst ? CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED
                                                 : CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED;
  FOVEA_CUDA_CALL(cudnnSetRNNDataDescriptor(d.x, type, layout, steps, batch, inputs, lengths.data(), nullptr));
  FOVEA_CUDA_CALL(cudnnSetRNNDataDescriptor(d.y, type, layout, steps, batch, units, lengths.data(), nullptr));
  const std::array<int, 3> extents{1, batch, units}, strides{batch * units, units, 1};
  FOVEA_CUDA_CALL(cudnnSetTensorNdDescriptor(d.state, type, 3, extents.data(), strides.data()));
  FOVEA_CUDA_CALL(cudnnGetRNNWeightSpaceSize(context_->dnn(), d.layer, &weightBytes_));
  return statusOf(cudnnGetRNNTempSpaceSizes(context_->dnn(), d.layer,
                                            g.training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, d.x,
                                            &workspaceBytes_, g.training ? &reserveBytes_ : nullptr),
                  "cudnnGetRNNTempSpaceSizes");
}

// cuDNN's order of gates is input, forget, new, output for an LSTM and reset, update, new for a GRU; first for the
// input, then for the hidden state.
Status RecurrentLibrary::findWeights() {
  const RecurrentGeometry& g = problem_.geometry;
  FOVEA_TRY(const auto space, allocateDeviceMemory(context_, weightBytes_));
  const auto offsetOf = [&](const void* place) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(place) -
                                    static_cast<const std::byte*>(space->data()));
  };
  TensorDescriptor matrix, bias;
  FOVEA_CHECK(matrix.create());
  FOVEA_CHECK(bias.create());
  FOVEA_TRY(const cudnnDataType_t type, typeOf(problem_.type));
  std::vector<GatePlace> places;
  for (std::int64_t gate = 0; gate < 2 * g.gates(); ++gate) {
    void *matrixPlace = nullptr, *biasPlace = nullptr;
    FOVEA_CUDA_CALL(cudnnGetRNNWeightParams(context_->dnn(), description_->layer, 0, weightBytes_, space->data(),
                                            static_cast<std::int32_t>(gate), matrix, &matrixPlace, bias, &biasPlace));
    if (!matrixPlace || !biasPlace) return fail(ErrorCode::Unsupported, "cuDNN lacks a weight of the layer");
    FOVEA_CHECK(checkShape(matrix, type, g.units, gate < g.gates() ? g.inputs : g.units));
    FOVEA_CHECK(checkShape(bias, type, g.units, 1));
    places.push_back({offsetOf(matrixPlace), offsetOf(biasPlace)});
  }
  FOVEA_TRY(weightCopies_, cuda::weightCopies(g, problem_.type, places, weightBytes_));
  return {};
}

// cuDNN reads the lengths of the sequences from their descriptors: the pointer to them on the device is null since 8.9.
Status RecurrentLibrary::forward(const LibraryForward& a) const {
  const Description& d = *description_;
  return statusOf(
      cudnnRNNForward(context_->dnn(), d.layer,
                      problem_.geometry.training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, nullptr, d.x,
                      a.x, d.y, a.y, d.state, a.hidden, a.newHidden, d.state, a.cell, a.newCell, weightBytes_,
                      a.weights, workspaceBytes_, a.workspace, reserveBytes_, a.reserve),
      "cudnnRNNForward");
}

Status RecurrentLibrary::backwardData(const LibraryBackward& a) const {
  const Description& d = *description_;
  return statusOf(
      cudnnRNNBackwardData_v8(context_->dnn(), d.layer, nullptr, d.y, a.y, a.dy, d.x, a.dx, d.state, a.hidden, nullptr,
                              a.dhidden, d.state, a.cell, a.dnewCell, a.dcell, weightBytes_, a.weights, workspaceBytes_,
                              a.workspace, reserveBytes_, a.reserve),
      "cudnnRNNBackwardData_v8");
}

Status RecurrentLibrary::backwardWeights(const LibraryBackward& a) const {
  const Description& d = *description_;
  return statusOf(cudnnRNNBackwardWeights_v8(context_->dnn(), d.layer, CUDNN_WGRAD_MODE_ADD, nullptr, d.x, a.x, d.state,
                                             a.hidden, d.y, a.y, weightBytes_, a.dweights, workspaceBytes_, a.workspace,
                                             reserveBytes_, a.reserve),
                  "cudnnRNNBackwardWeights_v8");
}

}  // namespace fovea::cuda
