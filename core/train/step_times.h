// Why: a run is slow because it waits for data, because it computes, or because of what the host does besides. Says in
// words which of them, from the times of its steps. Thread-safety: values and pure functions.
#pragma once
#include <cstdint>
#include <string>

namespace fovea {

// Seconds of training steps, by what the training thread did.
struct StepTimes {
  std::int64_t steps = 0;
  double data = 0;     // waiting for the loader's next batch
  double compute = 0;  // binding the batch and running the step
  double host = 0;     // all else: measuring, curves, looking at layers, saving

  double total() const { return data + compute + host; }
  // What was added since `before`.
  StepTimes since(const StepTimes& before) const {
    return {steps - before.steps, data - before.data, compute - before.compute, host - before.host};
  }
};

// What a step waits for most.
enum class StepWait { Nothing, Compute, Data, Host };
// Nothing without steps. Data and host count as soon as they take a quarter of the time: only they can be mended.
StepWait stepWait(const StepTimes& times);
// "Compute 91 %, data 3 %, host 6 %: the device is kept busy." `threads` load the data, 0 if it is not known.
std::string stepWaitText(const StepTimes& times, int threads = 0);

}  // namespace fovea
