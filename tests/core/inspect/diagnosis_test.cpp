// Each problem is created in a small real training and must be the only finding; the same training without it has none.
#include "core/inspect/diagnosis.h"

#include <cmath>
#include <set>

#include "core/inspect/loss_course.h"
#include "core/inspect/run_diagnosis.h"
#include "core/network/network_analysis.h"
#include "tests/core/train/task_data.h"

namespace fovea::test {
namespace {

// Functions that make the label and the pixels of each sample, by its number; the training split comes first.
struct DataPlan {
  std::int64_t train = 240, validation = 60;
  std::function<std::int32_t(std::int64_t)> label = [](std::int64_t number) { return std::int32_t(number % 3); };
  std::function<std::vector<std::uint8_t>(std::int64_t, std::int32_t)> pixels =
      [](std::int64_t number, std::int32_t of) { return taskPixels(std::uint64_t(number), of); };
};

std::shared_ptr<Dataset> planned(const fs::path& folder, const DataPlan& plan = {}) {
  auto writer =
      valueOf(DatasetWriter::create(folder, {"squares", "test", "nowhere", kTaskShape, {"left", "right", "low"}}));
  for (std::int64_t i = 0; i < plan.train + plan.validation; ++i) {
    const std::int32_t label = plan.label(i);
    const auto pixels = plan.pixels(i, label);
    const Split split = i < plan.train ? Split::Train : Split::Validation;
    expectOk(writer->add(rawSample(kTaskShape, pixels, label, split, "nowhere", std::uint64_t(i))));
  }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

// data → linear, activation (`depth` times) → linear → cross-entropy.
Network layered(const std::string& activation, int depth = 1, const FieldValues& linear = {}) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}});
  std::string last = "data";
  for (int i = 1; i <= depth; ++i) {
    const std::string number = std::to_string(i);
    FieldValues values = linear;
    values.set("units", std::int64_t{24});
    drawing.add("fc" + number, "linear", values, {last}).add("act" + number, activation, {}, {"fc" + number});
    last = "act" + number;
  }
  drawing.add("scores", "linear", {{"units", std::int64_t{3}}}, {last}).add("loss", "cross_entropy", {}, {"scores"});
  return drawing.network;
}

TrainingSettings usualSettings(std::int64_t epochs = 4) {
  TrainingSettings settings;
  settings.epochs = epochs;
  settings.batch = 16;
  settings.learningRate = 0.02;
  settings.logInterval = 3;
  settings.seed = 7;
  return settings;
}

struct Trained {
  RunFacts facts;
  Checkpoint checkpoint;
};

Trained train(const Network& network, const TrainingSettings& settings, std::shared_ptr<Dataset> data) {
  Trained trained;
  trained.facts.network = network;
  trained.facts.settings = settings;
  trained.facts.dataset = data;
  const auto trainer = valueOf(Trainer::create({network, settings, data, "data"}, openTaskDevice("cpu")));
  for (;;) {
    const TrainingUpdate update = valueOf(trainer->advance());
    if (update.point) trained.facts.points.push_back(*update.point);
    if (update.epoch) trained.facts.epochs.push_back(*update.epoch);
    if (update.trouble) trained.facts.trouble = update.trouble->text();
    if (update.finished || update.trouble) break;
  }
  trained.checkpoint = valueOf(trainer->checkpoint());
  return trained;
}

DiagnosisAnswer diagnosed(const Trained& trained) {
  return valueOf(diagnoseRun(trained.facts, &trained.checkpoint, openTaskDevice("cpu"), {}, {}));
}

std::string kindsOf(const DiagnosisAnswer& answer) {
  std::string kinds;
  for (const Diagnosis& finding : answer.findings) kinds += (kinds.empty() ? "" : " ") + finding.kind;
  for (const Error& error : answer.missing) kinds += " missing: " + error.text();
  return kinds;
}

std::string wordsOf(const DiagnosisAnswer& answer) {
  std::string words;
  for (const Diagnosis& finding : answer.findings) {
    words += phraseText(finding.title) + ".";
    for (const Phrase& sentence : finding.sentences) words += " " + phraseText(sentence);
    for (const std::string& kind : finding.explains) words += " (" + kind + ")";
    words += "\n";
  }
  return words;
}

