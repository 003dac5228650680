// Why: the one place that knows the layout of a data set's folder: its file names and the JSON of its manifest.
#pragma once
#include <filesystem>
#include <string>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/data/store/dataset.h"
#include "core/data/store/sample_store.h"

namespace fovea {

inline constexpr int kDatasetFormatVersion = 3;
inline constexpr int kFormatWithoutParts = 2;  // format version of samples that have only an input
inline constexpr const char* kManifestFile = "dataset.json";
inline constexpr const char* kFirstStoreFile = "samples.mdb";  // the only segment of a data set of version 1
// Tables of a segment. One byte of split and four of label for every record:
inline constexpr const char* kLabelTable = "labels";
// where a sample can have several classes: four bytes of count for every record, then four bytes of label for each
// class;
inline constexpr const char* kPresentTable = "present";
// sixteen bytes of hash for every record;
inline constexpr const char* kHashTable = "hashes";
// for a task that hasTargets(), sixteen bytes of targetHash() for every record (absent in data of an older Fovea);
inline constexpr const char* kTargetTable = "targets";
// a StoredFacts for every record;
inline constexpr const char* kFactsTable = "facts";
// sixteen bytes of hash of each record's origin, zero where the origin is no file, see originOf();
inline constexpr const char* kOriginTable = "origins";
// the groups: one byte of split, four of length, and the name of each;
inline constexpr const char* kGroupTable = "groups";
// version 1 only: the mean image as f32.
inline constexpr const char* kMeanTable = "mean";
inline constexpr std::size_t kMaximumClasses = 1 << 20;

// One part of the store, written once: "samples-0001.mdb".
struct Segment {
  std::string file;
  std::int64_t samples = 0;  // 0 (not known) for version 1
  StoreSeal seal;
};

// A file of InputStatistics beside the segments: "statistics-0001.bin". An empty name means that there is none.
struct StatisticsFile {
  std::string file;
  std::uint64_t bytes = 0;
  ContentHash hash;
};

struct Manifest {
  DatasetInfo info;
  std::vector<Segment> segments;
  StatisticsFile statistics;
  std::vector<std::string> furtherSources;  // paths from which samples were added, other than info.source
};

// The facts of a segment's records as stored in its table; nothing where an older Fovea wrote it. Fails with Corrupt.
Result<std::vector<StoredFacts>> readFacts(const StoreReader& store, const Segment& segment);

// Whether samples of the task can have several classes each.
bool hasSeveralClasses(Task task);
// True if samples of the task have boxes, a mask, an image, numbers or a text as target, which their classes do not
// tell.
bool hasTargets(Task task);

// Reads the members "fit" and "deep" of an object; the defaults for missing members and for anything else.
ImageForm imageFormFromJson(const Json& json);

// A part with its statistics, as manifests and checkpoints store it.
Json partToJson(const DataPart& part);
// Fails with Corrupt, which names the fault.
Result<DataPart> partFromJson(const Json& json);

Json manifestToJson(const Manifest& manifest);
// `name` is used in messages. Fails with Corrupt (names the fault) or NewerVersion.
Result<Manifest> manifestFromJson(const Json& json, const std::string& name);

std::string formatManifest(const Manifest& manifest);
// Reads `folder`/dataset.json. Fails with NotFound, PermissionDenied, Corrupt (names the fault) or NewerVersion.
Result<Manifest> readManifest(const std::filesystem::path& folder);
// The bytes of the file as written. Fails with Corrupt, NotFound, …
Result<std::string> readStatistics(const std::filesystem::path& folder, const StatisticsFile& file);

}  // namespace fovea
