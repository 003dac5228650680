// Why: networks with their weights come and go in several formats; this is the one door, and it says what was lost on
// the way. A Checkpoint carries both sides: a network, its weights, the names of its classes.
#pragma once
#include "core/base/cancel.h"
#include "core/exchange/network_weights.h"

namespace fovea {

struct ExchangeOptions {
  std::int64_t opset = 17;  // of ONNX models to write
  std::uint64_t seed = 0;   // of weights that are not there yet
  // A file whose weights the network takes: a safetensors file, under PyTorch's names or its own, or, of a network of
  // Caffe's, a caffemodel. Empty: those of the same name, if the format has any.
  std::filesystem::path weights{};
  bool pytorchNames = false;  // .safetensors: plain weights under PyTorch's names instead of a checkpoint
  // Where to look between two stages whether to go on, and to tell which one it is.
  CancelToken cancel{};
  ProgressFunction progress{};
  // Of a sample, where a text of Caffe's or an ONNX model leaves it open: all its extents, those that are said too.
  std::vector<std::int64_t> shape{};
  // Without a shape, what an ONNX model leaves open is taken as usual, and the report says so; false: it is not read.
  bool guessShape = true;
  // Of networks of Caffe's: the mean file and the phase (train, test, deploy) where the text leaves them open, and how
  // many steps an epoch has.
  std::filesystem::path mean{};
  std::string phase{};
  std::int64_t stepsPerEpoch = 0;
};

// A kind of file that networks come from or go to; what a window offers.
struct ExchangeFormat {
  std::string title;                 // "ONNX model"
  std::vector<std::string> endings;  // ".onnx"; the first one is written
  bool reads = true;
  bool writes = true;
  std::int64_t leastOpset = 0;  // of ExchangeOptions::opset, and the largest one; 0: it is of no matter
  std::int64_t mostOpset = 0;
  std::string remark;  // what lies beside the file, in a sentence; may be empty
};
const std::vector<ExchangeFormat>& exchangeFormats();

struct ExchangeReport {
  std::vector<std::string> mapped;        // what became which layer
  std::vector<std::string> approximated;  // kept, but not to the last digit or not in all cases
  std::vector<std::string> dropped;       // left out, as training's own
  std::vector<std::string> notes;
  // What a file says of the shape of a sample where it leaves something open and ExchangeOptions::shape does not say
  // it: 0 for what is open. Empty otherwise.
  std::vector<std::int64_t> openShape;
  bool freshWeights = false;  // the file has none
  bool arranged = true;       // where layers stand was somebody's choice, not a row of them
  double difference = -1;     // relativeDifference() of the outputs on a sample; negative where none was computed
};

// By the name's ending: an ONNX model (.onnx), a network or solver of Caffe's (.prototxt), a checkpoint (.safetensors),
// a network file (.json) with weights of the same name beside it or fresh ones; or the name of a standard network, with
// fresh weights.
Result<Checkpoint> readExchanged(const std::string& nameOrFile, const ExchangeOptions& options,
                                 const std::shared_ptr<Device>& device, ExchangeReport& report);
// .onnx, .prototxt with a .caffemodel of the same name, .safetensors (a checkpoint, or weights under PyTorch's names),
// or .json or .py (PyTorch code) with the weights in a .safetensors file of the same name.
Status writeExchanged(const std::filesystem::path& path, const Checkpoint& checkpoint, const ExchangeOptions& options,
                      ExchangeReport& report);
// "input" and "output" of a sample as safetensors, for comparing with other programs; of a network with several of
// them "input.NAME" and "output.NAME".
Status writeSample(const std::filesystem::path& path, const Checkpoint& checkpoint,
                   const std::shared_ptr<Device>& device);

}  // namespace fovea
