#include "widgets/forms/field_editor.h"

#include <QtCore/QLocale>
#include <QtGui/QWheelEvent>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <cmath>

#include "widgets/forms/calm_combo_box.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

class SwitchEditor : public FieldEditor {
 public:
  explicit SwitchEditor(QWidget* parent) : FieldEditor(parent), box_(new QCheckBox(parent)) {
    box_->setProperty("kind", QStringLiteral("switch"));
    box_->setMinimumHeight(28);
    connect(box_, &QCheckBox::toggled, this,
            [this](bool on) { box_->setText(on ? FieldEditor::tr("on") : FieldEditor::tr("off")); });
    connect(box_, &QCheckBox::clicked, this, &FieldEditor::edited);
    box_->setText(FieldEditor::tr("off"));
  }
  QWidget* widget() const override { return box_; }
  Result<FieldValue> read() const override { return FieldValue(box_->isChecked()); }
  void show(const FieldValue& value) override { box_->setChecked(std::get<bool>(value)); }
  void setReadOnly(bool readOnly) override { box_->setEnabled(!readOnly); }

 private:
  QCheckBox* box_;
};

class ChoiceEditor : public FieldEditor {
 public:
  ChoiceEditor(const Field& field, QWidget* parent)
      : FieldEditor(parent), field_(field), box_(new CalmComboBox(parent)) {
    box_->setFocusPolicy(Qt::StrongFocus);
    for (const FieldChoice& choice : field.choices)
      box_->addItem(coreText(choice.title), QString::fromStdString(choice.value));
    // A long choice must not make the panel wider than its column.
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(8);
    connect(box_, &QComboBox::activated, this, &FieldEditor::edited);
  }
  QWidget* widget() const override { return box_; }
  Result<FieldValue> read() const override {
    return fieldValueFromText(field_, box_->currentData().toString().toStdString());
  }
  void show(const FieldValue& value) override {
    box_->setCurrentIndex(box_->findData(QString::fromStdString(std::get<std::string>(value))));
  }
  void setReadOnly(bool readOnly) override { box_->setEnabled(!readOnly); }

 private:
  Field field_;
  QComboBox* box_;
};

class IntegerEditor : public FieldEditor {
 public:
  IntegerEditor(const Field& field, QWidget* parent) : FieldEditor(parent), field_(field) {
    spin_ = new IntegerSpinBox(bound(std::ceil(field.minimum)), bound(std::floor(field.maximum)), parent);
    connect(spin_, &IntegerSpinBox::edited, this, &FieldEditor::edited);
  }
  QWidget* widget() const override { return spin_; }
  QLineEdit* line() const override { return spin_->findChild<QLineEdit*>(); }
  Result<FieldValue> read() const override { return fieldValueFromText(field_, spin_->digits().toStdString()); }
  void show(const FieldValue& value) override { spin_->setNumber(std::get<std::int64_t>(value)); }
  void setWord(std::int64_t value, const QString& word) override { spin_->setWord(value, word); }
  void setReadOnly(bool readOnly) override {
    spin_->setReadOnly(readOnly);
    spin_->setButtonSymbols(readOnly ? QAbstractSpinBox::NoButtons : QAbstractSpinBox::UpDownArrows);
  }

 private:
  static std::int64_t bound(double value) {
    constexpr double kLargest = 9.2e18;  // below 2^63, so that the conversion is valid
    return static_cast<std::int64_t>(std::clamp(value, -kLargest, kLargest));
  }

  Field field_;
  IntegerSpinBox* spin_ = nullptr;
};

// For real numbers, text and lists: parses the text as typed.
class LineEditor : public FieldEditor {
 public:
  LineEditor(const Field& field, QWidget* parent) : FieldEditor(parent), field_(field), line_(new QLineEdit(parent)) {
    connect(line_, &QLineEdit::textEdited, this, &FieldEditor::edited);
    connect(line_, &QLineEdit::editingFinished, this, [this] { tidy(); });
  }
  QWidget* widget() const override { return line_; }
  QLineEdit* line() const override { return line_; }
  Result<FieldValue> read() const override { return fieldFromText(field_, line_->text()); }
  void show(const FieldValue& value) override {
    line_->setText(fieldText(field_, value));
    if (!line_->hasFocus()) line_->setCursorPosition(0);  // shows the beginning of a text that is too long
  }
  void setReadOnly(bool readOnly) override { line_->setReadOnly(readOnly); }

 private:
  // "5x5" becomes "5 × 5" when the field is left; a number stays as it was typed ("1e-3"), bad text too.
  void tidy() {
    if (field_.kind != FieldKind::IntegerList) return;
    if (const auto value = read()) line_->setText(fieldText(field_, *value));
  }

  Field field_;
  QLineEdit* line_;
};

