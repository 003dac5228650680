// Why: cross-entropy at any number of positions, with weights and smoothed labels: one pass writes the probabilities
// and a sum per block, and one block adds the sums.
#include "core/backends/cuda/module/losses/classes.h"
#include "core/backends/cuda/module/runtime/class_rows.cuh"

namespace fovea::cuda {
namespace {

constexpr unsigned kMostBlocks = 1024;

unsigned lossBlocks(const Channels& shape) {
  const unsigned blocks = classBlocks(shape);
  return blocks < kMostBlocks ? blocks : kMostBlocks;
}

template <class T>
struct LabelRule {
  const std::int32_t* labels;
  const T* weights;
  std::int64_t classes, ignored;

  __device__ bool counts(std::int32_t label) const { return label >= 0 && label != ignored; }
  __device__ T weight(std::int64_t k) const { return weights ? weights[k] : T(1); }
  // The contribution of a label to the sum of weights: NaN for an invalid class.
  __device__ double share(std::int32_t label) const {
    if (!counts(label)) return 0;
    return label < classes ? static_cast<double>(weight(label)) : kNaN<double>;
  }
};

// partials[2b] is the weighted sum of the losses of block b, partials[2b + 1] that of the weights.
template <bool kRows, class T>
__global__ void lossOfPlaces(Channels shape, LabelRule<T> rule, T smoothing, const T* logits, T* probabilities,
                             double* partials) {
  using Row = ClassRow<kRows, T>;
  double loss = 0, weight = 0;
  for (std::int64_t place = Row::firstPlace(); place < shape.outer * shape.inner; place += Row::placeStep()) {
    const Row row = Row::at(shape, place, logits);
    const T largest = row.maximum(), sum = row.sumOfExponentials(largest), logSum = logarithm(sum);
    T* const result = probabilities + row.offset(logits);
    T all = 0;
    row.each([&](std::int64_t k) {
      const T shifted = row.value(k) - largest;
      result[k * row.stride] = exponential(shifted) / sum;
      if (smoothing > T(0)) all += rule.weight(k) * (logSum - shifted);
    });
    if (smoothing > T(0)) all = Row::sumOfLanes(all) * smoothing / static_cast<T>(shape.channels);
    const std::int32_t label = rule.labels[place];
    if (!Row::leads() || !rule.counts(label)) continue;
    weight += rule.share(label);
    if (label >= shape.channels) continue;
    const T own = rule.weight(label) * (logSum - (row.value(label) - largest));
    loss += static_cast<double>((T(1) - smoothing) * own + all);
  }
  loss = blockSum(loss);
  weight = blockSum(weight);
  if (threadIdx.x != 0) return;
  partials[2 * blockIdx.x] = loss;
  partials[2 * blockIdx.x + 1] = weight;
}

// One block adds every `step`th number.
__device__ double sumOf(int count, int step, const double* numbers) {
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += numbers[i * step];
  return blockSum(sum);
}

template <class T>
__global__ void meanOfLosses(int blocks, const double* partials, T* loss) {
  const double sum = sumOf(blocks, 2, partials), weight = sumOf(blocks, 2, partials + 1);
  if (threadIdx.x == 0) *loss = static_cast<T>(weight == 0 ? 0.0 : sum / weight);
}

template <class T>
__global__ void weightOfLabels(std::int64_t places, LabelRule<T> rule, double* partials) {
  double weight = 0;
  for (std::int64_t place = globalThread(); place < places; place += gridThreads())
    weight += rule.share(rule.labels[place]);
  weight = blockSum(weight);
  if (threadIdx.x == 0) partials[blockIdx.x] = weight;
}

// The factor of every element's gradient, and the sum of the weights of all classes.
template <class T>
struct LossFactors {
  T factor, allWeights;
};

template <class T>
__global__ void findFactors(int blocks, LabelRule<T> rule, const double* partials, const T* dloss,
                            LossFactors<T>* factors) {
  const double total = sumOf(blocks, 1, partials);
  double all = 0;
  for (std::int64_t k = threadIdx.x; k < rule.classes; k += blockDim.x) all += static_cast<double>(rule.weight(k));
  all = blockSum(all);
  if (threadIdx.x != 0) return;
  factors->factor = static_cast<T>(total == 0 ? 0.0 : static_cast<double>(*dloss) / total);
  factors->allWeights = static_cast<T>(all);
}

template <class T>
__global__ void lossBackward(std::int64_t count, bool narrowCount, std::int64_t inner, LabelRule<T> rule, T smoothing,
                             const LossFactors<T>* factors, const T* probabilities, T* dlogits) {
  const T factor = factors->factor, share = smoothing / static_cast<T>(rule.classes);
  const T spread = share * factors->allWeights;
  for (std::int64_t at = globalThread(); at < count; at += gridThreads()) {
    const std::int64_t row = quotient(at, inner, narrowCount), n = quotient(row, rule.classes, narrowCount);
    const std::int64_t k = row - n * rule.classes;
    const std::int32_t label = rule.labels[n * inner + at - row * inner];
    const bool counts = rule.counts(label);
    const T own = counts && label < rule.classes ? (T(1) - smoothing) * rule.weight(label) : T(0);
    const T slope = probabilities[at] * (own + spread) - share * rule.weight(k) - (k == label ? own : T(0));
    dlogits[at] = counts ? factor * slope : T(0);
  }
}

}  // namespace

// Scratch: the partial sums, followed by the factors of the gradient.
std::size_t classLossScratch(const Channels& shape) {
  return (2 * static_cast<std::size_t>(lossBlocks(shape)) + 2) * sizeof(double);
}

template <class T>
cudaError_t weightedCrossEntropy(const Channels& shape, const ClassLossRule& rule, const CrossEntropy<T>& a,
                                 void* scratch, cudaStream_t stream) {
  auto* const partials = static_cast<double*>(scratch);
  const LabelRule<T> labels{a.labels, a.weights, shape.channels, rule.ignored};
  const bool any = shape.outer * shape.inner > 0;
  const unsigned blocks = any ? lossBlocks(shape) : 0;
  if (any) {
    const auto kernel = shape.inner == 1 ? lossOfPlaces<true, T> : lossOfPlaces<false, T>;
    const cudaError_t error = launch(kernel, blocks, kBlockThreads, stream, shape, labels, rule.smoothing, a.logits,
                                     a.probabilities, partials);
    if (error != cudaSuccess) return error;
  }
  return launch(meanOfLosses<T>, 1, kBlockThreads, stream, blocks, partials, a.loss);
}

template <class T>
cudaError_t weightedCrossEntropyBackward(const Channels& shape, const ClassLossRule& rule,
                                         const CrossEntropyBackward<T>& a, void* scratch, cudaStream_t stream) {
  const std::int64_t places = shape.outer * shape.inner, count = places * shape.channels;
  if (count == 0) return cudaSuccess;
  auto* const partials = static_cast<double*>(scratch);
  const LabelRule<T> labels{a.labels, a.weights, shape.channels, rule.ignored};
  const unsigned most = lossBlocks(shape), wanted = blocksFor(places), blocks = wanted < most ? wanted : most;
  auto* const factors = reinterpret_cast<LossFactors<T>*>(partials + 2 * most);
  cudaError_t error = launch(weightOfLabels<T>, blocks, kBlockThreads, stream, places, labels, partials);
  if (error != cudaSuccess) return error;
  error = launch(findFactors<T>, 1, kBlockThreads, stream, blocks, labels, partials, a.dloss, factors);
  if (error != cudaSuccess) return error;
  return launch(lossBackward<T>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), shape.inner, labels,
                rule.smoothing, factors, a.probabilities, a.dlogits);
}

#define FOVEA_INSTANTIATE(T)                                                                                         \
  template cudaError_t weightedCrossEntropy<T>(const Channels&, const ClassLossRule&, const CrossEntropy<T>&, void*, \
                                               cudaStream_t);                                                        \
  template cudaError_t weightedCrossEntropyBackward<T>(const Channels&, const ClassLossRule&,                        \
                                                       const CrossEntropyBackward<T>&, void*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
