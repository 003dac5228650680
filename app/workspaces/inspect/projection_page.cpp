#include "app/workspaces/inspect/projection_page.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/samples_card.h"
#include "widgets/canvas/items/node_content.h"
#include "widgets/images/cloud_legend.h"
#include "widgets/images/point_cloud.h"
#include "widgets/theme/card.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kBarWidth = 420, kBarSteps = 1000;
constexpr double kTimeKnownFrom = 0.03;  // share of the work after which the time left can be estimated
constexpr int kLegendWidth = 190;
constexpr int kCloudHeight = 300, kSamplesHeight = 150;  // minimum heights
constexpr std::size_t kMostKept = 12;
constexpr std::array<std::int64_t, 6> kSampleCounts = {500, 2000, 5000, 10000, 20000, kMostProjected};
constexpr std::int64_t kUsualSamples = 2000;

}  // namespace

ProjectionPage::ProjectionPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      look_(engine, Urgency::Look),
      question_(engine, Urgency::Job),
      layer_(new QComboBox),
      method_(new SegmentBar({tr("PCA"), tr("t-SNE"), tr("UMAP")}, SegmentBar::Size::Tall)),
      count_(new QComboBox),
      project_(new QPushButton(tr("Project"))),
      states_(new QStackedWidget),
      waiting_(new EmptyState("inspect", tr("Not projected yet"), {})),
      runningTitle_(new QLabel),
      runningNote_(new QLabel),
      bar_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))),
      card_(new Card(tr("Projection"))),
      coloring_(new SegmentBar({tr("class"), tr("prediction"), tr("loss")})),
      pictures_(new PillButton(tr("pictures"))),
      select_(new PillButton(tr("select"))),
      selectMenu_(new QMenu(this)),
      cloud_(new PointCloud),
      legend_(new CloudLegend),
      samples_(new SamplesCard),
      inspector_(new AnswerInspector(engine)) {
  method_->setCurrent(static_cast<int>(ProjectionMethod::Umap));
  states_->addWidget(waiting_);
  states_->addWidget(buildRunning());
  states_->addWidget(buildResults());
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(buildControls());
  column->addWidget(states_, 1);
  inspector_->setHint(
      tr("Choose a point to see the sample, its prediction and why. Drag around points to select them."));
  connect(project_, &QPushButton::clicked, this, &ProjectionPage::project);
  connect(cancel_, &QPushButton::clicked, this, &ProjectionPage::cancel);
  connect(layer_, &QComboBox::currentIndexChanged, this, &ProjectionPage::settingsChanged);
  connect(method_, &SegmentBar::currentChanged, this, &ProjectionPage::settingsChanged);
  connect(count_, &QComboBox::currentIndexChanged, this, &ProjectionPage::settingsChanged);
  connect(coloring_, &SegmentBar::currentChanged, this, &ProjectionPage::showColors);
  connect(pictures_, &QAbstractButton::toggled, cloud_, &PointCloud::setPicturesShown);
  connect(cloud_, &PointCloud::selectionChanged, this, &ProjectionPage::showSelection);
  connect(cloud_, &PointCloud::currentChanged, this,
          [this](int point) { point >= 0 && samplesOf_ ? inspector_->show(*samplesOf_, point) : inspector_->clear(); });
  const auto openLayers = [this](std::int64_t position) {
    if (const auto index = samplesOf_->indexNow(static_cast<std::size_t>(position))) Q_EMIT layersWanted(*index);
  };
  connect(cloud_, &PointCloud::activated, this, openLayers);
  connect(legend_, &CloudLegend::emphasisChanged, cloud_, &PointCloud::setEmphasis);
  connect(legend_, &CloudLegend::selectWanted, cloud_, &PointCloud::selectGroup);
  connect(samples_, &SamplesCard::currentChanged, this, [this] {
    if (samples_->current() >= 0) cloud_->setCurrent(static_cast<int>(samples_->current()));
  });
  connect(samples_, &SamplesCard::sampleOpened, this, [this, openLayers] { openLayers(samples_->current()); });
  connect(samples_, &SamplesCard::editWanted, this, &ProjectionPage::editWanted);
  connect(samples_, &SamplesCard::recordsWanted, this, &ProjectionPage::recordsWanted);
  connect(inspector_, &AnswerInspector::editWanted, this, &ProjectionPage::editWanted);
  connect(inspector_, &AnswerInspector::layersWanted, this, &ProjectionPage::layersWanted);
}

QWidget* ProjectionPage::buildControls() {
  auto* controls = new QWidget;
  auto* flow = new FlowLayout(controls, size::kGrid);
  flow->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, 0);
  layer_->setAccessibleName(tr("Layer"));
  layer_->setToolTip(tr("The layer whose activations are compared"));
  layer_->setMinimumWidth(200);
  method_->setAccessibleName(tr("Method"));
  method_->setToolTip(tr("PCA keeps the largest differences; t-SNE and UMAP keep neighbours together"));
  for (const std::int64_t count : kSampleCounts)
    count_->addItem(tr("%1 samples").arg(locale().toString(static_cast<qlonglong>(count))),
                    static_cast<qlonglong>(count));
  count_->setCurrentIndex(count_->findData(static_cast<qlonglong>(kUsualSamples)));
  count_->setAccessibleName(tr("Number of samples"));
  count_->setToolTip(tr("At most so many, evenly spread over the split"));
  project_->setProperty("kind", "primary");
  for (QWidget* part : std::initializer_list<QWidget*>{layer_, method_, count_, project_}) flow->addWidget(part);
  return controls;
}

