// Why: successive questions mostly concern the same checkpoint, so a few checkpoints stay loaded. Not thread-safe.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/inspect/attribution.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/network_trace.h"
#include "core/inspect/synthesis.h"

namespace fovea {

// One checkpoint on one device. Each member is created on first use.
class WarmModel {
 public:
  WarmModel(Checkpoint checkpoint, std::shared_ptr<Device> device)
      : checkpoint_(std::move(checkpoint)), device_(std::move(device)) {}

  const Checkpoint& checkpoint() const { return checkpoint_; }
  const std::shared_ptr<Device>& device() const { return device_; }
  // Fail like the corresponding create() and filters().
  Result<ModelInspector*> inspector();
  Result<Attributor*> attributor();
  Result<Synthesizer*> synthesizer();
  Result<NetworkTracer*> tracer();
  Result<const std::vector<LayerFilters>*> filters();
  std::size_t bytes() const;  // size of the checkpoint's tensors in bytes

 private:
  Checkpoint checkpoint_;
  std::shared_ptr<Device> device_;
  std::unique_ptr<ModelInspector> inspector_;
  std::unique_ptr<Attributor> attributor_;
  std::unique_ptr<Synthesizer> synthesizer_;
  std::unique_ptr<NetworkTracer> tracer_;
  std::optional<std::vector<LayerFilters>> filters_;
};

class WarmModels {
 public:
  static constexpr std::size_t kMost = 4;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // for all checkpoints; a single one may exceed it

  WarmModels(std::shared_ptr<const BackendRegistry> backends, std::string device)
      : backends_(std::move(backends)), deviceName_(std::move(device)) {}

  // Returns the file's current content; rereads a changed file. The result stays valid after it is dropped from the
  // cache. Fails like readCheckpoint() and BackendRegistry::open().
  Result<std::shared_ptr<WarmModel>> find(const std::filesystem::path& file);
  std::size_t size() const { return entries_.size(); }
  const BackendRegistry& backends() const { return *backends_; }
  const std::string& deviceName() const { return deviceName_; }

 private:
  struct Entry {
    std::filesystem::path file;
    std::filesystem::file_time_type written;
    std::uintmax_t bytes = 0;
    std::shared_ptr<WarmModel> model;
  };
  void makeRoom(std::size_t bytes);

  std::shared_ptr<const BackendRegistry> backends_;
  std::string deviceName_;
  std::shared_ptr<Device> device_;
  std::vector<Entry> entries_;  // most recently used last
};

}  // namespace fovea
