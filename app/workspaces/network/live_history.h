// Why: earlier outputs of a layer put its present ones into perspective. For each layer this keeps a bounded number of
// measurements of the run, spread evenly over it. A value; GUI thread only.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/train/probe.h"

namespace fovea {

class LiveHistory {
 public:
  struct Entry {
    std::int64_t step = 0;
    Histogram output;
    double updateRatio = 0;  // NaN: nothing was changed
  };
  static constexpr std::size_t kMost = 64;  // entries a layer

  void add(const ProbeFrame& frame);
  void clear() { layers_.clear(); }
  // In order of step; empty: it was never measured.
  const std::vector<Entry>& of(const std::string& layer) const;

 private:
  struct Line {
    std::vector<Entry> entries;
    std::int64_t stride = 1;  // every so manyth frame is kept
    std::int64_t seen = 0;
  };
  std::map<std::string, Line> layers_;
};

}  // namespace fovea
