// The best of a run follows from its epochs and the validations within them, whatever was recorded again or deleted.
#include <cmath>
#include <limits>

#include "core/project/run_store.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

class RunBestTest : public ::testing::Test {
 protected:
  void epoch(std::int64_t number, double accuracy, bool best) {
    EpochRecord record = epochOf(number, number * 10, accuracy);
    if (std::isnan(accuracy)) record.validationLoss = accuracy;
    record.best = best;
    expectOk(store_->recordEpoch(run_, record));
  }
  void validation(std::int64_t step, double accuracy, bool best) {
    expectOk(store_->recordValidation(run_, {step, 1 - accuracy, accuracy, {}, best, step / 10 + 1}));
  }
  using Best = std::pair<std::int64_t, double>;
  Best bestOfRun(RunId run) {
    const RunRecord record = valueOf(store_->run(run));
    return {record.bestEpoch, record.bestAccuracy};
  }
  Best best() { return bestOfRun(run_); }

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  TemporaryFolder folder_;
  std::unique_ptr<RunStore> store_ = valueOf(RunStore::open(folder_ / "runs.db"));
  RunId run_ = valueOf(store_->createRun(smallRun()));
};

TEST_F(RunBestTest, AValidationWithinAnEpochCanBeTheBest) {
  validation(6, 2.0 / 3, true);
  EXPECT_EQ(best(), Best(1, 2.0 / 3));
  epoch(1, kUnknown, false);
  EXPECT_EQ(best(), Best(1, 2.0 / 3));
  validation(12, 0.5, false);
  epoch(2, kUnknown, false);
  epoch(3, 4.0 / 9, false);
  EXPECT_EQ(best(), Best(1, 2.0 / 3)) << "no other was judged better";
  epoch(4, 0.7, true);
  EXPECT_EQ(best(), Best(4, 0.7));
  validation(45, 0.8, true);
  EXPECT_EQ(best(), Best(5, 0.8));
}

TEST_F(RunBestTest, TheBestFollowsFromWhatRemains) {
  validation(6, 0.6, true);
  epoch(1, 0.65, true);
  validation(12, 0.7, true);
  validation(16, 0.8, true);
  epoch(2, 0.75, false);
  EXPECT_EQ(best(), Best(2, 0.8));
  const RunId branch = valueOf(store_->createRun(smallRun("branch")));
  expectOk(store_->copyHistory(run_, branch, 12));
  EXPECT_EQ(bestOfRun(branch), Best(2, 0.7));
  // Recorded again after the run went back.
  validation(16, 0.68, false);
  EXPECT_EQ(best(), Best(2, 0.7));
  expectOk(store_->truncateAfter(run_, 10));
  EXPECT_EQ(best(), Best(1, 0.65));
  expectOk(store_->truncateAfter(run_, 6));
  EXPECT_EQ(best(), Best(1, 0.6));
  expectOk(store_->truncateAfter(run_, 5));
  EXPECT_EQ(best(), Best(0, -1));
  EXPECT_EQ(bestOfRun(branch), Best(2, 0.7));
}

}  // namespace
}  // namespace fovea::test
