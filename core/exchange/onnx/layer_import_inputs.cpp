// Converts a model's inputs to Input layers: their sample shapes and sample axes, and which inputs have a value given
// by the user instead.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

constexpr std::int64_t kOpenExtent = 224;
constexpr std::int64_t kMostElements = std::int64_t{1} << 28;  // of one value

using List = std::vector<std::int64_t>;

// "3 × ? × ?"
std::string openText(const List& extents) {
  std::vector<std::string> words;
  for (const std::int64_t extent : extents) words.push_back(extent == 0 ? "?" : std::to_string(extent));
  return fmt::format("{}", fmt::join(words, " × "));
}

List withoutAxis(const List& extents, int axis) {
  List sample = extents;
  sample.erase(sample.begin() + axis);
  return sample;
}

// Whether a sample is a picture with its channels along the last axis.
bool hasChannelsLast(const List& sample) {
  constexpr std::int64_t kLeastSide = 8;
  return sample.size() == 3 && sample[0] >= kLeastSide && sample[1] >= kLeastSide && (sample[2] == 1 || sample[2] == 3);
}

bool isScalar(const OnnxValueInfo& info) {
  return info.kind == "tensor" && info.hasShape && info.shape.empty();
}

// The axis of `info` with the same number of samples as `samples`: the one with the same symbol, the first one, or the
// only one with that extent. -1: none, or several candidates.
int sampleAxisLike(const OnnxDimension& samples, const OnnxValueInfo& info) {
  const auto& shape = info.shape;
  const auto same = [&](const OnnxDimension& other) {
    return std::max<std::int64_t>(other.extent, 0) == std::max<std::int64_t>(samples.extent, 0);
  };
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (!samples.symbol.empty() && shape[i].symbol == samples.symbol) return static_cast<int>(i);
  if (!shape.empty() && same(shape[0])) return 0;
  if (std::count_if(shape.begin(), shape.end(), same) != 1) return -1;
  return static_cast<int>(std::find_if(shape.begin(), shape.end(), same) - shape.begin());
}

}  // namespace

OnnxTensor filledInput(const OnnxValueInfo& info, const Shape& shape, double value) {
  const std::vector<double> numbers(static_cast<std::size_t>(shape.elementCount()), value);
  return fromComputed(info.name, info.element, tensorOf(computedType(info.element), shape, numbers));
}

std::string LayerImport::shapeAdvice() const {
  if (modelInputs_.size() < 2) return "Give the shape of a sample, as --shape 3x224x224.";
  return "Give the shape of a sample of each input, as --shape state=128, with N where its samples are counted along "
         "another axis than the first, as --shape state=2xNx128.";
}

const InputChoice* LayerImport::choiceFor(const std::string& name, bool only) const {
  for (const InputChoice& choice : options_.inputs)
    if (choice.name == name || (choice.name.empty() && only)) return &choice;
  return nullptr;
}

Status LayerImport::checkChoices(const std::vector<OnnxValueInfo>& free, bool only) const {
  for (const InputChoice& choice : options_.inputs) {
    if (choice.name.empty() && !only)
      return fail(ErrorCode::InvalidArgument, "The model has several inputs, so one shape does not say what they are.",
                  "Give each shape with the name of its input, as --shape state=128.");
    std::vector<std::string> names;
    for (const OnnxValueInfo& info : free) names.push_back(info.name);
    if (!choice.name.empty() && std::find(names.begin(), names.end(), choice.name) == names.end())
      return fail(ErrorCode::InvalidArgument, fmt::format("The model has no input “{}”.", choice.name),
                  fmt::format("Its inputs are {}.", fmt::join(names, ", ")));
  }
  return {};
}

// The sample axis of `input`; `first` is the first input that is fed.
Result<int> LayerImport::sampleAxisOf(const ModelInput& input, const ModelInput& first,
                                      const InputChoice* choice) const {
  const int rank = static_cast<int>(input.extents.size());
  if (choice && choice->sampleAxis >= rank)
    return fail(ErrorCode::InvalidArgument, fmt::format("The input {} has no axis {}: it is {}.", input.info.name,
                                                        choice->sampleAxis, openText(input.extents)));
  if (choice && choice->sampleAxis >= 0) return choice->sampleAxis;
  if (&input == &first) return 0;
  const int axis = sampleAxisLike(first.info.shape[static_cast<std::size_t>(first.axis)], input.info);
  if (axis < 0) {
    Error error =
        unsupported(fmt::format("unsupported model: its inputs {} and {} are not of the same number of samples",
                                first.info.name, input.info.name));
    error.advice = shapeAdvice();
    return error;
  }
  return axis;
}

