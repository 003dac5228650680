#include "core/backends/device.h"

#include <charconv>

namespace fovea {

Result<std::unique_ptr<CapturedStep>> Device::capture(const std::function<Status()>&) {
  return std::unique_ptr<CapturedStep>();
}

Result<double> Device::measurePeakFlops() {
  return fail(ErrorCode::Unsupported, "The peak rate of " + info().id + " cannot be measured.");
}

void BackendRegistry::add(std::unique_ptr<Backend> backend) {
  backends_.push_back(std::move(backend));
}

Result<std::shared_ptr<Device>> BackendRegistry::open(std::string_view deviceId) const {
  const std::size_t colon = deviceId.find(':');
  const std::string_view family = deviceId.substr(0, colon);
  int index = 0;
  if (colon != std::string_view::npos) {
    const std::string_view digits = deviceId.substr(colon + 1);
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (code != std::errc() || end != digits.data() + digits.size() || index < 0)
      return fail(ErrorCode::InvalidArgument, "\"" + std::string(deviceId) + "\" is not a device.",
                  "Write for example cpu or cuda:0.");
  }
  std::string known;
  for (const auto& backend : backends_) {
    if (backend->name() == family) return backend->open(index);
    known += (known.empty() ? "" : ", ") + backend->name();
  }
  return fail(ErrorCode::NotFound, "There is no device named \"" + std::string(deviceId) + "\".",
              "Known kinds: " + known + ".");
}

}  // namespace fovea
