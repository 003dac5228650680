#include "core/ops/pooling_windows.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace fovea {
namespace {

std::vector<PoolingSpan> spansOf(const WindowAxis& axis, std::int64_t positions, bool countPadding) {
  std::vector<PoolingSpan> spans;
  for (std::int64_t i = 0; i < positions; ++i) {
    const std::int64_t first = i * axis.stride - axis.before;
    PoolingSpan span{std::max<std::int64_t>(first, 0), std::min(first + axis.kernel, axis.input), 1};
    span.divisor =
        countPadding ? std::min(first + axis.kernel, axis.input + axis.after) - first : span.end - span.begin;
    spans.push_back(span);
  }
  return spans;
}

// Calls body(position in the plane) for every input of one window.
template <class Body>
void forWindow(const PoolingWindows& w, std::int64_t z, std::int64_t y, std::int64_t x, Body&& body) {
  const auto at = [](const std::vector<PoolingSpan>& spans, std::int64_t i) {
    return spans[static_cast<std::size_t>(i)];
  };
  const PoolingSpan depth = at(w.spans[0], z), height = at(w.spans[1], y), width = at(w.spans[2], x);
  for (std::int64_t iz = depth.begin; iz < depth.end; ++iz)
    for (std::int64_t iy = height.begin; iy < height.end; ++iy)
      for (std::int64_t ix = width.begin; ix < width.end; ++ix) body((iz * w.input[1] + iy) * w.input[2] + ix);
}

double divisorOf(const PoolingWindows& w, std::int64_t z, std::int64_t y, std::int64_t x) {
  return static_cast<double>(w.spans[0][static_cast<std::size_t>(z)].divisor *
                             w.spans[1][static_cast<std::size_t>(y)].divisor *
                             w.spans[2][static_cast<std::size_t>(x)].divisor);
}

Status checkAxis(const WindowAxis& axis) {
  if (std::max(axis.before, axis.after) < axis.kernel) return {};
  return invalidInput(
      fmt::format("A padding of {} is not smaller than the window of {}, so a window could see nothing.",
                  std::max(axis.before, axis.after), axis.kernel));
}

WindowAxis axisOf(const FieldValues& attributes, const Shape& x, std::size_t i) {
  const auto& padding = attributes.list("padding");
  return {x[static_cast<int>(i + 2)],
          attributes.list("kernel")[i],
          attributes.list("stride")[i],
          1,
          padding[i],
          padding[i + 3]};
}

std::int64_t positionsOf(const FieldValues& attributes, const WindowAxis& axis) {
  return attributes.boolean("ceil_mode") ? axis.positionsRoundedUp() : axis.positions();
}

}  // namespace

double PoolingWindows::visits() const {
  double total = 1;
  for (const auto& axis : spans) {
    double sum = 0;
    for (const PoolingSpan& span : axis) sum += static_cast<double>(span.end - span.begin);
    total *= sum;
  }
  return total;
}

std::vector<PoolingSpan> adaptiveSpans(std::int64_t input, std::int64_t outputs) {
  std::vector<PoolingSpan> spans;
  for (std::int64_t i = 0; i < outputs; ++i) {
    // i * input / outputs without the product, which could overflow.
    const std::int64_t whole = input / outputs, rest = input % outputs;
    const std::int64_t begin = i * whole + i * rest / outputs;
    const std::int64_t end = (i + 1) * whole + ((i + 1) * rest + outputs - 1) / outputs;
    spans.push_back({begin, end, end - begin});
  }
  return spans;
}

PoolingWindows adaptiveWindows(const Shape& x, const Shape& y) {
  PoolingWindows windows;
  windows.planes = x[0] * x[1];
  windows.input = extentsOfPlaces(x);
  const Extents output = extentsOfPlaces(y);
  for (std::size_t axis = 0; axis < 3; ++axis) windows.spans[axis] = adaptiveSpans(windows.input[axis], output[axis]);
  return windows;
}

std::vector<Field> volumePoolingFields() {
  return {listField("kernel", "Kernel", "Depth, height and width of the window.", {2, 2, 2}, 1, kMaximumWindow),
          listField("stride", "Stride", "Slices, rows and columns from one window to the next.", {2, 2, 2}, 1,
                    kMaximumWindow),
          listField("padding", "Padding", "Slices, rows and columns added before and after.", {0, 0, 0, 0, 0, 0}, 0,
                    kMaximumWindow),
          booleanField("ceil_mode", "Round up", "Keep a last window that reaches over the edge.", false)};
}

