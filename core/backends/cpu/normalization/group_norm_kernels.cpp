// Why: group, layer and instance normalisation are memory-bound, so they accept every layout.
#include <cmath>
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
#include "core/backends/cpu/spatial/spatial_view.h"
#include "core/ops/group_geometry.h"

namespace fovea::cpu {
namespace {

// The memory of one sample: blocks of `lanes` channels, each [inner][lanes]. In a planar layout a block is one channel
// with 1 lane.
struct SampleView {
  std::int64_t batch = 0, channels = 1, inner = 1, lanes = 1;

  std::int64_t blocks() const { return channels / lanes; }
  std::int64_t blockFloats() const { return inner * lanes; }
  std::int64_t sampleFloats() const { return channels * inner; }
  double work() const { return static_cast<double>(batch * sampleFloats()); }
};

// The layout to compute in: that of the value, or dense where blocks are padded or hold images.
std::pair<Layout, SampleView> viewOf(const TensorType& type, const Layout& layout) {
  const std::int64_t inner = type.shape.elementsFrom(2);
  SampleView view{type.shape[0], type.shape[1], inner, 1};
  if (inner == 1) view.lanes = view.channels;
  const auto order = type.shape.rank() < 3 || padded(type, layout) ? std::nullopt : imageOrder(type, layout);
  if (order == ImageOrder::ChannelsLast) view.lanes = view.channels;
  if (order == ImageOrder::ChannelBlocks) view.lanes = channelBlock(type, layout);
  const bool asItLies = order == ImageOrder::ChannelsLast || order == ImageOrder::ChannelBlocks;
  return {asItLies ? layout : Layout(), view};
}

// Calls body(block, offset in the sample, first channel) for every block.
template <class Body>
void forBlocks(const SampleView& v, Body&& body) {
  for (std::int64_t block = 0; block < v.blocks(); ++block) body(block * v.blockFloats(), block * v.lanes);
}

// Per-channel numbers of one sample, used by one thread.
struct ChannelArrays {
  ChannelArrays(void* scratch, std::int64_t channels) {
    sums = static_cast<double*>(scratch) +
           kBytes / static_cast<std::int64_t>(sizeof(double)) * channels * omp_get_thread_num();
    dots = sums + channels;
    means = reinterpret_cast<float*>(dots + channels);
    factors = means + channels;
    a = factors + channels;
    b = a + channels;
  }
  static constexpr std::int64_t kBytes = 2 * sizeof(double) + 4 * sizeof(float);  // bytes per channel

  double *sums, *dots;
  float *means, *factors, *a, *b;
};

void channelSums(const SampleView& v, const float* x, double* totals) {
  std::fill_n(totals, v.channels, 0.0);
  forBlocks(v, [&](std::int64_t at, std::int64_t channel) {
    if (v.lanes == 1)
      totals[channel] = simd().sum(x + at, v.inner);
    else
      simd().columnSums(x + at, v.inner, v.lanes, v.lanes, totals + channel);
  });
}

void channelDeviations(const SampleView& v, const float* x, const float* means, double* totals) {
  std::fill_n(totals, v.channels, 0.0);
  forBlocks(v, [&](std::int64_t at, std::int64_t channel) {
    if (v.lanes == 1)
      totals[channel] = simd().squaredDeviation(x + at, means[channel], v.inner);
    else
      simd().columnSquaredDeviations(x + at, means + channel, v.inner, v.lanes, v.lanes, totals + channel);
  });
}

void channelDots(const SampleView& v, const float* dy, const float* x, const float* means, double* totals) {
  std::fill_n(totals, v.channels, 0.0);
  forBlocks(v, [&](std::int64_t at, std::int64_t channel) {
    if (v.lanes == 1)
      totals[channel] = simd().dotDeviation(dy + at, x + at, means[channel], v.inner);
    else
      simd().columnDotDeviations(dy + at, x + at, means + channel, v.inner, v.lanes, v.lanes, totals + channel);
  });
}

// Calls body(group, first channel) for every group and assigns its result to every channel of the group.
template <class Body>
void forGroups(const GroupGeometry& g, Body&& body) {
  for (std::int64_t group = 0; group < g.groups; ++group) body(group, group * g.channels);
}

class GroupNorm {
 public:
  GroupNorm(const GroupGeometry& geometry, const SampleView& view, double epsilon)
      : g_(geometry), v_(view), epsilon_(epsilon) {}

  void operator()(const KernelArguments& a) const {
    parallelTasks(v_.batch, 4.0 * v_.work(), [&](std::int64_t n) {
      if (g_.inner == 1 && g_.groups == 1)
        row(a, n);
      else
        sample(a, n, ChannelArrays(a.scratch, v_.channels));
    });
  }

