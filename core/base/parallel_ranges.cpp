#include "core/base/parallel_ranges.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/guarded.h"

namespace fovea {

bool parallelRanges(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work,
                    const std::function<bool(std::size_t)>& goOn, unsigned threads) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t ranges = (count + grain - 1) / grain;
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stopped = false;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto takeRanges = [&](bool caller) {
    while (!stopped) {
      const std::size_t range = next++;
      if (range >= ranges) return;
      work(range * grain, std::min(count, (range + 1) * grain));
      if (caller && goOn && !goOn(std::min(count, next * grain))) stopped = true;
    }
  };
  const auto run = [&](bool caller) {
    // An exception stops all threads; the calling thread rethrows it.
    (void)guarded([&] {
      try {
        takeRanges(caller);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        if (!thrown) thrown = std::current_exception();
        stopped = true;
      }
    });
  };
  {
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(threads, ranges);
    try {
      for (std::size_t i = 1; i < wanted; ++i) helpers.emplace_back(run, false);
    } catch (const std::system_error&) {
      // If the system refuses another thread, the existing ones do the work.
    }
    run(true);
  }
  if (thrown) std::rethrow_exception(thrown);
  return !stopped;
}

}  // namespace fovea
