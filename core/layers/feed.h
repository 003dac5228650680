// Why: what a step is given from outside has a role, so that nothing looks for it by a fixed name and a network may
// have any number of inputs.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

enum class FeedRole {
  Samples,         // [N, …] for an Input layer: f32, or i32 where samples are symbols
  Target,          // what the losses compare with: i32 [N] labels of a classifier, or what another loss asks for
  Lengths,         // f32 [N]: the share of each sample's time that is its own
  Continues,       // f32 [N, 1]: 0 where a row begins anew, 1 where it goes on from the batch before
  Step,            // i64 []: the number of the training step, which counts random numbers
  LearningRate,    // f32 []
  GradientFactor,  // f32 []: 1 / samples whose gradients were gathered
};

// A value that must be set before a graph is run.
struct Feed {
  std::string name;  // the Input layer's name; of other roles "target", "lengths", …
  FeedRole role = FeedRole::Samples;
  TensorType type;           // with the batch axis where there is one
  ValueId value;             // the graph's input
  std::int64_t symbols = 0;  // of samples that are symbols: how many different ones there are
};

// The feeds of one graph, in the order in which its layers asked for them. Only Samples may be there several times.
class FeedList {
 public:
  void add(Feed feed) { feeds_.push_back(std::move(feed)); }

  // The first of that role; null where there is none.
  const Feed* find(FeedRole role) const {
    const auto found = std::find_if(begin(), end(), [&](const Feed& feed) { return feed.role == role; });
    return found == end() ? nullptr : &*found;
  }
  // The samples of that Input layer; null where there is none.
  const Feed* findSamples(std::string_view layer) const {
    const auto found = std::find_if(
        begin(), end(), [&](const Feed& feed) { return feed.role == FeedRole::Samples && feed.name == layer; });
    return found == end() ? nullptr : &*found;
  }
  // All feeds of the role Samples, in the order of the Input layers.
  std::vector<Feed> samples() const {
    std::vector<Feed> all;
    std::copy_if(begin(), end(), std::back_inserter(all),
                 [](const Feed& feed) { return feed.role == FeedRole::Samples; });
    return all;
  }
  // The value of find(); invalid where there is none.
  ValueId value(FeedRole role) const {
    const Feed* const feed = find(role);
    return feed ? feed->value : ValueId{};
  }
  bool has(FeedRole role) const { return find(role) != nullptr; }

  std::vector<Feed>::const_iterator begin() const { return feeds_.begin(); }
  std::vector<Feed>::const_iterator end() const { return feeds_.end(); }
  std::vector<Feed>::iterator begin() { return feeds_.begin(); }
  std::vector<Feed>::iterator end() { return feeds_.end(); }
  std::size_t size() const { return feeds_.size(); }

 private:
  std::vector<Feed> feeds_;
};

}  // namespace fovea
