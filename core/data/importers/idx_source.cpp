#include "core/data/importers/idx_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace fovea {
namespace fs = std::filesystem;

namespace {

Result<OpenIdxPair> openPair(const IdxPair& files) {
  OpenIdxPair pair;
  pair.files = files;
  FOVEA_TRY(pair.images, IdxFile::open(files.images, IdxContent::Images));
  FOVEA_TRY(const auto labels, IdxFile::open(files.labels, IdxContent::Labels));
  if (labels->count() != pair.images->count())
    return fail(ErrorCode::Corrupt,
                fmt::format("{} holds {} images and {} holds {} labels.", files.images.string(), pair.images->count(),
                            files.labels.string(), labels->count()),
                "They do not belong together: one of them is damaged or has a wrong name.");
  pair.labels.resize(static_cast<std::size_t>(labels->count()));
  FOVEA_CHECK(labels->read(labels->count(), pair.labels.data()));
  FOVEA_CHECK(labels->expectEnd());
  return pair;
}

bool isFashion(const fs::path& source) {
  std::error_code code;
  std::string text = fs::absolute(source, code).string();
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text.find("fashion") != std::string::npos;
}

int highestLabel(const std::vector<OpenIdxPair>& pairs) {
  int highest = 0;
  for (const OpenIdxPair& pair : pairs)
    highest = std::max<int>(highest, *std::max_element(pair.labels.begin(), pair.labels.end()));
  return highest;
}

}  // namespace

Result<std::vector<OpenIdxPair>> openIdxPairs(const fs::path& source) {
  FOVEA_TRY(const auto found, findIdxPairs(source));
  std::vector<OpenIdxPair> pairs;
  for (const IdxPair& files : found) {
    FOVEA_TRY(OpenIdxPair pair, openPair(files));
    if (pair.images->count() == 0)
      return fail(ErrorCode::Corrupt, files.images.string() + " holds no image.", "Fetch the file again.");
    if (!pairs.empty() &&
        (pairs[0].images->height() != pair.images->height() || pairs[0].images->width() != pair.images->width()))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} holds images of {}×{} and {} of {}×{}.", pairs[0].files.images.string(),
                              pairs[0].images->height(), pairs[0].images->width(), files.images.string(),
                              pair.images->height(), pair.images->width()),
                  "All images of a data set have one size: import the files one by one.");
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::string idxDatasetName(const fs::path& source) {
  if (isFashion(source)) return "Fashion-MNIST";
  std::error_code code;
  fs::path place = fs::absolute(source, code).lexically_normal();
  if (!fs::is_directory(place, code) || !place.has_filename()) place = place.parent_path();
  return place.filename().string();
}

std::vector<std::string> defaultIdxClasses(const std::vector<OpenIdxPair>& pairs, const fs::path& source) {
  if (isFashion(source))
    return {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"};
  std::vector<std::string> classes;
  for (int label = 0; label <= highestLabel(pairs); ++label) classes.push_back(std::to_string(label));
  return classes;
}

Result<std::vector<std::string>> chosenIdxClasses(const std::vector<OpenIdxPair>& pairs, const fs::path& source,
                                                  const std::string& names) {
  std::vector<std::string> classes;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string_view item = std::string_view(names).substr(begin, end - begin);
    const std::size_t first = item.find_first_not_of(' ');
    if (first != std::string_view::npos)
      classes.emplace_back(item.substr(first, item.find_last_not_of(' ') + 1 - first));
    begin = end + 1;
  }
  if (classes.empty()) return defaultIdxClasses(pairs, source);
  const int needed = highestLabel(pairs) + 1;
  if (static_cast<int>(classes.size()) >= needed) return classes;
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} class names were given, and the labels go up to {}.", classes.size(), needed - 1),
              fmt::format("Give {} names, or none.", needed));
}

}  // namespace fovea
