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
#include "core/data/store/dataset.h"
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
// The list without what is random: for validation, tests and inference. Random crops that give a size become those of
// the middle that give it.
TransformList deterministicPart(const TransformList& list);

// [{"type": "random_flip", "probability": 0.5}, …]
Json transformsToJson(const TransformList& list);
// Corrupt, naming the entry, for anything that transformsToJson would not write.
Result<TransformList> transformsFromJson(const Json& json);

// The random numbers of one sample in one epoch.
Random sampleRandom(std::uint64_t seed, std::uint64_t epoch, std::uint64_t sample);

// A list made ready for samples of one type. All that moves pixels is one pass over them, whatever the length of the
// list; colours, blur, noise and holes follow in this order, then Normalise. Immutable: one plan serves any number of
// threads, each with its own Scratch.
class TransformPlan {
 public:
  struct Scratch {
    WarpScratch warp;
    std::vector<std::uint8_t> pixels;
    std::vector<float> rows;
    SampleDrawing drawing;  // of the last image, so that boxes and masks can follow it
    // Of a signal, the share of its time that is its own: before apply() that of the sample, afterwards of what came
    // out.
    double length = 1;
  };

  // Of u8, f32 or i32 with at least one axis, the channels. Bytes become f32 from 0 to 1 before Normalise, i32
  // (symbols) stay as they are. Images u8 [C, H, W] may have different sizes (`uniform` false; `source` is then the
  // largest), if the list makes them one size. InvalidArgument: an unknown transform, values out of range, other
  // channel counts, Normalise not last, a transform of another kind of samples, sizes that differ in the end, anything
  // else than images of different sizes.
  static Result<TransformPlan> make(const TransformList& list, const TensorType& source, bool uniform = true);

  // Whether samples are images u8 [C, H, W].
  bool images() const { return source_.dtype == DataType::UInt8 && source_.shape.rank() == 3; }
  // Of one sample: f32 or i32.
  TensorType outputType() const;
  bool random() const;
  // Whether samples of a batch are mixed, by which each has shares of several labels.
  bool mixes() const { return !mixes_.empty(); }
  // What the list does to an image of that size. `random` is used only if random().
  SampleDrawing draw(std::int64_t width, std::int64_t height, Random& random) const;
  // A sample's numbers, aligned or not, of the source's type, to outputType() at `output`.
  void apply(const std::uint8_t* numbers, Random& random, Scratch& scratch, void* output) const;
  // The same for an image of any size, where the list makes them one size.
  void apply(const PixelView& image, Random& random, Scratch& scratch, float* output) const;
  // The same for what lies in `part` of an image, its left upper corner at `corner`, as scratch.drawing says: what
  // draw() gave for the whole image, with the random numbers that came after it.
  void applyDrawn(const PixelView& part, const Point& corner, Random& random, Scratch& scratch, float* output) const;
  // What becomes of one sample of a batch by each transform of the list that mixes, in order. The random numbers are
  // its own, apart from those of apply().
  std::vector<SampleMix> drawMixes(Random& random) const;
  // All but Normalise, as a person sees it: u8 [C, H, W]. OutOfMemory.
  Result<Tensor> picture(const PixelView& image, Random& random) const;
  // The same for a signal f32 of the source's shape and of that length. OutOfMemory.
  Result<Tensor> signal(const Tensor& numbers, Random& random, double length = 1) const;

 private:
  struct Step {
    const TransformType* type;
    FieldValues values;
  };
  TransformPlan() = default;
  Status add(const TransformStep& step, std::size_t place);
  Status setNormalise(const Normalise& normalise);
  Status findShape(bool uniform);
  // Null where the image stays as it is.
  const std::uint8_t* transformed(const PixelView& image, const Point& corner, Random& random, Scratch& scratch) const;
  void scaleBytes(const std::uint8_t* pixels, float* output) const;
  void scaleReals(float* output) const;
  bool signals() const { return source_.dtype == DataType::Float32 && source_.shape.rank() <= 3; }
  void changeSignals(Random& random, Scratch& scratch, float* numbers) const;

  TensorType source_;
  Shape shape_;                // of what comes out
  std::vector<Step> steps_;    // of images
  std::vector<Step> signals_;  // of signals
  std::vector<Step> mixes_;    // of batches
  std::vector<float> scale_;   // of each channel: out = number * scale + offset
  std::vector<float> offset_;
};

// A stored input through the plan, decoded as far as it is needed. Corrupt, Unsupported, OutOfMemory, InvalidArgument
// (channels).
struct InputScratch {
  std::vector<std::uint8_t> decoded;
  std::vector<std::uint8_t> colored;
  TransformPlan::Scratch images;
};
Status prepareInput(const Content& input, const TransformPlan& plan, Random& random, InputScratch& scratch,
                    void* output);

// One image, as inference gives it to the network: u8 [C, H, W] to f32 [1, …] through deterministicPart(list).
// InvalidArgument as TransformPlan::make, and for another type or rank; OutOfMemory.
Result<Tensor> prepareImage(const Tensor& image, const TransformList& list);

}  // namespace fovea