Status LayerImport::fixExtents(ModelInput& input, const InputChoice* choice) {
  List sample = withoutAxis(input.extents, input.axis);
  const bool open = std::find(sample.begin(), sample.end(), 0) != sample.end();
  took_ = took_ || open;
  InputChoice taken{.name = input.info.name, .shape = sample, .sampleAxis = input.axis};
  if (choice && !choice->shape.empty()) {
    const auto fits = [](std::int64_t own, std::int64_t given) { return own == 0 || own == given; };
    const List& given = choice->shape;
    const bool scalar = sample.empty() && given == List{1};
    if (!scalar && !std::equal(sample.begin(), sample.end(), given.begin(), given.end(), fits))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("A sample of {} cannot be {}: it is {}.",
                              modelInputs_.size() > 1 ? "the input " + input.info.name : "the model",
                              fmt::join(given, " × "), openText(sample)));
    if (!scalar) sample = given;
  } else if (open) {
    report_.openInputs.push_back(taken);
    if (!options_.guessShape) return {};
    for (std::size_t i = 0; i < sample.size(); ++i) {
      if (sample[i] > 0) continue;
      sample[i] = kOpenExtent;
      const std::size_t axis = static_cast<int>(i) < input.axis ? i : i + 1;
      approximate(fmt::format("Extent {} of the input{} is open in the model; the network has {}.", axis,
                              modelInputs_.size() > 1 ? " " + input.info.name : "", kOpenExtent));
    }
  }
  taken.shape = sample;
  input.channelsLast = taken.channelsLast = input.axis == 0 && hasChannelsLast(sample);
  const std::int64_t samples = input.extents[static_cast<std::size_t>(input.axis)];
  input.extents = sample;
  input.extents.insert(input.extents.begin() + input.axis, samples);
  report_.inputs.push_back(std::move(taken));
  return {};
}

// Translates for twice and three times the model's number of samples: differences depend on it.
Status LayerImport::translate() {
  const ModelInput& first =
      *std::find_if(modelInputs_.begin(), modelInputs_.end(), [](const auto& i) { return !i.value; });
  const std::int64_t made = first.extents[static_cast<std::size_t>(first.axis)];
  const auto program = [&](std::int64_t samples, const OnnxProgram* original) -> Result<OnnxProgram> {
    std::vector<OnnxTensor> examples;
    OnnxProgramOptions options;
    for (const ModelInput& input : modelInputs_) {
      List own = input.extents;
      if (!input.value) own[static_cast<std::size_t>(input.axis)] = samples;
      FOVEA_TRY(const Shape shape, Shape::make(own));
      if (shape.elementCount() > kMostElements) return unsupported("unsupported model: its input is too large");
      if (input.value) {
        options.bound.insert(input.info.name);
        examples.push_back(filledInput(input.info, shape, *input.value));
      } else {
        examples.push_back(
            {input.info.name, input.info.element, Tensor::zeros({storedType(input.info.element), shape})});
      }
    }
    options.steps = true;
    options.mostElements = kMostElements;
    options.made = original;
    return std::move(translateOnnx(model_, examples, options).program);
  };
  OnnxProgram original;
  if (made > 0) {
    FOVEA_TRY(original, program(made, nullptr));
    report_.notes.push_back(fmt::format("The model was made for {} at a time; the network accepts any number.",
                                        made == 1 ? "one sample" : fmt::format("{} samples", made)));
  }
  batch_ = 2 * std::max<std::int64_t>(made, 1);
  FOVEA_TRY(program_, program(batch_, made > 0 ? &original : nullptr));
  FOVEA_TRY(more_, program(batch_ / 2 * 3, made > 0 ? &original : nullptr));
  return {};
}