class DiagnosisTest : public ::testing::Test {
 protected:
  // Trains and expects exactly `kinds`, separated by spaces.
  DiagnosisAnswer expectKinds(const std::string& kinds, const Network& network, const TrainingSettings& settings,
                              std::shared_ptr<Dataset> data) {
    const DiagnosisAnswer answer = diagnosed(train(network, settings, std::move(data)));
    EXPECT_EQ(kindsOf(answer), kinds) << wordsOf(answer);
    for (const Diagnosis& finding : answer.findings) expectComplete(finding, network);
    return answer;
  }

  // Every text is declared by the diagnosis's type, and every edit of the network can be applied.
  static void expectComplete(const Diagnosis& finding, const Network& network) {
    const DiagnosisType* const type = findDiagnosis(finding.kind);
    std::set<std::string> known{type->title};
    known.insert(type->texts.begin(), type->texts.end());
    EXPECT_TRUE(known.contains(finding.title.text)) << finding.title.text;
    EXPECT_FALSE(finding.sentences.empty());
    for (const Phrase& sentence : finding.sentences) EXPECT_TRUE(known.contains(sentence.text)) << sentence.text;
    for (const DiagnosisFix& fix : finding.fixes) {
      EXPECT_TRUE(known.contains(fix.title.text)) << fix.title.text;
      if (const auto* edit = std::get_if<NetworkEdit>(&fix.change)) {
        Network fixed = network;
        EXPECT_TRUE(applyEdit(fixed, *edit).ok()) << phraseText(fix.title);
        EXPECT_TRUE(analyzeNetwork(fixed).ok()) << phraseText(fix.title);
      }
    }
    EXPECT_FALSE(finding.evidence.curves.empty() && finding.evidence.bars.empty() && finding.evidence.records.empty());
  }

  const Diagnosis& only(const DiagnosisAnswer& answer) {
    if (answer.findings.size() != 1) throw std::runtime_error("findings: " + kindsOf(answer));
    return answer.findings.front();
  }

  TemporaryFolder folder_;
};

TEST_F(DiagnosisTest, NothingIsWrongWithAHealthyRun) {
  const auto data = planned(folder_ / "data");
  for (const char* activation : {"relu", "tanh", "sigmoid"}) {
    TrainingSettings settings = usualSettings(6);
    if (activation == std::string("sigmoid")) settings.learningRate = 0.1;
    const DiagnosisAnswer answer = expectKinds("", layered(activation), settings, data);
    EXPECT_GT(answer.points, 20);
    EXPECT_EQ(answer.epochs, 6);
    EXPECT_EQ(answer.layers, 4);
    EXPECT_EQ(answer.records, 300);
  }
  expectKinds("", taskNetwork(), taskSettings(), data);
}

TEST_F(DiagnosisTest, ARateThatIsTooHighIsFound) {
  const auto data = planned(folder_ / "data");
  TrainingSettings settings = usualSettings();
  settings.learningRate = 3;
  const DiagnosisAnswer answer = expectKinds("rate_too_high", layered("relu"), settings, data);
  const auto& fix = std::get<SettingFix>(only(answer).fixes.front().change);
  EXPECT_EQ(fix.setting, "learning_rate");
  EXPECT_EQ(fix.from, FieldValue(3.0));
  EXPECT_EQ(fix.to, FieldValue(0.01));
  settings.learningRate = 0.02;
  expectKinds("", layered("relu"), settings, data);
}

TEST_F(DiagnosisTest, ALossThatIsNoNumberIsFoundEvenWithoutACheckpoint) {
  const auto data = planned(folder_ / "data");
  TrainingSettings settings = usualSettings();
  settings.learningRate = 1000;
  settings.logInterval = 1;
  const Trained trained = train(layered("relu", 4), settings, data);
  EXPECT_TRUE(trained.facts.trouble.starts_with(kLossLost)) << trained.facts.trouble;
  const DiagnosisAnswer answer = valueOf(diagnoseRun(trained.facts, nullptr, nullptr, {}, {}));
  EXPECT_EQ(only(answer).kind, "rate_too_high");
  EXPECT_EQ(only(answer).severity, Severity::Problem);
  EXPECT_EQ(answer.missing.size(), 1u);
}

