#include "core/data/importers/array_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fovea {
namespace {

constexpr std::int64_t kQuickMasks = 4;

std::ptrdiff_t widthOf(const std::vector<ArrayPart>& parts) {
  return static_cast<std::ptrdiff_t>(parts[0].target->rowSize());
}

}  // namespace

bool areOneHot(const std::vector<ArrayPart>& parts) {
  const std::ptrdiff_t width = widthOf(parts);
  for (const ArrayPart& part : parts)
    for (auto begin = part.targets.begin(); begin != part.targets.end(); begin += width)
      if (std::count(begin, begin + width, 1.0) != 1 || std::count(begin, begin + width, 0.0) != width - 1)
        return false;
  return true;
}

ArrayClasses classesOf(const std::vector<ArrayPart>& parts) {
  const std::ptrdiff_t width = widthOf(parts);
  ArrayClasses found;
  std::map<std::int64_t, std::int32_t> places;
  std::vector<std::int64_t> values;
  for (const ArrayPart& part : parts)
    for (auto begin = part.targets.begin(); begin != part.targets.end(); begin += width) {
      values.push_back(width == 1 ? static_cast<std::int64_t>(*begin) : std::find(begin, begin + width, 1.0) - begin);
      places[values.back()] = 0;
    }
  for (std::int64_t i = 0; width > 1 && i < width; ++i) places[i] = 0;
  for (auto& [value, place] : places) {
    place = static_cast<std::int32_t>(found.names.size());
    found.names.push_back(std::to_string(value));
  }
  for (const std::int64_t value : values) found.labels.push_back(places[value]);
  return found;
}

Result<MaskMeaning> meaningOfMasks(const std::vector<ArrayPart>& parts, const std::string& labels, Look look) {
  MaskLook seen;
  for (const ArrayPart& part : parts) {
    const std::int64_t rows = part.target->rows();
    for (std::int64_t row = 0; row < (look == Look::Quick ? std::min(rows, kQuickMasks) : rows); ++row) {
      FOVEA_CHECK(look.check());
      const auto mask = maskValuesOf(*part.target, row);
      if (mask.ok())
        FOVEA_CHECK(seen.add(*mask, {}));
      else if (mask.error().code != ErrorCode::Corrupt)
        return mask.error();
    }
  }
  const std::int64_t told = parts[0].maskClasses;
  FOVEA_TRY(MaskMeaning meaning, meaningOf(seen, {}, {}, told > 0 ? "indices" : labels));
  // A class that no mask holds still has its channel.
  while (std::ssize(meaning.classes) < told) meaning.classes.emplace_back();
  if (meaning.kind == MaskMeaning::Kind::Indices)
    for (std::size_t label = 0; label < meaning.classes.size(); ++label)
      meaning.classes[label] = label == 0 ? "background" : fmt::format("class {}", label);
  // Arrays have no names of classes, and another target in place of another importer.
  for (ImportDecision& decision : meaning.decisions) {
    std::erase_if(decision.alternatives, [](const std::string& each) { return each.starts_with("class_names="); });
    std::ranges::replace(decision.alternatives, std::string("kind=folder"), std::string("target=images"));
  }
  return meaning;
}

Result<ArrayInputs> imagesOfTargets(const std::vector<ArrayPart>& parts) {
  const NumberArray& first = *parts[0].target;
  ArrayInputs images;
  images.shape.assign(first.shape().begin() + 1, first.shape().end());
  images.bytes = std::ranges::all_of(parts, [](const ArrayPart& part) { return part.target->isBytes(); });
  images.plain = images.shape.size() == 2;
  const auto isChannels = [](std::int64_t extent) { return extent == 1 || extent == 3; };
  images.last = images.shape.size() == 3 && isChannels(images.shape[2]) && !isChannels(images.shape[0]);
  if (images.last) images.shape = {images.shape[2], images.shape[0], images.shape[1]};
  if (images.plain || (images.shape.size() == 3 && isChannels(images.shape[0]))) return images;
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The rows of {} are no images: they have not the axes height and width, and 1 or 3 channels.",
                          parts[0].targetName),
              "Choose another target.");
}

ImportDecision decisionAboutQuantities(const std::vector<ArrayPart>& parts) {
  const NumberArray& targets = *parts[0].target;
  const std::int64_t width = targets.rowSize();
  const std::size_t axes = targets.shape().size();
  const bool planes = axes > 2 && areMasks(*parts[0].input, targets);
  const bool pixels = planes || (axes == 4 && imagesOfTargets(parts).ok());
  ImportDecision decision{"the targets",
                          fmt::format("{} quantities", width),
                          fmt::format("each sample has {} numbers", width),
                          {"target=numbers", "target=images", "targets=NAME"},
                          targets.isReal() && !pixels};
  if (axes <= 2) decision.alternatives.erase(decision.alternatives.begin() + 1);
  if (!targets.isReal())
    decision.because = fmt::format("each sample has {} whole numbers, which may be classes of {} kinds", width, width);
  else if (pixels)
    decision.because = fmt::format("each sample has {} numbers, which may be the pixels of an image", width);
  return decision;
}

}  // namespace fovea
