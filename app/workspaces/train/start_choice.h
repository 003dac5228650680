// Why: a run may begin with the weights of a checkpoint of any run, or of a file. The choice reports which layers find
// weights, and rejects checkpoints if all layers should but some do not. GUI thread; another one reads files.
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
  // Sets the network of the next run; the report follows.
  void setNetwork(const Network& network);
  // Chooses a file as if the user had done so.
  void chooseFile(const std::filesystem::path& file);
  // Returns the chosen checkpoint; nothing: the run begins with random weights.
  std::optional<std::filesystem::path> chosen() const;
  // Returns why the run should not begin with this choice; nothing if it may. While the file is being read, a run may
  // begin unless every layer must find its weights.
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

  struct Row {
    RunId run;
    std::int64_t epoch = 0;
    bool best = false;
    std::string file;  // relative to the project's folder
    const std::string& id() const { return file; }
    bool operator==(const Row&) const = default;
  };

  QComboBox* box_;
  QCheckBox* all_;
  QLabel* report_;
  std::filesystem::path project_;
  std::vector<Row> rows_;       // of checkpoints, in the box below the first entry
  std::filesystem::path file_;  // file chosen in the file dialog; empty: none
  Network network_;
  std::optional<Result<StartingWeights>> weights_;  // matching weights of the checkpoint; nothing: still being read
  LatestTask<StartingWeights> task_;
};

}  // namespace fovea
