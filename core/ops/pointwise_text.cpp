// Why: ops have only text attributes for programs. See pointwise.h for the format.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "core/ops/pointwise.h"

namespace fovea {
namespace {

std::string numberText(double value) {
  if (std::isnan(value)) return "nan";
  return fmt::format("{}", value);
}

std::optional<double> numberFrom(std::string_view word) {
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<int> indexFrom(std::string_view word) {
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 0) return std::nullopt;
  return value;
}

// Splits a text into tokens, which are separated by blanks; ":", "," and "->" are tokens of their own.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) { advance(); }
  std::string_view word() const { return word_; }  // empty at the end
  std::string_view take() {
    const std::string_view word = word_;
    advance();
    return word;
  }
  bool takeIf(std::string_view wanted) {
    if (word_ != wanted) return false;
    advance();
    return true;
  }

 private:
  void advance() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    std::size_t length = 0;
    if (rest_.starts_with("->"))
      length = 2;
    else if (rest_.starts_with(',') || rest_.starts_with(':'))
      length = 1;
    else
      while (length < rest_.size() && rest_[length] != ' ' && rest_[length] != ',' && rest_[length] != ':' &&
             !rest_.substr(length).starts_with("->"))
        ++length;
    word_ = rest_.substr(0, length);
    rest_.remove_prefix(length);
  }
  std::string_view rest_, word_;
};

std::string shown(std::string_view word) {
  if (word.empty()) return "the end";
  const bool cut = word.size() > 20;
  return fmt::format("\"{}{}\"", word.substr(0, 20), cut ? "…" : "");
}

Error unreadable(const std::string& what) {
  return fail(ErrorCode::InvalidArgument, "A pointwise program cannot be read: " + what);
}

Result<PointwiseInstruction> readInstruction(Words& words, std::size_t index) {
  const std::string_view name = words.take();
  PointwiseInstruction instruction;
  int code = 0;
  while (code < kPointwiseCodes && pointwiseName(static_cast<PointwiseCode>(code)) != name) ++code;
  if (code == kPointwiseCodes) return unreadable(fmt::format("instruction {} is {}.", index, shown(name)));
  instruction.code = static_cast<PointwiseCode>(code);
  if (instruction.code == PointwiseCode::Constant) {
    const std::string_view word = words.take();
    const auto value = numberFrom(word);
    if (!value) return unreadable(fmt::format("instruction {} needs a number, not {}.", index, shown(word)));
    instruction.value = *value;
    return instruction;
  }
  for (int i = 0; i < operandCount(instruction.code); ++i) {
    const std::string_view word = words.take();
    const auto reg = indexFrom(word);
    if (!reg)
      return unreadable(fmt::format("instruction {} ({}) needs {} registers, not {}.", index, name,
                                    operandCount(instruction.code), shown(word)));
    instruction.operands[static_cast<std::size_t>(i)] = *reg;
  }
  return instruction;
}

}  // namespace

std::string toText(const PointwiseProgram& program) {
  std::string text = fmt::format("{}:", program.inputs);
  const char* separator = " ";
  for (const PointwiseInstruction& instruction : program.instructions) {
    text += separator;
    text += pointwiseName(instruction.code);
    if (instruction.code == PointwiseCode::Constant) text += ' ' + numberText(instruction.value);
    for (int i = 0; i < operandCount(instruction.code); ++i)
      text += fmt::format(" {}", instruction.operands[static_cast<std::size_t>(i)]);
    separator = ", ";
  }
  text += " ->";
  for (const int output : program.outputs) text += fmt::format(" {}", output);
  return text;
}

Result<PointwiseProgram> parsePointwise(std::string_view text) {
  Words words(text);
  PointwiseProgram program;
  const std::string_view count = words.take();
  const auto inputs = indexFrom(count);
  if (!inputs || !words.takeIf(":"))
    return unreadable("it must begin with the number of inputs and a colon, not " + shown(count) + ".");
  program.inputs = *inputs;
  while (!words.takeIf("->")) {
    if (!program.instructions.empty() && !words.takeIf(","))
      return unreadable(fmt::format("\",\" or \"->\" must follow instruction {}, not {}.",
                                    program.instructions.size() - 1, shown(words.word())));
    if (program.instructions.size() == PointwiseProgram::kMaximumInstructions)
      return unreadable(fmt::format("it has more than {} instructions.", PointwiseProgram::kMaximumInstructions));
    FOVEA_TRY(const PointwiseInstruction instruction, readInstruction(words, program.instructions.size()));
    program.instructions.push_back(instruction);
  }
  while (!words.word().empty()) {
    if (program.outputs.size() == PointwiseProgram::kMaximumOutputs)
      return unreadable(fmt::format("it has more than {} outputs.", PointwiseProgram::kMaximumOutputs));
    const std::string_view word = words.take();
    const auto reg = indexFrom(word);
    if (!reg) return unreadable("an output must be a register, not " + shown(word) + ".");
    program.outputs.push_back(*reg);
  }
  FOVEA_CHECK(validate(program));
  return program;
}

}  // namespace fovea
