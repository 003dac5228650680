// Why: an animation shows best how filters and activations develop over a run's checkpoints.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/inspect/model_inspector.h"

namespace fovea {

// A checkpoint of a run.
struct GrowthStep {
  std::filesystem::path file;
  std::int64_t step = 0;
  std::int64_t epoch = 0;
};
// Returns the checkpoints of a folder, or of the folder that contains the file `run`, ordered by step. Omits files that
// cannot be read. Fails with NotFound if there are none.
Result<std::vector<GrowthStep>> growthSteps(const std::filesystem::path& run);

enum class GrowthSubject { Activations, Filters };

struct GrowthOptions {
  GrowthSubject subject = GrowthSubject::Activations;
  std::string layer;
  std::int64_t mostPlanes = 64;  // maximum number of planes; later ones are omitted
  std::int64_t side = 480;       // approximate side length of a frame, in pixels
};

struct Growth {
  std::vector<GrowthStep> steps;  // one for each frame
  std::vector<Tensor> frames;     // u8 [3, H, W] of one size with even sides; each has a progress bar at the bottom
  std::vector<Tensor> planes;     // f32 [N, H, W] shown in each frame
};

// Makes a frame per checkpoint with one colour scale: red is the largest value, blue its negative, white 0. `sample` is
// in the data set's format; unused for filters. Omits checkpoints whose layer is missing or has another shape. Fails
// with NotFound (none is left), InvalidArgument (bad options or sample, a layer of symbols), Cancelled, file errors.
Result<Growth> growthOf(const std::vector<GrowthStep>& steps, const GrowthOptions& options, const Sample& sample,
                        std::shared_ptr<Device> device, const CancelToken& cancel = {},
                        const ProgressFunction& progress = {});

// Writes a .gif, .mp4 or .avi file, chosen by the ending, atomically. Fails as encodeGif() and writeVideo().
Status writeMovie(const std::filesystem::path& path, const std::vector<Tensor>& frames, double secondsPerFrame);

}  // namespace fovea
