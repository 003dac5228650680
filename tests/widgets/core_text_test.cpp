// Why: core's messages are in English; they are shown in the program's language, with their values, and nothing is lost
// if a translation is missing.
#include <QtTest/QtTest>

#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

using namespace fovea;

namespace {

class CoreTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(folder_.isValid());
    QFile file(folder_.filePath("core_messages_de.ts"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto message = [&](const char* source, const char* translation) {
      file.write(QString("<message><source>%1</source><translation>%2</translation></message>")
                     .arg(QString(source).toHtmlEscaped(), QString(translation).toHtmlEscaped())
                     .toUtf8());
    };
    file.write("<?xml version=\"1.0\"?><TS><context>");
    message("it is damaged", "beschädigt");
    message("{} holds {} rows, not {}.", "{1} hat statt {3} nur {2} Zeilen.");
    message("Fetch it again.", "Noch einmal holen.");
    message("{} is no picture: {}.", "{} ist kein Bild: {}.");
    message("There is no file {}.", "Die Datei {} gibt es nicht.");
    message("images", "Bilder");
    message("sound files", "Tondateien");
    message("text", "Text");
    message("and", "und");
    message("it has {} values", "sie hat {} Werte");
    message("Choose at most {}", "Höchstens {} wählen");
    message("its {}", "sein {}");
    message("{} expects symbols", "{} erwartet Symbole");
    message("no \"{}\" in the column {}", "in Spalte {2} kein „{1}“");
    message("{} and {}", "{} und {}");
    message("{} holds {}", "{} enthält {}");
    message("it holds no frame of {}", "ohne ein Einzelbild von {}");
    message("{}, {}", "zu allgemein {} {}");
    message("The {} split of {} is empty.", "Der Split {~} von {} ist leer.");
    message("{} reads the {} column", "die {2~} Spalte liest {1}");
    message("it is the last one", "es ist die letzte");
    message(", and so is {}", ", ebenso {}");
    message("then", "dann");
    message("the {} of one name", "die {~} eines Namens");
    file.write("</context><context><name>CoreWords</name>");
    message("train", "Training");
    message("first", "erste");
    message("images", "Bilder");
    file.write("</context></TS>");
    file.close();
    QLocale::setDefault(QLocale("de"));
    QVERIFY(useCoreMessages(file.fileName()));
  }
  void cleanupTestCase() {
    QVERIFY(useCoreMessages({}));
    QLocale::setDefault(QLocale::c());
    QCOMPARE(coreMessage(std::string("it is damaged")), QString("it is damaged"));
  }

  void messagesAreTranslated_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    QTest::newRow("fixed") << "it is damaged"
                           << "beschädigt";
    QTest::newRow("a word of core, and the same word as a name") << "The train split of train is empty."
                                                                 << "Der Split Training von train ist leer.";
    QTest::newRow("a word of core in another order") << "a.csv reads the first column"
                                                     << "die erste Spalte liest a.csv";
    QTest::newRow("an unknown word of core") << "The spare split of x is empty."
                                             << "Der Split spare von x ist leer.";
    QTest::newRow("words alone are names") << "train"
                                           << "train";
    QTest::newRow("values in another order") << "a.csv holds 3 rows, not 12,345."
                                             << "a.csv hat statt 12.345 nur 3 Zeilen.";
    QTest::newRow("a message in a message") << "b.png is no picture: it is damaged."
                                            << "b.png ist kein Bild: beschädigt.";
    QTest::newRow("with a place before it") << "data/b.png: it is damaged"
                                            << "data/b.png: beschädigt";
    QTest::newRow("a place before what a general form fits") << "a.gif: it holds no frame of b"
                                                             << "a.gif: ohne ein Einzelbild von b";
    QTest::newRow("a general form with a colon") << "a holds: b"
                                                 << "a holds: b";
    QTest::newRow("two sentences") << "There is no file /a b.csv. Fetch it again."
                                   << "Die Datei /a b.csv gibt es nicht. Noch einmal holen.";
    QTest::newRow("what is counted") << "12,345 images and 0.5"
                                     << "12.345 Bilder und 0,5";
    QTest::newRow("unknown") << "Nobody translated this one"
                             << "Nobody translated this one";
    QTest::newRow("names that are words of core") << "no \"it is damaged\" in the column text"
                                                  << "in Spalte text kein „it is damaged“";
    QTest::newRow("a place that is a word of core") << "text: it is damaged"
                                                    << "text: beschädigt";
    QTest::newRow("two reasons") << "it is damaged, and it has 2 values"
                                 << "beschädigt, und sie hat 2 Werte";
    QTest::newRow("of several readings the one with most of core")
        << "it is the last one, and so is b, and it has 2 values"
        << "es ist die letzte, ebenso b, und sie hat 2 Werte";
    QTest::newRow("names that begin with a number") << "There is no file /2. Masks/a. Names/b.csv. Fetch it again."
                                                    << "Die Datei /2. Masks/a. Names/b.csv gibt es nicht. Noch einmal "
                                                       "holen.";
    QTest::newRow("a message in brackets") << "column 1 (it is damaged)"
                                           << "column 1 (beschädigt)";
    QTest::newRow("one thing, then another") << "a, then it has 2 values"
                                             << "a, dann sie hat 2 Werte";
    QTest::newRow("a list longer than messages are nested")
        << "it has 1 values; it has 2 values; it has 3 values; it has 4 values; it has 5 values; it has 6 values; it "
           "has 7 values; it has 8 values"
        << "sie hat 1 Werte; sie hat 2 Werte; sie hat 3 Werte; sie hat 4 Werte; sie hat 5 Werte; sie hat 6 Werte; sie "
           "hat 7 Werte; sie hat 8 Werte";
    QTest::newRow("a word of core that is a message too") << "the sound files of one name"
                                                          << "die Tondateien eines Namens";
    QTest::newRow("a word of core in a list of words") << "the images of one name"
                                                       << "die Bilder eines Namens";
    QTest::newRow("too long to be taken apart")
        << QString("it is damaged, ").repeated(300) << QString("it is damaged, ").repeated(300);
    QTest::newRow("the end of a sentence") << "Choose at most 120."
                                           << "Höchstens 120 wählen.";
    QTest::newRow("few letters fit names only") << "its head does not fit"
                                                << "its head does not fit";
    QTest::newRow("a file before a message") << "/data/a.idx it is damaged"
                                             << "/data/a.idx beschädigt";
    QTest::newRow("quotation marks") << "“conv 1” expects symbols"
                                     << "„conv 1“ erwartet Symbole";
    QTest::newRow("unknown with commas") << "one, two"
                                         << "one, two";
    QTest::newRow("a name of single words") << "images of cats"
                                            << "images of cats";
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("with a point, no number") << "1.2.3"
                                             << "1.2.3";
    QTest::newRow("long") << QString(100'000, 'x') << QString(100'000, 'x');
  }
  void messagesAreTranslated() {
    QFETCH(const QString, english);
    QFETCH(const QString, german);
    QCOMPARE(coreMessage(english.toStdString()), german);
  }

