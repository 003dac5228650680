// Why: the values of grey masks are indices, or a few shades far apart, or such shades blurred by compression or smooth
// edges; which of them is decided from how often each value occurs.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/data/importing/import_decision.h"

namespace fovea {

// How often each value occurs in masks of one channel.
struct GreyCounts {
  std::array<std::uint64_t, 256> counts{};
  bool lossy = false;  // some of the masks were JPEG files
};

struct GreyLevels {
  // Indices: a value is its label, 255 is ignored. Levels: each of `levels` is a class, in their order; a value belongs
  // to the nearest one. Photograph: the values are too many to be of a mask.
  enum class Kind { Indices, Levels, Photograph };
  Kind kind = Kind::Indices;
  std::vector<int> levels;
  bool nearest = false;  // whether values between the levels are to be expected
  std::vector<ImportDecision> decisions;
};

// `labels` is what was asked for: "automatic", "indices", "values" or "black_white". `named` is how many classes are
// named; 0 where none is.
GreyLevels greyLevelsOf(const GreyCounts& grey, const std::string& labels, std::size_t named);

}  // namespace fovea
