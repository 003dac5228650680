// Why: a resumed run must continue with the samples that it began with, or its numbers mean nothing. Sample counts do
// not show this: a corrected label or a replaced sample leaves them unchanged.
#pragma once
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace fovea {

class Dataset;

// Identifies the samples that training and validation see, with the edits applied: their order and their labels. The
// name of the data set, its folder and its test split do not matter.
struct DataFingerprint {
  std::int64_t training = 0;    // samples
  std::int64_t validation = 0;  // samples
  std::int64_t edits = 0;       // corrections by a person that are applied
  // hash of the inputs, 32 hexadecimal digits; hash of their record numbers where no hashes are stored
  std::string contents;
  std::string labels;   // 32 hexadecimal digits
  std::string targets;  // the same for boxes, masks, images, numbers and transcriptions; empty where the task has none

  bool operator==(const DataFingerprint&) const = default;
};

// Reads the tables of hashes (16 bytes a sample each) and no sample; see Dataset::targetHashes() for older data sets.
// Fails with Corrupt, NewerVersion or OutOfMemory.
Result<DataFingerprint> fingerprintOf(const Dataset& data);

// The differences as text to follow a name and a colon: "it has 148 samples to train and 10 to validate, where the run
// had 150 and 10". Empty where a run can continue; a different number of edits alone does not prevent that.
std::string differenceWords(const DataFingerprint& before, const DataFingerprint& now);

}  // namespace fovea
