// Why: attention splits [N, T, E] into heads. Shape rules, reference kernels and fast kernels share this layout.
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
  // The number of keys that query `t` attends to: all of them, or those up to position t if causal.
  std::int64_t visible(std::int64_t t) const { return causal ? t + 1 : keys; }
  std::int64_t atQuery(std::int64_t n, std::int64_t t, std::int64_t head) const {
    return (n * queries + t) * width + head * size();
  }
  std::int64_t atKey(std::int64_t n, std::int64_t s, std::int64_t head) const {
    return (n * keys + s) * width + head * size();
  }
};

// `query` and `key` must be shapes that the shape rule of attention accepts.
inline AttentionGeometry readAttention(const FieldValues& attributes, const Shape& query, const Shape& key) {
  return {query[0], query[1], key[1], query[2], attributes.integer("heads"), attributes.boolean("causal")};
}

// Returns an error if query, key and value do not fit together; the attributes are `heads` and `causal`.
Status checkAttention(const FieldValues& attributes, const TensorType& query, const TensorType& key,
                      const TensorType& value);
std::vector<Field> attentionFields();

}  // namespace fovea
