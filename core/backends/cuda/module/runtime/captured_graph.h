// Why: work on a stream is recorded once and launched many times as a whole: a step by the device, a candidate by its
// trial.
#pragma once
#include "core/backends/cuda/module/runtime/support.h"
#include "core/backends/device.h"

namespace fovea::cuda {

// Records the work that `enqueue` submits to the context's stream as a CUDA graph. Uses thread-local mode, so that
// another thread may allocate or pin memory meanwhile. The stream is unchanged afterwards, whether this succeeds or
// not.
Result<std::unique_ptr<CapturedStep>> captureGraph(const ContextPointer& context,
                                                   const std::function<Status()>& enqueue);
// Whether the context's stream is being recorded: nothing can be tried then.
bool isRecording(const ContextPointer& context);

}  // namespace fovea::cuda
