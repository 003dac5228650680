#include "core/backends/cuda/module/convolution/convolution_tuning.h"

#include <algorithm>
#include <limits>

#include "core/backends/cuda/module/runtime/captured_graph.h"
#include "core/backends/cuda/module/runtime/memory.h"
#include "core/backends/cuda/module/runtime/trial_time.h"

namespace fovea::cuda {
namespace {

constexpr std::size_t kMostTried = 20;
constexpr int kRounds = 3, kRunsPerRound = 2;
constexpr double kHopeless = 1.5;  // times the best time: no further rounds are spent on it
constexpr std::size_t kMostSets = 8;

// Memory of the sizes of a problem's tensors, for trials: several sets in turns, so that no run finds in the device's
// cache what the one before it left there.
class TrialMemory {
 public:
  // Allocates one set of buffers. OutOfMemory if there is no room for it.
  Status allocate(const ContextPointer& context, const ConvolutionProblem& problem) { return addSet(context, problem); }
  // Adds sets while there is room, until they are twice as large as the cache.
  Status outgrowCache(const ContextPointer& context, const ConvolutionProblem& problem) {
    std::size_t bytes = 0;
    for (const auto& buffer : buffers_) bytes += buffer->bytes();
    int cache = 0;
    FOVEA_CUDA_CALL(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, context->index()));
    const std::size_t wanted = 2 * static_cast<std::size_t>(std::max(cache, 0));
    for (std::size_t all = bytes; all < wanted && sets_.size() < kMostSets; all += bytes)
      if (const Status added = addSet(context, problem); !added.ok())
        return added.error().code == ErrorCode::OutOfMemory ? Status() : added;
    return {};
  }
  // The pointers of the first set.
  const ConvolutionPointers& pointers() const { return sets_[0]; }
  // The pointers of the next set.
  const ConvolutionPointers& next() const { return sets_[turn_++ % sets_.size()]; }

 private:
  Status addSet(const ContextPointer& context, const ConvolutionProblem& problem) {
    ConvolutionPointers set;
    const ConvolutionGeometry& g = problem.geometry;
    const auto add = [&](void*& place, DataType type, const Shape& shape) -> Status {
      const std::size_t bytes = TensorType{type, shape}.bytes();
      FOVEA_TRY(auto buffer, allocateDeviceMemory(context, bytes));
      // Small numbers in every format: on zeros the device would draw less and clock higher.
      FOVEA_CUDA_CALL(cudaMemsetAsync(buffer->data(), 0x3c, bytes, context->stream()));
      place = buffer->data();
      buffers_.push_back(std::move(buffer));
      return {};
    };
    FOVEA_CHECK(add(set.x, problem.type, g.inputShape()));
    FOVEA_CHECK(add(set.weight, problem.type, g.weightShape()));
    FOVEA_CHECK(add(set.y, problem.resultType(), g.outputShape()));
    if (problem.bias) FOVEA_CHECK(add(set.bias, problem.type, Shape{g.outputChannels}));
    const bool forward = problem.pass == ConvolutionPass::Forward;
    if (problem.residual) FOVEA_CHECK(add(set.residual, problem.type, forward ? g.outputShape() : g.inputShape()));
    if (problem.statistics) {
      void *sums = nullptr, *squares = nullptr;
      FOVEA_CHECK(add(sums, DataType::Float32, Shape{g.outputChannels}));
      FOVEA_CHECK(add(squares, DataType::Float32, Shape{g.outputChannels}));
      set.sums = static_cast<float*>(sums);
      set.squares = static_cast<float*>(squares);
    }
    if (problem.normInput)
      for (void** const place : {&set.factor, &set.shift})
        FOVEA_CHECK(add(*place, problem.type, Shape{g.inputChannels}));
    if (problem.normGradient) {
      NormGradientPointers& norm = set.norm;
      FOVEA_CHECK(add(norm.x, problem.type, g.inputShape()));
      for (void** const place : {&norm.scale, &norm.bias, &norm.mean, &norm.inverseDeviation, &norm.dscale, &norm.dbias,
                                 &norm.factors[0], &norm.factors[1], &norm.factors[2]})
        FOVEA_CHECK(add(*place, DataType::Float32, Shape{g.inputChannels}));
    }
    sets_.push_back(set);
    return {};
  }

