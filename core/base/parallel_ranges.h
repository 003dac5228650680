// Why: long computations of core use all processors, stay cancellable, and give the same result with any number of
// threads.
#pragma once
#include <cstddef>
#include <functional>

namespace fovea {

// Calls work(begin, end) for consecutive ranges of [0, count), each of `grain` elements (the last may be shorter), on
// up to `threads` threads (0: the machine's), of which the caller's is one. The ranges do not depend on the number of
// threads, but their order does: they must not write to the same memory. The caller's thread calls goOn(done) after
// each of its ranges, `done` being the number of elements that have been started: false ends the work early. Returns
// whether all ranges were worked on. An exception of `work` ends the work and is thrown again here.
bool parallelRanges(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work,
                    const std::function<bool(std::size_t)>& goOn, unsigned threads = 0);

}  // namespace fovea
