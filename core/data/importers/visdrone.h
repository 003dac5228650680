// Why: VisDrone (Zhu et al. 2021) has texts for images and texts for films, with the same classes and marks.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace fovea {

// The columns of a line of VisDrone-DET; films have the number of the frame and of the track before them.
inline constexpr const char* kVisDroneColumns = "left top width height score class - -";

// Returns true for a line of such numbers: a score and a truncation of 0 or 1, a class from 0 to 11, and an occlusion
// from 0 to 2. There must be nothing else.
bool isVisDroneLine(std::span<const std::string_view> cells);

// Returns "car" for "4"; a number that VisDrone does not have stays as it is.
std::string visDroneClass(std::string_view number);

}  // namespace fovea
