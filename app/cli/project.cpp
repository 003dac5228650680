// `fovea-cli project`: projects a layer's activations of many samples onto a plane.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/base/file.h"
#include "core/inspect/projection.h"

namespace fovea::cli {
namespace {

struct ProjectArguments {
  std::string checkpoint;
  std::string dataset;
  std::string split = "test";
  std::string layer;
  std::string method = "tsne";
  std::int64_t samples = 2000;
  TsneOptions options;
  std::string out;
  std::string device = "cpu";
};

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

std::string pointsCsv(const Tensor& points, const LayerRows& rows, const std::vector<std::string>& classes) {
  std::string csv = "index,label,x,y\r\n";
  for (std::size_t i = 0; i < rows.indices.size(); ++i) {
    const auto label = static_cast<std::size_t>(rows.labels[i]);
    const float* at = points.data<float>() + 2 * i;
    csv += fmt::format("{},{},{},{}\r\n", rows.indices[i],
                       rows.labels[i] < 0       ? ""
                       : label < classes.size() ? quoted(classes[label])
                                                : std::to_string(label),
                       at[0], at[1]);
  }
  return csv;
}

Result<Tensor> projected(const ProjectArguments& arguments, const Tensor& rows, const CancelToken& cancel,
                         const ProgressFunction& progress) {
  if (arguments.method == "tsne") return tsne(rows, arguments.options, cancel, progress);
  FOVEA_TRY(PrincipalComponents components, principalComponents(rows, 2, cancel));
  return components.points;
}

Status runProject(Context& context, const ProjectArguments& arguments) {
  if (arguments.method != "pca" && arguments.method != "tsne")
    return fail(ErrorCode::InvalidArgument, fmt::format("There is no method \"{}\".", arguments.method),
                "Choose pca or tsne.");
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(arguments.checkpoint));
  FOVEA_TRY(const auto dataset, Dataset::open(arguments.dataset.empty() ? checkpoint.dataset : arguments.dataset));
  FOVEA_TRY(const Split split, splitFromName(arguments.split));
  FOVEA_TRY(auto device, context.backends.open(arguments.device));
  FOVEA_TRY(const auto inspector, ModelInspector::create(checkpoint, device));
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  FOVEA_TRY(const LayerRows rows,
            layerRows(*inspector, *dataset, split, arguments.layer, arguments.samples, context.cancel, progress));
  FOVEA_TRY(const Tensor points, projected(arguments, rows.rows, context.cancel, progress));
  FOVEA_CHECK(writeFileAtomic(arguments.out, pointsCsv(points, rows, dataset->info().classes)));
  bar.clear();
  if (context.json)
    printJson({{"method", arguments.method},
               {"layer", arguments.layer},
               {"samples", rows.indices.size()},
               {"dimensions", rows.rows.shape()[1]},
               {"out", arguments.out}});
  else
    fmt::print("{} samples of {} numbers each are in {}\n", countWords(std::ssize(rows.indices)),
               countWords(rows.rows.shape()[1]), arguments.out);
  return {};
}

}  // namespace

void addProjectCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("project", "Arrange samples on a plane by what a layer makes of them");
  auto arguments = std::make_shared<ProjectArguments>();
  command->add_option("checkpoint", arguments->checkpoint, "Checkpoint file")->required();
  command->add_option("--layer", arguments->layer, "Name of the layer")->required();
  command->add_option("--method", arguments->method, "pca or tsne");
  command->add_option("--samples", arguments->samples, "At most so many, evenly spread over the split");
  command->add_option("--out", arguments->out, "CSV file to write: index, label, x, y")->required();
  command->add_option("--dataset", arguments->dataset, "Folder of the data set; the one it was trained on if left out");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--perplexity", arguments->options.perplexity, "Neighbours that count in t-SNE");
  command->add_option("--iterations", arguments->options.iterations, "Of t-SNE");
  command->add_option("--seed", arguments->options.seed, "Of t-SNE");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runProject(context, *arguments); }; });
}

}  // namespace fovea::cli
