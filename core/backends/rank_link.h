// Why: ranks of one run exchange numbers in different ways (memory of one process, MPI). A link is such a way, with the
// few blocking exchanges that a Communicator is made of. Only the thread of its Communicator calls it.
#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// Numbers in host memory that are summed over all ranks, in place. All ranks pass parts of the same sizes in the same
// order. `factor` scales the numbers of this rank first; 0: it adds nothing, whatever its numbers are.
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

// A link calls this again and again while it waits, with the ranks that it waits for (empty: not known). An error ends
// the waiting.
using WaitCheck = std::function<Status(const std::vector<int>& waitedFor)>;

class RankLink {
 public:
  virtual ~RankLink() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Every number becomes factor[0] · x[0] + factor[1] · x[1] + … in the order of the ranks, so that all ranks get the
  // same bits, with every kind of link.
  virtual Status sum(const SumRequest& request, const WaitCheck& check) = 0;
  // The texts of all ranks, by rank.
  virtual Result<std::vector<std::string>> gather(const std::string& mine, const WaitCheck& check) = 0;
  // Tells all other ranks that this one gives up. Never waits long.
  virtual void tellFailure(const std::string& cause) = 0;
  // What another rank told, with its number; nothing: none has given up.
  virtual std::optional<std::pair<int, std::string>> toldFailure() = 0;
  // The last call. `inOrder`: no rank has failed, so all of them come here.
  virtual void leave(bool inOrder) = 0;
};

// Ranks that are threads of one process: the links of a whole team. Each belongs to one thread.
std::vector<std::unique_ptr<RankLink>> makeThreadLinks(int size);

// The part of a concatenation of `count` numbers that one rank adds up for all.
struct SumShare {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};
SumShare sumShareOf(std::size_t count, int rank, int size);

// Calls body(pointer, count, offset) for the stretches of the parts that hold the numbers of `share`; `offset` counts
// from the share's beginning.
template <class T, class Body>
void eachStretch(const std::vector<SumRequest::Part>& parts, const SumShare& share, Body&& body) {
  std::size_t at = 0;
  for (const SumRequest::Part& part : parts) {
    const std::size_t begin = std::max(at, share.begin), end = std::min(at + part.count, share.end);
    if (begin < end) body(static_cast<T*>(part.numbers) + (begin - at), end - begin, begin - share.begin);
    at += part.count;
  }
}

// target = factor · source, or target += factor · source.
template <class T>
void startSum(T* target, const T* source, std::size_t count, double factor) {
  const T scale = static_cast<T>(factor);
  if (factor == 0)
    for (std::size_t i = 0; i < count; ++i) target[i] = 0;
  else
    for (std::size_t i = 0; i < count; ++i) target[i] = scale * source[i];
}
template <class T>
void addScaled(T* target, const T* source, std::size_t count, double factor) {
  const T scale = static_cast<T>(factor);
  if (factor == 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    const T scaled = scale * source[i];
    target[i] += scaled;
  }
}

}  // namespace fovea
