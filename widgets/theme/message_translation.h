// Why: core puts its messages together from forms, values and further messages. To show them in another language, they
// are taken apart again.
// Main thread only.
#pragma once
#include <QtCore/QHash>
#include <QtCore/QString>
#include <QtCore/QStringList>
#include <optional>
#include <vector>

namespace fovea {

// The translations of core's messages into one language, as translations/core_messages.py lists them.
//
// A text may be taken apart in several ways: "a.csv is empty, and so is b.csv" is a form with one value, one with two,
// or two messages. The reading that leaves the fewest letters to values is taken. Names stay as they are: a value of a
// single word, and one in quotation marks.
class MessageTranslation {
 public:
  // Reads a file as Qt Linguist writes it. False if the file cannot be read.
  bool read(const QString& path);

  // The translation of a message; what has none stays English, and so does a message of more than 4,000 characters.
  QString translated(const QString& message) const;

 private:
  // A message with placeholders: the texts between them, and the translation with {} or {1}, {2}, … for the values. A ~
  // marks a value that is always a word of core, never a name: {~}, {2~}.
  struct Form {
    QStringList texts;
    QString translation;
    qsizetype letters = 0;
    qsizetype characters = 0;  // of the texts

    bool fits(const QString& message) const;
    bool quotes(qsizetype value) const;
  };
  // A translation of a text, and how many letters of the text belong to messages instead of values.
  struct Reading {
    qsizetype letters = 0;
    QString text;
  };
  using Readings = QHash<QString, Reading>;  // those found so far, by their texts

  void add(const QString& source, const QString& translation);
  const std::vector<Form>& formsThatBegin(QChar first) const;
  Reading readingOf(const QString& text, Readings& known) const;
  Reading readingOfValue(const QString& value, Readings& known) const;
  void readForm(const Form& form, const QString& text, Readings& known, Reading& best) const;
  void readParts(const QString& text, const QString& between, Readings& known, Reading& best) const;
  void readBrackets(const QString& text, Readings& known, Reading& best) const;
  std::optional<Reading> readingOfRest(const QString& rest, const QString& between, Readings& known) const;

  QHash<QString, QString> fixed_;
  QHash<QString, QString> words_;          // single words, translated only where a message marks its value as one
  QHash<QChar, std::vector<Form>> forms_;  // by their first characters; those with most letters first
  std::vector<Form> valueFirst_;           // the forms that begin with a value
};

}  // namespace fovea
