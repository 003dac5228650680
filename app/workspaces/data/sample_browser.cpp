#include "app/workspaces/data/sample_browser.h"

#include <QFutureWatcher>
#include <QtConcurrent/QtConcurrentRun>
#include <algorithm>
#include <limits>

#include "core/base/guarded.h"
#include "core/inspect/sample_outcomes.h"

namespace fovea {
namespace {

constexpr std::uint32_t kAtOnce = 20000;  // up to this number a query takes less than a frame and needs no thread

std::shared_ptr<const BrowserView> answer(Catalogue catalogue, const CatalogueFilter& filter,
                                          const CatalogueOrder& order) {
  CatalogueView found = catalogue.view(filter, order);
  const auto counts = catalogue.qualityCounts();
  return std::make_shared<BrowserView>(BrowserView{std::move(catalogue), filter, order, std::move(found), counts});
}

// A loss is that of the class which a sample had when the network was asked. Of a sample with another class since, it
// is not known.
std::shared_ptr<const SampleOutcomes> outcomesOf(const std::shared_ptr<const SampleOutcomes>& answers,
                                                 const Dataset& asked, const Dataset& edited) {
  const std::vector<std::int32_t>&before = asked.states().labels, &now = edited.states().labels;
  if (before == now) return answers;
  auto known = std::make_shared<SampleOutcomes>(*answers);
  for (std::size_t record = 0; record < now.size(); ++record)
    if (now[record] != before[record]) known->losses[record] = std::numeric_limits<float>::quiet_NaN();
  return known;
}

}  // namespace

SampleBrowser::SampleBrowser(Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session, &Session::datasetChanged, this, &SampleBrowser::adopt);
  connect(&session, &Session::projectChanged, this, &SampleBrowser::adopt);
  adopt();
}

void SampleBrowser::adopt() {
  const std::shared_ptr<const Dataset> dataset = session_.dataset();
  if (dataset == dataset_ && (dataset || view_ == nullptr)) return;
  const bool sameStore = dataset && dataset_ && dataset->sharesStore(*dataset_);
  dataset_ = dataset;
  // A class that an edit had added may have been removed again.
  if (sameStore && filter_.label && *filter_.label >= std::ssize(dataset_->info().classes)) filter_.label.reset();
  if (sameStore && answers_) outcomes_ = outcomesOf(answers_, *asked_, *dataset_);
  if (sameStore) return ask(Change::Refresh);
  ++generation_;
  if (measuring_) measuring_->cancel();
  measuring_.clear();
  measures_.reset();
  answers_.reset();
  asked_.reset();
  outcomes_.reset();
  network_.clear();
  filter_ = {};
  order_ = {};
  Q_EMIT knowledgeChanged();
  // Until the new samples are known none is shown: a click would mean one of the former data set.
  show(nullptr, Change::NewData);
  ask(Change::NewData);
}

void SampleBrowser::setFilter(const CatalogueFilter& filter) {
  if (filter == filter_) return;
  filter_ = filter;
  ask(Change::Choice);
}

void SampleBrowser::setOrder(const CatalogueOrder& order) {
  if (order == order_) return;
  order_ = order;
  ask(Change::Choice);
}

void SampleBrowser::ask(Change change) {
  if (!dataset_) return;
  wanted_ = wanted_ ? std::max(*wanted_, change) : change;
  if (!running_) start();
}

void SampleBrowser::start() {
  const Change change = *wanted_;
  wanted_.reset();
  if (static_cast<std::uint32_t>(dataset_->states().labels.size()) <= kAtOnce)
    return show(answer(catalogue(), filter_, order_), change);
  running_ = true;
  auto* watcher = new QFutureWatcher<Result<std::shared_ptr<const BrowserView>>>(this);
  connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, change, generation = generation_] {
    running_ = false;
    watcher->deleteLater();
    const auto view = watcher->result();
    if (generation == generation_ && view.ok()) show(*view, change);
    if (generation == generation_ && !view.ok()) Q_EMIT failed(view.error());
    if (wanted_ && !running_) start();
  });
  watcher->setFuture(QtConcurrent::run([catalogue = catalogue(), filter = filter_, order = order_] {
    return guarded([&] { return answer(catalogue, filter, order); });
  }));
}

void SampleBrowser::show(std::shared_ptr<const BrowserView> view, Change change) {
  view_ = std::move(view);
  Q_EMIT viewChanged(change);
}

void SampleBrowser::measure(MeasureDepth depth) {
  const bool done = measures_ && (measures_->verified || depth == MeasureDepth::Known);
  if (!dataset_ || done || measuring_) return;
  verifying_ = depth == MeasureDepth::Verified;
  auto result = std::make_shared<std::shared_ptr<const SampleMeasures>>();
  const QString title = depth == MeasureDepth::Known ? tr("Measuring samples") : tr("Looking for damaged samples");
  measuring_ = session_.jobs()->start(
      title,
      [dataset = dataset_, depth, result](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
        FOVEA_TRY(*result, measureSamples(*dataset, depth, 0, progress, cancel));
        return {};
      });
  connect(measuring_, &Job::finished, this, [this, result, generation = generation_](const Status& status) {
    if (generation != generation_) return;
    measuring_.clear();
    if (!status.ok() && status.error().code != ErrorCode::Cancelled) Q_EMIT failed(status.error());
    if (!status.ok()) return;
    measures_ = *result;
    Q_EMIT knowledgeChanged();
    ask(Change::Refresh);
    if (!measures_->verified) return;
    const auto isDamaged = [](Qualities each) { return (each & bitOf(Quality::Corrupt)) != 0; };
    Q_EMIT verified(std::ranges::count_if(measures_->qualities, isDamaged), std::ssize(measures_->qualities));
  });
}

void SampleBrowser::askNetwork(const QString& name, const std::filesystem::path& checkpoint) {
  if (!dataset_) return;
  auto result = std::make_shared<std::shared_ptr<const SampleOutcomes>>();
  Job* job = session_.jobs()->start(tr("Asking %1 about every sample").arg(name),
                                    [dataset = dataset_, backends = session_.backends(), checkpoint, result](
                                        const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                                      FOVEA_TRY(const Checkpoint trained, readCheckpoint(checkpoint));
                                      FOVEA_TRY(auto device, backends->open("cpu"));
                                      FOVEA_TRY(*result, sampleOutcomes(trained, *dataset, device, cancel, progress));
                                      return {};
                                    });
  const auto finish = [this, name, result, asked = dataset_, generation = generation_](const Status& status) {
    if (generation != generation_) return;
    if (!status.ok() && status.error().code != ErrorCode::Cancelled) Q_EMIT failed(status.error());
    if (!status.ok()) return;
    answers_ = *result;
    asked_ = asked;
    outcomes_ = outcomesOf(answers_, *asked_, *dataset_);
    network_ = name;
    order_ = {CatalogueColumn::Loss, true};
    Q_EMIT knowledgeChanged();
    ask(Change::Choice);
  };
  connect(job, &Job::finished, this, finish);
}

}  // namespace fovea
