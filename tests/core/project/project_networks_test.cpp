// A project keeps several networks; none replaces another, and none is lost.
#include "core/network/standard_networks.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class ProjectNetworksTest : public testing::Test {
 protected:
  fs::path place() const { return folder_ / "project"; }
  std::unique_ptr<Project> create() const { return valueOf(Project::create(place(), "My project")); }
  std::unique_ptr<Project> open() const { return valueOf(Project::open(place())); }
  static Names names(const Project& project) {
    Names names;
    for (const ProjectNetwork& each : project.networks()) names.push_back(each.name);
    return names;
  }
  static Network called(const std::string& name) {
    Network network = smallNetwork();
    valueOf(applyEdit(network, {RenameNetwork{name}, {}}));
    return network;
  }
  TemporaryFolder folder_;
};

TEST_F(ProjectNetworksTest, WhatIsAddedStandsBesideWhatIsThere) {
  {
    const auto project = create();
    expectOk(project->saveNetwork(called("mine")));
    EXPECT_EQ(valueOf(project->addNetwork(valueOf(standardNetwork("lenet")))).name(), "LeNet");
    EXPECT_EQ(valueOf(project->addNetwork(called("LeNet"))).name(), "LeNet 2");
    EXPECT_EQ(valueOf(project->addNetwork(called("LeNet"))).name(), "LeNet 3");
    EXPECT_EQ(project->networkFile(), place() / "networks" / "lenet-3.json");
  }
  const auto project = open();
  EXPECT_EQ(names(*project), (Names{"mine", "LeNet", "LeNet 2", "LeNet 3"}));
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "LeNet 3");
}

TEST_F(ProjectNetworksTest, EachIsItselfWhereverItIsSaved) {
  const auto project = create();
  expectOk(project->saveNetwork(called("first")));
  valueOf(project->addNetwork(called("second")));
  expectOk(project->saveNetwork(called("second, changed")));
  expectOk(project->selectNetwork("network.json"));
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "first");
  EXPECT_EQ(names(*project), (Names{"first", "second, changed"}));
  expectError(project->selectNetwork("networks/nothing.json"), ErrorCode::NotFound);
}

TEST_F(ProjectNetworksTest, NamesInTheListDiffer) {
  const auto project = create();
  expectOk(project->saveNetwork(called("first")));
  valueOf(project->addNetwork(called("second")));
  expectOk(project->saveNetwork(called("first")));  // undo may bring back a name, after another network took it
  EXPECT_EQ(names(*project), (Names{"first", "first 2"}));
  expectOk(project->saveNetwork(called("third")));
  EXPECT_EQ(names(*project), (Names{"first", "third"}));
  const auto removed = valueOf(project->removeNetwork());
  expectOk(project->saveNetwork(called("third")));
  expectOk(project->restoreNetwork(removed));
  EXPECT_EQ(names(*project), (Names{"third", "third 2"}));
}

TEST_F(ProjectNetworksTest, WhatIsTakenTwiceIsThereOnce) {
  const auto project = create();
  EXPECT_EQ(valueOf(project->takeNetwork(called("a"))).name(), "a");
  EXPECT_EQ(names(*project), Names{"a"});
  valueOf(project->takeNetwork(called("b")));
  valueOf(project->takeNetwork(called("a")));
  EXPECT_EQ(names(*project), (Names{"a", "b"}));
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "a");
  Network other = valueOf(standardNetwork("lenet"));
  valueOf(applyEdit(other, {RenameNetwork{"a"}, {}}));
  EXPECT_EQ(valueOf(project->takeNetwork(other)).name(), "a 2");
  expectOk(project->selectNetwork("network.json"));
  EXPECT_EQ(valueOf(project->loadNetwork()), called("a"));
}

TEST_F(ProjectNetworksTest, AProjectOfBeforeOpensAsItIs) {
  {
    const auto project = create();
    expectOk(project->saveNetwork(called("old")));
  }
  std::string manifest = readBytes(place() / "project.json");
  const std::size_t from = manifest.find("  \"networks\": {"), end = manifest.find("},", from) + 3;
  ASSERT_NE(from, std::string::npos);
  manifest.erase(from, end - from);
  writeBytes(place() / "project.json", manifest);
  const auto project = open();
  EXPECT_EQ(project->networkFile(), place() / "network.json");
  EXPECT_EQ(names(*project), Names{"old"});
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "old");
}

