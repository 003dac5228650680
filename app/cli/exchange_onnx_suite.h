// Why: `fovea-cli doctor --onnx-suite` runs the ONNX project's own tests and says which operators are right.
#pragma once
#include <memory>

#include "app/cli/command.h"

namespace fovea::cli {

struct OnnxSuiteArguments {
  std::string folder;  // empty: not wanted
  bool table = false;
  bool operators = false;
};

// Adds --onnx-suite, --onnx-table and --onnx-operators.
void addOnnxSuiteOptions(CLI::App& command, const std::shared_ptr<OnnxSuiteArguments>& arguments);
// Prints the counts, and what did not pass. Internal when a case computed something wrong.
Status runOnnxSuiteCommand(Context& context, const OnnxSuiteArguments& arguments);
// Prints which versions and attributes of which operators are understood.
void printOnnxOperators(const Context& context);

}  // namespace fovea::cli
