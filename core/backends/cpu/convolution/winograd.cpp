#include "core/backends/cpu/convolution/winograd.h"

#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/dnnl_convolution.h"
#include "core/backends/cpu/runtime/cpu_threads.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kPlaces = 36, kTile = 4, kReach = 6;
constexpr std::int64_t kGroupFloats = 512 * 1024;  // transformed images of one group of tiles, to stay in the cache
constexpr std::int64_t kLeastGroup = 48;           // tiles that share each read of the filters
constexpr std::int64_t kTerms = 128;               // input channels of a panel, to stay in the L1 cache
constexpr std::int64_t kPanelVectors = WinogradFilterFormat::kPanelVectors, kLineFloats = 16;

std::int64_t wholeLines(std::int64_t floats) {
  return (floats + kLineFloats - 1) / kLineFloats * kLineFloats;
}

WinogradTiles tilesOf(std::int64_t batch, const WinogradTiles::Side& y, const SimdKernels& kernels) {
  return {batch, (y.height + kTile - 1) / kTile, (y.width + kTile - 1) / kTile, kernels.lanes};
}

}  // namespace

bool WinogradFilterFormat::equals(const LayoutFormat& other) const {
  const auto* same = dynamic_cast<const WinogradFilterFormat*>(&other);
  return same && same->inputs_ == inputs_ && same->outputs_ == outputs_ && same->backward_ == backward_ &&
         same->simd_ == simd_;
}

void WinogradFilterFormat::fill(const float* weight, float* filters) const {
  // The backward pass swaps channels and flips the 3×3 filter.
  const std::int64_t row = 9 * (backward_ ? outputs_ : inputs_);
  parallelTasks(panels(), static_cast<double>(kPlaces * placeFloats()), [&](std::int64_t panel) {
    WinogradFilters shape;
    shape.inputs = inputs_;
    shape.vectors = vectorsOf(panel);
    shape.inputStride = backward_ ? row : 9;
    shape.outputStride = backward_ ? 9 : row;
    shape.first = backward_ ? 8 : 0;
    shape.step = backward_ ? -1 : 1;
    shape.placeStride = placeFloats();
    const std::int64_t output = panel * panelOutputs();
    simd_->winogradFilters(shape, weight + output * shape.outputStride, filters + output * inputs_);
  });
}

WinogradTile WinogradTiles::tileOf(std::int64_t tile, const Side& side, std::int64_t extent, std::int64_t top,
                                   std::int64_t left) const {
  const std::int64_t image = tile / (rows * columns);
  const std::int64_t y = tile / columns % rows * kTile - top, x = tile % columns * kTile - left;
  WinogradTile t{};
  t.pixelStride = lanes;
  t.rowStride = side.width * t.pixelStride;
  t.vectorStride = side.height * t.rowStride;
  t.vectors = side.channels / lanes;
  t.origin = image * t.vectors * t.vectorStride + y * t.rowStride + x * t.pixelStride;
  t.top = std::max<std::int64_t>(0, -y);
  t.left = std::max<std::int64_t>(0, -x);
  t.bottom = std::min(extent, side.height - y);
  t.right = std::min(extent, side.width - x);
  t.panelVectors = t.vectors;
  return t;
}

bool fillsWinogradTiles(const ConvolutionGeometry& g) {
  constexpr double kLeastUse = 0.55;
  const std::int64_t pixels = g.outputHeight * g.outputWidth;
  const std::int64_t tiles = ((g.outputHeight + kTile - 1) / kTile) * ((g.outputWidth + kTile - 1) / kTile);
  return static_cast<double>(pixels) >= kLeastUse * static_cast<double>(kTile * kTile * tiles);
}

Status winogradTakes(const ConvolutionGeometry& g, const SimdKernels& kernels) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  const auto fits = [](const WindowAxis& axis) {
    return axis.kernel == 3 && axis.stride == 1 && axis.dilation == 1 && axis.before <= 2 && axis.after <= 2;
  };
  if (!fits(g.height) || !fits(g.width)) return refuse("Winograd's algorithm is for windows of 3 x 3 without steps");
  if (g.groups != 1 || g.volume) return refuse("Winograd's algorithm is for images without groups");
  if (g.inputChannels % kernels.lanes != 0 || g.outputChannels % kernels.lanes != 0)
    return refuse("the channels do not fill whole vectors");
  if (g.batch == 0 || g.outputHeight * g.outputWidth == 0) return refuse("it is empty");
  return {};
}

