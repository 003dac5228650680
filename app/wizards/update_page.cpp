#include "app/wizards/update_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWizard>
#include <algorithm>

#include "app/bridge/import_again.h"
#include "app/status_strip.h"
#include "app/unless_gone.h"
#include "app/wizards/decision_list.h"
#include "core/data/importing/import_again.h"
#include "core/data/store/dataset_manifest.h"
#include "widgets/theme/card.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kListed = 1000;

// Describes a change: "cat/0.png: \"cat\" is \"dog\" now".
QString lineOf(const SourceChange& change) {
  const QString source = QString::fromStdString(change.source);
  switch (change.kind) {
    case SourceChange::Removed:
      return UpdatePage::tr("Gone: %1").arg(source);
    case SourceChange::Changed:
      return UpdatePage::tr("Other contents or another annotation: %1").arg(source);
    case SourceChange::Returned:
      return UpdatePage::tr("There again: %1").arg(source);
    case SourceChange::Moved:
      break;
  }
  QString text = change.now.empty() || change.now == change.source
                     ? UpdatePage::tr("Moved: %1").arg(source)
                     : UpdatePage::tr("Moved: %1 to %2").arg(source, QString::fromStdString(change.now));
  if (change.label != change.newLabel)
    text += UpdatePage::tr(", \"%1\" is \"%2\" now")
                .arg(QString::fromStdString(change.label), QString::fromStdString(change.newLabel));
  return text;
}

}  // namespace

std::optional<FormerImport> formerImportOf(const std::vector<FormerImport>& datasets, const std::string& importer,
                                           const std::filesystem::path& source) {
  std::error_code code;
  std::optional<FormerImport> found;
  for (const FormerImport& each : datasets) {
    const auto manifest = readManifest(each.folder);
    if (manifest.ok() && manifest->info.importer == importer &&
        std::filesystem::equivalent(manifest->info.source, source, code))
      found = each;
  }
  return found;
}

UpdatePage::UpdatePage(Session& session)
    : session_(session),
      stage_(new QLabel),
      bar_(new QProgressBar),
      banner_(new Banner),
      words_(new QLabel),
      list_(new QListWidget),
      decisions_(new DecisionList),
      decisionsPlace_(decisions_->inScrollArea()),
      follow_(new QPushButton(tr("Follow all of it"))),
      add_(new QPushButton(tr("Only add what is new"))) {
  auto* column = new QVBoxLayout(this);
  column->setSpacing(size::kGutter);
  bar_->setRange(0, kBarSteps);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(tr("Progress of the import"));
  banner_->setDismissible(false);
  words_->setWordWrap(true);
  setKind(words_, "strong");
  list_->setAccessibleName(tr("What has changed"));
  list_->setSelectionMode(QAbstractItemView::NoSelection);
  list_->setTextElideMode(Qt::ElideMiddle);
  follow_->setToolTip(
      tr("Adds new samples, gives moved ones their new class, leaves out removed or changed ones. What is "
         "followed can be undone with the data set."));
  add_->setToolTip(tr("Adds new samples; existing ones are unchanged"));
  setKind(follow_, "primary");
  for (QWidget* part : std::initializer_list<QWidget*>{stage_, bar_, banner_, words_}) column->addWidget(part);
  column->addWidget(list_, 1);
  column->addWidget(decisionsPlace_, 1);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  row->addWidget(follow_);
  row->addWidget(add_);
  row->addStretch(1);
  column->addLayout(row);
  column->addStretch(0);
  connect(follow_, &QPushButton::clicked, this, [this] { start(false, true); });
  connect(add_, &QPushButton::clicked, this, [this] { start(false, false); });
}

void UpdatePage::initializePage() {
  done_ = false;
  const QString name = QString::fromStdString(dataset_.name);
  setTitle(tr("What has changed?"));
  setSubTitle(tr("The files of \"%1\" are compared with what was imported. Nothing is written yet.").arg(name));
  wizard()->setOption(QWizard::NoCancelButtonOnLastPage, false);
  start(true, false);
}

