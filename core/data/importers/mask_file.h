// Why: masks are kept as indices, with a palette or without, as black and white, or as colours that a list explains;
// what comes out is always the label of every pixel.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

// A mask file as it is: u8 [1, H, W] of indices where it has them (a palette, grey), else u8 [3, H, W] of colours.
// Unsupported for 16 bits a value.
Result<Tensor> readMaskFile(const std::filesystem::path& path);

// 0xRRGGBB
using Colour = std::uint32_t;

// What the values of masks mean.
struct MaskMeaning {
  enum class Kind { Indices, BlackAndWhite, Colours };
  Kind kind = Kind::Indices;
  std::map<Colour, std::uint8_t> colours;  // of Kind::Colours, to labels
  std::vector<std::string> classes;
};

// From the masks themselves. `colourList` (a file of "name, r, g, b" or "r g b name" lines) may be empty; names come
// from it or from `names`. InvalidArgument when there are more than 255 colours.
struct MaskLook {
  std::size_t masks = 0;
  std::size_t coloured = 0;
  bool onlyBlackAndWhite = true;
  int highest = -1;  // below 255
  std::map<Colour, std::size_t> colours;
  Status add(const Tensor& mask);
};
Result<MaskMeaning> meaningOf(const MaskLook& look, const std::filesystem::path& colourList,
                              const std::vector<std::string>& names);

// The labels of a mask file's pixels: u8 [1, H, W], 255 is ignored. Corrupt for a colour that means nothing.
Result<Tensor> labelsOf(const Tensor& mask, const MaskMeaning& meaning);

}  // namespace fovea
