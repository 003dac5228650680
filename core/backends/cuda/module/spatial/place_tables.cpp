#include "core/backends/cuda/module/spatial/place_tables.h"

#include <cstring>

namespace fovea::cuda {
namespace {

constexpr std::int64_t kMostEntries = std::int64_t{1} << 26;

class TableWriter {
 public:
  explicit TableWriter(std::int64_t inputs) { table_.inputs = inputs; }
  void add(std::int64_t source, double weight) {
    table_.source.push_back(static_cast<std::int32_t>(source));
    table_.weight.push_back(weight);
  }
  void endOutput() { table_.first.push_back(static_cast<std::int32_t>(table_.source.size())); }
  AxisTable take() { return std::move(table_); }

 private:
  AxisTable table_;
};

Status checkLengths(const Extents& input, const Extents& output) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (std::max(input[axis], output[axis]) > kMostEntries)
      return fail(ErrorCode::Unsupported, "axes of more than 2^26 places");
  return {};
}

std::size_t aligned(std::size_t bytes) {
  return (bytes + 15) / 16 * 16;
}

// Copies tables into one block, each at a multiple of 16 bytes.
class Block {
 public:
  std::size_t append(const void* data, std::size_t bytes) {
    const std::size_t start = aligned(bytes_.size());
    bytes_.resize(start + bytes);
    if (bytes > 0) std::memcpy(bytes_.data() + start, data, bytes);
    return start;
  }
  std::size_t appendWeights(const std::vector<double>& weights, DataType type) {
    if (type == DataType::Float64) return append(weights.data(), weights.size() * sizeof(double));
    const std::vector<float> rounded(weights.begin(), weights.end());
    return append(rounded.data(), rounded.size() * sizeof(float));
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

AxisTable AxisTable::transposed() const {
  AxisTable result;
  result.inputs = outputs();
  result.first.assign(static_cast<std::size_t>(inputs) + 1, 0);
  for (const std::int32_t at : source) ++result.first[static_cast<std::size_t>(at) + 1];
  for (std::size_t i = 1; i < result.first.size(); ++i) result.first[i] += result.first[i - 1];
  std::vector<std::int32_t> next(result.first.begin(), result.first.end() - 1);
  result.source.resize(source.size());
  result.weight.resize(weight.size());
  for (std::int64_t o = 0; o < outputs(); ++o)
    for (std::int32_t i = first[static_cast<std::size_t>(o)]; i < first[static_cast<std::size_t>(o) + 1]; ++i) {
      const auto entry = static_cast<std::size_t>(i);
      const auto place = static_cast<std::size_t>(next[static_cast<std::size_t>(source[entry])]++);
      result.source[place] = static_cast<std::int32_t>(o);
      result.weight[place] = weight[entry];
    }
  return result;
}

Result<AxisTables> tablesOf(const PaddingGeometry& geometry) {
  FOVEA_CHECK(checkLengths(geometry.input, geometry.output));
  AxisTables tables;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    TableWriter writer(geometry.input[axis]);
    for (std::int64_t o = 0; o < geometry.output[axis]; ++o) {
      if (const std::int64_t source = geometry.source(axis, o); source >= 0) writer.add(source, 1);
      writer.endOutput();
    }
    tables[axis] = writer.take();
  }
  return tables;
}

Result<AxisTables> tablesOf(const ResizeGeometry& geometry) {
  FOVEA_CHECK(checkLengths(geometry.input, geometry.output));
  AxisTables tables;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    TableWriter writer(geometry.input[axis]);
    for (const ResizeTap& tap : geometry.taps[axis]) {
      if (tap.weight < 1) writer.add(tap.first, 1 - tap.weight);
      if (tap.weight > 0) writer.add(tap.second, tap.weight);
      writer.endOutput();
    }
    tables[axis] = writer.take();
  }
  return tables;
}

Result<AxisTables> tablesOf(const PoolingWindows& windows) {
  FOVEA_CHECK(checkLengths(windows.input, windows.output()));
  AxisTables tables;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::int64_t entries = 0;
    for (const PoolingSpan& span : windows.spans[axis]) entries += span.end - span.begin;
    if (entries > kMostEntries) return fail(ErrorCode::Unsupported, "windows of more than 2^26 places along an axis");
    TableWriter writer(windows.input[axis]);
    for (const PoolingSpan& span : windows.spans[axis]) {
      for (std::int64_t i = span.begin; i < span.end; ++i) writer.add(i, 1.0 / static_cast<double>(span.divisor));
      writer.endOutput();
    }
    tables[axis] = writer.take();
  }
  return tables;
}

AxisTables transposed(const AxisTables& tables) {
  return {tables[0].transposed(), tables[1].transposed(), tables[2].transposed()};
}

Result<DeviceTables> uploadTables(const std::shared_ptr<CudaContext>& context, const AxisTables& tables,
                                  DataType type) {
  Block block;
  std::array<std::array<std::size_t, 3>, 3> starts{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const AxisTable& table = tables[axis];
    starts[axis] = {block.append(table.first.data(), table.first.size() * sizeof(std::int32_t)),
                    block.append(table.source.data(), table.source.size() * sizeof(std::int32_t)),
                    block.appendWeights(table.weight, type)};
  }
  DeviceTables result;
  FOVEA_TRY(result.memory, allocateDeviceMemory(context, block.bytes().size()));
  auto* const base = static_cast<std::byte*>(result.memory->data());
  FOVEA_CUDA_CALL(
      cudaMemcpyAsync(base, block.bytes().data(), block.bytes().size(), cudaMemcpyHostToDevice, context->stream()));
  FOVEA_CHECK(context->wait());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const AxisTable& table = tables[axis];
    result.axes[axis] = {static_cast<std::int32_t>(table.inputs),
                         static_cast<std::int32_t>(table.outputs()),
                         static_cast<std::int64_t>(table.source.size()),
                         reinterpret_cast<const std::int32_t*>(base + starts[axis][0]),
                         reinterpret_cast<const std::int32_t*>(base + starts[axis][1]),
                         base + starts[axis][2]};
  }
  return result;
}

}  // namespace fovea::cuda
