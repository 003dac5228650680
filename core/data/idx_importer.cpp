#include "core/data/idx_importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/data/dataset_writer.h"
#include "core/data/idx_source.h"
#include "core/data/split_plan.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPreviews = 16;
constexpr std::int64_t kPreviewsOutOf = 1000;
constexpr std::int64_t kBlockItems = 256;

struct IdxOptions {
  std::string name;
  double validationShare = 0.1;
  std::int64_t seed = 1;
  std::string testFiles = "test";
  std::string classNames;
};

TypedSchema<IdxOptions> idxSchema() {
  return TypedSchema<IdxOptions>()
      .field(&IdxOptions::name,
             {.name = "name", .title = "Name", .help = "What to call the data set; empty takes it from the folder."})
      .field(&IdxOptions::validationShare,
             {.name = "validation_share",
              .title = "Validation share",
              .help = "The part of the training images that validates instead, the same for every class.",
              .minimum = 0,
              .maximum = 0.9})
      .field(&IdxOptions::seed,
             {.name = "seed", .title = "Seed", .help = "Chooses which images validate.", .minimum = 0})
      .field(
          &IdxOptions::testFiles,
          {.name = "test_files",
           .title = "Test files",
           .help = "What becomes of the images that come in files of their own for testing.",
           .choices = {{"test", "Keep for testing"}, {"validation", "Use for validation"}, {"leave_out", "Leave out"}}})
      .field(
          &IdxOptions::classNames,
          {.name = "class_names",
           .title = "Class names",
           .help = "Names in the order of the labels, separated by commas; empty takes known names or the numbers."});
}

Result<std::vector<Sample>> readPreviews(OpenIdxPair& pair, std::size_t classes) {
  const std::size_t perClass = (kPreviews + classes - 1) / classes;
  std::vector<std::size_t> taken(256, 0);
  std::vector<Sample> previews;
  std::vector<std::uint8_t> image(pair.images->itemBytes());
  const std::int64_t last = std::min(pair.images->count(), kPreviewsOutOf);
  for (std::int64_t i = 0; i < last && previews.size() < kPreviews; ++i) {
    FOVEA_CHECK(pair.images->read(1, image.data()));
    const std::uint8_t label = pair.labels[static_cast<std::size_t>(i)];
    if (label >= classes || taken[label]++ >= perClass) continue;
    const std::string source = pair.files.images.string();
    const SampleView view{Shape{1, pair.images->height(), pair.images->width()},
                          image,
                          label,
                          Split::Train,
                          source,
                          static_cast<std::uint64_t>(i),
                          contentHash(image)};
    FOVEA_TRY(Sample sample, view.copy());
    previews.push_back(std::move(sample));
  }
  return previews;
}

std::string grouped(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string beyondClasses(int label, std::size_t classes) {
  return fmt::format("its label is {}, and there are {} classes", label, classes);
}

void addWarnings(Recognition& found, const std::vector<OpenIdxPair>& pairs, std::int64_t beyond) {
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

class IdxImporter : public Importer {
 public:
  std::string name() const override { return "idx"; }
  std::string title() const override { return "MNIST files (IDX)"; }
  Schema options() const override { return idxSchema().schema(); }
  Result<Recognition> recognise(const fs::path& source) const override;
  Result<ImportSummary> importInto(const fs::path& target, const fs::path& source, const FieldValues& options,
                                   const ProgressFunction& progress, const CancelToken& cancel) const override;
};

Error outOfMemory(const fs::path& source) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + source.string() + ".");
}

Result<Recognition> IdxImporter::recognise(const fs::path& source) const try {
  FOVEA_TRY(auto pairs, openIdxPairs(source));
  Recognition found;
  found.importer = name();
  found.name = idxDatasetName(source);
  found.sampleShape = Shape{1, pairs[0].images->height(), pairs[0].images->width()};
  found.classes = defaultIdxClasses(pairs, source);
  found.perClass.resize(found.classes.size());
  std::int64_t beyond = 0;
  for (const OpenIdxPair& pair : pairs) {
    found.samples += pair.images->count();
    for (const std::uint8_t label : pair.labels) ++(label < found.classes.size() ? found.perClass[label] : beyond);
  }
  found.summary = fmt::format("{} samples, {}×{} grey, {} classes", grouped(found.samples), found.sampleShape[2],
                              found.sampleShape[1], found.classes.size());
  addWarnings(found, pairs, beyond);
  FOVEA_TRY(found.previews, readPreviews(pairs[0], found.classes.size()));
  return found;
} catch (const std::bad_alloc&) {
  return outOfMemory(source);
}

// One run of an import: what it reads from, writes to and reports to.
struct IdxRun {
  const IdxOptions& options;
  const ProgressFunction& progress;
  const CancelToken& cancel;
  DatasetWriter& writer;
  ImportSummary summary;
  Progress state;

