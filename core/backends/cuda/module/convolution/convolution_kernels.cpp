// Why: binds convolution of images and volumes and its gradients to cuDNN: with channels last where tensor cores
// compute (16 bits, and f32 rounded to TF32), dense where they do not. What follows a convolution is fused where cuDNN
// can, and an own kernel where it cannot.
#include <array>
#include <numeric>

#include "core/backends/cuda/module/convolution/convolution_tuning.h"
#include "core/backends/cuda/module/runtime/capture_ends.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/backends/cuda/module/runtime/support.h"

namespace fovea::cuda {
namespace {

// A convolution problem with its graph; the graph is null for an empty batch.
struct Chosen {
  ConvolutionProblem problem;
  std::shared_ptr<ConvolutionGraph> graph;

  std::size_t workspace() const { return graph ? alignedBytes(graph->workspaceBytes()) : 0; }
  std::string name() const {
    return graph ? std::string("cudnn ") + (problem.channelsLast ? "nhwc " : "nchw ") + graph->name() : "empty batch";
  }
};

// Tries the preferred layout, channels last if `last`, and then the other one if cuDNN does not support it.
Result<Chosen> chooseLayout(const ContextPointer& context, ConvolutionProblem problem, bool last) {
  problem.channelsLast = last;
  if (problem.geometry.batch == 0) {
    problem.channelsLast = false;
    return Chosen{problem, nullptr};
  }
  auto graph = chooseConvolution(context, problem);
  if (!graph.ok() && graph.error().code == ErrorCode::Unsupported) {
    problem.channelsLast = !problem.channelsLast;
    if (auto other = chooseConvolution(context, problem); other.ok()) return Chosen{problem, *other};
  }
  if (!graph.ok()) return graph.error();
  return Chosen{problem, *graph};
}

Result<Chosen> choose(const ContextPointer& context, const KernelRequest& request, ConvolutionProblem problem) {
  problem.type = request.inputs[0].dtype;
  problem.exact = request.exact;
  return chooseLayout(context, problem, prefersChannelsLast(request));
}

void setImageLayouts(KernelPlan& plan, const KernelRequest& request, const Chosen& chosen) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    plan.inputs[i] = layoutIn(request.inputs[i], chosen.problem.channelsLast);
  for (std::size_t i = 0; i < request.outputs.size(); ++i)
    plan.outputs[i] = layoutIn(request.outputs[i], chosen.problem.channelsLast);
}

Channels outputChannels(const Chosen& chosen) {
  const TensorType y{chosen.problem.type, chosen.problem.geometry.outputShape()};
  return channelsOf(y, layoutIn(y, chosen.problem.channelsLast));
}

// A plan in which the graph computes the whole op.
Result<KernelPlan> planOf(const KernelRequest& request, const ContextPointer& context, const Chosen& chosen) {
  const bool hasBias = request.inputs.size() > 2, hasResidual = request.inputs.size() > 3;
  KernelPlan plan = densePlan(
      request,
      [context, graph = chosen.graph, hasBias, hasResidual](const KernelArguments& a) -> Status {
        const ConvolutionPointers pointers{a.inputs[0], a.inputs[1], a.outputs[0], hasBias ? a.inputs[2] : nullptr,
                                           hasResidual ? a.inputs[3] : nullptr};
        return graph ? graph->run(context->dnn(), pointers, a.scratch) : Status();
      },
      chosen.workspace(), chosen.name());
  setImageLayouts(plan, request, chosen);
  return plan;
}

// Chooses how to compute a 16-bit convolution with an f32 result, to which a term is added before rounding: by a graph
// with an f32 result, or, if cuDNN has none, by one with f32 inputs as well; TF32 represents 16-bit numbers exactly.
Result<Chosen> chooseWide(const ContextPointer& context, const KernelRequest& request, ConvolutionProblem problem) {
  problem.wide = true;
  if (auto wide = choose(context, request, problem); wide.ok()) return wide;
  problem.wide = false;
  problem.type = DataType::Float32;
  problem.exact = false;
  return chooseLayout(context, problem, true);
}

// Ends a 16-bit convolution after a graph with an f32 result. Scratch memory: the sum, f32 copies of x and the weight
// if the graph needs them, the workspace.
template <class T>
class WideConvolution {
 public:
  WideConvolution(const KernelRequest& request, ContextPointer context, const Chosen& chosen, ConvolutionEnd end,
                  double slope)
      : context_(std::move(context)),
        chosen_(chosen),
        end_(end),
        slope_(slope),
        shape_(outputChannels(chosen)),
        inputs_(request.inputs.size()),
        sumBytes_(alignedBytes(elementsOf(request.outputs[0].shape) * sizeof(float))) {
    if (chosen.problem.wide) return;
    xBytes_ = alignedBytes(elementsOf(request.inputs[0].shape) * sizeof(float));
    weightBytes_ = alignedBytes(elementsOf(request.inputs[1].shape) * sizeof(float));
  }
  std::size_t scratchBytes() const { return sumBytes_ + xBytes_ + weightBytes_ + chosen_.workspace(); }

