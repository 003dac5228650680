// Why: pictures of 16 bits a value hold more than 8 bits can; what becomes of them is asked, by every importer of
// pictures in the same way.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/base/schema.h"
#include "core/data/importing/import_source.h"

namespace fovea {

// The description of the option "deep": "ask", "keep", "range" or "top".
Field deepField();

// A picture as it is asked for. With "keep" numbers from 0 to 1, f32 [C, H, W], also of a picture of 8 bits; with
// "range" one of 16 bits becomes 8 from its darkest to its brightest value; with "top" its upper 8 bits.
// InvalidArgument for one of 16 bits with "ask".
Result<LoadedItem> withDepth(LoadedItem item, const std::string& deep);
// The same of two pictures that belong together: with "range" both have the same darkest and brightest value. The
// item's target is the second, whose bytes are `target`.
Result<LoadedItem> pairWithDepth(LoadedItem item, const std::string& target, const std::string& deep);

// The question, where the picture holds 16 bits a value; `content` is a file, or of a PNG its first 34 bytes.
std::optional<ImportDecision> depthQuestion(const std::string& content, const std::string& name);
// The same, where one of some files of `count` holds 16 bits a value.
std::optional<ImportDecision> askDepth(std::int64_t count,
                                       const std::function<std::filesystem::path(std::int64_t)>& pathOf);

}  // namespace fovea
