#include "core/inspect/layer_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fovea {
namespace {

constexpr std::pair<ChannelSort, const char*> kSorts[] = {
    {ChannelSort::Index, "index"}, {ChannelSort::Mean, "mean"},       {ChannelSort::Deviation, "deviation"},
    {ChannelSort::Zeros, "zeros"}, {ChannelSort::Largest, "largest"}, {ChannelSort::Norm, "norm"}};

Tensor turned(const Tensor& values) {
  const std::int64_t steps = values.shape()[0], units = values.shape()[1];
  Tensor plane = Tensor::make({DataType::Float32, Shape{1, units, steps}});
  for (std::int64_t t = 0; t < steps; ++t)
    for (std::int64_t k = 0; k < units; ++k) plane.data<float>()[k * steps + t] = values.data<float>()[t * units + k];
  return plane;
}

}  // namespace

std::int64_t sliceCount(const Shape& shape) {
  return shape.rank() == 4 ? shape[1] : 1;
}

Tensor layerPicture(const Tensor& values, bool steps, std::int64_t slice) {
  const Shape& shape = values.shape();
  if (shape.rank() == 0) return values.reshaped(Shape{1, 1, 1});
  if (shape.rank() == 1) return values.reshaped(Shape{shape[0], 1, 1});
  if (shape.rank() == 2) return steps ? turned(values) : values.reshaped(Shape{shape[0], 1, shape[1]});
  if (shape.rank() == 3) return values;
  if (shape.rank() > 4)
    return values.reshaped(Shape{shape[0], shape.elementsFrom(1) / shape[shape.rank() - 1], shape[shape.rank() - 1]});
  Tensor planes = Tensor::make({DataType::Float32, Shape{shape[0], shape[2], shape[3]}});
  const std::int64_t size = shape[2] * shape[3];
  for (std::int64_t channel = 0; channel < shape[0]; ++channel)
    std::copy_n(values.data<float>() + (channel * shape[1] + slice) * size, size,
                planes.data<float>() + channel * size);
  return planes;
}

const char* channelSortName(ChannelSort sort) {
  return std::ranges::find(kSorts, sort, &std::pair<ChannelSort, const char*>::first)->second;
}

Result<ChannelSort> channelSortFromName(const std::string& name) {
  for (const auto& [sort, known] : kSorts)
    if (name == known) return sort;
  return fail(ErrorCode::InvalidArgument, fmt::format("Channels cannot be sorted by \"{}\".", name),
              "Choose index, mean, deviation, zeros, largest or norm.");
}

double normOf(const Statistics& numbers) {
  const double meanSquare = numbers.mean * numbers.mean + numbers.deviation * numbers.deviation;
  return std::sqrt(meanSquare * static_cast<double>(numbers.count));
}

double channelFigure(const Statistics& statistics, ChannelSort sort) {
  switch (sort) {
    case ChannelSort::Mean:
      return statistics.mean;
    case ChannelSort::Deviation:
      return statistics.deviation;
    case ChannelSort::Zeros:
      return statistics.zeroShare;
    case ChannelSort::Largest:
      return statistics.maximum;
    case ChannelSort::Norm:
      return normOf(statistics);
    case ChannelSort::Index:
      break;
  }
  return 0;
}

std::vector<int> channelOrder(const std::vector<Statistics>& channels, ChannelSort sort) {
  std::vector<int> order(channels.size());
  std::iota(order.begin(), order.end(), 0);
  if (sort == ChannelSort::Index) return order;
  std::ranges::stable_sort(order, [&](int a, int b) {
    const Statistics &first = channels[static_cast<std::size_t>(a)], &second = channels[static_cast<std::size_t>(b)];
    if ((first.count > 0) != (second.count > 0)) return first.count > 0;
    return channelFigure(first, sort) > channelFigure(second, sort);
  });
  return order;
}

}  // namespace fovea
