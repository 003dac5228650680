// Why: a text that a person types enters the network as the import of the data set would have stored it. Pure
// functions.
#pragma once
#include <string>

#include "core/data/store/dataset.h"

namespace fovea {

// The meaning of the numbers in an input of symbols (i32).
enum class SymbolKind {
  Named,     // the classes of the data set, see SymbolText
  Numbered,  // nothing else: there are DatasetInfo::symbols different ones
  Bytes,     // bytes of UTF-8, with zeros after the text
};
SymbolKind symbolKind(const DatasetInfo& info);

// Returns the symbols of a text, i32 [N] with N > 0, or of numbers with blanks or commas between them, in the shape of
// a sample. Fails with InvalidArgument, whose message can be shown while the user types.
Result<Tensor> typedSymbols(const std::string& text, const DatasetInfo& info);

// Fits symbols to an input of `shape`. Of names it keeps the end, and repeats too few until they fill the input; of
// bytes it keeps the beginning, and adds zeros. Returns numbers, and symbols for an input that is no row, unchanged.
Tensor fittedSymbols(const Tensor& symbols, const Shape& shape, SymbolKind kind);

}  // namespace fovea
