// `fovea-cli diagnose`: says what looks wrong with a run, with evidence and what to do.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/inspect/run_diagnosis.h"
#include "core/project/project.h"
#include "core/project/run_facts.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kMostRecordsShown = 12;

struct DiagnoseArguments {
  std::string project;
  std::int32_t run = 0;
  std::string device = "cpu";
};

Result<RunId> chosenRun(const Project& project, std::int32_t wanted) {
  if (wanted > 0) return RunId{wanted};
  FOVEA_TRY(const auto runs, project.runs().runs());
  if (!runs.empty()) return runs.front().id;
  return fail(ErrorCode::NotFound, "The project has no run.", "Train a network first: fovea-cli train.");
}

// Returns the command that applies a fix; empty if it is only possible in the window.
std::string commandFor(const DiagnosisFix& fix, RunId run, const DiagnoseArguments& arguments,
                       const std::string& dataset) {
  if (const auto* setting = std::get_if<SettingFix>(&fix.change)) {
    const double* const number = std::get_if<double>(&setting->to);
    const std::string text = number ? fmt::format("{:.4g}", *number) : assignedText(setting->to);
    return fmt::format("fovea-cli train --project {} --as-run {} --set {}", shellWord(arguments.project), run.index,
                       shellWord(setting->setting + "=" + text));
  }
  const auto* edit = std::get_if<SampleEdit>(&fix.change);
  if (!edit || edit->records.size() > kMostRecordsShown) return {};
  return fmt::format("fovea-cli dataset edit {} --records {} --exclude", shellWord(dataset),
                     fmt::join(edit->records, ","));
}

void printEvidence(const Evidence& evidence) {
  for (const EvidenceBar& bar : evidence.bars)
    fmt::print("      {:<24} {:>12.4g}{}\n", bar.name, bar.value, bar.striking ? "  *" : "");
  if (evidence.records.empty()) return;
  const auto shown = std::span(evidence.records).first(std::min(evidence.records.size(), kMostRecordsShown));
  fmt::print("      samples {}{}\n", fmt::join(shown, ", "),
             shown.size() < evidence.records.size() ? fmt::format(", … ({} in all)", evidence.records.size()) : "");
}

void printDiagnosis(const DiagnosisAnswer& answer, const RunRecord& run, const DiagnoseArguments& arguments,
                    const std::string& dataset) {
  fmt::print("Run {}: {}\n", run.id.index, run.name);
  if (answer.findings.empty()) fmt::print("  Nothing looks wrong.\n");
  for (const Diagnosis& finding : answer.findings) {
    fmt::print("\n  {}: {}\n", finding.severity == Severity::Problem ? "Problem" : "Warning",
               phraseText(finding.title));
    for (const Phrase& sentence : finding.sentences) fmt::print("    {}\n", phraseText(sentence));
    printEvidence(finding.evidence);
    for (const DiagnosisFix& fix : finding.fixes) {
      const std::string command = commandFor(fix, run.id, arguments, dataset);
      fmt::print("    → {}{}{}\n", phraseText(fix.title), command.empty() ? "" : ": ", command);
    }
    for (const std::string& kind : finding.explains)
      fmt::print("    It probably explains this, too: {}\n", findDiagnosis(kind)->title);
  }
  fmt::print(
      "\n  Looked at {} points and {} {} of the curves, {} layers on {} samples, and {} samples of the data set.\n",
      countWords(answer.points), countWords(answer.epochs), answer.epochs == 1 ? "epoch" : "epochs",
      countWords(answer.layers), countWords(answer.samples), countWords(answer.records));
  for (const Error& error : answer.missing) fmt::print("  Not looked at: {}\n", error.text());
}

Status runDiagnose(Context& context, const DiagnoseArguments& arguments) {
  FOVEA_TRY(const auto project, Project::open(arguments.project, ProjectAccess::ReadOnly));
  FOVEA_TRY(const RunId id, chosenRun(*project, arguments.run));
  FOVEA_TRY(const RunRecord run, project->runs().run(id));
  FOVEA_TRY(RunFacts facts, readFacts(project->runs(), id));
  std::string folder;
  std::vector<Error> missing;
  if (const auto found = project->datasetFolder(run.dataset); found.ok()) {
    folder = found->string();
    auto dataset = Dataset::open(*found);
    dataset.ok() ? void(facts.dataset = std::move(*dataset)) : missing.push_back(dataset.error());
  }
  std::optional<Checkpoint> checkpoint;
  FOVEA_TRY(const auto last, project->runs().lastCheckpoint(id));
  if (last) {
    auto read = readCheckpoint(project->checkpointPath(*last));
    read.ok() ? void(checkpoint = std::move(*read)) : missing.push_back(read.error());
  }
  FOVEA_TRY(auto device, context.backends.open(arguments.device));
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  FOVEA_TRY(DiagnosisAnswer answer,
            diagnoseRun(std::move(facts), checkpoint ? &*checkpoint : nullptr, device, progress, context.cancel));
  bar.clear();
  answer.missing.insert(answer.missing.end(), missing.begin(), missing.end());
  if (!context.json) {
    printDiagnosis(answer, run, arguments, folder);
    return {};
  }
  Json json = {{"run", id.index}};
  json.update(diagnosisJson(answer));
  printJson(json);
  return {};
}

}  // namespace

void addDiagnoseCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand(
      "diagnose", "Say what looks wrong with a run, with evidence and fixes (“doctor” is about this machine)");
  auto arguments = std::make_shared<DiagnoseArguments>();
  command->add_option("--project", arguments->project, "Folder of the project")->required();
  command->add_option("--run", arguments->run, "Number of the run; the newest if left out")->check(runNumber());
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runDiagnose(context, *arguments); }; });
}

}  // namespace fovea::cli
