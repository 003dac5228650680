// Several threads produce in the order of the jobs; at most the given number is prepared in advance, and an error is
// delivered in its place.
#include "core/base/ordered_producer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>

namespace fovea {
namespace {

using namespace std::chrono_literals;
using Numbers = OrderedProducer<int, int>;

Numbers::Claim countTo(int end) {
  return [next = 0, end]() mutable { return next < end ? std::optional(next++) : std::nullopt; };
}
Numbers::Maker squares() {
  return [] { return [](int& job) -> Result<int> { return job * job; }; };
}

TEST(OrderedProducer, ProductsComeInTheOrderOfTheJobsWhateverTheThreads) {
  for (const int threads : {1, 2, 7}) {
    Numbers producer(countTo(1000), squares(), {.slots = 8});
    for (int i = 0; i < threads; ++i) ASSERT_TRUE(producer.addThread().ok());
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(producer.next().value(), i * i) << threads;
  }
}

TEST(OrderedProducer, AThreadMayComeLaterAndMoreBeMadeAhead) {
  Numbers producer(countTo(1000), squares(), {.slots = 16, .ahead = 2});
  ASSERT_TRUE(producer.addThread().ok());
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(producer.next().value(), i * i);
    if (i == 100) {
      ASSERT_TRUE(producer.addThread().ok());
    }
    if (i == 200) producer.setAhead(16);
  }
  EXPECT_EQ(producer.threads(), 2u);
}

TEST(OrderedProducer, WhatIsThrownComesInItsPlace) {
  const auto maker = [] {
    return [](int& job) -> Result<int> {
      if (job == 50) throw std::runtime_error("a stone");
      return job;
    };
  };
  Numbers producer(countTo(100), maker, {.slots = 8});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(producer.addThread().ok());
  for (int i = 0; i < 50; ++i) ASSERT_EQ(producer.next().value(), i);
  const auto thrown = producer.next();
  ASSERT_FALSE(thrown.ok());
  EXPECT_NE(thrown.error().message.find("a stone"), std::string::npos);
  for (int i = 51; i < 100; ++i) ASSERT_EQ(producer.next().value(), i) << "the others are not lost";
}

// Waits until no more work is started.
int settled(const std::atomic<int>& count) {
  for (int before = -1;;) {
    const int now = count;
    if (now == before) return now;
    before = now;
    std::this_thread::sleep_for(30ms);
  }
}

TEST(OrderedProducer, NoMoreAreMadeAheadThanAskedFor) {
  std::atomic<int> made{0};
  const auto maker = [&] {
    return [&](int& job) -> Result<int> {
      ++made;
      return job;
    };
  };
  Numbers producer(countTo(1000), maker, {.slots = 32, .ahead = 6});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(producer.addThread().ok());
  EXPECT_EQ(settled(made), 6);
  producer.setAhead(20);
  for (int i = 0; i < 6; ++i) ASSERT_EQ(producer.next().value(), i);
  // The threads resume when half of the products have been taken.
  const int later = settled(made);
  EXPECT_LE(later, 26);
  EXPECT_GT(later, 16);
}

TEST(OrderedProducer, WhatIsWaitedForIsMadeHoweverLarge) {
  std::atomic<int> made{0};
  const auto maker = [&] {
    return [&](int& job) -> Result<int> {
      ++made;
      return job;
    };
  };
  Numbers producer(countTo(20), maker, {.slots = 8, .bytes = 100, .bytesOf = [](int) { return std::size_t{1000}; }});
  ASSERT_TRUE(producer.addThread().ok());
  EXPECT_EQ(settled(made), 1);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(producer.next().value(), i);
}

TEST(OrderedProducer, EachThreadHasAMakerOfItsOwn) {
  std::mutex mutex;
  std::set<std::thread::id> makers;
  std::atomic<int> calls{0};
  const auto maker = [&] {
    const std::lock_guard lock(mutex);
    makers.insert(std::this_thread::get_id());
    ++calls;
    return [](int& job) -> Result<int> {
      std::this_thread::sleep_for(1ms);
      return job;
    };
  };
  Numbers producer(countTo(100), maker, {.slots = 16});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(producer.addThread().ok());
  for (int i = 0; i < 100; ++i) ASSERT_EQ(producer.next().value(), i);
  EXPECT_EQ(static_cast<std::size_t>(calls), makers.size());
}

TEST(OrderedProducer, EndsWhileItsThreadsAreAtWork) {
  for (int i = 0; i < 50; ++i) {
    Numbers producer([next = 0]() mutable { return std::optional(next++); }, squares(), {.slots = 4});
    for (int k = 0; k < 3; ++k) ASSERT_TRUE(producer.addThread().ok());
    for (int k = 0; k < i; ++k) ASSERT_EQ(producer.next().value(), k * k);
    if (i % 2) producer.end();
  }
}

TEST(OrderedProducer, SaysHowLongWasWaited) {
  const auto maker = [] {
    return [](int& job) -> Result<int> {
      if (job == 0) std::this_thread::sleep_for(50ms);
      return job;
    };
  };
  Numbers producer(countTo(10), maker, {.slots = 4});
  ASSERT_TRUE(producer.addThread().ok());
  Numbers::Clock::duration waited{};
  ASSERT_TRUE(producer.next(&waited).ok());
  EXPECT_GE(waited, 20ms);
}

}  // namespace
}  // namespace fovea