QWidget* ProjectionPage::buildRunning() {
  auto* running = new QWidget;
  auto* column = new QVBoxLayout(running);
  column->setAlignment(Qt::AlignCenter);
  column->setSpacing(size::kGutter);
  setKind(runningTitle_, "title");
  setKind(runningNote_, "muted");
  bar_->setTextVisible(false);
  bar_->setFixedWidth(kBarWidth);
  bar_->setAccessibleName(tr("Progress of the projection"));
  for (QWidget* part : std::initializer_list<QWidget*>{runningTitle_, bar_, runningNote_, cancel_})
    column->addWidget(part, 0, Qt::AlignHCenter);
  return running;
}

QWidget* ProjectionPage::buildResults() {
  coloring_->setAccessibleName(tr("What the colours mean"));
  pictures_->setCheckable(true);
  pictures_->setToolTip(tr("Shows pictures of samples where they do not overlap"));
  cloud_->setPicturesShown(false);
  select_->setMenu(selectMenu_);
  select_->setToolTip(tr("Selects all samples of a class, or those that are predicted wrongly"));
  connect(selectMenu_, &QMenu::aboutToShow, this, &ProjectionPage::fillSelectMenu);
  auto* whole = new PillButton(tr("fit"));
  whole->setToolTip(tr("Shows all points (0)"));
  connect(whole, &QAbstractButton::clicked, cloud_, &PointCloud::fit);
  for (QWidget* part : std::initializer_list<QWidget*>{coloring_, pictures_, select_, whole}) card_->addToHeader(part);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGutter);
  row->addWidget(cloud_, 1);
  legend_->setFixedWidth(kLegendWidth);
  row->addWidget(legend_);
  card_->body()->addLayout(row, 1);
  card_->setMinimumHeight(kCloudHeight);
  samples_->setMinimumHeight(kSamplesHeight);
  samples_->listButton()->hide();
  cloud_->setDescription([this](int point) { return describe(point); });
  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(size::kGutter);
  splitter->addWidget(card_);
  splitter->addWidget(samples_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({600, 190});
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, size::kPageMargin);
  column->addWidget(splitter);
  return page;
}

ProjectionPage::State ProjectionPage::state() const {
  return static_cast<State>(states_->currentIndex());
}

void ProjectionPage::clear() {
  question_.cancel();
  look_.cancel();
  subject_ = {};
  layersOf_.reset();
  kept_.clear();
  answer_.reset();
  samplesOf_.reset();
  cloud_->setPictures(nullptr);
  cloud_->setPoints({});
  samples_->clear();
  inspector_->clear();
  states_->setCurrentIndex(Waiting);
}

void ProjectionPage::setSubject(const ProjectionSubject& subject) {
  const bool sameWeights = subject.checkpoint == subject_.checkpoint && subject.written == subject_.written;
  const bool sameStore = subject.dataset && subject_.dataset && subject.dataset->sharesStore(*subject_.dataset);
  const bool sameSamples = sameStore && subject.split == subject_.split;
  const bool corrected = sameSamples && subject.dataset != subject_.dataset;
  subject_ = subject;
  if (sameWeights && sameSamples && answer_) {
    // Keeps the shown samples and marks those that have been corrected.
    if (!corrected) return Q_EMIT settled();
    samplesOf_->now = subject.dataset;
    project_->setEnabled(!kept());  // a projection without the samples that were left out is another one
    samples_->show(*samplesOf_, false);
    if (cloud_->current() >= 0) inspector_->show(*samplesOf_, cloud_->current());
    return Q_EMIT settled();
  }
  question_.cancel();
  if (!layersOf_ || *layersOf_ != subject.checkpoint || !sameWeights) return askForLayers();
  settingsChanged();
  Q_EMIT settled();
}

void ProjectionPage::askForLayers() {
  states_->setCurrentIndex(Waiting);
  project_->setEnabled(false);
  look_.ask([checkpoint = subject_.checkpoint](const InspectionEngine::Desk& desk,
                                               const ProgressFunction&) { return layersToProject(desk, checkpoint); },
            [this](const Question<LayersAnswer>::Shared& layers) {
              if (layers->ok())
                showLayers(layers->value());
              else
                Q_EMIT failed(layers->error());
              Q_EMIT settled();
            });
}