 private:
  void row(const KernelArguments& a, std::int64_t n) const {
    const float* x = floats(a.inputs[0]) + n * v_.channels;
    const auto count = static_cast<double>(v_.channels);
    const auto mean = static_cast<float>(simd().sum(x, v_.channels) / count);
    const double inverse = 1.0 / std::sqrt(simd().squaredDeviation(x, mean, v_.channels) / count + epsilon_);
    mutableFloats(a.outputs[1])[n] = mean;
    mutableFloats(a.outputs[2])[n] = static_cast<float>(inverse);
    spatialSimd().normaliseRow(x, mean, static_cast<float>(inverse), floats(a.inputs[1]), floats(a.inputs[2]),
                               mutableFloats(a.outputs[0]) + n * v_.channels, v_.channels);
  }

  void sample(const KernelArguments& a, std::int64_t n, const ChannelArrays& c) const {
    const float* x = floats(a.inputs[0]) + n * v_.sampleFloats();
    const auto count = static_cast<double>(g_.rowLength());
    channelSums(v_, x, c.sums);
    forGroups(g_, [&](std::int64_t group, std::int64_t first) {
      double total = 0;
      for (std::int64_t i = first; i < first + g_.channels; ++i) total += c.sums[i];
      std::fill_n(c.means + first, g_.channels, static_cast<float>(total / count));
      mutableFloats(a.outputs[1])[n * g_.groups + group] = c.means[first];
    });
    channelDeviations(v_, x, c.means, c.dots);
    forGroups(g_, [&](std::int64_t group, std::int64_t first) {
      double total = 0;
      for (std::int64_t i = first; i < first + g_.channels; ++i) total += c.dots[i];
      const double inverse = 1.0 / std::sqrt(total / count + epsilon_);
      mutableFloats(a.outputs[2])[n * g_.groups + group] = static_cast<float>(inverse);
      for (std::int64_t i = first; i < first + g_.channels; ++i)
        c.factors[i] = static_cast<float>(inverse * static_cast<double>(floats(a.inputs[1])[i]));
    });
    normalise(x, c, floats(a.inputs[2]), mutableFloats(a.outputs[0]) + n * v_.sampleFloats());
  }

  void normalise(const float* x, const ChannelArrays& c, const float* biases, float* y) const {
    forBlocks(v_, [&](std::int64_t at, std::int64_t channel) {
      if (v_.lanes == 1)
        return simd().normalise(x + at, c.means[channel], c.factors[channel], biases[channel], y + at, v_.inner);
      for (std::int64_t i = at; i < at + v_.blockFloats(); i += v_.lanes)
        simd().normaliseByLane(x + i, c.means + channel, c.factors + channel, biases + channel, y + i, v_.lanes);
    });
  }

  GroupGeometry g_;
  SampleView v_;
  double epsilon_;
};

// The gradients of scale and bias are summed over parts of the batch, in an order that does not depend on the threads.
constexpr std::int64_t kParts = 16;

class GroupNormBackward {
 public:
  GroupNormBackward(const GroupGeometry& geometry, const SampleView& view)
      : g_(geometry), v_(view), parts_(std::min(kParts, view.batch)) {}

  std::size_t scratchBytes() const {
    return static_cast<std::size_t>(v_.channels) *
           (static_cast<std::size_t>(ChannelArrays::kBytes * omp_get_max_threads()) +
            static_cast<std::size_t>(2 * parts_) * sizeof(float));
  }

  void operator()(const KernelArguments& a) const {
    auto* partial = mutableFloats(a.scratch);
    void* arrays = partial + 2 * parts_ * v_.channels;
    parallelTasks(parts_, 6.0 * v_.work(), [&](std::int64_t part) {
      float* dscale = partial + 2 * part * v_.channels;
      std::memset(dscale, 0, static_cast<std::size_t>(2 * v_.channels) * sizeof(float));
      for (std::int64_t n = v_.batch * part / parts_; n < v_.batch * (part + 1) / parts_; ++n) {
        if (g_.inner == 1 && g_.groups == 1)
          row(a, n, dscale);
        else
          sample(a, n, dscale, ChannelArrays(arrays, v_.channels));
      }
    });
    for (std::size_t output = 1; output <= 2; ++output) {
      float* total = mutableFloats(a.outputs[output]);
      const float* first = partial + static_cast<std::int64_t>(output - 1) * v_.channels;
      std::memcpy(total, first, static_cast<std::size_t>(v_.channels) * sizeof(float));
      for (std::int64_t part = 1; part < parts_; ++part)
        simd().add(total, first + 2 * part * v_.channels, total, v_.channels);
    }
  }

