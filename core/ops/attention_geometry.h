// Why: attention sees [N, T, E] as heads side by side; rules, reference kernels and fast kernels read it in one way.
#pragma once
#include <cmath>

#include "core/ops/op_type.h"

namespace fovea {

// Head h of step t of sample n begins at (n * steps + t) * width + h * size.
struct AttentionGeometry {
  std::int64_t batch = 0, queries = 0, keys = 0, width = 0, heads = 1;
  bool causal = false;

  std::int64_t size() const { return width / heads; }
  double scale() const { return 1.0 / std::sqrt(static_cast<double>(size())); }
  // How many keys query `t` sees: all, or those up to its own place.
  std::int64_t visible(std::int64_t t) const { return causal ? t + 1 : keys; }
  std::int64_t atQuery(std::int64_t n, std::int64_t t, std::int64_t head) const {
    return (n * queries + t) * width + head * size();
  }
  std::int64_t atKey(std::int64_t n, std::int64_t s, std::int64_t head) const {
    return (n * keys + s) * width + head * size();
  }
};

// Of shapes that the rule of attention accepts.
inline AttentionGeometry readAttention(const FieldValues& attributes, const Shape& query, const Shape& key) {
  return {query[0], query[1], key[1], query[2], attributes.integer("heads"), attributes.boolean("causal")};
}

// Errors where query, key and value do not fit; fields `heads` and `causal`.
Status checkAttention(const FieldValues& attributes, const TensorType& query, const TensorType& key,
                      const TensorType& value);
std::vector<Field> attentionFields();

}  // namespace fovea
