// Why: the plot of the scaling planner places predictions and measurements where they belong, and tells them to mouse,
// keyboard and screen reader.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>
#include <cmath>

#include "widgets/plots/scaling_plot.h"
#include "widgets/theme/theme.h"

using namespace fovea;

namespace {

void showSpeeds(ScalingPlot& plot) {
  plot.resize(560, 320);
  plot.setSpeeds({{1, 1, 1}, {2, 1.5, 2}, {4, 2.5, 3.5}, {8, 4, 5}, {16, 5, 6}}, {{4, 0.77}, {2, 1.17}});
  plot.show();
  QVERIFY(QTest::qWaitForWindowExposed(&plot));
}

void pointAt(ScalingPlot& plot, const QPointF& at) {
  QTest::mouseMove(&plot, at.toPoint());
  QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&plot, &move);
}

int differing(const QImage& one, const QImage& other, const QRect& in) {
  int count = 0;
  for (int y = in.top(); y <= in.bottom(); ++y)
    for (int x = in.left(); x <= in.right(); ++x) count += one.pixel(x, y) != other.pixel(x, y);
  return count;
}

}  // namespace

class ScalingPlotTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qApp->setStyleSheet(QString());
    applyTheme(*qApp, ThemeKind::Dark);
  }

  void powersOfTwoAreEvenlySpacedAndTheIdealIsStraight() {
    ScalingPlot plot;
    showSpeeds(plot);
    const double step = plot.toScreen(2, 1).x() - plot.toScreen(1, 1).x();
    QVERIFY(step > 50);
    QVERIFY(std::abs(plot.toScreen(16, 1).x() - plot.toScreen(8, 1).x() - step) < 1e-9);
    const QPointF first = plot.toScreen(1, 1), middle = plot.toScreen(4, 4), last = plot.toScreen(16, 16);
    QVERIFY(std::abs((first + last).x() - 2 * middle.x()) < 1e-9);
    QVERIFY(std::abs((first + last).y() - 2 * middle.y()) < 1e-9);
    QVERIFY(last.y() < first.y());
    QVERIFY2(plot.toScreen(4, 0.77).y() > first.y(), "a speed below that of one device is shown too");
    QVERIFY(plot.rect().contains(plot.toScreen(4, 0.77).toPoint()));
    QVERIFY(plot.rect().contains(last.toPoint()));
  }

  void bandAndDotsAreDrawn() {
    ScalingPlot plot;
    showSpeeds(plot);
    const QImage both = plot.grab().toImage();
    const QPoint dot = plot.toScreen(2, 1.17).toPoint();
    QCOMPARE(both.pixelColor(dot), Theme(ThemeKind::Dark).series(1));
    const QPoint inside = plot.toScreen(std::sqrt(2 * 4.0), std::sqrt(2 * 2.7)).toPoint();
    const QPoint below = plot.toScreen(std::sqrt(8 * 16.0), 1.5).toPoint();
    QVERIFY2(both.pixelColor(inside).blue() > both.pixelColor(below).blue() + 15, "the band is tinted");
    plot.setSpeeds({{1, 1, 1}, {2, 1.5, 2}, {4, 2.5, 3.5}, {8, 4, 5}, {16, 5, 6}}, {});
    QVERIFY(plot.grab().toImage().pixelColor(plot.toScreen(2, 1.17).toPoint()) != Theme(ThemeKind::Dark).series(1));
  }

  void bothThemesDiffer() {
    ScalingPlot plot;
    showSpeeds(plot);
    const QImage dark = plot.grab().toImage();
    applyTheme(*qApp, ThemeKind::Light);
    const QImage light = plot.grab().toImage();
    applyTheme(*qApp, ThemeKind::Dark);
    QCOMPARE(light.pixelColor(plot.toScreen(2, 1.17).toPoint()), Theme(ThemeKind::Light).series(1));
    QVERIFY(differing(dark, light, dark.rect()) > dark.width() * dark.height() / 100);
  }

  void theMouseReadsTheNearestNumberOfDevices() {
    ScalingPlot plot;
    showSpeeds(plot);
    QSignalSpy hovered(&plot, &ScalingPlot::devicesHovered);
    const QImage before = plot.grab().toImage();
    pointAt(plot, plot.toScreen(3.7, 2));
    QCOMPARE(plot.highlighted(), 4);
    QCOMPARE(hovered.back().front().toInt(), 4);
    QVERIFY2(differing(before, plot.grab().toImage(), plot.rect()) > 1000, "a box with the values is shown");
    pointAt(plot, plot.toScreen(7, 2));
    QCOMPARE(plot.highlighted(), 8);
    pointAt(plot, {2, 2});
    QCOMPARE(plot.highlighted(), 0);
    pointAt(plot, plot.toScreen(2, 1));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&plot, &leave);
    QCOMPARE(plot.highlighted(), 0);
  }

  void theArrowKeysGoThroughTheNumbers() {
    ScalingPlot plot;
    showSpeeds(plot);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.highlighted(), 1);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.highlighted(), 2);
    QTest::keyClick(&plot, Qt::Key_End);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.highlighted(), 16);
    QTest::keyClick(&plot, Qt::Key_Left);
    QCOMPARE(plot.highlighted(), 8);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&plot, &leave);
    QCOMPARE(plot.highlighted(), 8);  // the mouse did not place it
    plot.setSpeeds({{1, 1, 1}, {2, 1.5, 2}, {8, 4, 5}}, {});
    QCOMPARE(plot.highlighted(), 8);
    plot.setSpeeds({{1, 1, 1}, {2, 1.5, 2}}, {});
    QCOMPARE(plot.highlighted(), 0);
  }

  void aScreenReaderHearsTheValues() {
    ScalingPlot plot;
    showSpeeds(plot);
    QCOMPARE(plot.accessibleName(), QStringLiteral("Speed by number of devices"));
    const QString all = plot.accessibleDescription();
    QVERIFY2(all.contains(QStringLiteral("5× to 6×")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("0.77×")) && all.contains(QStringLiteral("1.17×")), qPrintable(all));
    plot.setHighlighted(2);
    QVERIFY(plot.accessibleDescription().endsWith(QStringLiteral("Nothing hidden 1.5×, Measured here 1.17×")));
  }

  void nothingToDrawShowsTheNote() {
    ScalingPlot plot;
    plot.resize(400, 200);
    const QImage blank = plot.grab().toImage();
    plot.setNote(QStringLiteral("No step is measured yet."));
    QVERIFY(differing(blank, plot.grab().toImage(), plot.rect()) > 50);
    QCOMPARE(plot.accessibleDescription(), QStringLiteral("No step is measured yet."));
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.highlighted(), 0);
  }

  void strangeValuesDoNoHarm() {
    ScalingPlot plot;
    plot.resize(240, 180);
    plot.setSpeeds({{1, 1, 1}}, {});
    QVERIFY(plot.rect().contains(plot.toScreen(1, 1).toPoint()));
    plot.grab();
    plot.setSpeeds({{1, 1, 1}, {2, 1e-9, 1e-8}, {4, NAN, 3}, {1024, 1e-300, 2}}, {{2, 0}, {3, INFINITY}});
    QVERIFY(plot.rect().contains(plot.toScreen(1024, 1e-300).toPoint()));
    QVERIFY(plot.rect().contains(plot.toScreen(1024, 1024).toPoint()));
    plot.grab();
    QTest::keyClick(&plot, Qt::Key_End);
    QTest::keyClick(&plot, Qt::Key_Left);
    QCOMPARE(plot.highlighted(), 2);  // neither 3 nor 4
  }

  void speedsAreShort() {
    QCOMPARE(timesText(1), QStringLiteral("1×"));
    QCOMPARE(timesText(1.1666), QStringLiteral("1.17×"));
    QCOMPARE(timesText(1024), QStringLiteral("1024×"));
    QCOMPARE(timesText(123.4), QStringLiteral("123×"));
    QCOMPARE(timesText(0.5), QStringLiteral("0.5×"));
  }
};

QTEST_MAIN(ScalingPlotTest)
#include "scaling_plot_test.moc"
