#include "widgets/forms/schema_form.h"

#include <QtCore/QEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

#include "widgets/forms/field_editor.h"
#include "widgets/forms/fold_heading.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Describes a range for the tooltip: "from 1 to 8".
QString allowed(const Field& field) {
  if (field.kind != FieldKind::Integer && field.kind != FieldKind::Real && field.kind != FieldKind::IntegerList)
    return {};
  const bool low = field.minimum != std::numeric_limits<double>::lowest();
  const bool high = field.maximum != std::numeric_limits<double>::max();
  const QString from = realToText(field.minimum);
  const QString to = realToText(field.maximum);
  if (low && high) return SchemaForm::tr("From %1 to %2.").arg(from, to);
  if (low) return SchemaForm::tr("At least %1.").arg(from);
  if (high) return SchemaForm::tr("At most %1.").arg(to);
  return {};
}

QString helpOf(const Field& field) {
  QString help = coreText(field.help);
  const QString range = allowed(field);
  if (!range.isEmpty()) help += help.isEmpty() ? range : QLatin1Char(' ') + range;
  return help;
}

constexpr std::size_t kMostHelpHeights = 4096;

// The height of a help text in a form of that width. Laying one out takes a tenth of a millisecond or more, and several
// forms show the same texts, so the heights are kept.
int heightOfHelp(const QString& help, int width) {
  static std::map<std::pair<int, QString>, int> heights;
  static QString fontOfHeights;
  const QFont font = themeFont(FontRole::Caption);
  if (font.key() != fontOfHeights || heights.size() > kMostHelpHeights) {
    heights.clear();
    fontOfHeights = font.key();
  }
  const auto [place, added] = heights.try_emplace({width, help}, 0);
  if (added) {
    const QRect room(0, 0, width, QWIDGETSIZE_MAX);
    place->second = QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, help).height();
  }
  return place->second;
}

}  // namespace

SchemaForm::SchemaForm(Schema schema, QWidget* parent)
    : QWidget(parent), schema_(std::move(schema)), values_(schema_.defaults()), labelWidth_(size::kFormLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  rows_.reserve(schema_.fields().size());
  for (const Field& field : schema_.fields())
    if (!field.ownEditor) addRow(field, column);
  showRelevant();
  help_ = new QLabel(this);
  help_->setProperty("kind", QStringLiteral("caption"));
  help_->setWordWrap(true);
  help_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  help_->hide();
  column->addWidget(help_);
  error_ = new QLabel(this);
  error_->setObjectName(QStringLiteral("fieldError"));
  error_->setProperty("kind", QStringLiteral("field-error"));
  error_->setWordWrap(true);
  error_->setAttribute(Qt::WA_TransparentForMouseEvents);
  error_->hide();
}

void SchemaForm::addRow(const Field& field, QVBoxLayout* column) {
  const std::size_t index = rows_.size();
  QWidget* heading = nullptr;
  if (!field.group.empty() && (rows_.empty() || rows_.back().field->group != field.group)) {
    heading = new SectionLabel(coreText(field.group), this);
    column->addWidget(heading);
  }
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* label = new ElidedLabel(coreText(field.title), row);
  label->setProperty("kind", QStringLiteral("muted"));
  label->setFixedWidth(labelWidth_);
  const QString help = helpOf(field);
  label->setToolTip(help);
  layout->addWidget(label);
  column->addWidget(row);
  rows_.push_back(Row{&field, row, label, nullptr, {}, true, heading, help});
  placeEditor(index, makeFieldEditor(field, row));
}

// Replaces the editor of the row, if there is one.
void SchemaForm::placeEditor(std::size_t index, FieldEditor* editor) {
  Row& row = rows_[index];
  const Field& field = *row.field;
  if (row.editor) {
    delete row.editor->widget();
    delete row.editor;
  }
  row.editor = editor;
  QWidget* widget = editor->widget();
  row.label->setBuddy(widget);
  qobject_cast<QHBoxLayout*>(row.row->layout())->addWidget(widget, 1);
  widget->setAccessibleName(coreText(field.title));
  widget->setAccessibleDescription(row.help);
  widget->setToolTip(row.help);
  widget->installEventFilter(this);
  editor->show(*values_.find(field.name));
  editor->setReadOnly(readOnly_);
  connect(editor, &FieldEditor::edited, this, [this, index] { fieldEdited(index); });
}

void SchemaForm::setLabelWidth(int width) {
  labelWidth_ = width;
  for (const Row& row : rows_) row.label->setFixedWidth(width);
}

