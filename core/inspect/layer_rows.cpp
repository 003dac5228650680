#include <algorithm>
#include <cstring>

#include "core/inspect/projection.h"

namespace fovea {
namespace {

SampleAnswer answerOf(std::int32_t label, std::int64_t index, const ModelInspector& inspector,
                      const Tensor& predictions) {
  if (inspector.answers() == AnswerKind::Classes && predictions.dtype() == DataType::Float32)
    return classAnswer(index, label, predictions.values<float>(), inspector.answersWithScores());
  SampleAnswer answer;
  answer.index = index;
  answer.label = label;
  return answer;
}

}  // namespace

Result<LayerRows> layerRows(ModelInspector& inspector, const Dataset& dataset, Split split, const std::string& layer,
                            std::int64_t samples, const CancelToken& cancel, const ProgressFunction& progress) {
  constexpr std::int64_t kMostNumbers = std::int64_t{1} << 27;
  const std::int64_t size = dataset.size(split), count = std::min(samples, size);
  if (count < 1)
    return fail(ErrorCode::InvalidArgument, "There are no samples to project.",
                "Choose another split, or more samples.");
  LayerRows result;
  result.kind = inspector.answers();
  std::int64_t width = 0;
  Progress state{"Reading the layer", 0, static_cast<std::uint64_t>(count)};
  for (std::int64_t i = 0; i < count; ++i) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The projection was cancelled.");
    const std::int64_t index = i * size / count;
    FOVEA_TRY(const Sample sample, dataset.sample(split, index));
    FOVEA_TRY(const ModelInspector::LayerReading reading, inspector.readLayer(sample, layer));
    const Tensor& values = reading.values;
    if (i == 0) {
      width = values.elementCount();
      if (values.dtype() != DataType::Float32)
        return fail(ErrorCode::InvalidArgument, "The layer \"" + layer + "\" holds symbols, not numbers.",
                    "Choose a later layer.");
      if (width < 1 || width > kMostNumbers / count)
        return fail(ErrorCode::InvalidArgument, "The layer has too many numbers for so many samples.",
                    "Take fewer samples, or a later layer.");
      FOVEA_TRY(result.rows, Tensor::tryMake({DataType::Float32, Shape{count, width}}));
    }
    std::memcpy(result.rows.data<float>() + i * width, values.raw(), values.bytes());
    result.indices.push_back(index);
    result.labels.push_back(sample.label);
    result.answers.push_back(answerOf(sample.label, index, inspector, reading.predictions));
    ++state.done;
    if (progress) progress(state);
  }
  return result;
}

}  // namespace fovea
