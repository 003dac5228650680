// Why: a project contains a user's work: it can be copied and reopened after any failure, and is never overwritten.
#include "core/project/project.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class ProjectTest : public ::testing::Test {
 protected:
  fs::path place() const { return folder_ / "my project"; }
  std::unique_ptr<Project> create() { return valueOf(Project::create(place(), "My project")); }
  std::unique_ptr<Project> open(ProjectAccess access = ProjectAccess::ReadWrite) {
    return valueOf(Project::open(place(), access));
  }
  TemporaryFolder folder_;
};

TEST_F(ProjectTest, WhatWasMadeIsThereAgain) {
  TrainingSettings settings;
  settings.epochs = 7;
  settings.schedule = "step";
  {
    const auto project = create();
    EXPECT_EQ(project->name(), "My project");
    expectOk(project->rename("Clothes"));
    expectOk(project->setSettings(settings));
    expectOk(project->saveNetwork(smallNetwork()));
    const fs::path data = makeDataset(project->newDatasetFolder("Small Data"), {4, 2, 1});
    EXPECT_EQ(data.filename(), "small-data");
    expectOk(project->addDataset("Small Data", data));
  }
  const auto project = open();
  EXPECT_EQ(project->name(), "Clothes");
  EXPECT_EQ(project->settings().epochs, 7);
  EXPECT_EQ(project->settings().schedule, "step");
  EXPECT_EQ(project->manifest().created.size(), 20u);
  EXPECT_EQ(valueOf(project->loadNetwork()), smallNetwork());
  EXPECT_EQ(project->manifest().selectedDataset, "Small Data");
  EXPECT_EQ(valueOf(project->openDataset("Small Data"))->size(Split::Train), 4);
}

TEST_F(ProjectTest, AFolderWhoseCreationWasKilledBecomesAProject) {
  create();
  fs::remove(place() / "project.json");
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(place() / ("runs.db" + std::string(suffix)));
  fs::resize_file(place() / "runs.db", 0);
  expectOk(create()->saveNetwork(smallNetwork()));
  EXPECT_EQ(valueOf(open()->loadNetwork()), smallNetwork());

  // In a complete project an empty store is damage.
  fs::resize_file(place() / "runs.db", 0);
  EXPECT_EQ(Project::open(place()).error().code, ErrorCode::Corrupt);
}

TEST_F(ProjectTest, ACopyElsewhereIsAWholeProject) {
  RunId run;
  {
    const auto project = create();
    expectOk(project->addDataset("inside", makeDataset(project->newDatasetFolder("inside"), {4, 2, 1})));
    expectOk(project->addDataset("outside", makeDataset(folder_ / "outside", {4, 2, 1})));
    const auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
    run = recorder->run();
    valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.5)));
    expectOk(recorder->setStatus(RunStatus::Finished));
  }
  EXPECT_TRUE(contains(readBytes(place() / "project.json"), "\"datasets/inside\""));
  fs::copy(place(), folder_ / "copy", fs::copy_options::recursive);
  fs::remove_all(place());
  const auto copy = valueOf(Project::open(folder_ / "copy"));
  EXPECT_EQ(valueOf(copy->datasetFolder("inside")), folder_ / "copy" / "datasets" / "inside");
  EXPECT_EQ(valueOf(copy->datasetFolder("outside")), folder_ / "outside");
  const auto checkpoints = valueOf(copy->runs().checkpoints(run));
  ASSERT_EQ(checkpoints.size(), 1u);
  EXPECT_EQ(valueOf(readCheckpoint(copy->checkpointPath(checkpoints[0]))).position.step, 10);
}

TEST_F(ProjectTest, CreatingAndOpeningSayWhatIsInTheWay) {
  expectError(Project::open(place()), ErrorCode::NotFound, "no project in");
  create();
  expectError(Project::create(place(), "again"), ErrorCode::AlreadyExists, "already");
  EXPECT_EQ(valueOf(Project::openOrCreate(place(), "again"))->name(), "My project");
  EXPECT_EQ(valueOf(Project::openOrCreate(folder_ / "new", "New"))->name(), "New");
  writeBytes(folder_ / "file", "text");
  EXPECT_FALSE(Project::create(folder_ / "file", "name").ok());
  EXPECT_EQ(readBytes(folder_ / "file"), "text");
}

