// Imports the boxes that Keras and PyTorch versions of YOLO take from a list: a line for each image, with its path and
// then "left,top,right,bottom,class" for each box, in pixels. The names of the classes lie beside, one a line.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/data/files/stand_in.h"
#include "core/data/importers/library.h"
#include "core/data/importers/listed_boxes.h"
#include "core/data/importers/split_names.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kKerasStart = 64 << 10;
constexpr std::size_t kKerasLinesToJudge = 50;
constexpr std::size_t kMostKerasWords = 1'000'000;
constexpr std::int64_t kMaximumKerasClass = 10'000;
constexpr double kMostKerasPixels = 1e6;

const TypedSchema<DetectionOptions>& kerasSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<DetectionOptions>());
  return schema;
}

struct KerasLine {
  std::string_view image;
  std::vector<std::string_view> boxes;
};

// Divides a line after the last word with the ending of an image, as a path may hold blanks. Returns nothing if there
// is none, or if the line holds more than a million words.
std::optional<KerasLine> kerasLineOf(std::string_view line) {
  KerasLine parts;
  std::vector<std::string_view> words = wordsOf(line, kMostKerasWords + 1);
  if (words.size() > kMostKerasWords) return std::nullopt;
  const auto last = std::find_if(words.rbegin(), words.rend(),
                                 [](std::string_view word) { return fileKindOf(word) == FileKind::Image; });
  if (last == words.rend()) return std::nullopt;
  parts.image = line.substr(0, static_cast<std::size_t>(last->data() + last->size() - line.data()));
  parts.boxes.assign(last.base(), words.end());
  return parts;
}

// Returns the box of five numbers between commas; nothing if the text has another form.
std::optional<Box> kerasBoxOf(std::string_view text) {
  std::array<float, 4> corners{};
  for (float& corner : corners) {
    const std::size_t comma = text.find(',');
    const auto number = comma == std::string_view::npos ? std::nullopt : realNumber(text.substr(0, comma));
    if (!number || std::abs(*number) > kMostKerasPixels) return std::nullopt;
    corner = static_cast<float>(*number);
    text.remove_prefix(comma + 1);
  }
  const auto label = wholeNumber(text);
  if (!label || *label < 0 || *label >= kMaximumKerasClass) return std::nullopt;
  return Box{corners[0], corners[1], corners[2], corners[3], static_cast<std::int32_t>(*label)};
}

// Returns true if most of the first lines name an image and hold nothing else but boxes. A list of images without boxes
// is one only by its name.
bool looksLikeKerasList(const fs::path& file) {
  const std::string start = beginningOfFile(file, kKerasStart);
  TextLines lines(start);
  std::size_t seen = 0, right = 0, boxes = 0;
  while (const auto line = lines.nextFilled()) {
    if (++seen > kKerasLinesToJudge) break;
    const auto parts = kerasLineOf(*line);
    if (!parts) continue;
    const auto good = static_cast<std::size_t>(
        std::count_if(parts->boxes.begin(), parts->boxes.end(), [](auto box) { return kerasBoxOf(box).has_value(); }));
    right += good * 2 >= parts->boxes.size();
    boxes += good;
  }
  return (boxes > 0 || file.filename() == "_annotations.txt") && right * 2 > std::min(seen, kKerasLinesToJudge);
}

Status addKerasLine(const KerasLine& parts, std::int64_t line, bool named, ListedBoxes& boxes,
                    DetectionSource& source) {
  if (!boxes.begin(parts.image, line)) return {};
  for (const std::string_view text : parts.boxes) {
    const auto box = kerasBoxOf(text);
    if (!box) {
      source.addProblem(
          boxes.place(), line,
          fmt::format("\"{}\" is no box of four corners and the number of a class", displayName(text.substr(0, 40))));
      continue;
    }
    while (!named && std::ssize(source.classes()) <= box->label)
      FOVEA_CHECK(source.labelNamed(std::to_string(source.classes().size())));
    source.addBox(*box, boxes.place(), line);
  }
  return {};
}

class KerasBoxesImporter : public ListImporter {
 public:
  std::string name() const override { return "keras_boxes"; }
  std::string title() const override { return "Boxes in lists of YOLO (Keras, PyTorch)"; }
  Schema options() const override { return kerasSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& path, const FieldValues& values,
                                             Look look) const override {
    const FilesNearRoot found = filesNearRoot(path, ".txt", looksLikeKerasList, look);
    if (found.files.empty()) return nothingFound("list of images and boxes", path);
    auto source =
        std::make_unique<DetectionSource>(path, found.root, DetectionSource::Unit::Pixels, kerasSchema().read(values));
    FOVEA_TRY(std::vector<std::string> names,
              namesOfSplits(found.root, {"_classes.txt", "classes.txt"}, readNames, look));
    const bool named = !names.empty();
    source->nameClasses(std::move(names));
    FOVEA_TRY(ListedBoxes boxes, ListedBoxes::of(found.root, look, *source));
    for (const std::string& file : found.files) {
      FOVEA_TRY(const std::string text, readTextFile(found.root / file, kMaximumTextFile));
      boxes.open(file);
      TextLines lines(text);
      while (const auto line = lines.nextFilled()) {
        if (boxes.enough()) break;
        if (lines.number() % 1024 == 0) FOVEA_CHECK(look.check());
        const auto parts = kerasLineOf(*line);
        if (parts)
          FOVEA_CHECK(addKerasLine(*parts, lines.number(), named, boxes, *source));
        else
          source->addProblem(boxes.place(), lines.number(),
                             "this line names no image, or holds more than a million boxes");
      }
    }
    FOVEA_CHECK(boxes.finish());
    if (!named) source->addRemark("There is no _classes.txt or classes.txt: numbers stand for the classes.");
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> kerasBoxesImporter() {
  return std::make_shared<KerasBoxesImporter>();
}

}  // namespace fovea
