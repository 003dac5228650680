// Why: where in its inputs a pointwise kernel finds what belongs to a stretch of its output: layouts and broadcasting
// become loops over few axes of memory. Immutable once made.
#pragma once
#include <optional>
#include <vector>

#include "core/backends/cpu/cpu_layout.h"
#include "core/backends/cpu/pointwise_steps.h"

namespace fovea::cpu {

class PointwiseWalk {
 public:
  // Every output lies in `layout`, and so does each input of the output's shape; all other inputs lie dense. Nothing
  // where such a layout cannot be walked.
  static std::optional<PointwiseWalk> make(std::span<const TensorType> inputs, const TensorType& output,
                                           const Layout& layout);

  // Elements in memory, padding included.
  std::int64_t elements() const { return elements_; }
  // Elements that lie in one run, for which no input but a gathered one changes its kind.
  std::int64_t run() const { return run_; }
  PointwiseOperand operand(int input) const { return operands_[static_cast<std::size_t>(input)]; }
  bool full(int input) const { return full_[static_cast<std::size_t>(input)]; }
  // Where element `position` of the output, the first of a run, lies in an input that is not gathered.
  std::int64_t offset(int input, std::int64_t position) const;
  // A gathered input repeats itself after so many elements.
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
  // Of a padded block: [before][blocks][behind][lanes], of which the last block holds `used` lanes.
  std::int64_t before_ = 1, blocks_ = 1, behind_ = 1, lanes_ = 0, used_ = 0;
};

}  // namespace fovea::cpu