  void errorsHaveTheirAdvice() {
    QCOMPARE(coreMessage(Error{ErrorCode::Corrupt, "x: it is damaged", "Fetch it again."}),
             QString("x: beschädigt Noch einmal holen."));
    QCOMPARE(coreMessage(Error{ErrorCode::Corrupt, "it is damaged", ""}), QString("beschädigt"));
  }

  void filesThatCannotBeReadAreSaid() {
    QVERIFY(!useCoreMessages(folder_.filePath("none.ts")));
    QCOMPARE(coreMessage(std::string("it is damaged")), QString("it is damaged"));
    QVERIFY(useCoreMessages(folder_.filePath("core_messages_de.ts")));
  }

  void numbersAreThoseOfTheLanguage() {
    QCOMPARE(numberText(0.5), QString("0,5"));
    QCOMPARE(numberText(1234.5, 'f', 2), QString("1234,50"));
    QCOMPARE(countText(1234567), QString("1.234.567"));
    QCOMPARE(plainNumber("0,5"), QString("0.5"));
    QCOMPARE(plainNumber("0.5"), QString("0.5"));
    QCOMPARE(plainNumber("1,2,3"), QString("1,2,3"));
    QLocale::setDefault(QLocale("en"));
    QCOMPARE(numberText(0.5), QString("0.5"));
    QCOMPARE(plainNumber("1,000"), QString("1,000"));
    QLocale::setDefault(QLocale::c());
    QCOMPARE(countText(12345), QString("12,345"));
    QLocale::setDefault(QLocale("de"));
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace

QTEST_GUILESS_MAIN(CoreTextTest)
#include "core_text_test.moc"
