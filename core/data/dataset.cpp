#include "core/data/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <numeric>

#include "core/data/dataset_manifest.h"
#include "core/data/input_statistics.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kImportAgain = "Import the data set again from its source, or restore the folder from a copy.";

constexpr std::uint64_t kMaximumRecords = std::uint64_t{1} << 32;

// That a sample has a class.
struct ClassEntry {
  std::int32_t label;
  std::uint32_t index;  // in the split
};

// What is known of the samples of one split without reading them.
struct SplitIndex {
  std::vector<std::uint32_t> records;    // number in the data set, by index in the split
  std::vector<std::int32_t> labels;      // by index in the split
  std::vector<ClassEntry> entries;       // by index; emptied by sortByClass()
  std::vector<std::uint32_t> byClass;    // indices sorted by label, those without one first
  std::vector<std::size_t> classBegins;  // of label -1, 0, 1, ... in byClass, and its end

  void sortByClass(std::size_t classes) {
    classBegins.assign(classes + 2, 0);
    for (const ClassEntry& entry : entries) ++classBegins[static_cast<std::size_t>(entry.label + 2)];
    std::partial_sum(classBegins.begin(), classBegins.end(), classBegins.begin());
    std::vector<std::size_t> next(classBegins.begin(), classBegins.end() - 1);
    byClass.resize(entries.size());
    for (const ClassEntry& entry : entries) byClass[next[static_cast<std::size_t>(entry.label + 1)]++] = entry.index;
    entries = {};
  }
};

std::int32_t labelAt(const std::uint8_t* memory, std::uint64_t place) {
  std::int32_t label;
  std::memcpy(&label, memory + place * sizeof label, sizeof label);
  return label;
}

}  // namespace

std::int64_t DatasetInfo::samples() const {
  std::int64_t sum = 0;
  for (const SplitInfo& split : splits) sum += split.samples;
  return sum;
}

struct Dataset::State {
  fs::path folder;
  DatasetInfo info;
  StatisticsFile statistics;
  std::vector<Segment> segments;
  std::vector<std::unique_ptr<StoreReader>> stores;
  std::vector<std::uint64_t> begins;  // number in the data set of each store's first record, and of all
  std::array<SplitIndex, 3> splits;
  std::once_flag factsAsked;
  Status factsStatus;
  std::array<std::vector<StoredFacts>, 3> facts;  // by index in the split
  // Where the checked input of a record lies if it is raw and the data set uniform; null until it is first asked for.
  std::unique_ptr<std::atomic<const std::uint8_t*>[]> inputs;

  Error corrupt(const std::string& what) const {
    return fail(ErrorCode::Corrupt, "The data set " + folder.string() + " is damaged: " + what + ".", kImportAgain);
  }

  Status openStores() {
    std::uint64_t count = 0;
    for (const Segment& segment : segments) {
      FOVEA_TRY(auto store, StoreReader::open(folder / segment.file, segment.seal));
      begins.push_back(count);
      count += store->recordCount();
      stores.push_back(std::move(store));
    }
    begins.push_back(count);
    if (static_cast<std::uint64_t>(info.samples()) != count || count >= kMaximumRecords)
      return corrupt("its parts do not hold the same number of samples");
    for (const Split split : kSplits) {
      SplitIndex& index = splits[static_cast<std::size_t>(split)];
      const auto samples = static_cast<std::size_t>(std::min<std::uint64_t>(info.split(split).samples, count));
      index.records.reserve(samples);
      index.labels.reserve(samples);
      index.entries.reserve(samples);
    }
    inputs = std::make_unique<std::atomic<const std::uint8_t*>[]>(static_cast<std::size_t>(count));
    return {};
  }

  bool isLabel(std::int32_t label) const {
    return label >= kNoLabel && label < static_cast<std::int64_t>(info.classes.size());
  }

