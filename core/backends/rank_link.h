// Why: the ranks of one run exchange numbers in different ways (shared memory of one process, MPI). A link is one such
// way, with the few blocking exchanges that a Communicator needs. Only the thread of its Communicator calls it.
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// Numbers in host memory that are summed over all ranks, in place. All ranks pass parts of the same sizes in the same
// order. `factor` scales the numbers of this rank first; with 0 they are ignored, even if they are not finite.
struct SumRequest {
  struct Part {
    void* numbers = nullptr;
    std::size_t count = 0;
  };
  std::vector<Part> parts;
  bool wide = false;  // f64; else f32
  double factor = 1;

  std::size_t count() const {
    std::size_t total = 0;
    for (const Part& part : parts) total += part.count;
    return total;
  }
};

// A link calls this repeatedly while it waits, with the ranks that it waits for (empty: not known). An error ends the
// waiting.
using WaitCheck = std::function<Status(const std::vector<int>& waitedFor)>;

class RankLink {
 public:
  virtual ~RankLink() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Each number becomes factor[0] · x[0] + factor[1] · x[1] + …, added as addPairwise() does: all ranks get the same
  // bits, with every kind of link.
  virtual Status sum(const SumRequest& request, const WaitCheck& check) = 0;
  // The texts of all ranks, by rank.
  virtual Result<std::vector<std::string>> gather(const std::string& mine, const WaitCheck& check) = 0;
  // Tells all other ranks that this one gives up. Never waits long.
  virtual void tellFailure(const std::string& cause) = 0;
  // The rank that has given up, with its cause; nullopt if none has.
  virtual std::optional<std::pair<int, std::string>> toldFailure() = 0;
  // The last call. Waits at most this long for the other ranks to make it too.
  virtual void leave(std::chrono::milliseconds patience) = 0;
};

// The links of `size` ranks that are threads of this process. Each link belongs to one thread.
std::vector<std::unique_ptr<RankLink>> makeThreadLinks(int size);

// The part of `count` numbers that one rank adds up for all ranks.
struct SumShare {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};
SumShare sumShareOf(std::size_t count, int rank, int size);

// Calls body(pointer, count, offset) for each piece of the parts that belongs to `share`; `offset` counts from the
// share's beginning.
template <class T, class Body>
void eachStretch(const std::vector<SumRequest::Part>& parts, const SumShare& share, Body&& body) {
  std::size_t at = 0;
  for (const SumRequest::Part& part : parts) {
    const std::size_t begin = std::max(at, share.begin), end = std::min(at + part.count, share.end);
    if (begin < end) body(static_cast<T*>(part.numbers) + (begin - at), end - begin, begin - share.begin);
    at += part.count;
  }
}

// target = factor · source.
template <class T>
void scaleTo(T* target, const T* source, std::size_t count, double factor) {
  const T scale = static_cast<T>(factor);
  if (factor == 0)
    for (std::size_t i = 0; i < count; ++i) target[i] = 0;
  else
    for (std::size_t i = 0; i < count; ++i) target[i] = scale * source[i];
}

// Adds the numbers of all ranks pairwise: (0 + 1) + (2 + 3). Numbers that a rank has already added in the same way leave
// the order unchanged if all counts are powers of two. The rows, one for each rank, lose their values; the first gets
// the sum.
template <class T>
void addPairwise(std::span<T* const> rows, std::size_t count) {
  for (std::size_t step = 1; step < rows.size(); step *= 2)
    for (std::size_t i = 0; i + step < rows.size(); i += 2 * step)
      for (std::size_t n = 0; n < count; ++n) rows[i][n] += rows[i + step][n];
}

}  // namespace fovea
