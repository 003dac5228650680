#include "core/backends/cuda/module/runtime/kernel_trial.h"

#include <algorithm>
#include <cmath>

#include "core/backends/cuda/module/runtime/captured_graph.h"
#include "core/backends/cuda/module/runtime/memory.h"
#include "core/backends/cuda/module/runtime/trial_time.h"
#include "core/base/random.h"
#include "core/tensor/half.h"

namespace fovea::cuda {
namespace {

// a candidate must take less than this fraction of the best time; smaller gains are within the clock's precision
constexpr double kWorthwhile = 0.97;
constexpr std::int64_t kBlock = std::int64_t{1} << 16;  // elements that are filled or compared at a time
constexpr std::int64_t kBitsForOneThatDiffers = 100;
constexpr int kNoNumbers = 0xFF;  // these bytes are a NaN in every floating-point type, so unwritten elements differ

// Device memory for several values, filled with kNoNumbers.
class TrialMemory {
 public:
  Status add(const ContextPointer& context, const TensorType& type) {
    FOVEA_TRY(auto buffer, allocateDeviceMemory(context, type.bytes()));
    FOVEA_CUDA_CALL(cudaMemsetAsync(buffer->data(), kNoNumbers, buffer->bytes(), context->stream()));
    pointers_.push_back(buffer->data());
    buffers_.push_back(std::move(buffer));
    return {};
  }
  std::span<void* const> pointers() const { return pointers_; }

 private:
  std::vector<std::shared_ptr<DeviceBuffer>> buffers_;
  std::vector<void*> pointers_;
};

// Measures how much one value differs between two candidates.
class Difference {
 public:
  void add(double expected, double actual) {
    if (!std::isfinite(expected) || !std::isfinite(actual)) {
      const bool same = std::isnan(expected) ? std::isnan(actual) : expected == actual;
      if (!same) differs_ = true;
      return;
    }
    norm_ += expected * expected;
    difference_ += (actual - expected) * (actual - expected);
  }
  bool within(double tolerance) const { return !differs_ && difference_ <= tolerance * tolerance * norm_; }

 private:
  double norm_ = 0, difference_ = 0;
  bool differs_ = false;
};

class Numbers {
 public:
  Numbers(const ContextPointer& context, DataType type)
      : context_(context), type_(type), raw_(Tensor::make({type, {kBlock}})) {}
  // Reads `count` elements of device memory, starting at element `first`.
  Result<std::span<const double>> read(const void* source, std::int64_t first, std::int64_t count) {
    const std::size_t unit = byteSize(type_);
    FOVEA_CUDA_CALL(
        cudaMemcpyAsync(raw_.raw(), static_cast<const std::byte*>(source) + static_cast<std::size_t>(first) * unit,
                        static_cast<std::size_t>(count) * unit, cudaMemcpyDeviceToHost, context_->stream()));
    FOVEA_CHECK(context_->wait());
    convertNumbers(type_, raw_.raw(), DataType::Float64, values_.data(), count);
    return std::span<const double>(values_.data(), static_cast<std::size_t>(count));
  }

 private:
  const ContextPointer& context_;
  DataType type_;
  Tensor raw_;
  std::vector<double> values_ = std::vector<double>(kBlock);
};

Result<bool> agree(const ContextPointer& context, const TensorType& type, const void* expected, const void* actual,
                   double tolerance) {
  Difference difference;
  Numbers first(context, type.dtype), second(context, type.dtype);
  for (std::int64_t at = 0; at < type.shape.elementCount(); at += kBlock) {
    const std::int64_t count = std::min(kBlock, type.shape.elementCount() - at);
    FOVEA_TRY(const auto a, first.read(expected, at, count));
    FOVEA_TRY(const auto b, second.read(actual, at, count));
    for (std::size_t i = 0; i < a.size(); ++i) difference.add(a[i], b[i]);
  }
  return difference.within(tolerance);
}

// Returns whether at most one meaningful bit in a hundred differs.
Result<bool> bitsAgree(const ContextPointer& context, const TrialOutput& output, const void* expected,
                       const void* actual) {
  std::vector<std::uint8_t> a(output.type.bytes()), b(output.type.bytes());
  for (const auto& [source, target] : {std::pair(expected, &a), std::pair(actual, &b)})
    FOVEA_CUDA_CALL(cudaMemcpyAsync(target->data(), source, target->size(), cudaMemcpyDeviceToHost, context->stream()));
  FOVEA_CHECK(context->wait());
  const std::int64_t rows = output.type.shape[0], rowBytes = output.type.shape[1];
  std::int64_t different = 0;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t bit = 0; bit < output.bitsOfRow; ++bit) {
      const auto at = static_cast<std::size_t>(row * rowBytes + bit / 8);
      different += (a[at] ^ b[at]) >> bit % 8 & 1;
    }
  return different * kBitsForOneThatDiffers <= rows * output.bitsOfRow;
}

Result<bool> sameBits(const ContextPointer& context, std::size_t bytes, const void* first, const void* second) {
  std::vector<std::byte> a(bytes), b(bytes);
  for (const auto& [source, target] : {std::pair(first, &a), std::pair(second, &b)})
    FOVEA_CUDA_CALL(cudaMemcpyAsync(target->data(), source, bytes, cudaMemcpyDeviceToHost, context->stream()));
  FOVEA_CHECK(context->wait());
  return a == b;
}

class Trial {
 public:
  Trial(const ContextPointer& context, const KernelTrial& trial) : context_(context), trial_(trial) {}

