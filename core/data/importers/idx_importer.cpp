#include "core/data/importers/idx_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "core/data/importers/emnist.h"
#include "core/data/importers/idx_images.h"
#include "core/data/importers/idx_source.h"
#include "core/data/importers/source_root.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kIdxPreviews = 16;

struct IdxOptions {
  std::string testFiles = "test";
  std::string classNames;
  std::string orientation = "automatic";
};

TypedSchema<IdxOptions> idxSchema() {
  return TypedSchema<IdxOptions>()
      .field(
          &IdxOptions::testFiles,
          {.name = "test_files",
           .title = "Test files",
           .help = "What becomes of the images that come in files of their own for testing.",
           .choices = {{"test", "Keep for testing"}, {"validation", "Use for validation"}, {"leave_out", "Leave out"}}})
      .field(&IdxOptions::classNames,
             {.name = "class_names",
              .title = "Class names",
              .help = "Names in the order of the labels, separated by commas; empty takes known names or the numbers."})
      .field(&IdxOptions::orientation, orientationField());
}

void addIdxWarnings(Recognition& found, const std::vector<OpenIdxPair>& pairs, std::int64_t beyond) {
  if (beyond > 0)
    found.warnings.push_back(fmt::format("{} samples have labels beyond the {} classes and will be skipped.",
                                         grouped(beyond), found.classes.size()));
  const auto empty = std::count(found.perClass.begin(), found.perClass.end(), 0);
  if (empty > 0)
    found.warnings.push_back(fmt::format("{} of the {} classes have no sample.", empty, found.classes.size()));
  const auto isTest = [](const OpenIdxPair& pair) { return pair.files.test; };
  if (std::none_of(pairs.begin(), pairs.end(), isTest))
    found.warnings.push_back("There are no test files: nothing will be kept apart for testing.");
  if (std::all_of(pairs.begin(), pairs.end(), isTest))
    found.warnings.push_back("There are only test files: without training files a network cannot be trained on them.");
}

// Returns the mapping beside the files; empty if none names every label.
EmnistMapping mappingOfPairs(const std::vector<OpenIdxPair>& pairs) {
  EmnistMapping mapping = emnistMappingBeside(pairs[0].files.images);
  for (const OpenIdxPair& pair : pairs)
    for (const std::uint8_t label : pair.labels)
      if (!mapping.contains(label)) return {};
  return mapping;
}

// The images of all pairs, concatenated.
class IdxSource : public ImportSource {
 public:
  static Result<std::unique_ptr<ImportSource>> open(std::vector<OpenIdxPair> pairs, const fs::path& source,
                                                    const IdxOptions& options);

  std::string name() const override { return name_; }
  Task task() const override { return Task::Classification; }
  const std::vector<std::string>& classes() const override { return classes_; }
  std::int64_t size() const override { return parts_.back().end; }
  ImportItem item(std::int64_t index) const override;
  Result<LoadedItem> load(std::int64_t index) const override;
  // Keeps the published splits: results are compared on the images of the test files.
  std::vector<ImportDecision> decisions() const override { return decisions_; }

 private:
  void nameByMapping(const std::vector<OpenIdxPair>& pairs);

  struct Part {
    OpenIdxPair pair;
    std::unique_ptr<IdxImages> images;
    std::string source;
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };
  const Part& partOf(std::int64_t index) const {
    return *std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return index < part.end; });
  }
  std::string name_;
  std::vector<std::string> classes_;
  Split testSplit_ = Split::Test;
  std::vector<Part> parts_;
  std::map<std::int64_t, std::int32_t> places_;  // class of each label; empty: a label is its class
  bool turned_ = false;
  std::vector<ImportDecision> decisions_;
};

Result<std::unique_ptr<ImportSource>> IdxSource::open(std::vector<OpenIdxPair> pairs, const fs::path& source,
                                                      const IdxOptions& options) {
  auto result = std::make_unique<IdxSource>();
  result->name_ = idxDatasetName(source);
  if (options.testFiles == "validation") result->testSplit_ = Split::Validation;
  FOVEA_TRY(result->classes_, chosenIdxClasses(pairs, source, options.classNames));
  const fs::path& first = pairs[0].files.images;
  if (options.classNames.empty()) result->nameByMapping(pairs);
  result->turned_ =
      turnsPictures(options.orientation, emnistSetOf(first.filename().string()).has_value(), result->decisions_);
  if (result->turned_ && pairs[0].images->height() != pairs[0].images->width())
    return fail(ErrorCode::InvalidArgument, "Rows and columns of pictures that are no squares cannot be swapped.",
                "Leave out the option orientation.");
  std::int64_t begin = 0;
  for (OpenIdxPair& pair : pairs) {
    Part part;
    FOVEA_TRY(part.images, IdxImages::open(*pair.images));
    std::error_code code;
    part.source = fs::absolute(pair.files.images, code).lexically_normal().string();
    part.begin = begin;
    part.end = begin += pair.images->count();
    part.pair = std::move(pair);
    result->parts_.push_back(std::move(part));
  }
  return std::unique_ptr<ImportSource>(std::move(result));
}

void IdxSource::nameByMapping(const std::vector<OpenIdxPair>& pairs) {
  const EmnistMapping mapping = mappingOfPairs(pairs);
  if (mapping.empty()) return;
  classes_.clear();
  for (const auto& [label, name] : mapping) {
    places_[label] = static_cast<std::int32_t>(classes_.size());
    classes_.push_back(name);
  }
  const auto set = emnistSetOf(pairs[0].files.images.filename().string());
  decisions_.push_back(mappedClasses(classes_.size(), fmt::format("emnist-{}-mapping.txt", set.value_or(""))));
}

