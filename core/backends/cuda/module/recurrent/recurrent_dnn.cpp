#include "core/backends/cuda/module/recurrent/recurrent_dnn.h"

#include "core/backends/cuda/module/recurrent/recurrent_plan.h"

namespace fovea::cuda {
namespace {

enum ForwardInput { kFirstHidden = 5, kFirstCell = 6 };

bool isSame(const RecurrentGeometry& a, const RecurrentGeometry& b) {
  return a.cell == b.cell && a.batch == b.batch && a.steps == b.steps && a.inputs == b.inputs && a.units == b.units &&
         a.reverse == b.reverse;
}

// cuDNN's reserve, followed by further inputs of its backward pass: the weights and biases in cuDNN's format, whose
// memory the gradients reuse, and the initial states if they are given.
class DnnReserve final : public LayoutFormat {
 public:
  DnnReserve(std::shared_ptr<RecurrentLibrary> library, bool givesHidden, bool givesCell)
      : library_(std::move(library)), givesHidden_(givesHidden), givesCell_(givesCell) {}
  std::size_t bytes() const override { return cellAt() + (givesCell_ ? stateBytes() : 0) + kAlignment; }
  bool readable() const override { return false; }
  bool equals(const LayoutFormat& other) const override {
    const auto* reserve = dynamic_cast<const DnnReserve*>(&other);
    return reserve && reserve->library_ == library_ && reserve->givesHidden_ == givesHidden_ &&
           reserve->givesCell_ == givesCell_;
  }
  std::string toString() const override { return "cuDNN's own"; }

  const std::shared_ptr<RecurrentLibrary>& library() const { return library_; }
  // The parts of the reserve, whose memory need not be aligned.
  static void* kept(void* reserve) { return at(reserve, 0); }
  void* weights(void* reserve) const { return at(reserve, weightsAt()); }
  // Null if the initial state is zero.
  void* hidden(void* reserve) const { return givesHidden_ ? at(reserve, hiddenAt()) : nullptr; }
  void* cell(void* reserve) const { return givesCell_ ? at(reserve, cellAt()) : nullptr; }

 private:
  static constexpr std::size_t kAlignment = 256;
  static void* at(void* start, std::size_t offset) {
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    return reinterpret_cast<void*>((address + kAlignment - 1) / kAlignment * kAlignment + offset);
  }
  std::size_t stateBytes() const {
    const RecurrentProblem& problem = library_->problem();
    return alignedBytes(static_cast<std::size_t>(problem.geometry.block()) * byteSize(problem.type));
  }
  std::size_t weightsAt() const { return alignedBytes(library_->reserveBytes()); }
  std::size_t hiddenAt() const { return weightsAt() + alignedBytes(library_->weightBytes()); }
  std::size_t cellAt() const { return hiddenAt() + (givesHidden_ ? stateBytes() : 0); }

  std::shared_ptr<RecurrentLibrary> library_;
  bool givesHidden_, givesCell_;
};

const DnnReserve* reserveOf(const Layout& layout) {
  return dynamic_cast<const DnnReserve*>(layout.format());
}

// The steps around cuDNN's calls that forward and backward pass share.
class DnnPass {
 public:
  DnnPass(ContextPointer context, std::shared_ptr<RecurrentLibrary> library)
      : context_(std::move(context)),
        library_(std::move(library)),
        g_(library_->problem().geometry),
        workspace_(scratch_.take(library_->workspaceBytes())) {}
  std::size_t scratchBytes() const { return scratch_.bytes(); }
  std::string detail() const { return "cudnn " + library_->problem().method.name(); }

 protected:
  std::size_t elementBytes() const { return byteSize(library_->problem().type); }
  std::size_t stateBytes() const { return static_cast<std::size_t>(g_.block()) * elementBytes(); }
  bool ordersSteps() const { return library_->problem().method.stepsFirst; }
  // Reserves scratch memory for a sequence in cuDNN's layout, if that differs from the op's.
  std::size_t takeSequence(std::int64_t width) {
    const std::int64_t elements = ordersSteps() ? g_.batch * g_.steps * width : 0;
    return scratch_.take(static_cast<std::size_t>(elements) * elementBytes());
  }

