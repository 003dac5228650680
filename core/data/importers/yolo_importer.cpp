// Imports YOLO: one text file per image with lines "class centre-x centre-y width height", as fractions of the image;
// outlines and rotated boxes (pairs of fractions) become boxes around them, or masks, and key points behind a box are
// left out.
// The names of classes come from data.yaml, classes.txt, obj.names or _darknet.labels.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "core/data/importers/box_text.h"
#include "core/data/importers/library.h"
#include "core/data/importers/outline_shapes.h"
#include "core/data/importers/rotated_boxes.h"
#include "core/data/importers/split_names.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importers/yolo_yaml.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMaximumClass = 10'000;
constexpr std::uint64_t kMaximumYaml = std::uint64_t{1} << 20;
constexpr std::size_t kFourCorners = 8;  // numbers of a rotated box
constexpr std::size_t kMostBeside = 100'000;
constexpr const char* kWhat = "annotation of YOLO";

struct YoloOptions : BoxTextOptions {
  std::string use = "boxes";
};

const TypedSchema<YoloOptions>& yoloSchema() {
  static const auto schema = withBoxTextOptions(TypedSchema<YoloOptions>().field(
      &YoloOptions::use, {.name = "use",
                          .title = "Use",
                          .help = "What is taken from boxes and outlines.",
                          .choices = {{"boxes", "Boxes, around outlines too"}, {"masks", "Masks"}}}));
  return schema;
}

// The facts about classes and splits besides the labels.
struct YoloFacts {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, Split>> folders;  // relative to the root
  std::unordered_map<std::string, Split> files;        // relative to the root
  std::string remark;
  std::int64_t keyPointNumbers = 0;  // behind the box of each object
};

// Returns "train/images" for "../train/images" or "/content/x/train/images" if the root contains it.
std::string belowRoot(const fs::path& root, std::string_view path) {
  const auto parts = splitList(path, '/');
  for (std::size_t first = 0; first < parts.size(); ++first) {
    fs::path tail;
    for (std::size_t i = first; i < parts.size(); ++i)
      if (parts[i] != "." && parts[i] != "..") tail /= parts[i];
    std::error_code code;
    if (!tail.empty() && fs::exists(root / tail, code)) return tail.string();
  }
  return {};
}

void addSplits(const fs::path& root, const YoloYaml& yaml, YoloFacts& facts) {
  for (const auto& [split, places] : yaml.folders)
    for (const std::string& place : places) {
      const std::string below = belowRoot(root, place);
      std::error_code code;
      if (below.empty()) continue;
      if (fs::is_directory(root / below, code)) {
        facts.folders.emplace_back(below, split);
        continue;
      }
      const auto text = readTextFile(root / below, kMaximumTextFile);
      if (!text.ok() || endingOf(below) != ".txt") continue;
      TextLines lines(*text);
      while (const auto line = lines.nextFilled()) {
        std::string_view file = *line;
        while (file.starts_with("./") || file.starts_with("../")) file.remove_prefix(file.find('/') + 1);
        facts.files.emplace(file, split);
      }
    }
}

// Returns the YAML files in a folder, those with the usual names first.
Result<std::vector<std::string>> yamlFiles(const fs::path& root, Look look) {
  FOVEA_TRY(const FolderEntries entries, listFolder(root, look.scan, kMostBeside));
  std::vector<std::string> found;
  for (const std::string& name : entries.files)
    if (endingOf(name) == ".yaml" || endingOf(name) == ".yml") found.push_back(name);
  std::stable_partition(found.begin(), found.end(), [](const std::string& name) {
    return name == "data.yaml" || name == "data.yml" || name == "dataset.yaml";
  });
  return found;
}

Result<YoloFacts> factsOf(const fs::path& root, Look look) {
  std::error_code code;
  YoloFacts facts;
  if (!fs::is_directory(root, code)) return facts;
  FOVEA_TRY(const auto yamls, yamlFiles(root, look));
  for (const std::string& name : yamls) {
    FOVEA_TRY(const std::string text, readTextFile(root / name, kMaximumYaml));
    auto yaml = readYoloYaml(text);
    if (!yaml.ok()) return yaml.error().within(displayName((root / name).string()));
    if (yaml->names.empty()) continue;
    addSplits(root, *yaml, facts);
    if (yaml->count >= 0 && yaml->count != std::ssize(yaml->names))
      facts.remark =
          fmt::format("{} says that there are {} classes, and names {}.", name, yaml->count, yaml->names.size());
    facts.names = std::move(yaml->names);
    facts.keyPointNumbers = yaml->keyPointNumbers;
    return facts;
  }
  for (const char* name : {"classes.txt", "obj.names", "labels/classes.txt", "names.txt"})
    if (fs::is_regular_file(root / name, code)) {
      FOVEA_TRY(facts.names, readNames(root / name));
      return facts;
    }
  FOVEA_TRY(facts.names, namesOfSplits(root, {"_darknet.labels", "classes.txt"}, readNames, look));
  return facts;
}

