// Trials of kernels on emulated threads, where time is counted as work: selects the fastest that agrees with the first
// candidate, and failures do no harm.
#include <gtest/gtest.h>

#include "core/backends/cuda/module/runtime/captured_graph.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"
#include "core/backends/cuda/module/runtime/memory.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

namespace fovea::cuda {
namespace {

constexpr std::int64_t kCount = 70'000;  // more than one comparison covers
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

class FakeKernel : public Kernel {
 public:
  explicit FakeKernel(Enqueue enqueue) : enqueue_(std::move(enqueue)) {}
  Status run(const KernelArguments& arguments) override { return enqueue_(arguments); }

 private:
  Enqueue enqueue_;
};

TrialCandidate candidate(const std::string& name, const Enqueue& enqueue, std::size_t scratchBytes = 0) {
  return {name, [=]() -> Result<KernelPlan> {
            KernelPlan plan;
            plan.kernel = std::make_unique<FakeKernel>(enqueue);
            plan.scratchBytes = scratchBytes;
            return plan;
          }};
}

class KernelTrialTest : public testing::Test {
 protected:
  KernelTrialTest() {
    trial_.key = "some_problem";
    trial_.inputs = {{DataType::Float32, {kCount}}};
    trial_.outputs = {{{DataType::Float32, {kCount}}}};
    trial_.fill = [this](std::span<void* const> inputs) {
      ++fills_;
      return fillNormal(context_, trial_.inputs[0], 2, inputs[0]);
    };
  }

  // Computes y[i] = change(i, x[i]) as `works` pieces of work.
  Enqueue writes(int works, std::function<float(std::int64_t, float)> change) const {
    return [=, this](const KernelArguments& a) -> Status {
      for (int i = 0; i < works; ++i)
        FOVEA_CUDA_CALL(emulator::enqueue(context_->stream(), [=, x = in<float>(a, 0), y = out<float>(a, 0)] {
          for (std::int64_t k = 0; k < kCount; ++k) y[k] = change(k, x[k]);
        }));
      return Status();
    };
  }
  Enqueue doubles(int works) const {
    return writes(works, [](std::int64_t, float x) { return 2 * x; });
  }
  std::string fastestOf(const std::vector<TrialCandidate>& candidates) const {
    return fastestCandidate(context_, trial_, candidates);
  }

