#include "core/backends/device.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace fovea {

namespace {

// For a device that downloads synchronously.
class FinishedDownload : public PendingDownload {
 public:
  explicit FinishedDownload(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  bool ready() override { return true; }
  Status finish(void* target) override {
    std::copy(bytes_.begin(), bytes_.end(), static_cast<std::byte*>(target));
    return {};
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<std::shared_ptr<DeviceBuffer>> Device::adopt(Tensor value) {
  FOVEA_TRY(auto buffer, allocate(value.bytes()));
  FOVEA_CHECK(upload(buffer->data(), value.raw(), value.bytes()));
  return buffer;
}

Result<std::unique_ptr<PendingDownload>> Device::beginDownload(const void* source, std::size_t bytes) {
  std::vector<std::byte> received(bytes);
  FOVEA_CHECK(download(received.data(), source, bytes));
  return std::unique_ptr<PendingDownload>(std::make_unique<FinishedDownload>(std::move(received)));
}

Result<std::unique_ptr<CapturedStep>> Device::capture(std::span<const CapturedPart>) {
  return std::unique_ptr<CapturedStep>();
}

Result<double> Device::measurePeakFlops() {
  return fail(ErrorCode::Unsupported, "The peak rate of " + info().id + " cannot be measured.");
}

Result<std::vector<double>> Device::timeParts(std::span<const std::function<Status()>> parts) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> milliseconds;
  for (const auto& part : parts) {
    const auto start = Clock::now();
    FOVEA_CHECK(part());
    FOVEA_CHECK(synchronize());
    milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  return milliseconds;
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
