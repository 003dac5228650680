#include "core/exchange/onnx/onnx_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/file.h"
#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/onnx_file.h"

namespace fovea {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
constexpr double kRelative = 1e-3, kAbsolute = 1e-7;
// A suite that stores bfloat16 as bits truncated an f32 instead of rounding it: its numbers may be one unit nearer to
// 0. ONNX's own runner compares such bits as integers, whose relative tolerance 1e-3 allows 16 units.
constexpr double kCutBFloat16 = 0x1p-7;

Result<std::vector<OnnxTensor>> readTensors(const std::filesystem::path& folder, const std::string& prefix) {
  std::vector<OnnxTensor> tensors;
  for (int i = 0;; ++i) {
    const auto path = folder / fmt::format("{}_{}.pb", prefix, i);
    if (!std::filesystem::exists(path)) return tensors;
    FOVEA_TRY(const std::string bytes, readFile(path, kMostBytes));
    FOVEA_TRY(auto tensor, parseOnnxTensor(bytes));
    tensors.push_back(std::move(tensor));
  }
}

// Up to opset 17 the suite stored bfloat16 as bits in uint16. Returns whether the tensor was one of these.
bool restoreBFloat16(OnnxTensor& tensor, const OnnxValueInfo& declared) {
  if (declared.element != OnnxElement::BFloat16 || tensor.element != OnnxElement::UInt16) return false;
  Tensor bits = Tensor::make({DataType::BFloat16, tensor.tensor.shape()});
  for (std::int64_t i = 0; i < bits.elementCount(); ++i)
    static_cast<std::uint16_t*>(bits.raw())[i] = static_cast<std::uint16_t>(tensor.tensor.data<double>()[i]);
  tensor = {tensor.name, OnnxElement::BFloat16, bits};
  return true;
}

Status needTensors(const std::vector<OnnxValueInfo>& values, const std::string& what) {
  for (const OnnxValueInfo& info : values) {
    if (info.kind != "tensor")
      return unsupported(fmt::format("unsupported type {} of {} \"{}\"", info.kind, what, info.name));
    if (info.element != OnnxElement::Undefined && !isNumber(info.element))
      return unsupported(
          fmt::format("unsupported type {} of {} \"{}\"", onnxElementName(info.element), what, info.name));
  }
  return {};
}

struct Judgement {
  OnnxOutcome outcome = OnnxOutcome::Passed;
  std::string message, blamed;
};

Judgement judged(const Error& error, std::string blamed = {}) {
  const bool said = error.code == ErrorCode::Unsupported && error.message.rfind("unsupported", 0) == 0;
  return {said ? OnnxOutcome::Unsupported : OnnxOutcome::Failed, error.message, std::move(blamed)};
}

// The suite's Fourier transforms are computed in f32: where large numbers cancel, a result that should be 0 is up to
// half the last bit of the largest. An exact transform would differ from these by as much.
double absoluteOf(const OnnxModel& model, const OnnxTensor& wanted) {
  const auto& nodes = model.graph.nodes;
  if (wanted.element != OnnxElement::Float ||
      std::none_of(nodes.begin(), nodes.end(), [](const OnnxNode& node) { return node.op == "DFT"; }))
    return kAbsolute;
  double largest = 0;
  for (const double number : numbersOf(toComputed(wanted)))
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  return std::max(kAbsolute, largest * 0x1p-24);
}

Judgement runDataSet(const OnnxModel& model, const std::filesystem::path& folder,
                     const std::shared_ptr<Device>& device) {
  auto inputs = readTensors(folder, "input");
  if (!inputs.ok()) return judged(inputs.error());
  auto wanted = readTensors(folder, "output");
  if (!wanted.ok()) return judged(wanted.error());
  const auto free = model.graph.freeInputs();
  const auto& names = free.size() == inputs->size() ? free : model.graph.inputs;
  for (std::size_t i = 0; i < inputs->size() && i < names.size(); ++i) {
    (*inputs)[i].name = names[i].name;
    restoreBFloat16((*inputs)[i], names[i]);
  }
  std::vector<double> relative(wanted->size(), kRelative);
  for (std::size_t i = 0; i < wanted->size() && i < model.graph.outputs.size(); ++i)
    if (restoreBFloat16((*wanted)[i], model.graph.outputs[i])) relative[i] = kCutBFloat16;
  OnnxRun run = runOnnx(model, *inputs, device);
  if (!run.outputs.ok()) return judged(run.outputs.error(), run.op);
  if (run.outputs->size() < wanted->size())
    return {OnnxOutcome::Failed, fmt::format("{} outputs instead of {}", run.outputs->size(), wanted->size()), {}};
  for (std::size_t i = 0; i < wanted->size(); ++i)
    if (Status same = compareOnnxTensors((*run.outputs)[i], (*wanted)[i], relative[i], absoluteOf(model, (*wanted)[i]));
        !same.ok())
      return {OnnxOutcome::Failed, fmt::format("output {}: {}", i, same.error().message), {}};
  return {};
}

Judgement runModel(const OnnxModel& model, const std::filesystem::path& folder, const std::shared_ptr<Device>& device) {
  for (const auto* values : {&model.graph.inputs, &model.graph.outputs})
    if (Status status = needTensors(*values, values == &model.graph.inputs ? "input" : "output"); !status.ok()) {
      // Attributes the error to the operator that needs such values.
      return judged(status.error(), model.graph.nodes.empty() ? "" : model.graph.nodes.back().op);
    }
  int sets = 0;
  for (;; ++sets) {
    const auto data = folder / fmt::format("test_data_set_{}", sets);
    if (!std::filesystem::exists(data)) break;
    if (Judgement judgement = runDataSet(model, data, device); judgement.outcome != OnnxOutcome::Passed)
      return judgement;
  }
  if (sets == 0) return {OnnxOutcome::Failed, "there is no data for it", {}};
  return {};
}

}  // namespace

