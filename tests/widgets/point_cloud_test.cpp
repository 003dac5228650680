// A point cloud with many points stays fast, and its content can be seen, named and selected by mouse and keyboard.
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <random>

#include "tests/widgets/placement_counter.h"
#include "tests/widgets/work_times.h"
#include "widgets/images/cloud_legend.h"
#include "widgets/images/point_cloud.h"
#include "widgets/images/point_marks.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

// Pictures of a single colour that depends on their number.
class Plain : public ThumbnailSource {
 public:
  qint64 count() const override { return 100'000; }
  QString label(qint64 index) const override { return QString::number(index); }
  QImage image(qint64 index) const override {
    QImage picture(28, 28, QImage::Format_RGB32);
    picture.fill(QColor::fromHsv(static_cast<int>(index % 360), 200, 200));
    return picture;
  }
};

// `groups` round clouds side by side, point i in cloud i % groups.
std::vector<QPointF> clouds(int count, int groups) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<QPointF> points;
  for (int i = 0; i < count; ++i) {
    const double x = normal(random), y = normal(random);
    points.emplace_back(10 * (i % groups) + x, y);
  }
  return points;
}

std::vector<int> groupsOf(int count, int groups) {
  std::vector<int> result;
  for (int i = 0; i < count; ++i) result.push_back(i % groups);
  return result;
}

// Draws around a rectangle with the left button.
void lasso(PointCloud& cloud, const QRectF& around, Qt::KeyboardModifiers modifiers = {}) {
  const QList<QPointF> corners{around.topLeft(), around.topRight(), around.bottomRight(), around.bottomLeft()};
  QTest::mousePress(&cloud, Qt::LeftButton, modifiers, corners[0].toPoint());
  for (const QPointF& corner : corners) QTest::mouseMove(&cloud, corner.toPoint());
  QTest::mouseRelease(&cloud, Qt::LeftButton, modifiers, corners[3].toPoint());
}

// The bounds of the group's points with a margin.
QRectF boundsOf(const PointCloud& cloud, const std::vector<int>& groups, int group) {
  QRectF bounds;
  for (int i = 0; i < cloud.count(); ++i) {
    if (groups[static_cast<std::size_t>(i)] != group) continue;
    const QRectF place(cloud.toScreen(i) - QPointF(3, 3), QSizeF(6, 6));
    bounds = bounds.isNull() ? place : bounds.united(place);
  }
  return bounds;
}

}  // namespace

class PointCloudTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    cloud_ = std::make_unique<PointCloud>();
    cloud_->resize(700, 400);
    cloud_->setPoints(clouds(300, 3));
    groups_ = groupsOf(300, 3);
    cloud_->setGroups({"shirt", "shoe", "bag"}, groups_);
    cloud_->show();
    QVERIFY(QTest::qWaitForWindowExposed(cloud_.get()));
  }
  void cleanup() { cloud_.reset(); }

  void aLassoSelectsWhatItHolds() {
    QSignalSpy changed(cloud_.get(), &PointCloud::selectionChanged);
    lasso(*cloud_, boundsOf(*cloud_, groups_, 1));
    QCOMPARE(cloud_->selection().size(), std::size_t(100));
    for (const int point : cloud_->selection()) QCOMPARE(point % 3, 1);
    QCOMPARE(changed.size(), 1);
    lasso(*cloud_, boundsOf(*cloud_, groups_, 0), Qt::ShiftModifier);
    QCOMPARE(cloud_->selection().size(), std::size_t(200));
    lasso(*cloud_, boundsOf(*cloud_, groups_, 1), Qt::ControlModifier);
    QCOMPARE(cloud_->selection().size(), std::size_t(100));
    QCOMPARE(cloud_->selection().front() % 3, 0);
    QTest::keyClick(cloud_.get(), Qt::Key_Escape);
    QVERIFY(cloud_->selection().empty());
    // Dimmed points are not selected.
    cloud_->setEmphasis(2);
    lasso(*cloud_, QRectF(cloud_->rect()).adjusted(2, 2, -2, -2));
    QCOMPARE(cloud_->selection().size(), std::size_t(100));
    for (const int point : cloud_->selection()) QCOMPARE(point % 3, 2);
  }

  void aClickAndTheKeysGoFromPointToPoint() {
    QSignalSpy current(cloud_.get(), &PointCloud::currentChanged);
    QSignalSpy activated(cloud_.get(), &PointCloud::activated);
    const QPoint place = cloud_->toScreen(4).toPoint();
    QTest::mouseClick(cloud_.get(), Qt::LeftButton, {}, place);
    QCOMPARE(cloud_->current(), cloud_->pointAt(place));
    QCOMPARE(cloud_->selection(), std::vector<int>{cloud_->current()});
    const double before = cloud_->toScreen(cloud_->current()).x();
    QTest::keyClick(cloud_.get(), Qt::Key_Right);
    QVERIFY(cloud_->toScreen(cloud_->current()).x() > before);
    QCOMPARE(current.size(), 2);
    QTest::keyClick(cloud_.get(), Qt::Key_Space);
    QCOMPARE(cloud_->selection().size(), std::size_t(2));
    QTest::keyClick(cloud_.get(), Qt::Key_Space);
    QCOMPARE(cloud_->selection().size(), std::size_t(1));
    QTest::keyClick(cloud_.get(), Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QTest::keyClick(cloud_.get(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(cloud_->selection().size(), std::size_t(300));
    QTest::mouseClick(cloud_.get(), Qt::LeftButton, {}, QPoint(3, 3));
    QVERIFY(cloud_->selection().empty());
    QCOMPARE(cloud_->current(), -1);
  }

  void theWheelZoomsAtTheCursor() {
    const QPointF at = cloud_->toScreen(7);
    QWheelEvent wheel(at, cloud_->mapToGlobal(at), {}, {0, 480}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(cloud_.get(), &wheel);
    QVERIFY(cloud_->zoom() > 1.5);
    QVERIFY(std::hypot(cloud_->toScreen(7).x() - at.x(), cloud_->toScreen(7).y() - at.y()) < 0.01);
    // Zoom and position are kept for the same samples at another time.
    const double zoom = cloud_->zoom();
    cloud_->setPoints(clouds(300, 3), true);
    QCOMPARE(cloud_->zoom(), zoom);
    QTest::keyClick(cloud_.get(), Qt::Key_0);
    QCOMPARE(cloud_->zoom(), 1.0);
  }

  void theMiddleButtonPans() {
    const QPointF before = cloud_->toScreen(0);
    QTest::mousePress(cloud_.get(), Qt::MiddleButton, {}, {100, 100});
    QTest::mouseMove(cloud_.get(), {140, 90});
    QTest::mouseRelease(cloud_.get(), Qt::MiddleButton, {}, {140, 90});
    QCOMPARE(cloud_->toScreen(0).toPoint(), (before + QPointF(40, -10)).toPoint());
    QVERIFY(cloud_->selection().empty());
  }

  void picturesDoNotOverlap() {
    cloud_->setPictures(std::make_shared<Plain>());
    cloud_->setPicturesShown(true);
    (void)cloud_->grab();
    QVERIFY(cloud_->pictured().size() > 10);
    for (const int a : cloud_->pictured())
      for (const int b : cloud_->pictured())
        if (a != b) QVERIFY(!cloud_->pictureRect(a).intersects(cloud_->pictureRect(b)));
    // Other threads make them, and they are painted when they are ready.
    const int shown = cloud_->pictured().front();
    const QColor expected = QColor::fromHsv(shown % 360, 200, 200);
    const QPoint place = cloud_->pictureRect(shown).center().toPoint() + QPoint(0, 10);
    const double ratio = cloud_->devicePixelRatioF();
    QTRY_COMPARE(cloud_->grab().toImage().pixel((QPointF(place) * ratio).toPoint()), expected.rgb());
  }

  void theLegendDimsAndSelects() {
    CloudLegend legend;
    legend.setGroups({"shirt", "shoe", "bag"}, {100, 100, 100});
    legend.resize(200, 200);
    legend.show();
    connect(&legend, &CloudLegend::emphasisChanged, cloud_.get(), &PointCloud::setEmphasis);
    connect(&legend, &CloudLegend::selectWanted, cloud_.get(), &PointCloud::selectGroup);
    QTest::mouseClick(legend.rows()[1], Qt::LeftButton);
    QCOMPARE(cloud_->emphasis(), 1);
    QCOMPARE(cloud_->pointAt(cloud_->toScreen(0)), -1);
    QTest::mouseClick(legend.rows()[2], Qt::LeftButton);
    QCOMPARE(legend.emphasis(), 2);
    QTest::keyClick(legend.rows()[2], Qt::Key_Space);
    QCOMPARE(cloud_->emphasis(), -1);
    QTest::keyClick(legend.rows()[0], Qt::Key_Return);
    QCOMPARE(cloud_->selection().size(), std::size_t(100));
    QVERIFY(legend.rows()[0]->accessibleName().contains("shirt"));
  }

  // A data set can have hundreds of classes.
  void aLongLegendIsLaidOutOnce() {
    CloudLegend legend;
    legend.resize(200, 200);
    legend.show();
    QVERIFY(QTest::qWaitForWindowExposed(&legend));
    test::PlacementCounter counter;
    constexpr int kGroups = 300;
    QStringList names;
    for (int group = 0; group < kGroups; ++group) names << QStringLiteral("class %1").arg(group);
    for (int time = 0; time < 2; ++time) {
      legend.setGroups(names, std::vector<qint64>(kGroups, 1));
      QCoreApplication::processEvents();
    }
    QVERIFY(legend.rows().back()->isVisible());
    QVERIFY2(counter.placed <= 4 * 2 * kGroups, qPrintable(QString::number(counter.placed)));
  }

  // Ten groups have ten colours, and groups with similar colours differ in shape.
  void groupsDifferInColourAndShape() {
    QSet<QString> looks;
    for (int group = 0; group < 40; ++group)
      looks << markColor(currentTheme(), group).name() + QString::number(markShape(group));
    QCOMPARE(looks.size(), 40);
    const auto painted = [](int shape) {
      QImage image(24, 24, QImage::Format_ARGB32_Premultiplied);
      image.fill(Qt::transparent);
      PointMarks(12).stamp(image, 12, 12, shape, qRgb(255, 0, 0), 255);
      return image;
    };
    for (int a = 0; a < kMarkShapes; ++a) {
      QVERIFY(qAlpha(painted(a).pixel(12, a == kMarkShapes - 1 ? 17 : 12)) > 100);
      for (int b = 0; b < a; ++b) QVERIFY(painted(a) != painted(b));
    }
  }

  void strangePointsAreShownToo() {
    PointCloud cloud;
    cloud.resize(300, 200);
    (void)cloud.grab();
    cloud.setPoints({{5, 5}, {5, 5}, {5, 5}});
    QCOMPARE(cloud.toScreen(1), QPointF(150, 100));
    cloud.setValues({1, NAN, 3}, 0, 3);
    (void)cloud.grab();
    cloud.setGroups({"one"}, {0, -1, 0});
    (void)cloud.grab();
    QTest::keyClick(&cloud, Qt::Key_Right);
    QVERIFY(cloud.current() >= 0);
  }

  void fiftyThousandPointsArePaintedInAFrame() {
    PointCloud cloud;
    cloud.resize(1200, 800);
    cloud.setPoints(clouds(50'000, 10));
    cloud.setGroups({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}, groupsOf(50'000, 10));
    QImage image(cloud.size(), QImage::Format_ARGB32_Premultiplied);
    WorkTimes times, hovers;
    for (int i = 0; i < 40; ++i)
      times.take([&] {
        cloud.zoomBy(i % 2 == 0 ? 1.02 : 1 / 1.02, {600, 400});
        cloud.render(&image);
      });
    for (int i = 0; i < 40; ++i)
      hovers.take([&] {
        (void)cloud.pointAt({10.0 * i, 300});
        cloud.render(&image);
      });
    qInfo("50,000 points, all painted again: %s", qPrintable(times.text()));
    qInfo("50,000 points, under the cursor: %s", qPrintable(hovers.text()));
    QVERIFY(times.units(0.5) < 12);
    QVERIFY(hovers.units(0.5) < 6);
  }

 private:
  std::unique_ptr<PointCloud> cloud_;
  std::vector<int> groups_;
};

}  // namespace fovea

QTEST_MAIN(fovea::PointCloudTest)
#include "point_cloud_test.moc"