TEST_F(DiagnosisTest, ARateThatIsTooLowIsFound) {
  const auto data = planned(folder_ / "data");
  TrainingSettings settings = usualSettings();
  settings.learningRate = 1e-6;
  const DiagnosisAnswer answer = expectKinds("rate_too_low", layered("relu"), settings, data);
  EXPECT_EQ(std::get<SettingFix>(only(answer).fixes.front().change).to, FieldValue(0.01));
}

TEST_F(DiagnosisTest, DeadUnitsAreFound) {
  const auto data = planned(folder_ / "data");
  // A large negative bias keeps the units inactive from the start.
  Network network = layered("relu", 1, {{"bias_value", -40.0}});
  const DiagnosisAnswer answer = expectKinds("dead_units", network, usualSettings(), data);
  EXPECT_EQ(only(answer).evidence.layers, (std::vector<std::string>{"act1"}));
  EXPECT_EQ(only(answer).severity, Severity::Problem);
  ASSERT_TRUE(applyEdit(network, std::get<NetworkEdit>(only(answer).fixes.front().change)).ok());
  EXPECT_EQ(network.findByName("act1")->type, "leaky_relu");
  expectKinds("", layered("relu", 1, {{"bias_value", 0.1}}), usualSettings(), data);
}

// Of a signal's channels, three quarters are dead, and none of its positions is.
TEST_F(DiagnosisTest, DeadChannelsOfASignalAreFound) {
  const auto data = planned(folder_ / "data");
  const auto conv = [](std::int64_t filters, double bias) {
    return FieldValues{{"filters", filters}, {"kernel", List{3}}, {"padding", List{1}}, {"bias_value", bias}};
  };
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("rows", "reshape", {{"shape", List{8, 8}}}, {"data"})
      .add("still", "convolution", conv(6, -40), {"rows"})
      .add("lively", "convolution", conv(2, 1), {"rows"})
      .add("both", "concatenate", {}, {"still", "lively"})
      .add("act", "relu", {}, {"both"})
      .add("flat", "flatten", {}, {"act"})
      .add("scores", "linear", {{"units", std::int64_t{3}}}, {"flat"})
      .add("loss", "cross_entropy", {}, {"scores"});
  const DiagnosisAnswer answer = diagnosed(train(drawing.network, usualSettings(), data));
  const Diagnosis& found = only(answer);
  EXPECT_EQ(found.kind, "dead_units") << wordsOf(answer);
  EXPECT_TRUE(phraseText(found.sentences.front()).starts_with("6 of the 8 units of “act” ")) << wordsOf(answer);
}

// Scores are no probabilities, however large they are.
TEST_F(DiagnosisTest, ScoresAreNotTakenForProbabilities) {
  DataPlan plan;
  plan.pixels = [](std::int64_t number, std::int32_t) {
    return taskPixels(std::uint64_t(number), std::int32_t(Random(3, std::uint64_t(number)).below(3)));
  };
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("scores", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "hinge", {{"margin", 10.0}}, {"scores"});
  const Trained trained = train(drawing.network, usualSettings(), planned(folder_ / "data", plan));
  const ModelMeasures measured =
      valueOf(measureModel(trained.checkpoint, false, trained.facts.dataset, openTaskDevice("cpu"), {}, {}));
  EXPECT_TRUE(std::isnan(measured.sureAndWrong)) << measured.sureAndWrong;
  for (const Diagnosis& finding : diagnosed(trained).findings) EXPECT_NE(finding.kind, "saturated_outputs");
}

TEST_F(DiagnosisTest, VanishingGradientsAreFound) {
  const auto data = planned(folder_ / "data");
  const DiagnosisAnswer answer = expectKinds("vanishing_gradients", layered("sigmoid", 10), usualSettings(), data);
  const Evidence& evidence = only(answer).evidence;
  ASSERT_EQ(evidence.bars.size(), 11u);
  EXPECT_TRUE(evidence.bars.front().striking);
  EXPECT_LT(evidence.bars.front().value, 1e-3 * evidence.bars.back().value);
  expectKinds("", layered("relu", 4), usualSettings(6), data);
}

