#include "widgets/theme/core_text.h"

#include <QtCore/QFile>
#include <QtCore/QHash>
#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr int kDeepestMessage = 6;
constexpr qsizetype kFewestLetters = 3;  // minimum for a message with values; fewer match nearly every text
constexpr qsizetype kFewLetters = 6;
const QString kValue = QStringLiteral("{}");
const QString kWordContext = QStringLiteral("CoreWords");
const QString kAnd = QStringLiteral(", and ");
const QString kPlaceEnd = QStringLiteral(": ");  // between a place and the message about it

// A message with placeholders: the texts between them, and the translation with {} or {1}, {2}, … for the values. A ~
// marks a value that is always a word of core, never a name: {~}, {2~}.
struct MessageForm {
  QStringList texts;
  QString translation;
  qsizetype letters = 0;
  qsizetype characters = 0;  // of the texts

  // True if the value is in quotation marks, which means that it is a name.
  bool quotes(qsizetype value) const {
    static const QString kOpening = QStringLiteral("\"“„'"), kClosing = QStringLiteral("\"”“'");
    const QString &before = texts[value], &after = texts[value + 1];
    return !before.isEmpty() && !after.isEmpty() && kOpening.contains(before.back()) &&
           kClosing.contains(after.front());
  }
};

// Returns the values of `message` if it has that form.
std::optional<QStringList> valuesIn(const QString& message, const MessageForm& form) {
  if (!message.startsWith(form.texts.front())) return std::nullopt;
  QStringList values;
  qsizetype at = form.texts.front().size();
  for (qsizetype i = 1; i < form.texts.size(); ++i) {
    const QString& text = form.texts[i];
    const bool last = i + 1 == form.texts.size();
    qsizetype next = text.isEmpty() && last ? message.size() : message.indexOf(text, at);
    if (last && next >= 0) next = message.size() - text.size();
    if (next < at || !QStringView(message).mid(next).startsWith(text)) return std::nullopt;
    values << message.mid(at, next - at);
    at = next + text.size();
  }
  return values;
}

// True if a text contains the end of a sentence and the start of another: no value does.
bool endsSentence(const QString& text) {
  static const QRegularExpression end(QStringLiteral("\\. \\p{Lu}"));
  return text.contains(end);
}

// True for several words that do not begin with a number: neither a name nor "12 images".
bool isSentence(const QString& text) {
  return text.contains(QLatin1Char(' ')) && !text[0].isDigit();
}

QString withValues(const QString& translation, const QStringList& values, const QHash<QString, QString>& words) {
  static const QRegularExpression place(QStringLiteral("\\{(\\d?)(~?)\\}"));
  QString text;
  qsizetype at = 0, count = 0;
  for (auto matches = place.globalMatch(translation); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    text += QStringView(translation).mid(at, match.capturedStart() - at);
    const qsizetype value = match.captured(1).isEmpty() ? count : match.captured(1).toInt() - 1;
    ++count;
    if (value >= 0 && value < values.size())
      text += match.captured(2).isEmpty() ? values[value] : words.value(values[value], values[value]);
    at = match.capturedEnd();
  }
  text += QStringView(translation).mid(at);
  return text;
}

// "12,345" and "0.5" as the language writes them, also before a unit; other texts are unchanged.
QString localizedNumber(const QString& text) {
  static const QRegularExpression number(QStringLiteral("^(-?\\d{1,3}(?:,\\d{3})+|-?\\d+\\.\\d+)( ?[A-Za-zµ%]{0,3})$"));
  const QRegularExpressionMatch match = number.match(text);
  if (!match.hasMatch()) return text;
  QString digits = match.captured(1);
  const QLocale locale = numberLocale();
  digits.contains(QLatin1Char(',')) ? digits.replace(QLatin1Char(','), locale.groupSeparator())
                                    : digits.replace(QLatin1Char('.'), locale.decimalPoint());
  return digits + match.captured(2);
}

