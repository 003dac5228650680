// Replaces cuBLASLt and cuDNN by plain loops behind the same classes, delayed like all work on a stream. They use the
// layouts and tensors of a problem as given, so that the code that binds ops to them is tested.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/backends/cuda/module/convolution/convolution_graph.h"
#include "core/backends/cuda/module/products/gemm.h"
#include "core/backends/cuda/module/runtime/context.h"
#include "core/backends/cuda/module/runtime/layouts.h"
#include "core/ops/linear_mask.h"
#include "core/tensor/half.h"
#include "tests/core/backends/cuda_module/emulator/dnn_faults.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

namespace fovea::cuda {
namespace {

double readNumber(DataType type, const void* data, std::int64_t at) {
  double number = 0;
  convertNumbers(type, static_cast<const std::byte*>(data) + at * static_cast<std::int64_t>(byteSize(type)),
                 DataType::Float64, &number, 1);
  return number;
}

// Reads a whole tensor at once, which is much faster than one by one.
std::vector<double> readNumbers(DataType type, const void* data, std::int64_t count) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  convertNumbers(type, data, DataType::Float64, numbers.data(), count);
  return numbers;
}

void writeNumber(DataType type, void* data, std::int64_t at, double number) {
  convertNumbers(DataType::Float64, &number, type,
                 static_cast<std::byte*>(data) + at * static_cast<std::int64_t>(byteSize(type)), 1);
}

}  // namespace

Result<int> countDevices() {
  return 1;
}

Result<std::shared_ptr<CudaContext>> CudaContext::open(int index) {
  std::shared_ptr<CudaContext> context(new CudaContext(index, emulator::dnnFaults.planFile));
  FOVEA_CHECK(context->create());
  return context;
}

