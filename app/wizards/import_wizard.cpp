#include "app/wizards/import_wizard.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>

#include "app/status_strip.h"
#include "widgets/forms/schema_form.h"
#include "widgets/images/bars.h"
#include "widgets/images/color_map.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLookDelayMilliseconds = 300;
constexpr int kBarSteps = 1000;
constexpr int kPreviewSide = 88;

// By one importer, or by whichever knows it where `kind` is empty.
Result<Recognition> recogniseAs(const std::string& kind, const std::string& path, const SourceScan& scan) {
  if (kind.empty()) return recogniseAny(path, scan);
  FOVEA_TRY(const auto importer, findImporter(kind));
  return importer->recognise(path, scan);
}

class PreviewSource : public ThumbnailSource {
 public:
  explicit PreviewSource(const Recognition& found) : samples_(found.previews), classes_(found.classes) {}
  qint64 count() const override { return static_cast<qint64>(samples_.size()); }
  QString label(qint64 index) const override {
    const std::int32_t label = samples_[static_cast<std::size_t>(index)].label;
    return label >= 0 && label < static_cast<std::int32_t>(classes_.size())
               ? QString::fromStdString(classes_[static_cast<std::size_t>(label)])
               : QString();
  }
  QImage image(qint64 index) const override {
    auto image = sampleToImage(samples_[static_cast<std::size_t>(index)].input);
    return image.ok() ? *image : QImage();
  }

 private:
  std::vector<Sample> samples_;
  std::vector<std::string> classes_;
};

QString countText(std::int64_t count) {
  return QLocale(QLocale::English).toString(static_cast<qlonglong>(count));
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
  if (run && run->running())
    run->cancel();
  else
    QWizard::reject();
}

SourcePage::SourcePage(Session& session)
    : session_(session),
      path_(new QLineEdit),
      kind_(new QComboBox),
      words_(new QLabel),
      banner_(new Banner),
      previews_(new ThumbnailGrid),
      delay_(new QTimer(this)) {
  setTitle(tr("What do you want to import?"));
  setSubTitle(tr("Choose a folder or a file with samples. It is looked into; nothing is changed."));
  auto* column = new QVBoxLayout(this);
  column->setSpacing(size::kGutter);
  column->addLayout(makeChoice());
  auto* kind = new QHBoxLayout;
  kind->setSpacing(size::kGrid);
  auto* kindLabel = new QLabel(tr("Kind"));
  kindLabel->setBuddy(kind_);
  kind->addWidget(kindLabel);
  kind->addWidget(kind_, 1);
  column->addLayout(kind);
  offerInstalled(*column);
  banner_->setDismissible(false);
  column->addWidget(banner_);
  words_->setWordWrap(true);
  setKind(words_, "strong");
  column->addWidget(words_);
  previews_->setPictureSize(kPreviewSide);
  previews_->setAccessibleName(tr("Some of the samples"));
  previews_->hide();
  column->addWidget(previews_, 1);
  column->addStretch(0);
  delay_->setSingleShot(true);
  delay_->setInterval(kLookDelayMilliseconds);
  connect(delay_, &QTimer::timeout, this, &SourcePage::look);
  connect(path_, &QLineEdit::textChanged, this, &SourcePage::changed);
  connect(kind_, &QComboBox::currentIndexChanged, this, &SourcePage::changed);
}

SourcePage::~SourcePage() {
  if (looking_) looking_->cancel();
}

QHBoxLayout* SourcePage::makeChoice() {
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  path_->setPlaceholderText(tr("Folder or file"));
  path_->setAccessibleName(tr("Folder or file to import"));
  auto* folder = new QPushButton(icon("folder", IconRole::Text), tr("Folder…"));
  folder->setToolTip(tr("Choose a folder to import"));
  auto* file = new QPushButton(tr("File…"));
  file->setToolTip(tr("Choose a file to import: a table, a list, a text, …"));
  row->addWidget(path_, 1);
  row->addWidget(folder);
  row->addWidget(file);
  connect(folder, &QPushButton::clicked, this, &SourcePage::chooseFolder);
  connect(file, &QPushButton::clicked, this, &SourcePage::chooseFile);
  kind_->setAccessibleName(tr("Kind of data"));
  kind_->setToolTip(tr("What the folder or file holds, where it is not what was recognised"));
  kind_->addItem(tr("Recognise it"));
  for (const auto& importer : importers())
    kind_->addItem(QString::fromStdString(importer->title()), QString::fromStdString(importer->name()));
  return row;
}

// What the system's packages bring is offered, so that a first try needs no looking for data.
void SourcePage::offerInstalled(QVBoxLayout& column) {
  const auto known = findFashionMnist();
  if (!known.ok()) return;
  auto* offer = new QPushButton(icon("data", IconRole::Text), tr("Use Fashion-MNIST, which is installed here"));
  column.addWidget(offer, 0, Qt::AlignLeft);
  connect(offer, &QPushButton::clicked, this,
          [this, folder = *known] { path_->setText(QString::fromStdString(folder.string())); });
}

