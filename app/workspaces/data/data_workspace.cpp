#include "app/workspaces/data/data_workspace.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/wizards/import_wizard.h"
#include "app/workspaces/data/dataset_thumbnails.h"
#include "widgets/images/bars.h"
#include "widgets/images/color_map.h"
#include "widgets/images/image_view.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kTourMilliseconds = 600;
constexpr int kPictureSide = 150;

QString countText(std::int64_t count) {
  return QLocale(QLocale::English).toString(static_cast<qlonglong>(count));
}

QString splitText(Split split) {
  switch (split) {
    case Split::Train:
      return DataWorkspace::tr("Training");
    case Split::Validation:
      return DataWorkspace::tr("Validation");
    case Split::Test:
      return DataWorkspace::tr("Test");
  }
  return {};
}

QString shapeText(const Shape& shape) {
  const QString size = QString("%1 × %2").arg(shape[2]).arg(shape[1]);
  return shape[0] == 1   ? DataWorkspace::tr("%1 grey").arg(size)
         : shape[0] == 3 ? DataWorkspace::tr("%1 colour").arg(size)
                         : DataWorkspace::tr("%1, %2 channels").arg(size).arg(shape[0]);
}

}  // namespace

DataWorkspace::DataWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Data"), "data", parent),
      dataset_(new QComboBox),
      split_(new QComboBox),
      class_(new QComboBox),
      grid_(new ThumbnailGrid),
      pages_(new QStackedWidget),
      facts_(new FactList),
      classes_(new ProbabilityBars),
      mean_(new ImageView),
      sampleBox_(new QWidget),
      sample_(new ImageView),
      sampleFacts_(new FactList),
      count_(new QLabel) {
  buildToolbar();
  auto* empty = new EmptyState("data", tr("No data yet"),
                               tr("Import a folder of samples: it is looked into first, and nothing is written before "
                                  "you have seen what was found."));
  connect(empty->addAction(tr("Import data…")), &QPushButton::clicked, this, &DataWorkspace::importData);
  pages_->addWidget(empty);
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->addWidget(grid_);
  pages_->addWidget(page);
  setContent(pages_);
  setInspector(buildInspector());
  grid_->setAccessibleName(tr("Samples"));
  connect(grid_, &ThumbnailGrid::currentChanged, this, &DataWorkspace::showSample);
  connect(&session, &Session::datasetChanged, this, &DataWorkspace::showDataset);
  connect(&session, &Session::projectChanged, this, &DataWorkspace::showDataset);
  showDataset();
}

void DataWorkspace::buildToolbar() {
  dataset_->setAccessibleName(tr("Data set"));
  dataset_->setMinimumWidth(180);
  split_->setAccessibleName(tr("Split"));
  split_->setMinimumWidth(120);
  class_->setAccessibleName(tr("Class"));
  class_->setMinimumWidth(140);
  setKind(count_, "muted");
  for (QWidget* part : std::initializer_list<QWidget*>{dataset_, split_, class_, count_}) addToToolbarLeft(part);
  auto* import = new QPushButton(icon("import", IconRole::OnAccent), tr("Import data…"));
  import->setProperty("kind", "primary");
  connect(import, &QPushButton::clicked, this, &DataWorkspace::importData);
  addToToolbarRight(import);
  connect(dataset_, &QComboBox::currentTextChanged, this, [this](const QString& name) {
    if (filling_ || name.isEmpty()) return;
    if (const Status status = session().selectDataset(name.toStdString()); !status.ok()) showError(status.error());
  });
  connect(split_, &QComboBox::currentIndexChanged, this, [this] {
    if (!filling_) showSamples();
  });
  connect(class_, &QComboBox::currentIndexChanged, this, [this] {
    if (!filling_) showSamples();
  });
}

QWidget* DataWorkspace::buildInspector() {
  auto* inspector = new QWidget;
  auto* column = new QVBoxLayout(inspector);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  auto* title = new QLabel(tr("Data set"));
  setKind(title, "title");
  column->addWidget(title);
  column->addWidget(facts_);
  auto* sampleColumn = new QVBoxLayout(sampleBox_);
  sampleColumn->setContentsMargins(0, 0, 0, 0);
  sampleColumn->setSpacing(10);
  sampleColumn->addWidget(new SectionLabel(tr("Selected sample")));
  sample_->setFixedHeight(kPictureSide);
  sampleColumn->addWidget(sample_);
  sampleColumn->addWidget(sampleFacts_);
  column->addWidget(sampleBox_);
  sampleBox_->hide();
  column->addWidget(new SectionLabel(tr("Classes")));
  classes_->setClickable(true);
  classes_->setAccessibleName(tr("Samples of each class"));
  column->addWidget(classes_);
  column->addWidget(new SectionLabel(tr("Mean image")));
  mean_->setFixedHeight(kPictureSide);
  column->addWidget(mean_);
  column->addStretch(1);
  // Row 0 of the filter is "all classes".
  connect(classes_, &ProbabilityBars::entryClicked, this,
          [this](int entry) { class_->setCurrentIndex(class_->currentIndex() == entry + 1 ? 0 : entry + 1); });
  return inspector;
}

