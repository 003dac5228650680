// Why: the one door through which data comes in. The wizard and the terminal show what an importer says of itself: its
// options are a Schema, what it found is words, numbers and a few samples. A new importer is one file and one line in
// importers.cpp.
#pragma once
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/schema.h"
#include "core/data/dataset.h"

namespace fovea {

// What a source holds, found without writing anything and without reading it all.
struct Recognition {
  std::string importer;  // name of the importer that recognised it
  std::string name;      // what to call the data set: "Fashion-MNIST"
  std::string summary;   // for a person: "70,000 samples, 28×28 grey, 10 classes"
  std::int64_t samples = 0;
  Shape sampleShape;                   // [C, H, W]
  std::vector<std::string> classes;    // with the default options
  std::vector<std::int64_t> perClass;  // samples of each class
  std::vector<std::string> warnings;   // full sentences
  std::vector<Sample> previews;        // a few, of different classes where possible
};

struct SkippedSample {
  std::string source;
  std::uint64_t sourceIndex = 0;
  std::string reason;
};

struct ImportSummary {
  std::int64_t samples = 0;            // written
  std::int64_t skippedCount = 0;       // left out because they are bad
  std::vector<SkippedSample> skipped;  // the first kListedSkips of them
  std::vector<std::string> classes;
  std::array<std::int64_t, 3> splits{};  // by Split
};

inline constexpr std::size_t kListedSkips = 1000;

// Stateless; every function may be called from any thread.
class Importer {
 public:
  virtual ~Importer() = default;

  virtual std::string name() const = 0;   // as stored and as typed: "idx"
  virtual std::string title() const = 0;  // as shown: "MNIST files (IDX)"
  virtual Schema options() const = 0;
  // Unsupported when `source` is nothing for this importer; any other error means that it is, and what is wrong with it
  // (Corrupt, NotFound for a missing part, PermissionDenied, …).
  virtual Result<Recognition> recognise(const std::filesystem::path& source) const = 0;
  // Makes the data set `target` from `source`. `options` may leave fields out. Fails as recognise(), and with
  // InvalidArgument (options), AlreadyExists, NoSpace, Cancelled; then nothing is left behind. `progress` (may be
  // empty) is called on this thread some times a second of work; `cancel` is looked at as often.
  virtual Result<ImportSummary> importInto(const std::filesystem::path& target, const std::filesystem::path& source,
                                           const FieldValues& options, const ProgressFunction& progress,
                                           const CancelToken& cancel) const = 0;
};

// Every importer of this build, in the order in which they are tried.
std::vector<std::shared_ptr<const Importer>> importers();
// NotFound, naming those that exist.
Result<std::shared_ptr<const Importer>> findImporter(std::string_view name);
// Asks each importer. NotFound (no such path), Unsupported (nothing known was found, says what is known), or the error
// of the importer whose kind of data it is.
Result<Recognition> recogniseAny(const std::filesystem::path& source);

}  // namespace fovea
