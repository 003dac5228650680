#include "core/tensor/tensor.h"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

#include "core/base/memory.h"

namespace fovea {
namespace {

struct DataTypeRow {
  DataType type;
  const char* name;
  std::size_t bytes;
};
constexpr DataTypeRow kDataTypes[] = {
    {DataType::Float32, "f32", 4},   {DataType::Float64, "f64", 8}, {DataType::Float16, "f16", 2},
    {DataType::BFloat16, "bf16", 2}, {DataType::Int32, "i32", 4},   {DataType::Int64, "i64", 8},
    {DataType::UInt8, "u8", 1},      {DataType::Bool, "bool", 1},
};

constexpr std::size_t kAlignment = 64;

// Requests huge pages for large memory, which reduces TLB misses. The system may ignore it.
void adviseHugePages(std::byte* memory, std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20, kPage = 4096;
  if (bytes < kHugePage) return;
  const std::size_t skipped = (kPage - reinterpret_cast<std::uintptr_t>(memory) % kPage) % kPage;
  madvise(memory + skipped, (bytes - skipped) / kPage * kPage, MADV_HUGEPAGE);
}

}  // namespace

std::size_t byteSize(DataType type) {
  return kDataTypes[static_cast<int>(type)].bytes;
}

const char* dataTypeName(DataType type) {
  return kDataTypes[static_cast<int>(type)].name;
}

Result<DataType> dataTypeFromName(std::string_view name) {
  for (const DataTypeRow& row : kDataTypes)
    if (row.name == name) return row.type;
  return fail(ErrorCode::InvalidArgument, "There is no element type named \"" + std::string(name) + "\".");
}

Result<Tensor> Tensor::tryMake(TensorType type) {
  const std::size_t bytes = (type.bytes() + kAlignment - 1) / kAlignment * kAlignment;
  FOVEA_CHECK(checkMemory(bytes, type.toString()));
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kAlignment, bytes == 0 ? kAlignment : bytes));
  if (!memory) return tooLittleMemory(bytes, type.toString());
  adviseHugePages(memory, bytes);
  Tensor tensor;
  tensor.type_ = type;
  tensor.memory_ = std::shared_ptr<std::byte>(memory, std::free);
  return tensor;
}

Tensor Tensor::make(TensorType type) {
  auto tensor = tryMake(type);
  if (!tensor.ok()) throw OutOfMemory(std::move(tensor).error());
  return std::move(tensor).value();
}

Tensor Tensor::zeros(TensorType type) {
  Tensor tensor = make(type);
  std::memset(tensor.raw(), 0, tensor.bytes());
  return tensor;
}

Tensor Tensor::clone() const {
  if (!defined()) return {};
  Tensor copy = make(type_);
  std::memcpy(copy.raw(), raw(), bytes());
  return copy;
}

Tensor Tensor::reshaped(Shape shape) const {
  assert(shape.elementCount() == elementCount());
  Tensor view = *this;
  view.type_.shape = shape;
  return view;
}

}  // namespace fovea
