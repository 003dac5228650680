// Why: plans a sweep: which settings vary over which values, how often each configuration is trained, and what decides.
#pragma once
#include <QDialog>
#include <vector>

#include "core/project/sweep.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace fovea {

class SweepAxisRow;

class SweepDialog : public QDialog {
  Q_OBJECT
 public:
  // `settings`: of the next run; its values are offered as the middle of what is tried. `metrics`: those that earlier
  // runs have.
  SweepDialog(const TrainingSettings& settings, const std::vector<std::string>& metrics, QWidget* parent = nullptr);

  // Returns the plan in the fields, or why it is none.
  Result<SweepPlan> plan() const;
  QString summary() const;
  QString problem() const;
  const std::vector<SweepAxisRow*>& rows() const { return rows_; }
  SweepAxisRow* addRow(const std::string& setting);

 Q_SIGNALS:
  void planned(const fovea::SweepPlan& plan);

 private:
  void removeRow(SweepAxisRow* row);
  void addUnusedSetting();
  void showPlan();
  QString roundWords(const SweepPlan& plan) const;

  TrainingSettings settings_;
  Schema schema_;
  QVBoxLayout* axes_;
  std::vector<SweepAxisRow*> rows_;
  QPushButton* add_;
  QSpinBox* draws_;
  QLabel* drawsTitle_;
  QSpinBox* seeds_;
  QComboBox* halving_;
  QSpinBox* firstEpochs_;
  QLabel* firstTitle_;
  QComboBox* metric_;
  QLineEdit* name_;
  QLabel* summary_;
  QLabel* problem_;
  QPushButton* begin_;
};

// One setting and its values: a list, or a range from which values are drawn.
class SweepAxisRow : public QWidget {
  Q_OBJECT
 public:
  SweepAxisRow(const Schema& schema, const TrainingSettings& settings, QWidget* parent = nullptr);

  void setSetting(const std::string& name);
  std::string setting() const;
  Result<SweepAxis> axis() const;
  bool drawn() const;
  QComboBox* settingBox() const { return setting_; }
  QComboBox* kindBox() const { return kind_; }
  QLineEdit* valuesField() const { return values_; }
  QLineEdit* lowField() const { return low_; }
  QLineEdit* highField() const { return high_; }

 Q_SIGNALS:
  void edited();
  void removeWanted();

 private:
  enum Kind { kList, kRange, kLogarithmicRange };
  const Field& field() const;
  void offerKinds();
  void offerValues();
  void showKind();

  const Schema& schema_;
  FieldValues present_;
  QComboBox* setting_;
  QComboBox* kind_;
  QLineEdit* values_;
  QLineEdit* low_;
  QLabel* to_;
  QLineEdit* high_;
};

}  // namespace fovea
