#include "core/data/importers/named_pictures.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kValuesJudged = 200;

std::string_view lastPart(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

// Returns how many folders before the last part of two paths are the same, counted from the end, and one for that part.
std::size_t partsInCommon(std::string_view a, std::string_view b) {
  const auto dropLast = [](std::string_view& path) {
    const std::string_view last = lastPart(path);
    path = path.substr(0, path.size() - std::min(path.size(), last.size() + 1));
    return last;
  };
  dropLast(a);
  dropLast(b);
  std::size_t count = 1;
  for (; !a.empty() && !b.empty(); ++count)
    if (dropLast(a) != dropLast(b)) break;
  return count;
}

}  // namespace

Result<std::shared_ptr<const NamedPictures>> NamedPictures::of(const fs::path& root, const WalkLimits& limits,
                                                               const SourceScan& scan) {
  const auto isPicture = [](std::string_view name) { return fileKindOf(name) == FileKind::Image; };
  FOVEA_TRY(FoundFiles found, findFiles(root, isPicture, scan, limits));
  if (found.files.empty()) return std::shared_ptr<const NamedPictures>();
  auto pictures = std::shared_ptr<NamedPictures>(new NamedPictures);
  pictures->root_ = root;
  pictures->files_ = std::move(found.files);
  for (std::size_t i = 0; i < pictures->files_.size(); ++i)
    pictures->places_[stemOf(pictures->files_.name(i))].push_back(static_cast<std::uint32_t>(i));
  return std::shared_ptr<const NamedPictures>(std::move(pictures));
}

Result<std::string> NamedPictures::find(std::string_view name, std::optional<Split> split) const {
  const std::string_view last = lastPart(name);
  const bool ended = fileKindOf(last) == FileKind::Image;
  const auto found = places_.find(ended ? stemOf(last) : last);
  std::vector<std::string> fitting;
  if (found != places_.end())
    for (const std::uint32_t place : found->second)
      if (!ended || lowerCase(files_.name(place)) == lowerCase(last)) fitting.push_back(files_.relative(place));
  const auto narrow = [&](auto fits) {
    if (fitting.size() < 2 || std::none_of(fitting.begin(), fitting.end(), fits)) return;
    std::erase_if(fitting, [&](const std::string& path) { return !fits(path); });
  };
  std::size_t longest = 1;
  for (const std::string& path : fitting) longest = std::max(longest, partsInCommon(path, name));
  narrow([&](const std::string& path) { return longest > 1 && partsInCommon(path, name) == longest; });
  narrow([&](const std::string& path) { return split && splitOfFolders(path) == split; });
  if (fitting.empty())
    return fail(ErrorCode::NotFound, fmt::format("there is no picture {}", displayName(name.substr(0, 80))));
  if (fitting.size() > 1)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} pictures are called {}", fitting.size(), displayName(name.substr(0, 80))));
  return fitting[0];
}

bool NamedPictures::areIn(const ColumnLook& column, std::optional<Split> split) const {
  const std::size_t count = std::min(column.values.size(), kValuesJudged);
  std::size_t there = 0;
  for (std::size_t i = 0; i < count; ++i) there += find(column.values[i], split).ok();
  return there * 2 > count;
}

}  // namespace fovea
