#include "core/ops/local_response.h"

#include <fmt/format.h>

#include "core/ops/channel_geometry.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

constexpr double kMaximumSize = 1023;
constexpr double kMaximumFactor = 1e6;

// Window sums along one axis of a tensor viewed as [outer, extent, inner].
std::vector<double> sumsAlong(const std::vector<double>& values, std::int64_t extent, std::int64_t inner,
                              std::int64_t half) {
  std::vector<double> sums(values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) / inner % extent;
    for (std::int64_t other = std::max<std::int64_t>(at - half, 0); other <= std::min(at + half, extent - 1); ++other)
      sums[i] += values[static_cast<std::size_t>(static_cast<std::int64_t>(i) + (other - at) * inner)];
  }
  return sums;
}

}  // namespace

std::vector<Field> localResponseFields() {
  return {integerField("size", "Size", "Channels, or rows and columns, that are looked at together; an odd number.", 5,
                       1, kMaximumSize),
          realField("alpha", "Alpha", "The weight of the squares' mean times their number.", 1e-4, 0, kMaximumFactor),
          realField("beta", "Beta", "The power that the sum is raised to.", 0.75, 0, 16),
          realField("offset", "Offset", "Added to the sum, so that silence does not divide by zero.", 1, 1e-9,
                    kMaximumFactor),
          booleanField("within_channels", "Within channels", "Look at neighbours in the image, not at other channels.",
                       false)};
}

Result<LocalResponse> readLocalResponse(const FieldValues& attributes, const TensorType& x) {
  LocalResponse response;
  response.size = attributes.integer("size");
  response.alpha = attributes.real("alpha");
  response.beta = attributes.real("beta");
  response.offset = attributes.real("offset");
  response.withinChannels = attributes.boolean("within_channels");
  FOVEA_CHECK(needReal("input", x));
  if (response.size % 2 == 0)
    return invalidInput(fmt::format("A window of {} has no middle: the size must be odd.", response.size));
  if (response.withinChannels && x.shape.rank() != 4)
    return invalidInput(
        fmt::format("Normalisation within channels needs images [N, C, H, W], but got {}.", x.toString()));
  if (x.shape.rank() < 2 || x.shape.elementsFrom(1) == 0)
    return invalidInput(fmt::format("Normalisation needs [N, C, ...] with numbers in it, but got {}.", x.toString()));
  return response;
}

std::vector<double> localSums(const LocalResponse& response, const Shape& x, const std::vector<double>& values) {
  if (!response.withinChannels) return sumsAlong(values, x[1], x.elementsFrom(2), response.half());
  return sumsAlong(sumsAlong(values, x[2], x[3], response.half()), x[3], 1, response.half());
}

}  // namespace fovea
