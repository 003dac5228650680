#include "app/workspaces/train/run_note_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/theme/tokens.h"

namespace fovea {

RunNoteDialog::RunNoteDialog(const QString& run, const RunNote& note, QWidget* parent)
    : QDialog(parent), tags_(new QLineEdit), text_(new QPlainTextEdit(QString::fromStdString(note.text))) {
  setWindowTitle(tr("Tags and note: %1").arg(run));
  setMinimumWidth(420);
  QStringList tags;
  for (const std::string& tag : note.tags) tags << QString::fromStdString(tag);
  tags_->setText(tags.join(QStringLiteral(", ")));
  tags_->setPlaceholderText(tr("paper, baseline"));
  text_->setTabChangesFocus(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGrid);
  const auto add = [&](const QString& title, QWidget* field) {
    auto* label = new QLabel(title);
    label->setBuddy(field);
    field->setAccessibleName(title);
    column->addWidget(label);
    column->addWidget(field);
  };
  add(tr("Tags, with commas between"), tags_);
  add(tr("Note"), text_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

RunNote RunNoteDialog::note() const {
  RunNote note;
  for (const QString& part : tags_->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const std::string tag = part.trimmed().toStdString();
    if (!tag.empty() && std::find(note.tags.begin(), note.tags.end(), tag) == note.tags.end()) note.tags.push_back(tag);
  }
  note.text = text_->toPlainText().trimmed().toStdString();
  return note;
}

}  // namespace fovea
