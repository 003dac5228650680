#include "widgets/theme/message_translation.h"

#include <QtCore/QFile>
#include <QtCore/QRegularExpression>
#include <QtCore/QXmlStreamReader>
#include <algorithm>
#include <utility>

#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr qsizetype kLongestMessage = 4000;
constexpr qsizetype kFewestLetters = 3;  // minimum for a message with values; fewer fit nearly every text
constexpr qsizetype kFewLetters = 6;
constexpr qsizetype kMostPlaces = 48;  // of one separator in a text, or of a form's text in a message, that are tried
const QString kValue = QStringLiteral("{}");
const QString kWordContext = QStringLiteral("CoreWords");
const QString kSentences = QStringLiteral(". ");
const QString kOpening = QStringLiteral(" (");
const QString kBlank = QStringLiteral(" ");

// Quotation marks count as letters: a form with them fits little.
qsizetype lettersOf(const QString& text) {
  return std::ranges::count_if(
      text, [](QChar each) { return each.isLetter() || each == QChar(0x201C) || each == QChar(0x201D); });
}

// True if what ends at a full stop at `place` is no sentence but a name's first sign: "2. Masks", "Data/a. Names".
bool isOneSign(const QString& text, qsizetype place) {
  return place == 1 || (place > 1 && (text[place - 2].isSpace() || text[place - 2] == QLatin1Char('/')));
}

// True if a text contains the end of a sentence and the start of another: no value does.
bool endsSentence(const QString& text) {
  for (qsizetype at = text.indexOf(kSentences); at >= 0; at = text.indexOf(kSentences, at + 1))
    if (at + 2 < text.size() && text[at + 2].isUpper() && !isOneSign(text, at)) return true;
  return false;
}

// True for several words that begin with neither a number nor a slash: no name, "12 images" or path.
bool isSentence(const QString& text) {
  return text.contains(QLatin1Char(' ')) && !text[0].isDigit() && text[0] != QLatin1Char('/');
}

