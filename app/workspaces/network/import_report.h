// Why: reports the whole result of an import, for reading and copying: which layer each item became, what was
// approximated, what was left out, and whether the outputs agree.
#pragma once
#include <QDialog>

#include "app/bridge/network_exchange.h"

class QPushButton;
class QTextBrowser;

namespace fovea {

// States in a sentence how well the imported network agrees with its file.
QString agreementWords(double difference);
// The whole report as text for the clipboard.
QString reportText(const NetworkImport& import);

class ImportReportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ImportReportDialog(const NetworkImport& import, QWidget* parent = nullptr);
  QTextBrowser* text() const { return text_; }
  // The result after foldingWanted: whether anything was folded. The imported weights use the layers' former names.
  void showFolded(bool folded);

 Q_SIGNALS:
  // Start training with the imported weights.
  void trainingWanted();
  // Fold repeating parts into blocks.
  void foldingWanted();

 private:
  NetworkImport import_;
  QTextBrowser* text_;
  QPushButton* fold_ = nullptr;
  QPushButton* train_ = nullptr;  // null without weights
};

}  // namespace fovea
