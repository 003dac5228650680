#include "core/data/store/dataset_manifest.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/json_numbers.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kFormat = "fovea-dataset";
constexpr std::uint64_t kMaximumManifest = 64 << 20;

// A fault in a manifest; thrown and caught within this file, like the exceptions of the JSON library.
struct Fault {
  std::string what;
};

void require(bool condition, const char* what) {
  if (!condition) throw Fault{what};
}

std::int64_t requireWhole(const Json& json) {
  const auto number = wholeNumber(json);
  require(number.has_value(), "a number is not a whole one");
  return *number;
}

std::uint64_t countOf(const Json& json) {
  const std::int64_t number = requireWhole(json);
  require(number >= 0, "a size is negative");
  return static_cast<std::uint64_t>(number);
}

std::vector<std::int64_t> wholeNumbers(const Json& json) {
  std::vector<std::int64_t> numbers;
  for (const Json& entry : json) numbers.push_back(requireWhole(entry));
  return numbers;
}

Json splitToJson(const SplitInfo& split) {
  return {{"samples", split.samples}, {"per_class", split.perClass}, {"unlabelled", split.unlabelled}};
}

SplitInfo splitFromJson(const Json& json, std::size_t classes, Task task) {
  SplitInfo split;
  split.samples = requireWhole(json.at("samples"));
  split.perClass = wholeNumbers(json.at("per_class"));
  split.unlabelled = requireWhole(json.at("unlabelled"));
  require(split.perClass.size() == classes, "a split does not count every class");
  require(split.samples >= 0 && split.samples < (std::int64_t{1} << 32) && split.unlabelled >= 0,
          "a split has an impossible size");
  std::int64_t rest = split.samples - split.unlabelled;
  for (const std::int64_t count : split.perClass) {
    require(count >= 0 && count <= rest, "the counts of a split do not add up");
    if (!hasSeveralClasses(task)) rest -= count;
  }
  require(rest == 0 || (rest > 0 && hasSeveralClasses(task)), "the counts of a split do not add up");
  return split;
}

std::uint64_t hexNumber(const std::string& digits) {
  require(digits.size() == 16 && digits.find_first_not_of("0123456789abcdef") == std::string::npos,
          "the store's checksum is not one");
  return std::stoull(digits, nullptr, 16);
}

ContentHash hashFromJson(const Json& json) {
  const auto digits = json.get<std::string>();
  require(digits.size() == 32, "the store's checksum is not one");
  return {hexNumber(digits.substr(0, 16)), hexNumber(digits.substr(16))};
}

// The name of a file in the folder itself, never a path outside.
std::string fileFromJson(const Json& json) {
  auto name = json.get<std::string>();
  require(!name.empty() && name.find('/') == std::string::npos && name != ".." && name != "." &&
              name.find('\0') == std::string::npos,
          "a file of the store has an impossible name");
  return name;
}

Json segmentToJson(const Segment& segment) {
  Json tables = Json::object();
  for (const auto& [name, extent] : segment.seal.tables)
    tables[name] = {{"offset", extent.offset}, {"bytes", extent.bytes}, {"hash", extent.hash.toString()}};
  return {{"file", segment.file}, {"samples", segment.samples}, {"bytes", segment.seal.bytes}, {"tables", tables}};
}

Segment segmentFromJson(const Json& json) {
  Segment segment;
  segment.file = fileFromJson(json.at("file"));
  if (json.contains("samples")) segment.samples = requireWhole(json.at("samples"));
  require(segment.samples >= 0, "a part of the store has an impossible size");
  segment.seal.bytes = countOf(json.at("bytes"));
  for (const auto& [name, entry] : json.at("tables").items())
    segment.seal.tables[name] = {countOf(entry.at("offset")), countOf(entry.at("bytes")),
                                 hashFromJson(entry.at("hash"))};
  return segment;
}

