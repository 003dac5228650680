#include "core/data/importers/audio_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <numeric>

#include "core/data/files/stand_in.h"
#include "core/data/importers/sound_extent.h"
#include "core/data/importing/names.h"

#if defined(FOVEA_HAVE_SNDFILE)
#include <sndfile.h>
#endif

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr double kZeros = 16;
constexpr std::int64_t kKeptPhases = 4096;

// The filter coefficients for each phase of an output between two inputs. The number of phases is the output rate
// divided by the common divisor of both rates, mostly a few hundred.
class Filter {
 public:
  Filter(double ratio, std::int64_t phases)
      : reach_(kZeros * std::max(1.0, ratio)), cut_(std::min(1.0, 1 / ratio)), phases_(phases) {
    taps_.resize(static_cast<std::size_t>(std::min(phases, kKeptPhases)));
  }
  // Returns the coefficients for the inputs from `base` - before() on; the output is phase / phases after input `base`.
  const std::vector<double>& taps(std::int64_t phase) {
    std::vector<double>& taps = taps_[phases_ <= kKeptPhases ? static_cast<std::size_t>(phase) : 0];
    if (taps.empty() || phases_ > kKeptPhases) make(phase, taps);
    return taps;
  }
  std::int64_t before() const { return static_cast<std::int64_t>(std::ceil(reach_)); }

 private:
  void make(std::int64_t phase, std::vector<double>& taps) const {
    taps.clear();
    for (std::int64_t k = -before(); k <= before() + 1; ++k) {
      const double distance = static_cast<double>(k) - static_cast<double>(phase) / static_cast<double>(phases_);
      const double angle = std::numbers::pi * distance * cut_;
      const double sinc = std::abs(angle) < 1e-9 ? 1 : std::sin(angle) / angle;
      const double window =
          std::abs(distance) < reach_ ? 0.5 + 0.5 * std::cos(std::numbers::pi * distance / reach_) : 0;
      taps.push_back(cut_ * sinc * window);
    }
  }
  double reach_;
  double cut_;
  std::int64_t phases_;
  std::vector<std::vector<double>> taps_;
};

}  // namespace

#if defined(FOVEA_HAVE_SNDFILE)
namespace {

constexpr sf_count_t kMostSamples = sf_count_t{1} << 26;
constexpr sf_count_t kFramesAtOnce = 16384;
// MP3 files state their length only approximately.
constexpr sf_count_t kMissedFrames = 4096;
constexpr int kMpeg = 0x230000;  // SF_FORMAT_MPEG, which older versions of libsndfile lack
using SoundFile = std::unique_ptr<SNDFILE, int (*)(SNDFILE*)>;
using PlainFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Opens an MP3 file without saying where it ends. Where no header states its length, the decoder would otherwise
// estimate it from the size of the file and the first frame, and stop there; this way it reports SF_COUNT_MAX frames.
SoundFile openWithoutEnd(std::FILE* bytes, SF_INFO& info) {
  SF_VIRTUAL_IO io{};
  io.get_filelen = [](void* file) -> sf_count_t {
    struct stat status {};
    return ::fstat(::fileno(static_cast<std::FILE*>(file)), &status) == 0 ? status.st_size : -1;
  };
  io.seek = [](sf_count_t offset, int from, void* file) -> sf_count_t {
    auto* const own = static_cast<std::FILE*>(file);
    return from == SEEK_END || ::fseeko(own, offset, from) != 0 ? -1 : ::ftello(own);
  };
  io.read = [](void* target, sf_count_t count, void* file) -> sf_count_t {
    return static_cast<sf_count_t>(
        std::fread(target, 1, static_cast<std::size_t>(count), static_cast<std::FILE*>(file)));
  };
  io.write = [](const void*, sf_count_t, void*) -> sf_count_t { return 0; };
  io.tell = [](void* file) -> sf_count_t { return ::ftello(static_cast<std::FILE*>(file)); };
  info = {};
  return {sf_open_virtual(&io, SFM_READ, &info, bytes), sf_close};
}

Error cutOff(const std::string& name, sf_count_t wanted, sf_count_t read) {
  return fail(ErrorCode::Corrupt,
              fmt::format("{} is cut off: its header says {} samples, and {} could be read", name, grouped(wanted),
                          grouped(read)),
              "Fetch the file again.");
}

Error soundTooLong(const std::string& name, const std::string& samples) {
  return fail(ErrorCode::InvalidArgument, fmt::format("{} is too long: {} samples", name, samples));
}

// Returns false if the last frame that a FLAC header states is missing. Resets the file to its beginning.
bool hasLastFrame(SNDFILE* file, const SF_INFO& info) {
  if ((info.format & SF_FORMAT_TYPEMASK) != SF_FORMAT_FLAC || info.frames < 1) return true;
  std::vector<float> frame(static_cast<std::size_t>(info.channels));
  const bool there = sf_seek(file, info.frames - 1, SEEK_SET) >= 0 && sf_readf_float(file, frame.data(), 1) == 1;
  return sf_seek(file, 0, SEEK_SET) == 0 && there;
}

// Appends up to `frames` frames, each as the mean of its channels.
void readFrames(SNDFILE* file, int channels, sf_count_t frames, std::vector<float>& samples) {
  std::vector<float> block(static_cast<std::size_t>(kFramesAtOnce * channels));
  while (frames > 0) {
    const sf_count_t count = sf_readf_float(file, block.data(), std::min(frames, kFramesAtOnce));
    if (count <= 0) return;
    frames -= count;
    for (sf_count_t i = 0; i < count; ++i) {
      double sum = 0;
      for (int channel = 0; channel < channels; ++channel)
        sum += block[static_cast<std::size_t>(i * channels + channel)];
      const double mean = sum / channels;
      samples.push_back(std::isfinite(mean) ? static_cast<float>(mean) : 0.0f);
    }
  }
}

}  // namespace

