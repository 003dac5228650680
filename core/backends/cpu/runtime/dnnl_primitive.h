// Why: runs any oneDNN primitive: memory objects and the argument list are created once, pointers are set only when
// they change, and exceptions become Errors.
#pragma once
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <vector>

#include "core/backends/cpu/runtime/cpu_kernels.h"

namespace fovea::cpu {

// Primitives point to their engine without owning it, so there is one, immutable, for the life of the program.
const dnnl::engine& cpuEngine();
// Attributes of a primitive whose caller supplies the scratch memory at each run.
dnnl::primitive_attr userScratchpad();

// Calls `body` and returns its result. A dnnl::error becomes Unsupported (not implemented, invalid), OutOfMemory or
// Internal, with `what` before the message.
template <class Body>
auto guarded(const std::string& what, Body&& body) -> decltype(body());
Error dnnlError(const std::string& what, const dnnl::error& error);

// Whether an argument of a primitive is an input or an output of the kernel.
enum class ArgumentSource { Input, Output };

class DnnlKernel final : public Kernel {
 public:
  DnnlKernel(std::string name, dnnl::primitive primitive, const dnnl::memory::desc& scratchpad);
  // Binds argument `argument` (DNNL_ARG_SRC, ...) to an input or output of the kernel.
  void bind(int argument, const dnnl::memory::desc& desc, ArgumentSource source, int index);
  Status run(const KernelArguments& arguments) override;

 private:
  struct Binding {
    dnnl::memory memory;
    ArgumentSource source;
    int index;  // -1: scratch
    void* pointer;
  };
  void add(int argument, const dnnl::memory::desc& desc, ArgumentSource source, int index);

  std::string name_;
  dnnl::stream stream_;
  dnnl::primitive primitive_;
  std::vector<Binding> bindings_;
  std::vector<dnnl_exec_arg_t> arguments_;
};

// Whether it is oneDNN's reference implementation, which is hundreds of times slower.
bool isReference(const char* implementation);

// Advances to the first implementation other than the reference; false if there is none.
template <class PrimitiveDesc>
bool skipReferences(PrimitiveDesc& primitive) {
  while (isReference(primitive.impl_info_str()))
    if (!primitive.next_impl()) return false;
  return true;
}

// Returns the first implementation of an operation other than the reference, or nothing. `makeDesc` describes the
// operation; its result must live while oneDNN iterates over implementations.
template <class PrimitiveDesc, class MakeDesc, class... Hint>
std::optional<PrimitiveDesc> tryPrimitiveWith(const dnnl::primitive_attr& attributes, MakeDesc&& makeDesc,
                                              const Hint&... hint) {
  try {
    const auto desc = makeDesc();
    PrimitiveDesc primitive(desc, attributes, cpuEngine(), hint...);
    if (!skipReferences(primitive)) return std::nullopt;
    return primitive;
  } catch (const dnnl::error&) {
    return std::nullopt;
  }
}
template <class PrimitiveDesc, class MakeDesc, class... Hint>
std::optional<PrimitiveDesc> tryPrimitive(MakeDesc&& makeDesc, const Hint&... hint) {
  return tryPrimitiveWith<PrimitiveDesc>(userScratchpad(), makeDesc, hint...);
}

template <class Body>
auto guarded(const std::string& what, Body&& body) -> decltype(body()) {
  try {
    return body();
  } catch (const dnnl::error& error) {
    return dnnlError(what, error);
  }
}

}  // namespace fovea::cpu
