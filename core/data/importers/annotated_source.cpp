#include "core/data/importers/annotated_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLongestValue = 200;
constexpr std::size_t kMostAnnotatedNames = 1000;
constexpr std::size_t kFewClassNames = 5;

enum class AnnotatedUse { Boxes, Masks, Labels };

// The values of one attribute over all images or areas.
struct AttributeCount {
  std::int64_t holders = 0;
  std::set<std::string> values;  // up to a limit
};
using AttributeCounts = std::map<std::string, AttributeCount>;

void countAttributes(const std::vector<ChosenValue>& chosen, AttributeCounts& counts) {
  for (const ChosenValue& each : chosen) {
    if (counts.size() >= kMostAnnotatedNames && !counts.contains(each.name)) continue;
    AttributeCount& count = counts[each.name];
    ++count.holders;
    if (count.values.size() < kMostAnnotatedNames) count.values.insert(each.value.substr(0, kLongestValue));
  }
}

// Returns the values of an attribute, without blanks around them and without empty ones.
std::vector<std::string> valuesOf(const std::vector<ChosenValue>& chosen, const std::string& attribute) {
  std::vector<std::string> values;
  for (const ChosenValue& each : chosen)
    if (const std::string_view value = trimmed(std::string_view(each.value).substr(0, kLongestValue));
        each.name == attribute && !value.empty())
      values.emplace_back(value);
  return values;
}

class AnnotatedSource : public OutlineSource {
 public:
  AnnotatedSource(const fs::path& root, const AnnotatedOptions& options, AnnotatedUse use)
      : OutlineSource(root, options, use == AnnotatedUse::Masks) {}

  // Makes this a source of classes of images.
  void takeLabels(bool several) { task_ = several ? Task::MultiLabel : Task::Classification; }
  void addLabelled(const FoundAnnotation& each, std::optional<Split> split, std::vector<std::string> labels) {
    add({}, each.image, split, {}, each.place);
    names_.push_back(std::move(labels));
  }
  // Numbers the classes of images, in natural order.
  Status finishLabels() {
    finish();
    for (const auto& names : names_)
      for (const std::string& name : names) {
        FOVEA_CHECK(labelNamed(name));
      }
    sortClasses();
    for (const auto& names : names_) {
      std::set<std::int32_t> labels;
      for (const std::string& name : names) {
        FOVEA_TRY(const std::int32_t label, labelNamed(name));
        labels.insert(label);
      }
      labels_.emplace_back(labels.begin(), labels.end());
    }
    return {};
  }

  ImportItem item(std::int64_t index) const override {
    ImportItem item = OutlineSource::item(index);
    if (labels_.empty()) return item;
    const auto i = static_cast<std::size_t>(index);
    if (task_ == Task::Classification) {
      item.label = labels_[i][0];
      item.annotation = {};
    } else {
      item.annotation = annotationOfText(fmt::format("{}", fmt::join(names_[i], "\n")));
    }
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    FOVEA_TRY(LoadedItem item, OutlineSource::load(index));
    if (task_ == Task::MultiLabel) item.labels = labels_[static_cast<std::size_t>(index)];
    return item;
  }

 private:
  std::vector<std::vector<std::string>> names_;    // of the classes of each image
  std::vector<std::vector<std::int32_t>> labels_;  // ascending
};

class AnnotatedBuilder {
 public:
  AnnotatedBuilder(std::vector<FoundAnnotation> found, const AnnotatedOptions& options)
      : found_(std::move(found)), options_(options) {
    for (const FoundAnnotation& each : found_) {
      for (const AnnotatedArea& area : each.annotated.areas) {
        ++(area.box ? boxes_ : outlines_);
        countAttributes(area.values, ofAreas_);
      }
      valued_ += !each.annotated.values.empty();
      countAttributes(each.annotated.values, ofImages_);
    }
  }

  Result<std::unique_ptr<OutlineSource>> build(const fs::path& root) {
    FOVEA_TRY(const AnnotatedUse use, chooseUse());
    // The classes of an image are those that were chosen for it, or else those of its areas.
    byAreas_ = use != AnnotatedUse::Labels || ofImages_.empty();
    FOVEA_TRY(const std::string attribute, chooseAttribute(byAreas_ ? ofAreas_ : ofImages_));
    auto source = std::make_unique<AnnotatedSource>(root, options_, use);
    for (ImportDecision& decision : decisions_) source->addDecision(std::move(decision));
    if (use == AnnotatedUse::Labels) {
      FOVEA_CHECK(addLabels(attribute, *source));
    } else {
      for (FoundAnnotation& each : found_) addAreas(each, attribute, *source);
      FOVEA_CHECK(source->finishClasses());
    }
    return std::unique_ptr<OutlineSource>(std::move(source));
  }

 private:
  Result<AnnotatedUse> chooseUse() {
    if (boxes_ + outlines_ + valued_ == 0)
      return fail(ErrorCode::InvalidArgument, "The annotations hold no boxes, no outlines and no classes of images.",
                  "Label some images first, or import the folder of the images alone: kind=folder.");
    if (boxes_ + outlines_ == 0) {
      if (options_.use == "boxes" || options_.use == "masks")
        return fail(ErrorCode::InvalidArgument, "The annotations hold classes of images, but no boxes and no outlines.",
                    "Use them with use=labels.");
      return AnnotatedUse::Labels;
    }
    if (outlines_ + valued_ > 0) decideUse();
    if (options_.use == "masks") return AnnotatedUse::Masks;
    return options_.use == "labels" ? AnnotatedUse::Labels : AnnotatedUse::Boxes;
  }

