// `fovea-cli inspect --method …`: why the network answers as it does, by one method or several side by side.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/inspect_parts.h"
#include "app/cli/training_loop.h"
#include "core/base/file.h"
#include "core/data/files/image_file.h"
#include "core/inspect/heat_map.h"
#include "core/inspect/picture_sheet.h"
#include "core/inspect/sanity_check.h"

namespace fovea::cli {
namespace {

constexpr const char* kAll = "all";

const char* nameOf(AttributionMethod method) {
  return attributionMethods()[static_cast<std::size_t>(method)].name;
}

Result<CaptionedPicture> captioned(const std::string& caption, const Attribution& explanation, const Tensor& picture) {
  FOVEA_TRY(Tensor map, heatMap(explanation.values));
  if (picture.defined()) {
    FOVEA_TRY(map, heatMapOver(map, picture));
  }
  return CaptionedPicture{caption, std::move(map)};
}

Status writeSheet(const std::string& out, const Tensor& picture, std::vector<CaptionedPicture> pictures) {
  if (out.empty()) return {};
  if (std::filesystem::path(out).extension() != ".png")
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is no .png file.", out),
                "Several explanations are written as one picture; for numbers ask for one method.");
  if (picture.defined()) pictures.insert(pictures.begin(), {"sample", picture});
  FOVEA_TRY(const Tensor sheet, pictureSheet(pictures));
  FOVEA_TRY(const std::string bytes, encodeImage(sheet, Encoding::Png, 0));
  return writeFileAtomic(out, bytes);
}

std::string classWords(const Checkpoint& checkpoint, std::int64_t target) {
  const auto at = static_cast<std::size_t>(target);
  return at < checkpoint.classes.size() ? checkpoint.classes[at] : fmt::format("{}", target);
}

Json explanationJson(const Checkpoint& checkpoint, AttributionMethod method, const Attribution& result,
                     const std::string& out) {
  Json json{{"method", nameOf(method)},
            {"class", {{"index", result.target}, {"name", classWords(checkpoint, result.target)}}},
            {"score", numberJson(static_cast<double>(result.scores[static_cast<std::size_t>(result.target)]))},
            {"layer", result.layer},
            {"shape", result.values.shape().extents()},
            {"out", out}};
  json.update(statisticsJson(result.values));
  return json;
}

// Runs a task with a progress bar.
template <class Work>
auto withBar(const Context& context, const std::string& words, const Work& work) {
  ProgressBar bar(!context.json);
  auto result = work([&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0,
             fmt::format("{}: {}", words, now.stage));
  });
  bar.clear();
  return result;
}

Status showSanity(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                  const std::shared_ptr<Device>& device, const Tensor& input, const Tensor& picture) {
  const AttributionMethod method = arguments.options.method;
  FOVEA_TRY(const SanityCheck check, withBar(context, nameOf(method), [&](const ProgressFunction& progress) {
              return checkSanity(checkpoint, device, input, arguments.options, {}, context.cancel, progress);
            }));
  std::vector<CaptionedPicture> pictures;
  if (!arguments.out.empty()) {
    FOVEA_TRY(pictures.emplace_back(), captioned("learned weights", check.explanation, picture));
    for (const SanityStage& stage : check.stages) {
      FOVEA_TRY(pictures.emplace_back(),
                captioned(fmt::format("{} {:.2f}", stage.layer, stage.similarity), stage.explanation, picture));
    }
  }
  FOVEA_CHECK(writeSheet(arguments.out, picture, std::move(pictures)));
  if (context.json) {
    Json json = explanationJson(checkpoint, method, check.explanation, arguments.out);
    json["sanity"] = sanityJson(check);
    printJson(json);
    return {};
  }
  fmt::print("{} of {}, with random weights from the last layer on:\n", nameOf(method),
             classWords(checkpoint, check.explanation.target));
  for (const SanityStage& stage : check.stages)
    fmt::print("  {:<28} rank correlation {:>6.3f} of sizes, {:>6.3f} of signed values\n", stage.layer,
               stage.similarity, stage.signedSimilarity);
  fmt::print("{}\n", sanityWords(check));
  return {};
}

