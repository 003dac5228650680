// Imports boxes from a text beside each image, with a line for each object whose numbers stand in any order:
// VisDrone-DET (Zhu et al. 2021), CARPK (Hsieh et al. 2017), NWPU VHR-10 (Cheng et al. 2014), ICDAR 2013, 2015 and 2017
// (Karatzas et al. 2015), OIDv4 ToolKit and BBox-Label-Tool. The order is one that a person states, or the only one in
// which the lines are boxes inside of their images.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/importers/box_columns.h"
#include "core/data/importers/box_text.h"
#include "core/data/importers/library.h"
#include "core/data/importers/numbered_classes.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importers/visdrone.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTextsToGuess = 50;
constexpr std::size_t kLinesToGuess = 2'000;
constexpr std::uint64_t kMostTextToGuess = std::uint64_t{1} << 20;
constexpr const char* kBoxTexts = "text of boxes";

struct BoxTextsOptions : BoxTextOptions {
  std::string columns;
};

const TypedSchema<BoxTextsOptions>& boxTextsSchema() {
  static const auto schema = withBoxTextOptions(TypedSchema<BoxTextsOptions>().field(
      &BoxTextsOptions::columns,
      {.name = "columns",
       .title = "Columns",
       .help = "What the cells of a line mean, for instance \"left top right bottom class\" or \"class centre_x "
               "centre_y width height\"; also x, y (corners), text, score, and - for a cell of no use. Empty: found "
               "out."}));
  return schema;
}

// Returns true for a line that describes no box: a comment, or the number of the boxes, which BBox-Label-Tool and
// WiderPerson write before them.
bool isNoBoxLine(std::span<const std::string_view> cells) {
  if (cells.empty() || cells[0].starts_with('%') || cells[0].starts_with("# ") || cells[0] == "#") return true;
  return cells.size() == 1 && wholeNumber(cells[0]).value_or(-1) >= 0;
}

// The order of the columns, and what was found out about it.
struct ChosenColumns {
  BoxColumns columns;
  bool visDrone = false;
  std::optional<ImportDecision> decision{};
};

// The first lines of the first texts. Points into `texts`.
struct FirstLines {
  std::vector<std::string> texts;
  std::vector<JudgedLine> lines;

  static Result<FirstLines> of(const fs::path& root, Look look) {
    FOVEA_TRY(const auto found, firstBoxTexts(root, kBoxTexts, kTextsToGuess, look));
    FirstLines first;
    first.texts.reserve(found.size());
    for (const BoxTextOfImage& each : found) {
      FOVEA_CHECK(look.check());
      auto text = readTextFile(root / each.text, kMostTextToGuess);
      if (!text.ok()) continue;
      first.texts.push_back(std::move(text).value());
      const auto measured = sizeOfImageFile(root / each.image);
      const ImageSize size = measured.ok() ? *measured : ImageSize{};
      TextLines lines(first.texts.back());
      while (const auto line = lines.nextFilled()) {
        auto cells = cellsOfBoxLine(*line);
        if (first.lines.size() == kLinesToGuess) break;
        if (!isNoBoxLine(cells)) first.lines.push_back({std::move(cells), size});
      }
    }
    return first;
  }
};

Result<ChosenColumns> chooseColumns(const fs::path& root, const std::string& stated, Look look) {
  if (!stated.empty()) {
    FOVEA_TRY(BoxColumns columns, BoxColumns::parse(stated));
    return ChosenColumns{std::move(columns), columns.words() == kVisDroneColumns, std::nullopt};
  }
  FOVEA_TRY(const FirstLines first, FirstLines::of(root, look));
  const bool visDrone =
      !first.lines.empty() && std::all_of(first.lines.begin(), first.lines.end(),
                                          [](const JudgedLine& line) { return isVisDroneLine(line.cells); });
  if (visDrone) {
    FOVEA_TRY(BoxColumns columns, BoxColumns::parse(kVisDroneColumns));
    return ChosenColumns{std::move(columns), true,
                         ImportDecision{"the order of the numbers in a line",
                                        kVisDroneColumns,
                                        "eight whole numbers, the last three of few values, are the form of VisDrone",
                                        {}}};
  }
  auto guess = guessBoxColumns(first.lines);
  if (!guess) return nothingFound(kBoxTexts, root);
  ImportDecision decision = guess->decision("the order of the numbers in a line");
  return ChosenColumns{std::move(guess->columns), false, std::move(decision)};
}

// Replaces numbers of classes by names, if a file beside the data has them.
void nameNumbers(const fs::path& root, DetectionSource& source) {
  const auto numbers = classNumbersOf(source.classes());
  if (numbers.empty()) return;
  NumberedClasses named = namesOfClassesIn(root, numbers);
  if (named.names.empty())
    return source.addRemark("There is no classes.txt with a line for each class: numbers stand for the classes.");
  source.addDecision({"the names of the classes", "those of " + named.file, "it has one for each number", {}});
  source.nameClasses(std::move(named.names));
}

class BoxTextsImporter : public ListImporter {
 public:
  std::string name() const override { return "box_texts"; }
  std::string title() const override { return "Boxes in a text beside each image, in any order"; }
  Schema options() const override { return boxTextsSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    const BoxTextsOptions options = boxTextsSchema().read(values);
    FOVEA_TRY(const ChosenColumns chosen, chooseColumns(root, options.columns, look));
    auto source = std::make_unique<DetectionSource>(root, root, DetectionSource::Unit::Pixels, options);
    std::int64_t uncounted = 0;
    const auto addLine = [&chosen, &uncounted](const std::vector<std::string_view>& cells, DetectionSource& into,
                                               const std::string& file, std::int64_t line) -> Status {
      if (isNoBoxLine(cells)) return {};
      FOVEA_TRY(BoxOfLine box, chosen.columns.read(cells));
      if (!box.counts) {
        ++uncounted;
        return {};
      }
      if (chosen.visDrone) box.name = visDroneClass(box.name);
      FOVEA_TRY(box.box.label, into.labelNamed(box.name));
      into.addBox(box.box, file, line);
      return {};
    };
    const auto isLine = [&chosen](const std::vector<std::string_view>& cells) {
      return isNoBoxLine(cells) || chosen.columns.read(cells).ok();
    };
    FOVEA_CHECK(readBoxTexts(root,
                             {.isLine = isLine,
                              .addLine = addLine,
                              .what = kBoxTexts,
                              .split = cellsOfBoxLine,
                              .splitOf = splitOfFolders,  // "VisDrone2019-DET-train/images/a.jpg"
                              .keepUnlabelled = options.unlabelledFolders == "keep",
                              .ignoredFolders = {}},
                             look, *source));
    source->sortClasses();
    if (chosen.decision) source->addDecision(*chosen.decision);
    if (uncounted > 0) source->addDecision(chosen.columns.leftOut(uncounted));
    nameNumbers(root, *source);
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> boxTextsImporter() {
  return std::make_shared<BoxTextsImporter>();
}

}  // namespace fovea
