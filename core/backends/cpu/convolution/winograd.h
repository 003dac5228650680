// Why: oneDNN has Winograd's algorithm only for AVX-512. This one serves other processors, since 3 x 3 convolutions
// take most of the time of most networks. F(4x4, 3x3) needs 36 products instead of 144 (Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks", 2016). Its relative L2 error is below 3e-6, that of the weight
// gradient about 4e-6.
#pragma once
#include <algorithm>

#include "core/backends/cpu/simd/simd.h"
#include "core/backends/layout.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {

// The transformed filters of a convolution, or of its input gradient: [36 positions][panels of four vectors of output
// channels][input channels][vectors][lanes]. Written once if the filters are constant.
class WinogradFilterFormat final : public LayoutFormat {
 public:
  WinogradFilterFormat(std::int64_t inputs, std::int64_t outputs, bool backward, const SimdKernels& kernels)
      : inputs_(inputs), outputs_(outputs), backward_(backward), simd_(&kernels) {}
  std::size_t bytes() const override { return static_cast<std::size_t>(36 * placeFloats()) * sizeof(float); }
  bool readable() const override { return false; }
  bool equals(const LayoutFormat& other) const override;
  std::string toString() const override { return "winograd"; }

  std::int64_t panels() const { return (vectors() + kPanelVectors - 1) / kPanelVectors; }
  std::int64_t vectorsOf(std::int64_t panel) const {
    return std::min<std::int64_t>(kPanelVectors, vectors() - panel * kPanelVectors);
  }
  std::int64_t panelOutputs() const { return kPanelVectors * simd_->lanes; }
  std::int64_t placeFloats() const { return inputs_ * outputs_; }
  // Transforms the convolution's dense weight [output channels][input channels][3][3].
  void fill(const float* weight, float* filters) const;

  static constexpr std::int64_t kPanelVectors = 4;

 private:
  std::int64_t vectors() const { return outputs_ / simd_->lanes; }

  std::int64_t inputs_, outputs_;  // of the computed operation: swapped for the gradient
  bool backward_;
  const SimdKernels* simd_;
};

// The tiles of a batch of images stored in blocks of as many channels as the processor has lanes.
struct WinogradTiles {
  struct Side {
    std::int64_t channels, height, width;
  };
  std::int64_t count() const { return batch * rows * columns; }
  // The tile's window of `extent` pixels each way, which begins `top` and `left` pixels before its 4 x 4.
  WinogradTile tileOf(std::int64_t tile, const Side& side, std::int64_t extent, std::int64_t top,
                      std::int64_t left) const;

  std::int64_t batch, rows, columns, lanes;
};

// Whether enough of the tiles lie inside the images, for oneDNN's algorithm and for this one.
bool fillsWinogradTiles(const ConvolutionGeometry& geometry);

// Success, or an error that says why the geometry is not supported.
Status winogradTakes(const ConvolutionGeometry& geometry, const SimdKernels& kernels = simd());

// The forward pass, or the backward pass to the input.
class WinogradConvolution {
 public:
  // `backward`: computes the gradient of the input. `given`: filters are already transformed.
  WinogradConvolution(const ConvolutionGeometry& geometry, bool backward, bool given,
                      const SimdKernels& kernels = simd());
  std::size_t scratchBytes() const;
  std::shared_ptr<const WinogradFilterFormat> filters() const { return filters_; }
  void run(const float* x, const float* weight, const float* bias, float* y, void* scratch) const;

 private:
  void takeTiles(std::int64_t first, std::int64_t count, const float* x, float* places) const;
  void multiply(std::int64_t count, const float* places, const float* filters, float* products) const;
  void giveTiles(std::int64_t first, std::int64_t count, const float* products, const float* bias, float* y) const;
  double work(std::int64_t tiles) const { return static_cast<double>(tiles * 36 * (x_.channels + y_.channels)); }

  const SimdKernels& simd_;
  WinogradTiles::Side x_, y_;
  WinogradTiles tiles_;
  std::int64_t top_, left_, group_;
  bool given_;
  std::shared_ptr<const WinogradFilterFormat> filters_;
};

// Computes the gradients of weight and bias. Sums run over the tiles in order, whatever the number of threads.
class WinogradWeights {
 public:
  explicit WinogradWeights(const ConvolutionGeometry& geometry, const SimdKernels& kernels = simd());
  std::size_t scratchBytes() const;
  // `dbias` may be null.
  void run(const float* x, const float* dy, float* dweight, float* dbias, void* scratch) const;

 private:
  void takeTiles(std::int64_t first, std::int64_t count, const float* x, const float* dy, float* inputs,
                 float* gradients) const;
  void addProducts(std::int64_t count, const float* inputs, const float* gradients, bool accumulate,
                   float* products) const;
  void finish(const float* products, float* dweight) const;
  void sumBias(const float* dy, float* dbias) const;

  const SimdKernels& simd_;
  WinogradTiles::Side x_, y_;
  WinogradTiles tiles_;
  std::int64_t top_, left_, group_;
};

}  // namespace fovea::cpu
