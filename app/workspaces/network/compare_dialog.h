// Why: chooses the network to compare with: a standard network, the network of a run, or a file.
#pragma once
#include <QDialog>
#include <QPointer>

#include "app/bridge/session.h"

class QLineEdit;
class QListWidget;
class QPushButton;

namespace fovea {

class Banner;

class CompareDialog : public QDialog {
  Q_OBJECT
 public:
  explicit CompareDialog(Session& session, QWidget* parent = nullptr);

  // The chosen network, once the dialog is accepted.
  const Network& network() const { return network_; }
  const QString& name() const { return name_; }
  QListWidget* list() const { return list_; }
  QLineEdit* filter() const { return filter_; }
  // As if the file had been chosen. For foreign formats only the layers are read. Cancel stops the reading.
  void chooseFile(const QString& file);
  void reject() override;

 private:
  void fill();
  void filterChanged(const QString& words);
  void choose();
  void browse();
  void setReading(const QString& file);
  void finish(Result<Network> network, const QString& name);

  Session& session_;
  QLineEdit* filter_;
  QListWidget* list_;
  QPushButton* compare_;
  QPushButton* file_ = nullptr;
  QPointer<Job> reading_;
  Banner* banner_;
  Network network_;
  QString name_;
};

}  // namespace fovea
