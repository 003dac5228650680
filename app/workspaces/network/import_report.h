// Why: what an import made of a file is said once, whole, and so that it can be kept: what became which layer, what was
// approximated, what was left out, and whether the numbers agree.
#pragma once
#include <QDialog>

#include "app/bridge/network_exchange.h"

class QPushButton;
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
  // After foldingWanted: whether there was something to fold. The weights that came along know the layers by the names
  // that they had before.
  void showFolded(bool folded);

 Q_SIGNALS:
  // Begin training with the weights that came along.
  void trainingWanted();
  // Fold what repeats into blocks.
  void foldingWanted();

 private:
  NetworkImport import_;
  QTextBrowser* text_;
  QPushButton* fold_ = nullptr;
  QPushButton* train_ = nullptr;  // null without weights
};

}  // namespace fovea
