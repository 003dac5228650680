// Why: images with 16 bits a value hold more than 8 bits can store; every importer of images asks in the same way how
// to convert them.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
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

// Returns the question to ask if the image has 16 bits a value; `content` is a file, or the first 34 bytes of a PNG.
std::optional<ImportDecision> depthQuestion(const std::string& content, const std::string& name);
// Returns the question to ask if any of `count` files has 16 bits a value.
std::optional<ImportDecision> askDepth(std::int64_t count,
                                       const std::function<std::filesystem::path(std::int64_t)>& pathOf);

}  // namespace fovea
