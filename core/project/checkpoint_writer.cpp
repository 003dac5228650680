#include "core/project/checkpoint_writer.h"

#include "core/base/guarded.h"

namespace fovea {

void CheckpointWriter::begin(std::filesystem::path file, Checkpoint checkpoint, std::function<void()> written) {
  settle();  // one of the files may have the same name
  done_ = false;
  written_ = {std::move(file), std::move(checkpoint), {}};
  // If the system has no thread left, finish() writes the file.
  writing_ = std::async(std::launch::async | std::launch::deferred, [this, written = std::move(written)] {
    written_.status = guarded([this] { return writeCheckpoint(written_.file, written_.checkpoint); });
    if (written_.status.ok()) written_.checkpoint.tensors = {};
    done_ = true;
    if (written) written();
  });
}

WrittenCheckpoint CheckpointWriter::finish() {
  writing_.get();
  return std::move(written_);
}

void CheckpointWriter::discard(std::vector<std::filesystem::path> files) {
  settle();
  if (files.empty()) return;
  // If the system has no thread left, settle() deletes them.
  discarding_ = std::async(std::launch::async | std::launch::deferred, [files = std::move(files)] {
    for (const std::filesystem::path& file : files) {
      std::error_code code;
      std::filesystem::remove(file, code);
    }
  });
}

void CheckpointWriter::settle() {
  if (discarding_.valid()) discarding_.get();
}

}  // namespace fovea
