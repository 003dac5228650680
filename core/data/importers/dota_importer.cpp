// Imports the rotated boxes of DOTA (Xia et al. 2018): one text file per image, with lines of four corners in pixels,
// the class, and 1 for difficult objects; the first lines may name the origin and the scale. The boxes become upright.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/data/importers/box_text.h"
#include "core/data/importers/library.h"
#include "core/data/importers/rotated_boxes.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kDotaClass = 8;  // the word after the corners
constexpr double kMostDotaPixels = 1e6;

struct DotaOptions : BoxTextOptions {
  bool difficult = true;
};

const TypedSchema<DotaOptions>& dotaSchema() {
  static const auto schema = withBoxTextOptions(TypedSchema<DotaOptions>().field(
      &DotaOptions::difficult, {.name = "difficult",
                                .title = "Difficult objects",
                                .help = "Whether objects that are marked as difficult are taken."}));
  return schema;
}

bool isDotaHead(const std::vector<std::string_view>& words) {
  return !words.empty() && (words[0].starts_with("imagesource:") || words[0].starts_with("gsd:"));
}

// Returns the eight coordinates at the start of a line; nothing if it has none.
std::optional<std::array<float, 8>> dotaCornersOf(const std::vector<std::string_view>& words) {
  std::array<float, 8> corners{};
  if (words.size() <= kDotaClass) return std::nullopt;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto number = realNumber(words[i]);
    if (!number || std::abs(*number) > kMostDotaPixels) return std::nullopt;
    corners[i] = static_cast<float>(*number);
  }
  return corners;
}

// Returns the words of the class, which may be several, without the mark of difficult objects.
std::span<const std::string_view> dotaClassOf(const std::vector<std::string_view>& words) {
  const bool marked = words.size() > kDotaClass + 1 && wholeNumber(words.back());
  return std::span(words).subspan(kDotaClass, words.size() - kDotaClass - marked);
}

bool isDotaLine(const std::vector<std::string_view>& words) {
  return isDotaHead(words) || (dotaCornersOf(words) && !realNumber(words[kDotaClass]));
}

Status addDotaLine(const std::vector<std::string_view>& words, bool difficult, RotatedBoxes& rotated,
                   DetectionSource& source, const std::string& file, std::int64_t line) {
  if (isDotaHead(words)) return {};
  const auto corners = dotaCornersOf(words);
  if (!corners) return fail(ErrorCode::Corrupt, "eight numbers of four corners and a class were expected");
  const auto parts = dotaClassOf(words);
  if (!difficult && parts.size() + kDotaClass < words.size() && words.back() != "0") return {};
  std::string name;
  for (const std::string_view part : parts) name.append(name.empty() ? "" : " ").append(part);
  FOVEA_TRY(const std::int32_t label, source.labelNamed(name.substr(0, 100)));
  rotated.count(*corners);
  source.addBox(boxAround(*corners, label), file, line);
  return {};
}

class DotaImporter : public ListImporter {
 public:
  std::string name() const override { return "dota"; }
  std::string title() const override { return "Rotated boxes of DOTA (text)"; }
  Schema options() const override { return dotaSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    const DotaOptions options = dotaSchema().read(values);
    auto source = std::make_unique<DetectionSource>(root, root, DetectionSource::Unit::Pixels, options);
    RotatedBoxes rotated;
    const auto addLine = [&](const std::vector<std::string_view>& words, DetectionSource& into, const std::string& file,
                             std::int64_t line) {
      return addDotaLine(words, options.difficult, rotated, into, file, line);
    };
    FOVEA_CHECK(readBoxTexts(root,
                             {.isLine = isDotaLine,
                              .addLine = addLine,
                              .what = "annotation of DOTA",
                              .splitOf = {},
                              .keepUnlabelled = options.unlabelledFolders == "keep",
                              .ignoredFolders = {}},
                             look, *source));
    source->sortClasses();
    rotated.tell(*source);
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> dotaImporter() {
  return std::make_shared<DotaImporter>();
}

}  // namespace fovea