Shape shapeFromJson(const Json& json) {
  const auto extents = wholeNumbers(json);
  const auto shape = Shape::make(extents);
  require(shape.ok() && shape->elementCount() > 0, "the size of its samples is impossible");
  return *shape;
}

Json shapeToJson(const Shape& shape) {
  return std::vector<std::int64_t>(shape.begin(), shape.end());
}

DataType typeFromJson(const Json& json) {
  const auto type = dataTypeFromName(json.get<std::string>());
  require(type.ok() && (*type == DataType::UInt8 || *type == DataType::Float32 || *type == DataType::Int32),
          "the type of its numbers is impossible");
  return *type;
}

std::vector<double> channelValues(const Json& json, const DatasetInfo& info) {
  auto values = json.get<std::vector<double>>();
  const Shape& shape = info.sampleShape;
  require((values.empty() && info.formatVersion > 1) ||
              (shape.rank() > 0 && static_cast<std::int64_t>(values.size()) == shape[0]),
          "the statistics do not cover every channel");
  for (const double value : values) require(std::isfinite(value), "a statistic is not a number");
  return values;
}

Task taskFromJson(const Json& json) {
  const auto task = taskFromName(json.get<std::string>());
  require(task.ok(), "there is no such task");
  return *task;
}

std::vector<double> finiteNumbers(const Json& json) {
  auto values = json.get<std::vector<double>>();
  for (const double value : values) require(std::isfinite(value), "a statistic is not a number");
  return values;
}

DataPart readPart(const Json& json) {
  DataPart part;
  part.name = json.at("name").get<std::string>();
  part.type = {typeFromJson(json.at("type")), shapeFromJson(json.at("shape"))};
  part.symbols = requireWhole(json.at("symbols"));
  part.mean = finiteNumbers(json.at("mean"));
  part.deviation = finiteNumbers(json.at("deviation"));
  const Shape& shape = part.type.shape;
  const auto channels = static_cast<std::size_t>(shape.rank() > 0 ? shape[0] : 1);
  require(!part.name.empty() && part.symbols >= 0 && shape.elementCount() <= kMaximumSampleBytes,
          "a part of its samples is impossible");
  require(part.mean.size() == part.deviation.size() && (part.mean.empty() || part.mean.size() == channels),
          "the statistics do not cover every channel");
  return part;
}

void readParts(const Json& json, DatasetInfo& info) {
  info.inputName = json.at("input_name").get<std::string>();
  for (const Json& part : json.at("parts")) info.parts.push_back(readPart(part));
  require(info.parts.size() <= kMaximumParts, "its samples have too many parts");
  std::set<std::string> names{info.inputName};
  for (const DataPart& part : info.parts) require(names.insert(part.name).second, "two parts have the same name");
}

// Reads the fields that were added in version 2.
void readSecond(const Json& json, Manifest& manifest) {
  DatasetInfo& info = manifest.info;
  if (!json.at("options").empty()) info.options = formatJsonLine(json.at("options"));
  info.task = taskFromJson(json.at("task"));
  info.inputType = typeFromJson(json.at("input_type"));
  info.uniform = json.at("uniform").get<bool>();
  info.targetType = typeFromJson(json.at("target_type"));
  info.targetShape = shapeFromJson(json.at("target_shape"));
  info.skipped = requireWhole(json.at("skipped"));
  info.duplicates = requireWhole(json.at("duplicates"));
  if (json.contains("symbols")) info.symbols = requireWhole(json.at("symbols"));
  if (json.contains("lengths")) info.lengths = json.at("lengths").get<bool>();
  if (json.contains("near_duplicates")) info.nearDuplicates = requireWhole(json.at("near_duplicates"));
  if (json.contains("parts")) readParts(json, info);
  if (json.contains("further_sources"))
    manifest.furtherSources = json.at("further_sources").get<std::vector<std::string>>();
  for (const Json& segment : json.at("segments")) manifest.segments.push_back(segmentFromJson(segment));
  const Json& statistics = json.at("statistics");
  if (!statistics.empty())
    manifest.statistics = {fileFromJson(statistics.at("file")), countOf(statistics.at("bytes")),
                           hashFromJson(statistics.at("hash"))};
}

