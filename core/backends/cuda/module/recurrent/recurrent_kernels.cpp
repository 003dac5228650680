// Why: RNNs use cuDNN where it is faster, and Fovea's own kernels otherwise. The choice for a pair of forward and
// backward op is made once, in the forward op; the backward op recognises it by the layout of the reserve.
#include "core/backends/cuda/module/recurrent/recurrent_choice.h"
#include "core/backends/cuda/module/recurrent/recurrent_dnn.h"
#include "core/backends/cuda/module/recurrent/recurrent_plan.h"

namespace fovea::cuda {
namespace {

// cuDNN rounds the hidden state to 16 bits after every step.
Status mayRound(const KernelRequest& request) {
  if (request.inputs[0].dtype == DataType::Float64) return fail(ErrorCode::Unsupported, "not f64");
  if (request.exact) return fail(ErrorCode::Unsupported, "rounds within the op");
  return needsFloating(request);
}

Status needsOwnReserve(const KernelRequest& request) {
  if (!request.inputLayouts[kReserve].dense()) return fail(ErrorCode::Unsupported, "the forward pass is cuDNN's");
  return needsFloating(request);
}

Result<KernelPlan> fasterForwardPlan(RecurrentCell cell, const KernelRequest& request, const ContextPointer& context) {
  const auto library = chooseRecurrentLibrary(cell, request, context);
  if (library.ok()) return dnnForwardPlan(request, context, *library);
  return fail(ErrorCode::Unsupported, library.error().message);  // after any failure the own kernels are tried
}

}  // namespace

void registerRecurrent(KernelRegistry& registry, const ContextPointer& context) {
  const auto add = [&](const std::string& op, RecurrentCell cell) {
    addKernel(registry, op, "cuda." + op + "_dnn", mayRound,
              [cell, context](const KernelRequest& request) { return fasterForwardPlan(cell, request, context); });
    addFloating(registry, op,
                [cell, context](const KernelRequest& request) { return recurrentForwardPlan(cell, request, context); });
    const std::string backward = op + "_backward";
    addKernel(registry, backward, "cuda." + backward + "_dnn", needsDnnReserve,
              [context](const KernelRequest& request) { return dnnBackwardPlan(request, context); });
    addKernel(registry, backward, "cuda." + backward, needsOwnReserve,
              [cell, context](const KernelRequest& request) { return recurrentBackwardPlan(cell, request, context); });
  };
  add("lstm", RecurrentCell::Lstm);
  add("gru", RecurrentCell::Gru);
  add("rnn", RecurrentCell::Tanh);
}

}  // namespace fovea::cuda
