#include "core/inspect/op_dependence.h"

#include "core/ops/broadcast.h"
#include "core/ops/channel_geometry.h"
#include "core/ops/group_geometry.h"
#include "core/ops/library/slice_fields.h"
#include "core/ops/local_response.h"
#include "core/ops/matrix_geometry.h"
#include "core/ops/padding_geometry.h"
#include "core/ops/reduction.h"

namespace fovea {
namespace {

// Calls body(element) for each marked element of the op's first output.
template <class Body>
void forMarked(const DependenceRequest& r, Body&& body) {
  const ElementMask& marked = *r.marked[0];
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (marked[i]) body(static_cast<std::int64_t>(i));
}

void mark(ElementMask& mask, std::int64_t element) {
  mask[static_cast<std::size_t>(element)] = 1;
}

void markAll(ElementMask& mask, std::int64_t first, std::int64_t count, std::int64_t stride = 1) {
  for (std::int64_t i = 0; i < count; ++i) mark(mask, first + i * stride);
}

void markPointwise(const DependenceRequest& r) {
  for (std::size_t input = 0; input < r.reached.size(); ++input) {
    if (!r.reached[input]) continue;
    for (std::size_t output = 0; output < r.marked.size(); ++output) {
      if (!r.marked[output]) continue;
      const ElementMask& marked = *r.marked[output];
      const bool same = r.inputs[input] == r.outputs[output];
      const BroadcastIndex index(r.inputs[input], r.outputs[output]);
      for (std::size_t i = 0; i < marked.size(); ++i)
        if (marked[i]) mark(*r.reached[input], same ? static_cast<std::int64_t>(i) : index.index(static_cast<int>(i)));
    }
  }
}

void markPermuted(const DependenceRequest& r) {
  const auto order = r.node.attributes.list("order");
  const Shape &x = r.inputs[0], &y = r.outputs[0];
  forMarked(r, [&](std::int64_t i) {
    std::int64_t from = 0;
    for (int axis = y.rank() - 1; axis >= 0; --axis) {
      from += i % y[axis] * x.elementsFrom(static_cast<int>(order[static_cast<std::size_t>(axis)]) + 1);
      i /= y[axis];
    }
    mark(*r.reached[0], from);
  });
}

void markConcatenated(const DependenceRequest& r) {
  const int axis = static_cast<int>(r.node.attributes.integer("axis"));
  const std::int64_t whole = r.outputs[0].elementsFrom(axis);
  forMarked(r, [&](std::int64_t i) {
    std::int64_t within = i % whole;
    for (std::size_t input = 0; input < r.inputs.size(); ++input) {
      const std::int64_t part = r.inputs[input].elementsFrom(axis);
      if (within < part) {
        if (r.reached[input]) mark(*r.reached[input], i / whole * part + within);
        return;
      }
      within -= part;
    }
  });
}

void markSliced(const DependenceRequest& r) {
  const SliceRange range = readSlice(r.node.attributes);
  const std::int64_t unit = r.inputs[0].elementsFrom(range.axis + 1);
  const std::int64_t part = range.length * unit, whole = r.inputs[0].elementsFrom(range.axis);
  forMarked(r, [&](std::int64_t i) { mark(*r.reached[0], i / part * whole + range.start * unit + i % part); });
}

void markPadded(const DependenceRequest& r) {
  const PaddingGeometry g = readPadding(r.node.attributes, r.inputs[0]).value();
  const std::int64_t outputs = product(g.output), inputs = product(g.input);
  forMarked(r, [&](std::int64_t i) {
    const std::int64_t place = i % outputs;
    const std::int64_t z = g.source(0, place / (g.output[1] * g.output[2]));
    const std::int64_t y = g.source(1, place / g.output[2] % g.output[1]), x = g.source(2, place % g.output[2]);
    if (z >= 0 && y >= 0 && x >= 0) mark(*r.reached[0], i / outputs * inputs + (z * g.input[1] + y) * g.input[2] + x);
  });
}

void markReduced(const DependenceRequest& r) {
  const Reduction reduction = knownReduction(r.node.attributes, {DataType::Float32, r.inputs[0]});
  const BroadcastIndex index(reduction.kept, r.inputs[0]);
  ElementMask& reached = *r.reached[0];
  for (std::size_t i = 0; i < reached.size(); ++i)
    if ((*r.marked[0])[static_cast<std::size_t>(index.index(static_cast<std::int64_t>(i)))]) reached[i] = 1;
}

// Marks whole input rows: all elements of a row contribute to the same sum or mean.
void markRows(const DependenceRequest& r, std::int64_t outputLength, std::int64_t inputLength) {
  std::int64_t done = -1;
  forMarked(r, [&](std::int64_t i) {
    if (const std::int64_t row = i / outputLength; std::exchange(done, row) != row)
      markAll(*r.reached[0], row * inputLength, inputLength);
  });
}

void markSoftmax(const DependenceRequest& r) {
  const ChannelGeometry g = readChannels(r.inputs[0]);
  forMarked(r, [&](std::int64_t i) {
    markAll(*r.reached[0], g.at(i / (g.inner * g.channels), 0, i % g.inner), g.channels, g.inner);
  });
}

void markProduct(const DependenceRequest& r) {
  const MatrixProduct p = readMatrixProduct(r.node.attributes, r.inputs[0], r.inputs[1]);
  forMarked(r, [&](std::int64_t i) {
    const std::int64_t column = i % p.columns, row = i / p.columns % p.rows, batch = i / (p.columns * p.rows);
    for (std::int64_t k = 0; k < p.inner; ++k) {
      if (r.reached[0]) mark(*r.reached[0], p.atA(batch, row, k));
      if (r.reached[1]) mark(*r.reached[1], p.atB(batch, k, column));
    }
  });
}

void markLocalResponse(const DependenceRequest& r) {
  const Shape& shape = r.inputs[0];
  const LocalResponse response = readLocalResponse(r.node.attributes, {DataType::Float32, shape}).value();
  const std::int64_t half = response.half(), channels = shape[1], plane = shape.elementsFrom(2);
  const std::int64_t width = shape[shape.rank() - 1], height = plane / width;
  forMarked(r, [&](std::int64_t i) {
    if (response.withinChannels) {
      const std::int64_t x = i % width, y = i / width % height, first = i - i % plane;
      for (std::int64_t v = std::max<std::int64_t>(0, y - half); v <= std::min(height - 1, y + half); ++v)
        for (std::int64_t u = std::max<std::int64_t>(0, x - half); u <= std::min(width - 1, x + half); ++u)
          mark(*r.reached[0], first + v * width + u);
      return;
    }
    const std::int64_t c = i / plane % channels;
    for (std::int64_t other = std::max<std::int64_t>(0, c - half); other <= std::min(channels - 1, c + half); ++other)
      mark(*r.reached[0], i + (other - c) * plane);
  });
}

}  // namespace

bool markMoved(const DependenceRequest& r) {
  const std::string& op = r.node.op->name;
  if (r.node.op->pointwise || op == "fused_pointwise" || op == "broadcast_to") {
    markPointwise(r);
  } else if (op == "concatenate") {
    markConcatenated(r);
  } else if (!r.reached[0]) {
    return false;
  } else if (r.node.op->view || op == "cast" || op == "batch_norm_inference") {
    forMarked(r, [&](std::int64_t i) { mark(*r.reached[0], i); });
  } else if (op == "permute") {
    markPermuted(r);
  } else if (op == "slice") {
    markSliced(r);
  } else if (op == "pad") {
    markPadded(r);
  } else {
    return false;
  }
  return true;
}

bool markMixed(const DependenceRequest& r) {
  const std::string& op = r.node.op->name;
  if (op == "matmul") {
    markProduct(r);
  } else if (!r.reached[0]) {
    return false;
  } else if (op == "linear") {
    markRows(r, r.outputs[0][1], r.inputs[0][1]);
  } else if (op == "group_norm") {
    const GroupGeometry g = readGroups(r.node.attributes, {DataType::Float32, r.inputs[0]}).value();
    markRows(r, g.rowLength(), g.rowLength());
  } else if (op == "softmax" || op == "log_softmax") {
    markSoftmax(r);
  } else if (op == "reduce_mean" || op == "reduce_sum" || op == "reduce_max") {
    markReduced(r);
  } else if (op == "local_response_norm") {
    markLocalResponse(r);
  } else {
    return false;
  }
  return true;
}

bool markDependence(const DependenceRequest& r) {
  return markMoved(r) || markMixed(r) || markWindows(r) || markSequences(r);
}

}  // namespace fovea
