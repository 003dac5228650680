// Why: mask files store indices (with or without palette), black and white, or colours that a list explains; this
// converts all of them to a label for every pixel.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/importers/grey_levels.h"
#include "core/tensor/tensor.h"

namespace fovea {

// The file format of a mask.
struct MaskFormat {
  bool lossy = false;        // a JPEG, whose values differ from the original ones
  bool fromColours = false;  // a colour file in which all colours are grey
};

// Reads a mask unchanged: u8 [1, H, W] of indices if it has them (a palette, grey), otherwise u8 [3, H, W] of colours.
// Fails with Unsupported for 16 bits a value.
Result<Tensor> readMaskFile(const std::filesystem::path& path, MaskFormat* format = nullptr);

// 0xRRGGBB
using Colour = std::uint32_t;

// The meaning of the values in masks.
struct MaskMeaning {
  enum class Kind { Indices, Levels, Colours };
  Kind kind = Kind::Indices;
  std::map<Colour, std::uint8_t> colours;  // only for Kind::Colours: the label of each colour
  std::array<std::int16_t, 256> levels{};  // only for Kind::Levels: the label of each value, -1 if it has none
  std::vector<std::string> classes;
  std::vector<ImportDecision> decisions;
};

// Statistics of the masks seen so far. add() fails with InvalidArgument if there are more than 255 colours.
struct MaskLook {
  std::size_t coloured = 0;
  GreyCounts grey;
  std::map<Colour, std::size_t> colours;
  std::set<int> highest;  // the highest values of masks of one channel
  bool gapless = true;    // each of these masks holds all values from 0 to its highest
  bool ofFilms = false;   // the masks belong to the frames of several films
  // Returns true if values may number the objects of each mask anew: they have no gaps, and end at several numbers. Of
  // films, any few numbers may, since objects come and go.
  bool mayNumberObjects() const;
  Status add(const Tensor& mask, const MaskFormat& format);
};

// Derives the meaning from the masks themselves. `colourList` (a file of "name, r, g, b" or "r g b name" lines) may be
// empty; names come from it or from `names`. `labels` is as in greyLevelsOf(), or "objects": all values but 0 are one
// class. Fails with InvalidArgument if the images do not look like masks.
Result<MaskMeaning> meaningOf(const MaskLook& look, const std::filesystem::path& colourList,
                              const std::vector<std::string>& names, const std::string& labels = "automatic");

// Returns the label of every pixel: u8 [1, H, W], 255 is ignored. Fails with Corrupt for an unknown colour.
Result<Tensor> labelsOf(const Tensor& mask, const MaskMeaning& meaning);

}  // namespace fovea
