#include "core/exchange/pytorch/pytorch_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "core/exchange/pytorch/pytorch_layers.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

struct Parameter {
  std::string name;  // PyTorch's name: "weight"
  std::string full;  // name in the file
  std::string module;
  Shape shape;

  // Filters of signals have an axis for rows in the network, and none in PyTorch.
  Shape shapeWithoutRow() const {
    return shape.rank() == 4 && shape[2] == 1 ? Shape{shape[0], shape[1], shape[3]} : shape;
  }
};

// The parameters of one layer of the network, or of one module in the file.
struct Module {
  std::string name;
  std::vector<Parameter> parameters;  // sorted by name

  // Names and shapes of the parameters; a layer and a module must have the same ones to match.
  std::string signature() const {
    std::string text;
    for (const Parameter& parameter : parameters) text += parameter.name + parameter.shapeWithoutRow().toString() + ";";
    return text;
  }
};

std::pair<std::string, std::string> splitName(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::pair{std::string(), name}
                                  : std::pair{name.substr(0, dot), name.substr(dot + 1)};
}

// Returns modules in the order of their first parameters.
std::vector<Module> modulesOf(const std::vector<Parameter>& parameters) {
  std::vector<Module> modules;
  std::map<std::string, std::size_t> places;
  for (const Parameter& parameter : parameters) {
    const auto [place, added] = places.emplace(parameter.module, modules.size());
    if (added) modules.push_back({parameter.module, {}});
    modules[place->second].parameters.push_back(parameter);
  }
  for (Module& module : modules)
    std::sort(module.parameters.begin(), module.parameters.end(),
              [](const Parameter& a, const Parameter& b) { return a.name < b.name; });
  return modules;
}

// Natural order: "layer2.10.conv" comes after "layer2.9.conv".
bool comesBefore(const std::string& a, const std::string& b) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  const auto numberAt = [&](const std::string& text, std::size_t& i) {
    std::string digits;
    while (i < text.size() && isDigit(text[i])) digits += text[i++];
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return digits;
  };
  std::size_t i = 0, k = 0;
  while (i < a.size() && k < b.size()) {
    if (isDigit(a[i]) && isDigit(b[k])) {
      const std::string x = numberAt(a, i), y = numberAt(b, k);
      if (x != y) return std::pair(x.size(), x) < std::pair(y.size(), y);
    } else if (a[i] != b[k]) {
      return a[i] < b[k];
    } else {
      ++i, ++k;
    }
  }
  return a.size() - i < b.size() - k;
}

std::vector<Module> layersOf(const LoweredNetwork& lowered) {
  std::vector<Parameter> parameters;
  for (const VariableInfo& variable : lowered.variables) {
    const auto [module, own] = splitName(variable.layer + "." + pyTorchParameter(lowered.network, variable));
    parameters.push_back({own, variable.name, module, variable.type.shape});
  }
  return modulesOf(parameters);
}

std::vector<Module> modulesOf(const SafetensorsFile& file) {
  std::vector<Parameter> parameters;
  for (const auto& [name, tensor] : file.tensors) {
    const auto [owner, own] = splitName(name);
    if (own != "num_batches_tracked") parameters.push_back({own, name, owner, tensor.shape()});
  }
  return modulesOf(parameters);
}

struct NaturalLess {
  bool operator()(const std::string& a, const std::string& b) const { return comesBefore(a, b); }
};

// The tree of modules that their dotted names describe.
struct ModuleTree {
  int module = -1;  // index of a module with own parameters; -1: none
  bool placed = false;
  std::map<std::string, ModuleTree, NaturalLess> children;
};

// Finds an order of the module tree in which the modules' signatures equal those of the layers, one by one. Children
// stay together, and "conv1" comes before "conv2", but "conv" and "norm" may have either order. Tries names in natural
// order first.
class TreeOrder {
 public:
  TreeOrder(const std::vector<Module>& layers, const std::vector<Module>& modules) {
    for (const Module& layer : layers) layers_.push_back(layer.signature());
    for (std::size_t k = 0; k < modules.size(); ++k) {
      modules_.push_back(modules[k].signature());
      ModuleTree* tree = &tree_;
      const std::string& name = modules[k].name;
      for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        tree = &tree->children[name.substr(begin, end - begin)];
        begin = end + 1;
      }
      tree->module = static_cast<int>(k);
    }
  }

  // Returns the module of each layer; nullopt if there is no such order.
  std::optional<std::vector<int>> find() {
    if (layers_.size() != modules_.size() || layers_.size() > kMostModules) return {};
    fill(tree_, [] { return true; });
    if (taken_.size() != layers_.size()) return {};
    return taken_;
  }

 private:
  static constexpr std::size_t kMostModules = 1500;
  static constexpr int kMostSteps = 200000;
  using Then = std::function<bool()>;

  // Places the remaining modules of a tree, then calls `then`; backtracks if that fails.
  bool fill(ModuleTree& tree, const Then& then) {
    if (++steps_ > kMostSteps) return false;
    if (tree.module < 0 || tree.placed) return fillChildren(tree, then);
    const auto module = static_cast<std::size_t>(tree.module);
    if (taken_.size() >= layers_.size() || layers_[taken_.size()] != modules_[module]) return false;
    taken_.push_back(tree.module);
    tree.placed = true;
    if (fillChildren(tree, then)) return true;
    tree.placed = false;
    taken_.pop_back();
    return false;
  }

  bool fillChildren(ModuleTree& tree, const Then& then) {
    std::set<std::string> stems;  // among siblings that differ only in their number, the first is next
    bool all = true;
    for (auto& [name, child] : tree.children) {
      if (done_.contains(&child)) continue;
      all = false;
      if (!stems.insert(name.substr(0, name.find_last_not_of("0123456789") + 1)).second) continue;
      done_.insert(&child);
      if (fill(child, [&] { return fillChildren(tree, then); })) return true;
      done_.erase(&child);
    }
    return all && then();
  }

  std::vector<std::string> layers_, modules_;
  ModuleTree tree_;
  std::set<const ModuleTree*> done_;
  std::vector<int> taken_;
  int steps_ = 0;
};

