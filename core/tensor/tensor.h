// Why: the one value that carries numbers between modules: a shape, an element type and shared host memory.
// A Tensor is always in host memory, row-major and dense. An Executor owns device memory.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

#include "core/tensor/shape.h"

namespace fovea {

enum class DataType : std::uint8_t { Float32, Float64, Float16, BFloat16, Int32, Int64, UInt8, Bool };

std::size_t byteSize(DataType type);
// "f32", "f64", "f16", "bf16", "i32", "i64", "u8", "bool"
const char* dataTypeName(DataType type);
Result<DataType> dataTypeFromName(std::string_view name);
inline bool isFloatingPoint(DataType type) { return type <= DataType::BFloat16; }

template <class T>
constexpr DataType dataTypeOf();
template <> constexpr DataType dataTypeOf<float>() { return DataType::Float32; }
template <> constexpr DataType dataTypeOf<double>() { return DataType::Float64; }
template <> constexpr DataType dataTypeOf<std::int32_t>() { return DataType::Int32; }
template <> constexpr DataType dataTypeOf<std::int64_t>() { return DataType::Int64; }
template <> constexpr DataType dataTypeOf<std::uint8_t>() { return DataType::UInt8; }

// The type of a value of a graph: element type and shape.
struct TensorType {
  DataType dtype = DataType::Float32;
  Shape shape;

  std::size_t bytes() const { return byteSize(dtype) * static_cast<std::size_t>(shape.elementCount()); }
  // "f32[64, 10]"
  std::string toString() const { return dataTypeName(dtype) + shape.toString(); }
  bool operator==(const TensorType&) const = default;
};

// Shared, 64-byte aligned host memory. Copies share it; clone() does not. Zero-filled when made by zeros().
// Thread-safety: as a shared_ptr; the caller orders concurrent writes to the elements.
class Tensor {
 public:
  Tensor() = default;
  // Elements are uninitialised. OutOfMemory is reported by tryMake only; make asserts.
  static Tensor make(TensorType type);
  static Result<Tensor> tryMake(TensorType type);
  static Tensor zeros(TensorType type);
  template <class T>
  static Tensor of(Shape shape, std::initializer_list<T> values) {
    Tensor tensor = make({dataTypeOf<T>(), shape});
    assert(static_cast<std::int64_t>(values.size()) == shape.elementCount());
    std::copy(values.begin(), values.end(), tensor.data<T>());
    return tensor;
  }

  bool defined() const { return memory_ != nullptr; }
  const TensorType& type() const { return type_; }
  const Shape& shape() const { return type_.shape; }
  DataType dtype() const { return type_.dtype; }
  std::int64_t elementCount() const { return type_.shape.elementCount(); }
  std::size_t bytes() const { return type_.bytes(); }

  void* raw() { return memory_.get(); }
  const void* raw() const { return memory_.get(); }
  template <class T>
  T* data() { assert(type_.dtype == dataTypeOf<T>()); return reinterpret_cast<T*>(memory_.get()); }
  template <class T>
  const T* data() const { assert(type_.dtype == dataTypeOf<T>()); return reinterpret_cast<const T*>(memory_.get()); }
  template <class T>
  std::span<const T> values() const { return {data<T>(), static_cast<std::size_t>(elementCount())}; }
  template <class T>
  std::span<T> values() { return {data<T>(), static_cast<std::size_t>(elementCount())}; }

  // Returns whether this is the only owner and all accesses by former owners are complete: the memory may be reused.
  bool soleOwner() const {
    if (memory_.use_count() != 1) return false;
    // use_count() alone does not synchronise with the last other owner; copying and dropping a share does.
    const std::shared_ptr<std::byte> order = memory_;
    return true;
  }
  Tensor clone() const;
  // The same memory with another shape of as many elements (asserted).
  Tensor reshaped(Shape shape) const;

 private:
  TensorType type_;
  std::shared_ptr<std::byte> memory_;
};

}  // namespace fovea
