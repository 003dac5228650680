// Why: the little that an Executor must know of a device: memory, copies, layouts, kernels and one ordered stream.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/backends/kernel.h"

namespace fovea {

struct DeviceInfo {
  std::string id;    // "cpu", "cuda:0", "reference", "null"
  std::string name;  // for a person: "Intel Xeon, 2 threads", "NVIDIA H200"
  std::uint64_t memoryBytes = 0;
  std::uint64_t memoryFreeBytes = 0;
};

// A block of a device's memory, freed with the last reference.
class DeviceBuffer {
 public:
  virtual ~DeviceBuffer() = default;
  virtual void* data() const = 0;
  virtual std::size_t bytes() const = 0;
};

// A part of a step that is to be recorded: what enqueues it, and which of the parts before it must be done first.
struct CapturedPart {
  std::function<Status()> enqueue;
  std::vector<int> after;  // indices, rising; parts that these follow themselves need not be among them
};

// A recorded step that can be launched again as a whole.
class CapturedStep {
 public:
  virtual ~CapturedStep() = default;
  virtual Status launch() = 0;
};

// Bytes on their way from a device.
class PendingDownload {
 public:
  virtual ~PendingDownload() = default;
  // Whether they are there; never waits.
  virtual bool ready() = 0;
  // Waits for them and copies them to `target`.
  virtual Status finish(void* target) = 0;
};

// One open device with one stream of work. All calls come from one thread at a time; work is executed in the order
// given.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  virtual const KernelRegistry& kernels() const = 0;
  // False for a device that only plans: its kernels cannot be run.
  virtual bool computes() const { return true; }
  // Whether work goes on after the call that gave it: steps can be given in a row and waited for together.
  virtual bool queues() const { return false; }

  // At least 64-byte aligned; contents undefined. OutOfMemory says the bytes needed and free.
  virtual Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) = 0;
  // Memory of the device that holds `value`: the tensor's own where the device computes in host memory, else a copy.
  virtual Result<std::shared_ptr<DeviceBuffer>> adopt(Tensor value);
  // Host to device, in stream order; `source` may be reused when it returns.
  virtual Status upload(void* target, const void* source, std::size_t bytes) = 0;
  // Device to host; waits until the bytes are there.
  virtual Status download(void* target, const void* source, std::size_t bytes) = 0;
  virtual Status fillZero(void* target, std::size_t bytes) = 0;
  // A kernel with one input and one output that converts between two layouts of one type.
  virtual Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout& from,
                                                        const Layout& to) = 0;
  // Waits for all work given so far; reports what failed in it.
  virtual Status synchronize() = 0;
  // Called by the executor around each run, on the running thread (thread counts, current device).
  virtual Status beginRun() { return {}; }
  // Records what the parts enqueue, in their order; when it is launched, those that need not wait for each other may
  // run at the same time. A device that gains nothing returns nullptr without enqueueing.
  virtual Result<std::unique_ptr<CapturedStep>> capture(std::span<const CapturedPart> parts);
  // Most multiply-adds a second × 2 that the device's arithmetic reaches in f32, measured now on the threads that run()
  // uses. Unsupported where there is no such measurement.
  virtual Result<double> measurePeakFlops();
  // Milliseconds of each part, run in this order. Here each is waited for and measured by the clock; a device that
  // queues lets its own clock measure them, without waiting in between.
  virtual Result<std::vector<double>> timeParts(std::span<const std::function<Status()>> parts);
  // What the device itself keeps for copies from the host whose largest has so many bytes, in its memory.
  virtual std::uint64_t stagingBytes(std::size_t /*largestUpload*/) const { return 0; }
  // Device to host as it is at this point of the stream, without waiting: for metrics that are looked at later. Must
  // not outlive the device.
  virtual Result<std::unique_ptr<PendingDownload>> beginDownload(const void* source, std::size_t bytes);
};

// A family of devices. Asking for devices loads what is needed then, never before.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;  // "cpu"
  // What is there. An error says why there is none and what to do.
  virtual Result<std::vector<DeviceInfo>> devices() = 0;
  virtual Result<std::shared_ptr<Device>> open(int index) = 0;
  // What was looked for and found, one line each, for `doctor`.
  virtual std::vector<std::string> report() { return {}; }
};

// The backends of a program; a plain value owned by main. Thread-safe once filled.
class BackendRegistry {
 public:
  void add(std::unique_ptr<Backend> backend);
  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }
  // "cpu", "cuda:0", "reference". NotFound lists the devices there are, or says why the wanted one is missing.
  Result<std::shared_ptr<Device>> open(std::string_view deviceId) const;

 private:
  std::vector<std::unique_ptr<Backend>> backends_;
};

// Each backend is one target with one function. registerCudaBackend loads the CUDA module when a device is first
// wanted.
void registerReferenceBackend(BackendRegistry& registry);
void registerCpuBackend(BackendRegistry& registry);
void registerNullBackend(BackendRegistry& registry);
void registerCudaBackend(BackendRegistry& registry);

}  // namespace fovea