Manifest readFields(const Json& json) {
  Manifest manifest;
  DatasetInfo& info = manifest.info;
  info.formatVersion = static_cast<int>(requireWhole(json.at("version")));
  info.name = json.at("name").get<std::string>();
  info.created = json.at("created").get<std::string>();
  info.importer = json.at("importer").get<std::string>();
  info.source = json.at("source").get<std::string>();
  info.sampleShape = shapeFromJson(json.at("sample_shape"));
  info.classes = json.at("classes").get<std::vector<std::string>>();
  require(info.classes.size() <= kMaximumClasses, "it has too many classes");
  if (info.formatVersion > 1) {
    readSecond(json, manifest);
  } else {
    require(info.sampleShape.rank() == 3, "the size of its samples is impossible");
    manifest.segments.push_back(segmentFromJson(json.at("store")));
  }
  require(!info.uniform || info.sampleShape.elementCount() <= kMaximumSampleBytes,
          "the size of its samples is impossible");
  for (const Split split : kSplits)
    info.splits[static_cast<std::size_t>(split)] =
        splitFromJson(json.at("splits").at(splitName(split)), info.classes.size(), info.task);
  info.channelMean = channelValues(json.at("channel_mean"), info);
  info.channelDeviation = channelValues(json.at("channel_deviation"), info);
  return manifest;
}

