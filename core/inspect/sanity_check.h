// Why: an explanation that stays the same when the network's weights are random explains the sample, not the network.
// This randomises the layers one after the other from the last to the first and compares the explanations: the
// cascading randomisation of Adebayo et al., "Sanity Checks for Saliency Maps", 2018.
#pragma once
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/inspect/attribution.h"

namespace fovea {

struct SanityOptions {
  std::int64_t stages = 8;  // explanations at most; each stage randomises about as many layers as the others
  std::uint64_t seed = 1;   // of the random weights
};

struct SanityStage {
  std::string layer;        // this layer and all with weights after it are random
  std::int64_t layers = 0;  // how many those are
  // Rank correlation with the explanation by the learned weights, of the values and of their sizes. NaN where one of the
  // explanations is the same everywhere.
  double signedSimilarity = 0, similarity = 0;
  Attribution explanation;
};

enum class SanityVerdict {
  FollowsWeights,  // the similarity falls below 0.3 in size: the explanation depends on what was learned
  Partly,
  IgnoresWeights,  // it stays above 0.7: the explanation says little of the network
  Nothing,         // the explanation is the same at all places, so nothing can be compared
};
// "follows_weights", "partly", "ignores_weights", "nothing"
const char* sanityVerdictName(SanityVerdict verdict);

struct SanityCheck {
  Attribution explanation;          // by the learned weights
  std::vector<SanityStage> stages;  // the last one has random weights only
  SanityVerdict verdict = SanityVerdict::Nothing;  // by the last stage's similarity
};

// Explains the same score of `input` (see Attributor::explain) at each stage. InvalidArgument also for a network without
// weights and fewer than one stage; Cancelled; fails as Attributor.
Result<SanityCheck> checkSanity(const Checkpoint& checkpoint, std::shared_ptr<Device> device, const Tensor& input,
                                AttributionOptions options, const SanityOptions& sanity = {},
                                const CancelToken& cancel = {}, const ProgressFunction& progress = {});

// Says the verdict in a sentence, in English.
std::string sanityWords(const SanityCheck& check);
// {"verdict", "text", "stages": [{"layer", "layers", "similarity", "signed_similarity"}]}
Json sanityJson(const SanityCheck& check);

}  // namespace fovea
