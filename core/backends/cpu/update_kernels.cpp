// Why: what changes variables: the optimizer's step over parameters in whatever layout their layer chose, averages of
// weights, running sums, and counters.
#include <cmath>
#include <cstring>
#include <limits>

#include "core/backends/cpu/cpu_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kChunk = 4096;  // elements whose sum is taken at once: the sum's order, whatever the threads

std::int64_t floatsIn(const Layout& layout, const TensorType& type) {
  return static_cast<std::int64_t>(layout.bytes(type) / sizeof(float));
}

double realOrZero(const FieldValues& attributes, const char* name) {
  const FieldValue* value = attributes.find(name);
  return value ? std::get<double>(*value) : 0;
}

// What an update op's arguments are at each run.
class UpdateReader {
 public:
  UpdateReader(const KernelRequest& request, bool counted)
      : states_(request.outputs.size() - 1),
        counted_(counted),
        factored_(request.inputs.size() > 2 + states_ + (counted ? 2 : 1)),
        multiplier_(request.attributes.real("rate_multiplier")) {
    const FieldValues& attributes = request.attributes;
    const double clip = realOrZero(attributes, "clip");
    first_ = realOrZero(attributes, counted ? "beta1" : "momentum");
    second_ = realOrZero(attributes, counted ? "beta2" : "rho");
    fixed_.gradientFactor = 1;
    fixed_.clip = clip > 0 ? static_cast<float>(clip) : std::numeric_limits<float>::infinity();
    fixed_.decay = static_cast<float>(realOrZero(attributes, "weight_decay"));
    fixed_.epsilon = static_cast<float>(realOrZero(attributes, "epsilon"));
    fixed_.first = static_cast<float>(first_);
    fixed_.second = static_cast<float>(second_);
    fixed_.firstShare = static_cast<float>(1 - first_);
    fixed_.secondShare = static_cast<float>(1 - second_);
    if (attributes.contains("nesterov")) fixed_.lookAhead = attributes.boolean("nesterov");
  }

  UpdateArguments operator()(const KernelArguments& a) const {
    UpdateArguments arguments = fixed_;
    arguments.parameter = floats(a.inputs[0]);
    arguments.gradient = floats(a.inputs[1]);
    arguments.newParameter = mutableFloats(a.outputs[0]);
    for (std::size_t i = 0; i < states_; ++i) {
      arguments.states[i] = floats(a.inputs[2 + i]);
      arguments.newStates[i] = mutableFloats(a.outputs[1 + i]);
    }
    arguments.rate = static_cast<float>(static_cast<double>(*floats(a.inputs[2 + states_])) * multiplier_);
    if (counted_) {
      const auto step = static_cast<double>(*floats(a.inputs[3 + states_]));
      arguments.firstCorrection = static_cast<float>(1 / (1 - std::pow(first_, step)));
      arguments.secondCorrection = static_cast<float>(1 / (1 - std::pow(second_, step)));
    }
    if (factored_) arguments.gradientFactor = *floats(a.inputs.back());
    return arguments;
  }

 private:
  std::size_t states_;
  bool counted_, factored_;
  double multiplier_, first_ = 0, second_ = 0;
  UpdateArguments fixed_{};
};

// Parameter, gradient and states lie as the parameter does.
KernelPlan updatePlan(const KernelRequest& request, std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  const Layout layout = request.inputLayouts[0];
  for (std::size_t i = 0; i < request.outputs.size(); ++i) plan.outputs[i] = layout;
  for (std::size_t i = 0; i < 1 + request.outputs.size(); ++i) plan.inputs[i] = layout;
  plan.detail = simd().name;
  return plan;
}

KernelEntry updateEntry(const char* name, UpdateRule rule, bool counted = false) {
  return float32Entry(name, [rule, counted](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const std::int64_t count = floatsIn(request.inputLayouts[0], request.inputs[0]);
    const UpdateReader read(request, counted);
    return updatePlan(request, [=](const KernelArguments& a) {
      const UpdateArguments arguments = read(a);
      if (arguments.gradientFactor == 0) return;
      const auto update = simd().updates[static_cast<std::size_t>(rule)];
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) { update(arguments, begin, end); });
    });
  });
}

