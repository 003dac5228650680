// Why: the frame of imports is tested with sources that a test makes up: any number of items, good and bad.
#pragma once
#include <fmt/format.h>

#include <cstring>

#include "core/base/random.h"
#include "core/data/importing/import_job.h"
#include "core/data/store/dataset.h"
#include "data_support.h"

namespace fovea::test {

// What a made-up source holds. `make` says what an item is when it is loaded.
struct MadeItems {
  Task task = Task::Classification;
  std::vector<std::string> classes{"a", "b", "c"};
  std::vector<ImportItem> items;
  std::function<Result<LoadedItem>(std::int64_t)> make;
  std::vector<ImportDecision> decisions;
};

class MadeImporter : public Importer {
 public:
  explicit MadeImporter(MadeItems items) : items_(std::make_shared<const MadeItems>(std::move(items))) {}
  std::string name() const override { return "made"; }
  std::string title() const override { return "Made up"; }
  Schema options() const override { return Schema({{.name = "own", .title = "Own", .help = "A number."}}); }
  Result<Recognition> recognise(const fs::path&, const FieldValues&, const SourceScan&) const override {
    return Recognition{};
  }
  Result<std::unique_ptr<ImportSource>> open(const fs::path&, const FieldValues&, const SourceScan&) const override {
    return std::unique_ptr<ImportSource>(new Source(items_));
  }

 private:
  class Source : public ImportSource {
   public:
    explicit Source(std::shared_ptr<const MadeItems> items) : items_(std::move(items)) {}
    std::string name() const override { return "made up"; }
    Task task() const override { return items_->task; }
    const std::vector<std::string>& classes() const override { return items_->classes; }
    std::int64_t size() const override { return static_cast<std::int64_t>(items_->items.size()); }
    ImportItem item(std::int64_t index) const override { return items_->items[static_cast<std::size_t>(index)]; }
    Result<LoadedItem> load(std::int64_t index) const override { return items_->make(index); }
    std::vector<ImportDecision> decisions() const override { return items_->decisions; }

   private:
    std::shared_ptr<const MadeItems> items_;
  };
  std::shared_ptr<const MadeItems> items_;
};

inline Tensor imageOf(std::size_t number, const Shape& shape) {
  Tensor image = Tensor::make({DataType::UInt8, shape});
  Random random(number);
  for (std::uint8_t& pixel : image.values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(random.next32());
  return image;
}

// `count` images of 8×6, each another, of three classes in turn.
inline MadeItems madeImages(std::size_t count, const Shape& shape = Shape{1, 8, 6}) {
  MadeItems made;
  for (std::size_t i = 0; i < count; ++i) {
    ImportItem item;
    item.source = "file " + std::to_string(i);
    item.label = static_cast<std::int32_t>(i % 3);
    made.items.push_back(std::move(item));
  }
  made.make = [shape](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index), shape);
    return item;
  };
  return made;
}

inline Result<ImportSummary> importMade(const MadeItems& items, const fs::path& target, const FieldValues& options = {},
                                        const ImportTuning& tuning = {}, const CancelToken& cancel = {},
                                        const ProgressFunction& progress = {}) {
  return runImport(MadeImporter(items), target, "/nowhere", options, progress, cancel, tuning);
}

// Everything that a data set holds but for when it was made and how it is cut up.
inline std::string contentOf(const Dataset& dataset) {
  const DatasetInfo& info = dataset.info();
  std::string text = info.name + info.sampleShape.toString() + std::to_string(info.skipped) + " " +
                     std::to_string(info.duplicates) + "\n";
  for (const std::string& name : info.classes) text += name + ",";
  for (const double value : info.channelMean) text += std::to_string(value) + " ";
  for (const double value : info.channelDeviation) text += std::to_string(value) + " ";
  if (const auto mean = dataset.meanImage(); mean.ok()) text += contentHash(rawContent(*mean).bytes).toString();
  for (const Split split : kSplits) {
    text += std::string("\n") + splitName(split);
    for (std::int64_t i = 0; i < dataset.size(split); ++i) {
      const auto sample = dataset.sample(split, i);
      EXPECT_TRUE(sample.ok()) << (sample.ok() ? "" : sample.error().text());
      if (!sample.ok()) return "";
      text += "\n" + sample->source + " " + std::to_string(sample->sourceIndex) + " " + std::to_string(sample->label) +
              " " + sample->hash.toString() + " " + sample->group + " " + std::to_string(sample->length) +
              contentHash(rawContent(sample->input).bytes).toString();
      for (const Box& box : sample->boxes)
        text += fmt::format(" {} {} {} {}", box.left, box.top, box.right, box.bottom);
    }
  }
  return text;
}

}  // namespace fovea::test
