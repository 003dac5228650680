// The part of `inspect` that grows inputs: maximise, dream and invert.
#include <fmt/format.h>

#include <charconv>

#include "app/cli/inspect_synthesis.h"
#include "app/cli/training_loop.h"
#include "core/base/file.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/npy_file.h"
#include "core/inspect/heat_map.h"

namespace fovea::cli {
namespace {

Result<SynthesisOptions> optionsOf(const SynthesisArguments& arguments, const SynthesisTask& task) {
  SynthesisOptions options = usualOptions(task.method->method);
  options.layer = task.layer;
  options.channel = arguments.channel;
  options.seed = arguments.seed;
  const auto set = [](auto& option, auto value) {
    if (value >= 0) option = value;
  };
  set(options.steps, arguments.steps);
  set(options.rate, arguments.rate);
  set(options.jitter, arguments.jitter);
  set(options.blur, arguments.blur);
  set(options.totalVariation, arguments.variation);
  set(options.decay, arguments.decay);
  set(options.octaves, arguments.octaves);
  if (task.target >= 0) {
    if (!task.layer.empty())
      return fail(ErrorCode::InvalidArgument, "A class belongs to the network's answer, not to a layer.",
                  "Leave out --layer, or choose a --channel of it.");
    options.channel = task.target;
  }
  if (!arguments.at.empty()) {
    FOVEA_TRY(const auto at, readPosition(arguments.at));
    options.channel = at.front();
    options.position.assign(at.begin() + 1, at.end());
  }
  return options;
}

// Writes images as they are and other inputs in signed colours; or the numbers.
Status writeGrown(const std::string& out, const SynthesisFrame& frame) {
  if (out.ends_with(".npy")) {
    FOVEA_TRY(const std::string bytes, encodeNpy(frame.input));
    return writeFileAtomic(out, bytes);
  }
  Tensor picture = frame.picture;
  if (!picture.defined()) {
    FOVEA_TRY(picture, heatMap(frame.input));
  }
  FOVEA_TRY(const std::string bytes, encodeImage(picture, Encoding::Png, 0));
  return writeFileAtomic(out, bytes);
}

}  // namespace

const SynthesisMethodInfo* synthesisMethod(const std::string& name) {
  for (const SynthesisMethodInfo& info : synthesisMethods())
    if (info.name == name) return &info;
  return nullptr;
}

Result<std::vector<std::int64_t>> readPosition(const std::string& text, std::int64_t least) {
  std::vector<std::int64_t> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::int64_t number = 0;
    const auto [next, code] = std::from_chars(at, end, number);
    if (code != std::errc() || number < least || (next != end && *next != ','))
      return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is no list of whole numbers from {}.", text, least),
                  "Write channel, row and column as in 3,11,7.");
    numbers.push_back(number);
    if (next == end) return numbers;
    at = next + 1;
  }
}

void SynthesisArguments::addTo(CLI::App& command) {
  command.add_option("--channel", channel, "Channel or unit of the layer to maximise; all of it if left out")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--rate", rate, "Change of a pixel in one step, as a share of the range of pixels")
      ->check(CLI::Range(0.0, 1.0));
  command.add_option("--jitter", jitter, "Largest random shift before a step, in pixels")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--blur", blur, "Standard deviation of the blur after every fourth step, in pixels")
      ->check(CLI::Range(0.0, 20.0));
  command.add_option("--total-variation", variation, "Weight of smoothness")->check(CLI::NonNegativeNumber);
  command.add_option("--decay", decay, "Weight of L2, which pulls pixels towards grey")->check(CLI::NonNegativeNumber);
  command.add_option("--octaves", octaves, "Sizes that a dream goes through")->check(CLI::Range(1, 12));
  command.add_option("--seed", seed, "Of the noise to begin with and of the shifts");
}

Status growInput(const Context& context, const SynthesisArguments& arguments, const SynthesisTask& task,
                 const Checkpoint& checkpoint, ModelInspector& inspector, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const SynthesisOptions options, optionsOf(arguments, task));
  if (!task.out.empty() && !task.out.ends_with(".png") && !task.out.ends_with(".npy"))
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is neither a .npy nor a .png file.", task.out));
  FOVEA_TRY(const auto synthesizer, Synthesizer::create(checkpoint, device));
  Tensor start;
  if (options.method == SynthesisMethod::Dream && !task.image.empty()) {
    FOVEA_TRY(const std::string bytes, readFile(task.image, kMaximumImageFile));
    const auto picture = decodeImage(bytes);
    if (!picture.ok()) return picture.error().within(task.image);
    start = *picture;
  } else if (options.method != SynthesisMethod::Maximise) {
    FOVEA_TRY(start, inspector.networkInput(task.sample));
  }
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(static_cast<double>(now.done) / static_cast<double>(std::max<std::uint64_t>(1, now.total)), now.stage);
  };
  auto grown = synthesizer->run(options, start, context.cancel, progress);
  bar.clear();
  if (!grown.ok()) return grown.error();
  if (!task.out.empty()) FOVEA_CHECK(writeGrown(task.out, grown->last));
  if (context.json) {
    Json json{{"method", task.method->name},
              {"layer", options.layer},
              {"first", numberJson(grown->first)},
              {"value", numberJson(grown->last.value)},
              {"steps", grown->last.step},
              {"sizes", grown->sizes},
              {"shape", grown->last.input.shape().extents()},
              {"out", task.out}};
    if (options.channel >= 0) json[options.layer.empty() ? "class" : "channel"] = options.channel;
    if (!options.position.empty()) json["position"] = options.position;
    printJson(json);
    return {};
  }
  const bool inverted = options.method == SynthesisMethod::Invert;
  fmt::print("{} {:.4g} → {:.4g} in {} steps{}{}\n", inverted ? "difference" : "activation", grown->first,
             grown->last.value, grown->last.step, task.out.empty() ? "" : ": ", task.out);
  return {};
}

}  // namespace fovea::cli
