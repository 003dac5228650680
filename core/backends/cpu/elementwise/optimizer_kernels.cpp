// Why: the optimizers' steps over parameters in any layout that their layers chose. A network has many parameters, most
// of them small, so several are updated in one parallel region; the results do not depend on how many.
#include <cmath>
#include <limits>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

// elements of one task and of one partial sum: the order of sums does not depend on the threads
constexpr std::int64_t kChunk = 4096;

double realOrZero(const FieldValues& attributes, const char* name) {
  const FieldValue* value = attributes.find(name);
  return value ? std::get<double>(*value) : 0;
}

// One parameter with the attributes of its op; provides the op's arguments at each run.
class Update {
 public:
  Update(const KernelRequest& request, bool counted)
      : count(static_cast<std::int64_t>(request.inputLayouts[0].bytes(request.inputs[0]) / sizeof(float))),
        inputs(request.inputs.size()),
        outputs(request.outputs.size()),
        counted_(counted),
        factored_(inputs > 1 + outputs + (counted ? 2 : 1)),
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
    if (attributes.contains("adapt")) adapt = attributes.boolean("adapt");
  }

  UpdateArguments read(void* const* in, void* const* out) const {
    const std::size_t states = outputs - 1;
    UpdateArguments arguments = fixed_;
    arguments.parameter = floats(in[0]);
    arguments.gradient = floats(in[1]);
    arguments.newParameter = mutableFloats(out[0]);
    for (std::size_t i = 0; i < states; ++i) {
      arguments.states[i] = floats(in[2 + i]);
      arguments.newStates[i] = mutableFloats(out[1 + i]);
    }
    arguments.rate = static_cast<float>(static_cast<double>(*floats(in[2 + states])) * multiplier_);
    if (counted_) {
      const auto step = static_cast<double>(*floats(in[3 + states]));
      arguments.firstCorrection = static_cast<float>(1 / (1 - std::pow(first_, step)));
      arguments.secondCorrection = static_cast<float>(1 / (1 - std::pow(second_, step)));
    }
    if (factored_) arguments.gradientFactor = *floats(in[inputs - 1]);
    return arguments;
  }

  std::int64_t count;  // number of elements, padding included
  std::size_t inputs, outputs;
  bool adapt = false;

 private:
  bool counted_, factored_;
  double multiplier_, first_ = 0, second_ = 0;
  UpdateArguments fixed_{};
};

// Elements of one update that form one task.
struct Piece {
  std::size_t update;
  std::int64_t begin, end;
};

class UpdateKernel : public Kernel {
 public:
  UpdateKernel(UpdateRule rule, std::vector<Update> updates)
      : rule_(rule), updates_(std::move(updates)), arguments_(updates_.size()) {
    for (std::size_t i = 0; i < updates_.size(); ++i) {
      const std::int64_t count = updates_[i].count;
      work_ += static_cast<double>(count);
      for (std::int64_t begin = 0; begin < count; begin += kChunk)
        pieces_.push_back({i, begin, std::min(count, begin + kChunk)});
    }
  }

  Status run(const KernelArguments& a) override {
    readArguments(a);
    forEachPiece([&](const Piece& piece, const UpdateArguments& arguments, std::int64_t) {
      simd().updates[static_cast<std::size_t>(rule_)](arguments, piece.begin, piece.end);
    });
    return {};
  }
  std::string kind() const override { return "cpu.update " + std::to_string(static_cast<int>(rule_)); }
  JointKernel join(std::vector<std::unique_ptr<Kernel>> parts) const override {
    return joined<UpdateKernel>(rule_, std::move(parts));
  }
  virtual std::size_t scratchBytes() const { return 0; }

 protected:
  template <class Joint>
  static JointKernel joined(UpdateRule rule, std::vector<std::unique_ptr<Kernel>> parts) {
    std::vector<Update> updates;
    for (const auto& part : parts) {
      const auto& more = static_cast<const UpdateKernel&>(*part).updates_;
      updates.insert(updates.end(), more.begin(), more.end());
    }
    auto kernel = std::make_unique<Joint>(rule, std::move(updates));
    const std::size_t scratch = kernel->scratchBytes();
    return {std::move(kernel), scratch};
  }

  void readArguments(const KernelArguments& a) {
    std::size_t in = 0, out = 0;
    for (std::size_t i = 0; i < updates_.size(); ++i) {
      arguments_[i] = updates_[i].read(&a.inputs[in], &a.outputs[out]);
      in += updates_[i].inputs;
      out += updates_[i].outputs;
    }
  }

  // If the gradient's factor is 0, nothing changes.
  template <class Body>
  void forEachPiece(const Body& body) const {
    parallelTasks(static_cast<std::int64_t>(pieces_.size()), work_, [&](std::int64_t task) {
      const Piece& piece = pieces_[static_cast<std::size_t>(task)];
      const UpdateArguments& arguments = arguments_[piece.update];
      if (arguments.gradientFactor != 0) body(piece, arguments, task);
    });
  }

