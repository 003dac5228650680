#include "app/wizards/import_wizard.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/bridge/import_again.h"
#include "app/home_path.h"
#include "app/status_strip.h"
#include "app/unless_gone.h"
#include "app/wizards/decision_list.h"
#include "app/workspaces/data/skipped_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {

ImportWizard::ImportWizard(Session& session, QWidget* parent, SourceLook look)
    : QWizard(parent), source_(new SourcePage(session, look)) {
  setWindowTitle(tr("Import data"));
  setWizardStyle(QWizard::ModernStyle);
  setOption(QWizard::NoBackButtonOnLastPage, false);
  setMinimumSize(760, 600);
  resize(900, 640);
  addPage(source_);
  auto* options = new OptionsPage(session, *source_, look);
  addPage(options);
  auto* run = new RunPage(session, *source_, *options);
  addPage(run);
  update_ = new UpdatePage(session);
  source_->setUpdatePage(update_, addPage(update_));
  connect(update_, &UpdatePage::cancelled, this, [this] { QWizard::reject(); });
  setButtonText(QWizard::FinishButton, tr("Show the samples"));
  connect(run, &RunPage::cancelled, this, [this] { QWizard::reject(); });
  connect(this, &QWizard::currentIdChanged, this, &ImportWizard::alignSubtitle);
}

void ImportWizard::alignSubtitle() {
  for (const QLabel* label : findChildren<QLabel*>()) {
    if (header_ || !currentPage() || label->text() != currentPage()->subTitle()) continue;
    header_ = label->parentWidget();
    header_->installEventFilter(this);
  }
  auto* grid = header_ ? qobject_cast<QGridLayout*>(header_->layout()) : nullptr;
  if (grid && grid->columnMinimumWidth(1) > 0) grid->setColumnMinimumWidth(1, 0);
}

// A page that changes its title has the header laid out anew.
bool ImportWizard::eventFilter(QObject* watched, QEvent* event) {
  if (watched == header_ && event->type() == QEvent::LayoutRequest) alignSubtitle();
  return QWizard::eventFilter(watched, event);
}

void ImportWizard::setSource(const QString& path) {
  source_->path()->setText(path);
}

const std::optional<Recognition>& ImportWizard::found() const {
  return source_->found();
}

void ImportWizard::reject() {
  auto* run = qobject_cast<RunPage*>(currentPage());
  if (run && run->running()) return run->cancel();
  if (currentPage() == update_ && update_->running()) return update_->cancel();
  // A finished import is kept however the window is closed.
  const bool done = (run && run->done()) || (currentPage() == update_ && update_->done());
  done ? QWizard::accept() : QWizard::reject();
}

int SourcePage::nextId() const {
  const bool update = former_ && update_->isChecked() && updateId_ >= 0;
  return update ? updateId_ : QWizardPage::nextId();
}

bool SourcePage::validatePage() {
  if (former_ && update_->isChecked() && updatePage_) updatePage_->setDataset(*former_);
  return true;
}

void SourcePage::setUpdatePage(UpdatePage* page, int id) {
  updatePage_ = page;
  updateId_ = id;
}

