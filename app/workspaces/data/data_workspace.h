// Why: where data comes in and is looked at: a grid of samples, filtered by split and class, and what is known of them.
#pragma once
#include "app/bridge/session.h"
#include "app/workspaces/workspace.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace fovea {

class DatasetThumbnails;
class FactList;
class ImageView;
class ProbabilityBars;
class ThumbnailGrid;

class DataWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit DataWorkspace(Session& session, QWidget* parent = nullptr);
  void prepareForTour(std::function<void()> ready) override;
  ThumbnailGrid* grid() const { return grid_; }
  QComboBox* splitFilter() const { return split_; }
  QComboBox* classFilter() const { return class_; }

 public Q_SLOTS:
  void importData();

 private:
  QWidget* buildInspector();
  void buildToolbar();
  void showDataset();
  void showSamples();
  void showSample(qint64 item);
  void showClasses();

  QComboBox* dataset_;
  QComboBox* split_;
  QComboBox* class_;
  ThumbnailGrid* grid_;
  QStackedWidget* pages_;
  FactList* facts_;
  ProbabilityBars* classes_;
  ImageView* mean_;
  QWidget* sampleBox_;
  ImageView* sample_;
  FactList* sampleFacts_;
  QLabel* count_;
  std::shared_ptr<const DatasetThumbnails> source_;
  bool filling_ = false;
};

}  // namespace fovea
