// Why: images of tensors show their content: colours at the ends of each map, the value under the cursor, and a million
// thumbnails without waiting.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>

#include "widgets/images/bars.h"
#include "widgets/images/color_map.h"
#include "widgets/images/image_grid.h"
#include "widgets/images/image_view.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/theme.h"
#include "work_times.h"

using namespace fovea;

namespace {

// Value = channel * 100 + y * 10 + x.
Tensor numberedPlanes(int channels, int height, int width) {
  Tensor planes = Tensor::make({DataType::Float32, Shape{channels, height, width}});
  std::size_t at = 0;
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) planes.data<float>()[at++] = static_cast<float>(c * 100 + y * 10 + x);
  return planes;
}

class Million : public ThumbnailSource {
 public:
  explicit Million(qint64 count = 1'000'000) : count_(count) {}
  qint64 count() const override { return count_; }
  QString label(qint64 index) const override { return QStringLiteral("class %1").arg(index % 10); }
  QImage image(qint64 index) const override {
    {
      const std::lock_guard lock(mutex_);
      asked_.insert(index);
    }
    if (index == 3) return {};  // an unreadable picture
    QImage picture(28, 28, QImage::Format_RGB32);
    picture.fill(QColor::fromHsv(static_cast<int>(index * 36 % 360), 200, 200));
    return picture;
  }
  std::set<qint64> asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  qint64 count_;
  mutable std::mutex mutex_;
  mutable std::set<qint64> asked_;
};

}  // namespace

class ImagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeKind::Dark); }

  void mapsEndWhereTheirSourcesSay() {
    QCOMPARE(ColorMap(ColorMapKind::Viridis).at(0), QRgb(0xff440154));
    QCOMPARE(ColorMap(ColorMapKind::Viridis).at(1), QRgb(0xfffde725));
    QCOMPARE(ColorMap(ColorMapKind::BlueWhiteRed).at(0), QRgb(0xff053061));
    QCOMPARE(ColorMap(ColorMapKind::BlueWhiteRed).at(1), QRgb(0xff67001f));
    QCOMPARE(ColorMap(ColorMapKind::Grey).at(0), QRgb(0xff000000));
    QCOMPARE(ColorMap(ColorMapKind::Grey).at(1), QRgb(0xffffffff));
    QCOMPARE(ColorMap(ColorMapKind::Grey).at(2), QRgb(0xffffffff));  // clamped
    QCOMPARE(ColorMap(ColorMapKind::Grey).at(-1), QRgb(0xff000000));
    QCOMPARE(ColorMap(ColorMapKind::Grey).at(std::nan("")), QRgb(0xffff00ff));
    const QColor middle = QColor::fromRgb(ColorMap(ColorMapKind::BlueWhiteRed).at(0.5));
    QVERIFY(middle.red() > 240 && std::abs(middle.red() - middle.blue()) < 8);
  }

  void viridisGrowsLighterEvenly() {
    const ColorMap map(ColorMapKind::Viridis);
    double before = -1;
    for (int i = 0; i <= 20; ++i) {
      const QRgb c = map.at(i / 20.0);
      const double light = 0.2126 * qRed(c) + 0.7152 * qGreen(c) + 0.0722 * qBlue(c);
      QVERIFY(light > before);
      before = light;
    }
  }

  void rangesIgnoreWhatIsNotFinite() {
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{1, std::nanf(""), -3, inf, 2};
    QVERIFY((rangeOf(values) == ValueRange{-3, 2}));
    QVERIFY((rangeOf(values).symmetric() == ValueRange{-3, 3}));
    QVERIFY((rangeOf(std::vector<float>{inf}) == ValueRange{0, 0}));
    QCOMPARE((ValueRange{5, 5}).position(5), 0.5);
  }

  void aPlaneBecomesOnePixelAValue() {
    const std::vector<float> plane{0, 1, std::nanf(""), 0.5f, 0, 1};
    const QImage image = toImage(plane, 3, 2, ColorMap(ColorMapKind::Grey), {0, 1});
    QCOMPARE(image.size(), QSize(3, 2));
    QCOMPARE(image.pixel(0, 0), QRgb(0xff000000));
    QCOMPARE(image.pixel(1, 0), QRgb(0xffffffff));
    QCOMPARE(image.pixel(2, 0), QRgb(0xffff00ff));
    QCOMPARE(qGray(image.pixel(0, 1)), 128);
  }

  void samplesOfEachKindBecomeImages() {
    const Tensor grey = Tensor::of<std::uint8_t>({1, 1, 2}, {0, 255});
    QCOMPARE(sampleToImage(grey)->pixel(1, 0), QRgb(0xffffffff));
    const Tensor colour = Tensor::of<float>({3, 1, 1}, {1, 0, 0.5f});
    QCOMPARE(sampleToImage(colour)->pixel(0, 0), qRgb(255, 0, 128));
    const auto vector = sampleToImage(Tensor::of<float>({4}, {1, 2, 3, 4}));
    QVERIFY(!vector.ok());
    QVERIFY(vector.error().message.find("[4]") != std::string::npos);
    QVERIFY(!sampleToImage(Tensor::of<std::int64_t>({1, 1}, {1})).ok());
    QVERIFY(!sampleToImage(Tensor()).ok());
  }

  void theGridKnowsWhatLiesWhere() {
    ImageGrid grid;
    grid.setPreferredCell(100);
    grid.setGap(10);
    grid.resize(430 + size::kScrollBar, 300);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    QVERIFY(grid.setPlanes(numberedPlanes(10, 5, 4)).ok());
    // Four columns of 100 and three gaps of 10 fill 430; a plane of 5 rows and 4 columns is higher than wide.
    QCOMPARE(grid.channelRect(0), QRect(0, 0, 100, 125));
    QCOMPARE(grid.channelRect(5), QRect(110, 135, 100, 125));
    const ImageGrid::Position corner = grid.positionAt(grid.channelRect(5).bottomRight());
    QCOMPARE(corner.channel, 5);
    QCOMPARE(corner.x, 3);
    QCOMPARE(corner.y, 4);
    QVERIFY(!grid.positionAt({105, 50}).valid());   // in a gap
    QVERIFY(!grid.positionAt({425, 290}).valid());  // after the last channel
    QVERIFY(!grid.positionAt({-1, 4}).valid());

    QSignalSpy hovered(&grid, &ImageGrid::valueHovered);
    QTest::mouseMove(grid.viewport(), grid.channelRect(5).topLeft() + QPoint(60, 30));
    QTRY_VERIFY(!hovered.isEmpty());
    QCOMPARE(hovered.last().at(0).toInt(), 5);
    QCOMPARE(hovered.last().at(1).toInt(), 2);
    QCOMPARE(hovered.last().at(2).toInt(), 1);
    QCOMPARE(hovered.last().at(3).toFloat(), 512.f);
    QCOMPARE(grid.valueTip({5, 2, 1}), QString("channel 5 (2, 1) = 512"));
    grid.setPlaneNames([](int plane) { return QString("filter %1").arg(plane / 2); });
    QCOMPARE(grid.valueTip({5, 2, 1}), QString("filter 2 (2, 1) = 512"));
  }

  void aHeatMapFillsTheGrid() {
    ImageGrid grid;
    grid.resize(430 + size::kScrollBar, 200);
    grid.show();
    QVERIFY(grid.setPlanes(numberedPlanes(1, 50, 20)).ok());
    grid.setFilling();
    QCOMPARE(grid.channelRect(0), QRect(0, 0, 430, grid.viewport()->height()));
    QVERIFY(grid.setPlanes(numberedPlanes(1, 512, 20)).ok());
    QCOMPARE(grid.channelRect(0).height(), 512);  // one pixel per row; the grid scrolls
    QCOMPARE(grid.positionAt({429, 199}).x, 19);
    grid.setCells(10, 40);
    QVERIFY(grid.channelRect(0).width() <= 40);
  }

  void theOrderMovesCellsAndKeepsNumbers() {
    ImageGrid grid;
    grid.setPreferredCell(100);
    grid.resize(430 + size::kScrollBar, 200);
    grid.show();
    QVERIFY(grid.setPlanes(numberedPlanes(3, 4, 4)).ok());
    const QPoint first = grid.channelRect(0).center();
    grid.setOrder({2, 0, 1});
    QCOMPARE(grid.positionAt(first).channel, 2);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(grid.selectedChannel(), 2);
    QTest::keyClick(&grid, Qt::Key_Right);
    QCOMPARE(grid.selectedChannel(), 0);
    for (const std::vector<int>& wrong : {std::vector<int>{0, 1}, {0, 0, 1}, {0, 1, 3}, {-1, 0, 1}}) {
      grid.setOrder(wrong);
      QVERIFY(grid.order().empty());
    }
    grid.setOrder({2, 0, 1});
    QVERIFY(grid.setPlanes(numberedPlanes(4, 4, 4)).ok());
    QVERIFY(grid.order().empty());
  }

  void clickAndKeysChooseAChannel() {
    ImageGrid grid;
    grid.setPreferredCell(100);
    grid.resize(430 + size::kScrollBar, 200);
    grid.show();
    QVERIFY(grid.setPlanes(numberedPlanes(10, 4, 4)).ok());
    QSignalSpy selected(&grid, &ImageGrid::channelSelected);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.channelRect(1).center());
    QCOMPARE(grid.selectedChannel(), 1);
    QTest::keyClick(&grid, Qt::Key_Right);
    QTest::keyClick(&grid, Qt::Key_Down);
    QCOMPARE(grid.selectedChannel(), 6);
    QTest::keyClick(&grid, Qt::Key_End);
    QCOMPARE(grid.selectedChannel(), 9);
    QVERIFY(grid.viewport()->rect().contains(grid.channelRect(9)));  // has scrolled to it
    QTest::keyClick(&grid, Qt::Key_Down);                            // there is no row below
    QCOMPARE(grid.selectedChannel(), 9);
    QTest::keyClick(&grid, Qt::Key_Home);
    QCOMPARE(grid.selectedChannel(), 0);
    QCOMPARE(selected.size(), 5);
    QVERIFY(grid.setPlanes(numberedPlanes(10, 4, 4)).ok());  // the next step of a run
    QCOMPARE(grid.selectedChannel(), 0);
    QVERIFY(grid.setPlanes(numberedPlanes(3, 4, 4)).ok());
    QCOMPARE(grid.selectedChannel(), -1);
  }

  void scalesAreSharedOrNot() {
    ImageGrid grid;
    QVERIFY(grid.setPlanes(Tensor::of<float>({2, 1, 2}, {0, 1, -4, 2})).ok());
    QVERIFY((grid.range(0) == ValueRange{-4, 2}));
    grid.setScaling(ImageGrid::Scaling::PerPlane);
    QVERIFY((grid.range(0) == ValueRange{0, 1}));
    grid.setSymmetric(true);
    QVERIFY((grid.range(1) == ValueRange{-4, 4}));
  }

  void theGridPaintsItsValues() {
    ImageGrid grid;
    grid.setGap(0);
    grid.setPreferredCell(100);
    grid.setColorMap(ColorMapKind::Grey);
    grid.resize(200 + size::kScrollBar, 100);
    grid.show();
    QVERIFY(grid.setPlanes(Tensor::of<float>({2, 1, 1}, {0, 1})).ok());
    const QImage picture = grid.viewport()->grab().toImage();
    QCOMPARE(picture.pixel(50, 50), QRgb(0xff000000));
    QCOMPARE(picture.pixel(150, 50), QRgb(0xffffffff));
  }

  void largePlanesAreColouredInSeveralFrames() {
    ImageGrid grid;
    grid.setGap(0);
    grid.setPreferredCell(50);
    grid.resize(300 + size::kScrollBar, 250);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    const Tensor planes = numberedPlanes(30, 600, 600);
    QVERIFY(grid.setPlanes(planes).ok());
    const QPoint last = grid.channelRect(29).center();
    QVERIFY(grid.viewport()->rect().contains(last));
    grid.viewport()->grab();
    QVERIFY(!grid.colored());
    QTRY_VERIFY(grid.colored());
    const QRgb before = grid.viewport()->grab().toImage().pixel(last);
    grid.setColorMap(ColorMapKind::Grey);
    // Nothing is shown empty in between.
    QCOMPARE(grid.viewport()->grab().toImage().pixel(last), before);
    QVERIFY(!grid.colored());
    QTRY_VERIFY(grid.colored());
    const QRgb after = grid.viewport()->grab().toImage().pixel(last);
    QCOMPARE(qRed(after), qBlue(after));
    QVERIFY(after != before);
  }

  void wrongPlanesAreRefusedInWords() {
    ImageGrid grid;
    const Status status = grid.setPlanes(Tensor::of<float>({4}, {1, 2, 3, 4}));
    QVERIFY(!status.ok());
    QVERIFY(status.error().message.find("f32[4]") != std::string::npos);
    QVERIFY(grid.setPlanes(Tensor()).ok());
    QCOMPARE(grid.channelCount(), 0);
  }

  void aStripIsAsHighAsItsRows() {
    ImageGrid grid;
    grid.setPreferredCell(36);
    grid.setFitToContents(true);
    grid.resize(400, 20);
    grid.show();
    QVERIFY(grid.setPlanes(numberedPlanes(20, 5, 5)).ok());
    QCOMPARE(grid.height(), grid.contentHeight());
    QVERIFY(grid.contentHeight() > 36);
  }

  void aMillionThumbnailsAppearAtOnce() {
    auto source = std::make_shared<Million>();
    ThumbnailGrid grid;
    grid.resize(900, 600);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    WorkTimes first, pages;
    first.take([&] {
      grid.setSource(source);
      grid.grab();
    });
    qInfo("first paint of 1,000,000: %s", qPrintable(first.text()));
    QVERIFY(first.units(0.5) < 50);
    QTRY_VERIFY(grid.isSettled());
    for (int i = 0; i < 50; ++i)
      pages.take([&] {
        grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum() / 50 * i);
        grid.grab();
      });
    qInfo("a page while scrolling: %s", qPrintable(pages.text()));
    QVERIFY(pages.units(0.5) < 10);
    grid.scrollTo(999'999);
    QTRY_VERIFY(grid.isSettled());
    QVERIFY(source->asked().contains(999'999));
    QVERIFY(source->asked().size() < 10'000);  // only visible pictures
  }

  void thumbnailsAreChosenWithMouseAndKeys() {
    ThumbnailGrid grid;
    grid.resize(400, 300);
    grid.setSource(std::make_shared<Million>(1000));
    grid.show();
    QSignalSpy current(&grid, &ThumbnailGrid::currentChanged);
    QSignalSpy activated(&grid, &ThumbnailGrid::activated);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.cellRect(2).center());
    QCOMPARE(grid.current(), 2);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ShiftModifier, grid.cellRect(5).center());
    QCOMPARE(grid.selection(), (QList<qint64>{2, 3, 4, 5}));
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, grid.cellRect(3).center());
    QCOMPARE(grid.selection(), (QList<qint64>{2, 4, 5}));
    QTest::keyClick(&grid, Qt::Key_End);
    QCOMPARE(grid.current(), 999);
    QVERIFY(grid.viewport()->rect().contains(grid.cellRect(999)));
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(activated.size(), 1);
    QTest::keySequence(&grid, QKeySequence::SelectAll);
    QCOMPARE(grid.selection().size(), 1000);
    QCOMPARE(grid.indexAt({-5, 5}), -1);
    grid.setSource(nullptr);
    QCOMPARE(grid.count(), 0);
    QCOMPARE(grid.current(), -1);
  }

  // The same items in another order: existing pictures are not drawn again, and the selection is kept.
  void aGridKeepsPicturesSelectionAndPlaceWhenItsOrderChanges() {
    class Turned : public Million {
     public:
      Turned() : Million(2000) {}
      quint64 key(qint64 index) const override { return static_cast<quint64>(1999 - index); }
      bool isFaint(qint64 index) const override { return index == 0; }
    };
    ThumbnailGrid grid;
    grid.resize(400, 300);
    grid.setSource(std::make_shared<Million>(2000));
    grid.show();
    grid.setCurrent(5);
    QTRY_VERIFY(grid.isSettled());
    QSignalSpy selected(&grid, &ThumbnailGrid::selectionChanged);
    auto turned = std::make_shared<Turned>();
    grid.verticalScrollBar()->setValue(grid.verticalScrollBar()->maximum());
    QTRY_VERIFY(grid.isSettled());
    const int place = grid.verticalScrollBar()->value();
    grid.updateSource(turned, {1994, 1990, 5000}, 1994, false);
    QCOMPARE(grid.verticalScrollBar()->value(), place);
    QCOMPARE(grid.selection(), (QList<qint64>{1990, 1994}));
    QCOMPARE(grid.selectionSize(), 2);
    QCOMPARE(grid.current(), 1994);
    QVERIFY(selected.size() > 0);
    QTRY_VERIFY(grid.isSettled());
    QVERIFY(!turned->asked().contains(1994));  // its picture already existed as that of item 5
    grid.updateSource(turned, {}, -1, true);
    QCOMPARE(grid.verticalScrollBar()->value(), 0);
    QCOMPARE(grid.selectionSize(), 0);
  }

  void selectingAMillionCostsNothing() {
    ThumbnailGrid grid;
    grid.resize(400, 300);
    grid.setSource(std::make_shared<Million>());
    grid.show();
    WorkTimes times;
    times.take([&] {
      QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.cellRect(1).center());
      QTest::keyClick(&grid, Qt::Key_End, Qt::ShiftModifier);
      QCOMPARE(grid.selectionSize(), 999'999);
      QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, grid.cellRect(999'998).center());
      QCOMPARE(grid.selectionSize(), 999'998);
    });
    qInfo("selecting a million: %s", qPrintable(times.text()));
    QVERIFY(times.units(0.5) < 50);
  }

  void barsOfAHistogramAreClickedAndReachedByKeys() {
    HistogramBars bars;
    bars.resize(200, 80);
    bars.setBins({1, 5, 2, 0}, 0, 40);
    bars.setClickable(true);
    bars.show();
    QSignalSpy clicked(&bars, &HistogramBars::binClicked);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, {60, 20});
    QCOMPARE(clicked.takeFirst().at(0).toInt(), 1);
    QTest::mouseMove(&bars, {190, 20});
    QTest::keyClick(&bars, Qt::Key_Right);
    QTest::keyClick(&bars, Qt::Key_Left);
    QTest::keyClick(&bars, Qt::Key_Return);
    QCOMPARE(clicked.size(), 1);
    bars.setChosen(2);
    QCOMPARE(bars.chosen(), 2);
    QVERIFY(!bars.grab().isNull());
  }

  void aGridMayGoWhileItsPicturesAreMade() {
    for (int i = 0; i < 20; ++i) {
      ThumbnailGrid grid;
      grid.resize(900, 600);
      grid.setSource(std::make_shared<Million>(500));
      grid.grab();
    }
    QCoreApplication::processEvents();  // no pending event refers to the destroyed grid
  }

  // A decoder that throws on a thread of the grid makes one picture unreadable.
  void aPictureWhoseMakingThrowsIsShownAsUnreadable() {
    class Stumbling : public Million {
     public:
      Stumbling() : Million(20) {}
      QImage image(qint64 index) const override {
        QImage picture = Million::image(index);
        if (index % 2 == 1) throw std::bad_alloc();
        return picture;
      }
    };
    ThumbnailGrid grid;
    grid.resize(600, 400);
    auto source = std::make_shared<Stumbling>();
    grid.setSource(source);
    grid.show();
    QTRY_COMPARE(source->asked().size(), std::size_t(20));
    QTest::qWait(50);
    grid.grab();
    QTest::qWait(50);
    QCOMPARE(source->asked().size(), std::size_t(20));
  }

  void anImageIsZoomedAroundTheCursor() {
    ImageView view;
    QImage image(10, 10, QImage::Format_RGB32);
    image.fill(Qt::black);
    image.setPixel(7, 2, qRgb(10, 20, 30));
    view.resize(200, 200);
    view.setImage(image);
    view.show();
    QCOMPARE(view.zoom(), 20.0);
    QCOMPARE(view.pixelAt({150, 50}), QPoint(7, 2));
    QWheelEvent wheel({150, 50}, view.mapToGlobal(QPointF(150, 50)), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view, &wheel);
    QVERIFY(view.zoom() > 25);
    QCOMPARE(view.pixelAt({150, 50}), QPoint(7, 2));
    QSignalSpy hovered(&view, &ImageView::pixelHovered);
    QTest::mouseMove(&view, {150, 50});
    QTRY_VERIFY(!hovered.isEmpty());
    QCOMPARE(hovered.last().at(2).value<QRgb>(), qRgb(10, 20, 30));
    QTest::mouseDClick(&view, Qt::LeftButton);
    QCOMPARE(view.zoom(), 20.0);
    view.setImage({});
    QCOMPARE(view.pixelAt({100, 100}), QPoint(-1, -1));
  }

  // A picture made for a pixel ratio of 1 must not be drawn at half its size on a screen with 2.
  void thumbnailsKeepTheirSizeOnAnotherScreen() {
    class Moved : public ThumbnailGrid {
     public:
      double ratio = 1;

     protected:
      int metric(PaintDeviceMetric which) const override {
        if (which == PdmDevicePixelRatio) return static_cast<int>(ratio);
        if (which == PdmDevicePixelRatioScaled) return static_cast<int>(ratio * devicePixelRatioFScale());
        return ThumbnailGrid::metric(which);
      }
    };
    class White : public Million {
     public:
      White() : Million(1) {}
      QImage picture(qint64, int side) const override {
        QImage made(side, side, QImage::Format_RGB32);
        made.fill(Qt::white);
        return made;
      }
    };
    Moved grid;
    grid.resize(200, 150);
    grid.setPictureSize(64);
    grid.setSource(std::make_shared<White>());
    grid.show();
    // The width of the white square, in logical pixels.
    const auto width = [&] {
      (void)QTest::qWaitFor([&] { return grid.isSettled(); });
      const QImage shown = grid.grab().toImage();
      const double scale = shown.devicePixelRatio();
      const QPoint middle = grid.cellRect(0).topLeft() + QPoint(grid.cellRect(0).width() / 2, 6 + 32);
      int count = 0;
      for (int x = 0; x < shown.width(); ++x)
        count += shown.pixelColor(x, static_cast<int>(middle.y() * scale)) == QColor(Qt::white);
      return static_cast<int>(std::lround(count / scale));
    };
    QCOMPARE(width(), 64);
    grid.ratio = 2;
    grid.viewport()->update();
    grid.grab();
    QCOMPARE(width(), 64);
  }

  void theBarsTellRightFromWrong() {
    using Mark = ProbabilityBars::Mark;
    ProbabilityBars bars;
    const auto marks = [&] {
      std::vector<Mark> found;
      for (const auto& entry : bars.entries()) found.push_back(entry.mark);
      return found;
    };
    bars.setProbabilities({"Coat", "Shirt", "Dress"}, {0.1, 0.7, 0.2}, 3);
    QCOMPARE(marks(), (std::vector{Mark::First, Mark::Faint, Mark::Faint}));
    bars.setProbabilities({"Coat", "Shirt", "Dress"}, {0.1, 0.7, 0.2}, 3, "Shirt");
    QCOMPARE(marks(), (std::vector{Mark::Right, Mark::Faint, Mark::Faint}));
    bars.setProbabilities({"Coat", "Shirt", "Dress"}, {0.1, 0.7, 0.2}, 3, "Coat");
    QCOMPARE(marks(), (std::vector{Mark::Wrong, Mark::Faint, Mark::Right}));
    bars.resize(bars.sizeHint());
    const QImage picture = bars.grab().toImage();
    QCOMPARE(picture.pixelColor(20, 24), currentTheme().color(Color::Bad));
    QCOMPARE(picture.pixelColor(5, 84), currentTheme().color(Color::Good));
    QVERIFY(bars.accessibleDescription().endsWith("Coat 10 %, the truth"));
  }

  void anAnswerThatIsNotANumberHasNoBar() {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    ProbabilityBars bars;
    bars.setProbabilities({"Coat", "Shirt", "Dress"}, {unknown, 0.25, unknown}, 3);
    QCOMPARE(bars.entries().size(), std::size_t{3});
    QCOMPARE(bars.entries()[0].figure, QStringLiteral("25 %"));
    for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
      QCOMPARE(bars.entries()[i].figure, QStringLiteral("–"));
      QCOMPARE(bars.entries()[i].share, 0.0);
    }
    QVERIFY(!bars.grab().isNull());
  }

  // Six filters fill a large screen instead of a corner.
  void planesAreAsLargeAsThereIsRoom() {
    ImageGrid grid;
    grid.setCells(84, 480);
    grid.setGap(6);
    grid.resize(1900 + size::kScrollBar, 900);
    grid.show();
    QVERIFY(grid.setPlanes(numberedPlanes(6, 24, 24)).ok());
    QVERIFY2(grid.channelRect(0).width() > 300, qPrintable(QString::number(grid.channelRect(0).width())));
    QVERIFY(grid.contentHeight() <= 900);
    QCOMPARE(grid.verticalScrollBar()->maximum(), 0);
    // Planes at their maximum size are side by side.
    grid.setCells(34, 120);
    QCOMPARE(grid.channelRect(5).top(), grid.channelRect(0).top());
    QCOMPARE(grid.channelRect(0).width(), 120);
    grid.setCells(84, 480);
    // Many planes have the minimum size, and the grid scrolls.
    QVERIFY(grid.setPlanes(numberedPlanes(2000, 24, 24)).ok());
    QVERIFY(grid.channelRect(0).width() >= 84 && grid.channelRect(0).width() < 100);
    QVERIFY(grid.verticalScrollBar()->maximum() > 0);
    QCOMPARE(grid.heightWithin(300), 300);
    QVERIFY(grid.setPlanes(numberedPlanes(3, 24, 24)).ok());
    QVERIFY(grid.heightWithin(300) <= 300 && grid.heightWithin(300) > 200);
  }

  void theBestClassesComeFirst() {
    ProbabilityBars bars;
    bars.setProbabilities({"Coat", "Shirt", "Dress", "Bag"}, {0.07, 0.7149, 0.2149, 0.0002}, 3);
    QCOMPARE(bars.entries().size(), std::size_t{3});
    QCOMPARE(bars.entries()[0].name, QStringLiteral("Shirt"));
    QCOMPARE(bars.entries()[0].figure, QStringLiteral("71 %"));
    QCOMPARE(bars.entries()[2].name, QStringLiteral("Coat"));
    bars.setProbabilities({"A", "B"}, {0.9996, 0.0004});
    QCOMPARE(bars.entries()[0].figure, QStringLiteral("99.9 %"));
    QCOMPARE(bars.entries()[1].figure, QStringLiteral("<1 %"));
    bars.setCounts({"A", "B"}, {6000, 3000});
    QCOMPARE(bars.entries()[1].share, 0.5);
    bars.setClickable(true);
    bars.resize(bars.sizeHint());
    QSignalSpy clicked(&bars, &ProbabilityBars::entryClicked);
    QTest::mouseClick(&bars, Qt::LeftButton, {}, {20, 40});
    QCOMPARE(clicked.last().at(0).toInt(), 1);
    bars.setFocus();
    for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Up, Qt::Key_Return}) QTest::keyClick(&bars, key);
    QCOMPARE(clicked.count(), 2);
    QCOMPARE(clicked.last().at(0).toInt(), 0);
    QTest::keyClick(&bars, Qt::Key_Down);
    QTest::keyClick(&bars, Qt::Key_Space);
    QCOMPARE(clicked.last().at(0).toInt(), 1);
    bars.setScores({"A", "B", "C"}, {-1.5, 3.2, -2.5}, 2, "A");
    QCOMPARE(bars.entries()[0].figure, QStringLiteral("3.2"));
    QCOMPARE(bars.entries()[0].share, 1.0);
    QCOMPARE(bars.entries()[1].figure, QStringLiteral("-1.5"));
    QVERIFY(bars.entries()[1].share > 0.1 && bars.entries()[1].share < 0.2);
    bars.setCounts({}, {});
    QCOMPARE(bars.sizeHint().height(), 0);
  }

  void barsShowWhereTheKeyboardIs() {
    ProbabilityBars bars;
    bars.setCounts({"A", "B"}, {6000, 3000});
    bars.setClickable(true);
    HistogramBars histogram;
    histogram.setBins({1, 2, 3}, 0, 1);
    histogram.setClickable(true);
    QSignalSpy row(&bars, &ProbabilityBars::entryClicked), bin(&histogram, &HistogramBars::binClicked);
    for (QWidget* shown : {static_cast<QWidget*>(&bars), static_cast<QWidget*>(&histogram)}) {
      shown->resize(200, 80);
      shown->show();
      shown->activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(shown));
      shown->setFocus();
      QTRY_VERIFY(shown->hasFocus());
      const QImage before = shown->grab().toImage();
      QFocusEvent byTab(QEvent::FocusIn, Qt::TabFocusReason);
      QCoreApplication::sendEvent(shown, &byTab);
      QVERIFY(shown->grab().toImage() != before);
      // The mouse that leaves does not move the keyboard's place.
      QEvent leave(QEvent::Leave);
      QCoreApplication::sendEvent(shown, &leave);
      QTest::keyClick(shown, Qt::Key_Return);
    }
    QCOMPARE(row.count(), 1);
    QCOMPARE(row.last().at(0).toInt(), 0);
    QCOMPARE(bin.count(), 1);
    QCOMPARE(bin.last().at(0).toInt(), 0);
  }

  void histogramBinsAreFoundByTheirPlace() {
    HistogramBars histogram;
    histogram.resize(100, 80);
    QCOMPARE(histogram.binAt(5), -1);
    histogram.setBins({1, 2, 3, 4}, 0, 1);
    QCOMPARE(histogram.binAt(0), 0);
    QCOMPARE(histogram.binAt(99), 3);
    QCOMPARE(histogram.binAt(100), -1);
    const QImage picture = histogram.grab().toImage();
    QCOMPARE(picture.pixelColor(85, 40), currentTheme().color(Color::Accent));
  }
};

QTEST_MAIN(ImagesTest)
#include "images_test.moc"
