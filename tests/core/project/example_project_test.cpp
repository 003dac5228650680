// Why: the example is the first part of Fovea that a user sees.
#include "core/project/example_project.h"

#include <cstdlib>

#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class ExampleProjectTest : public ::testing::Test {
 protected:
  void SetUp() override {
    writeMnist(folder_ / "mnist", 40, 8);
    ::setenv("FOVEA_FASHION_MNIST", (folder_ / "mnist").c_str(), 1);
  }
  void TearDown() override { ::unsetenv("FOVEA_FASHION_MNIST"); }
  Result<std::unique_ptr<Project>> make(const CancelToken& cancel = {}) {
    return createExampleProject(folder_ / "example", "fashion-lenet", {}, cancel);
  }
  TemporaryFolder folder_;
};

TEST_F(ExampleProjectTest, IsReadyToTrainAndASecondCallOpensIt) {
  TrainingSettings settings;
  {
    const auto project = valueOf(make());
    EXPECT_EQ(valueOf(project->loadNetwork()).name(), "LeNet");
    const auto dataset = valueOf(project->openDataset(project->manifest().selectedDataset));
    EXPECT_EQ(dataset->info().name, "Fashion-MNIST");
    EXPECT_EQ(dataset->size(Split::Validation), 4);
    EXPECT_EQ(dataset->size(Split::Test), 8);
    EXPECT_EQ(project->settings().epochs, 10);
    settings = project->settings();
    // LeNet's 431,080 parameters with their momentum: all checkpoints are kept, even after ten times as many epochs.
    EXPECT_GT(settings.checkpointSpace * 1'000'000, 10 * settings.epochs * 431'080 * 8);
    settings.epochs = 3;
    expectOk(project->setSettings(settings));
    expectOk(project->saveNetwork(smallNetwork()));
  }
  const auto again = valueOf(make());
  EXPECT_EQ(again->settings().epochs, 3);
  EXPECT_EQ(valueOf(again->loadNetwork()), smallNetwork());
  EXPECT_EQ(again->manifest().datasets.size(), 1u);
}

TEST_F(ExampleProjectTest, CancelLeavesNothingHalfMadeAndTheNextCallGoesOn) {
  CancelToken cancel;
  cancel.cancel();
  expectError(make(cancel), ErrorCode::Cancelled);
  EXPECT_TRUE(fs::is_empty(folder_ / "example" / "datasets"));
  EXPECT_EQ(valueOf(make())->manifest().datasets.size(), 1u);
}

TEST_F(ExampleProjectTest, ADatasetThatTheProjectDoesNotKnowYetIsTakenUp) {
  expectOk(valueOf(make())->removeDataset("fashion-mnist"));
  const auto project = valueOf(make());
  EXPECT_EQ(valueOf(project->datasetFolder("fashion-mnist")), folder_ / "example" / "datasets" / "fashion-mnist");
}

TEST_F(ExampleProjectTest, MissingDataSaysHowToGetIt) {
  ::setenv("FOVEA_FASHION_MNIST", (folder_ / "nowhere").c_str(), 1);
  expectError(make(), ErrorCode::NotFound, "FOVEA_FASHION_MNIST");
  EXPECT_FALSE(fs::exists(folder_ / "example"));
  ::unsetenv("FOVEA_FASHION_MNIST");
  const auto found = findFashionMnist();
  if (!found.ok()) expectError(found, ErrorCode::NotFound, "dataset-fashion-mnist");
}

TEST_F(ExampleProjectTest, AnUnknownExampleListsThoseThereAre) {
  expectError(createExampleProject(folder_ / "x", "imagenet", {}, {}), ErrorCode::NotFound, "fashion-lenet");
}

}  // namespace
}  // namespace fovea::test
