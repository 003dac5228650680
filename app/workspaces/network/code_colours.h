// Why: names, texts, numbers and remarks of a text are told apart at a glance, in the colours of the theme.
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
