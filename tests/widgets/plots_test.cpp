// Why: a plot shows everything with no more points than pixels, reads exact values, and exports what it shows.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>
#include <cmath>
#include <limits>

#include "tests/core/base/machine_speed.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/plots/plot_header.h"
#include "widgets/plots/qcustomplot_header.h"
#include "widgets/theme/curve.h"
#include "widgets/theme/theme.h"
#include "work_times.h"

using namespace fovea;

namespace {

struct Block {
  std::vector<double> xs;
  std::vector<double> ys;
};

// A falling loss with noise, the same each time.
Block loss(std::size_t count, std::size_t from = 0) {
  Block block;
  std::uint32_t noise = 12345;
  for (std::size_t i = 0; i < count; ++i) {
    noise = noise * 1664525u + 1013904223u;
    const double x = static_cast<double>(from + i);
    block.xs.push_back(x);
    block.ys.push_back(0.2 + std::exp(-x / (0.2 * static_cast<double>(count + from))) + (noise >> 8) * 0.1 / (1 << 24));
  }
  return block;
}

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The visible tick labels of x.
QStringList labelsOf(const MetricPlot& plot) {
  auto* drawn = plot.findChild<QCustomPlot*>();
  drawn->replot();
  const QVector<double> places = drawn->xAxis->tickVector();
  const QVector<QString> all = drawn->xAxis->tickVectorLabels();
  QStringList labels;
  for (int i = 0; i < places.size(); ++i)
    if (drawn->xAxis->range().contains(places[i])) labels << all[i];
  return labels;
}

}  // namespace

class PlotsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void thinningKeepsEveryPeak() {
    Block block = loss(100'000);
    block.ys[54'321] = 9;
    block.ys[70'000] = -9;
    const auto points = decimate(block.xs, block.ys, 0, 99'999, 500);
    QVERIFY(points.size() <= 2000);
    const auto has = [&](QPointF wanted) { return std::find(points.begin(), points.end(), wanted) != points.end(); };
    QVERIFY(has({54'321, 9}));
    QVERIFY(has({70'000, -9}));
    QVERIFY(has({0, block.ys.front()}));
    QVERIFY(has({99'999, block.ys.back()}));
    QVERIFY(std::is_sorted(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
  }

  void thinningGoesOneBeyondTheEdges() {
    const std::vector<double> xs{0, 1, 2, 3, 4, 5};
    const auto points = decimate(xs, xs, 1.5, 3.5, 10);
    QCOMPARE(points.size(), std::size_t{4});
    QCOMPARE(points.front().x(), 1.0);
    QCOMPARE(points.back().x(), 4.0);
    QVERIFY(decimate({}, {}, 0, 1, 10).empty());
    QVERIFY(decimate(xs, xs, 3, 1, 10).empty());
  }

  void thinningKeepsGaps() {
    Block block = loss(10'000);
    for (std::size_t i = 4000; i < 6000; ++i) block.ys[i] = std::numeric_limits<double>::quiet_NaN();
    const auto points = decimate(block.xs, block.ys, 0, 9999, 100);
    QCOMPARE(std::count_if(points.begin(), points.end(), [](QPointF p) { return std::isnan(p.y()); }), 1);
  }

  void theAverageStartsAtTheFirstValue() {
    SeriesData data;
    data.setSmoothing(0.9);
    const std::vector<double> xs{0, 1, 2};
    data.append(xs, std::vector<double>{4, 4, 4});
    QCOMPARE(data.smoothed()[0], 4.0);
    QCOMPARE(data.smoothed()[2], 4.0);
    // Appending in two blocks gives the same result as in one.
    SeriesData whole;
    SeriesData parts;
    for (SeriesData* each : {&whole, &parts}) each->setSmoothing(0.6);
    const Block block = loss(100);
    whole.append(block.xs, block.ys);
    parts.append(std::span(block.xs).first(37), std::span(block.ys).first(37));
    parts.append(std::span(block.xs).subspan(37), std::span(block.ys).subspan(37));
    QVERIFY(std::equal(whole.smoothed().begin(), whole.smoothed().end(), parts.smoothed().begin()));
  }

  void aValueThatIsNoneDoesNotSpoilTheAverage() {
    SeriesData data;
    data.setSmoothing(0.5);
    data.append(std::vector<double>{0, 1, 2}, std::vector<double>{1, std::nan(""), 1});
    QVERIFY(std::isnan(data.smoothed()[1]));
    QCOMPARE(data.smoothed()[2], 1.0);
  }

  void aRunThatGoesBackReplacesWhatWasThere() {
    SeriesData data;
    data.setSmoothing(0.5);
    data.append(std::vector<double>{0, 1, 2, 3}, std::vector<double>{1, 2, 3, 4});
    data.append(std::vector<double>{2, 3}, std::vector<double>{9, 9});
    QCOMPARE(data.size(), std::size_t{4});
    QCOMPARE(data.ys()[2], 9.0);
    QCOMPARE(data.smoothed().size(), std::size_t{4});
  }

  void closeTicksAreWrittenWithEnoughDigits_data() {
    QTest::addColumn<bool>("shares");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("a share that hardly changes") << true << 0.9987 << 0.9989;
    QTest::newRow("a share around its best value") << true << 0.9978 << 0.999;
    QTest::newRow("a loss far from 0") << false << 12.3401 << 12.3412;
    QTest::newRow("thousands") << false << 123456.0 << 123461.0;
    QTest::newRow("small numbers") << false << 0.00001234 << 0.00001239;
  }
  void closeTicksAreWrittenWithEnoughDigits() {
    QFETCH(bool, shares);
    QFETCH(double, low);
    QFETCH(double, high);
    MetricPlot plot(QStringLiteral("Top-5 accuracy"));
    plot.setShares(shares);
    plot.resize(500, 400);
    const int series = plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
    plot.append(series, 1, low);
    plot.append(series, 2, high);
    plot.flush();
    const QCPAxis* const axis = plot.findChild<QCustomPlot*>()->yAxis;
    const QVector<QString> labels = axis->tickVectorLabels();
    QVERIFY(labels.size() > 2);
    for (qsizetype i = 0; i < labels.size(); ++i) {
      const QString number = QString(labels[i]).remove(QStringLiteral(" %")).remove(u'k');
      const double unit = shares ? 0.01 : labels[i].endsWith(u'k') ? 1000 : 1;
      const double tick = axis->tickVector()[i], step = axis->tickVector()[1] - axis->tickVector()[0];
      QVERIFY2(std::abs(number.toDouble() * unit - tick) < step / 50, qPrintable(labels[i]));
    }
  }

  void labelsBelowAPlotDoNotTouch() {
    MetricPlot plot(QStringLiteral("Top-5 accuracy"));
    plot.setShares(true);
    const int series = plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
    plot.append(series, 844, 0.99866);
    plot.append(series, 1688, 0.99882);
    plot.show();
    const QCPAxis* const axis = plot.findChild<QCustomPlot*>()->xAxis;
    const QFontMetrics metrics(axis->tickLabelFont());
    for (int width = 240; width < 700; width += 20) {
      plot.resize(width, 200);
      for (int i = 0; i < 2; ++i) plot.flush();  // the first drawing finds the room that labels need at the left
      const QVector<double> ticks = axis->tickVector();
      const double apart = axis->coordToPixel(ticks[1]) - axis->coordToPixel(ticks[0]);
      for (const QString& label : axis->tickVectorLabels())
        QVERIFY2(metrics.horizontalAdvance(label) + 6 < apart, qPrintable(QString("%1 at %2").arg(label).arg(width)));
    }
  }

  void labelsBesideAPlotDoNotTouch() {
    MetricPlot plot(QStringLiteral("Accuracy"));
    plot.setShares(true);
    const int series = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(series, 1, 0.238);
    plot.show();
    const QCPAxis* const axis = plot.findChild<QCustomPlot*>()->yAxis;
    const QFontMetrics metrics(axis->tickLabelFont());
    double value = 0.239;
    for (int step = 2; step < 40; ++step, value += 0.0031) {
      plot.append(series, step, value);
      for (int height = 120; height < 420; height += 10) {
        plot.resize(320, height);
        plot.flush();
        const QVector<double> ticks = axis->tickVector();
        const double apart = axis->coordToPixel(ticks[0]) - axis->coordToPixel(ticks[1]);
        QVERIFY2(metrics.height() <= apart,
                 qPrintable(QString("%1 of 24 % to %2, %3 high").arg(apart).arg(value).arg(height)));
        int shown = 0;
        for (const double tick : ticks) shown += axis->range().contains(tick);
        QVERIFY2(shown >= 2, qPrintable(QString("%1 to %2, %3 high").arg(shown).arg(value).arg(height)));
      }
    }
  }

  void aPlotIsDrawnOnceHoweverOftenItIsResized() {
    MetricPlot plot(QStringLiteral("Loss"));
    const int series = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(series, 1, 2);
    QCoreApplication::processEvents();  // QCustomPlot's constructor asks for a drawing
    QSignalSpy drawn(plot.findChild<QCustomPlot*>(), &QCustomPlot::afterReplot);
    plot.resize(400, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTRY_COMPARE(drawn.count(), 1);
    for (int width = 410; width < 500; width += 10) plot.resize(width, 300);
    QTRY_COMPARE(drawn.count(), 2);
    QTest::qWait(100);
    QCOMPARE(drawn.count(), 2);
    plot.hide();
    plot.append(series, 2, 1);
    plot.show();
    QTRY_COMPARE(drawn.count(), 3);
    QCOMPARE(plot.drawnPoints(series), 2);
  }

  void aMillionPointsBecomeAsManyAsThereArePixels() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(900, 400);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    const Block block = loss(1'000'000);
    plot.append(train, block.xs, block.ys);
    plot.setSmoothing(0.6);
    WorkTimes times;
    for (int attempt = 0; attempt < 3; ++attempt)
      times.take([&] {
        plot.flush();
        plot.grab();
      });
    qInfo("drawing 1,000,000 points, raw and smoothed: %s", qPrintable(times.text()));
    QVERIFY(times.units(0) < 40);
    QVERIFY(plot.drawnPoints(train) > 500);
    QVERIFY(plot.drawnPoints(train) <= 4 * 900);
    QCOMPARE(plot.data(train).size(), std::size_t{1'000'000});
    QCOMPARE(plot.xRange().low, 0.0);
    QCOMPARE(plot.xRange().high, 999'999.0);
  }

  // All curves grow between two repaints, as those of runs that train.
  void aRepaintOfLongCurvesFitsAFrame_data() {
    QTest::addColumn<int>("curves");
    QTest::addColumn<int>("points");
    QTest::addColumn<double>("limit");  // in milliseconds
    QTest::newRow("one of a million points") << 1 << 1'000'000 << 10.0;
    QTest::newRow("twenty of a hundred thousand") << 20 << 100'000 << 16.0;
    QTest::newRow("fifty of twenty thousand") << 50 << 20'000 << 16.0;
  }
  void aRepaintOfLongCurvesFitsAFrame() {
    QFETCH(int, curves);
    QFETCH(int, points);
    QFETCH(double, limit);
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(900, 400);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const Block block = loss(static_cast<std::size_t>(points));
    for (int curve = 0; curve < curves; ++curve)
      plot.append(plot.addSeries(QString::number(curve), SeriesRole::Other), block.xs, block.ys);
    plot.setSmoothing(0.6);
    plot.flush();
    plot.grab();
    WorkTimes times;
    for (int step = 0; step < 60; ++step) {
      for (int curve = 0; curve < curves; ++curve) plot.append(curve, points + step, 0.2 + 0.01 * curve);
      times.take([&] {
        plot.flush();
        plot.grab();
      });
    }
    qInfo("a repaint of %d curves of %d points: %s", curves, points, qPrintable(times.text()));
    for (int curve = 0; curve < curves; ++curve) QVERIFY(plot.drawnPoints(curve) > 500);
    const double slowness = test::slownessNow();
    qInfo("this machine is %.2f times slower than the one the limit is for", slowness);
    QVERIFY(times.milliseconds(0.5) < slowness * limit);
  }

  void sharesEndAtAll() {
    MetricPlot plot(QStringLiteral("Accuracy"));
    plot.setShares(true);
    plot.resize(600, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(train, std::vector<double>{1, 2, 3}, std::vector<double>{0.3, 0.9, 0.99});
    plot.flush();
    QVERIFY2(plot.yRange().high >= 1 && plot.yRange().high < 1.05, qPrintable(QString::number(plot.yRange().high)));
    plot.append(train, 4, 1);
    plot.flush();
    QVERIFY(plot.yRange().high >= 1 && plot.yRange().high < 1.05);
    QCOMPARE(plot.valueText(0.9125), QStringLiteral("91.25 %"));
    QCOMPARE(percentNumber(0.5), QStringLiteral("50 %"));
  }

  void aSinglePointIsSeen() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    const auto inked = [&] {
      plot.flush();
      const QImage image = plot.grab().toImage();
      const QColor color = currentTheme().series(0);
      int count = 0;
      for (int y = 60; y < image.height(); ++y)  // below the header with its legend
        for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == color;
      return count;
    };
    QCOMPARE(inked(), 0);
    plot.append(train, 10, 0.7);
    QVERIFY2(inked() > 4, qPrintable(QString::number(inked())));
    QVERIFY(plot.xRange().low < 10 && plot.xRange().high > 10);
  }

  // Steps are whole numbers: 843.6 is none.
  void theOnlyPointHasTheOnlyLabel() {
    MetricPlot plot(QStringLiteral("Recall"));
    plot.resize(240, 160);
    const int series = plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
    plot.append(series, 844, 0.87);
    for (const PlotAxis axis : {PlotAxis::Step, PlotAxis::Epoch}) {
      plot.setAxis(axis);
      plot.flush();
      QCOMPARE(labelsOf(plot), QStringList{QStringLiteral("844")});
    }
  }

  void labelsHaveRoomInASmallPlot() {
    MetricPlot plot(QStringLiteral("Samples per second"));
    plot.resize(240, 160);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int series = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    for (int step = 10; step < 9000; step += 10) plot.append(series, step, step);
    for (const PlotAxis axis : {PlotAxis::Step, PlotAxis::Duration, PlotAxis::Time}) {
      plot.setAxis(axis);
      plot.flush();
      const auto* drawn = plot.findChild<QCustomPlot*>();
      const QFontMetrics metrics(drawn->xAxis->tickLabelFont());
      int wanted = 0;
      for (const QString& label : labelsOf(plot)) wanted += metrics.boundingRect(QRect(), 0, label).width() + 8;
      QVERIFY2(wanted <= drawn->axisRect()->width(), qPrintable(labelsOf(plot).join(QLatin1Char('|'))));
      QVERIFY(labelsOf(plot).size() >= (axis == PlotAxis::Time ? 1 : 2));
    }
  }

  void theLegendNamesWhatIsThere() {
    MetricPlot plot(QStringLiteral("Recall"));
    const auto listed = [&] {
      plot.flush();
      return plot.header()->legend()->listedCount();
    };
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    const int validation = plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
    QCOMPARE(listed(), 0);
    plot.append(validation, 10, 0.5);
    QCOMPARE(listed(), 1);
    plot.append(train, 10, 0.5);
    QCOMPARE(listed(), 2);
    plot.setSeriesVisible(train, false);
    QCOMPARE(listed(), 2);
  }

  // Without axes a curve does not show any amounts.
  void smallChartsHaveAxes() {
    MiniPlot plot(QStringLiteral("Learning rate"), 0);
    plot.resize(260, 150);
    const auto labelled = [&](QWidget& chart, QRect where) {
      const QImage image = chart.grab().toImage();
      const QColor ink = currentTheme().color(Color::Muted);
      int count = 0;
      for (int y = where.top(); y <= where.bottom(); ++y)
        for (int x = where.left(); x <= where.right(); ++x)
          count += std::abs(image.pixelColor(x, y).lightness() - ink.lightness()) < 30;
      return count;
    };
    const QRect left(10, 40, 30, 80), below(40, 128, 200, 20);
    QCOMPARE(labelled(plot, below), 0);
    plot.append(std::vector<double>{0, 500, 1000}, std::vector<double>{0.1, 0.05, 0.01});
    QVERIFY(labelled(plot, left) > 10);
    QVERIFY(labelled(plot, below) > 10);
  }

  // Ten times a second at most, and once a second at least.
  void arrivingValuesAreDrawnAtAMeasuredPace() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    QTest::qWait(100);
    QElapsedTimer clock;
    clock.start();
    int drawn = 0;
    int before = plot.drawnPoints(train);
    for (int step = 0; clock.elapsed() < 2500; ++step) {
      plot.append(train, step, 1.0 / (1 + step));
      QCoreApplication::processEvents();
      if (plot.drawnPoints(train) != before) ++drawn;
      before = plot.drawnPoints(train);
    }
    QVERIFY2(drawn >= 2 && drawn <= 26, qPrintable(QString::number(drawn)));
  }

  void theWheelZoomsAndADoubleClickResets() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    const Block block = loss(1000);
    plot.append(train, block.xs, block.ys);
    plot.flush();
    QWidget* inner =
        plot.findChild<PlotLegend*>()->parentWidget()->parentWidget() == &plot ? plot.childAt(300, 200) : nullptr;
    QVERIFY(inner);
    const QPointF at(300, 100);
    QWheelEvent wheel(at, inner->mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(inner, &wheel);
    plot.flush();
    const double width = plot.xRange().high - plot.xRange().low;
    QVERIFY(width < 700);
    // New values do not change the range that the user chose.
    plot.append(train, 1000, 0.2);
    plot.flush();
    QCOMPARE(plot.xRange().high - plot.xRange().low, width);
    QTest::mouseDClick(inner, Qt::LeftButton, {}, {300, 100});
    plot.flush();
    QCOMPARE(plot.xRange().high, 1000.0);
  }

  void theLogarithmLeavesOutWhatIsNotPositive() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(train, std::vector<double>{0, 1, 2, 3}, std::vector<double>{10, 0, -1, 0.001});
    plot.setLogarithmic(true);
    plot.flush();
    QVERIFY(plot.yRange().low > 0 && plot.yRange().low <= 0.001);
    QVERIFY(plot.yRange().high >= 10);
    plot.setLogarithmic(false);
    plot.flush();
    QVERIFY(plot.yRange().low < 0);
  }

  void anEmptyPlotAndASinglePointAreDrawn() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(400, 200);
    plot.flush();
    const int series = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(series, 5, 0.5);
    plot.flush();
    QVERIFY(plot.xRange().high > plot.xRange().low);
    QVERIFY(plot.yRange().low < 0.5 && plot.yRange().high > 0.5);
    plot.append(series, 6, std::nan(""));
    plot.flush();
    plot.clearSeries();
    plot.flush();
    QCOMPARE(plot.seriesCount(), 0);
  }

  void theLabelOfTheBestKeepsClearOfTheCurves() {
    // A valley: the curve is beside and above its lowest point.
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(640, 360);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    for (const double best : {0.05, 0.35, 0.5, 0.8, 0.97}) {
      std::vector<double> xs, ys;
      for (int i = 0; i <= 200; ++i) {
        xs.push_back(i);
        ys.push_back(0.3 + 4 * std::abs(i / 200.0 - best));
      }
      plot.clearSeries();
      const int curve = plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
      plot.append(curve, xs, ys);
      plot.setBest(curve, best * 200, 0.3, QStringLiteral("best · epoch 12 · 0.3000"));
      plot.flush();
      auto* drawing = plot.findChild<QCustomPlot*>();
      drawing->replot();
      const QCPItemText* label = nullptr;
      for (int i = 0; i < drawing->itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(drawing->item(i))) label = text;
      QVERIFY(label && label->visible());
      const QMarginsF padding = label->padding();
      const QRectF words =
          QRectF(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition()).marginsRemoved(padding);
      QVERIFY(drawing->axisRect()->rect().contains(words.toAlignedRect()));
      for (std::size_t i = 0; i < xs.size(); ++i) {
        const QPointF point(drawing->xAxis->coordToPixel(xs[i]), drawing->yAxis->coordToPixel(ys[i]));
        QVERIFY2(!words.contains(point), qPrintable(QString("best at %1, point %2").arg(best).arg(i)));
      }
    }
  }

  void theLabelOfASmallPlotIsShortenedRatherThanDrawnOverTheCurve() {
    MetricPlot plot(QStringLiteral("F1"));
    plot.resize(320, 140);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    const int curve = plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
    plot.append(curve, std::vector<double>{850, 1700}, std::vector<double>{0.873, 0.8911});
    plot.setBest(curve, 1700, 0.8911, QStringLiteral("best · epoch 2 · 0.8911"));
    plot.flush();
    auto* drawing = plot.findChild<QCustomPlot*>();
    drawing->replot();
    const QCPItemText* label = nullptr;
    for (int i = 0; i < drawing->itemCount(); ++i)
      if (auto* text = qobject_cast<QCPItemText*>(drawing->item(i))) label = text;
    QVERIFY(label && label->visible());
    QVERIFY2(label->text().endsWith("0.8911"), qPrintable(label->text()));
    QCOMPARE(plot.bestText(), QString("best · epoch 2 · 0.8911"));
    const QRectF words = QRectF(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition())
                             .marginsRemoved(QMarginsF(label->padding()));
    QVERIFY(drawing->axisRect()->rect().contains(words.toAlignedRect()));
    for (int i = 0; i <= 500; ++i) {
      const double share = i / 500.0;
      const QPointF point(drawing->xAxis->coordToPixel(850 + 850 * share),
                          drawing->yAxis->coordToPixel(0.873 + 0.0181 * share));
      QVERIFY2(!words.contains(point), qPrintable(label->text()));
    }
  }

  // The curve begins at step 10, and the text of a mark at step 0 is inside the plot.
  void aMarkBeforeTheFirstPointCanBeRead() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(train, std::vector<double>{10, 20, 30}, std::vector<double>{0.5, 0.25, 0.125});
    plot.addMarker(0, QStringLiteral("2 ranks"));
    plot.show();
    auto* inner = plot.findChild<QCustomPlot*>();
    QVERIFY(inner);
    QCPItemText* words = nullptr;
    for (int i = 0; i < inner->itemCount(); ++i)
      if (auto* text = qobject_cast<QCPItemText*>(inner->item(i)); text && text->text() == "2 ranks") words = text;
    QVERIFY(words);
    QTRY_VERIFY(words->topLeft->pixelPosition().x() >= inner->axisRect()->left() - 1);
    QVERIFY(words->bottomRight->pixelPosition().x() < inner->axisRect()->right());
  }

  void filesHoldWhatIsShown() {
    QTemporaryDir folder;
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    const int train = plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    const int validation = plot.addSeries(QStringLiteral("validation, all"), SeriesRole::Validation);
    plot.append(train, std::vector<double>{1, 2, 3}, std::vector<double>{0.5, 0.25, 0.125});
    plot.append(validation, 2, 0.3);
    plot.addMarker(2, QStringLiteral("rate 0.01 → 0.003"));
    plot.setBest(validation, 2, 0.3, QStringLiteral("best · epoch 1 · 0.3"));

    QVERIFY(plot.exportFile(folder.filePath("plot.csv")).ok());
    QCOMPARE(contentOf(folder.filePath("plot.csv")),
             QByteArray("step,train,\"validation, all\"\n1,0.5,\n2,0.25,0.3\n3,0.125,\n"));
    QVERIFY(plot.exportFile(folder.filePath("plot.png")).ok());
    const QImage picture(folder.filePath("plot.png"));
    QVERIFY(picture.width() > 1000);  // twice the size on the screen
    QCOMPARE(picture.pixelColor(1, 1), currentTheme().color(Color::Panel));
    QVERIFY(plot.exportFile(folder.filePath("plot.pdf")).ok());
    QVERIFY(contentOf(folder.filePath("plot.pdf")).startsWith("%PDF-"));
    const Status wrong = plot.exportFile(folder.filePath("plot.xyz"));
    QVERIFY(!wrong.ok());
    QVERIFY(wrong.error().advice.find(".png") != std::string::npos);
    QVERIFY(!plot.exportFile(folder.filePath("no/such/folder/plot.png")).ok());
  }

  // On the axis of wall time, epochs that end within one second lie at one x.
  void valuesAtOneXAreAllExported() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.addSeries(QStringLiteral("validation"), SeriesRole::Validation);
    plot.append(0, std::vector<double>{10, 10, 10, 11}, std::vector<double>{4, 3, 2, 1});
    plot.append(1, std::vector<double>{10, 12}, std::vector<double>{0.5, 0.25});
    QCOMPARE(plot.csv(), QString("step,train,validation\n10,4,0.5\n10,3,\n10,2,\n11,1,\n12,,0.25\n"));
  }

  void exportingTwiceLeavesThePlotAsItWas() {
    QTemporaryDir folder;
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    plot.addSeries(QStringLiteral("train"), SeriesRole::Train);
    plot.append(0, std::vector<double>{1, 2, 3}, std::vector<double>{0.5, 0.25, 0.125});
    plot.flush();
    const QImage before = plot.grab().toImage();
    QVERIFY(plot.exportPng(folder.filePath("a.png")).ok());
    QVERIFY(plot.exportPdf(folder.filePath("a.pdf")).ok());
    plot.flush();
    QCOMPARE(plot.grab().toImage(), before);
  }

  void aHiddenCurveDoesNotCountForTheRange() {
    MetricPlot plot(QStringLiteral("Loss"));
    plot.resize(600, 300);
    plot.addSeries(QStringLiteral("a"), SeriesRole::Other);
    plot.addSeries(QStringLiteral("b"), SeriesRole::Other);
    plot.append(0, std::vector<double>{0, 1}, std::vector<double>{0, 1});
    plot.append(1, std::vector<double>{0, 1}, std::vector<double>{0, 1000});
    plot.flush();
    QVERIFY(plot.yRange().high > 900);
    plot.setSeriesVisible(1, false);
    plot.flush();
    QVERIFY(plot.yRange().high < 2);
  }

  void figuresAreShort() {
    QCOMPARE(compactNumber(0), QStringLiteral("0"));
    QCOMPARE(compactNumber(0.3), QStringLiteral("0.3"));
    QCOMPARE(compactNumber(2500), QStringLiteral("2500"));
    QCOMPARE(compactNumber(25000), QStringLiteral("25k"));
    QCOMPARE(compactNumber(1.5e6), QStringLiteral("1.5M"));
    QCOMPARE(compactNumber(1e-5), QStringLiteral("1e-5"));
  }

  void theSmallPlotTellsTheLastValue() {
    MiniPlot plot(QStringLiteral("Accuracy"), 2);
    QCOMPARE(plot.valueText(), QStringLiteral("–"));
    plot.setFormat([](double value) { return QStringLiteral("%1 %").arg(value * 100, 0, 'f', 1); });
    plot.append(1, 0.5);
    plot.append(2, 0.894);
    QCOMPARE(plot.valueText(), QStringLiteral("89.4 %"));
    plot.resize(240, 150);
    plot.grab();
    plot.clear();
    QCOMPARE(plot.valueText(), QStringLiteral("–"));
  }
};

QTEST_MAIN(PlotsTest)
#include "plots_test.moc"
