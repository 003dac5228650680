// Why: a run that goes on must go on with the samples that it began with, or its numbers mean nothing. Sizes do not
// tell that: a label that was corrected, or a sample that was replaced, leaves them as they are.
#pragma once
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace fovea {

class Dataset;

// What training and validation see of a data set, with its edits in force: their samples in order, and their labels.
// Its name and its folder do not matter, nor does its test split.
struct DataFingerprint {
  std::int64_t training = 0;    // samples
  std::int64_t validation = 0;  // samples
  std::int64_t edits = 0;       // corrections of a person that are in force
  std::string contents;  // of the inputs, 32 hexadecimal digits; of their record numbers where no hashes are stored
  std::string labels;    // 32 hexadecimal digits
  std::string targets;   // the same of boxes, masks, images, numbers and transcriptions; empty where a task has none of
                         // them, and in runs of an older Fovea, which are believed

  bool operator==(const DataFingerprint&) const = default;
};

// Reads the tables of hashes (16 bytes a sample each) and no sample; see Dataset::targetHashes() for older data sets.
// Corrupt, NewerVersion, OutOfMemory.
Result<DataFingerprint> fingerprintOf(const Dataset& data);

// What is different in words, to stand behind a name and a colon: "it has 148 samples to train and 10 to validate,
// where the run had 150 and 10". Empty where a run can go on, which the number of edits alone does not prevent.
std::string differenceWords(const DataFingerprint& before, const DataFingerprint& now);

}  // namespace fovea
