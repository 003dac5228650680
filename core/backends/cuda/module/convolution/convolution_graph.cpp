#include "core/backends/cuda/module/convolution/convolution_graph.h"

#include <cudnn_frontend.h>

#include "core/backends/cuda/module/runtime/layouts.h"
#include "core/backends/cuda/module/runtime/number_types.h"

namespace fovea::cuda {

namespace fe = cudnn_frontend;

namespace {

using TensorPointer = std::shared_ptr<fe::graph::Tensor_attributes>;

// cuDNN's ids of the tensors.
constexpr std::int64_t kX = 1, kWeight = 2, kY = 3, kBias = 4, kResidual = 5, kSums = 6, kSquares = 7, kNormX = 8,
                       kNormScale = 9, kNormBias = 10, kMean = 11, kInverseDeviation = 12, kDscale = 13, kDbias = 14,
                       kFactors = 15, kFactor = 18, kShift = 19;
constexpr std::int64_t kWorkspaceLimit = std::int64_t{256} << 20;

Status statusOfFrontend(fe::error_t error) {
  if (error.is_good()) return {};
  std::string words = error.get_message();
  words = words.substr(0, words.find('\n'));
  const bool unsupported = error.get_code() == fe::error_code_t::GRAPH_NOT_SUPPORTED ||
                           error.get_code() == fe::error_code_t::HEURISTIC_QUERY_FAILED ||
                           error.get_code() == fe::error_code_t::GRAPH_EXECUTION_PLAN_CREATION_FAILED ||
                           error.get_code() == fe::error_code_t::UNSUPPORTED_GRAPH_FORMAT;
  return fail(unsupported ? ErrorCode::Unsupported : ErrorCode::Internal, "cuDNN: " + words);
}

// A problem of another type is refused before it is described.
fe::DataType_t frontendType(DataType type) {
  switch (type) {
    case DataType::Float32:
      return fe::DataType_t::FLOAT;
    case DataType::Float64:
      return fe::DataType_t::DOUBLE;
    case DataType::Float16:
      return fe::DataType_t::HALF;
    case DataType::BFloat16:
      return fe::DataType_t::BFLOAT16;
    default:
      return fe::DataType_t::NOT_SET;
  }
}

// Row-major: [C*H*W, H*W, W, 1].
std::vector<std::int64_t> denseStrides(const Shape& shape) {
  std::vector<std::int64_t> strides;
  for (int axis = 0; axis < shape.rank(); ++axis) strides.push_back(shape.elementsFrom(axis + 1));
  return strides;
}

// Adds the tensors and operations of one problem to a graph.
class Definition {
 public:
  Definition(fe::graph::Graph& graph, const ConvolutionProblem& problem)
      : graph_(graph), problem_(problem), geometry_(problem.geometry), type_(frontendType(problem.type)) {
    const auto compute = problem.type == DataType::Float64 ? fe::DataType_t::DOUBLE : fe::DataType_t::FLOAT;
    graph_.set_io_data_type(type_).set_intermediate_data_type(compute).set_compute_data_type(compute);
  }

  // cuDNN derives the number of groups from the channels of x and weight.
  void add() {
    switch (problem_.pass) {
      case ConvolutionPass::Forward:
        forward(ended(graph_.conv_fprop(image(), input(kWeight, geometry_.weightShape()),
                                        window<fe::graph::Conv_fprop_attributes>())));
        return;
      case ConvolutionPass::BackwardData:
        backwardData(graph_.conv_dgrad(input(kY, geometry_.outputShape()), input(kWeight, geometry_.weightShape()),
                                       window<fe::graph::Conv_dgrad_attributes>()));
        return;
      case ConvolutionPass::BackwardWeights:
        output(
            graph_.conv_wgrad(input(kY, geometry_.outputShape()), image(), window<fe::graph::Conv_wgrad_attributes>()),
            kWeight, geometry_.weightShape(), type_);
        return;
    }
  }

 private:
  void describe(fe::graph::Tensor_attributes& tensor, std::int64_t id, const Shape& shape, fe::DataType_t type) const {
    tensor.set_uid(id)
        .set_dim({shape.begin(), shape.end()})
        .set_stride(problem_.channelsLast ? channelsLastStrides(shape) : denseStrides(shape))
        .set_data_type(type);
  }
  TensorPointer input(std::int64_t id, const Shape& shape) { return input(id, shape, type_); }
  TensorPointer input(std::int64_t id, const Shape& shape, fe::DataType_t type) {
    fe::graph::Tensor_attributes tensor;
    describe(tensor, id, shape, type);
    return graph_.tensor(tensor);
  }
  void output(const TensorPointer& tensor, std::int64_t id, const Shape& shape, fe::DataType_t type) const {
    describe(*tensor, id, shape, type);
    tensor->set_output(true);
  }

