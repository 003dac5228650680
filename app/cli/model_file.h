// Why: commands that ask a trained network take checkpoints, models of other programs, and checkpoints of networks that
// have changed since.
#pragma once
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/exchange/input_choice.h"
#include "core/train/checkpoint.h"

namespace fovea::cli {

// The options for the inputs that a model file leaves open, as typed: "3x224x224", "rate=16000".
struct InputWords {
  std::vector<std::string> shapes, values;
};
// Adds --shape and --value.
void addInputOptions(CLI::App& command, InputWords& words);
Result<std::vector<InputChoice>> inputChoices(const InputWords& words);

struct ModelArguments {
  std::string file;
  InputWords inputs;
};
// Adds the file, a required positional argument, and what may be said of its inputs.
void addModelArguments(CLI::App& command, ModelArguments& model, const std::string& alsoTakes = {});
// Reads a checkpoint, or a network of another program with its weights. For the latter, standard error says what was
// not converted exactly. Fails like readCheckpoint() and readExchanged().
Result<Checkpoint> readModel(const Context& context, const ModelArguments& model);

void addNetworkOption(CLI::App& command, std::string& network);
// Like readModel(), or the matching layers in `network`: a network file, or a standard network's name. Says on standard
// error what was taken and what was not.
Result<Checkpoint> checkpointFor(const Context& context, const ModelArguments& model, const std::string& network);

// Reads a .npy file for an input of that type without its batch axis: an axis for one sample may be there, and whole
// numbers are taken where the network computes with fractions. Bytes of pictures stay bytes.
Result<Tensor> readInputArray(const std::string& file, const TensorType& type);

}  // namespace fovea::cli
