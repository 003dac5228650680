// Why: how a value lies in memory is the kernels' choice (blocked, channels last, padded); rooms above see only types.
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
  // Whether a value can be converted back: a variable lies in no other format.
  virtual bool readable() const { return true; }
  // How the same memory holds the value `from` seen as `to`, of as many elements in the same row-major order; nothing
  // where no format says that.
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
