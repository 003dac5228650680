// Why: the samples with the strongest activations show what a unit has learned to detect.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/store/dataset.h"
#include "core/inspect/inspection_engine.h"

namespace fovea {

struct ExcitationRequest {
  std::filesystem::path checkpoint;
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  std::string layer;
  std::size_t most = 8;         // samples per channel
  std::int64_t looked = 10000;  // maximum number of samples to examine, evenly spread over the split
};

struct ExcitedBy {
  std::int64_t index = 0;  // within the split
  float value = 0;         // the channel's largest activation over all positions
};

struct ExcitationAnswer {
  ExcitationRequest request;
  std::int64_t samples = 0;                      // number of samples examined
  std::vector<std::vector<ExcitedBy>> channels;  // per channel or unit, strongest first; ties by index
};

// A Job. Ignores NaN activations. Fails with InvalidArgument (the split is empty, or its samples do not fit the
// network), NotFound (no such layer), Cancelled, or errors of the files and the device.
Result<ExcitationAnswer> excitingSamples(const InspectionEngine::Desk& desk, const ExcitationRequest& request,
                                         const ProgressFunction& progress);

}  // namespace fovea
