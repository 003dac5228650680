// Why: on this device a value is dense, channels-last, in blocks of channels, in blocks of images, or in a format
// chosen by a oneDNN primitive. All of these are oneDNN memory descriptors, which only this file creates and reads.
// Padding in a format contains zeros, and every kernel preserves them.
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

// The oneDNN type, or nothing if oneDNN does not support it.
std::optional<dnnl::memory::data_type> dnnlType(DataType type);

dnnl::memory::desc denseDesc(const TensorType& type);
// `layout` must be dense or a DnnlLayout, `type` supported by oneDNN and of rank 1 or more.
dnnl::memory::desc descOf(const TensorType& type, const Layout& layout);
// Dense if the descriptor is, ignoring strides of axes of extent 1. `type` has the value's rank in the graph. A
// descriptor that splits an axis further (groups) is kept as it is.
Layout layoutOf(const TensorType& type, const dnnl::memory::desc& desc);

// The memory order, independent of extents and element type: outer axes from the slowest to the fastest, then inner
// blocks. Empty for other descriptors (groups, opaque).
struct LayoutPattern {
  std::vector<int> order;
  std::vector<std::pair<int, std::int64_t>> blocks;  // {axis, size}, slowest first
  bool operator==(const LayoutPattern&) const = default;
};
std::optional<LayoutPattern> patternOf(const TensorType& type, const Layout& layout);
// Extents that are not a multiple of their block are padded.
Layout layoutLike(const TensorType& type, const LayoutPattern& pattern);

// For [N, C, L], [N, C, H, W] and [N, C, D, H, W].
Layout channelsLast(const TensorType& type);
Layout channelBlocks(const TensorType& type, std::int64_t block);
// [N/16][C][H][W][16 images], with the value's spatial axes in place of H and W.
Layout imageBlocks(const TensorType& type);

// The same memory order for another element type or extent; nothing if that is impossible.
std::optional<Layout> layoutFor(const TensorType& type, const TensorType& patternType, const Layout& patternLayout);
// Whether the memory has more space than the elements need.
bool padded(const TensorType& type, const Layout& layout);

// The memory orders of an image value [N, C, H, W], a signal [N, C, L] or a volume [N, C, D, H, W]; memory-bound
// kernels accept all of them.
enum class ImageOrder { Dense, ChannelsLast, ChannelBlocks, ImageBlocks };
// The memory order of a value; nothing for other formats, or a rank below 3.
std::optional<ImageOrder> imageOrder(const TensorType& type, const Layout& layout);
// Returns a layout of that order for a value of rank 3 or more; `block` is used for ChannelBlocks only. Unlike
// layoutFor(), it is not confused by axes of extent 1.
Layout layoutInOrder(const TensorType& type, ImageOrder order, std::int64_t block);
// Channels in one block of ImageOrder::ChannelBlocks: 8 or 16.
std::int64_t channelBlock(const TensorType& type, const Layout& layout);

}  // namespace fovea::cpu
