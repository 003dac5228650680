// Why: a language is either complete or not offered: it has every text of the sources with the same placeholders, and
// the texts fit in the window.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QXmlStreamReader>

#include "app/actions/action_registry.h"
#include "app/actions/menu_bar.h"
#include "app/settings/language.h"
#include "app/workspaces/network/export_dialog.h"
#include "app/workspaces/network/network_files.h"
#include "app/workspaces/network/network_workspace.h"
#include "app/workspaces/toolbar.h"
#include "app/workspaces/train/rate_search_dialog.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/workspace.h"
#include "core/data/importing/importer.h"
#include "tests/app/window_test.h"
#include "widgets/actions/action_button.h"
#include "widgets/forms/field_editor.h"
#include "widgets/forms/schema_form.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/tokens.h"

namespace fovea::test {
namespace {

const QString kSources = QStringLiteral(QT_TESTCASE_SOURCEDIR "/..");

struct Message {
  QString source;
  QStringList forms;
  bool finished = true;
};

std::vector<Message> readMessages(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("no file %s", qPrintable(path));
  QXmlStreamReader xml(&file);
  std::vector<Message> messages;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("message")) {
      messages.emplace_back();
    } else if (xml.name() == QLatin1String("source")) {
      messages.back().source = xml.readElementText();
    } else if (xml.name() == QLatin1String("translation")) {
      Message& message = messages.back();
      message.finished = xml.attributes().value("type").isEmpty();
      QString text;
      while (!(xml.readNext() == QXmlStreamReader::EndElement && xml.name() == QLatin1String("translation"))) {
        if (xml.isStartElement()) message.forms << xml.readElementText();
        if (xml.isCharacters()) text += xml.text();
      }
      if (message.forms.isEmpty()) message.forms << text;
    }
  }
  if (xml.hasError()) qFatal("%s", qPrintable(xml.errorString()));
  return messages;
}

// Each placeholder once, since a translation may repeat one.
QSet<QString> placeholders(const QString& text) {
  static const QRegularExpression kPattern(QStringLiteral("%(\\d+|n)"));
  QSet<QString> found;
  for (auto it = kPattern.globalMatch(text); it.hasNext();) found << it.next().captured();
  return found;
}

// Describes the visible control with the largest minimum width.
QString widestPart(const QWidget& whole) {
  const QWidget* widest = &whole;
  int width = 0;
  for (const auto* part : whole.findChildren<QWidget*>())
    if (part->isVisible() && !part->layout() && part->minimumSizeHint().width() > width) {
      width = part->minimumSizeHint().width();
      widest = part;
    }
  return QString("%1 %2 %3").arg(widest->metaObject()->className(), widest->accessibleName()).arg(width) +
         (qobject_cast<const QLabel*>(widest) ? ": " + qobject_cast<const QLabel*>(widest)->text() : QString());
}

}  // namespace

