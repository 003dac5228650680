// ONNX TfIdfVectorizer: counts occurrences of a pool of sequences. The symbols must be known, as those of a text are.
// Source: ONNX operator specification, opset 9.
#include <map>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostSymbols = 1 << 16, kMostLengths = 64, kMostSkips = 64, kMostColumns = 1 << 20;

struct Pool {
  // Index in the pool of each sequence, keyed by its symbols.
  std::map<std::vector<std::int64_t>, std::size_t> sequences;
  Extents64 columns;
  std::vector<double> weights;
  std::int64_t width = 0;
};

Result<Pool> readPool(const OnnxNodeContext& c) {
  const auto symbols = c.integers("pool_int64s"), starts = c.integers("ngram_counts"),
             columns = c.integers("ngram_indexes");
  if (!symbols || !starts || !columns || columns->empty()) return unsupported("a pool of words");
  Pool pool;
  pool.columns = *columns;
  pool.weights = c.reals("weights");
  for (std::size_t length = 1; length <= starts->size(); ++length) {
    const std::int64_t begin = (*starts)[length - 1],
                       end = length < starts->size() ? (*starts)[length] : static_cast<std::int64_t>(symbols->size());
    if (begin < 0 || end < begin || end > static_cast<std::int64_t>(symbols->size())) return unsupported("such counts");
    for (auto at = symbols->begin() + begin; symbols->begin() + end - at >= static_cast<std::ptrdiff_t>(length);
         at += static_cast<std::ptrdiff_t>(length))
      pool.sequences.emplace(std::vector<std::int64_t>(at, at + static_cast<std::ptrdiff_t>(length)),
                             pool.sequences.size());
  }
  if (pool.sequences.size() > columns->size()) return unsupported("fewer columns than sequences");
  for (const std::int64_t column : *columns) {
    if (column < 0 || column >= kMostColumns) return unsupported("such a column");
    pool.width = std::max(pool.width, column + 1);
  }
  return pool;
}

struct Lengths {
  std::int64_t least = 1, most = 1, skips = 0;
};

// Adds the occurrences in one row, with symbols `gap` apart.
void count(const Pool& pool, const Lengths& lengths, std::span<const std::int64_t> row, double* counts) {
  const auto extent = static_cast<std::int64_t>(row.size());
  for (std::int64_t length = lengths.least; length <= lengths.most; ++length)
    for (std::int64_t gap = 1; gap <= (length == 1 ? 1 : lengths.skips + 1); ++gap)
      for (std::int64_t start = 0; start + (length - 1) * gap < extent; ++start) {
        std::vector<std::int64_t> sequence;
        for (std::int64_t i = 0; i < length; ++i) sequence.push_back(row[static_cast<std::size_t>(start + i * gap)]);
        if (const auto found = pool.sequences.find(sequence); found != pool.sequences.end())
          counts[pool.columns[found->second]] += 1;
      }
}

Status vectorizer(OnnxNodeContext& c) {
  FOVEA_TRY(const Pool pool, readPool(c));
  const Lengths lengths{c.integer("min_gram_length", 1), c.integer("max_gram_length", 1),
                        c.integer("max_skip_count", 0)};
  const std::string mode = c.text("mode", "TF");
  const Shape x = c.shape();
  if (lengths.least < 1 || lengths.most > kMostLengths || lengths.skips < 0 || lengths.skips > kMostSkips ||
      x.rank() < 1 || x.rank() > 2 || x.elementCount() > kMostSymbols)
    return unsupported("such sizes");
  FOVEA_TRY(const auto symbols, c.wholeNumbers(0));
  const std::int64_t rows = x.rank() == 2 ? x[0] : 1, steps = x[x.rank() - 1];
  if (rows * pool.width > kMostColumns) return unsupported("such sizes");
  std::vector<double> counts(static_cast<std::size_t>(rows * pool.width), 0.0);
  for (std::int64_t row = 0; row < rows; ++row)
    count(pool, lengths,
          std::span(symbols).subspan(static_cast<std::size_t>(row * steps), static_cast<std::size_t>(steps)),
          counts.data() + row * pool.width);
  std::vector<double> weights(static_cast<std::size_t>(pool.width), 1.0);
  for (std::size_t i = 0; i < std::min(pool.weights.size(), pool.columns.size()); ++i)
    weights[static_cast<std::size_t>(pool.columns[i])] = pool.weights[i];
  for (std::size_t i = 0; i < counts.size() && mode != "TF"; ++i) {
    const double weight = weights[i % weights.size()];
    counts[i] = mode == "IDF" ? (counts[i] > 0 ? weight : 0) : counts[i] * weight;
  }
  const Shape y = x.rank() == 2 ? Shape{rows, pool.width} : Shape{pool.width};
  c.give(0, c.emitter().constant(tensorOf(DataType::Float32, y, counts)), OnnxElement::Float);
  return {};
}

}  // namespace

OnnxOperators countingOperators() {
  return {{"TfIdfVectorizer",
           vectorizer,
           {9,
            {"max_gram_length", "max_skip_count", "min_gram_length", "mode", "ngram_counts", "ngram_indexes",
             "pool_int64s", "pool_strings", "weights"}}}};
}

}  // namespace fovea