Result<Shape> pooledVolume(const FieldValues& attributes, const Shape& x) {
  if (x.rank() != 5)
    return invalidInput(fmt::format("Pooling needs volumes [N, C, D, H, W], but the input is {}.", x.toString()));
  if (x.elementsFrom(1) == 0)
    return invalidInput(fmt::format("Pooling needs volumes with numbers in them, but the input is {}.", shapeWords(x)));
  Shape y = x;
  for (std::size_t i = 0; i < 3; ++i) {
    const WindowAxis axis = axisOf(attributes, x, i);
    FOVEA_CHECK(checkAxis(axis));
    const std::int64_t positions = positionsOf(attributes, axis);
    if (positions < 1)
      return invalidInput(fmt::format("A {} kernel does not fit in an input of {}×{}×{}.",
                                      fmt::join(attributes.list("kernel"), "×"), x[2], x[3], x[4]));
    y[static_cast<int>(i + 2)] = positions;
  }
  return y;
}

Result<PoolingWindows> readVolumePooling(const FieldValues& attributes, const Shape& x) {
  FOVEA_TRY([[maybe_unused]] const Shape checked, pooledVolume(attributes, x));
  const bool counts = attributes.contains("count_include_padding") && attributes.boolean("count_include_padding");
  PoolingWindows windows;
  windows.planes = x[0] * x[1];
  windows.input = extentsOfPlaces(x);
  for (std::size_t i = 0; i < 3; ++i) {
    const WindowAxis axis = axisOf(attributes, x, i);
    windows.spans[i] = spansOf(axis, positionsOf(attributes, axis), counts);
  }
  return windows;
}

void maximaOfWindows(const PoolingWindows& windows, const TensorView& x, const TensorView& y,
                     const TensorView& indices) {
  const std::int64_t inputs = product(windows.input), outputs = product(windows.output());
  dispatchReal(x.type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < windows.planes; ++plane) {
      const T* from = x.as<T>() + plane * inputs;
      forPlaces(windows.output(), [&](std::int64_t oz, std::int64_t oy, std::int64_t ox, std::int64_t position) {
        std::int64_t best = -1;
        forWindow(windows, oz, oy, ox, [&](std::int64_t at) {
          if (best < 0 || from[at] > from[best] || (std::isnan(from[at]) && !std::isnan(from[best]))) best = at;
        });
        y.as<T>()[plane * outputs + position] = from[best];
        indices.as<std::int32_t>()[plane * outputs + position] = static_cast<std::int32_t>(best);
      });
    }
  });
}

void averagesOfWindows(const PoolingWindows& windows, const TensorView& x, const TensorView& y) {
  const std::int64_t inputs = product(windows.input), outputs = product(windows.output());
  dispatchReal(x.type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < windows.planes; ++plane)
      forPlaces(windows.output(), [&](std::int64_t oz, std::int64_t oy, std::int64_t ox, std::int64_t position) {
        double sum = 0;
        forWindow(windows, oz, oy, ox,
                  [&](std::int64_t at) { sum += static_cast<double>(x.as<T>()[plane * inputs + at]); });
        y.as<T>()[plane * outputs + position] = static_cast<T>(sum / divisorOf(windows, oz, oy, ox));
      });
  });
}

void spreadAverages(const PoolingWindows& windows, const TensorView& dy, const TensorView& dx) {
  const std::int64_t inputs = product(windows.input), outputs = product(windows.output());
  dispatchReal(dy.type.dtype, [&]<class T>() {
    for (std::int64_t plane = 0; plane < windows.planes; ++plane) {
      std::vector<double> sums(static_cast<std::size_t>(inputs), 0.0);
      forPlaces(windows.output(), [&](std::int64_t oz, std::int64_t oy, std::int64_t ox, std::int64_t position) {
        const double part =
            static_cast<double>(dy.as<T>()[plane * outputs + position]) / divisorOf(windows, oz, oy, ox);
        forWindow(windows, oz, oy, ox, [&](std::int64_t at) { sums[static_cast<std::size_t>(at)] += part; });
      });
      for (std::int64_t i = 0; i < inputs; ++i)
        dx.as<T>()[plane * inputs + i] = static_cast<T>(sums[static_cast<std::size_t>(i)]);
    }
  });
}

Status needCountablePlaces(const Shape& x) {
  if (x.elementsFrom(2) <= std::numeric_limits<std::int32_t>::max()) return {};
  return invalidInput("The input " + shapeWords(x) + " has more positions than an index can count.");
}

}  // namespace fovea
