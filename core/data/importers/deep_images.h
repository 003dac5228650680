// Why: images with 16 bits a value hold more than 8 bits can store; every importer of images asks in the same way how
// to convert them.
#pragma once
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "core/base/schema.h"
#include "core/data/importing/import_source.h"

namespace fovea {

// Returns the option "deep": "ask", "keep", "range" or "top".
Field deepField();

// Converts an image as the option says. "keep": numbers from 0 to 1, f32 [C, H, W], also for 8-bit images. "range":
// scales 16 bits to 8 from the darkest to the brightest value. "top": keeps the upper 8 bits. Fails with
// InvalidArgument for 16 bits and "ask".
Result<LoadedItem> withDepth(LoadedItem item, const std::string& deep);
// Does the same for a pair of images: with "range" both use the same darkest and brightest value. The second image
// becomes the item's target; `target` holds the bytes of its file.
Result<LoadedItem> pairWithDepth(LoadedItem item, const std::string& target, const std::string& deep);

// The darkest and the brightest value of several images, by which "range" scales all of them.
struct DepthRange {
  float least = std::numeric_limits<float>::max();
  float most = std::numeric_limits<float>::lowest();
  bool whole = true;  // 16-bit integers: a range of less than one step counts as one
};
// Returns the range of images that belong together; nothing unless `deep` is "range" and one of them has 16 bits a
// value.
Result<std::optional<DepthRange>> rangeOf(std::span<const std::filesystem::path> paths, const std::string& deep);
// Decodes an image file as the option says, by `range` if there is one: u8 or f32 [C, H, W].
Result<Tensor> loadPixels(const std::filesystem::path& path, const std::string& deep,
                          const std::optional<DepthRange>& range = std::nullopt);

// Returns the question to ask if the image has 16 bits a value; `content` is a file, or the first 34 bytes of a PNG.
std::optional<ImportDecision> depthQuestion(const std::string& content, const std::string& name);
// Returns the question to ask if any of `count` files has 16 bits a value.
std::optional<ImportDecision> askDepth(std::int64_t count,
                                       const std::function<std::filesystem::path(std::int64_t)>& pathOf);

}  // namespace fovea
