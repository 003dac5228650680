// Why: mask files store indices (with or without palette), black and white, or colours that a list explains; this
// converts all of them to a label for every pixel.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/importers/grey_levels.h"
#include "core/tensor/tensor.h"

namespace fovea {

// 0xRRGGBB
using Colour = std::uint32_t;

// The file format of a mask.
struct MaskFormat {
  bool lossy = false;           // a JPEG, whose values differ from the original ones
  bool fromColours = false;     // a colour file in which all colours are grey
  bool alpha = false;           // a PNG with an alpha channel, which is not read
  std::vector<Colour> palette;  // of a PNG: the colour of each index; empty if it has none
};

// Reads a mask unchanged: u8 [1, H, W] of indices if it has them (a palette, grey), otherwise u8 [3, H, W] of colours.
// Values of more than 8 bits are taken if they are whole numbers up to 255, or black and white. Fails with Unsupported
// for other values and with InvalidArgument for several pages.
Result<Tensor> readMaskFile(const std::filesystem::path& path, MaskFormat* format = nullptr);

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
  bool blackAndWhite = false;                      // some mask holds 255 and nothing else but 0
  bool zerosAndOnes = false;                       // some mask holds 1 and nothing else but 0
  bool alpha = false;                              // some mask has an alpha channel
  std::array<std::optional<Colour>, 256> palette;  // the colour of each index that masks with a palette hold
  bool palettesDiffer = false;                     // an index has different colours in different masks
  // Returns true if values may number the objects of each mask anew: they have no gaps, and end at several numbers. Of
  // films, any few numbers may, since objects come and go.
  bool mayNumberObjects() const;
  // Returns true if some masks are black and white, others hold zeros and ones, and none holds any other value.
  bool mixesOnesWithWhite() const;
  // Returns true if all masks hold one and the same value.
  bool isConstant() const;
  Status add(const Tensor& mask, const MaskFormat& format);
};

// Derives the meaning from the masks themselves. `colourList` (a file of "name, r, g, b" or "r g b name" lines) may be
// empty; names come from it or from `names`. Masks with palettes are read by colour if the list has their colours or
// if their palettes differ. `labels` is as in greyLevelsOf(), or "objects": all values but 0 are one
// class. Fails with InvalidArgument if the images do not look like masks.
Result<MaskMeaning> meaningOf(const MaskLook& look, const std::filesystem::path& colourList,
                              const std::vector<std::string>& names, const std::string& labels = "automatic");

// Returns the label of every pixel: u8 [1, H, W], 255 is ignored. Fails with Corrupt for an unknown colour.
Result<Tensor> labelsOf(const Tensor& mask, const MaskFormat& format, const MaskMeaning& meaning);

}  // namespace fovea