Error damagedManifest(const std::string& file, const std::string& what) {
  return fail(ErrorCode::Corrupt, "The data set's manifest " + file + " is damaged: " + what + ".",
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

ImageForm DatasetInfo::imageForm() const {
  const auto json = parseJson(options);
  return json.ok() ? imageFormFromJson(*json) : ImageForm();
}

ImageForm imageFormFromJson(const Json& json) {
  ImageForm form;
  const auto read = [&](const char* name, std::string& choice) {
    const auto found = json.is_object() ? json.find(name) : json.end();
    if (found != json.end() && found->is_string()) choice = found->get<std::string>();
  };
  read("fit", form.fit);
  read("deep", form.deep);
  return form;
}

bool hasSeveralClasses(Task task) {
  return task == Task::MultiLabel || task == Task::Transcription || task == Task::Detection ||
         task == Task::Segmentation;
}

bool hasTargets(Task task) {
  return task == Task::Detection || task == Task::Segmentation || task == Task::ImageToImage ||
         task == Task::Regression || task == Task::Transcription;
}

Json partToJson(const DataPart& part) {
  return {{"name", part.name},
          {"type", dataTypeName(part.type.dtype)},
          {"shape", shapeToJson(part.type.shape)},
          {"symbols", part.symbols},
          {"mean", part.mean},
          {"deviation", part.deviation}};
}

Result<DataPart> partFromJson(const Json& json) try { return readPart(json); } catch (const Fault& fault) {
  return fail(ErrorCode::Corrupt, "A part of the samples is damaged: " + fault.what + ".");
} catch (const std::exception& error) {
  return fail(ErrorCode::Corrupt, std::string("A part of the samples is damaged: ") + error.what() + ".");
}

Json manifestToJson(const Manifest& manifest) {
  const DatasetInfo& info = manifest.info;
  Json splits = Json::object();
  for (const Split split : kSplits) splits[splitName(split)] = splitToJson(info.split(split));
  Json segments = Json::array();
  for (const Segment& segment : manifest.segments) segments.push_back(segmentToJson(segment));
  Json statistics = Json::object();
  if (!manifest.statistics.file.empty())
    statistics = {{"file", manifest.statistics.file},
                  {"bytes", manifest.statistics.bytes},
                  {"hash", manifest.statistics.hash.toString()}};
  const auto options = parseJson(info.options);
  Json json = {
      {"format", kFormat},
      {"version", info.parts.empty() ? kFormatWithoutParts : kDatasetFormatVersion},
      {"name", info.name},
      {"created", info.created},
      {"importer", info.importer},
      {"source", info.source},
      {"options", options.ok() ? *options : Json::object()},
      {"task", taskName(info.task)},
      {"input_type", dataTypeName(info.inputType)},
      {"uniform", info.uniform},
      {"sample_shape", shapeToJson(info.sampleShape)},
      {"target_type", dataTypeName(info.targetType)},
      {"target_shape", shapeToJson(info.targetShape)},
      {"samples", info.samples()},
      {"skipped", info.skipped},
      {"duplicates", info.duplicates},
      {"splits", splits},
      {"classes", info.classes},
      {"channel_mean", info.channelMean},
      {"channel_deviation", info.channelDeviation},
      {"segments", segments},
      {"statistics", statistics},
  };
  if (info.symbols > 0) json["symbols"] = info.symbols;
  if (info.lengths) json["lengths"] = true;
  if (!info.parts.empty()) {
    json["input_name"] = info.inputName;
    json["parts"] = Json::array();
    for (const DataPart& part : info.parts) json["parts"].push_back(partToJson(part));
  }
  if (info.nearDuplicates) json["near_duplicates"] = *info.nearDuplicates;
  if (!manifest.furtherSources.empty()) json["further_sources"] = manifest.furtherSources;
  return json;
}

std::string formatManifest(const Manifest& manifest) {
  return formatJson(manifestToJson(manifest));
}

Result<Manifest> manifestFromJson(const Json& json, const std::string& name) try {
  require(json.is_object() && json.value("format", "") == kFormat, "it does not describe a data set");
  const auto version = requireWhole(json.at("version"));
  require(version >= 1, "its version is impossible");
  if (version > kDatasetFormatVersion)
    return fail(ErrorCode::NewerVersion,
                fmt::format("The data set {} was made by a newer Fovea (format {}, this one reads up to {}).", name,
                            version, kDatasetFormatVersion),
                "Update Fovea to open it.");
  return readFields(json);
} catch (const Fault& fault) {
  return damagedManifest(name, fault.what);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + name + ".");
} catch (const std::exception& error) {
  return damagedManifest(name, error.what());
}

Result<Manifest> readManifest(const fs::path& folder) {
  const fs::path file = folder / kManifestFile;
  auto text = readFile(file, kMaximumManifest);
  if (!text.ok()) return explainUnreadable(std::move(text).error(), folder);
  auto json = parseJson(*text);
  if (!json.ok()) return std::move(json).error().within(file.string());
  return manifestFromJson(*json, file.string());
}

Result<std::vector<StoredFacts>> readFacts(const StoreReader& store, const Segment& segment) {
  std::vector<StoredFacts> facts;
  if (!segment.seal.tables.contains(kFactsTable)) return facts;
  FOVEA_TRY(const auto table, store.table(kFactsTable));
  if (table.size() != store.recordCount() * sizeof(StoredFacts))
    return fail(ErrorCode::Corrupt, segment.file + " is damaged: its tables do not fit each other.",
                "Import the data set again from its source, or restore the folder from a copy.");
  facts.resize(static_cast<std::size_t>(store.recordCount()));
  if (!facts.empty()) std::memcpy(facts.data(), table.data(), table.size());
  return facts;
}

Result<std::string> readStatistics(const fs::path& folder, const StatisticsFile& file) {
  const fs::path path = folder / file.file;
  auto bytes = readFile(path, file.bytes);
  if (!bytes.ok() && bytes.error().code != ErrorCode::NotFound && bytes.error().code != ErrorCode::InvalidArgument)
    return bytes;
  if (bytes.ok() && bytes->size() == file.bytes &&
      contentHash({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()}) == file.hash)
    return bytes;
  return fail(ErrorCode::Corrupt, path.string() + " is damaged.",
              "Import the data set again from its source, or restore the folder from a copy.");
}

}  // namespace fovea
