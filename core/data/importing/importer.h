// Why: the one interface through which data comes in. The wizard and the terminal show what an importer returns about
// itself: its options are a Schema, its findings are text, numbers and a few samples. A new importer is one file and
// one line in importers.cpp.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/schema.h"
#include "core/data/importing/import_decision.h"
#include "core/data/importing/import_source.h"
#include "core/data/importing/source_scan.h"
#include "core/data/store/dataset.h"

namespace fovea {

// The content of a source under the given options, found without writing anything and without reading everything.
struct Recognition {
  std::string importer;  // name of the importer that recognised it
  std::string name;      // default name of the data set: "Fashion-MNIST"
  std::string summary;   // for a person: "70,000 samples, 28×28 grey, 10 classes"
  Task task = Task::Classification;
  std::int64_t samples = 0;
  Shape sampleShape;  // [C, H, W]; rank 0 where samples differ, or where their shape is known only after reading them
  std::vector<std::string> classes;
  std::vector<std::int64_t> perClass;  // samples of each class
  std::vector<std::string> warnings;   // full sentences
  std::vector<ImportDecision> decisions;
  std::vector<Sample> previews;  // a few samples, of different classes where possible
};

// Stateless; any thread may call any function.
class Importer {
 public:
  virtual ~Importer() = default;

  virtual std::string name() const = 0;   // name in files and in the terminal: "idx"
  virtual std::string title() const = 0;  // name on the screen: "MNIST files (IDX)"
  // The options of this importer only, without those that all importers share (name, shares of the splits, sizes,
  // storage, …).
  virtual Schema options() const = 0;
  // Success if recogniseAny() should ask this importer about a source, which is given as rootOfSource() of it,
  // unpacked. Fails with Unsupported where another importer might match as well, so that a person has to choose; the
  // message then says so. Also fails as recognise().
  virtual Status mayGuess(const std::filesystem::path& source, const SourceScan& scan) const {
    (void)source, (void)scan;
    return {};
  }
  // Fails with Unsupported when `source` is not for this importer. Any other error means that it is, and describes the
  // problem (Corrupt, NotFound for a missing part, PermissionDenied, …); Cancelled when `scan` was cancelled. `options`
  // are complete and valid by options().
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
// Fails with NotFound, which lists the known names.
Result<std::shared_ptr<const Importer>> findImporter(std::string_view name);
// The options with which an importer looks at a source; complete and valid by its options().
using OptionsOfImporter = std::function<FieldValues(const Importer&)>;
// Asks each importer, with its defaults or the given options. Fails with NotFound (no such path), Unsupported (no
// importer matches; the message lists the known kinds), or the error of the importer that matches. `scan` caches what
// was seen, so that an import with the same scan need not search again.
Result<Recognition> recogniseAny(const std::filesystem::path& source, const SourceScan& scan = SourceScan(),
                                 const OptionsOfImporter& options = {});

}  // namespace fovea
