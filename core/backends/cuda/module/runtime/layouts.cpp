#include "core/backends/cuda/module/runtime/layouts.h"

#include <algorithm>

namespace fovea::cuda {
namespace {

class ChannelsLast final : public LayoutFormat {
 public:
  explicit ChannelsLast(std::size_t bytes) : bytes_(bytes) {}
  std::size_t bytes() const override { return bytes_; }
  // Allows views that keep batch and channels and change only the position axes.
  std::optional<Layout> viewed(const TensorType& from, const TensorType& to) const override {
    const bool same = to.shape.rank() >= 2 && to.shape[0] == from.shape[0] && to.shape[1] == from.shape[1];
    return same ? std::optional(channelsLast(to)) : std::nullopt;
  }
  bool equals(const LayoutFormat& other) const override {
    const auto* last = dynamic_cast<const ChannelsLast*>(&other);
    return last && last->bytes_ == bytes_;
  }
  std::string toString() const override { return "channels last"; }

 private:
  std::size_t bytes_;
};

}  // namespace

Layout channelsLast(const TensorType& type) {
  const Shape& shape = type.shape;
  if (shape.rank() < 3 || shape.elementCount() == 0 || shape[1] == 1 || shape.elementsFrom(2) == 1) return Layout();
  return Layout(std::make_shared<ChannelsLast>(type.bytes()));
}

bool isChannelsLast(const Layout& layout) {
  return dynamic_cast<const ChannelsLast*>(layout.format()) != nullptr;
}

Layout layoutIn(const TensorType& type, bool last) {
  return last ? channelsLast(type) : Layout();
}

int MemoryOrder::placeOf(int axis) const {
  return static_cast<int>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
}

MemoryOrder memoryOrder(const TensorType& type, const Layout& layout) {
  MemoryOrder order;
  const int rank = type.shape.rank();
  for (int axis = 0; axis < rank; ++axis)
    if (axis != 1 || layout.dense()) order.axes.push_back(axis);
  if (!layout.dense()) order.axes.push_back(1);
  order.shape = type.shape;
  for (int place = 0; place < rank; ++place)
    order.shape[place] = type.shape[order.axes[static_cast<std::size_t>(place)]];
  return order;
}

std::array<std::int64_t, Shape::kMaximumRank> stridesOf(const TensorType& type, const Layout& layout) {
  const MemoryOrder order = memoryOrder(type, layout);
  std::array<std::int64_t, Shape::kMaximumRank> strides{};
  for (std::size_t place = 0; place < order.axes.size(); ++place)
    strides[static_cast<std::size_t>(order.axes[place])] = order.shape.elementsFrom(static_cast<int>(place) + 1);
  return strides;
}

std::vector<std::int64_t> channelsLastStrides(const Shape& shape) {
  std::vector<std::int64_t> strides(static_cast<std::size_t>(shape.rank()));
  std::int64_t stride = shape[1];
  strides[1] = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    if (axis == 1) continue;
    strides[static_cast<std::size_t>(axis)] = stride;
    stride *= shape[axis];
  }
  return strides;
}

Channels channelsOf(const TensorType& type, const Layout& layout) {
  const std::int64_t inner = type.shape.elementsFrom(2);
  if (layout.dense()) return {type.shape[0], type.shape[1], inner};
  return {type.shape[0] * inner, type.shape[1], 1};
}

bool prefersChannelsLast(const KernelRequest& request) {
  const DataType type = request.inputs[0].dtype;
  return type == DataType::Float16 || type == DataType::BFloat16 || (type == DataType::Float32 && !request.exact);
}

Layout commonLayout(const KernelRequest& request, const Shape& shape) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (request.inputs[i].shape == shape && isChannelsLast(request.inputLayouts[i]))
      return channelsLast(request.inputs[i]);
  return Layout();
}

bool takesChannelsLast(const KernelRequest& request) {
  if (request.inputs[0].shape.elementsFrom(2) == 1) return prefersChannelsLast(request);
  return isChannelsLast(commonLayout(request, request.inputs[0].shape));
}

}  // namespace fovea::cuda