// Returns the split in data.yaml; nothing if it has none.
std::optional<Split> splitOf(const YoloFacts& facts, const std::string& relative) {
  if (const auto file = facts.files.find(relative); file != facts.files.end()) return file->second;
  for (const auto& [folder, split] : facts.folders)
    if (relative.size() > folder.size() && relative.starts_with(folder) && relative[folder.size()] == '/') return split;
  return std::nullopt;
}

// Returns the numbers after the class: four, five with a confidence, or the corners of an outline.
Result<std::vector<float>> sharesOf(const std::vector<std::string_view>& words) {
  if (words.size() < 5)
    return fail(ErrorCode::Corrupt, fmt::format("5 numbers were expected and {} found", words.size()));
  std::vector<float> shares;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto number = realNumber(words[i]);
    if (!number || *number < -100 || *number > 100)
      return fail(ErrorCode::Corrupt,
                  fmt::format("\"{}\" is no share of the image", displayName(words[i].substr(0, 40))));
    shares.push_back(static_cast<float>(*number));
  }
  return shares;
}

// Returns true for numbers of key points behind a box: as many as data.yaml says, or threes of a place and of 0, 1 or 2
// for its visibility, where they can be no outline.
bool holdKeyPoints(std::span<const float> shares, std::int64_t numbers) {
  if (numbers > 0) return std::ssize(shares) == 4 + numbers;
  if (shares.size() < 7 || shares.size() % 2 == 0 || (shares.size() - 4) % 3 != 0) return false;
  for (std::size_t i = 6; i < shares.size(); i += 3)
    if (shares[i] != 0 && shares[i] != 1 && shares[i] != 2) return false;
  return true;
}

Box boxOf(std::span<const float> shares, std::int32_t label) {
  if (shares.size() <= 5)
    return {shares[0] - shares[2] / 2, shares[1] - shares[3] / 2, shares[0] + shares[2] / 2, shares[1] + shares[3] / 2,
            label};
  return boxAround(shares, label);
}

// Counts the forms of lines. Lines of four corners are rotated boxes if no line is an outline of other points.
struct YoloShapes {
  RotatedBoxes rotated;
  std::int64_t outlines = 0;
  std::int64_t keyPoints = 0;  // objects that have some

  void count(std::span<const float> shares) {
    if (shares.size() == kFourCorners)
      rotated.count(shares);
    else
      outlines += shares.size() > kFourCorners || shares.size() == 6;
  }
  void tell(bool masks, DetectionSource& source) const {
    if (outlines == 0 && !masks) rotated.tell(source);
    if (outlines > 0 && !masks)
      source.addDecision({"the outlines",
                          "boxes around them",
                          fmt::format("{} have one", counted(outlines + rotated.size(), "object")),
                          {"use=masks"}});
    if (keyPoints > 0)
      source.addDecision(
          {"the key points",
           "left out",
           fmt::format("{} have some behind their boxes, and Fovea has no task for them", counted(keyPoints, "object")),
           {}});
  }
};

bool isYoloLine(const std::vector<std::string_view>& words) {
  if (words.size() < 5 || !wholeNumber(words[0])) return false;
  std::vector<float> shares;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto share = realNumber(words[i]);
    if (i < 5 && (!share || *share < -1 || *share > 2)) return false;
    shares.push_back(static_cast<float>(share.value_or(-1)));
  }
  return words.size() <= 6 || words.size() % 2 == 1 || holdKeyPoints(shares, 0);
}

// Collects the outlines of one image after the other for masks.
class YoloMasks {
 public:
  YoloMasks(OutlineSource& source, const std::vector<std::string>& names) : source_(source), names_(names) {}

