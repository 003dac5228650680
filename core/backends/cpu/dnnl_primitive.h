// Why: oneDNN's primitives share one way to be run: memory objects and the argument list made once, pointers set only
// when they change, exceptions turned into words.
#pragma once
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <vector>

#include "core/backends/cpu/cpu_kernels.h"

namespace fovea::cpu {

// Primitives point to their engine without owning it, so there is one, immutable, for the life of the program.
const dnnl::engine& cpuEngine();
// With the scratch memory given by the caller at each run.
dnnl::primitive_attr userScratchpad();

// Calls `body` and returns what it returns; a dnnl::error becomes Unsupported (not implemented, invalid) or OutOfMemory
// or Internal, with `what` before the words.
template <class Body>
auto guarded(const std::string& what, Body&& body) -> decltype(body());
Error dnnlError(const std::string& what, const dnnl::error& error);

// Where an argument of a primitive comes from.
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

// True for oneDNN's plain loops, hundreds of times slower than the rest.
bool isReference(const char* implementation);

// Steps to the first implementation that is no reference; false if there is none.
template <class PrimitiveDesc>
bool skipReferences(PrimitiveDesc& primitive) {
  while (isReference(primitive.impl_info_str()))
    if (!primitive.next_impl()) return false;
  return true;
}

// The first implementation of an operation that is no reference; nothing where oneDNN has none. `makeDesc` describes
// the operation; oneDNN reads the description while it steps through implementations, so it lives as long as that
// takes.
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
