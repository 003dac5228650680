// `fovea-cli project`: projects a layer's activations of many samples onto a plane.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/model_file.h"
#include "core/base/file.h"
#include "core/inspect/projection.h"

namespace fovea::cli {
namespace {

struct ProjectArguments {
  ModelArguments model;
  std::string dataset;
  std::string split = "test";
  std::string layer;
  std::string method = "tsne";
  std::int64_t samples = 2000;
  TsneOptions tsne;
  UmapOptions umap;
  std::uint64_t seed = 1;
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
  const auto name = [&](std::int32_t index) {
    return index < 0                     ? std::string()
           : index < std::ssize(classes) ? quoted(classes[static_cast<std::size_t>(index)])
                                         : std::to_string(index);
  };
  std::string csv = "index,label,x,y,prediction,loss\r\n";
  for (std::size_t i = 0; i < rows.indices.size(); ++i) {
    const float* at = points.data<float>() + 2 * i;
    const SampleAnswer& answer = rows.answers[i];
    const double loss = lossOf(answer);
    csv += fmt::format("{},{},{},{},{},{}\r\n", rows.indices[i], name(rows.labels[i]), at[0], at[1],
                       name(answer.prediction), std::isnan(loss) ? std::string() : fmt::format("{:.6g}", loss));
  }
  return csv;
}

Status runProject(Context& context, const ProjectArguments& arguments) {
  ProjectionOptions options{ProjectionMethod::Tsne, arguments.tsne, arguments.umap};
  FOVEA_TRY(options.method, projectionMethodFromName(arguments.method));
  options.tsne.seed = options.umap.seed = arguments.seed;
  FOVEA_TRY(const Checkpoint checkpoint, readModel(context, arguments.model));
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
  const auto since = std::chrono::steady_clock::now();
  FOVEA_TRY(const Tensor points, projectRows(rows.rows, options, context.cancel, progress));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - since;
  FOVEA_CHECK(writeFileAtomic(arguments.out, pointsCsv(points, rows, dataset->info().classes)));
  bar.clear();
  if (context.json)
    printJson({{"method", arguments.method},
               {"layer", arguments.layer},
               {"samples", rows.indices.size()},
               {"dimensions", rows.rows.shape()[1]},
               {"seconds", took.count()},
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
  addModelArguments(*command, arguments->model);
  command->add_option("--layer", arguments->layer, "Name of the layer")->required();
  command->add_option("--method", arguments->method, "pca, tsne or umap");
  command->add_option("--samples", arguments->samples, "At most so many, evenly spread over the split");
  command->add_option("--out", arguments->out, "CSV file to write: index, label, x, y, prediction, loss")->required();
  command->add_option("--dataset", arguments->dataset, "Folder of the data set; the one it was trained on if left out");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--perplexity", arguments->tsne.perplexity, "Neighbours that count in t-SNE");
  command->add_option("--neighbours", arguments->umap.neighbours, "Of a sample in UMAP, itself counted");
  command->add_option("--minimum-distance", arguments->umap.minimumDistance, "Of points in UMAP, from 0 to 1");
  command->add_option("--iterations", arguments->tsne.iterations, "Of t-SNE");
  command->add_option("--seed", arguments->seed, "Of t-SNE and UMAP");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runProject(context, *arguments); }; });
}

}  // namespace fovea::cli
