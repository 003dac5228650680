#include "core/backends/cuda/module/convolution_graph.h"

#include <cudnn_frontend.h>
#include <fmt/format.h>

namespace fovea::cuda {

namespace fe = cudnn_frontend;

namespace {

using TensorPointer = std::shared_ptr<fe::graph::Tensor_attributes>;

constexpr std::int64_t kX = 1, kWeight = 2, kY = 3;  // cuDNN's ids of the tensors
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

std::vector<std::int64_t> extents(const Shape& shape) {
  return {shape.begin(), shape.end()};
}

// Row-major: [C*H*W, H*W, W, 1].
std::vector<std::int64_t> denseStrides(const Shape& shape) {
  std::vector<std::int64_t> strides;
  for (int axis = 0; axis < shape.rank(); ++axis) strides.push_back(shape.elementsFrom(axis + 1));
  return strides;
}

void describe(fe::graph::Tensor_attributes& tensor, std::int64_t id, const Shape& shape, fe::DataType_t type) {
  tensor.set_uid(id).set_dim(extents(shape)).set_stride(denseStrides(shape)).set_data_type(type);
}

template <class Attributes>
Attributes windowOf(const ConvolutionGeometry& g) {
  Attributes attributes;
  attributes.set_pre_padding({g.height.before, g.width.before})
      .set_post_padding({g.height.after, g.width.after})
      .set_stride({g.height.stride, g.width.stride})
      .set_dilation({g.height.dilation, g.width.dilation});
  return attributes;
}

// Adds the one operation of the graph. The number of groups follows from the channels of x and weight.
void addOperation(fe::graph::Graph& graph, ConvolutionPass pass, const ConvolutionGeometry& g, fe::DataType_t type) {
  const auto input = [&](std::int64_t id, const Shape& shape) {
    fe::graph::Tensor_attributes tensor;
    describe(tensor, id, shape, type);
    return graph.tensor(tensor);
  };
  const auto output = [&](const TensorPointer& tensor, std::int64_t id, const Shape& shape) {
    describe(*tensor, id, shape, type);
    tensor->set_output(true);
  };
  switch (pass) {
    case ConvolutionPass::Forward:
      output(graph.conv_fprop(input(kX, g.inputShape()), input(kWeight, g.weightShape()),
                              windowOf<fe::graph::Conv_fprop_attributes>(g)),
             kY, g.outputShape());
      return;
    case ConvolutionPass::BackwardData:
      output(graph.conv_dgrad(input(kY, g.outputShape()), input(kWeight, g.weightShape()),
                              windowOf<fe::graph::Conv_dgrad_attributes>(g)),
             kX, g.inputShape());
      return;
    case ConvolutionPass::BackwardWeights:
      output(graph.conv_wgrad(input(kY, g.outputShape()), input(kX, g.inputShape()),
                              windowOf<fe::graph::Conv_wgrad_attributes>(g)),
             kWeight, g.weightShape());
      return;
  }
}

// What an engine may not do. Transforms (FFT, Winograd) are faster for some windows, but round more than a plain sum
// and spread a NaN over their whole tile.
std::vector<fe::NumericalNote_t> refusedNotes(DataType type) {
  using Note = fe::NumericalNote_t;
  std::vector<Note> notes = {
      Note::NONDETERMINISTIC, Note::DOWN_CONVERT_INPUTS, Note::REDUCED_PRECISION_REDUCTION, Note::FFT,
      Note::WINOGRAD,         Note::WINOGRAD_TILE_4x4,   Note::WINOGRAD_TILE_6x6,           Note::WINOGRAD_TILE_13x13};
  // On f32 the tensor cores compute in TF32; on f64 they compute in f64.
  if (type == DataType::Float32) notes.push_back(Note::TENSOR_CORE);
  return notes;
}

// From the built operation graph to one plan that can run.
Status plan(fe::graph::Graph& graph, DataType type) {
  FOVEA_CHECK(statusOfFrontend(graph.create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK})));
  graph.deselect_numeric_notes(refusedNotes(type));
  graph.deselect_workspace_greater_than(kWorkspaceLimit);
  FOVEA_CHECK(statusOfFrontend(graph.check_support()));
  return statusOfFrontend(graph.build_plans(fe::BuildPlanPolicy_t::HEURISTICS_CHOICE));
}

}  // namespace

