#include "core/ops/convolution_reference.h"

#include "core/ops/places.h"

namespace fovea {
namespace {

Extents inputOf(const ConvolutionGeometry& g) {
  return {g.depth.input, g.height.input, g.width.input};
}
Extents kernelOf(const ConvolutionGeometry& g) {
  return {g.depth.kernel, g.height.kernel, g.width.kernel};
}
Extents outputOf(const ConvolutionGeometry& g) {
  return {g.outputDepth, g.outputHeight, g.outputWidth};
}

// Returns the input position under weight `k` of the window at output `o`; -1 in the padding.
std::int64_t inputUnder(const WindowAxis& axis, std::int64_t o, std::int64_t k) {
  const std::int64_t at = o * axis.stride - axis.before + k * axis.dilation;
  return at < axis.input ? std::max<std::int64_t>(at, -1) : -1;
}

// Calls body(input position, output position, weight position), each within its plane or filter, for every pair of an
// input and an output that a weight connects.
template <class Body>
void forJoined(const ConvolutionGeometry& g, Body&& body) {
  const Extents input = inputOf(g);
  forPlaces(outputOf(g), [&](std::int64_t oz, std::int64_t oy, std::int64_t ox, std::int64_t output) {
    forPlaces(kernelOf(g), [&](std::int64_t kz, std::int64_t ky, std::int64_t kx, std::int64_t weight) {
      const std::int64_t z = inputUnder(g.depth, oz, kz), y = inputUnder(g.height, oy, ky),
                         x = inputUnder(g.width, ox, kx);
      if (z >= 0 && y >= 0 && x >= 0) body((z * input[1] + y) * input[2] + x, output, weight);
    });
  });
}

// Calls body(plane of x, plane of y, plane of the weight) for all pairs of planes that a filter connects.
template <class Body>
void forPlanes(const ConvolutionGeometry& g, Body&& body) {
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t m = 0; m < g.outputChannels; ++m)
      for (std::int64_t c = 0; c < g.inputChannelsOfGroup(); ++c) {
        const std::int64_t channel = m / g.outputChannelsOfGroup() * g.inputChannelsOfGroup() + c;
        body(n * g.inputChannels + channel, n * g.outputChannels + m, m * g.inputChannelsOfGroup() + c);
      }
}

template <class T>
void store(const std::vector<double>& sums, T* to) {
  for (std::size_t i = 0; i < sums.size(); ++i) to[i] = static_cast<T>(sums[i]);
}

std::vector<double> zerosFor(const TensorView& view) {
  return std::vector<double>(static_cast<std::size_t>(view.type.shape.elementCount()), 0.0);
}

// One product of a sum, in double.
template <class T>
double term(const T* a, std::int64_t i, const T* b, std::int64_t j) {
  return static_cast<double>(a[i]) * static_cast<double>(b[j]);
}

}  // namespace

void convolveReference(const ConvolutionGeometry& g, const TensorView& x, const TensorView& weight,
                       const TensorView* bias, const TensorView& y) {
  const std::int64_t inputs = product(inputOf(g)), outputs = product(outputOf(g)), weights = product(kernelOf(g));
  dispatchReal(x.type.dtype, [&]<class T>() {
    std::vector<double> sums = zerosFor(y);
    for (std::int64_t i = 0; bias && i < y.type.shape.elementCount(); ++i)
      sums[static_cast<std::size_t>(i)] = static_cast<double>(bias->as<T>()[i / outputs % g.outputChannels]);
    forPlanes(g, [&](std::int64_t from, std::int64_t to, std::int64_t filter) {
      forJoined(g, [&](std::int64_t input, std::int64_t output, std::int64_t k) {
        sums[static_cast<std::size_t>(to * outputs + output)] +=
            term(x.as<T>(), from * inputs + input, weight.as<T>(), filter * weights + k);
      });
    });
    store(sums, y.as<T>());
  });
}

void convolveBackwardDataReference(const ConvolutionGeometry& g, const TensorView& dy, const TensorView& weight,
                                   const TensorView& dx) {
  const std::int64_t inputs = product(inputOf(g)), outputs = product(outputOf(g)), weights = product(kernelOf(g));
  dispatchReal(dy.type.dtype, [&]<class T>() {
    std::vector<double> sums = zerosFor(dx);
    forPlanes(g, [&](std::int64_t to, std::int64_t from, std::int64_t filter) {
      forJoined(g, [&](std::int64_t input, std::int64_t output, std::int64_t k) {
        sums[static_cast<std::size_t>(to * inputs + input)] +=
            term(dy.as<T>(), from * outputs + output, weight.as<T>(), filter * weights + k);
      });
    });
    store(sums, dx.as<T>());
  });
}

void convolveBackwardWeightsReference(const ConvolutionGeometry& g, const TensorView& x, const TensorView& dy,
                                      const TensorView& dweight, const TensorView& dbias) {
  const std::int64_t inputs = product(inputOf(g)), outputs = product(outputOf(g)), weights = product(kernelOf(g));
  dispatchReal(x.type.dtype, [&]<class T>() {
    std::vector<double> sums = zerosFor(dweight), biases = zerosFor(dbias);
    forPlanes(g, [&](std::int64_t from, std::int64_t to, std::int64_t filter) {
      forJoined(g, [&](std::int64_t input, std::int64_t output, std::int64_t k) {
        sums[static_cast<std::size_t>(filter * weights + k)] +=
            term(x.as<T>(), from * inputs + input, dy.as<T>(), to * outputs + output);
      });
    });
    for (std::int64_t i = 0; i < dy.type.shape.elementCount(); ++i)
      biases[static_cast<std::size_t>(i / outputs % g.outputChannels)] += static_cast<double>(dy.as<T>()[i]);
    store(sums, dweight.as<T>());
    store(biases, dbias.as<T>());
  });
}

}  // namespace fovea
