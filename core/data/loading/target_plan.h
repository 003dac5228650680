// Why: the target of a sample follows the same random transforms as its input and, whatever the task, becomes one
// tensor of a batch. Immutable: any number of threads can use one plan, each with its own Scratch.
#pragma once
#include "core/data/transforms/transform.h"

namespace fovea {

// The length of a row of labels where no other is requested.
inline constexpr std::int64_t kUsualTranscript = 32;

// The shape of the input that a window of symbols contains: all but the last, since each has a next symbol as target.
Shape nextSymbolInput(const Shape& window);

// By task, for one sample:
//   several labels   f32 [classes]: 1 where the sample has it, else 0
//   masks            i32 [H, W] (of volumes [D, H, W]): the label of each pixel, −1 where it is ignored or outside
//   target images    f32 [C, H, W], bytes in [0, 1] and other numbers as they are; 0 outside
//   numbers          f32 [K], or whatever shape they have
//   next symbols     i32 [T]: a window of T + 1 symbols gives the first T as input and the last T as target
//   transcriptions   i32 [L]: label + 1, since 0 is the blank of an alignment, and −1 behind the last one
//   boxes            f32 [classes + 5, H, W] as in core/tensor/box_grid.h, if a loss expects such a grid
// Nothing for one label, which a batch has anyway, for boxes without such a loss, and without any.
class TargetPlan {
 public:
  struct Scratch {
    std::vector<std::uint8_t> decoded;
    std::vector<std::uint8_t> colored;
    std::vector<std::uint8_t> pixels;
    std::vector<float> numbers;
    WarpScratch warp;
  };

  TargetPlan() = default;
  // For the samples of `data`, whose inputs go through `inputs`. `wanted` is the shape of one target as a loss expects
  // it. If its rank is 0, masks become as large as the inputs, and images keep their stored ratio to the inputs. Fails
  // with InvalidArgument where a mask or image would have to be scaled by a fractional factor, or the count of numbers
  // differs.
  static Result<TargetPlan> make(const DatasetInfo& data, const TransformPlan& inputs, const Shape& wanted);

  Task task() const { return task_; }
  bool hasTensor() const { return hasTensor_; }
  const TensorType& type() const { return type_; }
  // Writes the target of `sample`; `drawing` holds the transform of its input, and applies where the input is an image.
  // Fails with Corrupt (an encoded part does not decode, another type), Unsupported or InvalidArgument (more labels
  // than there is room for).
  Status apply(const SampleView& sample, const SampleDrawing& drawing, Scratch& scratch, void* output) const;

 private:
  Status setPixels(const DatasetInfo& data, const TransformPlan& inputs, const Shape& wanted);
  Status writeMask(const SampleView& sample, const SampleDrawing& drawing, Scratch& scratch,
                   std::int32_t* output) const;
  Status writeImage(const SampleView& sample, const SampleDrawing& drawing, Scratch& scratch, float* output) const;
  Status writeNumbers(const SampleView& sample, float* output) const;
  Status writeTranscript(const SampleView& sample, std::int32_t* output) const;
  PlaneMap mapFor(const SampleDrawing& drawing, const Shape& input, const Shape& target) const;

  Task task_ = Task::Unlabelled;
  bool hasTensor_ = false;
  bool images_ = false;  // the inputs are images
  TensorType type_;
};

}  // namespace fovea
