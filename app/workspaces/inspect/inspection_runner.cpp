#include "app/workspaces/inspect/inspection_runner.h"

#include <QtConcurrent/QtConcurrentRun>

#include "core/base/guarded.h"
#include "core/data/image_file.h"

namespace fovea {

// The checkpoint that was asked last, ready to be asked again.
struct InspectionRunner::Model {
  std::shared_ptr<const BackendRegistry> backends;
  std::shared_ptr<Device> device;
  std::filesystem::path checkpoint;
  std::filesystem::file_time_type written;
  std::unique_ptr<ModelInspector> inspector;
  std::vector<LayerFilters> filters;

  Status load(const std::filesystem::path& file);
};

namespace {

struct Picture {
  Tensor image;
  std::optional<std::string> truth;
};

Result<Picture> pictureOf(const InspectionRequest& request, const Shape& shape) {
  Picture picture;
  if (!request.imageFile.empty()) {
    FOVEA_TRY(picture.image, readImageFile(request.imageFile, shape));
    return picture;
  }
  if (!request.dataset)
    return fail(ErrorCode::InvalidArgument, "There is no sample to look at.", "Import a data set, or open an image.");
  FOVEA_TRY(const Sample sample, request.dataset->sample(request.split, request.index));
  picture.image = sample.input;
  const auto& classes = request.dataset->info().classes;
  if (sample.label >= 0 && static_cast<std::size_t>(sample.label) < classes.size())
    picture.truth = classes[static_cast<std::size_t>(sample.label)];
  return picture;
}

LayerResult layerResult(LayerActivation activation, const std::vector<LayerFilters>& filters) {
  LayerResult result;
  const auto values = activation.values.values<float>();
  result.channels = channelStatistics(activation.values);
  result.all = statisticsOf(values);
  result.histogram = histogramOf(values, kHistogramBins);
  for (const LayerFilters& each : filters)
    if (each.layer == activation.layer) result.filters = each.weights;
  result.activation = std::move(activation);
  return result;
}

}  // namespace

Status InspectionRunner::Model::load(const std::filesystem::path& file) {
  std::error_code code;
  const auto now = std::filesystem::last_write_time(file, code);
  if (inspector && checkpoint == file && !code && now == written) return {};
  // A former model goes first, so that two never lie in memory.
  inspector.reset();
  filters.clear();
  FOVEA_TRY(const Checkpoint read, readCheckpoint(file));
  if (!device) {
    FOVEA_TRY(device, backends->open("cpu"));
  }
  FOVEA_TRY(auto made, ModelInspector::create(read, device));
  FOVEA_TRY(filters, made->filters());
  inspector = std::move(made);
  checkpoint = file;
  written = now;
  return {};
}

InspectionRunner::InspectionRunner(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent), model_(std::make_shared<Model>()) {
  model_->backends = std::move(backends);
  connect(&watcher_, &QFutureWatcher<Answer>::finished, this, &InspectionRunner::deliver);
}

Result<InspectionResult> InspectionRunner::answer(Model& model, const InspectionRequest& request) {
  FOVEA_CHECK(model.load(request.checkpoint));
  FOVEA_TRY(Picture picture, pictureOf(request, model.inspector->imageShape()));
  FOVEA_TRY(Inspection inspection, model.inspector->inspect(picture.image));
  InspectionResult result;
  result.request = request;
  result.image = std::move(picture.image);
  result.truth = std::move(picture.truth);
  result.classes = model.inspector->classes();
  result.prediction = std::move(inspection.prediction);
  for (LayerActivation& activation : inspection.activations)
    result.layers.push_back(layerResult(std::move(activation), model.filters));
  return result;
}

void InspectionRunner::request(InspectionRequest request) {
  if (running_) {
    next_ = std::move(request);
    return;
  }
  start(std::move(request));
  Q_EMIT busyChanged(true);
}

void InspectionRunner::cancel() {
  next_.reset();
  discard_ = running_;
}

void InspectionRunner::start(InspectionRequest request) {
  running_ = true;
  discard_ = false;
  // The thread shares the model: it may outlive this object by one answer.
  watcher_.setFuture(QtConcurrent::run([model = model_, request = std::move(request)]() -> Answer {
    return std::make_shared<const Result<InspectionResult>>(guarded([&] { return answer(*model, request); }));
  }));
}

void InspectionRunner::deliver() {
  const Answer answer = watcher_.result();
  if (next_) {
    InspectionRequest request = std::move(*next_);
    next_.reset();
    start(std::move(request));
    return;
  }
  running_ = false;
  Q_EMIT busyChanged(false);
  if (std::exchange(discard_, false)) return;
  if (answer->ok())
    Q_EMIT finished(std::shared_ptr<const InspectionResult>(answer, &answer->value()));
  else
    Q_EMIT failed(answer->error());
}

}  // namespace fovea
