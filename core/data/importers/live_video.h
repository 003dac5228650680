// Why: a camera delivers pictures at its own rate and its users read the latest; no queue grows between them.
// Thread-safety: every function may be called from any thread.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "core/data/importers/video_file.h"

namespace fovea {

class LiveVideo {
 public:
  enum class State {
    Running,
    Ended,  // a recorded video is over
    Lost,   // a camera delivers no more pictures
  };
  struct Frame {
    std::shared_ptr<const Tensor> picture;  // u8 [3, H, W]; null before the first frame
    std::uint64_t number = 0;               // from 1
  };

  // `framesPerSecond` is the rate of a recorded video; 0: as fast as the reader delivers frames. 0 is for cameras,
  // whose end is a loss. Calls `changed` on another thread for each frame and each change of state.
  LiveVideo(std::unique_ptr<VideoReader> reader, double framesPerSecond, std::function<void()> changed = {});
  // Stops before the next frame.
  ~LiveVideo();
  LiveVideo(const LiveVideo&) = delete;
  LiveVideo& operator=(const LiveVideo&) = delete;

  Frame latest() const;
  State state() const { return state_; }

 private:
  void run();
  Status read();
  bool waitForNext();

  std::unique_ptr<VideoReader> reader_;  // used by the thread only
  const double pace_;
  const std::function<void()> changed_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Frame latest_;
  bool stopped_ = false;
  std::atomic<State> state_ = State::Running;
  std::chrono::steady_clock::time_point next_{};
  std::thread thread_;
};

}  // namespace fovea
