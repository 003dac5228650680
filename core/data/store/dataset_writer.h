// Why: a data set that is made sample by sample appears whole or not at all.
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
  Shape sampleShape;  // of every sample; of rank 0 where they differ or it is not known
  std::vector<std::string> classes;
  std::int64_t expectedSamples = 0;  // 0: not known. Used to ask for the free space before starting.
  Task task = Task::Classification;
  std::string inputName{};  // of samples of several parts, as DatasetInfo has them
  std::vector<DataPart> parts{};
};

// The one writer of a new data set; one thread at a time. The data set appears in `target` at finish(); destroyed
// before that, or after an error, it leaves nothing. After an error only destruction is left.
class DatasetWriter {
 public:
  // InvalidArgument, AlreadyExists (target is there and not an empty folder), PermissionDenied, NoSpace, Io.
  static Result<std::unique_ptr<DatasetWriter>> create(const std::filesystem::path& target,
                                                       DatasetDescription description);
  ~DatasetWriter();
  DatasetWriter(const DatasetWriter&) = delete;
  DatasetWriter& operator=(const DatasetWriter&) = delete;

  // Copies the sample; its `hash` is not read. InvalidArgument (shape, label), Corrupt (an encoded part that does not
  // decode), NoSpace, Io.
  Status add(const SampleView& sample);
  // The data set is on the disk and visible when this returns. InvalidArgument when it has no sample; fails as
  // create().
  Result<DatasetInfo> finish();

 private:
  struct State;
  explicit DatasetWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea
