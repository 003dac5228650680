// Why: evaluating a large split takes minutes, and the result depends only on the weights and the samples, so it is
// stored in the project. Thread-safety: a value; several threads and programs may use one folder.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/inspect/evaluation.h"

namespace fovea {

// The inputs that determine an evaluation.
struct EvaluationKey {
  std::string checkpoint;  // hash of the file, 32 hexadecimal digits
  std::string data;        // hash of the split's samples: their order, labels and targets
  Split split = Split::Validation;
};

// Reads the checkpoint file and the data set's hash tables, no sample. Fails with NotFound, Io, Corrupt or Cancelled.
Result<EvaluationKey> evaluationKey(const std::filesystem::path& checkpoint, const Dataset& dataset, Split split,
                                    const CancelToken& cancel = {});

// Convert an evaluation to a file's bytes and back, without Evaluation::hardest, which follows from the answers. Fail
// with Corrupt, NewerVersion or OutOfMemory.
Result<Evaluation> parseEvaluation(std::string_view bytes);
Result<SafetensorsFile> evaluationFile(const Evaluation& evaluation);

class EvaluationStore {
 public:
  static constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;
  // Limit for the total size of all files; beyond it, the oldest files are deleted.
  static constexpr std::uint64_t kLargestFolder = std::uint64_t{2} << 30;

  explicit EvaluationStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Returns nothing if none is stored. Fails with Corrupt, NewerVersion, PermissionDenied or Io.
  Result<std::optional<Evaluation>> find(const EvaluationKey& key) const;
  // Stores the evaluation atomically. Fails with NoSpace, PermissionDenied or Io.
  Status keep(const EvaluationKey& key, const Evaluation& evaluation) const;
  std::filesystem::path fileOf(const EvaluationKey& key) const;

 private:
  void makeRoom() const;
  std::filesystem::path folder_;
};

}  // namespace fovea
