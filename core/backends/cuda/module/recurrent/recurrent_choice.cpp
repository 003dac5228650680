#include "core/backends/cuda/module/recurrent/recurrent_choice.h"

#include <cmath>

#include "core/backends/cuda/module/recurrent/recurrent_dnn.h"
#include "core/backends/cuda/module/recurrent/recurrent_plan.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"

namespace fovea::cuda {
namespace {

constexpr const char* kOwn = "own";

// True if the forward op's reserve is read, and only by its backward op.
Result<bool> keepsReserve(const KernelRequest& request) {
  const std::size_t reserve = request.outputs.size() - 1;
  if (!request.attributes.boolean("training") || !request.isNeeded(reserve)) return false;
  const ValueReader reader = request.readerOf(reserve);
  const auto isSame = [&](const char* attribute) {
    const FieldValue *ours = request.attributes.find(attribute), *theirs = reader.node->attributes.find(attribute);
    return !ours || !theirs || *ours == *theirs;
  };
  if (reader.node && reader.node->op->name == request.op.name + "_backward" && reader.input == kReserve &&
      isSame("reverse") && isSame("activation"))
    return true;
  return fail(ErrorCode::Unsupported, "its reserve is not read by its backward pass alone");
}

// The request of the backward op that belongs to a forward op, without dcell.
class BackwardRequest {
 public:
  explicit BackwardRequest(const KernelRequest& forward)
      : op_(*findOp(forward.op.name + "_backward")), exact_(forward.exact) {
    const TensorType &x = forward.inputs[0], &y = forward.outputs[0], &bias = forward.inputs[3];
    inputs_ = {y, x, forward.inputs[1], forward.inputs[2], y, forward.outputs.back()};
    outputs_ = {x, forward.inputs[1], forward.inputs[2], bias, bias, forward.outputs[1]};
    if (forward.outputs.size() > 3) outputs_.push_back(forward.outputs[2]);
    for (const char* attribute : {"reverse", "activation"})
      if (const FieldValue* value = forward.attributes.find(attribute)) attributes_.set(attribute, *value);
  }
  std::span<const TensorType> outputs() const { return outputs_; }
  KernelRequest with(const Layout& reserve) {
    layouts_.assign(inputs_.size(), Layout());
    layouts_[kReserve] = reserve;
    KernelRequest request{op_, attributes_, inputs_, outputs_, layouts_};
    request.exact = exact_;
    return request;
  }

