#include "core/inspect/trace_question.h"

namespace fovea {

Result<TraceAnswer> traceSample(const InspectionEngine::Desk& desk, const InspectionRequest& request) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.checkpoint));
  FOVEA_TRY(ModelInspector* const inspector, model->inspector());
  FOVEA_TRY(NetworkTracer* const tracer, model->tracer());
  FOVEA_TRY(const RequestedSample shown, requestedSample(request, *inspector));
  FOVEA_TRY(const Tensor input, inspector->networkInput(shown.sample.input));
  TraceAnswer answer{request, {}, shown.truth};
  FOVEA_TRY(answer.trace,
            tracer->trace(input, shown.sample.label < std::ssize(inspector->classes()) ? shown.sample.label : -1));
  return answer;
}

}  // namespace fovea
