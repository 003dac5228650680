// Why: a diagnosis needs the records of a run, its checkpoint and its data. This gathers what there is, and says what
// was looked at and what could not be.
#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/json.h"
#include "core/inspect/diagnosis.h"
#include "core/inspect/inspection_engine.h"

namespace fovea {

struct DiagnosisAnswer {
  std::vector<Diagnosis> findings;  // as diagnose()
  // What was looked at; 0: nothing of that kind.
  std::int64_t points = 0;  // of the training curves
  std::int64_t epochs = 0;
  std::int64_t layers = 0;  // on `batches` batches with `samples` samples
  std::int64_t batches = 0;
  std::int64_t samples = 0;
  std::int64_t records = 0;  // of the data set, compared with each other
  // Why the layers or the data were not looked at.
  std::vector<Error> missing{};
};

// Completes `facts`, which hold the records and the data set, and diagnoses. `checkpoint` may be null. Errors of the
// checkpoint, the data set and the device become DiagnosisAnswer::missing; only Cancelled fails.
Result<DiagnosisAnswer> diagnoseRun(RunFacts facts, const Checkpoint* checkpoint, std::shared_ptr<Device> device,
                                    const ProgressFunction& progress, const CancelToken& cancel);

// The same as a question. It is a Job.
struct DiagnosisRequest {
  RunFacts facts;                    // the records and the data set
  std::filesystem::path checkpoint;  // empty: the run has none
};
Result<DiagnosisAnswer> diagnoseRun(const InspectionEngine::Desk& desk, const DiagnosisRequest& request,
                                    const ProgressFunction& progress);

// {"findings": [{"kind", "severity", "title", "text", "evidence", "fixes", "explains"}], "looked_at": {…},
// "not_looked_at": […]}. Samples are named by their records.
Json diagnosisJson(const DiagnosisAnswer& answer);

}  // namespace fovea
