// Why: texts are readable in both themes, series can be distinguished without colour vision, every icon is drawn, and a
// switch of theme reaches widgets that paint themselves.
#include <QtTest/QtTest>
#include <QtWidgets/QtWidgets>
#include <array>
#include <cmath>

#include "contrast.h"
#include "widgets/theme/card.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// Counts how often its layout is worked out anew.
class LayoutCounter : public QWidget {
 public:
  int layouts = 0;

 protected:
  bool event(QEvent* event) override {
    layouts += event->type() == QEvent::LayoutRequest;
    return QWidget::event(event);
  }
};

Rgb lab(const Rgb& c) {
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.95047);
  const double y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
  const double z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Full dichromacy, Machado, Oliveira and Fernandes 2009.
using Matrix = std::array<Rgb, 3>;
constexpr Matrix kNormal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

double distanceSeen(const QColor& a, const QColor& b, const Matrix& eye) {
  const auto seen = [&](const QColor& color) {
    const Rgb in = linear(color);
    Rgb out{};
    for (std::size_t i = 0; i < 3; ++i)
      out[i] = std::clamp(eye[i][0] * in[0] + eye[i][1] * in[1] + eye[i][2] * in[2], 0.0, 1.0);
    return lab(out);
  };
  const Rgb p = seen(a);
  const Rgb q = seen(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

// Counts notifications of a new theme, and records the colour painted then.
class Watcher : public QWidget {
 public:
  int changes = 0;
  QColor painted;

 protected:
  void changeEvent(QEvent* event) override {
    if (isThemeChange(event)) ++changes;
    QWidget::changeEvent(event);
  }
  void paintEvent(QPaintEvent*) override { painted = currentTheme().color(Color::Panel); }
};

int inkedPixels(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += qAlpha(image.pixel(x, y)) > 32;
  return count;
}

}  // namespace

class ThemeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tokensStandInTheOrderOfTheirEnum() {
    for (std::size_t i = 0; i < kColorTokens.size(); ++i) QCOMPARE(static_cast<std::size_t>(kColorTokens[i].color), i);
  }

  void everyTextDiffersFromItsGrounds_data() {
    QTest::addColumn<bool>("dark");
    QTest::newRow("dark") << true;
    QTest::newRow("light") << false;
  }
  void everyTextDiffersFromItsGrounds() {
    QFETCH(bool, dark);
    const Theme theme(dark ? ThemeKind::Dark : ThemeKind::Light);
    const auto check = [&](Color ink, Color ground, double least) {
      const double ratio = contrast(theme.color(ink), theme.color(ground));
      QVERIFY2(ratio >= least, qPrintable(QStringLiteral("%1 on %2 has only %3")
                                              .arg(kColorTokens[std::size_t(ink)].name.data())
                                              .arg(kColorTokens[std::size_t(ground)].name.data())
                                              .arg(ratio)));
    };
    const auto grounds = {Color::Window, Color::Panel,     Color::Raised,
                          Color::Hover,  Color::Selection, Color::AccentSoft};
    for (const Color ground : grounds)
      for (const Color ink :
           {Color::Text, Color::Muted, Color::AccentText, Color::GoodText, Color::WarningText, Color::BadText})
        check(ink, ground, 4.5);
    for (const Color ground : {Color::GoodSoft, Color::WarningSoft, Color::BadSoft}) {
      check(Color::Text, ground, 4.5);
      check(Color::Muted, ground, 4.5);
    }
    check(Color::GoodText, Color::GoodSoft, 4.5);
    check(Color::WarningText, Color::WarningSoft, 4.5);
    check(Color::BadText, Color::BadSoft, 4.5);
    for (const Color ground : {Color::AccentFill, Color::AccentFillHover, Color::BadFill})
      check(Color::OnAccent, ground, 4.5);
    // Marks and outlines need 3:1 (WCAG 1.4.11).
    for (const Color mark : {Color::Accent, Color::Good, Color::Warning, Color::Bad, Color::LineStrong})
      check(mark, Color::Panel, 3.0);
    check(Color::LineStrong, Color::Raised, 3.0);
  }

  void seriesAreApartForEveryEye_data() { everyTextDiffersFromItsGrounds_data(); }
  void seriesAreApartForEveryEye() {
    QFETCH(bool, dark);
    const Theme theme(dark ? ThemeKind::Dark : ThemeKind::Light);
    for (int i = 0; i < int(kSeriesColorCount); ++i) {
      QVERIFY2(contrast(theme.series(i), theme.color(Color::Panel)) >= 3.0, qPrintable(theme.series(i).name()));
      for (int j = 0; j < i; ++j)
        for (const Matrix& eye : {kNormal, kProtanopia, kDeuteranopia})
          QVERIFY2(distanceSeen(theme.series(i), theme.series(j), eye) >= 15,
                   qPrintable(QStringLiteral("series %1 and %2: %3")
                                  .arg(i)
                                  .arg(j)
                                  .arg(distanceSeen(theme.series(i), theme.series(j), eye))));
    }
    QCOMPARE(theme.series(int(kSeriesColorCount)), theme.series(0));
  }

  void everyIconDraws() {
    const QStringList names = iconNames();
    for (const char* const wanted :
         {"home",     "data",   "network", "train",  "inspect",      "deploy",        "lab",     "play",
          "pause",    "stop",   "step",    "undo",   "redo",         "add",           "delete",  "search",
          "settings", "folder", "save",    "open",   "import",       "check",         "warning", "error",
          "info",     "sun",    "moon",    "close",  "chevron-down", "chevron-right", "fit",     "arrange",
          "copy",     "export", "image",   "filter", "gpu",          "cpu",           "log"})
      QVERIFY2(names.contains(QLatin1String(wanted)), wanted);
    for (const QString& name : names) {
      for (const double ratio : {1.0, 1.5, 2.0}) {
        const QPixmap picture = iconPixmap(name, IconRole::Text, 20, ratio);
        QCOMPARE(picture.width(), qRound(20 * ratio));
        QVERIFY2(inkedPixels(picture.toImage()) > 15, qPrintable(name));
      }
    }
  }

  void anUnknownIconIsNull() {
    QVERIFY(icon(QStringLiteral("no-such-icon")).isNull());
    QVERIFY(iconPixmap(QStringLiteral("no-such-icon"), IconRole::Text, 16, 1).isNull());
    QVERIFY(icon(QString()).isNull());
  }

  void anIconTakesTheColourOfTheThemeItIsPaintedIn() {
    const QIcon play = icon(QStringLiteral("stop"), IconRole::Text);
    const auto inkOf = [&] {
      const QImage image = play.pixmap(24, 24).toImage();
      QColor strongest;
      int alpha = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (qAlpha(image.pixel(x, y)) > alpha) {
            alpha = qAlpha(image.pixel(x, y));
            strongest = image.pixelColor(x, y);
          }
      return strongest.rgb();
    };
    applyTheme(*qApp, ThemeKind::Dark);
    QCOMPARE(inkOf(), Theme(ThemeKind::Dark).color(Color::Text).rgb());
    applyTheme(*qApp, ThemeKind::Light);
    QCOMPARE(inkOf(), Theme(ThemeKind::Light).color(Color::Text).rgb());
  }

  void aSwitchReachesWidgetsThatPaintThemselves() {
    ThemeManager themes(*qApp);
    QSignalSpy changed(&themes, &ThemeManager::themeChanged);
    themes.setKind(ThemeKind::Dark);
    Watcher watcher;
    watcher.resize(40, 40);
    watcher.show();
    QVERIFY(QTest::qWaitForWindowExposed(&watcher));
    QTRY_COMPARE(watcher.painted, Theme(ThemeKind::Dark).color(Color::Panel));
    const int before = watcher.changes;
    themes.toggle();
    QVERIFY(watcher.changes > before);
    QTRY_COMPARE(watcher.painted, Theme(ThemeKind::Light).color(Color::Panel));
    QCOMPARE(changed.size(), 2);
    QCOMPARE(currentTheme().kind(), ThemeKind::Light);
    themes.setKind(ThemeKind::Light);  // no change, no signal
    QCOMPARE(changed.size(), 2);
  }

  void theSystemIsAskedWhatItShows() {
    QPalette dark;
    dark.setColor(QPalette::Window, QColor(30, 30, 30));
    QPalette light;
    light.setColor(QPalette::Window, QColor(240, 240, 240));
    QTemporaryDir empty;
    qputenv("XDG_CONFIG_HOME", empty.path().toUtf8());
    qunsetenv("GTK_THEME");
    QCOMPARE(systemThemeKind(dark), ThemeKind::Dark);
    QCOMPARE(systemThemeKind(light), ThemeKind::Light);
    qputenv("GTK_THEME", "Adwaita:dark");
    QCOMPARE(systemThemeKind(light), ThemeKind::Dark);
    qunsetenv("GTK_THEME");
    QVERIFY(QDir(empty.path()).mkpath(QStringLiteral("gtk-3.0")));
    QFile settings(empty.filePath(QStringLiteral("gtk-3.0/settings.ini")));
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write("[Settings]\ngtk-application-prefer-dark-theme=1\n");
    settings.close();
    QCOMPARE(systemThemeKind(light), ThemeKind::Dark);
    QFile kde(empty.filePath(QStringLiteral("kdeglobals")));
    QVERIFY(settings.remove());
    QVERIFY(kde.open(QIODevice::WriteOnly));
    kde.write("[General]\nColorScheme=BreezeDark\n");
    kde.close();
    QCOMPARE(systemThemeKind(light), ThemeKind::Dark);
    qunsetenv("XDG_CONFIG_HOME");
  }

  void figuresTakeTheSameRoom() {
    const QFontMetricsF metrics(themeFont(FontRole::Text));
    QCOMPARE(tabularWidth(metrics, QStringLiteral("111.1")), tabularWidth(metrics, QStringLiteral("888.8")));
  }

  void controlsStandOnTheGrid() {
    applyTheme(*qApp, ThemeKind::Dark);
    QPushButton button(QStringLiteral("Export"));
    QLineEdit edit;
    QComboBox box;
    box.addItem(QStringLiteral("He normal"));
    QSpinBox spin;
    for (QWidget* widget : {static_cast<QWidget*>(&button), static_cast<QWidget*>(&edit), static_cast<QWidget*>(&box),
                            static_cast<QWidget*>(&spin)})
      QVERIFY2(widget->sizeHint().height() == size::kControl, widget->metaObject()->className());
  }

  void aBoxCutsItsTextOffWithAnEllipsis() {
    applyTheme(*qApp, ThemeKind::Dark);
    const QString text = QStringLiteral("LeNet with weights of run 12 · epoch 34");
    const auto drawn = [](const QString& shown) {
      QComboBox box;
      box.addItem(shown);
      box.setFixedSize(150, size::kControl);
      return box.grab().toImage();
    };
    // Some shorter text that visibly ends in an ellipsis looks the same.
    bool found = false;
    for (qsizetype letters = 1; letters < text.size(); ++letters) {
      const QString cut = text.left(letters);
      const QImage image = drawn(cut + QChar(0x2026));
      found = found || (image == drawn(text) && image != drawn(cut));
    }
    QVERIFY(found);
    QVERIFY(drawn(QStringLiteral("short")) != drawn(QStringLiteral("shor") + QChar(0x2026)));
  }

  void aButtonIsDimAgainWhenItsMenuIsGone() {
    applyTheme(*qApp, ThemeKind::Dark);
    QWidget place;
    place.resize(400, 300);
    QPushButton button(QStringLiteral("File"), &place);
    QMenu menu(&button);
    menu.addAction(QStringLiteral("Open"));
    button.setMenu(&menu);
    place.show();
    QVERIFY(QTest::qWaitForWindowExposed(&place));
    menu.popup(place.mapToGlobal(QPoint(0, 60)));
    button.setAttribute(Qt::WA_UnderMouse);
    QCursor::setPos(place.mapToGlobal(QPoint(300, 250)));
    menu.hide();
    QVERIFY(!button.underMouse());
  }

  void bannerSaysWhatHappenedAndWhatToDo() {
    Banner banner;
    QVERIFY(banner.isHidden());
    banner.showError(fail(ErrorCode::NoSpace, "The disk is full.", "Free 2 GB and try again."));
    QVERIFY(!banner.isHidden());
    QCOMPARE(banner.title(), QStringLiteral("The disk is full."));
    QCOMPARE(banner.advice(), QStringLiteral("Free 2 GB and try again."));
    QPushButton* retry = banner.addAction(QStringLiteral("Try again"));
    QSignalSpy clicked(retry, &QPushButton::clicked);
    QTest::mouseClick(retry, Qt::LeftButton);
    QCOMPARE(clicked.size(), 1);
    QSignalSpy dismissed(&banner, &Banner::dismissed);
    banner.findChild<QToolButton*>()->click();
    QCOMPARE(dismissed.size(), 1);
    QVERIFY(banner.isHidden());
  }

  void flowLayoutBreaksLines() {
    QWidget place;
    auto* flow = new FlowLayout(&place, 8);
    for (int i = 0; i < 3; ++i) {
      auto* item = new QWidget;
      item->setFixedSize(100, 20);
      flow->addWidget(item);
    }
    QCOMPARE(flow->heightForWidth(400), 20);
    QCOMPARE(flow->heightForWidth(220), 48);
    QCOMPARE(flow->heightForWidth(100), 76);
  }

  // A text that changes all the time must not lay out the window each time.
  void aLiveLabelLaysOutItsWindowOnlyToGrow() {
    LayoutCounter place;
    auto* row = new QHBoxLayout(&place);
    auto* label = new LiveLabel(new QLabel);
    auto* beside = new QLabel(QStringLiteral("beside"));
    row->addWidget(label);
    row->addWidget(beside);
    row->addStretch(1);
    label->setText(QStringLiteral("8888 samples/s"));
    place.resize(600, 60);
    place.show();
    QVERIFY(QTest::qWaitForWindowExposed(&place));
    QCoreApplication::processEvents();
    place.layouts = 0;
    for (int rate = 100; rate < 999; rate += 37) {
      label->setText(QStringLiteral("%1 samples/s").arg(rate));
      QCoreApplication::processEvents();
    }
    QCOMPARE(place.layouts, 0);
    QCOMPARE(label->text(), label->label()->text());
    label->setText(QStringLiteral("100000 samples/s, for an hour and a half"));
    QCoreApplication::processEvents();
    QCOMPARE(place.layouts, 1);
    QVERIFY(label->width() >= label->label()->sizeHint().width());
    QVERIFY(beside->x() > label->geometry().right());
    QVERIFY(label->label()->height() >= label->label()->sizeHint().height());
  }

  void aLiveLabelHasRoomForWrappedWords() {
    LayoutCounter place;
    auto* column = new QVBoxLayout(&place);
    auto* words = new QLabel;
    words->setWordWrap(true);
    auto* label = new LiveLabel(words);
    auto* below = new QLabel(QStringLiteral("below"));
    column->addWidget(label);
    column->addWidget(below);
    column->addStretch(1);
    const auto fits = [&] {
      return words->height() >= words->heightForWidth(words->width()) && below->y() > label->y();
    };
    label->setText(QStringLiteral("Compute 100 %, data 0 %, host 0 %: the device is kept busy."));
    place.resize(220, 400);
    place.show();
    QVERIFY(QTest::qWaitForWindowExposed(&place));
    QTRY_VERIFY(fits());
    place.layouts = 0;
    label->setText(QStringLiteral("Compute 97 %, data 2 %, host 1 %: the device is kept busy."));
    QCoreApplication::processEvents();
    QCOMPARE(place.layouts, 0);
    label->setText(
        QStringLiteral("Compute 40 %, data 60 %, host 0 %: the step waits for data, which two threads load; "
                       "fewer or simpler transforms, smaller pictures or a faster disk help."));
    QTRY_VERIFY(fits());
    place.resize(320, 400);
    QTRY_VERIFY(fits());
    place.resize(160, 400);
    QTRY_VERIFY(fits());
    label->setText({});
    QCoreApplication::processEvents();
    QCOMPARE(label->height(), 0);
  }

  void anElidedLabelMayBeNarrow() {
    ElidedLabel label(QStringLiteral("a very long name that does not fit anywhere at all"));
    QVERIFY(label.minimumSizeHint().width() < 60);
  }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