  Status operator()(const KernelArguments& a) const {
    if (!chosen_.graph) return {};
    const ConvolutionGeometry& g = chosen_.problem.geometry;
    float* const sum = static_cast<float*>(a.scratch);
    ConvolutionPointers pointers{a.inputs[0], a.inputs[1], sum};
    if (!chosen_.problem.wide) {
      FOVEA_TRY(pointers.x, widened(in<T>(a, 0), g.inputShape(), scratchAt(a, sumBytes_)));
      FOVEA_TRY(pointers.weight, widened(in<T>(a, 1), g.weightShape(), scratchAt(a, sumBytes_ + xBytes_)));
    }
    void* const workspace = scratchAt(a, sumBytes_ + xBytes_ + weightBytes_);
    FOVEA_CHECK(chosen_.graph->run(context_->dnn(), pointers, workspace));
    return statusOf(endConvolution(shape_, end_, slope_, inputs_ > 2 ? in<T>(a, 2) : nullptr,
                                   inputs_ > 3 ? in<T>(a, 3) : nullptr, sum, out<T>(a, 0), context_->stream()),
                    "endConvolution");
  }

 private:
  static std::size_t elementsOf(const Shape& shape) { return static_cast<std::size_t>(shape.elementCount()); }
  Result<void*> widened(const T* source, const Shape& shape, void* target) const {
    FOVEA_CUDA_CALL((cast<float, T>(shape.elementCount(), source, static_cast<float*>(target), context_->stream())));
    return target;
  }

  ContextPointer context_;
  Chosen chosen_;
  ConvolutionEnd end_;
  double slope_;
  Channels shape_;
  std::size_t inputs_, sumBytes_, xBytes_ = 0, weightBytes_ = 0;
};

template <class T>
constexpr bool kIsHalf = sizeof(T) == 2;

// Computes the convolution by a graph, then applies bias, residual and activation in one pass over the result.
Result<KernelPlan> endedPlan(const KernelRequest& request, const ContextPointer& context, ConvolutionProblem problem,
                             ConvolutionEnd end, double slope) {
  const bool half = byteSize(request.inputs[0].dtype) == 2;
  FOVEA_TRY(const Chosen chosen, half ? chooseWide(context, request, problem) : choose(context, request, problem));
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    if constexpr (kIsHalf<T>) {
      WideConvolution<T> run(request, context, chosen, end, slope);
      const std::size_t scratch = run.scratchBytes();
      plan = densePlan(request, std::move(run), scratch, chosen.name());
    } else {
      const Channels shape = outputChannels(chosen);
      const bool hasResidual = request.inputs.size() > 3;
      plan = densePlan(
          request,
          [context, graph = chosen.graph, end, slope, shape, hasResidual](const KernelArguments& a) -> Status {
            if (graph) FOVEA_CHECK(graph->run(context->dnn(), {a.inputs[0], a.inputs[1], a.outputs[0]}, a.scratch));
            T* const y = out<T>(a, 0);
            return statusOf(endConvolution(shape, end, slope, in<T>(a, 2), hasResidual ? in<T>(a, 3) : nullptr, y, y,
                                           context->stream()),
                            "endConvolution");
          },
          chosen.workspace(), chosen.name());
    }
  });
  setImageLayouts(plan, request, chosen);
  return plan;
}

// Adds the bias in the graph if cuDNN supports it, which it does only on tensor cores; these round f32 to TF32.
Result<KernelPlan> forwardPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  if (request.inputs.size() > 2) {
    if (prefersChannelsLast(request)) {
      problem.bias = true;
      if (auto fused = choose(context, request, problem); fused.ok()) return planOf(request, context, *fused);
      problem.bias = false;
    }
    return endedPlan(request, context, problem, ConvolutionEnd::None, 0);
  }
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  return planOf(request, context, chosen);
}

ConvolutionEnd endOf(const KernelRequest& request) {
  const std::pair<const char*, ConvolutionEnd> ends[] = {{"relu", ConvolutionEnd::Relu},
                                                         {"relu6", ConvolutionEnd::Relu6},
                                                         {"leaky_relu", ConvolutionEnd::LeakyRelu},
                                                         {"sigmoid", ConvolutionEnd::Sigmoid},
                                                         {"tanh", ConvolutionEnd::Tanh},
                                                         {"silu", ConvolutionEnd::Silu},
                                                         {"hard_swish", ConvolutionEnd::HardSwish}};
  for (const auto& [name, end] : ends)
    if (request.attributes.text("activation") == name) return end;
  return ConvolutionEnd::None;
}

