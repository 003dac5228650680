#include "app/settings/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "widgets/theme/core_text.h"

// Resources of a static library have to be named once, or the linker drops them.
static void initializeTranslations() {
  Q_INIT_RESOURCE(fovea_translations);
}

namespace fovea {
namespace {

const QString kFolder = QStringLiteral(":/fovea/translations/");
const QString kOfLanguage = QStringLiteral("language");  // name of the translators that useLanguage() installs

void install(QCoreApplication& application, const QString& file, const QString& folder) {
  auto* translator = new QTranslator(&application);
  translator->setObjectName(kOfLanguage);
  if (translator->load(file, folder))
    QCoreApplication::installTranslator(translator);
  else
    delete translator;
}

}  // namespace

QStringList availableLanguages() {
  initializeTranslations();
  QStringList codes{QStringLiteral("en")};
  for (QString name : QDir(kFolder).entryList({QStringLiteral("fovea_*.qm")}, QDir::Files, QDir::Name))
    codes << name.remove(QStringLiteral("fovea_")).remove(QStringLiteral(".qm"));
  codes.removeDuplicates();
  return codes;
}

QString languageName(const QString& code) {
  const QLocale locale(code);
  return code == QLatin1String("en") ? QStringLiteral("English") : locale.nativeLanguageName();
}

void useLanguage(QCoreApplication& application, const QString& choice) {
  const QString system = QLocale::system().name().section(QLatin1Char('_'), 0, 0);
  const QString wanted = choice.isEmpty() ? system : choice;
  const QString code = availableLanguages().contains(wanted) ? wanted : QStringLiteral("en");
  // Numbers and dates follow the chosen language, with the system's regional format if the system uses that language.
  QLocale::setDefault(code == system ? QLocale::system() : QLocale(code));
  for (QTranslator* before : application.findChildren<QTranslator*>(kOfLanguage)) delete before;
  // The sources are in English; the file for English contains only singular forms of texts with numbers.
  if (code == QLatin1String("en")) {
    useCoreMessages({});
    return install(application, QStringLiteral("fovea_en"), kFolder);
  }
  useCoreMessages(kFolder + QStringLiteral("core_messages_%1.ts").arg(code));
  // Qt's own translations provide the buttons of dialogs, if they are installed.
  install(application, QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  install(application, QStringLiteral("fovea_") + code, kFolder);
}

}  // namespace fovea
