// A stored evaluation reads back unchanged, belongs only to its weights and samples, and damage is reported.
#include "core/inspect/evaluation_store.h"

#include <cmath>

#include "core/base/file.h"
#include "core/inspect/evaluation_json.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

class EvaluationStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const fs::path folder = folder_ / "data";
    const auto writer =
        valueOf(DatasetWriter::create(folder, {"known", "test", "nowhere", Shape{1, 1, 3}, {"a", "b", "c"}}));
    for (std::int32_t i = 0; i < 30; ++i) {
      std::vector<std::uint8_t> pixels(3, static_cast<std::uint8_t>(i));
      pixels[static_cast<std::size_t>(i % 3)] = 200;
      const Status added = writer->add(rawSample(Shape{1, 1, 3}, pixels, (i + i / 20) % 3,
                                                 i % 2 == 0 ? Split::Test : Split::Validation, "nowhere", 0));
      ASSERT_TRUE(added.ok());
    }
    ASSERT_TRUE(writer->finish().ok());
    dataset_ = openDataset(folder);
    checkpoint_ = folder_ / "weights.safetensors";
    ASSERT_TRUE(writeCheckpoint(checkpoint_, brightestPixel()).ok());
  }
  Evaluation evaluated(const Checkpoint& checkpoint = brightestPixel()) {
    return valueOf(evaluate(checkpoint, *dataset_, Split::Test, openDevice("cpu"), {}, {}, {}));
  }
  EvaluationKey key(Split split = Split::Test) { return valueOf(evaluationKey(checkpoint_, *dataset_, split)); }

  TemporaryFolder folder_;
  fs::path checkpoint_;
  std::shared_ptr<Dataset> dataset_;
};

TEST_F(EvaluationStoreTest, WhatIsStoredComesBack) {
  const EvaluationStore store(folder_ / "evaluations");
  EXPECT_FALSE(valueOf(store.find(key())));
  const Evaluation evaluation = evaluated();
  ASSERT_TRUE(store.keep(key(), evaluation).ok());
  const Evaluation found = *valueOf(store.find(key()));
  EXPECT_EQ(formatJson(evaluationJson(found)), formatJson(evaluationJson(evaluation)));
  EXPECT_EQ(answersCsv(found, *dataset_), answersCsv(evaluation, *dataset_));
  EXPECT_EQ(classesCsv(found), classesCsv(evaluation));
  ASSERT_EQ(found.curves.size(), 3u);
  ASSERT_EQ(found.curves[1].size(), evaluation.curves[1].size());
  EXPECT_EQ(found.curves[1].back().precision, evaluation.curves[1].back().precision);
  EXPECT_FALSE(valueOf(store.find(key(Split::Validation))));
}

TEST_F(EvaluationStoreTest, ItBelongsToTheseWeightsAndTheseLabels) {
  const EvaluationKey before = key();
  EXPECT_EQ(key().data, before.data);
  EXPECT_NE(key(Split::Validation).data, before.data);
  const std::uint32_t record = dataset_->recordOf(Split::Test, 0);
  dataset_ = valueOf(dataset_->edited({EditKind::Relabel, {record}, 2, Split::Train}));
  EXPECT_NE(key().data, before.data);
  dataset_ = valueOf(dataset_->undone());
  EXPECT_EQ(key().data, before.data);
  dataset_ = valueOf(dataset_->edited({EditKind::Exclude, {record}, kNoLabel, Split::Train}));
  EXPECT_NE(key().data, before.data);
  Checkpoint other = brightestPixel();
  other.tensors[0].second.data<float>()[0] = 5;
  ASSERT_TRUE(writeCheckpoint(checkpoint_, other).ok());
  EXPECT_NE(key().checkpoint, before.checkpoint);
  expectError(evaluationKey(folder_ / "nothing", *dataset_, Split::Test), ErrorCode::NotFound);
}

TEST_F(EvaluationStoreTest, DamageIsTold) {
  const EvaluationStore store(folder_ / "evaluations");
  ASSERT_TRUE(store.keep(key(), evaluated()).ok());
  const std::string whole = readBytes(store.fileOf(key()));
  for (const std::size_t length : {whole.size() / 2, whole.size() - 1, std::size_t{3}})
    EXPECT_FALSE(parseEvaluation(std::string_view(whole).substr(0, length)).ok());
  SafetensorsFile file = valueOf(parseSafetensors(whole));
  ASSERT_TRUE(valueOf(evaluationFile(valueOf(parseEvaluation(whole)))).find("confusion"));
  std::erase_if(file.tensors, [](const auto& tensor) { return tensor.first == "curves"; });
  ASSERT_TRUE(writeSafetensors(store.fileOf(key()), file).ok());
  expectError(store.find(key()), ErrorCode::Corrupt, "curves");
  file.metadata["evaluation"] = "{\"version\":2}";
  ASSERT_TRUE(writeSafetensors(store.fileOf(key()), file).ok());
  expectError(store.find(key()), ErrorCode::NewerVersion);
  file.metadata["evaluation"] = "{\"version\":1}";
  ASSERT_TRUE(writeSafetensors(store.fileOf(key()), file).ok());
  expectError(store.find(key()), ErrorCode::Corrupt, "lacks a value");
}

TEST_F(EvaluationStoreTest, JsonIsWhatScriptsRead) {
  const std::string json = formatJsonLine(evaluationJson(evaluated()));
  for (const char* field : {"\"accuracy\":", "\"loss\":", "\"confusion\":[[", "\"classes\":[{\"name\":\"a\"",
                            "\"roc_auc\":", "\"average_precision\":", "\"calibration_error\":", "\"support\":"})
    EXPECT_TRUE(contains(json, field)) << json;
}

TEST_F(EvaluationStoreTest, AnswersAreTheNetworksOwn) {
  const Evaluation evaluation = evaluated();
  ASSERT_EQ(evaluation.answers.size(), 15u);
  EXPECT_TRUE(evaluation.judgesByLabel());
  std::int64_t right = 0;
  for (const SampleAnswer& answer : evaluation.answers) {
    right += answer.label == answer.prediction;
    EXPECT_EQ(answer.prediction, static_cast<std::int32_t>(answer.index * 2 % 3));
  }
  EXPECT_EQ(right, evaluation.confusion.correct());
  EvaluationOptions plain;
  plain.details = false;
  const Evaluation without =
      valueOf(evaluate(brightestPixel(), *dataset_, Split::Test, openDevice("cpu"), plain, {}, {}));
  EXPECT_TRUE(without.answers.empty());
  EXPECT_TRUE(std::isnan(without.classes[0].rocAuc));
  EXPECT_EQ(without.accuracy, evaluation.accuracy);
}

}  // namespace
}  // namespace fovea::test
