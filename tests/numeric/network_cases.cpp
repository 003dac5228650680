#include "tests/numeric/network_cases.h"

#include <cmath>

#include "core/base/random.h"
#include "core/graph/autodiff.h"

namespace fovea::numeric {
namespace {

using List = std::vector<std::int64_t>;

// Writes a network op by op and draws the initial value of each input and variable.
class NetworkWriter {
 public:
  explicit NetworkWriter(std::string name) : random_(42) { case_.name = std::move(name); }

  ValueId images(const Shape& shape) { return input("images", normal(shape, 1.0)); }
  ValueId labels(std::int64_t batch, std::int64_t classes) {
    Tensor tensor = Tensor::make({DataType::Int32, Shape{batch}});
    for (std::int32_t& label : tensor.values<std::int32_t>())
      label = static_cast<std::int32_t>(random_.below(static_cast<std::uint64_t>(classes)));
    return input("labels", std::move(tensor));
  }
  ValueId symbols(const Shape& shape, std::int64_t known) {
    Tensor tensor = Tensor::make({DataType::Int32, shape});
    for (std::int32_t& symbol : tensor.values<std::int32_t>())
      symbol = static_cast<std::int32_t>(random_.below(static_cast<std::uint64_t>(known)));
    return input("symbols", std::move(tensor));
  }
  ValueId step() { return input("step", Tensor::of<std::int64_t>(Shape{}, {7})); }
  // A trainable parameter: normal with He's deviation for its fan-in.
  ValueId parameter(const Shape& shape) {
    const auto fanIn = static_cast<double>(std::max<std::int64_t>(shape.elementsFrom(1), 1));
    parameters_.push_back(variable(normal(shape, std::sqrt(2.0 / fanIn))));
    return parameters_.back();
  }
  // A parameter or state with all elements equal to `value`.
  ValueId constant(const Shape& shape, double value, bool learns) {
    const ValueId id = variable(filled(shape, value));
    if (learns) parameters_.push_back(id);
    return id;
  }
  ValueId op(const std::string& name, const FieldValues& attributes, std::initializer_list<ValueId> inputs) {
    return builder_.emit(name, attributes, inputs)[0];
  }
  std::vector<ValueId> ops(const std::string& name, const FieldValues& attributes,
                           std::initializer_list<ValueId> inputs) {
    return builder_.emit(name, attributes, inputs);
  }
  const Shape shapeOf(ValueId value) { return builder_.typeOf(value).shape; }
  ValueId convolution(ValueId x, std::int64_t filters, std::int64_t kernel, FieldValues attributes = {}) {
    const std::int64_t groups = attributes.contains("groups") ? attributes.integer("groups") : 1;
    const ValueId weight = parameter({filters, shapeOf(x)[1] / groups, kernel, kernel});
    return op("conv2d", attributes, {x, weight, constant(Shape{filters}, 0.1, true)});
  }
  ValueId linear(ValueId x, std::int64_t outputs) {
    return op("linear", {}, {x, parameter({outputs, shapeOf(x)[1]}), constant(Shape{outputs}, 0.1, true)});
  }
  ValueId batchNorm(ValueId x) {
    const Shape channels{shapeOf(x)[1]};
    return op("batch_norm", {},
              {x, constant(channels, 1.2, true), constant(channels, 0.2, true), constant(channels, 0.0, false),
               constant(channels, 1.0, false)});
  }
  ValueId groupNorm(ValueId x, std::int64_t groups) {
    const Shape channels{shapeOf(x)[1]};
    return op("group_norm", {{"groups", groups}}, {x, constant(channels, 1.2, true), constant(channels, 0.2, true)});
  }
  ValueId volumeConvolution(ValueId x, std::int64_t filters, const FieldValues& attributes) {
    return op("conv3d", attributes,
              {x, parameter({filters, shapeOf(x)[1], 3, 3, 3}), constant(Shape{filters}, 0.1, true)});
  }
  ValueId recurrence(const std::string& name, std::int64_t gates, ValueId x, std::int64_t units, bool reverse = false) {
    const Shape rows{gates * units};
    return op(name, {{"reverse", reverse}},
              {x, parameter({gates * units, shapeOf(x)[2]}), parameter({gates * units, units}),
               constant(rows, 0.1, true), constant(rows, -0.05, true)});
  }
  ValueId flatten(ValueId x) { return op("reshape", {{"shape", List{0, -1}}}, {x}); }

