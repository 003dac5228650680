// Why: work on a stream is recorded once and launched many times as a whole: by the device for a training step, by a
// trial for one candidate.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// Records the work that `enqueue` submits to the context's stream as a CUDA graph. Uses thread-local mode, so that
// another thread may allocate or pin memory meanwhile. The stream is unchanged afterwards, even if this fails.
Result<std::unique_ptr<CapturedStep>> captureGraph(const ContextPointer& context,
                                                   const std::function<Status()>& enqueue);
// Returns whether the context's stream is being recorded, or cannot tell; no trial can run then.
bool isRecording(const ContextPointer& context);

}  // namespace fovea::cuda
