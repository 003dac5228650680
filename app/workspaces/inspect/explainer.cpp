#include "app/workspaces/inspect/explainer.h"

#include "core/inspect/model_inspector.h"

namespace fovea {

// The checkpoint that was asked last, ready to be asked again.
struct Explainer::Model {
  std::shared_ptr<const BackendRegistry> backends;
  std::shared_ptr<Device> device;
  std::filesystem::path checkpoint;
  std::string written;
  std::unique_ptr<ModelInspector> inspector;  // brings a sample to what the network takes
  std::unique_ptr<Attributor> attributor;

  Status load(const ExplanationRequest& request) {
    if (attributor && checkpoint == request.checkpoint && written == request.written) return {};
    attributor.reset();  // a former model goes first, so that two never lie in memory
    inspector.reset();
    FOVEA_TRY(const Checkpoint read, readCheckpoint(request.checkpoint));
    if (!device) {
      FOVEA_TRY(device, backends->open("cpu"));
    }
    FOVEA_TRY(inspector, ModelInspector::create(read, device));
    FOVEA_TRY(attributor, Attributor::create(read, device));
    checkpoint = request.checkpoint;
    written = request.written;
    return {};
  }
};

Explainer::Explainer(std::shared_ptr<const BackendRegistry> backends) : model_(std::make_shared<Model>()) {
  model_->backends = std::move(backends);
}

Explainer::~Explainer() {
  running_.cancel();
}

Result<Attribution> Explainer::answer(Model& model, const ExplanationRequest& request, const CancelToken& cancel) {
  FOVEA_CHECK(model.load(request));
  FOVEA_TRY(const Tensor input, model.inspector->networkInput(request.sample));
  return model.attributor->explain(input, request.options, cancel);
}

void Explainer::ask(ExplanationRequest request, std::function<void(const Result<Attribution>&)> deliver) {
  running_.cancel();
  running_ = CancelToken();
  task_.ask(
      [model = model_, request = std::move(request), cancel = running_] { return answer(*model, request, cancel); },
      std::move(deliver));
}

void Explainer::cancel() {
  running_.cancel();
  task_.cancel();
}

}  // namespace fovea
