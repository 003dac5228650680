// How the ranks of a run end when one of them has failed.
#include "core/backends/communicator.h"
#include "core/backends/device_team.h"
#include "tests/core/backends/forwarding_device.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// What a device was asked since a moment.
struct Requests {
  bool watched = false, waited = false;
  int freedUnwaited = 0;  // buffers freed before the first wait
};

class WatchedBuffer : public DeviceBuffer {
 public:
  WatchedBuffer(std::shared_ptr<DeviceBuffer> buffer, std::shared_ptr<Requests> requests)
      : buffer_(std::move(buffer)), requests_(std::move(requests)) {}
  ~WatchedBuffer() override {
    if (requests_->watched && !requests_->waited) ++requests_->freedUnwaited;
  }
  WatchedBuffer(const WatchedBuffer&) = delete;
  WatchedBuffer& operator=(const WatchedBuffer&) = delete;
  void* data() const override { return buffer_->data(); }
  std::size_t bytes() const override { return buffer_->bytes(); }

 private:
  std::shared_ptr<DeviceBuffer> buffer_;
  std::shared_ptr<Requests> requests_;
};

class WatchedDevice : public ForwardingDevice {
 public:
  WatchedDevice(std::shared_ptr<Device> device, std::shared_ptr<Requests> requests)
      : ForwardingDevice(std::move(device)), requests_(std::move(requests)) {}
  Result<std::shared_ptr<DeviceBuffer>> allocate(std::size_t bytes) override {
    FOVEA_TRY(auto buffer, ForwardingDevice::allocate(bytes));
    return std::shared_ptr<DeviceBuffer>(std::make_shared<WatchedBuffer>(std::move(buffer), requests_));
  }
  Status synchronize() override {
    requests_->waited = requests_->watched;
    return ForwardingDevice::synchronize();
  }

 private:
  std::shared_ptr<Requests> requests_;
};

// A GPU frees memory only when the sums that it has begun are complete or ended, and it is a wait that ends them.
TEST(RanksEnd, ATrainerWaitsForItsDeviceBeforeItFreesTheMemory) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  const auto requests = std::make_shared<Requests>();
  const auto first = std::make_shared<WatchedDevice>(openTaskDevice("cpu"), requests);
  auto trainer = valueOf(Trainer::create(plan, DeviceTeam({first, openTaskDevice("cpu")})));
  valueOf(trainer->advance());
  first->communicator()->abort(fail(ErrorCode::NoSpace, "The disk is full."));
  requests->watched = true;
  trainer.reset();
  EXPECT_TRUE(requests->waited);
  EXPECT_EQ(requests->freedUnwaited, 0);
}

}  // namespace
}  // namespace fovea::test
