// Why: a data set that is made sample by sample appears complete or not at all.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/store/dataset.h"

namespace fovea {

struct DatasetDescription {
  std::string name;
  std::string importer;
  std::string source;
  Shape sampleShape;  // shape of every sample; rank 0 where they differ or it is not known
  std::vector<std::string> classes;
  std::int64_t expectedSamples = 0;  // 0: not known. Used to check the free space before writing.
  Task task = Task::Classification;
  std::string inputName{};  // for samples of several parts, as in DatasetInfo
  std::vector<DataPart> parts{};
  std::string options{};     // as DatasetInfo::options
  std::int64_t symbols = 0;  // as DatasetInfo::symbols
};

// Writes a new data set; one thread at a time. The data set appears in `target` at finish(). A writer that is destroyed
// before that, or after an error, leaves nothing. After an error it may only be destroyed.
class DatasetWriter {
 public:
  // Fails with InvalidArgument, AlreadyExists (target exists and is not an empty folder), PermissionDenied, NoSpace or
  // Io.
  static Result<std::unique_ptr<DatasetWriter>> create(const std::filesystem::path& target,
                                                       DatasetDescription description);
  ~DatasetWriter();
  DatasetWriter(const DatasetWriter&) = delete;
  DatasetWriter& operator=(const DatasetWriter&) = delete;

  // Copies the sample; its `hash` is not read. Fails with InvalidArgument (shape, label), Corrupt (an encoded part that
  // does not decode), NoSpace or Io.
  Status add(const SampleView& sample);
  // Adds edits of the samples so far, numbered from 0, to the data set's journal. Fails as EditJournal::addAll().
  Status edit(std::vector<SampleEdit> edits);
  // The data set is on the disk and visible when this returns. Fails with InvalidArgument when it has no sample, and as
  // create().
  Result<DatasetInfo> finish();

 private:
  struct State;
  explicit DatasetWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea
