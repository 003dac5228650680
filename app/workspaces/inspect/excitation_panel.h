// Why: shows the samples of a split that activate a channel most, i.e. what it has learned to detect.
#pragma once
#include <QWidget>

#include "app/bridge/question.h"
#include "core/inspect/excitation.h"
#include "core/inspect/questions.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace fovea {

class ThumbnailGrid;

class ExcitationPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ExcitationPanel(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Sets the inspected layer and channel; a negative channel stands for the whole layer. Results for a layer are kept
  // until checkpoint, data set or split change.
  void setSubject(const InspectionRequest& request, const std::string& layer, int channel);
  void clear();
  ThumbnailGrid* grid() const { return grid_; }
  QPushButton* button() const { return button_; }

 Q_SIGNALS:
  // The user chose the sample at this index of the split.
  void sampleWanted(qint64 index);
  // The search ended or failed.
  void settled();

 private:
  void search();
  void showChannel();

  Question<ExcitationAnswer> question_;
  ExcitationRequest subject_;
  std::string written_;
  int channel_ = -1;
  std::shared_ptr<const ExcitationAnswer> answer_;
  QLabel* note_;
  QPushButton* button_;
  QProgressBar* bar_;
  ThumbnailGrid* grid_;
};

}  // namespace fovea
