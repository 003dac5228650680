#include "core/exchange/pytorch/pytorch_layers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>

#include "core/exchange/pytorch/pytorch_parts.h"
#include "core/tensor/box_grid.h"

namespace fovea {

using List = std::vector<std::int64_t>;

std::string pythonTuple(const List& list) {
  return list.size() == 1 ? fmt::format("({},)", list[0]) : fmt::format("({})", fmt::join(list, ", "));
}

List forPlaces(const PyTorchRequest& r, const char* name) {
  List list = r.layer.parameters.list(name);
  const auto axes = static_cast<std::size_t>(std::max(1, r.shapes[0].rank() - 2));
  while (list.size() > axes) list.pop_back();
  while (list.size() < axes) list.push_back(list.back());
  return list;
}

PyTorchLayer asModule(const PyTorchRequest& r, std::string module, std::string input) {
  return {std::move(module), fmt::format("self.{}({})", r.name, input.empty() ? r.inputs[0] : input)};
}

namespace {

using Writer = std::function<PyTorchLayer(const PyTorchRequest&)>;

Writer plain(const char* module) {
  return [module](const PyTorchRequest& r) { return asModule(r, module); };
}

PyTorchLayer convolution(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  return asModule(
      r, fmt::format("nn.Conv{}d({}, {}, {}, stride={}, padding={}, dilation={}, groups={}, bias={})",
                     r.shapes[0].rank() - 2, r.shapes[0][1], p.integer("filters"), pythonTuple(forPlaces(r, "kernel")),
                     pythonTuple(forPlaces(r, "stride")), pythonTuple(forPlaces(r, "padding")),
                     pythonTuple(forPlaces(r, "dilation")), p.integer("groups"), pythonTruth(p.boolean("bias"))));
}

PyTorchLayer transposedConvolution(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  return asModule(
      r,
      fmt::format(
          "nn.ConvTranspose{}d({}, {}, {}, stride={}, padding={}, output_padding={}, groups={}, bias={}, dilation={})",
          r.shapes[0].rank() - 2, r.shapes[0][1], p.integer("filters"), pythonTuple(forPlaces(r, "kernel")),
          pythonTuple(forPlaces(r, "stride")), pythonTuple(forPlaces(r, "padding")),
          pythonTuple(forPlaces(r, "output_padding")), p.integer("groups"), pythonTruth(p.boolean("bias")),
          pythonTuple(forPlaces(r, "dilation"))));
}

PyTorchLayer linear(const PyTorchRequest& r) {
  const Shape& x = r.shapes[0];
  const std::int64_t inputs = x.rank() == 3 ? x[2] : x.elementsFrom(1);
  const std::string input = x.rank() > 3 ? fmt::format("torch.flatten({}, 1)", r.inputs[0]) : r.inputs[0];
  return asModule(r,
                  fmt::format("nn.Linear({}, {}, bias={})", inputs, r.layer.parameters.integer("units"),
                              pythonTruth(r.layer.parameters.boolean("bias"))),
                  input);
}

PyTorchLayer pooling(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const bool average = r.layer.type == "average_pooling";
  return asModule(
      r, fmt::format("nn.{}Pool{}d({}, stride={}, padding={}, ceil_mode={}{})", average ? "Avg" : "Max",
                     r.shapes[0].rank() - 2, pythonTuple(forPlaces(r, "kernel")), pythonTuple(forPlaces(r, "stride")),
                     pythonTuple(forPlaces(r, "padding")), pythonTruth(p.boolean("ceil_mode")),
                     average ? fmt::format(", count_include_pad={}", pythonTruth(p.boolean("count_padding"))) : ""));
}

PyTorchLayer globalPooling(const PyTorchRequest& r) {
  List places;
  for (int axis = 2; axis < r.shapes[0].rank(); ++axis) places.push_back(axis);
  const bool average = r.layer.parameters.text("mode") == "average";
  return {"", fmt::format("{}.{}(dim={}, keepdim={})", r.inputs[0], average ? "mean" : "amax", pythonTuple(places),
                          pythonTruth(!r.layer.parameters.boolean("flatten")))};
}

PyTorchLayer adaptivePooling(const PyTorchRequest& r) {
  const bool average = r.layer.parameters.text("mode") == "average";
  return asModule(r, fmt::format("nn.Adaptive{}Pool{}d({})", average ? "Avg" : "Max", r.shapes[0].rank() - 2,
                                 pythonTuple(forPlaces(r, "size"))));
}

PyTorchLayer batchNorm(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  return asModule(
      r, fmt::format("nn.BatchNorm{}d({}, eps={}, momentum={}, affine={})", std::max(1, r.shapes[0].rank() - 2),
                     r.shapes[0][1], p.real("epsilon"), p.real("momentum"), pythonTruth(p.boolean("affine"))));
}

PyTorchLayer groupNorm(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const std::int64_t groups = r.layer.type == "instance_normalization" ? r.shapes[0][1] : p.integer("groups");
  return asModule(r, fmt::format("nn.GroupNorm({}, {}, eps={}, affine={})", groups, r.shapes[0][1], p.real("epsilon"),
                                 pythonTruth(p.boolean("affine"))));
}

PyTorchLayer recurrent(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const std::string kind = r.layer.type == "lstm" ? "LSTM" : r.layer.type == "gru" ? "GRU" : "RNN";
  const std::string extra = kind == "RNN" ? fmt::format(", nonlinearity=\"{}\"", p.text("activation")) : "";
  PyTorchLayer code = asModule(
      r, fmt::format("nn.{}({}, {}, num_layers={}, batch_first=True, bidirectional={}{})", kind, r.shapes[0][2],
                     p.integer("units"), p.integer("layers"), pythonTruth(p.boolean("bidirectional")), extra));
  code.expression += "[0]";
  if (p.text("output") == "last") {
    // The states after the last step of the last layer; both directions side by side.
    const int directions = p.boolean("bidirectional") ? 2 : 1;
    code.expression = fmt::format("torch.cat(list((self.{}({})[1]{})[-{}:]), 1)", r.name, r.inputs[0],
                                  kind == "LSTM" ? "[0]" : "", directions);
  }
  return code;
}

// Also for losses that support only one row of classes.
std::string classAxis(const PyTorchRequest& r) {
  const FieldValue* chosen = r.layer.parameters.find("class_axis");
  const std::string axis = chosen ? std::get<std::string>(*chosen) : "second";
  const bool sequence = r.shapes[0].rank() == 3;
  return axis == "last" || (axis == "automatic" && sequence) ? "-1" : "1";
}

PyTorchLayer alongAxis(const PyTorchRequest& r) {
  return {"", fmt::format("torch.{}({}, {})", r.layer.type, r.inputs[0], r.layer.parameters.integer("axis"))};
}

PyTorchLayer classes(const PyTorchRequest& r) {
  return {"", fmt::format("torch.softmax({}, {})", r.inputs[0], classAxis(r))};
}

PyTorchLayer detection(const PyTorchRequest& r) {
  const std::int64_t classes = r.shapes[0][1] - kBoxNumbers;
  return {"", fmt::format("torch.cat([torch.sigmoid({0}[:, :{1}] - {2}), {0}[:, {1}:]], 1)", r.inputs[0], classes,
                          -kCentreBias)};
}

PyTorchLayer localResponse(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const std::int64_t size = p.integer("size");
  if (p.text("region") == "within")  // windows across the border count zeros there
    return {"", fmt::format("{0} / ({1} + {2} * functional.avg_pool2d({0}.square(), {3}, 1, {4})) ** {5}", r.inputs[0],
                            p.real("offset"), p.real("alpha"), size, size / 2, p.real("beta"))};
  return asModule(r, fmt::format("nn.LocalResponseNorm({}, alpha={}, beta={}, k={})", size, p.real("alpha"),
                                 p.real("beta"), p.real("offset")));
}

PyTorchLayer given(const PyTorchRequest& r) {
  return {"", r.inputs[0]};
}

// Combines two inputs by an operator or a function.
Writer joined(const char* form) {
  return [form](const PyTorchRequest& r) {
    std::string all = r.inputs[0];
    for (std::size_t i = 1; i < r.inputs.size(); ++i) all = fmt::format(fmt::runtime(form), all, r.inputs[i]);
    return PyTorchLayer{"", all};
  };
}

const std::map<std::string, Writer>& writers() {
  static const std::map<std::string, Writer> table = {
      {"convolution", convolution},
      {"transposed_convolution", transposedConvolution},
      {"linear", linear},
      {"max_pooling", pooling},
      {"average_pooling", pooling},
      {"global_pooling", globalPooling},
      {"adaptive_pooling", adaptivePooling},
      {"batch_normalization", batchNorm},
      {"group_normalization", groupNorm},
      {"instance_normalization", groupNorm},
      {"lstm", recurrent},
      {"gru", recurrent},
      {"rnn", recurrent},
      {"cross_entropy", classes},
      {"focal", classes},
      {"dice", classes},
      {"kl_divergence", classes},
      {"detection", detection},
      {"softmax", alongAxis},
      {"log_softmax", alongAxis},
      {"mean_squared_error", given},
      {"mean_absolute_error", given},
      {"hinge", given},
      {"huber", given},
      {"reroute", given},
      {"binary_cross_entropy",
       [](const auto& r) {
         return PyTorchLayer{"", fmt::format("torch.sigmoid({})", r.inputs[0])};
       }},
      {"add", joined("{} + {}")},
      {"subtract", joined("{} - {}")},
      {"maximum", joined("torch.maximum({}, {})")},
      {"multiply",
       [](const PyTorchRequest& r) {
         PyTorchLayer code{"", r.inputs[0]};
         for (std::size_t i = 1; i < r.inputs.size(); ++i) {
           const bool gate = r.shapes[i].rank() == 2 && r.shapes[0].rank() > 2;
           code.expression += " * " + r.inputs[i];
           for (int axis = 2; gate && axis < r.shapes[0].rank(); ++axis) code.expression += ".unsqueeze(-1)";
         }
         return code;
       }},
      {"dropout",
       [](const PyTorchRequest& r) {
         return asModule(r, fmt::format("nn.Dropout({})", r.layer.parameters.real("probability")));
       }},
      {"spatial_dropout",
       [](const PyTorchRequest& r) {
         return asModule(
             r, fmt::format("nn.Dropout{}d({})", r.shapes[0].rank() - 2, r.layer.parameters.real("probability")));
       }},
      {"embedding",
       [](const PyTorchRequest& r) {
         const FieldValues& p = r.layer.parameters;
         return asModule(r, fmt::format("nn.Embedding({}, {})", p.integer("symbols"), p.integer("size")));
       }},
      {"local_response_normalization", localResponse},
      {"leaky_relu",
       [](const PyTorchRequest& r) {
         return asModule(r, fmt::format("nn.LeakyReLU({})", r.layer.parameters.real("slope")));
       }},
      {"softplus",
       [](const PyTorchRequest& r) {
         return asModule(r, fmt::format("nn.Softplus(beta={})", r.layer.parameters.real("beta")));
       }},
      {"elu",
       [](const PyTorchRequest& r) {
         return asModule(r, fmt::format("nn.ELU({})", r.layer.parameters.real("alpha")));
       }},
      {"gelu",
       [](const PyTorchRequest& r) {
         return asModule(r, r.layer.parameters.boolean("tanh") ? "nn.GELU(approximate=\"tanh\")" : "nn.GELU()");
       }},
      {"prelu",
       [](const PyTorchRequest& r) {
         return asModule(r,
                         fmt::format("nn.PReLU({})", r.layer.parameters.boolean("per_channel") ? r.shapes[0][1] : 1));
       }},
      {"relu", plain("nn.ReLU()")},
      {"relu6", plain("nn.ReLU6()")},
      {"sigmoid", plain("nn.Sigmoid()")},
      {"tanh", plain("nn.Tanh()")},
      {"silu", plain("nn.SiLU()")},
      {"selu", plain("nn.SELU()")},
      {"mish", plain("nn.Mish()")},
      {"softsign", plain("nn.Softsign()")},
      {"hard_sigmoid", plain("nn.Hardsigmoid()")},
      {"hard_swish", plain("nn.Hardswish()")},
  };
  return table;
}

}  // namespace

Result<PyTorchLayer> pyTorchLayer(const PyTorchRequest& request) {
  const bool positions = request.layer.type == "max_pooling" && request.layer.parameters.boolean("positions");
  if (const auto found = writers().find(request.layer.type); found != writers().end() && !positions)
    return found->second(request);
  for (const auto& part : {pyTorchShape, pyTorchSequence, pyTorchPrimitive})
    if (auto code = part(request)) return *std::move(code);
  return fail(ErrorCode::Unsupported,
              fmt::format("There is no PyTorch code for a layer of the type {} as it is set.", request.layer.type));
}

std::string pyTorchParameter(const Network& network, const VariableInfo& variable) {
  const std::string own = variable.name.substr(variable.layer.size() + 1);
  const Layer* layer = network.findByName(variable.layer);
  if (layer && hasPyTorchModules(layer->type)) return pyTorchModuleParameter(own);
  static const std::map<std::string, std::string> same = {
      {"scale", "weight"}, {"slope", "weight"}, {"running_variance", "running_var"}};
  if (const auto found = same.find(own); found != same.end()) return found->second;
  for (const auto& [ours, theirs] : std::map<std::string, std::string>{{"weight_input", "weight_ih"},
                                                                       {"weight_hidden", "weight_hh"},
                                                                       {"bias_input", "bias_ih"},
                                                                       {"bias_hidden", "bias_hh"}})
    if (own.rfind(ours + "_", 0) == 0) return theirs + "_l" + own.substr(ours.size() + 1);
  return own;
}

Tensor pyTorchWeight(const LoweredNetwork& lowered, const VariableInfo& variable, const Tensor& value) {
  const Layer* layer = lowered.network.findByName(variable.layer);
  const Shape shape = value.shape();
  if (!layer || !layer->type.ends_with("convolution") || shape.rank() != 4 || shape[2] != 1) return value;
  const std::vector<Edge> edges = lowered.network.edgesInto(layer->id);
  if (edges.empty()) return value;
  const auto output = static_cast<std::size_t>(edges[0].output);
  const ValueId input = lowered.layerOutputs.at(edges[0].source)[output];
  const bool signal = lowered.builder->typeOf(input).shape.rank() == 3;
  return signal ? value.reshaped(Shape{shape[0], shape[1], shape[3]}) : value;
}

}  // namespace fovea
