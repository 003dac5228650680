// Why: on this device a value lies dense, channels last, in blocks of channels, in blocks of images, or as a oneDNN
// primitive chose. All of these are oneDNN memory descriptors; this is the one place that makes and reads them.
// Formats with a padded extent hold zeros in the padding; every kernel keeps it so.
#pragma once
#include <oneapi/dnnl/dnnl.hpp>
#include <optional>
#include <vector>

#include "core/backends/kernel.h"

namespace fovea::cpu {

// Images in one block of imageBlocks(): the lanes of the widest vector.
inline constexpr std::int64_t kImageBlock = 16;

// A oneDNN descriptor as a layout. Never the dense one: that is an empty Layout.
class DnnlLayout final : public LayoutFormat {
 public:
  explicit DnnlLayout(const dnnl::memory::desc& desc) : desc_(desc) {}
  const dnnl::memory::desc& desc() const { return desc_; }
  std::size_t bytes() const override { return desc_.get_size(); }
  bool readable() const override { return desc_.data.format_kind == dnnl_blocked; }
  std::optional<Layout> viewed(const TensorType& from, const TensorType& to) const override;
  bool equals(const LayoutFormat& other) const override;
  // "nhwc", "acdb" (axes from the slowest to the fastest), "Acdb16a" (with a block of 16 of the first axis).
  std::string toString() const override;

 private:
  dnnl::memory::desc desc_;
};

// The oneDNN type, if oneDNN knows it.
std::optional<dnnl::memory::data_type> dnnlType(DataType type);

dnnl::memory::desc denseDesc(const TensorType& type);
// `layout` must be dense or a DnnlLayout, `type` one that oneDNN knows, of rank 1 or more.
dnnl::memory::desc descOf(const TensorType& type, const Layout& layout);
// Dense if the descriptor is, strides of axes of extent 1 aside. `type` has the rank that the value has in the graph; a
// descriptor may split an axis further (groups), and then it is kept as it is.
Layout layoutOf(const TensorType& type, const dnnl::memory::desc& desc);

// The order of memory, independent of extents and element type: outer axes from the slowest to the fastest, then inner
// blocks. Empty for descriptors that are not of this kind (groups, opaque).
struct LayoutPattern {
  std::vector<int> order;
  std::vector<std::pair<int, std::int64_t>> blocks;  // {axis, size}, slowest first
  bool operator==(const LayoutPattern&) const = default;
};
std::optional<LayoutPattern> patternOf(const TensorType& type, const Layout& layout);
// Extents that are no multiple of their block are padded.
Layout layoutLike(const TensorType& type, const LayoutPattern& pattern);

// For [N, C, L], [N, C, H, W] and [N, C, D, H, W].
Layout channelsLast(const TensorType& type);
Layout channelBlocks(const TensorType& type, std::int64_t block);
// [N/16][C][H][W][16 images], or what stands for H and W.
Layout imageBlocks(const TensorType& type);

// The same order of memory for another element type or another extent; nothing if it cannot be had.
std::optional<Layout> layoutFor(const TensorType& type, const TensorType& patternType, const Layout& patternLayout);
// True if memory holds more than the elements.
bool padded(const TensorType& type, const Layout& layout);

// The orders in which an image value [N, C, H, W], a signal [N, C, L] or a volume [N, C, D, H, W] may lie; kernels that
// are bound by memory take any of them.
enum class ImageOrder { Dense, ChannelsLast, ChannelBlocks, ImageBlocks };
// The order of a value; nothing for any other format, or a rank below 3.
std::optional<ImageOrder> imageOrder(const TensorType& type, const Layout& layout);
// A layout of that order for a value of rank 3 or more; `block` is used for ChannelBlocks only. Not the same as
// layoutFor(): axes of extent 1 in one value do not hide where they belong in another.
Layout layoutInOrder(const TensorType& type, ImageOrder order, std::int64_t block);
// Channels in one block of ImageOrder::ChannelBlocks: 8 or 16.
std::int64_t channelBlock(const TensorType& type, const Layout& layout);

}  // namespace fovea::cpu
