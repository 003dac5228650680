// Why: the one interface for reading and writing networks with their weights in several formats. It reports what was
// lost in the conversion. A Checkpoint carries a network, its weights and its class names.
#pragma once
#include "core/base/cancel.h"
#include "core/exchange/input_choice.h"
#include "core/exchange/network_weights.h"

namespace fovea {

struct ExchangeOptions {
  std::int64_t opset = 17;  // of ONNX models to write
  std::uint64_t seed = 0;   // for missing weights
  // The weights file of the network: safetensors with PyTorch's or its own names, or a caffemodel for a Caffe network.
  // Empty: the file of the same name, if the format has one.
  std::filesystem::path weights{};
  bool pytorchNames = false;  // .safetensors: plain weights under PyTorch's names instead of a checkpoint
  // `cancel` is checked between two stages; `progress` reports the stage.
  CancelToken cancel{};
  ProgressFunction progress{};
  // The user's choices for inputs that a Caffe text or an ONNX model leaves open. A shape lists all extents, including
  // known ones.
  std::vector<InputChoice> inputs{};
  // Replaces missing extents of an ONNX model by usual ones and reports it; false: such a model is refused.
  bool guessShape = true;
  // For Caffe networks: the mean file and the phase (train, test, deploy), if the text does not say, and the number of
  // steps in an epoch.
  std::filesystem::path mean{};
  std::string phase{};
  std::int64_t stepsPerEpoch = 0;
  bool replace = false;  // writing may replace a checkpoint, and loses the state of its training
};

// A file format for import or export, as a window lists it.
struct ExchangeFormat {
  std::string title;                 // "ONNX model"
  std::vector<std::string> endings;  // ".onnx"; new files get the first one
  bool reads = true;
  bool writes = true;
  std::int64_t leastOpset = 0;  // smallest ExchangeOptions::opset, and the largest; 0: not applicable
  std::int64_t mostOpset = 0;
  std::string remark;  // files beside it, in a sentence; may be empty
};
const std::vector<ExchangeFormat>& exchangeFormats();

// Above this, the relative difference of outputs on a sample is not that of rounding.
inline constexpr double kNoticeableDifference = 1e-3;

struct ExchangeReport {
  std::vector<std::string> mapped;        // which layer each item became
  std::vector<std::string> approximated;  // kept, but not exactly or not in all cases
  std::vector<std::string> dropped;       // left out, since only training needs it
  std::vector<std::string> notes;
  // The open inputs of a file (extents of 0) that ExchangeOptions::inputs does not set; usually none.
  std::vector<InputChoice> openInputs;
  std::vector<InputChoice> inputs;  // as read from an ONNX model of another program
  bool freshWeights = false;        // the file has no weights
  bool arranged = true;             // layers have positions chosen by a person, not automatic ones
  double difference = -1;           // relativeDifference() of the outputs on a sample; negative if not computed
};

// Chooses the format by the extension: an ONNX model (.onnx), a Caffe network or solver (.prototxt), a checkpoint
// (.safetensors), a network file (.json) with weights of the same name or fresh ones. A standard network's name gives
// that network with fresh weights.
Result<Checkpoint> readExchanged(const std::string& nameOrFile, const ExchangeOptions& options,
                                 const std::shared_ptr<Device>& device, ExchangeReport& report);
// Writes .onnx, .prototxt with a .caffemodel of the same name, .safetensors (a checkpoint, or weights under PyTorch's
// names), or .json or .py (PyTorch code) with the weights in a .safetensors file of the same name. AlreadyExists if
// `path` is a checkpoint and ExchangeOptions::replace is false, or such a file beside it is one or is there without it.
Status writeExchanged(const std::filesystem::path& path, const Checkpoint& checkpoint, const ExchangeOptions& options,
                      ExchangeReport& report);
// Writes "input" and "output" of a sample as safetensors, for comparison with other programs; with several inputs or
// outputs "input.NAME" and "output.NAME".
Status writeSample(const std::filesystem::path& path, const Checkpoint& checkpoint,
                   const std::shared_ptr<Device>& device);

}  // namespace fovea