void DataWorkspace::importData() {
  if (!session().project()) {
    banner()->showMessage(Banner::Tone::Warning, tr("No project is open."),
                          tr("Data belongs to a project: open or create one first."));
    connect(banner()->addAction(tr("Go to Home")), &QPushButton::clicked, this,
            [this] { Q_EMIT placeRequested("home"); });
    return;
  }
  banner()->dismiss();
  auto* wizard = new ImportWizard(session(), this);
  wizard->setAttribute(Qt::WA_DeleteOnClose);
  wizard->open();
}

void DataWorkspace::showDataset() {
  filling_ = true;
  dataset_->clear();
  if (session().project()) {
    for (const ProjectDataset& each : session().project()->manifest().datasets)
      dataset_->addItem(QString::fromStdString(each.name));
    dataset_->setCurrentText(QString::fromStdString(session().project()->manifest().selectedDataset));
  }
  const auto dataset = session().dataset();
  split_->clear();
  class_->clear();
  if (dataset) {
    for (const Split split : kSplits)
      if (dataset->size(split) > 0) split_->addItem(tr("%1").arg(splitText(split)), static_cast<int>(split));
    class_->addItem(tr("All classes"));
    for (const std::string& name : dataset->info().classes) class_->addItem(QString::fromStdString(name));
  }
  filling_ = false;
  const bool any = dataset != nullptr;
  dataset_->setVisible(dataset_->count() > 0);
  for (QWidget* part : std::initializer_list<QWidget*>{split_, class_, count_}) part->setVisible(any);
  setInspectorVisible(any);
  pages_->setCurrentIndex(any ? 1 : 0);
  if (session().datasetError())
    showError(*session().datasetError());
  else
    banner()->dismiss();
  sampleBox_->hide();
  if (!any) {
    grid_->setSource(nullptr);
    source_.reset();
    return;
  }
  const DatasetInfo& info = dataset->info();
  std::vector<FactList::Fact> facts{
      {tr("Name"), QString::fromStdString(info.name), QString::fromStdString(dataset->folder().string())},
      {tr("Samples"), countText(info.samples()), {}},
      {tr("Size"), shapeText(info.sampleShape), {}}};
  for (const Split split : kSplits) facts.push_back({splitText(split), countText(dataset->size(split)), {}});
  facts.push_back(
      {tr("Source"), QFileInfo(QString::fromStdString(info.source)).fileName(), QString::fromStdString(info.source)});
  facts_->setFacts(std::move(facts));
  if (const auto mean = dataset->meanImage(); mean.ok()) {
    if (auto image = sampleToImage(*mean); image.ok()) mean_->setImage(*image);
  }
  showSamples();
}

void DataWorkspace::showSamples() {
  const auto dataset = session().dataset();
  if (!dataset || split_->currentIndex() < 0) return;
  const auto split = static_cast<Split>(split_->currentData().toInt());
  auto source =
      std::make_shared<DatasetThumbnails>(dataset, split, static_cast<std::int32_t>(class_->currentIndex()) - 1);
  source_ = source;
  grid_->setSource(source);
  count_->setText(tr("%1 samples").arg(countText(source->count())));
  sampleBox_->hide();
  showClasses();
}

void DataWorkspace::showClasses() {
  const DatasetInfo& info = session().dataset()->info();
  QStringList names;
  for (const std::string& name : info.classes) names << QString::fromStdString(name);
  const auto& perClass = info.split(source_->split()).perClass;
  classes_->setCounts(names, std::vector<qint64>(perClass.begin(), perClass.end()));
}

void DataWorkspace::showSample(qint64 item) {
  sampleBox_->setVisible(item >= 0);
  if (item < 0 || !source_) return;
  const auto sample = session().dataset()->sample(source_->split(), source_->sampleIndex(item));
  if (!sample.ok()) {
    showError(sample.error());
    return;
  }
  if (auto image = sampleToImage(sample->input); image.ok()) sample_->setImage(*image);
  sampleFacts_->setFacts(
      {{tr("Class"), source_->label(item), {}},
       {tr("Index"), countText(source_->sampleIndex(item)), tr("Within the split, counted from 0")},
       {tr("File"), QFileInfo(QString::fromStdString(sample->source)).fileName(),
        QString::fromStdString(sample->source)},
       {tr("In the file"), countText(static_cast<std::int64_t>(sample->sourceIndex)), tr("Counted from 0")}});
}

void DataWorkspace::prepareForTour(std::function<void()> ready) {
  if (source_ && source_->count() > 4) grid_->setCurrent(4);
  QTimer::singleShot(kTourMilliseconds, this, [ready = std::move(ready)] { ready(); });
}

}  // namespace fovea
