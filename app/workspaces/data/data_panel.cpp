#include "app/workspaces/data/data_panel.h"

#include <QFileInfo>
#include <QFutureWatcher>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <numeric>

#include "app/workspaces/data/data_words.h"
#include "core/base/guarded.h"
#include "widgets/images/bars.h"
#include "widgets/images/color_map.h"
#include "widgets/images/image_view.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kPanelPictureSide = 150;
constexpr std::size_t kShownClasses = 16;

// A heading and its content, shown and hidden together.
QWidget* section(const QString& title, std::initializer_list<QWidget*> parts) {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(new SectionLabel(title));
  for (QWidget* part : parts) column->addWidget(part);
  box->hide();
  return box;
}

QImage meanOf(const std::shared_ptr<const Dataset>& dataset) {
  const auto mean = dataset->meanImage();
  const auto image = mean.ok() ? sampleToImage(*mean) : Result<QImage>(mean.error());
  return image.ok() ? *image : QImage();
}

}  // namespace

DataPanel::DataPanel(SampleBrowser& browser, QWidget* parent)
    : QWidget(parent),
      browser_(browser),
      facts_(new FactList),
      skipped_(new QPushButton(icon("warning", IconRole::Text), QString())),
      classes_(new ProbabilityBars),
      moreClasses_(new QLabel),
      sizes_(new HistogramBars),
      brightness_(new HistogramBars),
      mean_(new ImageView) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(14);
  auto* title = new QLabel(tr("Data set"));
  setKind(title, "title");
  column->addWidget(title);
  column->addWidget(facts_);
  skipped_->setAccessibleName(tr("Samples that were left out"));
  skipped_->setToolTip(tr("Which they are, why, and what can be done"));
  column->addWidget(skipped_);
  connect(skipped_, &QPushButton::clicked, this, &DataPanel::skippedWanted);
  classes_->setClickable(true);
  classes_->setAccessibleName(tr("Samples of each class"));
  classes_->setToolTip(tr("Click a class to see its samples alone"));
  setKind(moreClasses_, "caption");
  sizes_->setClickable(true);
  sizes_->setAccessibleName(tr("Samples by size"));
  brightness_->setClickable(true);
  brightness_->setAccessibleName(tr("Samples by brightness"));
  mean_->setFixedHeight(kPanelPictureSide);
  mean_->setAccessibleName(tr("Mean image"));
  column->addWidget(classBox_ = section(tr("Classes"), {classes_, moreClasses_}));
  column->addWidget(sizeBox_ = section(tr("Longer side in pixels"), {sizes_}));
  column->addWidget(brightnessBox_ = section(tr("Brightness"), {brightness_}));
  column->addWidget(meanBox_ = section(tr("Mean image"), {mean_}));
  connect(classes_, &ProbabilityBars::entryClicked, this, &DataPanel::classClicked);
  connect(sizes_, &HistogramBars::binClicked, this, &DataPanel::sizeClicked);
  connect(brightness_, &HistogramBars::binClicked, this, &DataPanel::brightnessClicked);
  connect(&browser_, &SampleBrowser::viewChanged, this, [this](SampleBrowser::Change change) {
    if (change == SampleBrowser::Change::NewData) showMean();
    if (change != SampleBrowser::Change::Choice) showData();
    showView();
  });
  showMean();
  showData();
  showView();
}

void DataPanel::showData() {
  if (!browser_.view()) return;
  const auto& dataset = browser_.view()->catalogue.dataset();
  const DatasetInfo& info = dataset->info();
  std::vector<FactList::Fact> facts{
      {tr("Imported as"), QString::fromStdString(info.name), QString::fromStdString(dataset->folder().string())},
      {tr("Samples"), words::count(info.samples()), {}},
      {tr("Size"),
       info.uniform ? words::shape(info.sampleShape, info.inputType)
                    : tr("Up to %1").arg(words::shape(info.sampleShape, info.inputType)),
       {}},
      {tr("Each has"), words::task(info.task), {}}};
  if (!info.parts.empty()) {
    facts[2] = {QString::fromStdString(info.inputName), words::shape(info.sampleShape, info.inputType),
                tr("A part of each sample; an Input layer of this name reads it")};
    auto at = facts.begin() + 3;
    for (const DataPart& part : info.parts)
      at = facts.insert(at, {QString::fromStdString(part.name), words::part(part),
                             tr("A part of each sample; an Input layer of this name reads it")}) +
           1;
  }
  for (const Split split : kSplits) facts.push_back({words::split(split), words::count(dataset->size(split)), {}});
  if (info.excluded > 0)
    facts.push_back({tr("Left out"), words::count(info.excluded), words::qualityHelp(Quality::Excluded)});
  if (const std::size_t edits = dataset->journal().edits().size(); edits > 0)
    facts.push_back({tr("Edits"), words::count(static_cast<std::int64_t>(edits)),
                     tr("They stand beside what was imported, which is not changed")});
  facts.push_back(
      {tr("Source"), QFileInfo(QString::fromStdString(info.source)).fileName(), QString::fromStdString(info.source)});
  facts_->setFacts(std::move(facts));
  skipped_->setVisible(info.skipped > 0);
  skipped_->setText(info.skipped == 1 ? tr("1 entry was left out…")
                                      : tr("%1 entries were left out…").arg(words::count(info.skipped)));
}