WinogradConvolution::WinogradConvolution(const ConvolutionGeometry& g, bool backward, bool given,
                                         const SimdKernels& kernels)
    : simd_(kernels),
      x_{g.inputChannels, g.height.input, g.width.input},
      y_{g.outputChannels, g.outputHeight, g.outputWidth},
      top_(backward ? 2 - g.height.before : g.height.before),
      left_(backward ? 2 - g.width.before : g.width.before),
      given_(given) {
  if (backward) std::swap(x_, y_);
  tiles_ = tilesOf(g.batch, y_, kernels);
  const std::int64_t each = kPlaces * (x_.channels + y_.channels);
  group_ = std::min(std::max(kGroupFloats / each, kLeastGroup), tiles_.count());
  filters_ = std::make_shared<WinogradFilterFormat>(x_.channels, y_.channels, backward, kernels);
}

std::size_t WinogradConvolution::scratchBytes() const {
  const std::int64_t floats = wholeLines(kPlaces * group_ * x_.channels) + wholeLines(kPlaces * group_ * y_.channels);
  return static_cast<std::size_t>(floats) * sizeof(float) + (given_ ? 0 : filters_->bytes());
}

void WinogradConvolution::run(const float* x, const float* weight, const float* bias, float* y, void* scratch) const {
  float* const places = static_cast<float*>(scratch);
  float* const products = places + wholeLines(kPlaces * group_ * x_.channels);
  const float* filters = weight;
  if (!given_) {
    float* const own = products + wholeLines(kPlaces * group_ * y_.channels);
    filters_->fill(weight, own);
    filters = own;
  }
  const std::int64_t tiles = tiles_.count();
  const std::int64_t groups = (tiles + group_ - 1) / group_;
  for (std::int64_t group = 0; group < groups; ++group) {
    const std::int64_t first = group * tiles / groups, count = (group + 1) * tiles / groups - first;
    takeTiles(first, count, x, places);
    multiply(count, places, filters, products);
    giveTiles(first, count, products, bias, y);
  }
}

void WinogradConvolution::takeTiles(std::int64_t first, std::int64_t count, const float* x, float* places) const {
  parallelTasks(count, work(count), [&](std::int64_t i) {
    WinogradTile t = tiles_.tileOf(first + i, x_, kReach, top_, left_);
    t.placeStride = count * x_.channels;
    simd_.winogradInput(t, x, places + i * x_.channels);
  });
}

void WinogradConvolution::multiply(std::int64_t count, const float* places, const float* filters,
                                   float* products) const {
  const std::int64_t panels = filters_->panels();
  parallelTasks(kPlaces * panels, work(count), [&](std::int64_t task) {
    const std::int64_t place = task / panels, panel = task % panels, output = panel * filters_->panelOutputs();
    const std::int64_t vectors = filters_->vectorsOf(panel);
    PanelProduct p{};
    p.rows = count;
    p.vectors = vectors;
    p.lanes = simd_.lanes;
    p.strideA = x_.channels;
    p.strideC = y_.channels;
    p.vectorStride = simd_.lanes;
    p.c = products + place * count * y_.channels + output;
    for (std::int64_t term = 0; term < x_.channels; term += kTerms) {
      p.terms = std::min(kTerms, x_.channels - term);
      p.a = places + place * count * x_.channels + term;
      p.panel = filters + place * filters_->placeFloats() + output * x_.channels + term * vectors * simd_.lanes;
      p.accumulate = term > 0;
      simd_.panelProduct(p);
    }
  });
}

void WinogradConvolution::giveTiles(std::int64_t first, std::int64_t count, const float* products, const float* bias,
                                    float* y) const {
  parallelTasks(count, work(count), [&](std::int64_t i) {
    WinogradTile t = tiles_.tileOf(first + i, y_, kTile, 0, 0);
    t.placeStride = count * y_.channels;
    simd_.winogradOutput(t, products + i * y_.channels, bias, y);
  });
}

WinogradWeights::WinogradWeights(const ConvolutionGeometry& g, const SimdKernels& kernels)
    : simd_(kernels),
      x_{g.inputChannels, g.height.input, g.width.input},
      y_{g.outputChannels, g.outputHeight, g.outputWidth},
      tiles_(tilesOf(g.batch, y_, kernels)),
      top_(g.height.before),
      left_(g.width.before),
      group_(std::min(kTerms, tiles_.count())) {}

