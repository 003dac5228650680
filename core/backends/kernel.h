// Why: one op can be computed in several ways; each way says whether it can, in which memory layouts, and does it.
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

// Where a value is read: input `input` of a node.
struct ValueReader {
  const Node* node = nullptr;
  int input = 0;
};

// What a kernel is asked to be made for. All spans are parallel to the node's inputs or outputs.
struct KernelRequest {
  const OpType& op;
  const FieldValues& attributes;
  std::span<const TensorType> inputs;
  std::span<const TensorType> outputs;
  // How each input lies now. Another wish in KernelPlan::inputs costs a reorder before each run.
  std::span<const Layout> inputLayouts;
  // True where the input is a variable whose layout nobody has fixed yet: a wish for it costs nothing.
  std::vector<bool> inputFree;
  // Where a later update or reader has fixed what it wants: producing this layout saves a reorder.
  std::vector<std::optional<Layout>> outputWishes;
  // True where the input is the same in every run (weights at inference): another wish for it is paid for once. May be
  // empty: none is.
  std::vector<bool> inputSteady = {};
  // False where nobody reads the output: a kernel need not write it. May be empty: all are read.
  std::vector<bool> outputNeeded = {};
  // Where an output is read, if one node alone reads it, once, and nobody outside the graph: the two kernels may then
  // agree on a format that no third one can read, and the reader may write over it. May be empty: not known.
  std::vector<ValueReader> outputReaders = {};
  // Algorithms that trade rounding for speed (Winograd) are not to be used.
  bool exact = false;
  // Only where the entry keepsCopies: the first output, a variable, is also to be written as this, which is one more
  // output behind those of the op and lies as a cast of the variable does.
  std::optional<TensorType> copy = {};
};

struct KernelArguments {
  std::span<void* const> inputs;
  std::span<void* const> outputs;
  void* scratch = nullptr;
};

struct JointKernel;

// A compiled, ready-to-run piece of work on one device. run() allocates nothing and searches nothing; on an
// asynchronous device it enqueues and returns. Used by one thread at a time.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual Status run(const KernelArguments& arguments) = 0;
  // Kernels of one device and one kind that need nothing of each other can be run as one. Empty: this one cannot.
  virtual std::string kind() const { return {}; }
  // What does the work of `parts`, all of this kind, this one among them: its inputs and outputs are theirs, one after
  // the other, and its numbers are those that they give one by one. Only called where kind() is not empty.
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
  std::vector<Layout> inputs;   // as the kernel reads them
  std::vector<Layout> outputs;  // as it writes them; an aliased output must equal its input
  std::size_t scratchBytes = 0;
  // {output, input}: the output may take the storage of that input if nothing else needs it afterwards.
  std::vector<std::pair<int, int>> inPlace;
  // Its rounding is that of another algorithm (Winograd): relative L2 error up to 1e-4 instead of that of plain sums.
  bool approximate = false;
  std::string detail;  // what was chosen, for profiles: "jit_avx512 direct nhwc"
};

class Device;

struct KernelEntry {
  std::string name;  // "dnnl.conv2d"
  // Success, or why not, in words for the user: "groups do not divide the channels", "only f32".
  std::function<Status(const KernelRequest&)> supports;
  std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create;
  // It gains nothing over running what a pass would make its op of.
  bool fallback = false;
  // It takes KernelRequest::copy: an update that also writes its variable, of f32, in 16 bits.
  bool keepsCopies = false;
};

// The kernels of one backend. Order of registration is order of preference.
class KernelRegistry {
 public:
  void add(std::string op, KernelEntry entry);
  std::span<const KernelEntry> find(std::string_view op) const;
  // Whether a kernel that is no fallback supports the op with these attributes and types, wherever its inputs lie.
  bool accelerates(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                   std::span<const TensorType> outputs) const;
  // Says whether the kernel chosen for an update keeps a copy of its variable.
  bool keepsCopies(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                   std::span<const TensorType> outputs) const;
  // The first kernel that supports the request and can be created. Unsupported, with the reason each one gave.
  Result<KernelPlan> create(const KernelRequest& request, Device& device) const;

 private:
  std::map<std::string, std::vector<KernelEntry>, std::less<>> entries_;
};

}  // namespace fovea
