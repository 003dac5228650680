// Why: padding, resizing and pooling differ only in the inputs of an output along each axis; the ops' geometry defines
// these, and the device reads them from tables that are computed once for each kernel.
#pragma once
#include <memory>

#include "core/backends/cuda/module/runtime/memory.h"
#include "core/backends/cuda/module/spatial/places.h"
#include "core/ops/padding_geometry.h"
#include "core/ops/pooling_windows.h"
#include "core/ops/resize_geometry.h"

namespace fovea::cuda {

// The inputs of each output along an axis, with their weights.
struct AxisTable {
  std::int64_t inputs = 1;
  std::vector<std::int32_t> first{0};  // start for each output, and the end
  std::vector<std::int32_t> source;
  std::vector<double> weight;

  std::int64_t outputs() const { return static_cast<std::int64_t>(first.size()) - 1; }
  // The outputs of each input: the table of the gradient.
  AxisTable transposed() const;
};
using AxisTables = std::array<AxisTable, 3>;

// Unsupported if an axis is so long that its table would be too large.
Result<AxisTables> tablesOf(const PaddingGeometry& geometry);
Result<AxisTables> tablesOf(const ResizeGeometry& geometry);
Result<AxisTables> tablesOf(const PoolingWindows& windows);
AxisTables transposed(const AxisTables& tables);

// Uploads the tables to device memory, with weights of type Compute<T> of `type`.
struct DeviceTables {
  PlaceAxis axes[3];
  std::shared_ptr<DeviceBuffer> memory;
};
Result<DeviceTables> uploadTables(const std::shared_ptr<CudaContext>& context, const AxisTables& tables, DataType type);

}  // namespace fovea::cuda
