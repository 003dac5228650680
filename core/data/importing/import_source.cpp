#include "core/data/importing/import_source.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "core/data/files/image_file.h"

namespace fovea {
namespace {

constexpr std::int64_t kLookedAt = 4096;                     // number of items, spread evenly
constexpr int kFailures = 16;                                // after this many failures the preview is given up
constexpr std::size_t kPreviewBytes = std::size_t{1} << 29;  // total of all previews

Result<Sample> loadSample(const ImportSource& source, std::int64_t index, ImportItem item) {
  FOVEA_TRY(LoadedItem loaded, source.load(index));
  if (!loaded.file.empty()) {
    FOVEA_TRY(loaded.input, decodeImage(loaded.file));
  }
  Sample sample;
  sample.input = std::move(loaded.input);
  sample.label = item.label;
  sample.split = item.split.value_or(Split::Train);
  sample.source = std::move(item.source);
  sample.sourceIndex = item.sourceIndex;
  sample.target = std::move(loaded.target);
  sample.labels = std::move(loaded.labels);
  sample.boxes = std::move(loaded.boxes);
  sample.group = std::move(item.group);
  sample.length = loaded.length;
  if (!sample.input.defined()) return fail(ErrorCode::Corrupt, "It has no content.");
  SampleView view;
  view.input = rawContent(sample.input);
  for (const Tensor& part : loaded.parts) view.parts.push_back(rawContent(part));
  sample.hash = inputHash(view);
  sample.parts = std::move(loaded.parts);
  return sample;
}

}  // namespace

ContentHash annotationOfText(std::string_view text) {
  return contentHash({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

ContentHash itemKeyOf(std::string_view source, std::uint64_t sourceIndex) {
  return annotationOfText(fmt::format("{}\n{}", source, sourceIndex));
}

ContentHash annotationOfFile(const std::filesystem::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {};
  return annotationOfText(
      fmt::format("{}\n{} {}.{}", path.filename().string(), info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec));
}

ContentHash annotationOfLabels(const std::vector<std::int32_t>& labels, const std::vector<std::string>& classes) {
  std::string text;
  for (const std::int32_t label : labels) text += classes[static_cast<std::size_t>(label)] + '\n';
  return annotationOfText(text);
}

std::vector<Sample> previewSamples(const ImportSource& source, std::size_t count) {
  std::map<std::int32_t, std::vector<std::int64_t>> byLabel;
  const std::int64_t step = std::max<std::int64_t>(1, source.size() / kLookedAt);
  for (std::int64_t i = 0; i < source.size(); i += step) byLabel[source.item(i).label].push_back(i);
  // Takes one item of each class in turn.
  std::vector<std::int64_t> order;
  for (std::size_t turn = 0; order.size() < 2 * count; ++turn) {
    const std::size_t before = order.size();
    for (const auto& [label, items] : byLabel)
      if (turn < items.size()) order.push_back(items[turn]);
    if (order.size() == before) break;
  }
  std::vector<Sample> samples;
  int failures = 0;
  std::size_t bytes = 0;
  for (const std::int64_t index : order) {
    if (samples.size() == count || failures == kFailures || bytes > kPreviewBytes) break;
    auto sample = loadSample(source, index, source.item(index));
    if (sample.ok()) {
      bytes += sample->input.bytes();
      samples.push_back(std::move(sample).value());
    } else {
      ++failures;
    }
  }
  return samples;
}

Error outOfMemory(const std::filesystem::path& source) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + source.string() + ".");
}

}  // namespace fovea
