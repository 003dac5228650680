#include "core/exchange/caffe/caffe_companions.h"

#include <string>

namespace fovea {
namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 10'000;  // number of a folder's entries to examine

fs::path existing(const fs::path& path) {
  std::error_code code;
  return fs::is_regular_file(path, code) ? path : fs::path();
}

fs::path onlyCaffemodel(const fs::path& folder) {
  fs::path found;
  std::error_code code;
  int entries = 0;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    if (++entries > kMostEntries) return {};
    if (entry->path().extension() != ".caffemodel") continue;
    if (!found.empty()) return {};
    found = entry->path();
  }
  return existing(found);
}

// The first mean file that a data layer names; texts are no deeper than kDeepestText.
std::string namedMean(const TextMessage& message) {
  for (const TextField& field : message.fields) {
    if (field.name == "mean_file" && !field.value.empty()) return field.value;
    if (!field.message) continue;
    if (std::string name = namedMean(*field.message); !name.empty()) return name;
  }
  return {};
}

fs::path meanOf(const fs::path& folder, const std::string& stem, const std::string& named) {
  // Texts contain paths relative to the working directory of `caffe`, most often some folders up.
  if (!named.empty())
    if (const fs::path found = existing(folder / fs::path(named).filename()); !found.empty()) return found;
  if (const fs::path found = existing(folder / (stem + "_mean.binaryproto")); !found.empty()) return found;
  return existing(folder / "mean.binaryproto");
}

}  // namespace

CaffeCompanions companionsOf(const fs::path& path, const TextMessage& message) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string stem = path.stem().string();
  CaffeCompanions companions;
  companions.weights = existing(folder / (stem + ".caffemodel"));
  companions.ownName = !companions.weights.empty();
  if (!companions.ownName) companions.weights = onlyCaffemodel(folder);
  companions.mean = meanOf(folder, stem, namedMean(message));
  companions.labels = existing(folder / "labels.txt");
  return companions;
}

}  // namespace fovea
