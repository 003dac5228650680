// `fovea-cli bench`: measures a network's samples per second on a device, relative to the device's peak arithmetic; or
// those of a data set's loader, relative to decoding alone.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/base/file.h"
#include "core/data/loading/loader_benchmark.h"
#include "core/train/benchmark.h"

namespace fovea::cli {
namespace {

constexpr std::uint64_t kLargestList = 1 << 20;

struct BenchArguments {
  std::string network;
  std::string device = "cpu";
  std::string data;
  std::string transforms;
  int threads = 1;
  std::string precision = "f32";
  std::int64_t batch = 64;
  double seconds = 5;
  bool train = false;
  bool exact = false;
  bool noCapture = false;
  bool serial = false;
  bool profile = false;
};

// "VmRSS" or "VmHWM": this process's present and peak memory; 0 if the system does not report it.
std::int64_t residentBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key + ":")) return 1024 * std::strtoll(line.c_str() + key.size() + 1, nullptr, 10);
  return 0;
}

void printProfile(const BenchmarkResult& result) {
  double total = 0;
  for (const KernelProfile& kernel : result.profile) total += kernel.milliseconds;
  for (const KernelProfile& kernel : result.profile) {
    fmt::print("  {:>8.3f} ms {:>5.1f} %  {:<10} {:<28} {:>7.1f} GFLOP/s  {}\n", kernel.milliseconds,
               100 * kernel.milliseconds / total, kernel.scope, kernel.op, kernel.flops / kernel.milliseconds / 1e6,
               kernel.kernel);
  }
}

Json profileJson(const BenchmarkResult& result) {
  Json list = Json::array();
  for (const KernelProfile& kernel : result.profile)
    list.push_back({{"layer", kernel.scope},
                    {"op", kernel.op},
                    {"kernel", kernel.kernel},
                    {"ms", kernel.milliseconds},
                    {"flops", kernel.flops}});
  return list;
}

// Reads a list given as JSON text or as the path of a JSON file.
Result<TransformList> readTransforms(const std::string& text) {
  if (text.empty()) return TransformList();
  std::string list = text;
  if (text.front() != '[') {
    FOVEA_TRY(list, readFile(text, kLargestList));
  }
  FOVEA_TRY(const Json json, parseJson(list));
  return transformsFromJson(json);
}

Status runLoaderBench(const Context& context, const BenchArguments& arguments) {
  LoaderBenchmarkOptions options;
  options.batch = arguments.batch;
  options.seconds = arguments.seconds;
  options.threads = arguments.threads;
  FOVEA_TRY(options.transforms, readTransforms(arguments.transforms));
  FOVEA_TRY(const auto dataset, Dataset::open(arguments.data));
  const bool normalises = !options.transforms.empty() && std::holds_alternative<Normalise>(options.transforms.back());
  if (!normalises) options.transforms.push_back(normaliseFor(dataset->info()));
  FOVEA_TRY(const LoaderBenchmarkResult result, benchmarkLoader(dataset, options));
  if (context.json) {
    printJson({{"data", arguments.data},
               {"threads", options.threads},
               {"batch", options.batch},
               {"output", result.output.toString()},
               {"samples_per_second", result.samplesPerSecond},
               {"per_thread", result.perThread},
               {"decodes_per_second", result.decodesPerSecond},
               {"share_of_decoding", result.share()},
               {"samples", result.samples}});
    return {};
  }
  fmt::print(
      "{}: {} samples/s of {} on {} threads; on one thread {} samples/s, against {} for decoding alone: {:.1f} %.\n",
      arguments.data, countWords(std::llround(result.samplesPerSecond)), result.output.toString(), options.threads,
      countWords(std::llround(result.perThread)), countWords(std::llround(result.decodesPerSecond)),
      100 * result.share());
  return {};
}