void SourcePage::chooseFolder() {
  const QString folder = QFileDialog::getExistingDirectory(this, tr("Choose a folder to import"), path_->text());
  if (!folder.isEmpty()) path_->setText(folder);
}

void SourcePage::chooseFile() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Choose a file to import"), path_->text());
  if (!file.isEmpty()) path_->setText(file);
}

void SourcePage::changed() {
  if (looking_) looking_->cancel();
  found_.reset();
  Q_EMIT completeChanged();
  delay_->start();
}

void SourcePage::look() {
  const QString path = path_->text().trimmed();
  if (path.isEmpty()) {
    words_->clear();
    banner_->hide();
    previews_->hide();
    return;
  }
  words_->setText(tr("Looking…"));
  const CancelToken cancel;
  looking_ = cancel;
  using Found = std::shared_ptr<Result<Recognition>>;
  auto* watcher = new QFutureWatcher<Found>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, cancel] {
    if (!cancel.cancelled()) show(*watcher->result());
    watcher->deleteLater();
  });
  const std::string kind = kind_->currentData().toString().toStdString();
  watcher->setFuture(QtConcurrent::run([path = path.toStdString(), kind, cancel] {
    return std::make_shared<Result<Recognition>>(recogniseAs(kind, path, SourceScan(cancel)));
  }));
}

void SourcePage::show(const Result<Recognition>& result) {
  previews_->setVisible(result.ok());
  if (!result.ok()) {
    found_.reset();
    words_->clear();
    banner_->showError(result.error());
  } else {
    banner_->hide();
    found_ = *result;
    words_->setText(
        tr("Found %1: %2").arg(QString::fromStdString(found_->name), QString::fromStdString(found_->summary)));
    previews_->setSource(std::make_shared<PreviewSource>(*found_));
  }
  Q_EMIT completeChanged();
}

OptionsPage::OptionsPage(Session& session, SourcePage& source)
    : session_(session),
      source_(source),
      formPlace_(new QVBoxLayout),
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
  right->addWidget(new SectionLabel(tr("Samples of each class")));
  right->addWidget(classes_, 0, Qt::AlignTop);
  right->addStretch(1);
  row->addLayout(left, 3);
  row->addLayout(right, 2);
}

void OptionsPage::initializePage() {
  const Recognition& found = *source_.found();
  delete form_;
  const auto importer = findImporter(found.importer);
  form_ = new SchemaForm(importer.ok() ? importSchema(**importer) : Schema());
  if (form_->schema().find("name")) (void)form_->setValues({{"name", freeName(found.name)}});
  formPlace_->addWidget(form_, 0, Qt::AlignTop);
  connect(form_, &SchemaForm::validityChanged, this, &QWizardPage::completeChanged);
  connect(form_, &SchemaForm::valueEdited, this, &OptionsPage::checkName);
  QStringList names;
  for (const std::string& name : found.classes) names << QString::fromStdString(name);
  classes_->setCounts(names, std::vector<qint64>(found.perClass.begin(), found.perClass.end()));
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
      banner_(new Banner) {
  setTitle(tr("Importing"));
  setSubTitle(tr("You can cancel at any time; nothing half-made stays behind."));
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
  column->addStretch(1);
}

void RunPage::initializePage() {
  if (job_) return;
  // Only an import that failed can be changed and tried again.
  wizard()->setOption(QWizard::DisabledBackButtonOnLastPage, true);
  done_ = false;
  banner_->hide();
  result_->clear();
  stage_->setText(tr("Starting…"));
  bar_->setValue(0);
  bar_->show();
  const std::string name = options_.name();
  target_ = session_.project()->newDatasetFolder(name);
  summary_ = std::make_shared<ImportSummary>();
  const std::string kind = source_.found()->importer;
  const std::filesystem::path source = source_.path()->text().trimmed().toStdString();
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
  bar_->setValue(kBarSteps);
  stage_->setText(tr("Done."));
  QString words = tr("%1 samples: %2 to train, %3 to validate, %4 to test.")
                      .arg(countText(summary_->samples), countText(summary_->splits[0]), countText(summary_->splits[1]),
                           countText(summary_->splits[2]));
  if (summary_->skippedCount > 0)
    words += "\n" + tr("%1 bad samples were left out.").arg(countText(summary_->skippedCount));
  if (summary_->duplicates > 0)
    words += "\n" + tr("%1 have the same content as another.").arg(countText(summary_->duplicates));
  if (summary_->nearDuplicates.value_or(0) > 0)
    words += "\n" + tr("%1 that validate or test look nearly like one of an earlier split.")
                        .arg(countText(*summary_->nearDuplicates));
  result_->setText(words);
  done_ = true;
  // What is done cannot be cancelled.
  wizard()->button(QWizard::CancelButton)->hide();
  Q_EMIT completeChanged();
}

}  // namespace fovea
