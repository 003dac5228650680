// Why: everything with parameters is edited by one form, made from its schema: label left, field right, a word of help
// below the form once a field has the focus, and for a bad value its reason beneath the field while what was typed
// stays. Fields with an editor of their own (Field::ownEditor) are kept, not shown.
#pragma once
#include <QtWidgets/QWidget>
#include <vector>

#include "core/base/schema.h"

class QLabel;
class QVBoxLayout;

namespace fovea {

class FieldEditor;

class SchemaForm : public QWidget {
  Q_OBJECT
 public:
  explicit SchemaForm(Schema schema, QWidget* parent = nullptr);

  const Schema& schema() const { return schema_; }

  // Shows `values`; fields it does not name keep theirs. All or nothing: if one is unknown or invalid nothing changes
  // and the reason is returned. A field whose value is the same already is left alone, with the cursor and a half-typed
  // text in it, so that a form may be given back what it just reported. Emits nothing.
  Status setValues(const FieldValues& values);
  // The last valid value of every field, in the schema's order.
  const FieldValues& values() const { return values_; }

  // Whether every field that matters shows a valid value now.
  bool isValid() const;
  // The reason shown for `name`, or an empty text.
  QString errorOf(std::string_view name) const;
  // A problem that only the owner can know ("a file of this name is there already"), shown like one of the form's own
  // until the field is next edited or set; empty takes it away.
  void setProblem(std::string_view name, const QString& problem);

  void setReadOnly(bool readOnly);
  // A word that stands for one value of a whole number: "as it is" for 0.
  void setWord(std::string_view name, std::int64_t value, const QString& word);
  // Makes a text field a choice among these values, each with its title; what stands there stays, whatever it is.
  void setSuggestions(std::string_view name, const QList<std::pair<QString, QString>>& values);
  // Takes a field out of the form, or puts it back. Fields that do not matter beside the values of others
  // (Schema::isRelevant) are not shown in any case.
  void setFieldVisible(std::string_view name, bool visible);
  // The control of a field, for focus and tests; null if there is no such field.
  QWidget* editor(std::string_view name) const;

 Q_SIGNALS:
  // A person changed a field to another valid value. At each key, so that what depends on it can follow.
  void valueEdited(const QString& name, const fovea::FieldValue& value);
  void validityChanged(bool valid);
  void fieldFocused(const QString& name, const QString& help);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Row {
    const Field* field = nullptr;
    QWidget* row = nullptr;
    QLabel* label = nullptr;
    FieldEditor* editor = nullptr;
    QString error;
    bool wanted = true;
    QWidget* heading = nullptr;  // above the first field of a group
  };

  void addRow(const Field& field, QVBoxLayout* column);
  void placeEditor(std::size_t index, FieldEditor* editor);
  void fieldEdited(std::size_t index);
  void setError(Row& row, const QString& error);
  void showRelevant();
  void tellValidity();
  void placeError();
  void fitHelp();
  Row* find(std::string_view name);
  const Row* find(std::string_view name) const;

  Schema schema_;
  FieldValues values_;
  std::vector<Row> rows_;
  QLabel* error_ = nullptr;  // floats beneath the field that it speaks of, so that nothing moves
  QLabel* help_ = nullptr;
  bool valid_ = true;
  bool readOnly_ = false;
};

}  // namespace fovea
