// Why: shared by the plans of an RNN's two passes.
#pragma once
#include <fmt/format.h>

#include "core/backends/cuda/module/products/gemm.h"
#include "core/backends/cuda/module/recurrent/recurrent.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/recurrent.h"

namespace fovea::cuda {

inline RecurrentKind kindOf(RecurrentCell cell) {
  switch (cell) {
    case RecurrentCell::Lstm:
      return RecurrentKind::Lstm;
    case RecurrentCell::Gru:
      return RecurrentKind::Gru;
    case RecurrentCell::Relu:
      return RecurrentKind::Relu;
    default:
      return RecurrentKind::Tanh;
  }
}

// Indices of the backward ops' inputs and outputs.
enum RecurrentBackwardInput { kDy, kX, kWeightInput, kWeightHidden, kY, kReserve, kNewCell };
enum RecurrentBackwardOutput { kDx, kDWeightInput, kDWeightHidden, kDBiasInput, kDBiasHidden, kDHidden, kDCell };

// True if input `index` of a request is present.
inline bool hasInput(const KernelRequest& request, std::size_t index) {
  return request.inputs.size() > index;
}

// Enqueues a copy, or zeros if there is no source.
inline Status copyOrClear(const ContextPointer& context, const void* source, void* target, std::size_t bytes) {
  if (bytes == 0) return {};
  if (!source) return statusOf(cudaMemsetAsync(target, 0, bytes, context->stream()), "cudaMemsetAsync");
  return statusOf(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, context->stream()),
                  "cudaMemcpyAsync");
}

// True if a step is so small that one kernel is faster than a product and a kernel for the cells: it uses plain
// arithmetic units, while the product would use tensor cores.
template <class T>
bool isOneKernel(const RecurrentGeometry& g) {
  constexpr double kMostWork = 1.5e8;
  const double work = static_cast<double>(g.batch) * static_cast<double>(g.units * g.rows());
  return std::is_same_v<T, float> && g.units % kStepRows == 0 && work <= kMostWork;
}
// Bytes of `rows` rows for every sample of that kernel's tiles.
inline std::size_t tileBytes(const RecurrentGeometry& g, std::int64_t rows) {
  return static_cast<std::size_t>((g.batch + kStepBatch - 1) / kStepBatch * kStepBatch * rows) * sizeof(float);
}

Result<KernelPlan> recurrentForwardPlan(RecurrentCell cell, const KernelRequest& request,
                                        const ContextPointer& context);
Result<KernelPlan> recurrentBackwardPlan(RecurrentCell cell, const KernelRequest& request,
                                         const ContextPointer& context);

}  // namespace fovea::cuda
