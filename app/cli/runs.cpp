// `fovea-cli runs`: compares the runs of a project side by side, exports their curves, and imports curves of other
// programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/run_layers.h"
#include "core/project/project.h"
#include "core/project/run_compare.h"
#include "core/project/stored_settings.h"

namespace fovea::cli {
namespace {

struct RunsArguments {
  std::string project;
  std::vector<std::int32_t> runs;
  std::string group;
  std::string format = "csv";
  std::string out;
  bool replace = false;
  std::string source;
  std::string name;
  std::string layer;
  std::int64_t step = 0;
  bool off = false;
};

Json numberOrNull(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json runJson(const RunRecord& run) {
  return {{"run", run.id.index},
          {"name", run.name},
          {"group", run.group},
          {"origin", run.origin},
          {"dataset", run.dataset},
          {"device", run.device},
          {"status", runStatusName(run.status)},
          {"started", run.started},
          {"finished", run.finished},
          {"epochs", run.epochsDone},
          {"steps", run.lastStep},
          {"best_epoch", run.bestEpoch},
          {"best_val_accuracy", run.bestAccuracy >= 0 ? Json(run.bestAccuracy) : Json()},
          {"error", run.error}};
}

// Returns the named runs; without names all runs, or all of the group.
Result<std::vector<RunId>> chosenRuns(const RunStore& store, const RunsArguments& arguments) {
  std::vector<RunId> ids;
  for (const std::int32_t number : arguments.runs) ids.push_back(RunId{number});
  if (!ids.empty()) return ids;
  FOVEA_TRY(const auto runs, store.runs());
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    if (arguments.group.empty() || run->group == arguments.group) ids.push_back(run->id);
  if (ids.empty() && !arguments.group.empty())
    return fail(ErrorCode::NotFound, fmt::format("There is no run of a group \"{}\".", arguments.group),
                "`fovea-cli runs list` shows the groups.");
  return ids;
}

std::string accuracyWords(const RunRecord& run) {
  if (run.bestEpoch == 0) return "";
  return run.bestAccuracy >= 0 ? fmt::format("{:.2f} % in {}", run.bestAccuracy * 100, run.bestEpoch)
                               : fmt::format("in {}", run.bestEpoch);
}

Status listProjectRuns(const Context& context, const RunsArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  FOVEA_TRY(const auto runs, project->runs().runs());
  if (!context.json)
    fmt::print("{:>5}  {:<24} {:<12} {:>7} {:>9}  {:<16} {:<20}  {}\n", "run", "name", "status", "epochs", "steps",
               "best", "started", "group");
  for (const RunRecord& run : runs) {
    if (!arguments.group.empty() && run.group != arguments.group) continue;
    if (context.json)
      printJson(runJson(run));
    else
      fmt::print("{:>5}  {:<24} {:<12} {:>7} {:>9}  {:<16} {:<20}  {}\n", run.id.index, run.name,
                 runStatusName(run.status), run.epochsDone, run.lastStep, accuracyWords(run), run.started, run.group);
  }
  return {};
}

void printHistory(const RunHistory& history, const std::string& network) {
  const RunRecord& run = history.record;
  fmt::print("Run {}: {}, {}\n", run.id.index, run.name, runStatusName(run.status));
  if (!run.error.empty()) fmt::print("  {}\n", run.error);
  if (!run.origin.empty()) fmt::print("  of {}\n", run.origin);
  if (!network.empty()) fmt::print("  network {}, data {}, on {}\n", network, run.dataset, run.device);
  fmt::print("  {} epochs, {} steps, begun {}, ended {}\n", run.epochsDone, run.lastStep, run.started,
             run.finished.empty() ? "not yet" : run.finished);
  const Schema schema = trainingSettingsSchema().schema();
  const FieldValues values = trainingSettingsSchema().write(run.settings);
  if (run.origin.empty())
    for (const Field& field : schema.fields())
      if (schema.isRelevant(field.name, values))
        fmt::print("  {:<20} {}\n", field.name, assignedText(*values.find(field.name)));
  for (const MetricSummary& metric : summarise(history))
    fmt::print("  {:<20} {:.6g}{}\n", metric.name, metric.last,
               std::isfinite(metric.best) ? fmt::format(", best {:.6g} after step {}", metric.best, metric.bestStep)
                                          : std::string());
  for (const RunMark& mark : history.marks) fmt::print("  after step {}: {}\n", mark.step, mark.text);
  for (const CheckpointRecord& checkpoint : history.checkpoints)
    fmt::print("  {}{}{}\n", checkpoint.file.generic_string(), checkpoint.best ? "  best" : "",
               checkpoint.pinned ? "  pinned" : "");
}

Json historyJson(const RunHistory& history, const std::string& network) {
  Json json = runJson(history.record), metrics = Json::object(), checkpoints = Json::array();
  json["network"] = network;
  json["settings"] = history.record.origin.empty() ? settingsToJson(history.record.settings) : Json();
  for (const MetricSummary& metric : summarise(history))
    metrics[metric.name] = {
        {"last", numberOrNull(metric.last)}, {"best", numberOrNull(metric.best)}, {"best_step", metric.bestStep}};
  json["metrics"] = std::move(metrics);
  const Json whole = historyToJson(history);
  json["marks"] = whole.at("marks");
  json["changes"] = whole.at("changes");
  for (const CheckpointRecord& checkpoint : history.checkpoints)
    checkpoints.push_back({{"file", checkpoint.file.generic_string()},
                           {"epoch", checkpoint.epoch},
                           {"step", checkpoint.step},
                           {"best", checkpoint.best},
                           {"pinned", checkpoint.pinned}});
  json["checkpoints"] = std::move(checkpoints);
  return json;
}

Status showProjectRun(const Context& context, const RunsArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  for (const std::int32_t number : arguments.runs) {
    FOVEA_TRY(const RunHistory history, readHistory(project->runs(), RunId{number}));
    std::string network;
    if (history.record.origin.empty()) {
      FOVEA_TRY(const Network trained, project->runs().network(RunId{number}));
      network = trained.name();
    }
    if (context.json)
      printJson(historyJson(history, network));
    else
      printHistory(history, network);
  }
  return {};
}

void printRunComparison(const RunComparison& comparison) {
  const auto row = [&](const std::string& name, const auto& cellOf) {
    std::string line = fmt::format("{:<22}", name);
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) line += fmt::format(" {:>20}", cellOf(i));
    fmt::print("{}\n", line);
  };
  row("run", [&](std::size_t i) { return std::to_string(comparison.runs[i].record.id.index); });
  row("name", [&](std::size_t i) { return comparison.runs[i].record.name; });
  row("status", [&](std::size_t i) { return std::string(runStatusName(comparison.runs[i].record.status)); });
  row("network", [&](std::size_t i) { return comparison.runs[i].network; });
  row("data", [&](std::size_t i) { return comparison.runs[i].record.dataset; });
  row("epochs", [&](std::size_t i) { return std::to_string(comparison.runs[i].record.epochsDone); });
  row("seconds", [&](std::size_t i) {
    const double seconds = comparison.runs[i].seconds;
    return std::isfinite(seconds) ? fmt::format("{:.1f}", seconds) : std::string("?");
  });
  for (const SettingDifference& difference : comparison.settings)
    row(difference.name, [&](std::size_t i) {
      return comparison.runs[i].record.origin.empty() ? assignedText(difference.values[i]) : std::string("?");
    });
  for (const std::string& metric : comparison.metrics)
    row(metric, [&](std::size_t i) {
      for (const MetricSummary& each : comparison.runs[i].metrics)
        if (each.name == metric)
          return std::isfinite(each.best) ? fmt::format("{:.5g} (best {:.5g})", each.last, each.best)
                                          : fmt::format("{:.5g}", each.last);
      return std::string("-");
    });
  for (const RunComparison::Run& run : comparison.runs)
    for (const std::string& line : run.networkChanges) fmt::print("network of run {}: {}\n", run.record.id.index, line);
}

Status compareProjectRuns(const Context& context, const RunsArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  FOVEA_TRY(const auto runs, chosenRuns(project->runs(), arguments));
  FOVEA_TRY(const RunComparison comparison, compareRuns(project->runs(), runs));
  if (context.json)
    printJson(comparisonToJson(comparison));
  else
    printRunComparison(comparison);
  return {};
}

Status exportProjectRuns(const Context& context, const RunsArguments& arguments) {
  FOVEA_TRY(const CurveFormat format, curveFormatFromName(arguments.format));
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  FOVEA_TRY(const auto runs, chosenRuns(project->runs(), arguments));
  for (const RunId run : runs) {
    FOVEA_TRY(const RunHistory history, readHistory(project->runs(), run));
    FOVEA_TRY(const auto files, exportRun(history, format, arguments.out, arguments.replace));
    std::vector<std::string> names;
    for (const auto& file : files) names.push_back(file.string());
    if (context.json)
      printJson({{"event", "exported"}, {"run", run.index}, {"files", names}});
    else
      fmt::print("Run {}: {}\n", run.index, fmt::join(names, ", "));
  }
  return {};
}

Status importLog(const Context& context, const RunsArguments& arguments) {
  // Read first, so that a wrong path leaves no new project behind.
  FOVEA_TRY(const EventLog log, readEvents(arguments.source));
  FOVEA_CHECK(needCurves(log));
  FOVEA_TRY(auto project,
            Project::openOrCreate(arguments.project, std::filesystem::path(arguments.project).filename().string()));
  const std::filesystem::path source = std::filesystem::absolute(arguments.source).lexically_normal();
  const std::string folder = (source.has_filename() ? source : source.parent_path()).filename().string();
  FOVEA_TRY(const RunId run, importRun(project->runs(), log, arguments.name.empty() ? folder : arguments.name,
                                       project->lowestFreeRunId()));
  if (context.json)
    printJson({{"event", "imported"},
               {"run", run.index},
               {"values", log.scalars.size()},
               {"histograms", log.histograms.size()},
               {"left_out", log.others},
               {"repeated", log.repeated},
               {"cut", log.cut}});
  else
    fmt::print("Run {}: {} values{}{}{}{}.\n", run.index, countWords(static_cast<std::int64_t>(log.scalars.size())),
               log.histograms.empty() ? "" : fmt::format(" and {} histograms", log.histograms.size()),
               log.others > 0 ? fmt::format(", {} images or texts left out", countWords(log.others)) : "",
               log.repeated > 0
                   ? fmt::format(", {} replaced by later ones of the same or an earlier step", countWords(log.repeated))
                   : "",
               log.cut ? "; the file ends within a record" : "");
  return {};
}

Status showLayers(const Context& context, const RunsArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  for (const std::int32_t number : arguments.runs) {
    FOVEA_TRY(const auto frames, project->runs().layerFrames(RunId{number}, arguments.layer));
    FOVEA_TRY(const auto epochs, project->runs().epochs(RunId{number}));
    double seconds = 0;
    for (const EpochRecord& epoch : epochs) seconds += epoch.seconds;
    if (frames.empty())
      return fail(ErrorCode::NotFound,
                  arguments.layer.empty()
                      ? fmt::format("No histograms were recorded in run {}.", number)
                      : fmt::format("No histograms of a layer \"{}\" were recorded in run {}.", arguments.layer, number),
                  "Train with --histograms 100, for a record after each hundred steps.");
    context.json ? printLayersJson(number, frames) : printLayers(number, frames, seconds);
  }
  return {};
}

Status runPin(const Context& context, const RunsArguments& arguments) {
  FOVEA_TRY(auto project, Project::open(arguments.project));
  const RunId run{arguments.runs.front()};
  FOVEA_CHECK(project->runs().pinCheckpoint(run, arguments.step, !arguments.off));
  if (context.json)
    printJson({{"event", "pinned"}, {"run", run.index}, {"step", arguments.step}, {"pinned", !arguments.off}});
  else
    fmt::print("The checkpoint of step {} {}.\n", arguments.step, arguments.off ? "is no longer pinned" : "stays");
  return {};
}

}  // namespace

void addRunsCommand(CLI::App& app, Context& context) {
  auto* runs = app.add_subcommand("runs", "List, compare, export and import runs");
  runs->require_subcommand(1);
  auto arguments = std::make_shared<RunsArguments>();
  const auto numbers = [&](CLI::App* part, bool needed) {
    auto* option = part->add_option("runs", arguments->runs, "Numbers of runs")->check(runNumber());
    if (needed) option->required();
    return part;
  };
  const auto group = [&](CLI::App* part) {
    auto* option = part->add_option("--group", arguments->group, "Only the runs of this group, such as a sweep");
    if (CLI::Option* named = part->get_option_no_throw("runs")) option->excludes(named);
    return part;
  };
  group(addPart(*runs, context, "list", "The runs of a project, newest first", listProjectRuns, arguments));
  numbers(addPart(*runs, context, "show", "All that is known of a run", showProjectRun, arguments), true);
  group(numbers(addPart(*runs, context, "compare",
                        "What is different in settings and networks, and every metric at its end and its best; all "
                        "runs if none is named",
                        compareProjectRuns, arguments),
                false));
  auto* out = group(numbers(
      addPart(*runs, context, "export", "Write curves; of all runs if none is named", exportProjectRuns, arguments),
      false));
  out->add_option("--format", arguments->format, "json, csv or tensorboard");
  out->add_option("--out", arguments->out, "Folder to write into; it is made")->required();
  out->add_flag("--replace", arguments->replace, "Replace files that are there");
  auto* in = addPart(*runs, context, "import", "Make a run of TensorBoard's event files", importLog, arguments);
  in->add_option("source", arguments->source, "An event file, or the folder of one run")->required();
  in->add_option("--name", arguments->name, "Name of the run; else that of the folder");
  auto* layers =
      numbers(addPart(*runs, context, "histograms",
                      "How weights, gradients and outputs of the layers were spread over the run", showLayers, arguments),
              true);
  layers->add_option("--layer", arguments->layer, "Only this layer");
  auto* pin =
      numbers(addPart(*runs, context, "pin", "Keep a checkpoint whatever the settings say", runPin, arguments), true);
  pin->get_option("runs")->expected(1);
  pin->add_option("--step", arguments->step, "Of the checkpoint")->required();
  pin->add_flag("--off", arguments->off, "Let it go again");
}

}  // namespace fovea::cli