Status CudaContext::create() {
  FOVEA_CUDA_CALL(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  blas_ = reinterpret_cast<cublasLtHandle_t>(stream_);
  dnn_ = reinterpret_cast<cudnnHandle_t>(stream_);
  return {};
}

// Stores the shape where the real class stores cuBLASLt's descriptors.
Result<std::shared_ptr<Gemm>> Gemm::create(const std::shared_ptr<CudaContext>& context, const GemmShape& shape) {
  if (shape.end != GemmEnd::None && emulator::dnnFaults.refusesEpilogues)
    return fail(ErrorCode::Unsupported, "no epilogues");
  if (shape.batch > 65535) return fail(ErrorCode::Unsupported, "more matrices than a grid has blocks");
  std::shared_ptr<Gemm> gemm(new Gemm(context));
  gemm->operation_ = reinterpret_cast<cublasLtMatmulDesc_t>(new GemmShape(shape));
  gemm->workspaceBytes_ = 100;
  return gemm;
}

Gemm::~Gemm() {
  delete reinterpret_cast<GemmShape*>(operation_);
}

namespace {

int placeOfBit(std::int64_t row) {
  return static_cast<int>(emulator::dnnFaults.turnsBits ? 7 - row % 8 : row % 8);
}
bool bitOf(const void* mask, const GemmShape& g, std::int64_t column, std::int64_t row) {
  return static_cast<const std::uint8_t*>(mask)[column * linearMaskRowBytes(g.rows) + row / 8] >> placeOfBit(row) & 1;
}
void setBit(void* mask, const GemmShape& g, std::int64_t column, std::int64_t row, bool on) {
  std::uint8_t& byte = static_cast<std::uint8_t*>(mask)[column * linearMaskRowBytes(g.rows) + row / 8];
  byte = static_cast<std::uint8_t>(on ? byte | 1u << placeOfBit(row) : byte & ~(1u << placeOfBit(row)));
}

struct GemmPointers {
  const void *a, *b;
  void *d, *bias, *mask;
};

// Applies the epilogue to the numbers of D before they are rounded.
void endGemm(const GemmShape& g, const GemmPointers& at, std::vector<double>& numbers) {
  std::vector<double> sums(static_cast<std::size_t>(g.rows), 0.0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t row = static_cast<std::int64_t>(i) % g.rows, column = static_cast<std::int64_t>(i) / g.rows;
    double& number = numbers[i];
    if (g.end == GemmEnd::Bias || g.end == GemmEnd::BiasRelu || g.end == GemmEnd::BiasReluMask)
      number += readNumber(g.type, at.bias, row);
    if (g.end == GemmEnd::BiasReluMask) setBit(at.mask, g, column, row, number > 0);
    if (g.end == GemmEnd::BiasRelu || g.end == GemmEnd::BiasReluMask) number = std::max(number, 0.0);
    if (g.end == GemmEnd::ReluBackward && !bitOf(at.mask, g, column, row)) number = 0;
    sums[static_cast<std::size_t>(row)] += number;
  }
  if (g.end == GemmEnd::ReluBackward)
    for (std::int64_t row = 0; row < g.rows; ++row)
      writeNumber(g.type, at.bias, row, sums[static_cast<std::size_t>(row)]);
  if (g.end == GemmEnd::SumsOfB)
    for (std::int64_t column = 0; column < g.columns; ++column) {
      double sum = 0;
      for (std::int64_t k = 0; k < g.inner; ++k)
        sum += readNumber(g.type, at.b, g.transposeB ? k * g.columns + column : column * g.inner + k);
      writeNumber(g.type, at.bias, column, sum);
    }
}

void multiply(const GemmShape& g, const GemmPointers& at) {
  std::vector<double> numbers(static_cast<std::size_t>(g.batch * g.rows * g.columns));
  const std::vector<double> a = readNumbers(g.type, at.a, g.batch * g.rows * g.inner);
  const std::vector<double> b = readNumbers(g.type, at.b, g.batch * g.inner * g.columns);
  for (std::int64_t i = 0; i < g.batch * g.rows * g.columns; ++i) {
    const std::int64_t batch = i / (g.rows * g.columns), row = i % g.rows, column = i / g.rows % g.columns;
    const std::int64_t firstA = batch * g.rows * g.inner, firstB = batch * g.inner * g.columns;
    double& sum = numbers[static_cast<std::size_t>(i)];
    for (std::int64_t k = 0; k < g.inner; ++k)
      sum += a[static_cast<std::size_t>(firstA + (g.transposeA ? row * g.inner + k : k * g.rows + row))] *
             b[static_cast<std::size_t>(firstB + (g.transposeB ? k * g.columns + column : column * g.inner + k))];
  }
  if (g.end != GemmEnd::None) endGemm(g, at, numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    writeNumber(g.wide ? DataType::Float32 : g.type, at.d, static_cast<std::int64_t>(i), numbers[i]);
}

}  // namespace

// Rejects addresses whose alignment was not given to the search, as the library may.
Status Gemm::run(const void* a, const void* b, void* d, void* bias, void* workspace, void* mask) {
  const GemmShape g = *reinterpret_cast<const GemmShape*>(operation_);
  if (reinterpret_cast<std::uintptr_t>(workspace) % 256 != 0)
    return fail(ErrorCode::Internal, "The workspace is not aligned.");
  const bool masked = g.end == GemmEnd::BiasReluMask || g.end == GemmEnd::ReluBackward;
  for (const void* const pointer : {g.end == GemmEnd::None ? d : bias, masked ? mask : d})
    if (!pointer || reinterpret_cast<std::uintptr_t>(pointer) % 16 != 0)
      return fail(ErrorCode::Internal, "The bias or the mask is not aligned.");
  return statusOf(emulator::enqueue(context_->stream(),
                                    [=, threads = emulator::dnnFaults.threadsOfAProduct] {
                                      emulator::threadsRun += threads;
                                      std::memset(workspace, 0x5A, 100);
                                      multiply(g, {a, b, d, bias, mask});
                                    }),
                  "Gemm::run");
}

struct ConvolutionGraph::State {
  ConvolutionProblem problem;
  std::vector<std::string> plans;
  std::size_t selected = 0;

  explicit State(const ConvolutionProblem& wanted) : problem(wanted) {
    for (std::size_t i = 0; i < emulator::dnnFaults.convolutionPlans; ++i) plans.push_back("eng" + std::to_string(i));
  }
};

ConvolutionGraph::ConvolutionGraph(std::unique_ptr<State> state) : state_(std::move(state)) {}
ConvolutionGraph::~ConvolutionGraph() = default;
const std::vector<std::string>& ConvolutionGraph::plans() const {
  return state_->plans;
}
std::size_t ConvolutionGraph::workspaceBytes() const {
  return 100;
}
const std::string& ConvolutionGraph::name() const {
  return state_->plans[state_->selected];
}
Status ConvolutionGraph::select(std::size_t plan) {
  state_->selected = plan;
  return {};
}
Status ConvolutionGraph::selectFirst() {
  return select(0);
}
// Like cuDNN, rejects an exact f32 bias and, with groups, everything fused or of another type; its weight gradient
// would be wrong with asymmetric padding.
Result<std::shared_ptr<ConvolutionGraph>> ConvolutionGraph::create(cudnnHandle_t, const ConvolutionProblem& problem) {
  const ConvolutionGeometry& g = problem.geometry;
  if (problem.pass == ConvolutionPass::BackwardData && problem.residual && emulator::dnnFaults.refusesGradientSums)
    return fail(ErrorCode::Unsupported, "no sums");
  if (problem.normGradient && (problem.type != DataType::Float16 || emulator::dnnFaults.refusesNormGradients))
    return fail(ErrorCode::Unsupported, "no sums of a masked gradient");
  if (problem.statistics && (problem.type != DataType::Float16 || emulator::dnnFaults.refusesStatistics))
    return fail(ErrorCode::Unsupported, "no statistics");
  if (problem.normInput && (problem.type != DataType::Float16 || emulator::dnnFaults.refusesNormInputs))
    return fail(ErrorCode::Unsupported, "no normalised input");
  if (g.groups > 1 && (problem.wide || problem.bias)) return fail(ErrorCode::Unsupported, "plain groups only");
  if (problem.pass == ConvolutionPass::BackwardWeights &&
      (g.depth.before != g.depth.after || g.height.before != g.height.after || g.width.before != g.width.after))
    return fail(ErrorCode::Internal, "uneven padding");
  if (problem.bias && problem.exact && problem.type == DataType::Float32)
    return fail(ErrorCode::Unsupported, "no bias without tensor cores");
  return std::shared_ptr<ConvolutionGraph>(new ConvolutionGraph(std::unique_ptr<State>(new State{problem})));
}

namespace {

// Strides of a tensor [a, b, d, e], or [a, b, c, d, e] for volumes, along each of the five axes.
class Strides {
 public:
  Strides(const ConvolutionProblem& p, const Shape& shape) {
    const auto last = channelsLastStrides(shape);
    for (int axis = 0; axis < shape.rank(); ++axis)
      steps_[static_cast<std::size_t>(axis >= 2 ? axis + 5 - shape.rank() : axis)] =
          p.channelsLast ? last[static_cast<std::size_t>(axis)] : shape.elementsFrom(axis + 1);
  }
  std::int64_t at(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t e) const {
    return a * steps_[0] + b * steps_[1] + c * steps_[2] + d * steps_[3] + e * steps_[4];
  }

 private:
  std::array<std::int64_t, 5> steps_{};
};

double ended(const ConvolutionProblem& p, double value) {
  switch (p.end) {
    case ConvolutionEnd::Relu:
      return value <= 0 ? 0 : value;
    case ConvolutionEnd::Relu6:
      return value <= 0 ? 0 : std::min(value, 6.0);
    case ConvolutionEnd::LeakyRelu:
      return value <= 0 ? p.slope * value : value;
    case ConvolutionEnd::Sigmoid:
      return 1 / (1 + std::exp(-value));
    case ConvolutionEnd::Tanh:
      return std::tanh(value);
    case ConvolutionEnd::Silu:
      return value / (1 + std::exp(-value));
    default:
      return value;
  }
}

// Calls visit(kernel position, input position) for the inputs of window `o` along an axis.
template <class Visit>
void forEachTap(const WindowAxis& axis, std::int64_t o, Visit visit) {
  for (std::int64_t k = 0; k < axis.kernel; ++k) {
    const std::int64_t at = o * axis.stride - axis.before + k * axis.dilation;
    if (at >= 0 && at < axis.input) visit(k, at);
  }
}

// Calls visit(x's position, weight's position, y's position) for each product of the convolution.
template <class Visit>
void forEachProduct(const ConvolutionProblem& p, Visit visit) {
  const ConvolutionGeometry& g = p.geometry;
  const Strides input(p, g.inputShape()), weight(p, g.weightShape()), output(p, g.outputShape());
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t m = 0; m < g.outputChannels; ++m)
      for (std::int64_t i = 0; i < g.outputDepth * g.outputHeight * g.outputWidth; ++i) {
        const std::int64_t ox = i % g.outputWidth, oy = i / g.outputWidth % g.outputHeight;
        const std::int64_t oz = i / (g.outputWidth * g.outputHeight);
        for (std::int64_t c = 0; c < g.inputChannelsOfGroup(); ++c)
          forEachTap(g.depth, oz, [&](std::int64_t kz, std::int64_t iz) {
            forEachTap(g.height, oy, [&](std::int64_t ky, std::int64_t iy) {
              forEachTap(g.width, ox, [&](std::int64_t kx, std::int64_t ix) {
                const std::int64_t channel = m / g.outputChannelsOfGroup() * g.inputChannelsOfGroup() + c;
                visit(input.at(n, channel, iz, iy, ix), weight.at(m, c, kz, ky, kx), output.at(n, m, oz, oy, ox));
              });
            });
          });
      }
}

// Masks the gradient of x, which has channels last, and sums it; overwrites the factors, which must not be read.
void endNormGradient(const ConvolutionProblem& p, const ConvolutionPointers& at) {
  const std::int64_t channels = p.geometry.inputChannels, count = p.geometry.inputShape().elementCount();
  const NormGradientPointers& norm = at.norm;
  const auto of = [](void* numbers, std::int64_t c) { return static_cast<double>(static_cast<float*>(numbers)[c]); };
  std::vector<double> sums(static_cast<std::size_t>(channels)), products(sums);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t c = i % channels;
    const double x = (readNumber(p.type, norm.x, i) - of(norm.mean, c)) * of(norm.inverseDeviation, c);
    if (!(x * of(norm.scale, c) + of(norm.bias, c) > 0)) writeNumber(p.type, at.x, i, 0);
    const double g = readNumber(p.type, at.x, i);
    sums[static_cast<std::size_t>(c)] += g;
    products[static_cast<std::size_t>(c)] += g * x;
  }
  const double factor = emulator::dnnFaults.givesWrongNormGradients ? -1 : 1;
  for (std::int64_t c = 0; c < channels; ++c) {
    static_cast<float*>(norm.dscale)[c] = static_cast<float>(factor * products[static_cast<std::size_t>(c)]);
    static_cast<float*>(norm.dbias)[c] = static_cast<float>(sums[static_cast<std::size_t>(c)]);
    for (void* const unread : norm.factors) static_cast<float*>(unread)[c] = std::nanf("");
  }
}

// Replaces x, which has channels last, by relu(x * factor + shift), rounded to f16.
void normaliseInput(const ConvolutionProblem& p, const ConvolutionPointers& at, std::vector<double>& x) {
  const std::int64_t channels = p.geometry.inputChannels;
  const double sign = emulator::dnnFaults.givesWrongNormInputs ? -1 : 1;
  const std::vector<double> factors = readNumbers(p.type, at.factor, channels);
  const std::vector<double> shifts = readNumbers(p.type, at.shift, channels);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t c = i % static_cast<std::size_t>(channels);
    std::uint16_t rounded = 0;
    const double value = x[i] * factors[c] + sign * shifts[c];
    writeNumber(p.type, &rounded, 0, value <= 0 ? 0 : value);
    x[i] = readNumber(p.type, &rounded, 0);
  }
}

