#include "app/wizards/decision_list.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "core/data/importing/importer.h"
#include "widgets/forms/field_editor.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kAnswerLength = 46;  // maximum characters of an answer on its button; the tooltip shows all

QLabel* wrapped(const QString& text, const char* kind) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  setKind(label, kind);
  return label;
}

// Returns "Column Id: left out".
QString sentenceOf(const ImportDecision& decision) {
  QString text = DecisionList::tr("%1: %2").arg(coreMessage(decision.what), coreMessage(decision.chosen));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

QString valueText(const Field& field, const FieldValue& value) {
  QString text = fieldText(field, value);
  if (field.kind == FieldKind::Boolean) text = std::get<bool>(value) ? DecisionList::tr("yes") : DecisionList::tr("no");
  return DecisionList::tr("%1: %2").arg(coreText(field.title), text.isEmpty() ? DecisionList::tr("empty") : text);
}

QString answerText(const Schema& own, const DecisionAnswer& answer) {
  QStringList texts;
  Schema schema = own;
  if (const auto importer = findImporter(answer.kind); importer.ok()) {
    texts << DecisionList::tr("Import as: %1").arg(coreText((*importer)->title()));
    schema = (*importer)->options();
  }
  for (const auto& [name, value] : answer.values) texts << valueText(*schema.find(name), value);
  return texts.join(QStringLiteral(", "));
}

}  // namespace

DecisionList::DecisionList(QWidget* parent) : QWidget(parent), rows_(new QVBoxLayout(this)) {
  rows_->setContentsMargins(0, 0, 0, 0);
  rows_->setSpacing(0);
  setAccessibleName(tr("What was decided about the data"));
}

int DecisionList::questions() const {
  return static_cast<int>(
      std::count_if(decisions_.begin(), decisions_.end(), [](const ImportDecision& each) { return !each.sure; }));
}

QScrollArea* DecisionList::inScrollArea() {
  auto* area = new QScrollArea;
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, size::kGutter, 0);
  rows->addWidget(new SectionLabel(tr("What was decided")));
  rows->addWidget(this);
  rows->addStretch(1);
  area->setWidget(content);
  return area;
}

void DecisionList::setDecisions(std::vector<ImportDecision> decisions, const Schema& schema) {
  decisions_ = std::move(decisions);
  std::stable_partition(decisions_.begin(), decisions_.end(), [](const ImportDecision& each) { return !each.sure; });
  // Deleted later: the pressed button may be one of its children.
  if (shown_) shown_->deleteLater();
  if (shown_) shown_->hide();
  shown_ = new QWidget(this);
  auto* column = new QVBoxLayout(shown_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  for (const ImportDecision& each : decisions_) column->addWidget(makeRow(each, schema));
  rows_->addWidget(shown_);
  shown_->show();
  setVisible(!decisions_.empty());
}

QWidget* DecisionList::makeRow(const ImportDecision& decision, const Schema& schema) {
  auto* row = new QFrame;
  setKind(row, "raised");
  auto* column = new QVBoxLayout(row);
  column->setContentsMargins(size::kGutter, size::kGrid, size::kGrid, size::kGrid);
  column->setSpacing(2);
  auto* head = new QHBoxLayout;
  head->setSpacing(size::kGrid);
  if (!decision.sure) head->addWidget(new Pill(tr("Question"), Pill::Tone::Warning), 0, Qt::AlignVCenter);
  head->addWidget(wrapped(sentenceOf(decision), "strong"), 1);
  for (const std::string& alternative : decision.alternatives) {
    const auto read = readAnswer(schema, alternative);
    if (!read.ok()) continue;
    auto* change = new QPushButton(tr("Change"));
    change->setProperty("kind", "flat");
    change->setToolTip(read->kind.empty() ? tr("Goes to the option that decides it") : answerText(schema, *read));
    change->setAccessibleName(tr("Change: %1").arg(sentenceOf(decision)));
    connect(change, &QPushButton::clicked, this, [this, answer = *read] {
      if (!answer.kind.empty()) return Q_EMIT kindWanted(QString::fromStdString(answer.kind), answer.values);
      Q_EMIT changeWanted(QString::fromStdString(answer.values.begin()->first));
    });
    head->addWidget(change, 0, Qt::AlignVCenter);
    break;
  }
  column->addLayout(head);
  if (!decision.because.empty())
    column->addWidget(wrapped(tr("because %1").arg(coreMessage(decision.because)), "muted"));
  if (!decision.sure) column->addWidget(makeAnswers(decision, schema));
  return row;
}

QWidget* DecisionList::makeAnswers(const ImportDecision& decision, const Schema& schema) {
  auto* answers = new QWidget;
  auto* column = new QVBoxLayout(answers);
  column->setContentsMargins(0, size::kGrid / 2, 0, 0);
  column->setSpacing(size::kGrid / 2);
  for (const std::string& alternative : decision.alternatives) {
    auto read = readAnswer(schema, alternative);
    if (!read.ok()) continue;
    const QString text = answerText(schema, *read);
    QString shown = text.size() > kAnswerLength ? text.left(kAnswerLength - 1) + QChar(0x2026) : text;
    auto* answer = new QPushButton(shown.replace('&', "&&"));
    answer->setToolTip(text);
    answer->setAccessibleName(tr("Answer: %1").arg(text));
    connect(answer, &QPushButton::clicked, this, [this, chosen = *read] {
      if (!chosen.kind.empty()) return Q_EMIT kindWanted(QString::fromStdString(chosen.kind), chosen.values);
      Q_EMIT answered(chosen.values);
    });
    column->addWidget(answer, 0, Qt::AlignLeft);
  }
  return answers;
}

}  // namespace fovea
