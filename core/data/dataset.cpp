#include "core/data/dataset.h"

#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <numeric>

#include "core/data/dataset_manifest.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kImportAgain = "Import the data set again from its source, or restore the folder from a copy.";

// What is known of the samples of one split without reading them.
struct SplitIndex {
  std::vector<std::uint32_t> records;    // number in the store, by index in the split
  std::vector<std::int32_t> labels;      // by index in the split
  std::vector<std::uint32_t> byClass;    // indices sorted by label, those without one first
  std::vector<std::size_t> classBegins;  // of label -1, 0, 1, ... in byClass, and its end

  void sortByClass(std::size_t classes) {
    classBegins.assign(classes + 2, 0);
    for (const std::int32_t label : labels) ++classBegins[static_cast<std::size_t>(label + 2)];
    std::partial_sum(classBegins.begin(), classBegins.end(), classBegins.begin());
    std::vector<std::size_t> next(classBegins.begin(), classBegins.end() - 1);
    byClass.resize(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i)
      byClass[next[static_cast<std::size_t>(labels[i] + 1)]++] = static_cast<std::uint32_t>(i);
  }
};

}  // namespace

std::int64_t DatasetInfo::samples() const {
  std::int64_t sum = 0;
  for (const SplitInfo& split : splits) sum += split.samples;
  return sum;
}

struct Dataset::State {
  fs::path folder;
  DatasetInfo info;
  std::unique_ptr<StoreReader> store;
  std::array<SplitIndex, 3> splits;
  // Where the checked pixels of a record lie; null until they are first asked for.
  std::unique_ptr<std::atomic<const std::uint8_t*>[]> pixels;

  Error corrupt(const std::string& what) const {
    return fail(ErrorCode::Corrupt, "The data set " + folder.string() + " is damaged: " + what + ".", kImportAgain);
  }

  // The label table is, record by record, one byte of split and then, from the byte after the last, four of label.
  Status loadIndex() {
    FOVEA_TRY(const auto table, store->table(kLabelTable));
    const std::uint64_t count = store->recordCount();
    if (static_cast<std::uint64_t>(info.samples()) != count || table.size() != count * 5)
      return corrupt("its parts do not hold the same number of samples");
    for (const Split split : kSplits) {
      SplitIndex& index = splits[static_cast<std::size_t>(split)];
      index.records.reserve(static_cast<std::size_t>(info.split(split).samples));
      index.labels.reserve(static_cast<std::size_t>(info.split(split).samples));
    }
    for (std::uint64_t record = 0; record < count; ++record) {
      std::int32_t label;
      std::memcpy(&label, table.data() + count + record * 4, sizeof label);
      if (table[record] >= splits.size() || label < kNoLabel || label >= static_cast<std::int64_t>(info.classes.size()))
        return corrupt("its table of labels holds impossible values");
      splits[table[record]].records.push_back(static_cast<std::uint32_t>(record));
      splits[table[record]].labels.push_back(label);
    }
    for (SplitIndex& index : splits) index.sortByClass(info.classes.size());
    return checkCounts();
  }

  Status checkCounts() const {
    for (std::size_t s = 0; s < splits.size(); ++s) {
      const auto count = [&](std::size_t group) {
        return static_cast<std::int64_t>(splits[s].classBegins[group + 1] - splits[s].classBegins[group]);
      };
      bool same = count(0) == info.splits[s].unlabelled;
      for (std::size_t label = 0; label < info.classes.size(); ++label)
        same = same && count(label + 1) == info.splits[s].perClass[label];
      if (!same) return corrupt("its table of labels does not fit its manifest");
    }
    return {};
  }

  Result<SampleView> view(Split split, std::int64_t index) const {
    const SplitIndex& samples = splits[static_cast<std::size_t>(split)];
    if (index < 0 || index >= static_cast<std::int64_t>(samples.records.size()))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("There is no sample {} in the {} split of {}: it has {}.", index, splitName(split),
                              folder.string(), samples.records.size()));
    const auto position = static_cast<std::size_t>(index);
    const auto where = [&] {
      return fmt::format("Sample {} of the {} split of {}", index, splitName(split), folder.string());
    };
    auto sample = decodeSample(store->record(samples.records[position]));
    if (!sample.ok()) return std::move(sample).error().within(where());
    if (sample->shape != info.sampleShape || sample->label != samples.labels[position] || sample->split != split)
      return corrupt("the record of sample " + std::to_string(index) + " is that of another");
    if (auto status = verifyPixels(*sample); !status.ok()) return std::move(status).error().within(where());
    return sample;
  }
};

Dataset::Dataset(std::unique_ptr<State> state) : state_(std::move(state)) {}
Dataset::~Dataset() = default;

Result<std::shared_ptr<Dataset>> Dataset::open(const fs::path& folder) try {
  FOVEA_TRY(Manifest manifest, readManifest(folder));
  auto state = std::make_unique<State>();
  state->folder = folder;
  state->info = std::move(manifest.info);
  FOVEA_TRY(state->store, StoreReader::open(folder / kStoreFile, manifest.seal));
  FOVEA_CHECK(state->loadIndex());
  state->pixels = std::make_unique<std::atomic<const std::uint8_t*>[]>(state->store->recordCount());
  return std::shared_ptr<Dataset>(new Dataset(std::move(state)));
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to open the data set " + folder.string() + ".");
}

const fs::path& Dataset::folder() const {
  return state_->folder;
}
const DatasetInfo& Dataset::info() const {
  return state_->info;
}
std::int64_t Dataset::size(Split split) const {
  return state_->info.split(split).samples;
}

std::span<const std::int32_t> Dataset::labels(Split split) const {
  return state_->splits[static_cast<std::size_t>(split)].labels;
}

std::span<const std::uint32_t> Dataset::samplesOfClass(Split split, std::int32_t label) const {
  const SplitIndex& index = state_->splits[static_cast<std::size_t>(split)];
  if (label < kNoLabel || label >= static_cast<std::int64_t>(state_->info.classes.size())) return {};
  const auto group = static_cast<std::size_t>(label + 1);
  return std::span(index.byClass)
      .subspan(index.classBegins[group], index.classBegins[group + 1] - index.classBegins[group]);
}

Result<Sample> Dataset::sample(Split split, std::int64_t index) const {
  FOVEA_TRY(const SampleView view, state_->view(split, index));
  return view.copy();
}

Result<std::span<const std::uint8_t>> Dataset::pixels(Split split, std::int64_t index) const {
  const SplitIndex& samples = state_->splits[static_cast<std::size_t>(split)];
  const auto bytes = static_cast<std::size_t>(state_->info.sampleShape.elementCount());
  if (index >= 0 && index < static_cast<std::int64_t>(samples.records.size())) {
    auto& known = state_->pixels[samples.records[static_cast<std::size_t>(index)]];
    if (const std::uint8_t* found = known.load(std::memory_order_relaxed)) return std::span(found, bytes);
    FOVEA_TRY(const SampleView view, state_->view(split, index));
    known.store(view.pixels.data(), std::memory_order_relaxed);
    return view.pixels;
  }
  return state_->view(split, index).error();
}

Result<Tensor> Dataset::meanImage() const {
  FOVEA_TRY(const auto table, state_->store->table(kMeanTable));
  FOVEA_TRY(Tensor mean, Tensor::tryMake({DataType::Float32, state_->info.sampleShape}));
  if (table.size() != mean.bytes()) return state_->corrupt("its mean image has another size");
  std::memcpy(mean.raw(), table.data(), table.size());
  return mean;
}

}  // namespace fovea
