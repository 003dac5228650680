// Why: the one place that knows how a data set's folder looks: the names of its files and the JSON of its manifest.
#pragma once
#include <filesystem>
#include <string>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/data/store/dataset.h"
#include "core/data/store/sample_store.h"

namespace fovea {

inline constexpr int kDatasetFormatVersion = 3;
inline constexpr int kFormatWithoutParts = 2;  // what is written of samples that have an input only
inline constexpr const char* kManifestFile = "dataset.json";
inline constexpr const char* kFirstStoreFile = "samples.mdb";  // the only segment of a data set of version 1
// Tables of a segment. One byte of split and four of label for every record:
inline constexpr const char* kLabelTable = "labels";
// where a sample can have several classes: four bytes of count for every record, then four of label for each of them;
inline constexpr const char* kPresentTable = "present";
// sixteen bytes of hash for every record;
inline constexpr const char* kHashTable = "hashes";
// for a task that hasTargets(), sixteen bytes of targetHash() for every record (not of an older Fovea);
inline constexpr const char* kTargetTable = "targets";
// a StoredFacts for every record;
inline constexpr const char* kFactsTable = "facts";
// sixteen bytes of hash of where a record comes from for every record, zero where that is no file, see originOf();
inline constexpr const char* kOriginTable = "origins";
// the groups: one byte of split, four of length, and the name of each;
inline constexpr const char* kGroupTable = "groups";
// of version 1 only: the mean image as f32.
inline constexpr const char* kMeanTable = "mean";
inline constexpr std::size_t kMaximumClasses = 1 << 20;

// One part of the store, written once: "samples-0001.mdb".
struct Segment {
  std::string file;
  std::int64_t samples = 0;  // not known (0) of version 1
  StoreSeal seal;
};

// A file of InputStatistics beside the segments: "statistics-0001.bin". No name: there is none.
struct StatisticsFile {
  std::string file;
  std::uint64_t bytes = 0;
  ContentHash hash;
};

struct Manifest {
  DatasetInfo info;
  std::vector<Segment> segments;
  StatisticsFile statistics;
};

// The facts of a segment's records as they lie in its table; nothing where an older Fovea wrote it. Corrupt.
Result<std::vector<StoredFacts>> readFacts(const StoreReader& store, const Segment& segment);

// Whether samples of the task can have several classes each.
bool hasSeveralClasses(Task task);
// Says whether samples of the task have boxes, a mask, an image, numbers or a text to learn, which their classes do not
// tell.
bool hasTargets(Task task);

// A part with its statistics, for manifests and checkpoints.
Json partToJson(const DataPart& part);
// Corrupt names the fault.
Result<DataPart> partFromJson(const Json& json);

Json manifestToJson(const Manifest& manifest);
// `name` is used in messages. Corrupt (names the fault), NewerVersion.
Result<Manifest> manifestFromJson(const Json& json, const std::string& name);

std::string formatManifest(const Manifest& manifest);
// Reads `folder`/dataset.json. NotFound, PermissionDenied, Corrupt (names the fault), NewerVersion.
Result<Manifest> readManifest(const std::filesystem::path& folder);
// The file's bytes as they were written. Corrupt, NotFound, …
Result<std::string> readStatistics(const std::filesystem::path& folder, const StatisticsFile& file);

}  // namespace fovea
