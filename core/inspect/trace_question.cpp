#include "core/inspect/trace_question.h"

#include "core/data/loading/batch_maker.h"
#include "core/train/batch_feed.h"

namespace fovea {

Result<Tensor> targetOfSample(const Checkpoint& checkpoint, const Dataset& dataset, Split split, std::int64_t index) {
  const DatasetInfo& info = dataset.info();
  if (info.lengths) return Tensor();
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(checkpoint.network, {NetworkMode::Evaluation, 1, 0}));
  if (!lowered.loss.valid()) return Tensor();
  FOVEA_TRY(const StepGraph step, stepOf(std::move(lowered)));
  const Feed* const feed = step.feeds.find(FeedRole::Target);
  if (!feed) return Tensor();
  const TransformList transforms = deterministicPart(checkpoint.transforms);
  FOVEA_TRY(const TransformPlan plan,
            TransformPlan::make(transforms, {info.inputType, info.sampleShape}, info.uniform));
  const auto source = chooseTarget(step, info, batchInputType(info, plan));
  if (!source.ok()) return Tensor();
  FOVEA_TRY(const BatchMaker maker,
            BatchMaker::make(dataset, transforms, wantedTarget(*source, step), checkpoint.parts));
  FOVEA_TRY(Batch batch, maker.allocate(1));
  batch.indices = {index};
  BatchMaker::Scratch scratch;
  FOVEA_CHECK(maker.fill(split, 0, batch, scratch));
  return makeTarget(*source, feed->type, batch);
}

Result<TraceAnswer> traceSample(const InspectionEngine::Desk& desk, const InspectionRequest& request) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  FOVEA_TRY(NetworkTracer* const tracer, model->tracer());
  FOVEA_TRY(const RequestedSample shown, requestedSample(request, *inspector));
  FOVEA_TRY(const Tensor input, inspector->networkInput(shown.sample.input));
  TraceAnswer answer{request, {}, shown.truth};
  Tensor target;
  const bool ofDataset = request.dataset && request.imageFile.empty() && !request.live;
  if (!tracer->comparesLabel() && ofDataset) {
    FOVEA_TRY(target, targetOfSample(model->checkpoint(), *request.dataset, request.split, request.index));
  }
  const std::int64_t label = shown.sample.label < std::ssize(inspector->classes()) ? shown.sample.label : -1;
  FOVEA_TRY(answer.trace, tracer->trace(input, label, target));
  return answer;
}

}  // namespace fovea
