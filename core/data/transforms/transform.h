// Why: the transforms between store and network are a list of plain values, so that it can be shown, saved with a
// network and repeated exactly for inference. Every random choice is a pure function of (seed, epoch, sample, index in
// the list): see Random.
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

// One transform of the list: the name of its type (see transform_type.h) and the values of its form; omitted values are
// the defaults.
struct TransformStep {
  std::string type;
  FieldValues values;
  bool operator==(const TransformStep&) const = default;
};

// out = (pixel / 255 - mean) / deviation, per channel. It must be the last of a list; a list without it scales to [0,
// 1].
struct Normalise {
  std::vector<double> mean;
  std::vector<double> deviation;
  bool operator==(const Normalise&) const = default;
};

using Transform = std::variant<TransformStep, Normalise>;
using TransformList = std::vector<Transform>;

// Normalise with the mean and deviation of the data set itself; a constant channel is only shifted.
Normalise normaliseFor(const DatasetInfo& info);
// The list without its random transforms: for validation, tests and inference. Random crops that set a size become
// centre crops of that size.
TransformList deterministicPart(const TransformList& list);

// [{"type": "random_flip", "probability": 0.5}, …]
Json transformsToJson(const TransformList& list);
// Fails with Corrupt, naming the entry, for anything that transformsToJson() does not write.
Result<TransformList> transformsFromJson(const Json& json);

// The random numbers of one sample in one epoch.
Random sampleRandom(std::uint64_t seed, std::uint64_t epoch, std::uint64_t sample);

// A list prepared for samples of one type. All moves are one pass over the pixels, whatever the length of the list;
// colours, blur, noise and holes follow in this order, then Normalise. Immutable: any number of threads can use one
// plan, each with its own Scratch.
class TransformPlan {
 public:
  struct Scratch {
    WarpScratch warp;
    std::vector<std::uint8_t> pixels;
    std::vector<float> rows;
    SampleDrawing drawing;  // the drawing of the last image, which boxes and masks follow
    // Valid fraction of a signal: before apply() that of the sample, afterwards that of the result.
    double length = 1;
  };

  // `source` is u8, f32 or i32 with at least one axis, the channels. Bytes become f32 from 0 to 1 before Normalise; i32
  // (symbols) stay unchanged. Images u8 [C, H, W] may have different sizes (`uniform` false; `source` is then the
  // largest) if the list makes them one size. Fails with InvalidArgument: an unknown transform, values out of range,
  // other channel counts, Normalise not last, a transform of another kind of samples, sizes that still differ at the
  // end, samples of different sizes that are no images.
  static Result<TransformPlan> make(const TransformList& list, const TensorType& source, bool uniform = true);

  // True if samples are images u8 [C, H, W].
  bool images() const { return source_.dtype == DataType::UInt8 && source_.shape.rank() == 3; }
  // The type of one sample: f32 or i32.
  TensorType outputType() const;
  bool random() const;
  // True if the list mixes samples of a batch; each sample then has shares of several labels.
  bool mixes() const { return !mixes_.empty(); }
  // The effect of the list on an image of that size. `random` is used only if random().
  SampleDrawing draw(std::int64_t width, std::int64_t height, Random& random) const;
  // Transforms the numbers of a sample, aligned or not, from the source's type to outputType() at `output`.
  void apply(const std::uint8_t* numbers, Random& random, Scratch& scratch, void* output) const;
  // The same for an image of any size, if the list makes them one size.
  void apply(const PixelView& image, Random& random, Scratch& scratch, float* output) const;
  // The same for the `part` of an image whose upper left corner is at `corner`, using scratch.drawing: the result of
  // draw() for the whole image, with the random numbers that followed it.
  void applyDrawn(const PixelView& part, const Point& corner, Random& random, Scratch& scratch, float* output) const;
  // For one sample of a batch, the effect of each mixing transform of the list, in order. It uses random numbers of its
  // own, apart from those of apply().
  std::vector<SampleMix> drawMixes(Random& random) const;
  // The result before Normalise, for display: u8 [C, H, W]. Fails with OutOfMemory.
  Result<Tensor> picture(const PixelView& image, Random& random) const;
  // The same for a signal f32 of the source's shape with that valid fraction. Fails with OutOfMemory.
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
  // Null where the image is unchanged.
  const std::uint8_t* transformed(const PixelView& image, const Point& corner, Random& random, Scratch& scratch) const;
  void scaleBytes(const std::uint8_t* pixels, float* output) const;
  void scaleReals(float* output) const;
  bool signals() const { return source_.dtype == DataType::Float32 && source_.shape.rank() <= 3; }
  void changeSignals(Random& random, Scratch& scratch, float* numbers) const;

  TensorType source_;
  Shape shape_;                // shape of the result
  std::vector<Step> steps_;    // for images
  std::vector<Step> signals_;  // for signals
  std::vector<Step> mixes_;    // for batches
  std::vector<float> scale_;   // per channel: out = number * scale + offset
  std::vector<float> offset_;
};

// Sends a stored input through the plan and decodes only the part that is needed. Fails with Corrupt, Unsupported,
// OutOfMemory or InvalidArgument (channels).
struct InputScratch {
  std::vector<std::uint8_t> decoded;
  std::vector<std::uint8_t> colored;
  TransformPlan::Scratch images;
};
Status prepareInput(const Content& input, const TransformPlan& plan, Random& random, InputScratch& scratch,
                    void* output);

// Prepares one image for inference: u8 [C, H, W] to f32 [1, …] through deterministicPart(list). Fails with
// InvalidArgument as TransformPlan::make, and for another type or rank; OutOfMemory.
Result<Tensor> prepareImage(const Tensor& image, const TransformList& list);

}  // namespace fovea
