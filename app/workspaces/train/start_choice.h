// Why: a run may begin with the weights of any checkpoint of any run, or of a file. Before it begins, the choice says
// which layers find theirs, and refuses where all of them should. GUI thread; files are read on another.
#pragma once
#include <QWidget>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/bridge/latest_task.h"
#include "app/bridge/run_library.h"
#include "core/train/starting_weights.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace fovea {

class StartChoice : public QWidget {
  Q_OBJECT
 public:
  explicit StartChoice(QWidget* parent = nullptr);

  // Sets the project's folder and its runs with their checkpoints.
  void setRuns(const std::filesystem::path& project, const RunLibrary::Entries& entries);
  // Sets the network that would begin; the report follows.
  void setNetwork(const Network& network);
  // Chooses a file, as if the user had.
  void chooseFile(const std::filesystem::path& file);
  // Nothing: the weights are drawn.
  std::optional<std::filesystem::path> chosen() const;
  // Why the run should not begin so; nothing if it may, or the file is still being read.
  std::optional<Error> obstacle() const;
  QString words() const;
  QComboBox* box() const { return box_; }
  QCheckBox* all() const { return all_; }

 Q_SIGNALS:
  void changed();

 private:
  void pick(int index);
  void read();
  void show();

  QComboBox* box_;
  QCheckBox* all_;
  QLabel* report_;
  std::filesystem::path file_;  // chosen by hand; empty: none
  Network network_;
  std::optional<Result<StartingWeights>>
      weights_;  // weights that the chosen checkpoint gives; nothing: still being read
  LatestTask<StartingWeights> task_;
};

}  // namespace fovea