  void skip(const std::string& source, std::int64_t index, int label) {
    ++summary.skippedCount;
    if (summary.skipped.size() < kListedSkips)
      summary.skipped.push_back(
          {source, static_cast<std::uint64_t>(index), beyondClasses(label, summary.classes.size())});
  }

  std::vector<Split> planOf(const OpenIdxPair& pair) const {
    if (pair.files.test)
      return std::vector<Split>(pair.labels.size(),
                                options.testFiles == "validation" ? Split::Validation : Split::Test);
    const std::vector<std::int32_t> labels(pair.labels.begin(), pair.labels.end());
    return stratifiedSplit(labels, options.validationShare, static_cast<std::uint64_t>(options.seed));
  }

  Status addBlock(const OpenIdxPair& pair, const std::vector<Split>& plan, std::int64_t first,
                  std::span<const std::uint8_t> block) {
    const std::size_t itemBytes = pair.images->itemBytes();
    std::error_code code;
    const std::string source = fs::absolute(pair.files.images, code).lexically_normal().string();
    for (std::size_t i = 0; i * itemBytes < block.size(); ++i) {
      const auto index = static_cast<std::size_t>(first) + i;
      const std::uint8_t label = pair.labels[index];
      if (label >= summary.classes.size()) {
        skip(source, static_cast<std::int64_t>(index), label);
        continue;
      }
      FOVEA_CHECK(writer.add({Shape{1, pair.images->height(), pair.images->width()},
                              block.subspan(i * itemBytes, itemBytes),
                              label,
                              plan[index],
                              source,
                              index,
                              {}}));
      ++summary.samples;
      ++summary.splits[static_cast<std::size_t>(plan[index])];
    }
    return {};
  }

  Status copy(OpenIdxPair& pair) {
    const std::vector<Split> plan = planOf(pair);
    const std::size_t itemBytes = pair.images->itemBytes();
    const std::int64_t blockItems =
        std::clamp<std::int64_t>((1 << 20) / static_cast<std::int64_t>(itemBytes), 1, kBlockItems);
    std::vector<std::uint8_t> block(static_cast<std::size_t>(blockItems) * itemBytes);
    for (std::int64_t first = 0; first < pair.images->count(); first += blockItems) {
      if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The import was cancelled; nothing was written.");
      const std::int64_t items = std::min(blockItems, pair.images->count() - first);
      FOVEA_CHECK(pair.images->read(items, block.data()));
      FOVEA_CHECK(addBlock(pair, plan, first, std::span(block).first(static_cast<std::size_t>(items) * itemBytes)));
      state.done += static_cast<std::uint64_t>(items);
      if (progress) progress(state);
    }
    return pair.images->expectEnd();
  }
};

Result<ImportSummary> IdxImporter::importInto(const fs::path& target, const fs::path& source, const FieldValues& values,
                                              const ProgressFunction& progress, const CancelToken& cancel) const try {
  FOVEA_TRY(const FieldValues complete, idxSchema().schema().complete(values));
  const IdxOptions options = idxSchema().read(complete);
  FOVEA_TRY(auto pairs, openIdxPairs(source));
  if (options.testFiles == "leave_out") std::erase_if(pairs, [](const OpenIdxPair& pair) { return pair.files.test; });
  if (pairs.empty())
    return fail(ErrorCode::InvalidArgument, source.string() + " holds test files only, and they are to be left out.",
                "Choose another use for the test files.");
  FOVEA_TRY(auto classes, chosenIdxClasses(pairs, source, options.classNames));
  std::int64_t total = 0;
  for (const OpenIdxPair& pair : pairs) total += pair.images->count();
  std::error_code code;
  FOVEA_TRY(
      const auto writer,
      DatasetWriter::create(target, {options.name.empty() ? idxDatasetName(source) : options.name, name(),
                                     fs::absolute(source, code).lexically_normal().string(),
                                     Shape{1, pairs[0].images->height(), pairs[0].images->width()}, classes, total}));
  IdxRun run{options, progress, cancel, *writer, {}, {"Reading images", 0, static_cast<std::uint64_t>(total)}};
  run.summary.classes = std::move(classes);
  for (OpenIdxPair& pair : pairs) FOVEA_CHECK(run.copy(pair));
  if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The import was cancelled; nothing was written.");
  FOVEA_TRY(const DatasetInfo info, writer->finish());
  return std::move(run.summary);
} catch (const std::bad_alloc&) {
  return outOfMemory(source);
}

}  // namespace

std::shared_ptr<const Importer> idxImporter() {
  return std::make_shared<IdxImporter>();
}

}  // namespace fovea
