#include "core/layers/loss_declaration.h"

#include "core/tensor/box_grid.h"

namespace fovea {

bool isTargetOf(TargetKind kind, const TensorType& target) {
  const bool whole = target.dtype == DataType::Int32, real = target.dtype == DataType::Float32;
  const int rank = target.shape.rank();
  switch (kind) {
    case TargetKind::Label:
      return whole && rank == 1;
    case TargetKind::SeveralLabels:
      return real && rank == 2;
    case TargetKind::LabelMap:
      return whole && rank >= 2;
    case TargetKind::LabelRow:
      return whole && rank == 2;
    case TargetKind::Numbers:
      return real && rank >= 1;
    case TargetKind::Image:
      return real && rank >= 3;
    case TargetKind::BoxGrid:
      return real && rank == 4 && target.shape[1] > kBoxTargetChannels;
  }
  return false;
}

std::int64_t scoredClasses(AnswerMeaning meaning, const Shape& predictions) {
  if (meaning == AnswerMeaning::Numbers || meaning == AnswerMeaning::Embedding) return 0;
  const int rank = predictions.rank();
  return rank == 2 || rank == 3 ? predictions[rank - 1] : 0;
}

}  // namespace fovea
