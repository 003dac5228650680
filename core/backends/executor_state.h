// Why: the data that the compiler creates and the executor replays. Internal to core/backends.
#pragma once
#include <optional>

#include "core/backends/executor.h"

namespace fovea {

// One kernel with its input and output storages: indices into Executor::State::storages until bind() replaces them by
// pointers.
struct ExecutorStep {
  std::unique_ptr<Kernel> kernel;
  std::vector<int> inputStorages;
  std::vector<int> outputStorages;
  std::size_t scratchBytes = 0;
  int scratchStorage = -1;
  // The graph nodes that this step executes; their inputs and outputs follow each other. None: a reorder; several: a
  // joint kernel.
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
  bool prepared = false;  // written by the prologue
  bool lasting = false;   // prepared, and read by the main steps
  void* pointer = nullptr;
  std::shared_ptr<DeviceBuffer> buffer;  // for prepared storages
  int first = 0;                         // step range for the plan
  int last = 0;
  std::vector<ValueId> residents;  // the values stored here
};

// A value in one layout. A value may have copies in several layouts.
struct ValueCopy {
  Layout layout;
  int storage = -1;
};

struct Executor::State {
  std::shared_ptr<const Graph> source;  // as given
  std::shared_ptr<const Graph> graph;   // as executed
  std::shared_ptr<Device> device;
  std::shared_ptr<VariableStore> variables;
  CompileOptions options;
  // Steps that depend only on variables that the graph does not update. They run again only after somebody else wrote
  // such a variable.
  std::vector<ExecutorStep> prologue;
  std::uint64_t preparedVersion = UINT64_MAX;  // the store's version
  // The versions of the variables that the prologue read: current, and at its last run (empty: it never ran).
  std::vector<std::shared_ptr<const std::uint64_t>> readVersions;
  std::vector<std::uint64_t> seenVersions;
  std::vector<std::shared_ptr<std::uint64_t>> updatedVersions;  // of variables that the graph writes
  std::vector<bool> keepsCopy;  // by node: an update with an extra output (KernelRequest::copy)
  std::vector<ExecutorStep> steps;
  std::vector<ExecutorStorage> storages;
  std::vector<std::vector<ValueCopy>> copies;          // by value
  std::vector<std::pair<int, std::size_t>> planned;    // storages in the arena, with their plan indices
  const void* boundTo = nullptr;                       // the arena that the steps' pointers refer to
  std::vector<std::shared_ptr<DeviceBuffer>> buffers;  // inputs and constants
  ExecutorReport report;
  std::vector<bool> readable;  // by value
  // Runs the prologue if a variable changed since its last run. `before` and `done`, if given, are called around each
  // step.
  Status prepare(const std::function<Status(int step)>& before = {}, const std::function<void(int step)>& done = {});
  // Grows the arena to this executor's needs and points the steps into it.
  Status bindArena();
  // Whether the storage still holds the result of the last run.
  bool holds(const ExecutorStorage& place) const {
    return !place.inArena || (options.arena->buffer && options.arena->buffer->data() == boundTo);
  }
  // Whether the results of the prologue are still valid.
  bool isPrepared();
  void notePrepared();
  // Records in the store that this run changes variables.
  void countUpdates();
  // Returns, for each step, the earlier steps that it conflicts with: they write what it reads or writes, or read what
  // it writes.
  std::vector<std::vector<int>> findDependencies() const;
  Status capture();
  std::unique_ptr<CapturedStep> captured;
  int runs = 0;

  // Created at the first read() of a value that is not dense.
  struct Reader {
    std::unique_ptr<Kernel> reorder;
    std::shared_ptr<DeviceBuffer> buffer;
  };
  std::map<ValueId, Reader> readers;
};

}  // namespace fovea
