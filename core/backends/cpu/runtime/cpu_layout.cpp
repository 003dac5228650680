#include "core/backends/cpu/runtime/cpu_layout.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace fovea::cpu {
namespace {

using Desc = dnnl::memory::desc;
using Type = dnnl::memory::data_type;

bool blocked(const Desc& desc) {
  return desc.data.format_kind == dnnl_blocked;
}

// True if the outer part of an axis has extent 1, so that its stride has no meaning.
bool trivialAxis(const dnnl_memory_desc_t& data, int axis) {
  dnnl_dim_t block = 1;
  const auto& blocking = data.format_desc.blocking;
  for (int i = 0; i < blocking.inner_nblks; ++i)
    if (blocking.inner_idxs[i] == axis) block *= blocking.inner_blks[i];
  return data.padded_dims[axis] / block <= 1;
}

// Outer axes from the slowest to the fastest; axes of extent 1 are placed as in the dense order.
std::vector<int> outerOrder(const dnnl_memory_desc_t& data) {
  std::vector<int> order;
  for (int axis = 0; axis < data.ndims; ++axis)
    if (!trivialAxis(data, axis)) order.push_back(axis);
  const auto& strides = data.format_desc.blocking.strides;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return strides[a] > strides[b]; });
  for (int axis = 0; axis < data.ndims; ++axis)
    if (trivialAxis(data, axis))
      order.insert(std::find_if(order.begin(), order.end(), [&](int o) { return o > axis; }), axis);
  return order;
}

bool hasPadding(const dnnl_memory_desc_t& data) {
  return !std::equal(data.dims, data.dims + data.ndims, data.padded_dims);
}

LayoutPattern readPattern(const dnnl_memory_desc_t& data) {
  LayoutPattern pattern;
  pattern.order = outerOrder(data);
  const auto& blocking = data.format_desc.blocking;
  for (int i = 0; i < blocking.inner_nblks; ++i)
    pattern.blocks.emplace_back(static_cast<int>(blocking.inner_idxs[i]), blocking.inner_blks[i]);
  return pattern;
}

bool isDenseOrder(const std::vector<int>& order) {
  return std::is_sorted(order.begin(), order.end());
}

std::vector<int> denseOrder(int rank) {
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

// N, the spatial axes, C.
std::vector<int> channelsLastOrder(int rank) {
  std::vector<int> order = denseOrder(rank);
  std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  return order;
}

}  // namespace

bool DnnlLayout::equals(const LayoutFormat& other) const {
  const auto* dnnl = dynamic_cast<const DnnlLayout*>(&other);
  if (!dnnl) return false;
  if (desc_ == dnnl->desc_) return true;
  const auto &a = desc_.data, &b = dnnl->desc_.data;
  if (!blocked(desc_) || !blocked(dnnl->desc_) || a.ndims != b.ndims || a.data_type != b.data_type) return false;
  if (!std::equal(a.dims, a.dims + a.ndims, b.dims) ||
      !std::equal(a.padded_dims, a.padded_dims + a.ndims, b.padded_dims))
    return false;
  if (a.extra.flags != b.extra.flags || a.offset0 != b.offset0 || desc_.get_size() != dnnl->desc_.get_size())
    return false;
  return readPattern(a) == readPattern(b);
}

std::optional<Layout> DnnlLayout::viewed(const TensorType&, const TensorType& to) const {
  if (!blocked(desc_) || desc_.data.extra.flags != 0 || to.shape.rank() == 0) return std::nullopt;
  const auto extents = to.shape.extents();
  const Desc desc = desc_.reshape({extents.begin(), extents.end()}, /*allow_empty=*/true);
  return desc ? std::optional(layoutOf(to, desc)) : std::nullopt;
}

std::string DnnlLayout::toString() const {
  if (!blocked(desc_)) return "opaque";
  const LayoutPattern pattern = readPattern(desc_.data);
  if (pattern.order.size() == 4 && pattern.order == channelsLastOrder(4) && pattern.blocks.empty()) return "nhwc";
  std::string text;
  for (const int axis : pattern.order) {
    const bool split = std::any_of(pattern.blocks.begin(), pattern.blocks.end(),
                                   [&](const auto& block) { return block.first == axis; });
    text += static_cast<char>((split ? 'A' : 'a') + axis);
  }
  for (const auto& [axis, size] : pattern.blocks) text += std::to_string(size) + static_cast<char>('a' + axis);
  return text;
}

std::optional<Type> dnnlType(DataType type) {
  switch (type) {
    case DataType::Float32:
      return Type::f32;
    case DataType::Float16:
      return Type::f16;
    case DataType::BFloat16:
      return Type::bf16;
    case DataType::Int32:
      return Type::s32;
    case DataType::UInt8:
      return Type::u8;
    default:
      return std::nullopt;
  }
}

Desc denseDesc(const TensorType& type) {
  assert(dnnlType(type.dtype) && type.shape.rank() >= 1);
  dnnl::memory::dims dims(type.shape.begin(), type.shape.end()), strides(dims.size());
  dnnl::memory::dim stride = 1;
  for (std::size_t axis = dims.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= std::max<dnnl::memory::dim>(dims[axis], 1);
  }
  return Desc(dims, *dnnlType(type.dtype), strides);
}