Status compareOnnxTensors(const OnnxTensor& got, const OnnxTensor& wanted, double relative, double absolute) {
  const auto differs = [](std::string message) { return fail(ErrorCode::InvalidArgument, std::move(message)); };
  if (got.element != wanted.element)
    return differs(fmt::format("type {} instead of {}", onnxElementName(got.element), onnxElementName(wanted.element)));
  if (got.tensor.shape() != wanted.tensor.shape())
    return differs(
        fmt::format("shape {} instead of {}", got.tensor.shape().toString(), wanted.tensor.shape().toString()));
  const Tensor a = toComputed(got), b = toComputed(wanted);
  for (std::int64_t i = 0; i < a.elementCount(); ++i) {
    const double x = numberAt(a, i), y = numberAt(b, i);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    if (!(std::abs(x - y) <= absolute + relative * std::abs(y)) || std::isinf(y))
      return differs(fmt::format("{} instead of {} at position {}", x, y, i));
  }
  return {};
}

OnnxCase runOnnxCase(const std::filesystem::path& folder, const std::shared_ptr<Device>& device) {
  OnnxCase result;
  result.name = (folder.parent_path().filename() / folder.filename()).string();
  const auto model = readOnnx(folder / "model.onnx");
  if (!model.ok()) {
    result.outcome = model.error().code == ErrorCode::Unsupported ? OnnxOutcome::Unsupported : OnnxOutcome::Failed;
    result.message = model.error().message;
    return result;
  }
  std::set<std::string> ops;
  for (const OnnxNode& node : model->graph.nodes) ops.insert(node.op);
  result.ops.assign(ops.begin(), ops.end());
  Judgement judgement = runModel(*model, folder, device);
  result.outcome = judgement.outcome;
  result.message = std::move(judgement.message);
  result.blamed = std::move(judgement.blamed);
  return result;
}

Result<std::vector<OnnxCase>> runOnnxSuite(const std::filesystem::path& folder, const std::shared_ptr<Device>& device,
                                           const std::function<void(const OnnxCase&, double share)>& each) {
  std::vector<std::filesystem::path> folders;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().filename() == "model.onnx") folders.push_back(it->path().parent_path());
  if (error) return systemError(error.value(), "reading " + folder.string());
  if (folders.empty())
    return fail(ErrorCode::NotFound, "There is no folder with a model.onnx below " + folder.string() + ".");
  std::sort(folders.begin(), folders.end());
  std::vector<OnnxCase> cases;
  for (const auto& place : folders) {
    cases.push_back(runOnnxCase(place, device));
    if (each) each(cases.back(), static_cast<double>(cases.size()) / static_cast<double>(folders.size()));
  }
  return cases;
}

namespace {

void count(OnnxTally& tally, OnnxOutcome outcome) {
  if (outcome == OnnxOutcome::Passed)
    ++tally.passed;
  else if (outcome == OnnxOutcome::Unsupported)
    ++tally.unsupported;
  else
    ++tally.failed;
}

}  // namespace

OnnxTally tallyOf(const std::vector<OnnxCase>& cases) {
  OnnxTally tally;
  for (const OnnxCase& entry : cases) count(tally, entry.outcome);
  return tally;
}

std::map<std::string, OnnxTally> tallyByOperator(const std::vector<OnnxCase>& cases) {
  std::map<std::string, OnnxTally> table;
  for (const OnnxCase& entry : cases) {
    if (!entry.blamed.empty())
      count(table[entry.blamed], entry.outcome);
    else
      for (const std::string& op : entry.ops) count(table[op], entry.outcome);
  }
  return table;
}

}  // namespace fovea
