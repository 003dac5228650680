#include "app/wizards/import_wizard.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "app/bridge/import_again.h"
#include "app/home_path.h"
#include "app/status_strip.h"
#include "app/workspaces/data/skipped_list.h"
#include "core/data/import_options.h"
#include "widgets/forms/schema_form.h"
#include "widgets/images/bars.h"
#include "widgets/theme/card.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kBarSteps = 1000;

QString countText(std::int64_t count) {
  return QLocale(QLocale::English).toString(static_cast<qlonglong>(count));
}

bool isImage(const Tensor& input) {
  return input.dtype() == DataType::UInt8 && input.shape().rank() == 3;
}

// The options of an import; those of images only where what was found are images.
Schema optionsFor(const Recognition& found) {
  const auto importer = findImporter(found.importer);
  if (!importer.ok()) return {};
  const Schema all = importSchema(**importer);
  if (found.previews.empty() || isImage(found.previews.front().input)) return all;
  std::vector<Field> fields;
  for (const Field& field : all.fields())
    if (!sharedImportSchema().schema().find(field.name) || field.group != "Images") fields.push_back(field);
  return fields;
}

}  // namespace

ImportWizard::ImportWizard(Session& session, QWidget* parent) : QWizard(parent), source_(new SourcePage(session)) {
  setWindowTitle(tr("Import data"));
  setWizardStyle(QWizard::ModernStyle);
  setOption(QWizard::NoBackButtonOnLastPage, false);
  setMinimumSize(760, 600);
  addPage(source_);
  auto* options = new OptionsPage(session, *source_);
  addPage(options);
  auto* run = new RunPage(session, *source_, *options);
  addPage(run);
  setButtonText(QWizard::FinishButton, tr("Show the samples"));
  connect(run, &RunPage::cancelled, this, [this] { QWizard::reject(); });
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
  // A finished import stays, however the window is closed.
  run && run->done() ? QWizard::accept() : QWizard::reject();
}

OptionsPage::OptionsPage(Session& session, SourcePage& source)
    : session_(session),
      source_(source),
      formPlace_(new QVBoxLayout),
      classesTitle_(new SectionLabel(tr("Samples of each class"))),
      classes_(new ProbabilityBars),
      warnings_(new QLabel) {
  setTitle(tr("How shall it be imported?"));
  setSubTitle(tr("A part of the training samples is kept apart to validate with."));
  auto* row = new QHBoxLayout(this);
  row->setSpacing(32);
  auto* left = new QVBoxLayout;
  left->setSpacing(size::kGutter);
  auto* options = new QWidget;
  options->setLayout(formPlace_);
  formPlace_->setContentsMargins(0, 0, size::kGutter, 0);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(options);
  left->addWidget(scroll, 1);
  warnings_->setWordWrap(true);
  setKind(warnings_, "warning");
  left->addWidget(warnings_);
  auto* right = new QVBoxLayout;
  right->addWidget(classesTitle_);
  right->addWidget(classes_, 0, Qt::AlignTop);
  right->addStretch(1);
  row->addLayout(left, 3);
  row->addLayout(right, 2);
}

void OptionsPage::initializePage() {
  const Recognition& found = *source_.found();
  delete form_;
  form_ = new SchemaForm(optionsFor(found));
  if (form_->schema().find("name")) (void)form_->setValues({{"name", freeName(found.name)}});
  // What 0 stands for is said in the place of the number.
  for (const auto& [field, word] : {std::pair("width", tr("as it is")), std::pair("height", tr("as it is")),
                                    std::pair("maximum_per_class", tr("all")), std::pair("depth", tr("all"))})
    form_->setWord(field, 0, word);
  formPlace_->addWidget(form_, 0, Qt::AlignTop);
  connect(form_, &SchemaForm::validityChanged, this, &QWizardPage::completeChanged);
  connect(form_, &SchemaForm::valueEdited, this, &OptionsPage::checkName);
  QStringList names;
  for (const std::string& name : found.classes) names << QString::fromStdString(name);
  classes_->setCounts(names, std::vector<qint64>(found.perClass.begin(), found.perClass.end()));
  // Of boxes, symbols and the like nobody has counted yet.
  const bool counted = std::any_of(found.perClass.begin(), found.perClass.end(), [](auto count) { return count > 0; });
  classesTitle_->setVisible(counted);
  classes_->setVisible(counted);
  QStringList warnings;
  for (const std::string& warning : found.warnings) warnings << QString::fromStdString(warning);
  warnings_->setText(warnings.join('\n'));
  warnings_->setVisible(!warnings.isEmpty());
}

std::string OptionsPage::freeName(const std::string& wish) const {
  std::string name = wish;
  for (int number = 2; session_.project()->manifest().find(name); ++number) name = wish + " " + std::to_string(number);
  return name;
}

void OptionsPage::checkName() {
  const bool taken = session_.project()->manifest().find(name()) != nullptr;
  form_->setProblem("name",
                    taken ? tr("There is a data set \"%1\" already.").arg(QString::fromStdString(name())) : QString());
}

bool OptionsPage::isComplete() const {
  return form_ && form_->isValid();
}

FieldValues OptionsPage::options() const {
  return form_->values();
}

std::string OptionsPage::name() const {
  const FieldValue* name = form_->values().find("name");
  const auto* text = name ? std::get_if<std::string>(name) : nullptr;
  return text && !text->empty() ? *text : source_.found()->name;
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
  column->addWidget(skipped_, 1);
  column->addStretch(0);
  skipped_->hide();
  connect(skipped_, &SkippedList::retryWanted, this, &RunPage::tryAgain);
}

void RunPage::initializePage() {
  if (job_) return;
  // Only an import that failed can be changed and tried again.
  wizard()->setOption(QWizard::DisabledBackButtonOnLastPage, true);
  wizard()->setOption(QWizard::NoCancelButtonOnLastPage, false);
  setTitle(tr("Importing"));
  setSubTitle(tr("You can cancel at any time; nothing half-made stays behind."));
  done_ = false;
  skipped_->hide();
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
  Status known = status;
  if (known.ok()) {
    known = session_.addDataset(options_.name(), target_);
    if (!known.ok()) removeUnknown();
  }
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
  if (summary_->nearDuplicates.value_or(0) > 0)
    words += "\n" + tr("%1 that validate or test look nearly like one of an earlier split.")
                        .arg(countText(*summary_->nearDuplicates));
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
  // What is done cannot be cancelled.
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
