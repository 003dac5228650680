// Why: a network that carries states from batch to batch reads a text as a person does, one window behind the other, at
// several places at once. Which row goes on where, and whether the data set lets it, is decided here for training and
// validation alike. Immutable.
#pragma once
#include <string>

#include "core/data/batch_loader.h"
#include "core/data/succession.h"

namespace fovea {

class SampleStreams {
 public:
  // Corrupt (a damaged sample).
  static Result<SampleStreams> of(const Dataset& dataset, Split split, std::int64_t streams);

  std::int64_t streams() const { return streams_; }  // rows of a whole batch
  std::int64_t samples() const { return succession_.samples(); }
  // Samples that do not go on where the one before them ends, although they stand in the middle of a stream or would.
  std::int64_t gaps() const { return succession_.gaps(); }

  // f32 [N, 1] of a batch of a loader with BatchLoaderOptions::streams: 1 where the row goes on from the batch before.
  Tensor continues(const Batch& batch) const;

  // InvalidArgument where there is hardly anything to carry: the samples are no windows of a text, most of them do not
  // follow each other, or each stream has but one. `layer` carries.
  Status check(const Dataset& dataset, Split split, const std::string& layer) const;
  // "Batches follow the text in 64 streams of 313 windows; 12 windows begin anew".
  std::string words() const;

 private:
  Succession succession_;
  std::int64_t streams_ = 1;
};

// How many streams to read `samples` samples in where a batch may have `batch` of them: each begins without a memory,
// which must not weigh in what is measured.
std::int64_t measuringStreams(std::int64_t samples, std::int64_t batch);

}  // namespace fovea
