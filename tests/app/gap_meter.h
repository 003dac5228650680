// Why: measures the promise that the window never waits: a
// timer on the main thread records its longest interruption.
// Include it in one file of a program: it replaces poll().
#pragma once
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QObject>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/app/throttle_meter.h"

namespace fovea::test {

// Milliseconds that this thread was ready to run but had no core.
inline double millisecondsWithoutCore() {
  thread_local const int file =
      ::open(("/proc/self/task/" + std::to_string(::syscall(SYS_gettid)) + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC);
  char text[96] = {};
  double running = 0, waiting = 0;
  if (::pread(file, text, sizeof text - 1, 0) <= 0 || std::sscanf(text, "%lf %lf", &running, &waiting) != 2) return 0;
  return waiting / 1e6;
}

// Milliseconds that this thread's event loop has waited for events, without those in which it had no core.
inline thread_local double idleMilliseconds = 0;

}  // namespace fovea::test

// Replaces the C library's function for the whole program, so that also the event loops of Qt and GLib wait in it.
extern "C" int poll(pollfd* descriptors, nfds_t count, int milliseconds) {
  using namespace fovea::test;
  QElapsedTimer clock;
  clock.start();
  const double before = millisecondsWithoutCore();
  const timespec wait{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  sigset_t blocked;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  ::sigaddset(&blocked, ThrottleMeter::signalNumber());
  const int ready = ::ppoll(descriptors, count, milliseconds < 0 ? nullptr : &wait, &blocked);
  idleMilliseconds += static_cast<double>(clock.nsecsElapsed()) / 1e6 - (millisecondsWithoutCore() - before);
  return ready;
}

namespace fovea::test {

constexpr int kTickMilliseconds = 5;

// Runs the event loop as the program does, until `done` returns true or the time is over; returns whether it did. Qt's
// own qWait() sleeps up to 10 ms between two events, which would be measured as an interruption.
inline bool runEventsUntil(const std::function<bool()>& done, int milliseconds) {
  QEventLoop loop;
  QTimer end, asking;
  end.setSingleShot(true);
  end.setTimerType(Qt::PreciseTimer);
  QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
  QObject::connect(&asking, &QTimer::timeout, &loop, [&] {
    if (done()) loop.quit();
  });
  end.start(milliseconds);
  asking.start(kTickMilliseconds);
  if (!done()) loop.exec();
  return done();
}

inline void runEvents(int milliseconds) {
  runEventsUntil([] { return false; }, milliseconds);
}

// Milliseconds during which the main thread ran, was ready but had no core, and had nothing to do.
struct ThreadClocks {
  double computed = 0;
  double throttled = 0;  // the part of `computed` that a processor at its usual speed would have saved
  double waited = 0;
  double idle = 0;
};

inline ThreadClocks threadClocks() {
  return {millisecondsOf(CLOCK_THREAD_CPUTIME_ID), ThrottleMeter::lost(), millisecondsWithoutCore(), idleMilliseconds};
}

// Between two ticks.
struct Gap {
  double wall = 0;
  double computed = 0;
  double throttled = 0;  // the part of `computed` that the machine's slowness caused
  double waited = 0;     // waiting for a core that other programs or training used
  double idle = 0;       // waiting for events; longer than to the next tick where the machine wakes the thread late
  QString during;
  // The part that the window itself caused.
  double own() const { return std::max(computed, wall - waited - idle) - throttled; }
  QString text() const {
    return QString(
               "%1 ms (%2 ms computed, of which %3 ms by a slow processor, %4 ms without a core, %5 ms idle) during %6")
        .arg(wall, 0, 'f', 1)
        .arg(computed, 0, 'f', 1)
        .arg(throttled, 0, 'f', 1)
        .arg(waited, 0, 'f', 1)
        .arg(idle, 0, 'f', 1)
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
    throttle_.emplace();
    clock_.start();
    last_ = threadClocks();
    timer_.start();
  }
  void stop() {
    timer_.stop();
    throttle_.reset();
  }
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
    const Gap gap{wall,
                  now.computed - last_.computed,
                  now.throttled - last_.throttled,
                  now.waited - last_.waited,
                  now.idle - last_.idle,
                  during_};
    last_ = now;
    ++ticks_;
    computed_.push_back(gap.computed);
    if (gap.wall > longest_.wall) longest_ = gap;
    if (gap.own() > longestOwn_.own()) longestOwn_ = gap;
    if (Gap& longest = byOccasion_[during_]; gap.own() > longest.own()) longest = gap;
  }

  std::optional<ThrottleMeter> throttle_;
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
