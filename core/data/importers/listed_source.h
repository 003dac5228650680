// Why: most importers find a list of items first and then read one after the other; what they say of themselves before
// the import (counts, classes, warnings, previews) follows from that list in one way.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importing/importer.h"

namespace fovea {

// An ImportSource whose simple answers are members. Filled while it is opened, unchanged afterwards.
class ListedSource : public ImportSource {
 public:
  std::string name() const override { return name_; }
  Task task() const override { return task_; }
  const std::vector<std::string>& classes() const override { return classes_; }
  std::vector<SkippedSample> problems() const override { return problems_; }
  // With the question about pictures of 16 bits a value, where `deep_` is to be asked.
  std::vector<ImportDecision> decisions() const override;
  bool keepsSplits() const override { return keepsSplits_; }

  // For recognise(): what an item is called, what a person should know, and whether everything was looked at.
  const std::string& noun() const { return noun_; }
  const std::vector<std::string>& remarks() const { return remarks_; }
  bool complete() const { return complete_; }

 protected:
  void skip(std::string source, std::uint64_t index, std::string reason);

  std::string name_;
  Task task_ = Task::Classification;
  std::vector<std::string> classes_;
  std::vector<SkippedSample> problems_;
  std::vector<ImportDecision> decisions_;
  std::string noun_ = "image";
  std::vector<std::string> remarks_;  // full sentences
  bool complete_ = true;
  bool keepsSplits_ = false;
  std::string deep_ = "top";  // of pictures in files: the option of deep_images.h, where the importer has it
};

// How an importer looks: at all for an import, at a bounded part to recognise; and through which scan.
struct Look {
  enum Depth { Whole, Quick };
  Depth depth;
  const SourceScan& scan;

  bool operator==(Depth other) const { return depth == other; }
  // Cancelled; to be asked now and then where files are read one after the other.
  Status check() const { return scan.check(); }
};

// An Importer that opens a ListedSource, and says of it before the import what can be said of every list. An archive is
// taken as the folder that it holds.
class ListImporter : public Importer {
 public:
  using Importer::open;
  using Importer::recognise;
  Result<Recognition> recognise(const std::filesystem::path& source, const FieldValues& options,
                                const SourceScan& scan) const override;
  Result<std::unique_ptr<ImportSource>> open(const std::filesystem::path& source, const FieldValues& options,
                                             const SourceScan& scan) const override;

 protected:
  // Unsupported when `source` is nothing for this importer. `options` are complete and valid. Exceptions of memory are
  // caught by the callers.
  virtual Result<std::unique_ptr<ListedSource>> list(const std::filesystem::path& source, const FieldValues& options,
                                                     Look look) const = 0;

 private:
  Result<Recognition> recogniseFolder(const std::filesystem::path& path, const FieldValues& options,
                                      const SourceScan& scan) const;
};

// Unsupported, for recognise(): "There is no image in /data/x."
Error nothingFound(const std::string& what, const std::filesystem::path& source);

}  // namespace fovea
