// Why: measures the promise that the window never waits: a
// timer on the main thread records its longest interruption.
#pragma once
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace fovea::test {

constexpr int kTickMilliseconds = 5;

// Milliseconds during which the main thread ran, and during which it was ready but had no core.
struct ThreadClocks {
  double computed = 0;
  double waited = 0;
};

inline ThreadClocks threadClocks() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  ThreadClocks clocks{static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6, 0};
  std::ifstream file("/proc/self/task/" + std::to_string(::syscall(SYS_gettid)) + "/schedstat");
  double running = 0, waiting = 0;
  if (file >> running >> waiting) clocks.waited = waiting / 1e6;
  return clocks;
}

// Between two ticks.
struct Gap {
  double wall = 0;
  double computed = 0;
  double waited = 0;  // waiting for a core that other programs or training used
  QString during;
  // The part that the window itself caused.
  double own() const { return std::max(computed, wall - waited); }
  QString text() const {
    return QString("%1 ms (%2 ms computed, %3 ms without a core) during %4")
        .arg(wall, 0, 'f', 1)
        .arg(computed, 0, 'f', 1)
        .arg(waited, 0, 'f', 1)
        .arg(during);
  }
};

class GapMeter : public QObject {
 public:
  GapMeter() {
    timer_.setTimerType(Qt::PreciseTimer);
    timer_.setInterval(kTickMilliseconds);
    connect(&timer_, &QTimer::timeout, this, [this] { tick(); });
  }
  void start() {
    clock_.start();
    last_ = threadClocks();
    timer_.start();
  }
  void stop() { timer_.stop(); }
  // Ignores the time since the last tick.
  void skip() {
    clock_.restart();
    last_ = threadClocks();
  }
  void say(const QString& what) { during_ = what; }
  int ticks() const { return ticks_; }
  const Gap& longest() const { return longest_; }
  const Gap& longestOwn() const { return longestOwn_; }
  // Returns a quantile of the milliseconds that the thread ran between ticks; for 0.99 only one interval in a hundred
  // is longer.
  double computedAt(double quantile) {
    std::ranges::sort(computed_);
    return computed_.empty()
               ? 0
               : computed_[std::min(computed_.size() - 1, std::size_t(double(computed_.size()) * quantile))];
  }
  // The longest interval caused by the window, for each occasion.
  const std::map<QString, Gap>& byOccasion() const { return byOccasion_; }

 private:
  void tick() {
    const double wall = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
    clock_.restart();
    const ThreadClocks now = threadClocks();
    const Gap gap{wall, now.computed - last_.computed, now.waited - last_.waited, during_};
    last_ = now;
    ++ticks_;
    computed_.push_back(gap.computed);
    if (gap.wall > longest_.wall) longest_ = gap;
    if (gap.own() > longestOwn_.own()) longestOwn_ = gap;
    if (Gap& longest = byOccasion_[during_]; gap.own() > longest.own()) longest = gap;
  }

  QTimer timer_;
  QElapsedTimer clock_;
  ThreadClocks last_;
  Gap longest_, longestOwn_;
  std::map<QString, Gap> byOccasion_;
  std::vector<double> computed_;
  QString during_ = "the start";
  int ticks_ = 0;
};

}  // namespace fovea::test
