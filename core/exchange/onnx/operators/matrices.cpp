// ONNX products of matrices and of indexed values.
// Source: ONNX operator specification, opsets 1 to 28; NumPy, "matmul" and "einsum".
#include <algorithm>
#include <map>

#include "core/exchange/onnx/quantization.h"
#include "core/ops/broadcast.h"

namespace fovea {
namespace {

// NumPy's matmul: a single axis is a row or a column; axes before the last two are broadcast.
Result<ValueId> matrixProduct(Emitter& e, ValueId a, ValueId b) {
  Shape left = e.typeOf(a).shape, right = e.typeOf(b).shape;
  if (left.rank() == 0 || right.rank() == 0) return unsupported("a single number");
  const bool row = left.rank() == 1, column = right.rank() == 1;
  if (row) left = Shape{1, left[0]};
  if (column) right = Shape{right[0], 1};
  a = reshaped(e, a, left);
  b = reshaped(e, b, right);
  const auto batchOf = [](const Shape& s) { return Shape(s.extents().first(static_cast<std::size_t>(s.rank() - 2))); };
  FOVEA_TRY(const Shape batch, broadcastShape(batchOf(left), batchOf(right)));
  const std::int64_t m = left[left.rank() - 2], k = left[left.rank() - 1], n = right[right.rank() - 1];
  Extents64 extents(batch.begin(), batch.end());
  ValueId y;
  if (right.rank() == 2) {
    y = e.emitOne("matmul", {}, {reshaped(e, a, Extents64{left.elementCount() / std::max<std::int64_t>(k, 1), k}), b});
  } else {
    const auto repeated = [&](ValueId x, std::int64_t rows, std::int64_t columns) {
      Extents64 full(batch.begin(), batch.end());
      full.insert(full.end(), {rows, columns});
      return broadcastTo(e, x, Shape(full));
    };
    y = e.emitOne("matmul", {}, {repeated(a, m, k), repeated(b, right[right.rank() - 2], n)});
  }
  if (!row) extents.push_back(m);
  if (!column) extents.push_back(n);
  return reshaped(e, y, extents);
}

Status matMul(OnnxNodeContext& c) {
  FOVEA_TRY(const ValueId y, matrixProduct(c.emitter(), c.in(0), c.in(1)));
  c.give(y);
  return {};
}

Status gemm(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const double alpha = c.real("alpha", 1), beta = c.real("beta", 1);
  const bool transposeA = c.integer("transA", 0) != 0, transposeB = c.integer("transB", 0) != 0;
  if (c.shape().rank() != 2 || c.shape(1).rank() != 2) return unsupported("values that are not matrices");
  const bool plain = alpha == 1 && beta == 1 && !transposeA && c.has(2);
  const std::int64_t columns = c.shape(1)[transposeB ? 0 : 1];
  if (plain && c.shape(2) == Shape{columns} && c.shape(1).elementCount() > 0) {
    const ValueId weight = transposeB ? c.in(1) : permuted(e, c.in(1), {1, 0});
    c.give(e.emitOne("linear", {}, {c.in(0), weight, c.in(2)}));
    return {};
  }
  ValueId y = e.emitOne("matmul", {{"transpose_a", transposeA}, {"transpose_b", transposeB}}, {c.in(0), c.in(1)});
  if (alpha != 1) y = map(e, y, [&](PointwiseTerm t) { return t * alpha; });
  if (c.has(2))
    y = map(e, y, c.in(2),
            [&](PointwiseTerm t, PointwiseTerm added) { return beta == 1 ? t + added : t + added * beta; });
  c.give(y);
  return {};
}

Status wholeMatMul(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const auto centred = [&](std::size_t value, std::size_t zero) {
    if (!c.has(zero)) return c.in(value);
    const bool rows = value == 0 && c.shape(zero).rank() == 1 && c.shape(zero)[0] > 1;
    const ValueId shift = rows ? reshaped(e, c.in(zero), Extents64{c.shape(zero)[0], 1}) : c.in(zero);
    return difference(e, c.in(value), shift);
  };
  FOVEA_TRY(const ValueId y, matrixProduct(e, centred(0, 2), centred(1, 3)));
  c.give(0, y, OnnxElement::Int32);
  return {};
}

Status quantizedMatMul(OnnxNodeContext& c) {
  if (!isWhole(c.element(7))) return unsupported(std::string("the type ") + onnxElementName(c.element(7)));
  Emitter& e = c.emitter();
  const auto wide = [&](std::size_t i) { return castTo(e, c.in(i), DataType::Float64); };
  FOVEA_TRY(const ValueId sums, matrixProduct(e, difference(e, c.in(0), c.in(2)), difference(e, c.in(3), c.in(5))));
  const ValueId scale = quotient(e, product(e, wide(1), wide(4)), wide(6));
  c.give(0, quantized(e, product(e, sums, scale), c.in(7), c.element(7)), c.element(7));
  return {};
}

struct EinsumTerm {
  ValueId value;
  std::string labels;  // one letter per axis
};

// Replaces "..." by one capital letter per axis, the same for equal axes counted from the end.
Result<std::string> spelled(std::string text, int rank) {
  const std::size_t dots = text.find("...");
  if (dots == std::string::npos) return text;
  const int open = rank - static_cast<int>(text.size() - 3);
  if (open < 0 || open > 8) return unsupported("the equation does not fit");
  std::string letters;
  for (int i = open; i > 0; --i) letters += static_cast<char>('A' + i - 1);
  return text.replace(dots, 3, letters);
}

// Axes with the same letter become their diagonal; letters that no other term has are summed.
EinsumTerm diagonalized(Emitter& e, EinsumTerm term) {
  for (std::size_t i = 0; i < term.labels.size(); ++i) {
    const std::size_t j = term.labels.find(term.labels[i], i + 1);
    if (j == std::string::npos) continue;
    const std::int64_t extent = e.typeOf(term.value).shape[static_cast<int>(i)];
    Extents64 order;
    for (std::size_t a = 0; a < term.labels.size(); ++a)
      if (a != i && a != j) order.push_back(static_cast<std::int64_t>(a));
    order.push_back(static_cast<std::int64_t>(i));
    order.push_back(static_cast<std::int64_t>(j));
    const ValueId last = permuted(e, term.value, order);
    const Shape shape = e.typeOf(last).shape;
    Extents64 flat(shape.begin(), shape.end() - 2), index;
    const int axis = static_cast<int>(flat.size());
    flat.push_back(extent * shape[shape.rank() - 1]);
    for (std::int64_t k = 0; k < extent; ++k) index.push_back(k * (shape[shape.rank() - 1] + 1));
    std::string labels;
    for (std::size_t a = 0; a < term.labels.size(); ++a)
      if (a != i && a != j) labels += term.labels[a];
    return diagonalized(e, {picked(e, reshaped(e, last, flat), axis, index), labels + term.labels[i]});
  }
  return term;
}

EinsumTerm summed(Emitter& e, EinsumTerm term, const std::string& keep) {
  Extents64 axes;
  std::string labels;
  for (std::size_t i = 0; i < term.labels.size(); ++i) {
    if (keep.find(term.labels[i]) != std::string::npos) {
      labels += term.labels[i];
    } else {
      axes.push_back(static_cast<std::int64_t>(i));
    }
  }
  return {reduced(e, "reduce_sum", term.value, axes, false), labels};
}

ValueId ordered(Emitter& e, const EinsumTerm& term, const std::string& labels) {
  Extents64 order;
  for (const char letter : labels)
    if (const std::size_t at = term.labels.find(letter); at != std::string::npos)
      order.push_back(static_cast<std::int64_t>(at));
  return permuted(e, term.value, order);
}

// The product of two terms, summed over the letters that are not needed later: as one matrix product.
Result<EinsumTerm> contracted(Emitter& e, const EinsumTerm& a, const EinsumTerm& b, const std::string& needed) {
  std::string batch, inner, left, right;
  const auto has = [](const std::string& text, char letter) { return text.find(letter) != std::string::npos; };
  for (const char letter : a.labels) (has(b.labels, letter) ? (has(needed, letter) ? batch : inner) : left) += letter;
  for (const char letter : b.labels)
    if (!has(a.labels, letter)) right += letter;
  std::map<char, std::int64_t> extents;
  for (const EinsumTerm* term : {&a, &b})
    for (std::size_t i = 0; i < term->labels.size(); ++i) {
      const std::int64_t extent = e.typeOf(term->value).shape[static_cast<int>(i)];
      auto [entry, added] = extents.emplace(term->labels[i], extent);
      if (!added && entry->second != extent) return unsupported("axes of one letter differ");
    }
  const auto count = [&](const std::string& letters) {
    std::int64_t total = 1;
    for (const char letter : letters) total *= extents[letter];
    return total;
  };
  const ValueId first =
      reshaped(e, ordered(e, a, batch + left + inner), Extents64{count(batch), count(left), count(inner)});
  const ValueId second =
      reshaped(e, ordered(e, b, batch + inner + right), Extents64{count(batch), count(inner), count(right)});
  Extents64 result;
  for (const char letter : batch + left + right) result.push_back(extents[letter]);
  return EinsumTerm{reshaped(e, e.emitOne("matmul", {}, {first, second}), result), batch + left + right};
}

Status einsum(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  std::string equation = c.text("equation", "");
  std::erase(equation, ' ');
  const std::size_t arrow = equation.find("->");
  std::string from = equation.substr(0, arrow), to = arrow == std::string::npos ? "" : equation.substr(arrow + 2);
  std::vector<EinsumTerm> terms;
  for (std::size_t i = 0; i < c.inputCount(); ++i) {
    const std::size_t comma = from.find(',');
    const std::string text = from.substr(0, comma);
    FOVEA_TRY(std::string labels, spelled(text, c.shape(i).rank()));
    if (static_cast<int>(labels.size()) != c.shape(i).rank()) return unsupported("the equation does not fit");
    terms.push_back(diagonalized(e, {c.in(i), labels}));
    from = comma == std::string::npos ? "" : from.substr(comma + 1);
  }
  std::string all;
  for (const EinsumTerm& term : terms) all += term.labels;
  std::string capitals;
  for (char letter = 'H'; letter >= 'A'; --letter)
    if (all.find(letter) != std::string::npos && equation.find("...") != std::string::npos) capitals += letter;
  if (arrow == std::string::npos) {
    to = capitals;
    std::string sorted = all;
    std::sort(sorted.begin(), sorted.end());
    for (const char letter : sorted)
      if (std::count(all.begin(), all.end(), letter) == 1 && capitals.find(letter) == std::string::npos) to += letter;
  } else if (const std::size_t dots = to.find("..."); dots != std::string::npos) {
    to.replace(dots, 3, capitals);
  }
  if (terms.empty()) return unsupported("it has no values");
  EinsumTerm result = terms[0];
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::string later = to;
    for (std::size_t k = i + 1; k < terms.size(); ++k) later += terms[k].labels;
    if (i > 0) {
      FOVEA_TRY(result, contracted(e, result, summed(e, terms[i], later + result.labels), later));
    }
    result = summed(e, result, later);
  }
  if (result.labels.size() != to.size()) return unsupported("a letter of the result is nowhere");
  c.give(ordered(e, result, to));
  return {};
}

}  // namespace

OnnxOperators matricesOperators() {
  return {
      {"MatMul", matMul, {13}},
      {"Gemm", gemm, {13, {"alpha", "beta", attributeUntil(6, "broadcast"), "transA", "transB"}}},
      {"MatMulInteger", wholeMatMul, {10}},
      {"QLinearMatMul", quantizedMatMul, {21}},
      {"Einsum", einsum, {28, {"equation"}}},
  };
}

}  // namespace fovea