// Assigns a module to each layer, in the order of the layers; -1: none.
class Fitting {
 public:
  Fitting(const std::vector<Module>& layers, const std::vector<Module>& modules)
      : layers_(layers), modules_(modules), taken_(layers.size(), -1) {}

  const std::vector<int>& byName() {
    for (std::size_t i = 0; i < layers_.size(); ++i)
      for (std::size_t k = 0; k < modules_.size(); ++k)
        if (sameName(layers_[i].name, modules_[k].name) && layers_[i].signature() == modules_[k].signature())
          taken_[i] = static_cast<int>(k);
    return taken_;
  }

  const std::vector<int>& byOrder(ExchangeReport& report) {
    std::map<std::string, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> alike;
    for (std::size_t i = 0; i < layers_.size(); ++i) alike[layers_[i].signature()].first.push_back(i);
    for (std::size_t k = 0; k < modules_.size(); ++k) alike[modules_[k].signature()].second.push_back(k);
    for (auto& [signature, both] : alike) {
      auto& [own, theirs] = both;
      if (own.empty() || theirs.empty()) continue;
      if (own.size() != theirs.size()) {
        report.notes.push_back(
            fmt::format("{} layers of the network and {} modules of the file have the parameters {} Which is which is "
                        "not clear, so "
                        "none is taken.",
                        own.size(), theirs.size(), signature));
        continue;
      }
      std::sort(theirs.begin(), theirs.end(),
                [&](std::size_t a, std::size_t b) { return comesBefore(modules_[a].name, modules_[b].name); });
      for (std::size_t i = 0; i < own.size(); ++i) taken_[own[i]] = static_cast<int>(theirs[i]);
    }
    return taken_;
  }

  // The modules of one parent must be consecutive in the order of the layers, with rising numbers; otherwise the file's
  // order is a different one.
  Status checkOrder() const {
    std::set<std::string> closed;
    std::map<std::string, std::int64_t> numbers;
    std::string open;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (taken_[i] < 0) continue;
      const std::string& name = modules_[static_cast<std::size_t>(taken_[i])].name;
      if (!rises(name, numbers)) return outOfOrder(layers_[i].name, name);
      for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
        if (closed.contains(name.substr(0, dot + 1))) return outOfOrder(layers_[i].name, name);
      for (std::size_t dot = open.find('.'); dot != std::string::npos; dot = open.find('.', dot + 1))
        if (!name.starts_with(open.substr(0, dot + 1))) closed.insert(open.substr(0, dot + 1));
      open = name;
    }
    return {};
  }

 private:
  static Error outOfOrder(const std::string& layer, const std::string& module) {
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The weights do not come in the order of the layers: \"{}\" would take those of \"{}\", "
                            "away from its neighbours.",
                            layer, module),
                "Rename the layers as the modules are named; then they are taken by name.");
  }

  // True if the numbers in a name ("features.3.conv") are not below earlier ones under the same parent.
  static bool rises(const std::string& name, std::map<std::string, std::int64_t>& numbers) {
    for (std::size_t begin = 0; begin < name.size();) {
      const std::size_t end = std::min(name.find('.', begin), name.size());
      const std::string part = name.substr(begin, end - begin);
      begin = end + 1;
      if (part.empty() || part.size() > 9 || part.find_first_not_of("0123456789") != std::string::npos) continue;
      std::int64_t& last = numbers[name.substr(0, end - part.size())];
      if (std::stoll(part) < last) return false;
      last = std::stoll(part);
    }
    return true;
  }

  static bool sameName(const std::string& layer, const std::string& module) {
    if (layer == module) return true;
    return layer.size() == module.size() && std::equal(layer.begin(), layer.end(), module.begin(), [](char a, char b) {
             return a == b || (!std::isalnum(static_cast<unsigned char>(a)) && b == '_');
           });
  }

  const std::vector<Module>& layers_;
  const std::vector<Module>& modules_;
  std::vector<int> taken_;
};

