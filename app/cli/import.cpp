// `fovea-cli import`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/command_line.h"
#include "core/data/importing/import_job.h"
#include "core/data/store/dataset_manifest.h"

namespace fovea::cli {
namespace {

struct ImportArguments {
  std::string source;
  std::string target;
  std::string kind;
  std::vector<std::string> options;  // name=value
  bool look = false;
  bool sync = false;
};

Json splitCountsJson(const std::array<std::int64_t, 3>& counts) {
  Json splits = Json::object();
  for (const Split split : kSplits) splits[splitName(split)] = counts[static_cast<std::size_t>(split)];
  return splits;
}

// "input_folder=a; target_folder=b c" as "--option input_folder=a --option 'target_folder=b c'".
std::string asTyped(const std::string& alternative) {
  std::vector<std::string> typed;
  for (const std::string& option : optionsOf(alternative))
    typed.push_back(option.starts_with(kKindOption) ? "--kind " + shellWord(option.substr(kKindOption.size()))
                                                    : "--option " + shellWord(option));
  return fmt::format("{}", fmt::join(typed, " "));
}

void printDecision(const ImportDecision& decision) {
  fmt::print("  {}: {}, because {}", decision.what, decision.chosen, decision.because);
  std::vector<std::string> alternatives;
  for (const std::string& alternative : decision.alternatives) alternatives.push_back(asTyped(alternative));
  if (!alternatives.empty()) fmt::print("  (otherwise: {})", fmt::join(alternatives, ", or "));
  fmt::print("\n");
}

void printFound(const Recognition& found) {
  fmt::print("Found {}: {}\n", found.name, found.summary);
  for (const std::string& warning : found.warnings) fmt::print("  note: {}\n", warning);
  for (const ImportDecision& each : found.decisions) printDecision(each);
}

// Lists the decisions that needed the splits and the data set: what fills the gaps.
void printLaterDecisions(const Recognition& found, const ImportSummary& summary) {
  for (const ImportDecision& each : summary.decisions)
    if (std::none_of(found.decisions.begin(), found.decisions.end(), [&](const ImportDecision& before) {
          return before.what == each.what && before.chosen == each.chosen;
        }))
      printDecision(each);
}

Json foundJson(const Recognition& found) {
  Json classes = Json::array();
  for (std::size_t i = 0; i < found.classes.size(); ++i)
    classes.push_back({{"name", found.classes[i]}, {"samples", found.perClass[i]}});
  return {{"importer", found.importer},   {"name", found.name},
          {"task", taskName(found.task)}, {"samples", found.samples},
          {"summary", found.summary},     {"classes", classes},
          {"warnings", found.warnings},   {"decisions", decisionsToJson(found.decisions)}};
}

Json changesJson(const SourceChanges& changes) {
  Json listed = Json::array();
  for (const SourceChange& each : changes.all) {
    if (listed.size() == kListedSkips) break;
    listed.push_back({{"what", changeName(each.kind)}, {"source", each.source}});
    if (!each.now.empty()) listed.back()["now"] = each.now;
    if (each.label != each.newLabel) listed.back()["class"] = {each.label, each.newLabel};
    if (each.split != each.newSplit) listed.back()["split"] = {splitName(each.split), splitName(each.newSplit)};
  }
  Json json = {{"followed", changes.followed}, {"listed", listed}};
  for (const auto kind : {SourceChange::Moved, SourceChange::Removed, SourceChange::Changed, SourceChange::Returned})
    json[changeName(kind)] = changes.count(kind);
  return json;
}

void printChanges(const SourceChanges& changes) {
  if (changes.all.empty()) return;
  fmt::print(
      "Of the samples that were there {} moved, {} are gone, {} have other contents or annotations, {} came back{}\n",
      countWords(changes.count(SourceChange::Moved)), countWords(changes.count(SourceChange::Removed)),
      countWords(changes.count(SourceChange::Changed)), countWords(changes.count(SourceChange::Returned)),
      changes.followed ? "; the data set follows:" : ". The data set stays as it was; --sync follows:");
  for (std::size_t i = 0; i < std::min(changes.all.size(), kListedSkips); ++i) {
    const SourceChange& each = changes.all[i];
    fmt::print("  {} {}{}{}{}\n", changeName(each.kind), each.source,
               each.now.empty() || each.now == each.source ? "" : " to " + each.now,
               each.label == each.newLabel ? "" : fmt::format(": \"{}\" is \"{}\" now", each.label, each.newLabel),
               each.split == each.newSplit ? "" : fmt::format(", {} now", splitName(each.newSplit)));
  }
}

// The given options among those that the importer has of its own.
Result<FieldValues> ownOptions(const Importer& importer, const std::vector<std::string>& given) {
  const Schema all = importSchema(importer), own = importer.options();
  FOVEA_TRY(const FieldValues values, readAssignments(all, given));
  FOVEA_TRY(const FieldValues complete, all.complete(values));
  FieldValues taken;
  for (const Field& field : own.fields()) taken.set(field.name, *complete.find(field.name));
  return taken;
}

// Recognises the source with the given options.
Result<Recognition> recognise(const std::filesystem::path& source, const ImportArguments& arguments,
                              const SourceScan& scan) {
  if (!arguments.kind.empty()) {
    FOVEA_TRY(const auto importer, findImporter(arguments.kind));
    FOVEA_TRY(const FieldValues own, ownOptions(*importer, arguments.options));
    return importer->recognise(source, own, scan);
  }
  // Options that an importer does not have are of another one, unless it is the importer of this source.
  Status given;
  const auto found = recogniseAny(source, scan, [&](const Importer& importer) {
    auto own = ownOptions(importer, arguments.options);
    given = own.ok() ? Status() : own.error();
    return own.ok() ? std::move(own).value() : importer.options().defaults();
  });
  if (!given.ok() && (found.ok() || found.error().code != ErrorCode::Unsupported)) return given.error();
  return found;
}

// Applies every answer that a question offers as an --option, including answers of several options and kinds.
ImportArguments withAnswers(ImportArguments arguments) {
  for (const std::string& given : std::exchange(arguments.options, {}))
    for (const std::string& option : optionsOf(given)) {
      if (option.starts_with(kKindOption))
        arguments.kind = option.substr(kKindOption.size());
      else
        arguments.options.push_back(option);
    }
  return arguments;
}

// Prints how an import into an existing data set would change it.
void showChanges(const Context& context, const ImportArguments& arguments, const Recognition& found,
                 const ImportSummary& summary) {
  if (context.json) {
    Json json = foundJson(found);
    json["new"] = summary.samples;
    json["changes"] = changesJson(summary.changes);
    json["decisions"] = decisionsToJson(summary.decisions);
    return printJson(json);
  }
  printLaterDecisions(found, summary);
  fmt::print("{} samples are new to {}.\n", countWords(summary.samples), arguments.target);
  printChanges(summary.changes);
}

void showSummary(const Context& context, const ImportArguments& arguments, const Recognition& found,
                 const ImportSummary& summary) {
  if (context.json) {
    printJson({{"samples", summary.samples},
               {"skipped", summary.skippedCount},
               {"duplicates", summary.duplicates},
               {"between_splits", summary.betweenSplits},
               {"shared_groups", summary.sharedGroups},
               {"near_duplicates", summary.nearDuplicates ? Json(*summary.nearDuplicates) : Json()},
               {"classes", summary.classes},
               {"splits", splitCountsJson(summary.splits)},
               {"changes", changesJson(summary.changes)},
               {"decisions", decisionsToJson(summary.decisions)}});
    return;
  }
  printLaterDecisions(found, summary);
  fmt::print("{} {} samples {} {}: {} to train, {} to validate, {} to test.\n", summary.appended ? "Added" : "Imported",
             countWords(summary.samples), summary.appended ? "to" : "into", arguments.target,
             countWords(summary.splits[0]), countWords(summary.splits[1]), countWords(summary.splits[2]));
  printChanges(summary.changes);
  if (summary.continued) fmt::print("An interrupted import was continued.\n");
  if (summary.leftOut > 0) fmt::print("{} were left out as requested.\n", countWords(summary.leftOut));
  if (summary.duplicates > 0)
    fmt::print("{} have the same content as another{}.\n", countWords(summary.duplicates),
               summary.appended ? " or as one that was there" : "");
  if (summary.betweenSplits > 0)
    fmt::print("{} of them are in another split, where the source has them: a network is tested on what it has seen.\n",
               countWords(summary.betweenSplits));
  if (summary.sharedGroups > 0)
    fmt::print(
        "Groups with samples in several splits, where the source has them: {}. A network is tested on what it has "
        "seen.\n",
        countWords(summary.sharedGroups));
  if (summary.nearDuplicates.value_or(0) > 0)
    fmt::print("{} validation or test samples look nearly like one of an earlier split.\n",
               countWords(*summary.nearDuplicates));
  if (summary.skippedCount > 0)
    fmt::print("{} were left out because they cannot be used:\n", countWords(summary.skippedCount));
  for (const SkippedSample& skipped : summary.skipped)
    fmt::print("  {} [{}]: {}\n", skipped.source, skipped.sourceIndex, skipped.reason);
}

Status importData(Context& context, const ImportArguments& given) {
  const ImportArguments arguments = withAnswers(given);
  // Absolute like the import's path, so that the import reuses this scan.
  std::error_code code;
  const auto source = std::filesystem::absolute(arguments.source, code).lexically_normal();
  // An archive is unpacked beside its data set.
  const auto target = std::filesystem::absolute(arguments.target, code).lexically_normal();
  ProgressBar bar(!context.json);
  const auto onProgress = [&](const Progress& progress) {
    bar.show(progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total) : 0,
             progress.stage);
  };
  const SourceScan scan(context.cancel, arguments.target.empty() ? std::filesystem::path() : target.parent_path(),
                        onProgress);
  FOVEA_TRY(const Recognition found, recognise(source, arguments, scan));
  bar.clear();
  if (!context.json) printFound(found);
  // With an existing data set, --look also prints how it would change.
  const bool again =
      arguments.look && !arguments.target.empty() && std::filesystem::exists(target / kManifestFile, code);
  if (arguments.look && !again) {
    if (context.json) printJson(foundJson(found));
    return {};
  }
  if (arguments.target.empty())
    return fail(ErrorCode::InvalidArgument, "The folder of the new data set is missing.", "Name it with --out.");
  FOVEA_CHECK(checkDecided(found.decisions));
  FOVEA_TRY(const auto importer, findImporter(found.importer));
  FOVEA_TRY(const FieldValues options, readAssignments(importSchema(*importer), arguments.options));
  ImportTuning tuning;
  tuning.follow = arguments.sync;
  tuning.look = again;
  FOVEA_TRY(const ImportSummary summary,
            runImport(*importer, arguments.target, source, options, onProgress, context.cancel, tuning, &scan));
  bar.clear();
  if (again) {
    showChanges(context, arguments, found, summary);
  } else {
    showSummary(context, arguments, found, summary);
  }
  return {};
}

}  // namespace

void addImportCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("import", "Make a data set from files");
  auto arguments = std::make_shared<ImportArguments>();
  command->add_option("source", arguments->source, "Folder or file to import")->required();
  command->add_option("--out", arguments->target, "Folder of the new data set");
  command->add_flag(
      "--look", arguments->look,
      "Say what would be imported and what was guessed, and of a data set that is there what would change; "
      "write nothing");
  command->add_flag(
      "--sync", arguments->sync,
      "Where the data set is there already: relabel what moved to another class, leave out what is gone or changed");
  command->add_option("--kind", arguments->kind, "Kind of source; recognised when it is left out");
  command->add_option("--option", arguments->options, "An option of the importer, as NAME=VALUE (repeat it for more)");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return importData(context, *arguments); }; });
}

}  // namespace fovea::cli
