// Why: an explanation takes longer than a look at the layers, so it is worked out apart from it, and a later question
// stops the one that runs. GUI thread only.
#pragma once
#include <filesystem>
#include <memory>

#include "app/bridge/latest_task.h"
#include "core/inspect/attribution.h"

namespace fovea {

// A question: the checkpoint that is asked, the sample as the data set holds it, and the method.
struct ExplanationRequest {
  std::filesystem::path checkpoint;
  std::string written;  // when: the same file may be written again
  Tensor sample;
  AttributionOptions options;
};

class Explainer {
 public:
  explicit Explainer(std::shared_ptr<const BackendRegistry> backends);
  // Stops what runs, and waits for that.
  ~Explainer();

  // `deliver` hears of the answer, unless another question comes before or cancel() is called.
  void ask(ExplanationRequest request, std::function<void(const Result<Attribution>&)> deliver);
  void cancel();
  bool busy() const { return task_.busy(); }

 private:
  struct Model;
  static Result<Attribution> answer(Model& model, const ExplanationRequest& request, const CancelToken& cancel);

  std::shared_ptr<Model> model_;  // touched by the question that runs, and by nobody else meanwhile
  CancelToken running_;
  LatestTask<Attribution> task_;
};

}  // namespace fovea
