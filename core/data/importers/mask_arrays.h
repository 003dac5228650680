// Why: a mask of one channel has its axis in most arrays, and classes are often stored as a channel each; importers
// read all of these as a label for each pixel.
#pragma once
#include "core/data/importers/array_parts.h"

namespace fovea {

// Masks, and the number of their classes if the file tells it.
struct MaskArray {
  ArrayPointer array;
  std::int64_t classes = 0;  // 0: not told
};

// Returns targets of one channel without its axis: [N, H, W, 1] and [N, 1, H, W] become [N, H, W] beside pictures or
// planes of H×W, and volumes likewise. Returns targets with a channel for each class as labels, if each of their first
// pixels has a single one among zeros; a later pixel that has not makes reading its row fail with Corrupt. Other
// targets are returned as they are.
MaskArray asMasks(ArrayPointer targets, const NumberArray& inputs);

}  // namespace fovea