ImportItem IdxSource::item(std::int64_t index) const {
  const Part& part = partOf(index);
  ImportItem item;
  item.source = part.source;
  item.sourceIndex = static_cast<std::uint64_t>(index - part.begin);
  item.label = part.pair.labels[static_cast<std::size_t>(item.sourceIndex)];
  if (!places_.empty()) item.label = places_.at(item.label);
  if (part.pair.files.test) item.split = testSplit_;
  return item;
}

Result<LoadedItem> IdxSource::load(std::int64_t index) const {
  const Part& part = partOf(index);
  LoadedItem item;
  FOVEA_TRY(item.input,
            Tensor::tryMake({DataType::UInt8, Shape{1, part.pair.images->height(), part.pair.images->width()}}));
  FOVEA_CHECK(part.images->read(index - part.begin, item.input.data<std::uint8_t>()));
  if (turned_) swapRowsAndColumns(item.input.data<std::uint8_t>(), part.pair.images->height());
  return item;
}

class IdxImporter : public Importer {
 public:
  std::string name() const override { return "idx"; }
  std::string title() const override { return "MNIST files (IDX)"; }
  Schema options() const override { return idxSchema().schema(); }
  using Importer::recognise;
  Result<Recognition> recognise(const fs::path& source, const FieldValues& options,
                                const SourceScan& scan) const override;
  Result<std::unique_ptr<ImportSource>> open(const fs::path& source, const FieldValues& options,
                                             const SourceScan& scan) const override;

 private:
  Result<Recognition> recogniseFiles(const fs::path& source, const FieldValues& values) const;
};

// Returns the pairs of files that `options` select.
Result<std::vector<OpenIdxPair>> takenPairs(const fs::path& source, const IdxOptions& options) {
  FOVEA_TRY(auto pairs, openIdxPairs(source));
  if (options.testFiles == "leave_out") std::erase_if(pairs, [](const OpenIdxPair& pair) { return pair.files.test; });
  if (!pairs.empty()) return pairs;
  return fail(ErrorCode::InvalidArgument, source.string() + " holds test files only, and they are to be left out.",
              "Choose another use for the test files.");
}

Result<Recognition> IdxImporter::recognise(const fs::path& source, const FieldValues& values,
                                           const SourceScan& scan) const try {
  FOVEA_CHECK(scan.check());
  FOVEA_TRY(const fs::path root, rootOfSource(source, scan));
  FOVEA_TRY(const auto archive, scan.unpacked(root));
  FOVEA_TRY(const fs::path place, rootOfSource(archive ? archive->folder() : root, scan));
  auto found = recogniseFiles(place, values);
  if (!archive) return found;
  if (!found.ok()) return archive->told(found.error());
  found->name = idxDatasetName(archive->folder());
  tellArchived(*archive, *found);
  return found;
} catch (const std::bad_alloc&) {
  return outOfMemory(source);
}

Result<Recognition> IdxImporter::recogniseFiles(const fs::path& source, const FieldValues& values) const {
  const IdxOptions options = idxSchema().read(values);
  FOVEA_TRY(auto pairs, takenPairs(source, options));
  Recognition found;
  found.importer = name();
  found.name = idxDatasetName(source);
  found.sampleShape = Shape{1, pairs[0].images->height(), pairs[0].images->width()};
  found.classes = defaultIdxClasses(pairs, source);
  std::array<std::int64_t, 256> counts{};
  for (const OpenIdxPair& pair : pairs) {
    found.samples += pair.images->count();
    for (const std::uint8_t label : pair.labels) ++counts[label];
  }
  const EmnistMapping mapping = options.classNames.empty() ? mappingOfPairs(pairs) : EmnistMapping();
  if (!mapping.empty()) found.classes.clear();
  for (const auto& [label, name] : mapping) {
    found.classes.push_back(name);
    found.perClass.push_back(counts[static_cast<std::size_t>(label)]);
  }
  found.perClass.insert(found.perClass.end(), counts.begin(),
                        counts.begin() + (mapping.empty() ? std::ssize(found.classes) : 0));
  const std::int64_t beyond =
      found.samples - std::accumulate(found.perClass.begin(), found.perClass.end(), std::int64_t{0});
  found.summary = fmt::format("{} samples, {}×{} grey, {} classes", grouped(found.samples), found.sampleShape[2],
                              found.sampleShape[1], found.classes.size());
  addIdxWarnings(found, pairs, beyond);
  FOVEA_TRY(const auto opened, IdxSource::open(std::move(pairs), source, options));
  found.previews = previewSamples(*opened, kIdxPreviews);
  found.decisions = opened->decisions();
  return found;
}

Result<std::unique_ptr<ImportSource>> IdxImporter::open(const fs::path& source, const FieldValues& values,
                                                        const SourceScan& scan) const try {
  FOVEA_CHECK(scan.check());
  FOVEA_TRY(const fs::path root, rootOfSource(source, scan));
  FOVEA_TRY(const auto archive, scan.unpacked(root));
  FOVEA_TRY(const fs::path place, rootOfSource(archive ? archive->folder() : root, scan));
  const IdxOptions options = idxSchema().read(values);
  auto pairs = takenPairs(place, options);
  if (!pairs.ok()) return archive ? archive->told(pairs.error()) : pairs.error();
  auto opened = IdxSource::open(std::move(pairs).value(), place, options);
  if (!archive) return opened;
  if (!opened.ok()) return archive->told(opened.error());
  return archivedSource(std::move(opened).value(), archive);
} catch (const std::bad_alloc&) {
  return outOfMemory(source);
}

}  // namespace

std::shared_ptr<const Importer> idxImporter() {
  return std::make_shared<IdxImporter>();
}

}  // namespace fovea
