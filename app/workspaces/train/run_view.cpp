#include "app/workspaces/train/run_view.h"

#include <algorithm>

#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_plots.h"
#include "core/project/project.h"

namespace fovea {
namespace {

constexpr std::ptrdiff_t kMostRecent = 10000;  // far more than a run makes in the moment before it is written

template <class Entry>
void dropBehind(std::vector<Entry>& entries, std::int64_t step) {
  std::erase_if(entries, [step](const Entry& each) { return each.step > step; });
}

// Those that came after the last that the store tells.
template <class Entry>
std::vector<Entry> newerThan(const std::vector<Entry>& stored, const std::vector<Entry>& recent) {
  std::vector<Entry> newer = recent;
  if (!stored.empty())
    std::erase_if(newer, [last = stored.back().step](const Entry& each) { return each.step <= last; });
  return newer;
}

// A run that was continued goes back to its checkpoint.
template <class Entry>
void appendNews(std::vector<Entry>& recent, const std::vector<Entry>& news) {
  if (news.empty()) return;
  std::erase_if(recent, [from = news.front().step](const Entry& each) { return each.step >= from; });
  recent.insert(recent.end(), news.begin(), news.end());
  if (std::ssize(recent) > 2 * kMostRecent) recent.erase(recent.begin(), recent.end() - kMostRecent);
}

}  // namespace

RunView::RunView(RunPlots& plots, RunLog& log, QObject* parent) : QObject(parent), plots_(plots), log_(log) {}

void RunView::setProject(const Project* project) {
  task_.cancel();
  store_.reset();
  recentRun_ = RunId();
  recent_ = {};
  show(RunId());
  if (!project) return;
  if (auto store = project->openRunStore(); store.ok())
    store_ = std::move(*store);
  else
    Q_EMIT failed(store.error());
}

void RunView::clear() {
  plots_.clear();
  log_.clear();
  shown_ = RunId();
}

void RunView::show(RunId run) {
  wanted_ = run;
  missedLines_.clear();
  if (!run.valid() || !store_) {
    task_.cancel();
    return clear();
  }
  // Until the answer comes the curves of the run before stay, so that going along the table does not flicker; but not
  // beside news of another run.
  shown_ = RunId();
  task_.ask([store = store_, run] { return readRunHistory(*store, run); },
            [this](const Result<RunHistory>& history) {
              if (history.ok()) return fill(*history);
              clear();
              wanted_ = RunId();
              Q_EMIT failed(history.error());
            });
}

void RunView::setRunning(RunId run, std::int64_t step) {
  running_ = run;
  runningStep_ = step;
}

void RunView::fill(RunHistory history) {
  shown_ = wanted_;
  if (shown_ == running_) {
    dropBehind(history.points, runningStep_);
    dropBehind(history.epochs, runningStep_);
    dropBehind(history.marks, runningStep_);
  }
  plots_.clear();
  plots_.addPoints(history.points);
  plots_.addEpochs(history.epochs);
  plots_.addMarks(history.marks);
  log_.showPast(history);
  if (shown_ == recentRun_)
    append({newerThan(history.points, recent_.points), newerThan(history.epochs, recent_.epochs),
            newerThan(history.marks, recent_.marks), newerThan(history.checkpoints, recent_.checkpoints)});
  for (const QString& line : std::exchange(missedLines_, {})) log_.addNow(line);
}

void RunView::append(const WorkerNews& news) {
  plots_.addPoints(news.points);
  plots_.addEpochs(news.epochs);
  plots_.addMarks(news.marks);
  log_.addEpochs(news.epochs);
  for (const RunMark& mark : news.marks) log_.addNow(QString::fromStdString(mark.text));
  log_.addCheckpoints(news.checkpoints);
}

void RunView::addNews(RunId run, const WorkerNews& news) {
  if (recentRun_ != run) recent_ = {};
  recentRun_ = run;
  appendNews(recent_.points, news.points);
  appendNews(recent_.epochs, news.epochs);
  appendNews(recent_.marks, news.marks);
  appendNews(recent_.checkpoints, news.checkpoints);
  if (shown_ == run) append(news);
}

void RunView::forgetAfter(RunId run, std::int64_t step) {
  if (recentRun_ != run) return;
  dropBehind(recent_.points, step);
  dropBehind(recent_.epochs, step);
  dropBehind(recent_.marks, step);
  dropBehind(recent_.checkpoints, step);
}

void RunView::addSpeed(RunId run, double step, double samplesPerSecond) {
  if (run.valid() && shown_ == run) plots_.addSpeed(step, samplesPerSecond);
}

void RunView::addLine(RunId run, const QString& words) {
  if (!run.valid()) return;
  if (shown_ == run)
    log_.addNow(words);
  else if (wanted_ == run)
    missedLines_ << words;
}

}  // namespace fovea
