#include "core/ops/precision_rules.h"

#include <map>

#include "core/tensor/half.h"

namespace fovea {
namespace {

using Rules = std::map<std::string_view, PrecisionRule>;

const Rules& rules() {
  static const Rules table = [] {
    Rules result;
    const auto add = [&](Precision precision, std::initializer_list<std::string_view> ops) {
      for (const std::string_view op : ops) result[op] = {precision, {}};
    };
    add(Precision::Half,
        {"conv2d", "conv2d_fused", "conv2d_backward_data", "conv2d_backward_weights", "conv3d", "conv3d_backward_data",
         "conv3d_backward_weights", "linear", "linear_backward_data", "linear_backward_weights", "matmul", "attention",
         "lstm", "lstm_backward", "gru", "gru_backward", "rnn", "rnn_backward"});
    add(Precision::Half, {"linear_fused"});
    add(Precision::Follow, {"pad_channels"});
    result["attention_backward"] = {Precision::Half, {5}};
    add(Precision::Follow, {"cast", "concatenate", "slice", "slice_backward", "reshape", "reduce_to_shape",
                            "broadcast_to", "dropout", "dropout_backward", "permute"});
    add(Precision::Follow,
        {"pad", "pad_backward", "resize", "resize_backward", "max_pool2d", "max_pool2d_backward", "max_pool3d",
         "max_unpool", "max_unpool_backward", "average_pool2d", "average_pool2d_backward", "average_pool3d",
         "average_pool3d_backward", "adaptive_max_pool", "adaptive_average_pool", "adaptive_average_pool_backward"});
    result["batch_norm"] = result["batch_norm_fused"] =
        result["batch_norm_inference"] = {Precision::Follow, {1, 2, 3, 4}};
    result["batch_norm_backward"] = {Precision::Follow, {2, 3, 4}};
    result["group_norm"] = {Precision::Follow, {1, 2}};
    result["group_norm_backward"] = {Precision::Follow, {2, 3, 4}};
    result["batch_norm_fused_backward"] = {Precision::Follow, {2, 3, 4, 5}};
    return result;
  }();
  return table;
}

}  // namespace

const PrecisionRule& precisionRule(const OpType& op) {
  static const PrecisionRule full, follow{Precision::Follow, {}};
  if (const auto found = rules().find(op.name); found != rules().end()) return found->second;
  return op.pointwise ? follow : full;
}

Field castTypeField() {
  Field to;
  to.name = "to";
  to.title = "Type";
  to.help = "The type of the result.";
  to.kind = FieldKind::Choice;
  to.defaultValue = std::string("f32");
  for (const DataType type : {DataType::Float32, DataType::Float64, DataType::Float16, DataType::BFloat16})
    to.choices.push_back({dataTypeName(type), dataTypeName(type)});
  return to;
}

DataType statisticsType(DataType type) {
  return isHalf(type) ? DataType::Float32 : type;
}

}  // namespace fovea
