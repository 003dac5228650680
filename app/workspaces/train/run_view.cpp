#include "app/workspaces/train/run_view.h"

#include <algorithm>

#include "app/bridge/run_library.h"
#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_plots.h"
#include "widgets/theme/core_text.h"

namespace fovea {
namespace {

constexpr std::ptrdiff_t kMostRecent = 10000;  // far more events than a run creates before they are stored
constexpr std::size_t kMostRecentRuns = 4;     // in addition to active ones

template <class Entry>
void dropBehind(std::vector<Entry>& entries, std::int64_t step) {
  std::erase_if(entries, [step](const Entry& each) { return each.step > step; });
}

// Returns the entries after the last one in the store.
template <class Entry>
std::vector<Entry> newerThan(const std::vector<Entry>& stored, const std::vector<Entry>& recent) {
  std::vector<Entry> newer = recent;
  if (!stored.empty())
    std::erase_if(newer, [last = stored.back().step](const Entry& each) { return each.step <= last; });
  return newer;
}

bool isSame(const RunMark& a, const RunMark& b) {
  return a.step == b.step && a.text == b.text;
}
bool isSame(const CheckpointRecord& a, const CheckpointRecord& b) {
  return a.step == b.step && a.file == b.file;
}

// Returns the entries that are not stored. The last stored step cannot tell, since a step may have several entries.
template <class Entry>
std::vector<Entry> withoutStored(const std::vector<Entry>& stored, const std::vector<Entry>& news) {
  std::vector<Entry> newer = news;
  std::erase_if(newer, [&stored](const Entry& each) {
    return std::any_of(stored.begin(), stored.end(), [&each](const Entry& other) { return isSame(each, other); });
  });
  return newer;
}

// Appends new entries. A continued run restarts at its checkpoint, so later entries are replaced.
template <class Entry>
void appendNews(std::vector<Entry>& recent, const std::vector<Entry>& news) {
  if (news.empty()) return;
  std::erase_if(recent, [from = news.front().step](const Entry& each) { return each.step >= from; });
  recent.insert(recent.end(), news.begin(), news.end());
  if (std::ssize(recent) > 2 * kMostRecent) recent.erase(recent.begin(), recent.end() - kMostRecent);
}

}  // namespace

RunView::RunView(RunLibrary& library, RunPlots& plots, RunLog& log, QObject* parent)
    : QObject(parent), library_(library), plots_(plots), log_(log) {}

void RunView::forget() {
  recent_.clear();
  show(RunId());
}

void RunView::clear() {
  plots_.clear();
  log_.clear();
  shown_ = RunId();
}

void RunView::show(RunId run) {
  wanted_ = run;
  missedLines_.clear();
  library_.withdraw(this);
  if (!run.valid()) return clear();
  // Keeps the curves of the previous run until the answer arrives, so that moving along the table does not flicker;
  // they are never combined with events of another run.
  shown_ = RunId();
  library_.history(run, this, [this](const Result<RunLibrary::History>& history) {
    if (history.ok()) return fill(**history);
    clear();
    wanted_ = RunId();
    Q_EMIT failed(history.error());
  });
}

void RunView::fill(const ThinnedHistory& stored) {
  ThinnedHistory history = stored;
  shown_ = wanted_;
  if (const auto running = running_.find(shown_); running != running_.end()) {
    dropBehind(history.points, running->second);
    dropBehind(history.epochs, running->second);
    dropBehind(history.validations, running->second);
    dropBehind(history.marks, running->second);
  }
  plots_.clear();
  plots_.setRun(history.run);
  plots_.addPoints(history.points);
  plots_.addEpochs(history.epochs, history.epochTimes, history.validations);
  plots_.addMarks(history.marks);
  log_.showPast(history);
  storedMarks_ = history.marks;
  storedCheckpoints_ = history.checkpoints;
  if (const auto found = recent_.find(shown_); found != recent_.end()) {
    const RunEvents& recent = found->second;
    append({shown_, newerThan(history.points, recent.points), newerThan(history.epochs, recent.epochs),
            newerThan(history.validations, recent.validations), recent.marks, recent.checkpoints});
  }
  log_.addNow(std::exchange(missedLines_, {}));
  Q_EMIT filled(shown_);
}

void RunView::append(const RunEvents& news) {
  const std::vector<RunMark> marks = withoutStored(storedMarks_, news.marks);
  plots_.addPoints(news.points);
  plots_.addEpochs(news.epochs, {}, news.validations);
  plots_.addMarks(marks);
  log_.addEpochs(news.epochs, news.validations);
  QStringList lines;
  for (const RunMark& mark : marks) lines << coreMessage(mark.text);
  log_.addNow(lines);
  log_.addCheckpoints(withoutStored(storedCheckpoints_, news.checkpoints));
}

void RunView::addEvents(const RunEvents& events) {
  if (!recent_.contains(events.run)) dropOldest();
  RunEvents& recent = recent_[events.run];
  appendNews(recent.points, events.points);
  appendNews(recent.epochs, events.epochs);
  appendNews(recent.validations, events.validations);
  appendNews(recent.marks, events.marks);
  appendNews(recent.checkpoints, events.checkpoints);
  if (shown_ == events.run) append(events);
}

// Drops the events of ended runs, which are in the store.
void RunView::dropOldest() {
  for (auto each = recent_.begin(); each != recent_.end() && recent_.size() >= kMostRecentRuns + running_.size();)
    each = running_.contains(each->first) ? std::next(each) : recent_.erase(each);
}

void RunView::forgetAfter(RunId run, std::int64_t step) {
  const auto found = recent_.find(run);
  if (found == recent_.end()) return;
  dropBehind(found->second.points, step);
  dropBehind(found->second.epochs, step);
  dropBehind(found->second.validations, step);
  dropBehind(found->second.marks, step);
  dropBehind(found->second.checkpoints, step);
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
