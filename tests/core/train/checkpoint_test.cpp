// A checkpoint is read back exactly, and every damage is reported with a message.
#include "core/train/checkpoint.h"

#include <sys/resource.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

Checkpoint fullCheckpoint() {
  Checkpoint checkpoint;
  checkpoint.network = taskNetwork();
  checkpoint.settings = taskSettings();
  checkpoint.settings.seed = 9007199254740991;
  checkpoint.position = {.epoch = 3,
                         .step = 42,
                         .sample = 96,
                         .sums = {{"confusion", {1, 2, 3, 1.0 / 3}}, {"correct", {17}}, {"loss", {0.1 + 0.2}}},
                         .intervalSamples = 32,
                         .seconds = 1.0 / 3,
                         .bestValidationAccuracy = 0.987654321,
                         .bestValidationLoss = 0.1 + 0.7,
                         .bestEpoch = 2,
                         .gatheredBatches = 2,
                         .gatheredSamples = 31,
                         .averages = 5,
                         .rateFactor = 1e-3 / 7,
                         .rateSet = 0.013,
                         .lastRate = 0.07};
  checkpoint.transforms = {
      TransformStep{"random_flip", {{"probability", 0.25}, {"direction", std::string("vertical")}}},
      Normalise{{0.1}, {0.3}}};
  checkpoint.images = {"crop", "range"};
  checkpoint.inputName = "pixels";
  checkpoint.parts = {{"words", {DataType::Int32, Shape{2}}, 9, {}, {}},
                      {"numbers", {DataType::Float32, Shape{2, 3}}, 0, {0.1, -7}, {1.0 / 3, 0}}};
  checkpoint.classes = {"left", "right", "żółw"};
  checkpoint.dataset = "/somewhere/squares";
  checkpoint.data = DataFingerprint{150,
                                    34,
                                    2,
                                    "0123456789abcdef0123456789abcdef",
                                    "fedcba9876543210fedcba9876543210",
                                    "00112233445566778899aabbccddeeff"};
  checkpoint.validationLoss = 0.125;
  checkpoint.validationAccuracy = 2.0 / 3;
  checkpoint.tensors.emplace_back("conv1.weight", Tensor::of<float>(Shape{2, 2}, {1, -0.0f, 3.25f, 1e-40f}));
  checkpoint.tensors.emplace_back("training.loss_sum", Tensor::of<float>(Shape(), {0.1f}));
  return checkpoint;
}

class CheckpointTest : public ::testing::Test {
 protected:
  // A safetensors file of one weight whose checkpoint state is `state`.
  fs::path writeState(const std::string& state) {
    SafetensorsFile file;
    file.metadata["fovea_checkpoint"] = state;
    file.tensors.emplace_back("weight", Tensor::of<float>(Shape{1}, {1}));
    expectOk(writeSafetensors(folder_ / "made.safetensors", file));
    return folder_ / "made.safetensors";
  }
  Json stateOf(const Checkpoint& checkpoint) {
    expectOk(writeCheckpoint(folder_ / "state.safetensors", checkpoint));
    return valueOf(parseJson(valueOf(readSafetensors(folder_ / "state.safetensors")).metadata.at("fovea_checkpoint")));
  }
  TemporaryFolder folder_;
};

TEST_F(CheckpointTest, ReadsBackExactly) {
  const Checkpoint written = fullCheckpoint();
  expectOk(writeCheckpoint(folder_ / "a.safetensors", written));
  const Checkpoint read = valueOf(readCheckpoint(folder_ / "a.safetensors"));
  expectSameState(written, read);
  EXPECT_EQ(read.network, written.network);
  EXPECT_EQ(trainingSettingsSchema().write(read.settings), trainingSettingsSchema().write(written.settings));
  EXPECT_EQ(read.position.seconds, written.position.seconds);
  EXPECT_EQ(read.transforms, written.transforms);
  EXPECT_EQ(read.images, written.images);
  EXPECT_EQ(read.inputName, written.inputName);
  EXPECT_EQ(read.parts, written.parts);
  EXPECT_EQ(read.classes, written.classes);
  EXPECT_EQ(read.dataset, written.dataset);
  EXPECT_EQ(read.data, written.data);
  EXPECT_EQ(read.position.rateSet, written.position.rateSet);
  ASSERT_NE(read.find("conv1.weight"), nullptr);
  EXPECT_EQ(read.find("conv2.weight"), nullptr);
}

