// Why: one kind of field, one editor: a switch, a spin box, a combo box or a line of text, all read through the same
// parser as files and the command line (fieldValueFromText), so that a form accepts exactly what they accept.
#pragma once
#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtWidgets/QAbstractSpinBox>
#include <optional>
#include <utility>

#include "core/base/schema.h"

class QLineEdit;

namespace fovea {

// Edits one value. The widget belongs to the parent given to makeFieldEditor; so does the editor itself.
class FieldEditor : public QObject {
  Q_OBJECT
 public:
  ~FieldEditor() override = default;

  virtual QWidget* widget() const = 0;
  // The line in which a person types, or null for a switch or combo box.
  virtual QLineEdit* line() const { return nullptr; }
  // What stands there now, or why it is no value of this field.
  virtual Result<FieldValue> read() const = 0;
  // Shows `value` without a signal. It must be valid for the field.
  virtual void show(const FieldValue& value) = 0;
  virtual void setReadOnly(bool readOnly) = 0;
  // A word that stands for one whole number ("as it is" for 0); it can be typed, too. Other kinds of field ignore it.
  virtual void setWord(std::int64_t value, const QString& word) {
    Q_UNUSED(value);
    Q_UNUSED(word);
  }

 Q_SIGNALS:
  // By a person, also when it is no valid value.
  void edited();

 protected:
  explicit FieldEditor(QObject* parent) : QObject(parent) {}
};

FieldEditor* makeFieldEditor(const Field& field, QWidget* parent);

// For a text of which only some values make sense here: each with what it is ("cuda:0", "cuda:0 · NVIDIA H100"). A
// value that is none of them is kept and shown.
FieldEditor* makeSuggestionEditor(const QList<std::pair<QString, QString>>& values, QWidget* parent);

// A number as short as it can be written and still read back as the same: "0.001", "1e-06", "2.5".
QString realToText(double value);

// A spin box for 64-bit whole numbers that lets a person type anything and leaves judging to its owner.
class IntegerSpinBox : public QAbstractSpinBox {
  Q_OBJECT
 public:
  // Steps stay within [minimum, maximum].
  IntegerSpinBox(std::int64_t minimum, std::int64_t maximum, QWidget* parent = nullptr);

  QString lineText() const;
  void setLineText(const QString& text);
  // `word` is shown in the place of `value`.
  void setWord(std::int64_t value, const QString& word);
  // What stands there as digits, where a word stands for a number.
  QString digits() const;
  void setNumber(std::int64_t value);
  QValidator::State validate(QString& text, int& position) const override;
  void stepBy(int steps) override;

 Q_SIGNALS:
  void edited();

 protected:
  StepEnabled stepEnabled() const override;
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  std::int64_t minimum_;
  std::int64_t maximum_;
  std::optional<std::int64_t> special_;  // has a word
  QString word_;
};

}  // namespace fovea