  // The label table is, record by record, one byte of split and then, from the byte after the last, four of label.
  Status loadIndex(const StoreReader& store, std::uint64_t begin) {
    FOVEA_TRY(const auto table, store.table(kLabelTable));
    const std::uint64_t count = store.recordCount();
    if (table.size() != count * 5) return corrupt("its parts do not hold the same number of samples");
    for (std::uint64_t record = 0; record < count; ++record) {
      const std::int32_t label = labelAt(table.data() + count, record);
      if (table[record] >= splits.size() || !isLabel(label))
        return corrupt("its table of labels holds impossible values");
      SplitIndex& split = splits[table[record]];
      if (!hasSeveralClasses(info.task))
        split.entries.push_back({label, static_cast<std::uint32_t>(split.labels.size())});
      split.records.push_back(static_cast<std::uint32_t>(begin + record));
      split.labels.push_back(label);
    }
    if (hasSeveralClasses(info.task)) return loadPresent(store, table);
    return {};
  }

  // The table of several classes is, record by record, four bytes of count and then the labels of all.
  Status loadPresent(const StoreReader& store, std::span<const std::uint8_t> splitOf) {
    FOVEA_TRY(const auto table, store.table(kPresentTable));
    const std::uint64_t count = store.recordCount();
    const std::uint64_t places = table.size() / sizeof(std::int32_t);
    if (places < count) return corrupt("its table of classes is cut off");
    std::array<std::size_t, 3> next{};
    for (std::size_t s = 0; s < splits.size(); ++s) {
      const auto begin = static_cast<std::size_t>(std::count(splitOf.begin(), splitOf.begin() + count, s));
      next[s] = splits[s].labels.size() - begin;
    }
    std::uint64_t at = count;
    for (std::uint64_t record = 0; record < count; ++record) {
      SplitIndex& split = splits[splitOf[record]];
      const auto index = static_cast<std::uint32_t>(next[splitOf[record]]++);
      const auto labels = static_cast<std::uint32_t>(labelAt(table.data(), record));
      if (labels > places - at) return corrupt("its table of classes is cut off");
      if (labels == 0) split.entries.push_back({kNoLabel, index});
      for (const std::uint64_t end = at + labels; at < end; ++at) {
        const std::int32_t label = labelAt(table.data(), at);
        if (!isLabel(label) || label == kNoLabel) return corrupt("its table of classes holds impossible values");
        split.entries.push_back({label, index});
      }
    }
    return {};
  }

  Status checkCounts() const {
    for (std::size_t s = 0; s < splits.size(); ++s) {
      const auto count = [&](std::size_t group) {
        return static_cast<std::int64_t>(splits[s].classBegins[group + 1] - splits[s].classBegins[group]);
      };
      bool same = static_cast<std::int64_t>(splits[s].labels.size()) == info.splits[s].samples &&
                  count(0) == info.splits[s].unlabelled;
      for (std::size_t label = 0; label < info.classes.size(); ++label)
        same = same && count(label + 1) == info.splits[s].perClass[label];
      if (!same) return corrupt("its table of labels does not fit its manifest");
    }
    return {};
  }

  Status readAllFacts() {
    const auto hasFacts = [](const Segment& segment) { return segment.seal.tables.contains(kFactsTable); };
    if (std::none_of(segments.begin(), segments.end(), hasFacts)) return {};
    std::vector<StoredFacts> all(static_cast<std::size_t>(begins.back()));
    for (std::size_t i = 0; i < stores.size(); ++i) {
      FOVEA_TRY(const auto some, readFacts(*stores[i], segments[i]));
      std::copy(some.begin(), some.end(), all.begin() + static_cast<std::ptrdiff_t>(begins[i]));
    }
    std::array<std::vector<StoredFacts>, 3> found;
    for (std::size_t s = 0; s < splits.size(); ++s) {
      found[s].reserve(splits[s].records.size());
      for (const std::uint32_t record : splits[s].records) found[s].push_back(all[record]);
    }
    facts = std::move(found);
    return {};
  }

