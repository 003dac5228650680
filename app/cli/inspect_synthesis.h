// Why: the part of `inspect` that grows inputs has a file of its own.
#pragma once
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/synthesis.h"

namespace fovea::cli {

// The method of that name; null if it is none that grows an input.
const SynthesisMethodInfo* synthesisMethod(const std::string& name);

// What the command line says about growing an input; values below 0 are the method's usual ones.
struct SynthesisArguments {
  std::int64_t channel = -1;
  std::string at;  // "C,Y,X": a unit
  std::int64_t steps = -1;
  double rate = -1;
  std::int64_t jitter = -1;
  double blur = -1;
  double variation = -1;
  double decay = -1;
  std::int64_t octaves = -1;
  std::uint64_t seed = 1;

  void addTo(CLI::App& command);
};

// "3,11,7" as numbers. InvalidArgument for anything else.
Result<std::vector<std::int64_t>> readPosition(const std::string& text, std::int64_t least = 0);

struct SynthesisTask {
  const SynthesisMethodInfo* method = nullptr;
  std::string layer;
  std::int64_t target = -1;  // a class
  Tensor sample;             // for Dream and Invert, in the data set's format
  std::string image;         // for Dream: a picture of its own size
  std::string out;
};
Status growInput(const Context& context, const SynthesisArguments& arguments, const SynthesisTask& task,
                 const Checkpoint& checkpoint, ModelInspector& inspector, const std::shared_ptr<Device>& device);

}  // namespace fovea::cli
