#include "core/backends/cuda/module/losses/ctc_plans.h"

#include "core/backends/cuda/module/losses/ctc_library.h"

namespace fovea::cuda {
namespace {

class LibraryPass {
 public:
  LibraryPass(ContextPointer context, const CtcShape& shape, std::shared_ptr<CtcLibrary> library)
      : context_(std::move(context)), shape_(shape), library_(std::move(library)) {
    const std::int64_t cells = shape.batch * shape.steps * shape.classes;
    scores_ = scratch_.take(bytesOf<float>(cells));
    gradients_ = scratch_.take(bytesOf<float>(cells));
    costs_ = scratch_.take(bytesOf<float>(shape.batch));
    labels_ = scratch_.take(bytesOf<std::int32_t>(shape.batch * shape.targets));
    for (std::size_t& counts : counts_) counts = scratch_.take(bytesOf<std::int32_t>(shape.batch));
    totals_ = scratch_.take(bytesOf<double>(shape.batch));
    workspace_ = scratch_.take(library_->workspaceBytes());
  }
  std::size_t scratchBytes() const { return scratch_.bytes(); }

  Status operator()(const KernelArguments& a) const {
    const CtcPacked packed{
        at<float>(a, scores_),           at<std::int32_t>(a, labels_), at<std::int32_t>(a, counts_[0]),
        at<std::int32_t>(a, counts_[1]), at<float>(a, costs_),         at<float>(a, gradients_),
        at<std::int32_t>(a, counts_[2]), at<double>(a, totals_)};
    FOVEA_CUDA_CALL(
        packCtc(shape_, in<float>(a, 0), in<std::int32_t>(a, 1), ctcLengths<float>(a), packed, context_->stream()));
    FOVEA_CHECK(library_->run(context_->dnn(), packed, scratchAt(a, workspace_)));
    return statusOf(unpackCtc(shape_, packed, out<float>(a, 0), out<float>(a, 1), context_->stream()), "unpackCtc");
  }

 private:
  template <class T>
  static std::size_t bytesOf(std::int64_t count) {
    return static_cast<std::size_t>(count) * sizeof(T);
  }
  template <class T>
  static T* at(const KernelArguments& a, std::size_t offset) {
    return static_cast<T*>(scratchAt(a, offset));
  }

  ContextPointer context_;
  CtcShape shape_;
  std::shared_ptr<CtcLibrary> library_;
  ScratchPlan scratch_;
  std::size_t scores_, gradients_, costs_, labels_, totals_, workspace_;
  std::size_t counts_[3];
};

}  // namespace

CtcShape ctcShapeOf(const KernelRequest& request) {
  const Shape &scores = request.inputs[0].shape, &targets = request.inputs[1].shape;
  return {scores[0],
          scores[1],
          scores[2],
          targets[1],
          request.attributes.integer("blank"),
          request.attributes.boolean("skip_impossible")};
}

bool ctcLibraryTakes(const KernelRequest& request) {
  const CtcShape s = ctcShapeOf(request);
  constexpr std::int64_t kMostCells = (std::int64_t{1} << 31) - 1;
  return request.inputs[0].dtype == DataType::Float32 && !request.exact && s.blank == 0 && s.classes > 1 &&
         s.batch > 0 && s.targets > 0 && s.targets <= CtcLibrary::kMostTargets &&
         s.batch * s.steps <= kMostCells / s.classes;
}

Result<KernelPlan> ctcLibraryPlan(const KernelRequest& request, const ContextPointer& context) {
  const CtcShape shape = ctcShapeOf(request);
  FOVEA_TRY(auto library, CtcLibrary::create(context->dnn(), shape));
  LibraryPass pass(context, shape, std::move(library));
  const std::size_t scratch = pass.scratchBytes();
  KernelPlan plan = densePlan(request, std::move(pass), scratch, "cudnn");
  plan.approximate = true;  // computes in f32, own kernels in f64
  return plan;
}

}  // namespace fovea::cuda
