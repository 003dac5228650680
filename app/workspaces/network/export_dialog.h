// Why: chooses format, weights and file of an export in one place, and says which further files will be written.
#pragma once
#include <QDialog>

#include "app/bridge/network_exchange.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace fovea {

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ExportDialog(Session& session, QWidget* parent = nullptr);

  NetworkExportOptions options() const;
  QComboBox* format() const { return format_; }
  QComboBox* weights() const { return weights_; }
  QLineEdit* file() const { return file_; }
  QSpinBox* opset() const { return opset_; }

 private:
  void listFormats();
  void listWeights();
  void formatChosen();
  void browse();
  void finish();
  const ExchangeFormat& chosenFormat() const;
  QString chosenEnding() const;

  Session& session_;
  QComboBox* format_;
  QSpinBox* opset_;
  QLabel* opsetLabel_;
  QComboBox* weights_;
  std::vector<CheckpointRecord> checkpoints_;  // in list order, after the fresh weights
  QLineEdit* file_;
  QString confirmed_;  // the file that the user has agreed to replace
  QLabel* remark_;
  QPushButton* export_;
};

}  // namespace fovea