Desc descOf(const TensorType& type, const Layout& layout) {
  if (layout.dense()) return denseDesc(type);
  return static_cast<const DnnlLayout*>(layout.format())->desc();
}

Layout layoutOf(const TensorType& type, const Desc& desc) {
  const auto& data = desc.data;
  const bool plain = blocked(desc) && data.format_desc.blocking.inner_nblks == 0 && !hasPadding(data) &&
                     data.extra.flags == 0 && data.offset0 == 0;
  if (plain && isDenseOrder(outerOrder(data)) && desc.get_size() == type.bytes()) return Layout();
  return Layout(std::make_shared<DnnlLayout>(desc));
}

std::optional<LayoutPattern> patternOf(const TensorType& type, const Layout& layout) {
  if (layout.dense()) {
    LayoutPattern dense;
    for (int axis = 0; axis < type.shape.rank(); ++axis) dense.order.push_back(axis);
    return dense;
  }
  const auto* format = dynamic_cast<const DnnlLayout*>(layout.format());
  if (!format || !blocked(format->desc()) || format->desc().data.ndims != type.shape.rank()) return std::nullopt;
  if (format->desc().data.extra.flags != 0 || format->desc().data.offset0 != 0) return std::nullopt;
  return readPattern(format->desc().data);
}

Layout layoutLike(const TensorType& type, const LayoutPattern& pattern) {
  assert(static_cast<int>(pattern.order.size()) == type.shape.rank());
  if (pattern.blocks.empty() && isDenseOrder(pattern.order)) return Layout();
  Desc desc = denseDesc(type);
  dnnl_memory_desc_t& data = desc.data;
  auto& blocking = data.format_desc.blocking;
  std::vector<dnnl_dim_t> block(pattern.order.size(), 1);
  dnnl_dim_t stride = 1;
  blocking.inner_nblks = static_cast<int>(pattern.blocks.size());
  for (std::size_t i = 0; i < pattern.blocks.size(); ++i) {
    blocking.inner_idxs[i] = pattern.blocks[i].first;
    blocking.inner_blks[i] = pattern.blocks[i].second;
    block[static_cast<std::size_t>(pattern.blocks[i].first)] *= pattern.blocks[i].second;
    stride *= pattern.blocks[i].second;
  }
  for (std::size_t i = pattern.order.size(); i-- > 0;) {
    const int axis = pattern.order[i];
    const dnnl_dim_t size = block[static_cast<std::size_t>(axis)];
    const dnnl_dim_t outer = (data.dims[axis] + size - 1) / size;
    data.padded_dims[axis] = outer * size;
    blocking.strides[axis] = stride;
    stride *= std::max<dnnl_dim_t>(outer, 1);
  }
  return layoutOf(type, desc);
}

Layout channelsLast(const TensorType& type) {
  return layoutLike(type, {channelsLastOrder(type.shape.rank()), {}});
}
Layout channelBlocks(const TensorType& type, std::int64_t block) {
  return layoutLike(type, {denseOrder(type.shape.rank()), {{1, block}}});
}
Layout imageBlocks(const TensorType& type) {
  return layoutLike(type, {denseOrder(type.shape.rank()), {{0, kImageBlock}}});
}

std::optional<Layout> layoutFor(const TensorType& type, const TensorType& patternType, const Layout& patternLayout) {
  if (patternLayout.dense()) return Layout();
  if (!dnnlType(type.dtype) || type.shape.rank() != patternType.shape.rank()) return std::nullopt;
  const auto pattern = patternOf(patternType, patternLayout);
  if (!pattern) return std::nullopt;
  return layoutLike(type, *pattern);
}

bool padded(const TensorType& type, const Layout& layout) {
  return layout.bytes(type) != type.bytes();
}

std::optional<ImageOrder> imageOrder(const TensorType& type, const Layout& layout) {
  if (layout.dense()) return ImageOrder::Dense;
  const auto pattern = patternOf(type, layout);
  if (!pattern || type.shape.rank() < 3) return std::nullopt;
  if (pattern->blocks.empty()) {
    // With axes of extent 1, several orders are the same memory, so this compares memory and not names.
    return layout == channelsLast(type) ? std::optional(ImageOrder::ChannelsLast) : std::nullopt;
  }
  if (pattern->blocks.size() != 1) return std::nullopt;
  const std::int64_t block = pattern->blocks[0].second;
  if (layout == imageBlocks(type)) return ImageOrder::ImageBlocks;
  if ((block == 8 || block == 16) && layout == channelBlocks(type, block)) return ImageOrder::ChannelBlocks;
  return std::nullopt;
}

Layout layoutInOrder(const TensorType& type, ImageOrder order, std::int64_t block) {
  switch (order) {
    case ImageOrder::ChannelsLast:
      return channelsLast(type);
    case ImageOrder::ChannelBlocks:
      return channelBlocks(type, block);
    case ImageOrder::ImageBlocks:
      return imageBlocks(type);
    case ImageOrder::Dense:
      return Layout();
  }
  return Layout();
}

std::int64_t channelBlock(const TensorType& type, const Layout& layout) {
  return patternOf(type, layout)->blocks[0].second;
}

}  // namespace fovea::cpu
