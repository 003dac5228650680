// The last and the best value of each metric of a run, and which of two values is better.
#include <cmath>
#include <limits>

#include "core/project/run_compare.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

EpochRecord validated(std::int64_t epoch, double loss) {
  EpochRecord record = epochOf(epoch, epoch * 10, 0.5);
  record.validationLoss = loss;
  return record;
}

MetricPoint pointWith(std::int64_t step, const std::string& metric, double value) {
  return {step, 0.1, 1.0, 0.5, 0.01, {{metric, value}}};
}

MetricSummary summaryOfMetric(const RunHistory& run, const std::string& name) {
  for (const MetricSummary& metric : summarise(run))
    if (metric.name == name) return metric;
  ADD_FAILURE() << "there is no " << name;
  return {};
}

TEST(RunSummary, TheLastValueIsThatOfTheLastStep) {
  RunHistory run;
  run.epochs = {validated(1, 0.4), validated(2, 0.3)};
  run.points = {pointWith(15, "val_loss", 0.75)};
  MetricSummary loss = summaryOfMetric(run, "val_loss");
  EXPECT_EQ(loss.last, 0.3);
  EXPECT_EQ(loss.lastStep, 20);
  EXPECT_EQ(loss.best, 0.3);
  run.points = {pointWith(15, "val_loss", 0.3), pointWith(25, "val_loss", 0.35)};
  loss = summaryOfMetric(run, "val_loss");
  EXPECT_EQ(loss.last, 0.35);
  EXPECT_EQ(loss.best, 0.3);
  EXPECT_EQ(loss.bestStep, 15) << "the earlier of equal ones";
}

TEST(RunSummary, AnInfiniteValueIsTheLastButNeverTheBest) {
  RunHistory run;
  run.epochs = {validated(1, 0.4), validated(2, kInfinity), validated(3, std::nan(""))};
  MetricSummary loss = summaryOfMetric(run, "val_loss");
  EXPECT_EQ(loss.last, kInfinity);
  EXPECT_EQ(loss.lastStep, 20);
  EXPECT_EQ(loss.best, 0.4);
  run.epochs = {validated(1, -kInfinity), validated(2, kInfinity)};
  EXPECT_TRUE(std::isnan(summaryOfMetric(run, "val_loss").best));
  run.epochs.push_back(validated(3, 0.7));
  loss = summaryOfMetric(run, "val_loss");
  EXPECT_EQ(loss.best, 0.7);
  EXPECT_EQ(loss.bestStep, 30);
}

TEST(RunSummary, WholeTagsOfOtherProgramsKeepTheirNames) {
  RunHistory run;
  const char* tags[] = {"test/loss", "train/loss", "Loss", "grad_norm", "dev_f1"};
  for (const char* tag : tags) run.points.push_back(pointWith(5, tag, 2));
  run.record.origin = "tensorboard";
  std::vector<std::string> names;
  for (const MetricSummary& metric : summarise(run)) names.push_back(metric.name);
  EXPECT_EQ(names, (std::vector<std::string>{"train_loss", "train_accuracy", "test/loss", "train/loss", "Loss",
                                             "train_grad_norm", "dev_f1"}));
}

TEST(RunSummary, TheWordsOfAMetricSayWhetherLowerIsBetter) {
  for (const char* name : {"loss",
                           "val_loss",
                           "train/Loss",
                           "mean_absolute_error",
                           "root_mean_squared_error",
                           "perplexity",
                           "val_wer",
                           "CER",
                           "eval-rmse",
                           "nll.total",
                           "test ppl",
                           "mape",
                           "mse",
                           "mae",
                           "val_crossentropy",
                           "binary_crossentropy",
                           "hingeloss",
                           "val/err",
                           "top1_err",
                           "cost",
                           "kl_divergence",
                           "FID"})
    EXPECT_TRUE(isLowerBetter(name)) << name;
  for (const char* name : {"accuracy", "cancer", "power", "val_psnr", "mean_iou", "soccer_f1", "answer", "lossless",
                           "maestro", "amse_r2", "ferry", ""})
    EXPECT_FALSE(isLowerBetter(name)) << name;
}

}  // namespace
}  // namespace fovea::test
