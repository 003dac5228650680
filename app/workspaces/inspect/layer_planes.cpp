#include "app/workspaces/inspect/layer_planes.h"

#include <QStringList>
#include <cstring>

namespace fovea {

Tensor filterPlanes(const Tensor& filters, int channel) {
  const Shape& shape = filters.shape();
  if (channel < 0 || shape[1] == 1) return filters.reshaped(Shape{shape[0] * shape[1], shape[2], shape[3]});
  Tensor planes = Tensor::make({DataType::Float32, Shape{shape[0], shape[2], shape[3]}});
  const auto size = static_cast<std::size_t>(shape[2] * shape[3]);
  for (std::int64_t filter = 0; filter < shape[0]; ++filter) {
    const float* source = filters.data<float>() + static_cast<std::size_t>(filter * shape[1] + channel) * size;
    std::memcpy(planes.data<float>() + static_cast<std::size_t>(filter) * size, source, size * sizeof(float));
  }
  return planes;
}

QString extentsText(const Shape& shape) {
  QStringList extents;
  for (const std::int64_t extent : shape) extents << QString::number(extent);
  return extents.join(QStringLiteral("×"));
}

}  // namespace fovea