void setTensor(Checkpoint& checkpoint, const std::string& name, const Tensor& value) {
  const auto known = std::find_if(checkpoint.tensors.begin(), checkpoint.tensors.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (known != checkpoint.tensors.end())
    known->second = value;
  else
    checkpoint.tensors.emplace_back(name, value);
}

// Makes the averages of a run its weights, so that they do not hide weights that are taken from a file.
void settleAverages(Checkpoint& checkpoint, const LoweredNetwork& lowered) {
  for (const VariableInfo& variable : lowered.variables)
    if (const Tensor* const used = checkpoint.findWeight(variable.name))
      setTensor(checkpoint, variable.name, Tensor(*used));
  checkpoint.position.averages = 0;
}

Status take(Checkpoint& checkpoint, const SafetensorsFile& file, const Module& layer, const Module& module) {
  for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
    const Tensor& given = *file.find(module.parameters[i].full);
    if (!isFloatingPoint(given.dtype()))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The weights \"{}\" are of the type {}; real numbers are needed.",
                              module.parameters[i].full, dataTypeName(given.dtype())));
    const Tensor numbers = given.dtype() == DataType::Float32 ? given : converted(given, DataType::Float32);
    setTensor(checkpoint, layer.parameters[i].full, numbers.reshaped(layer.parameters[i].shape));
  }
  return {};
}

void reportRest(const std::vector<Module>& layers, const std::vector<Module>& modules, const std::vector<int>& taken,
                ExchangeReport& report) {
  for (std::size_t i = 0; i < layers.size(); ++i)
    if (taken[i] < 0)
      for (const Parameter& parameter : layers[i].parameters)
        report.approximated.push_back(fmt::format("{} {} keeps its first numbers: the file has none for it.",
                                                  parameter.full, parameter.shape.toString()));
  for (std::size_t k = 0; k < modules.size(); ++k)
    if (std::find(taken.begin(), taken.end(), static_cast<int>(k)) == taken.end())
      for (const Parameter& parameter : modules[k].parameters)
        report.dropped.push_back(
            fmt::format("{} {} of the file fits no layer.", parameter.full, parameter.shape.toString()));
}

}  // namespace

Status fitPyTorchWeights(Checkpoint& checkpoint, const SafetensorsFile& file, ExchangeReport& report) {
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(checkpoint.network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0}));
  const std::vector<Module> layers = layersOf(lowered), modules = modulesOf(file);
  Fitting fitting(layers, modules);
  std::vector<int> taken = fitting.byName();
  const auto fits = [&] { return std::count_if(taken.begin(), taken.end(), [](int k) { return k >= 0; }); };
  const bool byName = !layers.empty() && 2 * fits() > static_cast<std::ptrdiff_t>(layers.size());
  if (!byName) {
    if (auto order = TreeOrder(layers, modules).find()) {
      taken = std::move(*order);
    } else {
      Fitting ordered(layers, modules);
      taken = ordered.byOrder(report);
      FOVEA_CHECK(ordered.checkOrder());
    }
  }
  if (2 * fits() < static_cast<std::ptrdiff_t>(layers.size()) || layers.empty())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Only {} of the {} layers with weights find theirs among the {} modules of the file.",
                            fits(), layers.size(), modules.size()),
                "Is it of this network?");
  report.mapped.clear();
  settleAverages(checkpoint, lowered);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (taken[i] < 0) continue;
    const Module& module = modules[static_cast<std::size_t>(taken[i])];
    FOVEA_CHECK(take(checkpoint, file, layers[i], module));
    report.mapped.push_back(fmt::format("{} → {}", module.name, layers[i].name));
  }
  report.notes.push_back(fmt::format("{} of {} layers with weights took those of the file, {}.", fits(), layers.size(),
                                     byName ? "by name" : "by the order of the modules' names and their shapes"));
  reportRest(layers, modules, taken, report);
  return {};
}

Result<std::vector<std::pair<std::string, Tensor>>> pyTorchWeights(const Checkpoint& checkpoint) {
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(checkpoint.network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0}));
  const auto weight = weightsOf(checkpoint);
  std::vector<std::pair<std::string, Tensor>> weights;
  for (const VariableInfo& variable : lowered.variables) {
    FOVEA_TRY(const Tensor value, weight(variable));
    std::string name = variable.layer;
    std::replace(name.begin(), name.end(), '/', '.');  // layers of a block become submodules
    weights.emplace_back(name + "." + pyTorchParameter(lowered.network, variable),
                         pyTorchWeight(lowered, variable, value));
  }
  return weights;
}

}  // namespace fovea
