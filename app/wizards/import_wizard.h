// Why: imports data in three steps: choose it, check what was found and how it will be split, watch the import. Nothing
// is written before the last step, and a cancel leaves nothing behind.
#pragma once
#include <QWizard>
#include <functional>
#include <optional>

#include "app/bridge/latest_task.h"
#include "app/bridge/session.h"
#include "app/wizards/update_page.h"
#include "core/data/importing/import_job.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QRadioButton;
class QScrollArea;
class QTimer;
class QHBoxLayout;
class QVBoxLayout;

namespace fovea {

class Banner;
class DecisionList;
class ProbabilityBars;
class SchemaForm;
class SkippedList;
class SourcePage;
class ThumbnailGrid;

// Recognises a source with the importer `kind` (empty: any importer that recognises it), its options and the common
// ones. Slow; any thread. Fails like Importer::recognise().
using SourceLook = std::function<Result<Recognition>(const std::string& kind, const std::filesystem::path& source,
                                                     const FieldValues& options, const SourceScan& scan)>;
Result<Recognition> lookInto(const std::string& kind, const std::filesystem::path& source, const FieldValues& options,
                             const SourceScan& scan);

class ImportWizard : public QWizard {
  Q_OBJECT
 public:
  explicit ImportWizard(Session& session, QWidget* parent = nullptr, SourceLook look = lookInto);
  // Sets the path as if it had been typed, for the command line and tests.
  void setSource(const QString& path);
  const std::optional<Recognition>& found() const;

  void reject() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  friend class RunPage;
  // Qt indents the subtitle of each page; this puts it below the title.
  void alignSubtitle();

  SourcePage* source_;
  UpdatePage* update_;
  QWidget* header_ = nullptr;  // Qt's own, which holds title and subtitle
};

// Chooses the files and immediately shows what they contain.
class SourcePage : public QWizardPage {
  Q_OBJECT
 public:
  SourcePage(Session& session, SourceLook look);
  ~SourcePage() override;
  bool isComplete() const override { return found_.has_value(); }
  // The options of a new data set, or the changes of an existing one made from the same source.
  int nextId() const override;
  bool validatePage() override;
  void setUpdatePage(UpdatePage* page, int id);
  QRadioButton* updateChoice() const { return update_; }
  QLineEdit* path() const { return path_; }
  // Examines the source again with that importer and these options of it.
  void chooseKind(const QString& importer, const FieldValues& options);
  // The options of the chosen importer that an answer set; empty: none.
  const FieldValues& optionsOfKind() const { return optionsOfKind_; }
  const std::optional<Recognition>& found() const { return found_; }
  // Another number after each change of the path or the kind, even to the same one.
  int looks() const { return looks_; }

 private:
  QHBoxLayout* makeChoice();
  QWidget* makeFormer();
  void offerInstalled(QVBoxLayout& column);
  void chooseFolder();
  void chooseFile();
  // Another source should be examined.
  void changed();
  void look();
  void show(const Result<Recognition>& result, const std::optional<FormerImport>& former);

  Session& session_;
  const SourceLook look_;
  UpdatePage* updatePage_ = nullptr;
  int updateId_ = -1;
  QWidget* formerPlace_;
  QLabel* formerWords_;
  QRadioButton* update_;
  QRadioButton* anew_;
  std::optional<FormerImport> former_;
  QLineEdit* path_;
  QComboBox* kind_;
  FieldValues optionsOfKind_;
  int looks_ = 0;
  QLabel* words_;
  Banner* banner_;
  ThumbnailGrid* previews_;
  QTimer* delay_;
  std::optional<Recognition> found_;
  std::optional<CancelToken> looking_;
};

// The importer's options as a form, with the resulting decisions, classes and warnings. Changing an option examines the
// source again.
class OptionsPage : public QWizardPage {
  Q_OBJECT
 public:
  OptionsPage(Session& session, SourcePage& source, SourceLook look);
  ~OptionsPage() override;
  void initializePage() override;
  void cleanupPage() override;
  // Complete only after all questions are answered.
  bool isComplete() const override;
  SchemaForm* form() const { return form_; }
  DecisionList* decisions() const { return decisions_; }
  FieldValues options() const;
  // The name of the new data set.
  std::string name() const;

 private:
  QWidget* buildForm();
  QWidget* buildFindings();
  // Returns `wish`, with the next free number if the project has a data set of that name.
  void checkName();
  void show(const Recognition& found);
  void focusField(const QString& name);
  void answer(const FieldValues& values);
  // Examines the source again if one of the importer's own options changed since the last time.
  void followOptions();
  void stopLooking();

  Session& session_;
  SourcePage& source_;
  const SourceLook look_;
  QScrollArea* formScroll_;
  QVBoxLayout* formPlace_;
  SchemaForm* form_ = nullptr;
  int formOf_ = -1;  // SourcePage::looks() of the findings that the form was made for
  QLabel* summary_;
  Banner* banner_;
  QWidget* decisionsTitle_;
  DecisionList* decisions_;
  QWidget* classesTitle_;
  ProbabilityBars* classes_;
  QLabel* warnings_;
  FieldValues lookedAt_;  // the importer's own options of the shown or pending result
  bool looking_ = false;
  bool failed_ = false;
  CancelToken cancel_;
  LatestTask<Recognition> task_;
};

// The import itself, with progress, time left and Cancel.
class RunPage : public QWizardPage {
  Q_OBJECT
 public:
  RunPage(Session& session, SourcePage& source, OptionsPage& options);
  void initializePage() override;
  bool isComplete() const override { return done_; }
  int nextId() const override { return -1; }
  // While files are imported and the data set is added to the project. Only the import can be cancelled.
  bool running() const { return job_ != nullptr || adding_; }
  bool done() const { return done_; }
  void cancel();

 Q_SIGNALS:
  void cancelled();

 private:
  void finish(const Status& status);
  void showDone(const QString& words);
  void tryAgain();
  // Deletes an import that could not be added to the project.
  void removeUnknown();
  void showAdded(const Status& known);

  Session& session_;
  SourcePage& source_;
  OptionsPage& options_;
  QLabel* stage_;
  QProgressBar* bar_;
  QLabel* left_;
  QLabel* result_;
  Banner* banner_;
  DecisionList* decisions_;
  QScrollArea* decisionsPlace_;
  SkippedList* skipped_;
  Job* job_ = nullptr;
  std::shared_ptr<ImportSummary> summary_;
  std::filesystem::path target_;
  bool adding_ = false;
  bool done_ = false;
};

}  // namespace fovea
