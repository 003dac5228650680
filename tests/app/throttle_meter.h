// Why: measures how much of a thread's processor time was lost because the machine slowed its processor down, and
// charged the thread for it. Measured on a virtual machine: a constant computation of 1.5 ms took 15 to 32 ms now and
// then, each thousandth of it ten times as long as usual.
#pragma once
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>

namespace fovea::test {

inline double millisecondsOf(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Interrupts the thread that started it once in each millisecond, and times the same short computation there. Where
// that takes over twice its usual time before and after a millisecond, the processor was slow in it. What lies between
// two interruptions that are further apart counts as fast. One exists at a time.
class ThrottleMeter {
 public:
  ThrottleMeter() {
    struct sigaction action {};
    action.sa_handler = [](int) { sample(); };
    action.sa_flags = SA_RESTART;
    ::sigaction(signalNumber(), &action, nullptr);
    usual_ = usualMilliseconds();
    last_ = millisecondsOf(CLOCK_THREAD_CPUTIME_ID);
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signalNumber();
    event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0)
      throw std::system_error(errno, std::generic_category(), "no timer");
    constexpr timespec kInterval{0, 1'000'000};
    const itimerspec times{kInterval, kInterval};
    ::timer_settime(timer_, 0, &times, nullptr);
  }
  ~ThrottleMeter() {
    ::timer_delete(timer_);
    ::signal(signalNumber(), SIG_IGN);
  }
  ThrottleMeter(const ThrottleMeter&) = delete;
  ThrottleMeter& operator=(const ThrottleMeter&) = delete;

  // Milliseconds of processor time that a processor at its usual speed would have saved, until now.
  static double lost() {
    sigset_t blocked, before;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, signalNumber());
    ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
    sample();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return lost_;
  }
  // Computes what takes at least that many milliseconds at the processor's best speed.
  static void compute(double milliseconds) {
    const double turn = shortestTurn();
    for (double done = 0; done < milliseconds; done += turn) computeOnce();
  }
  // Blocked while the thread waits for events, which the signal would end.
  static int signalNumber() { return SIGRTMIN; }

 private:
  // Takes about 1.5 µs.
  static void computeOnce() {
    for (unsigned step = 0; step < 1000; ++step) number_ = number_ * 1664525u + 1013904223u;
  }
  // Milliseconds that the constant computation takes now; the shortest of three, as the system may interrupt one.
  static double probe() {
    double shortest = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 3; ++repetition) {
      const double start = millisecondsOf(CLOCK_MONOTONIC);
      computeOnce();
      shortest = std::min(shortest, millisecondsOf(CLOCK_MONOTONIC) - start);
    }
    return shortest;
  }
  // Milliseconds of one of many turns in a row, without reading the clock in between; the shortest of twenty.
  static double shortestTurn() {
    constexpr int kTurns = 64;
    double shortest = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 20; ++repetition) {
      const double start = millisecondsOf(CLOCK_MONOTONIC);
      for (int turn = 0; turn < kTurns; ++turn) computeOnce();
      shortest = std::min(shortest, (millisecondsOf(CLOCK_MONOTONIC) - start) / kTurns);
    }
    return shortest;
  }
  // The median over a quarter of a second, which is longer than the machine stays slow.
  static double usualMilliseconds() {
    std::array<double, 51> times;
    for (double& time : times) {
      time = probe();
      ::usleep(5000);
    }
    std::ranges::nth_element(times, times.begin() + times.size() / 2);
    return times[times.size() / 2];
  }
  static void sample() {
    const double now = millisecondsOf(CLOCK_THREAD_CPUTIME_ID);
    constexpr double kSlow = 2, kLongest = 2;  // kLongest in milliseconds
    const double slowness = probe() / usual_, least = std::min(slowness, lastSlowness_);
    if (least > kSlow) lost_ += std::min(now - last_, kLongest) * (1 - 1 / least);
    last_ = now;
    lastSlowness_ = slowness;
  }

  static inline volatile unsigned number_ = 1;
  static inline double usual_ = std::numeric_limits<double>::infinity();
  static inline double last_ = 0, lastSlowness_ = 1, lost_ = 0;
  timer_t timer_{};
};

}  // namespace fovea::test
