// Why: a network that carries state from batch to batch reads a text in consecutive windows, at several places in
// parallel. This decides, for training and validation, which row continues where and whether the data set allows it.
// Immutable.
#pragma once
#include <string>

#include "core/data/loading/batch_loader.h"
#include "core/data/store/succession.h"

namespace fovea {

class SampleStreams {
 public:
  // Corrupt (a damaged sample).
  static Result<SampleStreams> of(const Dataset& dataset, Split split, std::int64_t streams);

  std::int64_t streams() const { return streams_; }  // rows of a full batch
  std::int64_t samples() const { return succession_.samples(); }
  // The number of samples within a stream that do not continue where the previous sample ends.
  std::int64_t gaps() const { return succession_.gaps(); }

  // For a batch of a loader with BatchLoaderOptions::streams, f32 [N, 1]: 1 if the row continues the previous batch.
  Tensor continues(const Batch& batch) const;

  // InvalidArgument if there is hardly any state to carry: the samples are not windows of a text, most do not follow
  // each other, or each stream has only one. `layer` is the layer that carries state.
  Status check(const Dataset& dataset, Split split, const std::string& layer) const;
  // "Batches follow the text in 64 streams of 313 windows; 12 windows begin anew".
  std::string words() const;

 private:
  Succession succession_;
  std::int64_t streams_ = 1;
};

// The number of streams for measuring `samples` samples with at most `batch` per batch. Each stream starts without
// state, which must not affect the measurement.
std::int64_t measuringStreams(std::int64_t samples, std::int64_t batch);

}  // namespace fovea
