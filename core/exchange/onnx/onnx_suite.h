// Why: runs the ONNX project's own operator tests and counts the results. A case is a folder with model.onnx and
// test_data_set_*/{input,output}_*.pb.
#pragma once
#include <filesystem>
#include <functional>

#include "core/exchange/onnx/onnx_program.h"

namespace fovea {

enum class OnnxOutcome {
  Passed,
  Unsupported,  // reported as unsupported before computing
  Failed,       // computed a wrong result
};

struct OnnxCase {
  std::string name;  // "node/test_add"
  OnnxOutcome outcome = OnnxOutcome::Failed;
  std::string message;           // the reason for not passing
  std::string blamed;            // the unsupported operator
  std::vector<std::string> ops;  // the model's operators, each once
};

// Checks that each element of `got` is within `absolute` + `relative` · |wanted|; the error describes the difference.
Status compareOnnxTensors(const OnnxTensor& got, const OnnxTensor& wanted, double relative = 1e-3,
                          double absolute = 1e-7);

// Runs one case with the tolerances of the ONNX test runner (relative 1e-3, absolute 1e-7). Two kinds of cases with
// imprecise reference values have wider ones (see the source).
OnnxCase runOnnxCase(const std::filesystem::path& folder, const std::shared_ptr<Device>& device);

// Runs every folder with a model below `folder`, in order of name. `each` is called after each one with the completed
// fraction. NotFound: there are none.
Result<std::vector<OnnxCase>> runOnnxSuite(const std::filesystem::path& folder, const std::shared_ptr<Device>& device,
                                           const std::function<void(const OnnxCase&, double share)>& each = {});

struct OnnxTally {
  int passed = 0;
  int unsupported = 0;
  int failed = 0;
};
OnnxTally tallyOf(const std::vector<OnnxCase>& cases);
// Counts by operator: a passing case counts for all operators of its model, a failing one for the operator that fails.
std::map<std::string, OnnxTally> tallyByOperator(const std::vector<OnnxCase>& cases);

}  // namespace fovea
