#include "core/inspect/growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/file.h"
#include "core/data/files/gif_writer.h"
#include "core/data/importers/video_file.h"
#include "core/inspect/heat_map.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kSheetGap = 2;  // between planes, in pixels
constexpr std::int64_t kTimeBar = 6;   // height of the progress bar
constexpr std::uint8_t kSheetGround = 40, kTimePassed = 220;

// Converts an activation or filters to [N, H, W] with at most `most` planes.
Tensor planesFrom(const Tensor& values, std::int64_t most) {
  const Shape& shape = values.shape();
  std::vector<std::int64_t> extents{1, 1, 1};
  if (shape.rank() == 1) {
    extents = {1, 1, shape[0]};
  } else if (shape.rank() == 2) {
    extents = {1, shape[0], shape[1]};
  } else if (shape.rank() >= 3) {
    const std::int64_t width = shape[shape.rank() - 1], height = shape[shape.rank() - 2];
    extents = {shape.elementCount() / (width * height), height, width};
  }
  extents[0] = std::min(extents[0], most);
  Tensor planes = Tensor::make({DataType::Float32, Shape(std::span<const std::int64_t>(extents))});
  std::copy_n(values.data<float>(), planes.elementCount(), planes.data<float>());
  return planes;
}

Result<Tensor> planesAt(const GrowthStep& step, const GrowthOptions& options, const Sample& sample,
                        const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(step.file));
  if (options.subject == GrowthSubject::Filters) {
    const Tensor* const weights = checkpoint.findWeight(options.layer + ".weight");
    if (!weights) return fail(ErrorCode::NotFound, fmt::format("\"{}\" is no layer with weights.", options.layer));
    return planesFrom(*weights, options.mostPlanes);
  }
  FOVEA_TRY(const auto inspector, ModelInspector::create(checkpoint, device));
  FOVEA_TRY(const auto reading, inspector->readLayer(sample, options.layer));
  if (reading.values.dtype() != DataType::Float32)
    return fail(ErrorCode::InvalidArgument, fmt::format("The layer \"{}\" gives symbols, not numbers.", options.layer));
  return planesFrom(reading.values, options.mostPlanes);
}

// The layout of planes in a frame.
struct Sheet {
  std::int64_t columns = 1, rows = 1, scale = 1, height = 0, width = 0, planeHeight = 1, planeWidth = 1;

  Sheet(const Shape& planes, std::int64_t side) : planeHeight(planes[1]), planeWidth(planes[2]) {
    const auto count = static_cast<double>(planes[0]);
    const double ratio = static_cast<double>(planeHeight) / static_cast<double>(planeWidth);
    columns = std::clamp<std::int64_t>(std::llround(std::ceil(std::sqrt(count * ratio))), 1, planes[0]);
    rows = (planes[0] + columns - 1) / columns;
    scale = std::max<std::int64_t>(1, side / std::max(columns * planeWidth, rows * planeHeight));
    width = columns * (planeWidth * scale + kSheetGap) + kSheetGap;
    height = rows * (planeHeight * scale + kSheetGap) + kSheetGap + kTimeBar;
    width += width % 2;
    height += height % 2;
  }
};

Result<Tensor> frameOf(const Tensor& planes, const Sheet& sheet, float largest, double passed) {
  FOVEA_TRY(Tensor frame, Tensor::tryMake({DataType::UInt8, Shape{3, sheet.height, sheet.width}}));
  std::ranges::fill(frame.values<std::uint8_t>(), kSheetGround);
  const std::int64_t area = sheet.height * sheet.width, plane = sheet.planeHeight * sheet.planeWidth;
  // Adds the largest number of all frames as a pixel, so that colours have the same meaning in all frames.
  Tensor row = Tensor::make({DataType::Float32, Shape{1, planes.elementCount() + 1}});
  std::copy_n(planes.data<float>(), planes.elementCount(), row.data<float>());
  row.data<float>()[planes.elementCount()] = largest;
  FOVEA_TRY(const Tensor colors, heatMap(row.reshaped(Shape{1, planes.elementCount() + 1})));
  const std::int64_t all = planes.elementCount() + 1;
  for (std::int64_t n = 0; n < planes.shape()[0]; ++n) {
    const std::int64_t top = n / sheet.columns * (sheet.planeHeight * sheet.scale + kSheetGap) + kSheetGap;
    const std::int64_t left = n % sheet.columns * (sheet.planeWidth * sheet.scale + kSheetGap) + kSheetGap;
    for (std::int64_t y = 0; y < sheet.planeHeight * sheet.scale; ++y)
      for (std::int64_t x = 0; x < sheet.planeWidth * sheet.scale; ++x) {
        const std::int64_t from = n * plane + y / sheet.scale * sheet.planeWidth + x / sheet.scale;
        for (std::int64_t c = 0; c < 3; ++c)
          frame.data<std::uint8_t>()[c * area + (top + y) * sheet.width + left + x] =
              colors.data<std::uint8_t>()[c * all + from];
      }
  }
  const auto until = static_cast<std::int64_t>(passed * static_cast<double>(sheet.width));
  for (std::int64_t y = sheet.height - kTimeBar + 2; y < sheet.height; ++y)
    for (std::int64_t x = 0; x < until; ++x)
      for (std::int64_t c = 0; c < 3; ++c) frame.data<std::uint8_t>()[c * area + y * sheet.width + x] = kTimePassed;
  return frame;
}

}  // namespace

