// Why: shows which layers compute different values on another device, for the inspected sample.
#pragma once
#include <QWidget>

#include "app/bridge/question.h"
#include "core/inspect/questions.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace fovea {

class DevicePanel : public QWidget {
  Q_OBJECT
 public:
  explicit DevicePanel(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Sets what the button will compare; drops the comparison of another subject.
  void setSubject(const InspectionRequest& request);
  void clear();
  QComboBox* deviceChooser() const { return device_; }
  QPushButton* button() const { return button_; }
  QTableView* table() const { return table_; }
  QString words() const;

 Q_SIGNALS:
  void layerWanted(const QString& layer);
  // A comparison is shown, failed or was cancelled.
  void settled();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void findDevices();
  void compare();
  void show(const DeviceComparison& comparison);
  void showState();

  Question<std::vector<DeviceInfo>> devices_;
  Question<DeviceComparison> question_;
  std::optional<InspectionRequest> subject_;
  bool asked_ = false;  // the list of devices has been requested
  QLabel* note_;
  QComboBox* device_;
  QPushButton* button_;
  QProgressBar* bar_;
  QStandardItemModel* rows_;
  QTableView* table_;
};

}  // namespace fovea
