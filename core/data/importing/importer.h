// Why: the one door through which data comes in. The wizard and the terminal show what an importer says of itself: its
// options are a Schema, what it found is words, numbers and a few samples. A new importer is one file and one line in
// importers.cpp.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/schema.h"
#include "core/data/importing/import_decision.h"
#include "core/data/importing/import_source.h"
#include "core/data/importing/source_scan.h"
#include "core/data/store/dataset.h"

namespace fovea {

// What a source holds with the options that were given, found without writing anything and without reading it all.
struct Recognition {
  std::string importer;  // name of the importer that recognised it
  std::string name;      // what to call the data set: "Fashion-MNIST"
  std::string summary;   // for a person: "70,000 samples, 28×28 grey, 10 classes"
  Task task = Task::Classification;
  std::int64_t samples = 0;
  Shape sampleShape;  // [C, H, W]; of rank 0 where samples differ, or only reading them would tell
  std::vector<std::string> classes;
  std::vector<std::int64_t> perClass;  // samples of each class
  std::vector<std::string> warnings;   // full sentences
  std::vector<ImportDecision> decisions;
  std::vector<Sample> previews;  // a few, of different classes where possible
};

// Stateless; every function may be called from any thread.
class Importer {
 public:
  virtual ~Importer() = default;

  virtual std::string name() const = 0;   // as stored and as typed: "idx"
  virtual std::string title() const = 0;  // as shown: "MNIST files (IDX)"
  // Its own ones: what every importer shares (name, shares of the splits, sizes, storage, …) is not among them.
  virtual Schema options() const = 0;
  // Whether recogniseAny() asks it about a source. Unsupported where what it takes may as well be another's, so that a
  // person has to choose it; an advice then says so. Fails as recognise().
  virtual Status mayGuess(const std::filesystem::path& source, const SourceScan& scan) const {
    (void)source, (void)scan;
    return {};
  }
  // Unsupported when `source` is nothing for this importer; any other error means that it is, and what is wrong with it
  // (Corrupt, NotFound for a missing part, PermissionDenied, …); Cancelled when that is asked of `scan`. `options` are
  // complete and valid by options().
  virtual Result<Recognition> recognise(const std::filesystem::path& source, const FieldValues& options,
                                        const SourceScan& scan) const = 0;
  Result<Recognition> recognise(const std::filesystem::path& source, const SourceScan& scan = SourceScan()) const {
    return recognise(source, options().defaults(), scan);
  }
  // The items of `source`. Fails as recognise().
  virtual Result<std::unique_ptr<ImportSource>> open(const std::filesystem::path& source, const FieldValues& options,
                                                     const SourceScan& scan) const = 0;
  Result<std::unique_ptr<ImportSource>> open(const std::filesystem::path& source, const FieldValues& options) const {
    return open(source, options, SourceScan());
  }
};

// Every importer of this build, in the order in which they are tried.
std::vector<std::shared_ptr<const Importer>> importers();
// NotFound, naming those that exist.
Result<std::shared_ptr<const Importer>> findImporter(std::string_view name);
// Asks each importer. NotFound (no such path), Unsupported (nothing known was found, says what is known), or the error
// of the importer whose kind of data it is.
// What is seen is kept in `scan`, so that an import with the same one looks no further.
Result<Recognition> recogniseAny(const std::filesystem::path& source, const SourceScan& scan = SourceScan());

}  // namespace fovea
