// Why: kernels choose the memory layout of a value (blocked, channels last, padded); higher-level code sees only types.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "core/tensor/tensor.h"

namespace fovea {

class Layout;

// A backend's own description of a memory format. Immutable.
class LayoutFormat {
 public:
  virtual ~LayoutFormat() = default;
  virtual std::size_t bytes() const = 0;
  // Whether the value can be converted to the dense layout. A variable always has such a layout.
  virtual bool readable() const { return true; }
  // The layout of the value `from` when reshaped to `to` with the same elements in row-major order and the same memory.
  // Returns nothing if no format can express it.
  virtual std::optional<Layout> viewed(const TensorType& from, const TensorType& to) const;
  virtual bool equals(const LayoutFormat& other) const = 0;
  virtual std::string toString() const = 0;
};

// Dense row-major unless it holds a format.
class Layout {
 public:
  Layout() = default;
  explicit Layout(std::shared_ptr<const LayoutFormat> format) : format_(std::move(format)) {}

  bool dense() const { return format_ == nullptr; }
  const LayoutFormat* format() const { return format_.get(); }
  std::size_t bytes(const TensorType& type) const { return format_ ? format_->bytes() : type.bytes(); }
  std::string toString() const { return format_ ? format_->toString() : "dense"; }
  bool operator==(const Layout& other) const {
    return format_ == other.format_ || (format_ && other.format_ && format_->equals(*other.format_));
  }

 private:
  std::shared_ptr<const LayoutFormat> format_;
};

inline std::optional<Layout> LayoutFormat::viewed(const TensorType&, const TensorType&) const {
  return std::nullopt;
}

}  // namespace fovea
