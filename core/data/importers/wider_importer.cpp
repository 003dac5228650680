// Imports WIDER FACE (Yang et al. 2016): one list per split, with the name of an image, its number of faces, and a line
// per face: left, top, width, height, and six marks, of which the fourth is 1 if the box is invalid.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/detection_source.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_boxes.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kListEnding = "_bbx_gt.txt";
constexpr std::uint64_t kMaximumFaceList = std::uint64_t{1} << 30;
constexpr std::size_t kQuickFaceImages = 5'000;
constexpr std::size_t kInvalidMark = 7;
constexpr std::int64_t kFewestFaceNumbers = 4;

struct FaceOptions : DetectionOptions {
  bool invalid = false;
};

const TypedSchema<FaceOptions>& faceSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<FaceOptions>().field(
      &FaceOptions::invalid, {.name = "invalid",
                              .title = "Invalid boxes",
                              .help = "Whether boxes that the list marks as invalid are faces, too."}));
  return schema;
}

struct FaceList {
  fs::path path;
  std::string name;  // the split: "train" for "wider_face_train_bbx_gt.txt"
};

std::vector<FaceList> faceLists(const fs::path& root, Look look) {
  std::vector<FaceList> lists;
  std::error_code code;
  if (!fs::is_directory(root, code)) return lists;
  const auto isList = [](const fs::path& file) { return file.string().ends_with(kListEnding); };
  for (const std::string& file : filesNearRoot(root, ".txt", isList, look).files) {
    const std::string stem = file.substr(0, file.size() - kListEnding.size());
    lists.push_back({root / file, stem.substr(std::min(stem.size(), stem.rfind('_') + 1))});
  }
  return lists;
}

bool staysBelow(const std::string& relative) {
  const fs::path path = fs::path(relative).lexically_normal();
  return path.is_relative() && (path.empty() || *path.begin() != "..");
}

// Reads the lists one after the other.
class FaceReader {
 public:
  FaceReader(const fs::path& root, const FaceOptions& options, Look look, DetectionSource& source)
      : root_(root), options_(options), look_(look), source_(source) {}

  Status read(const FaceList& list) {
    FOVEA_TRY(const std::string text, readTextFile(list.path, kMaximumFaceList));
    const std::string file = list.path.lexically_relative(root_).string();
    split_ = splitOfName(list.name);
    base_.reset();
    list_ = &list;
    TextLines lines(text);
    std::int64_t announced = 0, seen = 0;
    bool open = false, counted = false;
    while (const auto line = lines.nextFilled()) {
      if (look_ == Look::Quick && static_cast<std::size_t>(source_.size()) >= kQuickFaceImages) {
        source_.setIncomplete();
        break;
      }
      if (fileKindOf(*line) == FileKind::Image) {
        FOVEA_CHECK(look_.check());
        if (counted && seen < announced) shortOf(file, lines.number(), announced, seen);
        open = begin(std::string(trimmed(*line)), file, lines.number());
        counted = false;
        seen = 0;
        continue;
      }
      if (!counted) {
        const auto count = wholeNumber(trimmed(*line));
        counted = count && *count >= 0;
        announced = counted ? *count : 0;
        if (!counted && open) source_.addProblem(file, lines.number(), "the number of faces was expected");
        continue;
      }
      // An image without faces has one line of zeros.
      if (++seen > announced) continue;
      if (open) addFace(*line, file, lines.number());
    }
    source_.finish();
    return {};
  }

  void tell() {
    if (invalid_ > 0)
      source_.addDecision({"the boxes that the lists mark as invalid",
                           fmt::format("left out, {}", grouped(invalid_)),
                           "their authors say that they are not to be counted",
                           {"invalid=true"}});
  }

 private:
  void shortOf(const std::string& file, std::int64_t line, std::int64_t announced, std::int64_t seen) {
    source_.addProblem(file, line, fmt::format("{} faces were announced before, and {} are there", announced, seen));
  }

  // Starts an image; returns whether it exists.
  bool begin(const std::string& name, const std::string& file, std::int64_t line) {
    if (!staysBelow(name)) {
      source_.addProblem(file, line, "the path of the image leaves its folder");
      return false;
    }
    if (!base_) base_ = findBase(name);
    std::error_code code;
    const std::string relative = base_->empty() ? name : *base_ + "/" + name;
    if (!fs::is_regular_file(root_ / relative, code)) {
      source_.addProblem(file, line, fmt::format("there is no image {}", displayName(relative)));
      return false;
    }
    source_.addImage(relative, split_);
    return true;
  }

  // Returns the folder of a list's images, relative to the root.
  std::string findBase(const std::string& name) const {
    std::error_code code;
    const std::string set = "WIDER_" + list_->name;
    for (const std::string& base : {set + "/images", set, set + "/" + set + "/images", std::string("images"),
                                    std::string(list_->name) + "/images", std::string(list_->name), std::string()})
      if (fs::is_regular_file(root_ / base / name, code)) return base;
    return set + "/images";
  }

  void addFace(std::string_view line, const std::string& file, std::int64_t number) {
    const auto words = wordsOf(line);
    std::array<float, 4> numbers{};
    bool fits = std::ssize(words) >= kFewestFaceNumbers;
    for (std::size_t i = 0; fits && i < numbers.size(); ++i) {
      const auto value = realNumber(words[i]);
      fits = value && *value > -1e6 && *value < 1e6;
      if (fits) numbers[i] = static_cast<float>(*value);
    }
    if (!fits) return source_.addProblem(file, number, "left, top, width and height of a face were expected");
    if (!options_.invalid && words.size() > kInvalidMark && words[kInvalidMark] == "1") {
      ++invalid_;
      return;
    }
    source_.addBox({numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3], 0}, file, number);
  }

  const fs::path root_;
  const FaceOptions& options_;
  const Look look_;
  DetectionSource& source_;
  const FaceList* list_ = nullptr;
  std::optional<Split> split_;
  std::optional<std::string> base_;
  std::int64_t invalid_ = 0;
};

class WiderImporter : public ListImporter {
 public:
  std::string name() const override { return "wider"; }
  std::string title() const override { return "Boxes of WIDER FACE"; }
  Schema options() const override { return faceSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const FaceOptions options = faceSchema().read(values);
    const auto lists = faceLists(path, look);
    if (lists.empty()) return nothingFound("list of faces as WIDER FACE has them", path);
    auto source = std::make_unique<DetectionSource>(path, path, DetectionSource::Unit::Pixels, options);
    source->nameClasses({"face"});
    if (look == Look::Whole) source->measureImages();
    FaceReader reader(path, options, look, *source);
    for (const FaceList& each : lists) FOVEA_CHECK(reader.read(each));
    if (source->size() == 0)
      return fail(ErrorCode::NotFound,
                  fmt::format("None of the images that {} names is there.", displayName(lists[0].path.string())),
                  "Put WIDER_train and WIDER_val beside the folder of the lists.");
    reader.tell();
    std::error_code code;
    if (fs::is_directory(path / "WIDER_test", code))
      source->addDecision({"the folder \"WIDER_test\"", "left out", "no list says what is on its images", {}});
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> widerImporter() {
  return std::make_shared<WiderImporter>();
}

}  // namespace fovea
