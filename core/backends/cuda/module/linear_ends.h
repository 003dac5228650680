// Why: the border between host and device code for what ends a linear layer and its gradient; the rules of launchers.h
// hold. Bits lie as core/ops/linear_mask.h says: `rowBytes` for each row.
#pragma once
#include "core/backends/cuda/module/launchers.h"

namespace fovea::cuda {

struct MaskedRows {
  std::int64_t rows = 0, columns = 0, rowBytes = 0;
};

// y = relu(x + bias[column]), and a bit for each that says whether it is not 0 or less; the other bits of a row's last
// byte are 0, and bytes behind it stay as they are. x may be y. Source is T, or what T is computed in (linear_ends.cu).
template <class T, class Source>
cudaError_t endLinear(const MaskedRows& shape, const T* bias, const Source* x, T* y, std::uint8_t* mask,
                      cudaStream_t stream);
// x becomes 0 where its bit is, and sums[column] is the sum of what is left. `scratch` has channelSumScratch<T>() bytes
// of Channels{rows, columns, 1}.
template <class T>
cudaError_t maskAndSum(const MaskedRows& shape, const std::uint8_t* mask, T* x, T* sums, void* scratch,
                       cudaStream_t stream);

}  // namespace fovea::cuda
