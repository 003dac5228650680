// Why: what happens to a sample between the store and the network is a list of plain values, so that it can be shown,
// saved with a network and repeated exactly for inference.
// Every random choice is a pure function of (seed, epoch, sample, place in the list): see Random.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/json.h"
#include "core/base/random.h"
#include "core/data/dataset.h"

namespace fovea {

// Mirrors left and right with the given probability.
struct RandomFlip {
  double probability = 0.5;
  bool operator==(const RandomFlip&) const = default;
};

// Adds `padding` zero pixels on each side and cuts the original size out at a random place.
struct RandomCrop {
  std::int64_t padding = 4;
  bool operator==(const RandomCrop&) const = default;
};

// out = (pixel / 255 - mean) / deviation, for each channel. Only as the last of a list; a list without it scales to [0,
// 1].
struct Normalise {
  std::vector<double> mean;
  std::vector<double> deviation;
  bool operator==(const Normalise&) const = default;
};

using Transform = std::variant<RandomFlip, RandomCrop, Normalise>;
using TransformList = std::vector<Transform>;

// Normalise with the data set's own mean and deviation; a channel that is the same everywhere is only shifted.
Normalise normaliseFor(const DatasetInfo& info);
// The list without what is random: for validation, tests and inference.
TransformList deterministicPart(const TransformList& list);

// [{"type": "random_flip", "probability": 0.5}, …]
Json transformsToJson(const TransformList& list);
// Corrupt, naming the entry, for anything that transformsToJson would not write.
Result<TransformList> transformsFromJson(const Json& json);

// The random numbers of one sample in one epoch.
Random sampleRandom(std::uint64_t seed, std::uint64_t epoch, std::uint64_t sample);

// A list made ready for samples of one shape. Immutable: one plan serves any number of threads, each with its own
// Scratch.
class TransformPlan {
 public:
  struct Scratch {
    std::vector<std::uint8_t> front;
    std::vector<std::uint8_t> back;
  };

  // InvalidArgument: values out of range, other channel counts, Normalise not last. `shape` is [C, H, W].
  static Result<TransformPlan> make(const TransformList& list, const Shape& shape);

  const Shape& shape() const { return shape_; }
  bool random() const { return !geometry_.empty(); }
  // u8 [C, H, W] at `pixels` to f32 [C, H, W] at `output`. `random` is used only if random().
  void apply(const std::uint8_t* pixels, Random& random, Scratch& scratch, float* output) const;

 private:
  TransformPlan() = default;
  Shape shape_;
  std::vector<Transform> geometry_;  // all but Normalise
  std::vector<float> scale_;         // of each channel: out = pixel * scale + offset
  std::vector<float> offset_;
};

// One image, as inference gives it to the network: u8 [C, H, W] to f32 [1, C, H, W] through deterministicPart(list).
// InvalidArgument as TransformPlan::make, and for another type or rank; OutOfMemory.
Result<Tensor> prepareImage(const Tensor& image, const TransformList& list);

}  // namespace fovea
