// Why: grey masks store indices, or a few distant shades, or such shades blurred by compression or smooth edges; the
// histogram of their values decides which.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/schema.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

// The histogram of the values in masks of one channel.
struct GreyCounts {
  std::array<std::uint64_t, 256> counts{};
  bool lossy = false;  // true if some of the masks were JPEG files
};

struct GreyLevels {
  // Indices: a value is its label, 255 is ignored. Levels: each of `levels` is a class, in ascending order; a value
  // belongs to the nearest one. Photograph: there are too many values for a mask.
  enum class Kind { Indices, Levels, Photograph };
  Kind kind = Kind::Indices;
  std::vector<int> levels;
  bool nearest = false;  // whether values between the levels are expected
  std::vector<ImportDecision> decisions;
};

// Returns the option "labels": "automatic", "indices", "values", "objects" or "black_white".
Field maskValuesField();

// Decides how grey values become labels. `labels` is the option: "automatic", "indices", "values" or "black_white".
// `named` is the number of named classes; 0 if there are none.
GreyLevels greyLevelsOf(const GreyCounts& grey, const std::string& labels, std::size_t named);

}  // namespace fovea