// Sum of squares of [begin, end), chunk by chunk.
double squaredSum(const float* x, std::int64_t begin, std::int64_t end) {
  return simd().squaredDeviation(x + begin, 0.0f, end - begin);
}

double total(const double* sums, std::int64_t count) {
  double result = 0;
  for (std::int64_t i = 0; i < count; ++i) result += sums[i];
  return result;
}

// Two passes: the directions with the sums of squares, then the step. Scratch: two sums a chunk, then the directions.
KernelEntry lambEntry() {
  return float32Entry("cpu.lamb_update", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const std::int64_t count = floatsIn(request.inputLayouts[0], request.inputs[0]);
    const std::int64_t chunks = (count + kChunk - 1) / kChunk;
    const bool adapt = request.attributes.boolean("adapt");
    const UpdateReader read(request, true);
    KernelPlan plan = updatePlan(request, [=](const KernelArguments& a) {
      auto* sums = static_cast<double*>(a.scratch);
      auto* directions = reinterpret_cast<float*>(sums + 2 * chunks);
      UpdateArguments arguments = read(a);
      if (arguments.gradientFactor == 0) return;
      arguments.newParameter = directions;
      parallelTasks(chunks, static_cast<double>(count), [&](std::int64_t chunk) {
        const std::int64_t begin = chunk * kChunk, end = std::min(count, begin + kChunk);
        simd().updates[static_cast<std::size_t>(UpdateRule::Lamb)](arguments, begin, end);
        sums[chunk] = squaredSum(arguments.parameter, begin, end);
        sums[chunks + chunk] = squaredSum(directions, begin, end);
      });
      const double parameters = total(sums, chunks), steps = total(sums + chunks, chunks);
      const double trust = adapt && parameters > 0 && steps > 0 ? std::sqrt(parameters) / std::sqrt(steps) : 1;
      const auto factor = static_cast<float>(-static_cast<double>(arguments.rate) * trust);
      float* result = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        simd().addScaled(arguments.parameter + begin, 1.0f, directions + begin, factor, result + begin, end - begin);
      });
    });
    plan.scratchBytes =
        static_cast<std::size_t>(2 * chunks) * sizeof(double) + static_cast<std::size_t>(count) * sizeof(float);
    return plan;
  });
}

KernelEntry accumulateEntry() {
  return float32Entry("cpu.accumulate", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const double factor = request.attributes.real("factor");
    if (request.inputs[0].shape.rank() == 0)
      return densePlan(request, [factor](const KernelArguments& a) {
        const auto sum = static_cast<double>(*floats(a.inputs[0])), value = static_cast<double>(*floats(a.inputs[1]));
        *mutableFloats(a.outputs[0]) = static_cast<float>(sum + factor * value);
      });
    const Layout layout = request.inputFree[0] ? request.inputLayouts[1] : request.inputLayouts[0];
    const std::int64_t count = floatsIn(layout, request.inputs[0]);
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float *sum = floats(a.inputs[0]), *value = floats(a.inputs[1]);
      float* result = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        simd().addScaled(sum + begin, 1.0f, value + begin, static_cast<float>(factor), result + begin, end - begin);
      });
    });
    plan.inputs = {layout, layout};
    plan.outputs = {layout};
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry averageEntry() {
  return float32Entry("cpu.average_update", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const Layout layout = request.inputFree[0] ? request.inputLayouts[1] : request.inputLayouts[0];
    const std::int64_t count = floatsIn(layout, request.inputs[0]);
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float *average = floats(a.inputs[0]), *value = floats(a.inputs[1]), weight = *floats(a.inputs[2]);
      float* result = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        if (weight == 1)
          std::memcpy(result + begin, value + begin, static_cast<std::size_t>(end - begin) * sizeof(float));
        else
          simd().addScaled(average + begin, 1 - weight, value + begin, weight, result + begin, end - begin);
      });
    });
    plan.inputs = {layout, layout, Layout()};
    plan.outputs = {layout};
    plan.detail = simd().name;
    return plan;
  });
}