QString withValues(const QString& translation, const QStringList& values, const QStringList& translated,
                   const QHash<QString, QString>& words) {
  static const QRegularExpression place(QStringLiteral("\\{(\\d?)(~?)\\}"));
  QString text;
  qsizetype at = 0, count = 0;
  for (auto matches = place.globalMatch(translation); matches.hasNext();) {
    const QRegularExpressionMatch match = matches.next();
    text += QStringView(translation).mid(at, match.capturedStart() - at);
    const qsizetype value = match.captured(1).isEmpty() ? count : match.captured(1).toInt() - 1;
    ++count;
    if (value >= 0 && value < values.size())
      text += match.captured(2).isEmpty() ? translated[value] : words.value(values[value], translated[value]);
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

// The places of `part` in a text from `from` on.
std::vector<qsizetype> placesOf(const QString& part, const QString& text, qsizetype from) {
  std::vector<qsizetype> places;
  for (qsizetype at = text.indexOf(part, from); at >= 0 && std::ssize(places) < kMostPlaces;
       at = text.indexOf(part, at + 1))
    places.push_back(at);
  return places;
}

// Adds the ways to put values into the places between a form's `texts`, from the text number `next` on, which begins at
// `at` or behind it.
void addValues(const QStringList& texts, const QString& message, qsizetype next, qsizetype at, QStringList& values,
               std::vector<QStringList>& ways) {
  const QString& text = texts[next];
  if (next + 1 == texts.size()) {
    if (at > message.size() - text.size()) return;
    ways.push_back(values + QStringList{message.mid(at, message.size() - text.size() - at)});
    return;
  }
  for (const qsizetype place : text.isEmpty() ? std::vector<qsizetype>{at} : placesOf(text, message, at)) {
    if (std::ssize(ways) >= kMostPlaces) return;
    values.push_back(message.mid(at, place - at));
    addValues(texts, message, next + 1, place + text.size(), values, ways);
    values.pop_back();
  }
}

}  // namespace

bool MessageTranslation::Form::fits(const QString& message) const {
  return message.size() >= characters && message.startsWith(texts.front()) && message.endsWith(texts.back());
}

// True if the value is in quotation marks, which means that it is a name.
bool MessageTranslation::Form::quotes(qsizetype value) const {
  static const QString kLeft = QStringLiteral("\"“„'"), kRight = QStringLiteral("\"”“'");
  const QString &before = texts[value], &after = texts[value + 1];
  return !before.isEmpty() && !after.isEmpty() && kLeft.contains(before.back()) && kRight.contains(after.front());
}

bool MessageTranslation::read(const QString& path) {
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
  const auto sort = [](std::vector<Form>& forms) {
    std::ranges::stable_sort(forms, std::greater(),
                             [](const Form& form) { return std::pair(form.letters, form.characters); });
  };
  sort(valueFirst_);
  for (auto forms = forms_.begin(); forms != forms_.end(); ++forms) sort(*forms);
  return !xml.hasError();
}

void MessageTranslation::add(const QString& source, const QString& translation) {
  if (source.isEmpty() || translation.isEmpty()) return;
  if (!source.contains(kValue)) {
    fixed_.insert(source, translation);
    return;
  }
  Form form{source.split(kValue), translation};
  for (const QString& text : form.texts) {
    form.characters += text.size();
    form.letters += lettersOf(text);
  }
  if (form.letters < kFewestLetters) return;
  (form.texts.front().isEmpty() ? valueFirst_ : forms_[form.texts.front().front()]).push_back(std::move(form));
}

const std::vector<MessageTranslation::Form>& MessageTranslation::formsThatBegin(QChar first) const {
  static const std::vector<Form> kNone;
  const auto forms = forms_.constFind(first);
  return forms == forms_.cend() ? kNone : *forms;
}

QString MessageTranslation::translated(const QString& message) const {
  if (message.isEmpty() || message.size() > kLongestMessage) return message;
  Readings known;
  return readingOf(message, known).text;
}

MessageTranslation::Reading MessageTranslation::readingOf(const QString& text, Readings& known) const {
  if (const auto found = known.constFind(text); found != known.cend()) return *found;
  if (const auto fixed = fixed_.constFind(text); fixed != fixed_.cend()) return {lettersOf(text), *fixed};
  if (const QString listed = coreText(text.toStdString()); listed != text) return {lettersOf(text), listed};
  if (const QString number = localizedNumber(text); number != text) return {0, number};
  // A number and what is counted; "2 outlines and masks" are no two messages.
  if (const qsizetype blank = text.indexOf(QLatin1Char(' ')); blank > 0 && text[0].isDigit())
    if (const auto counted = fixed_.constFind(text.mid(blank + 1)); counted != fixed_.cend())
      return {lettersOf(text), localizedNumber(text.left(blank)) + QLatin1Char(' ') + *counted};
  Reading best{0, text};
  for (const Form& form : formsThatBegin(text.front()))
    if (form.fits(text)) readForm(form, text, known, best);
  for (const Form& form : valueFirst_)
    if (form.fits(text)) readForm(form, text, known, best);
  if (text.size() > 1 && text.endsWith(QLatin1Char('.')))
    if (const Reading sentence = readingOf(text.chopped(1), known); sentence.letters > best.letters)
      best = {sentence.letters, sentence.text + QLatin1Char('.')};
  readBrackets(text, known, best);
  for (const char* between : {". ", ": ", ", and ", ", then ", "; ", ", ", " "})
    readParts(text, QLatin1String(between), known, best);
  known.insert(text, best);
  return best;
}

// Reads a value: a message of core, while names stay as they are. A single word counts as a name, since a column may be
// called "text".
MessageTranslation::Reading MessageTranslation::readingOfValue(const QString& value, Readings& known) const {
  return value.contains(QLatin1Char(' ')) ? readingOf(value, known) : Reading{0, localizedNumber(value)};
}

// Puts a reading as this form into `best` if it is better.
void MessageTranslation::readForm(const Form& form, const QString& text, Readings& known, Reading& best) const {
  std::vector<QStringList> ways;
  QStringList start;
  addValues(form.texts, text, 1, form.texts.front().size(), start, ways);
  for (const QStringList& values : ways) {
    if (std::ranges::any_of(values, endsSentence)) continue;
    // A form with few letters fits too much, so its values must be names or numbers.
    if (form.letters < kFewLetters && std::ranges::any_of(values, isSentence)) continue;
    QStringList translated = values;
    // A full stop at the end belongs to the sentence, even if the translation has its last value elsewhere.
    const bool ends = form.texts.back().isEmpty() && values.back().endsWith(QLatin1Char('.')) &&
                      !form.translation.endsWith(QLatin1Char('}'));
    if (ends) translated.back().chop(1);
    qsizetype letters = form.letters;
    for (qsizetype i = 0; i < values.size(); ++i) {
      if (form.quotes(i)) continue;
      Reading value = readingOfValue(translated[i], known);
      letters += value.letters;
      translated[i] = std::move(value.text);
    }
    if (letters > best.letters)
      best = {letters, withValues(form.translation, values, translated, words_) + QLatin1String(ends ? "." : "")};
  }
}

// Puts a reading as two texts and `between` into `best` if it is better: two sentences, a file and its problem, a
// number and what is counted.
void MessageTranslation::readParts(const QString& text, const QString& between, Readings& known, Reading& best) const {
  const bool sentences = between == kSentences;
  // "and" of ", and ".
  const QString word = between.mid(2).trimmed();
  const QString joined = word.isEmpty() ? between : QStringLiteral(", %1 ").arg(fixed_.value(word, word));
  std::vector<qsizetype> places = placesOf(between, text, 1);
  if (sentences) std::ranges::stable_partition(places, [&](qsizetype at) { return !isOneSign(text, at); });
  for (const qsizetype at : places) {
    if (at + between.size() >= text.size()) continue;
    // Some messages only continue another, with the separator in front: ", but it is not the only one".
    if (const auto more = readingOfRest(text.mid(at), between, known)) {
      const Reading start = readingOfValue(text.left(at), known);
      if (start.letters + more->letters > best.letters) best = {start.letters + more->letters, start.text + more->text};
    }
    // A blank separates only a number from what is counted, and a path from what is said of it.
    if (between == kBlank && text.front() != QLatin1Char('/') && (!text.front().isDigit() || at > text.indexOf(kBlank)))
      continue;
    const Reading first = readingOfValue(text.left(at + (sentences ? 1 : 0)), known);
    const Reading second = readingOfValue(text.mid(at + between.size()), known);
    if (const qsizetype letters = first.letters + second.letters + word.size(); letters > best.letters)
      best = {letters, first.text + (sentences ? kBlank : joined) + second.text};
  }
}

// Puts a reading as a text and a message in brackets into `best` if it is better: "column 1 (it is empty)".
void MessageTranslation::readBrackets(const QString& text, Readings& known, Reading& best) const {
  if (!text.endsWith(QLatin1Char(')'))) return;
  for (const qsizetype at : placesOf(kOpening, text, 1)) {
    const Reading first = readingOfValue(text.left(at), known);
    const qsizetype inside = at + kOpening.size();
    const Reading second = readingOfValue(text.mid(inside, text.size() - inside - 1), known);
    if (const qsizetype letters = first.letters + second.letters; letters > best.letters)
      best = {letters, first.text + kOpening + second.text + QLatin1Char(')')};
  }
}

// The reading of the rest of a text as a message that begins with what separates it from another.
std::optional<MessageTranslation::Reading> MessageTranslation::readingOfRest(const QString& rest,
                                                                             const QString& between,
                                                                             Readings& known) const {
  if (const auto fixed = fixed_.constFind(rest); fixed != fixed_.cend()) return Reading{lettersOf(rest), *fixed};
  Reading best;
  for (const Form& form : formsThatBegin(rest.front()))
    if (form.texts.front().startsWith(between) && form.fits(rest)) readForm(form, rest, known, best);
  return best.letters > 0 ? std::optional(best) : std::nullopt;
}

}  // namespace fovea