TEST_F(DiagnosisTest, ExplodingGradientsAreFound) {
  const auto data = planned(folder_ / "data");
  const FieldValues large{{"initializer", std::string("normal")}, {"initializer_size", 1.5}};
  TrainingSettings settings = usualSettings();
  const DiagnosisAnswer answer = expectKinds("exploding_gradients", layered("relu", 4, large), settings, data);
  EXPECT_EQ(std::get<SettingFix>(only(answer).fixes.front().change).setting, "clipping");
  // Clipping solves the problem.
  settings.clipping = "norm";
  const DiagnosisAnswer clipped = diagnosed(train(layered("relu", 4, large), settings, data));
  for (const Diagnosis& finding : clipped.findings) EXPECT_NE(finding.kind, "exploding_gradients");
}

TEST_F(DiagnosisTest, SaturatedOutputsAreFound) {
  const auto data = planned(folder_ / "data");
  const FieldValues large{{"initializer", std::string("normal")}, {"initializer_size", 5.0}};
  const DiagnosisAnswer answer = expectKinds("saturated_outputs", layered("tanh", 1, large), usualSettings(), data);
  EXPECT_EQ(only(answer).evidence.layers, (std::vector<std::string>{"act1"}));
}

TEST_F(DiagnosisTest, OverfittingIsFound) {
  // Labels that do not depend on the samples can only be memorised.
  DataPlan plan;
  plan.train = plan.validation = 48;
  plan.pixels = [](std::int64_t number, std::int32_t) { return taskPixels(std::uint64_t(number), std::int32_t(0)); };
  plan.label = [](std::int64_t number) { return std::int32_t((number * 7 + number / 5) % 3); };
  TrainingSettings settings = usualSettings(40);
  settings.learningRate = 0.05;
  const DiagnosisAnswer answer = expectKinds("overfitting", layered("relu"), settings, planned(folder_ / "data", plan));
  EXPECT_EQ(only(answer).evidence.curves.size(), 2u);
  EXPECT_EQ(std::get<SettingFix>(only(answer).fixes.front().change).setting, "stop_patience");
}

TEST_F(DiagnosisTest, LeakageIsFoundAndItsFixRemovesIt) {
  DataPlan plan;
  // Every third validation sample is one of the training samples.
  plan.pixels = [](std::int64_t number, std::int32_t label) {
    const std::int64_t twin = number >= 240 && number % 3 == 0 ? number - 240 : number;
    return taskPixels(std::uint64_t(twin), label);
  };
  const auto data = planned(folder_ / "data", plan);
  const DiagnosisAnswer answer = expectKinds("leakage", layered("relu"), usualSettings(), data);
  EXPECT_EQ(only(answer).evidence.records.size(), 20u);
  EXPECT_EQ(only(answer).severity, Severity::Problem);
  const auto& edit = std::get<SampleEdit>(only(answer).fixes.front().change);
  expectKinds("", layered("relu"), usualSettings(), valueOf(data->edited(edit)));
}

TEST_F(DiagnosisTest, PicturesThatLookAlikeAreLeakageOnlyIfTheyAreNearlyTheSame) {
  // Smooth images have the same fingerprint in spite of small differences.
  const auto picture = [](std::int64_t number, int noise) {
    std::vector<std::uint8_t> pixels(64);
    Random random(5, std::uint64_t(number));
    const double slant = 0.1 * double(number % 40), shift = double(number / 40);
    for (int i = 0; i < 64; ++i)
      pixels[std::size_t(i)] = std::uint8_t(110 + 90 * std::sin(slant * (i % 8) + 0.4 * (i / 8) + shift) +
                                            double(random.below(std::uint64_t(noise))));
    return pixels;
  };
  const auto alike = [&](int noise) {
    DataPlan plan;
    plan.pixels = [&, noise](std::int64_t number, std::int32_t) {
      return number < 240 ? picture(number, 1) : picture(number - 240, noise);
    };
    Trained run;
    run.facts.network = layered("relu");
    run.facts.dataset = planned(folder_ / std::to_string(noise), plan);
    return kindsOf(valueOf(diagnoseRun(run.facts, nullptr, nullptr, {}, {})));
  };
  EXPECT_TRUE(alike(3).starts_with("leakage")) << alike(3);
  EXPECT_FALSE(alike(30).starts_with("leakage")) << alike(30);
}

