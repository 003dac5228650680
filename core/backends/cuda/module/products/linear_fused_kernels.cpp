// Why: binds linear layers with a ReLU, and the gradient through one: as a product and a pass over its result, or as
// one product with an epilogue of cuBLASLt, whichever is faster on the device; both must agree.
#include "core/backends/cuda/module/products/linear_ends.h"
#include "core/backends/cuda/module/products/linear_products.h"
#include "core/backends/cuda/module/runtime/savings.h"
#include "core/ops/linear_mask.h"

namespace fovea::cuda {
namespace {

constexpr const char *kOwn = "own", *kEpilogue = "epilogue";

Status isOn(const KernelRequest& request) {
  FOVEA_CHECK(needsFloating(request));
  return isOff(Saving::Epilogues) ? fail(ErrorCode::Unsupported, offReason(Saving::Epilogues)) : Status();
}

// The rows of the row-major result, which is the transpose of the column-major product.
MaskedRows rowsOf(const GemmShape& shape) {
  return {shape.columns, shape.rows, linearMaskRowBytes(shape.rows)};
}

Result<KernelPlan> forwardInParts(const KernelRequest& request, const ContextPointer& context) {
  const GemmShape shape = linearForwardShape(request);
  FOVEA_TRY(const LinearProduct product, LinearProduct::create(context, shape));
  const bool relu = request.attributes.text("activation") == "relu", masked = request.outputs.size() > 1;
  KernelPlan plan;
  dispatchFloating(shape.type, [&]<class T>() {
    plan = densePlan(
        request,
        [=, rows = rowsOf(shape)](const KernelArguments& a) -> Status {
          FOVEA_CHECK(product.run(a));
          const auto* const sum = static_cast<const Compute<T>*>(product.sum(a));
          if (masked && relu)
            return statusOf(endLinear(rows, in<T>(a, 2), sum, out<T>(a, 0), out<std::uint8_t>(a, 1), context->stream()),
                            "endLinear");
          return statusOf(endConvolution<T>(Channels{rows.rows, rows.columns, 1},
                                            relu ? ConvolutionEnd::Relu : ConvolutionEnd::None, 0, in<T>(a, 2), nullptr,
                                            sum, out<T>(a, 0), context->stream()),
                          "endConvolution");
        },
        product.scratchBytes(), linearDetail(shape, kOwn));
  });
  return plan;
}

Result<KernelPlan> forwardAtOnce(const KernelRequest& request, const ContextPointer& context) {
  GemmShape shape = linearForwardShape(request);
  const bool masked = request.outputs.size() > 1;
  shape.end = masked ? GemmEnd::BiasReluMask : GemmEnd::BiasRelu;
  FOVEA_TRY(auto gemm, createEnded(context, shape));
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm, masked](const KernelArguments& a) {
        return gemm->run(a.inputs[1], a.inputs[0], a.outputs[0], a.inputs[2], a.scratch,
                         masked ? a.outputs[1] : nullptr);
      },
      workspace, linearDetail(shape, kEpilogue));
}

bool readsBits(const KernelRequest& request) {
  return request.inputs[2].dtype == DataType::UInt8;
}

Result<KernelPlan> backwardInParts(const KernelRequest& request, const ContextPointer& context) {
  const GemmShape shape = linearBackwardShape(request);
  FOVEA_TRY(auto gemm, Gemm::create(context, shape));
  const std::size_t workspace = alignedBytes(gemm->workspaceBytes());
  const bool bits = readsBits(request);
  KernelPlan plan;
  dispatchFloating(shape.type, [&]<class T>() {
    plan = densePlan(
        request,
        [context, gemm, workspace, bits, rows = rowsOf(shape)](const KernelArguments& a) -> Status {
          T* const dx = out<T>(a, 0);
          void* const scratch = scratchAt(a, workspace);
          FOVEA_CHECK(gemm->run(a.inputs[1], a.inputs[0], dx, nullptr, a.scratch));
          if (bits)
            return statusOf(maskAndSum(rows, in<std::uint8_t>(a, 2), dx, out<T>(a, 1), scratch, context->stream()),
                            "maskAndSum");
          FOVEA_CUDA_CALL(
              binary(Binary::ReluBackward, rows.rows * rows.columns, dx, in<T>(a, 2), dx, context->stream()));
          return statusOf(
              channelSum(Channels{rows.rows, rows.columns, 1}, dx, out<T>(a, 1), scratch, context->stream()),
              "channelSum");
        },
        workspace + channelSumScratch<T>(Channels{shape.columns, shape.rows, 1}), linearDetail(shape, kOwn));
  });
  return plan;
}

Result<KernelPlan> backwardAtOnce(const KernelRequest& request, const ContextPointer& context) {
  GemmShape shape = linearBackwardShape(request);
  shape.end = GemmEnd::ReluBackward;
  FOVEA_TRY(auto gemm, createEnded(context, shape));
  const std::size_t workspace = gemm->workspaceBytes();
  return densePlan(
      request,
      [gemm](const KernelArguments& a) {
        return gemm->run(a.inputs[1], a.inputs[0], a.outputs[0], a.outputs[1], a.scratch, a.inputs[2]);
      },
      workspace, linearDetail(shape, kEpilogue));
}

using MakePlan = Result<KernelPlan> (*)(const KernelRequest&, const ContextPointer&);

// An exact request uses separate kernels, so that the sums are those of the layer without its epilogue.
Result<KernelPlan> chosenPlan(const KernelRequest& request, const ContextPointer& context, const GemmShape& shape,
                              MakePlan inParts, MakePlan atOnce) {
  if (request.exact) return inParts(request, context);
  const std::vector<TrialCandidate> candidates{{kOwn, [&] { return inParts(request, context); }},
                                               {kEpilogue, [&] { return atOnce(request, context); }}};
  return createFastest(context, linearTrial(request, context, shape), candidates);
}

Result<KernelPlan> emptyPlan(const KernelRequest& request, const ContextPointer& context) {
  std::vector<std::size_t> bytes;
  for (const TensorType& type : request.outputs) bytes.push_back(type.bytes());
  return densePlan(request, [context, bytes](const KernelArguments& a) -> Status {
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if (bytes[i] > 0) FOVEA_CUDA_CALL(cudaMemsetAsync(a.outputs[i], 0, bytes[i], context->stream()));
    return {};
  });
}

Result<KernelPlan> linearFusedPlan(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs[0].shape[0] == 0) return emptyPlan(request, context);
  if (request.attributes.text("activation") != "relu") {
    if (request.outputs.size() > 1) return fail(ErrorCode::Unsupported, "only ReLU leaves bits");
    return forwardInParts(request, context);
  }
  return chosenPlan(request, context, linearForwardShape(request), forwardInParts, forwardAtOnce);
}

Result<KernelPlan> linearFusedBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs[0].shape[0] == 0) return emptyPlan(request, context);
  if (!readsBits(request)) return backwardInParts(request, context);
  return chosenPlan(request, context, linearBackwardShape(request), backwardInParts, backwardAtOnce);
}

}  // namespace

void registerLinearFused(KernelRegistry& registry, const ContextPointer& context) {
  addKernel(registry, "linear_fused", "cuda.linear_fused", isOn,
            [context](const KernelRequest& request) { return linearFusedPlan(request, context); });
  addKernel(registry, "linear_fused_backward", "cuda.linear_fused_backward", isOn,
            [context](const KernelRequest& request) { return linearFusedBackwardPlan(request, context); });
}

}  // namespace fovea::cuda
