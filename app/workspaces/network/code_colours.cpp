#include "app/workspaces/network/code_colours.h"

#include <QRegularExpression>

#include "widgets/theme/theme.h"

namespace fovea {
namespace {

enum Part { Remark = 1, Quoted, Number, Name, Word };

// The first alternative that matches wins; its group identifies the kind of token.
const QRegularExpression& partsOf(CodeLanguage language) {
  static const QRegularExpression json(
      R"((\b\B)|("(?:[^"\\]|\\.)*"?)|(-?\b\d[\d.eE+-]*\b)|(\b\B)|(\b(?:true|false|null)\b))");
  static const QRegularExpression prototxt(
      R"((#.*)|("(?:[^"\\]|\\.)*"?|'[^']*'?)|(-?\b\d[\d.eE+-]*\b)|(\b[A-Za-z_]\w*(?=\s*[:{]))|(\b[A-Za-z_]\w*\b))");
  return language == CodeLanguage::NetworkJson ? json : prototxt;
}

Part partOf(const QRegularExpressionMatch& match) {
  for (const Part part : {Remark, Quoted, Number, Name})
    if (match.capturedStart(part) >= 0 && match.capturedLength(part) > 0) return part;
  return Word;
}

// A quoted text followed by a colon is the name of a member.
bool isJsonKey(const QString& line, qsizetype end) {
  while (end < line.size() && line[end].isSpace()) ++end;
  return end < line.size() && line[end] == ':';
}

}  // namespace

CodeColours::CodeColours(QTextDocument* document, CodeLanguage language)
    : QSyntaxHighlighter(document), language_(language) {}

void CodeColours::setLanguage(CodeLanguage language) {
  if (language == language_) return;
  language_ = language;
  rehighlight();
}

void CodeColours::highlightBlock(const QString& line) {
  const Theme theme = currentTheme();
  auto matches = partsOf(language_).globalMatch(line);
  while (matches.hasNext()) {
    const QRegularExpressionMatch match = matches.next();
    Part part = partOf(match);
    if (language_ == CodeLanguage::NetworkJson && part == Quoted && isJsonKey(line, match.capturedEnd())) part = Name;
    const Color color = part == Remark   ? Color::Muted
                        : part == Quoted ? Color::GoodText
                        : part == Number ? Color::WarningText
                        : part == Name   ? Color::AccentText
                                         : Color::WarningText;
    setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), theme.color(color));
  }
}

}  // namespace fovea