Status runBench(Context& context, BenchArguments arguments) {
  if (arguments.network.empty() && !arguments.data.empty()) return runLoaderBench(context, arguments);
  if (arguments.network.empty()) arguments.network = "lenet";
  BenchmarkOptions options;
  FOVEA_TRY(options.network, loadNetwork(context, arguments.network));
  options.batch = arguments.batch;
  options.training = arguments.train;
  options.seconds = arguments.seconds;
  options.precision = arguments.precision;
  options.exact = arguments.exact;
  options.capture = !arguments.noCapture;
  options.serial = arguments.serial;
  if (!arguments.data.empty()) {
    FOVEA_TRY(options.dataset, Dataset::open(arguments.data));
  }
  FOVEA_TRY(const auto device, context.backends.open(arguments.device));
  const std::int64_t residentBefore = residentBytes("VmRSS");
  FOVEA_TRY(const BenchmarkResult result, runBenchmark(options, device));
  const std::int64_t growth = residentBytes("VmHWM") - residentBefore;
  if (context.json) {
    Json json = {{"network", arguments.network},
                 {"device", arguments.device},
                 {"batch", result.batch},
                 {"precision", arguments.precision},
                 {"images_per_second", result.samplesPerSecond},
                 {"step_ms", {{"median", result.medianMilliseconds}, {"p99", result.p99Milliseconds}}},
                 {"peak_memory_bytes", result.peakMemoryBytes},
                 {"process_growth_bytes", growth > 0 ? Json(growth) : Json()},
                 {"gflops", result.gflops},
                 {"fraction_of_peak", result.peakGflops > 0 ? Json(result.fractionOfPeak()) : Json()},
                 {"peak_gflops", result.peakGflops},
                 {"mode", arguments.train ? "train" : "infer"},
                 {"steps", result.steps},
                 {"not_recorded", result.notRecorded.empty() ? Json() : Json(result.notRecorded)}};
    if (arguments.profile) json["profile"] = profileJson(result);
    printJson(json);
    return {};
  }
  fmt::print("{} {} at batch {} on {}: {} images/s, {:.3f} ms a step (p99 {:.3f}), {:.1f} GFLOP/s", arguments.network,
             arguments.train ? "training" : "inference", result.batch, arguments.device,
             countWords(static_cast<std::int64_t>(result.samplesPerSecond)), result.medianMilliseconds,
             result.p99Milliseconds, result.gflops);
  if (result.peakGflops > 0) fmt::print(" = {:.2f} of {:.1f} measured", result.fractionOfPeak(), result.peakGflops);
  fmt::print(", {}\n", byteWords(result.peakMemoryBytes));
  if (!result.notRecorded.empty())
    fmt::print("The step could not be recorded and ran kernel by kernel: {}\n", result.notRecorded);
  if (arguments.profile) printProfile(result);
  return {};
}

// The loader alone has no network that could be trained, nor a device. A network loads its batches in its own way.
void excludeOtherBench(CLI::App& command) {
  for (const char* name : {"--transforms", "--threads"})
    command.get_option(name)->needs(command.get_option("--data"))->excludes(command.get_option("--network"));
}
void needNetwork(const CLI::App& command) {
  if (command.count("--data") == 0 || command.count("--network") > 0) return;
  for (const char* name : {"--device", "--train", "--precision", "--exact", "--no-capture", "--serial", "--profile"})
    if (command.count(name) > 0) throw CLI::RequiresError(name, "--network");
}

}  // namespace

void addBenchCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("bench", "Measure how fast a network runs, or how fast samples are made ready");
  auto arguments = std::make_shared<BenchArguments>();
  command->add_option("--network", arguments->network,
                      "Name of a standard network, or a network file; lenet where there is no --data");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_option("--batch", arguments->batch, "Samples per step")->check(CLI::Range(1, 65536));
  command->add_option("--data", arguments->data,
                      "Data set to load batches from; without --network its loader alone is measured");
  command->add_option("--transforms", arguments->transforms, "List of transforms of the loader: JSON, or a file of it");
  command->add_option("--threads", arguments->threads, "Threads of the loader")->check(CLI::Range(1, 256));
  command->add_option("--seconds", arguments->seconds, "Length of the measured window")->check(CLI::Range(0.1, 600.0));
  command->add_flag("--train", arguments->train, "Measure training steps instead of inference");
  command->add_option("--precision", arguments->precision, "What is computed in: f32, bf16 or f16")
      ->check(CLI::IsMember({"f32", "bf16", "f16"}));
  command->add_flag("--exact", arguments->exact, "No algorithms that trade rounding for speed (Winograd, TF32)");
  auto* const noCapture = command->add_flag("--no-capture", arguments->noCapture,
                                            "Run the step kernel by kernel where a device could record it");
  command->add_flag("--serial", arguments->serial, "Record the step with its kernels one after the other")
      ->excludes(noCapture);
  command->add_flag("--profile", arguments->profile, "Also show one step kernel by kernel");
  command->add_flag("--json", context.json, "Print JSON");
  excludeOtherBench(*command);
  command->callback([&context, command, arguments] {
    needNetwork(*command);
    context.work = [&context, arguments] { return runBench(context, *arguments); };
  });
}

}  // namespace fovea::cli
