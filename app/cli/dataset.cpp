// `fovea-cli dataset …`: inspects data sets and corrects them, like the Data workspace.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/dataset_project.h"
#include "app/cli/sample_choice.h"
#include "core/data/store/dataset_export.h"

namespace fovea::cli {
namespace {

Json datasetSplitsJson(const DatasetInfo& info) {
  Json splits = Json::object();
  for (const Split split : kSplits) splits[splitName(split)] = info.split(split).samples;
  return splits;
}

// The name, type and number of symbols of each part of the samples; nothing where an input is all.
Json partsJson(const DatasetInfo& info) {
  Json parts = Json::array();
  if (info.parts.empty()) return parts;
  const auto add = [&](const std::string& name, const TensorType& type, std::int64_t symbols) {
    parts.push_back(
        {{"name", name}, {"type", dataTypeName(type.dtype)}, {"shape", type.shape.extents()}, {"symbols", symbols}});
  };
  add(info.inputName, {info.inputType, info.sampleShape}, info.symbols);
  for (const DataPart& part : info.parts) add(part.name, part.type, part.symbols);
  return parts;
}

Json tagsJson(const Dataset& dataset) {
  Json tags = Json::object();
  for (const auto& [name, samples] : dataset.states().tags)
    tags[name] = std::count(samples.begin(), samples.end(), true);
  return tags;
}

Status runInfo(const Context& context, const std::string& folder) {
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  const DatasetInfo& info = dataset->info();
  if (context.json) {
    Json perClass = Json::object();
    for (const Split split : kSplits) perClass[splitName(split)] = info.split(split).perClass;
    printJson({{"name", info.name},
               {"samples", info.samples()},
               {"excluded", info.excluded},
               {"edits", dataset->journal().edits().size()},
               {"task", taskName(info.task)},
               {"shape", info.sampleShape.extents()},
               {"uniform", info.uniform},
               {"parts", partsJson(info)},
               {"classes", info.classes},
               {"splits", datasetSplitsJson(info)},
               {"per_class", perClass},
               {"tags", tagsJson(*dataset)},
               {"channel_mean", info.channelMean},
               {"channel_deviation", info.channelDeviation},
               {"source", info.source},
               {"created", info.created}});
    return {};
  }
  fmt::print("{}: {} samples of {}, {} classes\n", info.name, countWords(info.samples()), info.sampleShape.toString(),
             info.classes.size());
  if (!info.parts.empty())
    fmt::print("  {:<10} {}\n", info.inputName, TensorType{info.inputType, info.sampleShape}.toString());
  for (const DataPart& part : info.parts)
    fmt::print("  {:<10} {}{}\n", part.name, part.type.toString(),
               part.symbols > 0 ? fmt::format(", of {} symbols", countWords(part.symbols)) : "");
  for (const Split split : kSplits)
    fmt::print("  {:<10} {}\n", splitName(split), countWords(info.split(split).samples));
  if (info.excluded > 0) fmt::print("  {:<10} {}\n", "left out", countWords(info.excluded));
  for (std::size_t i = 0; i < info.classes.size(); ++i) {
    std::int64_t samples = 0;
    for (const SplitInfo& split : info.splits) samples += split.perClass[i];
    fmt::print("  {:>3} {:<20} {}\n", i, info.classes[i], countWords(samples));
  }
  for (const auto& [name, samples] : dataset->states().tags)
    fmt::print("  tag {:<20} {}\n", name, countWords(std::count(samples.begin(), samples.end(), true)));
  return {};
}

std::string classWords(const Dataset& dataset, std::uint32_t record) {
  std::string words;
  for (const std::int32_t label : dataset.classesOf(record))
    words += (words.empty() ? "" : ", ") + dataset.info().classes[static_cast<std::size_t>(label)];
  return words;
}

Json sampleJson(const Catalogue& catalogue, std::uint32_t record) {
  const Dataset& dataset = *catalogue.dataset();
  Json qualities = Json::array();
  for (const Quality quality : kQualities)
    if (catalogue.qualities(record) & bitOf(quality)) qualities.push_back(qualityName(quality));
  Json classes = Json::array();
  for (const std::int32_t label : dataset.classesOf(record))
    classes.push_back(dataset.info().classes[static_cast<std::size_t>(label)]);
  Json json = {{"record", record},
               {"split", splitName(dataset.states().splits[record])},
               {"classes", classes},
               {"qualities", qualities},
               {"tags", dataset.states().tagsOf(record)}};
  if (const auto sample = dataset.record(record, false); sample.ok()) {
    json["source"] = sample->source;
    json["in_source"] = sample->sourceIndex;
    json["shape"] = sample->input.type.shape.extents();
  }
  if (const auto& measures = catalogue.measures(); measures && measures->hasFacts[record]) {
    json["brightness"] = measures->brightness[record];
    json["contrast"] = measures->contrast[record];
  }
  if (const auto& outcomes = catalogue.outcomes(); outcomes && outcomes->predictions[record] != kNoLabel) {
    if (!std::isnan(outcomes->losses[record])) json["loss"] = outcomes->losses[record];
    if (!std::isnan(outcomes->confidences[record])) json["confidence"] = outcomes->confidences[record];
    json["prediction"] = catalogue.predictedClass(record);
  }
  return json;
}

Status listSamples(Context& context, const SampleChoice& choice, std::int64_t limit) {
  FOVEA_TRY(const ChosenSamples chosen, chooseSamples(context, choice));
  const auto shown = std::min(static_cast<std::int64_t>(chosen.records.size()), limit);
  for (std::int64_t i = 0; i < shown; ++i) {
    const std::uint32_t record = chosen.records[static_cast<std::size_t>(i)];
    if (context.json) {
      printJson(sampleJson(chosen.catalogue, record));
      continue;
    }
    const auto sample = chosen.dataset->record(record, false);
    fmt::print("{:>9}  {:<10}  {:<20}  {} [{}]\n", record, splitName(chosen.dataset->states().splits[record]),
               classWords(*chosen.dataset, record), sample.ok() ? std::string(sample->source) : "damaged",
               sample.ok() ? sample->sourceIndex : 0);
  }
  if (!context.json)
    fmt::print("{} of {} samples\n", countWords(static_cast<std::int64_t>(chosen.records.size())),
               countWords(chosen.dataset->info().samples()));
  return {};
}

Status runCheck(Context& context, const std::string& folder) {
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  FOVEA_TRY(const Catalogue catalogue, measuredCatalogue(context, dataset, MeasureDepth::Verified));
  const auto counts = catalogue.qualityCounts();
  Json json = Json::object();
  for (std::size_t i = 0; i < kQualities.size(); ++i) {
    if (kQualities[i] == Quality::Wrong) continue;
    json[qualityName(kQualities[i])] = counts[i];
    if (!context.json) fmt::print("{:<15} {:>10}\n", qualityName(kQualities[i]), countWords(counts[i]));
  }
  if (context.json) printJson(json);
  return {};
}

struct EditArguments {
  SampleChoice choice;
  std::string relabel;
  std::string move;
  std::string addTag, removeTag;
  bool newClass = false;
  bool exclude = false;
  bool include = false;
  bool all = false;
};

Result<SampleEdit> editFrom(const EditArguments& arguments, const DatasetInfo& info) {
  const int wishes = !arguments.relabel.empty() + !arguments.move.empty() + arguments.exclude + arguments.include +
                     !arguments.addTag.empty() + !arguments.removeTag.empty();
  if (wishes != 1)
    return fail(ErrorCode::InvalidArgument, "An edit does one thing.",
                "Write one of --relabel CLASS, --move SPLIT, --exclude, --include, --add-tag and --remove-tag.");
  if (!arguments.choice.narrows() && !arguments.all)
    return fail(ErrorCode::InvalidArgument, "Every sample would be edited.",
                "Choose some with --records, --class, --quality, …, or write --all.");
  SampleEdit edit;
  edit.kind = arguments.include ? EditKind::Include : EditKind::Exclude;
  if (const bool adds = !arguments.addTag.empty(); adds || !arguments.removeTag.empty()) {
    edit.kind = adds ? EditKind::Tag : EditKind::Untag;
    edit.tag = adds ? arguments.addTag : arguments.removeTag;
  }
  if (!arguments.move.empty()) {
    edit.kind = EditKind::Move;
    FOVEA_TRY(edit.split, splitFromName(arguments.move));
  }
  if (!arguments.relabel.empty()) {
    edit.kind = EditKind::Relabel;
    const auto found = std::find(info.classes.begin(), info.classes.end(), arguments.relabel);
    if (found == info.classes.end() && arguments.relabel != "none" && !arguments.newClass)
      return fail(ErrorCode::InvalidArgument, "There is no class \"" + arguments.relabel + "\".",
                  fmt::format("The classes are: {}; \"none\" takes the class away, and --new-class adds this one.",
                              fmt::join(info.classes, ", ")));
    if (found != info.classes.end())
      edit.label = static_cast<std::int32_t>(found - info.classes.begin());
    else if (arguments.newClass)
      edit.newClass = arguments.relabel;
  }
  return edit;
}

// `kept`: duplicates that were chosen too, and stay as the only one of their group.
Status printEdited(const Context& context, const Dataset& dataset, std::size_t samples, std::int64_t kept = 0) {
  const DatasetInfo& info = dataset.info();
  if (context.json)
    printJson({{"edited", samples},
               {"kept", kept},
               {"samples", info.samples()},
               {"excluded", info.excluded},
               {"splits", datasetSplitsJson(info)},
               {"edits", dataset.journal().edits().size()},
               {"can_undo", dataset.journal().canUndo()},
               {"can_redo", dataset.journal().canRedo()}});
  else
    fmt::print("{} samples edited; {} are in the data set, {} left out.\n",
               countWords(static_cast<std::int64_t>(samples)), countWords(info.samples()), countWords(info.excluded));
  if (kept > 0 && !context.json)
    fmt::print("{} of those chosen stay in it: one of each group of duplicates.\n", countWords(kept));
  return {};
}

Status runEdit(Context& context, EditArguments arguments) {
  FOVEA_TRY(const ChosenSamples chosen, chooseSamples(context, arguments.choice));
  FOVEA_TRY(SampleEdit edit, editFrom(arguments, chosen.dataset->info()));
  edit.records = chosen.records;
  std::sort(edit.records.begin(), edit.records.end());
  const std::int64_t kept =
      edit.kind == EditKind::Exclude ? chosen.catalogue.keepOneOfEach(edit.records, chosen.qualities) : 0;
  const std::size_t samples = edit.records.size();
  FOVEA_TRY(const auto dataset, chosen.dataset->edited(std::move(edit)));
  return printEdited(context, *dataset, samples, kept);
}

Status runStep(const Context& context, const std::string& folder, bool undo) {
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  FOVEA_TRY(const auto changed, undo ? dataset->undone() : dataset->redone());
  const auto edits = undo ? dataset->journal().edits() : changed->journal().edits();
  return printEdited(context, *changed, edits.back().records.size());
}

struct ExportArguments {
  SampleChoice choice;
  std::string target;
  std::string name;
};

Status runDatasetExport(Context& context, const ExportArguments& arguments) {
  FOVEA_TRY(const ChosenSamples chosen, chooseSamples(context, arguments.choice));
  const std::string name = arguments.name.empty() ? chosen.dataset->info().name : arguments.name;
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  FOVEA_TRY(const ExportSummary summary,
            exportSamples(*chosen.dataset, chosen.records, arguments.target, name, progress, context.cancel));
  bar.clear();
  if (context.json) {
    printJson({{"samples", summary.info.samples()},
               {"skipped", summary.skipped},
               {"splits", datasetSplitsJson(summary.info)}});
    return {};
  }
  fmt::print("Wrote {} samples to {}.\n", countWords(summary.info.samples()), arguments.target);
  if (summary.skipped > 0) fmt::print("{} are damaged and were left out.\n", countWords(summary.skipped));
  return {};
}

// Adds a command with a single folder as argument.
void addFolderCommand(CLI::App& parent, Context& context, const char* name, const char* help,
                      std::function<Status(Context&, const std::string&)> run) {
  auto* command = parent.add_subcommand(name, help);
  auto folder = std::make_shared<std::string>();
  command->add_option("folder", *folder, "Folder of the data set")->required();
  command->add_flag("--json", context.json, "Print JSON");
  command->callback([&context, folder, run = std::move(run)] {
    context.work = [&context, folder, run] { return run(context, *folder); };
  });
}

void addListCommand(CLI::App& parent, Context& context) {
  struct Arguments {
    SampleChoice choice;
    std::int64_t limit = 100;
  };
  auto* command = parent.add_subcommand("list", "List samples, filtered and sorted");
  auto arguments = std::make_shared<Arguments>();
  arguments->choice.addTo(*command);
  command->add_option("--limit", arguments->limit, "How many to print")->check(CLI::NonNegativeNumber);
  command->add_flag("--json", context.json, "Print one JSON object a sample");
  command->callback([&context, arguments] {
    context.work = [&context, arguments] { return listSamples(context, arguments->choice, arguments->limit); };
  });
}

void addEditCommand(CLI::App& parent, Context& context) {
  auto* command = parent.add_subcommand("edit", "Relabel, move, leave out or take back samples; can be undone");
  auto arguments = std::make_shared<EditArguments>();
  arguments->choice.addTo(*command);
  command->add_option("--relabel", arguments->relabel, "The new class by name; none takes it away");
  command->add_flag("--new-class", arguments->newClass, "Let --relabel add a class that is not there yet");
  command->add_option("--move", arguments->move, "The new split: train, validation or test");
  command->add_option("--add-tag", arguments->addTag, "A tag that they get; networks do not see it");
  command->add_option("--remove-tag", arguments->removeTag, "A tag that they lose");
  command->add_flag("--exclude", arguments->exclude,
                    "Leave them out of every split; of duplicates found with --quality, one of each group stays");
  command->add_flag("--include", arguments->include, "Take back what was left out (with --quality excluded)");
  command->add_flag("--all", arguments->all, "Every sample, where nothing else chooses some");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runEdit(context, *arguments); }; });
}

