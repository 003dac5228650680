// Why: most importers first find a list of items and then read them one by one. Their reports before the import
// (counts, classes, warnings, previews) are derived from that list in the same way.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/importing/importer.h"

namespace fovea {

// An ImportSource whose simple properties are members. It is filled when it is opened and unchanged afterwards.
class ListedSource : public ImportSource {
 public:
  std::string name() const override { return name_; }
  Task task() const override { return task_; }
  const std::vector<std::string>& classes() const override { return classes_; }
  std::vector<SkippedSample> problems() const override { return problems_; }
  // Includes the question about images of 16 bits a value, if `deep_` asks.
  std::vector<ImportDecision> decisions() const override;
  void rename(std::string name) { name_ = std::move(name); }

  // For recognise(): the noun for an item, remarks for the user, and whether everything was examined.
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
  std::string deep_ = "top";  // images in files only: the option of deep_images.h, if the importer has it
};

// The depth of a search (complete for an import, bounded to recognise a source), and its scan.
struct Look {
  enum Depth { Whole, Quick };
  Depth depth;
  const SourceScan& scan;

  bool operator==(Depth other) const { return depth == other; }
  // Fails with Cancelled; to be called from time to time while reading many files.
  Status check() const { return scan.check(); }
};

// An Importer that opens a ListedSource and derives its Recognition from the list. It treats an archive as the folder
// that the archive contains.
class ListImporter : public Importer {
 public:
  using Importer::open;
  using Importer::recognise;
  Result<Recognition> recognise(const std::filesystem::path& source, const FieldValues& options,
                                const SourceScan& scan) const override;
  Result<std::unique_ptr<ImportSource>> open(const std::filesystem::path& source, const FieldValues& options,
                                             const SourceScan& scan) const override;

 protected:
  // Fails with Unsupported if `source` is not for this importer. `options` are complete and valid. Callers catch
  // out-of-memory exceptions.
  virtual Result<std::unique_ptr<ListedSource>> list(const std::filesystem::path& source, const FieldValues& options,
                                                     Look look) const = 0;

 private:
  // list() for the folder inside of those that only wrap it; see rootOfSource().
  Result<std::unique_ptr<ListedSource>> listRoot(const std::filesystem::path& path, const FieldValues& options,
                                                 Look look) const;
  Result<Recognition> recogniseFolder(const std::filesystem::path& path, const FieldValues& options,
                                      const SourceScan& scan) const;
};

// Returns an Unsupported error for recognise(): "There is no image in /data/x."
Error nothingFound(const std::string& what, const std::filesystem::path& source);

}  // namespace fovea
