#include "core/project/example_project.h"

#include <cstdlib>

#include "core/data/importing/import_job.h"
#include "core/network/standard_networks.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kFashionLenet = "fashion-lenet";
constexpr const char* kDataset = "fashion-mnist";
constexpr const char* kDebianFolder = "/usr/share/datasets/fashion-mnist";
constexpr const char* kTrainingImages = "train-images-idx3-ubyte";

bool holdsFashionMnist(const fs::path& folder) {
  std::error_code code;
  return fs::exists(folder / kTrainingImages, code) ||
         fs::exists(folder / (std::string(kTrainingImages) + ".gz"), code);
}

TrainingSettings fashionSettings() {
  TrainingSettings settings;
  settings.epochs = 10;
  settings.batch = 64;
  settings.learningRate = 0.01;
  settings.momentum = 0.9;
  settings.weightDecay = 0.0005;
  settings.schedule = "step";
  settings.scheduleFactor = 0.3;
  settings.schedulePeriod = 4;
  return settings;
}

Status addFashionMnist(Project& project, const ProgressFunction& progress, const CancelToken& cancel) {
  if (project.manifest().find(kDataset)) return {};
  // The data set was imported before, but the program ended before the project recorded it.
  const fs::path usual = project.folder() / kDatasetsFolder / kDataset;
  if (Dataset::open(usual).ok()) return project.addDataset(kDataset, usual);
  FOVEA_TRY(const fs::path source, findFashionMnist());
  FOVEA_TRY(const auto importer, findImporter("idx"));
  const fs::path target = project.newDatasetFolder(kDataset);
  FOVEA_TRY(const ImportSummary summary,
            runImport(*importer, target, source, {{"name", std::string("Fashion-MNIST")}, {"validation_share", 0.1}},
                      progress, cancel));
  return project.addDataset(kDataset, target);
}

}  // namespace

std::vector<ExampleProject> exampleProjects() {
  return {{kFashionLenet, "Recognise clothes",
           "70,000 pictures of clothes (Fashion-MNIST) and LeNet, a small convolutional network: about nine of ten "
           "right after a minute."}};
}

Result<fs::path> findFashionMnist() {
  const char* variable = std::getenv("FOVEA_FASHION_MNIST");
  if (variable && *variable) {
    if (holdsFashionMnist(variable)) return fs::path(variable);
    return fail(
        ErrorCode::NotFound,
        std::string("FOVEA_FASHION_MNIST names ") + variable + ", but " + kTrainingImages + "(.gz) is not there.",
        "Let it name the folder with the four IDX files, or unset it.");
  }
  if (holdsFashionMnist(kDebianFolder)) return fs::path(kDebianFolder);
  return fail(ErrorCode::NotFound, std::string("Fashion-MNIST is not installed: it is not in ") + kDebianFolder + ".",
              "Install Debian's package dataset-fashion-mnist, or let FOVEA_FASHION_MNIST name a folder with its four "
              "IDX files.");
}

Result<std::unique_ptr<Project>> createExampleProject(const fs::path& folder, const std::string& name,
                                                      const ProgressFunction& progress, const CancelToken& cancel) {
  if (name != kFashionLenet) {
    std::string names;
    for (const ExampleProject& example : exampleProjects()) names += (names.empty() ? "" : ", ") + example.name;
    return fail(ErrorCode::NotFound, "There is no example named \"" + name + "\".", "There are: " + names + ".");
  }
  std::error_code code;
  const bool isNew = !fs::exists(folder / kProjectFile, code);
  // Checks this before creating anything: the example is useless without its data.
  if (isNew) {
    FOVEA_TRY(const fs::path source, findFashionMnist());
  }
  FOVEA_TRY(auto project, Project::openOrCreate(folder, kFashionLenet));
  FOVEA_CHECK(addFashionMnist(*project, progress, cancel));
  const auto network = project->loadNetwork();
  if (network.ok() && network->layers().empty()) {
    FOVEA_TRY(const Network lenet, standardNetwork("lenet"));
    FOVEA_CHECK(project->saveNetwork(lenet));
    FOVEA_CHECK(project->setSettings(fashionSettings()));
  }
  return project;
}

}  // namespace fovea
