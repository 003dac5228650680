// Ranks exchange numbers in a fixed order, with the same bits on all ranks, and no rank waits for a lost one.
#include "core/backends/communicator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <thread>

#include "core/backends/executor.h"
#include "core/base/random.h"

namespace fovea {
namespace {

using Team = std::vector<std::shared_ptr<Communicator>>;

Team teamOf(int size, const CommunicatorOptions& options = {}) {
  auto team = Communicator::createTeam(size, options);
  EXPECT_TRUE(team.ok());
  return std::move(team).value();
}

// Runs body(communicator) on a thread for each rank.
template <class Body>
void onAllRanks(Team& team, Body&& body) {
  std::vector<std::thread> threads;
  for (auto& each : team) threads.emplace_back([&body, &each] { body(*each); });
  for (std::thread& thread : threads) thread.join();
}

std::vector<float> numbersOf(int rank, std::size_t count) {
  Random random(3, static_cast<std::uint64_t>(rank));
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random.normal());
  return numbers;
}

// The ranks [first, first + size) in pairs: the two halves of a power of two are added first.
float pairwise(const std::vector<float>& numbers, std::size_t first, std::size_t size) {
  if (size == 1) return numbers[first];
  std::size_t half = 1;
  while (2 * half < size) half *= 2;
  return pairwise(numbers, first, half) + pairwise(numbers, first + half, size - half);
}

TEST(Communicator, SumsPairwiseWithTheSameBitsEverywhere) {
  constexpr std::size_t kFirst = 10007, kSecond = 3;
  for (const int size : {1, 2, 3, 4, 7, 8}) {
    SCOPED_TRACE(size);
    std::vector<float> wanted(kFirst + kSecond);
    std::vector<std::vector<float>> all;
    for (int rank = 0; rank < size; ++rank) all.push_back(numbersOf(rank, wanted.size()));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::vector<float> scaled;
      for (int rank = 0; rank < size; ++rank)
        scaled.push_back(0.25f * static_cast<float>(rank + 1) * all[static_cast<std::size_t>(rank)][i]);
      wanted[i] = pairwise(scaled, 0, scaled.size());
    }
    Team team = teamOf(size);
    onAllRanks(team, [&](Communicator& mine) {
      auto numbers = numbersOf(mine.rank(), wanted.size());
      SumRequest request{
          {{numbers.data(), kFirst}, {numbers.data() + kFirst, kSecond}}, false, 0.25 * (mine.rank() + 1)};
      EXPECT_TRUE(mine.sum(request).ok());
      EXPECT_EQ(std::memcmp(numbers.data(), wanted.data(), wanted.size() * sizeof(float)), 0);
    });
  }
}

TEST(Communicator, ARankWithoutSamplesAddsNothingWhateverItsNumbersAre) {
  Team team = teamOf(2);
  onAllRanks(team, [&](Communicator& mine) {
    std::vector<float> numbers(5, mine.leads() ? 2.0f : std::nanf(""));
    EXPECT_TRUE(mine.sum({{{numbers.data(), 5}}, false, mine.leads() ? 1.0 : 0.0}).ok());
    for (const float number : numbers) EXPECT_EQ(number, 2.0f);
  });
}

TEST(Communicator, SumsThatOverlapComeBackUnderTheirNumbers) {
  Team team = teamOf(3);
  onAllRanks(team, [&](Communicator& mine) {
    std::vector<float> a(1000, 1), b(10, 2);
    mine.beginSum(7, {{{a.data(), a.size()}}, false, 1});
    mine.beginSum(8, {{{b.data(), b.size()}}, false, 1});
    EXPECT_TRUE(mine.endSum(8).ok());
    EXPECT_TRUE(mine.endSum(7).ok());
    EXPECT_EQ(a[999], 3.0f);
    EXPECT_EQ(b[9], 6.0f);
    EXPECT_EQ(mine.endSum(7).error().code, ErrorCode::Internal);
  });
}

TEST(Communicator, TextsGoToAll) {
  Team team = teamOf(3);
  onAllRanks(team, [&](Communicator& mine) {
    const auto all = mine.gather(std::string(static_cast<std::size_t>(mine.rank()), 'x'));
    ASSERT_TRUE(all.ok());
    EXPECT_EQ(*all, (std::vector<std::string>{"", "x", "xx"}));
    EXPECT_EQ(mine.fromFirst("of " + std::to_string(mine.rank())).value(), "of 0");
    EXPECT_TRUE(mine.any(mine.rank() == 2).value());
    EXPECT_FALSE(mine.any(false).value());
    EXPECT_TRUE(mine.barrier().ok());
  });
}

