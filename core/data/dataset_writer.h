// Why: every importer writes a data set through this, and so none of them can leave half of one.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/dataset.h"

namespace fovea {

struct DatasetDescription {
  std::string name;
  std::string importer;
  std::string source;
  Shape sampleShape;  // [C, H, W], at least one pixel
  std::vector<std::string> classes;
  std::int64_t expectedSamples = 0;  // 0: not known. Used to ask for the free space before starting.
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

  // Copies the sample; its `hash` is not read. InvalidArgument (shape, label), NoSpace, Io.
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
