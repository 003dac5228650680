// Why: compiles a graph for a device once (kernels, layouts, one arena planned by lifetimes), then replays it with no
// allocation and no search.
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
// one. The first executor that compiles a kernel with a wish fixes a variable's layout. Not thread-safe.
class VariableStore {
 public:
  explicit VariableStore(std::shared_ptr<Device> device) : device_(std::move(device)) {}

  bool contains(const std::string& name) const { return variables_.contains(name); }
  std::vector<std::string> names() const;  // sorted
  // Sets a value from host memory, creating the variable if it is new; type must stay the same.
  Status write(const std::string& name, const Tensor& value);
  // As write(), but keeps the tensor's own memory for as long as it can: nobody else may change it from now on.
  Status take(const std::string& name, Tensor value);
  // As write(), but the value is made when somebody needs it, once: weights that an executor consumes one by one are
  // then never all there in two forms. `make` gives a tensor of that type whose memory is nobody else's.
  Status promise(const std::string& name, const TensorType& type, std::function<Tensor()> make);
  // A dense copy in host memory.
  Result<Tensor> read(const std::string& name) const;
  // Zeroes a variable in stream order, without waiting for the device.
  Status clear(const std::string& name);
  std::uint64_t bytes() const;
  // Rises with every write and every run that updates a variable.
  std::uint64_t version() const { return version_; }
  const std::shared_ptr<Device>& device() const { return device_; }

 private:
  friend class Executor;
  friend class ExecutorCompiler;
  struct Variable {
    TensorType type;
    Layout layout;
    bool placed = false;                   // an executor has chosen the layout
    std::shared_ptr<DeviceBuffer> buffer;  // null until the value is needed
    Tensor pending;                        // written before the layout was fixed
    std::function<Tensor()> promised;      // gives `pending`
    bool filled = false;                   // the buffer holds the value
    // Rises with every write and every run that updates it.
    std::shared_ptr<std::uint64_t> version = std::make_shared<std::uint64_t>(0);
    Tensor takePending();
  };
  // Gives a variable that has a layout memory with its value, once.
  Status fill(Variable& variable);
  // Writes a dense value into the variable's memory as that lies.
  Status place(const DeviceBuffer& dense, Variable& variable);

  std::shared_ptr<Device> device_;
  std::map<std::string, Variable> variables_;
  std::uint64_t version_ = 0;
};

// Memory for the intermediates of several executors that never run at the same time: as much as the largest of them
// needs, if that is compiled first. What one of them has computed is lost when another runs.
struct SharedArena {
  std::shared_ptr<DeviceBuffer> buffer;  // null before the first is compiled
};

struct CompileOptions {
  std::vector<ValueId> keep;  // values that read() must be able to return besides the outputs: probes
  bool keepAll = false;
  bool capture = true;  // record the step where the device can
  bool serial = false;  // a recorded step runs its kernels one after the other: to find a fault
  bool exact = false;   // no algorithms that trade rounding for speed (Winograd: relative error about 1e-6)
  // Run the graph's passes first. Off: every node is run as it is written, and keepAll is then exact to the node.
  bool optimize = true;
  // Bytes of intermediates to try to keep to by computing some of them twice; 0: no limit.
  std::uint64_t memoryBudget = 0;
  // For a graph that only reads its variables: they are taken out of the store, so that weights which a kernel wants in
  // another form are not kept twice. The store is empty afterwards.
  bool consumeVariables = false;
  // Where the intermediates lie; null: in memory of this executor's own.
  std::shared_ptr<SharedArena> arena = {};
};

struct ExecutorReport {
  std::uint64_t arenaBytes = 0;       // intermediates, and what kernels need while they run
  std::uint64_t arenaLowerBound = 0;  // the largest live set
  std::uint64_t variableBytes = 0;
  std::uint64_t preparedBytes = 0;  // computed from variables once, read in each run: folded or reordered weights
  std::uint64_t scratchBytes = 0;   // the largest need of one kernel, part of the arena
  std::uint64_t stagingBytes = 0;   // what the device keeps for copies of the inputs
  int approximateKernels = 0;       // those whose plan says so; none with CompileOptions::exact
  int reorders = 0;                 // conversions between layouts in each run
  std::uint64_t peakBytes() const { return arenaBytes + variableBytes + preparedBytes + stagingBytes; }
  // Why the step runs kernel by kernel though it was to be recorded: known after the second run. Empty: it is recorded,
  // or need not be.
  std::string notRecorded;
};

struct KernelProfile {
  std::string scope;  // layer
  std::string op;
  std::string kernel;  // name and detail
  double milliseconds = 0;
  double flops = 0;
};

// The op that gave the first infinity or not-a-number of a run, in the graph as passes left it.
struct NotFinite {
  std::string op;
  std::string scope;          // layer
  bool servesOutput = false;  // an output of the graph depends on it: the forward pass of a training step
};

// Not thread-safe. Keeps graph, device and store alive.
class Executor {
 public:
  // Unsupported names layer, device and each kernel's reason; OutOfMemory names the bytes needed and free.
  static Result<std::unique_ptr<Executor>> compile(std::shared_ptr<const Graph> graph,
                                                   std::shared_ptr<VariableStore> variables,
                                                   const CompileOptions& options = {});
  ~Executor();

  // The graph that was given; passes keep the ids of its inputs, outputs and kept values.
  const Graph& graph() const;
  // Dense host tensor of the input's exact type; copied.
  Status setInput(ValueId input, const Tensor& value);
  Status run();
  // As run(), but kernel by kernel with the time of each (see Device::timeParts). Slower than run().
  Result<std::vector<KernelProfile>> profile();
  // As run(), but looks at what each op gives and stops at the first whose output holds an infinity or what is not a
  // number. Slow.
  Result<std::optional<NotFinite>> runUntilNotFinite();
  // A dense host copy of an output or a kept value, of the last run.
  Result<Tensor> read(ValueId value) const;
  // One f32 element, without allocating: for losses and counts.
  Result<float> readScalar(ValueId value) const;
  const ExecutorReport& report() const;
  // One line a kernel: layer, op, kernel, layouts.
  std::string describe() const;

 private:
  friend class ExecutorCompiler;
  struct State;
  explicit Executor(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea
