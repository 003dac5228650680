// Why: computes where a pointwise kernel finds its inputs for each part of its output. Layouts and broadcasting become
// loops over few memory axes. Immutable.
#pragma once
#include <optional>
#include <vector>

#include "core/backends/cpu/elementwise/pointwise_steps.h"
#include "core/backends/cpu/runtime/cpu_layout.h"

namespace fovea::cpu {

class PointwiseWalk {
 public:
  // Every output has `layout`, and so does each input of the output's shape; all other inputs are dense. Returns
  // nothing if such a layout is not supported.
  static std::optional<PointwiseWalk> make(std::span<const TensorType> inputs, const TensorType& output,
                                           const Layout& layout);

  // Elements in memory, padding included.
  std::int64_t elements() const { return elements_; }
  // Elements per run, within which only a gathered input varies irregularly.
  std::int64_t run() const { return run_; }
  PointwiseOperand operand(int input) const { return operands_[static_cast<std::size_t>(input)]; }
  bool full(int input) const { return full_[static_cast<std::size_t>(input)]; }
  // The offset of output element `position`, the start of a run, in an input that is not gathered.
  std::int64_t offset(int input, std::int64_t position) const;
  // A gathered input repeats after this number of elements.
  std::int64_t period(int input) const;
  void gather(int input, const float* from, std::int64_t position, std::int64_t count, float* to) const;
  // Sets the padding of an output in memory to zero.
  void clearPadding(float* y) const;
  bool padded() const { return lanes_ > 0; }

 private:
  struct Axis {
    std::int64_t extent = 1;
    std::vector<std::int64_t> strides;  // by input
  };
  void addAxis(Axis axis);
  void chooseOperands(std::size_t inputs);

  std::vector<Axis> axes_;  // merged, outermost first; at least one
  std::int64_t elements_ = 1, run_ = 1;
  std::vector<PointwiseOperand> operands_;
  std::vector<bool> full_;
  // For a padded block: [before][blocks][behind][lanes]; the last block uses `used` lanes.
  std::int64_t before_ = 1, blocks_ = 1, behind_ = 1, lanes_ = 0, used_ = 0;
};

}  // namespace fovea::cpu