  // Ends with the loss, its gradients, and an update of every parameter.
  Result<NetworkCase> finish(ValueId logits, ValueId labelValues) {
    const ValueId loss = op("softmax_cross_entropy", {}, {logits, labelValues});
    builder_.addOutput("loss", loss);
    builder_.addOutput("correct", op("correct_count", {}, {logits, labelValues}));
    FOVEA_TRY(const auto gradients, differentiate(builder_, loss, parameters_));
    const ValueId rate = input("rate", filled(Shape{}, 0.05));
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const ValueId velocity = constant(shapeOf(parameters_[i]), 0.0, false);
      builder_.emit("sgd_update", {{"weight_decay", 1e-3}}, {parameters_[i], gradients[i], velocity, rate});
    }
    FOVEA_TRY(case_.graph, builder_.finish());
    return std::move(case_);
  }

 private:
  static Tensor filled(const Shape& shape, double value) {
    Tensor tensor = Tensor::make({DataType::Float32, shape});
    for (float& element : tensor.values<float>()) element = static_cast<float>(value);
    return tensor;
  }
  Tensor normal(const Shape& shape, double deviation) {
    Tensor tensor = Tensor::make({DataType::Float32, shape});
    for (float& element : tensor.values<float>()) element = static_cast<float>(deviation * random_.normal());
    return tensor;
  }
  ValueId input(const std::string& name, Tensor value) {
    const ValueId id = builder_.addInput(name, value.type());
    case_.inputs.emplace_back(id, std::move(value));
    return id;
  }
  ValueId variable(Tensor value) {
    const ValueId id = builder_.addVariable("variable_" + std::to_string(case_.variables.size()), value.type());
    case_.variables.emplace_back(id, std::move(value));
    return id;
  }

