// Why: a diagnosis needs the records of a run, its checkpoint and its data. This collects what exists and reports what
// was examined and what could not be.
#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/json.h"
#include "core/inspect/diagnosis.h"
#include "core/inspect/inspection_engine.h"

namespace fovea {

struct DiagnosisAnswer {
  std::vector<Diagnosis> findings;  // the result of diagnose()
  // Numbers of examined items; 0 if there were none of that kind.
  std::int64_t points = 0;  // points of the training curves
  std::int64_t epochs = 0;
  std::int64_t layers = 0;  // layers measured on `batches` batches with `samples` samples
  std::int64_t batches = 0;
  std::int64_t samples = 0;
  std::int64_t records = 0;  // samples of the data set that were compared with each other
  // Why the layers or the data were not examined.
  std::vector<Error> missing{};
};

// Adds measurements to `facts`, which hold the records and the data set, and diagnoses them. `checkpoint` may be null.
// Errors of the checkpoint, the data set and the device are collected in DiagnosisAnswer::missing; the function itself
// fails only with Cancelled.
Result<DiagnosisAnswer> diagnoseRun(RunFacts facts, const Checkpoint* checkpoint, std::shared_ptr<Device> device,
                                    const ProgressFunction& progress, const CancelToken& cancel);

// The same as a question to the engine; a Job.
struct DiagnosisRequest {
  RunFacts facts;                    // the records and the data set
  std::filesystem::path checkpoint;  // empty: the run has none
};
Result<DiagnosisAnswer> diagnoseRun(const InspectionEngine::Desk& desk, const DiagnosisRequest& request,
                                    const ProgressFunction& progress);

// Returns {"findings": [{"kind", "severity", "title", "text", "evidence", "fixes", "explains"}], "looked_at": {…},
// "not_looked_at": […]}. Samples are identified by their record numbers.
Json diagnosisJson(const DiagnosisAnswer& answer);

}  // namespace fovea