void SchemaForm::setWord(std::string_view name, std::int64_t value, const QString& word) {
  if (Row* row = find(name)) row->editor->setWord(value, word);
}

void SchemaForm::setSuggestions(std::string_view name, const QList<std::pair<QString, QString>>& values) {
  Row* row = find(name);
  if (!row) return;
  setError(*row, {});
  placeEditor(static_cast<std::size_t>(row - rows_.data()), makeSuggestionEditor(values, row->row));
  showRelevant();
}

SchemaForm::Row* SchemaForm::find(std::string_view name) {
  for (Row& row : rows_)
    if (row.field->name == name) return &row;
  return nullptr;
}

const SchemaForm::Row* SchemaForm::find(std::string_view name) const {
  return const_cast<SchemaForm*>(this)->find(name);
}

Status SchemaForm::setValues(const FieldValues& values) {
  FOVEA_CHECK(schema_.validate(values));
  for (const auto& [name, value] : values) {
    if (*values_.find(name) == value) continue;
    values_.set(name, value);
    Row* row = find(name);
    if (!row) continue;
    row->editor->show(value);
    setError(*row, {});
  }
  showRelevant();
  placeError();
  return {};
}

void SchemaForm::dropInvalid() {
  for (Row& row : rows_) {
    if (row.error.isEmpty()) continue;
    row.editor->show(*values_.find(row.field->name));
    setError(row, {});
  }
  placeError();
}

bool SchemaForm::isValid() const {
  return std::all_of(rows_.begin(), rows_.end(), [this](const Row& row) {
    return row.error.isEmpty() || !schema_.isRelevant(row.field->name, values_);
  });
}

QString SchemaForm::errorOf(std::string_view name) const {
  const Row* row = find(name);
  return row ? row->error : QString();
}

void SchemaForm::setProblem(std::string_view name, const QString& problem) {
  Row* row = find(name);
  if (!row) return;
  setError(*row, problem);
  placeError();
}

void SchemaForm::setReadOnly(bool readOnly) {
  readOnly_ = readOnly;
  for (Row& row : rows_) row.editor->setReadOnly(readOnly);
}

void SchemaForm::setFieldVisible(std::string_view name, bool visible) {
  Row* row = find(name);
  if (!row) return;
  row->wanted = visible;
  showRelevant();
}

// Shows a heading if any field of its group is shown.
void SchemaForm::showRelevant() {
  QWidget* heading = nullptr;
  bool any = false;
  for (const Row& row : rows_) {
    if (row.heading || row.field->group.empty()) {
      if (heading) heading->setVisible(any);
      heading = row.heading;
      any = false;
    }
    const bool shown = row.wanted && schema_.isRelevant(row.field->name, values_);
    row.row->setVisible(shown && !isFolded(row.field->group));
    any = any || shown;
  }
  if (heading) heading->setVisible(any);
  tellValidity();
}

void SchemaForm::setFoldable(const std::vector<std::string>& folded) {
  for (Row& row : rows_) {
    if (!row.heading) continue;
    const std::string& group = row.field->group;
    Fold& fold = folds_[group];
    fold.folded = std::find(folded.begin(), folded.end(), group) != folded.end();
    if (!fold.heading) {
      fold.heading = new FoldHeading(this);
      layout()->replaceWidget(row.heading, fold.heading);
      delete std::exchange(row.heading, fold.heading);
      connect(fold.heading, &QAbstractButton::clicked, this, [this, group] {
        setFolded(group, !isFolded(group));
        Q_EMIT foldingChanged();
      });
    }
    showHeading(group);
  }
  showRelevant();
}

void SchemaForm::setFolded(std::string_view group, bool folded) {
  const auto found = folds_.find(group);
  if (found == folds_.end() || found->second.folded == folded) return;
  found->second.folded = folded;
  showHeading(found->first);
  showRelevant();
  placeError();
}

bool SchemaForm::isFolded(std::string_view group) const {
  const auto found = folds_.find(group);
  return found != folds_.end() && found->second.folded;
}

std::vector<std::string> SchemaForm::foldedGroups() const {
  std::vector<std::string> groups;
  for (const auto& [group, fold] : folds_)
    if (fold.folded) groups.push_back(group);
  return groups;
}

void SchemaForm::setGroupNote(std::string_view group, const QString& note) {
  const auto found = folds_.find(group);
  if (found == folds_.end() || found->second.note == note) return;
  found->second.note = note;
  showHeading(found->first);
}

