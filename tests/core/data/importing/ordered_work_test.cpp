// Items that are made on many threads come in their order, and what one of the threads throws is an error.
#include "core/data/importing/ordered_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace fovea {
namespace {

PreparedItem numbered(std::int64_t number) {
  PreparedItem item;
  item.item.sourceIndex = static_cast<std::uint64_t>(number);
  return item;
}

TEST(OrderedWorkTest, ItemsComeInTheirOrderWhateverTheThreads) {
  for (const int threads : {1, 2, 7}) {
    const auto work = OrderedWork::start(numbered, 3, 1000, threads);
    ASSERT_TRUE(work.ok());
    for (std::uint64_t i = 3; i < 1000; ++i) {
      const auto item = (*work)->next();
      ASSERT_TRUE(item.ok());
      ASSERT_EQ(item->item.sourceIndex, i) << threads;
    }
  }
}

TEST(OrderedWorkTest, WhatAThreadThrowsIsTheErrorOfTheItemThatIsWaitedFor) {
  for (const int threads : {1, 2, 7}) {
    std::atomic<int> thrown{0};
    const auto make = [&](std::int64_t number) {
      if (number == 500 && ++thrown) throw std::runtime_error("a stone in sample 500");
      return numbered(number);
    };
    const auto work = OrderedWork::start(make, 0, 1000, threads);
    ASSERT_TRUE(work.ok());
    std::uint64_t came = 0;
    auto item = (*work)->next();
    for (; item.ok(); item = (*work)->next()) ASSERT_EQ(item->item.sourceIndex, came++);
    EXPECT_LE(came, 500u);
    EXPECT_GT(came, 400u) << "what was made before comes first";
    EXPECT_EQ(thrown, 1);
    EXPECT_EQ(item.error().code, ErrorCode::Internal);
    EXPECT_NE(item.error().message.find("a stone in sample 500"), std::string::npos) << item.error().message;
  }
}

TEST(OrderedWorkTest, ThreadsThatAllThrowEndWithTheirOwner) {
  const auto make = [](std::int64_t) -> PreparedItem { throw std::bad_alloc(); };
  const auto work = OrderedWork::start(make, 0, 100000, 4);
  ASSERT_TRUE(work.ok());
  EXPECT_EQ((*work)->next().error().code, ErrorCode::OutOfMemory);
}

}  // namespace
}  // namespace fovea
