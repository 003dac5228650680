// Why: the whole table, or one op of it, run in one of four ways on one device, for whoever shows the results: a
// person's `doctor --kernels` sees what the tests see.
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
  Speed,     // the device's time for cases as large as in real networks, in f32
  Support,   // which kernel of the device takes each case in f32, or why none does
};

enum class Verdict { Passed, Failed, Skipped };

struct SurveyResult {
  std::string op;     // "training step" where whole steps are checked
  std::string title;  // "conv2d_groups_f32"
  Verdict verdict = Verdict::Passed;
  std::string words;  // the kernel that was chosen, what is wrong, or why it was skipped
  Timing timing;      // of Speed
};

struct SurveyOptions {
  SurveyMode mode = SurveyMode::Check;
  std::string op;                // empty: every op
  double secondsPerCase = 0.02;  // of Speed
};

// Gives each result to `show` as soon as it is there. NotFound names the ops when `op` is none; Cancelled.
Status survey(const SurveyOptions& options, const std::shared_ptr<Device>& device, const CancelToken& cancel,
              const std::function<void(const SurveyResult&)>& show);

}  // namespace fovea::numeric