  ContextPointer context_ = CudaContext::open(0).value();
  KernelTrial trial_;
  int fills_ = 0;
};

TEST_F(KernelTrialTest, TakesTheFastestThatAgreesAndRemembersIt) {
  const auto nearly = writes(2, [](std::int64_t, float x) { return 2 * x * (1 + 5e-5f); });
  const auto wrong = writes(1, [](std::int64_t, float x) { return 2 * x * (1 + 5e-4f); });
  const std::vector<TrialCandidate> candidates{
      candidate("own", doubles(4)), candidate("slow", doubles(5)), candidate("fast", doubles(3)),
      candidate("close", nearly),   candidate("wrong", wrong),
  };
  EXPECT_EQ(fastestOf(candidates), "close");
  EXPECT_EQ(context_->plans().find("some_problem"), "close");
  EXPECT_EQ(fastestOf(candidates), "close");
  EXPECT_EQ(fills_, 1);
  // A remembered candidate that no longer exists is ignored.
  EXPECT_EQ(fastestOf({candidates[0], candidates[2]}), "fast");
  EXPECT_EQ(fills_, 2);
}

TEST_F(KernelTrialTest, DropsWhatFailsOrDiffers) {
  const auto fails = [](const KernelArguments&) -> Status { return fail(ErrorCode::Internal, "cannot"); };
  const auto allocates = [this](const KernelArguments& a) -> Status {
    const auto memory = allocateDeviceMemory(context_, 16);
    if (!memory.ok()) return memory.error();
    return doubles(1)(a);
  };
  const auto forgetsTheLast = [this](const KernelArguments& a) {
    return statusOf(emulator::enqueue(context_->stream(),
                                      [=, x = in<float>(a, 0), y = out<float>(a, 0)] {
                                        for (std::int64_t k = 0; k + 1 < kCount; ++k) y[k] = 2 * x[k];
                                      }),
                    "enqueue");
  };
  const auto oneNaN = writes(1, [](std::int64_t k, float x) { return k == 69'999 ? kNaN : 2 * x; });
  const std::vector<TrialCandidate> candidates{
      candidate("own", doubles(4)),
      {"uncreated", []() -> Result<KernelPlan> { return fail(ErrorCode::Unsupported, "not on this device"); }},
      candidate("failing", fails),
      candidate("unrecordable", allocates),
      candidate("incomplete", forgetsTheLast),
      candidate("nan", oneNaN)};
  EXPECT_EQ(fastestOf(candidates), "own");
  EXPECT_EQ(context_->plans().find("some_problem"), "own");
}

TEST_F(KernelTrialTest, NumbersThatAreNoneAgreeWithEachOther) {
  const auto special = [](std::int64_t k, float x) { return k == 5 ? kNaN : k == 6 ? -HUGE_VALF : x; };
  const auto otherInfinity = [](std::int64_t k, float x) { return k == 5 ? kNaN : k == 6 ? HUGE_VALF : x; };
  EXPECT_EQ(fastestOf({candidate("own", writes(4, special)), candidate("same", writes(3, special)),
                       candidate("other", writes(2, otherInfinity))}),
            "same");
}

TEST_F(KernelTrialTest, ComparesOnlyWhatAllCanRead) {
  trial_.outputs.push_back({{DataType::UInt8, {10}}, false});
  const auto keeps = [this](int works, std::uint8_t own) {
    return [=, this](const KernelArguments& a) -> Status {
      FOVEA_CHECK(doubles(works)(a));
      return statusOf(cudaMemsetAsync(a.outputs[1], own, 10, context_->stream()), "cudaMemsetAsync");
    };
  };
  EXPECT_EQ(fastestOf({candidate("own", keeps(4, 1)), candidate("fast", keeps(2, 2))}), "fast");
}

TEST_F(KernelTrialTest, LearnsNothingWhereItCannotTry) {
  const std::size_t huge = std::size_t{1} << 42;
  const std::vector<TrialCandidate> candidates{candidate("own", doubles(4)), candidate("fast", doubles(2))};
  EXPECT_EQ(fastestOf({candidates[0]}), "own");
  EXPECT_EQ(fills_, 0);
  EXPECT_EQ(fastestOf({candidates[0], candidate("large", doubles(1), huge)}), "own");
  EXPECT_EQ(context_->plans().find("some_problem"), std::nullopt);
  const auto recorded = captureGraph(context_, [&]() -> Status {
    EXPECT_EQ(fastestOf(candidates), "own");
    return {};
  });
  EXPECT_TRUE(recorded.ok());
  EXPECT_EQ(context_->plans().find("some_problem"), std::nullopt);
  EXPECT_EQ(fastestOf(candidates), "fast");
}

TEST_F(KernelTrialTest, CreatesTheFirstWhereTheFastestIsGone) {
  int created = 0;
  const std::vector<TrialCandidate> candidates{candidate("own", doubles(4)),
                                               {"fast", [&]() -> Result<KernelPlan> {
                                                  if (++created > 1) return fail(ErrorCode::OutOfMemory, "too late");
                                                  return candidate("fast", doubles(2)).create();
                                                }}};
  const auto plan = createFastest(context_, trial_, candidates);
  ASSERT_TRUE(plan.ok()) << plan.error().text();
  EXPECT_EQ(context_->plans().find("some_problem"), "fast");
  EXPECT_EQ(created, 2);
}

}  // namespace
}  // namespace fovea::cuda