TEST_F(CheckpointTest, AnyToolReadsTheWeights) {
  expectOk(writeCheckpoint(folder_ / "a.safetensors", fullCheckpoint()));
  const SafetensorsFile file = valueOf(readSafetensors(folder_ / "a.safetensors"));
  EXPECT_EQ(file.metadata.at("format"), "pt");
  ASSERT_NE(file.find("conv1.weight"), nullptr);
}

TEST_F(CheckpointTest, EveryTruncationIsRefusedWithWords) {
  const fs::path whole = folder_ / "whole.safetensors";
  expectOk(writeCheckpoint(whole, smallCheckpoint(1, 5, 0.5)));
  const fs::path cut = folder_ / "cut.safetensors";
  fs::copy_file(whole, cut);
  for (std::uintmax_t length = fs::file_size(whole); length-- > 0;) {
    fs::resize_file(cut, length);
    const auto read = readCheckpoint(cut);
    ASSERT_FALSE(read.ok()) << "cut at " << length;
    ASSERT_EQ(read.error().code, ErrorCode::Corrupt) << "cut at " << length << ": " << read.error().text();
    ASSERT_TRUE(contains(read.error().text(), "cut.safetensors")) << "cut at " << length;
  }
}

TEST_F(CheckpointTest, WhatIsNoCheckpointIsToldApart) {
  SafetensorsFile weights;
  weights.tensors.emplace_back("weight", Tensor::of<float>(Shape{1}, {1}));
  expectOk(writeSafetensors(folder_ / "weights.safetensors", weights));
  expectError(readCheckpoint(folder_ / "weights.safetensors"), ErrorCode::InvalidArgument, "not a checkpoint");
  writeBytes(folder_ / "picture.png", "\x89PNG\r\n and so on, long enough for a header");
  expectError(readCheckpoint(folder_ / "picture.png"), ErrorCode::Corrupt, "picture.png");
  expectError(readCheckpoint(folder_ / "nothing"), ErrorCode::NotFound, "nothing");
  expectError(readCheckpoint(folder_.path()), ErrorCode::InvalidArgument, "folder");
}

TEST_F(CheckpointTest, SumsOfEarlierVersionsAreUnderstood) {
  Json state = stateOf(fullCheckpoint());
  state["version"] = 3;
  Json& position = state["position"];
  position.erase("sums");
  position.update({{"loss_sum", 0.5}, {"correct_sum", 17}, {"other_sums", {{"psnr", {0.1}}}}});
  const Checkpoint read = valueOf(readCheckpoint(writeState(state.dump())));
  ASSERT_EQ(read.position.sums.size(), 3U);
  EXPECT_EQ(read.position.sums[0].name, "loss");
  EXPECT_EQ(read.position.sums[0].values, std::vector<double>{0.5});
  EXPECT_EQ(read.position.sums[1].name, "correct");
  EXPECT_EQ(read.position.sums[1].values, std::vector<double>{17});
  EXPECT_EQ(read.position.sums[2].name, "psnr");
}

TEST_F(CheckpointTest, VersionFourKeptANumberOfCheckpointsAndKnewNoData) {
  Json state = stateOf(fullCheckpoint());
  state["version"] = 4;
  state.erase("data");
  state["position"].erase("rate_set");
  state["settings"].erase("checkpoint_space");
  state["settings"]["keep_checkpoints"] = 3;
  const Checkpoint read = valueOf(readCheckpoint(writeState(state.dump())));
  EXPECT_EQ(read.settings.checkpointSpace, TrainingSettings().checkpointSpace);
  EXPECT_FALSE(read.data.has_value());
  EXPECT_EQ(read.position.rateSet, 0);
  EXPECT_EQ(read.position.rateFactor, 1e-3 / 7);
}

