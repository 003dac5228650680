#include "core/data/importers/listed_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "core/data/files/dicom_image.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/deep_images.h"
#include "core/data/importers/source_root.h"
#include "core/data/importing/archive.h"
#include "core/data/importing/import_plan.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPreviews = 16;
constexpr std::int64_t kLookedAtForFaults = 32;

Status decoded(const std::string& file) {
  FOVEA_TRY(const Tensor ignored, decodeImage(file));
  return {};
}

void addPreviews(const ListedSource& source, Recognition& found) {
  found.previews = previewSamples(source, kPreviews);
  if (std::ssize(found.previews) >= std::min<std::int64_t>(kPreviews, source.size())) return;
  std::int64_t bad = 0;
  std::string reason;
  const std::int64_t looked = std::min(source.size(), kLookedAtForFaults);
  for (std::int64_t i = 0; i < looked; ++i) {
    const auto item = source.load(i);
    const Status usable = item.ok() && !item->file.empty() ? Status(decoded(item->file))
                          : item.ok()                      ? Status()
                                                           : Status(item.error());
    if (usable.ok()) continue;
    ++bad;
    if (reason.empty()) reason = fmt::format("{}: {}", displayName(source.item(i).source), usable.error().message);
  }
  if (bad > 0)
    found.warnings.push_back(
        fmt::format("{} of {} that were looked at cannot be read; the first is {}", bad, looked, reason));
}

std::string shapeWords(const TensorType& type) {
  const Shape& shape = type.shape;
  if (type.dtype == DataType::UInt8 && shape.rank() == 3 && (shape[0] == 1 || shape[0] == 3))
    return fmt::format("{}×{}{}", shape[2], shape[1], shape[0] == 1 ? " grey" : " colour");
  if (shape.rank() == 1) return counted(shape[0], type.dtype == DataType::Int32 ? "symbol" : "number") + " each";
  std::string words;
  for (const std::int64_t extent : shape) words += (words.empty() ? "" : "×") + std::to_string(extent);
  return words;
}

void addShape(Recognition& found) {
  if (found.previews.empty()) return;
  found.sampleShape = found.previews[0].input.shape();
  for (const Sample& sample : found.previews)
    if (!(sample.input.shape() == found.sampleShape)) {
      found.sampleShape = Shape{};
      return;
    }
}

void addSummary(const ListedSource& source, Recognition& found) {
  found.summary = (source.complete() ? "" : "more than ") + counted(found.samples, source.noun());
  if (found.sampleShape.rank() > 0)
    found.summary += ", " + shapeWords({found.previews[0].input.dtype(), found.sampleShape});
  else if (!found.previews.empty())
    found.summary += ", of different sizes";
  if (source.task() == Task::NextSymbol)
    found.summary += fmt::format(", {} symbols", found.classes.size());
  else if (!found.classes.empty())
    found.summary += ", " + counted(std::ssize(found.classes), "class", "classes");
}

void addWarnings(const ListedSource& source, const std::array<std::int64_t, 4>& splits, Recognition& found) {
  const auto empty = std::count(found.perClass.begin(), found.perClass.end(), 0);
  const auto first = source.size() > 0 ? source.load(0) : Result<LoadedItem>(LoadedItem{});
  if (first.ok() && isDeepImage(first->file) && !isDicom(first->file))
    found.warnings.push_back(
        fmt::format("{} holds 16 bits a value; the upper 8 of them are taken.", displayName(source.item(0).source)));
  if (found.task == Task::Classification && source.complete() && empty > 0)
    found.warnings.push_back(
        fmt::format("{} of the {} classes have no sample.", grouped(empty), grouped(std::ssize(found.classes))));
  const auto problems = source.problems();
  if (!problems.empty())
    found.warnings.push_back(fmt::format("{} will be left out; the first is {}: {}.",
                                         counted(std::ssize(problems), "entry", "entries"),
                                         displayName(problems[0].source), problems[0].reason));
  const std::int64_t own = splits[0] + splits[1] + splits[2];
  if (own > 0 && splits[0] == 0 && splits[3] == 0)
    found.warnings.push_back("There are no samples for training, only for validation or testing.");
}

}  // namespace