  // Returns the convolution's input: x or its normalisation. cuDNN's precompiled engines require intermediate values in
  // the type of x.
  TensorPointer image() {
    const TensorPointer x = input(kX, geometry_.inputShape());
    if (!problem_.normInput) return x;
    const Shape channels = perChannel(geometry_.inputChannels);
    const auto between = [&](const TensorPointer& tensor) {
      tensor->set_data_type(type_);
      return tensor;
    };
    const TensorPointer scaled = between(combined(x, input(kFactor, channels), fe::PointwiseMode_t::MUL));
    const TensorPointer shifted = between(combined(scaled, input(kShift, channels), fe::PointwiseMode_t::ADD));
    fe::graph::Pointwise_attributes relu;
    relu.set_mode(fe::PointwiseMode_t::RELU_FWD);
    return between(graph_.pointwise(shifted, relu));
  }

  void forward(const TensorPointer& y) {
    output(y, kY, geometry_.outputShape(), frontendType(problem_.resultType()));
    if (!problem_.statistics) return;
    const auto sums = graph_.genstats(y, fe::graph::Genstats_attributes());
    output(sums[0], kSums, biasShape(), fe::DataType_t::FLOAT);
    output(sums[1], kSquares, biasShape(), fe::DataType_t::FLOAT);
  }

  void backwardData(const TensorPointer& gradient) {
    if (!problem_.normGradient) return output(withResidual(gradient), kX, geometry_.inputShape(), type_);
    shapeAsX(gradient);
    const Shape channels = perChannel(geometry_.inputChannels);
    const auto parameter = [&](std::int64_t id) { return input(id, channels, fe::DataType_t::FLOAT); };
    const TensorPointer x = input(kNormX, geometry_.inputShape()), mean = parameter(kMean),
                        inverse = parameter(kInverseDeviation), scale = parameter(kNormScale);
    using Mode = fe::PointwiseMode_t;
    const TensorPointer scaled = combined(combined(combined(x, mean, Mode::SUB), inverse, Mode::MUL), scale, Mode::MUL);
    const TensorPointer masked = combined(gradient, combined(scaled, parameter(kNormBias), Mode::ADD), Mode::RELU_BWD);
    output(masked, kX, geometry_.inputShape(), type_);
    const auto sums = graph_.dbn_weight(masked, x, mean, inverse, scale, fe::graph::DBN_weight_attributes());
    for (std::size_t i = 0; i < sums.size(); ++i)
      output(sums[i], kDscale + static_cast<std::int64_t>(i), channels, fe::DataType_t::FLOAT);
  }

  // [depth,] height, width
  std::vector<std::int64_t> byAxis(std::int64_t WindowAxis::*number) const {
    std::vector<std::int64_t> numbers{geometry_.height.*number, geometry_.width.*number};
    if (geometry_.volume) numbers.insert(numbers.begin(), geometry_.depth.*number);
    return numbers;
  }
  // [1, channels, 1, 1] or [1, channels, 1, 1, 1]
  Shape perChannel(std::int64_t channels) const {
    Shape shape = geometry_.outputShape();
    for (int axis = 0; axis < shape.rank(); ++axis) shape[axis] = axis == 1 ? channels : 1;
    return shape;
  }
  Shape biasShape() const { return perChannel(geometry_.outputChannels); }

  template <class Attributes>
  Attributes window() const {
    Attributes attributes;
    attributes.set_pre_padding(byAxis(&WindowAxis::before))
        .set_post_padding(byAxis(&WindowAxis::after))
        .set_stride(byAxis(&WindowAxis::stride))
        .set_dilation(byAxis(&WindowAxis::dilation));
    return attributes;
  }

