#include "core/ops/attention_geometry.h"

#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea {

Status checkAttention(const FieldValues& attributes, const TensorType& query, const TensorType& key,
                      const TensorType& value) {
  FOVEA_CHECK(needReal("query", query));
  FOVEA_CHECK(needRank("query", query, 3, "[N, T, E]"));
  FOVEA_CHECK(needRank("key", key, 3, "[N, S, E]"));
  FOVEA_CHECK(needType("key", key, {query.dtype, Shape{query.shape[0], key.shape[1], query.shape[2]}}));
  FOVEA_CHECK(needType("value", value, key));
  const std::int64_t heads = attributes.integer("heads");
  if (query.shape[2] == 0 || query.shape[2] % heads != 0)
    return invalidInput(fmt::format("{} numbers cannot be split into {} heads.", query.shape[2], heads));
  if (key.shape[1] == 0) return invalidInput("There is nothing to attend to: the keys are empty.");
  if (attributes.boolean("causal") && query.shape[1] != key.shape[1])
    return invalidInput(fmt::format("Causal attention needs as many queries as keys, but got {} and {}.",
                                    query.shape[1], key.shape[1]));
  return {};
}

std::vector<Field> attentionFields() {
  return {integerField("heads", "Heads", "How many attentions share the numbers of a step.", 1, 1, 65536),
          booleanField("causal", "Causal", "Each step sees itself and those before it only.", false)};
}

}  // namespace fovea
