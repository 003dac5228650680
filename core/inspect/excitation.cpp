#include "core/inspect/excitation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

bool stronger(const ExcitedBy& a, const ExcitedBy& b) {
  return a.value != b.value ? a.value > b.value : a.index < b.index;
}

// Inserts a sample in order and keeps the `most` strongest.
void keep(std::vector<ExcitedBy>& strongest, const ExcitedBy& sample, std::size_t most) {
  if (strongest.size() == most && (most == 0 || !stronger(sample, strongest.back()))) return;
  if (strongest.size() == most) strongest.pop_back();
  strongest.insert(std::upper_bound(strongest.begin(), strongest.end(), sample, stronger), sample);
}

void add(const Tensor& values, std::int64_t index, ExcitationAnswer& answer) {
  const auto channels = static_cast<std::size_t>(values.shape().rank() > 0 ? values.shape()[0] : 1);
  const std::size_t positions = channels > 0 ? static_cast<std::size_t>(values.elementCount()) / channels : 0;
  answer.channels.resize(channels);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const auto of = values.values<float>().subspan(channel * positions, positions);
    float largest = -std::numeric_limits<float>::infinity();
    for (const float value : of)
      if (value > largest) largest = value;
    if (std::isfinite(largest)) keep(answer.channels[channel], {index, largest}, answer.request.most);
  }
}

}  // namespace

Result<ExcitationAnswer> excitingSamples(const InspectionEngine::Desk& desk, const ExcitationRequest& request,
                                         const ProgressFunction& progress) {
  const std::int64_t size = request.dataset ? request.dataset->size(request.split) : 0;
  if (size == 0)
    return fail(ErrorCode::InvalidArgument, "The split has no samples to look through.", "Choose another split.");
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  ExcitationAnswer answer;
  answer.request = request;
  answer.samples = std::clamp(request.looked, std::int64_t{1}, size);
  Progress state{"Looking for samples", 0, static_cast<std::uint64_t>(answer.samples)};
  for (std::int64_t i = 0; i < answer.samples; ++i) {
    if (desk.cancel.cancelled()) return fail(ErrorCode::Cancelled, "The search was cancelled.");
    const std::int64_t index = i * size / answer.samples;
    FOVEA_TRY(const Sample sample, request.dataset->sample(request.split, index));
    FOVEA_TRY(const auto reading, inspector->readLayer(sample, request.layer));
    add(reading.values, index, answer);
    ++state.done;
    if (progress) progress(state);
    desk.pause();
  }
  return answer;
}

}  // namespace fovea