FoldHeading* SchemaForm::headingOf(std::string_view group) const {
  const auto found = folds_.find(group);
  return found == folds_.end() ? nullptr : found->second.heading;
}

void SchemaForm::showHeading(const std::string& group) {
  const Fold& fold = folds_[group];
  const QString title = coreText(group);
  fold.heading->setText(fold.note.isEmpty() ? title : tr("%1 · %2").arg(title, fold.note));
  fold.heading->setFolded(fold.folded);
  fold.heading->setToolTip(fold.folded ? tr("Show these settings") : tr("Fold these settings away"));
  fold.heading->setAccessibleDescription(fold.folded ? tr("folded away") : tr("shown"));
}

void SchemaForm::tellValidity() {
  const bool valid = isValid();
  if (valid == valid_) return;
  valid_ = valid;
  Q_EMIT validityChanged(valid);
}

QWidget* SchemaForm::editor(std::string_view name) const {
  const Row* row = find(name);
  return row ? row->editor->widget() : nullptr;
}

void SchemaForm::fieldEdited(std::size_t index) {
  Row& row = rows_[index];
  Result<FieldValue> value = row.editor->read();
  setError(row, value ? QString() : coreMessage(value.error().message));
  placeError();
  if (!value || *values_.find(row.field->name) == *value) return;
  values_.set(row.field->name, *value);
  showRelevant();
  Q_EMIT valueEdited(QString::fromStdString(row.field->name), *value);
}

void SchemaForm::setError(Row& row, const QString& error) {
  if (row.error == error) return;
  row.error = error;
  if (!error.isEmpty()) setFolded(row.field->group, false);
  QWidget* widget = row.editor->widget();
  widget->setProperty("invalid", !error.isEmpty());
  widget->setAccessibleDescription(error.isEmpty() ? row.help : error);
  widget->setToolTip(error.isEmpty() ? row.help : error);
  widget->update();
  tellValidity();
}

// Shows the error below the focused field if that one is invalid. Otherwise below the first invalid field, unless
// another field is being edited, which the message would cover.
void SchemaForm::placeError() {
  const Row* shown = nullptr;
  bool editing = false;
  for (const Row& row : rows_) {
    const QWidget* widget = row.editor->widget();
    const bool focused = widget->hasFocus() || (row.editor->line() && row.editor->line()->hasFocus());
    editing = editing || focused;
    if (row.error.isEmpty() || !row.row->isVisibleTo(this)) continue;
    if (!shown || focused) shown = &row;
    if (focused) break;
  }
  const bool shownFocused =
      shown && (shown->editor->widget()->hasFocus() || (shown->editor->line() && shown->editor->line()->hasFocus()));
  if (!shown || (editing && !shownFocused)) {
    error_->hide();
    return;
  }
  error_->setText(shown->error);
  const QWidget* widget = shown->editor->widget();
  const QPoint corner = widget->mapTo(this, QPoint(0, widget->height() + 1));
  const int left = std::min(corner.x(), labelWidth_);
  const int width = this->width() - left;
  error_->setGeometry(left, corner.y(), width, error_->heightForWidth(width));
  error_->raise();
  error_->show();
}

bool SchemaForm::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
    for (const Row& row : rows_) {
      if (row.editor->widget() != watched || event->type() != QEvent::FocusIn) continue;
      const QString& help = row.help;
      help_->setText(help);
      help_->setVisible(std::any_of(rows_.begin(), rows_.end(), [](const Row& each) { return !each.help.isEmpty(); }));
      Q_EMIT fieldFocused(QString::fromStdString(row.field->name), help);
    }
    // Runs only after the focus has reached its new widget.
    QMetaObject::invokeMethod(this, &SchemaForm::placeError, Qt::QueuedConnection);
  }
  return QWidget::eventFilter(watched, event);
}

// Reserves the height of the longest help text, so that nothing below the form moves when the field changes.
void SchemaForm::fitHelp() {
  if (width() == helpWidth_) return;
  helpWidth_ = width();
  // A text with far fewer letters is never the highest.
  qsizetype longest = 0;
  for (const Row& row : rows_) longest = std::max(longest, row.help.size());
  int most = 0;
  for (const Row& row : rows_) {
    if (row.help.size() * 3 < longest * 2) continue;
    most = std::max(most, heightOfHelp(row.help, width()));
  }
  if (most + 2 != help_->height()) help_->setFixedHeight(most + 2);
}

void SchemaForm::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitHelp();
  placeError();
}

}  // namespace fovea
