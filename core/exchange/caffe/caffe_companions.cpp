#include "core/exchange/caffe/caffe_companions.h"

#include "core/base/file.h"
#include "core/base/utf8.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 10'000;  // of a folder that is looked through
constexpr std::uint64_t kMostLabelBytes = 1 << 20;

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
  // Texts name files as seen from where `caffe` was started, most often some folders up.
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

std::vector<std::string> readCaffeLabels(const fs::path& path) {
  const auto text = readFile(path, kMostLabelBytes);
  if (!text.ok() || !isUtf8(*text)) return {};
  std::vector<std::string> labels;
  for (std::size_t at = 0; at < text->size();) {
    const std::size_t end = std::min(text->find('\n', at), text->size());
    std::string line = text->substr(at, end - at);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    labels.push_back(std::move(line));
    at = end + 1;
  }
  while (!labels.empty() && labels.back().empty()) labels.pop_back();
  return labels;
}

}  // namespace fovea