  UpdateRule rule_;
  std::vector<Update> updates_;
  std::vector<UpdateArguments> arguments_;  // for this run, indexed by update
  std::vector<Piece> pieces_;
  double work_ = 0;
};

// Two passes: the directions with their sums of squares, then the step. Scratch: two sums per piece, then the
// directions.
class LambKernel final : public UpdateKernel {
 public:
  LambKernel(UpdateRule rule, std::vector<Update> updates)
      : UpdateKernel(rule, std::move(updates)), results_(updates_.size()), factors_(updates_.size()) {}

  std::size_t scratchBytes() const override {
    return 2 * pieces_.size() * sizeof(double) + static_cast<std::size_t>(work_) * sizeof(float);
  }
  JointKernel join(std::vector<std::unique_ptr<Kernel>> parts) const override {
    return joined<LambKernel>(rule_, std::move(parts));
  }

  Status run(const KernelArguments& a) override {
    readArguments(a);
    auto* sums = static_cast<double*>(a.scratch);
    auto* directions = reinterpret_cast<float*>(sums + 2 * pieces_.size());
    for (std::size_t i = 0; i < updates_.size(); ++i) {
      results_[i] = arguments_[i].newParameter;
      arguments_[i].newParameter = directions;
      directions += updates_[i].count;
    }
    forEachPiece([&](const Piece& piece, const UpdateArguments& arguments, std::int64_t task) {
      simd().updates[static_cast<std::size_t>(rule_)](arguments, piece.begin, piece.end);
      sums[2 * task] = squaredSum(arguments.parameter, piece);
      sums[2 * task + 1] = squaredSum(arguments.newParameter, piece);
    });
    setFactors(sums);
    forEachPiece([&](const Piece& piece, const UpdateArguments& arguments, std::int64_t) {
      simd().addScaled(arguments.parameter + piece.begin, 1.0f, arguments.newParameter + piece.begin,
                       factors_[piece.update], results_[piece.update] + piece.begin, piece.end - piece.begin);
    });
    return {};
  }

 private:
  static double squaredSum(const float* x, const Piece& piece) {
    return simd().squaredDeviation(x + piece.begin, 0.0f, piece.end - piece.begin);
  }

  void setFactors(const double* sums) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < updates_.size(); ++i) {
      double parameters = 0, steps = 0;
      for (; at < pieces_.size() && pieces_[at].update == i; ++at) {
        parameters += sums[2 * at];
        steps += sums[2 * at + 1];
      }
      const bool adapts = updates_[i].adapt && parameters > 0 && steps > 0;
      const double trust = adapts ? std::sqrt(parameters) / std::sqrt(steps) : 1;
      factors_[i] = static_cast<float>(-static_cast<double>(arguments_[i].rate) * trust);
    }
  }

  std::vector<float*> results_;
  std::vector<float> factors_;
};

// Gradient and states have the layout of the parameter.
template <class K>
KernelEntry updateEntry(const char* name, UpdateRule rule, bool counted = false) {
  return float32Entry(name, [rule, counted](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    auto kernel = std::make_unique<K>(rule, std::vector<Update>{{request, counted}});
    KernelPlan plan;
    plan.scratchBytes = kernel->scratchBytes();
    plan.kernel = std::move(kernel);
    plan.inputs.resize(request.inputs.size());
    plan.outputs.resize(request.outputs.size());
    const Layout layout = request.inputLayouts[0];
    for (std::size_t i = 0; i < request.outputs.size(); ++i) plan.outputs[i] = layout;
    for (std::size_t i = 0; i < 1 + request.outputs.size(); ++i) plan.inputs[i] = layout;
    plan.detail = simd().name;
    return plan;
  });
}

}  // namespace

void addOptimizerKernels(KernelRegistry& registry) {
  const auto add = [&](const char* op, const char* name, UpdateRule rule, bool counted = false) {
    registry.add(op, updateEntry<UpdateKernel>(name, rule, counted));
  };
  add("sgd_update", "cpu.sgd_update", UpdateRule::Sgd);
  add("adagrad_update", "cpu.adagrad_update", UpdateRule::Adagrad);
  add("rmsprop_update", "cpu.rmsprop_update", UpdateRule::Rmsprop);
  add("rmsprop_centred_update", "cpu.rmsprop_centred_update", UpdateRule::RmspropCentred);
  add("adadelta_update", "cpu.adadelta_update", UpdateRule::Adadelta);
  add("adam_update", "cpu.adam_update", UpdateRule::Adam, true);
  add("adamw_update", "cpu.adamw_update", UpdateRule::Adamw, true);
  registry.add("lamb_update", updateEntry<LambKernel>("cpu.lamb_update", UpdateRule::Lamb, true));
}

}  // namespace fovea::cpu
