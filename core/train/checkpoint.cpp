#include "core/train/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_numbers.h"
#include "core/data/store/dataset_manifest.h"
#include "core/network/foreign_model.h"
#include "core/train/metric_values.h"
#include "core/train/training_graph.h"

namespace fovea {
namespace {

constexpr int kCheckpointVersion = 8;
constexpr const char* kMetadataKey = "fovea_checkpoint";

Json sumsToJson(const std::vector<MetricSum>& sums) {
  Json object = Json::object();
  for (const MetricSum& sum : sums) object[sum.name] = sum.values;
  return object;
}

Json positionToJson(const TrainingPosition& position) {
  return {{"epoch", position.epoch},
          {"step", position.step},
          {"sample", position.sample},
          {"sums", sumsToJson(position.sums)},
          {"interval_samples", position.intervalSamples},
          {"seconds", position.seconds},
          {"best_validation_accuracy", position.bestValidationAccuracy},
          {"best_validation_loss", position.bestValidationLoss},
          {"best_value", position.bestValue},
          {"best_epoch", position.bestEpoch},
          {"gathered_batches", position.gatheredBatches},
          {"gathered_samples", position.gatheredSamples},
          {"averages", position.averages},
          {"rate_factor", position.rateFactor},
          {"rate_set", position.rateSet},
          {"last_rate", position.lastRate},
          {"schedule_shift", position.scheduleShift},
          {"changes", position.changes},
          {"validated_step", position.validatedStep},
          {"score_to_beat", position.scoreToBeat ? Json(*position.scoreToBeat) : Json()},
          {"without_progress", position.withoutProgress},
          {"stopped_early", position.stoppedEarly},
          {"validating", position.validating}};
}

// Reads fields that exist since version 7. Throws like positionFromJson().
void readPolicies(const Json& json, TrainingPosition& position) {
  position.scheduleShift = wholeNumberAt(json, "schedule_shift");
  position.changes = wholeNumberAt(json, "changes");
  position.validatedStep = wholeNumberAt(json, "validated_step");
  if (!json.at("score_to_beat").is_null()) position.scoreToBeat = json.at("score_to_beat").get<double>();
  position.withoutProgress = wholeNumberAt(json, "without_progress");
  json.at("stopped_early").get_to(position.stoppedEarly);
}

// Throws Json::exception for missing or mistyped members; the caller turns that into Corrupt.
TrainingPosition positionFromJson(const Json& json, std::int64_t version) {
  TrainingPosition position;
  position.epoch = wholeNumberAt(json, "epoch");
  position.step = wholeNumberAt(json, "step");
  position.sample = wholeNumberAt(json, "sample");
  position.intervalSamples = wholeNumberAt(json, "interval_samples");
  json.at("seconds").get_to(position.seconds);
  json.at("best_validation_accuracy").get_to(position.bestValidationAccuracy);
  position.bestValue = position.bestValidationAccuracy;  // the only criterion up to version 5
  if (version >= 6) json.at("best_value").get_to(position.bestValue);
  if (version >= 7) readPolicies(json, position);
  if (version >= 8) json.at("validating").get_to(position.validating);
  position.bestEpoch = wholeNumberAt(json, "best_epoch");
  json.at("rate_factor").get_to(position.rateFactor);
  json.at("last_rate").get_to(position.lastRate);
  if (version < 4)
    position.sums = {{kLossMetric, {json.at("loss_sum").get<double>()}},
                     {kSampleAccuracy, {json.at("correct_sum").get<double>()}}};
  if (version >= 5) json.at("rate_set").get_to(position.rateSet);
  if (version < 2) return position;
  json.at("best_validation_loss").get_to(position.bestValidationLoss);
  position.gatheredBatches = wholeNumberAt(json, "gathered_batches");
  position.gatheredSamples = wholeNumberAt(json, "gathered_samples");
  position.averages = wholeNumberAt(json, "averages");
  for (const auto& [name, values] : json.at(version < 4 ? "other_sums" : "sums").get_ref<const Json::object_t&>())
    position.sums.push_back({name, values.get<std::vector<double>>()});
  return position;
}

// Returns true if a validation within an epoch was due and not completed, which versions before 8 did not store.
bool validationWasCut(const TrainingSettings& settings, const TrainingPosition& position) {
  return position.sample > 0 && settings.validationUnit == "steps" && position.step % settings.validationEvery == 0 &&
         position.validatedStep != position.step;
}

// Throws like positionFromJson().
Status samplesFromJson(const Json& json, Checkpoint& checkpoint) {
  FOVEA_TRY(checkpoint.samples.dtype, dataTypeFromName(json.at("type").get<std::string>()));
  std::vector<std::int64_t> extents;
  for (const Json& extent : json.at("shape")) extents.push_back(wholeNumber(extent).value_or(-1));
  FOVEA_TRY(checkpoint.samples.shape, Shape::make(extents));
  json.at("uniform").get_to(checkpoint.uniformSamples);
  checkpoint.images = imageFormFromJson(json);
  const Shape& shape = checkpoint.samples.shape;
  const std::int64_t least = checkpoint.uniformSamples || shape.rank() == 0 ? shape.elementCount() : shape[0];
  if (least <= kMaximumSampleBytes) return {};
  return fail(ErrorCode::Corrupt, "The size of its samples is impossible.");
}

// Throws like positionFromJson().
Status partsFromJson(const Json& parts, Checkpoint& checkpoint) {
  checkpoint.parts.clear();
  for (const Json& part : parts.get_ref<const Json::array_t&>()) {
    FOVEA_TRY(checkpoint.parts.emplace_back(), partFromJson(part));
  }
  if (checkpoint.parts.size() <= kMaximumParts) return {};
  return fail(ErrorCode::Corrupt, "Its samples have too many parts.");
}

// Throws like positionFromJson().
Status preparationFromJson(const Json& json, Checkpoint& checkpoint) {
  if (json.contains("transforms")) {
    FOVEA_TRY(checkpoint.transforms, transformsFromJson(json.at("transforms")));
  }
  if (json.contains("samples")) FOVEA_CHECK(samplesFromJson(json.at("samples"), checkpoint));
  if (json.contains("input_name")) json.at("input_name").get_to(checkpoint.inputName);
  if (json.contains("parts")) FOVEA_CHECK(partsFromJson(json.at("parts"), checkpoint));
  if (json.contains("classes")) json.at("classes").get_to(checkpoint.classes);
  if (checkpoint.classes.size() <= kMaximumClasses) return {};
  return fail(ErrorCode::Corrupt, "It has too many classes.");
}

Json fingerprintToJson(const DataFingerprint& data) {
  return {{"training", data.training}, {"validation", data.validation}, {"edits", data.edits},
          {"contents", data.contents}, {"labels", data.labels},         {"targets", data.targets}};
}

// Throws like positionFromJson().
DataFingerprint fingerprintFromJson(const Json& json) {
  DataFingerprint data;
  json.at("training").get_to(data.training);
  json.at("validation").get_to(data.validation);
  json.at("edits").get_to(data.edits);
  json.at("contents").get_to(data.contents);
  json.at("labels").get_to(data.labels);
  if (json.contains("targets")) json.at("targets").get_to(data.targets);
  return data;
}

// Up to version 4 this limit was a number of checkpoints; now it is a number of bytes.
Json presentSettings(Json settings, int version) {
  if (version < 5 && settings.is_object()) settings.erase("keep_checkpoints");
  return settings;
}

// Each version added members to those that a checkpoint must have.
Status needPreparation(const Json& json, std::int64_t version) {
  const std::pair<const char*, int> members[] = {
      {"transforms", 1}, {"classes", 1}, {"samples", 3}, {"input_name", 7}, {"parts", 7}};
  for (const auto& [name, since] : members)
    if (version >= since && !json.contains(name))
      return fail(ErrorCode::Corrupt, fmt::format("The checkpoint's state is damaged: it lacks \"{}\".", name));
  return {};
}

Result<Checkpoint> stateFromJson(const Json& json) {
  Checkpoint checkpoint;
  try {
    const std::int64_t version = wholeNumberAt(json, "version");
    if (version > kCheckpointVersion)
      return fail(ErrorCode::NewerVersion, "The checkpoint was written by a newer version of Fovea.",
                  "Update Fovea to open it.");
    FOVEA_TRY(checkpoint.network, networkFromJson(json.at("network")));
    FOVEA_TRY(const FieldValues settings,
              trainingSettingsSchema().schema().read(presentSettings(json.at("settings"), version)));
    checkpoint.settings = trainingSettingsSchema().read(settings);
    checkpoint.position = positionFromJson(json.at("position"), version);
    if (version < 8) checkpoint.position.validating = validationWasCut(checkpoint.settings, checkpoint.position);
    if (const Status complete = needPreparation(json, version); !complete.ok()) return complete.error();
    FOVEA_CHECK(preparationFromJson(json, checkpoint));
    json.at("dataset").get_to(checkpoint.dataset);
    if (version >= 5 && !json.at("data").is_null()) checkpoint.data = fingerprintFromJson(json.at("data"));
    json.at("validation_loss").get_to(checkpoint.validationLoss);
    json.at("validation_accuracy").get_to(checkpoint.validationAccuracy);
    if (version >= 7 && !json.at("score").is_null()) checkpoint.score = json.at("score").get<double>();
  } catch (const Json::exception& error) {
    return fail(ErrorCode::Corrupt, std::string("The checkpoint's state is damaged: ") + error.what() + ".");
  }
  const TrainingPosition& position = checkpoint.position;
  if (std::min({position.epoch, position.step, position.sample, position.intervalSamples, position.gatheredBatches,
                position.gatheredSamples, position.averages, position.changes, position.withoutProgress}) < 0)
    return fail(ErrorCode::Corrupt, "The checkpoint's state is damaged: a position is negative.");
  return checkpoint;
}

}  // namespace

const Tensor* Checkpoint::find(const std::string& name) const {
  for (const auto& [key, tensor] : tensors)
    if (key == name) return &tensor;
  return nullptr;
}

const Tensor* Checkpoint::findWeight(const std::string& variable) const {
  if (settings.averaging != "none" && settings.useAverage && position.averages > 0)
    if (const Tensor* average = find(averageOf(variable))) return average;
  return find(variable);
}

Json preparationToJson(const Checkpoint& checkpoint) {
  const TensorType& samples = checkpoint.samples;
  Json parts = Json::array();
  for (const DataPart& part : checkpoint.parts) parts.push_back(partToJson(part));
  return {{"transforms", transformsToJson(checkpoint.transforms)},
          {"samples",
           {{"type", dataTypeName(samples.dtype)},
            {"shape", std::vector<std::int64_t>(samples.shape.begin(), samples.shape.end())},
            {"uniform", checkpoint.uniformSamples},
            {"fit", checkpoint.images.fit},
            {"deep", checkpoint.images.deep}}},
          {"classes", checkpoint.classes},
          {"input_name", checkpoint.inputName},
          {"parts", parts}};
}

Status readPreparation(const Json& json, Checkpoint& checkpoint) try {
  Checkpoint read = checkpoint;  // shares the memory of the tensors
  FOVEA_CHECK(preparationFromJson(json, read));
  checkpoint = std::move(read);
  return {};
} catch (const Json::exception& error) {
  return fail(ErrorCode::Corrupt, std::string("A member has the wrong type: ") + error.what() + ".");
}

Status writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  Json state = {{"version", kCheckpointVersion},
                {"network", networkToJson(checkpoint.network)},
                {"settings", fieldValuesToJson(trainingSettingsSchema().write(checkpoint.settings))},
                {"position", positionToJson(checkpoint.position)},
                {"dataset", checkpoint.dataset},
                {"data", checkpoint.data ? fingerprintToJson(*checkpoint.data) : Json()},
                {"validation_loss", checkpoint.validationLoss},
                {"validation_accuracy", checkpoint.validationAccuracy},
                {"score", checkpoint.score ? Json(*checkpoint.score) : Json()}};
  state.update(preparationToJson(checkpoint));
  SafetensorsFile file;
  file.tensors = checkpoint.tensors;
  file.metadata["format"] = "pt";  // other tools expect this for row-major weights
  file.metadata[kMetadataKey] = formatJsonLine(state);
  return writeSafetensors(path, file);
}

Result<Checkpoint> readCheckpoint(const std::filesystem::path& path) {
  FOVEA_CHECK(refuseForeignModel(path));
  if (const auto ending = path.extension(); ending == ".onnx" || ending == ".prototxt")
    return fail(ErrorCode::InvalidArgument, path.string() + " is a network of another program, not a checkpoint.",
                "Make a checkpoint of it: fovea-cli network convert MODEL checkpoint.safetensors.");
  FOVEA_TRY(SafetensorsFile file, readSafetensors(path));
  const auto state = file.metadata.find(kMetadataKey);
  if (state == file.metadata.end())
    return fail(ErrorCode::InvalidArgument, path.string() + " holds weights, but is not a checkpoint of Fovea.");
  auto json = parseJson(state->second);
  if (!json.ok()) return json.error().within(path.string());
  auto checkpoint = stateFromJson(*json);
  if (!checkpoint.ok()) return checkpoint.error().within(path.string());
  checkpoint->tensors = std::move(file.tensors);
  return checkpoint;
}

}  // namespace fovea