void printExplanation(const Checkpoint& checkpoint, const Attribution& result, const std::string& out) {
  fmt::print("{} (score {:.4g})", classWords(checkpoint, result.target),
             result.scores[static_cast<std::size_t>(result.target)]);
  if (!result.layer.empty()) fmt::print(", at {}", result.layer);
  fmt::print("{}{}\n", out.empty() ? "" : ": ", out);
}

// With "all", methods that do not suit the network are skipped, and the reason is printed.
Status showSideBySide(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                      Attributor& attributor, const std::vector<AttributionMethod>& methods, const Tensor& input,
                      const Tensor& picture) {
  std::vector<CaptionedPicture> pictures;
  Json explanations = Json::array(), skipped = Json::array();
  AttributionOptions options = arguments.options;
  for (const AttributionMethod method : methods) {
    options.method = method;
    auto explained = withBar(context, nameOf(method), [&](const ProgressFunction& progress) {
      return attributor.explain(input, options, context.cancel, progress);
    });
    if (!explained.ok()) {
      const bool unsuited =
          explained.error().code == ErrorCode::InvalidArgument || explained.error().code == ErrorCode::Unsupported;
      if (arguments.method != kAll || !unsuited) return explained.error().within(nameOf(method));
      skipped.push_back({{"method", nameOf(method)}, {"reason", explained.error().message}});
      if (!context.json) fmt::print("{:<22} left out: {}\n", nameOf(method), explained.error().message);
      continue;
    }
    options.target = explained->target;  // all explain the same score
    if (!arguments.out.empty()) {
      FOVEA_TRY(pictures.emplace_back(), captioned(nameOf(method), *explained, picture));
    }
    explanations.push_back(explanationJson(checkpoint, method, *explained, arguments.out));
    if (context.json) continue;
    fmt::print("{:<22} ", nameOf(method));
    printExplanation(checkpoint, *explained, {});
  }
  if (explanations.empty()) return fail(ErrorCode::InvalidArgument, "No method suits this network.");
  FOVEA_CHECK(writeSheet(arguments.out, picture, std::move(pictures)));
  if (context.json)
    printJson({{"explanations", std::move(explanations)}, {"left_out", std::move(skipped)}, {"out", arguments.out}});
  return {};
}

}  // namespace

Result<std::vector<AttributionMethod>> attributionMethodsFromNames(const std::string& names) {
  std::vector<AttributionMethod> methods;
  std::string known;
  for (const AttributionMethodInfo& info : attributionMethods()) {
    known += fmt::format(", {}", info.name);
    if (names == kAll) methods.push_back(info.method);
  }
  for (std::size_t begin = 0; names != kAll && begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    const auto found =
        std::ranges::find_if(attributionMethods(), [&](const AttributionMethodInfo& info) { return info.name == name; });
    if (found == attributionMethods().end())
      return fail(ErrorCode::InvalidArgument, fmt::format("There is no method \"{}\".", name),
                  fmt::format("Choose activations, all, or some of {}, separated by commas.", known.substr(2)));
    methods.push_back(found->method);
    begin = end + 1;
  }
  return methods;
}

Status showAttribution(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                       ModelInspector& inspector, const std::shared_ptr<Device>& device, const Tensor& sample) {
  FOVEA_TRY(const std::vector<AttributionMethod> methods, attributionMethodsFromNames(arguments.method));
  FOVEA_TRY(const Tensor input, inspector.networkInput(sample));
  FOVEA_TRY(const Tensor picture, pictureOfSample(sample));
  if (arguments.sanity && methods.size() > 1)
    return fail(ErrorCode::InvalidArgument, "A sanity check looks at one method.", "Name one with --method.");
  InspectArguments one = arguments;
  one.options.method = methods.front();
  if (arguments.sanity) return showSanity(context, one, checkpoint, device, input, picture);
  FOVEA_TRY(const auto attributor, Attributor::create(checkpoint, device));
  if (methods.size() > 1)
    return showSideBySide(context, arguments, checkpoint, *attributor, methods, input, picture);
  FOVEA_TRY(const Attribution result, withBar(context, arguments.method, [&](const ProgressFunction& progress) {
              return attributor->explain(input, one.options, context.cancel, progress);
            }));
  FOVEA_CHECK(writeValues(arguments.out, result.values, sample));
  if (context.json)
    printJson(explanationJson(checkpoint, methods.front(), result, arguments.out));
  else
    printExplanation(checkpoint, result, arguments.out);
  return {};
}

}  // namespace fovea::cli
