// The settings of a run are one value that forms, terminal and files share; the schedule is a function of it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/train/training_settings.h"

namespace fovea {
namespace {

TEST(TrainingSettings, DefaultsAreAllowedAndDescribed) {
  const Schema schema = trainingSettingsSchema().schema();
  EXPECT_TRUE(schema.validate(trainingSettingsSchema().write({})).ok());
  std::set<std::string> names;
  for (const Field& field : schema.fields()) {
    EXPECT_FALSE(field.title.empty()) << field.name;
    EXPECT_TRUE(field.help.ends_with('.') || field.help.ends_with("…")) << field.name;
    EXPECT_TRUE(names.insert(field.name).second) << field.name << " stands twice";
  }
  EXPECT_EQ(names.size(), 13u) << "a setting without a field is neither saved nor shown";
}

TEST(TrainingSettings, EveryFieldSurvivesJson) {
  const TrainingSettings written = {.epochs = 7,
                                    .batch = 33,
                                    .learningRate = 0.3,
                                    .momentum = 0.1,
                                    .nesterov = true,
                                    .weightDecay = 0.25,
                                    .schedule = "step",
                                    .scheduleFactor = 0.5,
                                    .schedulePeriod = 3,
                                    .logInterval = 11,
                                    .keepCheckpoints = 9,
                                    .seed = 9007199254740991,
                                    .device = "cuda:3"};
  const Json json = fieldValuesToJson(trainingSettingsSchema().write(written));
  const auto parsed = parseJson(formatJsonLine(json));
  ASSERT_TRUE(parsed.ok());
  const auto values = trainingSettingsSchema().schema().read(*parsed);
  ASSERT_TRUE(values.ok()) << values.error().text();
  const TrainingSettings read = trainingSettingsSchema().read(*values);
  EXPECT_EQ(read.epochs, 7);
  EXPECT_EQ(read.batch, 33);
  EXPECT_EQ(read.learningRate, 0.3);
  EXPECT_EQ(read.momentum, 0.1);
  EXPECT_TRUE(read.nesterov);
  EXPECT_EQ(read.weightDecay, 0.25);
  EXPECT_EQ(read.schedule, "step");
  EXPECT_EQ(read.scheduleFactor, 0.5);
  EXPECT_EQ(read.schedulePeriod, 3);
  EXPECT_EQ(read.logInterval, 11);
  EXPECT_EQ(read.keepCheckpoints, 9);
  EXPECT_EQ(read.seed, 9007199254740991) << "seeds are kept exactly";
  EXPECT_EQ(read.device, "cuda:3");
}

TEST(TrainingSettings, WrongValuesAreNamed) {
  const Schema schema = trainingSettingsSchema().schema();
  const auto faultOf = [&](const std::string& name, FieldValue value) {
    FieldValues values = trainingSettingsSchema().write({});
    values.set(name, std::move(value));
    const Status status = schema.validate(values);
    return status.ok() ? std::string() : status.error().text();
  };
  EXPECT_NE(faultOf("batch", std::int64_t{0}).find("Batch"), std::string::npos);
  EXPECT_NE(faultOf("epochs", std::int64_t{0}).find("Epochs"), std::string::npos);
  EXPECT_NE(faultOf("momentum", 1.0).find("Momentum"), std::string::npos);
  EXPECT_NE(faultOf("learning_rate", -0.1).find("Rate"), std::string::npos);
  EXPECT_NE(faultOf("learning_rate", std::nan("")).find("Rate"), std::string::npos);
  EXPECT_NE(faultOf("log_interval", std::int64_t{0}).find("Log every"), std::string::npos);
  EXPECT_NE(faultOf("schedule", std::string("cosine")).find("Schedule"), std::string::npos);
}

TEST(Schedule, FixedStaysAsItIs) {
  TrainingSettings settings;
  settings.learningRate = 0.02;
  for (const std::int64_t step : {0, 1, 1000, 1000000}) EXPECT_EQ(scheduledLearningRate(settings, step, 10), 0.02);
}

TEST(Schedule, StepMultipliesEachPeriod) {
  TrainingSettings settings;
  settings.learningRate = 0.1;
  settings.schedule = "step";
  settings.scheduleFactor = 0.5;
  settings.schedulePeriod = 2;
  const std::int64_t stepsPerEpoch = 10;
  EXPECT_EQ(scheduledLearningRate(settings, 0, stepsPerEpoch), 0.1);
  EXPECT_EQ(scheduledLearningRate(settings, 19, stepsPerEpoch), 0.1) << "the last step of the second epoch";
  EXPECT_DOUBLE_EQ(scheduledLearningRate(settings, 20, stepsPerEpoch), 0.05);
  EXPECT_DOUBLE_EQ(scheduledLearningRate(settings, 39, stepsPerEpoch), 0.05);
  EXPECT_DOUBLE_EQ(scheduledLearningRate(settings, 40, stepsPerEpoch), 0.025);
}

}  // namespace
}  // namespace fovea
