// Why: a matrix of any size is painted at once and shows
// the value under the pointer; marks lie on their curve.
#include <QElapsedTimer>
#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include "widgets/images/matrix_view.h"
#include "widgets/plots/share_plot.h"
#include "widgets/theme/segment_bar.h"

namespace fovea {
namespace {

QStringList namesOf(int count) {
  QStringList names;
  for (int i = 0; i < count; ++i) names << QStringLiteral("class %1").arg(i);
  return names;
}

}  // namespace

class EvaluationWidgetsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aCellTellsItsFigures() {
    MatrixView view;
    view.setCounts({"a", "b"}, {9, 1, 3, 0});
    QCOMPARE(view.text({0, 0}), QString("9"));
    QCOMPARE(view.text({1, 1}), QString());
    view.setFigure(MatrixView::Figure::RowShare);
    QCOMPARE(view.share({0, 1}), 0.1);
    view.setFigure(MatrixView::Figure::ColumnShare);
    QCOMPARE(view.share({1, 0}), 0.25);
    QVERIFY(view.describe({1, 0}).contains("b taken for a"));
    QVERIFY(view.describe({0, 0}).contains("a recognised"));
  }

  void everyCellIsUnderItsOwnMiddle_data() {
    QTest::addColumn<int>("classes");
    for (const int classes : {1, 10, 43, 300}) QTest::addRow("%d", classes) << classes;
  }
  void everyCellIsUnderItsOwnMiddle() {
    QFETCH(int, classes);
    MatrixView view;
    view.resize(500, 420);
    view.setCounts(namesOf(classes), std::vector<qint64>(static_cast<std::size_t>(classes * classes), 1));
    for (int i = 0; i < classes; i += std::max(1, classes / 7)) {
      const MatrixView::Cell cell{i, classes - 1 - i};
      QVERIFY(view.cellAt(view.cellRect(cell).center()) == cell);
    }
  }

  void pointerAndKeysChooseACell() {
    MatrixView view;
    view.resize(400, 360);
    view.setCounts(namesOf(4), std::vector<qint64>(16, 2));
    QSignalSpy chosen(&view, &MatrixView::cellChosen);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.cellRect({2, 1}).center());
    QCOMPARE(chosen.count(), 1);
    QVERIFY(view.chosen() == (MatrixView::Cell{2, 1}));
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Up);
    QVERIFY(view.chosen() == (MatrixView::Cell{1, 2}));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.chosen());
    QSignalSpy row(&view, &MatrixView::rowChosen);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {view.cellRect({3, 0}).left() - 20, view.cellRect({3, 0}).center().y()});
    QCOMPARE(row.value(0).value(0).toInt(), 3);
  }

  void oneErrorAmongAThousandClassesIsSeen() {
    constexpr int kClasses = 1000;
    MatrixView view;
    view.resize(420, 400);
    std::vector<qint64> counts(kClasses * kClasses);
    for (std::size_t i = 0; i < kClasses; ++i) counts[i * kClasses + i] = 50;
    view.setCounts(namesOf(kClasses), counts);
    const QImage before = view.viewport()->grab().toImage();
    counts[700 * kClasses + 200] = 50;
    view.setCounts(namesOf(kClasses), counts);
    const QImage after = view.viewport()->grab().toImage();
    const QPoint at = view.cellRect({700, 200}).center();
    bool seen = false;
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) seen |= before.pixel(at + QPoint(dx, dy)) != after.pixel(at + QPoint(dx, dy));
    QVERIFY(seen);
    // Repainting takes no longer than drawing an image.
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 20; ++i) view.viewport()->grab();
    QVERIFY2(timer.elapsed() < 20 * 100, qPrintable(QString::number(timer.elapsed())));
  }

  void theMarkStaysOnItsCurve() {
    SharePlot plot;
    plot.resize(300, 240);
    plot.setCurves({{"a", {{0, 1}, {0.5, 0.8}, {1, 0.2}}, {}}}, false);
    QSignalSpy chosen(&plot, &SharePlot::pointChosen);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toScreen({0.5, 0.8}).toPoint());
    QCOMPARE(chosen.value(0).value(0).toInt(), 1);
    QTest::keyClick(&plot, Qt::Key_Right);
    QTest::keyClick(&plot, Qt::Key_Right);
    QCOMPARE(plot.mark(), 2);
    plot.setDots({{-3, -2}, {5, 4}});
    QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.toScreen({5, 4}).toPoint());
    QCOMPARE(plot.mark(), 1);
  }

  void segmentsAreChosenByPointerAndKeys() {
    SegmentBar bar({"counts", "rows", "columns"});
    bar.resize(bar.sizeHint());
    QSignalSpy changed(&bar, &SegmentBar::currentChanged);
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.segmentRect(2).center());
    QCOMPARE(bar.current(), 2);
    QTest::keyClick(&bar, Qt::Key_Left);
    QCOMPARE(bar.current(), 1);
    QTest::keyClick(&bar, Qt::Key_Left);
    QTest::keyClick(&bar, Qt::Key_Left);
    QCOMPARE(bar.current(), 0);
    QCOMPARE(changed.count(), 3);
    QCOMPARE(bar.accessibleDescription(), QString("counts"));
  }
};

}  // namespace fovea

QTEST_MAIN(fovea::EvaluationWidgetsTest)
#include "evaluation_widgets_test.moc"