RunPage::RunPage(Session& session, SourcePage& source, OptionsPage& options)
    : session_(session),
      source_(source),
      options_(options),
      stage_(new QLabel),
      bar_(new QProgressBar),
      left_(new QLabel),
      result_(new QLabel),
      banner_(new Banner),
      decisions_(new DecisionList),
      decisionsPlace_(decisions_->inScrollArea()),
      skipped_(new SkippedList) {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(size::kGutter);
  bar_->setRange(0, kBarSteps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the import"));
  banner_->setDismissible(false);
  setKind(left_, "muted");
  result_->setWordWrap(true);
  setKind(result_, "strong");
  for (QWidget* part : std::initializer_list<QWidget*>{stage_, bar_, left_, banner_, result_}) column->addWidget(part);
  column->addWidget(decisionsPlace_, 1);
  column->addWidget(skipped_, 1);
  column->addStretch(0);
  decisionsPlace_->hide();
  skipped_->hide();
  connect(skipped_, &SkippedList::retryWanted, this, &RunPage::tryAgain);
}

void RunPage::initializePage() {
  if (job_) return;
  // Going back is only possible after a failed import.
  wizard()->setOption(QWizard::DisabledBackButtonOnLastPage, true);
  wizard()->setOption(QWizard::NoCancelButtonOnLastPage, false);
  setTitle(tr("Importing"));
  setSubTitle(tr("You can cancel at any time; nothing half-made stays behind."));
  done_ = false;
  skipped_->hide();
  decisionsPlace_->hide();
  banner_->hide();
  result_->clear();
  stage_->setText(tr("Starting…"));
  bar_->setValue(0);
  bar_->show();
  const std::string name = options_.name();
  target_ = session_.project()->newDatasetFolder(name);
  summary_ = std::make_shared<ImportSummary>();
  const std::string kind = source_.found()->importer;
  const std::filesystem::path source = pathFromText(source_.path()->text());
  job_ = session_.jobs()->start(tr("Importing %1").arg(QString::fromStdString(name)),
                                [kind, source, target = target_, options = options_.options(), summary = summary_](
                                    const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                                  FOVEA_TRY(const auto importer, findImporter(kind));
                                  FOVEA_TRY(*summary, runImport(*importer, target, source, options, progress, cancel));
                                  return {};
                                });
  connect(job_, &Job::progressChanged, this, [this] {
    stage_->setText(job_->stage());
    bar_->setValue(static_cast<int>(std::max(0.0, job_->progress()) * kBarSteps));
    left_->setText(job_->secondsLeft() >= 0 ? tr("%1 left").arg(durationText(job_->secondsLeft())) : QString());
  });
  connect(job_, &Job::finished, this, &RunPage::finish);
}

void RunPage::cancel() {
  if (!job_) return;
  stage_->setText(tr("Cancelling…"));
  job_->cancel();
}

void RunPage::removeUnknown() {
  std::error_code code;
  const auto listed = session_.project()->datasetFolder(options_.name());
  if (!listed.ok() || !std::filesystem::equivalent(*listed, target_, code)) std::filesystem::remove_all(target_, code);
}

void RunPage::finish(const Status& status) {
  job_ = nullptr;
  left_->clear();
  if (!status.ok() && status.error().code == ErrorCode::Cancelled) {
    Q_EMIT cancelled();
    return;
  }
  if (!status.ok()) return showAdded(status);
  adding_ = true;
  session_.datasets()->add(options_.name(), target_, unlessGone(this, [this](const Status& added) {
                             adding_ = false;
                             if (!added.ok()) removeUnknown();
                             showAdded(added);
                           }));
}

void RunPage::showAdded(const Status& known) {
  if (!known.ok()) {
    stage_->setText(tr("The import did not succeed."));
    bar_->hide();
    banner_->showError(known.error());
    wizard()->setOption(QWizard::DisabledBackButtonOnLastPage, false);
    return;
  }
  QString words = tr("%1 samples: %2 to train, %3 to validate, %4 to test.")
                      .arg(countText(summary_->samples), countText(summary_->splits[0]), countText(summary_->splits[1]),
                           countText(summary_->splits[2]));
  if (summary_->duplicates > 0)
    words += "\n" + tr("%1 have the same content as another.").arg(countText(summary_->duplicates));
  if (summary_->betweenSplits > 0)
    words += " " + tr("%1 of them are in another split, where the source has them: a network is tested on what it has "
                      "seen.")
                       .arg(countText(summary_->betweenSplits));
  if (summary_->sharedGroups > 0)
    words += "\n" + tr("Groups with samples in several splits, where the source has them: %1. A network is tested on "
                       "what it has seen.")
                        .arg(countText(summary_->sharedGroups));
  if (summary_->nearDuplicates.value_or(0) > 0)
    words += "\n" + tr("%1 that validate or test look nearly like one of an earlier split.")
                        .arg(countText(*summary_->nearDuplicates));
  decisions_->setDecisions(summary_->decisions);
  decisionsPlace_->setVisible(!summary_->decisions.empty());
  showDone(words);
}

void RunPage::showDone(const QString& words) {
  bar_->setValue(kBarSteps);
  stage_->setText(tr("Done."));
  setTitle(tr("Imported"));
  setSubTitle(tr("The data set \"%1\" is in the project.").arg(QString::fromStdString(options_.name())));
  result_->setText(words);
  const auto skipped = readSkipped(target_);
  skipped_->setVisible(skipped.ok() && skipped->count > 0);
  if (skipped.ok()) skipped_->setSkipped(*skipped);
  done_ = true;
  // A finished import cannot be cancelled.
  wizard()->setOption(QWizard::NoCancelButtonOnLastPage, true);
  Q_EMIT completeChanged();
}

void RunPage::tryAgain() {
  const auto dataset = session_.dataset();
  if (!dataset || dataset->folder() != target_) return;
  skipped_->setBusy(true);
  banner_->hide();
  Job* again = importAgain(session_, *dataset);
  connect(again, &Job::finished, this, [this, before = dataset->info().samples()](const Status& status) {
    skipped_->setBusy(false);
    if (!status.ok() && status.error().code != ErrorCode::Cancelled) banner_->showError(status.error());
    if (!status.ok()) return;
    const auto now = Dataset::open(target_);
    if (!now.ok()) return banner_->showError(now.error());
    const std::int64_t added = (*now)->info().samples() - before;
    showDone(added > 0 ? tr("%1 more samples were imported: now there are %2.")
                             .arg(countText(added), countText((*now)->info().samples()))
                       : tr("What is left out still cannot be read."));
  });
}

}  // namespace fovea
