#include "core/data/importers/volume_masks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr int kValues = 1 << 16;
constexpr std::size_t kMostCodes = 255;

Status checkMaskVoxels(const Tensor& volume) {
  const Shape& shape = volume.shape();
  if (shape[0] != 1) return fail(ErrorCode::Corrupt, fmt::format("its mask has {} channels", shape[0]));
  for (const float value : volume.values<float>())
    if (!(value >= 0 && value < kValues) || value != std::floor(value))
      return fail(ErrorCode::Corrupt, fmt::format("its mask holds {}, which is no label", value));
  return {};
}

// Returns the values as bytes in one row, as masks in files are read: u8 [1, 1, n].
Result<Tensor> bytesOfVolume(const Tensor& volume) {
  FOVEA_TRY(Tensor bytes, Tensor::tryMake({DataType::UInt8, Shape{1, 1, volume.elementCount()}}));
  std::uint8_t* to = bytes.data<std::uint8_t>();
  for (const float value : volume.values<float>()) {
    if (value > 255) return fail(ErrorCode::Corrupt, fmt::format("its mask holds {}, which is no label", value));
    *to++ = static_cast<std::uint8_t>(value);
  }
  return bytes;
}

void nameCodes(VolumeMaskMeaning& meaning) {
  for (const int code : meaning.codes) meaning.bytes.classes.push_back(code == 0 ? "background" : std::to_string(code));
  meaning.bytes.decisions.push_back({"the values of the masks",
                                     fmt::format("{} classes, one for each value that occurs", meaning.codes.size()),
                                     fmt::format("they go up to {}", meaning.codes.back()),
                                     {}});
}

}  // namespace

Status VolumeMaskLook::add(const Tensor& volume) {
  FOVEA_CHECK(checkMaskVoxels(volume));
  seen.resize(kValues);
  for (const float value : volume.values<float>()) seen[static_cast<std::size_t>(value)] = true;
  const auto mask = bytesOfVolume(volume);
  return mask.ok() ? bytes.add(*mask, {}) : Status();
}

Result<VolumeMaskMeaning> meaningOfVolumes(const VolumeMaskLook& look, const std::vector<std::string>& names,
                                           const std::string& labels) {
  VolumeMaskMeaning meaning;
  for (std::size_t value = 0; value < look.seen.size(); ++value)
    if (look.seen[value]) meaning.codes.push_back(static_cast<int>(value));
  meaning.objects = labels == "objects";
  if (!meaning.objects && !meaning.codes.empty() && meaning.codes.back() > 255 && meaning.codes.size() <= kMostCodes) {
    nameCodes(meaning);
    return meaning;
  }
  meaning.codes.clear();
  FOVEA_TRY(meaning.bytes, meaningOf(look.bytes, {}, names, labels));
  std::vector<std::string>& classes = meaning.bytes.classes;
  while (classes.size() < 2) classes.emplace_back();
  for (std::size_t label = names.size(); label < classes.size(); ++label)
    if (meaning.bytes.kind == MaskMeaning::Kind::Indices || classes[label].empty())
      classes[label] = label == 0 ? "background" : fmt::format("class {}", label);
  // Masks of volumes come with their scans, and are no pictures of classes.
  for (ImportDecision& decision : meaning.bytes.decisions)
    std::erase_if(decision.alternatives,
                  [](const std::string& each) { return each.starts_with("class_names=") || each == "kind=folder"; });
  return meaning;
}

Result<Tensor> labelsOfVolume(const Tensor& volume, const VolumeMaskMeaning& meaning) {
  FOVEA_CHECK(checkMaskVoxels(volume));
  if (meaning.codes.empty() && !meaning.objects) {
    FOVEA_TRY(const Tensor bytes, bytesOfVolume(volume));
    FOVEA_TRY(const Tensor labels, labelsOf(bytes, {}, meaning.bytes));
    return labels.reshaped(volume.shape());
  }
  FOVEA_TRY(Tensor labels, Tensor::tryMake({DataType::UInt8, volume.shape()}));
  std::uint8_t* to = labels.data<std::uint8_t>();
  for (const float value : volume.values<float>()) {
    if (meaning.objects) {
      *to++ = value > 0;
      continue;
    }
    const auto code = std::lower_bound(meaning.codes.begin(), meaning.codes.end(), static_cast<int>(value));
    if (code == meaning.codes.end() || *code != static_cast<int>(value))
      return fail(ErrorCode::Corrupt, fmt::format("its mask holds {}, which is no label", value));
    *to++ = static_cast<std::uint8_t>(code - meaning.codes.begin());
  }
  return labels;
}

}  // namespace fovea