  // Returns the fastest candidate; the first if none is clearly faster. OutOfMemory if the trial has not enough memory.
  Result<std::string> fastest(std::span<const TrialCandidate> candidates) {
    for (const TensorType& type : trial_.inputs) FOVEA_CHECK(inputs_.add(context_, type));
    FOVEA_CHECK(trial_.fill(inputs_.pointers()));
    FOVEA_TRY(double best, time(candidates[0], expected_));
    std::string name = candidates[0].name;
    for (const TrialCandidate& candidate : candidates.subspan(1)) {
      const auto seconds = timeIfRight(candidate);
      if (!seconds.ok() && seconds.error().code == ErrorCode::OutOfMemory) return seconds.error();
      if (!seconds.ok() || *seconds > kWorthwhile * best) continue;
      best = *seconds;
      name = candidate.name;
    }
    return name;
  }

 private:
  Result<double> timeIfRight(const TrialCandidate& candidate) {
    TrialMemory outputs;
    FOVEA_TRY(const double seconds, time(candidate, outputs));
    for (std::size_t i = 0; i < trial_.outputs.size(); ++i) {
      if (!trial_.outputs[i].compared) continue;
      FOVEA_TRY(const bool right, isRight(trial_.outputs[i], expected_.pointers()[i], outputs.pointers()[i]));
      if (!right) return fail(ErrorCode::Unsupported, candidate.name + " returns different numbers");
    }
    return seconds;
  }

  Result<bool> isRight(const TrialOutput& output, const void* expected, const void* actual) const {
    if (output.bitsOfRow > 0) return bitsAgree(context_, output, expected, actual);
    return agree(context_, output.type, expected, actual, trial_.tolerance);
  }

  // Returns the seconds of one run as part of a recorded step: the minimum of several. `outputs` receives the results.
  Result<double> time(const TrialCandidate& candidate, TrialMemory& outputs) {
    FOVEA_TRY(KernelPlan plan, candidate.create());
    FOVEA_TRY(const auto scratch, allocateDeviceMemory(context_, plan.scratchBytes));
    const auto run = [&, inputs = inputs_.pointers()](const TrialMemory& to) {
      return plan.kernel->run({inputs, to.pointers(), scratch->data()});
    };
    TrialMemory unrecorded;  // the first run loads code, which a recording does not allow
    FOVEA_CHECK(addOutputs(unrecorded));
    FOVEA_CHECK(run(unrecorded));
    FOVEA_CHECK(context_->wait());
    FOVEA_CHECK(addOutputs(outputs));
    FOVEA_TRY(const auto graph, captureGraph(context_, [&] { return run(outputs); }));
    FOVEA_CHECK(graph->launch());
    FOVEA_CHECK(context_->wait());
    for (std::size_t i = 0; i < trial_.outputs.size(); ++i) {
      if (!trial_.outputs[i].compared) continue;
      FOVEA_TRY(const bool repeats,
                sameBits(context_, trial_.outputs[i].type.bytes(), unrecorded.pointers()[i], outputs.pointers()[i]));
      if (!repeats)
        return fail(ErrorCode::Unsupported, candidate.name + " returns different numbers when it runs again");
    }
    return secondsOfRun(context_, {}, [&] { return graph->launch(); });
  }

  Status addOutputs(TrialMemory& memory) const {
    for (const TrialOutput& output : trial_.outputs) FOVEA_CHECK(memory.add(context_, output.type));
    return {};
  }

  const ContextPointer& context_;
  const KernelTrial& trial_;
  TrialMemory inputs_, expected_;
};

const TrialCandidate* findCandidate(std::span<const TrialCandidate> candidates, const std::string& name) {
  const auto found = std::find_if(candidates.begin(), candidates.end(), [&](const auto& c) { return c.name == name; });
  return found == candidates.end() ? nullptr : &*found;
}

}  // namespace

std::string fastestCandidate(const ContextPointer& context, const KernelTrial& trial,
                             std::span<const TrialCandidate> candidates) {
  if (candidates.size() == 1) return candidates[0].name;
  const auto isCandidate = [&](const std::string& name) { return findCandidate(candidates, name) != nullptr; };
  const auto fastest =
      rememberedOrTried(context, trial.key, isCandidate, [&] { return Trial(context, trial).fastest(candidates); });
  return fastest.ok() ? *fastest : candidates[0].name;
}

Result<KernelPlan> createFastest(const ContextPointer& context, const KernelTrial& trial,
                                 std::span<const TrialCandidate> candidates) {
  auto plan = findCandidate(candidates, fastestCandidate(context, trial, candidates))->create();
  return plan.ok() ? std::move(plan) : candidates[0].create();
}

Status fillNormal(const ContextPointer& context, const TensorType& type, double deviation, void* target) {
  constexpr std::int64_t kPeriod = 65521;  // a prime: a power of two would make many rows of a matrix alike
  const std::int64_t count = type.shape.elementCount(), length = std::min(kPeriod, count);
  std::vector<double> numbers(static_cast<std::size_t>(length));
  Random random(1);
  for (double& number : numbers) number = deviation * random.normal();
  Tensor block = Tensor::make({type.dtype, {length}});
  convertNumbers(DataType::Float64, numbers.data(), type.dtype, block.raw(), length);
  const std::size_t unit = byteSize(type.dtype);
  for (std::int64_t at = 0; at < count; at += length)
    FOVEA_CUDA_CALL(cudaMemcpyAsync(static_cast<std::byte*>(target) + static_cast<std::size_t>(at) * unit, block.raw(),
                                    static_cast<std::size_t>(std::min(length, count - at)) * unit,
                                    cudaMemcpyHostToDevice, context->stream()));
  return context->wait();
}

}  // namespace fovea::cuda
