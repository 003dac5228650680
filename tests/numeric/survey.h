// Why: runs the whole table, or one op of it, in one of four modes on one device, for programs that show the results: a
// user's `doctor --kernels` shows the same as the tests.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "core/base/cancel.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {

enum class SurveyMode {
  Check,     // the device's kernels against the reference kernels, f32 and f64; then whole training steps
  Gradient,  // gradient rules against finite differences in f64: the same on every device
  Speed,     // the device's time for cases of the size of real networks, in f32
  Support,   // the device's kernel for each case in f32, or why there is none
};

enum class Verdict { Passed, Failed, Skipped };

struct SurveyResult {
  std::string op;     // "training step" for whole steps
  std::string title;  // "conv2d_groups_f32"
  Verdict verdict = Verdict::Passed;
  std::string words;  // the chosen kernel, the error, or why it was skipped
  Timing timing;      // of Speed
};

struct SurveyOptions {
  SurveyMode mode = SurveyMode::Check;
  std::string op;                // empty: every op
  double secondsPerCase = 0.02;  // of Speed
};

// Passes each result to `show` as soon as it is available. NotFound lists the ops if `op` is unknown; Cancelled.
Status survey(const SurveyOptions& options, const std::shared_ptr<Device>& device, const CancelToken& cancel,
              const std::function<void(const SurveyResult&)>& show);

}  // namespace fovea::numeric
