// Why: the ONNX project's own tests say which operators Fovea has right; one call runs them all and counts. A case is a
// folder with model.onnx and test_data_set_*/{input,output}_*.pb.
#pragma once
#include <filesystem>
#include <functional>

#include "core/exchange/onnx/onnx_program.h"

namespace fovea {

enum class OnnxOutcome {
  Passed,
  Unsupported,  // said so by name before anything was computed
  Failed,       // computed, and wrong
};

struct OnnxCase {
  std::string name;  // "node/test_add"
  OnnxOutcome outcome = OnnxOutcome::Failed;
  std::string message;           // why it did not pass
  std::string blamed;            // the operator that is not supported
  std::vector<std::string> ops;  // of the model, each once
};

// Whether each number of `got` is within `absolute` + `relative` · |number| of `wanted`; else what differs, in words.
Status compareOnnxTensors(const OnnxTensor& got, const OnnxTensor& wanted, double relative = 1e-3,
                          double absolute = 1e-7);

// One case, by the tolerances of the ONNX test runner (relative 1e-3, absolute 1e-7); two kinds of numbers that the
// suite itself has only roughly have wider ones (see the source).
OnnxCase runOnnxCase(const std::filesystem::path& folder, const std::shared_ptr<Device>& device);

// Every folder with a model below `folder`, in order of their names; `each` is called after each with
// the share that is done. NotFound: none there.
Result<std::vector<OnnxCase>> runOnnxSuite(const std::filesystem::path& folder, const std::shared_ptr<Device>& device,
                                           const std::function<void(const OnnxCase&, double share)>& each = {});

struct OnnxTally {
  int passed = 0;
  int unsupported = 0;
  int failed = 0;
};
OnnxTally tallyOf(const std::vector<OnnxCase>& cases);
// By operator: a passing case counts for each operator of its model, another for the one that is to blame.
std::map<std::string, OnnxTally> tallyByOperator(const std::vector<OnnxCase>& cases);

}  // namespace fovea