  GraphBuilder builder_;
  Random random_;
  NetworkCase case_;
  std::vector<ValueId> parameters_;
};

Result<NetworkCase> lenet() {
  NetworkWriter net("lenet");
  const ValueId images = net.images({4, 1, 28, 28});
  ValueId x = net.op("max_pool2d", {}, {net.convolution(images, 20, 5)});
  x = net.op("max_pool2d", {}, {net.convolution(x, 50, 5)});
  x = net.op("relu", {}, {net.linear(net.flatten(x), 500)});
  return net.finish(net.linear(x, 10), net.labels(4, 10));
}

Result<NetworkCase> perceptron() {
  NetworkWriter net("perceptron");
  const ValueId images = net.images({7, 3, 5, 5});
  ValueId x = net.op("sigmoid", {}, {net.linear(net.flatten(images), 33)});
  x = net.op("dropout", {{"probability", 0.3}, {"seed", std::int64_t{5}}}, {x, net.step()});
  x = net.op("tanh", {}, {net.linear(x, 20)});
  return net.finish(net.linear(x, 3), net.labels(7, 3));
}

Result<NetworkCase> branches() {
  NetworkWriter net("branches");
  const ValueId images = net.images({3, 3, 17, 15});
  const ValueId stem =
      net.op("relu", {}, {net.batchNorm(net.convolution(images, 16, 3, {{"padding", List{1, 1, 1, 1}}}))});
  const ValueId deep = net.convolution(stem, 16, 3, {{"padding", List{1, 1, 1, 1}}, {"groups", std::int64_t{4}}});
  const ValueId sum = net.op("relu", {}, {net.op("add", {}, {net.batchNorm(deep), stem})});
  const ValueId narrow = net.convolution(sum, 5, 1, {{"stride", List{2, 2}}});
  const ValueId pooled = net.op("average_pool2d", {{"ceil_mode", true}}, {stem});
  const ValueId largest = net.op("max_pool2d", {{"kernel", List{3, 3}}, {"padding", List{1, 1, 1, 1}}}, {sum});
  ValueId x = net.op("concatenate", {}, {narrow, pooled, largest});
  x = net.op("slice", {{"start", std::int64_t{2}}, {"length", std::int64_t{33}}}, {x});
  x = net.op("tanh", {}, {net.convolution(x, 12, 3, {{"dilation", List{2, 2}}})});
  x = net.op("multiply", {}, {x, net.constant({12, 1, 1}, 0.8, true)});
  return net.finish(net.linear(net.flatten(net.op("scale", {{"factor", 0.5}}, {x})), 6), net.labels(3, 6));
}

// Ops for images between convolutions in blocks of channels, with downsampling and upsampling.
Result<NetworkCase> places() {
  NetworkWriter net("places");
  const List around{1, 1, 1, 1};
  ValueId x = net.convolution(net.images({4, 3, 20, 18}), 32, 3, {{"padding", around}});
  x = net.op("local_response_norm", {{"alpha", 0.5}}, {x});
  x = net.op("dropout", {{"probability", 0.2}, {"seed", std::int64_t{9}}}, {x, net.step()});
  const std::vector<ValueId> pooled = net.ops("max_pool2d", {}, {x});
  x = net.op("max_unpool", {{"size", List{20, 18}}}, {net.groupNorm(pooled[0], 4), pooled[1]});
  x = net.op("pad", {{"padding", List{1, 0, 2, 1}}, {"mode", std::string("reflect")}}, {x});
  x = net.convolution(net.op("tanh", {}, {x}), 16, 3, {{"groups", std::int64_t{16}}});
  x = net.op("resize", {{"size", List{9, 10}}, {"mode", std::string("linear")}}, {x});
  x = net.op("conv2d_backward_data", {{"stride", List{2, 2}}, {"padding", around}, {"input_size", List{18, 19}}},
             {x, net.parameter({16, 24, 3, 3})});
  x = net.op("adaptive_average_pool", {{"size", List{2, 3}}}, {x});
  x = net.op("permute", {{"order", List{0, 2, 3, 1}}}, {x});
  return net.finish(net.linear(net.flatten(x), 6), net.labels(4, 6));
}

Result<NetworkCase> volume() {
  NetworkWriter net("volume");
  const List around{1, 1, 1, 1, 1, 1};
  ValueId x = net.volumeConvolution(net.images({2, 2, 6, 9, 8}), 16, {{"padding", around}});
  x = net.op("relu", {}, {net.batchNorm(x)});
  x = net.op("max_pool3d", {{"padding", around}, {"kernel", List{3, 3, 3}}}, {x});
  x = net.groupNorm(net.volumeConvolution(x, 20, {{"padding", around}}), 5);
  x = net.op("average_pool3d", {{"ceil_mode", true}}, {x});
  return net.finish(net.linear(net.flatten(x), 4), net.labels(2, 4));
}

Result<NetworkCase> sentences() {
  NetworkWriter net("sentences");
  const std::int64_t batch = 3, steps = 6, known = 11;
  ValueId x = net.op("embedding", {}, {net.parameter({known, 8}), net.symbols({batch, steps}, known)});
  x = net.recurrence("lstm", 4, x, 12);
  const ValueId back = net.recurrence("gru", 3, x, 12, true);
  x = net.op("add", {}, {x, net.op("attention", {{"heads", std::int64_t{3}}, {"causal", true}}, {back, x, back})});
  x = net.recurrence("rnn", 1, x, 10);
  const ValueId rows = net.op("reshape", {{"shape", List{-1, 10}}}, {x});
  return net.finish(net.linear(rows, known), net.labels(batch * steps, known));
}

// One spatial axis, which convolutions and pooling treat as two; numbers of channels that do and do not fill blocks.
Result<NetworkCase> signals() {
  NetworkWriter net("signals");
  const auto seenAs = [&](ValueId x, const List& shape) { return net.op("reshape", {{"shape", shape}}, {x}); };
  const FieldValues along{{"padding", List{0, 4, 0, 4}}}, wide{{"kernel", List{1, 3}}, {"stride", List{1, 3}}};
  ValueId x = net.images({3, 16, 50});
  for (const std::int64_t filters : {std::int64_t{32}, std::int64_t{20}, std::int64_t{16}}) {
    const Shape shape = net.shapeOf(x);
    const ValueId weight = net.parameter({filters, shape[1], 1, 9});
    x = net.op("conv2d", along, {seenAs(x, {shape[0], shape[1], 1, shape[2]}), weight});
    x = net.op("relu", {}, {net.batchNorm(seenAs(x, {shape[0], filters, shape[2]}))});
    x = net.op("max_pool2d", wide, {seenAs(x, {shape[0], filters, 1, shape[2]})});
    x = seenAs(x, {shape[0], filters, -1});
  }
  const ValueId halves = seenAs(x, {3, 4, 4, -1});  // channels in two axes, which no format of blocks supports
  x = net.op("add", {}, {net.flatten(halves), net.flatten(net.op("tanh", {}, {x}))});
  return net.finish(net.linear(x, 5), net.labels(3, 5));
}

std::vector<std::pair<ValueId, Tensor>> allGiven(const NetworkCase& subject) {
  auto given = subject.inputs;
  given.insert(given.end(), subject.variables.begin(), subject.variables.end());
  return given;
}

Status checkEveryValue(const NetworkCase& subject, const std::shared_ptr<Device>& device, bool exact) {
  const auto expected = evaluate(*subject.graph, allGiven(subject));
  const auto store = std::make_shared<VariableStore>(device);
  FOVEA_TRY(const auto executor, compileNetwork(subject, store, true, exact));
  FOVEA_CHECK(executor->run());
  for (const Node& node : subject.graph->nodes())
    for (const ValueId id : node.outputs) {
      if (subject.graph->aliasOf(id).valid()) continue;
      FOVEA_TRY(const Tensor actual, executor->read(id));
      const Status equal = compare(expected[static_cast<std::size_t>(id.index)], actual, kStepTolerance);
      if (!equal.ok()) return equal.error().within(node.op->name + " on the device, in " + subject.name);
    }
  return {};
}

// The variables after `steps` steps, with the updates applied.
std::vector<std::pair<ValueId, Tensor>> trainOnReference(const NetworkCase& subject, int steps) {
  NetworkCase state = subject;
  for (int step = 0; step < steps; ++step) {
    const auto values = evaluate(*state.graph, allGiven(state));
    for (const Node& node : state.graph->nodes())
      for (const ValueId id : node.outputs)
        for (auto& [variable, value] : state.variables)
          if (state.graph->aliasOf(id) == variable) value = values[static_cast<std::size_t>(id.index)];
  }
  return state.variables;
}

}  // namespace

