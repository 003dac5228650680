#include "app/cli/exchange_onnx_suite.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/exchange/onnx/onnx_suite.h"
#include "core/exchange/onnx/operator_table.h"

namespace fovea::cli {
namespace {

Json tallyJson(const OnnxTally& tally) {
  return {{"passed", tally.passed}, {"unsupported", tally.unsupported}, {"failed", tally.failed}};
}

Json casesJson(const std::vector<OnnxCase>& cases, OnnxOutcome outcome) {
  Json list = Json::array();
  for (const OnnxCase& entry : cases)
    if (entry.outcome == outcome)
      list.push_back({{"name", entry.name}, {"op", entry.blamed}, {"message", entry.message}});
  return list;
}

// Prints the complete page resources/help/onnx.md.
void printTable(const std::map<std::string, OnnxTally>& table, const OnnxTally& all) {
  const int total = all.passed + all.unsupported + all.failed;
  fmt::print(
      "# ONNX, operator by operator\n\n"
      "The cases of the ONNX project's own tests that Fovea passes. Every other one ends with the "
      "name of "
      "what is not\nsupported, before anything is computed. A case counts for each operator of its model; one that is "
      "not "
      "supported for the\noperator that is to blame.\n\n"
      "Written by `fovea-cli doctor --onnx-suite DIR --onnx-table > resources/help/onnx.md`.\n\n"
      "**{} of {} cases pass, {} are not supported, {} fail.**\n\n"
      "## As a network\n\n"
      "Any model that these operators make up also becomes a network (`fovea-cli network convert model.onnx\n"
      "network.json`). An operator becomes the layer that says the same; several nodes that mean one layer (GELU, "
      "SiLU, hard\n"
      "swish, mish, a normalisation over features) become that layer; what no layer says becomes the ops that the "
      "operator is\n"
      "made of, each a primitive layer with “(op)” in its title. Numbers that are no weights of a layer become "
      "Constant\n"
      "layers. The number of samples stays open even where the model was made for one: it is translated for two "
      "numbers of\n"
      "samples, and what differs depends on them. Where it leaves open how large a sample is, the window asks, and "
      "the\n"
      "command takes `--shape 3x48x320` (224 without it, with a word in the report). Functions of the model's own are "
      "written\n"
      "out, weights may lie in files beside it. An operator knows the versions and attributes that it implements "
      "(`fovea-cli\n"
      "doctor --onnx-operators` lists them); others are refused by name. The report ends with the difference of the "
      "outputs on\n"
      "a sample.\n\n"
      "## Operators\n\n"
      "| Operator | Passed | Not supported | Failed |\n"
      "| --- | ---: | ---: | ---: |\n",
      all.passed, total, all.unsupported, all.failed);
  for (const auto& [op, tally] : table)
    fmt::print("| {} | {} | {} | {} |\n", op, tally.passed, tally.unsupported, tally.failed);
}

void printCases(const std::vector<OnnxCase>& cases) {
  for (const OnnxCase& entry : cases)
    if (entry.outcome != OnnxOutcome::Passed)
      fmt::print("{:<12} {}: {}\n", entry.outcome == OnnxOutcome::Failed ? "failed" : "unsupported", entry.name,
                 entry.message);
}

}  // namespace

void addOnnxSuiteOptions(CLI::App& command, const std::shared_ptr<OnnxSuiteArguments>& arguments) {
  auto* suite = command.add_option("--onnx-suite", arguments->folder,
                                   "Run the ONNX project's own tests that lie in this folder, on the CPU");
  suite->check(CLI::ExistingDirectory);
  auto* operators =
      command.add_flag("--onnx-operators", arguments->operators,
                       "Print the ONNX operators that are understood, with their versions and attributes");
  command.add_flag("--onnx-table", arguments->table, "With --onnx-suite: print the table by operator of the help page")
      ->needs(suite);
  operators->excludes(suite);
  for (CLI::Option* option : {suite, operators}) option->excludes("--kernels");
}

void printOnnxOperators(const Context& context) {
  Json list = Json::array();
  for (const OnnxOperator& entry : allOnnxOperators()) {
    Json attributes = Json::object();
    std::string words;
    for (const OnnxKnownAttribute& attribute : entry.meaning.attributes) {
      attributes[attribute.name] = {{"until", attribute.until}, {"only_default", attribute.only.has_value()}};
      words += " " + attribute.name;
    }
    list.push_back({{"domain", entry.domain},
                    {"name", entry.name},
                    {"since", entry.meaning.since},
                    {"unknown_from", entry.meaning.unknownFrom},
                    {"newest_opset", newestKnownOpset(entry.domain)},
                    {"attributes", attributes}});
    const std::int64_t last =
        entry.meaning.unknownFrom > 0 ? entry.meaning.unknownFrom - 1 : newestKnownOpset(entry.domain);
    if (!context.json)
      fmt::print("{:<28} up to opset {:<3}{}\n", (entry.domain.empty() ? "" : entry.domain + ".") + entry.name, last,
                 words);
  }
  if (context.json) printJson(list);
}

Status runOnnxSuiteCommand(Context& context, const OnnxSuiteArguments& arguments) {
  FOVEA_TRY(const auto device, context.backends.open("cpu"));
  ProgressBar progress(!context.json && !arguments.table);
  const auto each = [&](const OnnxCase& entry, double share) { progress.show(share, entry.name); };
  FOVEA_TRY(const auto cases, runOnnxSuite(arguments.folder, device, each));
  progress.clear();
  const OnnxTally tally = tallyOf(cases);
  const auto table = tallyByOperator(cases);
  if (context.json) {
    Json json = tallyJson(tally);
    json["operators"] = Json::object();
    for (const auto& [op, counts] : table) json["operators"][op] = tallyJson(counts);
    json["unsupported_cases"] = casesJson(cases, OnnxOutcome::Unsupported);
    json["failed_cases"] = casesJson(cases, OnnxOutcome::Failed);
    printJson(json);
  } else if (arguments.table) {
    printTable(table, tally);
  } else {
    printCases(cases);
    fmt::print("{} passed, {} unsupported, {} failed of {}\n", tally.passed, tally.unsupported, tally.failed,
               cases.size());
  }
  if (tally.failed > 0)
    return fail(ErrorCode::Internal, fmt::format("{} cases of the ONNX suite computed a wrong result.", tally.failed));
  return {};
}

}  // namespace fovea::cli
