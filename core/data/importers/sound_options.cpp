#include "core/data/importers/sound_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/importers/audio_file.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr const char* kSpectrogram = "log_mel";
constexpr double kMargin = 0.05;  // in seconds
constexpr double kMostResampled = 1 << 26;

// Cuts a sound to its middle part, or appends silence.
void bringTo(std::size_t samples, std::vector<float>& sound) {
  if (sound.size() > samples)
    sound.erase(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>((sound.size() - samples) / 2));
  sound.resize(samples);
}

}  // namespace

TypedSchema<SoundOptions> soundSchema() {
  return TypedSchema<SoundOptions>()
      .field(&SoundOptions::form, {.name = "form",
                                   .title = "Form",
                                   .help = "What a sample is made of.",
                                   .choices = {{kSpectrogram, "Log-mel spectrogram"}, {"waveform", "Waveform"}}})
      .field(&SoundOptions::rate, {.name = "rate",
                                   .title = "Rate",
                                   .help = "Samples a second, to which every sound is brought.",
                                   .minimum = 1000,
                                   .maximum = 192000})
      .field(&SoundOptions::seconds, {.name = "seconds",
                                      .title = "Seconds",
                                      .help = "Longer sounds are cut to their middle, shorter ones filled with "
                                              "silence; 0 leaves them as long as they are.",
                                      .minimum = 0,
                                      .maximum = 600})
      .field(&SoundOptions::bands, {.name = "bands",
                                    .title = "Bands",
                                    .help = "How many bands of the mel scale a spectrogram has.",
                                    .minimum = 1,
                                    .maximum = 1024,
                                    .relevantWhen = {{"form", {kSpectrogram}}}});
}

Schema soundSchemaWith(const Schema& own) {
  const Schema sound = soundSchema().schema();
  std::vector<Field> fields(sound.fields().begin(), sound.fields().end());
  fields.insert(fields.end(), own.fields().begin(), own.fields().end());
  return Schema(std::move(fields));
}

bool holdsSpectrograms(const DatasetInfo& info) {
  if (const auto options = parseJson(info.options); options.ok() && options->is_object())
    if (const auto form = options->find("form"); form != options->end()) return *form == kSpectrogram;
  const auto importer = findImporter(info.importer);
  if (!importer.ok()) return false;
  const Schema schema = (*importer)->options();
  const Field* const form = schema.find("form");
  return form && std::ranges::any_of(form->choices, [](const auto& choice) { return choice.value == kSpectrogram; });
}

SoundLoader::SoundLoader(SoundOptions options, Longer longer) : options_(std::move(options)), longer_(longer) {
  if (options_.form == kSpectrogram) spectrogram_.emplace(static_cast<double>(options_.rate), options_.bands);
}

std::int64_t SoundLoader::stepsOf(std::size_t samples) const {
  return spectrogram_ ? spectrogram_->frames(samples) : static_cast<std::int64_t>(samples);
}

Result<LoadedSound> SoundLoader::load(const std::filesystem::path& path) const {
  // Reads a little more than requested, since the filter needs it at both ends.
  FOVEA_TRY(const Sound read, readSound(path, options_.seconds > 0 ? options_.seconds + kMargin : 0));
  const double lasts = static_cast<double>(read.samples.size()) / read.rate;
  if (longer_ == Longer::Refuse && options_.seconds > 0 && lasts > options_.seconds)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} lasts longer than {} s", displayName(path.filename().string()), options_.seconds));
  if (static_cast<double>(read.samples.size()) * static_cast<double>(options_.rate) / read.rate > kMostResampled)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} is too long to be brought to {} Hz",
                                                        displayName(path.filename().string()), options_.rate));
  Sound sound = resampled(read, static_cast<double>(options_.rate));
  const std::int64_t own = stepsOf(sound.samples.size());
  if (options_.seconds > 0)
    bringTo(static_cast<std::size_t>(std::max(1.0, std::round(options_.seconds * sound.rate))), sound.samples);
  LoadedSound loaded;
  if (const std::int64_t steps = stepsOf(sound.samples.size()); own < steps)
    loaded.length = static_cast<float>(static_cast<double>(own) / static_cast<double>(steps));
  if (spectrogram_) {
    FOVEA_TRY(loaded.input, spectrogram_->of(sound.samples));
    return loaded;
  }
  FOVEA_TRY(loaded.input, Tensor::tryMake({DataType::Float32, Shape{1, std::ssize(sound.samples)}}));
  std::copy(sound.samples.begin(), sound.samples.end(), loaded.input.data<float>());
  return loaded;
}

}  // namespace fovea
