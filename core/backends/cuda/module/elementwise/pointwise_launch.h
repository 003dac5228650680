// Why: a pointwise program in the form that device code receives: plain numbers of bounded length, passed as one kernel
// argument, which is in constant memory.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

constexpr int kPointwiseInputs = 16;
constexpr int kPointwiseOutputs = 8;
constexpr int kPointwiseRegisters = 96;

// Larger programs do not fit. Element `at` of each output is computed from, of input i: its element 0 (`single`), its
// element `at`, or, with a rank, that at the sum of coordinate × stride. The axes are those of the outputs' memory, the
// outermost first.
struct PointwiseArguments {
  struct Instruction {
    double value = 0;  // of a constant
    std::uint8_t code = 0, a = 0, b = 0, c = 0;
  };
  std::int64_t elements = 0;
  int inputs = 0, instructions = 0, outputs = 0, rank = 0;
  std::int64_t extent[kMaximumAxes] = {};
  std::int64_t stride[kPointwiseInputs][kMaximumAxes] = {};
  bool single[kPointwiseInputs] = {};
  const void* in[kPointwiseInputs] = {};
  void* out[kPointwiseOutputs] = {};
  std::uint8_t result[kPointwiseOutputs] = {};  // register of each output
  Instruction program[kPointwiseRegisters] = {};
};
static_assert(sizeof(PointwiseArguments) < 4096, "A kernel takes no more.");

template <class T>
cudaError_t pointwise(const PointwiseArguments& arguments, cudaStream_t stream);

}  // namespace fovea::cuda
