#include "core/train/state_copies.h"

#include <algorithm>
#include <cstring>

#include "core/base/memory.h"

namespace fovea {
namespace {

// One is the state that a diverged run goes back to, one may replace it, one is written to a file, and one is just
// made.
constexpr std::size_t kMostAtOnce = 4;
constexpr std::uint64_t kShareOfFreeMemory = 4;

}  // namespace

Result<StateCopies::Tensors> StateCopies::take(const VariableStore& store, const std::set<std::string>& except) {
  if (reserved_.valid())
    for (const auto& [name, tensor] : reserved_.get()) keep(name, tensor);
  Tensors copies;
  for (const std::string& name : store.names()) {
    if (except.contains(name)) continue;
    FOVEA_TRY(Tensor value, store.read(name, unused(name)));
    keep(name, value);
    copies.emplace_back(name, std::move(value));
  }
  return copies;
}

void StateCopies::reserve(const Tensors& tensors) {
  std::uint64_t bytes = 0;
  std::vector<std::pair<std::string, TensorType>> types;
  for (const auto& [name, tensor] : tensors) {
    bytes += tensor.bytes();
    types.emplace_back(name, tensor.type());
  }
  if (bytes > hostMemory().availableBytes / kShareOfFreeMemory) return;
  // If the system has no thread left, take() does it.
  reserved_ = std::async(std::launch::async | std::launch::deferred, [types = std::move(types)] {
    Tensors made;
    for (const auto& [name, type] : types) {
      Result<Tensor> tensor = Tensor::tryMake(type);
      if (!tensor.ok()) break;
      std::memset(tensor->raw(), 0, tensor->bytes());  // the system provides memory only once it is written
      made.emplace_back(name, std::move(tensor).value());
    }
    return made;
  });
}

// Takes a tensor that nobody else has out of the known ones; undefined if there is none.
Tensor StateCopies::unused(const std::string& name) {
  std::vector<Tensor>& known = known_[name];
  const auto found = std::find_if(known.begin(), known.end(), [](const Tensor& each) { return each.soleOwner(); });
  if (found == known.end()) return {};
  Tensor tensor = std::move(*found);
  known.erase(found);
  return tensor;
}

void StateCopies::keep(const std::string& name, const Tensor& tensor) {
  std::vector<Tensor>& known = known_[name];
  if (known.size() >= kMostAtOnce) known.erase(known.begin());
  known.push_back(tensor);
}

}  // namespace fovea
