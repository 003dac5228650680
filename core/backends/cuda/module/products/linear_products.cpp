#include "core/backends/cuda/module/products/linear_products.h"

#include <fmt/format.h>

namespace fovea::cuda {
namespace {

// Fills a mask with random bits, so that about half of the gradients pass.
Status fillBits(const ContextPointer& context, const TensorType& type, void* target) {
  std::vector<std::uint8_t> bits(type.bytes());
  std::uint32_t state = 1;
  for (std::uint8_t& byte : bits) {
    state = state * 1664525u + 1013904223u;  // generator from Numerical Recipes
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  FOVEA_CUDA_CALL(cudaMemcpyAsync(target, bits.data(), bits.size(), cudaMemcpyHostToDevice, context->stream()));
  return context->wait();
}

}  // namespace

GemmShape linearForwardShape(const KernelRequest& request) {
  const Shape &x = request.inputs[0].shape, &weight = request.inputs[1].shape;
  return {weight[0], x[0], x[1], true, false, request.inputs[0].dtype, request.exact};
}

GemmShape linearBackwardShape(const KernelRequest& request) {
  const Shape &dy = request.inputs[0].shape, &weight = request.inputs[1].shape;
  return {weight[1], dy[0], weight[0], false, false, request.inputs[0].dtype, request.exact};
}

std::string linearDetail(const GemmShape& shape, const std::string& way) {
  return fmt::format("cublasLt {}x{}x{}{}{}", shape.rows, shape.columns, shape.inner, way.empty() ? "" : " ", way);
}

Result<LinearProduct> LinearProduct::create(const ContextPointer& context, GemmShape shape) {
  LinearProduct product;
  shape.wide = byteSize(shape.type) == 2;
  FOVEA_TRY(product.gemm_, Gemm::create(context, shape));
  if (shape.wide)
    product.wideBytes_ = alignedBytes(static_cast<std::size_t>(shape.rows * shape.columns) * sizeof(float));
  return product;
}

KernelTrial linearTrial(const KernelRequest& request, const ContextPointer& context, const GemmShape& shape) {
  KernelTrial trial;
  trial.key = fmt::format("{}_{}_m{}_n{}_k{}{}", request.op.name, dataTypeName(shape.type), shape.rows, shape.columns,
                          shape.inner, request.outputs.size() > 1 ? "_both" : "");
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  for (const TensorType& type : request.outputs) {
    trial.outputs.push_back({type});
    if (type.dtype == DataType::UInt8) trial.outputs.back().bitsOfRow = shape.rows;
  }
  // Rounding once or twice differs by this much in each type; f32 is rounded to TF32 by both candidates.
  trial.tolerance = shape.type == DataType::BFloat16 ? 1e-2 : shape.type == DataType::Float16 ? 2e-3 : 1e-4;
  trial.fill = [context, types = trial.inputs](std::span<void* const> inputs) -> Status {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      FOVEA_CHECK(types[i].dtype == DataType::UInt8 ? fillBits(context, types[i], inputs[i])
                                                    : fillNormal(context, types[i], 0.5, inputs[i]));
    return {};
  };
  return trial;
}

}  // namespace fovea::cuda