bool canReadSound() {
  return true;
}

Result<Sound> readSound(const fs::path& path, double seconds) {
  const std::string name = displayName(path.filename().string());
  std::error_code code;
  if (!fs::is_regular_file(path, code))
    return fail(ErrorCode::NotFound, fmt::format("There is no file {}.", displayName(path.string())));
  FOVEA_CHECK(checkSoundExtent(path));
  FOVEA_TRY(const OpenedFile opened, openWhole(path));
  SF_INFO info{};
  PlainFile bytes(nullptr, std::fclose);
  SoundFile file(sf_open(nameToOpen(opened, path).c_str(), SFM_READ, &info), sf_close);
  if (file && (info.format & SF_FORMAT_TYPEMASK) == kMpeg) {
    bytes.reset(std::fopen(nameToOpen(opened, path).c_str(), "rb"));
    if (bytes) file = openWithoutEnd(bytes.get(), info);
  }
  if (!file) return fail(ErrorCode::Corrupt, fmt::format("{} cannot be read: {}", name, sf_strerror(nullptr)));
  if (info.channels < 1 || info.channels > 64 || info.samplerate < 1000 || info.samplerate > 1'000'000)
    return fail(ErrorCode::Unsupported,
                fmt::format("{} has {} channels at {} Hz", name, info.channels, info.samplerate));
  if (!hasLastFrame(file.get(), info)) return cutOff(name, info.frames, 0);
  const bool stated = info.frames < SF_COUNT_MAX;
  sf_count_t wanted = stated ? std::max<sf_count_t>(info.frames, 0) : kMostSamples + 1;
  const auto most = seconds > 0 ? static_cast<sf_count_t>(std::ceil(seconds * info.samplerate)) : SF_COUNT_MAX;
  if (stated && wanted > most && sf_seek(file.get(), (wanted - most) / 2, SEEK_SET) >= 0) wanted = most;
  if (stated && wanted > kMostSamples) return soundTooLong(name, grouped(wanted));
  Sound sound;
  sound.rate = info.samplerate;
  readFrames(file.get(), info.channels, wanted, sound.samples);
  const sf_count_t read = std::ssize(sound.samples);
  if (read == 0) return fail(ErrorCode::Corrupt, fmt::format("{} holds no sound", name));
  if (read > kMostSamples) return soundTooLong(name, "more than " + grouped(kMostSamples));
  if (stated && read + kMissedFrames < wanted) return cutOff(name, wanted, read);
  if (read > most) {
    sound.samples.erase(sound.samples.begin(), sound.samples.begin() + (read - most) / 2);
    sound.samples.resize(static_cast<std::size_t>(most));
  }
  return sound;
}

std::optional<double> soundSeconds(const fs::path& path) {
  const auto opened = openWhole(path);
  if (!opened.ok()) return std::nullopt;
  SF_INFO info{};
  const SoundFile file(sf_open(nameToOpen(*opened, path).c_str(), SFM_READ, &info), sf_close);
  if (!file || info.samplerate < 1 || info.frames < 1 || info.frames == SF_COUNT_MAX) return std::nullopt;
  return static_cast<double>(info.frames) / info.samplerate;
}
#else
bool canReadSound() {
  return false;
}

std::optional<double> soundSeconds(const fs::path&) {
  return std::nullopt;
}

Result<Sound> readSound(const fs::path&, double) {
  return fail(ErrorCode::Unsupported, "This build of Fovea cannot read sound: it was made without libsndfile.",
              "Install libsndfile1-dev and build again.");
}
#endif

Sound resampled(const Sound& sound, double rate) {
  if (rate == sound.rate) return sound;
  const auto from = static_cast<std::int64_t>(std::llround(sound.rate));
  const auto to = static_cast<std::int64_t>(std::llround(rate));
  const std::int64_t divisor = std::gcd(from, to);
  const std::int64_t step = from / divisor, phases = to / divisor;
  Filter filter(static_cast<double>(from) / static_cast<double>(to), phases);
  const auto size = std::ssize(sound.samples);
  Sound result;
  result.rate = rate;
  result.samples.resize(static_cast<std::size_t>((size * phases + step - 1) / step));
  for (std::int64_t i = 0; i < std::ssize(result.samples); ++i) {
    const std::int64_t begin = i * step / phases - filter.before();
    const std::vector<double>& taps = filter.taps(i * step % phases);
    const std::int64_t last = std::min<std::int64_t>(std::ssize(taps), size - begin);
    double sum = 0;
    for (std::int64_t k = std::max<std::int64_t>(0, -begin); k < last; ++k)
      sum += double{sound.samples[static_cast<std::size_t>(begin + k)]} * taps[static_cast<std::size_t>(k)];
    result.samples[static_cast<std::size_t>(i)] = static_cast<float>(sum);
  }
  return result;
}

}  // namespace fovea