  void decideUse() {
    std::vector<std::string> parts;
    if (boxes_ > 0) parts.push_back(counted(boxes_, "box", "boxes"));
    if (outlines_ > 0) parts.push_back(counted(outlines_, "outline or mask", "outlines and masks"));
    if (valued_ > 0) parts.push_back(counted(valued_, "image with classes", "images with classes"));
    decisions_.push_back({"what is taken of the annotations",
                          options_.use == "masks"    ? "masks"
                          : options_.use == "labels" ? "the classes of images"
                                                     : "boxes around the shapes",
                          fmt::format("they hold {}", fmt::join(parts, ", ")),
                          {"use=boxes", "use=masks", "use=labels"},
                          options_.use != "automatic" || (boxes_ > 0 && valued_ == 0)});
  }

  Result<std::string> chooseAttribute(const AttributeCounts& counts) {
    std::vector<std::string> names, alternatives;
    for (const auto& [name, count] : counts) names.push_back(displayName(name));
    if (!options_.attribute.empty()) {
      if (counts.contains(options_.attribute)) return options_.attribute;
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("No annotation has the attribute \"{}\".", displayName(options_.attribute)),
                  fmt::format("There are: {}.", fmt::join(names, ", ")));
    }
    if (counts.empty()) {
      decisions_.push_back({"the class of the areas", "one class, \"object\"", "no area has a value", {}});
      return std::string();
    }
    std::string chosen = counts.begin()->first;
    bool sure = counts.size() == 1;
    for (const auto& [name, count] : counts)
      if (count.holders > counts.at(chosen).holders) chosen = name;
    for (const char* usual : {"name", "type", "category", "class", "label"})  // the last of them counts most
      for (const auto& [name, count] : counts)
        if (lowerCase(name) == usual) {
          chosen = name;
          sure = true;
        }
    const AttributeCount& count = counts.at(chosen);
    const bool repeated =
        count.values.size() <= kFewClassNames || static_cast<std::int64_t>(count.values.size()) * 2 <= count.holders;
    for (const auto& [name, each] : counts) alternatives.push_back("attribute=" + name);
    if (counts.size() > 1 || !repeated)
      decisions_.push_back({"the class", fmt::format("the attribute \"{}\"", displayName(chosen)),
                            repeated ? fmt::format("there are the attributes {}", fmt::join(names, ", "))
                                     : fmt::format("it has {} different values, which may be no classes",
                                                   grouped(std::ssize(count.values))),
                            std::move(alternatives), sure && repeated});
    return chosen;
  }

  void addAreas(FoundAnnotation& each, const std::string& attribute, AnnotatedSource& source) {
    std::vector<ObjectArea> areas;
    for (AnnotatedArea& area : each.annotated.areas) {
      const std::vector<std::string> values = valuesOf(area.values, attribute);
      if (values.empty() && !ofAreas_.empty()) {
        source.addProblem(each.place, 0, "an area has no class, in the image " + displayName(each.image));
        continue;
      }
      if (values.size() > 1)
        source.addProblem(each.place, 0,
                          fmt::format("an area has {} classes, in the image {}; the first is taken", values.size(),
                                      displayName(each.image)));
      area.shape.label = values.empty() ? "object" : values[0];
      areas.push_back(std::move(area.shape));
    }
    source.add(std::move(areas), each.image, each.annotated.split, each.annotated.size, each.place);
  }

  Status addLabels(const std::string& attribute, AnnotatedSource& source) {
    std::vector<std::vector<std::string>> labels;
    bool several = byAreas_;
    for (const FoundAnnotation& each : found_) {
      std::vector<std::string> values;
      if (!byAreas_) values = valuesOf(each.annotated.values, attribute);
      for (const AnnotatedArea& area : each.annotated.areas)
        for (std::string& value : byAreas_ ? valuesOf(area.values, attribute) : std::vector<std::string>())
          values.push_back(std::move(value));
      several = several || values.size() > 1;
      labels.push_back(std::move(values));
    }
    source.takeLabels(several);
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (labels[i].empty() && !several)
        source.addProblem(found_[i].place, 0, "the image " + displayName(found_[i].image) + " has no class");
      else
        source.addLabelled(found_[i], found_[i].annotated.split, std::move(labels[i]));
    }
    return source.finishLabels();
  }

  std::vector<FoundAnnotation> found_;
  const AnnotatedOptions options_;
  std::int64_t boxes_ = 0, outlines_ = 0, valued_ = 0;
  AttributeCounts ofAreas_, ofImages_;
  bool byAreas_ = true;
  std::vector<ImportDecision> decisions_;
};

}  // namespace

const TypedSchema<AnnotatedOptions>& annotatedSchema() {
  static const auto schema = withDetectionOptions(
      TypedSchema<AnnotatedOptions>()
          .field(&AnnotatedOptions::use, {.name = "use",
                                          .title = "Use",
                                          .help = "What is taken from the annotations.",
                                          .choices = {{"automatic", "Boxes where there are some, else ask"},
                                                      {"boxes", "Boxes around them"},
                                                      {"masks", "Masks"},
                                                      {"labels", "The classes in an image"}}})
          .field(&AnnotatedOptions::attribute,
                 {.name = "attribute",
                  .title = "Attribute",
                  .help = "Which attribute names the class, where annotations have several. Empty takes the one that "
                          "is called label or class."}));
  return schema;
}

Result<std::unique_ptr<OutlineSource>> annotatedSource(const fs::path& root, std::vector<FoundAnnotation> found,
                                                       const AnnotatedOptions& options) {
  return AnnotatedBuilder(std::move(found), options).build(root);
}

}  // namespace fovea