  std::span<const std::uint8_t> record(std::uint32_t number) const {
    const auto store =
        static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), number) - begins.begin()) - 1;
    return stores[store]->record(static_cast<std::uint32_t>(number - begins[store]));
  }

  bool fits(const SampleView& sample) const {
    const TensorType& type = sample.input.type;
    if (type.dtype != info.inputType) return false;
    return !info.uniform || type.shape == info.sampleShape;
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
    auto sample = decodeSample(record(samples.records[position]));
    if (!sample.ok()) return std::move(sample).error().within(where());
    if (!fits(*sample) || sample->label != samples.labels[position] || sample->split != split)
      return corrupt("the record of sample " + std::to_string(index) + " is that of another");
    if (auto status = verifyInput(*sample); !status.ok()) return std::move(status).error().within(where());
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
  state->statistics = std::move(manifest.statistics);
  state->segments = std::move(manifest.segments);
  FOVEA_CHECK(state->openStores());
  for (std::size_t i = 0; i < state->stores.size(); ++i)
    FOVEA_CHECK(state->loadIndex(*state->stores[i], state->begins[i]));
  for (SplitIndex& index : state->splits) index.sortByClass(state->info.classes.size());
  FOVEA_CHECK(state->checkCounts());
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

Result<std::span<const StoredFacts>> Dataset::facts(Split split) const try {
  std::call_once(state_->factsAsked, [&] { state_->factsStatus = state_->readAllFacts(); });
  if (!state_->factsStatus.ok()) return state_->factsStatus.error();
  return std::span<const StoredFacts>(state_->facts[static_cast<std::size_t>(split)]);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory,
              "There is not enough memory to read what is known of the samples of " + folder().string() + ".");
}

Result<Sample> Dataset::sample(Split split, std::int64_t index) const {
  FOVEA_TRY(const SampleView view, state_->view(split, index));
  return view.copy();
}

Result<SampleView> Dataset::view(Split split, std::int64_t index) const {
  return state_->view(split, index);
}

Result<Content> Dataset::input(Split split, std::int64_t index) const {
  const SplitIndex& samples = state_->splits[static_cast<std::size_t>(split)];
  if (index < 0 || index >= static_cast<std::int64_t>(samples.records.size()))
    return state_->view(split, index).error();
  const DatasetInfo& info = state_->info;
  auto& known = state_->inputs[samples.records[static_cast<std::size_t>(index)]];
  if (const std::uint8_t* found = known.load(std::memory_order_relaxed)) {
    const TensorType type{info.inputType, info.sampleShape};
    return rawContent(type, {found, type.bytes()});
  }
  FOVEA_TRY(const SampleView view, state_->view(split, index));
  if (info.uniform && view.input.encoding == Encoding::Raw)
    known.store(view.input.bytes.data(), std::memory_order_relaxed);
  return view.input;
}

Result<Tensor> Dataset::meanImage() const {
  const DatasetInfo& info = state_->info;
  std::vector<float> mean;
  if (info.formatVersion == 1) {
    FOVEA_TRY(const auto table, state_->stores.front()->table(kMeanTable));
    mean.resize(table.size() / sizeof(float));
    std::memcpy(mean.data(), table.data(), mean.size() * sizeof(float));
  } else if (!state_->statistics.file.empty()) {
    FOVEA_TRY(const std::string bytes, readStatistics(state_->folder, state_->statistics));
    const auto statistics = InputStatistics::read(bytes);
    if (!statistics) return state_->corrupt("its statistics are not what was written");
    mean = statistics->meanImage();
  }
  if (mean.empty())
    return fail(ErrorCode::InvalidArgument, "The data set " + info.name + " has no mean image.",
                "There is one where all samples are images of one size.");
  FOVEA_TRY(Tensor image, Tensor::tryMake({DataType::Float32, info.sampleShape}));
  if (mean.size() * sizeof(float) != image.bytes()) return state_->corrupt("its mean image has another size");
  std::memcpy(image.raw(), mean.data(), image.bytes());
  return image;
}

}  // namespace fovea
