// Why: everything an Executor needs from a device: memory, copies, layouts, kernels and one ordered stream.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/backends/kernel.h"

namespace fovea {

class Communicator;

struct DeviceInfo {
  std::string id;    // "cpu", "cuda:0", "reference", "null"
  std::string name;  // shown to the user: "Intel Xeon, 2 threads", "NVIDIA H200"
  std::uint64_t memoryBytes = 0;
  std::uint64_t memoryFreeBytes = 0;
};

// A block of device memory, freed with the last reference.
class DeviceBuffer {
 public:
  virtual ~DeviceBuffer() = default;
  virtual void* data() const = 0;
  virtual std::size_t bytes() const = 0;
};

// A part of a step to record: a function that enqueues it, and the earlier parts it depends on.
struct CapturedPart {
  std::function<Status()> enqueue;
  std::vector<int> after;  // indices, ascending; indirect dependencies may be omitted
};

// A recorded step, which can be launched again as a whole.
class CapturedStep {
 public:
  virtual ~CapturedStep() = default;
  virtual Status launch() = 0;
};

// An asynchronous download from a device.
class PendingDownload {
 public:
  virtual ~PendingDownload() = default;
  // Whether the values have arrived. Never blocks.
  virtual bool ready() = 0;
  // Waits for them and copies them to `target`.
  virtual Status finish(void* target) = 0;
};

// One open device with one stream of work. Call it from one thread at a time; work executes in the order of submission.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  // The ranks that compute one run together with this device; null: it computes alone. Set it before kernels are
  // created.
  virtual Status setCommunicator(std::shared_ptr<Communicator> communicator) {
    communicator_ = std::move(communicator);
    return {};
  }
  const std::shared_ptr<Communicator>& communicator() const { return communicator_; }
  virtual const KernelRegistry& kernels() const = 0;
  // False for a device that only plans: its kernels cannot run.
  virtual bool computes() const { return true; }
  // Whether work runs asynchronously after the call that submitted it, so that several steps can be queued.
  virtual bool queues() const { return false; }
  // Whether its memory is the host's, so that adopt() takes a tensor without a copy and kernels can write into it.
  virtual bool usesHostMemory() const { return false; }

  // Memory aligned to at least 64 bytes with undefined contents. OutOfMemory names the bytes needed and free.
  virtual Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) = 0;
  // Device memory with the content of `value`: the tensor's own memory on a host device, else a copy.
  virtual Result<std::shared_ptr<DeviceBuffer>> adopt(Tensor value);
  // Host to device, in stream order. `source` may be reused after the call.
  virtual Status upload(void* target, const void* source, std::size_t bytes) = 0;
  // Device to host; blocks until the bytes have arrived.
  virtual Status download(void* target, const void* source, std::size_t bytes) = 0;
  virtual Status fillZero(void* target, std::size_t bytes) = 0;
  // Returns a kernel with one input and one output that converts between two layouts of one type.
  virtual Result<std::unique_ptr<Kernel>> createReorder(const TensorType& type, const Layout& from,
                                                        const Layout& to) = 0;
  // Waits for all submitted work and reports its errors.
  virtual Status synchronize() = 0;
  // Called by the executor around each run, on the running thread (thread counts, current device).
  virtual Status beginRun() { return {}; }
  // Records the work that the parts enqueue, in their order. A launch may run independent parts concurrently. A device
  // that does not benefit returns nullptr without enqueueing anything.
  virtual Result<std::unique_ptr<CapturedStep>> capture(std::span<const CapturedPart> parts);
  // The peak f32 multiply-adds per second × 2, measured now on the threads that run() uses. Unsupported if the device
  // has no such measurement.
  virtual Result<double> measurePeakFlops();
  // Runs the parts in order and returns the milliseconds of each. By default waits for each part and uses the host
  // clock; an asynchronous device measures on its own clock without waiting in between.
  virtual Result<std::vector<double>> timeParts(std::span<const std::function<Status()>> parts);
  // The device memory used as staging for uploads of at most `largestUpload` bytes.
  virtual std::uint64_t stagingBytes(std::size_t /*largestUpload*/) const { return 0; }
  // Starts a download at this point of the stream without waiting, for metrics that are read later. Must not outlive
  // the device.
  virtual Result<std::unique_ptr<PendingDownload>> beginDownload(const void* source, std::size_t bytes);

 protected:
  std::shared_ptr<Communicator> communicator_;
};

// A family of devices. Its library is loaded only when devices are first requested.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;  // "cpu"
  // All devices of this kind. An error says why there are none and what to do.
  virtual Result<std::vector<DeviceInfo>> devices() = 0;
  virtual Result<std::shared_ptr<Device>> open(int index) = 0;
  // What was searched for and found, one line each, for `doctor`.
  virtual std::vector<std::string> report() { return {}; }
};

// The backends of a program, as a value owned by main. Thread-safe after registration.
class BackendRegistry {
 public:
  void add(std::unique_ptr<Backend> backend);
  const std::vector<std::unique_ptr<Backend>>& backends() const { return backends_; }
  // `deviceId`: "cpu", "cuda:0", "reference". NotFound lists the available devices, or says why the requested one is
  // missing.
  Result<std::shared_ptr<Device>> open(std::string_view deviceId) const;

 private:
  std::vector<std::unique_ptr<Backend>> backends_;
};

// Each backend is one build target with one function. registerCudaBackend loads the CUDA module when a device is first
// requested.
void registerReferenceBackend(BackendRegistry& registry);
void registerCpuBackend(BackendRegistry& registry);
void registerNullBackend(BackendRegistry& registry);
void registerCudaBackend(BackendRegistry& registry);

}  // namespace fovea
