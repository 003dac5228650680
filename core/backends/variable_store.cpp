#include "core/backends/executor.h"

namespace fovea {

std::vector<std::string> VariableStore::names() const {
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables_) names.push_back(name);
  return names;
}

Tensor VariableStore::Variable::takePending() {
  if (const auto make = std::exchange(promised, nullptr)) pending = make();
  return std::exchange(pending, Tensor());
}

Status VariableStore::promise(const std::string& name, const TensorType& type, std::function<Tensor()> make) {
  if (contains(name)) return take(name, make());
  ++version_;
  Variable variable;
  variable.type = type;
  variable.promised = std::move(make);
  variables_.emplace(name, std::move(variable));
  return {};
}

Status VariableStore::write(const std::string& name, const Tensor& value) {
  const auto found = variables_.find(name);
  const bool placed = found != variables_.end() && found->second.filled;
  return take(name, placed ? value : value.clone());
}

Status VariableStore::take(const std::string& name, Tensor value) {
  ++version_;
  const auto found = variables_.find(name);
  if (found == variables_.end()) {
    Variable variable;
    variable.type = value.type();
    variable.pending = std::move(value);
    variables_.emplace(name, std::move(variable));
    return {};
  }
  Variable& variable = found->second;
  ++*variable.version;
  if (variable.type != value.type())
    return fail(ErrorCode::InvalidArgument, "\"" + name + "\" is " + variable.type.toString() +
                                                " in the network, but " + value.type().toString() + " was given.");
  if (!variable.filled) {
    variable.promised = nullptr;
    variable.pending = std::move(value);
    return {};
  }
  if (variable.layout.dense()) return device_->upload(variable.buffer->data(), value.raw(), value.bytes());
  FOVEA_TRY(const auto staging, device_->adopt(std::move(value)));
  return place(*staging, variable);
}

Status VariableStore::place(const DeviceBuffer& dense, Variable& variable) {
  FOVEA_TRY(const auto reorder, device_->createReorder(variable.type, Layout(), variable.layout));
  void* source = dense.data();
  void* target = variable.buffer->data();
  FOVEA_CHECK(reorder->run({{&source, 1}, {&target, 1}, nullptr}));
  return device_->synchronize();
}

Status VariableStore::clear(const std::string& name) {
  const auto found = variables_.find(name);
  if (found == variables_.end()) return fail(ErrorCode::NotFound, "There is no variable named \"" + name + "\".");
  Variable& variable = found->second;
  variable.pending = Tensor();
  variable.promised = nullptr;
  ++version_;
  ++*variable.version;
  return variable.filled ? device_->fillZero(variable.buffer->data(), variable.layout.bytes(variable.type)) : Status();
}

Result<Tensor> VariableStore::read(const std::string& name, Tensor room) const {
  const auto found = variables_.find(name);
  if (found == variables_.end()) return fail(ErrorCode::NotFound, "There is no variable named \"" + name + "\".");
  const Variable& variable = found->second;
  if (!variable.filled && variable.promised) return variable.promised();
  if (!variable.filled) return variable.pending.defined() ? variable.pending.clone() : Tensor::zeros(variable.type);
  const bool reuses = room.defined() && room.type() == variable.type;
  FOVEA_TRY(Tensor value, reuses ? Result<Tensor>(std::move(room)) : Tensor::tryMake(variable.type));
  if (variable.layout.dense()) {
    FOVEA_CHECK(device_->download(value.raw(), variable.buffer->data(), value.bytes()));
    return value;
  }
  // Host devices write directly to the tensor.
  const bool direct = device_->usesHostMemory();
  FOVEA_TRY(auto staging, direct ? device_->adopt(value) : device_->allocate(value.bytes()));
  FOVEA_TRY(auto reorder, device_->createReorder(variable.type, variable.layout, Layout()));
  void* source = variable.buffer->data();
  void* target = staging->data();
  FOVEA_CHECK(reorder->run({{&source, 1}, {&target, 1}, nullptr}));
  if (!direct) FOVEA_CHECK(device_->download(value.raw(), staging->data(), value.bytes()));
  return value;
}

std::uint64_t VariableStore::bytes() const {
  std::uint64_t total = 0;
  for (const auto& [name, variable] : variables_) total += variable.layout.bytes(variable.type);
  return total;
}

// If the allocation fails nothing is lost: the host value is kept until it is in device memory.
Status VariableStore::fill(Variable& variable) {
  if (variable.filled) return {};
  variable.pending = variable.takePending();
  if (variable.pending.defined() && variable.layout.dense()) {
    FOVEA_TRY(variable.buffer, device_->adopt(variable.pending));
  } else {
    const std::size_t bytes = variable.layout.bytes(variable.type);
    FOVEA_TRY(variable.buffer, device_->allocate(bytes));
    // Padding of blocked layouts must be zero, and so must be a variable that was never written.
    FOVEA_CHECK(device_->fillZero(variable.buffer->data(), bytes));
    if (variable.pending.defined()) {
      FOVEA_TRY(const auto staging, device_->adopt(variable.pending));
      FOVEA_CHECK(place(*staging, variable));
    }
  }
  variable.pending = Tensor();
  variable.filled = true;
  return {};
}

}  // namespace fovea