// An older program writes a manifest without the list; it knows only the current network.
TEST_F(ProjectNetworksTest, WhatAnOlderProgramForgetsIsFoundAgain) {
  {
    const auto project = create();
    expectOk(project->saveNetwork(called("first")));
    valueOf(project->addNetwork(called("second")));
    valueOf(project->addNetwork(called("third")));
  }
  std::string manifest = readBytes(place() / "project.json");
  const std::size_t from = manifest.find("  \"networks\": {"), end = manifest.find("},", from) + 3;
  manifest.erase(from, end - from);
  writeBytes(place() / "project.json", manifest);
  const auto project = open();
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "third");
  Names found = names(*project);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, (Names{"first", "second", "third"}));
}

TEST_F(ProjectNetworksTest, ARemovedNetworkCanBePutBackWithItsHistory) {
  const auto project = create();
  expectOk(project->saveNetwork(called("first")));
  valueOf(project->addNetwork(called("second")));
  writeBytes(project->historyFile(), "its history");
  const fs::path removed = valueOf(project->removeNetwork());
  EXPECT_EQ(names(*project), Names{"first"});
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "first");
  ASSERT_EQ(project->removedNetworks().size(), 1u);
  EXPECT_EQ(project->removedNetworks()[0], (ProjectNetwork{removed, "second"}));
  expectOk(project->restoreNetwork(removed));
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "second");
  EXPECT_EQ(readBytes(project->historyFile()), "its history");
  EXPECT_TRUE(project->removedNetworks().empty());
  expectError(project->restoreNetwork("network.json"), ErrorCode::NotFound);
}

TEST_F(ProjectNetworksTest, AfterTheLastOneThereIsAnEmptyOne) {
  const auto project = create();
  expectOk(project->saveNetwork(called("only")));
  const fs::path removed = valueOf(project->removeNetwork());
  EXPECT_TRUE(valueOf(project->loadNetwork()).layers().empty());
  EXPECT_EQ(project->networks().size(), 1u);
  expectOk(project->restoreNetwork(removed));
  EXPECT_EQ(valueOf(project->loadNetwork()), called("only"));
}

TEST_F(ProjectNetworksTest, OnlyTheLastOnesRemovedAreKept) {
  const auto project = create();
  for (int i = 0; i < 30; ++i) {
    valueOf(project->addNetwork(called("net " + std::to_string(i))));
    valueOf(project->removeNetwork());
  }
  EXPECT_EQ(project->removedNetworks().size(), 20u);
}

TEST_F(ProjectNetworksTest, ADamagedNetworkIsListedByItsFileAndTheOthersOpen) {
  {
    const auto project = create();
    valueOf(project->addNetwork(called("good")));
    writeBytes(place() / "networks" / "bad.json", "{ damaged");
  }
  const auto project = open();
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "good");
  EXPECT_EQ(names(*project), (Names{"network", "good", "bad"}));
  expectOk(project->selectNetwork("networks/bad.json"));
  expectError(project->loadNetwork(), ErrorCode::Corrupt, "bad.json");
  expectOk(project->saveNetwork(called("new")));
  EXPECT_EQ(readBytes(place() / "networks" / "bad.json.damaged-1"), "{ damaged");
}

TEST_F(ProjectNetworksTest, AManifestCannotLeadOutside) {
  create();
  std::string manifest = readBytes(place() / "project.json");
  const std::string inside = "\"network.json\": \"network\"";
  ASSERT_NE(manifest.find(inside), std::string::npos);
  manifest.replace(manifest.find(inside), inside.size(), "\"../network.json\": \"network\"");
  writeBytes(place() / "project.json", manifest);
  expectError(Project::open(place()), ErrorCode::Corrupt, "outside of the project");
}

TEST_F(ProjectNetworksTest, WithoutItsManifestAProjectTakesUpItsNetworks) {
  {
    const auto project = create();
    valueOf(project->addNetwork(called("kept")));
  }
  fs::remove(place() / "project.json");
  fs::remove(place() / "network.json");
  const auto project = create();
  EXPECT_EQ(names(*project), Names{"kept"});
  EXPECT_EQ(valueOf(project->loadNetwork()).name(), "kept");
}

}  // namespace
}  // namespace fovea::test
