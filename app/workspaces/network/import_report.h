// Why: what an import made of a file is said once, whole, and so that it can be kept: what became which layer, what was
// approximated, what was left out, and whether the numbers agree.
#pragma once
#include <QDialog>

#include "app/bridge/network_exchange.h"

class QTextBrowser;

namespace fovea {

// How well the imported network agrees with its file, in a sentence.
QString agreementWords(double difference);
// The whole report as text for the clipboard.
QString reportText(const NetworkImport& import);

class ImportReportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ImportReportDialog(const NetworkImport& import, QWidget* parent = nullptr);
  QTextBrowser* text() const { return text_; }

 Q_SIGNALS:
  // Begin training with the weights that came along.
  void trainingWanted();

 private:
  NetworkImport import_;
  QTextBrowser* text_;
};

}  // namespace fovea
