#include "core/inspect/questions.h"

#include <algorithm>
#include <functional>

#include "core/inspect/evaluation_store.h"
#include "core/inspect/image_sample.h"
#include "core/inspect/layer_picture.h"
#include "core/inspect/sound_sample.h"
#include "core/inspect/typed_text.h"
#include "core/network/network_analysis.h"

namespace fovea {
namespace {

// Converts symbols to numbers, so that all layers are shown in the same way.
Tensor asReal(const Tensor& values) {
  if (values.dtype() != DataType::Int32) return values;
  Tensor real = Tensor::make({DataType::Float32, values.shape()});
  std::ranges::transform(values.values<std::int32_t>(), real.data<float>(),
                         [](std::int32_t symbol) { return static_cast<float>(symbol); });
  return real;
}

// Returns the values with one row per channel; the units of a layer over steps are its channels.
Tensor byChannel(const LayerActivation& activation) {
  if (!activation.steps) return activation.values;
  const Tensor plane = layerPicture(activation.values, true);
  return plane.reshaped(Shape{plane.shape()[1], plane.shape()[2]});
}

LayerResult layerResult(LayerActivation activation, const std::vector<LayerFilters>& filters) {
  LayerResult result;
  activation.values = asReal(activation.values);
  const auto values = activation.values.values<float>();
  result.channels = channelStatistics(byChannel(activation));
  result.all = statisticsOf(values);
  result.histogram = histogramOf(values, kHistogramBins);
  for (const LayerFilters& each : filters)
    if (each.layer == activation.layer) result.filters = each.weights;
  result.activation = std::move(activation);
  return result;
}

// Chooses the batch size so that pauses are frequent, whatever the cost of the network.
std::int64_t batchFor(const Checkpoint& checkpoint) {
  const double each = analyzeNetwork(checkpoint.network).flopsPerSample;
  const std::int64_t most = usualBatch(checkpoint);
  return each > 0 ? std::clamp(static_cast<std::int64_t>(kEvaluationFlops / each), std::int64_t{1}, most) : most;
}

// Returns the last row of [T, K], most probable symbol first.
std::vector<ClassProbability> nextSymbols(const Tensor& predictions) {
  const std::int64_t symbols = predictions.shape()[1];
  const std::span<const float> last = predictions.values<float>().last(static_cast<std::size_t>(symbols));
  std::vector<ClassProbability> next;
  for (std::int64_t symbol = 0; symbol < symbols; ++symbol)
    next.push_back({symbol, {}, static_cast<double>(last[static_cast<std::size_t>(symbol)])});
  std::ranges::stable_sort(next, std::greater(), &ClassProbability::probability);
  return next;
}

}  // namespace

DatasetInfo datasetOf(const InspectionRequest& request) {
  return request.dataset ? request.dataset->info() : DatasetInfo();
}

Result<RequestedSample> requestedSample(const InspectionRequest& request, const ModelInspector& inspector) {
  RequestedSample found;
  found.sample.label = -1;
  if (request.live) {
    found.sample.input = *request.live;
    const bool picture = request.live->dtype() == DataType::UInt8 && request.live->shape().rank() == 3;
    if (picture) {
      FOVEA_TRY(found.sample.input, inspector.fitted(*request.live));
    } else if (request.live->dtype() == DataType::Int32) {
      found.sample.input = fittedSymbols(*request.live, inspector.sampleShape(), symbolKind(datasetOf(request)));
    }
    return found;
  }
  if (!request.imageFile.empty() && isSoundFile(request.imageFile)) {
    if (!request.dataset)
      return fail(ErrorCode::InvalidArgument, "There is no data set that says how sounds enter the network.");
    FOVEA_TRY(found.sample.input, soundSample(request.imageFile, request.dataset->info()));
    return found;
  }
  if (!request.imageFile.empty()) {
    FOVEA_TRY(ImageSample image, readImageSample(request.imageFile, inspector));
    found.sample.input = std::move(image.sample);
    return found;
  }
  if (!request.dataset)
    return fail(ErrorCode::InvalidArgument, "There is no sample to look at.", "Import a data set, or open an image.");
  FOVEA_TRY(found.sample, request.dataset->sample(request.split, request.index));
  const auto& classes = request.dataset->info().classes;
  const std::int64_t label = found.sample.label;
  if (label >= 0 && label < std::ssize(classes)) found.truth = classes[static_cast<std::size_t>(label)];
  return found;
}

Result<InspectionResult> inspectSample(const InspectionEngine::Desk& desk, const InspectionRequest& request) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  FOVEA_TRY(const std::vector<LayerFilters>* const filters, model->filters());
  FOVEA_TRY(RequestedSample shown, requestedSample(request, *inspector));
  FOVEA_TRY(Inspection inspection, inspector->inspect(shown.sample));
  InspectionResult result;
  result.request = request;
  result.image = shown.sample.input;
  result.sample = std::move(shown.sample);
  result.truth = std::move(shown.truth);
  result.classes = inspector->classes();
  result.prediction = std::move(inspection.prediction);
  result.notNumbers = inspection.notNumbers;
  result.kind = inspector->answers();
  if (!result.notNumbers) {
    result.answer = readAnswer(result.kind, inspection.predictions, static_cast<double>(result.sample.length));
    if (result.kind == AnswerKind::Symbols) result.next = nextSymbols(inspection.predictions);
    if (result.kind == AnswerKind::Mask)
      result.rightShare =
          rightShare(inspection.predictions, result.sample.target, ignoredLabel(model->checkpoint().network));
    if (result.kind == AnswerKind::Boxes) {
      FOVEA_TRY(result.boxes, readBoxes(result.answer.boxes, model->checkpoint().transforms, result.image.type(),
                                        result.sample.boxes));
    }
  }
  for (LayerActivation& activation : inspection.activations)
    result.layers.push_back(layerResult(std::move(activation), *filters));
  return result;
}

