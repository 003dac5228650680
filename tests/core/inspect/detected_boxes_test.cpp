// Detected boxes: reading them from predictions, matching with true boxes, and scores over a split.
#include <gtest/gtest.h>

#include <cmath>

#include "core/inspect/box_reading.h"
#include "core/inspect/detected_boxes.h"
#include "core/inspect/detection_scores.h"
#include "core/tensor/box_grid.h"

namespace fovea::test {
namespace {

// A grid of 2 classes without detections.
Tensor emptyGrid(std::int64_t rows, std::int64_t columns) {
  return Tensor::zeros({DataType::Float32, {2 + kBoxNumbers, rows, columns}});
}

std::vector<DetectedBox> boxesOf(const Tensor& grid) {
  return detectedBoxes(grid.values<float>(), grid.shape());
}

void setBox(Tensor& grid, std::int64_t label, std::int64_t row, std::int64_t column, float score,
            std::array<float, kBoxNumbers> numbers) {
  const std::int64_t rows = grid.shape()[1], columns = grid.shape()[2];
  const auto at = [&](std::int64_t channel) -> float& {
    return grid.data<float>()[(channel * rows + row) * columns + column];
  };
  at(label) = score;
  for (std::int64_t i = 0; i < kBoxNumbers; ++i) at(2 + i) = numbers[static_cast<std::size_t>(i)];
}

TEST(DetectedBoxes, AreReadFromTheHighestCells) {
  Tensor grid = emptyGrid(4, 8);
  setBox(grid, 1, 2, 5, 0.9f, {0.5f, 0.25f, std::log(2.0f), std::log(1.0f)});
  setBox(grid, 1, 2, 4, 0.8f, {0, 0, 0, 0});                    // next to a higher one
  setBox(grid, 0, 1, 0, 0.4f, {0, 0, std::log(4.0f), 100.0f});  // extends beyond the image
  const std::vector<DetectedBox> found = boxesOf(grid);
  ASSERT_GE(found.size(), 2u);
  EXPECT_EQ(found[0].score, 0.9f);
  EXPECT_EQ(found[0].box.label, 1);
  EXPECT_NEAR(found[0].box.left, 4.5 / 8, 1e-6);
  EXPECT_NEAR(found[0].box.right, 6.5 / 8, 1e-6);
  EXPECT_NEAR(found[0].box.top, 1.75 / 4, 1e-6);
  EXPECT_NEAR(found[0].box.bottom, 2.75 / 4, 1e-6);
  EXPECT_EQ(found[1].box.label, 0);
  EXPECT_EQ(found[1].box.left, 0.0f);
  EXPECT_NEAR(found[1].box.right, 2.0 / 8, 1e-6);
  EXPECT_EQ(found[1].box.bottom, 1.0f);
  EXPECT_EQ(shownBoxes(found).size(), 2u);
}

TEST(DetectedBoxes, EqualNeighboursAreOneBoxAndThereIsALimit) {
  Tensor grid = emptyGrid(1, 4);
  setBox(grid, 0, 0, 1, 0.5f, {});
  setBox(grid, 0, 0, 2, 0.5f, {});
  EXPECT_EQ(shownBoxes(boxesOf(grid)).size(), 1u);
  Tensor large = emptyGrid(60, 60);
  for (std::int64_t y = 0; y < 60; y += 2)
    for (std::int64_t x = 0; x < 60; x += 2) setBox(large, 0, y, x, 0.5f + 0.0001f * static_cast<float>(y + x), {});
  const std::vector<DetectedBox> found = boxesOf(large);
  EXPECT_EQ(found.size(), kMostDetectedBoxes);
  EXPECT_TRUE(std::ranges::is_sorted(found, std::greater<>(), &DetectedBox::score));
}

TEST(DetectedBoxes, EachTrueBoxIsTakenOnce) {
  const std::vector<Box> truths{{0, 0, 10, 10, 0}, {20, 0, 30, 10, 0}, {0, 0, 10, 10, 1}};
  const std::vector<DetectedBox> found{
      {{0, 0, 10, 9, 0}, 0.9f}, {{0, 0, 10, 10, 0}, 0.8f}, {{21, 0, 31, 10, 0}, 0.7f}, {{50, 50, 60, 60, 1}, 0.6f}};
  EXPECT_DOUBLE_EQ(overlapOf(found[0].box, truths[0]), 0.9);
  const BoxMatches matches = matchBoxes(found, truths);
  EXPECT_EQ(matches.truths, (std::vector<std::optional<std::size_t>>{0, {}, 1, {}}));
  EXPECT_EQ(matches.missed, (std::vector<std::size_t>{2}));
  EXPECT_DOUBLE_EQ(wrongBoxes(found, truths), 3.0 / 5);  // two false, one missed, two correct
  EXPECT_EQ(wrongBoxes({}, {}), 0);
  EXPECT_EQ(wrongBoxes({}, truths), 1);
}

// The network sees the middle 40×40 of 80×60 pixels at half the size.
TEST(BoxReading, BoxesGoBackToTheStoredImage) {
  const TransformList middle{TransformStep{"center_crop", {{"height", std::int64_t{40}}, {"width", std::int64_t{40}}}},
                             TransformStep{"resize", {{"height", std::int64_t{20}}, {"width", std::int64_t{20}}}}};
  const std::vector<DetectedBox> found{{{0, 0.5f, 0.25f, 1, 1}, 0.9f}, {{0, 0, 1, 1, 0}, 0.1f}};
  const std::vector<Box> truths{{20, 30, 30, 50, 1}, {0, 0, 9, 9, 0}};
  const auto reading = readBoxes(found, middle, {DataType::UInt8, {3, 60, 80}}, truths);
  ASSERT_TRUE(reading.ok()) << reading.error().text();
  ASSERT_EQ(reading->found.size(), 1u);  // the other one's probability is too low
  EXPECT_EQ(reading->found[0].box, (Box{20, 30, 30, 50, 1}));
  EXPECT_EQ(reading->matches.truths, (std::vector<std::optional<std::size_t>>{0}));
  EXPECT_EQ(reading->matches.missed, (std::vector<std::size_t>{1}));
  EXPECT_FALSE(readBoxes(found, {}, {DataType::Float32, {3, 60, 80}}, truths).ok());
}

// An image of 80×40 pixels became a sample of 20×20: its middle square at half the size.
TEST(BoxReading, BoxesGoBackToTheImageBeforeItsFit) {
  const ImageFit fit = planFit(40, 80, 20, 20, FitMode::Crop);
  std::vector<DetectedBox> boxes{{{0, 5, 10, 20, 1}, 0.9f}, {{-30, 0, 20, 20, 0}, 0.5f}};
  placeInOriginal(boxes, fit, Shape{3, 40, 80});
  EXPECT_EQ(boxes[0].box, (Box{20, 10, 40, 40, 1}));
  EXPECT_EQ(boxes[1].box, (Box{0, 0, 60, 40, 0}));  // clipped to the image
}

TEST(BoxReading, OutlinesLieOnThePicture) {
  const Tensor grey = Tensor::zeros({DataType::UInt8, {1, 20, 30}});
  const auto picture =
      outlineBoxes(grey, std::vector<DetectedBox>{{{2, 3, 12, 9, 0}, 0.9f}, {{25, 15, 40, 40, 1}, 0.5f}});
  ASSERT_TRUE(picture.ok());
  ASSERT_EQ(picture->shape(), (Shape{3, 20, 30}));
  const auto red = [&](std::int64_t y, std::int64_t x) { return picture->data<std::uint8_t>()[y * 30 + x]; };
  EXPECT_EQ(red(3, 2), 230);
  EXPECT_EQ(red(8, 11), 230);
  EXPECT_EQ(red(4, 3), 0);
  EXPECT_EQ(red(9, 12), 0);
  EXPECT_EQ(red(15, 29), 86);  // clipped to the image
  EXPECT_EQ(red(19, 25), 86);
}

// Computed by hand: class 0 has three true boxes. Ranked by score: correct, false, correct; the third true box is
// missed. Precision is 1 up to recall 1/3 (34 of 101 recalls), 2/3 up to recall 2/3 (33 more).
TEST(DetectionScores, AreThoseOfCoco) {
  DetectionScores scores({"cat", "dog", "bird"});
  scores.add(std::vector<DetectedBox>{{{0, 0, 10, 10, 0}, 0.9f}, {{40, 40, 50, 50, 0}, 0.6f}},
             std::vector<Box>{{0, 0, 10, 10, 0}, {20, 20, 30, 30, 0}});
  scores.add(std::vector<DetectedBox>{{{0, 0, 10, 10, 0}, 0.5f}, {{0, 0, 8, 10, 1}, 0.2f}},
             std::vector<Box>{{0, 0, 10, 10, 0}, {0, 0, 10, 10, 1}});
  Evaluation evaluation;
  scores.finish(evaluation);
  ASSERT_EQ(evaluation.classes.size(), 3u);
  const double cat = (34 + 33 * 2 / 3.0) / 101;
  EXPECT_NEAR(evaluation.classes[0].averagePrecision, cat, 1e-12);
  EXPECT_EQ(evaluation.classes[0].support, 3);
  EXPECT_NEAR(evaluation.classes[0].precision, 2 / 3.0, 1e-12);
  EXPECT_NEAR(evaluation.classes[0].recall, 2 / 3.0, 1e-12);
  EXPECT_NEAR(evaluation.classes[0].overlap, 1, 1e-12);
  EXPECT_NEAR(evaluation.classes[1].averagePrecision, 0.7, 1e-12);  // overlap 0.8: correct at 7 of 10 overlaps
  EXPECT_EQ(evaluation.classes[1].recall, 0);                       // its score is too low to be shown
  EXPECT_TRUE(std::isnan(evaluation.classes[2].averagePrecision));  // it has no true box
  const auto metric = [&](const char* name) {
    for (const auto& [known, value] : evaluation.metrics)
      if (known == name) return value;
    return std::nan("");
  };
  EXPECT_NEAR(metric("average_precision"), (cat + 0.7) / 2, 1e-12);
  EXPECT_NEAR(metric("average_precision_50"), (cat + 1) / 2, 1e-12);
  ASSERT_EQ(evaluation.curves.size(), 3u);
  EXPECT_EQ(evaluation.curves[0].size(), 3u);
  EXPECT_NEAR(evaluation.curves[0][2].recall, 2 / 3.0, 1e-12);
}

// Each image has a true box, which the least probable of its found boxes hits.
TEST(DetectionScores, ACurveEndsAtTheHighestRecall) {
  for (const int images : {1, 11, 12, 16, 17}) {
    DetectionScores scores({"cat"});
    for (int image = 0; image < images; ++image) {
      std::vector<DetectedBox> found;
      for (int i = 0; i < 93; ++i)
        found.push_back(
            {{20, 0, 30, 10, 0}, 0.9f - 0.005f * static_cast<float>(i) - 1e-5f * static_cast<float>(image)});
      found.back().box = {0, 0, 10, 10, 0};
      scores.add(found, std::vector<Box>{{0, 0, 10, 10, 0}});
    }
    Evaluation evaluation;
    scores.finish(evaluation);
    const std::vector<CurvePoint>& curve = evaluation.curves[0];
    EXPECT_LE(curve.size(), 512u);
    EXPECT_EQ(curve.back().recall, 1) << images;
    EXPECT_NEAR(curve.back().precision, 1 / 93.0, 1e-12);
    EXPECT_TRUE(std::ranges::is_sorted(curve, {}, &CurvePoint::recall));
  }
}

}  // namespace
}  // namespace fovea::test