 private:
  void row(const KernelArguments& a, std::int64_t n, float* dscale) const {
    const std::int64_t at = n * v_.channels, count = v_.channels;
    const float *dy = floats(a.inputs[0]) + at, *x = floats(a.inputs[1]) + at, *scale = floats(a.inputs[2]);
    const float mean = floats(a.inputs[3])[n], inverse = floats(a.inputs[4])[n];
    double totals[2];
    spatialSimd().scaledDots(dy, scale, x, mean, count, totals);
    const auto [b, c] = correction(static_cast<double>(inverse), totals[0], totals[1]);
    spatialSimd().rowGradients(dy, scale, x, mean, inverse, b, c, mutableFloats(a.outputs[0]) + at, dscale,
                               dscale + count, count);
  }

  // dx = inverse * scale * dy + b * (x - mean) + c, from the sums of scale * dy and scale * dy * (x - mean).
  std::pair<float, float> correction(double inverse, double sum, double dot) const {
    const auto count = static_cast<double>(g_.rowLength());
    return {static_cast<float>(-inverse * inverse * inverse * dot / count), static_cast<float>(-inverse * sum / count)};
  }

  void sample(const KernelArguments& a, std::int64_t n, float* dscale, const ChannelArrays& c) const {
    const std::int64_t at = n * v_.sampleFloats();
    const float *dy = floats(a.inputs[0]) + at, *x = floats(a.inputs[1]) + at, *scale = floats(a.inputs[2]);
    forGroups(g_, [&](std::int64_t group, std::int64_t first) {
      std::fill_n(c.means + first, g_.channels, floats(a.inputs[3])[n * g_.groups + group]);
    });
    channelSums(v_, dy, c.sums);
    channelDots(v_, dy, x, c.means, c.dots);
    forGroups(g_, [&](std::int64_t group, std::int64_t first) {
      const auto inverse = static_cast<double>(floats(a.inputs[4])[n * g_.groups + group]);
      double sum = 0, dot = 0;
      for (std::int64_t i = first; i < first + g_.channels; ++i) {
        sum += static_cast<double>(scale[i]) * c.sums[i];
        dot += static_cast<double>(scale[i]) * c.dots[i];
        dscale[i] += static_cast<float>(c.dots[i] * inverse);
        dscale[v_.channels + i] += static_cast<float>(c.sums[i]);
        c.factors[i] = static_cast<float>(inverse * static_cast<double>(scale[i]));
      }
      const auto [b, constant] = correction(inverse, sum, dot);
      std::fill_n(c.a + first, g_.channels, b);
      std::fill_n(c.b + first, g_.channels, constant);
    });
    spread(dy, x, c, mutableFloats(a.outputs[0]) + at);
  }

  void spread(const float* dy, const float* x, const ChannelArrays& c, float* dx) const {
    forBlocks(v_, [&](std::int64_t at, std::int64_t i) {
      if (v_.lanes == 1)
        return simd().normaliseBackward(dy + at, x + at, c.means[i], c.factors[i], c.a[i], c.b[i], dx + at, v_.inner);
      for (std::int64_t p = at; p < at + v_.blockFloats(); p += v_.lanes)
        simd().normaliseBackwardByLane(dy + p, x + p, c.means + i, c.factors + i, c.a + i, c.b + i, dx + p, v_.lanes);
    });
  }

  GroupGeometry g_;
  SampleView v_;
  std::int64_t parts_;
};

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  const TensorType& type = request.inputs[0];
  if (type.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  FOVEA_TRY(const GroupGeometry g, readGroups(request.attributes, type));
  const auto [layout, view] = viewOf(type, request.inputLayouts[0]);
  KernelPlan plan = densePlan(request, GroupNorm(g, view, request.attributes.real("epsilon")));
  plan.inputs[0] = plan.outputs[0] = layout;
  plan.inPlace = {{0, 0}};
  plan.scratchBytes = static_cast<std::size_t>(ChannelArrays::kBytes * view.channels * omp_get_max_threads());
  plan.detail = std::string(simd().name) + " " + layout.toString();
  return plan;
}

Result<KernelPlan> createBackward(const KernelRequest& request, Device&) {
  const TensorType& type = request.inputs[1];
  if (type.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  FOVEA_TRY(const GroupGeometry g, readGroups(request.attributes, type));
  const auto [layout, view] = viewOf(type, request.inputLayouts[1]);
  const GroupNormBackward body(g, view);
  KernelPlan plan = densePlan(request, body);
  plan.inputs[0] = plan.inputs[1] = plan.outputs[0] = layout;
  plan.inPlace = {{0, 0}};
  plan.scratchBytes = body.scratchBytes();
  plan.detail = std::string(simd().name) + " " + layout.toString();
  return plan;
}

}  // namespace

void addGroupNormKernels(KernelRegistry& registry) {
  registry.add("group_norm", float32Entry("cpu.group_norm", createForward));
  registry.add("group_norm_backward", float32Entry("cpu.group_norm_backward", createBackward));
}

}  // namespace fovea::cpu
