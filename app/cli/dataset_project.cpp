#include "app/cli/dataset_project.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/data/importing/import_again.h"
#include "core/data/importing/import_journal.h"
#include "core/project/project.h"

namespace fovea::cli {
namespace {

struct SkippedArguments {
  std::string folder;
  bool again = false;
};

Status tryAgain(Context& context, const std::string& folder) {
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  FOVEA_TRY(const SkippedSamples skipped, readSkipped(folder));
  if (skipped.count == 0) return {};
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  FOVEA_TRY(const ImportSummary summary, importSkippedAgain(folder, dataset->info(), progress, context.cancel));
  bar.clear();
  if (!context.json) fmt::print("{} samples were added.\n", countWords(summary.samples));
  if (context.json) printJson({{"event", "import"}, {"samples", summary.samples}, {"skipped", summary.skippedCount}});
  return {};
}

Status runSkipped(Context& context, const SkippedArguments& arguments) {
  if (arguments.again) FOVEA_CHECK(tryAgain(context, arguments.folder));
  FOVEA_TRY(const auto dataset, Dataset::open(arguments.folder));
  FOVEA_TRY(const SkippedSamples skipped, readSkipped(arguments.folder));
  if (context.json) {
    Json list = Json::array();
    for (const SkippedSample& each : skipped.listed)
      list.push_back({{"file", each.source}, {"index", each.sourceIndex}, {"reason", each.reason}});
    printJson({{"count", skipped.count}, {"skipped", list}});
    return {};
  }
  fmt::print("{}\n", skipped.count == 0 ? "Nothing was left out." : countWords(skipped.count) + " were left out:");
  for (const SkippedSample& each : skipped.listed)
    fmt::print("  {} [{}]: {}\n", each.source, each.sourceIndex, each.reason);
  if (skipped.count > std::ssize(skipped.listed))
    fmt::print("  … and {} more\n", countWords(skipped.count - std::ssize(skipped.listed)));
  return {};
}

struct DatasetProjectArguments {
  std::string project;
  std::string name;
  std::string newName;
  bool emptyTrash = false;
};

Status printDatasets(const Context& context, const Project& project, const std::string& words) {
  if (!context.json) {
    fmt::print("{}\n", words);
    return {};
  }
  Json names = Json::array();
  for (const ProjectDataset& dataset : project.manifest().datasets) names.push_back(dataset.name);
  printJson({{"datasets", names},
             {"selected", project.manifest().selectedDataset},
             {"training", project.manifest().trainingDataset},
             {"trash", project.trashedDatasets()}});
  return {};
}

Status runRename(Context& context, const DatasetProjectArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project));
  FOVEA_CHECK(project->renameDataset(arguments.name, arguments.newName));
  return printDatasets(context, *project, "\"" + arguments.name + "\" is \"" + arguments.newName + "\" now.");
}

Status runRemove(Context& context, const DatasetProjectArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project));
  if (arguments.name.empty() && !arguments.emptyTrash)
    return fail(ErrorCode::InvalidArgument, "No data set is named.", "Name one, or write --empty-trash.");
  std::string words;
  if (!arguments.name.empty()) {
    FOVEA_TRY(const auto place, project->trashDataset(arguments.name));
    words = fmt::format("\"{}\" is no longer in the project; it lies in {}.", arguments.name, place.string());
  }
  if (arguments.emptyTrash) {
    FOVEA_CHECK(project->emptyTrash());
    words += std::string(words.empty() ? "" : "\n") + "The trash is empty.";
  }
  return printDatasets(context, *project, words);
}

Status runRestore(Context& context, const DatasetProjectArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project));
  FOVEA_CHECK(project->restoreDataset(arguments.name));
  return printDatasets(context, *project, "\"" + arguments.name + "\" is back.");
}

using ProjectWork = Status (*)(Context&, const DatasetProjectArguments&);

std::pair<CLI::App*, std::shared_ptr<DatasetProjectArguments>> addProjectPart(CLI::App& parent, Context& context,
                                                                              const char* name, const char* help,
                                                                              ProjectWork work) {
  auto* command = parent.add_subcommand(name, help);
  auto arguments = std::make_shared<DatasetProjectArguments>();
  command->add_option("--project", arguments->project, "Folder of the project")->required();
  command->add_flag("--json", context.json, "Print JSON");
  command->callback([&context, arguments, work] {
    context.work = [&context, arguments, work] { return work(context, *arguments); };
  });
  return {command, arguments};
}

}  // namespace

void addDatasetProjectCommands(CLI::App& dataset, Context& context) {
  auto* skipped = dataset.add_subcommand("skipped", "List the files that an import left out, and why");
  auto arguments = std::make_shared<SkippedArguments>();
  skipped->add_option("folder", arguments->folder, "Folder of the data set")->required();
  skipped->add_flag("--again", arguments->again,
                    "Import them once more first; what is there already is not read again");
  skipped->add_flag("--json", context.json, "Print JSON");
  skipped->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runSkipped(context, *arguments); }; });

  const auto [rename, renamed] =
      addProjectPart(dataset, context, "rename", "Give a data set of a project another name", runRename);
  rename->add_option("name", renamed->name, "Its name")->required();
  rename->add_option("new-name", renamed->newName, "Its new name")->required();
  const auto [remove, removed] =
      addProjectPart(dataset, context, "remove",
                     "Move a data set of a project to its trash; `dataset restore` takes it back", runRemove);
  remove->add_option("name", removed->name, "Its name");
  remove->add_flag("--empty-trash", removed->emptyTrash, "Delete what is in the trash, and this one, for good");
  const auto [restore, restored] =
      addProjectPart(dataset, context, "restore", "Take a data set back from the project's trash", runRestore);
  restore->add_option("name", restored->name, "Its name")->required();
}

}  // namespace fovea::cli
