#include "core/backends/kernel.h"

#include <algorithm>

#include "core/backends/device.h"

namespace fovea {

void KernelRegistry::add(std::string op, KernelEntry entry) {
  entries_[std::move(op)].push_back(std::move(entry));
}

void KernelRegistry::adapt(const std::function<KernelEntry(KernelEntry)>& adapt) {
  for (auto& [op, entries] : entries_)
    for (KernelEntry& entry : entries) entry = adapt(std::move(entry));
}

std::span<const KernelEntry> KernelRegistry::find(std::string_view op) const {
  const auto found = entries_.find(op);
  return found == entries_.end() ? std::span<const KernelEntry>{} : std::span<const KernelEntry>(found->second);
}

namespace {

// A request without input layouts.
class PlainRequest {
 public:
  PlainRequest(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
               std::span<const TensorType> outputs, bool exact = false)
      : layouts_(inputs.size()), request_{op, attributes, inputs, outputs, layouts_} {
    request_.exact = exact;
  }
  PlainRequest(const PlainRequest&) = delete;
  PlainRequest& operator=(const PlainRequest&) = delete;
  bool isSupportedBy(const KernelEntry& entry) const { return entry.supports(request_).ok(); }

 private:
  std::vector<Layout> layouts_;
  KernelRequest request_;
};

}  // namespace

bool KernelRegistry::accelerates(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                                 std::span<const TensorType> outputs, bool exact) const {
  const PlainRequest request(op, attributes, inputs, outputs, exact);
  const auto entries = find(op.name);
  return std::any_of(entries.begin(), entries.end(),
                     [&](const KernelEntry& entry) { return !entry.fallback && request.isSupportedBy(entry); });
}

bool KernelRegistry::keepsCopies(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs,
                                 std::span<const TensorType> outputs) const {
  const PlainRequest request(op, attributes, inputs, outputs);
  for (const KernelEntry& entry : find(op.name))
    if (request.isSupportedBy(entry)) return entry.keepsCopies;
  return false;
}

Result<KernelPlan> KernelRegistry::create(const KernelRequest& request, Device& device) const {
  std::string reasons;
  const auto refuse = [&](const KernelEntry& entry, const Error& error) {
    reasons += (reasons.empty() ? "" : "; ") + entry.name + ": " + error.message;
  };
  for (const KernelEntry& entry : find(request.op.name)) {
    if (auto status = entry.supports(request); !status.ok()) {
      refuse(entry, status.error());
      continue;
    }
    auto plan = entry.create(request, device);
    if (plan.ok()) {
      assert(plan->inputs.size() == request.inputs.size() && plan->outputs.size() == request.outputs.size());
      plan->detail = plan->detail.empty() ? entry.name : entry.name + " " + plan->detail;
      return plan;
    }
    if (plan.error().code != ErrorCode::Unsupported) return plan;
    refuse(entry, plan.error());
  }
  if (reasons.empty()) reasons = "there is no kernel for this op";
  return fail(ErrorCode::Unsupported, request.op.name + " cannot run on " + device.info().id + " (" + reasons + ").");
}

}  // namespace fovea
