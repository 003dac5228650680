#include "core/inspect/typed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/inspect/symbol_text.h"

namespace fovea {
namespace {

Tensor symbolRow(const Shape& shape, const std::vector<std::int32_t>& symbols) {
  Tensor tensor = Tensor::make({DataType::Int32, shape});
  std::ranges::copy(symbols, tensor.data<std::int32_t>());
  return tensor;
}

// Returns nothing if the text holds anything else than numbers.
std::optional<std::vector<std::int32_t>> typedNumbers(const std::string& text) {
  std::vector<std::int32_t> numbers;
  const char *at = text.data(), *const end = at + text.size();
  while ((at = std::find_if(at, end, [](char c) { return c != ' ' && c != ',' && c != '\t'; })) != end) {
    const auto read = std::from_chars(at, end, numbers.emplace_back());
    if (read.ec != std::errc()) return {};
    at = read.ptr;
  }
  return numbers;
}

Result<Tensor> numberedSymbols(const std::string& text, const DatasetInfo& info) {
  const auto numbers = typedNumbers(text);
  const bool known = numbers && std::ranges::all_of(*numbers, [&info](std::int32_t number) {
                       return number >= 0 && number < info.symbols;
                     });
  if (!known || std::ssize(*numbers) != info.sampleShape.elementCount())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A sample is {} numbers from 0 to {}.", info.sampleShape.elementCount(), info.symbols - 1),
                "Write them with blanks between them.");
  return symbolRow(info.sampleShape, *numbers);
}

}  // namespace

SymbolKind symbolKind(const DatasetInfo& info) {
  if (info.task == Task::NextSymbol || info.task == Task::Transcription) return SymbolKind::Named;
  return info.symbols > 0 ? SymbolKind::Numbered : SymbolKind::Bytes;
}

Result<Tensor> typedSymbols(const std::string& text, const DatasetInfo& info) {
  const SymbolKind kind = symbolKind(info);
  if (kind == SymbolKind::Numbered) return numberedSymbols(text, info);
  std::vector<std::int32_t> symbols;
  if (kind == SymbolKind::Named)
    symbols = SymbolText(info.classes).encode(text);
  else
    for (const char byte : text) symbols.push_back(static_cast<unsigned char>(byte));
  if (symbols.empty()) return fail(ErrorCode::InvalidArgument, "The text has no symbol that the network knows.");
  return symbolRow(Shape{std::ssize(symbols)}, symbols);
}

Tensor fittedSymbols(const Tensor& symbols, const Shape& shape, SymbolKind kind) {
  const std::int64_t given = symbols.elementCount(), wanted = shape.elementCount();
  if (given == wanted || given == 0 || shape.rank() != 1 || kind == SymbolKind::Numbered) return symbols;
  Tensor fitted = Tensor::zeros({DataType::Int32, shape});
  const auto from = symbols.values<std::int32_t>();
  const auto to = fitted.values<std::int32_t>();
  if (kind == SymbolKind::Bytes) {
    std::ranges::copy(from.first(static_cast<std::size_t>(std::min(given, wanted))), to.begin());
    return fitted;
  }
  for (std::size_t fromEnd = 0; fromEnd < to.size(); ++fromEnd)
    to[to.size() - 1 - fromEnd] = from[from.size() - 1 - fromEnd % from.size()];
  return fitted;
}

}  // namespace fovea