void ListedSource::skip(std::string source, std::uint64_t index, std::string reason) {
  if (problems_.size() < kListedProblems) problems_.push_back({std::move(source), index, std::move(reason)});
}

std::vector<ImportDecision> ListedSource::decisions() const {
  std::vector<ImportDecision> all = decisions_;
  SplitsOfSource named;
  for (std::int64_t i = 0; i < size(); ++i)
    if (const auto split = item(i).split) named.add(*split);
  if (named[Split::Train] && !named[Split::Validation])
    all.push_back({"the training samples",
                   "training and validation",
                   "the source has none for validation",
                   {"validation_share=0"}});
  if (deep_ != "ask") return all;
  if (auto asked = askDepth(size(), [this](std::int64_t i) { return fs::path(item(i).source); }))
    all.push_back(std::move(*asked));
  return all;
}

Result<Recognition> ListImporter::recognise(const fs::path& path, const FieldValues& options,
                                            const SourceScan& scan) const try {
  FOVEA_TRY(const fs::path root, rootOfSource(path, scan));
  FOVEA_TRY(const auto archive, scan.unpacked(root));
  if (!archive) return recogniseFolder(path, options, scan);
  auto found = recogniseFolder(archive->folder(), options, scan);
  if (!found.ok()) return archive->told(found.error());
  tellArchived(*archive, *found);
  return found;
} catch (const std::bad_alloc&) {
  return outOfMemory(path);
}

Result<std::unique_ptr<ListedSource>> ListImporter::listRoot(const fs::path& path, const FieldValues& options,
                                                             Look look) const {
  FOVEA_TRY(const fs::path root, rootOfSource(path, look.scan));
  FOVEA_TRY(auto source, list(root, options, look));
  if (source->name() == nameOfSource(root)) source->rename(nameOfSource(path));
  return source;
}

Result<Recognition> ListImporter::recogniseFolder(const fs::path& path, const FieldValues& options,
                                                  const SourceScan& scan) const {
  FOVEA_CHECK(scan.check());
  FOVEA_TRY(const auto source, listRoot(path, options, Look{Look::Quick, scan}));
  Recognition found;
  found.importer = name();
  found.name = source->name();
  found.task = source->task();
  found.samples = source->size();
  found.classes = source->classes();
  found.perClass.resize(found.classes.size());
  found.warnings = source->remarks();
  found.decisions = source->decisions();
  std::array<std::int64_t, 4> splits{};
  for (std::int64_t i = 0; i < found.samples; ++i) {
    const ImportItem item = source->item(i);
    ++splits[item.split ? static_cast<std::size_t>(*item.split) : 3];
    if (item.label >= 0 && static_cast<std::size_t>(item.label) < found.classes.size())
      ++found.perClass[static_cast<std::size_t>(item.label)];
  }
  FOVEA_CHECK(scan.check());
  addPreviews(*source, found);
  FOVEA_CHECK(scan.check());
  addShape(found);
  addSummary(*source, found);
  addWarnings(*source, splits, found);
  return found;
}

Result<std::unique_ptr<ImportSource>> ListImporter::open(const fs::path& path, const FieldValues& options,
                                                         const SourceScan& scan) const try {
  std::error_code code;
  if (fs::symlink_status(path, code).type() == fs::file_type::not_found)
    return fail(ErrorCode::NotFound, "There is no file or folder " + displayName(path.string()) + ".");
  FOVEA_TRY(const fs::path root, rootOfSource(path, scan));
  FOVEA_TRY(const auto archive, scan.unpacked(root));
  auto source = listRoot(archive ? archive->folder() : path, options, Look{Look::Whole, scan});
  if (!source.ok()) return archive ? archive->told(source.error()) : source.error();
  std::unique_ptr<ImportSource> opened = std::move(source).value();
  if (archive) opened = archivedSource(std::move(opened), archive);
  return opened;
} catch (const std::bad_alloc&) {
  return outOfMemory(path);
}

Error nothingFound(const std::string& what, const fs::path& source) {
  return fail(ErrorCode::Unsupported, fmt::format("There is no {} in {}.", what, displayName(source.string())));
}

}  // namespace fovea
