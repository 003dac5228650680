#include "core/backends/cpu/elementwise/pointwise_walk.h"

#include <algorithm>
#include <array>

#include "core/ops/broadcast.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kShortestRun = 128;  // below this length, setting up a run costs more than gathering its values

// One axis of memory: a step along it advances `unit` positions of the value's axis.
struct MemoryAxis {
  int axis;
  std::int64_t extent, unit;
};

std::vector<MemoryAxis> memoryAxes(const Shape& shape, const LayoutPattern& pattern) {
  std::vector<MemoryAxis> axes;
  for (const int axis : pattern.order) {
    std::int64_t block = 1;
    for (const auto& [blocked, size] : pattern.blocks)
      if (blocked == axis) block *= size;
    axes.push_back({axis, (shape[axis] + block - 1) / block, block});
  }
  for (const auto& [axis, size] : pattern.blocks) axes.push_back({axis, size, 1});
  return axes;
}

}  // namespace

std::optional<PointwiseWalk> PointwiseWalk::make(std::span<const TensorType> inputs, const TensorType& output,
                                                 const Layout& layout) {
  const auto pattern = patternOf(output, layout);
  if (!pattern || pattern->blocks.size() > 1) return std::nullopt;
  PointwiseWalk walk;
  std::vector<BroadcastIndex> index;
  for (const TensorType& input : inputs) {
    index.emplace_back(input.shape, output.shape);
    walk.full_.push_back(input.shape == output.shape);
  }
  const std::vector<MemoryAxis> axes = memoryAxes(output.shape, *pattern);
  for (const MemoryAxis& axis : axes) walk.elements_ *= axis.extent;
  if (static_cast<std::size_t>(walk.elements_) * sizeof(float) != layout.bytes(output)) return std::nullopt;

  std::int64_t stride = walk.elements_;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const auto& [logical, extent, unit] = axes[a];
    stride /= std::max<std::int64_t>(extent, 1);
    const bool cut = unit > 1 && output.shape[logical] % unit != 0;
    Axis next{extent, {}};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      // A broadcast input has no padding that could be read.
      if (cut && !walk.full_[i] && index[i].stride(logical) != 0) return std::nullopt;
      next.strides.push_back(walk.full_[i] ? stride : index[i].stride(logical) * unit);
    }
    if (cut) {
      walk.lanes_ = unit;
      walk.used_ = output.shape[logical] % unit;
      walk.blocks_ = extent;
      walk.behind_ = stride / unit;
      walk.before_ = walk.elements_ / (walk.blocks_ * walk.behind_ * walk.lanes_);
    }
    walk.addAxis(std::move(next));
  }
  if (walk.axes_.empty()) walk.axes_.push_back({1, std::vector<std::int64_t>(inputs.size(), 1)});
  walk.chooseOperands(inputs.size());
  return walk;
}

void PointwiseWalk::addAxis(Axis axis) {
  if (axis.extent == 1) return;
  const auto merges = [&](const Axis& outer) {
    for (std::size_t i = 0; i < axis.strides.size(); ++i)
      if (outer.strides[i] != axis.strides[i] * axis.extent) return false;
    return true;
  };
  if (axes_.empty() || !merges(axes_.back())) {
    axes_.push_back(std::move(axis));
    return;
  }
  axes_.back().extent *= axis.extent;
  axes_.back().strides = std::move(axis.strides);
}

void PointwiseWalk::chooseOperands(std::size_t inputs) {
  const Axis& inner = axes_.back();
  const bool steps = std::all_of(inner.strides.begin(), inner.strides.end(), [](std::int64_t s) { return s <= 1; });
  const bool byRuns = steps && (axes_.size() == 1 || inner.extent >= kShortestRun);
  run_ = byRuns ? inner.extent : elements_;
  for (std::size_t i = 0; i < inputs; ++i) {
    bool everywhereSame = true, alike = true;  // constant over the whole run; same as the output
    std::int64_t stride = elements_;
    for (const Axis& axis : axes_) {
      stride /= axis.extent;
      everywhereSame = everywhereSame && axis.strides[i] == 0;
      alike = alike && axis.strides[i] == stride;
    }
    if (alike || (byRuns && inner.strides[i] == 1))
      operands_.push_back(PointwiseOperand::Moving);
    else
      operands_.push_back(everywhereSame || byRuns ? PointwiseOperand::Single : PointwiseOperand::Gathered);
  }
}

std::int64_t PointwiseWalk::offset(int input, std::int64_t position) const {
  if (full_[static_cast<std::size_t>(input)]) return position;
  std::int64_t result = 0;
  for (std::size_t a = axes_.size(); a-- > 0;) {
    result += position % axes_[a].extent * axes_[a].strides[static_cast<std::size_t>(input)];
    position /= axes_[a].extent;
  }
  return result;
}

std::int64_t PointwiseWalk::period(int input) const {
  std::int64_t period = elements_;
  for (const Axis& axis : axes_) {
    if (axis.strides[static_cast<std::size_t>(input)] != 0) break;
    period /= axis.extent;
  }
  return period;
}

void PointwiseWalk::gather(int input, const float* from, std::int64_t position, std::int64_t count, float* to) const {
  const auto i = static_cast<std::size_t>(input);
  const std::size_t last = axes_.size() - 1;
  const Axis& inner = axes_[last];
  std::array<std::int64_t, 2 * Shape::kMaximumRank> index{};
  std::int64_t at = 0;
  for (std::size_t a = axes_.size(); a-- > 0;) {
    index[a] = position % axes_[a].extent;
    at += index[a] * axes_[a].strides[i];
    position /= axes_[a].extent;
  }
  while (count > 0) {
    const std::int64_t piece = std::min(count, inner.extent - index[last]);
    if (inner.strides[i] == 0)
      std::fill_n(to, piece, from[at]);
    else if (inner.strides[i] == 1)
      std::copy_n(from + at, piece, to);
    else
      for (std::int64_t k = 0; k < piece; ++k) to[k] = from[at + k * inner.strides[i]];
    to += piece;
    count -= piece;
    at -= index[last] * inner.strides[i];
    index[last] = 0;
    for (std::size_t a = last; a-- > 0;) {
      at += axes_[a].strides[i];
      if (++index[a] < axes_[a].extent) break;
      at -= axes_[a].extent * axes_[a].strides[i];
      index[a] = 0;
    }
  }
}

void PointwiseWalk::clearPadding(float* y) const {
  for (std::int64_t b = 0; b < before_; ++b) {
    float* block = y + ((b + 1) * blocks_ - 1) * behind_ * lanes_;
    for (std::int64_t i = 0; i < behind_; ++i) std::fill(block + i * lanes_ + used_, block + (i + 1) * lanes_, 0.0f);
  }
}

}  // namespace fovea::cpu