  TensorPointer combined(const TensorPointer& a, const TensorPointer& b, fe::PointwiseMode_t mode) {
    return graph_.pointwise(a, b, fe::graph::Pointwise_attributes().set_mode(mode));
  }
  TensorPointer sum(const TensorPointer& a, const TensorPointer& b) { return combined(a, b, fe::PointwiseMode_t::ADD); }
  // The frontend infers the shapes of values derived from the gradient of x, so this sets its shape explicitly.
  void shapeAsX(const TensorPointer& gradient) const {
    const Shape shape = geometry_.inputShape();
    gradient->set_dim({shape.begin(), shape.end()})
        .set_stride(problem_.channelsLast ? channelsLastStrides(shape) : denseStrides(shape));
  }
  TensorPointer withResidual(const TensorPointer& gradient) {
    if (!problem_.residual) return gradient;
    shapeAsX(gradient);
    return sum(gradient, input(kResidual, geometry_.inputShape()));
  }
  TensorPointer ended(TensorPointer tensor) {
    if (problem_.bias) tensor = sum(tensor, input(kBias, biasShape()));
    if (problem_.residual) tensor = sum(tensor, input(kResidual, geometry_.outputShape()));
    if (problem_.end == ConvolutionEnd::None) return tensor;
    fe::graph::Pointwise_attributes attributes;
    switch (problem_.end) {
      case ConvolutionEnd::Relu6:
        attributes.set_mode(fe::PointwiseMode_t::RELU_FWD).set_relu_upper_clip(6.0f);
        break;
      case ConvolutionEnd::LeakyRelu:
        attributes.set_mode(fe::PointwiseMode_t::RELU_FWD)
            .set_relu_lower_clip_slope(static_cast<float>(problem_.slope));
        break;
      case ConvolutionEnd::Sigmoid:
        attributes.set_mode(fe::PointwiseMode_t::SIGMOID_FWD);
        break;
      case ConvolutionEnd::Tanh:
        attributes.set_mode(fe::PointwiseMode_t::TANH_FWD);
        break;
      case ConvolutionEnd::Silu:
        attributes.set_mode(fe::PointwiseMode_t::SWISH_FWD).set_swish_beta(1.0f);
        break;
      default:
        attributes.set_mode(fe::PointwiseMode_t::RELU_FWD);
    }
    return graph_.pointwise(tensor, attributes);
  }

  fe::graph::Graph& graph_;
  const ConvolutionProblem& problem_;
  const ConvolutionGeometry& geometry_;
  fe::DataType_t type_;
};

// The properties that an engine must not have.
std::vector<fe::NumericalNote_t> refusedNotes(const ConvolutionProblem& problem) {
  using Note = fe::NumericalNote_t;
  std::vector<Note> notes = {Note::NONDETERMINISTIC,   Note::REDUCED_PRECISION_REDUCTION, Note::FFT,
                             Note::WINOGRAD,           Note::WINOGRAD_TILE_4x4,           Note::WINOGRAD_TILE_6x6,
                             Note::WINOGRAD_TILE_13x13};
  const bool real = problem.type == DataType::Float32 || problem.type == DataType::Float64;
  // On f32 the tensor cores compute in TF32; on f64 they compute in f64.
  if (real && problem.exact) notes.push_back(Note::DOWN_CONVERT_INPUTS);
  if (problem.type == DataType::Float32 && problem.exact) notes.push_back(Note::TENSOR_CORE);
  return notes;
}

// This engine rounds f32 weight gradients fifty times more than the others (cuDNN 9.14 on an H200), without a note.
constexpr const char* kRoundingEngine = "eng17_";

Status checkType(const ConvolutionProblem& problem) {
  return isFloatingPoint(problem.type) ? Status() : Status(unknownType("cuDNN's convolution", problem.type));
}

// Calls into the frontend may throw.
template <class F>
Status guarded(F&& f) {
  try {
    return f();
  } catch (const std::exception& error) {
    return fail(ErrorCode::Unsupported, std::string("cuDNN: ") + error.what());
  }
}

}  // namespace

struct ConvolutionGraph::State {
  ConvolutionProblem problem;
  fe::graph::Graph graph;
  std::vector<std::string> plans;
  std::int64_t selected = -1;
  std::size_t workspaceBytes = 0;
  std::unordered_map<std::int64_t, void*> pointers;

  explicit State(const ConvolutionProblem& wanted) : problem(wanted) {
    Definition(graph, problem).add();
    pointers = {{kX, nullptr}, {kWeight, nullptr}, {kY, nullptr}};
    if (problem.bias) pointers[kBias] = nullptr;
    if (problem.residual) pointers[kResidual] = nullptr;
    if (problem.statistics) pointers[kSums] = pointers[kSquares] = nullptr;
    if (problem.normInput) pointers[kFactor] = pointers[kShift] = nullptr;
    if (problem.normGradient) setNorm({});
  }

  void setNorm(const NormGradientPointers& norm) {
    pointers[kNormX] = norm.x;
    pointers[kNormScale] = norm.scale;
    pointers[kNormBias] = norm.bias;
    pointers[kMean] = norm.mean;
    pointers[kInverseDeviation] = norm.inverseDeviation;
    pointers[kDscale] = norm.dscale;
    pointers[kDbias] = norm.dbias;
    for (std::size_t i = 0; i < norm.factors.size(); ++i)
      pointers[kFactors + static_cast<std::int64_t>(i)] = norm.factors[i];
  }

  bool roundsTooMuch(const std::string& plan) const {
    return problem.exact && problem.type == DataType::Float32 && problem.pass == ConvolutionPass::BackwardWeights &&
           plan.starts_with(kRoundingEngine);
  }

