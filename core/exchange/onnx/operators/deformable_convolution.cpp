// ONNX DeformConv: a convolution whose filters read each position shifted by an offset of its own. The offsets must be
// known. Source: ONNX operator specification, opsets 19 and 22; Dai et al., "Deformable Convolutional Networks", 2017;
// Zhu et al., "Deformable ConvNets v2", 2018.
#include "core/exchange/onnx/bilinear_taps.h"
#include "core/exchange/onnx/spatial_windows.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostPlaces = std::int64_t{1} << 22;

struct Geometry {
  SpatialWindows windows;
  std::int64_t images = 0, channels = 0, filters = 0, groups = 1, offsetGroups = 1, taps = 0, height = 0, width = 0;
  std::int64_t places() const { return height * width; }
};

Result<Geometry> readGeometry(OnnxNodeContext& c) {
  const Shape x = c.shape(), w = c.shape(1), offset = c.shape(2);
  if (x.rank() != 4 || w.rank() != 4 || offset.rank() != 4 || x.elementCount() == 0 || w.elementCount() == 0)
    return unsupported("values that are not images");
  Geometry g;
  FOVEA_TRY(g.windows, readWindows(c, x, {w[2], w[3]}));
  g.images = x[0];
  g.channels = x[1];
  g.filters = w[0];
  g.groups = c.integer("group", 1);
  g.offsetGroups = c.integer("offset_group", 1);
  g.taps = w[2] * w[3];
  g.height = offset[2];
  g.width = offset[3];
  if (g.groups < 1 || g.offsetGroups < 1 || g.channels % g.groups != 0 || g.filters % g.groups != 0 ||
      g.channels % g.offsetGroups != 0 || w[1] != g.channels / g.groups)
    return unsupported("its channels do not make whole groups");
  for (std::size_t i = 0; i < 2; ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t room = x[axis] + g.windows.before[i] + g.windows.after[i] - g.windows.extent(i);
    if (room < 0 || offset[axis] != room / g.windows.strides[i] + 1) return unsupported("its offsets do not fit");
  }
  if (offset[0] != g.images || offset[1] != g.offsetGroups * g.taps * 2) return unsupported("its offsets do not fit");
  if (c.has(4) && c.shape(4) != Shape{g.images, g.offsetGroups * g.taps, g.height, g.width})
    return unsupported("its mask does not fit");
  if (c.has(3) && c.shape(3) != Shape{g.filters}) return unsupported("its bias does not fit");
  std::int64_t columns = g.places() * g.taps;
  if (columns > kMostPlaces || g.images * columns > kMostPlaces ||
      g.images * g.channels * columns > c.scope().mostElements())
    return unsupported("too many positions");
  return g;
}

// The inputs of the filters for the channels of one offset group: [N, channels of the group, taps, positions].
Result<ValueId> columnsOf(OnnxNodeContext& c, const Geometry& g, const Tensor& offsets, std::int64_t group) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  BilinearTaps reads(g.images * g.taps * g.places());
  std::int64_t i = 0;
  for (std::int64_t n = 0; n < g.images; ++n)
    for (std::int64_t tap = 0; tap < g.taps; ++tap)
      for (std::int64_t place = 0; place < g.places(); ++place) {
        std::array<double, 2> at{};
        for (std::size_t a = 0; a < 2; ++a) {
          const std::int64_t out = a == 0 ? place / g.width : place % g.width,
                             inside = a == 0 ? tap / g.windows.kernel[1] : tap % g.windows.kernel[1];
          const std::int64_t row = ((n * g.offsetGroups + group) * g.taps + tap) * 2 + static_cast<std::int64_t>(a);
          at[a] =
              static_cast<double>(out * g.windows.strides[a] - g.windows.before[a] + inside * g.windows.dilations[a]) +
              numberAt(offsets, row * g.places() + place);
        }
        reads.set(i++, n * x[2] * x[3], {x[2], x[3]}, at[0], at[1]);
      }
  const std::int64_t channels = g.channels / g.offsetGroups;
  const ValueId image = sliced(e, c.in(0), 1, group * channels, channels);
  const ValueId columns = permuted(
      e, reshaped(e, reads.sums(e, pixelsOf(e, image)), Extents64{g.images, g.taps * g.places(), channels}), {0, 2, 1});
  return reshaped(e, columns, Extents64{g.images, channels, g.taps, g.places()});
}

Status deformableConvolution(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const Geometry g, readGeometry(c));
  FOVEA_TRY(const Tensor offsets, c.known(2));
  std::vector<ValueId> parts;
  for (std::int64_t group = 0; group < g.offsetGroups; ++group) {
    FOVEA_TRY(ValueId columns, columnsOf(c, g, offsets, group));
    if (c.has(4))
      columns = product(
          e, columns,
          reshaped(e, sliced(e, c.in(4), 1, group * g.taps, g.taps), Extents64{g.images, 1, g.taps, g.places()}));
    parts.push_back(columns);
  }
  const std::int64_t length = g.channels / g.groups * g.taps, filters = g.filters / g.groups;
  const ValueId columns = reshaped(e, joined(e, parts, 1), Extents64{g.images, g.groups, length, g.places()});
  const ValueId weights = broadcastTo(e, reshaped(e, c.in(1), Extents64{1, g.groups, filters, length}),
                                      Shape{g.images, g.groups, filters, length});
  ValueId y =
      reshaped(e, e.emitOne("matmul", {}, {weights, columns}), Extents64{g.images, g.filters, g.height, g.width});
  if (c.has(3)) y = sum(e, y, reshaped(e, c.in(3), Extents64{1, g.filters, 1, 1}));
  c.give(y);
  return {};
}

}  // namespace

OnnxOperators deformableConvolutionOperators() {
  return {{"DeformConv",
           deformableConvolution,
           {22, {"dilations", "group", "kernel_shape", "offset_group", "pads", "strides"}}}};
}

}  // namespace fovea
