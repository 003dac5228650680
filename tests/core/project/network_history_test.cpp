// Undo and earlier states of a network survive the end of the program, whatever has happened to their file.
#include "core/project/network_history.h"

#include "core/base/file.h"
#include "core/network/standard_networks.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

namespace fs = std::filesystem;

class NetworkHistoryTest : public testing::Test {
 protected:
  fs::path file() const { return folder_ / "lenet.history"; }
  std::shared_ptr<NetworkHistory> open(HistoryLimits limits = {}) const { return NetworkHistory::open(file(), limits); }

  // What a program does when it opens and when it saves.
  static NetworkDocument documentOf(NetworkHistory& history, const Network& network) {
    return NetworkDocument(network, history.line(network));
  }
  static Status save(NetworkHistory& history, const NetworkDocument& document) {
    std::optional<std::uint64_t> after;
    const auto states = document.statesSince([&](std::uint64_t id) { return history.knows(id); }, 100, after);
    return history.record(states, after, document.state());
  }
  static void rename(NetworkDocument& document, const std::string& name) {
    expectOk(document.apply({RenameNetwork{name}, "Rename to " + name}));
  }
  // The names of the states reached by undo, then of those reached by redo.
  static std::vector<std::string> walk(NetworkDocument& document) {
    std::vector<std::string> names{document.network().name()};
    while (document.canUndo()) {
      expectOk(document.undo());
      names.push_back(document.network().name());
    }
    return names;
  }
  TemporaryFolder folder_;
};

using Names = std::vector<std::string>;

TEST_F(NetworkHistoryTest, UndoAndRedoGoOnAfterARestart) {
  Network network = smallNetwork();
  {
    const auto history = open();
    NetworkDocument document = documentOf(*history, network);
    for (const char* name : {"a", "b", "c"}) rename(document, name);
    expectOk(save(*history, document));
    rename(document, "d");
    expectOk(document.undo());
    expectOk(save(*history, document));
    network = document.network();
  }
  {
    const auto history = open();
    NetworkDocument document = documentOf(*history, network);
    EXPECT_EQ(document.undoTitle(), "Rename to c");
    EXPECT_EQ(walk(document), (Names{"c", "b", "a", smallNetwork().name()}));
    EXPECT_EQ(document.network(), smallNetwork());
    EXPECT_EQ(document.redoTitle(), "Rename to a");
    expectOk(document.redo());
    expectOk(document.redo());
    expectOk(save(*history, document));
    network = document.network();
    EXPECT_EQ(network.name(), "b");
  }
  const auto history = open();
  NetworkDocument document = documentOf(*history, network);
  EXPECT_EQ(document.redoTitle(), "Rename to c");
  rename(document, "e");
  expectOk(save(*history, document));
  EXPECT_FALSE(document.canRedo());
  EXPECT_EQ(walk(document), (Names{"e", "b", "a", smallNetwork().name()}));
  // States that undo no longer reaches are kept.
  Names kept;
  for (const HistoryEntry& entry : open()->entries()) kept.push_back(valueOf(open()->state(entry.id)).name());
  EXPECT_EQ(kept, (Names{smallNetwork().name(), "a", "b", "c", "e"}));
}

TEST_F(NetworkHistoryTest, AGestureThatWentOnOverASaveIsOneStep) {
  Network network = smallNetwork();
  const LayerId conv = network.findByName("conv1")->id;
  {
    const auto history = open();
    NetworkDocument document = documentOf(*history, network);
    for (const std::int64_t filters : {1, 12, 123}) {
      expectOk(document.apply({SetParameter{conv, "filters", filters}, "Set"}, 5));
      expectOk(save(*history, document));
    }
    network = document.network();
  }
  const auto history = open();
  NetworkDocument document = documentOf(*history, network);
  EXPECT_EQ(document.network().find(conv)->parameters.integer("filters"), 123);
  expectOk(document.undo());
  EXPECT_EQ(document.network(), smallNetwork());
  EXPECT_FALSE(document.canUndo());
}

TEST_F(NetworkHistoryTest, AFileThatWasChangedFromOutsideIsOneMoreStep) {
  {
    const auto history = open();
    NetworkDocument document = documentOf(*history, smallNetwork());
    rename(document, "mine");
    expectOk(save(*history, document));
  }
  const Network lenet = valueOf(standardNetwork("lenet"));
  const auto history = open();
  NetworkDocument document = documentOf(*history, lenet);
  EXPECT_EQ(document.network(), lenet);
  EXPECT_FALSE(document.modified());
  EXPECT_EQ(document.undoTitle(), "Change from outside");
  rename(document, "mine again");
  expectOk(save(*history, document));
  EXPECT_EQ(walk(document), (Names{"mine again", "LeNet", "mine", smallNetwork().name()}));
  NetworkDocument again = documentOf(*open(), valueOf(open()->state(open()->entries().back().id)));
  EXPECT_EQ(walk(again), (Names{"mine again", "LeNet", "mine", smallNetwork().name()}));
}

TEST_F(NetworkHistoryTest, EveryTruncationLeavesTheStatesBefore) {
  Names all{smallNetwork().name()};
  {
    const auto history = open();
    NetworkDocument document = documentOf(*history, smallNetwork());
    for (int i = 0; i < 6; ++i) {
      rename(document, "name " + std::to_string(i));
      all.push_back("name " + std::to_string(i));
      expectOk(save(*history, document));
    }
  }
  const std::string whole = readBytes(file());
  std::size_t most = 0;
  for (std::size_t length = 0; length <= whole.size(); length += 7) {
    writeBytes(file(), whole.substr(0, length));
    const auto history = open();
    const auto entries = history->entries();
    ASSERT_GE(entries.size(), most);
    most = entries.size();
    for (std::size_t i = 0; i < entries.size(); ++i) ASSERT_EQ(valueOf(history->state(entries[i].id)).name(), all[i]);
    // The next program continues with it.
    NetworkDocument document = documentOf(*history, smallNetwork());
    rename(document, "after");
    expectOk(save(*history, document));
    ASSERT_EQ(valueOf(open()->lastGood()).network.name(), "after");
  }
  EXPECT_GE(most, 6u);
}

