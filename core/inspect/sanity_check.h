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
  std::int64_t stages = 8;  // maximum number of stages; each randomises about as many layers as the others
  // For the random weights; a run with the same seed gets others than those its training began with.
  std::uint64_t seed = 1;
};

struct SanityStage {
  std::string layer;        // this layer and all layers with weights after it are random
  std::int64_t layers = 0;  // number of those layers
  // Rank correlation of the values and of their magnitudes with the explanation by the learned weights. NaN if one of
  // the explanations is constant.
  double signedSimilarity = 0, similarity = 0;
  Attribution explanation;
};

enum class SanityVerdict {
  FollowsWeights,  // |similarity| is below 0.3: the explanation depends on what was learned
  Partly,
  IgnoresWeights,  // it is at least 0.7: the explanation depends little on the network
  Nothing,         // an explanation is constant, so nothing can be compared
};
// "follows_weights", "partly", "ignores_weights", "nothing"
const char* sanityVerdictName(SanityVerdict verdict);

struct SanityCheck {
  Attribution explanation;                         // with the learned weights
  std::vector<SanityStage> stages;                 // in the last one, all weights are random
  SanityVerdict verdict = SanityVerdict::Nothing;  // from the last stage's similarity
};

// Explains the same score of `input` (see Attributor::explain) at each stage. Fails as Attributor, and with
// InvalidArgument for a network without weights or fewer than one stage, or Cancelled.
Result<SanityCheck> checkSanity(const Checkpoint& checkpoint, std::shared_ptr<Device> device, const Tensor& input,
                                AttributionOptions options, const SanityOptions& sanity = {},
                                const CancelToken& cancel = {}, const ProgressFunction& progress = {});

// Returns the verdict as a sentence in English.
std::string sanityWords(const SanityCheck& check);
// {"verdict", "text", "stages": [{"layer", "layers", "similarity", "signed_similarity"}]}
Json sanityJson(const SanityCheck& check);

}  // namespace fovea
