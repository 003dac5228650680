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
#include "core/base/schema.h"
#include "core/data/dataset.h"
#include "core/data/transforms/transform_type.h"
#include "core/data/transforms/warp.h"

namespace fovea {

// One transform of the list: the name of its type (see transform_type.h) and the values of its form; those that are
// left out are the defaults.
struct TransformStep {
  std::string type;
  FieldValues values;
  bool operator==(const TransformStep&) const = default;
};

// out = (pixel / 255 - mean) / deviation, for each channel. Only as the last of a list; a list without it scales to [0,
// 1].
struct Normalise {
  std::vector<double> mean;
  std::vector<double> deviation;
  bool operator==(const Normalise&) const = default;
};

using Transform = std::variant<TransformStep, Normalise>;
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

// A list made ready. All that moves pixels is one pass over them, whatever the length of the list; colours, blur, noise
// and holes follow in this order, then Normalise. Immutable: one plan serves any number of threads, each with its own
// Scratch.
class TransformPlan {
 public:
  struct Scratch {
    WarpScratch warp;
    std::vector<std::uint8_t> pixels;
    std::vector<float> rows;
  };

  // `source` is [C, H, W] of the images; where they are not all of one size (`uniform` false), of the largest, and the
  // list must make them so. InvalidArgument: an unknown transform, values out of range, other channel counts, Normalise
  // not last, sizes that differ in the end.
  static Result<TransformPlan> make(const TransformList& list, const Shape& source, bool uniform = true);

  // [C, H, W] of what comes out.
  const Shape& shape() const { return shape_; }
  bool random() const;
  // What the list does to an image of that size. `random` is used only if random().
  SampleDrawing draw(std::int64_t width, std::int64_t height, Random& random) const;
  // u8 [C, H, W] to f32 of shape().
  void apply(const ImageView& image, Random& random, Scratch& scratch, float* output) const;
  // The same for an image of the source's shape.
  void apply(const std::uint8_t* pixels, Random& random, Scratch& scratch, float* output) const {
    apply({pixels, source_[0], source_[1], source_[2]}, random, scratch, output);
  }
  // All but Normalise, as a person sees it: u8 of shape(). OutOfMemory.
  Result<Tensor> picture(const ImageView& image, Random& random) const;

 private:
  struct Step {
    const TransformType* type;
    FieldValues values;
  };
  TransformPlan() = default;
  Status add(const TransformStep& step, std::size_t place);
  Status setNormalise(const Normalise& normalise);
  Status findShape(const Shape& source, bool uniform);
  // Null where the image stays as it is.
  const std::uint8_t* transformed(const ImageView& image, Random& random, Scratch& scratch) const;

  Shape source_, shape_;
  std::vector<Step> steps_;
  std::vector<float> scale_;  // of each channel: out = pixel * scale + offset
  std::vector<float> offset_;
};

// One image, as inference gives it to the network: u8 [C, H, W] to f32 [1, …] through deterministicPart(list).
// InvalidArgument as TransformPlan::make, and for another type or rank; OutOfMemory.
Result<Tensor> prepareImage(const Tensor& image, const TransformList& list);

}  // namespace fovea