TEST(Communicator, RanksThatMakeDifferentExchangesAllFail) {
  for (const bool leaderSums : {true, false}) {
    Team team = teamOf(2);
    onAllRanks(team, [&](Communicator& mine) {
      {
        std::vector<double> numbers(1000, 1);
        EXPECT_TRUE(mine.sum(numbers).ok());
      }
      std::vector<double> numbers(1000, 1);
      const Status status = mine.leads() == leaderSums ? mine.sum(numbers) : mine.barrier();
      ASSERT_FALSE(status.ok());
      EXPECT_EQ(status.error().code, ErrorCode::Internal) << status.error().message;
      EXPECT_EQ(numbers[999], 1.0);
    });
  }
}

TEST(Communicator, OneThatGivesUpEndsTheOthersWithItsCause) {
  Team team = teamOf(3);
  onAllRanks(team, [&](Communicator& mine) {
    EXPECT_TRUE(mine.barrier().ok());
    if (mine.rank() == 1) return mine.abort(fail(ErrorCode::NoSpace, "The disk is full."));
    std::vector<float> numbers(100000, 1);
    const Status status = mine.sum({{{numbers.data(), numbers.size()}}, false, 1});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "Rank 1 ended the run: The disk is full.");
    EXPECT_FALSE(mine.barrier().ok());
    EXPECT_EQ(mine.broken().error().message, status.error().message);
  });
}

TEST(Communicator, ARankThatDoesNotAnswerIsNamed) {
  Team team = teamOf(3, {.timeout = std::chrono::milliseconds(300)});
  onAllRanks(team, [&](Communicator& mine) {
    if (mine.rank() == 2) return std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    std::vector<float> numbers(10, 1);
    const Status status = mine.sum({{{numbers.data(), numbers.size()}}, false, 1});
    ASSERT_FALSE(status.ok());
    EXPECT_NE(status.error().message.find("2"), std::string::npos) << status.error().message;
  });
}

TEST(Communicator, OneThatIsToldToEndDoesNotWaitForALostRank) {
  CommunicatorOptions options;
  options.grace = std::chrono::milliseconds(50);
  Team team = teamOf(2, options);
  onAllRanks(team, [&](Communicator& mine) {
    if (mine.rank() == 1) return std::this_thread::sleep_for(std::chrono::milliseconds(800));
    options.cancel.cancel();
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_FALSE(mine.barrier().ok());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(700));
  });
}

// Runs the op on two devices of one process, in both forms, and compares with a single device.
TEST(AllReduce, OverlappedAndNotGivesTheSameSums) {
  BackendRegistry backends;
  registerReferenceBackend(backends);
  registerCpuBackend(backends);
  for (const char* name : {"reference", "cpu"})
    for (const bool optimize : {true, false}) {
      SCOPED_TRACE(std::string(name) + (optimize ? ", overlapped" : ""));
      Team team = teamOf(2);
      onAllRanks(team, [&](Communicator& mine) {
        const auto device = backends.open(name).value();
        ASSERT_TRUE(device->setCommunicator(team[static_cast<std::size_t>(mine.rank())]).ok());
        GraphBuilder builder;
        const TensorType type{DataType::Float32, Shape{3, 5}};
        const ValueId x = builder.addInput("x", type);
        const ValueId early = builder.emitOne("scale", {{"factor", 2.0}}, {x});
        const ValueId late = builder.emitOne("exponential", {}, {builder.emitOne("relu", {}, {early})});
        const std::vector<ValueId> a = builder.emit("all_reduce", {{"factor", 0.5}}, {early});
        const std::vector<ValueId> b = builder.emit("all_reduce", {{"factor", 1.0}}, {late, x});
        for (const ValueId out : {a[0], b[0], b[1]}) builder.addOutput("y" + std::to_string(out.index), out);
        const auto graph = builder.finish().value();
        CompileOptions options;
        options.optimize = optimize;
        auto executor = Executor::compile(graph, std::make_shared<VariableStore>(device), options).value();
        EXPECT_EQ(executor->describe().find("all_reduce_begin") != std::string::npos, optimize);
        Tensor value = Tensor::zeros(type);
        for (float& number : value.values<float>()) number = mine.leads() ? 1.0f : 3.0f;
        for (int run = 0; run < 3; ++run) {
          ASSERT_TRUE(executor->setInput(x, value).ok());
          ASSERT_TRUE(executor->run().ok());
          EXPECT_FLOAT_EQ(executor->read(a[0])->values<float>()[7], 4.0f);
          EXPECT_NEAR(executor->read(b[0])->values<float>()[7], std::exp(2.0) + std::exp(6.0), 1e-3);
          EXPECT_FLOAT_EQ(executor->read(b[1])->values<float>()[7], 4.0f);
        }
      });
    }
}

}  // namespace
}  // namespace fovea