void addExportCommand(CLI::App& parent, Context& context) {
  auto* command = parent.add_subcommand("export", "Write samples as a data set of their own");
  auto arguments = std::make_shared<ExportArguments>();
  arguments->choice.addTo(*command);
  command->add_option("--out", arguments->target, "Folder of the new data set")->required();
  command->add_option("--name", arguments->name, "Its name; that of the data set if left out");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback([&context, arguments] {
    context.work = [&context, arguments] { return runDatasetExport(context, *arguments); };
  });
}

}  // namespace

void addDatasetCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("dataset", "Look into data sets and correct them");
  command->require_subcommand(1);
  addFolderCommand(*command, context, "info", "Say what a data set holds", runInfo);
  addFolderCommand(*command, context, "check", "Count what is corrupt, tiny, blank, dark or there twice", runCheck);
  addListCommand(*command, context);
  addEditCommand(*command, context);
  addFolderCommand(*command, context, "undo", "Take the last edit back",
                   [](Context& own, const std::string& folder) { return runStep(own, folder, true); });
  addFolderCommand(*command, context, "redo", "Do again what was taken back",
                   [](Context& own, const std::string& folder) { return runStep(own, folder, false); });
  addExportCommand(*command, context);
  addDatasetProjectCommands(*command, context);
}

}  // namespace fovea::cli