TEST_F(CheckpointTest, VersionSevenDidNotSayWhetherAValidationWasUnderWay) {
  Checkpoint before = fullCheckpoint();
  before.settings.validationUnit = "steps";
  before.settings.validationEvery = before.position.step / 2;
  before.position.validatedStep = before.position.step / 2;
  Json state = stateOf(before);
  state["version"] = 7;
  state["position"].erase("validating");
  EXPECT_TRUE(valueOf(readCheckpoint(writeState(state.dump()))).position.validating);
  state["position"]["validated_step"] = before.position.step;
  EXPECT_FALSE(valueOf(readCheckpoint(writeState(state.dump()))).position.validating);
}

TEST_F(CheckpointTest, WhoDidNotKeepHowImagesWereFittedSquashesThem) {
  Json state = stateOf(fullCheckpoint());
  state["samples"].erase("fit");
  state["samples"].erase("deep");
  EXPECT_EQ(valueOf(readCheckpoint(writeState(state.dump()))).images, ImageForm());
}

TEST_F(CheckpointTest, NewerVersionsAreLeftAlone) {
  Json state = stateOf(fullCheckpoint());
  state["version"] = state["version"].get<int>() + 1;
  expectError(readCheckpoint(writeState(state.dump())), ErrorCode::NewerVersion, "newer");
}

TEST_F(CheckpointTest, EveryMissingOrMistypedMemberIsRefused) {
  const Json whole = stateOf(fullCheckpoint());
  expectOk(readCheckpoint(writeState(whole.dump())).ok() ? Status()
                                                         : Status(readCheckpoint(writeState(whole.dump())).error()));
  for (const auto& [name, value] : whole.items()) {
    Json state = whole;
    state.erase(name);
    EXPECT_FALSE(readCheckpoint(writeState(state.dump())).ok()) << "without " << name;
    state[name] = value.is_object() ? Json("text") : Json::object();
    const auto read = readCheckpoint(writeState(state.dump()));
    ASSERT_FALSE(read.ok()) << name << " of the wrong type";
    EXPECT_FALSE(read.error().message.empty());
  }
  for (const auto& [name, value] : whole["position"].items()) {
    Json state = whole;
    state["position"].erase(name);
    expectError(readCheckpoint(writeState(state.dump())), ErrorCode::Corrupt, name);
  }
}

TEST_F(CheckpointTest, NegativePositionsAreRefused) {
  for (const char* name : {"epoch", "step", "sample", "interval_samples"}) {
    Json state = stateOf(fullCheckpoint());
    state["position"][name] = -1;
    expectError(readCheckpoint(writeState(state.dump())), ErrorCode::Corrupt, "negative");
  }
  expectError(readCheckpoint(writeState("{\"version\": ")), ErrorCode::Corrupt, "made.safetensors");
  expectError(readCheckpoint(writeState("[]")), ErrorCode::Corrupt, "damaged");
}

TEST_F(CheckpointTest, FullDiskKeepsTheFormerFile) {
  const fs::path path = folder_ / "a.safetensors";
  expectOk(writeCheckpoint(path, smallCheckpoint(1, 5, 0.5)));
  const std::string former = readBytes(path);
  Checkpoint large = smallCheckpoint(2, 10, 0.6);
  large.tensors.emplace_back("large", Tensor::make({DataType::Float32, Shape{100000}}));
  const int result = inChild([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{65536, 65536};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    const Status status = writeCheckpoint(path, large);
    if (status.ok()) return 2;
    return status.error().message.find("a.safetensors") != std::string::npos ? 0 : 3;
  });
  EXPECT_EQ(result, 0);
  EXPECT_EQ(readBytes(path), former);
  EXPECT_EQ(folder_.entries(), std::vector<std::string>{"a.safetensors"}) << "nothing half-written stays";
}

}  // namespace
}  // namespace fovea::test