TEST_F(ProjectTest, OneWriterAndAnyNumberOfReaders) {
  const auto writer = create();
  expectError(Project::open(place()), ErrorCode::AlreadyExists, "another window of this program");
  const auto reader = open(ProjectAccess::ReadOnly);
  EXPECT_TRUE(reader->readOnly());
  expectError(reader->rename("name"), ErrorCode::PermissionDenied, "for reading only");
  expectError(reader->saveNetwork(smallNetwork()), ErrorCode::PermissionDenied);
  expectError(reader->setSettings({}), ErrorCode::PermissionDenied);
  expectError(reader->addDataset("data", folder_.path()), ErrorCode::PermissionDenied);
  expectError(RunRecorder::begin(*reader, smallRun()), ErrorCode::PermissionDenied);
  expectError(Project::setDamagedRunsAside(place()), ErrorCode::AlreadyExists);
}

TEST_F(ProjectTest, AnotherProgramIsToldWhoHasTheProjectOpen) {
  const auto writer = create();
  const std::string holder = "another program (process " + std::to_string(::getpid());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const auto second = Project::open(place());
    const bool told = !second.ok() && second.error().code == ErrorCode::AlreadyExists &&
                      second.error().message.find(holder) != std::string::npos && !second.error().advice.empty();
    ::_exit(told && Project::open(place(), ProjectAccess::ReadOnly).ok() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST_F(ProjectTest, ATwinReadsAndWritesTheRunsUnderTheSameLock) {
  auto project = create();
  auto twin = valueOf(project->twin());
  const RunId run = valueOf(twin->runs().createRun(smallRun()));
  EXPECT_EQ(valueOf(project->runs().run(run)).name, "first");
  project.reset();
  expectError(Project::open(place()), ErrorCode::AlreadyExists);
  twin.reset();
  open();
}

TEST_F(ProjectTest, AManifestIsWrittenByWhoeverWasToldTo) {
  auto project = create();
  std::vector<std::string> names;
  project->setManifestWriter([&names](const fs::path&, const ProjectManifest& manifest) {
    names.push_back(manifest.name);
    return Status();
  });
  expectOk(project->rename("second"));
  expectOk(project->rename("third"));
  EXPECT_EQ(project->name(), "third");
  EXPECT_EQ(names, (std::vector<std::string>{"second", "third"}));
  EXPECT_NE(valueOf(readProjectManifest(place())).name, "third");
  ASSERT_TRUE(project->setManifestWriter({}));
  expectOk(project->rename("fourth"));
  EXPECT_EQ(valueOf(readProjectManifest(place())).name, "fourth");
}

TEST_F(ProjectTest, TheLockLastsAsLongAsARunIsRecorded) {
  auto project = create();
  auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
  project.reset();
  expectError(Project::open(place()), ErrorCode::AlreadyExists);
  recorder.reset();
  open();
}

TEST_F(ProjectTest, ARunThatWasGoingOnWhenTheProgramDiedIsInterrupted) {
  RunId run;
  {
    const auto project = create();
    run = valueOf(project->runs().createRun(smallRun(), RunStatus::Running));
    EXPECT_EQ(valueOf(open(ProjectAccess::ReadOnly)->runs().run(run)).status, RunStatus::Running);
  }
  // A read-only project shows it as interrupted, too, but does not change the file.
  EXPECT_EQ(valueOf(open(ProjectAccess::ReadOnly)->runs().run(run)).status, RunStatus::Interrupted);
  EXPECT_EQ(valueOf(valueOf(RunStore::open(place() / "runs.db"))->run(run)).status, RunStatus::Running);
  EXPECT_EQ(valueOf(open()->runs().run(run)).status, RunStatus::Interrupted);
  EXPECT_EQ(valueOf(valueOf(RunStore::open(place() / "runs.db"))->run(run)).status, RunStatus::Interrupted);
}

TEST_F(ProjectTest, DatasetsAreNamedOnceAndCanBeForgotten) {
  const auto project = create();
  expectError(project->datasetFolder("data"), ErrorCode::NotFound, "Import one first");
  expectOk(project->addDataset("data", folder_ / "a"));
  expectOk(project->addDataset("data", folder_ / "a"));
  expectError(project->addDataset("data", folder_ / "b"), ErrorCode::AlreadyExists, "\"data\"");
  expectError(project->addDataset("", folder_ / "b"), ErrorCode::InvalidArgument);
  expectOk(project->addDataset("other", folder_ / "b"));
  expectError(project->selectDataset("third"), ErrorCode::NotFound, "data, other");
  expectOk(project->removeDataset("data"));
  EXPECT_EQ(project->manifest().selectedDataset, "other");
  EXPECT_EQ(project->newDatasetFolder(" ../Été/2024 "), place() / "datasets" / "t-2024");
  EXPECT_EQ(project->newDatasetFolder("???"), place() / "datasets" / "dataset");
  fs::create_directories(place() / "datasets" / "dataset");
  EXPECT_EQ(project->newDatasetFolder("???"), place() / "datasets" / "dataset-2");
}

TEST_F(ProjectTest, WhatIsTrainedOnIsChosenApartFromWhatIsLookedAt) {
  {
    const auto project = create();
    expectOk(project->addDataset("first", folder_ / "a"));
    EXPECT_EQ(project->manifest().trainingDataset, "first");
    expectOk(project->addDataset("second", folder_ / "b"));
    expectOk(project->selectDataset("second"));
    EXPECT_EQ(project->manifest().trainingDataset, "first");
    expectOk(project->addDataset("third", folder_ / "c"));
    expectOk(project->selectTrainingDataset("third"));
    expectError(project->selectTrainingDataset("fourth"), ErrorCode::NotFound, "first, second, third");
    expectOk(project->renameDataset("third", "last"));
  }
  const auto project = open();
  EXPECT_EQ(project->manifest().selectedDataset, "second");
  EXPECT_EQ(project->manifest().trainingDataset, "last");
  expectOk(project->removeDataset("last"));
  EXPECT_EQ(project->manifest().trainingDataset, "second") << "the one that is looked at takes its place";
}

TEST_F(ProjectTest, AProjectOfBeforeThatChoiceTrainsOnWhatIsSelected) {
  {
    const auto project = create();
    expectOk(project->addDataset("first", folder_ / "a"));
    expectOk(project->addDataset("second", folder_ / "b"));
    expectOk(project->selectDataset("second"));
  }
  const std::string field = "\"training_dataset\": \"first\"";
  const std::string text = readBytes(place() / "project.json");
  const auto rewritten = [&](const std::string& other) {
    std::string changed = text;
    changed.replace(changed.find(field), field.size(), other);
    writeBytes(place() / "project.json", changed);
    return open()->manifest().trainingDataset;
  };
  EXPECT_EQ(rewritten("\"x\": 0"), "second");
  EXPECT_EQ(rewritten("\"training_dataset\": \"gone\""), "second");
  EXPECT_EQ(rewritten(field), "first");
  writeBytes(place() / "project.json",
             std::string(text).replace(text.find(field), field.size(), "\"training_dataset\": 3"));
  expectError(Project::open(place()), ErrorCode::Corrupt, "project.json");
}

TEST_F(ProjectTest, ADatasetTakesAnotherNameAndItsRunsFollow) {
  const auto project = create();
  expectOk(project->addDataset("small", folder_ / "a"));
  expectOk(project->addDataset("other", folder_ / "b"));
  const RunId run = valueOf(project->runs().createRun(smallRun()));
  expectError(project->renameDataset("small", "other"), ErrorCode::AlreadyExists);
  expectError(project->renameDataset("small", ""), ErrorCode::InvalidArgument);
  expectError(project->renameDataset("third", "x"), ErrorCode::NotFound);
  expectOk(project->renameDataset("small", "large"));
  EXPECT_EQ(project->manifest().selectedDataset, "large");
  EXPECT_EQ(valueOf(project->datasetFolder("large")), folder_ / "a");
  EXPECT_EQ(valueOf(project->runs().run(run)).dataset, "large");
  EXPECT_FALSE(project->datasetFolder("small").ok());
}

TEST_F(ProjectTest, ADatasetWhoseFolderIsGoneCanBeRemoved) {
  const auto project = create();
  const fs::path lost = makeDataset(project->newDatasetFolder("lost"), {4, 2, 1});
  expectOk(project->addDataset("lost", lost));
  fs::remove_all(lost);
  EXPECT_EQ(valueOf(project->trashDataset("lost")), lost);
  EXPECT_EQ(project->manifest().find("lost"), nullptr);
  EXPECT_TRUE(project->trashedDatasets().empty());
}

TEST_F(ProjectTest, ARemovedDatasetCanBeTakenBack) {
  const auto project = create();
  expectOk(project->addDataset("Small Data", makeDataset(project->newDatasetFolder("Small Data"), {4, 2, 1})));
  expectOk(project->addDataset("outside", makeDataset(folder_ / "outside", {4, 2, 1})));
  const fs::path place = valueOf(project->datasetFolder("Small Data"));
  const fs::path trash = valueOf(project->trashDataset("Small Data"));
  EXPECT_FALSE(fs::exists(place));
  EXPECT_TRUE(Dataset::open(trash).ok());
  EXPECT_EQ(project->manifest().selectedDataset, "outside");
  EXPECT_EQ(project->trashedDatasets(), std::vector<std::string>{"Small Data"});
  expectOk(project->restoreDataset("Small Data"));
  EXPECT_EQ(valueOf(project->datasetFolder("Small Data")), place);
  EXPECT_EQ(valueOf(project->openDataset("Small Data"))->info().samples(), 7);
  EXPECT_TRUE(project->trashedDatasets().empty());
  expectError(project->restoreDataset("Small Data"), ErrorCode::NotFound);

  EXPECT_EQ(valueOf(project->trashDataset("outside")), folder_ / "outside") << "what lies elsewhere stays there";
  EXPECT_TRUE(Dataset::open(folder_ / "outside").ok());
  expectError(project->trashDataset("outside"), ErrorCode::NotFound);

  // Two data sets of the same name: the last one removed is restored first, and none is overwritten.
  valueOf(project->trashDataset("Small Data"));
  expectOk(project->addDataset("Small Data", makeDataset(project->newDatasetFolder("Small Data"), {5, 2, 1})));
  expectError(project->restoreDataset("Small Data"), ErrorCode::AlreadyExists);
  valueOf(project->trashDataset("Small Data"));
  expectOk(project->restoreDataset("Small Data"));
  EXPECT_EQ(valueOf(project->openDataset("Small Data"))->info().samples(), 8);
  EXPECT_EQ(project->trashedDatasets().size(), 1u);
  expectOk(project->emptyTrash());
  EXPECT_TRUE(project->trashedDatasets().empty());
  expectError(valueOf(Project::open(project->folder(), ProjectAccess::ReadOnly))->emptyTrash(),
              ErrorCode::PermissionDenied);
}

TEST_F(ProjectTest, ADamagedManifestIsNamedAndNothingIsOverwritten) {
  create();
  const std::string whole = readBytes(place() / "project.json");
  const std::string broken[] = {
      "",
      "{",
      "[]",
      "{\"format\": \"fovea-project\"}",
      whole.substr(0, whole.size() / 2),
      "{\"format\": \"other\", \"version\": 1}",
      std::string("\0\0\0\0", 4),
      "{\"format\": \"fovea-project\", \"version\": 1, \"name\": 3, \"created\": \"\", \"datasets\": {}}"};
  for (const std::string& bytes : broken) {
    writeBytes(place() / "project.json", bytes);
    const auto opened = Project::open(place());
    expectError(opened, ErrorCode::Corrupt, "project.json is damaged");
    EXPECT_TRUE(contains(opened.error().advice, "not affected"));
    expectError(Project::create(place(), "again"), ErrorCode::AlreadyExists);
    EXPECT_EQ(readBytes(place() / "project.json"), bytes);
  }
}

TEST_F(ProjectTest, AProjectWithoutItsManifestIsMadeAgainFromWhatIsThere) {
  RunId run;
  {
    const auto project = create();
    expectOk(project->saveNetwork(smallNetwork()));
    expectOk(project->addDataset("small", makeDataset(project->newDatasetFolder("small"), {4, 2, 1})));
    run = valueOf(project->runs().createRun(smallRun("kept"), RunStatus::Running));
  }
  fs::remove(place() / "project.json");
  const auto project = create();
  EXPECT_EQ(valueOf(project->loadNetwork()), smallNetwork());
  EXPECT_EQ(valueOf(project->datasetFolder("small")), place() / "datasets" / "small");
  EXPECT_EQ(valueOf(project->runs().run(run)).name, "kept");
}

TEST_F(ProjectTest, SettingsOfAnotherVersionTakeDefaults) {
  create();
  Json json = valueOf(parseJson(readBytes(place() / "project.json")));
  json["settings"] = {{"epochs", 7}, {"batch", -3}, {"moon_phase", "full"}};
  writeBytes(place() / "project.json", formatJson(json));
  const auto project = open();
  EXPECT_EQ(project->settings().epochs, 7);
  EXPECT_EQ(project->settings().batch, TrainingSettings().batch);
}

// A project may come from anywhere: opening, saving and pruning must not touch files outside of it.
TEST_F(ProjectTest, NamesThatLeadOutOfTheFolderAreRefused) {
  create();
  const std::string whole = readBytes(place() / "project.json");
  Json json = valueOf(parseJson(whole));
  for (const char* network : {"/etc/passwd", "../network.json", "a/../../network.json", ""}) {
    json["network"] = network;
    writeBytes(place() / "project.json", formatJson(json));
    expectError(Project::open(place()), ErrorCode::Corrupt, "outside");
  }
  writeBytes(place() / "project.json", whole);
  const auto project = open();
  const RunId run = valueOf(project->runs().createRun(smallRun()));
  expectOk(project->runs().addCheckpoint({run, 1, 10, "../precious.safetensors", 0.5, 0.5, "", false}));
  expectError(project->runs().checkpoints(run), ErrorCode::Corrupt, "outside");
}

TEST_F(ProjectTest, ANewerProjectIsRefused) {
  create();
  const std::string newer = "{\"format\": \"fovea-project\", \"version\": 2, \"everything\": \"different\"}";
  writeBytes(place() / "project.json", newer);
  expectError(Project::open(place()), ErrorCode::NewerVersion, "Update Fovea");
  EXPECT_EQ(readBytes(place() / "project.json"), newer);
}

TEST_F(ProjectTest, ADamagedNetworkIsKeptAsideWhenANewOneIsSaved) {
  create();
  writeBytes(place() / "network.json", "{ damaged");
  const auto project = open();
  expectError(project->loadNetwork(), ErrorCode::Corrupt, "network.json");
  EXPECT_EQ(readBytes(place() / "network.json"), "{ damaged");
  expectOk(project->saveNetwork(smallNetwork()));
  EXPECT_EQ(readBytes(place() / "network.json.damaged-1"), "{ damaged");
  EXPECT_EQ(valueOf(project->loadNetwork()), smallNetwork());
}

TEST_F(ProjectTest, ANetworkOfANewerVersionIsNotReplaced) {
  const auto project = create();
  const std::string newer = "{\"format\": \"fovea-network\", \"version\": 1000}";
  writeBytes(place() / "network.json", newer);
  expectError(project->loadNetwork(), ErrorCode::NewerVersion);
  expectError(project->saveNetwork(smallNetwork()), ErrorCode::NewerVersion);
  EXPECT_EQ(readBytes(place() / "network.json"), newer);
}

TEST_F(ProjectTest, DamagedRunsCanBeSetAsideAndTheirCheckpointsStay) {
  {
    const auto project = create();
    const auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
    valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.5)));
  }
  for (const std::string& bytes : {std::string(8192, 'x'), std::string()}) {
    writeBytes(place() / "runs.db", bytes);
    const auto opened = Project::open(place());
    expectError(opened, ErrorCode::Corrupt, "runs.db is damaged");
    EXPECT_TRUE(contains(opened.error().advice, "not affected"));
    expectError(Project::open(place(), ProjectAccess::ReadOnly), ErrorCode::Corrupt, "runs.db");
    EXPECT_EQ(readBytes(place() / "runs.db"), bytes);
    const fs::path aside = valueOf(Project::setDamagedRunsAside(place()));
    EXPECT_EQ(readBytes(aside), bytes);
  }
  EXPECT_TRUE(fs::exists(place() / "runs.db.damaged-2"));
  const auto project = open();
  EXPECT_TRUE(valueOf(project->runs().runs()).empty());
  // The folder of run 1 holds the old run's checkpoints, so the new run gets another number.
  const auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
  EXPECT_EQ(recorder->run().index, 2);
  EXPECT_TRUE(fs::exists(place() / "checkpoints" / "1" / "epoch-0001.safetensors"));
}

