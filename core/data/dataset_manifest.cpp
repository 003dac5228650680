#include "core/data/dataset_manifest.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kFormat = "fovea-dataset";
constexpr std::uint64_t kMaximumManifest = 64 << 20;

// What is wrong with a manifest; thrown and caught within this file, as the JSON library's own exceptions are.
struct Fault {
  std::string what;
};

void require(bool condition, const char* what) {
  if (!condition) throw Fault{what};
}

std::int64_t wholeNumber(const Json& json) {
  require(json.is_number_integer(), "a number is not a whole one");
  return json.get<std::int64_t>();
}

std::uint64_t countOf(const Json& json) {
  const std::int64_t number = wholeNumber(json);
  require(number >= 0, "a size is negative");
  return static_cast<std::uint64_t>(number);
}

std::vector<std::int64_t> wholeNumbers(const Json& json) {
  std::vector<std::int64_t> numbers;
  for (const Json& entry : json) numbers.push_back(wholeNumber(entry));
  return numbers;
}

Json splitToJson(const SplitInfo& split) {
  return {{"samples", split.samples}, {"per_class", split.perClass}, {"unlabelled", split.unlabelled}};
}

SplitInfo splitFromJson(const Json& json, std::size_t classes) {
  SplitInfo split;
  split.samples = wholeNumber(json.at("samples"));
  split.perClass = wholeNumbers(json.at("per_class"));
  split.unlabelled = wholeNumber(json.at("unlabelled"));
  require(split.perClass.size() == classes, "a split does not count every class");
  std::int64_t rest = split.samples - split.unlabelled;
  require(split.samples >= 0 && split.samples < (std::int64_t{1} << 32) && split.unlabelled >= 0,
          "a split has an impossible size");
  for (const std::int64_t count : split.perClass) {
    require(count >= 0 && count <= rest, "the counts of a split do not add up");
    rest -= count;
  }
  require(rest == 0, "the counts of a split do not add up");
  return split;
}

std::uint64_t hexNumber(const std::string& digits) {
  require(digits.size() == 16 && digits.find_first_not_of("0123456789abcdef") == std::string::npos,
          "the store's checksum is not one");
  return std::stoull(digits, nullptr, 16);
}

Json sealToJson(const StoreSeal& seal) {
  Json tables = Json::object();
  for (const auto& [name, extent] : seal.tables)
    tables[name] = {{"offset", extent.offset}, {"bytes", extent.bytes}, {"hash", extent.hash.toString()}};
  return {{"file", kStoreFile}, {"bytes", seal.bytes}, {"tables", tables}};
}

StoreSeal sealFromJson(const Json& json) {
  StoreSeal seal;
  require(json.at("file").get<std::string>() == kStoreFile, "the store has another name");
  seal.bytes = countOf(json.at("bytes"));
  for (const auto& [name, entry] : json.at("tables").items()) {
    const auto hash = entry.at("hash").get<std::string>();
    require(hash.size() == 32, "the store's checksum is not one");
    seal.tables[name] = {countOf(entry.at("offset")),
                         countOf(entry.at("bytes")),
                         {hexNumber(hash.substr(0, 16)), hexNumber(hash.substr(16))}};
  }
  return seal;
}

Shape shapeFromJson(const Json& json) {
  const auto extents = wholeNumbers(json);
  const auto shape = Shape::make(extents);
  require(shape.ok() && shape->rank() == 3 && shape->elementCount() > 0 && shape->elementCount() <= kMaximumSampleBytes,
          "the size of its samples is impossible");
  return *shape;
}

std::vector<double> channelValues(const Json& json, std::int64_t channels) {
  auto values = json.get<std::vector<double>>();
  require(static_cast<std::int64_t>(values.size()) == channels, "the statistics do not cover every channel");
  for (const double value : values) require(std::isfinite(value), "a statistic is not a number");
  return values;
}

Manifest manifestFromJson(const Json& json) {
  Manifest manifest;
  DatasetInfo& info = manifest.info;
  info.formatVersion = static_cast<int>(wholeNumber(json.at("version")));
  info.name = json.at("name").get<std::string>();
  info.created = json.at("created").get<std::string>();
  info.importer = json.at("importer").get<std::string>();
  info.source = json.at("source").get<std::string>();
  info.sampleShape = shapeFromJson(json.at("sample_shape"));
  info.classes = json.at("classes").get<std::vector<std::string>>();
  require(info.classes.size() <= kMaximumClasses, "it has too many classes");
  for (const Split split : kSplits)
    info.splits[static_cast<std::size_t>(split)] =
        splitFromJson(json.at("splits").at(splitName(split)), info.classes.size());
  info.channelMean = channelValues(json.at("channel_mean"), info.sampleShape[0]);
  info.channelDeviation = channelValues(json.at("channel_deviation"), info.sampleShape[0]);
  manifest.seal = sealFromJson(json.at("store"));
  return manifest;
}

Error damagedManifest(const fs::path& file, const std::string& what) {
  return fail(ErrorCode::Corrupt, "The data set's manifest " + file.string() + " is damaged: " + what + ".",
              "Import the data set again from its source, or restore the folder from a copy.");
}

Error explainUnreadable(Error error, const fs::path& folder) {
  if (error.code == ErrorCode::NotFound) {
    std::error_code code;
    if (!fs::exists(folder, code)) {
      error.message = "There is no folder " + folder.string() + ".";
    } else {
      error.message = "There is no data set in " + folder.string() + ": it has no " + kManifestFile + ".";
      error.advice = "Choose the folder of a data set, or import one into it.";
    }
  }
  return error;
}

}  // namespace

std::string formatManifest(const Manifest& manifest) {
  const DatasetInfo& info = manifest.info;
  Json splits = Json::object();
  for (const Split split : kSplits) splits[splitName(split)] = splitToJson(info.split(split));
  const Json json = {
      {"format", kFormat},
      {"version", kDatasetFormatVersion},
      {"name", info.name},
      {"created", info.created},
      {"importer", info.importer},
      {"source", info.source},
      {"sample_shape", std::vector<std::int64_t>(info.sampleShape.begin(), info.sampleShape.end())},
      {"samples", info.samples()},
      {"splits", splits},
      {"classes", info.classes},
      {"channel_mean", info.channelMean},
      {"channel_deviation", info.channelDeviation},
      {"store", sealToJson(manifest.seal)},
  };
  return formatJson(json);
}

Result<Manifest> readManifest(const fs::path& folder) {
  const fs::path file = folder / kManifestFile;
  auto text = readFile(file, kMaximumManifest);
  if (!text.ok()) return explainUnreadable(std::move(text).error(), folder);
  auto json = parseJson(*text);
  if (!json.ok()) return std::move(json).error().within(file.string());
  try {
    require(json->is_object() && json->value("format", "") == kFormat, "it does not describe a data set");
    const auto version = wholeNumber(json->at("version"));
    require(version >= 1, "its version is impossible");
    if (version > kDatasetFormatVersion)
      return fail(ErrorCode::NewerVersion,
                  fmt::format("The data set {} was made by a newer Fovea (format {}, this one reads up to {}).",
                              folder.string(), version, kDatasetFormatVersion),
                  "Update Fovea to open it.");
    return manifestFromJson(*json);
  } catch (const Fault& fault) {
    return damagedManifest(file, fault.what);
  } catch (const std::exception& error) {
    return damagedManifest(file, error.what());
  }
}

}  // namespace fovea
