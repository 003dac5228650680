// Why: how filters and activations develop over a run's checkpoints is told best by a picture that moves.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/inspect/model_inspector.h"

namespace fovea {

// The checkpoints of a run in order of step.
struct GrowthStep {
  std::filesystem::path file;
  std::int64_t step = 0;
  std::int64_t epoch = 0;
};
// The checkpoint files of a folder, or of the folder that contains the file `run`. NotFound if there is none. Files
// that cannot be read are left out.
Result<std::vector<GrowthStep>> growthSteps(const std::filesystem::path& run);

enum class GrowthSubject { Activations, Filters };

struct GrowthOptions {
  GrowthSubject subject = GrowthSubject::Activations;
  std::string layer;
  std::int64_t mostPlanes = 64;  // of a layer with more, the first ones
  std::int64_t side = 480;       // of a frame, about
};

struct Growth {
  std::vector<GrowthStep> steps;  // one for each frame
  std::vector<Tensor> frames;     // u8 [3, H, W] of one size, with even sides and a bar of time below
  std::vector<Tensor> planes;     // f32 [N, H, W] behind each frame
};

// Values from all checkpoints share one scale: red is the largest, blue the smallest, white 0. `sample` is in the data
// set's format and may be undefined for filters. Checkpoints whose network has no such layer are left out; NotFound if
// none has it. InvalidArgument (a layer without filters, a sample that does not fit), Cancelled, errors of the files.
Result<Growth> growthOf(const std::vector<GrowthStep>& steps, const GrowthOptions& options, const Tensor& sample,
                        std::shared_ptr<Device> device, const CancelToken& cancel = {},
                        const ProgressFunction& progress = {});

// A .gif, .mp4 or .avi file, by its ending; atomic. Fails as encodeGif() and writeVideo().
Status writeMovie(const std::filesystem::path& path, const std::vector<Tensor>& frames, double secondsPerFrame);

}  // namespace fovea
