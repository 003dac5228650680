// Why: tests observe, limit or disturb one call of a device; a real device handles all other calls.
#pragma once
#include "core/backends/device.h"

namespace fovea::test {

// Forwards to another device; subclasses change some of its functions.
class ForwardingDevice : public Device {
 public:
  explicit ForwardingDevice(std::shared_ptr<Device> device) : device_(std::move(device)) {}
  const DeviceInfo& info() const override { return device_->info(); }
  const KernelRegistry& kernels() const override { return device_->kernels(); }
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override { return device_->allocate(bytes); }
  Status upload(void* target, const void* source, std::size_t bytes) override {
    return device_->upload(target, source, bytes);
  }
  Status download(void* target, const void* source, std::size_t bytes) override {
    return device_->download(target, source, bytes);
  }
  Status fillZero(void* target, std::size_t bytes) override { return device_->fillZero(target, bytes); }
  Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout& from, const Layout& to) override {
    return device_->createReorder(type, from, to);
  }
  Status synchronize() override { return device_->synchronize(); }
  Status beginRun() override { return device_->beginRun(); }

 protected:
  std::shared_ptr<Device> device_;
};

}  // namespace fovea::test
