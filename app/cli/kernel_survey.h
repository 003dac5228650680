// Why: `fovea-cli doctor --kernels` proves on this machine that every kernel computes what it should, as the tests do.
#pragma once
#include <memory>

#include "app/cli/command.h"

namespace fovea::cli {

struct KernelSurveyArguments {
  bool wanted = false;
  std::string device;  // empty: every device but the reference, which the others are compared with
  std::string op;      // empty: all
  std::string mode = "check";
};

// Adds --kernels and what goes with it.
void addKernelSurveyOptions(CLI::App& command, const std::shared_ptr<KernelSurveyArguments>& arguments);
// Prints what was found. Internal when a kernel or a gradient is wrong.
Status runKernelSurvey(Context& context, const KernelSurveyArguments& arguments);

}  // namespace fovea::cli
