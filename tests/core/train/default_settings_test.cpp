// Settings that the user did not choose get the defaults of the network, its task or its optimizer.
#include "core/train/default_settings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/network/network_edit.h"
#include "core/network/standard_networks.h"
#include "core/train/optimizer.h"

namespace fovea {
namespace {

Network networkNamed(const char* name) {
  return *standardNetwork(name);
}

Network plain(const std::string& name) {
  Network network;
  EXPECT_TRUE(applyEdit(network, {RenameNetwork{name}, {}}).ok());
  return network;
}

TEST(DefaultSettings, EveryStandardNetworkHasSomeThatAreAllowed) {
  const Schema schema = trainingSettingsSchema().schema();
  for (const StandardNetwork& network : standardNetworks()) {
    const auto json = parseJson(network.training);
    ASSERT_TRUE(json.ok()) << network.name;
    const SettingDefaults defaults = defaultSettings(networkNamed(network.name.c_str()), Task::Classification);
    EXPECT_EQ(defaults.origin, network.name);
    EXPECT_EQ(defaults.values.size(), json->size()) << network.name << " names a setting that there is not";
    EXPECT_TRUE(schema.validate(defaults.values).ok()) << network.name;
    for (const char* name : {"optimizer", "learning_rate", "schedule", "batch"})
      EXPECT_TRUE(defaults.values.contains(name)) << network.name << " lacks " << name;
  }
}

TEST(DefaultSettings, AFittedOrRenamedStandardNetworkIsStillOne) {
  Network network = networkNamed("char-lstm");
  const Layer* text = network.findByName("text");
  ASSERT_NE(text, nullptr);
  ASSERT_TRUE(applyEdit(network, {SetParameter{text->id, "shape", std::vector<std::int64_t>{32}}, {}}).ok());
  ASSERT_TRUE(applyEdit(network, {RenameNetwork{"Mine"}, {}}).ok());
  EXPECT_EQ(defaultSettings(network, Task::NextSymbol).origin, "char-lstm");
  EXPECT_EQ(defaultSettings(plain("Character LSTM 2"), Task::NextSymbol).origin, "char-lstm");
  EXPECT_EQ(defaultSettings(plain("Character LSTM two"), Task::NextSymbol).origin, "next_symbol");
}

TEST(DefaultSettings, EveryTaskHasAnswers) {
  for (const Task task : kTasks) {
    const SettingDefaults defaults = defaultSettings(plain("Mine"), task);
    EXPECT_TRUE(trainingSettingsSchema().schema().validate(defaults.values).ok()) << taskName(task);
    EXPECT_EQ(defaults.origin, defaults.values.empty() ? "" : taskName(task));
  }
  EXPECT_EQ(defaultSettings(plain("Mine"), Task::Regression).values.text("optimizer"), "adam");
}

TEST(DefaultSettings, TheBatchFitsAFewSamples) {
  DatasetInfo data;
  data.task = Task::Classification;
  const auto batchOf = [&](std::int64_t samples, const FieldValues& chosen = {}) {
    data.splits[0].samples = samples;
    const ResolvedSettings resolved = resolveSettings(defaultSettings(networkNamed("lenet"), data), chosen);
    return std::pair(resolved.settings.batch, resolved.originOf("batch"));
  };
  EXPECT_EQ(batchOf(60'000), std::pair(std::int64_t{64}, std::string("lenet")));
  EXPECT_EQ(batchOf(64), std::pair(std::int64_t{64}, std::string("lenet")));
  EXPECT_EQ(batchOf(22), std::pair(std::int64_t{5}, std::string(kFewSamples)));
  EXPECT_EQ(batchOf(2), std::pair(std::int64_t{1}, std::string(kFewSamples)));
  EXPECT_EQ(batchOf(0).first, 64);
  EXPECT_EQ(batchOf(22, {{"batch", std::int64_t{20}}}), std::pair(std::int64_t{20}, std::string()));
}

TEST(DefaultSettings, WhatIsChosenCountsMore) {
  const SettingDefaults defaults = defaultSettings(networkNamed("char-lstm"), Task::NextSymbol);
  const ResolvedSettings resolved = resolveSettings(defaults, {{"learning_rate", 0.004}});
  EXPECT_EQ(resolved.settings.optimizer, "adam");
  EXPECT_EQ(resolved.settings.learningRate, 0.004);
  EXPECT_EQ(resolved.originOf("optimizer"), "char-lstm");
  EXPECT_EQ(resolved.originOf("learning_rate"), "");
  EXPECT_EQ(resolved.originOf("seed"), "");
}

// A learning rate for Adam does not suit SGD.
TEST(DefaultSettings, AnotherOptimizerBringsItsUsualRate) {
  const SettingDefaults defaults = defaultSettings(networkNamed("char-lstm"), Task::NextSymbol);
  for (const OptimizerType& optimizer : allOptimizers()) {
    const ResolvedSettings resolved = resolveSettings(defaults, {{"optimizer", optimizer.name}});
    EXPECT_EQ(resolved.settings.optimizer, optimizer.name);
    EXPECT_EQ(resolved.settings.clipping, "norm");
    if (optimizer.name == "adam") continue;
    EXPECT_EQ(resolved.settings.learningRate, optimizer.usualRate);
    EXPECT_EQ(resolved.originOf("learning_rate"), optimizer.name);
  }
}

TEST(DefaultSettings, ChoicesGiveTheSettingsBack) {
  const SettingDefaults defaults = defaultSettings(networkNamed("char-lstm"), Task::NextSymbol);
  const Schema schema = trainingSettingsSchema().schema();
  TrainingSettings sgd;
  TrainingSettings mixed;
  mixed.optimizer = "adam";
  mixed.learningRate = 0.01;
  mixed.epochs = 3;
  for (const TrainingSettings& settings : {resolveSettings(defaults, {}).settings, sgd, mixed}) {
    const FieldValues chosen = choicesFor(defaults, settings);
    const TrainingSettings again = resolveSettings(defaults, chosen).settings;
    EXPECT_EQ(trainingSettingsSchema().write(again), trainingSettingsSchema().write(settings));
  }
  EXPECT_TRUE(choicesFor(defaults, resolveSettings(defaults, {}).settings).empty());
}

}  // namespace
}  // namespace fovea
