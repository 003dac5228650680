#include "core/backends/cuda/module/ranks/rank_sums.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <future>
#include <map>
#include <thread>
#include <utility>

#include "core/backends/cuda/module/ranks/nccl_library.h"
#include "core/base/guarded.h"

namespace fovea::cuda {

#ifdef FOVEA_HAS_NCCL
namespace {

std::string hexOf(const ncclUniqueId& id) {
  std::string text;
  for (const char byte : id.internal) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

bool readHex(const std::string& text, ncclUniqueId& id) {
  if (text.size() != 2 * sizeof id.internal) return false;
  for (std::size_t i = 0; i < sizeof id.internal; ++i) {
    const std::string byte = text.substr(2 * i, 2);
    if (byte.find_first_not_of("0123456789abcdef") != std::string::npos) return false;
    id.internal[i] = static_cast<char>(std::stoi(byte, nullptr, 16));
  }
  return true;
}

class NcclSums final : public RankSums {
 public:
  NcclSums(const NcclLibrary& nccl, const ContextPointer& context, std::shared_ptr<Communicator> communicator)
      : nccl_(nccl), context_(context), communicator_(std::move(communicator)) {}
  // Not ncclCommDestroy(), which waits for the other ranks: they may be gone, or wait for this one.
  ~NcclSums() override {
    (void)context_->use();
    context_->setWatch({});
    end();
  }
  NcclSums(const NcclSums&) = delete;
  NcclSums& operator=(const NcclSums&) = delete;

  Status open() {
    FOVEA_CHECK(context_->use());
    ncclUniqueId id{};
    std::string text;
    if (communicator_->leads()) {
      FOVEA_CHECK(checked(nccl_.getUniqueId(&id), "ncclGetUniqueId"));
      text = hexOf(id);
    }
    FOVEA_TRY(text, communicator_->fromFirst(text));
    if (!readHex(text, id)) return fail(ErrorCode::Internal, "The identifier of the ranks' sums cannot be read.");
    FOVEA_CHECK(
        checked(nccl_.commInitRank(&comm_, communicator_->size(), id, communicator_->rank()), "ncclCommInitRank"));
    context_->setWatch([this](double seconds) { return watch(seconds); });
    return {};
  }

  Status enqueue(std::span<const Part> parts, DataType type, double factor) override {
    FOVEA_CHECK(context_->ended());
    for (const Part& part : parts)
      if (factor == 0) FOVEA_CUDA_CALL(cudaMemsetAsync(part.to, 0, part.count * byteSize(type), context_->stream()));
    FOVEA_TRY(const ncclRedOp_t sum, sumWith(type, factor == 0 ? 1 : factor));
    // The order of sums must be the same on all devices, also in a recording.
    return turns_.take(context_->stream(), [&]() -> Status {
      FOVEA_CHECK(checked(nccl_.groupStart(), "ncclGroupStart"));
      Status begun;
      for (const Part& part : parts)
        if (begun.ok() && part.count > 0)
          begun = checked(nccl_.allReduce(factor == 0 ? part.to : part.from, part.to, part.count, nccl(type), sum,
                                          comm_, context_->stream()),
                          "ncclAllReduce");
      const Status ended = checked(nccl_.groupEnd(), "ncclGroupEnd");
      return begun.ok() ? ended : begun;
    });
  }

 private:
  static ncclDataType_t nccl(DataType type) { return type == DataType::Float64 ? ncclFloat64 : ncclFloat32; }

  Status checked(ncclResult_t result, const char* call) const {
    if (result == ncclSuccess) return {};
    return fail(ErrorCode::Internal, fmt::format("{} failed: {}", call, nccl_.getErrorString(result)),
                "NCCL_DEBUG=WARN makes NCCL say more.");
  }

  // Every rank multiplies its numbers by its own factor while NCCL reads them.
  Result<ncclRedOp_t> sumWith(DataType type, double factor) {
    const auto found = sums_.find({type, factor});
    if (found != sums_.end()) return found->second;
    float narrow = static_cast<float>(factor);
    ncclRedOp_t sum{};
    FOVEA_CHECK(
        checked(nccl_.redOpCreatePreMulSum(&sum, type == DataType::Float64 ? static_cast<void*>(&factor) : &narrow,
                                           nccl(type), ncclScalarHostImmediate, comm_),
                "ncclRedOpCreatePreMulSum"));
    sums_.emplace(std::pair(type, factor), sum);
    return sum;
  }

  // Called while the context waits for the device. On an error it ends NCCL's kernels, which would otherwise wait
  // forever. The recordings are removed first, because NCCL's abort waits until no graph holds its sums.
  Status watch(double seconds) {
    Status state = communicator_->listen();
    ncclResult_t own = ncclSuccess;
    if (state.ok() && nccl_.commGetAsyncError(comm_, &own) == ncclSuccess && own != ncclInProgress)
      state = checked(own, "A sum over the devices");
    const auto longest = longestAnswer();
    if (state.ok() && std::chrono::duration<double>(seconds) > longest) state = didNotAnswer(otherRanks(), longest);
    if (state.ok()) return {};
    context_->removeRecordings();
    end();
    return state;
  }

  // The other rank if there is only one; else it is not known which of them is late.
  std::vector<int> otherRanks() const {
    if (communicator_->size() != 2) return {};
    return {1 - communicator_->rank()};
  }

  // NCCL's abort waits for the device. Since one that hangs must not hang the program, the abort has its own thread,
  // which is left behind after a time limit.
  void end() {
    const ncclComm_t comm = std::exchange(comm_, nullptr);
    if (!comm || context_->hangs()) return;
    const auto done = std::make_shared<std::promise<void>>();
    const Status begun = guarded([&] {
      std::thread([done, comm, abort = nccl_.commAbort] {
        (void)abort(comm);
        done->set_value();
      }).detach();
    });
    const std::chrono::duration<double> longest(CudaContext::longestWait());
    if (!begun.ok() || done->get_future().wait_for(longest) != std::future_status::ready) context_->giveUp();
  }

  const NcclLibrary& nccl_;
  ContextPointer context_;
  std::shared_ptr<Communicator> communicator_;
  ncclComm_t comm_ = nullptr;
  Turns turns_;
  std::map<std::pair<DataType, double>, ncclRedOp_t> sums_;
};

}  // namespace

Result<std::shared_ptr<RankSums>> RankSums::open(const ContextPointer& context,
                                                 const std::shared_ptr<Communicator>& communicator) {
  const NcclLibrary* const nccl = findNccl();
  if (!nccl)
    return fail(
        ErrorCode::Unsupported, "Several CUDA devices need NCCL, and libnccl.so.2 was not found.",
        "Install NCCL 2 (the package nvidia-nccl-cu13 of PyPI, or libnccl2 of NVIDIA), or train on one device.");
  auto sums = std::make_shared<NcclSums>(*nccl, context, communicator);
  FOVEA_CHECK(sums->open());
  return std::shared_ptr<RankSums>(std::move(sums));
}
#else
Result<std::shared_ptr<RankSums>> RankSums::open(const ContextPointer&, const std::shared_ptr<Communicator>&) {
  return fail(ErrorCode::Unsupported, "Several CUDA devices need NCCL, and this Fovea was built without its headers.",
              "Build it where nccl.h is found, or train on one device.");
}
#endif

}  // namespace fovea::cuda
