// Imports the original pictures of house numbers (SVHN, format 1; Netzer et al. 2011): train, test and extra, each a
// folder with 1.png, 2.png … and digitStruct.mat, which holds the boxes of the digits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/importers/detection_source.h"
#include "core/data/importers/digit_struct.h"
#include "core/data/importers/library.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kDigitsFile = "digitStruct.mat";
constexpr std::size_t kQuickHouses = 300;
constexpr double kZeroLabel = 10;
constexpr double kFarthestDigit = 1e6;

const TypedSchema<DetectionOptions>& svhnSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<DetectionOptions>());
  return schema;
}

// Returns the folders of a set, relative to the root; "." for the root itself.
Result<std::vector<std::string>> housesIn(const fs::path& root, Look look) {
  std::vector<std::string> folders;
  std::error_code code;
  if (fs::is_regular_file(root / kDigitsFile, code)) return std::vector<std::string>{"."};
  FOVEA_TRY(const FolderEntries entries, listFolder(root, look.scan));
  for (const std::string& folder : entries.folders) {
    // An archive may be unpacked into a folder of its own name.
    for (const std::string& place : {folder, folder + "/" + folder})
      if (fs::is_regular_file(root / place / kDigitsFile, code)) folders.push_back(place);
  }
  return folders;
}

class HouseReader {
 public:
  HouseReader(const fs::path& root, Look look, DetectionSource& source) : root_(root), look_(look), source_(source) {}

  Status read(const std::string& folder) {
    const std::string file = (fs::path(folder) / kDigitsFile).lexically_normal().string();
    FOVEA_TRY(const auto structs, DigitStructs::open(root_ / file));
    const fs::path place = fs::absolute(root_ / folder).lexically_normal();
    const auto split = splitInName((place.has_filename() ? place : place.parent_path()).filename().string());
    for (std::size_t i = 0; i < structs->size(); ++i) {
      if (i % 256 == 0) FOVEA_CHECK(look_.check());
      if (look_ == Look::Quick && i == kQuickHouses) {
        source_.setIncomplete();
        break;
      }
      const Status added = addHouse(*structs, i, folder, file, split);
      if (added.ok()) continue;
      if (added.error().code == ErrorCode::OutOfMemory) return added.error();
      source_.addProblem(file, static_cast<std::int64_t>(i) + 1, added.error().message);
    }
    source_.finish();
    return {};
  }

 private:
  Status addHouse(const DigitStructs& structs, std::size_t index, const std::string& folder, const std::string& file,
                  std::optional<Split> split) {
    FOVEA_TRY(const std::string name, structs.name(index));
    if (name.empty() || name == ".." || name.find('/') != std::string::npos)
      return fail(ErrorCode::Corrupt, "its name is none of a file in this folder");
    FOVEA_TRY(const auto boxes, structs.boxes(index));
    const std::string relative = (fs::path(folder) / name).lexically_normal().string();
    std::error_code code;
    if (!fs::is_regular_file(root_ / relative, code))
      return fail(ErrorCode::Corrupt, fmt::format("there is no image {}", displayName(relative)));
    source_.addImage(relative, split);
    for (const DigitBox& box : boxes) {
      const bool known = box.label >= 0 && box.label <= kZeroLabel && box.label == std::floor(box.label);
      const auto at = [](double value) {
        return static_cast<float>(std::clamp(value, -kFarthestDigit, kFarthestDigit));
      };
      // MATLAB counts pixels from 1.
      const float left = at(box.left - 1), top = at(box.top - 1);
      const auto digit = known ? static_cast<std::int32_t>(box.label) % static_cast<std::int32_t>(kZeroLabel) : -1;
      source_.addBox({left, top, left + at(box.width), top + at(box.height), digit}, file,
                     static_cast<std::int64_t>(index) + 1);
    }
    return {};
  }

  const fs::path root_;
  const Look look_;
  DetectionSource& source_;
};

class SvhnImporter : public ListImporter {
 public:
  std::string name() const override { return "svhn"; }
  std::string title() const override { return "Boxes of SVHN (digitStruct.mat)"; }
  Schema options() const override { return svhnSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const DetectionOptions options = svhnSchema().read(values);
    std::error_code code;
    fs::path root = path;
    if (!fs::is_directory(path, code)) {
      if (path.filename() != kDigitsFile) return nothingFound(kDigitsFile, path);
      root = fs::absolute(path, code).parent_path();
    }
    FOVEA_TRY(const auto folders, housesIn(root, look));
    if (folders.empty()) return nothingFound(kDigitsFile, path);
    auto source = std::make_unique<DetectionSource>(path, root, DetectionSource::Unit::Pixels, options);
    source->nameClasses({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
    HouseReader reader(root, look, *source);
    for (const std::string& folder : folders) FOVEA_CHECK(reader.read(folder));
    if (source->size() == 0)
      return fail(ErrorCode::NotFound, fmt::format("None of the images that {} names is there.", kDigitsFile),
                  "Put digitStruct.mat beside 1.png, 2.png and so on.");
    source->addDecision({"the boxes",
                         fmt::format("as {} says", kDigitsFile),
                         "it lies beside the images, as in SVHN",
                         {"kind=folder"}});
    source->addDecision({"the label 10", "the digit 0", "SVHN numbers the digits so", {}});
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> svhnImporter() {
  return std::make_shared<SvhnImporter>();
}

}  // namespace fovea