class MessageTranslations {
 public:
  bool read(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return false;
    QXmlStreamReader xml(&file);
    QString context, source;
    while (!xml.atEnd()) {
      if (xml.readNext() != QXmlStreamReader::StartElement) continue;
      if (xml.name() == QLatin1String("name")) context = xml.readElementText();
      if (xml.name() == QLatin1String("source")) source = xml.readElementText();
      if (xml.name() != QLatin1String("translation")) continue;
      const QString translation = xml.readElementText();
      context == kWordContext ? void(words_.insert(source, translation)) : add(source, translation);
    }
    std::stable_sort(forms_.begin(), forms_.end(), [](const MessageForm& a, const MessageForm& b) {
      return std::pair(a.letters, a.characters) > std::pair(b.letters, b.characters);
    });
    return !xml.hasError();
  }

  QString translated(const QString& message, int depth = 0) const {
    if (message.isEmpty() || depth > kDeepestMessage) return message;
    if (const auto known = fixed_.constFind(message); known != fixed_.cend()) return *known;
    if (const QString listed = coreText(message.toStdString()); listed != message) return listed;
    if (const QString number = localizedNumber(message); number != message) return number;
    // A number and what is counted; "2 outlines and masks" are no two messages.
    if (const qsizetype blank = message.indexOf(QLatin1Char(' ')); blank > 0 && message[0].isDigit())
      if (const auto counted = fixed_.constFind(message.mid(blank + 1)); counted != fixed_.cend())
        return localizedNumber(message.left(blank)) + QLatin1Char(' ') + *counted;
    const auto match = matchOf(message);
    if (message.endsWith(QLatin1Char('.')) && fitsBetter(message.chopped(1), match))
      return translated(message.chopped(1), depth + 1) + QLatin1Char('.');
    // "photo.png: it holds no frame" and "/data/a.idx is cut off" consist of a place and a message, even if a general
    // form matches all of it.
    for (const QString& between : {kPlaceEnd, QStringLiteral(" ")}) {
      const qsizetype at = message.indexOf(between);
      if (at <= 0 || (between == QLatin1String(" ") && !message.startsWith(QLatin1Char('/')))) continue;
      // A form that contains the separator in its own text is more specific.
      if (match && !(match->form->texts.front().isEmpty() && match->values.front().contains(between))) continue;
      if (const QString rest = message.mid(at + between.size()); fitsBetter(rest, match))
        return translatedValue(message.left(at), depth) + between + translated(rest, depth + 1);
    }
    if (match) {
      QStringList values = match->values;
      // A full stop at the end belongs to the sentence, even if the translation has its last value elsewhere.
      const bool ends = match->form->texts.back().isEmpty() && values.back().endsWith(QLatin1Char('.')) &&
                        !match->form->translation.endsWith(QLatin1Char('}'));
      if (ends) values.back().chop(1);
      for (qsizetype i = 0; i < values.size(); ++i)
        if (!match->form->quotes(i)) values[i] = translatedValue(values[i], depth);
      return withValues(match->form->translation, values, words_) + QLatin1String(ends ? "." : "");
    }
    for (const QString& between :
         {QStringLiteral(". "), kPlaceEnd, kAnd, QStringLiteral(", "), QStringLiteral("; "), QStringLiteral(" ")})
      if (const QString parts = translatedParts(message, between, depth); parts != message) return parts;
    return message;
  }

 private:
  void add(const QString& source, const QString& translation) {
    if (source.isEmpty() || translation.isEmpty()) return;
    if (!source.contains(kValue)) {
      fixed_.insert(source, translation);
      return;
    }
    MessageForm form{source.split(kValue), translation};
    for (const QString& text : form.texts) form.characters += text.size();
    for (const QString& text : form.texts)
      form.letters += std::count_if(text.begin(), text.end(), [](QChar each) { return each.isLetter(); });
    if (form.letters >= kFewestLetters) forms_.push_back(std::move(form));
  }

