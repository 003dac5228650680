#include "app/cli/run_settings.h"

#include <nlohmann/json.hpp>

#include "core/project/setting_presets.h"

namespace fovea::cli {
namespace {

constexpr const char* kSet = "set";
constexpr const char* kOfProject = "project";
constexpr const char* kOfRun = "run";
constexpr const char* kUsual = "default";

std::string sourceWords(const std::string& source) {
  if (source == kSet) return "set";
  if (source == kOfProject) return "of the project";
  if (source == kOfRun) return "of the run";
  if (source == kFewSamples) return "default for few samples";
  return "default of " + source;
}

}  // namespace

void SettingArguments::addCommonTo(CLI::App& command) {
  command.add_option("--epochs", epochs, "Epochs of the whole run")->check(CLI::Range(1, 1000000));
  command.add_option("--device", device, "cpu, cuda:0, or several that share each batch: cuda:0,cuda:1");
  command
      .add_option("--histograms", histograms,
                  "Record every so many steps how weights, gradients and outputs of each layer are spread; "
                  "`runs histograms` shows them")
      ->check(CLI::NonNegativeNumber);
}

void SettingArguments::addTo(CLI::App& command) {
  command.add_option("--seed", seed, "The same seed gives the same run")->check(CLI::NonNegativeNumber);
  command.add_option("--set", assignments,
                     "A training setting, as NAME=VALUE (learning_rate=0.01, batch=64, …; repeat it for more)");
  command.add_option("--preset", preset,
                     "Settings that were saved under this name, before those of --set; see `fovea-cli presets`");
}

Result<FieldValues> SettingArguments::values() const {
  const Schema schema = trainingSettingsSchema().schema();
  FieldValues values;
  if (!preset.empty()) {
    FOVEA_TRY(const SettingPreset found, findPreset(presetFile(), preset));
    values = found.values;
  }
  FOVEA_TRY(const FieldValues assigned, readAssignments(schema, assignments));
  for (const auto& [name, value] : assigned) values.set(name, value);
  if (epochs > 0) values.set("epochs", epochs);
  if (seed >= 0) values.set("seed", seed);
  if (histograms >= 0) {
    values.set("histogram_every", histograms);
    values.set("histogram_unit", std::string("steps"));
  }
  if (!device.empty()) values.set("device", device);
  FOVEA_CHECK(schema.validate(values));
  return values;
}

Result<RunSettings> newRunSettings(const Project& project, const Network& network, const DatasetInfo& data,
                                   const SettingArguments& arguments) {
  FOVEA_TRY(const FieldValues named, arguments.values());
  const FieldValues ofProject = project.chosenSettings();
  FieldValues chosen = ofProject;
  for (const auto& [name, value] : named) chosen.set(name, value);
  const ResolvedSettings resolved = resolveSettings(defaultSettings(network, data), chosen);
  RunSettings run{resolved.settings, {}};
  const Schema schema = trainingSettingsSchema().schema();
  for (const Field& field : schema.fields()) {
    const std::string origin = resolved.originOf(field.name);
    run.sources.emplace_back(field.name, named.contains(field.name)       ? kSet
                                         : ofProject.contains(field.name) ? kOfProject
                                         : !origin.empty()                ? origin
                                                                          : kUsual);
  }
  return run;
}

Result<RunSettings> settingsLike(const TrainingSettings& run, const SettingArguments& arguments) {
  FOVEA_TRY(const FieldValues named, arguments.values());
  const FieldValues unusual = unusualSettings(run);
  RunSettings settings{run, {}};
  FOVEA_CHECK(applyArguments(settings.settings, arguments));
  const Schema schema = trainingSettingsSchema().schema();
  for (const Field& field : schema.fields())
    settings.sources.emplace_back(field.name, named.contains(field.name)     ? kSet
                                              : unusual.contains(field.name) ? kOfRun
                                                                             : kUsual);
  return settings;
}

Status applyArguments(TrainingSettings& settings, const SettingArguments& arguments) {
  FOVEA_TRY(const FieldValues named, arguments.values());
  FieldValues values = trainingSettingsSchema().write(settings);
  for (const auto& [name, value] : named) values.set(name, value);
  settings = trainingSettingsSchema().read(values);
  return {};
}

std::vector<std::string> settingWords(const RunSettings& run) {
  const Schema schema = trainingSettingsSchema().schema();
  const FieldValues values = trainingSettingsSchema().write(run.settings);
  std::vector<std::string> words;
  for (const auto& [name, source] : run.sources)
    if (source != kUsual && schema.isRelevant(name, values))
      words.push_back(name + " " + assignedText(*values.find(name)) + " (" + sourceWords(source) + ")");
  return words;
}

Json settingsEvent(const RunSettings& run) {
  const Schema schema = trainingSettingsSchema().schema();
  const FieldValues values = trainingSettingsSchema().write(run.settings);
  Json event = Json::object();
  for (const auto& [name, source] : run.sources)
    if (schema.isRelevant(name, values))
      event[name] = {{"value", fieldValueToJson(*values.find(name))}, {"source", source}};
  return event;
}

}  // namespace fovea::cli