TEST_F(NetworkHistoryTest, DamageInTheMiddleCostsWhatBuildsOnItAndNeverMisreads) {
  {
    const auto history = open();
    NetworkDocument document = documentOf(*history, smallNetwork());
    for (int i = 0; i < 80; ++i) {
      rename(document, "name " + std::to_string(i));
      expectOk(save(*history, document));
    }
  }
  const std::string whole = readBytes(file());
  for (std::size_t at = 60; at < whole.size(); at += whole.size() / 97) {
    std::string bytes = whole;
    bytes[at] ^= 0x15;
    writeBytes(file(), bytes);
    const auto history = open();
    std::size_t readable = 0;
    for (const HistoryEntry& entry : history->entries()) {
      const auto network = history->state(entry.id);
      if (!network.ok()) continue;
      ++readable;
      EXPECT_EQ(entry.title.empty() ? smallNetwork().name() : network->name().substr(0, 4),
                entry.title.empty() ? network->name() : "name");
      EXPECT_EQ(network->layers(), smallNetwork().layers());
    }
    EXPECT_GE(readable, 40u) << at;
  }
}

TEST_F(NetworkHistoryTest, StaysWithinItsBytesAndKeepsTheNewest) {
  const HistoryLimits limits{std::uint64_t{64} << 10, 1000};
  Network network = valueOf(standardNetwork("lenet"));
  const auto history = open(limits);
  NetworkDocument document = documentOf(*history, network);
  const auto arrange = [&](int i) {
    MoveLayers move;
    for (const Layer& layer : document.network().layers()) move.positions.push_back({layer.id, {i * 1.5, i * 7.25}});
    expectOk(document.apply({move, "Move " + std::to_string(i)}));
  };
  for (int i = 0; i < 300; ++i) {
    arrange(i);
    expectOk(save(*history, document));
    ASSERT_LE(fs::file_size(file()), limits.bytes);
  }
  const auto again = open(limits);
  EXPECT_GE(again->entries().size(), 10u);
  EXPECT_EQ(again->entries().back().title, "Move 299");
  NetworkDocument later = documentOf(*again, document.network());
  std::size_t steps = 0;
  for (; later.canUndo(); ++steps) expectOk(later.undo());
  EXPECT_EQ(steps + 1, again->entries().size());
}

TEST_F(NetworkHistoryTest, StaysWithinItsNumberOfStates) {
  const HistoryLimits limits{std::uint64_t{8} << 20, 50};
  const auto history = open(limits);
  NetworkDocument document = documentOf(*history, smallNetwork());
  for (int i = 0; i < 500; ++i) {
    rename(document, std::to_string(i));
    expectOk(save(*history, document));
    ASSERT_LE(history->entries().size(), 50u);
  }
  EXPECT_EQ(open(limits)->entries().back().title, "Rename to 499");
}

TEST_F(NetworkHistoryTest, AFileOfANewerVersionIsLeftAlone) {
  const std::string newer = "{\"format\":\"fovea-network-history\",\"version\":2}\n{\"all\":\"different\"}\n";
  writeBytes(file(), newer);
  const auto history = open();
  NetworkDocument document = documentOf(*history, smallNetwork());
  rename(document, "mine");
  expectOk(save(*history, document));
  EXPECT_EQ(readBytes(file()), newer);
}

TEST_F(NetworkHistoryTest, WhatIsNoHistoryIsSetAside) {
  writeBytes(file(), "a letter to my aunt");
  const auto history = open();
  EXPECT_TRUE(history->entries().empty());
  NetworkDocument document = documentOf(*history, smallNetwork());
  rename(document, "mine");
  expectOk(save(*history, document));
  EXPECT_EQ(readBytes(folder_ / "lenet.history.damaged"), "a letter to my aunt");
  EXPECT_EQ(valueOf(open()->lastGood()).network.name(), "mine");
}

TEST_F(NetworkHistoryTest, TextOfManyBytesACharacterIsNotCut) {
  Network network = smallNetwork();
  const auto history = open();
  NetworkDocument document = documentOf(*history, network);
  for (const char* name : {"é", "è", "日本", "日木", "é"}) {
    rename(document, name);
    expectOk(save(*history, document));
  }
  NetworkDocument again = documentOf(*open(), document.network());
  EXPECT_EQ(walk(again), (Names{"é", "日木", "日本", "è", "é", smallNetwork().name()}));
}

TEST_F(NetworkHistoryTest, AFailedWriteIsMadeUpForByTheNext) {
  const auto history = NetworkHistory::open(folder_ / "missing" / "net.history");
  NetworkDocument document = documentOf(*history, smallNetwork());
  rename(document, "first");
  EXPECT_FALSE(save(*history, document).ok());
  fs::create_directory(folder_ / "missing");
  rename(document, "second");
  expectOk(save(*history, document));
  NetworkDocument again = documentOf(*NetworkHistory::open(folder_ / "missing" / "net.history"), document.network());
  EXPECT_EQ(walk(again), (Names{"second", "first", smallNetwork().name()}));
}

}  // namespace
}  // namespace fovea::test
