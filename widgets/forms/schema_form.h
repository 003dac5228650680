// Why: one form, built from a schema, edits everything with parameters. Labels are on the left, fields on the right.
// The focused field's help is below the form. The error of an invalid value is below its field, and the typed text
// stays. Fields with their own editor (Field::ownEditor) are kept but not shown.
#pragma once
#include <QtWidgets/QWidget>
#include <map>
#include <vector>

#include "core/base/schema.h"

class QLabel;
class QVBoxLayout;

namespace fovea {

class FieldEditor;
class FoldHeading;

class SchemaForm : public QWidget {
  Q_OBJECT
 public:
  explicit SchemaForm(Schema schema, QWidget* parent = nullptr);

  const Schema& schema() const { return schema_; }

  // Shows `values`; other fields keep theirs. If one is unknown or invalid, nothing changes and the reason is returned.
  // A field that already has the value is left alone, with its cursor and half-typed text, so that a form may receive
  // what it just reported. Emits nothing.
  Status setValues(const FieldValues& values);
  // Shows the last valid value again in each field with an error, for an owner that replaces what the user typed.
  void dropInvalid();
  // The last valid value of every field, in the schema's order.
  const FieldValues& values() const { return values_; }

  // Whether every relevant field shows a valid value.
  bool isValid() const;
  // The error shown for `name`, or an empty text.
  QString errorOf(std::string_view name) const;
  // Shows a problem that only the owner can detect ("a file of this name is there already") like one of the form's own,
  // until the field is edited or set; an empty text removes it.
  void setProblem(std::string_view name, const QString& problem);

  void setReadOnly(bool readOnly);
  // Sets the width of the column of titles, in which longer ones are cut short. The default is size::kFormLabel.
  void setLabelWidth(int width);
  // Sets a word for one value of an integer: "as it is" for 0.
  void setWord(std::string_view name, std::int64_t value, const QString& word);
  // Turns a text field into a choice among these values, each with its title; the current value stays.
  void setSuggestions(std::string_view name, const QList<std::pair<QString, QString>>& values);
  // Shows or hides a field. Fields that are irrelevant for the other values (Schema::isRelevant) are always hidden.
  void setFieldVisible(std::string_view name, bool visible);
  // Lets the user fold groups of fields away by their headings; those in `folded` are folded now. A field with an error
  // unfolds its group.
  void setFoldable(const std::vector<std::string>& folded);
  void setFolded(std::string_view group, bool folded);
  bool isFolded(std::string_view group) const;
  std::vector<std::string> foldedGroups() const;
  // Writes a note behind the heading of a group that can be folded: "2 changed".
  void setGroupNote(std::string_view group, const QString& note);
  // The heading of such a group, for focus and tests; null if there is no such group.
  FoldHeading* headingOf(std::string_view group) const;
  // The control of a field, for focus and tests; null if there is no such field.
  QWidget* editor(std::string_view name) const;

 Q_SIGNALS:
  // The user changed a field to another valid value. Emitted at each key, so that dependent views can follow.
  void valueEdited(const QString& name, const fovea::FieldValue& value);
  void validityChanged(bool valid);
  void fieldFocused(const QString& name, const QString& help);
  // The user folded or unfolded a group.
  void foldingChanged();

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
    QString help;
  };
  struct Fold {
    FoldHeading* heading = nullptr;
    QString note;
    bool folded = false;
  };

  void addRow(const Field& field, QVBoxLayout* column);
  void placeEditor(std::size_t index, FieldEditor* editor);
  void fieldEdited(std::size_t index);
  void setError(Row& row, const QString& error);
  void showRelevant();
  void showHeading(const std::string& group);
  void tellValidity();
  void placeError();
  void fitHelp();
  Row* find(std::string_view name);
  const Row* find(std::string_view name) const;

  Schema schema_;
  FieldValues values_;
  std::vector<Row> rows_;
  std::map<std::string, Fold, std::less<>> folds_;  // by group; empty: groups cannot be folded
  int labelWidth_;
  QLabel* error_ = nullptr;  // floats below its field, so that the layout does not move
  QLabel* help_ = nullptr;
  int helpWidth_ = -1;  // the width, in pixels, that help_ has its height for
  bool valid_ = true;
  bool readOnly_ = false;
};

}  // namespace fovea