 private:
  const OpType& op_;
  FieldValues attributes_;
  std::vector<TensorType> inputs_, outputs_;
  std::vector<Layout> layouts_;
  bool exact_;
};

using MakePlan = std::function<Result<KernelPlan>(const KernelRequest&)>;

// Runs the forward op and, if the reserve is kept, the backward op, with the reserve in scratch memory. Inputs are
// those of the forward op and dy, outputs all others of both.
Result<KernelPlan> passesPlan(const KernelRequest& request, bool keeps, const MakePlan& makeForward,
                              const MakePlan& makeBackward) {
  FOVEA_TRY(KernelPlan forward, makeForward(request));
  const std::size_t reserveBytes = alignedBytes(forward.outputs.back().bytes(request.outputs.back()));
  std::size_t scratchBytes = forward.scratchBytes;
  KernelPlan backward;
  if (keeps) {
    BackwardRequest next(request);
    FOVEA_TRY(backward, makeBackward(next.with(forward.outputs.back())));
    scratchBytes = std::max(scratchBytes, backward.scratchBytes);
  }
  const std::size_t inputs = request.inputs.size(), outputs = request.outputs.size() - 1;
  const auto run = [inputs, outputs, reserveBytes, first = std::shared_ptr<Kernel>(std::move(forward.kernel)),
                    second = std::shared_ptr<Kernel>(std::move(backward.kernel))](const KernelArguments& a) -> Status {
    void *const reserve = a.scratch, *const scratch = scratchAt(a, reserveBytes);
    std::vector<void*> results(a.outputs.begin(), a.outputs.begin() + static_cast<std::ptrdiff_t>(outputs));
    results.push_back(reserve);
    FOVEA_CHECK(first->run({a.inputs.first(inputs), results, scratch}));
    if (!second) return {};
    const std::vector<void*> given{a.inputs[inputs], a.inputs[0], a.inputs[1], a.inputs[2], a.outputs[0], reserve};
    return second->run({given, a.outputs.subspan(outputs), scratch});
  };
  return densePlan(request, run, reserveBytes + scratchBytes);
}

std::string keyOf(const RecurrentGeometry& g, const KernelRequest& request) {
  return fmt::format("{}{}_{}_n{}_t{}_k{}_h{}{}{}_states{}", request.op.name,
                     g.cell == RecurrentCell::Relu ? "_relu" : "", dataTypeName(request.inputs[0].dtype), g.batch,
                     g.steps, g.inputs, g.units, g.reverse ? "_reverse" : "", g.training ? "_training" : "",
                     request.inputs.size() - 5);
}

KernelTrial trialOf(const RecurrentGeometry& g, const KernelRequest& request, const ContextPointer& context) {
  // Several times the rounding error of a sum in each type.
  const auto tolerance = [](DataType type) {
    return type == DataType::BFloat16 ? 4e-2 : type == DataType::Float16 ? 1e-2 : 5e-3;
  };
  KernelTrial trial;
  trial.key = keyOf(g, request);
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  for (const TensorType& type : request.outputs.first(request.outputs.size() - 1)) trial.outputs.push_back({type});
  if (g.training) {
    trial.inputs.push_back(request.outputs[0]);
    const BackwardRequest backward(request);
    for (const TensorType& type : backward.outputs()) trial.outputs.push_back({type});
  }
  trial.tolerance = tolerance(request.inputs[0].dtype);
  // Scaled like a new layer, so that the states neither vanish nor grow.
  trial.fill = [context, types = trial.inputs,
                weight = 0.6 / std::sqrt(static_cast<double>(g.units))](std::span<void* const> inputs) -> Status {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      FOVEA_CHECK(fillNormal(context, types[i], i >= 1 && i <= 4 ? weight : 0.5, inputs[i]));
    return {};
  };
  return trial;
}

Result<DeviceTraits> traitsOf(const ContextPointer& context) {
  cudaDeviceProp properties{};
  FOVEA_CUDA_CALL(cudaGetDeviceProperties(&properties, context->index()));
  return DeviceTraits{properties.major, properties.minor, properties.multiProcessorCount};
}

}  // namespace

// Within these bounds other programs use the algorithms daily; outside of them cuDNN has been seen to fail.
std::vector<RecurrentMethod> recurrentMethods(const RecurrentGeometry& g, const DeviceTraits& device) {
  const bool gated = g.hasCell() || g.cell == RecurrentCell::Gru;
  std::vector<RecurrentAlgorithm> algorithms{RecurrentAlgorithm::Standard};
  const std::int64_t fewUnits = gated ? (g.training ? 128 : 192) : (g.training ? 256 : 384);
  if (g.units <= fewUnits) algorithms.push_back(RecurrentAlgorithm::PersistentSmall);
  const bool large = device.major >= 8 && device.minor != 6 && device.multiprocessors >= 98;
  if (large && g.units % 128 == 0 && g.units <= 1024 && g.inputs % 128 == 0 && g.batch % 8 == 0 && g.batch <= 128)
    algorithms.push_back(RecurrentAlgorithm::Persistent);
  std::vector<RecurrentMethod> methods;
  for (const RecurrentAlgorithm algorithm : algorithms) {
    if (!g.reverse) methods.push_back({algorithm, false});
    methods.push_back({algorithm, true});
  }
  return methods;
}

Result<std::shared_ptr<RecurrentLibrary>> chooseRecurrentLibrary(RecurrentCell cell, const KernelRequest& request,
                                                                 const ContextPointer& context) {
  RecurrentProblem problem;
  problem.type = request.inputs[0].dtype;
  RecurrentGeometry& g = problem.geometry;
  g = readRecurrent(cell, request.attributes, request.inputs[0].shape, request.inputs[2].shape);
  FOVEA_TRY(g.training, keepsReserve(request));
  if (g.batch == 0 || g.inputs == 0) return fail(ErrorCode::Unsupported, "cuDNN does not support empty values");
  FOVEA_TRY(const DeviceTraits device, traitsOf(context));
  const auto libraryFor = [&](const RecurrentMethod& method) {
    RecurrentProblem one = problem;
    one.method = method;
    return RecurrentLibrary::create(context, one);
  };
  std::vector<TrialCandidate> candidates{
      {kOwn, [&] {
         return passesPlan(
             request, g.training, [&](const KernelRequest& r) { return recurrentForwardPlan(cell, r, context); },
             [&](const KernelRequest& r) { return recurrentBackwardPlan(cell, r, context); });
       }}};
  const std::vector<RecurrentMethod> methods = recurrentMethods(g, device);
  for (const RecurrentMethod& method : methods)
    candidates.push_back({method.name(), [&, method]() -> Result<KernelPlan> {
                            FOVEA_TRY(const auto library, libraryFor(method));
                            return passesPlan(
                                request, g.training,
                                [&](const KernelRequest& r) { return dnnForwardPlan(r, context, library); },
                                [&](const KernelRequest& r) { return dnnBackwardPlan(r, context); });
                          }});
  const std::string name = fastestCandidate(context, trialOf(g, request, context), candidates);
  for (const RecurrentMethod& method : methods)
    if (method.name() == name) return libraryFor(method);
  return fail(ErrorCode::Unsupported, "the own kernels are faster");
}

}  // namespace fovea::cuda
