#include "core/data/loading/made_batches.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <numeric>

#include "core/base/random.h"
#include "core/data/loading/batch_share.h"

namespace fovea {
namespace {

constexpr std::uint64_t kSyntheticStream = 0x53594e54ull << 32;

// A batch whose samples begin at index `sample` of the only epoch.
Batch batchAt(std::int64_t sample, std::int64_t size) {
  Batch batch;
  batch.indices.resize(static_cast<std::size_t>(size));
  std::iota(batch.indices.begin(), batch.indices.end(), sample);
  batch.firstPosition = sample;
  return batch;
}

Status checkMadePosition(const SourcePosition& position, std::int64_t batch) {
  if (position.epoch == 0 && position.sample >= 0 && position.sample % batch == 0) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("There is no position {} in epoch {}: batches of {} follow each other without an epoch.",
                          position.sample, position.epoch, batch));
}

Status checkTensor(const SourceTensor& tensor, const BatchLoaderOptions& loading) {
  const std::int64_t batch = shareOfBatch(loading.batch, loading.rank, loading.ranks).count;
  const Shape& shape = tensor.type.shape;
  if (shape.rank() < 1 || shape[0] != batch || tensor.last <= tensor.first)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("No batch of {} samples can be made up for \"{}\" ({}, whole numbers from {} to below {}).",
                            batch, tensor.name, tensor.type.toString(), tensor.first, tensor.last));
  return {};
}

Status fillAll(const SourceTensor& wanted, Random& random, Tensor& tensor) {
  FOVEA_TRY(tensor, Tensor::tryMake(wanted.type));
  const auto range = static_cast<std::uint64_t>(wanted.last - wanted.first);
  if (wanted.type.dtype == DataType::Float32)
    for (float& value : tensor.values<float>()) value = static_cast<float>(random.normal());
  else if (wanted.type.dtype == DataType::Int32)
    for (std::int32_t& value : tensor.values<std::int32_t>())
      value = static_cast<std::int32_t>(wanted.first + static_cast<std::int64_t>(random.below(range)));
  else
    tensor = Tensor::zeros(wanted.type);
  return {};
}

// Draws the samples of all ranks and keeps those of one.
Status fill(const SourceTensor& wanted, const BatchLoaderOptions& loading, Random& random, Tensor& tensor) {
  if (loading.ranks == 1) return fillAll(wanted, random, tensor);
  SourceTensor all = wanted;
  std::vector<std::int64_t> extents(wanted.type.shape.begin(), wanted.type.shape.end());
  extents[0] = loading.batch;
  FOVEA_TRY(all.type.shape, Shape::make(extents));
  Tensor drawn;
  FOVEA_CHECK(fillAll(all, random, drawn));
  FOVEA_TRY(tensor, Tensor::tryMake(wanted.type));
  const std::size_t row = drawn.bytes() / static_cast<std::size_t>(loading.batch);
  const auto first = static_cast<std::size_t>(shareOfBatch(loading.batch, loading.rank, loading.ranks).first);
  std::memcpy(tensor.raw(), static_cast<const std::byte*>(drawn.raw()) + row * first, tensor.bytes());
  return {};
}

// `make` opens a source for a request.
class MadeSupply : public BatchSupply {
 public:
  using Make = Result<std::unique_ptr<BatchSource>> (*)(const SourceRequest& request);
  MadeSupply(const char* name, Make make) : make_(make) { info_.name = name; }

  const DatasetInfo& info() const override { return info_; }
  bool madeForStep() const override { return true; }
  std::int64_t size(Split) const override { return 0; }
  bool endless() const override { return true; }
  Result<std::unique_ptr<BatchSource>> open(const SourceRequest& request) const override { return make_(request); }

 private:
  DatasetInfo info_;
  Make make_;
};

template <bool repeated>
Result<std::unique_ptr<BatchSource>> makeSynthetic(const SourceRequest& request) {
  FOVEA_TRY(auto source, SyntheticBatches::create(request, repeated));
  return std::unique_ptr<BatchSource>(std::move(source));
}

Result<std::unique_ptr<BatchSource>> makeEmpty(const SourceRequest& request) {
  if (request.loading.batch < 1)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A batch has at least one sample, not {}.", request.loading.batch));
  auto source = std::make_unique<EmptyBatches>(request.loading.batch);
  FOVEA_CHECK(source->restore({request.loading.startEpoch, request.loading.startPosition}));
  return std::unique_ptr<BatchSource>(std::move(source));
}

}  // namespace

Result<std::unique_ptr<SyntheticBatches>> SyntheticBatches::create(const SourceRequest& request, bool repeated) {
  const std::int64_t batch = request.loading.batch;
  if (batch < 1)
    return fail(ErrorCode::InvalidArgument, fmt::format("A batch has at least one sample, not {}.", batch));
  for (const SourceTensor& tensor : request.inputs) FOVEA_CHECK(checkTensor(tensor, request.loading));
  if (request.target) FOVEA_CHECK(checkTensor(*request.target, request.loading));
  auto source = std::unique_ptr<SyntheticBatches>(new SyntheticBatches(request, repeated));
  FOVEA_CHECK(source->restore({request.loading.startEpoch, request.loading.startPosition}));
  return source;
}

// Draws the batch at `sample_`; a repeated batch has always the numbers of the first one.
Status SyntheticBatches::draw() {
  const std::int64_t wanted = repeated_ ? 0 : sample_ / request_.loading.batch;
  if (drawnFor_ == wanted) return {};
  drawnFor_ = -1;
  Random random(request_.loading.seed, kSyntheticStream | static_cast<std::uint64_t>(wanted));
  inputs_.clear();
  for (const SourceTensor& tensor : request_.inputs) {
    inputs_.push_back({tensor.name, {}});
    FOVEA_CHECK(fill(tensor, request_.loading, random, inputs_.back().values));
  }
  if (request_.target) FOVEA_CHECK(fill(*request_.target, request_.loading, random, target_));
  drawnFor_ = wanted;
  return {};
}

Result<Batch> SyntheticBatches::next() {
  const auto begun = std::chrono::steady_clock::now();
  FOVEA_CHECK(draw());
  const BatchLoaderOptions& loading = request_.loading;
  const BatchShare share = shareOfBatch(loading.batch, loading.rank, loading.ranks);
  Batch batch = batchAt(sample_ + share.first, share.count);
  batch.firstPosition = sample_;
  batch.whole = loading.ranks == 1 ? 0 : loading.batch;
  batch.inputs = inputs_;
  batch.target = target_;
  sample_ = batch.nextPosition();
  ++loading_.batches;
  loading_.samples += batch.size();
  loading_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return batch;
}

Status SyntheticBatches::restore(const SourcePosition& position) {
  FOVEA_CHECK(checkMadePosition(position, request_.loading.batch));
  sample_ = position.sample;
  return {};
}

Result<Batch> EmptyBatches::next() {
  Batch batch = batchAt(sample_, batch_);
  sample_ = batch.nextPosition();
  ++loading_.batches;
  loading_.samples += batch.size();
  return batch;
}

Status EmptyBatches::restore(const SourcePosition& position) {
  FOVEA_CHECK(checkMadePosition(position, batch_));
  sample_ = position.sample;
  return {};
}

std::shared_ptr<const BatchSupply> syntheticSupply(bool repeated) {
  return std::make_shared<MadeSupply>("synthetic batches", repeated ? makeSynthetic<true> : makeSynthetic<false>);
}

std::shared_ptr<const BatchSupply> emptySupply() {
  return std::make_shared<MadeSupply>("no samples", makeEmpty);
}

}  // namespace fovea
