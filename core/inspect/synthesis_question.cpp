#include "core/inspect/synthesis_question.h"

#include "core/base/file.h"
#include "core/data/files/image_file.h"

namespace fovea {

Result<SynthesisResult> synthesise(const InspectionEngine::Desk& desk, const SynthesisRequest& request,
                                   const ProgressFunction& progress, const SynthesisWatcher& watch) {
  FOVEA_TRY(const std::shared_ptr<WarmModel> model, desk.models.find(request.from.checkpoint));
  FOVEA_TRY(Synthesizer* const synthesizer, model->synthesizer());
  Tensor start;
  const bool dream = request.options.method == SynthesisMethod::Dream;
  if (dream && !request.from.imageFile.empty() && !request.from.live) {
    FOVEA_TRY(const std::string bytes, readFile(request.from.imageFile, kMaximumImageFile));
    FOVEA_TRY(start, decodeImage(bytes));
  } else if (request.options.method != SynthesisMethod::Maximise) {
    FOVEA_TRY(ModelInspector* const inspector, model->inspector());
    FOVEA_TRY(const RequestedSample shown, requestedSample(request.from, *inspector));
    const bool picture = shown.sample.input.dtype() == DataType::UInt8 && shown.sample.input.shape().rank() == 3;
    start = shown.sample.input;
    if (!dream || !picture) {
      FOVEA_TRY(start, inspector->networkInput(shown.sample.input));
    }
  }
  const auto report = [&](const Progress& now) {
    desk.pause();
    if (progress) progress(now);
  };
  return synthesizer->run(request.options, start, desk.cancel, report, watch);
}

}  // namespace fovea
