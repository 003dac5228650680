#include "core/data/importers/idx_pairs.h"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>

namespace fovea {
namespace fs = std::filesystem;

namespace {

// "train-images-idx3-ubyte.gz" is the prefix "train-", images, '-' before "idx3" (some copies have '.') and ".gz".
struct IdxName {
  std::string prefix;
  bool images = false;
};

std::optional<IdxName> parseName(const std::string& file) {
  for (const bool images : {true, false}) {
    const std::string middle = images ? "images" : "labels";
    const std::string rank = images ? "idx3" : "idx1";
    for (const char* separator : {"-", "."}) {
      const std::string tail = middle + separator + rank + "-ubyte";
      for (const char* end : {"", ".gz"})
        if (file.ends_with(tail + end))
          return IdxName{file.substr(0, file.size() - tail.size() - std::string(end).size()), images};
    }
  }
  return std::nullopt;
}

// "emnist-letters-train-" consists of the name of a set and the split.
struct SetPrefix {
  std::string set;    // "emnist-letters-"; empty for MNIST itself
  std::string split;  // "train-", "test-", "t10k-" or nothing
};

SetPrefix setPrefixOf(const std::string& prefix) {
  for (const char* split : {"train-", "t10k-", "test-"})
    if (prefix.ends_with(split)) return {prefix.substr(0, prefix.size() - std::string_view(split).size()), split};
  return {prefix, ""};
}

std::vector<std::string> namesOf(const std::string& prefix, bool images) {
  const std::string middle = prefix + (images ? "images" : "labels");
  const std::string end = std::string(images ? "idx3" : "idx1") + "-ubyte";
  return {middle + "-" + end, middle + "-" + end + ".gz", middle + "." + end, middle + "." + end + ".gz"};
}

std::optional<fs::path> findFile(const fs::path& folder, const std::string& prefix, bool images) {
  std::error_code code;
  for (const std::string& name : namesOf(prefix, images))
    if (fs::is_regular_file(folder / name, code)) return folder / name;
  return std::nullopt;
}

Error missingPart(const fs::path& present, const std::string& prefix, bool images) {
  const std::string wanted = namesOf(prefix, images).front();
  return fail(ErrorCode::NotFound,
              std::string(images ? "The images" : "The labels") + " of " + present.filename().string() +
                  " are missing: there is no " + wanted + " or " + wanted + ".gz in " + present.parent_path().string() +
                  ".",
              "Put the missing file beside it.");
}

// Finds the pair with a prefix: nothing, both files, or an error that names the missing one.
Result<std::optional<IdxPair>> findPair(const fs::path& folder, const std::string& prefix) {
  const auto images = findFile(folder, prefix, true);
  const auto labels = findFile(folder, prefix, false);
  if (!images && !labels) return std::optional<IdxPair>();
  if (!labels) return missingPart(*images, prefix, false);
  if (!images) return missingPart(*labels, prefix, true);
  const SetPrefix name = setPrefixOf(prefix);
  const bool test =
      name.split == "t10k-" || name.split == "test-" || prefix.starts_with("t10k") || prefix.starts_with("test");
  return std::optional<IdxPair>(IdxPair{*images, *labels, test});
}

Error nothingHere(const fs::path& source) {
  return fail(ErrorCode::Unsupported, "No IDX files were found in " + source.string() + ".",
              "Expected are files like train-images-idx3-ubyte and train-labels-idx1-ubyte, plain or .gz.");
}

Result<std::vector<std::string>> prefixesIn(const fs::path& folder) {
  std::vector<std::string> prefixes;
  std::error_code code;
  fs::directory_iterator entry(folder, code);
  for (const fs::directory_iterator end; !code && entry != end; entry.increment(code))
    if (const auto name = parseName(entry->path().filename().string())) prefixes.push_back(name->prefix);
  if (code) return systemError(code.value(), "Cannot look into " + folder.string());
  std::sort(prefixes.begin(), prefixes.end());
  prefixes.erase(std::unique(prefixes.begin(), prefixes.end()), prefixes.end());
  return prefixes;
}

// Finds the training pair and the test pair of a set, as far as they exist.
Result<std::vector<IdxPair>> pairsOfSet(const fs::path& folder, const std::string& set) {
  std::vector<IdxPair> pairs;
  for (const char* split : {"train-", "t10k-", "test-"}) {
    FOVEA_TRY(const auto pair, findPair(folder, set + split));
    if (pair && (pairs.empty() || !pairs.back().test)) pairs.push_back(*pair);
  }
  return pairs;
}

}  // namespace

Result<std::vector<IdxPair>> findIdxPairs(const fs::path& source) {
  std::error_code code;
  if (!fs::is_directory(source, code)) {
    if (code) return systemError(code.value(), "Cannot open " + source.string());
    const auto name = parseName(source.filename().string());
    if (!name) return nothingHere(source);
    const SetPrefix set = setPrefixOf(name->prefix);
    if (!set.set.empty() && set.split == "train-") return pairsOfSet(source.parent_path(), set.set);
    FOVEA_TRY(const auto pair, findPair(source.parent_path(), name->prefix));
    if (!pair) return nothingHere(source);
    return std::vector<IdxPair>{*pair};
  }
  FOVEA_TRY(const auto pairs, pairsOfSet(source, ""));
  if (!pairs.empty()) return pairs;
  FOVEA_TRY(const auto prefixes, prefixesIn(source));
  if (prefixes.empty()) return nothingHere(source);
  const std::string set = setPrefixOf(prefixes.front()).set;
  const auto other = std::find_if(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
    return setPrefixOf(prefix).set != set || setPrefixOf(prefix).split.empty();
  });
  if (prefixes.size() > 1 && other == prefixes.end()) return pairsOfSet(source, set);
  if (prefixes.size() > 1)
    return fail(ErrorCode::InvalidArgument,
                source.string() + " holds several sets of IDX files (" + prefixes[0] + "…, " +
                    (other == prefixes.begin() ? prefixes[1] : *other) + "…).",
                "Choose one of the image files instead of the folder.");
  FOVEA_TRY(const auto only, findPair(source, prefixes.front()));
  return std::vector<IdxPair>{*only};
}

}  // namespace fovea
