// Why: highlights names, strings, numbers and comments of a text in the theme's colours.
#pragma once
#include <QSyntaxHighlighter>

#include "app/workspaces/network/code_edit.h"

namespace fovea {

class CodeColours : public QSyntaxHighlighter {
  Q_OBJECT
 public:
  CodeColours(QTextDocument* document, CodeLanguage language);
  void setLanguage(CodeLanguage language);

 protected:
  void highlightBlock(const QString& line) override;

 private:
  CodeLanguage language_;
};

}  // namespace fovea
