#include "core/data/importers/unlabelled_images.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "core/data/importers/image_item.h"
#include "core/data/importers/transcript_names.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kImagesToMeasure = 20;
constexpr std::size_t kFewestToAskAbout = 4;
constexpr std::size_t kMostTails = 6;
constexpr std::size_t kMostNamesSplit = 20'000;

std::optional<ImportDecision> askAboutHalves(const fs::path& root, const FileList& files) {
  const std::size_t count = std::min(files.size(), kImagesToMeasure);
  if (count < kFewestToAskAbout) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = sizeOfImageFile(files.path(root, i * files.size() / count));
    if (!size.ok() || size->width != 2 * size->height) return std::nullopt;
  }
  return ImportDecision{"the halves of the images",
                        "parts of one image",
                        "all that were looked at are twice as wide as high, as images are that hold an input and its "
                        "target side by side (pix2pix)",
                        {"class_from=none", "kind=side_by_side"},
                        false};
}

// Asks about names of which what stands before the last number is there with each of a few endings.
std::optional<ImportDecision> askAboutTails(const FileList& files) {
  const std::size_t count = std::min(files.size(), kMostNamesSplit);
  std::map<std::string, std::set<std::string>> heads;  // the endings of each, by folder and number
  std::map<std::string, std::size_t> tails;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string stem(stemOf(files.name(i)));
    const std::size_t end = stem.find_last_of("0123456789") + 1;  // npos + 1 is 0
    if (end == 0) return std::nullopt;
    const std::string tail = stem.substr(end);
    if (tails[tail]++ == 0 && tails.size() > kMostTails) return std::nullopt;
    heads[files.folder(files.folderOf(i)) + "/" + stem.substr(0, end)].insert(tail);
  }
  const auto whole = std::ranges::count_if(heads, [&](const auto& each) { return each.second.size() == tails.size(); });
  if (tails.size() < 2 || heads.size() < kFewestToAskAbout || whole * 10 < std::ssize(heads) * 9) return std::nullopt;
  std::vector<std::string> shown;
  for (const auto& [tail, files_] : tails) shown.push_back(tail.empty() ? "…" : "…" + displayName(tail));
  return ImportDecision{fmt::format("the {} images of each number", tails.size()),
                        "images like the others",
                        fmt::format("each number is there with {}, so that one may be the mask, the target or another "
                                    "view of the other",
                                    fmt::join(shown, " and ")),
                        {"class_from=none"},
                        false};
}

}  // namespace

std::optional<ImportDecision> askAboutUnlabelled(const fs::path& root, const FileList& files) {
  if (auto halves = askAboutHalves(root, files)) return halves;
  if (auto texts = askAboutTextsInNames(root, files)) return texts;
  return askAboutTails(files);
}

}  // namespace fovea
