// `fovea-cli presets`: settings saved under a name, for every project, as in the window.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/project/project.h"
#include "core/project/setting_presets.h"
#include "core/train/default_settings.h"

namespace fovea::cli {
namespace {

struct PresetArguments {
  std::string name;
  std::string project;
  std::int32_t run = 0;
  std::vector<std::string> assignments;
};

Status listPresets(const Context& context, const PresetArguments&) {
  FOVEA_TRY(const auto presets, readPresets(presetFile()));
  for (const SettingPreset& preset : presets) {
    if (context.json) {
      printJson({{"preset", preset.name}, {"settings", fieldValuesToJson(preset.values)}});
      continue;
    }
    std::string words;
    for (const auto& [name, value] : preset.values)
      words += (words.empty() ? "" : ", ") + name + " " + assignedText(value);
    fmt::print("{:<24} {}\n", preset.name, words);
  }
  return {};
}

// The settings that a run trained with. A network may bring other defaults than those of all runs, so that these are
// named too; device and seed belong to one run, and are left out unless they were chosen.
FieldValues settingsOf(const RunRecord& run) {
  const Schema schema = trainingSettingsSchema().schema();
  const FieldValues all = trainingSettingsSchema().write(run.settings);
  FieldValues values = unusualSettings(run.settings);
  for (const Field& field : schema.fields())
    if (schema.isRelevant(field.name, all) && field.name != "device" && field.name != "seed")
      values.set(field.name, *all.find(field.name));
  return values;
}

// Saves the settings of the run, and then those of the arguments.
Status saveNamed(const Context& context, const PresetArguments& arguments) {
  SettingPreset preset{arguments.name, {}};
  if (arguments.run > 0) {
    FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
    FOVEA_TRY(const RunRecord run, project->runs().run(RunId{arguments.run}));
    if (!run.origin.empty())
      return fail(ErrorCode::InvalidArgument, fmt::format("The settings of run {} are not known.", arguments.run),
                  "Choose a run that was trained with Fovea.");
    preset.values = settingsOf(run);
  }
  FOVEA_TRY(const FieldValues assigned,
            readAssignments(trainingSettingsSchema().schema(), arguments.assignments));
  for (const auto& [name, value] : assigned) preset.values.set(name, value);
  FOVEA_CHECK(savePreset(presetFile(), preset));
  if (context.json)
    printJson({{"event", "saved"}, {"preset", preset.name}, {"settings", fieldValuesToJson(preset.values)}});
  else
    fmt::print("Saved \"{}\" with {} settings.\n", preset.name, preset.values.size());
  return {};
}

Status deleteNamed(const Context& context, const PresetArguments& arguments) {
  FOVEA_CHECK(deletePreset(presetFile(), arguments.name));
  if (context.json)
    printJson({{"event", "deleted"}, {"preset", arguments.name}});
  else
    fmt::print("Deleted \"{}\".\n", arguments.name);
  return {};
}

}  // namespace

void addPresetsCommand(CLI::App& app, Context& context) {
  auto* presets = app.add_subcommand("presets", "Settings saved under a name, for `train --preset` and the window");
  presets->require_subcommand(1);
  const auto part = [&](const char* name, const char* help, Status (*work)(const Context&, const PresetArguments&),
                        const std::shared_ptr<PresetArguments>& arguments) {
    auto* command = presets->add_subcommand(name, help);
    command->add_flag("--json", context.json, "Print one JSON object a line");
    command->callback([&context, work, arguments] {
      context.work = [&context, work, arguments] { return work(context, *arguments); };
    });
    return command;
  };
  auto arguments = std::make_shared<PresetArguments>();
  part("list", "The presets that there are", listPresets, arguments);
  auto* save = part("save", "Save settings under a name, replacing those of that name", saveNamed, arguments);
  save->add_option("name", arguments->name, "Name of the preset")->required();
  save->add_option("--set", arguments->assignments, "A setting, as NAME=VALUE (repeat it for more)");
  auto* project = save->add_option("--project", arguments->project, "Folder of the project of --run");
  save->add_option("--run", arguments->run, "Number of a run whose settings are saved")
      ->check(runNumber())
      ->needs(project);
  auto* gone = part("delete", "Delete a preset", deleteNamed, arguments);
  gone->add_option("name", arguments->name, "Name of the preset")->required();
}

}  // namespace fovea::cli