void UpdatePage::start(bool look, bool follow) {
  if (job_) return;
  const auto manifest = readManifest(dataset_.folder);
  for (QWidget* part : std::initializer_list<QWidget*>{words_, list_, decisionsPlace_, follow_, add_, banner_})
    part->hide();
  if (!manifest.ok()) return banner_->showError(manifest.error());
  stage_->setText(look ? tr("Comparing…") : tr("Bringing it up to date…"));
  stage_->show();
  bar_->setValue(0);
  bar_->show();
  wizard()->setOption(QWizard::DisabledBackButtonOnLastPage, true);
  summary_ = std::make_shared<ImportSummary>();
  const QString name = QString::fromStdString(dataset_.name);
  job_ = session_.jobs()->start(look ? tr("Comparing %1 with its files").arg(name) : tr("Importing %1 again").arg(name),
                                [info = manifest->info, folder = dataset_.folder, look, follow, summary = summary_](
                                    const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                                  FOVEA_TRY(*summary, importAgain(folder, info, progress, cancel, follow, look));
                                  return {};
                                });
  connect(job_, &Job::progressChanged, this,
          [this] { bar_->setValue(static_cast<int>(std::max(0.0, job_->progress()) * kBarSteps)); });
  connect(job_, &Job::finished, this, [this, look](const Status& status) { finish(status, look); });
}

void UpdatePage::cancel() {
  if (!job_) return;
  stage_->setText(tr("Cancelling…"));
  job_->cancel();
}

void UpdatePage::finish(const Status& status, bool look) {
  job_ = nullptr;
  bar_->hide();
  if (!status.ok() && status.error().code == ErrorCode::Cancelled) {
    Q_EMIT cancelled();
    return;
  }
  wizard()->setOption(QWizard::DisabledBackButtonOnLastPage, !status.ok() || look ? false : true);
  if (!status.ok()) {
    stage_->hide();
    return banner_->showError(status.error());
  }
  stage_->hide();
  showChanges(*summary_);
  if (look) {
    const bool any = !summary_->changes.all.empty();
    follow_->setVisible(any);
    add_->setVisible(summary_->samples > 0);
    add_->setText(any ? tr("Only add what is new") : tr("Add what is new"));
    if (any || summary_->samples > 0) return;
  } else {
    const QString name = QString::fromStdString(dataset_.name);
    const bool all = summary_->changes.all.empty() || summary_->changes.followed;
    setTitle(all ? tr("Up to date") : tr("New samples are added"));
    setSubTitle(
        all ? tr("The data set \"%1\" was brought up to date.").arg(name)
            : tr("The other samples of \"%1\" are as they were: the changes listed here were not followed.").arg(name));
    session_.datasets()->reopen(dataset_.folder);
  }
  session_.datasets()->select(dataset_.name, unlessGone(this, [this](const Status& shown) {
                                if (!shown.ok()) banner_->showError(shown.error());
                              }));
  done_ = true;
  wizard()->setOption(QWizard::NoCancelButtonOnLastPage, true);
  Q_EMIT completeChanged();
}

void UpdatePage::showChanges(const ImportSummary& summary) {
  const SourceChanges& changes = summary.changes;
  words_->setText(changes.all.empty() && summary.samples == 0
                      ? tr("Nothing has changed.")
                      : tr("%1 new, %2 moved, %3 gone, %4 changed, %5 there again.")
                            .arg(countText(summary.samples), countText(changes.count(SourceChange::Moved)),
                                 countText(changes.count(SourceChange::Removed)),
                                 countText(changes.count(SourceChange::Changed)),
                                 countText(changes.count(SourceChange::Returned))));
  words_->show();
  list_->clear();
  for (std::size_t i = 0; i < std::min<std::size_t>(changes.all.size(), kListed); ++i) {
    auto* item = new QListWidgetItem(lineOf(changes.all[i]), list_);
    item->setToolTip(item->text());
  }
  if (changes.all.size() > kListed)
    new QListWidgetItem(tr("and %1 more").arg(countText(std::ssize(changes.all) - kListed)), list_);
  list_->setVisible(!changes.all.empty());
  decisions_->setDecisions(summary.decisions);
  decisionsPlace_->setVisible(!summary.decisions.empty());
}

}  // namespace fovea