TEST_F(DiagnosisTest, ImbalanceIsFoundAndItsFixIsARemedy) {
  DataPlan plan;
  plan.label = [](std::int64_t number) { return std::int32_t(number % 20 == 0 ? 2 : number % 2); };
  const auto data = planned(folder_ / "data", plan);
  Network network = layered("relu");
  const DiagnosisAnswer answer = expectKinds("imbalance", network, usualSettings(), data);
  ASSERT_EQ(only(answer).evidence.bars.size(), 3u);
  EXPECT_TRUE(only(answer).evidence.bars[2].striking);
  EXPECT_EQ(only(answer).evidence.bars[2].value, 12);
  ASSERT_TRUE(applyEdit(network, std::get<NetworkEdit>(only(answer).fixes.front().change)).ok());
  expectKinds("", network, usualSettings(), data);
}

TEST_F(DiagnosisTest, BadNormalisationIsFound) {
  // The statistics are those of the imported training samples, which are then replaced by much brighter ones.
  DataPlan plan;
  plan.train = plan.validation = 200;
  plan.pixels = [](std::int64_t number, std::int32_t label) {
    auto pixels = taskPixels(std::uint64_t(number), label);
    for (auto& pixel : pixels) pixel = std::uint8_t(number < 200 ? pixel / 8 : 160 + pixel / 3);
    return pixels;
  };
  const auto data = planned(folder_ / "data", plan);
  SampleEdit dark, bright;
  dark.kind = bright.kind = EditKind::Move;
  dark.split = Split::Test;
  for (std::uint32_t record = 0; record < 150; ++record) dark.records.push_back(record);
  for (std::uint32_t record = 200; record < 350; ++record) bright.records.push_back(record);
  const auto moved = valueOf(valueOf(data->edited(dark))->edited(bright));
  const DiagnosisAnswer answer = expectKinds("bad_normalisation", layered("relu"), usualSettings(), moved);
  EXPECT_GT(only(answer).evidence.bars.front().value, 2);
}

TEST_F(DiagnosisTest, ALoaderThatRepeatsItselfIsFound) {
  DataPlan same;
  same.pixels = [](std::int64_t, std::int32_t) { return taskPixels(1, 1); };
  const DiagnosisAnswer answer =
      expectKinds("broken_loader", layered("relu"), usualSettings(), planned(folder_ / "same", same));
  EXPECT_EQ(phraseText(only(answer).sentences.front()),
            "Only 1 of the 240 training samples that were loaded are different.");
  DataPlan empty;
  empty.pixels = [](std::int64_t number, std::int32_t) {
    return std::vector<std::uint8_t>(64, std::uint8_t(number % 250));
  };
  expectKinds("broken_loader", layered("relu"), usualSettings(), planned(folder_ / "empty", empty));
  DataPlan oneLabel;
  oneLabel.label = [](std::int64_t number) { return std::int32_t(number < 240 ? 1 : number % 3); };
  expectKinds("broken_loader", layered("relu"), usualSettings(), planned(folder_ / "label", oneLabel));
}

TEST_F(DiagnosisTest, MixedUpLabelsAreFound) {
  DataPlan plan;
  plan.train = 600;
  plan.pixels = [](std::int64_t number, std::int32_t) {
    return taskPixels(std::uint64_t(number), std::int32_t(Random(3, std::uint64_t(number)).below(3)));
  };
  const DiagnosisAnswer answer =
      expectKinds("no_learning", layered("relu"), usualSettings(1), planned(folder_ / "data", plan));
  EXPECT_FALSE(only(answer).evidence.records.empty());
}

