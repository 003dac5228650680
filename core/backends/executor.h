// Why: compiles a graph for a device once (kernels, layouts, one arena planned by lifetimes), then replays it without
// allocation or search.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/graph/graph.h"

namespace fovea {

// The variables of a model on one device, by name. Several executors (training, validation, other batch sizes) share
// one. The first compiled kernel with a preferred layout fixes a variable's layout. Not thread-safe.
class VariableStore {
 public:
  explicit VariableStore(std::shared_ptr<Device> device) : device_(std::move(device)) {}

  bool contains(const std::string& name) const { return variables_.contains(name); }
  std::vector<std::string> names() const;  // sorted
  // Sets a value from host memory, creating the variable if it is new. The type must not change.
  Status write(const std::string& name, const Tensor& value);
  // Like write(), but keeps the tensor's own memory as long as possible. Nobody else may change it afterwards.
  Status take(const std::string& name, Tensor value);
  // Like write(), but `make` creates the value when it is first needed. Weights that an executor consumes one by one
  // are then never all in memory in two forms. `make` returns a tensor of that type with unshared memory.
  Status promise(const std::string& name, const TensorType& type, std::function<Tensor()> make);
  // Returns a dense copy in host memory. It uses the memory of `room` if that has the variable's type; then nobody else
  // may have a share of it.
  Result<Tensor> read(const std::string& name, Tensor room = {}) const;
  // Sets a variable to zero in stream order, without waiting for the device.
  Status clear(const std::string& name);
  std::uint64_t bytes() const;
  // Increases with every write and every run that updates a variable.
  std::uint64_t version() const { return version_; }
  const std::shared_ptr<Device>& device() const { return device_; }

 private:
  friend class Executor;
  friend class ExecutorCompiler;
  struct Variable {
    TensorType type;
    Layout layout;
    bool placed = false;                   // an executor has fixed the layout
    std::shared_ptr<DeviceBuffer> buffer;  // null until the value is needed
    Tensor pending;                        // written before the layout was fixed
    std::function<Tensor()> promised;      // returns `pending`
    bool filled = false;                   // the buffer holds the value
    // Increases with every write and every run that updates the variable.
    std::shared_ptr<std::uint64_t> version = std::make_shared<std::uint64_t>(0);
    Tensor takePending();
  };
  // Allocates and fills the memory of a variable with a fixed layout, once.
  Status fill(Variable& variable);
  // Copies a dense value into the variable's memory, in its layout.
  Status place(const DeviceBuffer& dense, Variable& variable);

  std::shared_ptr<Device> device_;
  std::map<std::string, Variable> variables_;
  std::uint64_t version_ = 0;
};

// Memory for the intermediates of several executors that never run at the same time: as large as the largest of them
// needs, whatever the order of compilation. An executor's intermediates are lost when another one gets its inputs, is
// compiled or runs. Variables and prepared values are stored elsewhere and persist.
struct SharedArena {
  std::shared_ptr<DeviceBuffer> buffer;  // null until the first executor is compiled
};

struct CompileOptions {
  std::vector<ValueId> keep;  // values besides the outputs that read() must return: probes
  bool keepAll = false;
  bool capture = true;  // records the step if the device supports it
  bool serial = false;  // a recorded step runs its kernels sequentially, to find faults
  bool exact = false;   // forbids algorithms that trade rounding for speed (Winograd: relative error about 1e-6)
  // Runs the graph's passes first. False: every node runs as written, and keepAll is exact for each node.
  bool optimize = true;
  // Limit in bytes for the live intermediates, met by recomputing some; 0: no limit.
  std::uint64_t memoryBudget = 0;
  // For a graph that only reads its variables: moves them out of the store, so that weights in a kernel's own layout
  // are not stored twice. The store is empty afterwards.
  bool consumeVariables = false;
  // Variables change before each run, so what is computed from them (weights in a kernel's own layout) is computed in
  // each run and kept in the arena, instead of once and in memory of its own.
  bool variablesChange = false;
  // Memory for the intermediates; null: this executor's own.
  std::shared_ptr<SharedArena> arena = {};
  // Inputs that are set before each run. They share the arena, and intermediates overwrite them once they have been
  // read; all other inputs keep their values between runs.
  std::vector<ValueId> setBeforeEachRun = {};
};

struct ExecutorReport {
  std::uint64_t arenaBytes = 0;       // intermediates, inputs set before each run, and scratch memory of kernels
  std::uint64_t arenaLowerBound = 0;  // size of the largest live set
  std::uint64_t variableBytes = 0;
  std::uint64_t preparedBytes = 0;  // computed from variables once and read in each run: folded or reordered weights
  std::uint64_t scratchBytes = 0;   // the largest scratch memory of a kernel, part of the arena
  std::uint64_t sourceBytes = 0;    // constants, and inputs that keep their values between runs
  std::uint64_t stagingBytes = 0;   // the device's staging memory for input copies
  int approximateKernels = 0;       // kernels with an approximate plan; none with CompileOptions::exact
  int reorders = 0;                 // layout conversions in each run
  std::uint64_t peakBytes() const { return arenaBytes + variableBytes + preparedBytes + sourceBytes + stagingBytes; }
  // Why the step runs kernel by kernel although recording was requested; set after the second run. Empty: it is
  // recorded, or recording was not requested.
  std::string notRecorded;
};

struct KernelProfile {
  std::string scope;  // layer
  std::string op;
  std::string kernel;  // name and detail
  double milliseconds = 0;
  double flops = 0;
};

// The op that produced the first infinity or NaN of a run, in the optimised graph.
struct NotFinite {
  std::string op;
  std::string scope;          // layer
  bool servesOutput = false;  // an output of the graph depends on it: it is in a training step's forward pass
};

// Not thread-safe. Keeps graph, device and store alive.
class Executor {
 public:
  // Unsupported names the layer, the device and each kernel's reason; OutOfMemory names the bytes needed and free.
  static Result<std::unique_ptr<Executor>> compile(std::shared_ptr<const Graph> graph,
                                                   std::shared_ptr<VariableStore> variables,
                                                   const CompileOptions& options = {});
  ~Executor();

  // The original graph; passes keep the ids of its inputs, outputs and kept values.
  const Graph& graph() const;
  // Copies a dense host tensor of the input's exact type.
  Status setInput(ValueId input, const Tensor& value);
  Status run();
  // Like run(), but times each kernel separately (see Device::timeParts). Slower than run().
  Result<std::vector<KernelProfile>> profile();
  // Like run(), but checks the outputs of each op and stops at the first infinity or NaN. Slow.
  Result<std::optional<NotFinite>> runUntilNotFinite();
  // Returns a dense host copy of an output or a kept value of the last run. Internal if the value is lost because the
  // shared arena was reallocated for a larger executor.
  Result<Tensor> read(ValueId value) const;
  // Reads one f32 element without allocating, for losses and counts.
  Result<float> readScalar(ValueId value) const;
  const ExecutorReport& report() const;
  // One line per kernel: layer, op, kernel, layouts.
  std::string describe() const;

 private:
  friend class ExecutorCompiler;
  struct State;
  explicit Executor(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea
