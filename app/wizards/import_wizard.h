// Why: data comes in by three steps: choose it, see what was found and how it will be split, watch it being imported.
// Nothing is written before the last step, and nothing is left when it is cancelled.
#pragma once
#include <QWizard>
#include <optional>

#include "app/bridge/session.h"
#include "core/data/import_job.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QTimer;
class QHBoxLayout;
class QVBoxLayout;

namespace fovea {

class Banner;
class ProbabilityBars;
class SchemaForm;
class SkippedList;
class SourcePage;
class ThumbnailGrid;

class ImportWizard : public QWizard {
  Q_OBJECT
 public:
  explicit ImportWizard(Session& session, QWidget* parent = nullptr);
  // For the terminal's friends and tests: as if the path had been typed.
  void setSource(const QString& path);
  const std::optional<Recognition>& found() const;

  void reject() override;

 private:
  friend class RunPage;
  SourcePage* source_;
};

// Which files, and what they hold, said at once.
class SourcePage : public QWizardPage {
  Q_OBJECT
 public:
  explicit SourcePage(Session& session);
  ~SourcePage() override;
  bool isComplete() const override { return found_.has_value(); }
  QLineEdit* path() const { return path_; }
  const std::optional<Recognition>& found() const { return found_; }

 private:
  QHBoxLayout* makeChoice();
  void offerInstalled(QVBoxLayout& column);
  void chooseFolder();
  void chooseFile();
  // Something else is to be looked into.
  void changed();
  void look();
  void show(const Result<Recognition>& result);

  Session& session_;
  QLineEdit* path_;
  QComboBox* kind_;
  QLabel* words_;
  Banner* banner_;
  ThumbnailGrid* previews_;
  QTimer* delay_;
  std::optional<Recognition> found_;
  std::optional<CancelToken> looking_;
};

// The importer's options as a form, with the histogram of classes.
class OptionsPage : public QWizardPage {
  Q_OBJECT
 public:
  OptionsPage(Session& session, SourcePage& source);
  void initializePage() override;
  bool isComplete() const override;
  SchemaForm* form() const { return form_; }
  FieldValues options() const;
  // What the data set will be called.
  std::string name() const;

 private:
  // `wish`, or with the next number if the project has a data set of that name.
  std::string freeName(const std::string& wish) const;
  void checkName();

  Session& session_;
  SourcePage& source_;
  QVBoxLayout* formPlace_;
  SchemaForm* form_ = nullptr;
  QWidget* classesTitle_;
  ProbabilityBars* classes_;
  QLabel* warnings_;
};

// The import itself, with progress, time left and Cancel.
class RunPage : public QWizardPage {
  Q_OBJECT
 public:
  RunPage(Session& session, SourcePage& source, OptionsPage& options);
  void initializePage() override;
  bool isComplete() const override { return done_; }
  bool running() const { return job_ != nullptr; }
  bool done() const { return done_; }
  void cancel();

 Q_SIGNALS:
  void cancelled();

 private:
  void finish(const Status& status);
  void showDone(const QString& words);
  void tryAgain();
  // What was imported but could not be made known to the project.
  void removeUnknown();

  Session& session_;
  SourcePage& source_;
  OptionsPage& options_;
  QLabel* stage_;
  QProgressBar* bar_;
  QLabel* left_;
  QLabel* result_;
  Banner* banner_;
  SkippedList* skipped_;
  Job* job_ = nullptr;
  std::shared_ptr<ImportSummary> summary_;
  std::filesystem::path target_;
  bool done_ = false;
};

}  // namespace fovea