// Nine of ten labels are of one class. A network that is always right does not get below the entropy of the labels,
// because they are smoothed, or because a second loss is added.
TEST_F(DiagnosisTest, AConstantAnswerIsMeasuredByTheLossOfTheRun) {
  DataPlan plan;
  plan.label = [](std::int64_t number) { return std::int32_t(number % 9 == 0 ? 1 : 0); };
  RunFacts facts;
  facts.dataset = planned(folder_ / "data", plan);
  facts.settings = usualSettings();
  const auto withLoss = [](const FieldValues& values, bool second) {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
        .add("scores", "linear", {{"units", std::int64_t{3}}}, {"data"})
        .add("loss", "cross_entropy", values, {"scores"});
    if (second) drawing.add("side", "cross_entropy", {{"loss_weight", 0.5}}, {"scores"});
    return drawing.network;
  };
  const auto loss = [&](const FieldValues& values, bool second = false) {
    facts.network = withLoss(values, second);
    return constantLoss(facts);
  };
  const auto part = [](double share) { return -share * std::log(share); };
  const double ones = 27.0 / 240;
  EXPECT_NEAR(*loss({}), part(ones) + part(1 - ones), 1e-12);
  EXPECT_NEAR(*loss({{"loss_weight", 3.0}}), 3 * (part(ones) + part(1 - ones)), 1e-12);
  EXPECT_NEAR(*loss({{"label_smoothing", 0.3}}), part(0.7 * ones + 0.1) + part(0.7 * (1 - ones) + 0.1) + part(0.1),
              1e-12);
  EXPECT_FALSE(loss({}, true));
  EXPECT_FALSE(loss({{"class_weights", std::string("1, 2, 3")}}));
}

// A loss without a lower bound is negative from the beginning, and falls.
TEST_F(DiagnosisTest, NegativeLossesThatFallHaveNothing) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}}).add("loss", "maximise", {}, {"data"});
  RunFacts facts;
  facts.network = drawing.network;
  facts.settings = usualSettings();
  for (int step = 1; step <= 40; ++step)
    facts.points.push_back({.step = step, .epoch = step / 10.0, .loss = -0.5 - step + 0.1 * (step % 3)});
  const std::vector<std::pair<double, double>> losses{{-5, -4}, {-10, -6}, {-20, -5.95}, {-40, -5.9}};
  for (std::int64_t epoch = 1; epoch <= std::ssize(losses); ++epoch) {
    EpochRecord record;
    record.epoch = epoch;
    record.step = 10 * epoch;
    std::tie(record.trainLoss, record.validationLoss) = losses[static_cast<std::size_t>(epoch - 1)];
    facts.epochs.push_back(record);
  }
  DiagnosisAnswer answer;
  answer.findings = diagnose(facts);
  EXPECT_EQ(kindsOf(answer), "") << wordsOf(answer);
  facts.epochs.back().validationLoss = facts.epochs[2].validationLoss = -2;
  answer.findings = diagnose(facts);
  EXPECT_EQ(kindsOf(answer), "overfitting") << wordsOf(answer);
}

TEST_F(DiagnosisTest, HealthyRunsOfOtherTasksHaveNothing) {
  for (const TaskCase& task :
       {segmentationCase(folder_ / "masks"), severalLabelsCase(folder_ / "labels"), numbersCase(folder_ / "numbers"),
        nextSymbolCase(folder_ / "symbols"), transcriptionCase(folder_ / "speech")}) {
    const DiagnosisAnswer answer = diagnosed(train(task.network, task.settings, task.data));
    EXPECT_EQ(kindsOf(answer), "") << task.data->info().name << ": " << wordsOf(answer);
  }
}

TEST_F(DiagnosisTest, CancellingEndsIt) {
  const Trained trained = train(layered("relu"), usualSettings(1), planned(folder_ / "data"));
  CancelToken cancel;
  cancel.cancel();
  expectError(diagnoseRun(trained.facts, &trained.checkpoint, openTaskDevice("cpu"), {}, cancel), ErrorCode::Cancelled);
}

}  // namespace
}  // namespace fovea::test