// Computes conv2d_fused (x, weight, bias, residual) in one graph.
Result<KernelPlan> fusedPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  problem.end = endOf(request);
  if (problem.end == ConvolutionEnd::HardSwish) return fail(ErrorCode::Unsupported, "cuDNN has no hard swish");
  if (!prefersChannelsLast(request)) return fail(ErrorCode::Unsupported, "cuDNN fuses on tensor cores only");
  problem.slope = request.attributes.real("slope");
  problem.bias = true;
  problem.residual = request.inputs.size() > 3;
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  return planOf(request, context, chosen);
}

// Computes the same by a convolution and one pass over its result.
Result<KernelPlan> unfusedPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  FOVEA_TRY(problem.geometry, readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  return endedPlan(request, context, problem, endOf(request), request.attributes.real("slope"));
}

Result<KernelPlan> backwardDataPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardData;
  FOVEA_TRY(problem.geometry,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  KernelPlan plan = densePlan(
      request,
      [context, graph = chosen.graph](const KernelArguments& a) -> Status {
        if (!graph) return {};
        return graph->run(context->dnn(), {a.outputs[0], a.inputs[1], a.inputs[0]}, a.scratch);
      },
      chosen.workspace(), chosen.name());
  setImageLayouts(plan, request, chosen);
  return plan;
}

// Computes conv2d_backward_data_fused (dy, weight, residual) by a gradient kernel and a sum.
Result<KernelPlan> gradientThenSum(const KernelRequest& request, const ContextPointer& context, const Chosen& chosen) {
  const std::int64_t n = request.outputs[0].shape.elementCount();
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, n, graph = chosen.graph](const KernelArguments& a) -> Status {
          if (!graph) return {};
          FOVEA_CHECK(graph->run(context->dnn(), {a.outputs[0], a.inputs[1], a.inputs[0]}, a.scratch));
          T* const dx = out<T>(a, 0);
          return statusOf(binary(Binary::Add, n, dx, in<T>(a, 2), dx, context->stream()), "binary");
        },
        chosen.workspace(), chosen.name());
  });
  setImageLayouts(plan, request, chosen);
  return plan;
}

Result<KernelPlan> gradientWithSum(const KernelRequest& request, const ContextPointer& context,
                                   const ConvolutionProblem& apart, bool last) {
  ConvolutionProblem problem = apart;
  problem.residual = true;
  problem.channelsLast = last;
  FOVEA_TRY(auto graph, chooseConvolution(context, problem));
  const Chosen chosen{problem, graph};
  KernelPlan plan = densePlan(
      request,
      [context, graph](const KernelArguments& a) {
        return graph->run(context->dnn(), {a.outputs[0], a.inputs[1], a.inputs[0], nullptr, a.inputs[2]}, a.scratch);
      },
      chosen.workspace(), chosen.name() + " with sum");
  setImageLayouts(plan, request, chosen);
  return plan;
}

// cuDNN compiles the fused kernel at run time; only a trial shows whether it is faster than two kernels.
Result<KernelPlan> backwardDataSumPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardData;
  FOVEA_TRY(problem.geometry,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  if (!chosen.graph || !prefersChannelsLast(request)) return gradientThenSum(request, context, chosen);
  KernelTrial trial;
  trial.key = chosen.problem.key() + "_sum";
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  trial.outputs = {{request.outputs[0]}};
  // The result of two kernels is rounded twice.
  trial.tolerance = chosen.problem.type == DataType::Float32 ? 1e-3 : 1e-2;
  trial.fill = [context, types = trial.inputs](std::span<void* const> inputs) -> Status {
    for (std::size_t i = 0; i < inputs.size(); ++i) FOVEA_CHECK(fillNormal(context, types[i], 0.5, inputs[i]));
    return {};
  };
  const auto apart = [&] { return gradientThenSum(request, context, chosen); };
  const auto together = [&] { return gradientWithSum(request, context, chosen.problem, chosen.problem.channelsLast); };
  return createFastest(context, trial, std::vector<TrialCandidate>{{"apart", apart}, {"together", together}});
}

Status addsResiduals(const KernelRequest& request) {
  FOVEA_CHECK(needsFloating(request));
  return isOff(Saving::Residuals) ? fail(ErrorCode::Unsupported, offReason(Saving::Residuals)) : Status();
}

// Pads x explicitly if the padding is asymmetric, which cuDNN does not support: axis by axis, from the last to the
// first.
class Padding {
 public:
  // Removes the padding from `g`.
  Padding(ConvolutionGeometry& g, DataType type)
      : x_(g.inputShape()), axes_{g.depth, g.height, g.width}, unit_(static_cast<std::int64_t>(byteSize(type))) {
    const auto uneven = [](const WindowAxis& axis) { return axis.before != axis.after; };
    if (std::none_of(axes_.begin(), axes_.end(), uneven)) return;
    for (WindowAxis* axis : {&g.width, &g.height, &g.depth}) {
      axis->input = paddedExtent(*axis);
      axis->before = axis->after = 0;
      bytes_.insert(bytes_.begin(), alignedBytes(TensorType{type, g.inputShape()}.bytes()));
    }
  }
  bool none() const { return bytes_.empty(); }
  std::size_t scratchBytes() const { return std::accumulate(bytes_.begin(), bytes_.end(), std::size_t{0}); }

