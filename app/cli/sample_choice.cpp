#include "app/cli/sample_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "app/cli/model_file.h"
#include "core/inspect/sample_outcomes.h"

namespace fovea::cli {
namespace {

// Numbers of T from "5" or "5-9".
template <class T>
Result<Interval<T>> interval(std::string_view text) {
  constexpr std::int64_t kMost = std::numeric_limits<T>::max();
  Interval<std::int64_t> range;
  const auto number = [](std::string_view digits, std::int64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  const std::size_t dash = text.find('-');
  const std::string_view first = text.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
  if (!number(first, range.low) || !number(last, range.high) || range.low > range.high)
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is no range.", text), "Write it as 5 or 5-9.");
  if (range.high > kMost)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("\"{}\" goes beyond {}, the largest number here.", text, kMost));
  return Interval<T>{static_cast<T>(range.low), static_cast<T>(range.high)};
}

Result<std::vector<std::uint32_t>> recordsFrom(std::string_view text, std::uint32_t count) {
  std::vector<std::uint32_t> records;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    FOVEA_TRY(const auto range, interval<std::uint32_t>(text.substr(0, comma)));
    if (range.high >= count)
      return fail(ErrorCode::InvalidArgument, fmt::format("There is no record {}: there are {}.", range.high, count));
    for (std::uint32_t record = range.low; record <= range.high; ++record) records.push_back(record);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  std::sort(records.begin(), records.end());
  records.erase(std::unique(records.begin(), records.end()), records.end());
  return records;
}

Result<std::int32_t> classFrom(const std::string& name, const DatasetInfo& info) {
  const auto found = std::find(info.classes.begin(), info.classes.end(), name);
  if (found != info.classes.end()) return static_cast<std::int32_t>(found - info.classes.begin());
  if (name == "none") return kNoLabel;
  return fail(ErrorCode::InvalidArgument, fmt::format("There is no class \"{}\" in \"{}\".", name, info.name),
              fmt::format("Its classes are: {}; \"none\" are samples without one.", fmt::join(info.classes, ", ")));
}

Result<CatalogueFilter> filterFrom(const SampleChoice& choice, const DatasetInfo& info) {
  CatalogueFilter filter;
  filter.text = choice.text;
  filter.tags = choice.tags;
  if (!choice.split.empty()) {
    FOVEA_TRY(filter.split, splitFromName(choice.split));
  }
  if (!choice.label.empty()) {
    FOVEA_TRY(filter.label, classFrom(choice.label, info));
  }
  if (!choice.sides.empty()) {
    FOVEA_TRY(filter.sides, interval<std::uint32_t>(choice.sides));
  }
  if (!choice.brightness.empty()) {
    FOVEA_TRY(filter.brightness, interval<std::uint8_t>(choice.brightness));
  }
  for (const std::string& name : choice.qualities) {
    FOVEA_TRY(const Quality quality, qualityFromName(name));
    filter.qualities |= bitOf(quality);
  }
  return filter;
}

bool needsMeasures(const CatalogueFilter& filter, CatalogueColumn column) {
  constexpr Qualities kMeasured = bitOf(Quality::Corrupt) | bitOf(Quality::Tiny) | bitOf(Quality::Blank) |
                                  bitOf(Quality::Dark) | bitOf(Quality::Duplicate) | bitOf(Quality::NearDuplicate);
  if (!filter.text.empty() || filter.sides || filter.brightness || (filter.qualities & kMeasured)) return true;
  switch (column) {
    case CatalogueColumn::Order:
    case CatalogueColumn::Class:
    case CatalogueColumn::Split:
    case CatalogueColumn::Loss:
    case CatalogueColumn::Confidence:
    case CatalogueColumn::Prediction:
      return false;
    default:
      return true;
  }
}

ProgressFunction onBar(ProgressBar& bar) {
  return [&bar](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
}

// An empty value, as from a variable of a script that is not set, would choose all samples.
std::string refuseEmpty(const std::string& value) {
  return value.empty() ? "a value is missing" : "";
}

}  // namespace

void SampleChoice::addTo(CLI::App& command) {
  const auto add = [&](const char* name, std::string& value, const char* help) {
    command.add_option(name, value, help)->check(refuseEmpty);
  };
  command.add_option("folder", folder, "Folder of the data set")->required();
  add("--records", records, "Numbers in the store, as 0,5-9");
  add("--text", text, "In the name of the file or of a class");
  add("--split", split, "train, validation or test");
  add("--class", label, "A class by name, or none");
  add("--side", sides, "The longer side in pixels, as 16-64");
  add("--brightness", brightness, "Mean of the grey image, as 0-40");
  command
      .add_option("--quality", qualities,
                  "corrupt, tiny, blank, dark, duplicate, near_duplicate, edited, excluded or wrong; several: any")
      ->delimiter(',');
  command.add_option("--tag", tags, "With this tag; several: any")->delimiter(',');
  command.add_option("--sort", sort, "order, class, split, width, height, side, brightness, contrast, source, loss, …");
  command.add_flag("--descending", descending, "The largest first");
  command.add_option("--checkpoint", checkpoint, "A trained network, for loss, confidence, prediction and wrong");
  command.add_option("--device", device, "cpu, cuda:0, …");
}

bool SampleChoice::narrows() const {
  return !(records.empty() && text.empty() && split.empty() && label.empty() && sides.empty() && brightness.empty() &&
           qualities.empty() && tags.empty());
}

Result<Catalogue> measuredCatalogue(Context& context, std::shared_ptr<const Dataset> dataset, MeasureDepth depth) {
  ProgressBar bar(!context.json);
  FOVEA_TRY(auto measures, measureSamples(*dataset, depth, 0, onBar(bar), context.cancel));
  return Catalogue(std::move(dataset), std::move(measures));
}

Result<ChosenSamples> chooseSamples(Context& context, const SampleChoice& choice) {
  FOVEA_TRY(auto dataset, Dataset::open(choice.folder));
  FOVEA_TRY(CatalogueFilter filter, filterFrom(choice, dataset->info()));
  CatalogueOrder order{CatalogueColumn::Order, choice.descending};
  if (!choice.sort.empty()) {
    FOVEA_TRY(order.column, columnFromName(choice.sort));
  }
  if (choice.checkpoint.empty() && (needsOutcomes(order.column) || (filter.qualities & bitOf(Quality::Wrong))))
    return fail(ErrorCode::InvalidArgument, "Only a trained network knows the loss and the prediction of a sample.",
                "Name a network with --checkpoint.");
  std::shared_ptr<const SampleOutcomes> outcomes;
  if (!choice.checkpoint.empty()) {
    ProgressBar bar(!context.json);
    FOVEA_TRY(const Checkpoint checkpoint, readModel(context, {choice.checkpoint, {}}));
    FOVEA_TRY(auto device, context.backends.open(choice.device));
    FOVEA_TRY(outcomes, sampleOutcomes(checkpoint, *dataset, device, context.cancel, onBar(bar)));
  }
  Catalogue catalogue(dataset, nullptr, outcomes);
  if (needsMeasures(filter, order.column)) {
    const bool damage = (filter.qualities & bitOf(Quality::Corrupt)) != 0;
    FOVEA_TRY(const Catalogue measured,
              measuredCatalogue(context, dataset, damage ? MeasureDepth::Verified : MeasureDepth::Known));
    catalogue = Catalogue(dataset, measured.measures(), outcomes);
  }
  if (!choice.records.empty()) {
    FOVEA_TRY(auto named, recordsFrom(choice.records, catalogue.records()));
    filter.records = std::make_shared<const std::vector<std::uint32_t>>(std::move(named));
  }
  ChosenSamples chosen{dataset, catalogue, filter.qualities};
  chosen.records = catalogue.view(filter, order).records;
  return chosen;
}

}  // namespace fovea::cli