TEST_F(ProjectTest, ALogWithoutItsStoreIsNotClearedAway) {
  create();
  fs::remove(place() / "runs.db");
  writeBytes(place() / "runs.db-wal", "the last runs");
  expectError(Project::open(place()), ErrorCode::Corrupt, "runs.db");
  EXPECT_EQ(readBytes(place() / "runs.db-wal"), "the last runs");
  valueOf(Project::setDamagedRunsAside(place()));
  EXPECT_EQ(readBytes(place() / "runs.db.damaged-1-wal"), "the last runs");
  open();
}

TEST_F(ProjectTest, DeletingARunTakesItsCheckpointsAlong) {
  const auto project = create();
  auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
  const RunId run = recorder->run();
  valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.5)));
  expectError(project->deleteRun(run), ErrorCode::InvalidArgument, "Stop it first");
  expectOk(recorder->setStatus(RunStatus::Stopped));
  recorder.reset();
  expectOk(project->deleteRun(run));
  EXPECT_FALSE(fs::exists(project->checkpointFolder(run)));
  expectError(project->deleteRun(run), ErrorCode::NotFound);
}

TEST_F(ProjectTest, ARemovedRunCanBePutBackUntilItIsDeleted) {
  const auto project = create();
  std::vector<RunId> runs;
  for (int i = 0; i < 2; ++i) {
    const auto recorder = valueOf(RunRecorder::begin(*project, smallRun()));
    valueOf(recorder->saveCheckpoint(smallCheckpoint(1, 10, 0.5)));
    runs.push_back(recorder->run());
    expectError(project->removeRun(runs.back()), ErrorCode::InvalidArgument, "Stop it first");
    expectOk(recorder->setStatus(RunStatus::Stopped));
  }
  for (const RunId run : runs) expectOk(project->removeRun(run));
  EXPECT_TRUE(valueOf(project->runs().runs()).empty());
  expectError(project->runs().run(runs[0]), ErrorCode::NotFound);
  expectError(project->removeRun(runs[0]), ErrorCode::NotFound);
  expectOk(project->restoreRun(runs[1]));
  ASSERT_EQ(valueOf(project->runs().runs()).size(), 1u);
  EXPECT_EQ(valueOf(project->runs().checkpoints(runs[1])).size(), 1u);
  expectOk(project->deleteRemovedRuns());
  EXPECT_FALSE(fs::exists(project->checkpointFolder(runs[0])));
  EXPECT_TRUE(fs::exists(project->checkpointFolder(runs[1])));
  expectError(project->restoreRun(runs[0]), ErrorCode::NotFound);
}

TEST_F(ProjectTest, AFolderWithoutPermissionSaysSo) {
  if (::geteuid() == 0) GTEST_SKIP() << "The administrator may write everywhere.";
  create();
  ::chmod(place().c_str(), 0555);
  expectError(Project::create(place() / "inside", "name"), ErrorCode::PermissionDenied);
  const auto reader = Project::open(place(), ProjectAccess::ReadOnly);
  EXPECT_TRUE(reader.ok()) << reader.error().text();
  ::chmod(place().c_str(), 0755);
}

}  // namespace
}  // namespace fovea::test
