// Imports KITTI's objects (Geiger et al. 2012), also as used by DIGITS: one text file per image, one object per line
// with 15 words: type, truncated, occluded, alpha, left, top, right, bottom, and seven numbers of its position in
// space.
#include <fmt/format.h>

#include "core/data/importers/box_text.h"
#include "core/data/importers/library.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct KittiOptions : BoxTextOptions {
  bool dontCare = false;
};

const TypedSchema<KittiOptions>& kittiSchema() {
  static const auto schema = withBoxTextOptions(TypedSchema<KittiOptions>().field(
      &KittiOptions::dontCare, {.name = "dont_care",
                                .title = "Regions \"DontCare\"",
                                .help = "Whether regions that nobody has looked at are a class of their own."}));
  return schema;
}

bool isKittiLine(const std::vector<std::string_view>& words) {
  if (words.size() < 15 || words.size() > 16 || realNumber(words[0])) return false;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (!realNumber(words[i])) return false;
  return true;
}

Status addObject(const std::vector<std::string_view>& words, bool dontCare, DetectionSource& source,
                 const std::string& file, std::int64_t line) {
  if (words.size() < 8)
    return fail(ErrorCode::Corrupt, fmt::format("15 words were expected and {} found", words.size()));
  if (!dontCare && words[0] == "DontCare") return {};
  float corners[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const auto number = realNumber(words[4 + i]);
    if (!number || *number < -1e6 || *number > 1e6)
      return fail(ErrorCode::Corrupt, fmt::format("\"{}\" is no corner", displayName(words[4 + i].substr(0, 40))));
    corners[i] = static_cast<float>(*number);
  }
  FOVEA_TRY(const std::int32_t label, source.labelNamed(std::string(words[0].substr(0, 100))));
  source.addBox({corners[0], corners[1], corners[2], corners[3], label}, file, line);
  return {};
}

class KittiImporter : public ListImporter {
 public:
  std::string name() const override { return "kitti"; }
  std::string title() const override { return "Boxes of KITTI (text)"; }
  Schema options() const override { return kittiSchema().schema(); }

 protected:
  Result<std::unique_ptr<ListedSource>> list(const fs::path& root, const FieldValues& values,
                                             Look look) const override {
    const KittiOptions options = kittiSchema().read(values);
    auto source = std::make_unique<DetectionSource>(root, root, DetectionSource::Unit::Pixels, options);
    const auto addLine = [&](const std::vector<std::string_view>& words, DetectionSource& into, const std::string& file,
                             std::int64_t line) { return addObject(words, options.dontCare, into, file, line); };
    FOVEA_CHECK(readBoxTexts(root,
                             {.isLine = isKittiLine,
                              .addLine = addLine,
                              .what = "annotation of KITTI",
                              .splitOf = {},
                              .keepUnlabelled = options.unlabelledFolders == "keep",
                              // The labels refer to the left colour camera, image_2.
                              .ignoredFolders = {"image_0", "image_1", "image_3"}},
                             look, *source));
    source->sortClasses();
    return std::unique_ptr<ListedSource>(std::move(source));
  }
};

}  // namespace

std::shared_ptr<const Importer> kittiImporter() {
  return std::make_shared<KittiImporter>();
}

}  // namespace fovea
