// One description of parameters serves validation, text, JSON and typed code.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/schema.h"

namespace fovea {
namespace {

struct Pooling {
  std::string method = "max";
  std::vector<std::int64_t> kernel = {2, 2};
  std::int64_t units = 5;
  double rate = 0.1;
  bool bias = true;
};

const TypedSchema<Pooling>& poolingSchema() {
  static const auto schema =
      TypedSchema<Pooling>()
          .field(&Pooling::method,
                 {.name = "method", .title = "Method", .choices = {{"max", "Maximum"}, {"mean", "Mean"}}})
          .field(&Pooling::kernel, {.name = "kernel",
                                    .title = "Kernel",
                                    .minimum = 1,
                                    .maximum = 100,
                                    .minimumLength = 2,
                                    .maximumLength = 2})
          .field(&Pooling::units, {.name = "units", .title = "Units", .minimum = 1, .maximum = 10})
          .field(&Pooling::rate, {.name = "rate", .title = "Rate", .minimum = 0})
          .field(&Pooling::bias, {.name = "bias", .title = "Bias"});
  return schema;
}

TEST(SchemaTest, TypedStructAndValuesAreTheSame) {
  Pooling pooling;
  pooling.kernel = {3, 5};
  pooling.rate = 0.25;
  const FieldValues values = poolingSchema().write(pooling);
  EXPECT_TRUE(poolingSchema().schema().validate(values).ok());
  const Pooling back = poolingSchema().read(values);
  EXPECT_EQ(back.kernel, pooling.kernel);
  EXPECT_EQ(back.rate, 0.25);
  EXPECT_EQ(poolingSchema().schema().defaults(), poolingSchema().write(Pooling()));
}

TEST(SchemaTest, ErrorsNameTheFieldAndWhatIsAllowed) {
  const Schema schema = poolingSchema().schema();
  EXPECT_EQ(schema.validate({{"units", std::int64_t{11}}}).error().message, "Units must be from 1 to 10, not 11.");
  EXPECT_EQ(schema.validate({{"rate", -1.0}}).error().message, "Rate must be at least 0, not -1.");
  EXPECT_EQ(schema.validate({{"kernel", std::vector<std::int64_t>{1}}}).error().message,
            "Kernel needs 2 numbers, not 1.");
  EXPECT_EQ(schema.validate({{"method", std::string("min")}}).error().message,
            "Method must be one of max, mean, not \"min\".");
  EXPECT_EQ(schema.validate({{"units", 1.5}}).error().message, "Units must be a whole number.");
  EXPECT_EQ(schema.validate({{"filters", std::int64_t{1}}}).error().message,
            "There is no parameter named \"filters\".");
  EXPECT_FALSE(schema.validate({{"rate", std::nan("")}}).ok());
}

TEST(SchemaTest, UnsignedNumbersDoNotWrap) {
  const Field count{.name = "count", .title = "Count", .kind = FieldKind::Integer};
  const Field list{.name = "list", .title = "List", .kind = FieldKind::IntegerList, .maximumLength = 3};
  const Json vast = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(fieldValueFromJson(count, vast).error().message, "Count must be a whole number.");
  EXPECT_EQ(fieldValueFromJson(list, Json::array({1, vast})).error().message, "List must be a list of whole numbers.");
  EXPECT_EQ(std::get<std::int64_t>(*fieldValueFromJson(count, Json(std::uint64_t{5}))), 5);
}

TEST(SchemaTest, ReadsJsonAndFillsDefaults) {
  const auto values = poolingSchema().schema().read(*parseJson(R"({"units": 3, "rate": 1})"));
  ASSERT_TRUE(values.ok());
  EXPECT_EQ(values->integer("units"), 3);
  EXPECT_EQ(values->real("rate"), 1.0);
  EXPECT_EQ(values->text("method"), "max");
  EXPECT_FALSE(poolingSchema().schema().read(*parseJson(R"({"units": "3"})")).ok());
  EXPECT_FALSE(poolingSchema().schema().read(*parseJson("[]")).ok());
}

TEST(SchemaTest, TextIsReadAsPeopleWriteIt) {
  const Schema schema = poolingSchema().schema();
  const Field& kernel = *schema.find("kernel");
  const FieldValue expected = std::vector<std::int64_t>{3, 5};
  for (const char* text : {"3x5", "3 × 5", "3,5", "[3, 5]"})
    EXPECT_EQ(*fieldValueFromText(kernel, text), expected) << text;
  EXPECT_EQ(fieldValueToText(kernel, expected), "3 × 5");
  EXPECT_EQ(std::get<double>(*fieldValueFromText(*schema.find("rate"), "1e-3")), 1e-3);
  EXPECT_FALSE(fieldValueFromText(*schema.find("rate"), "fast").ok());
  EXPECT_FALSE(fieldValueFromText(*schema.find("units"), "99").ok());
  EXPECT_EQ(fieldValueToText(*schema.find("method"), std::string("max")), "Maximum");
}

TEST(SchemaTest, AssignedTextIsReadAgain) {
  const Schema schema = poolingSchema().schema();
  for (const Field& field : schema.fields())
    EXPECT_EQ(*fieldValueFromText(field, assignedText(field.defaultValue)), field.defaultValue) << field.name;
  EXPECT_EQ(assignedText(std::string("max")), "max");
}

struct Conditions {
  std::string method = "max";
  bool deep = false;
  std::int64_t depth = 0;
  double slope = 1;
};

TEST(SchemaTest, AFieldMattersWhereItsConditionsHold) {
  using C = Conditions;
  const Schema schema =
      TypedSchema<C>()
          .field(&C::method, {.name = "method", .choices = {{"max", "Maximum"}, {"mean", "Mean"}, {"none", "None"}}})
          .field(&C::deep, {.name = "deep", .relevantWhen = {{"method", {"max", "mean"}}}})
          .field(&C::depth, {.name = "depth", .relevantWhen = {{"deep", {"true"}}}})
          .field(&C::slope, {.name = "slope", .relevantWhen = {{"depth", {"0"}, true}, {"method", {"mean"}}}})
          .schema();
  EXPECT_TRUE(schema.isRelevant("method", {}));
  EXPECT_TRUE(schema.isRelevant("deep", {})) << "by the default of the other field";
  EXPECT_FALSE(schema.isRelevant("deep", {{"method", std::string("none")}}));
  EXPECT_FALSE(schema.isRelevant("depth", {}));
  EXPECT_TRUE(schema.isRelevant("depth", {{"deep", true}}));
  EXPECT_FALSE(schema.isRelevant("depth", {{"deep", true}, {"method", std::string("none")}}))
      << "what it depends on does not matter itself";
  const FieldValues steep{{"method", std::string("mean")}, {"deep", true}, {"depth", std::int64_t{3}}};
  EXPECT_TRUE(schema.isRelevant("slope", steep));
  EXPECT_FALSE(schema.isRelevant("slope", {{"method", std::string("mean")}, {"deep", true}}));
  EXPECT_FALSE(schema.isRelevant("no_such_field", {}));
}

}  // namespace
}  // namespace fovea
