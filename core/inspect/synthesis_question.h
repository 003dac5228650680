// Why: a synthesis is a question to the inspection engine like any other, and can be watched while it runs.
#pragma once
#include "core/inspect/questions.h"
#include "core/inspect/synthesis.h"

namespace fovea {

struct SynthesisRequest {
  // The checkpoint, and for Dream and Invert the sample. A dream on an image file keeps the size of that file.
  InspectionRequest from;
  SynthesisOptions options{};
};

// A Job. `watch` is called on the engine's thread. Fails like Synthesizer::run() and readCheckpoint().
Result<SynthesisResult> synthesise(const InspectionEngine::Desk& desk, const SynthesisRequest& request,
                                   const ProgressFunction& progress, const SynthesisWatcher& watch = {});

}  // namespace fovea
