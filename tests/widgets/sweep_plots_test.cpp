// Why: the plots of a sweep place every kind of value where it belongs, find what the mouse points at, can be used by
// keyboard, and stay fast with thousands of configurations.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>
#include <cmath>
#include <limits>

#include "contrast.h"
#include "tests/core/base/machine_speed.h"
#include "widgets/plots/curve_raster.h"
#include "widgets/plots/parallel_plot.h"
#include "widgets/plots/scatter_plot.h"
#include "widgets/theme/theme.h"
#include "work_times.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

PlotDimension rateAxis() {
  return {.title = QStringLiteral("Learning rate"), .logarithmic = true};
}
PlotDimension optimiserAxis() {
  return {.title = QStringLiteral("Optimiser"),
          .names = {QStringLiteral("sgd"), QStringLiteral("adam"), QStringLiteral("rmsprop")}};
}
PlotDimension lossAxis() {
  return {.title = QStringLiteral("Loss"), .lowerIsBetter = true};
}
PlotDimension accuracyAxis() {
  return {.title = QStringLiteral("Accuracy"), .share = true};
}

QStringList textsOf(const DimensionScale& scale, double length = 300, double gap = 26) {
  QStringList texts;
  for (const PlotTick& tick : scale.ticks(length, gap)) texts << tick.text;
  return texts;
}

// Learning rate, optimiser, loss; the second is the best and the last has no result.
std::vector<ParallelPlot::Line> fourLines() {
  return {{{0.001, 0, 0.8}, QStringLiteral("run 1")},
          {{0.01, 1, 0.2}, QStringLiteral("run 2")},
          {{0.1, 2, 0.5}, QStringLiteral("run 3")},
          {{0.001, 2, kNoValue}, QStringLiteral("run 4")}};
}

void showFour(ParallelPlot& plot) {
  plot.resize(600, 300);
  plot.setLines({rateAxis(), optimiserAxis(), lossAxis()}, fourLines());
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
}

// A point of the line between two neighbouring axes.
QPoint between(const ParallelPlot& plot, int dimension, double from, double to, double share = 0.5) {
  const QPointF one = plot.toScreen(dimension, from), other = plot.toScreen(dimension + 1, to);
  return (one + share * (other - one)).toPoint();
}

std::vector<ParallelPlot::Line> manyLines(int count, int dimensions) {
  std::vector<ParallelPlot::Line> lines;
  std::uint32_t noise = 7;
  for (int i = 0; i < count; ++i) {
    ParallelPlot::Line line;
    for (int d = 0; d < dimensions; ++d) {
      noise = noise * 1664525u + 1013904223u;
      line.values.push_back(0.001 + double(noise >> 8) / (1 << 24));
    }
    lines.push_back(line);
  }
  return lines;
}

// Pixels of the picture that differ from the ground of an empty widget.
int paintedPixels(const QImage& image, const QRect& part) {
  const QRgb ground = image.pixel(0, 0);
  int count = 0;
  for (int y = part.top(); y <= part.bottom(); ++y)
    for (int x = part.left(); x <= part.right(); ++x) count += image.pixel(x, y) != ground ? 1 : 0;
  return count;
}

}  // namespace

class SweepPlotsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void aDimensionWritesItsValues() {
    QCOMPARE(rateAxis().text(0.01), QStringLiteral("0.01"));
    QCOMPARE(rateAxis().text(0.00003), QStringLiteral("3e-5"));
    QCOMPARE(PlotDimension{}.text(16384), QStringLiteral("16384"));
    QCOMPARE(rateAxis().shortText(0.0005), QStringLiteral("5e-4"));
    QCOMPARE(rateAxis().shortText(0.00123), QStringLiteral("1.2e-3"));
    QCOMPARE(PlotDimension{}.shortText(100000), QStringLiteral("1e5"));
    QCOMPARE(PlotDimension{}.shortText(0.5), QStringLiteral("0.5"));
    QCOMPARE(accuracyAxis().shortText(0.925), QStringLiteral("92.5 %"));
    QCOMPARE(optimiserAxis().text(1), QStringLiteral("adam"));
    QCOMPARE(accuracyAxis().text(0.925), QStringLiteral("92.5 %"));
    for (const double none : {kNoValue, kInfinite, -kInfinite}) {
      QCOMPARE(rateAxis().text(none), QStringLiteral("–"));
      QCOMPARE(accuracyAxis().text(none), QStringLiteral("–"));
    }
    QCOMPARE(rateAxis().text(0), QStringLiteral("–"));
    QCOMPARE(optimiserAxis().text(3), QStringLiteral("–"));
    QCOMPARE(optimiserAxis().text(-1), QStringLiteral("–"));
  }

  void aLinearAxisEndsAtRoundNumbers() {
    const std::vector<double> values{0.9012, 0.9374, 0.9211, kNoValue, kInfinite};
    const DimensionScale scale(accuracyAxis(), values);
    QCOMPARE(scale.value(0), 0.90);
    QCOMPARE(scale.value(1), 0.94);
    QCOMPARE(textsOf(scale).first(), QStringLiteral("90 %"));
    QCOMPARE(textsOf(scale).last(), QStringLiteral("94 %"));
    QCOMPARE(scale.position(0.92), 0.5);
    QVERIFY(std::isnan(scale.position(kInfinite)));
    QVERIFY(textsOf(scale, 40).size() <= 2);
    // A share does not exceed the whole.
    QCOMPARE(DimensionScale(accuracyAxis(), std::vector{0.1234, 0.9871}).value(1), 1.0);
  }

  void integersHaveNoTicksBetweenThem() {
    const std::vector<double> layers{1, 2, 3, 4, 5, 6, 7, 8};
    for (const QString& text : textsOf(DimensionScale({}, layers), 800)) {
      bool whole = false;
      text.toInt(&whole);
      QVERIFY2(whole, qPrintable(text));
    }
  }

  void aFewRoundValuesAreLabelledThemselves() {
    const DimensionScale batches({.title = QStringLiteral("Batch"), .logarithmic = true},
                                 std::vector<double>{256, 32, 64, 32, 128});
    QCOMPARE(textsOf(batches), (QStringList{"32", "64", "128", "256"}));
    QCOMPARE(batches.position(32), 0.0);
    QVERIFY(std::abs(batches.position(64) - 1.0 / 3) < 1e-12);
    // Where they would overlap, the ends stay.
    QCOMPARE(textsOf(batches, 60, 26), (QStringList{"32", "256"}));
  }

  void aLogarithmicAxisHasPowersOfTen() {
    const DimensionScale wide(rateAxis(), std::vector{1.2345e-5, 0.0987});
    QCOMPARE(textsOf(wide), (QStringList{"1e-5", "0.0001", "0.001", "0.01", "0.1"}));
    QVERIFY(std::abs(wide.position(1e-3) - wide.position(1e-4) - (wide.position(1e-2) - wide.position(1e-3))) < 1e-9);
    // Little more than a decade has 2 and 5 as well, if they fit.
    const DimensionScale narrow(rateAxis(), std::vector{0.001234, 0.01876});
    QCOMPARE(textsOf(narrow), (QStringList{"0.001", "0.002", "0.005", "0.01", "0.02"}));
    QCOMPARE(textsOf(narrow, 60, 26), (QStringList{"0.001", "0.01"}));
    const DimensionScale decades(rateAxis(), std::vector{1.123e-9, 0.9345});
    QVERIFY(textsOf(decades, 100).size() <= 4);
    QVERIFY(textsOf(decades, 100).size() >= 3);
  }

  void constantsLieInTheMiddle() {
    for (const double value : {0.0, 0.3, -5.0, 1e9}) {
      const DimensionScale scale({}, std::vector{value, value, kNoValue});
      QCOMPARE(scale.position(value), 0.5);
      QCOMPARE(textsOf(scale), QStringList{PlotDimension{}.text(value)});
    }
    QCOMPARE(DimensionScale(rateAxis(), std::vector{0.01, 0.01}).position(0.01), 0.5);
    const PlotDimension single{.title = QStringLiteral("Optimiser"), .names = {QStringLiteral("adam")}};
    QCOMPARE(DimensionScale(single, std::vector{0.0}).position(0), 0.5);
    // An axis without any value has an empty scale, not a wrong one.
    QVERIFY(std::isfinite(DimensionScale(rateAxis(), {}).position(1)));
    QVERIFY(std::isfinite(DimensionScale({}, std::vector{kNoValue}).position(1)));
  }

  void axesPlaceTheirValues() {
    ParallelPlot plot;
    showFour(plot);
    // Decades are evenly spaced, and so are names.
    const double low = plot.toScreen(0, 0.001).y(), middle = plot.toScreen(0, 0.01).y(),
                 high = plot.toScreen(0, 0.1).y();
    QVERIFY(low > middle && middle > high);
    QVERIFY(std::abs((low - middle) - (middle - high)) < 0.01);
    QVERIFY(std::abs(plot.toScreen(1, 0).y() + plot.toScreen(1, 2).y() - 2 * plot.toScreen(1, 1).y()) < 0.01);
    QVERIFY(plot.toScreen(1, 0).y() > plot.toScreen(1, 2).y());
    QVERIFY(plot.toScreen(0, 0.01).x() < plot.toScreen(1, 0).x());
    QVERIFY(std::isnan(plot.toScreen(0, kNoValue).y()));
    // The better end of the metric is at the top.
    QVERIFY(plot.toScreen(2, 0.2).y() < plot.toScreen(2, 0.8).y());
    plot.setLines({rateAxis(), accuracyAxis()}, {{{0.01, 0.2}, {}}, {{0.1, 0.9}, {}}});
    QVERIFY(plot.toScreen(1, 0.9).y() < plot.toScreen(1, 0.2).y());
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("90 %")));
  }

  void manyAxesFitIntoANarrowPlot() {
    ParallelPlot plot;
    plot.resize(300, 200);
    std::vector<PlotDimension> dimensions;
    for (int d = 0; d < 6; ++d) dimensions.push_back({.title = QStringLiteral("A long title of an axis %1").arg(d)});
    plot.setLines(dimensions, manyLines(5, 6));
    plot.show();
    for (int d = 0; d < 5; ++d) QVERIFY(plot.toScreen(d + 1, 0.5).x() - plot.toScreen(d, 0.5).x() > 30);
    QVERIFY(plot.toScreen(0, 0.5).x() > 0 && plot.toScreen(5, 0.5).x() < 300);
  }

  void aLineIsInterruptedWhereItHasNoValue() {
    ParallelPlot plot;
    plot.resize(600, 300);
    plot.setLines({rateAxis(), optimiserAxis(), lossAxis()},
                  {{{0.01, kNoValue, 0.3}, {}}, {{0.001, 0, kInfinite}, {}}, {{0.1, 2, 0.6}, {}}});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QSignalSpy hovered(&plot, &ParallelPlot::lineHovered);
    // The first two have nothing between the last two axes, but the third has.
    QTest::mouseMove(&plot, between(plot, 1, 0, 0.3, 0.25));
    QCOMPARE(plot.highlighted(), -1);
    QTest::mouseMove(&plot, between(plot, 1, 2, 0.6));
    QCOMPARE(plot.highlighted(), 2);
    QTest::mouseMove(&plot, between(plot, 0, 0.001, 0));
    QCOMPARE(plot.highlighted(), 1);
    QCOMPARE(hovered.size(), 2);
    // A value without neighbours is found at its axis, where its dot is.
    QTest::mouseMove(&plot, plot.toScreen(2, 0.3).toPoint());
    QCOMPARE(plot.highlighted(), 0);
    const QImage picture = plot.grab().toImage();
    const QPoint gap = between(plot, 1, 0.5, 0.3, 0.6);
    QCOMPARE(paintedPixels(picture, QRect(gap - QPoint(6, 2), gap + QPoint(6, 2))), 0);
  }

  void hoverAndClickFindTheLine() {
    ParallelPlot plot;
    showFour(plot);
    QSignalSpy hovered(&plot, &ParallelPlot::lineHovered), chosen(&plot, &ParallelPlot::lineChosen);
    QTest::mouseMove(&plot, between(plot, 0, 0.01, 1, 0.3));
    QCOMPARE(plot.highlighted(), 1);
    QCOMPARE(hovered.takeLast().front().toInt(), 1);
    QVERIFY(plot.accessibleDescription().contains(QStringLiteral("highlighted: run 2, Learning rate 0.01")));
    QVERIFY(chosen.isEmpty());
    QTest::mouseClick(&plot, Qt::LeftButton, {}, between(plot, 0, 0.1, 2, 0.3));
    QCOMPARE(chosen.takeLast().front().toInt(), 2);
    QCOMPARE(plot.highlighted(), 2);
    QTest::mouseMove(&plot, QPoint(300, 5));
    QCOMPARE(plot.highlighted(), -1);
    QCOMPARE(hovered.takeLast().front().toInt(), -1);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, QPoint(300, 5));
    QVERIFY(chosen.isEmpty());
    // A highlight from outside emits nothing and stays while the mouse is at no line.
    hovered.clear();
    plot.setHighlighted(1);
    QTest::mouseMove(&plot, QPoint(310, 5));
    QCOMPARE(plot.highlighted(), 1);
    QVERIFY(hovered.isEmpty());
    // One by the mouse ends with it, even if it was confirmed from outside.
    QTest::mouseMove(&plot, between(plot, 0, 0.01, 1, 0.3));
    plot.setHighlighted(plot.highlighted());
    QTest::mouseMove(&plot, QPoint(310, 5));
    QCOMPARE(plot.highlighted(), -1);
    plot.setHighlighted(99);
    QCOMPARE(plot.highlighted(), -1);
  }

  void ofEqualLinesTheBestIsFound() {
    ParallelPlot plot;
    plot.resize(600, 300);
    plot.setLines({rateAxis(), optimiserAxis(), accuracyAxis()},
                  {{{0.01, 1, 0.5}, {}}, {{0.01, 1, 0.9}, {}}, {{0.01, 1, 0.7}, {}}, {{0.1, 0, 0.6}, {}}});
    plot.show();
    QTest::mouseMove(&plot, between(plot, 0, 0.01, 1));
    QCOMPARE(plot.highlighted(), 1);
  }

  void keysFollowTheMetric() {
    ParallelPlot plot;
    showFour(plot);
    QSignalSpy hovered(&plot, &ParallelPlot::lineHovered), chosen(&plot, &ParallelPlot::lineChosen);
    QTest::keyClick(&plot, Qt::Key_Return);
    QVERIFY(chosen.isEmpty());
    const std::vector<std::pair<Qt::Key, int>> steps{{Qt::Key_Down, 1},  {Qt::Key_Up, 1},    {Qt::Key_Down, 2},
                                                     {Qt::Key_Right, 0}, {Qt::Key_Right, 3}, {Qt::Key_Down, 3},
                                                     {Qt::Key_Left, 0},  {Qt::Key_Home, 1},  {Qt::Key_End, 3}};
    for (const auto& [key, line] : steps) {
      QTest::keyClick(&plot, key);
      QCOMPARE(plot.highlighted(), line);
    }
    QCOMPARE(hovered.takeLast().front().toInt(), 3);
    QTest::keyClick(&plot, Qt::Key_Return);
    QCOMPARE(chosen.takeLast().front().toInt(), 3);
    // Lines outside of the ranges are passed over.
    plot.setRange(1, 1.5, 2);
    QTest::keyClick(&plot, Qt::Key_Home);
    QCOMPARE(plot.highlighted(), 2);
    QTest::keyClick(&plot, Qt::Key_Down);
    QCOMPARE(plot.highlighted(), 3);
  }

  void aDragSelectsARange() {
    ParallelPlot plot;
    showFour(plot);
    QSignalSpy changed(&plot, &ParallelPlot::rangesChanged), chosen(&plot, &ParallelPlot::lineChosen);
    for (int line = 0; line < 4; ++line) QVERIFY(plot.isWithinRanges(line));
    QVERIFY(!plot.isWithinRanges(4) && !plot.isWithinRanges(-1));
    const auto drag = [&](QPointF from, QPointF to) {
      QTest::mousePress(&plot, Qt::LeftButton, {}, from.toPoint());
      // QTest::mouseMove() tells of no pressed button.
      QMouseEvent move(QEvent::MouseMove, to, plot.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(&plot, &move);
      QTest::mouseRelease(&plot, Qt::LeftButton, {}, to.toPoint());
    };
    // From below 0.01 to beyond the upper end.
    drag(plot.toScreen(0, 0.006), plot.toScreen(0, 0.1) - QPointF(0, 3));
    QVERIFY(!changed.isEmpty());
    QVERIFY(!plot.isWithinRanges(0));
    QVERIFY(plot.isWithinRanges(1) && plot.isWithinRanges(2));
    QVERIFY(!plot.isWithinRanges(3));
    QVERIFY(chosen.isEmpty());
    // A faint line is not found.
    QTest::mouseMove(&plot, between(plot, 0, 0.001, 0));
    QCOMPARE(plot.highlighted(), -1);
    // Both ranges count; a line without value is outside of any range of that axis.
    drag(plot.toScreen(2, 0.25), plot.toScreen(2, 0.8) + QPointF(0, 3));
    QVERIFY(!plot.isWithinRanges(1));
    QVERIFY(plot.isWithinRanges(2));
    // A click within the range leaves it, one beside it ends it.
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toScreen(0, 0.03).toPoint());
    QVERIFY(!plot.isWithinRanges(0));
    changed.clear();
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toScreen(0, 0.0015).toPoint());
    QCOMPARE(changed.size(), 1);
    QVERIFY(plot.isWithinRanges(0));
    QVERIFY(!plot.isWithinRanges(1));
    QTest::keyClick(&plot, Qt::Key_Escape);
    QCOMPARE(changed.size(), 2);
    QVERIFY(plot.isWithinRanges(1) && plot.isWithinRanges(3));
    plot.setRange(1, 1, 1);
    QVERIFY(plot.isWithinRanges(1) && !plot.isWithinRanges(2));
    plot.setRange(1, kNoValue, 0);
    QVERIFY(plot.isWithinRanges(2));
  }

  void rangesAndHighlightSurviveNewResults() {
    ParallelPlot plot;
    showFour(plot);
    plot.setRange(1, 2, 2);
    plot.setHighlighted(2);
    auto lines = fourLines();
    lines.push_back({{0.03, 1, 0.3}, QStringLiteral("run 5")});
    plot.setLines({rateAxis(), optimiserAxis(), lossAxis()}, lines);
    QCOMPARE(plot.highlighted(), 2);
    QVERIFY(plot.isWithinRanges(2) && !plot.isWithinRanges(4));
    std::swap(lines[2], lines[4]);
    plot.setLines({rateAxis(), lossAxis()}, lines);
    QCOMPARE(plot.highlighted(), -1);
    QVERIFY(plot.isWithinRanges(0));
  }

  void theDescriptionNamesTheBest() {
    ParallelPlot plot;
    plot.setLines({rateAxis(), optimiserAxis(), lossAxis()}, fourLines());
    QCOMPARE(plot.accessibleDescription(),
             QStringLiteral("4 configurations; best: run 2, Learning rate 0.01, Optimiser adam, Loss 0.2"));
    plot.setLines({}, {});
    QVERIFY(plot.accessibleDescription().isEmpty());
  }

  void everyFormIsPainted_data() {
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("axes");
    for (const int axes : {1, 2, 40})
      for (const int lines : {1, 2, 400}) QTest::addRow("%d lines, %d axes", lines, axes) << lines << axes;
  }
  void everyFormIsPainted() {
    QFETCH(int, lines);
    QFETCH(int, axes);
    ParallelPlot plot;
    plot.resize(700, 240);
    plot.setLines(std::vector<PlotDimension>(std::size_t(axes)), manyLines(lines, axes));
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.setHighlighted(0);
    QVERIFY(paintedPixels(plot.grab().toImage(), QRect(20, 40, 660, 180)) > 100);
    plot.resize(20, 10);
    plot.grab();
  }

  void withoutLinesANoteIsShown() {
    ParallelPlot plot;
    ScatterPlot dots;
    for (QWidget* widget : {static_cast<QWidget*>(&plot), static_cast<QWidget*>(&dots)}) {
      widget->resize(400, 200);
      widget->show();
      const QRect middle(100, 80, 200, 40);
      QCOMPARE(paintedPixels(widget->grab().toImage(), middle), 0);
      plot.setNote(QStringLiteral("No configuration has a result yet."));
      dots.setNote(QStringLiteral("No configuration has a result yet."));
      QVERIFY(paintedPixels(widget->grab().toImage(), middle) > 100);
      plot.setNote({});
      dots.setNote({});
      for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Return, Qt::Key_Escape}) QTest::keyClick(widget, key);
      QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(200, 100));
      QTest::mouseMove(widget, QPoint(210, 100));
    }
  }

  void theValuesCanBeCopied() {
    ParallelPlot plot;
    showFour(plot);
    ScatterPlot dots;
    dots.resize(400, 260);
    dots.setDots(optimiserAxis(), lossAxis(),
                 {{.x = 1, .y = 0.2, .low = 0.1, .high = 0.3, .title = QStringLiteral("run 2")}});
    dots.show();
    const std::vector<std::pair<QWidget*, QString>> cases{
        {&plot, QStringLiteral("configuration\tLearning rate\tOptimiser\tLoss\nrun 2\t0.01\tadam\t0.2\n"
                               "run 3\t0.1\trmsprop\t0.5\nrun 1\t0.001\tsgd\t0.8\nrun 4\t0.001\trmsprop\t\n")},
        {&dots, QStringLiteral("configuration\tOptimiser\tLoss\tlowest\thighest\nrun 2\tadam\t0.2\t0.1\t0.3\n")}};
    for (const auto& [widget, text] : cases) {
      QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(100, 100), widget->mapToGlobal(QPoint(100, 100)));
      QCoreApplication::sendEvent(widget, &event);
      auto* menu = widget->findChild<QMenu*>(QStringLiteral("copyMenu"));
      QVERIFY(menu);
      menu->actions().last()->trigger();
      QCOMPARE(QGuiApplication::clipboard()->text(), text);
      menu->close();
    }
  }

  void dotsArePlacedAndFound() {
    ScatterPlot plot;
    plot.resize(400, 260);
    using Dot = ScatterPlot::Dot;
    plot.setDots(rateAxis(), accuracyAxis(),
                 {Dot{.x = 0.001, .y = 0.6, .title = QStringLiteral("run 1")},
                  Dot{.x = 0.01, .y = 0.9, .low = 0.85, .high = 0.93, .title = QStringLiteral("run 2")},
                  Dot{.x = 0.1, .y = 0.3, .title = QStringLiteral("run 3")}, Dot{.x = 0.01, .y = kNoValue},
                  Dot{.x = kInfinite, .y = 0.7}, Dot{.x = 0.1, .y = 0.3, .faint = true}});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QCOMPARE(plot.accessibleName(), QStringLiteral("Accuracy by Learning rate"));
    QCOMPARE(plot.accessibleDescription(),
             QStringLiteral("4 configurations; best: run 2, Accuracy 90 %, Learning rate 0.01"));
    const QPointF one = plot.toScreen(0.001, 0.6), two = plot.toScreen(0.01, 0.9), three = plot.toScreen(0.1, 0.3);
    QVERIFY(std::abs((two.x() - one.x()) - (three.x() - two.x())) < 0.01);
    QVERIFY(two.y() < one.y() && one.y() < three.y());
    QSignalSpy hovered(&plot, &ScatterPlot::dotHovered), chosen(&plot, &ScatterPlot::dotChosen);
    QTest::mouseMove(&plot, one.toPoint() + QPoint(4, 0));
    QCOMPARE(hovered.takeLast().front().toInt(), 0);
    // A faint dot is below the others.
    QTest::mouseClick(&plot, Qt::LeftButton, {}, three.toPoint());
    QCOMPARE(chosen.takeLast().front().toInt(), 2);
    QTest::mouseMove(&plot, plot.rect().bottomRight());
    QCOMPARE(hovered.takeLast().front().toInt(), -1);
    // The bar reaches from the lowest to the highest result.
    const QImage picture = plot.grab().toImage();
    for (const double end : {0.855, 0.925}) {
      const QPoint at = plot.toScreen(0.01, end).toPoint();
      QVERIFY(picture.pixelColor(at) != picture.pixelColor(at + QPoint(7, 0)));
    }
    plot.setHighlighted(3);
    QCOMPARE(plot.highlighted(), -1);
  }

  void theReadingLeavesItsDotVisible() {
    ScatterPlot plot;
    plot.resize(230, 260);
    plot.setDots(rateAxis(), accuracyAxis(),
                 {{.x = 0.001, .y = 0.2},
                  {.x = 0.01, .y = 0.5, .title = QStringLiteral("a title of some length")},
                  {.x = 0.1, .y = 0.9}});
    plot.show();
    for (int dot = 0; dot < 3; ++dot) {
      plot.setHighlighted(dot);
      const QPointF at = plot.toScreen(std::pow(10, dot - 3), dot == 0 ? 0.2 : dot == 1 ? 0.5 : 0.9);
      QCOMPARE(plot.grab().toImage().pixelColor(at.toPoint()), currentTheme().color(Color::Text));
    }
  }

  void keysFollowTheDots() {
    ScatterPlot plot;
    plot.resize(400, 260);
    using Dot = ScatterPlot::Dot;
    plot.setDots({.title = QStringLiteral("Layers")}, lossAxis(),
                 {Dot{.x = 1, .y = 0.8}, Dot{.x = 2, .y = 0.2}, Dot{.x = 3, .y = 0.5}, Dot{.x = kNoValue, .y = 0.1}});
    QSignalSpy chosen(&plot, &ScatterPlot::dotChosen);
    const std::vector<std::pair<Qt::Key, int>> steps{{Qt::Key_Right, 1}, {Qt::Key_Right, 2}, {Qt::Key_Right, 2},
                                                     {Qt::Key_Left, 1},  {Qt::Key_Left, 0},  {Qt::Key_Up, 0},
                                                     {Qt::Key_Down, 2},  {Qt::Key_Down, 1},  {Qt::Key_Up, 2}};
    for (const auto& [key, dot] : steps) {
      QTest::keyClick(&plot, key);
      QCOMPARE(plot.highlighted(), dot);
    }
    QTest::keyClick(&plot, Qt::Key_Enter);
    QCOMPARE(chosen.takeLast().front().toInt(), 2);
  }

  void coloursDifferInLightnessToo() {
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
      const QColor worst = resultColor(Theme(kind), 0), best = resultColor(Theme(kind), 1);
      QCOMPARE(worst, Theme(kind).color(Color::Faint));
      QCOMPARE(best, Theme(kind).color(Color::Accent));
      QVERIFY(best.hsvSaturation() > worst.hsvSaturation() + 80);
      QVERIFY(contrast(worst, best) > 1.3);
    }
  }

  // They cover the area of a line in every direction, and are where Qt's lines are.
  void segmentsAreLines() {
    for (const QPointF& to : {QPointF(80, 12), QPointF(80, 50), QPointF(13, 90), QPointF(60, 91), QPointF(10, 90)}) {
      for (const double width : {1.0, 2.0, 3.4}) {
        QImage ours(100, 100, QImage::Format_ARGB32_Premultiplied), theirs = ours;
        ours.fill(0);
        theirs.fill(0);
        CurveRaster(ours).segment({10, 10}, to, Qt::white, width);
        QPainter painter(&theirs);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(Qt::white, width, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(10, 10), to);
        painter.end();
        const double expected = 255 * width * QLineF(QPointF(10, 10), to).length();
        double sum = 0, most = 0;
        for (int y = 0; y < 100; ++y)
          for (int x = 0; x < 100; ++x) {
            sum += qAlpha(ours.pixel(x, y));
            if (QLineF(QPointF(10, 10), QPointF(x, y)).length() < 6 || QLineF(to, QPointF(x, y)).length() < 6) continue;
            most = std::max(most, std::abs(double(qAlpha(ours.pixel(x, y))) - qAlpha(theirs.pixel(x, y))));
          }
        QVERIFY2(std::abs(sum / expected - 1) < 0.05, qPrintable(QString::number(sum / expected)));
        // Qt draws thin lines in a simpler way.
        QVERIFY2(width < 2 || most < 64, qPrintable(QString::number(most)));
      }
    }
    // Many faint lines add up to their colour.
    QImage crowd(60, 60, QImage::Format_ARGB32_Premultiplied);
    crowd.fill(0);
    for (int i = 0; i < 20 * 60; ++i)
      CurveRaster(crowd).segment({0, i / 20.0}, {60, i / 20.0}, QColor(90, 140, 250, 5), 1, unsigned(i));
    double red = 0, blue = 0, alpha = 0;
    for (int y = 5; y < 55; ++y)
      for (int x = 5; x < 55; ++x) {
        red += qRed(crowd.pixel(x, y)) / 2500.0;
        blue += qBlue(crowd.pixel(x, y)) / 2500.0;
        alpha += qAlpha(crowd.pixel(x, y)) / 2500.0;
      }
    QVERIFY2(std::abs(alpha / 255 - (1 - std::pow(1 - 5 / 255.0, 20))) < 0.02, qPrintable(QString::number(alpha)));
    QVERIFY2(std::abs(red / alpha - 90 / 255.0) < 0.03, qPrintable(QString::number(red / alpha)));
    QVERIFY2(std::abs(blue / alpha - 250 / 255.0) < 0.03, qPrintable(QString::number(blue / alpha)));
    // Parts outside of the image are left out.
    QImage image(20, 20, QImage::Format_ARGB32_Premultiplied);
    image.fill(0);
    for (const QPointF& to : {QPointF(500, 10), QPointF(10, -300), QPointF(-90, -80), QPointF(1e9, 1), QPointF(5, 5)})
      CurveRaster(image).segment({5, 5}, to, Qt::white, 2);
    QVERIFY(qAlpha(image.pixel(19, 5)) > 0);
    QVERIFY(qAlpha(image.pixel(5, 1)) > 0);
    QCOMPARE(qAlpha(image.pixel(15, 15)), 0);
  }

  void tenThousandDotsStayFast() {
    ScatterPlot plot;
    plot.resize(600, 400);
    std::vector<ScatterPlot::Dot> dots;
    for (const auto& line : manyLines(10'000, 3))
      dots.push_back({.x = line.values[0],
                      .y = line.values[1],
                      .low = line.values[1] - 0.1 * line.values[2],
                      .high = line.values[1] + 0.1 * line.values[2]});
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    WorkTimes setting, hovering;
    for (int i = 0; i < 7; ++i)
      setting.take([&] {
        plot.setDots(rateAxis(), accuracyAxis(), dots);
        plot.grab();
      });
    for (int i = 0; i < 60; ++i) hovering.take([&] { QTest::mouseMove(&plot, QPoint(60 + 8 * i, 100 + 3 * i)); });
    qInfo("setting and painting 10,000 dots: %s", qPrintable(setting.text()));
    qInfo("finding the dot below the mouse and a repaint: %s", qPrintable(hovering.text()));
    const double slowness = test::slownessNow();
    QVERIFY(setting.milliseconds(0.5) < slowness * 100);
    QVERIFY(hovering.milliseconds(0.5) < slowness * 16);
  }

  void tenThousandLinesStayFast() {
    constexpr int kLines = 10'000, kAxes = 8;
    ParallelPlot plot;
    plot.resize(900, 400);
    std::vector<PlotDimension> dimensions(kAxes);
    for (int d = 0; d < kAxes; ++d) {
      dimensions[std::size_t(d)].title = QStringLiteral("Quantity %1").arg(d);
      dimensions[std::size_t(d)].logarithmic = d % 3 == 0;
    }
    const auto lines = manyLines(kLines, kAxes);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    WorkTimes setting, drawing, hovering, finding;
    for (int i = 0; i < 7; ++i) {
      auto copy = lines;
      setting.take([&] { plot.setLines(dimensions, std::move(copy)); });
      plot.grab();
    }
    // The lines appear over several frames, of which none takes long.
    int frames = 0;
    QImage last;
    for (bool ready = false; !ready && frames < 1000; ++frames) {
      drawing.take([&] { plot.grab(); });
      const QImage now = plot.grab().toImage();
      ready = now == last;
      last = now;
    }
    QVERIFY(frames < 1000);
    for (int i = 0; i < 60; ++i) {
      plot.setHighlighted(i * 100);
      hovering.take([&] { plot.grab(); });
      finding.take([&] { QTest::mouseMove(&plot, QPoint(100 + 10 * i, 100 + 3 * i)); });
    }
    qInfo("setting 10,000 lines: %s", qPrintable(setting.text()));
    qInfo("drawing them in %d frames: %s", 2 * frames, qPrintable(drawing.text()));
    qInfo("a repaint with a highlight: %s", qPrintable(hovering.text()));
    qInfo("a repaint after finding the line below the mouse: %s", qPrintable(finding.text()));
    const double slowness = test::slownessNow();
    qInfo("this machine is %.2f times slower than the one the limits are for", slowness);
    QVERIFY(setting.milliseconds(0.5) < slowness * 50);
    QVERIFY(drawing.milliseconds(0.5) < slowness * 16);
    QVERIFY(hovering.milliseconds(0.5) < slowness * 16);
    QVERIFY(finding.milliseconds(0.5) < slowness * 16);
  }
};

QTEST_MAIN(SweepPlotsTest)
#include "sweep_plots_test.moc"
