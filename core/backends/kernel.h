// Why: an op can have several kernels; each one says whether it supports a request, in which memory layouts, and runs
// it.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backends/layout.h"
#include "core/graph/graph.h"

namespace fovea {

// One reader of a value: input `input` of a node.
struct ValueReader {
  const Node* node = nullptr;
  int input = 0;
};

// Facts about a node's inputs and outputs from the surrounding graph. An empty list: unknown, the defaults hold.
struct KernelNeighbourhood {
  struct Input {
    bool freeLayout = false;  // a variable whose layout is not fixed yet: any layout for it is free
    // Constant across runs (weights at inference): another layout costs only one reorder.
    bool constant = false;
  };
  struct Output {
    // The layout that a later update or reader has chosen: producing it avoids a reorder.
    std::optional<Layout> preferred;
    bool needed = true;  // false: nobody reads the output, so that a kernel need not write it
    // The only reader, if exactly one node reads the output, once, and it is not used outside the graph. The two
    // kernels may then use a private format, and the reader may overwrite the value.
    ValueReader reader;
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

// The node to create a kernel for. All spans are parallel to the node's inputs or outputs.
struct KernelRequest {
  const OpType& op;
  const FieldValues& attributes;
  std::span<const TensorType> inputs;
  std::span<const TensorType> outputs;
  // The current layout of each input. Another layout in KernelPlan::inputs costs a reorder before each run.
  std::span<const Layout> inputLayouts;
  KernelNeighbourhood neighbourhood = {};
  // Forbids algorithms that trade rounding for speed (Winograd).
  bool exact = false;
  // Set only if the entry has keepsCopies: the kernel also writes its first output, a variable, in this type. The copy
  // is an additional output after those of the op and has the layout of a cast of the variable.
  std::optional<TensorType> copy = {};

  bool hasFreeLayout(std::size_t input) const {
    return !neighbourhood.inputs.empty() && neighbourhood.inputs[input].freeLayout;
  }
  bool isConstant(std::size_t input) const {
    return !neighbourhood.inputs.empty() && neighbourhood.inputs[input].constant;
  }
  std::optional<Layout> preferredLayout(std::size_t output) const {
    return neighbourhood.outputs.empty() ? std::nullopt : neighbourhood.outputs[output].preferred;
  }
  bool isNeeded(std::size_t output) const {
    return neighbourhood.outputs.empty() || neighbourhood.outputs[output].needed;
  }
  ValueReader readerOf(std::size_t output) const {
    return neighbourhood.outputs.empty() ? ValueReader() : neighbourhood.outputs[output].reader;
  }
};

struct KernelArguments {
  std::span<void* const> inputs;
  std::span<void* const> outputs;
  void* scratch = nullptr;
};

struct JointKernel;

// A compiled piece of work on one device. run() neither allocates nor searches; on an asynchronous device it enqueues
// and returns. Use it from one thread at a time.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual Status run(const KernelArguments& arguments) = 0;
  // Independent kernels of one device and the same kind can be joined into one. Empty: this kernel cannot.
  virtual std::string kind() const { return {}; }
  // Returns one kernel that does the work of `parts`, all of this kind and including this one. Its inputs and outputs
  // are theirs, concatenated, and its results equal theirs. Only called if kind() is not empty.
  virtual JointKernel join(std::vector<std::unique_ptr<Kernel>> parts) const;
};

struct JointKernel {
  std::unique_ptr<Kernel> kernel;
  std::size_t scratchBytes = 0;
};
inline JointKernel Kernel::join(std::vector<std::unique_ptr<Kernel>>) const {
  return {};
}

struct KernelPlan {
  std::unique_ptr<Kernel> kernel;
  std::vector<Layout> inputs;   // the layouts the kernel reads
  std::vector<Layout> outputs;  // the layouts it writes; an aliased output must equal its input
  std::size_t scratchBytes = 0;
  // {output, input}: the output may overwrite that input if nothing else needs it afterwards.
  std::vector<std::pair<int, int>> inPlace;
  // Uses an algorithm with larger rounding errors (Winograd): relative L2 error up to 1e-4.
  bool approximate = false;
  std::string detail;  // the chosen implementation, for profiles: "jit_avx512 direct nhwc"
};

class Device;

struct KernelEntry {
  std::string name;  // "dnnl.conv2d"
  // Success, or a message for the user that says why not: "groups do not divide the channels", "only f32".
  std::function<Status(const KernelRequest&)> supports;
  std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create;
  // No faster than the unfused ops; fusion passes ignore it.
  bool fallback = false;
  // Supports KernelRequest::copy: an f32 update that also writes its variable in 16 bits.
  bool keepsCopies = false;
};

// The kernels of one backend. Order of registration is order of preference.
class KernelRegistry {
 public:
  void add(std::string op, KernelEntry entry);
  // Replaces every entry by what `adapt` returns for it.
  void adapt(const std::function<KernelEntry(KernelEntry)>& adapt);
  std::span<const KernelEntry> find(std::string_view op) const;
  // Whether a kernel other than a fallback supports the op with these attributes and types, in any input layout;
  // `exact`: see KernelRequest.
  bool accelerates(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                   std::span<const TensorType> outputs, bool exact = false) const;
  // Whether the kernel chosen for an update also writes a 16-bit copy of its variable.
  bool keepsCopies(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                   std::span<const TensorType> outputs) const;
  // Returns the first kernel that supports the request and can be created. Unsupported, with each kernel's reason.
  Result<KernelPlan> create(const KernelRequest& request, Device& device) const;

 private:
  std::map<std::string, std::vector<KernelEntry>, std::less<>> entries_;
};

}  // namespace fovea
