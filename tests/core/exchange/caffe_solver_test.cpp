// Solvers and settings: conversion in both directions, and messages about what the other format lacks.
#include "core/exchange/caffe/caffe_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/train/schedule.h"

namespace fovea {
namespace {

Result<CaffeSolver> solverOf(const std::string& text, std::int64_t steps, ExchangeReport& report) {
  const auto message = parseTextMessage(text);
  EXPECT_TRUE(message.ok());
  return readCaffeSolver(*message, steps, report);
}

TEST(CaffeSolver, ReadsThatOfLeNet) {
  ExchangeReport report;
  const auto solver = solverOf(
      "net: \"examples/mnist/lenet_train_test.prototxt\"\ntest_iter: 100\ntest_interval: 500\nbase_lr: 0.01\nmomentum: "
      "0.9\n"
      "weight_decay: 0.0005\nlr_policy: \"inv\"\ngamma: 0.0001\npower: 0.75\ndisplay: 100\nmax_iter: 10000\nsnapshot: "
      "5000\n"
      "snapshot_prefix: \"examples/mnist/lenet\"\nsolver_mode: GPU",
      0, report);
  ASSERT_TRUE(solver.ok()) << solver.error().text();
  EXPECT_EQ(solver->net, "examples/mnist/lenet_train_test.prototxt");
  EXPECT_EQ(solver->stepsPerEpoch, 500);
  const TrainingSettings& s = solver->settings;
  EXPECT_EQ(s.epochs, 20);
  EXPECT_EQ(s.optimizer, "sgd");
  EXPECT_DOUBLE_EQ(s.momentum, 0.9);
  // Caffe's own formula.
  for (const std::int64_t step : {0, 1000, 9999})
    EXPECT_NEAR(scheduledLearningRate(s, step, 500), 0.01 * std::pow(1 + 0.0001 * static_cast<double>(step), -0.75),
                1e-12);
  EXPECT_EQ(report.notes.size(), 1u);
}

TEST(CaffeSolver, EveryPolicyAndTypeGoesThereAndBack) {
  for (const char* schedule : {"fixed", "step", "multistep", "exponential", "inverse", "polynomial", "sigmoid"})
    for (const char* optimizer : {"sgd", "adagrad", "rmsprop", "adadelta", "adam"}) {
      TrainingSettings settings;
      settings.schedule = schedule;
      settings.optimizer = optimizer;
      settings.clipping = "norm";
      settings.clipLimit = 35;
      settings.accumulation = 2;
      ExchangeReport report;
      const std::string text = writeCaffeSolver(settings, "net.prototxt", 100, report);
      const auto read = solverOf(text, 100, report);
      ASSERT_TRUE(read.ok()) << read.error().text() << "\n" << text;
      EXPECT_TRUE(report.approximated.empty()) << text;
      EXPECT_EQ(read->settings.optimizer, optimizer);
      EXPECT_EQ(read->settings.schedule, schedule);
      EXPECT_EQ(read->settings.epochs, settings.epochs);
      EXPECT_EQ(read->settings.accumulation, 2);
      EXPECT_DOUBLE_EQ(read->settings.clipLimit, 35);
      for (const std::int64_t step : {0, 99, 450, 999})
        EXPECT_NEAR(scheduledLearningRate(read->settings, step, 100), scheduledLearningRate(settings, step, 100), 1e-9)
            << text;
    }
}

TEST(CaffeSolver, OldNamesAndWhatCannotBe) {
  ExchangeReport report;
  EXPECT_TRUE(solverOf("net: \"a\" solver_type: NESTEROV max_iter: 10", 1, report)->settings.nesterov);
  EXPECT_EQ(solverOf("net: \"a\" solver_type: ADAGRAD max_iter: 10", 1, report)->settings.optimizer, "adagrad");
  EXPECT_FALSE(solverOf("net: \"a\" base_lr: -1", 1, report).ok());
  const auto wrong = solverOf("net: \"a\"\nmax_iter: often", 1, report);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().message, "Line 2, column 1: max_iter should be a whole number, but is “often”.");
}

}  // namespace
}  // namespace fovea
