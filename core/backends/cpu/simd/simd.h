// Why: inner loops written once with the compiler's vector types and compiled for SSE2, AVX2 and AVX-512; the program
// picks one set at run time, so one binary runs everywhere. All functions work on one thread's share of the data and
// keep no state. Results do not depend on how a caller splits the work, unless a comment says so.
#pragma once
#include <cstdint>
#include <vector>

namespace fovea::cpu {

// The elementwise update ops.
enum class UpdateRule { Sgd, Adagrad, Rmsprop, RmspropCentred, Adadelta, Adam, Adamw, Lamb };
inline constexpr int kUpdateRules = 8;

// One part of an update; see the ops.
struct UpdateArguments {
  const float* parameter;
  const float* gradient;
  const float* states[3];
  float* newParameter;
  float* newStates[3];
  float rate;
  float gradientFactor;
  float clip;  // infinity: none
  float decay;
  float epsilon;
  float first;       // momentum or beta1
  float second;      // rho or beta2
  float firstShare;  // 1 - first, before rounding
  float secondShare;
  float firstCorrection;
  float secondCorrection;
  bool lookAhead;
};

// The activation at the end of a fused op, in the order of core/ops/fused_activation.h.
struct ActivationArguments {
  int kind;
  float slope;
};

// Planes of rows of `lanes` adjacent channels, planes `planeStride` floats apart; or, with lanes 0, planes of `rows`
// numbers of one channel.
struct ChannelRows {
  std::int64_t planes, planeStride, rows, lanes;
};

// y = (x - mean) * factor + bias (+ residual), then 0 if that is not above `lower`, and `upper` if it is not below
// `upper`; a NaN bound has no effect.
struct ChannelTransform {
  const float *means, *factors, *biases;  // by lane; one number each without lanes
  float lower, upper;
};

// A gradient passes where the output y of a ChannelTransform is between its bounds. If `y` is null, y is recomputed.
struct ChannelGradient {
  ChannelTransform transform;
  const float *dy, *x, *y;
};

struct DropoutArguments {
  const float* x;
  float* y;
  std::uint8_t* mask;
  std::uint64_t step;
  std::uint64_t seed;
  std::uint64_t threshold;  // kept if the random word is not smaller
  float factor;
};

// Some units of one row of an LSTM step. Gates, bias and dgates hold i, f, g, o, `units` floats apart.
struct LstmCell {
  float* gates;  // sums without bias; gates on return
  const float* bias;
  const float* cellBefore;
  float* cell;  // may be cellBefore
  float* hidden;
  float* y;
  std::int64_t units;
  std::int64_t count;
};
struct LstmCellBackward {
  const float* dy;
  const float* dhidden;
  const float* gates;
  const float* cellBefore;
  const float* cell;
  float* dcell;  // of `cell`; of `cellBefore` on return
  float* dgates;
  std::int64_t units;
  std::int64_t count;
};

// The same for GRU; sums and biases hold r, z, n, the reserve r, z, q, n, and dgates r, z, q, n.
struct GruCell {
  const float* fromInput;
  const float* fromHidden;
  const float* biasInput;
  const float* biasHidden;
  const float* hiddenBefore;
  float* kept;
  float* hidden;
  float* y;
  std::int64_t units;
  std::int64_t count;
};
struct GruCellBackward {
  const float* dy;
  const float* kept;
  const float* hiddenBefore;
  float* dhidden;  // of this step; of the step before, without what comes through the gates, on return
  float* dgates;
  std::int64_t units;
  std::int64_t count;
};

// c (+)= a [rows, terms] · panel [terms][vectors][lanes of the processor], with at least one term. Vector v of a row of
// c is v * vectorStride floats after the first; `lanes` floats of each are written. Rows of a are strideA floats apart,
// terms termStride.
struct PanelProduct {
  const float* a;
  const float* panel;
  float* c;
  std::int64_t rows, terms, vectors, lanes;
  std::int64_t strideA, strideC, vectorStride;
  bool accumulate;
  std::int64_t termStride = 1;
};

// Windows over planes of `lanes` floats per position: [height][width][lanes].
struct PoolingPlane {
  std::int64_t height, width, outputHeight, outputWidth;
  std::int64_t kernelHeight, kernelWidth, strideHeight, strideWidth, top, left;
  std::int64_t lanes;
  std::int64_t readable = 0;  // floats from the plane's begin on that may be read, if more than its own
};

// A convolution over blocks of 16 images without padding: x [C][H][W][16], weight [M][C][KH][KW], y [M][OH][OW][16].
struct BlockConvolution {
  std::int64_t inputChannels, height, width;
  std::int64_t outputChannels, outputHeight, outputWidth;
  std::int64_t kernelHeight, kernelWidth, strideHeight, strideWidth;
};

// A convolution of stride 1 over one dense image [C][height][width], padding included: y [M][OH][OW].
struct RowConvolution {
  std::int64_t inputChannels, kernelHeight, kernelWidth, height, width, outputHeight, outputWidth;
};

// One block of channels of a depthwise convolution: x [height][width][block], padding included, dy [output height]
// [output width][block], weights [kernel height][kernel width][block]. A block is a multiple of the lanes.
struct DepthwiseWeights {
  std::int64_t block, width, outputHeight, outputWidth, kernelHeight, kernelWidth, strideHeight, strideWidth,
      dilationHeight, dilationWidth;
};

// A tile of Winograd's F(4x4, 3x3): 6 x 6 input pixels are transformed to 36 numbers, one per position, and 36 such
// numbers back to 4 x 4 pixels. All over `vectors` vectors of channels, as wide as the processor's.
struct WinogradTile {
  std::int64_t origin;  // floats from the image's begin to the tile's; may lie before it
  std::int64_t rowStride, pixelStride, vectorStride;
  std::int64_t top, bottom, left, right;  // rows and columns of the tile that lie in the image, ends excluded
  std::int64_t placeStride;               // floats between two places
  std::int64_t vectors;
  // Channels at a position: panels of `panelVectors` vectors, `panelStride` floats apart.
  std::int64_t panelVectors, panelStride;
};

// Filters [3][3] of `inputs` input and `vectors` vectors of output channels; `first` and `step` traverse the nine taps.
struct WinogradFilters {
  std::int64_t inputs, vectors;
  std::int64_t inputStride, outputStride, first, step;
  std::int64_t placeStride;
};

// A range of output channels and a range of input channels.
struct ChannelRange {
  std::int64_t output, outputs, input, inputs;
};

// One instruction of a pointwise program over `count` elements; y may be an operand. See simd_pointwise.inl.h.
using PointwiseLoop = void (*)(const float* a, const float* b, const float* c, float* y, std::int64_t count);
// The loops of one code. Two operands: [1] repeats one number as a, [2] as b. Select: [1] repeats b, [2] repeats c, [3]
// both. Constant: [0] copies a, [1] repeats it.
struct PointwiseLoops {
  PointwiseLoop byRepeated[4];
};

struct SimdKernels {
  const char* name;  // "AVX-512"
  int lanes;         // floats in a vector
  int multiplyAddsPerRound;

