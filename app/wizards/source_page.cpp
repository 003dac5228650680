#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QTimer>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>

#include "app/home_path.h"
#include "app/wizards/import_wizard.h"
#include "app/workspaces/data/sample_drawing.h"
#include "core/base/guarded.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLookDelayMilliseconds = 300;
constexpr int kPreviewSide = 88;

// A sample as it would be stored, without copying it.
SampleView viewOf(const Sample& sample) {
  SampleView view;
  view.input = rawContent(sample.input);
  if (sample.target.defined()) view.target = rawContent(sample.target);
  view.label = sample.label;
  view.labels = std::span<const std::int32_t>(sample.labels);
  view.boxes = std::span<const Box>(sample.boxes);
  return view;
}

class PreviewSource : public ThumbnailSource {
 public:
  PreviewSource(const Recognition& found, const Theme& theme)
      : samples_(found.previews), ink_(theme.color(showsText(found) ? Color::Text : Color::Accent)) {
    info_.importer = found.importer;
    info_.task = found.task;
    info_.classes = found.classes;
  }
  qint64 count() const override { return static_cast<qint64>(samples_.size()); }
  QString label(qint64 index) const override {
    const Sample& sample = samples_[static_cast<std::size_t>(index)];
    if (sample.label != kNoLabel) return nameOf(sample.label);
    QStringList names;
    for (const std::int32_t label : sample.labels) names << nameOf(label);
    return names.join(info_.task == Task::Transcription ? QString() : QStringLiteral(", "));
  }
  QImage image(qint64 index) const override {
    return inputImage(samples_[static_cast<std::size_t>(index)].input, info_, ink_);
  }
  QImage picture(qint64 index, int side) const override {
    return thumbnail(viewOf(samples_[static_cast<std::size_t>(index)]), info_, side, ink_);
  }

 private:
  static bool showsText(const Recognition& found) {
    return !found.previews.empty() && found.previews[0].input.dtype() == DataType::Int32;
  }
  QString nameOf(std::int32_t label) const {
    if (label < 0 || label >= static_cast<std::int32_t>(info_.classes.size())) return {};
    const QString name = QString::fromStdString(info_.classes[static_cast<std::size_t>(label)]);
    return info_.task == Task::Transcription && name == "space" ? QStringLiteral(" ") : name;
  }

  std::vector<Sample> samples_;
  DatasetInfo info_;
  QColor ink_;
};

}  // namespace

Result<Recognition> lookInto(const std::string& kind, const std::filesystem::path& source, const FieldValues& options,
                             const SourceScan& scan) {
  const auto own = [&](const Importer& importer) -> Result<FieldValues> {
    FieldValues taken;
    const Schema schema = importer.options();
    for (const auto& [name, value] : options)
      if (schema.find(name)) taken.set(name, value);
    return schema.complete(taken);
  };
  if (kind.empty())
    return recogniseAny(source, scan, [&](const Importer& importer) {
      auto taken = own(importer);
      return taken.ok() ? std::move(taken).value() : importer.options().defaults();
    });
  FOVEA_TRY(const auto importer, findImporter(kind));
  FOVEA_TRY(const FieldValues taken, own(*importer));
  return importer->recognise(source, taken, scan);
}

SourcePage::SourcePage(Session& session, SourceLook look)
    : session_(session),
      look_(std::move(look)),
      formerPlace_(makeFormer()),
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
  column->addWidget(formerPlace_);
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

// A question that is shown only if a data set of the project comes from the same files.
QWidget* SourcePage::makeFormer() {
  auto* place = new QWidget;
  auto* column = new QVBoxLayout(place);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid / 2);
  formerWords_ = new QLabel;
  formerWords_->setWordWrap(true);
  anew_ = new QRadioButton(tr("Import it as a new data set"));
  update_ = new QRadioButton;
  anew_->setChecked(true);
  for (QWidget* part : std::initializer_list<QWidget*>{formerWords_, anew_, update_}) column->addWidget(part);
  connect(update_, &QRadioButton::toggled, this, &QWizardPage::completeChanged);
  place->hide();
  return place;
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
    kind_->addItem(coreText(importer->title()), QString::fromStdString(importer->name()));
  return row;
}