void DataPanel::showMean() {
  meanBox_->hide();
  if (!browser_.view()) return;
  const auto dataset = browser_.view()->catalogue.dataset();
  auto* watcher = new QFutureWatcher<QImage>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, dataset] {
    watcher->deleteLater();
    const bool current = browser_.view() && browser_.view()->catalogue.dataset()->sharesStore(*dataset);
    if (!current || watcher->result().isNull()) return;
    mean_->setImage(watcher->result());
    meanBox_->show();
  });
  watcher->setFuture(QtConcurrent::run([dataset] {
    const auto mean = guarded([&] { return meanOf(dataset); });
    return mean.ok() ? *mean : QImage();
  }));
}

void DataPanel::showView() {
  const auto view = browser_.view();
  if (!view) return;
  showClasses(*view);
  const auto bins = [](const std::vector<std::int64_t>& counts) {
    return std::vector<double>(counts.begin(), counts.end());
  };
  const CatalogueView& found = view->found;
  sizeBox_->setVisible(!found.sides.empty());
  sizes_->setBins(bins(found.sides), found.sideRange.low, found.sideRange.high + 1.0);
  const double extent = found.sideRange.high - found.sideRange.low + 1.0;
  const auto number = static_cast<double>(found.sides.size());
  sizes_->setChosen(
      view->filter.sides ? static_cast<int>((view->filter.sides->low - found.sideRange.low) * number / extent) : -1);
  brightnessBox_->setVisible(!found.brightness.empty());
  brightness_->setBins(bins(found.brightness), 0, 256);
  brightness_->setChosen(view->filter.brightness ? view->filter.brightness->low / kBrightnessStep : -1);
}

void DataPanel::showClasses(const BrowserView& view) {
  const DatasetInfo& info = view.catalogue.dataset()->info();
  const auto& counts = view.found.classes;
  shownClasses_.resize(counts.size());
  std::iota(shownClasses_.begin(), shownClasses_.end(), 0);
  const auto countOf = [&](std::int32_t label) { return counts[static_cast<std::size_t>(label)]; };
  // A few classes keep their order; of many, the largest are shown.
  if (counts.size() > kShownClasses) {
    std::stable_sort(shownClasses_.begin(), shownClasses_.end(),
                     [&](std::int32_t a, std::int32_t b) { return countOf(a) > countOf(b); });
    shownClasses_.resize(kShownClasses);
  }
  QStringList names;
  std::vector<qint64> shown;
  for (const std::int32_t label : shownClasses_) {
    names << words::className(info, label);
    shown.push_back(countOf(label));
  }
  classes_->setCounts(names, shown);
  moreClasses_->setVisible(counts.size() > shownClasses_.size());
  moreClasses_->setText(
      tr("and %1 more").arg(words::count(static_cast<std::int64_t>(counts.size() - shownClasses_.size()))));
  classBox_->setVisible(!counts.empty());
}

void DataPanel::classClicked(int row) {
  if (!browser_.view()) return;
  CatalogueFilter filter = browser_.filter();
  const std::int32_t label = shownClasses_[static_cast<std::size_t>(row)];
  filter.label = filter.label == label ? std::nullopt : std::optional(label);
  browser_.setFilter(filter);
}

void DataPanel::sizeClicked(int bin) {
  if (!browser_.view()) return;
  const auto [low, high] = browser_.view()->found.sideRange;
  const std::uint64_t extent = std::uint64_t{high} - low + 1, bins = browser_.view()->found.sides.size();
  // The range of sides that belongs to the bar, divided as in Catalogue::view().
  const auto begin = [&](std::uint64_t number) {
    return static_cast<std::uint32_t>((number * extent + bins - 1) / bins) + low;
  };
  CatalogueFilter filter = browser_.filter();
  const Interval<std::uint32_t> wanted{begin(static_cast<std::uint64_t>(bin)),
                                       begin(static_cast<std::uint64_t>(bin) + 1) - 1};
  filter.sides = filter.sides == wanted ? std::nullopt : std::optional(wanted);
  browser_.setFilter(filter);
}

void DataPanel::brightnessClicked(int bin) {
  if (!browser_.view()) return;
  CatalogueFilter filter = browser_.filter();
  const auto low = static_cast<std::uint8_t>(bin * kBrightnessStep);
  const Interval<std::uint8_t> wanted{low, static_cast<std::uint8_t>(low + kBrightnessStep - 1)};
  filter.brightness = filter.brightness == wanted ? std::nullopt : std::optional(wanted);
  browser_.setFilter(filter);
}

}  // namespace fovea
