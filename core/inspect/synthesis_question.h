// Why: a synthesis is asked of the inspection engine like every other question, and can be watched while it grows.
#pragma once
#include "core/inspect/questions.h"
#include "core/inspect/synthesis.h"

namespace fovea {

struct SynthesisRequest {
  // The checkpoint; and the sample, for Dream and Invert. A dream on a file has the file's own size.
  InspectionRequest from;
  SynthesisOptions options{};
};

// A Job. `watch` is called on the engine's thread. Fails like Synthesizer::run() and readCheckpoint().
Result<SynthesisResult> synthesise(const InspectionEngine::Desk& desk, const SynthesisRequest& request,
                                   const ProgressFunction& progress, const SynthesisWatcher& watch = {});

}  // namespace fovea