// Offers data sets from system packages, so that a first trial needs no search for data.
void SourcePage::offerInstalled(QVBoxLayout& column) {
  const auto known = findFashionMnist();
  if (!known.ok()) return;
  auto* offer = new QPushButton(icon("data", IconRole::Text), tr("Use Fashion-MNIST, which is installed here"));
  column.addWidget(offer, 0, Qt::AlignLeft);
  connect(offer, &QPushButton::clicked, this,
          [this, folder = *known] { path_->setText(QString::fromStdString(folder.string())); });
}

void SourcePage::chooseKind(const QString& importer, const FieldValues& options) {
  kind_->setCurrentIndex(std::max(0, kind_->findData(importer)));
  changed();
  optionsOfKind_ = options;  // a change forgets those of another kind
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
  ++looks_;
  optionsOfKind_ = {};
  if (looking_) looking_->cancel();
  found_.reset();
  former_.reset();
  formerPlace_->hide();
  anew_->setChecked(true);
  Q_EMIT completeChanged();
  delay_->start();
}

void SourcePage::look() {
  const QString path = expandHome(path_->text());
  if (path.isEmpty()) {
    words_->clear();
    banner_->hide();
    previews_->hide();
    return;
  }
  words_->setText(tr("Looking…"));
  const CancelToken cancel;
  looking_ = cancel;
  struct Seen {
    Result<Recognition> found;
    std::optional<FormerImport> former;
  };
  using Found = std::shared_ptr<Seen>;
  auto* watcher = new QFutureWatcher<Found>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, cancel] {
    if (!cancel.cancelled()) show(watcher->result()->found, watcher->result()->former);
    watcher->deleteLater();
  });
  const std::string kind = kind_->currentData().toString().toStdString();
  std::vector<FormerImport> datasets;
  if (const Project* project = session_.project())
    for (const ProjectDataset& each : project->manifest().datasets)
      if (const auto folder = project->datasetFolder(each.name); folder.ok()) datasets.push_back({each.name, *folder});
  // Unpacking an archive may take long; another thread does it and reports progress here.
  const auto told = [page = QPointer<SourcePage>(this), cancel](const Progress& progress) {
    const auto share = progress.total > 0 ? 100 * progress.done / progress.total : 0;
    QMetaObject::invokeMethod(
        qApp,
        [page, cancel, share] {
          if (page && !cancel.cancelled() && !page->found_) page->words_->setText(tr("Unpacking… %1 %").arg(share));
        },
        Qt::QueuedConnection);
  };
  watcher->setFuture(QtConcurrent::run(
      [look = look_, path = path.toStdString(), kind, options = optionsOfKind_, cancel, datasets, told] {
        auto seen = std::make_shared<Seen>(
            Seen{guarded([&] { return look(kind, path, options, SourceScan(cancel, {}, told)); }), std::nullopt});
        if (seen->found.ok()) seen->former = formerImportOf(datasets, seen->found->importer, path);
        return seen;
      }));
}

void SourcePage::show(const Result<Recognition>& result, const std::optional<FormerImport>& former) {
  former_ = former;
  formerPlace_->setVisible(former.has_value());
  if (former) {
    const QString name = QString::fromStdString(former->name);
    formerWords_->setText(tr("The data set \"%1\" of this project was made of the same files.").arg(name));
    update_->setText(
        tr("See what has changed since, and bring \"%1\" up to date").arg(QString(name).replace('&', "&&")));
  }
  previews_->setVisible(result.ok());
  if (!result.ok()) {
    found_.reset();
    words_->clear();
    banner_->showError(result.error());
  } else {
    banner_->hide();
    found_ = *result;
    words_->setText(tr("Found %1: %2").arg(QString::fromStdString(found_->name), coreMessage(found_->summary)));
    previews_->setSource(std::make_shared<PreviewSource>(*found_, currentTheme()));
  }
  Q_EMIT completeChanged();
}

}  // namespace fovea