// Keeps the chosen layer if the other network has one of that name.
void ProjectionPage::showLayers(const LayersAnswer& layers) {
  layersOf_ = layers.checkpoint;
  const QString before = layer_->currentData().toString();
  filling_ = true;
  layer_->clear();
  for (const LayerOutput& layer : layers.layers)
    layer_->addItem(QStringLiteral("%1  %2").arg(QString::fromStdString(layer.name), shapeText(layer.type.shape)),
                    QString::fromStdString(layer.name));
  const int same = before.isEmpty() ? -1 : layer_->findData(before);
  layer_->setCurrentIndex(same >= 0 ? same : layers.telling);
  filling_ = false;
  settingsChanged();
}

ProjectionRequest ProjectionPage::request() const {
  ProjectionRequest request;
  request.checkpoint = subject_.checkpoint;
  request.written = subject_.written;
  request.dataset = subject_.dataset;
  request.split = subject_.split;
  request.layer = layer_->currentData().toString().toStdString();
  request.samples = count_->currentData().toLongLong();
  request.options.method = static_cast<ProjectionMethod>(method_->current());
  return request;
}

bool ProjectionPage::sameSettings(const ProjectionRequest& a, const ProjectionRequest& b) {
  return a.dataset == b.dataset && a.split == b.split && a.layer == b.layer && a.samples == b.samples &&
         a.options.method == b.options.method;
}

std::shared_ptr<const ProjectionAnswer> ProjectionPage::kept() const {
  const ProjectionRequest wanted = request();
  const auto found = std::ranges::find_if(kept_, [&](const auto& each) {
    return sameSettings(each->request, wanted) && each->request.checkpoint == wanted.checkpoint &&
           each->request.written == wanted.written;
  });
  return found == kept_.end() ? nullptr : *found;
}

void ProjectionPage::keep(std::shared_ptr<const ProjectionAnswer> answer) {
  if (kept_.size() >= kMostKept) kept_.erase(kept_.begin());
  kept_.push_back(std::move(answer));
}

void ProjectionPage::settingsChanged() {
  if (filling_) return;
  if (question_.busy()) question_.cancel();
  const auto found = kept();
  found ? showAnswer(found) : offer();
}

void ProjectionPage::offer() {
  inspector_->clear();
  states_->setCurrentIndex(Waiting);
  const bool possible = subject_.dataset && layer_->count() > 0;
  project_->setEnabled(possible);
  if (!possible) {
    waiting_->setTitle(subject_.dataset ? tr("No layer to project") : tr("No samples to project"));
    waiting_->setSentence(subject_.dataset ? tr("The network has no layer of numbers.")
                                           : tr("Import a data set, or choose one to train on."));
    return;
  }
  const qint64 count = std::min<qint64>(count_->currentData().toLongLong(), subject_.dataset->size(subject_.split));
  waiting_->setTitle(tr("%1 is not projected yet").arg(layer_->currentData().toString()));
  waiting_->setSentence(
      tr("%2 samples of %3 go through %1, in the background. Those that look alike to this layer come to lie together.")
          .arg(subject_.name, locale().toString(count), subject_.splitName));
}

void ProjectionPage::project() {
  if (!project_->isEnabled()) return;
  ProjectionRequest wanted = request();
  // Finds an earlier projection with the same settings, so that both can be compared.
  const auto before = std::ranges::find_if(kept_.rbegin(), kept_.rend(),
                                           [&](const auto& each) { return sameSettings(each->request, wanted); });
  if (before != kept_.rend()) wanted.before = *before;
  since_.start();
  runningTitle_->setText(tr("Projecting %1").arg(layer_->currentData().toString()));
  runningNote_->setText(tr("Preparing"));
  bar_->setRange(0, kBarSteps);
  bar_->setValue(0);
  states_->setCurrentIndex(Running);
  cancel_->setFocus();
  question_.ask([wanted](const InspectionEngine::Desk& desk,
                         const ProgressFunction& progress) { return projectLayer(desk, wanted, progress); },
                [this](const Question<ProjectionAnswer>::Shared& answer) {
                  if (answer->ok()) {
                    keep(answerIn(answer));
                    showAnswer(answerIn(answer));
                  } else {
                    settingsChanged();
                    Q_EMIT failed(answer->error());
                  }
                  Q_EMIT settled();
                },
                [this](double share) { showProgress(share); });
}

// Each stage (activations, neighbours, arranging) restarts the bar.
void ProjectionPage::showProgress(double share) {
  if (state() != Running) return;
  bar_->setRange(0, share < 0 ? 0 : kBarSteps);
  if (share < 0) return runningNote_->setText(tr("Finding the principal components"));
  const int value = static_cast<int>(share * kBarSteps);
  if (value < bar_->value()) since_.start();
  bar_->setValue(value);
  if (share < kTimeKnownFrom) return;
  const double seconds = static_cast<double>(since_.elapsed()) / 1000;
  const int left = static_cast<int>(seconds / share * (1 - share)) + 1;
  runningNote_->setText(tr("%1 % of this step, %2 s left").arg(static_cast<int>(share * 100)).arg(left));
}

void ProjectionPage::cancel() {
  question_.cancel();
  settingsChanged();
  Q_EMIT cancelled();
  Q_EMIT settled();
}

}  // namespace fovea
