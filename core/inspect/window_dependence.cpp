// Dependence rules of ops with sliding windows over signals, images and volumes.
#include <algorithm>

#include "core/inspect/op_dependence.h"
#include "core/ops/pooling_geometry.h"
#include "core/ops/resize_geometry.h"

namespace fovea {
namespace {

// The positions along an axis that each window covers.
using Cover = std::vector<std::vector<std::int64_t>>;

Cover coverOf(const WindowAxis& axis, std::int64_t positions) {
  Cover cover(static_cast<std::size_t>(positions));
  for (std::int64_t o = 0; o < positions; ++o)
    for (std::int64_t k = 0; k < axis.kernel; ++k)
      if (const std::int64_t at = o * axis.stride - axis.before + k * axis.dilation; at >= 0 && at < axis.input)
        cover[static_cast<std::size_t>(o)].push_back(at);
  return cover;
}

Cover coverOf(const std::vector<PoolingSpan>& spans) {
  Cover cover;
  for (const PoolingSpan& span : spans) {
    cover.emplace_back();
    for (std::int64_t at = span.begin; at < span.end; ++at) cover.back().push_back(at);
  }
  return cover;
}

Cover coverOf(const std::vector<ResizeTap>& taps) {
  Cover cover;
  for (const ResizeTap& tap : taps) {
    cover.emplace_back();
    if (tap.weight < 1) cover.back().push_back(tap.first);
    if (tap.weight > 0) cover.back().push_back(tap.second);
  }
  return cover;
}

// Returns the reverse mapping: for each covered position, the positions whose windows cover it.
Cover reversed(const Cover& cover, std::int64_t positions) {
  Cover other(static_cast<std::size_t>(positions));
  for (std::size_t o = 0; o < cover.size(); ++o)
    for (const std::int64_t at : cover[o]) other[static_cast<std::size_t>(at)].push_back(static_cast<std::int64_t>(o));
  return other;
}

struct Windows {
  Extents input{1, 1, 1}, output{1, 1, 1};
  std::array<Cover, 3> covers;  // per axis and output position
};

// Marks the elements of the input plane `to` that the windows of the marked elements of the output plane `from` cover.
void markPlane(const Windows& w, const std::uint8_t* from, std::uint8_t* to) {
  forPlaces(w.output, [&](std::int64_t z, std::int64_t y, std::int64_t x, std::int64_t position) {
    if (!from[position]) return;
    for (const std::int64_t fromZ : w.covers[0][static_cast<std::size_t>(z)])
      for (const std::int64_t fromY : w.covers[1][static_cast<std::size_t>(y)])
        for (const std::int64_t fromX : w.covers[2][static_cast<std::size_t>(x)])
          to[(fromZ * w.input[1] + fromY) * w.input[2] + fromX] = 1;
  });
}

// All input channels of a group reach each output channel of that group, through the same windows.
void markGroups(const Windows& w, std::int64_t groups, const ElementMask& marked, ElementMask& reached) {
  const auto outputs = static_cast<std::size_t>(product(w.output)), inputs = static_cast<std::size_t>(product(w.input));
  const std::size_t perOutput = marked.size() / static_cast<std::size_t>(groups);
  const std::size_t perInput = reached.size() / static_cast<std::size_t>(groups);
  for (std::size_t group = 0; group < static_cast<std::size_t>(groups); ++group) {
    ElementMask any(outputs), plane(inputs);
    for (std::size_t i = 0; i < perOutput; ++i) any[i % outputs] |= marked[group * perOutput + i];
    if (std::ranges::find(any, 1) == any.end()) continue;
    markPlane(w, any.data(), plane.data());
    for (std::size_t i = 0; i < perInput; ++i) reached[group * perInput + i] |= plane[i % inputs];
  }
}

void markEachPlane(const DependenceRequest& r, const Windows& w) {
  const std::int64_t planes = r.inputs[0][0] * r.inputs[0][1];
  for (const ElementMask* const marked : r.marked)
    if (marked && static_cast<std::int64_t>(marked->size()) == planes * product(w.output))
      markGroups(w, planes, *marked, *r.reached[0]);
}

Windows windowsOf(const ConvolutionGeometry& g) {
  return {{g.depth.input, g.height.input, g.width.input},
          {g.outputDepth, g.outputHeight, g.outputWidth},
          {coverOf(g.depth, g.outputDepth), coverOf(g.height, g.outputHeight), coverOf(g.width, g.outputWidth)}};
}

Windows windowsOf(const PoolingWindows& pooling) {
  return {pooling.input,
          pooling.output(),
          {coverOf(pooling.spans[0]), coverOf(pooling.spans[1]), coverOf(pooling.spans[2])}};
}

// Returns the windows of the opposite direction: from each input to the outputs that read it.
Windows turned(const Windows& w) {
  Windows back{w.output, w.input, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) back.covers[axis] = reversed(w.covers[axis], w.input[axis]);
  return back;
}

}  // namespace

bool markWindows(const DependenceRequest& r) {
  const std::string& op = r.node.op->name;
  const FieldValues& attributes = r.node.attributes;
  if (!r.reached[0]) return false;
  if (op == "conv2d" || op == "conv3d") {
    const ConvolutionGeometry g = readConvolution(attributes, r.inputs[0], r.inputs[1]).value();
    markGroups(windowsOf(g), g.groups, *r.marked[0], *r.reached[0]);
  } else if (op == "conv2d_backward_data" || op == "conv3d_backward_data") {
    const ConvolutionGeometry g = readConvolutionBackwardData(attributes, r.inputs[0], r.inputs[1]).value();
    markGroups(turned(windowsOf(g)), g.groups, *r.marked[0], *r.reached[0]);
  } else if (op == "max_pool2d" || op == "average_pool2d") {
    const PoolingGeometry g = readPooling(attributes, r.inputs[0]).value();
    markEachPlane(r, {{1, g.height.input, g.width.input},
                      {1, g.outputHeight, g.outputWidth},
                      {Cover{{0}}, coverOf(g.height, g.outputHeight), coverOf(g.width, g.outputWidth)}});
  } else if (op == "max_pool3d" || op == "average_pool3d") {
    markEachPlane(r, windowsOf(readVolumePooling(attributes, r.inputs[0]).value()));
  } else if (op == "adaptive_average_pool" || op == "adaptive_max_pool") {
    markEachPlane(r, windowsOf(adaptiveWindows(r.inputs[0], r.outputs[0])));
  } else if (op == "resize") {
    const ResizeGeometry g = readResize(attributes, r.inputs[0], r.outputs[0]);
    markEachPlane(r, {g.input, g.output, {coverOf(g.taps[0]), coverOf(g.taps[1]), coverOf(g.taps[2])}});
  } else {
    return false;
  }
  return true;
}

}  // namespace fovea