std::size_t WinogradWeights::scratchBytes() const {
  return static_cast<std::size_t>(kPlaces * (wholeLines(group_ * x_.channels) + wholeLines(group_ * y_.channels) +
                                             x_.channels * y_.channels)) *
         sizeof(float);
}

void WinogradWeights::run(const float* x, const float* dy, float* dweight, float* dbias, void* scratch) const {
  float* const inputs = static_cast<float*>(scratch);
  float* const gradients = inputs + kPlaces * wholeLines(group_ * x_.channels);
  float* const products = gradients + kPlaces * wholeLines(group_ * y_.channels);
  const std::int64_t tiles = tiles_.count(), groups = (tiles + group_ - 1) / group_;
  for (std::int64_t group = 0; group < groups; ++group) {
    const std::int64_t first = group * tiles / groups, count = (group + 1) * tiles / groups - first;
    takeTiles(first, count, x, dy, inputs, gradients);
    addProducts(count, inputs, gradients, group > 0, products);
  }
  finish(products, dweight);
  if (dbias) sumBias(dy, dbias);
}

// Transforms x to panels, as factors, and dy by tile.
void WinogradWeights::takeTiles(std::int64_t first, std::int64_t count, const float* x, const float* dy, float* inputs,
                                float* gradients) const {
  const double work = static_cast<double>(count * kPlaces * (x_.channels + y_.channels));
  parallelTasks(count, work, [&](std::int64_t i) {
    WinogradTile in = tiles_.tileOf(first + i, x_, kReach, top_, left_);
    in.placeStride = count * x_.channels;
    in.panelVectors = std::min(kPanelVectors, in.vectors);
    in.panelStride = count * kPanelVectors * simd_.lanes;
    // The last panel may be narrower, and so are its rows.
    const std::int64_t whole = in.vectors / kPanelVectors * kPanelVectors, rest = in.vectors - whole;
    in.vectors = whole;
    simd_.winogradInput(in, x, inputs + i * kPanelVectors * simd_.lanes);
    if (rest > 0) {
      in.origin += whole * in.vectorStride;
      in.vectors = in.panelVectors = rest;
      simd_.winogradInput(in, x, inputs + count * whole * simd_.lanes + i * rest * simd_.lanes);
    }
    WinogradTile out = tiles_.tileOf(first + i, y_, kTile, 0, 0);
    out.placeStride = count * y_.channels;
    simd_.winogradGradient(out, dy, gradients + i * y_.channels);
  });
}

void WinogradWeights::addProducts(std::int64_t count, const float* inputs, const float* gradients, bool accumulate,
                                  float* products) const {
  const std::int64_t vectors = x_.channels / simd_.lanes, panels = (vectors + kPanelVectors - 1) / kPanelVectors;
  const double work = static_cast<double>(kPlaces * count * x_.channels) * static_cast<double>(y_.channels);
  parallelTasks(kPlaces * panels, work, [&](std::int64_t task) {
    const std::int64_t place = task / panels, first = task % panels * kPanelVectors * simd_.lanes;
    PanelProduct p{};
    p.a = gradients + place * count * y_.channels;
    p.strideA = 1;
    p.termStride = y_.channels;
    p.panel = inputs + (place * x_.channels + first) * count;
    p.c = products + place * x_.channels * y_.channels + first;
    p.rows = y_.channels;
    p.terms = count;
    p.vectors = std::min(kPanelVectors, vectors - first / simd_.lanes);
    p.lanes = simd_.lanes;
    p.strideC = x_.channels;
    p.vectorStride = simd_.lanes;
    p.accumulate = accumulate;
    simd_.panelProduct(p);
  });
}

void WinogradWeights::finish(const float* products, float* dweight) const {
  const double work = static_cast<double>(kPlaces * x_.channels * y_.channels);
  parallelTasks(y_.channels, work, [&](std::int64_t m) {
    simd_.winogradFilterGradient(products + m * x_.channels, x_.channels * y_.channels, x_.channels,
                                 dweight + m * x_.channels * 9);
  });
}

