// Why: changes the augmentation of an active run in a dialog that shows its effect on samples of the run's data set.
#pragma once
#include <QObject>
#include <filesystem>

#include "app/bridge/latest_task.h"
#include "core/data/store/dataset.h"
#include "core/project/run_records.h"

class QWidget;

namespace fovea {

class AugmentationChange : public QObject {
  Q_OBJECT
 public:
  // `window` is the parent of the dialog.
  explicit AugmentationChange(QWidget* window);

  // Reads samples of the data set in the background, then opens the dialog with the transforms in `text` (see
  // input_transforms.h).
  void ask(RunId run, const std::filesystem::path& dataset, const std::string& text);

 Q_SIGNALS:
  void chosen(fovea::RunId run, const std::string& text);
  void failed(const fovea::Error& error);

 private:
  void open(RunId run, const std::string& text, std::vector<Sample> samples);

  QWidget* window_;
  LatestTask<std::vector<Sample>> reading_;
};

}  // namespace fovea
