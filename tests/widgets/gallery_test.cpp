// Why: every widget is shown in one window in both themes and at two pixel ratios, for screenshots
// (FOVEA_SCREENSHOTS=folder saves a PNG of each) and for a test that none is empty, clipped or in wrong colours.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>
#include <cmath>
#include <memory>

#include "tests/widgets/gallery_pages.h"

using namespace fovea;
using namespace fovea::gallery;

class GalleryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyPage_data() {
    QTest::addColumn<QString>("name");
    for (const char* const name : {"theme", "train", "inspect", "sweep", "scaling"}) QTest::newRow(name) << text(name);
  }

  void everyPage() {
    QFETCH(QString, name);
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
      applyTheme(*qApp, kind);
      const std::unique_ptr<QWidget> page(make(name));
      page->resize(1390, 860);
      page->show();
      page->activateWindow();
      QVERIFY(QTest::qWaitForWindowActive(page.get()));
      if (auto* form = page->findChild<SchemaForm*>()) typeNonsense(*form);
      for (auto* plot : page->findChildren<MetricPlot*>()) {
        plot->flush();
        plot->setCrosshair(800);
      }
      for (auto* thumbnails : page->findChildren<ThumbnailGrid*>()) QTRY_VERIFY(thumbnails->isSettled());
      QTest::qWait(30);
      const QImage image = page->grab().toImage();
      QCOMPARE(image.size(), page->size() * page->devicePixelRatioF());
      QCOMPARE(image.pixelColor(image.rect().bottomLeft() + QPoint(3, -3)), Theme(kind).color(Color::Window));
      nothingIsCutOff(*page);
      save(image, name, kind);
    }
  }

  // Separate windows: menu, list of a combo box, message, wizard.
  void popups() {
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
      applyTheme(*qApp, kind);
      std::vector<QPixmap> pictures;
      const auto take = [&](QWidget& window) {
        window.show();
        QTest::qWait(20);
        pictures.push_back(window.grab());
        window.hide();
      };
      QMenu menu;
      menu.addAction(icon(text("copy")), text("Copy"), QKeySequence::Copy);
      menu.addAction(text("Arrange"))->setEnabled(false);
      menu.addSeparator();
      for (const bool on : {true, false}) {
        QAction* option = menu.addAction(text("Show the grid"));
        option->setCheckable(true);
        option->setChecked(on);
      }
      menu.addMenu(text("Overlay"))->addAction(text("Time share"));
      menu.setActiveAction(menu.actions().first());
      take(menu);
      QComboBox box;
      box.addItems({text("He normal"), text("Xavier uniform"), text("Zeros")});
      box.show();
      box.showPopup();
      QTest::qWait(20);
      pictures.push_back(box.view()->window()->grab());
      box.hidePopup();
      QMessageBox message(QMessageBox::Question, text("Stop the run?"),
                          text("The run fashion-lenet is still training."), QMessageBox::Yes | QMessageBox::Cancel);
      message.setInformativeText(text("Its last checkpoint is from epoch 3 and stays."));
      take(message);
      QWizard wizard;
      auto* page = new QWizardPage;
      page->setTitle(text("What to import"));
      page->setSubTitle(text("A folder of images, or the files of an IDX archive."));
      auto* column = new QVBoxLayout(page);
      column->addWidget(new QLineEdit(text("/usr/share/datasets")));
      column->addWidget(new QCheckBox(text("Keep a tenth for validation")));
      auto* list = new QListWidget;
      list->addItems({text("train-images-idx3-ubyte.gz"), text("train-labels-idx1-ubyte.gz")});
      list->setCurrentRow(1);
      column->addWidget(list);
      auto* tabs = new QTabWidget;
      tabs->addTab(new QLabel(text("Ten classes")), text("Classes"));
      tabs->addTab(new QLabel(text("Nothing")), text("Problems"));
      column->addWidget(tabs);
      wizard.addPage(page);
      wizard.resize(520, 420);
      take(wizard);
      QImage sheet(QSize(1000, 800) * qApp->devicePixelRatio(), QImage::Format_RGB32);
      sheet.setDevicePixelRatio(qApp->devicePixelRatio());
      sheet.fill(Theme(kind).color(Color::Faint));
      QPainter painter(&sheet);
      int y = 10;
      for (const QPixmap& picture : pictures) {
        QVERIFY(!picture.isNull());
        const bool large = picture.deviceIndependentSize().width() > 500;
        painter.drawPixmap(large ? 440 : 10, large ? 10 : y, picture);
        if (!large) y += static_cast<int>(picture.deviceIndependentSize().height()) + 10;
      }
      painter.end();
      save(sheet, text("popups"), kind);
    }
  }

  // The same pages at a pixel ratio of 2, which applies to a whole program, so another one is started.
  void atTwiceThePixels() {
    if (qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) QSKIP("This is the one at another scale.");
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(text("QT_SCALE_FACTOR"), text("2"));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {text("everyPage")});
    QVERIFY(child.waitForFinished(60'000));
    QVERIFY2(child.exitStatus() == QProcess::NormalExit && child.exitCode() == 0,
             child.readAllStandardOutput().constData());
  }

 private:
  static QWidget* make(const QString& name) {
    if (name == text("train")) return trainPage();
    if (name == text("inspect")) return inspectPage();
    if (name == text("sweep")) return sweepPage();
    if (name == text("scaling")) return scalingPage();
    return themePage();
  }

  static void typeNonsense(SchemaForm& form) {
    auto* kernel = qobject_cast<QLineEdit*>(form.editor("Kernel"));
    kernel->setFocus();
    kernel->selectAll();
    QTest::keyClicks(kernel, text("5 by 5"));
  }

  // Every label without word wrap has room for its text.
  static void nothingIsCutOff(const QWidget& page) {
    for (const QLabel* shown : page.findChildren<QLabel*>()) {
      if (!shown->isVisible() || shown->wordWrap() || shown->text().isEmpty() ||
          qobject_cast<const ElidedLabel*>(shown))
        continue;
      QVERIFY2(shown->fontMetrics().horizontalAdvance(shown->text()) <= shown->width(), qPrintable(shown->text()));
      QVERIFY2(shown->fontMetrics().height() <= shown->height() + 2, qPrintable(shown->text()));
    }
    for (const QPushButton* shown : page.findChildren<QPushButton*>())
      if (shown->isVisible())
        QVERIFY2(shown->fontMetrics().horizontalAdvance(shown->text()) + 8 <= shown->width(),
                 qPrintable(shown->text()));
  }

  static void save(const QImage& image, const QString& name, ThemeKind kind) {
    const QString folder = qEnvironmentVariable("FOVEA_SCREENSHOTS");
    if (folder.isEmpty()) return;
    const QString theme = kind == ThemeKind::Dark ? text("dark") : text("light");
    const int ratio = qRound(image.devicePixelRatio());
    QVERIFY(image.save(QStringLiteral("%1/%2-%3-%4x.png").arg(folder, name, theme).arg(ratio)));
  }
};

QTEST_MAIN(GalleryTest)
#include "gallery_test.moc"
