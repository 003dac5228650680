// Why: data that are imported again have changed meanwhile: what is new, moved, changed or gone is said first, and a
// person says whether the data set follows.
#pragma once
#include <QWizardPage>
#include <memory>

#include "app/bridge/session.h"
#include "core/data/import_job.h"

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace fovea {

class Banner;

// A data set of the project that was made of the same source by the same importer.
struct FormerImport {
  std::string name;
  std::filesystem::path folder;
};
// The last of `datasets` that is; nothing where none is. Reads their manifests; any thread.
std::optional<FormerImport> formerImportOf(const std::vector<FormerImport>& datasets, const std::string& importer,
                                           const std::filesystem::path& source);

class UpdatePage : public QWizardPage {
  Q_OBJECT
 public:
  explicit UpdatePage(Session& session);
  // Sets the data set to bring up to date; call it before the page is shown.
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
  // Says what would change (`look`), or brings the data set to it.
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
  QPushButton* follow_;
  QPushButton* add_;
  Job* job_ = nullptr;
  std::shared_ptr<ImportSummary> summary_;
  bool done_ = false;
};

}  // namespace fovea
