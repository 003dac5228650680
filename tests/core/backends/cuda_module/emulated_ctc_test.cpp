// The CTC loss through a library, with plain loops instead of cuDNN: what the op allows and cuDNN does not is handled
// outside of it, and the result is the op's.
#include <gtest/gtest.h>

#include "core/backends/cuda/module/cuda_device.h"
#include "core/backends/cuda/module/losses/ctc_plans.h"
#include "core/backends/cuda/module/runtime/memory.h"
#include "core/base/random.h"
#include "core/ops/op_rules.h"
#include "tests/numeric/runner.h"

namespace fovea::cuda {
namespace {

using numeric::Case;
using numeric::CaseInput;
using numeric::Fill;

constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr float kNoFloat = std::numeric_limits<float>::quiet_NaN();

// The outputs of the library's plan on memory of its own.
class LibraryRun {
 public:
  explicit LibraryRun(const Case& subject, const std::vector<Tensor>& inputs) : op_(*findOp(subject.op)) {
    attributes_ = op_.attributes.complete(subject.attributes).value();
    for (const Tensor& input : inputs) inputTypes_.push_back(input.type());
    outputTypes_ = inferOp(op_, attributes_, inputTypes_).value();
    layouts_.resize(inputs.size());
    for (const Tensor& input : inputs) {
      inputs_.push_back(upload(input));
    }
    for (const TensorType& type : outputTypes_) outputs_.push_back(upload(Tensor::zeros(type)));
  }
  KernelRequest request() const {
    return {op_, attributes_, inputTypes_, outputTypes_, layouts_};
  }
  bool taken() const { return ctcLibraryTakes(request()); }

  std::vector<Tensor> outputs() {
    const auto plan = ctcLibraryPlan(request(), context_).value();
    const auto scratch = allocateDeviceMemory(context_, plan.scratchBytes).value();
    EXPECT_TRUE(plan.kernel->run({inputs_, outputs_, scratch->data()}).ok());
    std::vector<Tensor> results;
    for (std::size_t i = 0; i < outputTypes_.size(); ++i) {
      results.push_back(Tensor::make(outputTypes_[i]));
      EXPECT_EQ(cudaMemcpyAsync(results.back().raw(), outputs_[i], outputTypes_[i].bytes(), cudaMemcpyDeviceToHost,
                                context_->stream()),
                cudaSuccess);
    }
    EXPECT_EQ(cudaStreamSynchronize(context_->stream()), cudaSuccess);
    return results;
  }

 private:
  void* upload(const Tensor& tensor) {
    buffers_.push_back(allocateDeviceMemory(context_, tensor.bytes()).value());
    EXPECT_EQ(cudaMemcpyAsync(buffers_.back()->data(), tensor.raw(), tensor.bytes(), cudaMemcpyHostToDevice,
                              context_->stream()),
              cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(context_->stream()), cudaSuccess);
    return buffers_.back()->data();
  }