Result<std::vector<NetworkCase>> networkCases() {
  std::vector<NetworkCase> cases;
  for (const auto make : {lenet, perceptron, branches, places, volume, sentences, signals}) {
    FOVEA_TRY(NetworkCase network, make());
    cases.push_back(std::move(network));
  }
  return cases;
}

Result<std::unique_ptr<Executor>> compileNetwork(const NetworkCase& subject,
                                                 const std::shared_ptr<VariableStore>& store, bool keepAll,
                                                 bool exact) {
  for (const auto& [id, value] : subject.variables) FOVEA_CHECK(store->write(subject.graph->value(id).name, value));
  CompileOptions options;
  options.keepAll = keepAll;
  options.exact = exact;
  FOVEA_TRY(auto executor, Executor::compile(subject.graph, store, options));
  for (const auto& [id, value] : subject.inputs) FOVEA_CHECK(executor->setInput(id, value));
  return executor;
}

Status checkNetwork(const NetworkCase& subject, int steps, const std::shared_ptr<Device>& device, bool exact) {
  FOVEA_CHECK(checkEveryValue(subject, device, exact));
  const auto store = std::make_shared<VariableStore>(device);
  FOVEA_TRY(const auto executor, compileNetwork(subject, store, false, exact));
  for (int step = 0; step < steps; ++step) FOVEA_CHECK(executor->run());
  for (const auto& [id, expected] : trainOnReference(subject, steps)) {
    const Value& variable = subject.graph->value(id);
    FOVEA_TRY(const Tensor actual, store->read(variable.name));
    const Status equal = compare(expected, actual, kStepTolerance);
    if (!equal.ok())
      return equal.error().within(variable.name + " after " + std::to_string(steps) + " steps of " + subject.name);
  }
  return {};
}

}  // namespace fovea::numeric
