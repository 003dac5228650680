// Why: masks are kept as indices, with a palette or without, as black and white, or as colours that a list explains;
// what comes out is always the label of every pixel.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/importers/grey_levels.h"
#include "core/tensor/tensor.h"

namespace fovea {

// What kind of file a mask was.
struct MaskFormat {
  bool lossy = false;        // a JPEG, whose values are not those that were written
  bool fromColours = false;  // it holds colours, all of them grey
};

// A mask file as it is: u8 [1, H, W] of indices where it has them (a palette, grey), else u8 [3, H, W] of colours.
// Unsupported for 16 bits a value.
Result<Tensor> readMaskFile(const std::filesystem::path& path, MaskFormat* format = nullptr);

// 0xRRGGBB
using Colour = std::uint32_t;

// What the values of masks mean.
struct MaskMeaning {
  enum class Kind { Indices, Levels, Colours };
  Kind kind = Kind::Indices;
  std::map<Colour, std::uint8_t> colours;  // of Kind::Colours, to labels
  std::array<std::int16_t, 256> levels{};  // of Kind::Levels: the label of each value, -1 where it has none
  std::vector<std::string> classes;
  std::vector<ImportDecision> decisions;
};

// What was seen of the masks. add() fails with InvalidArgument when there are more than 255 colours.
struct MaskLook {
  std::size_t coloured = 0;
  GreyCounts grey;
  std::map<Colour, std::size_t> colours;
  Status add(const Tensor& mask, const MaskFormat& format);
};

// From the masks themselves. `colourList` (a file of "name, r, g, b" or "r g b name" lines) may be empty; names come
// from it or from `names`. `labels` as in greyLevelsOf(). InvalidArgument when they seem to be no masks.
Result<MaskMeaning> meaningOf(const MaskLook& look, const std::filesystem::path& colourList,
                              const std::vector<std::string>& names, const std::string& labels = "automatic");

// The labels of a mask file's pixels: u8 [1, H, W], 255 is ignored. Corrupt for a colour that means nothing.
Result<Tensor> labelsOf(const Tensor& mask, const MaskMeaning& meaning);

}  // namespace fovea
