// Why: what the compiler makes and the executor replays. Internal to core/backends.
#pragma once
#include <optional>

#include "core/backends/executor.h"

namespace fovea {

// One kernel with the places that it reads and writes. Indices are of Executor::State::storages until bind() turns them
// into pointers.
struct ExecutorStep {
  std::unique_ptr<Kernel> kernel;
  std::vector<int> inputStorages;
  std::vector<int> outputStorages;
  std::size_t scratchBytes = 0;
  int scratchStorage = -1;
  // Whose work it does, one after the other in its inputs and outputs. None: a reorder; several: a joint kernel.
  std::vector<int> nodes;
  std::string detail;
  std::vector<void*> inputs;
  std::vector<void*> outputs;
  void* scratch = nullptr;
};

// A piece of memory: in the arena (planned), or elsewhere (`pointer` known).
struct ExecutorStorage {
  std::size_t bytes = 0;
  bool inArena = true;
  bool prepared = false;  // computed by the prologue
  bool lasting = false;   // prepared, and read by the steps themselves
  void* pointer = nullptr;
  std::shared_ptr<DeviceBuffer> buffer;  // of prepared ones
  int first = 0;                         // steps, for the plan
  int last = 0;
  std::vector<ValueId> residents;  // values that live here
};

// A value in one layout. A value may lie in several at the same time.
struct ValueCopy {
  Layout layout;
  int storage = -1;
};

struct Executor::State {
  std::shared_ptr<const Graph> source;  // as it was given
  std::shared_ptr<const Graph> graph;   // as it is run
  std::shared_ptr<Device> device;
  std::shared_ptr<VariableStore> variables;
  CompileOptions options;
  // What depends on variables alone that the graph does not update, and so changes only when somebody else writes them.
  std::vector<ExecutorStep> prologue;
  std::uint64_t preparedVersion = UINT64_MAX;  // of the store
  // What the prologue has read: the versions of those variables now, and as they were then (empty: it never ran).
  std::vector<std::shared_ptr<const std::uint64_t>> readVersions;
  std::vector<std::uint64_t> seenVersions;
  std::vector<std::shared_ptr<std::uint64_t>> updatedVersions;  // of the variables that the graph writes
  std::vector<bool> keepsCopy;  // by node: an update with one more output (KernelRequest::copy)
  std::vector<ExecutorStep> steps;
  std::vector<ExecutorStorage> storages;
  std::vector<std::vector<ValueCopy>> copies;  // by value
  std::shared_ptr<DeviceBuffer> arena;
  std::vector<std::shared_ptr<DeviceBuffer>> buffers;  // inputs and constants
  ExecutorReport report;
  std::vector<bool> readable;  // by value
  // Runs the prologue if a variable has changed since it ran. `before` and `done`, if any, are called around each of
  // its steps.
  Status prepare(const std::function<Status(int step)>& before = {}, const std::function<void(int step)>& done = {});
  // At least `bytes` of memory for values that steps leave to each other: the one that is shared, or an own one.
  Status takeArena(std::size_t bytes);
  // Says whether the results of the prologue are still valid.
  bool isPrepared();
  void notePrepared();
  // Tells the store that this run changes variables.
  void countUpdates();
  // Of each step, the earlier ones that it cannot run beside: they write what it reads or writes, or read what it
  // writes.
  std::vector<std::vector<int>> findDependencies() const;
  Status capture();
  std::unique_ptr<CapturedStep> captured;
  int runs = 0;

  // Made on the first read() of a value that is not dense.
  struct Reader {
    std::unique_ptr<Kernel> reorder;
    std::shared_ptr<DeviceBuffer> buffer;
  };
  std::map<ValueId, Reader> readers;
};

}  // namespace fovea