  // The op's sequence in the library's layout, copied if needed.
  Result<const void*> toLibrary(std::int64_t width, const void* sequence, void* room) const {
    if (!ordersSteps()) return sequence;
    const std::int64_t pitch = g_.steps * width, step = g_.reverse ? -width : width;
    FOVEA_CHECK(reorder({g_.steps, g_.batch}, {step, pitch}, g_.time(0) * width, width, sequence, room));
    return static_cast<const void*>(room);
  }
  // The address where the library writes a sequence for the op, which fromLibrary() then copies.
  void* forLibrary(void* sequence, void* room) const { return ordersSteps() ? room : sequence; }
  Status fromLibrary(std::int64_t width, const void* room, void* sequence) const {
    if (!ordersSteps()) return {};
    const std::int64_t pitch = g_.batch * width, step = g_.reverse ? -pitch : pitch;
    return reorder({g_.batch, g_.steps}, {width, step}, g_.time(0) * pitch, width, room, sequence);
  }

  Status copyBytes(const void* source, std::size_t from, void* target, std::size_t to, std::size_t bytes) const {
    return copyOrClear(context_, static_cast<const std::byte*>(source) + from, static_cast<std::byte*>(target) + to,
                       bytes);
  }

  ContextPointer context_;
  std::shared_ptr<RecurrentLibrary> library_;
  RecurrentGeometry g_;
  ScratchPlan scratch_;
  std::size_t workspace_;

 private:
  // Writes rows of `width` elements, [extents[0], extents[1], width], from rows with `strides`.
  Status reorder(std::array<std::int64_t, 2> extents, std::array<std::int64_t, 2> strides, std::int64_t start,
                 std::int64_t width, const void* source, void* target) const {
    const auto rowBytes = width * static_cast<std::int64_t>(elementBytes());
    std::int64_t unit = 8;
    while (rowBytes % unit != 0) unit /= 2;
    const auto inUnits = [&](std::int64_t elements) {
      return elements * static_cast<std::int64_t>(elementBytes()) / unit;
    };
    BroadcastAxes axes;
    axes.rank = 3;
    const std::int64_t extent[] = {extents[0], extents[1], inUnits(width)};
    const std::int64_t stride[] = {inUnits(strides[0]), inUnits(strides[1]), 1};
    std::copy_n(extent, 3, axes.extent);
    std::copy_n(stride, 3, axes.strideA);
    const void* const first = static_cast<const std::byte*>(source) + inUnits(start) * unit;
    return statusOf(
        gather(extent[0] * extent[1] * extent[2], axes, static_cast<int>(unit), first, target, context_->stream()),
        "gather");
  }
};

class DnnForward : public DnnPass {
 public:
  DnnForward(ContextPointer context, std::shared_ptr<RecurrentLibrary> library, const KernelRequest& request)
      : DnnPass(std::move(context), std::move(library)),
        x_(takeSequence(g_.inputs)),
        y_(takeSequence(g_.units)),
        givesHidden_(hasInput(request, kFirstHidden)),
        givesCell_(hasInput(request, kFirstCell)) {
    if (g_.training)
      reserve_ = std::make_shared<DnnReserve>(library_, givesHidden_, givesCell_);
    else
      weights_ = scratch_.take(library_->weightBytes());
  }
  const std::shared_ptr<const DnnReserve>& reserve() const { return reserve_; }

  Status run(const KernelArguments& k) const {
    LibraryForward a;
    void* const weights = reserve_ ? reserve_->weights(k.outputs.back()) : scratchAt(k, weights_);
    FOVEA_CHECK(packWeights(k.inputs.subspan(1, 4), weights));
    a.weights = weights;
    FOVEA_TRY(a.x, toLibrary(g_.inputs, k.inputs[0], scratchAt(k, x_)));
    if (givesHidden_) a.hidden = k.inputs[kFirstHidden];
    if (givesCell_) a.cell = k.inputs[kFirstCell];
    a.y = forLibrary(k.outputs[0], scratchAt(k, y_));
    a.newHidden = k.outputs[1];
    if (g_.hasCell()) a.newCell = k.outputs[2];
    a.workspace = scratchAt(k, workspace_);
    if (reserve_) {
      void* const reserve = k.outputs.back();
      a.reserve = DnnReserve::kept(reserve);
      if (a.hidden) FOVEA_CHECK(copyOrClear(context_, a.hidden, reserve_->hidden(reserve), stateBytes()));
      if (a.cell) FOVEA_CHECK(copyOrClear(context_, a.cell, reserve_->cell(reserve), stateBytes()));
    }
    FOVEA_CHECK(context_->turns().take(context_->stream(), [&] { return library_->forward(a); }));
    return fromLibrary(g_.units, a.y, k.outputs[0]);
  }

