#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/inspect/projection.h"

namespace fovea {
namespace {

constexpr std::array<const char*, 3> kMethodNames = {"pca", "tsne", "umap"};

using Place = std::array<double, 2>;

Place middleOf(const Tensor& points) {
  Place middle{};
  const auto count = static_cast<double>(points.shape()[0]);
  for (std::int64_t i = 0; i < points.elementCount(); ++i)
    middle[static_cast<std::size_t>(i % 2)] += static_cast<double>(points.data<float>()[i]) / count;
  return middle;
}

Place awayFrom(const Place& middle, const Tensor& points, std::int64_t index) {
  return {static_cast<double>(points.data<float>()[2 * index]) - middle[0],
          static_cast<double>(points.data<float>()[2 * index + 1]) - middle[1]};
}

}  // namespace

const char* projectionMethodName(ProjectionMethod method) {
  return kMethodNames[static_cast<std::size_t>(method)];
}

Result<ProjectionMethod> projectionMethodFromName(std::string_view name) {
  const auto found = std::ranges::find(kMethodNames, name);
  if (found != kMethodNames.end()) return static_cast<ProjectionMethod>(found - kMethodNames.begin());
  return fail(ErrorCode::InvalidArgument, fmt::format("There is no method \"{}\".", name), "Choose pca, tsne or umap.");
}

Tensor alignedPoints(const Tensor& points, const Tensor& reference) {
  assert(points.shape() == reference.shape());
  const std::int64_t count = points.shape()[0];
  const Place from = middleOf(points), to = middleOf(reference);
  // The sums of products of coordinates, and the sums of squares of both sets of points.
  double xx = 0, xy = 0, yx = 0, yy = 0, own = 0, other = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const Place p = awayFrom(from, points, i), r = awayFrom(to, reference, i);
    xx += p[0] * r[0];
    xy += p[0] * r[1];
    yx += p[1] * r[0];
    yy += p[1] * r[1];
    own += p[0] * p[0] + p[1] * p[1];
    other += r[0] * r[0] + r[1] * r[1];
  }
  // Rotates by the best angle, with or without mirroring y first, whichever fits better.
  const bool mirrored = std::hypot(xx - yy, xy + yx) > std::hypot(xx + yy, xy - yx);
  const double sign = mirrored ? -1 : 1;
  const double angle = std::atan2(xy - sign * yx, xx + sign * yy);
  const double c = std::cos(angle), s = std::sin(angle), scale = other > 0 ? std::sqrt(own / other) : 1;
  Tensor result = Tensor::make(points.type());
  for (std::int64_t i = 0; i < count; ++i) {
    const Place p = awayFrom(from, points, i);
    const double x = p[0], y = sign * p[1];
    result.data<float>()[2 * i] = static_cast<float>(c * x - s * y + to[0] * scale);
    result.data<float>()[2 * i + 1] = static_cast<float>(s * x + c * y + to[1] * scale);
  }
  return result;
}

Result<Tensor> projectRows(const Tensor& rows, const ProjectionOptions& options, const CancelToken& cancel,
                           const ProgressFunction& progress) {
  if (!rows.defined() || rows.shape().rank() != 2 || rows.shape()[0] < 3)
    return fail(ErrorCode::InvalidArgument, "A projection needs at least three samples.", "Choose more samples.");
  const std::int64_t count = rows.shape()[0];
  if (options.method == ProjectionMethod::Tsne) {
    TsneOptions fitted = options.tsne;
    if (fitted.perplexity * 3 > static_cast<double>(count)) fitted.perplexity = static_cast<double>(count) / 3;
    return tsne(rows, fitted, cancel, progress);
  }
  if (options.method == ProjectionMethod::Umap) {
    UmapOptions fitted = options.umap;
    fitted.neighbours = std::min(fitted.neighbours, count);
    return umap(rows, fitted, cancel, progress);
  }
  // Rows of one number have only one component; the other axis is 0.
  const std::int64_t components = std::min<std::int64_t>(2, rows.shape()[1]);
  FOVEA_TRY(PrincipalComponents found, principalComponents(rows, components, cancel, progress));
  if (components == 2) return std::move(found.points);
  Tensor points = Tensor::make({DataType::Float32, Shape{count, 2}});
  for (std::int64_t i = 0; i < count; ++i) {
    points.data<float>()[2 * i] = found.points.data<float>()[i];
    points.data<float>()[2 * i + 1] = 0;
  }
  return points;
}

}  // namespace fovea
