#include "core/inspect/warm_models.h"

#include <algorithm>

namespace fovea {

Result<ModelInspector*> WarmModel::inspector() {
  if (!inspector_) {
    FOVEA_TRY(inspector_, ModelInspector::create(checkpoint_, device_));
  }
  return inspector_.get();
}

Result<Attributor*> WarmModel::attributor() {
  if (!attributor_) {
    FOVEA_TRY(attributor_, Attributor::create(checkpoint_, device_));
  }
  return attributor_.get();
}

Result<Synthesizer*> WarmModel::synthesizer() {
  if (!synthesizer_) {
    FOVEA_TRY(synthesizer_, Synthesizer::create(checkpoint_, device_));
  }
  return synthesizer_.get();
}

Result<NetworkTracer*> WarmModel::tracer() {
  if (!tracer_) {
    FOVEA_TRY(tracer_, NetworkTracer::create(checkpoint_, device_));
  }
  return tracer_.get();
}

Result<const std::vector<LayerFilters>*> WarmModel::filters() {
  if (!filters_) {
    FOVEA_TRY(ModelInspector* const model, inspector());
    FOVEA_TRY(filters_, model->filters());
  }
  return &*filters_;
}

std::size_t WarmModel::bytes() const {
  std::size_t sum = 0;
  for (const auto& [name, tensor] : checkpoint_.tensors) sum += tensor.bytes();
  return sum;
}

void WarmModels::makeRoom(std::size_t bytes) {
  std::size_t sum = bytes;
  for (const Entry& entry : entries_) sum += entry.model->bytes();
  while (!entries_.empty() && (entries_.size() >= kMost || sum > kMostBytes)) {
    sum -= entries_.front().model->bytes();
    entries_.erase(entries_.begin());
  }
}

Result<std::shared_ptr<WarmModel>> WarmModels::find(const std::filesystem::path& file) {
  std::error_code code;
  const auto written = std::filesystem::last_write_time(file, code);
  const std::uintmax_t bytes = code ? 0 : std::filesystem::file_size(file, code);
  const auto known = std::ranges::find(entries_, file, &Entry::file);
  if (known != entries_.end()) {
    if (!code && known->written == written && known->bytes == bytes) {
      std::rotate(known, known + 1, entries_.end());
      return entries_.back().model;
    }
    entries_.erase(known);
  }
  if (!device_) {
    FOVEA_TRY(device_, backends_->open(deviceName_));
  }
  makeRoom(static_cast<std::size_t>(bytes));  // before loading, to limit the memory in use
  FOVEA_TRY(Checkpoint checkpoint, readCheckpoint(file));
  entries_.push_back({file, written, bytes, std::make_shared<WarmModel>(std::move(checkpoint), device_)});
  return entries_.back().model;
}

}  // namespace fovea