  // Independent multiply-adds in registers, for measuring. The result depends on all of them.
  float (*multiplyAdds)(std::int64_t rounds);
  void (*relu)(const float* x, float* y, std::int64_t count);
  void (*reluBackward)(const float* dy, const float* y, float* dx, std::int64_t count);
  void (*sigmoid)(const float* x, float* y, std::int64_t count);
  void (*sigmoidBackward)(const float* dy, const float* y, float* dx, std::int64_t count);
  void (*tanh)(const float* x, float* y, std::int64_t count);
  void (*tanhBackward)(const float* dy, const float* y, float* dx, std::int64_t count);
  void (*add)(const float* a, const float* b, float* y, std::int64_t count);
  void (*multiply)(const float* a, const float* b, float* y, std::int64_t count);
  void (*addScalar)(const float* a, float b, float* y, std::int64_t count);
  void (*multiplyScalar)(const float* a, float b, float* y, std::int64_t count);
  // y = activation(x + residual); residual may be null, y may be x.
  void (*addActivate)(const ActivationArguments& activation, const float* x, const float* residual, float* y,
                      std::int64_t count);
  // y = exp(x - shift)
  void (*exponential)(const float* x, float shift, float* y, std::int64_t count);
  float (*maximum)(const float* x, std::int64_t count);
  // Sums in an order that depends only on the count.
  double (*sum)(const float* x, std::int64_t count);
  // Sum of (x - mean)^2.
  double (*squaredDeviation)(const float* x, float mean, std::int64_t count);
  // Sum of b * (x - mean).
  double (*dotDeviation)(const float* b, const float* x, float mean, std::int64_t count);
  // The same three sums for each of `lanes` neighbouring columns, over rows that lie `stride` floats apart; added to
  // totals.
  void (*columnSums)(const float* x, std::int64_t rows, std::int64_t stride, std::int64_t lanes, double* totals);
  void (*columnSquaredDeviations)(const float* x, const float* means, std::int64_t rows, std::int64_t stride,
                                  std::int64_t lanes, double* totals);
  void (*columnDotDeviations)(const float* b, const float* x, const float* means, std::int64_t rows,
                              std::int64_t stride, std::int64_t lanes, double* totals);
  // y = (x - mean) * factor + bias, with one number each or (ByLane) one for each element.
  void (*normalise)(const float* x, float mean, float factor, float bias, float* y, std::int64_t count);
  void (*normaliseByLane)(const float* x, const float* means, const float* factors, const float* biases, float* y,
                          std::int64_t count);
  // dx = a * dy + b * (x - mean) + c, likewise.
  void (*normaliseBackward)(const float* dy, const float* x, float mean, float a, float b, float c, float* dx,
                            std::int64_t count);
  void (*normaliseBackwardByLane)(const float* dy, const float* x, const float* means, const float* a, const float* b,
                                  const float* c, float* dx, std::int64_t count);
  // Mean and sum of squared deviations of each channel, in one pass: sums about a mean known so far, merged in double
  // (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979).
  void (*channelMoments)(const ChannelRows& rows, const float* x, double* means, double* squares);
  // One plane.
  void (*channelTransform)(const ChannelRows& rows, const ChannelTransform& transform, const float* x,
                           const float* residual, float* y);
  // Sums of g and of g * (x - mean) for each channel, where g is the gradient that passes; writes g unless it is null.
  void (*channelGradientSums)(const ChannelRows& rows, const ChannelGradient& gradient, float* g, double* sums,
                              double* dots);
  // dx = a * g + b * (x - mean) + c, one plane.
  void (*channelGradient)(const ChannelRows& rows, const ChannelGradient& gradient, const float* a, const float* b,
                          const float* c, float* dx);
  const PointwiseLoops* pointwise;  // by PointwiseCode
  // Indexed by UpdateRule. Lamb stores the direction where others store the new parameter.
  void (*updates[kUpdateRules])(const UpdateArguments& arguments, std::int64_t begin, std::int64_t end);
  // y = alpha * a + beta * b
  void (*addScaled)(const float* a, float alpha, const float* b, float beta, float* y, std::int64_t count);
  // Elements [begin, end) of the whole tensor; begin is a multiple of 4.
  void (*dropout)(const DropoutArguments& arguments, std::int64_t begin, std::int64_t end);
  void (*dropoutBackward)(const float* dy, const std::uint8_t* mask, float factor, float* dx, std::int64_t count);