// Padding of blocked layouts is zero and adds nothing. Scratch: a sum for each chunk of each input.
KernelEntry squaredNormEntry() {
  return float32Entry("cpu.squared_norm", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    struct Piece {
      std::size_t input;
      std::int64_t begin, end;
    };
    std::vector<Piece> pieces;
    double work = 0;
    for (std::size_t i = 0; i < request.inputs.size(); ++i) {
      const std::int64_t count = floatsIn(request.inputLayouts[i], request.inputs[i]);
      work += static_cast<double>(count);
      for (std::int64_t begin = 0; begin < count; begin += kChunk)
        pieces.push_back({i, begin, std::min(count, begin + kChunk)});
    }
    const std::size_t scratch = pieces.size() * sizeof(double);
    KernelPlan plan = densePlan(request, [pieces = std::move(pieces), work](const KernelArguments& a) {
      const auto count = static_cast<std::int64_t>(pieces.size());
      auto* sums = static_cast<double*>(a.scratch);
      parallelTasks(count, work, [&](std::int64_t task) {
        const Piece& piece = pieces[static_cast<std::size_t>(task)];
        sums[task] = squaredSum(floats(a.inputs[piece.input]), piece.begin, piece.end);
      });
      *mutableFloats(a.outputs[0]) = static_cast<float>(total(sums, count));
    });
    plan.inputs.assign(request.inputLayouts.begin(), request.inputLayouts.end());
    plan.scratchBytes = scratch;
    plan.detail = simd().name;
    return plan;
  });
}

KernelEntry clipFactorEntry() {
  return float32Entry("cpu.clip_factor", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const double limit = request.attributes.real("limit");
    const bool scaled = request.inputs.size() > 1;
    return densePlan(request, [=](const KernelArguments& a) {
      const double scale = scaled ? static_cast<double>(*floats(a.inputs[1])) : 1.0;
      const double share = limit / (scale * std::sqrt(static_cast<double>(*floats(a.inputs[0]))) + 1e-6);
      *mutableFloats(a.outputs[0]) = static_cast<float>(scale == 0 ? 0.0 : scale * (share > 1 ? 1.0 : share));
    });
  });
}

KernelEntry assignEntry() {
  return float32Entry("cpu.assign", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const std::size_t bytes = request.outputs[0].bytes();
    return densePlan(request, [bytes](const KernelArguments& a) {
      if (bytes > 0) std::memcpy(a.outputs[0], a.inputs[1], bytes);
    });
  });
}

}  // namespace

void addUpdateKernels(KernelRegistry& registry) {
  registry.add("sgd_update", updateEntry("cpu.sgd_update", UpdateRule::Sgd));
  registry.add("adagrad_update", updateEntry("cpu.adagrad_update", UpdateRule::Adagrad));
  registry.add("rmsprop_update", updateEntry("cpu.rmsprop_update", UpdateRule::Rmsprop));
  registry.add("rmsprop_centred_update", updateEntry("cpu.rmsprop_centred_update", UpdateRule::RmspropCentred));
  registry.add("adadelta_update", updateEntry("cpu.adadelta_update", UpdateRule::Adadelta));
  registry.add("adam_update", updateEntry("cpu.adam_update", UpdateRule::Adam, true));
  registry.add("adamw_update", updateEntry("cpu.adamw_update", UpdateRule::Adamw, true));
  registry.add("lamb_update", lambEntry());
  registry.add("accumulate", accumulateEntry());
  registry.add("average_update", averageEntry());
  registry.add("squared_norm", squaredNormEntry());
  registry.add("clip_factor", clipFactorEntry());
  registry.add("assign", assignEntry());
}

}  // namespace fovea::cpu
