// Why: networks, solvers and weights of Caffe may come from anywhere.

#include <filesystem>
#include <stdexcept>

#include "core/base/file.h"
#include "core/exchange/caffe/caffe_import.h"
#include "core/exchange/caffe/caffe_solver.h"
#include "core/exchange/caffe/caffe_text.h"
#include "core/exchange/caffe/caffe_weights.h"
#include "core/network/network_analysis.h"
#include "parsers.h"

namespace fovea::test {
namespace {

const char* const kToday = R"(name: "seed"  # words
layer { name: "data" type: "Input" top: "data" top: "label" input_param { shape { dim: 1 dim: 3 dim: 8 dim: 8 } } }
layer { name: "c" type: "Convolution" bottom: "data" top: "c" param { lr_mult: 1 } param { lr_mult: 2 }
  convolution_param { num_output: 4 kernel_size: 3 pad: 1 stride: 1 weight_filler { type: "xavier" } } }
layer { name: "bn" type: "BatchNorm" bottom: "c" top: "c" } layer { name: "sc" type: "Scale" bottom: "c" top: "c" scale_param { bias_term: true } }
layer { name: "p" type: "Pooling" bottom: "c" top: "p" pooling_param { pool: AVE kernel_h: 3 kernel_w: 2 stride: 2 } }
layer { name: "s" type: "Slice" bottom: "p" top: "x" top: "y" slice_param { slice_point: 1 } }
layer { type: 'Python' name: 'u' bottom: 'x' bottom: 'data' top: 'u' python_param: < module: 'm' > include { phase: TEST } }
layer { name: "e" type: "Eltwise" bottom: "c" bottom: "data" top: "e" eltwise_param { coeff: [0.5, -1] } }
layer { name: "g" type: "Fovea.gelu" bottom: "y" top: "g" } layer { name: "f" type: "InnerProduct" bottom: "g" top: "f" inner_product_param { num_output: 3 } }
layer { name: "l" type: "SoftmaxWithLoss" bottom: "f" bottom: "label" top: "l" include { phase: TRAIN } }
)";
const char* const kOld = R"(input: "data" input_dim: 1 input_dim: 3 input_dim: 8 input_dim: 8
layers { name: "c" type: CONVOLUTION bottom: "data" top: "c" blobs_lr: 1. blobs_lr: 2. convolution_param { num_output: 4 kernel_size: 3 } }
layers { layer { name: "r" type: "relu" } bottom: "c" top: "c" } layers { name: "s" type: SOFTMAX bottom: "c" top: "s" }
)";
const char* const kSolver =
    "net: \"a.prototxt\" base_lr: 0.01 lr_policy: \"multistep\" stepvalue: 100 stepvalue: 200 gamma: 0.1 max_iter: "
    "1000 "
    "type: \"Adam\" momentum: 0.9 weight_decay: 5e-4 clip_gradients: 35 test_interval: 100";

bool runPrototxt(const std::uint8_t* bytes, std::size_t size) {
  const auto read = readPrototxtNetwork(textOf(bytes, size));
  if (!read.ok()) {
    require(!read.error().message.empty(), "an error without words");
    return false;
  }
  for (const NetworkProblem& problem : analyzeNetwork(read->network).problems)
    require(!problem.message.empty(), "a problem without words");
  const auto again = networkFromPrototxt(networkToPrototxt(read->network));
  require(again.ok(), "what was written cannot be read");
  require(again->layers().size() == read->network.layers().size(), "what was written is not what was read");
  for (const Layer& layer : read->network.layers()) {
    const Layer* same = again->findByName(layer.name);
    require(same && same->type == layer.type, "a layer has changed");
    for (const auto& [name, value] : layer.parameters)  // a placeholder's text depends on its neighbours' names
      require(name == "text" || *same->parameters.find(name) == value, "a parameter has changed");
  }
  return true;
}

bool runSolver(const std::uint8_t* bytes, std::size_t size) {
  const auto message = parseTextMessage(textOf(bytes, size));
  ExchangeReport report;
  const auto solver = message.ok() ? readCaffeSolver(*message, 0, report) : Result<CaffeSolver>(message.error());
  require(solver.ok() || !solver.error().message.empty(), "an error without words");
  if (!solver.ok()) return false;
  require(!writeCaffeSolver(solver->settings, solver->net, solver->stepsPerEpoch, report).empty(), "nothing written");
  return true;
}

bool runCaffemodel(const std::uint8_t* bytes, std::size_t size) {
  const std::span content(reinterpret_cast<const std::byte*>(bytes), size);
  const auto mean = parseCaffeMean(content);
  require(mean.ok() || !mean.error().message.empty(), "an error without words");
  const auto weights = parseCaffeWeights(content);
  require(weights.ok() || !weights.error().message.empty(), "an error without words");
  if (!weights.ok()) return mean.ok();
  CaffeImportOptions options;
  options.weights = &*weights;
  ExchangeReport report;
  const auto read = importCaffeNet(kOld, options, report);
  require(read.ok() || !read.error().message.empty(), "an error without words");
  return true;
}

}  // namespace

std::vector<Parser> caffeParsers() {
  const std::vector<CaffeWeightsLayer> layers{
      {"c",
       "Convolution",
       {Tensor::zeros({DataType::Float32, Shape{4, 3, 3, 3}}), Tensor::of<float>(Shape{4}, {1, 2, 3, 4})}},
      {"s", "Softmax", {Tensor::of<float>(Shape{1}, {1})}}};
  const std::string weights =
      bytesOf([&](const std::filesystem::path& path) { return writeCaffeWeights(path, "seed", layers); });
  const std::string mean = bytesOf([](const std::filesystem::path& path) {
    return writeCaffeMean(path, Tensor::of<float>(Shape{1, 1, 2}, {1, 2}));
  });
  return {{"prototxt", {kToday, kOld}, runPrototxt},
          {"solver", {kSolver}, runSolver},
          {"caffemodel", {weights, mean}, runCaffemodel}};
}

}  // namespace fovea::test
