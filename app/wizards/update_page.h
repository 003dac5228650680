// Why: when data is imported again, shows what is new, moved, changed or gone, and lets the user decide whether to
// update the data set.
#pragma once
#include <QWizardPage>
#include <memory>

#include "app/bridge/session.h"
#include "core/data/importing/import_job.h"

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QScrollArea;

namespace fovea {

class Banner;
class DecisionList;

// A data set of the project made from the same source by the same importer.
struct FormerImport {
  std::string name;
  std::filesystem::path folder;
};
// The last such one of `datasets`, or nothing. Reads their manifests; any thread.
std::optional<FormerImport> formerImportOf(const std::vector<FormerImport>& datasets, const std::string& importer,
                                           const std::filesystem::path& source);

class UpdatePage : public QWizardPage {
  Q_OBJECT
 public:
  explicit UpdatePage(Session& session);
  // Sets the data set to update; call it before the page is shown.
  void setDataset(const FormerImport& dataset) { dataset_ = dataset; }
  void initializePage() override;
  bool isComplete() const override { return done_; }
  int nextId() const override { return -1; }
  bool running() const { return job_ != nullptr; }
  bool done() const { return done_; }
  void cancel();

 Q_SIGNALS:
  void cancelled();

 private:
  // Shows the changes (`look`), or applies them to the data set.
  void start(bool look, bool follow);
  void finish(const Status& status, bool look);
  void showChanges(const ImportSummary& summary);

  Session& session_;
  FormerImport dataset_;
  QLabel* stage_;
  QProgressBar* bar_;
  Banner* banner_;
  QLabel* words_;
  QListWidget* list_;
  DecisionList* decisions_;
  QScrollArea* decisionsPlace_;
  QPushButton* follow_;
  QPushButton* add_;
  Job* job_ = nullptr;
  std::shared_ptr<ImportSummary> summary_;
  bool done_ = false;
};

}  // namespace fovea
