// Why: tables of boxes name or order their columns in many ways; this knows which column holds what. Sources: the
// tables of Open Images, RetinaNet, TensorFlow, Make Sense, SKU-110K (Goldman et al. 2019), Global Wheat Detection
// (David et al. 2020), LISA (Mogelmose et al. 2012) and RSNA's pneumonia (Shih et al. 2019).
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace fovea {

// The indices of the columns that a box needs: image, class (-1: there is none), left, top, then right and bottom, or
// width and height.
struct BoxPlaces {
  std::array<int, 6> places{};
  bool sized = false;  // the last two are width and height
  // The box is a list of four numbers in the third column; the others are unused.
  bool listed = false;
  std::array<int, 2> imageSize{-1, -1};  // width and height of the image, beside a listed box
};

// RetinaNet's tables have no header: path, left, top, right, bottom, class; all but the path are empty for an image
// without boxes. Those of SKU-110K add the image's width and height.
inline constexpr BoxPlaces kBoxRow{{0, 5, 1, 2, 3, 4}};
// The tables of Make Sense have no header either: class, left, top, width, height, image, its width and height.
inline constexpr BoxPlaces kSizedRow{{5, 0, 1, 2, 3, 4}, true};

// Returns the places of the columns with these names; nothing if a box has none of its own.
std::optional<BoxPlaces> boxPlacesOf(const std::vector<std::string_view>& names);

// Return true for a row of the tables without a header above.
bool isBoxRow(const std::vector<std::string_view>& fields);
bool isSizedRow(const std::vector<std::string_view>& fields);

// Returns the four numbers of a box such as "[834.0, 222.0, 56.0, 36.0]"; nothing for other texts.
std::optional<std::array<std::string_view, 4>> listedBoxOf(std::string_view cell);

}  // namespace fovea
