// Why: what is shown can be copied or saved by a right click, and a file is written completely or not at all.
#include <QtTest>
#include <QtWidgets>

#include "widgets/images/image_view.h"
#include "widgets/plots/metric_plot.h"
#include "widgets/plots/plot_parts.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/copy_menu.h"

namespace fovea::test {

class CopyMenuTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { QGuiApplication::clipboard()->clear(); }

  void aPictureIsCopiedAsItIs() {
    ImageView view;
    view.resize(200, 200);
    QImage picture(3, 2, QImage::Format_RGB32);
    picture.fill(Qt::green);
    picture.setPixel(1, 1, qRgb(1, 2, 3));
    view.setImage(picture);
    choose(view, "Copy the picture");
    QCOMPARE(QGuiApplication::clipboard()->image().convertToFormat(QImage::Format_RGB32), picture);
  }

  void withoutAPictureThereIsNoMenu() {
    ImageView view;
    view.resize(200, 200);
    QVERIFY(!menuOf(view));
  }

  void figuresAreCopiedAsLines() {
    FactList facts;
    facts.resize(200, 100);
    facts.setFacts({{"Mean", "0.5", {}}, {"Zeros", "3 %", {}}});
    choose(facts, "Copy the figures");
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("Mean\t0.5\nZeros\t3 %\n"));
  }

  void aPlotIsCopiedAsPictureAndAsNumbers() {
    MetricPlot plot("Loss");
    plot.resize(400, 300);
    const int series = plot.addSeries("train", SeriesRole::Train);
    plot.append(series, 1, 0.5);
    plot.append(series, 2, 0.25);
    plot.show();
    choose(plot, "Copy the values as CSV");
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("step,train\n1,0.5\n2,0.25\n"));
    choose(plot, "Copy the picture");
    QVERIFY(QGuiApplication::clipboard()->image().width() > 400);
  }

  void onlyTheLeftButtonHidesACurve() {
    MetricPlot plot("Loss");
    plot.resize(400, 300);
    plot.append(plot.addSeries("train", SeriesRole::Train), 1, 0.5);
    plot.show();
    auto* legend = plot.findChild<PlotLegend*>();
    QVERIFY(legend);
    QSignalSpy toggled(legend, &PlotLegend::entryToggled);
    QTest::mouseClick(legend, Qt::RightButton, {}, {8, legend->height() / 2});
    QCOMPARE(toggled.size(), 0);
    QTest::mouseClick(legend, Qt::LeftButton, {}, {8, legend->height() / 2});
    QCOMPARE(toggled.size(), 1);
  }

  void aSavedPictureIsThere() {
    QTemporaryDir folder;
    QWidget owner;
    QImage picture(5, 4, QImage::Format_RGB32);
    picture.fill(Qt::blue);
    QVERIFY(savePicture(owner, picture, folder.filePath("blue.png")));
    QCOMPARE(QImage(folder.filePath("blue.png")).convertToFormat(QImage::Format_RGB32), picture);
  }

  void whatCannotBeSavedIsSaid() {
    QTemporaryDir folder;
    QWidget owner;
    const QImage picture(5, 4, QImage::Format_RGB32);
    QVERIFY(!savePicture(owner, picture, folder.filePath("nowhere/blue.png")));
    QVERIFY(!savePicture(owner, picture, folder.filePath("blue.docx")));
    QCOMPARE(owner.findChildren<QMessageBox*>().size(), 2);
    QVERIFY(QDir(folder.path()).isEmpty());
  }

 private:
  // The widget under the pointer gets the event first, as with a real mouse.
  static QMenu* menuOf(QWidget& widget) {
    const QPoint at = widget.rect().center();
    QWidget* const child = widget.childAt(at);
    QWidget& under = child ? *child : widget;
    QContextMenuEvent event(QContextMenuEvent::Mouse, under.mapFrom(&widget, at), widget.mapToGlobal(at));
    QCoreApplication::sendEvent(&under, &event);
    return widget.findChild<QMenu*>("copyMenu");
  }
  static void choose(QWidget& widget, const QString& text) {
    QMenu* menu = menuOf(widget);
    QVERIFY(menu);
    for (QAction* action : menu->actions())
      if (action->text() == text) {
        action->trigger();
        delete menu;
        return;
      }
    QFAIL(qPrintable("no entry " + text));
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::CopyMenuTest)
#include "copy_menu_test.moc"
