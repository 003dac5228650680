// Why: every input of a step has a role, so that no code looks it up by a fixed name and a network may have any number
// of Input layers.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

enum class FeedRole {
  Samples,         // [N, …] for an Input layer: f32, or i32 if samples are symbols
  Target,          // the reference of the losses: i32 [N] labels of a classifier, or another type if a loss needs it
  Lengths,         // f32 [N]: the valid fraction of each sample's time steps; the rest is padding
  Continues,       // f32 [N, 1]: 1 if a row continues the same row of the previous batch, 0 if it starts anew
  Step,            // i64 []: the training step, which the random number generators use as counter
  LearningRate,    // f32 []
  GradientFactor,  // f32 []: 1 / number of samples whose gradients were accumulated
};

// A value that must be set before each run of a graph.
struct Feed {
  std::string name;  // the Input layer's name; for other roles "target", "lengths", …
  FeedRole role = FeedRole::Samples;
  TensorType type;           // includes the batch axis, if there is one
  ValueId value;             // the graph's input
  std::int64_t symbols = 0;  // for symbol samples: the size of the vocabulary
};

// The feeds of one graph, in the order in which its layers requested them. Only Samples may occur several times.
class FeedList {
 public:
  void add(Feed feed) { feeds_.push_back(std::move(feed)); }

  // The first feed of that role, or null.
  const Feed* find(FeedRole role) const {
    const auto found = std::find_if(begin(), end(), [&](const Feed& feed) { return feed.role == role; });
    return found == end() ? nullptr : &*found;
  }
  // The samples feed of that Input layer, or null.
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
  // The value of the first feed of that role; invalid if there is none.
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