class SuggestionEditor : public FieldEditor {
 public:
  SuggestionEditor(const QList<std::pair<QString, QString>>& values, QWidget* parent)
      : FieldEditor(parent), box_(new CalmComboBox(parent)) {
    box_->setFocusPolicy(Qt::StrongFocus);
    for (const auto& [value, title] : values) box_->addItem(title, value);
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(8);
    connect(box_, &QComboBox::activated, this, &FieldEditor::edited);
  }
  QWidget* widget() const override { return box_; }
  Result<FieldValue> read() const override { return FieldValue(box_->currentData().toString().toStdString()); }
  void show(const FieldValue& value) override {
    const QString text = QString::fromStdString(std::get<std::string>(value));
    if (box_->findData(text) < 0) box_->addItem(FieldEditor::tr("%1 (not on this machine)").arg(text), text);
    box_->setCurrentIndex(box_->findData(text));
  }
  void setReadOnly(bool readOnly) override { box_->setEnabled(!readOnly); }

 private:
  QComboBox* box_;
};

}  // namespace

FieldEditor* makeSuggestionEditor(const QList<std::pair<QString, QString>>& values, QWidget* parent) {
  return new SuggestionEditor(values, parent);
}

FieldEditor* makeFieldEditor(const Field& field, QWidget* parent) {
  switch (field.kind) {
    case FieldKind::Boolean:
      return new SwitchEditor(parent);
    case FieldKind::Choice:
      return new ChoiceEditor(field, parent);
    case FieldKind::Integer:
      return new IntegerEditor(field, parent);
    case FieldKind::Real:
    case FieldKind::Text:
    case FieldKind::IntegerList:
      return new LineEditor(field, parent);
  }
  return new LineEditor(field, parent);
}

QString fieldText(const Field& field, const FieldValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  for (const FieldChoice& choice : field.choices)
    if (text && choice.value == *text) return coreText(choice.title);
  if (const double* number = std::get_if<double>(&value)) return realToText(*number);
  return QString::fromStdString(fieldValueToText(field, value));
}

Result<FieldValue> fieldFromText(const Field& field, const QString& text) {
  for (const FieldChoice& choice : field.choices)
    if (text == coreText(choice.title)) return FieldValue(choice.value);
  return fieldValueFromText(field, (field.kind == FieldKind::Real ? plainNumber(text) : text).toStdString());
}

QString realToText(double value) {
  return numberText(value, 'g', QLocale::FloatingPointShortest);
}

IntegerSpinBox::IntegerSpinBox(std::int64_t minimum, std::int64_t maximum, QWidget* parent)
    : QAbstractSpinBox(parent), minimum_(minimum), maximum_(maximum) {
  setFocusPolicy(Qt::StrongFocus);
  connect(lineEdit(), &QLineEdit::textEdited, this, &IntegerSpinBox::edited);
  connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
    if (special_ && lineText().trimmed() == QString::number(*special_)) setNumber(*special_);
  });
}

QString IntegerSpinBox::lineText() const {
  return lineEdit()->text();
}
void IntegerSpinBox::setLineText(const QString& text) {
  lineEdit()->setText(text);
}

QValidator::State IntegerSpinBox::validate(QString&, int&) const {
  return QValidator::Acceptable;
}

void IntegerSpinBox::setWord(std::int64_t value, const QString& word) {
  const bool shown = lineText() == QString::number(value);
  special_ = value;
  word_ = word;
  if (shown) setNumber(value);
}

QString IntegerSpinBox::digits() const {
  const QString text = lineText().trimmed();
  return special_ && text.compare(word_, Qt::CaseInsensitive) == 0 ? QString::number(*special_) : text;
}

void IntegerSpinBox::setNumber(std::int64_t value) {
  setLineText(special_ == value ? word_ : QString::number(value));
}

void IntegerSpinBox::stepBy(int steps) {
  bool isNumber = false;
  const std::int64_t now = digits().toLongLong(&isNumber);
  if (!isNumber) return;
  std::int64_t next = 0;
  if (__builtin_add_overflow(now, static_cast<std::int64_t>(steps), &next)) next = steps > 0 ? maximum_ : minimum_;
  setNumber(std::clamp(next, minimum_, maximum_));
  selectAll();
  Q_EMIT edited();
}

QAbstractSpinBox::StepEnabled IntegerSpinBox::stepEnabled() const {
  bool isNumber = false;
  const std::int64_t now = digits().toLongLong(&isNumber);
  StepEnabled enabled = StepNone;
  if (!isNumber || isReadOnly()) return enabled;
  if (now < maximum_) enabled |= StepUpEnabled;
  if (now > minimum_) enabled |= StepDownEnabled;
  return enabled;
}

// Typing replaces the whole word, while a click would put the cursor inside of it.
void IntegerSpinBox::focusInEvent(QFocusEvent* event) {
  QAbstractSpinBox::focusInEvent(event);
  if (special_ && lineText() == word_)
    QMetaObject::invokeMethod(this, &QAbstractSpinBox::selectAll, Qt::QueuedConnection);
}

void IntegerSpinBox::wheelEvent(QWheelEvent* event) {
  if (hasFocus())
    QAbstractSpinBox::wheelEvent(event);
  else
    event->ignore();
}

}  // namespace fovea
