#include "core/data/store/data_fingerprint.h"

#include <fmt/format.h>

#include <span>
#include <vector>

#include "core/data/store/content_hash.h"
#include "core/data/store/dataset.h"

namespace fovea {
namespace {

// The splits that a run uses; their order is part of the fingerprint.
constexpr Split kSeen[] = {Split::Train, Split::Validation};

template <class T>
std::string hashWords(const std::vector<T>& values) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
  return contentHash({bytes, values.size() * sizeof(T)}).toString();
}

std::string editWords(std::int64_t edits) {
  return edits == 0 ? "none" : std::to_string(edits);
}

}  // namespace

Result<DataFingerprint> fingerprintOf(const Dataset& data) {
  DataFingerprint print;
  print.training = data.size(Split::Train);
  print.validation = data.size(Split::Validation);
  print.edits = data.journal().corrections();
  FOVEA_TRY(const std::vector<ContentHash> hashes, data.hashes());
  FOVEA_TRY(const std::vector<ContentHash> targetHashes, data.targetHashes());
  std::vector<ContentHash> contents;
  std::vector<ContentHash> targets;
  std::vector<std::int32_t> labels;
  for (const Split split : kSeen)
    for (const std::uint32_t record : data.records(split)) {
      contents.push_back(record < hashes.size() ? hashes[record] : ContentHash{0, record});
      if (record < targetHashes.size()) targets.push_back(targetHashes[record]);
      const std::span<const std::int32_t> classes = data.classesOf(record);
      // The count separates the classes of adjacent samples.
      labels.push_back(static_cast<std::int32_t>(classes.size()));
      labels.insert(labels.end(), classes.begin(), classes.end());
    }
  print.contents = hashWords(contents);
  print.labels = hashWords(labels);
  if (!targets.empty()) print.targets = hashWords(targets);
  return print;
}

std::string differenceWords(const DataFingerprint& before, const DataFingerprint& now) {
  std::string words;
  if (before.training != now.training || before.validation != now.validation)
    words = fmt::format("it has {} samples to train and {} to validate, where the run had {} samples and {}",
                        now.training, now.validation, before.training, before.validation);
  else if (before.contents != now.contents)
    words = "as many samples are there, but they are not those that the run began with, or not in the same splits";
  else if (before.labels != now.labels)
    words = "its samples are the same, but some have other labels";
  else if (!before.targets.empty() && before.targets != now.targets)
    words = "its samples are the same, but some have other targets (boxes, masks, numbers or texts)";
  if (!words.empty() && before.edits != now.edits)
    words += fmt::format("; edits in force: {} then, {} now", editWords(before.edits), editWords(now.edits));
  return words;
}

}  // namespace fovea
