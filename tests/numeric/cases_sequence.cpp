// Why: the cases of matrix products, embedding, RNNs, attention and CTC.
#include <cmath>

#include "tests/numeric/case.h"

namespace fovea::numeric {
namespace {

void addEmbedding(std::vector<Case>& cases, const std::string& name, const Shape& symbols, std::int64_t known,
                  std::int64_t width, double low = 0) {
  const CaseInput drawn{symbols, Fill::Labels, low, static_cast<double>(known)};
  std::vector<std::int64_t> extents(symbols.begin(), symbols.end());
  extents.push_back(width);
  cases.push_back({"embedding", name, {}, {{{known, width}}, drawn}});
  cases.push_back({"embedding_backward", name, {{"symbols", known}}, {{Shape(extents)}, drawn}});
}

void addEmbeddings(std::vector<Case>& cases) {
  addEmbedding(cases, "text", {3, 7}, 11, 5);
  addEmbedding(cases, "large", {16, 32}, 100, 96);
  addEmbedding(cases, "one_symbol", {2, 5}, 1, 33);
  addEmbedding(cases, "row", Shape{19}, 6, 4);
  addEmbedding(cases, "no_symbol", {4, 6}, 5, 8, -2);
  addEmbedding(cases, "empty_batch", {0, 6}, 5, 8);
  // Symbols outside of the table.
  cases.push_back({"embedding", "unknown", {}, {{{3, 4}}, {{4, 5}, Fill::Labels, 0, 6}}, false});
  cases.push_back({"embedding", "nan", {}, {{{3, 17}, Fill::Normal, 0, 1, {20}}, {{2, 5}, Fill::Labels, 0, 3}}});
}

void addMatmul(std::vector<Case>& cases, const std::string& name, std::vector<std::int64_t> batch, std::int64_t rows,
               std::int64_t inner, std::int64_t columns) {
  for (const bool ta : {false, true})
    for (const bool tb : {false, true}) {
      std::vector<std::int64_t> a = batch, b = batch;
      for (const std::int64_t extent : {ta ? inner : rows, ta ? rows : inner}) a.push_back(extent);
      for (const std::int64_t extent : {tb ? columns : inner, tb ? inner : columns}) b.push_back(extent);
      const std::string form = std::string(ta ? "_t" : "_n") + (tb ? "t" : "n");
      cases.push_back({"matmul", name + form, {{"transpose_a", ta}, {"transpose_b", tb}}, {{Shape(a)}, {Shape(b)}}});
    }
}

void addMatmuls(std::vector<Case>& cases) {
  addMatmul(cases, "matrix", {}, 7, 13, 5);
  addMatmul(cases, "batch", {5}, 6, 9, 11);
  addMatmul(cases, "batches", {2, 3}, 4, 3, 5);
  addMatmul(cases, "large", {2}, 65, 300, 129);
  addMatmul(cases, "many_small", {64}, 17, 16, 15);
  addMatmul(cases, "one", {1}, 1, 1, 1);
  addMatmul(cases, "empty_batch", {0}, 3, 4, 5);
  addMatmul(cases, "empty_sum", {2}, 3, 0, 5);
  cases.push_back({"matmul", "more_than_a_grid_has_blocks", {}, {{{70000, 1, 2}}, {{70000, 2, 1}}}});
  cases.push_back({"matmul", "nan", {}, {{{2, 3, 4}, Fill::Normal, 0, 1, {5}}, {{2, 4, 6}}}});
}

// The form of a recurrent op: gates, reserved blocks per step, and whether there is a cell.
struct Recurrence {
  std::string op;
  std::int64_t gates, kept;
  bool hasCell;
};

struct RecurrentSizes {
  std::int64_t batch, steps, inputs, units;
};

void addRecurrence(std::vector<Case>& cases, const Recurrence& kind, const std::string& name, const RecurrentSizes& s,
                   const FieldValues& attributes = {}, bool states = false) {
  const double small = 1.0 / std::sqrt(static_cast<double>(s.units + s.inputs));
  const auto weight = [&](const Shape& shape) { return CaseInput{shape, Fill::Uniform, -small, small}; };
  const std::int64_t rows = kind.gates * s.units;
  const CaseInput x{{s.batch, s.steps, s.inputs}}, y{{s.batch, s.steps, s.units}, Fill::Uniform, -1, 1};
  const CaseInput state{{s.batch, s.units}};
  Case forward{
      kind.op, name, attributes, {x, weight({rows, s.inputs}), weight({rows, s.units}), {Shape{rows}}, {Shape{rows}}}};
  if (states) forward.inputs.push_back(state);
  if (states && kind.hasCell) forward.inputs.push_back(state);
  cases.push_back(forward);
  if (attributes.contains("training")) return;
  const std::int64_t blocks = s.steps * kind.kept + (kind.hasCell ? s.steps + 1 : 0) + 1;
  const CaseInput reserve{{blocks, s.batch, s.units}, Fill::Uniform, -1, 1};
  Case backward{kind.op + "_backward",
                name,
                attributes,
                {{y.shape}, x, weight({rows, s.inputs}), weight({rows, s.units}), y, reserve}};
  if (states && kind.hasCell) backward.inputs.push_back(state);
  cases.push_back(backward);
}

void addRecurrences(std::vector<Case>& cases) {
  for (const Recurrence& kind : {Recurrence{"lstm", 4, 4, true}, {"gru", 3, 4, false}, {"rnn", 1, 0, false}}) {
    addRecurrence(cases, kind, "small", {2, 3, 4, 5});
    addRecurrence(cases, kind, "states", {3, 4, 5, 6}, {}, true);
    addRecurrence(cases, kind, "reverse", {2, 5, 3, 7}, {{"reverse", true}}, true);
    addRecurrence(cases, kind, "one_step", {2, 1, 3, 4}, {}, true);
    addRecurrence(cases, kind, "one", {1, 1, 1, 1});
    addRecurrence(cases, kind, "wide", {2, 3, 17, 35});
    addRecurrence(cases, kind, "long", {5, 300, 6, 18});
    addRecurrence(cases, kind, "large", {16, 9, 40, 96}, {}, true);
    addRecurrence(cases, kind, "vectors", {3, 4, 5, 16}, {}, true);
    addRecurrence(cases, kind, "vectors_reverse", {2, 3, 4, 32}, {{"reverse", true}});
    addRecurrence(cases, kind, "many_samples", {35, 2, 3, 16}, {}, true);
    addRecurrence(cases, kind, "empty_batch", {0, 3, 4, 5});
    addRecurrence(cases, kind, "inference", {3, 4, 5, 17}, {{"training", false}}, true);
    cases.back().smooth = false;
    addRecurrence(cases, kind, "inference_vectors", {3, 4, 5, 16}, {{"training", false}});
    cases.back().smooth = false;
    addRecurrence(cases, kind, "nan", {2, 3, 4, 5});
    cases[cases.size() - 2].inputs[0].nans = {5};
  }
  addRecurrence(cases, {"rnn", 1, 0, false}, "relu", {3, 4, 5, 19}, {{"activation", std::string("relu")}}, true);
}

struct AttentionSizes {
  std::int64_t batch, queries, keys, width, heads;
};

void addAttention(std::vector<Case>& cases, const std::string& name, const AttentionSizes& s, bool causal = false) {
  const FieldValues attributes{{"heads", s.heads}, {"causal", causal}};
  const CaseInput query{{s.batch, s.queries, s.width}}, key{{s.batch, s.keys, s.width}};
  cases.push_back({"attention", name, attributes, {query, key, key}});
  // Log-sums large enough that the recomputed weights stay below 1.
  const CaseInput sums{{s.batch, s.heads, s.queries}, Fill::Uniform, 4, 6};
  cases.push_back({"attention_backward", name, attributes, {query, query, key, key, query, sums}});
}

void addAttentions(std::vector<Case>& cases) {
  addAttention(cases, "one_head", {2, 3, 3, 5, 1});
  addAttention(cases, "heads", {2, 5, 5, 12, 3});
  addAttention(cases, "causal", {2, 7, 7, 8, 2}, true);
  addAttention(cases, "cross", {3, 4, 9, 6, 2});
  addAttention(cases, "one_step", {2, 1, 1, 4, 4});
  addAttention(cases, "wide_head", {2, 5, 6, 70, 1});
  addAttention(cases, "very_wide_heads", {1, 4, 7, 300, 2});
  addAttention(cases, "widest_head", {1, 3, 3, 270, 1}, true);
  addAttention(cases, "two_blocks", {1, 67, 67, 6, 1}, true);
  addAttention(cases, "blocks", {2, 150, 150, 32, 2});
  addAttention(cases, "causal_blocks", {1, 130, 130, 48, 3}, true);
  addAttention(cases, "empty_batch", {0, 4, 4, 6, 2});
  cases.push_back({"attention", "nan", {}, {{{2, 3, 4}, Fill::Normal, 0, 1, {5}}, {{2, 3, 4}}, {{2, 3, 4}}}});
  const CaseInput far{{2, 6, 8}, Fill::Uniform, -40, 40};
  cases.push_back({"attention", "far_out", {}, {far, far, {{2, 6, 8}}}, false});
}

void addAlignments(std::vector<Case>& cases) {
  const auto add = [&](const std::string& name, const Shape& scores, std::int64_t targets, double low, double high,
                       const FieldValues& attributes = {}) {
    const CaseInput labels{{scores[0], targets}, Fill::Labels, low, high};
    cases.push_back({"ctc_loss", name, attributes, {{scores}, labels}});
  };
  const auto addLengths = [&](const std::string& name, const Shape& scores, std::int64_t targets,
                              const CaseInput& lengths, const FieldValues& attributes = {}) {
    add(name, scores, targets, 1, scores[2], attributes);
    cases.back().inputs.push_back(lengths);
  };
  add("small", {2, 5, 4}, 2, 1, 4);
  add("one_class", {2, 7, 2}, 3, 1, 2);
  add("text", {3, 20, 11}, 6, 1, 11);
  add("many_classes", {4, 30, 67}, 9, 1, 67);
  add("padded", {6, 9, 5}, 4, -1, 4, {{"blank", std::int64_t{4}}});
  add("no_targets", {2, 4, 3}, 3, -1, 0);
  add("empty_targets", {2, 4, 3}, 0, 1, 3);
  add("one_step", {3, 1, 5}, 1, 1, 5);
  add("too_many_targets", {2, 3, 4}, 5, 1, 4);
  add("empty_batch", {0, 4, 3}, 2, 1, 3);
  add("impossible", {2, 3, 4}, 5, 1, 4, {{"skip_impossible", false}});
  cases.back().smooth = false;
  add("unknown_target", {2, 6, 4}, 2, 4, 6);
  cases.back().smooth = false;
  cases.push_back(
      {"ctc_loss", "far_out", {}, {{{2, 8, 5}, Fill::Uniform, -300, 300}, {{2, 3}, Fill::Labels, 1, 5}}, false});
  cases.push_back({"ctc_loss", "nan", {}, {{{2, 6, 5}, Fill::Normal, 0, 1, {7}}, {{2, 2}, Fill::Labels, 1, 5}}});
  addLengths("lengths", {7, 13, 6}, 3, {{7}, Fill::Uniform, 0.3, 0.99});
  addLengths("lengths_of_many_classes", {5, 33, 41}, 7, {{5}, Fill::Uniform, 0.5, 0.99});
  addLengths("lengths_of_one_step", {3, 9, 4}, 1, {{3}, Fill::Uniform, 0.001, 0.1});
  addLengths("lengths_too_short", {6, 11, 5}, 5, {{6}, Fill::Uniform, 0.2, 0.8});
  addLengths("lengths_impossible", {4, 10, 5}, 5, {{4}, Fill::Uniform, 0.1, 0.3}, {{"skip_impossible", false}});
  cases.back().smooth = false;
  addLengths("full_lengths", {3, 8, 5}, 2, {{3}, Fill::Constant, 1});
  cases.back().smooth = false;
  addLengths("lengths_too_large", {4, 8, 5}, 2, {{4}, Fill::Uniform, 0.9, 1.3});
  cases.back().smooth = false;
  addLengths("no_lengths", {4, 8, 5}, 2, {{4}, Fill::Uniform, -0.5, 0.5, {1}});
  cases.back().smooth = false;
  addLengths("lengths_of_nothing", {0, 8, 5}, 2, {{0}, Fill::Uniform, 0.5, 1});
  // Steps after the valid ones are not read: the last step of the first sample.
  cases.push_back(
      {"ctc_loss",
       "nan_behind_lengths",
       {},
       {{{2, 6, 5}, Fill::Normal, 0, 1, {29}}, {{2, 2}, Fill::Labels, 1, 5}, {{2}, Fill::Uniform, 0.4, 0.8}}});
}

}  // namespace

void addSequenceCases(std::vector<Case>& cases) {
  addEmbeddings(cases);
  addMatmuls(cases);
  addRecurrences(cases);
  addAttentions(cases);
  addAlignments(cases);
  cases.push_back({"assign", "matrix", {}, {{{5, 7}}, {{5, 7}}}});
  cases.push_back({"assign", "scalar", {}, {{Shape{}}, {Shape{}}}});
}

}  // namespace fovea::numeric
