// Why: `fovea-cli doctor --onnx-suite` runs the ONNX project's own tests and reports which operators pass.
#pragma once
#include <memory>

#include "app/cli/command.h"

namespace fovea::cli {

struct OnnxSuiteArguments {
  std::string folder;  // empty: not requested
  bool table = false;
  bool operators = false;
};

// Adds --onnx-suite, --onnx-table and --onnx-operators.
void addOnnxSuiteOptions(CLI::App& command, const std::shared_ptr<OnnxSuiteArguments>& arguments);
// Prints the counts and the cases that did not pass. Internal if a case computed a wrong result.
Status runOnnxSuiteCommand(Context& context, const OnnxSuiteArguments& arguments);
// Prints the supported versions and attributes of each operator.
void printOnnxOperators(const Context& context);

}  // namespace fovea::cli
