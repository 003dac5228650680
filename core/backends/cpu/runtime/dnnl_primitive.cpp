#include "core/backends/cpu/runtime/dnnl_primitive.h"

#include <cstring>

namespace fovea::cpu {

const dnnl::engine& cpuEngine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::primitive_attr userScratchpad() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

Error dnnlError(const std::string& what, const dnnl::error& error) {
  switch (error.status) {
    case dnnl_unimplemented:
    case dnnl_invalid_arguments:
      return fail(ErrorCode::Unsupported, what + ": oneDNN has no implementation for it");
    case dnnl_out_of_memory:
      return fail(ErrorCode::OutOfMemory, what + ": oneDNN could not get enough memory.", "Choose a smaller batch.");
    default:
      return fail(ErrorCode::Internal, what + ": oneDNN failed (" + std::string(error.what()) + ").");
  }
}

bool isReference(const char* implementation) {
  return std::strstr(implementation, "ref") != nullptr;
}

DnnlKernel::DnnlKernel(std::string name, dnnl::primitive primitive, const dnnl::memory::desc& scratchpad)
    : name_(std::move(name)), stream_(cpuEngine()), primitive_(std::move(primitive)) {
  if (scratchpad.get_size() > 0) add(DNNL_ARG_SCRATCHPAD, scratchpad, ArgumentSource::Input, -1);
}

void DnnlKernel::bind(int argument, const dnnl::memory::desc& desc, ArgumentSource source, int index) {
  add(argument, desc, source, index);
}

void DnnlKernel::add(int argument, const dnnl::memory::desc& desc, ArgumentSource source, int index) {
  bindings_.push_back({dnnl::memory(desc, cpuEngine(), nullptr), source, index, nullptr});
  arguments_.push_back({argument, bindings_.back().memory.get()});
}

Status DnnlKernel::run(const KernelArguments& arguments) {
  return guarded(name_, [&]() -> Status {
    for (Binding& binding : bindings_) {
      void* pointer = binding.index < 0 ? arguments.scratch
                      : binding.source == ArgumentSource::Input
                          ? arguments.inputs[static_cast<std::size_t>(binding.index)]
                          : arguments.outputs[static_cast<std::size_t>(binding.index)];
      // Setting a pointer clears the padding, which costs time, so only changed pointers are set.
      if (pointer == binding.pointer) continue;
      binding.memory.set_data_handle(pointer, stream_);
      binding.pointer = pointer;
    }
    const auto count = static_cast<int>(arguments_.size());
    const dnnl_status_t status = dnnl_primitive_execute(primitive_.get(), stream_.get(), count, arguments_.data());
    if (status != dnnl_success) return fail(ErrorCode::Internal, name_ + ": oneDNN could not run it.");
    return {};
  });
}

}  // namespace fovea::cpu
