// NCCL's functions for the module.
#include "core/backends/cuda/module/ranks/nccl_library.h"

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "tests/core/backends/cuda_module/emulator/nccl.h"
#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

struct ncclComm {
  int ranks = 1;
  std::vector<double> factors = {};  // of the executed sums
  bool isRecorded = false;           // a recording has a sum
};

namespace fovea::cuda {
namespace emulator {
Nccl nccl;
}
namespace {

using emulator::nccl;

const char* getErrorString(ncclResult_t result) {
  return result == ncclRemoteError ? "a peer is gone" : "an error of the emulation";
}
ncclResult_t getUniqueId(ncclUniqueId* id) {
  for (std::size_t i = 0; i < sizeof id->internal; ++i) id->internal[i] = static_cast<char>(i * 7);
  return ncclSuccess;
}
ncclResult_t commInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  ncclUniqueId right{};
  (void)getUniqueId(&right);
  if (std::memcmp(&id, &right, sizeof id) != 0 || rank < 0 || rank >= ranks) return ncclInvalidArgument;
  *comm = new ncclComm{ranks};
  ++emulator::openCommunicators;
  return ncclSuccess;
}
// NCCL ends the running sums, and then waits until each recording with a sum of the communicator is destroyed.
ncclResult_t commAbort(ncclComm_t comm) {
  if (std::exchange(nccl.waitsForPeer, false)) emulator::runtimeFaults.hangs = false;
  if (comm->isRecorded && emulator::liveRecordings > 0) ++nccl.endlessAborts;
  while (emulator::abortHangs) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  delete comm;
  --emulator::openCommunicators;
  return ncclSuccess;
}
ncclResult_t commGetAsyncError(ncclComm_t, ncclResult_t* error) {
  *error = nccl.fails ? ncclRemoteError : ncclSuccess;
  return ncclSuccess;
}
ncclResult_t redOpCreatePreMulSum(ncclRedOp_t* sum, void* scalar, ncclDataType_t type, ncclScalarResidence_t residence,
                                  ncclComm_t comm) {
  if (residence != ncclScalarHostImmediate) return ncclInvalidArgument;
  comm->factors.push_back(type == ncclFloat64 ? *static_cast<double*>(scalar) : *static_cast<float*>(scalar));
  *sum = static_cast<ncclRedOp_t>(ncclNumOps + comm->factors.size() - 1);
  return ncclSuccess;
}

template <class T>
void sumOver(const ncclComm& comm, const void* from, void* to, std::size_t count, double factor) {
  for (std::size_t i = 0; i < count; ++i) {
    const double own = factor * static_cast<double>(static_cast<const T*>(from)[i]);
    static_cast<T*>(to)[i] = static_cast<T>(own + (nccl.others ? nccl.others(i, own) : own * (comm.ranks - 1)));
  }
}
ncclResult_t allReduce(const void* from, void* to, std::size_t count, ncclDataType_t type, ncclRedOp_t sum,
                       ncclComm_t comm, cudaStream_t stream) {
  const std::size_t which = static_cast<std::size_t>(sum) - static_cast<std::size_t>(ncclNumOps);
  if (which >= comm->factors.size() || (type != ncclFloat32 && type != ncclFloat64)) return ncclInvalidArgument;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  (void)cudaStreamIsCapturing(stream, &status);
  comm->isRecorded = comm->isRecorded || status != cudaStreamCaptureStatusNone;
  const auto run = [=, copy = *comm, factor = comm->factors[which]] {
    nccl.counts.push_back(count);
    if (type == ncclFloat64)
      sumOver<double>(copy, from, to, count, factor);
    else
      sumOver<float>(copy, from, to, count, factor);
  };
  return emulator::enqueue(stream, run) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
ncclResult_t groupStart() {
  return ncclSuccess;
}
ncclResult_t groupEnd() {
  return ncclSuccess;
}

const NcclLibrary emulated{getErrorString,       getUniqueId, commInitRank, commAbort, commGetAsyncError,
                           redOpCreatePreMulSum, allReduce,   groupStart,   groupEnd};

}  // namespace

const NcclLibrary* findNccl() {
  return nccl.missing ? nullptr : &emulated;
}

}  // namespace fovea::cuda