struct ConvolutionGraph::State {
  fe::graph::Graph graph;
  std::size_t workspaceBytes = 0;
  std::string name;
  std::unordered_map<std::int64_t, void*> pointers{{kX, nullptr}, {kWeight, nullptr}, {kY, nullptr}};

  void define(ConvolutionPass pass, const ConvolutionGeometry& geometry, DataType type) {
    const fe::DataType_t real = type == DataType::Float64 ? fe::DataType_t::DOUBLE : fe::DataType_t::FLOAT;
    graph.set_io_data_type(real).set_intermediate_data_type(real).set_compute_data_type(real);
    addOperation(graph, pass, geometry, real);
  }

  Status finish(DataType type) {
    FOVEA_CHECK(plan(graph, type));
    std::int64_t bytes = 0;
    FOVEA_CHECK(statusOfFrontend(graph.get_workspace_size(bytes)));
    workspaceBytes = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 0));
    return statusOfFrontend(graph.get_plan_name(name));
  }
};

ConvolutionGraph::ConvolutionGraph(std::unique_ptr<State> state) : state_(std::move(state)) {}
ConvolutionGraph::~ConvolutionGraph() = default;

std::size_t ConvolutionGraph::workspaceBytes() const {
  return state_->workspaceBytes;
}
const std::string& ConvolutionGraph::name() const {
  return state_->name;
}

Result<std::shared_ptr<ConvolutionGraph>> ConvolutionGraph::create(cudnnHandle_t handle, ConvolutionPass pass,
                                                                   const ConvolutionGeometry& geometry, DataType type) {
  try {
    auto state = std::make_unique<State>();
    state->define(pass, geometry, type);
    FOVEA_CHECK(statusOfFrontend(state->graph.validate()));
    FOVEA_CHECK(statusOfFrontend(state->graph.build_operation_graph(handle)));
    FOVEA_CHECK(state->finish(type));
    return std::shared_ptr<ConvolutionGraph>(new ConvolutionGraph(std::move(state)));
  } catch (const std::exception& error) {
    return fail(ErrorCode::Unsupported, std::string("cuDNN: ") + error.what());
  }
}

Result<std::shared_ptr<ConvolutionGraph>> ConvolutionGraph::createFor(const std::string& description,
                                                                      int computeCapability, ConvolutionPass pass,
                                                                      const ConvolutionGeometry& geometry,
                                                                      DataType type) {
  try {
    auto properties = std::make_shared<fe::DeviceProperties>();
    if (auto read = properties->deserialize({description.begin(), description.end()}); read.is_bad())
      return fail(ErrorCode::InvalidArgument, "cuDNN cannot read the description of a device: " + read.get_message());
    auto state = std::make_unique<State>();
    state->graph.set_device_properties(std::move(properties));
    state->graph.set_sm_version(computeCapability);
    state->define(pass, geometry, type);
    FOVEA_CHECK(statusOfFrontend(state->graph.validate()));
    FOVEA_CHECK(statusOfFrontend(state->graph.build_operation_graph()));
    FOVEA_CHECK(state->finish(type));
    return std::shared_ptr<ConvolutionGraph>(new ConvolutionGraph(std::move(state)));
  } catch (const std::exception& error) {
    return fail(ErrorCode::Unsupported, std::string("cuDNN: ") + error.what());
  }
}

Status ConvolutionGraph::run(cudnnHandle_t handle, void* x, void* weight, void* y, void* workspace) {
  try {
    state_->pointers[kX] = x;
    state_->pointers[kWeight] = weight;
    state_->pointers[kY] = y;
    return statusOfFrontend(state_->graph.execute(handle, state_->pointers, workspace));
  } catch (const std::exception& error) {
    return fail(ErrorCode::Internal, std::string("cuDNN: ") + error.what());
  }
}

}  // namespace fovea::cuda