  // Requests execution plans for the operation graph.
  Status search() {
    FOVEA_CHECK(statusOfFrontend(graph.create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK})));
    graph.deselect_numeric_notes(refusedNotes(problem));
    graph.deselect_workspace_greater_than(kWorkspaceLimit);
    FOVEA_CHECK(statusOfFrontend(graph.check_support()));
    plans.resize(static_cast<std::size_t>(graph.get_execution_plan_count()));
    for (std::size_t i = 0; i < plans.size(); ++i)
      FOVEA_CHECK(statusOfFrontend(graph.get_plan_name_at_index(static_cast<std::int64_t>(i), plans[i])));
    return {};
  }
};

ConvolutionGraph::ConvolutionGraph(std::unique_ptr<State> state) : state_(std::move(state)) {}
ConvolutionGraph::~ConvolutionGraph() = default;

const std::vector<std::string>& ConvolutionGraph::plans() const {
  return state_->plans;
}
std::size_t ConvolutionGraph::workspaceBytes() const {
  return state_->workspaceBytes;
}
const std::string& ConvolutionGraph::name() const {
  return state_->plans[static_cast<std::size_t>(state_->selected)];
}

Status ConvolutionGraph::select(std::size_t plan) {
  return guarded([&]() -> Status {
    const auto index = static_cast<std::int64_t>(plan);
    if (state_->roundsTooMuch(state_->plans[plan])) return fail(ErrorCode::Unsupported, "it rounds too much");
    FOVEA_CHECK(statusOfFrontend(state_->graph.build_plan_at_index(index)));
    std::int64_t bytes = 0;
    FOVEA_CHECK(statusOfFrontend(state_->graph.get_workspace_size_plan_at_index(index, bytes)));
    state_->workspaceBytes = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0));
    state_->selected = index;
    return {};
  });
}

Status ConvolutionGraph::selectFirst() {
  Status last = fail(ErrorCode::Unsupported, "cuDNN has no plan for it");
  for (std::size_t i = 0; i < state_->plans.size(); ++i) {
    last = select(i);
    if (last.ok()) return last;
  }
  return fail(ErrorCode::Unsupported, last.error().message);
}

Result<std::shared_ptr<ConvolutionGraph>> ConvolutionGraph::create(cudnnHandle_t handle,
                                                                   const ConvolutionProblem& problem) {
  FOVEA_CHECK(checkType(problem));
  std::unique_ptr<State> state;
  const Status made = guarded([&]() -> Status {
    state = std::make_unique<State>(problem);
    FOVEA_CHECK(statusOfFrontend(state->graph.validate()));
    FOVEA_CHECK(statusOfFrontend(state->graph.build_operation_graph(handle)));
    return state->search();
  });
  FOVEA_CHECK(made);
  return std::shared_ptr<ConvolutionGraph>(new ConvolutionGraph(std::move(state)));
}

Result<std::shared_ptr<ConvolutionGraph>> ConvolutionGraph::createFor(const std::string& description,
                                                                      int computeCapability,
                                                                      const ConvolutionProblem& problem) {
  FOVEA_CHECK(checkType(problem));
  std::unique_ptr<State> state;
  const Status made = guarded([&]() -> Status {
    auto properties = std::make_shared<fe::DeviceProperties>();
    if (auto read = properties->deserialize({description.begin(), description.end()}); read.is_bad())
      return fail(ErrorCode::InvalidArgument, "cuDNN cannot read the description of a device: " + read.get_message());
    state = std::make_unique<State>(problem);
    state->graph.set_device_properties(std::move(properties));
    state->graph.set_sm_version(computeCapability);
    FOVEA_CHECK(statusOfFrontend(state->graph.validate()));
    FOVEA_CHECK(statusOfFrontend(state->graph.build_operation_graph()));
    return state->search();
  });
  FOVEA_CHECK(made);
  return std::shared_ptr<ConvolutionGraph>(new ConvolutionGraph(std::move(state)));
}

Status ConvolutionGraph::run(cudnnHandle_t handle, const ConvolutionPointers& pointers, void* workspace) {
  auto& map = state_->pointers;
  map[kX] = pointers.x;
  map[kWeight] = pointers.weight;
  map[kY] = pointers.y;
  if (state_->problem.bias) map[kBias] = pointers.bias;
  if (state_->problem.residual) map[kResidual] = pointers.residual;
  if (state_->problem.statistics) {
    map[kSums] = pointers.sums;
    map[kSquares] = pointers.squares;
  }
  if (state_->problem.normInput) {
    map[kFactor] = pointers.factor;
    map[kShift] = pointers.shift;
  }
  if (state_->problem.normGradient) state_->setNorm(pointers.norm);
  try {
    return statusOfFrontend(state_->graph.execute_plan_at_index(handle, map, workspace, state_->selected));
  } catch (const std::exception& error) {
    return fail(ErrorCode::Internal, std::string("cuDNN: ") + error.what());
  }
}

}  // namespace fovea::cuda
