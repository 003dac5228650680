#include "app/workspaces/network/import_report.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <cmath>

#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr double kSameNumbers = 1e-4;  // difference explained by rounding
constexpr double kCloseNumbers = 1e-2;

QString toText(const std::string& words) {
  return coreMessage(words);
}

// "4.9 · 10⁻⁷"
QString smallNumber(double number) {
  const QStringList parts = QString::number(number, 'e', 1).split('e');
  const int exponent = parts.size() == 2 ? parts[1].toInt() : 0;
  if (exponent > -4) return numberText(number, 'g', 2);
  QString raised = "⁻";
  for (const QChar digit : QString::number(-exponent)) raised += QString("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit.digitValue()];
  return numberText(parts[0].toDouble(), 'f', 1) + " · 10" + raised;
}

struct Section {
  QString title, sentence;
  const std::vector<std::string>* lines;
};

// The most important sections come first.
std::vector<Section> sectionsOf(const NetworkImport& import) {
  const ExchangeReport& report = import.report;
  std::vector<Section> all{
      {QObject::tr("Approximated"), QObject::tr("Kept, but not to the last digit or not in all cases."),
       &report.approximated},
      {QObject::tr("Left out"), QObject::tr("Of no use to the network here, or not known."), &report.dropped},
      {QObject::tr("Notes"), {}, &report.notes},
      {QObject::tr("What became which layer"), {}, &report.mapped}};
  std::erase_if(all, [](const Section& section) { return section.lines->empty(); });
  return all;
}

QString weightsWords(const NetworkImport& import) {
  if (import.unkept) return coreMessage(*import.unkept);
  if (import.weights)
    return QObject::tr(
               "The weights are kept in the project as “imported %1”, beside the runs: look inside them in "
               "Inspect, or begin training with them.")
        .arg(QFileInfo(import.file).completeBaseName());
  return QObject::tr("The file has no weights: training begins with fresh ones.");
}

QString summaryWords(const NetworkImport& import) {
  return QObject::tr("%1 layers, %2 parameters")
      .arg(import.layers)
      .arg(countText(static_cast<qint64>(import.parameters)));
}

QString html(const NetworkImport& import) {
  const QString muted = currentTheme().color(Color::Muted).name();
  QString page;
  for (const Section& section : sectionsOf(import)) {
    page += QString("<p style='margin-top:12px; margin-bottom:4px'><b>%1</b> <span style='color:%2'>%3</span></p>")
                .arg(section.title.toHtmlEscaped(), muted, QString::number(section.lines->size()));
    if (!section.sentence.isEmpty())
      page += QString("<p style='margin-top:0; margin-bottom:4px; color:%1'>%2</p>")
                  .arg(muted, section.sentence.toHtmlEscaped());
    for (const std::string& line : *section.lines)
      page += "<p style='margin:2px 0 2px 12px'>" + toText(line).toHtmlEscaped() + "</p>";
  }
  return page;
}

QLabel* wrapped(const QString& words, const char* kind) {
  auto* label = new QLabel(words);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  if (*kind) setKind(label, kind);
  return label;
}

}  // namespace

QString agreementWords(double difference) {
  if (difference < 0) return QObject::tr("The numbers were not compared with those of the file.");
  if (!std::isfinite(difference))
    return QObject::tr("On a sample the network computes another result than the file: do not rely on it.");
  const QString amount = smallNumber(difference);
  if (difference == 0) return QObject::tr("On a sample the network computes exactly the result of the file.");
  if (difference <= kSameNumbers)
    return QObject::tr(
               "On a sample the network gives what the file says: the largest difference is %1 of the largest "
               "number, as rounding in another order makes it.")
        .arg(amount);
  if (difference <= kCloseNumbers)
    return QObject::tr(
               "On a sample the network gives nearly what the file says: the largest difference is %1 of the "
               "largest number.")
        .arg(amount);
  return QObject::tr("On a sample the network differs from the file by %1 of the largest number: do not rely on it.")
      .arg(amount);
}

QString reportText(const NetworkImport& import) {
  QStringList lines{QFileInfo(import.file).fileName(), summaryWords(import), agreementWords(import.report.difference),
                    weightsWords(import)};
  for (const Section& section : sectionsOf(import)) {
    lines << QString() << section.title;
    for (const std::string& line : *section.lines) lines << "  " + toText(line);
  }
  return lines.join('\n') + '\n';
}

ImportReportDialog::ImportReportDialog(const NetworkImport& import, QWidget* parent)
    : QDialog(parent), import_(import), text_(new QTextBrowser) {
  const QString file = QFileInfo(import.file).fileName();
  setWindowTitle(tr("Imported %1").arg(file));
  resize(640, 560);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGrid);
  column->addWidget(wrapped(tr("%1 from %2").arg(QString::fromStdString(import.network), file), "title"));
  column->addWidget(wrapped(summaryWords(import), "muted"));
  const double difference = import.report.difference;
  column->addWidget(wrapped(agreementWords(difference), difference < 0               ? "muted"
                                                        : difference <= kSameNumbers ? "good"
                                                                                     : "error"));
  column->addWidget(wrapped(weightsWords(import), import.unkept ? "error" : ""));
  text_->setHtml(html(import));
  text_->setAccessibleName(tr("Report of the import"));
  auto* card = new Card;
  card->body()->addWidget(text_);
  column->addWidget(card, 1);
  card->setVisible(!sectionsOf(import).empty());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* copy = buttons->addButton(tr("Copy the report"), QDialogButtonBox::ActionRole);
  connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(reportText(import_)); });
  fold_ = buttons->addButton(tr("Fold repeated structure"), QDialogButtonBox::ActionRole);
  fold_->setToolTip(tr("Parts that stand in the network several times become blocks, drawn once and used often"));
  connect(fold_, &QPushButton::clicked, this, &ImportReportDialog::foldingWanted);
  if (import.weights) {
    train_ = buttons->addButton(tr("Train from these weights"), QDialogButtonBox::ActionRole);
    connect(train_, &QPushButton::clicked, this, [this] {
      Q_EMIT trainingWanted();
      close();
    });
  }
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  column->addWidget(buttons);
  buttons->button(QDialogButtonBox::Close)->setDefault(true);
}

void ImportReportDialog::showFolded(bool folded) {
  fold_->setEnabled(false);
  fold_->setText(folded ? tr("Folded") : tr("Nothing repeats"));
  if (!folded || !train_) return;
  train_->setEnabled(false);
  train_->setToolTip(
      tr("Weights are found by the names of layers, and those in blocks have new ones. Ctrl+Z unfolds them again; "
         "the report, in the File menu, then begins training."));
}

}  // namespace fovea