  std::vector<ConvolutionPointers> sets_;
  mutable std::size_t turn_ = 0;
  std::vector<std::shared_ptr<DeviceBuffer>> buffers_;
};

// Another plan, layout or kernel may succeed where cuDNN fails, so any failure counts as a refusal, except for a lack
// of memory and a lost device.
Error asRefusal(const ContextPointer& context, const Error& error) {
  if (const Status works = context->wait(); !works.ok()) return works.error();
  if (error.code == ErrorCode::Unsupported || error.code == ErrorCode::OutOfMemory) return error;
  return fail(ErrorCode::Unsupported, error.message, error.advice);
}

// Whether there is no use in trying anything else.
bool isFinal(const Error& error) {
  return error.code != ErrorCode::Unsupported && error.code != ErrorCode::OutOfMemory;
}

// Runs the selected plan, and waits for it.
Status runOnce(const ContextPointer& context, ConvolutionGraph& graph, const TrialMemory& memory) {
  FOVEA_TRY(auto workspace, allocateDeviceMemory(context, graph.workspaceBytes()));
  FOVEA_CHECK(graph.run(context->dnn(), memory.pointers(), workspace->data()));
  return context->wait();
}

// Seconds of one run of the selected plan: the least of some, or of the first few if that is far more than others take.
Result<double> timeOf(const ContextPointer& context, ConvolutionGraph& graph, const TrialMemory& memory,
                      double bestOfOthers) {
  FOVEA_TRY(auto workspace, allocateDeviceMemory(context, graph.workspaceBytes()));
  const auto run = [&] { return graph.run(context->dnn(), memory.next(), workspace->data()); };
  FOVEA_CHECK(run());
  return secondsOfRun(context, {kRounds, kRunsPerRound, kHopeless * bestOfOthers}, run);
}

// The name of the fastest plan. OutOfMemory if there is no room to find out.
Result<std::string> fastestPlan(const ContextPointer& context, ConvolutionGraph& graph,
                                const ConvolutionProblem& problem) {
  TrialMemory memory;
  FOVEA_CHECK(memory.allocate(context, problem));
  FOVEA_CHECK(memory.outgrowCache(context, problem));
  std::string fastest, last = "cuDNN names no plan";
  double best = std::numeric_limits<double>::infinity();
  std::size_t tried = 0;
  for (std::size_t i = 0; i < graph.plans().size() && tried < kMostTried; ++i) {
    if (!graph.select(i).ok()) continue;
    const auto seconds = timeOf(context, graph, memory, best);
    if (!seconds.ok()) {
      const Error refusal = asRefusal(context, seconds.error());
      if (isFinal(refusal)) return refusal;
      last = refusal.message;
      continue;
    }
    ++tried;
    if (*seconds >= best) continue;
    best = *seconds;
    fastest = graph.name();
  }
  if (fastest.empty()) return fail(ErrorCode::Unsupported, "no plan of cuDNN runs: " + last);
  return fastest;
}

// Selects the first plan that can be built and runs; where there is no memory to run one, that can be built.
Status selectFirstThatRuns(const ContextPointer& context, ConvolutionGraph& graph, const ConvolutionProblem& problem) {
  TrialMemory memory;
  if (const Status there = memory.allocate(context, problem); !there.ok())
    return there.error().code == ErrorCode::OutOfMemory ? graph.selectFirst() : there;
  Status last = fail(ErrorCode::Unsupported, "cuDNN has no plan for it");
  for (std::size_t i = 0; i < graph.plans().size(); ++i) {
    last = graph.select(i);
    if (last.ok()) {
      last = runOnce(context, graph, memory);
      if (last.ok() || last.error().code == ErrorCode::OutOfMemory) return {};
    }
    last = asRefusal(context, last.error());
    if (isFinal(last.error())) return last;
  }
  return last;
}

Status selectByName(ConvolutionGraph& graph, const std::string& name) {
  const auto found = std::find(graph.plans().begin(), graph.plans().end(), name);
  if (found == graph.plans().end()) return fail(ErrorCode::NotFound, "cuDNN no longer names the plan " + name);
  return graph.select(static_cast<std::size_t>(found - graph.plans().begin()));
}

Result<std::shared_ptr<ConvolutionGraph>> choose(const ContextPointer& context, const ConvolutionProblem& problem) {
  FOVEA_TRY(auto graph, ConvolutionGraph::create(context->dnn(), problem));
  const auto first = [&]() -> Result<std::shared_ptr<ConvolutionGraph>> {
    FOVEA_CHECK(isRecording(context) ? graph->selectFirst() : selectFirstThatRuns(context, *graph, problem));
    return graph;
  };
  if (problem.exact && (problem.type == DataType::Float32 || problem.type == DataType::Float64)) return first();
  bool tried = false;
  const auto select = [&](const std::string& name) { return selectByName(*graph, name).ok(); };
  const auto fastest = rememberedOrTried(context, problem.key(), select, [&] {
    tried = true;
    return fastestPlan(context, *graph, problem);
  });
  if (!fastest.ok()) {
    if (!tried || fastest.error().code == ErrorCode::OutOfMemory) return first();
    return fastest.error();
  }
  if (!tried) return graph;
  // Anew, so that the plans that were tried and lost take no memory.
  FOVEA_TRY(graph, ConvolutionGraph::create(context->dnn(), problem));
  if (selectByName(*graph, *fastest).ok()) return graph;
  return first();
}

}  // namespace

Result<std::shared_ptr<ConvolutionGraph>> chooseConvolution(const ContextPointer& context,
                                                            const ConvolutionProblem& problem) {
  auto chosen = choose(context, problem);
  if (chosen.ok() || isRecording(context)) return chosen;
  return asRefusal(context, chosen.error());
}

}  // namespace fovea::cuda