  // The padded image, at the start of `scratch`.
  Result<void*> apply(const void* x, bool last, void* scratch, cudaStream_t stream) const {
    std::int64_t inner = last ? x_[1] * unit_ : unit_;
    std::byte* place = static_cast<std::byte*>(scratch) + scratchBytes();
    for (std::size_t i = axes_.size(); i-- > 0;) {
      place -= bytes_[i];
      std::int64_t rows = last ? x_[0] : x_[0] * x_[1];
      for (std::size_t k = 0; k < i; ++k) rows *= axes_[k].input;
      const WindowAxis& axis = axes_[i];
      const BlockCopy shape{rows, axis.input * inner, paddedExtent(axis) * inner, axis.input * inner};
      FOVEA_CUDA_CALL(spreadBlocks(shape, axis.before * inner, x, place, stream));
      inner *= paddedExtent(axis);
      x = place;
    }
    return static_cast<void*>(place);
  }

 private:
  static std::int64_t paddedExtent(const WindowAxis& axis) { return axis.input + axis.before + axis.after; }

  Shape x_;
  std::array<WindowAxis, 3> axes_;
  std::int64_t unit_;
  std::vector<std::size_t> bytes_;  // by axis: bytes of the image padded along this and the following axes
};

Result<KernelPlan> backwardWeightsPlan(const KernelRequest& request, const ContextPointer& context) {
  ConvolutionProblem problem;
  problem.pass = ConvolutionPass::BackwardWeights;
  FOVEA_TRY(problem.geometry,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const Padding padding(problem.geometry, request.inputs[0].dtype);
  FOVEA_TRY(const Chosen chosen, choose(context, request, problem));
  const Channels shape = outputChannels(chosen);
  const std::size_t weightBytes = request.outputs[0].bytes();
  const bool wantsBias = request.isNeeded(1);
  const std::size_t graphScratch = padding.scratchBytes() + chosen.workspace();
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(
        request,
        [context, chosen, padding, shape, weightBytes, graphScratch, wantsBias](const KernelArguments& a) -> Status {
          const auto weights = [&]() -> Status {
            if (!chosen.graph)
              return statusOf(cudaMemsetAsync(a.outputs[0], 0, weightBytes, context->stream()), "cudaMemsetAsync");
            ConvolutionPointers pointers{a.inputs[0], a.outputs[0], a.inputs[1]};
            if (!padding.none()) {
              FOVEA_TRY(pointers.x,
                        padding.apply(a.inputs[0], chosen.problem.channelsLast, a.scratch, context->stream()));
            }
            return chosen.graph->run(context->dnn(), pointers, scratchAt(a, padding.scratchBytes()));
          };
          if (!wantsBias) return weights();
          return enqueueBeside(context->stream(), weights, [&] {
            return statusOf(channelSum(shape, in<T>(a, 1), out<T>(a, 1), scratchAt(a, graphScratch), context->stream()),
                            "channelSum");
          });
        },
        graphScratch + (wantsBias ? channelSumScratch<T>(shape) : 0), chosen.name());
  });
  setImageLayouts(plan, request, chosen);
  return plan;
}

}  // namespace

void registerConvolution(KernelRegistry& registry, const ContextPointer& context) {
  using Make = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);
  const auto add = [&](const std::string& op, Make make) {
    addFloating(registry, op, [make, context](const KernelRequest& request) { return make(request, context); });
  };
  add("conv2d", forwardPlan);
  add("conv2d_fused", fusedPlan);
  addKernel(registry, "conv2d_fused", "cuda.conv2d_ended", needsFloating,
            [context](const KernelRequest& request) { return unfusedPlan(request, context); });
  add("conv2d_backward_data", backwardDataPlan);
  addKernel(registry, "conv2d_backward_data_fused", "cuda.conv2d_backward_data_fused", addsResiduals,
            [context](const KernelRequest& request) { return backwardDataSumPlan(request, context); });
  add("conv2d_backward_weights", backwardWeightsPlan);
  registerConvolutionNorm(registry, context);
  registerNormInputs(registry, context);
  registerConvolutionNormBackward(registry, context);
  registerPooledConvolution(registry, context);
  add("conv3d", forwardPlan);
  add("conv3d_backward_data", backwardDataPlan);
  add("conv3d_backward_weights", backwardWeightsPlan);
}

}  // namespace fovea::cuda
