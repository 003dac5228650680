// Why: provides one editor per kind of field: a switch, a spin box, a combo box or a line of text. All use the parser
// of files and the command line (fieldValueFromText), so that a form accepts exactly what they accept.
#pragma once
#include <QtCore/QList>
#include <QtCore/QObject>
#include <QtWidgets/QAbstractSpinBox>
#include <optional>
#include <utility>

#include "core/base/schema.h"

class QLineEdit;

namespace fovea {

// Edits one value. The parent given to makeFieldEditor owns the widget and the editor itself.
class FieldEditor : public QObject {
  Q_OBJECT
 public:
  ~FieldEditor() override = default;

  virtual QWidget* widget() const = 0;
  // The line edit, or null for a switch or combo box.
  virtual QLineEdit* line() const { return nullptr; }
  // The current value, or an error if the text is not a valid one.
  virtual Result<FieldValue> read() const = 0;
  // Shows `value` without emitting a signal. It must be valid for the field.
  virtual void show(const FieldValue& value) = 0;
  virtual void setReadOnly(bool readOnly) = 0;
  // Sets a word for one integer ("as it is" for 0), which can also be typed. Other kinds of field ignore it.
  virtual void setWord(std::int64_t value, const QString& word) {
    Q_UNUSED(value);
    Q_UNUSED(word);
  }

 Q_SIGNALS:
  // Emitted when the user edits it, even if the value is invalid.
  void edited();

 protected:
  explicit FieldEditor(QObject* parent) : QObject(parent) {}
};

FieldEditor* makeFieldEditor(const Field& field, QWidget* parent);

// For a text with suggested values, each with its title ("cuda:0", "cuda:0 · NVIDIA H100"). Other values are kept and
// shown.
FieldEditor* makeSuggestionEditor(const QList<std::pair<QString, QString>>& values, QWidget* parent);

// The shortest text that reads back as the same number: "0.001", "1e-06", "2.5"; in German "0,001".
QString realToText(double value);
// The text of a field's value in the language of the window: numbers as it writes them, titles of choices translated.
QString fieldText(const Field& field, const FieldValue& value);
// The value of a typed text, see fieldValueFromText().
Result<FieldValue> fieldFromText(const Field& field, const QString& text);

// A spin box for 64-bit integers that accepts any typed text and leaves validation to its owner.
class IntegerSpinBox : public QAbstractSpinBox {
  Q_OBJECT
 public:
  // Steps stay within [minimum, maximum].
  IntegerSpinBox(std::int64_t minimum, std::int64_t maximum, QWidget* parent = nullptr);

  QString lineText() const;
  void setLineText(const QString& text);
  // Shows `word` in place of `value`.
  void setWord(std::int64_t value, const QString& word);
  // The text as digits, with the word replaced by its number.
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
  std::optional<std::int64_t> special_;  // the number with a word
  QString word_;
};

}  // namespace fovea