  struct Match {
    const MessageForm* form;
    QStringList values;
  };
  // The first match is the most specific one.
  std::optional<Match> matchOf(const QString& message) const {
    for (const MessageForm& form : forms_) {
      auto values = valuesIn(message, form);
      if (!values || std::any_of(values->begin(), values->end(), endsSentence)) continue;
      // A form with few letters matches too much, so its values must be names or numbers.
      const bool general = form.letters < kFewLetters && std::any_of(values->begin(), values->end(), isSentence);
      if (!general) return Match{&form, std::move(*values)};
    }
    return std::nullopt;
  }

  // True if a translation matches a part of a message more specifically than `whole` matches all of it.
  bool fitsBetter(const QString& part, const std::optional<Match>& whole) const {
    if (fixed_.contains(part)) return true;
    if (const auto own = matchOf(part); own && (!whole || own->form->letters > whole->form->letters)) return true;
    return part.endsWith(QLatin1Char('.')) && fitsBetter(part.chopped(1), whole);
  }

  // True if a translation matches a text with `between` at its start.
  bool continues(const QString& text, const QString& between) const {
    const auto match = matchOf(text);
    return match && match->form->texts.front().startsWith(between);
  }

  // Translates a value: a message of core, while the user's own names stay as they are. A single word counts as a name,
  // since a column may be called "text".
  QString translatedValue(const QString& value, int depth) const {
    return value.contains(QLatin1Char(' ')) ? translated(value, depth + 1) : localizedNumber(value);
  }

  // Translates both sides of the first `between`: two sentences,
  // a file and its problem, a number and what is counted.
  QString translatedParts(const QString& message, const QString& between, int depth) const {
    const qsizetype at = message.indexOf(between);
    if (at <= 0 || at + between.size() >= message.size()) return message;
    const bool sentences = between.startsWith(QLatin1Char('.'));
    const QString first = message.left(at + (sentences ? 1 : 0)), second = message.mid(at + between.size());
    // Some messages only continue another, with the separator in front: ", but it is not the only one".
    if (const QString more = message.mid(at); fixed_.contains(more) || continues(more, between))
      return translatedValue(message.left(at), depth) + translated(more, depth + 1);
    // A blank separates only a number from what is counted.
    if (between == QLatin1String(" ")) return first[0].isDigit() ? localizedNumber(first) + between + second : message;
    const QString one = translatedValue(first, depth), two = translatedValue(second, depth);
    const QString joined = between == kAnd ? QStringLiteral(", %1 ").arg(fixed_.value(kAnd.mid(2, 3), kAnd.mid(2, 3)))
                           : sentences     ? QStringLiteral(" ")
                                           : between;
    return one == first && two == second ? message : one + joined + two;
  }

  QHash<QString, QString> fixed_;
  QHash<QString, QString> words_;   // single words, translated only where a message marks its value as one
  std::vector<MessageForm> forms_;  // sorted by their letters and characters, most first
};

std::optional<MessageTranslations>& messageTranslations() {
  static std::optional<MessageTranslations> translations;
  return translations;
}

}  // namespace

QString coreMessage(const std::string& message) {
  const QString text = QString::fromStdString(message);
  if (!messageTranslations()) return text;
  static const QRegularExpression quoted(QStringLiteral("“([^“”„]*)”"));
  const QLocale locale = numberLocale();
  QString translated = messageTranslations()->translated(text);
  if (translated == text) return text;
  return translated.replace(quoted, locale.quoteString(QStringLiteral("\\1")));
}

QString coreMessage(const Error& error) {
  const QString advice = coreMessage(error.advice);
  return advice.isEmpty() ? coreMessage(error.message) : coreMessage(error.message) + QLatin1Char(' ') + advice;
}

bool useCoreMessages(const QString& file) {
  messageTranslations().reset();
  if (file.isEmpty()) return true;
  return messageTranslations().emplace().read(file);
}

}  // namespace fovea