Result<ReceptiveField> fieldOfValue(const InspectionEngine::Desk& desk, const FieldRequest& request) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  return inspector->receptiveField(request.layer, request.at);
}

Result<Attribution> explainSample(const InspectionEngine::Desk& desk, const ExplanationRequest& request,
                                  const ProgressFunction& progress) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  FOVEA_TRY(const Tensor input, inspector->networkInput(request.sample));
  const auto report = [&](const Progress& now) {
    desk.pause();
    if (progress) progress(now);
  };
  // Pauses answer Looks, which may use the warm attributor, so a job creates its own.
  if (isLong(request.options.method)) {
    FOVEA_TRY(const auto own, Attributor::create(model->checkpoint(), model->device()));
    return own->explain(input, request.options, desk.cancel, report);
  }
  FOVEA_TRY(Attributor* const attributor, model->attributor());
  return attributor->explain(input, request.options, desk.cancel);
}

Result<SanityCheck> checkExplanation(const InspectionEngine::Desk& desk, const ExplanationRequest& request,
                                     const ProgressFunction& progress) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  FOVEA_TRY(const Tensor input, inspector->networkInput(request.sample));
  return checkSanity(model->checkpoint(), model->device(), input, request.options, {}, desk.cancel,
                     [&](const Progress& now) {
                       desk.pause();
                       if (progress) progress(now);
                     });
}

Result<DeviceComparison> compareWith(const InspectionEngine::Desk& desk, const DeviceQuestion& question,
                                     const ProgressFunction& progress) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(question.subject.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  FOVEA_TRY(const RequestedSample shown, requestedSample(question.subject, *inspector));
  FOVEA_TRY(const auto device, desk.models.backends().open(question.device));
  return compareDevices(model->checkpoint(), model->device(), device, shown.sample, desk.cancel,
                        [&](const Progress& now) {
                          desk.pause();
                          if (progress) progress(now);
                        });
}

Result<std::vector<DeviceInfo>> otherDevices(const InspectionEngine::Desk& desk) {
  std::vector<DeviceInfo> others;
  for (const auto& backend : desk.models.backends().backends()) {
    const auto devices = backend->devices();
    if (!devices.ok()) continue;  // no device of this kind
    for (const DeviceInfo& device : *devices)
      if (device.id != desk.models.deviceName() && device.id != "null") others.push_back(device);
  }
  return others;
}

Result<SampleReply> answerSample(const InspectionEngine::Desk& desk, const SampleRequest& request) {
  if (!request.dataset) return fail(ErrorCode::InvalidArgument, "There is no sample to look at.");
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  SampleReply reply;
  reply.request = request;
  FOVEA_TRY(reply.sample, request.dataset->sample(request.split, request.index));
  FOVEA_TRY(const Tensor values, inspector->predict(reply.sample));
  reply.kind = inspector->answers();
  reply.answer = readAnswer(reply.kind, values, static_cast<double>(reply.sample.length));
  reply.classes = inspector->classes();
  if (reply.kind == AnswerKind::Boxes) {
    FOVEA_TRY(reply.boxes, readBoxes(reply.answer.boxes, model->checkpoint().transforms, reply.sample.input.type(),
                                     reply.sample.boxes));
  }
  if (reply.kind != AnswerKind::Classes) return reply;
  const auto attributor = model->attributor();
  if (!attributor.ok() || (*attributor)->layersWithPositions().empty()) return reply;
  const auto input = inspector->networkInput(reply.sample.input);
  if (!input.ok()) return reply;
  AttributionOptions options;
  options.method = AttributionMethod::GradCam;
  if (auto why = (*attributor)->explain(*input, options, desk.cancel); why.ok()) reply.why = std::move(*why);
  return reply;
}

