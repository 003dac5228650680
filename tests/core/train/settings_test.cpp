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
  EXPECT_EQ(names.size(), 53u) << "a setting without a field is neither saved nor shown";
}

// Returns a valid value other than the default.
FieldValue otherValue(const Field& field) {
  if (const bool* flag = std::get_if<bool>(&field.defaultValue)) return !*flag;
  if (const auto* number = std::get_if<std::int64_t>(&field.defaultValue)) return *number + 1;
  if (const auto* number = std::get_if<double>(&field.defaultValue))
    return *number == 0 ? FieldValue(std::min(0.5, field.maximum)) : FieldValue(*number / 2);
  if (std::holds_alternative<std::string>(field.defaultValue))
    return field.choices.empty() ? FieldValue(std::string("cuda:3")) : FieldValue(field.choices.back().value);
  return std::vector<std::int64_t>{7, 9};
}

TEST(TrainingSettings, EveryFieldSurvivesJson) {
  const Schema schema = trainingSettingsSchema().schema();
  FieldValues written;
  for (const Field& field : schema.fields()) {
    written.set(field.name, otherValue(field));
    EXPECT_NE(otherValue(field), field.defaultValue) << field.name;
  }
  const auto parsed = parseJson(formatJsonLine(fieldValuesToJson(written)));
  ASSERT_TRUE(parsed.ok());
  const auto values = schema.read(*parsed);
  ASSERT_TRUE(values.ok()) << values.error().text();
  EXPECT_EQ(trainingSettingsSchema().write(trainingSettingsSchema().read(*values)), written);
}

TEST(TrainingSettings, SeedsAreKeptExactly) {
  const Json json = fieldValuesToJson(trainingSettingsSchema().write({.seed = 9007199254740991}));
  const auto values = trainingSettingsSchema().schema().read(*parseJson(formatJsonLine(json)));
  EXPECT_EQ(trainingSettingsSchema().read(*values).seed, 9007199254740991);
}

TEST(TrainingSettings, EachChoiceShowsItsOwnFields) {
  const Schema schema = trainingSettingsSchema().schema();
  const auto shown = [&](const FieldValues& values) {
    std::string names;
    for (const Field& field : schema.fields())
      if (!field.relevantWhen.empty() && schema.isRelevant(field.name, values)) names += " " + field.name;
    return names;
  };
  const FieldValues none{{"weight_decay", 0.0}};
  const auto with = [&](const char* field, const char* value) {
    FieldValues values = none;
    values.set("optimizer", std::string("sgd"));
    values.set(field, std::string(value));
    return shown(values);
  };
  EXPECT_EQ(shown(none), " momentum nesterov");
  EXPECT_EQ(with("optimizer", "adagrad"), " epsilon");
  EXPECT_EQ(with("optimizer", "rmsprop"), " momentum rho centred epsilon");
  EXPECT_EQ(with("optimizer", "adadelta"), " rho epsilon");
  for (const char* adam : {"adam", "adamw", "lamb"}) EXPECT_EQ(with("optimizer", adam), " beta1 beta2 epsilon");
  EXPECT_EQ(with("schedule", "step"), " momentum nesterov schedule_factor schedule_period");
  EXPECT_EQ(with("schedule", "multistep"), " momentum nesterov schedule_factor schedule_epochs");
  EXPECT_EQ(with("schedule", "exponential"), " momentum nesterov schedule_factor");
  EXPECT_EQ(with("schedule", "inverse"), " momentum nesterov schedule_gamma schedule_power");
  EXPECT_EQ(with("schedule", "polynomial"), " momentum nesterov schedule_power");
  EXPECT_EQ(with("schedule", "sigmoid"), " momentum nesterov schedule_gamma schedule_centre");
  EXPECT_EQ(with("schedule", "cosine"), " momentum nesterov schedule_final");
  EXPECT_EQ(with("schedule", "one_cycle"), " momentum nesterov schedule_rise schedule_start schedule_final");
  EXPECT_EQ(with("clipping", "norm"), " momentum nesterov clip_limit");
  EXPECT_EQ(with("averaging", "exponential"), " momentum nesterov average_decay average_start use_average");
  EXPECT_EQ(with("averaging", "uniform"), " momentum nesterov average_start use_average");
  EXPECT_EQ(shown({}), " momentum nesterov decay_all");
  EXPECT_EQ(shown({{"weight_decay", 0.0}, {"warmup_epochs", 0.5}}), " momentum nesterov warmup_start");
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
  EXPECT_NE(faultOf("schedule", std::string("sine")).find("Schedule"), std::string::npos);
}

}  // namespace
}  // namespace fovea