Result<std::vector<GrowthStep>> growthSteps(const fs::path& run) {
  std::error_code code;
  const fs::path folder = fs::is_directory(run, code) ? run : run.parent_path();
  std::vector<GrowthStep> steps;
  for (auto entry = fs::directory_iterator(folder.empty() ? fs::path(".") : folder, code);
       !code && entry != fs::directory_iterator(); entry.increment(code)) {
    if (entry->path().extension() != ".safetensors") continue;
    if (const auto checkpoint = readCheckpoint(entry->path()); checkpoint.ok())
      steps.push_back({entry->path(), checkpoint->position.step, checkpoint->position.epoch});
  }
  if (steps.empty())
    return fail(ErrorCode::NotFound, fmt::format("There are no checkpoints in {}.", folder.string()),
                "Name the folder of a run's checkpoints, as in demo/checkpoints/1.");
  std::ranges::sort(steps, {}, [](const GrowthStep& step) { return std::pair(step.step, step.file); });
  return steps;
}

Result<Growth> growthOf(const std::vector<GrowthStep>& steps, const GrowthOptions& options, const Sample& sample,
                        std::shared_ptr<Device> device, const CancelToken& cancel, const ProgressFunction& progress) {
  if (options.layer.empty()) return fail(ErrorCode::InvalidArgument, "Name the layer that is to be watched.");
  if (options.mostPlanes < 1 || options.side < 16 || options.side > 4096)
    return fail(ErrorCode::InvalidArgument, "A frame has 16 to 4096 pixels a side and at least one plane.");
  Growth growth;
  Error last = fail(ErrorCode::NotFound, "There are no checkpoints.");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The growth was cancelled.");
    if (progress) progress({"Reading checkpoints", i, steps.size()});
    auto planes = planesAt(steps[i], options, sample, device);
    if (!planes.ok()) {
      // Networks of one run may differ; a checkpoint without the layer gets no frame.
      if (planes.error().code != ErrorCode::NotFound) return planes.error();
      last = planes.error();
      continue;
    }
    if (!growth.planes.empty() && planes->shape() != growth.planes.front().shape()) continue;
    growth.steps.push_back(steps[i]);
    growth.planes.push_back(std::move(*planes));
  }
  if (growth.planes.empty()) return last;
  float largest = 0;
  for (const Tensor& planes : growth.planes)
    for (const float value : planes.values<float>())
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  const Sheet sheet(growth.planes.front().shape(), options.side);
  for (std::size_t i = 0; i < growth.planes.size(); ++i) {
    FOVEA_TRY(growth.frames.emplace_back(),
              frameOf(growth.planes[i], sheet, largest,
                      static_cast<double>(i + 1) / static_cast<double>(growth.planes.size())));
  }
  return growth;
}

Status writeMovie(const fs::path& path, const std::vector<Tensor>& frames, double secondsPerFrame) {
  if (!(secondsPerFrame >= 0.01) || secondsPerFrame > 60)
    return fail(ErrorCode::InvalidArgument, "A frame lasts 0.01 to 60 seconds.");
  const std::string ending = path.extension().string();
  if (ending == ".mp4" || ending == ".avi") return writeVideo(path, frames, 1 / secondsPerFrame);
  if (ending != ".gif")
    return fail(ErrorCode::InvalidArgument,
                fmt::format("\"{}\" is neither a .gif nor a .mp4 or .avi file.", path.string()));
  FOVEA_TRY(const std::string bytes, encodeGif(frames, static_cast<int>(std::lround(secondsPerFrame * 100))));
  return writeFileAtomic(path, bytes);
}

}  // namespace fovea