void WinogradWeights::sumBias(const float* dy, float* dbias) const {
  const std::int64_t pixels = y_.height * y_.width, vectors = y_.channels / simd_.lanes;
  parallelTasks(vectors, static_cast<double>(tiles_.batch * pixels * y_.channels), [&](std::int64_t v) {
    double totals[kImageBlock] = {};
    for (std::int64_t n = 0; n < tiles_.batch; ++n)
      simd_.columnSums(dy + (n * vectors + v) * pixels * simd_.lanes, pixels, simd_.lanes, simd_.lanes, totals);
    for (std::int64_t l = 0; l < simd_.lanes; ++l) dbias[v * simd_.lanes + l] = static_cast<float>(totals[l]);
  });
}

namespace {

constexpr std::int64_t kLeastChannels = 32;
// output pixels of all images below which transforming the filters does not pay off
constexpr std::int64_t kLeastPixels = 1024;
// the same for filters transformed in advance: fewer pixels save too little for their memory
constexpr std::int64_t kLeastPixelsGiven = 270;

Status worthwhile(const ConvolutionGeometry& g, bool given) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  if (simd().lanes != 8) return refuse(simd().lanes > 8 ? "oneDNN has the algorithm" : "the processor has no AVX2");
  if (std::min(g.inputChannels, g.outputChannels) < kLeastChannels) return refuse("too few channels");
  if (!fillsWinogradTiles(g)) return refuse("tiles of 4 x 4 fill the images badly");
  if (g.batch * g.outputHeight * g.outputWidth < (given ? kLeastPixelsGiven : kLeastPixels))
    return refuse("too few pixels");
  return {};
}

Status mayRound(const KernelRequest& request, const ConvolutionGeometry& g) {
  if (request.exact) return fail(ErrorCode::Unsupported, "Winograd's algorithm rounds more than a plain sum");
  return winogradTakes(g);
}

KernelPlan described(KernelPlan plan) {
  plan.approximate = true;
  plan.detail = std::string(simd().name) + ", Winograd 4 x 4, " + plan.inputs[0].toString();
  return plan;
}

Result<KernelPlan> createWeights(const KernelRequest& request) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(mayRound(request, g));
  FOVEA_CHECK(worthwhile(g, false));
  const bool biasNeeded = request.isNeeded(1);
  const WinogradWeights weights(g);
  KernelPlan plan = densePlan(request, [weights, biasNeeded](const KernelArguments& a) {
    weights.run(floats(a.inputs[0]), floats(a.inputs[1]), mutableFloats(a.outputs[0]),
                biasNeeded ? mutableFloats(a.outputs[1]) : nullptr, a.scratch);
  });
  for (std::size_t i = 0; i < 2; ++i) plan.inputs[i] = channelBlocks(request.inputs[i], simd().lanes);
  plan.scratchBytes = weights.scratchBytes();
  return described(std::move(plan));
}

Result<KernelPlan> create(const KernelRequest& request, bool backward) {
  const auto read = backward ? readConvolutionBackwardData : readConvolution;
  FOVEA_TRY(const ConvolutionGeometry g, read(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(mayRound(request, g));
  const bool constant = WeightState::of(request, 1).constant;
  FOVEA_CHECK(worthwhile(g, constant));
  const bool hasBias = request.inputs.size() > 2;
  const WinogradConvolution convolution(g, backward, constant);
  KernelPlan plan = densePlan(request, [convolution, hasBias](const KernelArguments& a) {
    convolution.run(floats(a.inputs[0]), floats(a.inputs[1]), hasBias ? floats(a.inputs[2]) : nullptr,
                    mutableFloats(a.outputs[0]), a.scratch);
  });
  plan.inputs[0] = channelBlocks(request.inputs[0], simd().lanes);
  if (constant) plan.inputs[1] = Layout(convolution.filters());
  plan.outputs[0] = channelBlocks(request.outputs[0], simd().lanes);
  plan.scratchBytes = convolution.scratchBytes();
  return described(std::move(plan));
}

}  // namespace

KernelEntry winogradConvolution(bool backward) {
  return float32Entry(backward ? "cpu.conv2d_backward_data_winograd" : "cpu.conv2d_winograd",
                      [backward](const KernelRequest& request, Device&) { return create(request, backward); });
}

KernelEntry winogradConvolutionBackwardWeights() {
  return float32Entry("cpu.conv2d_backward_weights_winograd",
                      [](const KernelRequest& request, Device&) { return createWeights(request); });
}

}  // namespace fovea::cpu
