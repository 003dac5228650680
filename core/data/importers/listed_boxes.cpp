#include "core/data/importers/listed_boxes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/stem_index.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFoldersNearRoot = 64;
constexpr std::size_t kMostListsOfFolder = 64;
constexpr std::size_t kQuickListedImages = 5'000;

}  // namespace

FilesNearRoot filesNearRoot(const fs::path& source, std::string_view ending,
                            const std::function<bool(const fs::path& file)>& wanted, Look look) {
  std::error_code code;
  FilesNearRoot found;
  if (!fs::is_directory(source, code)) {
    const fs::path file = fs::absolute(source, code);
    found.root = file.parent_path();
    if (endingOf(file.filename().string()) == ending && wanted(file)) found.files.push_back(file.filename().string());
    return found;
  }
  found.root = source;
  const auto lookInto = [&](const std::string& folder, const std::vector<std::string>& names) {
    std::vector<std::string> here;
    for (const std::string& name : names)
      if (endingOf(name) == ending) here.push_back((fs::path(folder) / name).string());
    if (here.size() > kMostListsOfFolder) return;
    for (std::string& file : here)
      if (wanted(source / file)) found.files.push_back(std::move(file));
  };
  const auto top = listFolder(source, look.scan);
  if (!top.ok()) return found;
  lookInto("", top->files);
  if (top->folders.size() > kMostFoldersNearRoot) return found;
  for (const std::string& name : top->folders)
    if (const auto below = listFolder(source / name, look.scan); below.ok()) lookInto(name, below->files);
  return found;
}

Result<ListedBoxes> ListedBoxes::of(const fs::path& root, Look look, DetectionSource& source) {
  ListedBoxes boxes(root, look, source);
  if (look == Look::Whole) source.measureImages();
  FOVEA_TRY(boxes.pictures_, NamedPictures::of(root, look == Look::Quick ? kLookLimits : WalkLimits{}, look.scan));
  return boxes;
}

void ListedBoxes::open(const std::string& list) {
  const fs::path path(list);
  list_ = list;
  folder_ = path.parent_path().string();
  place_ = absoluteText(root_ / list);
  split_ = splitOfPath(folder_);
  if (!split_) split_ = splitInName(stemOf(path.filename().string()));
}

Result<std::string> ListedBoxes::find(const std::string& image) const {
  const fs::path direct = (fs::path(folder_) / image).lexically_normal();
  std::error_code code;
  const bool below = direct.is_relative() && !direct.empty() && *direct.begin() != "..";
  if (below && fs::is_regular_file(root_ / direct, code)) return direct.string();
  if (!pictures_) return nothingFound("image", root_);
  return pictures_->find(folder_.empty() ? image : folder_ + "/" + image, split_);
}

bool ListedBoxes::begin(std::string_view image, std::int64_t line) {
  std::string name(image);
  std::replace(name.begin(), name.end(), '\\', '/');
  const auto path = find(name);
  if (!path.ok() && path.error().code == ErrorCode::InvalidArgument)  // several are called so
    source_.addProblem(place_, line, path.error().message);
  else if (!path.ok())
    source_.addProblem(place_, line, fmt::format("there is no image {}", displayName(name.substr(0, 200))));
  else if (!named_.insert(*path).second)
    source_.addProblem(place_, line, fmt::format("the image {} is named a second time", displayName(*path)));
  else
    return source_.addImage(*path, split_ ? split_ : splitOfPath(fs::path(*path).parent_path().string())), true;
  return false;
}

bool ListedBoxes::enough() const {
  if (look_ == Look::Whole || named_.size() < kQuickListedImages) return false;
  source_.setIncomplete();
  return true;
}

Status ListedBoxes::finish() {
  source_.finish();
  if (named_.empty())
    return fail(ErrorCode::NotFound, fmt::format("None of the images that {} names is there.", displayName(place_)),
                "Put the images beside the file, or import the folder that holds both.");
  const std::size_t all = pictures_ ? pictures_->size() : 0;
  if (source_.complete() && all > named_.size())
    source_.addDecision({"the images that no file of boxes names",
                         fmt::format("left out, {}", counted(static_cast<std::int64_t>(all - named_.size()), "image")),
                         "nothing says what is on them",
                         {}});
  return {};
}

}  // namespace fovea