  ContextPointer context_ = CudaContext::open(0).value();
  const OpType& op_;
  FieldValues attributes_;
  std::vector<TensorType> inputTypes_, outputTypes_;
  std::vector<Layout> layouts_;
  std::vector<std::shared_ptr<DeviceBuffer>> buffers_;
  std::vector<void*> inputs_, outputs_;
};

void expectAsReference(const Case& subject, const std::vector<Tensor>& inputs) {
  SCOPED_TRACE(subject.name);
  const auto expected = numeric::runReference(subject, inputs).value();
  const auto actual = LibraryRun(subject, inputs).outputs();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Status equal = numeric::compare(expected[i], actual[i], numeric::toleranceOf(subject, inputs, expected, i));
    EXPECT_TRUE(equal.ok()) << "output " << i << ": " << equal.error().text();
  }
}

TEST(EmulatedCtcLibrary, AgreesWithReference) {
  int taken = 0;
  for (const Case& subject : numeric::allCases()) {
    if (subject.op != "ctc_loss") continue;
    const auto inputs = numeric::makeInputs(subject, DataType::Float32);
    if (!LibraryRun(subject, inputs).taken()) continue;
    expectAsReference(subject, inputs);
    ++taken;
  }
  EXPECT_GE(taken, 8);
}

// Scores that a fixed seed draws, with some set, and targets row by row.
struct Hard {
  std::string name;
  std::vector<std::pair<std::int64_t, float>> scores;
  std::initializer_list<std::int32_t> targets;
  std::initializer_list<float> lengths = {};
};
constexpr std::int64_t kSteps = 5, kClasses = 4, kTargets = 3;

std::vector<Tensor> inputsOf(const Hard& hard) {
  const auto batch = static_cast<std::int64_t>(hard.targets.size()) / kTargets;
  Tensor scores = Tensor::make({DataType::Float32, {batch, kSteps, kClasses}});
  Random random(3);
  for (float& score : scores.values<float>()) score = static_cast<float>(random.normal());
  for (const auto& [at, score] : hard.scores) scores.data<float>()[at] = score;
  std::vector<Tensor> inputs{scores, Tensor::of<std::int32_t>({batch, kTargets}, hard.targets)};
  if (hard.lengths.size() > 0) inputs.push_back(Tensor::of<float>({batch}, hard.lengths));
  return inputs;
}

TEST(EmulatedCtcLibrary, KeepsFromTheLibraryWhatItCannotAnswer) {
  const std::vector<Hard> all{
      {"ordinary", {}, {1, 2, 3, 2, -1, -1}},
      {"equal neighbours", {}, {1, 1, 2, 2, 2, 2}},
      {"nothing to say", {}, {-1, 1, 1, 3, 2, 1, -1, -1, -1}},
      {"a label that is none", {}, {1, 4, 2, 1, 2, 3}},
      {"the blank as a label", {}, {1, 2, 3, 3, 0, 1}},
      {"no number among the scores", {{9, kNoFloat}}, {1, 2, 3, 2, 1, -1}},
      {"an infinite score", {{30, kInfinite}}, {1, 2, 3, 2, 1, -1}},
      {"no number where there is nothing to say", {{9, kNoFloat}}, {-1, 2, 3, 2, 1, -1}},
      {"a class that is impossible in a step", {{8, -kInfinite}, {29, -kInfinite}}, {1, 2, 3, 2, 1, -1}},
      {"a label that is impossible in all steps",
       {{1, -kInfinite}, {5, -kInfinite}, {9, -kInfinite}, {13, -kInfinite}, {17, -kInfinite}},
       {1, 2, 3, 2, 1, -1}},
      {"no class possible in a step",
       {{4, -kInfinite}, {5, -kInfinite}, {6, -kInfinite}, {7, -kInfinite}},
       {1, 2, 3, 2, 1, -1}},
      {"short samples", {}, {1, 2, 3, 1, -1, -1, 2, -1, -1, -1, 1, 1}, {0.6f, 0.8f, 0.1f, 0.5f}},
      {"too short for its labels", {}, {1, 2, 3, 1, 1, -1, 1, 1, -1}, {0.4f, 0.4f, 0.6f}},
      {"lengths that are none", {}, {1, 2, 3, 1, -1, -1, 1, 1, -1, 2, -1, -1}, {1, 0, 1.5f, kNoFloat}},
      {"no number behind the last step", {{13, kNoFloat}, {39, kInfinite}}, {1, 2, -1, 3, -1, -1}, {0.6f, 0.8f}},
      {"no number where labels do not fit", {{5, kNoFloat}}, {1, 2, 3, 2, 1, -1}, {0.4f, 1}},
      {"no number in the last step", {{11, kNoFloat}, {35, kInfinite}}, {1, 2, -1, 3, -1, -1}, {0.6f, 0.8f}},
  };
  for (const bool skip : {true, false})
    for (const Hard& hard : all)
      expectAsReference({"ctc_loss", hard.name, {{"skip_impossible", skip}}, {}}, inputsOf(hard));
}

TEST(EmulatedCtcLibrary, IsAskedOnlyForWhatItTakes) {
  const auto taken = [](DataType type, Shape scores, std::int64_t targets, std::int64_t blank) {
    const std::vector<Tensor> inputs{Tensor::zeros({type, scores}),
                                     Tensor::zeros({DataType::Int32, {scores[0], targets}})};
    return LibraryRun({"ctc_loss", "", {{"blank", blank}}, {}}, inputs).taken();
  };
  EXPECT_TRUE(taken(DataType::Float32, {2, 5, 4}, 3, 0));
  EXPECT_TRUE(taken(DataType::Float32, {2, 5, 4}, 255, 0));
  EXPECT_FALSE(taken(DataType::Float32, {2, 5, 4}, 256, 0));
  EXPECT_FALSE(taken(DataType::Float32, {2, 5, 4}, 0, 0));
  EXPECT_FALSE(taken(DataType::Float32, {2, 5, 4}, 3, 1));
  EXPECT_FALSE(taken(DataType::Float32, {2, 5, 1}, 3, 0));
  EXPECT_FALSE(taken(DataType::Float32, {0, 5, 4}, 3, 0));
  EXPECT_FALSE(taken(DataType::Float64, {2, 5, 4}, 3, 0));
}

// Like a training step: tried, chosen, recorded, and run repeatedly on new scores.
TEST(EmulatedCtcLibrary, IsChosenWhereItIsFasterUnlessNumbersAreToBeExact) {
  const Case subject{"ctc_loss", "chosen", {}, {{{4, 24, 6}}, {{4, 5}, Fill::Labels, 1, 6}}};
  GraphBuilder builder;
  const ValueId scores = builder.addInput("scores", {DataType::Float32, subject.inputs[0].shape});
  const ValueId targets = builder.addInput("targets", {DataType::Int32, subject.inputs[1].shape});
  const auto results = builder.emit("ctc_loss", {}, {scores, targets});
  builder.addOutput("loss", results[0]);
  builder.addOutput("dscores", results[1]);
  const auto graph = builder.finish().value();
  for (const bool exact : {false, true}) {
    const auto device = openCudaDevice(0).value();
    CompileOptions options;
    options.exact = exact;
    const auto executor = Executor::compile(graph, std::make_shared<VariableStore>(device), options).value();
    EXPECT_EQ(executor->describe().find("cudnn") != std::string::npos, !exact) << executor->describe();
    EXPECT_EQ(executor->report().approximateKernels, exact ? 0 : 1);
    for (int step = 0; step < 4; ++step) {
      std::vector<Tensor> inputs = numeric::makeInputs(subject, DataType::Float32);
      for (float& score : inputs[0].values<float>()) score *= static_cast<float>(step);
      ASSERT_TRUE(executor->setInput(scores, inputs[0]).ok());
      ASSERT_TRUE(executor->setInput(targets, inputs[1]).ok());
      ASSERT_TRUE(executor->run().ok());
      const auto expected = numeric::runReference(subject, inputs).value();
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto actual = executor->read(graph->findOutput(i == 0 ? "loss" : "dscores")).value();
        const Status equal = numeric::compare(expected[i], actual, numeric::toleranceOf(subject, inputs, expected, i));
        EXPECT_TRUE(equal.ok()) << equal.error().text();
      }
    }
  }
}

}  // namespace
}  // namespace fovea::cuda
