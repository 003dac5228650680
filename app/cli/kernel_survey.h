// Why: `fovea-cli doctor --kernels` checks every kernel on this machine, as the tests do.
#pragma once
#include <memory>

#include "app/cli/command.h"

namespace fovea::cli {

struct KernelSurveyArguments {
  bool wanted = false;
  std::string device;  // empty: all devices except the reference, with which they are compared
  std::string op;      // empty: all
  std::string mode = "check";
};

// Adds --kernels and its options.
void addKernelSurveyOptions(CLI::App& command, const std::shared_ptr<KernelSurveyArguments>& arguments);
// Prints the results. Internal if a kernel or a gradient is wrong.
Status runKernelSurvey(Context& context, const KernelSurveyArguments& arguments);

}  // namespace fovea::cli