void convolve(const ConvolutionProblem& p, const ConvolutionPointers& at) {
  const ConvolutionGeometry& g = p.geometry;
  const bool toWeight = p.pass == ConvolutionPass::BackwardWeights, toX = p.pass == ConvolutionPass::BackwardData;
  const Shape result = toWeight ? g.weightShape() : toX ? g.inputShape() : g.outputShape();
  std::vector<double> sums(static_cast<std::size_t>(result.elementCount()), 0.0);
  const auto read = [&](const void* data, const Shape& shape) {
    return readNumbers(p.type, data, shape.elementCount());
  };
  std::vector<double> first = toX ? read(at.weight, g.weightShape()) : read(at.x, g.inputShape());
  const std::vector<double> second = toWeight || toX ? read(at.y, g.outputShape()) : read(at.weight, g.weightShape());
  if (p.normInput) normaliseInput(p, at, first);
  forEachProduct(p, [&](std::int64_t x, std::int64_t weight, std::int64_t y) {
    const std::int64_t to = toWeight ? weight : toX ? x : y;
    sums[static_cast<std::size_t>(to)] += first[static_cast<std::size_t>(toX ? weight : x)] *
                                          second[static_cast<std::size_t>(toWeight || toX ? y : weight)];
  });
  void* const target = toWeight ? at.weight : toX ? at.x : at.y;
  for (std::int64_t i = 0; i < result.elementCount(); ++i) {
    double sum = sums[static_cast<std::size_t>(i)];
    const std::int64_t inner = g.outputDepth * g.outputHeight * g.outputWidth;
    if (p.bias)
      sum += readNumber(p.type, at.bias, p.channelsLast ? i % g.outputChannels : i / inner % g.outputChannels);
    if (p.residual && !toWeight) sum += readNumber(p.type, at.residual, i);
    writeNumber(p.wide ? DataType::Float32 : p.type, target, i, ended(p, sum));
  }
  if (p.normGradient) endNormGradient(p, at);
  if (!p.statistics) return;
  std::fill_n(at.sums, g.outputChannels, 0.0f);
  std::fill_n(at.squares, g.outputChannels, 0.0f);
  for (std::int64_t i = 0; i < result.elementCount(); ++i) {
    const auto number = static_cast<float>(readNumber(p.type, target, i));
    at.sums[i % g.outputChannels] += number;
    at.squares[i % g.outputChannels] += number * number;
  }
}

}  // namespace