Result<EvaluationAnswer> evaluateSplit(const InspectionEngine::Desk& desk, const EvaluationRequest& request,
                                       const ProgressFunction& progress) {
  if (!request.dataset)
    return fail(ErrorCode::InvalidArgument, "There is no data set to evaluate on.", "Import a data set.");
  EvaluationAnswer answer;
  answer.request = request;
  const EvaluationStore store(request.store);
  EvaluationKey key;
  if (!request.store.empty()) {
    FOVEA_TRY(key, evaluationKey(request.checkpoint, *request.dataset, request.split, desk.cancel));
    if (auto found = store.find(key); found.ok() && *found) {
      answer.evaluation = std::move(**found);
      answer.stored = true;
      return answer;
    }
  }
  if (request.onlyStored) return fail(ErrorCode::NotFound, "This split has not been evaluated yet.");
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  EvaluationOptions options;
  options.batch = batchFor(model->checkpoint());
  const auto report = [&](const Progress& now) {
    desk.pause();
    if (progress) progress(now);
  };
  FOVEA_TRY(answer.evaluation, evaluate(model->checkpoint(), *request.dataset, request.split, model->device(), options,
                                        desk.cancel, report));
  if (!request.store.empty())
    if (const Status kept = store.keep(key, answer.evaluation); !kept.ok()) answer.notKept = kept.error();
  return answer;
}

Result<LayersAnswer> layersToProject(const InspectionEngine::Desk& desk, const std::filesystem::path& checkpoint) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  LayersAnswer answer{checkpoint, inspector->layers(), -1, inspector->classes()};
  std::erase_if(answer.layers, [](const LayerOutput& layer) { return layer.type.dtype != DataType::Float32; });
  if (answer.layers.empty()) return answer;
  answer.telling = static_cast<int>(answer.layers.size()) - 1;
  const std::int64_t last = answer.layers.back().type.shape.elementCount();
  for (int i = answer.telling; i > 0; --i)
    if (answer.layers[static_cast<std::size_t>(i)].type.shape.elementCount() > last) {
      answer.telling = i;
      break;
    }
  return answer;
}

namespace {

// Sets the errors of samples whose answer is no class, by comparison with the targets in the data set. Errors stay
// unset if the task has no such targets.
Status addErrors(const WarmModel& model, const ProjectionRequest& request, std::vector<SampleAnswer>& answers,
                 const CancelToken& cancel, const ProgressFunction& progress) {
  EvaluationOptions options;
  options.batch = batchFor(model.checkpoint());
  options.hardest = 0;
  options.only.emplace();
  for (const SampleAnswer& answer : answers) options.only->push_back(answer.index);
  const auto evaluation =
      evaluate(model.checkpoint(), *request.dataset, request.split, model.device(), options, cancel, progress);
  if (!evaluation.ok() && evaluation.error().code == ErrorCode::Cancelled) return evaluation.error();
  if (!evaluation.ok()) return {};
  for (SampleAnswer& answer : answers) {
    const auto found = std::ranges::lower_bound(evaluation->answers, answer.index, {}, &SampleAnswer::index);
    if (found == evaluation->answers.end() || found->index != answer.index) continue;
    answer.truth = found->truth;
    answer.answer = found->answer;
    answer.error = found->error;
  }
  return {};
}

}  // namespace

Result<ProjectionAnswer> projectLayer(const InspectionEngine::Desk& desk, const ProjectionRequest& request,
                                      const ProgressFunction& progress) {
  if (!request.dataset)
    return fail(ErrorCode::InvalidArgument, "There is no data set whose samples could be projected.",
                "Import a data set.");
  if (request.samples > kMostProjected)
    return fail(ErrorCode::InvalidArgument, "A projection shows at most 50,000 samples.", "Choose fewer samples.");
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  const auto report = [&](const Progress& now) {
    desk.pause();
    if (progress) progress(now);
  };
  // Pauses answer Looks with this same inspector. This is safe, since each sample is one complete run.
  FOVEA_TRY(LayerRows rows, layerRows(*inspector, *request.dataset, request.split, request.layer, request.samples,
                                      desk.cancel, report));
  ProjectionAnswer answer;
  answer.request = request;
  answer.request.before.reset();
  answer.dimensions = rows.rows.shape()[1];
  answer.kind = rows.kind;
  answer.answers = std::move(rows.answers);
  if (answer.kind != AnswerKind::Classes) FOVEA_CHECK(addErrors(*model, request, answer.answers, desk.cancel, report));
  const ProjectionAnswer* before = request.before.get();
  const auto sameSample = [](const SampleAnswer& a, const SampleAnswer& b) { return a.index == b.index; };
  if (before && !std::ranges::equal(before->answers, answer.answers, sameSample)) before = nullptr;
  ProjectionOptions options = request.options;
  if (before) options.tsne.start = options.umap.start = before->points;
  FOVEA_TRY(answer.points, projectRows(rows.rows, options, desk.cancel, report));
  if (before) answer.points = alignedPoints(answer.points, before->points);
  return answer;
}

}  // namespace fovea