class TranslationTest : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void everySentenceOfTheSourcesIsThere_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<qsizetype>("atLeast");
    QTest::newRow("German") << "de" << QStringList{"-no-obsolete"} << qsizetype(1000);
    QTest::newRow("English singulars") << "en" << QStringList{"-no-obsolete", "-pluralonly"} << qsizetype(10);
  }
  void everySentenceOfTheSourcesIsThere() {
    QFETCH(const QString, language);
    QFETCH(const QStringList, options);
    QFETCH(const qsizetype, atLeast);
    QTemporaryDir folder;
    const QString copy = folder.filePath("fovea_" + language + ".ts");
    QVERIFY(QFile::copy(kSources + "/translations/fovea_" + language + ".ts", copy));
    QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    QProcess update;
    update.setWorkingDirectory(kSources);
    update.start(
        QLibraryInfo::path(QLibraryInfo::BinariesPath) + "/lupdate",
        QStringList{"-silent", "-I", "."} + options + QStringList{"-locations", "none", "app", "widgets", "-ts", copy});
    QVERIFY2(update.waitForStarted(), "lupdate is not there: install qt6-l10n-tools");
    QVERIFY(update.waitForFinished(kPatience));
    QCOMPARE(update.exitCode(), 0);
    const auto messages = readMessages(copy);
    QVERIFY(qsizetype(messages.size()) > atLeast);
    for (const Message& message : messages)
      QVERIFY2(message.finished && !message.forms.join("").isEmpty(), qPrintable(message.source));
  }

  void placeholdersAgree() {
    for (const Message& message : readMessages(kSources + "/translations/fovea_de.ts"))
      for (const QString& form : message.forms) {
        QVERIFY2(placeholders(form) == placeholders(message.source), qPrintable(message.source + " | " + form));
        // "…" means that a dialog follows, and line breaks separate the same number of lines.
        QVERIFY2(form.endsWith(QChar(0x2026)) == message.source.endsWith(QChar(0x2026)), qPrintable(form));
        QVERIFY2(form.count('\t') == message.source.count('\t'), qPrintable(form));
      }
  }

  // Who reads two words for one thing looks for two things.
  void eachTermHasOneWord_data() {
    QTest::addColumn<QString>("german");
    for (const auto& [english, german] : {
             std::pair(R"(\bpaus(e|es|ed|ing)\b)", "paus"),
             {R"(\bstop(s|ped|ping)?\b(?! (at 6|comparing)))", "stopp"},
             {R"(^hold$|^held$|\bis held\b(?! against))", "anhalten|angehalten"},
             {R"(\binspect\b)", "einblick"},
             {R"(\brelabel)", "neu beschrift"},
             {R"(\btransforms?\b)", "transform"},
             {R"(\bweight decay\b)", "gewichtsabfall"},
             {R"(\binput layers?\b)", "eingabeschicht"},
             {R"(\bembedding)", "einbettung"},
             {R"(\bquantities\b)", "stetige werte"},
             {R"(\b(this|these|chosen|training) samples?\b)", "beispiel"},
             {R"(\bcheckpoints?\b)", "checkpoint"},
             {R"(\bbreakpoints?\b)", "haltepunkt"},
             {R"(\bsweeps?\b)", "versuchsreihe"},
             {R"(\blearning rate\b)", "lernrate"},
             {R"(\bdata sets?\b)", "datens[aä]tz"},
         })
      QTest::newRow(english) << QString(german);
  }
  void eachTermHasOneWord() {
    const QRegularExpression english(QTest::currentDataTag(), QRegularExpression::CaseInsensitiveOption);
    QFETCH(const QString, german);
    const QRegularExpression word(german, QRegularExpression::CaseInsensitiveOption);
    int found = 0;
    for (const char* file : {"fovea_de", "core_messages_de"})
      for (const Message& message : readMessages(kSources + "/translations/" + file + ".ts")) {
        if (!english.match(message.source).hasMatch()) continue;
        ++found;
        for (const QString& form : message.forms)
          QVERIFY2(word.match(form).hasMatch(), qPrintable(message.source + " | " + form));
      }
    QVERIFY2(found > 1, "the term is in use");
  }

  // Error messages of core as users see them.
  void messagesOfCoreSpeakIt() {
    useLanguage(*qApp, "de");
    QTemporaryDir folder;
    const auto wordsOf = [](const auto& result) { return coreMessage(result.error()); };
    const QString missing = folder.filePath("none.csv");
    QCOMPARE(wordsOf(recogniseAny(missing.toStdString())), "Es gibt keine Datei und keinen Ordner " + missing + ".");
    QFile sheet(folder.filePath("a.xlsx"));
    QVERIFY(sheet.open(QIODevice::WriteOnly));
    sheet.close();
    const auto unread = recogniseAny(sheet.fileName().toStdString());
    QVERIFY(!unread.ok());
    const QString refused = wordsOf(unread);
    QVERIFY2(refused.contains("CSV"), qPrintable(refused));
    for (const char* english : {" the ", " is ", " no ", " and "})
      QVERIFY2(!refused.contains(english), qPrintable(refused));
    QCOMPARE(coreMessage("Intel Xeon, 8 threads"), "Intel Xeon, 8 Threads");
    QCOMPARE(coreMessage("the box from (170, 10) to (190, 60) has no part in its image of 160×120"),
             "der Rahmen von (170, 10) bis (190, 60) hat keinen Teil in seinem Bild von 160×120");
    // Importers name their items by nouns of their own.
    for (const auto& [english, german] :
         {std::pair("15 pairs, 24×24 colour", "15 Paare, 24×24 farbig"),
          {"1 pair, 24×24 grey", "1 Paar, 24×24 grau"},
          {"8 transcripts, 1×64×98, 11 classes", "8 Abschriften, 1×64×98, 11 Klassen"},
          {"21 windows, 129 symbols each", "21 Fenster, je 129 Symbole"},
          {"60 rows, 5 numbers each, 2 classes", "60 Zeilen, je 5 Zahlen, 2 Klassen"},
          {"left out, 2 text files", "ausgelassen, 2 Textdateien"},
          // Some messages continue others.
          {"in this order 12 of 12 lines are boxes inside of their images, but it is not the only one",
           "in dieser Ordnung sind 12 von 12 Zeilen Rahmen innerhalb ihrer Bilder, aber nicht nur in dieser"},
          {"there are 3 boxes and 2 outlines and masks, and 4 tags of whole images",
           "es gibt 3 Rahmen und 2 Umrisse und Masken, dazu 4 Tags ganzer Bilder"},
          {"There is not enough memory on cpu: 3 GiB are free. “conv1” needs most: 2 GiB.",
           "Auf cpu reicht der Speicher nicht: 3 GiB sind frei. „conv1“ braucht am meisten: 2 GiB."},
          {"test-volume.tif holds 5 pages, and 2 of the others that were looked at hold several",
           "test-volume.tif enthält 5 Seiten, und 2 der anderen, die angesehen wurden, enthalten mehrere"},
          {"train for training, dev for validation", "train zum Training, dev zur Validierung"},
          {"the 20 folders of the images", "die 20 Ordner der Bilder"},
          {"a.csv: This table has no column from which \"n\" can be predicted. Left out: column Month (it is empty); "
           "column b (its values are names of files).",
           "a.csv: Diese Tabelle hat keine Spalte, aus der sich „n“ vorhersagen lässt. Ausgelassen: Spalte Month (ist "
           "leer); Spalte b (die Werte sind Namen von Dateien)."},
          {"1 folder holds no image, for instance \"2. Groundtruths\".",
           "1 Ordner enthält keinerlei Bild, zum Beispiel „2. Groundtruths“."},
          {"as the lists a/test.txt, a/train.txt say", "wie die Listen a/test.txt, a/train.txt angeben"}})
      QCOMPARE(coreMessage(english), german);
    useLanguage(*qApp, "en");
    QVERIFY(wordsOf(recogniseAny(missing.toStdString())).startsWith("There is no file"));
  }

  void theNoticeOfAHeldProjectSpeaksIt() {
    useLanguage(*qApp, "de");
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    openWindow();
    makeProject(*session_, *sandbox_, "klein");
    {
      Session other(testBackends());
      MainWindow second(other, *themes_);
      second.show();
      require(other.openProject(sandbox_->path("klein")));
      QTRY_VERIFY2(bannerWords(second).contains("ist in einem anderen Fenster"), qPrintable(bannerWords(second)));
    }
    closeWindow();
  }

  void theErrorOfARunSpeaksIt() {
    useLanguage(*qApp, "de");
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    ThinnedHistory past;
    past.run.id = RunId{1};
    past.run.status = RunStatus::Failed;
    past.run.error = "There is no file /a/b.png. Fetch the file again.";
    const QString words = "Es gibt keine Datei /a/b.png. Die Datei erneut herunterladen.";
    RunTableModel table;
    table.setRuns({past.run});
    QCOMPARE(table.data(table.index(0, RunTableModel::kName), Qt::ToolTipRole).toString(), words);
    RunLog log;
    log.showPast(past);
    QVERIFY2(log.toPlainText().contains(words), qPrintable(log.toPlainText()));
  }

  void whatIsSaidOfAnExportSpeaksIt() {
    useLanguage(*qApp, "de");
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    openWindow();
    makeProject(*session_, *sandbox_, "klein");
    {
      ExportDialog dialog(*session_);
      for (int format = 0; format < dialog.format()->count(); ++format) {
        dialog.format()->setCurrentIndex(format);
        for (const QLabel* label : dialog.findChildren<QLabel*>())
          QVERIFY2(!label->text().contains("The weights"), qPrintable(label->text()));
      }
    }
    NetworkFiles& files = *qobject_cast<NetworkWorkspace*>(window_->workspace("network"))->files();
    QSignalSpy done(&files, &NetworkFiles::done);
    files.exportNetwork({sandbox_->text("klein.prototxt"), 17, {}});
    QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, kPatience);
    const QString remarks = done[0][1].toString();
    QVERIFY2(!remarks.isEmpty() && !remarks.contains("The "), qPrintable(remarks));
    closeWindow();
  }

  // Each message with names in it is found again, and neither a part of it nor a more general one.
  void everyMessageOfCoreIsTakenApart() {
    useLanguage(*qApp, "de");
    static const QRegularExpression place("\\{(\\d?)~?\\}");
    int checked = 0;
    for (const Message& message : readMessages(kSources + "/translations/core_messages_de.ts")) {
      const QStringList texts = message.source.split("{}");
      const auto letters = std::ranges::count_if(texts.join(""), [](QChar each) { return each.isLetter(); });
      if (letters < 6 || texts.size() == 1) continue;  // fewer letters fit nearly every text
      for (const QString& value : {QString("v%1"), QString("/d %1/v w.csv")}) {
        // If only a blank separates two values, nobody can tell where a value that holds blanks ends.
        if (value.contains(' ') && texts.mid(1, texts.size() - 2).contains(" ")) continue;
        QString english = texts[0], german;
        for (qsizetype i = 1; i < texts.size(); ++i) english += value.arg(i) + texts[i];
        qsizetype at = 0, count = 0;
        for (auto places = place.globalMatch(message.forms[0]); places.hasNext();) {
          const QRegularExpressionMatch found = places.next();
          ++count;
          german += message.forms[0].mid(at, found.capturedStart() - at) +
                    value.arg(found.captured(1).isEmpty() ? count : found.captured(1).toInt());
          at = found.capturedEnd();
        }
        german += message.forms[0].mid(at);
        static const QRegularExpression quotes("[“”„]");
        QCOMPARE(coreMessage(english.toStdString()).remove(quotes), german.remove(quotes));
        ++checked;
      }
    }
    QVERIFY2(checked > 2000, qPrintable(QString::number(checked)));
    useLanguage(*qApp, "en");
  }

  void foundRatesAreWrittenInTheLanguage() {
    useLanguage(*qApp, "de");
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    openWindow();
    const auto nothing = [](const ProgressFunction&, const CancelToken&) { return Status(); };
    auto dialog = std::make_unique<RateSearchDialog>(session_->jobs()->start("trial", nothing));
    RateSearch found;
    found.points = {{0.001, 2.3, 2.3}, {0.01, 1.1, 1.2}};
    found.steepestFall = 0.003;
    found.lowestLoss = 0.0079;
    found.suggested = 0.0049;
    dialog->show(found);
    QVERIFY2(dialog->words().contains("0,003") && dialog->words().contains("0,0079"), qPrintable(dialog->words()));
    const auto buttons = dialog->findChildren<QPushButton*>();
    QVERIFY(std::ranges::any_of(buttons, [](const QPushButton* each) { return each->text() == "0,0049 verwenden"; }));
    settle(*session_);
    dialog.reset();
    closeWindow();
  }

  void thePageOfATrainingRunFitsIntoItsPanel() {
    useLanguage(*qApp, "de");
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    RunDetails page;
    RunRecord record;
    record.id = RunId{1};
    record.name = "klein";
    page.setRun(record);
    WorkerSnapshot training;
    training.run = record.id;
    training.state = WorkerState::Training;
    page.showSnapshot(training);
    page.show();
    QTRY_VERIFY(page.rateField()->isVisible());
    QVERIFY2(page.minimumSizeHint().width() <= size::kInspector - 2 * size::kPageMargin,
             qPrintable(QString::number(page.minimumSizeHint().width())));
  }

  // The form reserves the height of its highest help text, which it looks for among the longest only.
  void everyHelpTextHasRoom_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("German") << "de";
  }
  void everyHelpTextHasRoom() {
    QFETCH(const QString, language);
    useLanguage(*qApp, language);
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    const Schema schema = trainingSettingsSchema().schema();
    SchemaForm form(schema);
    form.show();
    const auto labels = form.findChildren<QLabel*>();
    const auto help = std::ranges::find_if(labels, [](const QLabel* label) {
      return label->property("kind") == QVariant("caption") && label->wordWrap();
    });
    QVERIFY(help != labels.end());
    const QFontMetrics metrics(themeFont(FontRole::Caption));
    for (int width = 160; width <= 700; width += 20) {
      form.resize(width, 2000);
      int highest = 0;
      for (const Field& field : schema.fields()) {
        const QRect room(0, 0, form.width(), QWIDGETSIZE_MAX);
        const QString text = form.editor(field.name)->toolTip();
        highest = std::max(highest, metrics.boundingRect(room, Qt::TextWordWrap, text).height());
      }
      QVERIFY2((*help)->minimumHeight() >= highest, qPrintable(QString::number(width)));
    }
  }

  void valuesOfChoicesAreTranslated() {
    useLanguage(*qApp, "de");
    const auto english = qScopeGuard([] { useLanguage(*qApp, "en"); });
    const Schema options = require(findImporter("masks"))->options();
    const Field& field = *options.find("folder_classes");
    const FieldValue ignore = std::string("ignore");
    QCOMPARE(fieldText(field, ignore), QString("Sie sind keine Klassen"));
    QVERIFY(require(fieldFromText(field, "Sie sind keine Klassen")) == ignore);
    QVERIFY(require(fieldFromText(field, "ignore")) == ignore);
  }

  void theWindowSpeaksItAndFits() {
    QCOMPARE(availableLanguages(), (QStringList{"en", "de"}));
    QCOMPARE(languageName("de"), QString("Deutsch"));
    useLanguage(*qApp, "de");
    openWindow();
    makeProject(*session_, *sandbox_, "klein");
    TrainingSettings settings;
    settings.epochs = 1;
    QSignalSpy ended(session_->training(), &TrainingBridge::runEnded);
    require(session_->startRun(settings, "klein"));
    QVERIFY(ended.wait(kPatience));
    QCOMPARE(window_->workspace("home")->title(), QString("Start"));
    QCOMPARE(window_->registry().find("data.import")->text(), QString("Daten importieren…"));
    QCOMPARE(window_->menus()->actions().first()->text(), QString("&Datei"));
    QSet<QChar> mnemonics;
    for (const QAction* top : window_->menus()->actions()) {
      const QChar letter = top->text().at(top->text().indexOf('&') + 1).toLower();
      QVERIFY2(!mnemonics.contains(letter), qPrintable(top->text()));
      mnemonics << letter;
    }
    window_->resize(1024, 640);
    for (Workspace* place : window_->workspaces()) {
      window_->showPlace(place->objectName());
      QTest::qWait(100);
      const auto* toolbar = place->findChild<Toolbar*>();
      QList<QRect> found;
      for (const QPushButton* button : toolbar->findChildren<QPushButton*>()) {
        if (!button->isVisible()) continue;
        const QRect area(button->mapTo(toolbar, QPoint()), button->size());
        QVERIFY2(toolbar->rect().contains(area), qPrintable(button->text()));
        for (const QRect& other : found) QVERIFY2(!other.intersects(area), qPrintable(button->text()));
        found << area;
      }
      // No content of a side panel is wider than the panel, where it would be cut off.
      for (const auto* area : place->findChildren<QScrollArea*>())
        if (area->isVisible() && area->widgetResizable() && area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff)
          QVERIFY2(area->widget()->minimumSizeHint().width() <= area->viewport()->width(),
                   qPrintable(place->objectName() + ": " + widestPart(*area->widget())));
      for (const auto* button : window_->findChildren<QToolButton*>())
        if (button->isVisible() && button->toolButtonStyle() == Qt::ToolButtonTextUnderIcon)
          QVERIFY2(button->fontMetrics().horizontalAdvance(button->text()) < button->width(),
                   qPrintable(button->text()));
    }
    closeWindow();
  }
};

}  // namespace fovea::test

QTEST_MAIN(fovea::test::TranslationTest)
#include "translation_test.moc"