Status LayerImport::addInputLayer(const ModelInput& input) {
  const OnnxValueInfo& info = input.info;
  List sample = withoutAxis(input.extents, input.axis);
  if (input.channelsLast) sample = {sample[2], sample[0], sample[1]};
  FieldValues parameters{{"shape", sample.empty() ? List{1} : sample}};
  const bool symbols =
      isWhole(info.element) && std::any_of(program_.inputs.begin(), program_.inputs.end(),
                                           [&](const auto& each) { return each.rows > 0 && each.name == info.name; });
  if (symbols) {
    std::int64_t count = 0;  // size of the table that the symbols index
    for (const OnnxNode& node : model_.graph.nodes)
      if (node.op == "Gather" && node.inputs.size() > 1 && node.inputs[1] == info.name)
        if (const Shape table = fact(node.inputs[0]).shape; table.rank() > 0) count = table[0];
    parameters.set("values", std::string("symbols"));
    parameters.set("symbols", std::max<std::int64_t>(count, 2));
  } else if (isWhole(info.element)) {
    report_.notes.push_back("The model computes with integers from its input; the network accepts all numbers.");
  } else if (!isReal(info.element)) {
    return unsupported(fmt::format("unsupported type {} of the input", onnxElementName(info.element)));
  }
  OnnxNode named;
  named.name = info.name;
  named.op = "input";
  FOVEA_TRY(const LayerId id, add(named, "input", std::move(parameters), {}));
  LayerSource source{id, 0};
  if (!symbols && computedType(info.element) == DataType::Float64) {
    named.name = info.name + "_f64";
    FOVEA_TRY(const LayerId cast, add(named, "op_cast", {{"to", std::string("f64")}}, {source}));
    source = {cast, 0};
  }
  // A network has samples along the first axis, and at least one number per sample; the model may differ.
  named.name = info.name + "_axes";
  if (sample.empty()) {
    FOVEA_TRY(source, reshaped(named, source, {-1, 1}, {-1}));
  } else if (input.axis > 0) {
    List order;
    for (int i = 0; i < static_cast<int>(input.extents.size()); ++i)
      order.push_back(i == input.axis ? 0 : i < input.axis ? i + 1 : i);
    FOVEA_TRY(source, permuted(named, source, order));
    report_.notes.push_back(fmt::format("The input {} counts its samples along axis {}; the network's has them first.",
                                        info.name, input.axis));
  }
  inputs_.insert(info.name);
  if (input.channelsLast) {
    giveTurned(named, info.name, {source, {0, 2, 3, 1}});
    report_.notes.push_back(
        fmt::format("The input {} has its channels last in the model; the network's has them first, like all pictures.",
                    info.name));
    return {};
  }
  for (const OnnxProgram::Input& each : program_.inputs)
    if (each.name == info.name && (each.rows > 0) == symbols) opSources_.emplace(each.value.index, source);
  sources_[info.name] = source;
  return {};
}

// Collects the model's inputs with the values given by the user. Returns how many are fed with samples.
Result<std::int64_t> LayerImport::collectInputs() {
  const auto free = model_.graph.freeInputs();
  std::int64_t fed = 0;
  for (const OnnxValueInfo& info : free) {
    ModelInput& input = modelInputs_.emplace_back();
    input.info = info;
    for (const OnnxDimension& dimension : info.shape)
      input.extents.push_back(std::max<std::int64_t>(dimension.extent, 0));
    if (const InputChoice* choice = choiceFor(info.name, false)) input.value = choice->value;
    if (!input.value && !isScalar(info)) ++fed;
    const bool open = std::find(input.extents.begin(), input.extents.end(), 0) != input.extents.end();
    if (input.value && (info.kind != "tensor" || !info.hasShape || open))
      return unsupported(
          fmt::format("unsupported model: its input {} has no fixed shape, so it cannot be one value", info.name));
  }
  FOVEA_CHECK(checkChoices(free, fed == 1));
  return fed;
}

Status LayerImport::readInputs() {
  FOVEA_TRY(const std::int64_t fed, collectInputs());
  if (modelInputs_.empty()) return unsupported("unsupported model: it has no inputs");
  const ModelInput* first = nullptr;
  for (ModelInput& input : modelInputs_) {
    const OnnxValueInfo& info = input.info;
    const bool scalar = isScalar(info);
    if (input.value) {
      report_.inputs.push_back({.name = info.name, .shape = {}, .value = input.value});
    } else if (scalar && fed > 0 && !options_.guessShape) {
      report_.openInputs.push_back({.name = info.name, .shape = {}});
    } else if (info.kind != "tensor" || !info.hasShape || scalar || (fed == 1 && info.shape.size() < 2)) {
      Error error = unsupported(fmt::format("unsupported model: its input{} is no batch of values of a known shape",
                                            modelInputs_.size() > 1 ? " " + info.name : ""));
      if (scalar) error.advice = fmt::format("Give its value, as --value {}=16000.", info.name);
      return error;
    } else {
      if (!first) first = &input;
      const InputChoice* choice = choiceFor(info.name, fed == 1);
      FOVEA_TRY(input.axis, sampleAxisOf(input, *first, choice));
      FOVEA_CHECK(fixExtents(input, choice));
    }
  }
  if (!first) return unsupported("unsupported model: it has no inputs");
  if (!options_.guessShape && !report_.openInputs.empty())
    return fail(ErrorCode::InvalidArgument, "The model leaves open how large its samples are.", shapeAdvice());
  FOVEA_CHECK(translate());
  for (const ModelInput& input : modelInputs_)
    if (!input.value) FOVEA_CHECK(addInputLayer(input));
  return {};
}

}  // namespace fovea