  void begin(const std::string& image, std::optional<Split> split) {
    end();
    image_ = image;
    split_ = split;
  }
  // Adds an outline, or the corners of a box.
  Status add(std::span<const float> shares, std::int64_t label, const std::string& file) {
    if (!names_.empty() && label >= std::ssize(names_))
      return fail(ErrorCode::Corrupt, fmt::format("there is no class {}", label));
    ObjectArea area;
    area.label = names_.empty() ? std::to_string(label) : names_[static_cast<std::size_t>(label)];
    area.outline.assign(shares.begin(), shares.end());
    if (shares.size() <= 5) {
      const Box box = boxOf(shares, 0);
      area.outline = outlineOfBox(box.left, box.top, box.right, box.bottom);
    }
    areas_.push_back(std::move(area));
    place_ = file;
    return {};
  }
  void end() {
    if (!image_.empty()) source_.add(std::move(areas_), image_, split_, {}, place_);
    image_.clear();
    areas_.clear();
  }

 private:
  OutlineSource& source_;
  const std::vector<std::string>& names_;
  std::string image_, place_;
  std::optional<Split> split_;
  std::vector<ObjectArea> areas_;
};

class YoloImporter : public ListImporter {
 public:
  std::string name() const override { return "yolo"; }
  std::string title() const override { return "Boxes of YOLO (text)"; }
  Schema options() const override { return yoloSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    const YoloOptions options = yoloSchema().read(values);
    const bool masks = options.use == "masks";
    auto source = std::make_unique<OutlineSource>(root, options, masks, DetectionSource::Unit::Shares);
    auto facts = factsOf(root, look);
    // A YAML file that is not YOLO's must not prevent other importers from being asked.
    const BoxTextFormat lines{.isLine = isYoloLine, .addLine = {}, .what = kWhat, .splitOf = {}, .ignoredFolders = {}};
    if (!facts.ok() && look == Look::Quick && !looksLikeBoxTexts(root, lines, look)) return nothingFound(kWhat, root);
    FOVEA_CHECK(facts.ok() ? Status() : Status(facts.error()));
    const bool named = !facts->names.empty();
    if (!masks) source->nameClasses(facts->names);
    YoloMasks outlines(*source, facts->names);
    if (!facts->remark.empty()) source->addRemark(facts->remark);
    YoloShapes shapes;
    const std::int64_t keyPointNumbers = facts->keyPointNumbers;
    const auto addLine = [named, masks, keyPointNumbers, &shapes, &outlines](
                             const std::vector<std::string_view>& words, DetectionSource& into, const std::string& file,
                             std::int64_t line) -> Status {
      const auto label = words.empty() ? std::nullopt : wholeNumber(words[0]);
      if (!label || *label < 0 || *label >= kMaximumClass)
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no class", displayName(words[0].substr(0, 40))));
      FOVEA_TRY(const auto numbers, sharesOf(words));
      const bool keyPoints = holdKeyPoints(numbers, keyPointNumbers);
      const auto shares = std::span(numbers).first(keyPoints ? 4 : numbers.size());
      shapes.keyPoints += keyPoints;
      shapes.count(shares);
      if (masks) return outlines.add(shares, *label, file);
      while (!named && std::ssize(into.classes()) <= *label)
        FOVEA_CHECK(into.labelNamed(std::to_string(into.classes().size())));
      into.addBox(boxOf(shares, static_cast<std::int32_t>(*label)), file, line);
      return {};
    };
    const auto beginImage = [&outlines](const std::string& image, std::optional<Split> split) {
      outlines.begin(image, split);
    };
    using BeginImage = std::function<void(const std::string&, std::optional<Split>)>;
    FOVEA_CHECK(readBoxTexts(root,
                             {.isLine = isYoloLine,
                              .addLine = addLine,
                              .what = kWhat,
                              .addImage = masks ? BeginImage(beginImage) : BeginImage(),
                              .splitOf = [&](const std::string& relative) { return splitOf(*facts, relative); },
                              .keepUnlabelled = options.unlabelledFolders == "keep",
                              .ignoredFolders = {}},
                             look, *source));
    outlines.end();
    if (masks) FOVEA_CHECK(source->finishClasses());
    shapes.tell(masks, *source);
    if (!named) source->addRemark("There is no data.yaml or classes.txt: numbers stand for the classes.");
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> yoloImporter() {
  return std::make_shared<YoloImporter>();
}

}  // namespace fovea
