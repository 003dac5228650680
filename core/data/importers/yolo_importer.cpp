// YOLO: a text file an image, "class centre-x centre-y width height" a line, as shares of the image; outlines (pairs of
// shares) become the boxes around them. Names of classes from data.yaml, classes.txt or obj.names.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/file.h"
#include "core/data/importers/box_text.h"
#include "core/data/importers/library.h"
#include "core/data/importers/names.h"
#include "core/data/importers/text_lines.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kMaximumClass = 10'000;
constexpr std::uint64_t kMaximumYaml = std::uint64_t{4} << 20;

const TypedSchema<DetectionOptions>& yoloSchema() {
  static const auto schema = withDetectionOptions(TypedSchema<DetectionOptions>());
  return schema;
}

std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return text.substr(1, text.size() - 2);
  return text;
}

// The entry "names" of a YAML file in the forms that are in use: [a, b], "- a" or "0: a" a line.
std::vector<std::string> namesOfYaml(std::string_view text) {
  TextLines lines(text);
  std::map<std::int64_t, std::string> names;
  bool inside = false;
  while (const auto line = lines.nextFilled()) {
    if (line->starts_with("names:")) {
      inside = true;
      std::string_view list = trimmed(line->substr(6));
      if (!list.starts_with('[')) continue;
      list = list.substr(1, list.find(']') - 1);
      for (const std::string& name : splitList(list)) names.emplace(std::ssize(names), displayName(unquoted(name)));
      break;
    }
    if (!inside || line->front() == '#') continue;
    const std::size_t colon = line->find(':');
    const auto number = colon != std::string_view::npos ? wholeNumber(trimmed(line->substr(0, colon))) : std::nullopt;
    if (line->front() == '-')
      names.emplace(std::ssize(names), displayName(unquoted(line->substr(1))));
    else if (number && *number >= 0 && *number < kMaximumClass)
      names.emplace(*number, displayName(unquoted(line->substr(colon + 1))));
    else
      break;
  }
  std::vector<std::string> list;
  for (const auto& [number, name] : names) {
    while (std::ssize(list) < number) list.push_back(std::to_string(list.size()));
    list.push_back(name);
  }
  return list;
}

Result<std::vector<std::string>> classNames(const fs::path& root) {
  std::error_code code;
  for (const char* name : {"data.yaml", "data.yml", "dataset.yaml"})
    if (fs::is_regular_file(root / name, code)) {
      FOVEA_TRY(const std::string text, readFile(root / name, kMaximumYaml));
      auto names = namesOfYaml(text);
      if (!names.empty()) return names;
    }
  for (const char* name : {"classes.txt", "obj.names", "labels/classes.txt", "train/classes.txt", "names.txt"})
    if (fs::is_regular_file(root / name, code)) return readNames(root / name);
  return std::vector<std::string>{};
}

// The numbers behind the class: four, five with a confidence, or the corners of an outline.
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

Box boxOf(const std::vector<float>& shares, std::int32_t label) {
  if (shares.size() <= 5)
    return {shares[0] - shares[2] / 2, shares[1] - shares[3] / 2, shares[0] + shares[2] / 2, shares[1] + shares[3] / 2,
            label};
  Box box{shares[0], shares[1], shares[0], shares[1], label};
  for (std::size_t i = 0; i + 1 < shares.size(); i += 2) {
    box.left = std::min(box.left, shares[i]);
    box.right = std::max(box.right, shares[i]);
    box.top = std::min(box.top, shares[i + 1]);
    box.bottom = std::max(box.bottom, shares[i + 1]);
  }
  return box;
}

bool isYoloLine(const std::vector<std::string_view>& words) {
  if (words.size() < 5 || !wholeNumber(words[0])) return false;
  for (std::size_t i = 1; i < 5; ++i) {
    const auto share = realNumber(words[i]);
    if (!share || *share < -1 || *share > 2) return false;
  }
  return words.size() <= 6 || words.size() % 2 == 1;
}

class YoloImporter : public ListImporter {
 public:
  std::string name() const override { return "yolo"; }
  std::string title() const override { return "Boxes of YOLO (text)"; }
  Schema options() const override { return yoloSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    auto source =
        std::make_unique<DetectionSource>(root, root, DetectionSource::Unit::Shares, yoloSchema().read(values));
    FOVEA_TRY(auto names, classNames(root));
    const bool named = !names.empty();
    source->nameClasses(std::move(names));
    const auto addLine = [named](const std::vector<std::string_view>& words, DetectionSource& into,
                                 const std::string& file, std::int64_t line) -> Status {
      const auto label = words.empty() ? std::nullopt : wholeNumber(words[0]);
      if (!label || *label < 0 || *label >= kMaximumClass)
        return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no class", displayName(words[0].substr(0, 40))));
      FOVEA_TRY(const auto shares, sharesOf(words));
      while (!named && std::ssize(into.classes()) <= *label)
        FOVEA_CHECK(into.labelNamed(std::to_string(into.classes().size())));
      into.addBox(boxOf(shares, static_cast<std::int32_t>(*label)), file, line);
      return {};
    };
    FOVEA_CHECK(readBoxTexts(root, {isYoloLine, addLine, "annotation of YOLO"}, look, *source));
    if (!named) source->addRemark("There is no data.yaml or classes.txt: numbers stand for the classes.");
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> yoloImporter() {
  return std::make_shared<YoloImporter>();
}

}  // namespace fovea