Status ConvolutionGraph::run(cudnnHandle_t handle, const ConvolutionPointers& pointers, void* workspace) {
  if (reinterpret_cast<std::uintptr_t>(workspace) % 256 != 0)
    return fail(ErrorCode::Internal, "The workspace is not aligned.");
  const emulator::DnnFaults& faults = emulator::dnnFaults;
  const ConvolutionProblem& wanted = state_->problem;
  if (state_->selected < faults.failingConvolutionPlans || (faults.failsChannelsLast && wanted.channelsLast) ||
      (faults.failsBias && wanted.bias))
    return fail(ErrorCode::Internal, "cuDNN: CUDNN_STATUS_EXECUTION_FAILED");
  emulator::convolutionPlans.insert(name());
  emulator::convolutionInputs.insert(pointers.x);
  for (int slow = 0; slow < 5 && state_->selected != faults.fastConvolutionPlan; ++slow)
    FOVEA_CUDA_CALL(emulator::enqueue(reinterpret_cast<cudaStream_t>(handle), [] {}));
  return statusOf(
      emulator::enqueue(reinterpret_cast<cudaStream_t>(handle),
                        [problem = state_->problem, pointers, workspace, threads = faults.threadsOfAConvolution] {
                          emulator::threadsRun += threads;
                          std::memset(workspace, 0x5A, 100);
                          convolve(problem, pointers);
                        }),
      "ConvolutionGraph::run");
}

}  // namespace fovea::cuda