 private:
  // `parameters` are those of the op, in their order. cuDNN may leave gaps between them.
  Status packWeights(std::span<void* const> parameters, void* space) const {
    std::size_t packed = 0;
    for (const WeightCopy& copy : library_->weightCopies()) packed += copy.bytes;
    if (packed < library_->weightBytes()) FOVEA_CHECK(copyOrClear(context_, nullptr, space, library_->weightBytes()));
    for (const WeightCopy& copy : library_->weightCopies())
      FOVEA_CHECK(
          copyBytes(parameters[static_cast<std::size_t>(copy.parameter)], copy.from, space, copy.to, copy.bytes));
    return {};
  }

  std::size_t x_, y_, weights_ = 0;
  bool givesHidden_, givesCell_;
  std::shared_ptr<const DnnReserve> reserve_;
};

class DnnBackward : public DnnPass {
 public:
  DnnBackward(ContextPointer context, Layout reserve, const KernelRequest& request)
      : DnnPass(std::move(context), reserveOf(reserve)->library()),
        reserve_(std::move(reserve)),
        dy_(takeSequence(g_.units)),
        y_(takeSequence(g_.units)),
        x_(takeSequence(g_.inputs)),
        dx_(takeSequence(g_.inputs)),
        givesCell_(hasInput(request, kNewCell)) {}

  Status run(const KernelArguments& k) const {
    LibraryBackward a;
    void* const reserve = k.inputs[kReserve];
    a.reserve = DnnReserve::kept(reserve);
    a.dweights = reserveOf(reserve_)->weights(reserve);
    a.weights = a.dweights;
    FOVEA_TRY(a.dy, toLibrary(g_.units, k.inputs[kDy], scratchAt(k, dy_)));
    FOVEA_TRY(a.y, toLibrary(g_.units, k.inputs[kY], scratchAt(k, y_)));
    FOVEA_TRY(a.x, toLibrary(g_.inputs, k.inputs[kX], scratchAt(k, x_)));
    a.dx = forLibrary(k.outputs[kDx], scratchAt(k, dx_));
    a.hidden = reserveOf(reserve_)->hidden(reserve);
    a.cell = reserveOf(reserve_)->cell(reserve);
    if (givesCell_) a.dnewCell = k.inputs[kNewCell];
    a.dhidden = k.outputs[kDHidden];
    if (g_.hasCell()) a.dcell = k.outputs[kDCell];
    a.workspace = scratchAt(k, workspace_);
    FOVEA_CHECK(context_->turns().take(context_->stream(), [&] { return callLibrary(a); }));
    for (const WeightCopy& copy : library_->weightCopies())
      FOVEA_CHECK(copyBytes(a.dweights, copy.to, k.outputs[kDWeightInput + static_cast<std::size_t>(copy.parameter)],
                            copy.from, copy.bytes));
    return fromLibrary(g_.inputs, a.dx, k.outputs[kDx]);
  }

 private:
  Status callLibrary(const LibraryBackward& a) const {
    FOVEA_CHECK(library_->backwardData(a));
    FOVEA_CHECK(copyOrClear(context_, nullptr, a.dweights, library_->weightBytes()));
    return library_->backwardWeights(a);
  }

  Layout reserve_;
  std::size_t dy_, y_, x_, dx_;
  bool givesCell_;
};

}  // namespace

Status needsDnnReserve(const KernelRequest& request) {
  const DnnReserve* reserve = reserveOf(request.inputLayouts[kReserve]);
  if (!reserve) return fail(ErrorCode::Unsupported, "the forward pass is not cuDNN's");
  const RecurrentGeometry& g = reserve->library()->problem().geometry;
  if (isSame(g,
             readRecurrent(g.cell, request.attributes, request.inputs[kX].shape, request.inputs[kWeightHidden].shape)))
    return {};
  return fail(ErrorCode::Unsupported, "the forward pass is another one");
}

Result<KernelPlan> dnnForwardPlan(const KernelRequest& request, const ContextPointer& context,
                                  const std::shared_ptr<RecurrentLibrary>& library) {
  const auto pass = std::make_shared<DnnForward>(context, library, request);
  KernelPlan plan = densePlan(
      request, [pass](const KernelArguments& a) { return pass->run(a); }, pass->scratchBytes(), pass->detail());
  if (pass->reserve()) plan.outputs.back() = Layout(pass->reserve());
  return plan;
}

Result<KernelPlan> dnnBackwardPlan(const KernelRequest& request, const ContextPointer& context) {
  FOVEA_CHECK(needsDnnReserve(request));
  const Layout& reserve = request.inputLayouts[kReserve];
  const auto pass = std::make_shared<DnnBackward>(context, reserve, request);
  KernelPlan plan = densePlan(
      request, [pass](const KernelArguments& a) { return pass->run(a); }, pass->scratchBytes(), pass->detail());
  plan.inputs[kReserve] = reserve;
  return plan;
}

}  // namespace fovea::cuda
