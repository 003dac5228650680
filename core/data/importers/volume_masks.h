// Why: masks of volumes store numbers of classes, black and white, or codes such as 205, 420 and 500 (MM-WHS, Zhuang &
// Shen 2016) or 1001 to 2035 (FreeSurfer); this converts all of them to a label for every voxel.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/data/importers/mask_file.h"

namespace fovea {

// The values in masks of volumes that were looked at.
struct VolumeMaskLook {
  MaskLook bytes;          // of masks whose values are at most 255
  std::vector<bool> seen;  // by value, 65,536 of them
  // Adds a mask: f32 [1, D, H, W]. Fails with Corrupt if it has several channels or values that are not whole numbers
  // from 0 to 65,535.
  Status add(const Tensor& volume);
};

struct VolumeMaskMeaning {
  MaskMeaning bytes;       // of values up to 255
  std::vector<int> codes;  // the value of each label in ascending order, if values are greater; otherwise empty
  bool objects = false;    // all values but 0 are one class

  const std::vector<std::string>& classes() const { return bytes.classes; }
};

// Derives the meaning from the masks. `names` are the names of the labels 0, 1, …, as far as they are known. `labels`
// is the option of meaningOf(), whose errors this has.
Result<VolumeMaskMeaning> meaningOfVolumes(const VolumeMaskLook& look, const std::vector<std::string>& names,
                                           const std::string& labels);

// Returns the label of every voxel: u8 [1, D, H, W], 255 is ignored. Fails with Corrupt for values without a label.
Result<Tensor> labelsOfVolume(const Tensor& volume, const VolumeMaskMeaning& meaning);

}  // namespace fovea
