// Why: queued runs must survive a restart in the user's order,
// and a damaged file must not be read as an empty queue.
#include "core/project/run_queue.h"

#include "core/base/file.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class RunQueueTest : public ::testing::Test {
 protected:
  QueuedRun run(const std::string& name, int priority = 0, const std::string& device = "cpu") {
    QueuedRun queued;
    queued.description = smallRun(name);
    queued.description.settings.device = device;
    queued.priority = priority;
    return queued;
  }
  std::string names() const {
    std::string all;
    for (const QueuedRun& each : queue_.runs()) all += (all.empty() ? "" : " ") + each.description.name;
    return all;
  }

  TemporaryFolder folder_;
  RunQueue queue_;
};

TEST_F(RunQueueTest, RunsBeginByPriorityAndThenInTheirOrder) {
  valueOf(queue_.add(run("a")));
  valueOf(queue_.add(run("b", -1)));
  valueOf(queue_.add(run("c", 1)));
  valueOf(queue_.add(run("d")));
  valueOf(queue_.add(run("e", 99)));
  EXPECT_EQ(names(), "c e a d b");
  EXPECT_EQ(queue_.runs()[1].priority, kHighestPriority);
}

TEST_F(RunQueueTest, ItIsTheSameAfterARestart) {
  QueuedRun first = run("a", 1);
  first.start = "checkpoints/3/epoch-0003.safetensors";
  first.description.settings.learningRate = 0.123;
  const std::int64_t id = valueOf(queue_.add(first));
  valueOf(queue_.add(run("b")));
  ASSERT_TRUE(queue_.remove(valueOf(queue_.add(run("c")))));
  expectOk(queue_.write(folder_ / "queue.json"));
  const RunQueue again = valueOf(RunQueue::read(folder_ / "queue.json"));
  ASSERT_EQ(again.runs().size(), 2u);
  const QueuedRun* found = again.find(id);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->description.name, "a");
  EXPECT_EQ(found->description.dataset, "small");
  EXPECT_EQ(found->description.settings.learningRate, 0.123);
  EXPECT_TRUE(found->description.network == first.description.network);
  EXPECT_EQ(found->start, first.start);
  EXPECT_EQ(found->priority, 1);
  EXPECT_EQ(found->added, queue_.find(id)->added);
  RunQueue more = again;
  EXPECT_EQ(valueOf(more.add(run("d"))), 4) << "the id of a run that was removed is not given again";
}

TEST_F(RunQueueTest, AMissingFileIsAnEmptyQueue) {
  EXPECT_TRUE(valueOf(RunQueue::read(folder_ / "queue.json")).runs().empty());
}

TEST_F(RunQueueTest, ARunIsMovedAndTakesThePriorityOfItsPlace) {
  std::vector<std::int64_t> ids;
  for (const char* name : {"a", "b", "c"}) ids.push_back(valueOf(queue_.add(run(name))));
  const std::int64_t low = valueOf(queue_.add(run("low", -1)));
  EXPECT_TRUE(queue_.move(ids[2], 0));
  EXPECT_EQ(names(), "c a b low");
  EXPECT_TRUE(queue_.move(low, 1));
  EXPECT_EQ(names(), "c low a b");
  EXPECT_EQ(queue_.find(low)->priority, 0);
  EXPECT_TRUE(queue_.setPriority(low, -1));
  EXPECT_TRUE(queue_.move(ids[2], 100));
  EXPECT_EQ(names(), "a b low c");
  EXPECT_EQ(queue_.find(ids[2])->priority, -1);
  EXPECT_FALSE(queue_.move(77, 0));
  EXPECT_FALSE(queue_.setPriority(77, 0));
  EXPECT_FALSE(queue_.remove(77));
}

TEST_F(RunQueueTest, APriorityPutsItBehindThoseThatHaveItAlready) {
  const std::int64_t a = valueOf(queue_.add(run("a")));
  valueOf(queue_.add(run("b", 1)));
  valueOf(queue_.add(run("c")));
  EXPECT_TRUE(queue_.setPriority(a, 1));
  EXPECT_EQ(names(), "b a c");
  EXPECT_TRUE(queue_.setPriority(a, 0));
  EXPECT_EQ(names(), "b c a");
}

TEST_F(RunQueueTest, TheNextRunIsTheFirstWhoseDeviceIsFree) {
  valueOf(queue_.add(run("a", 1, "cpu")));
  valueOf(queue_.add(run("b", 0, "cuda:0")));
  valueOf(queue_.add(run("c", 0, "cpu")));
  const auto next = [this](const std::string& busy) {
    const QueuedRun* found = queue_.next([&](const std::string& device) { return device != busy; });
    return found ? found->description.name : std::string();
  };
  EXPECT_EQ(next("none"), "a");
  EXPECT_EQ(next("cpu"), "b");
  EXPECT_EQ(queue_.next([](const std::string&) { return false; }), nullptr);
}

TEST_F(RunQueueTest, WhatCannotBeReadAgainIsNotTaken) {
  EXPECT_EQ(queue_.add(run("")).error().code, ErrorCode::InvalidArgument);
  for (int i = 0; i < 1000; ++i) valueOf(queue_.add(run("r")));
  EXPECT_EQ(queue_.add(run("one more")).error().code, ErrorCode::InvalidArgument);
  expectOk(queue_.write(folder_ / "queue.json"));
  EXPECT_EQ(valueOf(RunQueue::read(folder_ / "queue.json")).runs().size(), 1000u);
}

TEST_F(RunQueueTest, ADamagedFileIsSaidAndNamed) {
  valueOf(queue_.add(run("a")));
  const fs::path file = folder_ / "queue.json";
  expectOk(queue_.write(file));
  const std::string good = valueOf(readFile(file, 1 << 20));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  for (const std::string& text :
       {std::string("{\"format\": "), std::string("[]"), with("fovea-queue", "fovea-project"),
        with("\"id\": 1", "\"id\": 0"), with("\"start\": \"\"", "\"start\": \"../../etc/passwd\""),
        with("\"dataset\": \"small\"", "\"dataset\": 7")}) {
    expectOk(writeFileAtomic(file, text));
    const auto read = RunQueue::read(file);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, ErrorCode::Corrupt);
    EXPECT_NE(read.error().message.find("queue.json"), std::string::npos);
  }
  expectOk(writeFileAtomic(file, with("\"version\": 1", "\"version\": 2")));
  EXPECT_EQ(RunQueue::read(file).error().code, ErrorCode::NewerVersion);
}

}  // namespace
}  // namespace fovea::test