  void (*panelProduct)(const PanelProduct& product);
  void (*lstmCell)(const LstmCell& row);
  void (*lstmCellBackward)(const LstmCellBackward& row);
  void (*gruCell)(const GruCell& row);
  void (*gruCellBackward)(const GruCellBackward& row);

  // One plane. Indices are y * width + x of the input.
  // `indices` may be null for planes of one lane with a stride of 1 or 2 across.
  void (*maxPool)(const PoolingPlane& plane, const float* x, float* y, std::int32_t* indices);
  void (*maxPoolBackward)(const PoolingPlane& plane, const float* dy, const std::int32_t* indices, float* dx);
  // `reciprocals` holds 1 / divisor for each window.
  void (*averagePool)(const PoolingPlane& plane, const float* x, const float* reciprocals, float* y);
  void (*averagePoolBackward)(const PoolingPlane& plane, const float* dy, const float* reciprocals, float* dx);

  // Writes copies of the image, [C][KW][height][OW], each shifted by one more column; writes up to 64 floats beyond
  // them.
  void (*shiftColumns)(const RowConvolution& shape, const float* x, float* shifted);
  // Computes `filters` (1 to 6) output channels from those copies; reads up to 64 floats beyond their end; weight
  // [filters][C][KH][KW], bias may be null.
  void (*rowConvolution)(const RowConvolution& shape, const float* shifted, const float* weight, const float* bias,
                         float* y, std::int64_t filters);
  // y = x weight + bias for one block of outputs; weight [inputs][block], bias may be null; outputs is at most block.
  void (*vectorProduct)(const float* x, std::int64_t inputs, const float* weight, std::int64_t block, const float* bias,
                        float* y, std::int64_t outputs);
  // The same with the untransposed weight [outputs][inputs], for a weight that is not in the cache anyway.
  void (*rowProduct)(const float* x, std::int64_t inputs, const float* weight, const float* bias, float* y,
                     std::int64_t outputs);
  // Computes output rows [row, row + rows) of output channels [channel, channel + channels) of one block of images;
  // bias may be null.
  void (*convolution)(const BlockConvolution& shape, const float* x, const float* weight, const float* bias, float* y,
                      std::int64_t channel, std::int64_t channels, std::int64_t row, std::int64_t rows);
  // Adds the gradient of input channels [channel, channel + channels) of one block to dx. `scratch` holds
  // convolutionScratch floats.
  void (*convolutionBackwardData)(const BlockConvolution& shape, const float* dy, const float* weight, float* dx,
                                  std::int64_t channel, std::int64_t channels, float* scratch);
  // Writes dweight [M][C][KH][KW] for a range of channels, summed over `blocks` blocks of x and dy, and dbias [M] for
  // its output channels if the range begins at input channel 0. `scratch` holds convolutionWeightsScratch floats.
  void (*convolutionBackwardWeights)(const BlockConvolution& shape, const float* x, const float* dy, float* dweight,
                                     float* dbias, std::int64_t blocks, const ChannelRange& range, float* scratch);
  // Adds the gradients of one image to those of the weights and of the bias [block].
  void (*depthwiseWeights)(const DepthwiseWeights& shape, const float* x, const float* dy, float* dw, float* db);
  // Transforms image pixels to the positions [36][panels][vectors][lanes]; pixels outside the image are zero.
  void (*winogradInput)(const WinogradTile& tile, const float* x, float* places);
  // Transforms the gradient of the 4 x 4 pixels in the same way.
  void (*winogradGradient)(const WinogradTile& tile, const float* dy, float* places);
  // Transforms the positions to image pixels and adds a per-channel bias, which may be null.
  void (*winogradOutput)(const WinogradTile& tile, const float* places, const float* bias, float* y);
  // Transforms filters to the positions [36][inputs][vectors][lanes].
  void (*winogradFilters)(const WinogradFilters& shape, const float* weight, float* places);
  // Transforms the positions [36][input channels] to the gradient [input channels][3][3] of one output channel's
  // filters.
  void (*winogradFilterGradient)(const float* places, std::int64_t placeStride, std::int64_t inputs, float* dweight);
  // Number i of each pixel of `block` becomes number i ^ mask; block is a power of two of at least the lanes.
  void (*swapLanes)(const float* x, std::int64_t pixels, std::int64_t block, std::int64_t mask, float* y);
};

// Floats that convolutionBackwardData needs for each thread.
inline std::int64_t convolutionScratch(const BlockConvolution& shape) {
  return shape.outputChannels * 8 * 16;
}

// Output channels that convolutionBackwardWeights processes at once: as many as leave registers for a filter row.
inline std::int64_t convolutionFilters(const BlockConvolution& shape, int lanes) {
  return lanes < 16 ? 4 : shape.kernelWidth <= 3 ? 8 : 5;
}
// Floats that convolutionBackwardWeights needs for each thread.
inline std::int64_t convolutionWeightsScratch(const BlockConvolution& shape, std::int64_t inputChannels) {
  return 8 * (inputChannels * shape.kernelHeight * shape.kernelWidth + 1) * 16;
}

// The kernel sets that this processor can run, the widest first. Never empty.
const std::vector<const SimdKernels*>& simdKernelSets();
inline const SimdKernels& simd() {
  return *simdKernelSets().front();
}

}  // namespace fovea::cpu
