// The part of CUDA's runtime that the module uses, on the host. Work on a stream is delayed until something waits for
// it, as long as CUDA allows, so that memory reused or freed too early gives wrong numbers. What CUDA forbids while a
// stream is recorded also fails here.
#include <cublasLt.h>
#include <cudnn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/core/backends/cuda_module/emulator/runtime_faults.h"
#include "tests/core/backends/cuda_module/emulator/threads.h"

struct EmulatedWork {
  std::function<void()> run;       // optional
  cudaEvent_t recorded = nullptr;  // this event completes here
  cudaEvent_t awaited = nullptr;   // work after it waits for this event
  std::uint64_t ticket = 0;
  std::uint64_t doing = 0;              // for the profiler
  std::vector<std::size_t> after = {};  // in a recording: indices of its dependencies
};
struct CUgraph_st {
  unsigned long long recording = 0;  // a unique id, unlike an address
  std::vector<EmulatedWork> work;
};
struct CUgraphExec_st {
  std::vector<EmulatedWork> work;
  std::vector<std::size_t> order;
};
struct CUstream_st {
  std::deque<EmulatedWork> queue;
  CUgraph_st* recording = nullptr;
  std::vector<cudaGraphNode_t> ends;  // in a recording: the next work depends on these; index + 1
};
struct CUevent_st {
  cudaStream_t stream = nullptr;
  std::uint64_t issued = 0, done = 0;
  std::uint64_t time = 0;  // time of its last completion
};

namespace {

std::set<cudaStream_t> streams;
int recordings = 0;
unsigned long long recordingsBegun = 0;
using fovea::cuda::emulator::profiler;
using fovea::cuda::emulator::worksRun;

std::uint64_t timeNow() {
  return worksRun + fovea::cuda::emulator::threadsRun;
}

// Runs the stream until `event` has reached `ticket`, or all of its work.
void advance(cudaStream_t stream, cudaEvent_t event, std::uint64_t ticket) {
  while (!stream->queue.empty() && !(event && event->done >= ticket)) {
    const EmulatedWork work = std::move(stream->queue.front());
    stream->queue.pop_front();
    if (work.awaited && work.awaited->done < work.ticket) advance(work.awaited->stream, work.awaited, work.ticket);
    if (work.run) {
      const std::uint64_t begin = timeNow();
      work.run();
      ++worksRun;
      if (profiler.watches) profiler.seen.push_back({begin, timeNow(), work.doing});
    }
    if (!work.recorded) continue;
    work.recorded->done = std::max(work.recorded->done, work.ticket);
    work.recorded->time = timeNow();
  }
}

void advanceAll() {
  for (const cudaStream_t stream : streams) advance(stream, nullptr, 0);
}

// For calls that return when all work of the device is complete.
void waitForAll() {
  if (fovea::cuda::emulator::runtimeFaults.hangs) ++fovea::cuda::emulator::endlessCalls;
  advanceAll();
}

cudaError_t put(cudaStream_t stream, EmulatedWork work) {
  work.doing = profiler.doing;
  if (!stream->recording) {
    stream->queue.push_back(std::move(work));
    return cudaSuccess;
  }
  for (const cudaGraphNode_t end : stream->ends) work.after.push_back(reinterpret_cast<std::size_t>(end) - 1);
  stream->recording->work.push_back(std::move(work));
  stream->ends = {reinterpret_cast<cudaGraphNode_t>(stream->recording->work.size())};
  return cudaSuccess;
}

// Of all orders that the dependencies allow, returns the one most different from the recording.
std::vector<std::size_t> latestOrder(const std::vector<EmulatedWork>& work) {
  std::vector<std::size_t> order;
  std::vector<bool> done(work.size(), false);
  const auto ready = [&](std::size_t i) {
    return !done[i] &&
           std::all_of(work[i].after.begin(), work[i].after.end(), [&](std::size_t k) { return done.at(k); });
  };
  while (order.size() < work.size()) {
    std::size_t next = work.size();
    while (next > 0 && !ready(next - 1)) --next;
    if (next-- == 0) {
      std::fprintf(stderr, "The parts of a recording wait for each other for ever.\n");
      std::abort();
    }
    done[next] = true;
    order.push_back(next);
  }
  return order;
}

// Length of the longest chain of dependent pieces of work: the time of a step with unlimited concurrency.
std::uint64_t chainOf(const std::vector<EmulatedWork>& work) {
  std::vector<std::uint64_t> chain(work.size(), 0);
  std::uint64_t longest = 0;
  for (const std::size_t i : latestOrder(work)) {
    for (const std::size_t before : work[i].after) chain[i] = std::max(chain[i], chain[before]);
    chain[i] += work[i].run ? 1 : 0;
    longest = std::max(longest, chain[i]);
  }
  return longest;
}

// The result of calls that are forbidden on this thread during recording.
cudaError_t allowedNow() {
  return recordings > 0 ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

// Fills the bytes after an allocation, so that writes past its end are detected: as many again, up to a limit.
constexpr unsigned char kBehind = 0x6B;
std::map<void*, std::size_t> allocated;  // requested bytes
std::size_t bytesBehind(std::size_t bytes) {
  return 256 + std::min(bytes, std::size_t{8} << 20);
}

cudaError_t allocate(void** memory, std::size_t bytes) {
  if (const cudaError_t error = allowedNow()) return error;
  if (bytes > std::size_t{1} << 40 || bytes > fovea::cuda::emulator::largestAllocation)
    return cudaErrorMemoryAllocation;
  const std::size_t all = bytes + bytesBehind(bytes);
  *memory = std::aligned_alloc(256, (all + 255) / 256 * 256);
  std::memset(*memory, 0xA5, bytes);
  std::memset(static_cast<std::byte*>(*memory) + bytes, kBehind, all - bytes);
  allocated[*memory] = bytes;
  fovea::cuda::emulator::bytesAllocated += bytes;
  return cudaSuccess;
}

void checkBehind(void* memory) {
  const auto found = allocated.find(memory);
  if (found == allocated.end()) return;
  const auto* const bytes = static_cast<const unsigned char*>(memory) + found->second;
  if (!std::all_of(bytes, bytes + bytesBehind(found->second), [](unsigned char b) { return b == kBehind; }))
    ++fovea::cuda::emulator::overruns;
  fovea::cuda::emulator::bytesAllocated -= found->second;
  allocated.erase(found);
}

cudaError_t lastError = cudaSuccess;

// Like CUDA, keeps an error until the last error is queried.
cudaError_t told(cudaError_t error) {
  if (error != cudaSuccess) lastError = error;
  return error;
}

// An event polled in a loop: the first query returns "not ready", the second one waits for it.
struct Waited {
  cudaEvent_t event = nullptr;
  std::uint64_t ticket = 0;
} asked;

}  // namespace

namespace fovea::cuda::emulator {

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work) {
  return put(stream, {std::move(work)});
}

}  // namespace fovea::cuda::emulator

// Names used by the module's error messages.
extern "C" const char* cublasLtGetStatusString(cublasStatus_t) {
  return "an error of the emulation";
}
extern "C" const char* cudnnGetErrorString(cudnnStatus_t) {
  return "an error of the emulation";
}
extern "C" std::size_t cudnnGetVersion() {
  return CUDNN_VERSION;
}
// The libraries' handles are those of a stream.
extern "C" cudnnStatus_t cudnnDestroy(cudnnHandle_t) {
  waitForAll();
  return CUDNN_STATUS_SUCCESS;
}
extern "C" cublasStatus_t cublasLtDestroy(cublasLtHandle_t) {
  waitForAll();
  return CUBLAS_STATUS_SUCCESS;
}

extern "C" {

cudaError_t cudaSetDevice(int) {
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  return std::exchange(lastError, cudaSuccess);
}
const char* cudaGetErrorString(cudaError_t) {
  return "an error of the emulation";
}
const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorStreamCaptureUnsupported ? "cudaErrorStreamCaptureUnsupported" : "emulated";
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = cudaDeviceProp{};
  std::strcpy(properties->name, "Emulated");
  properties->totalGlobalMem = std::size_t{8} << 30;
  properties->major = 9;
  properties->multiProcessorCount = 4;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  if (attribute != cudaDevAttrL2CacheSize) return told(cudaErrorInvalidValue);
  *value = 1 << 20;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char*, int, int) {
  return cudaErrorNotSupported;
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  *total = std::size_t{8} << 30;
  *free = *total - 1;
  return cudaSuccess;
}
cudaError_t cudaMalloc(void** memory, size_t bytes) {
  return allocate(memory, bytes);
}
cudaError_t cudaHostAlloc(void** memory, size_t bytes, unsigned) {
  return allocate(memory, bytes);
}
cudaError_t cudaFree(void* memory) {
  if (const cudaError_t error = allowedNow()) return error;
  waitForAll();
  checkBehind(memory);
  std::free(memory);
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory) {
  return cudaFree(memory);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st;
  streams.insert(*stream);
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  advance(stream, nullptr, 0);
  streams.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (const cudaError_t error = allowedNow()) return error;
  advance(stream, nullptr, 0);
  return cudaSuccess;
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = stream->recording ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (event->issued == 0) return cudaSuccess;
  if (stream->recording) return cudaErrorStreamCaptureIsolation;
  return put(stream, {nullptr, nullptr, event, event->issued});
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  advanceAll();
  if (asked.event == event) asked = {};
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (stream->recording) return cudaErrorStreamCaptureUnsupported;
  event->stream = stream;
  return put(stream, {nullptr, event, nullptr, ++event->issued});
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (const cudaError_t error = allowedNow()) return error;
  if (event->issued > event->done) advance(event->stream, event, event->issued);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (const cudaError_t error = allowedNow()) return told(error);
  if (event->done >= event->issued) return cudaSuccess;
  if (fovea::cuda::emulator::runtimeFaults.hangs) return told(cudaErrorNotReady);
  if (asked.event == event && asked.ticket == event->issued) {
    advance(event->stream, event, event->issued);
    return cudaSuccess;
  }
  asked = {event, event->issued};
  return told(cudaErrorNotReady);
}
// As for an event: the first query returns "not ready", the second one waits.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (const cudaError_t error = allowedNow()) return told(error);
  if (fovea::cuda::emulator::runtimeFaults.contextIsLost) return told(cudaErrorIllegalAddress);
  if (stream->queue.empty()) return cudaSuccess;
  if (!fovea::cuda::emulator::runtimeFaults.hangs) advance(stream, nullptr, 0);
  return told(cudaErrorNotReady);
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  *milliseconds = static_cast<float>(stop->time - start->time);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* target, const void* source, size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
  return put(stream, {[=] { std::memcpy(target, source, bytes); }});
}
cudaError_t cudaMemsetAsync(void* target, int value, size_t bytes, cudaStream_t stream) {
  return put(stream, {[=] { std::memset(target, value, bytes); }});
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (mode != cudaStreamCaptureModeThreadLocal) return cudaErrorInvalidValue;
  stream->recording = new CUgraph_st{++recordingsBegun, {}};
  stream->ends.clear();
  ++recordings;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  *graph = stream->recording;
  stream->recording = nullptr;
  --recordings;
  return cudaSuccess;
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  size_t count) {
  EmulatedWork nothing;
  for (std::size_t i = 0; i < count; ++i) nothing.after.push_back(reinterpret_cast<std::size_t>(after[i]) - 1);
  graph->work.push_back(std::move(nothing));
  *node = reinterpret_cast<cudaGraphNode_t>(graph->work.size());
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData**,
                                     size_t* count) {
  if (id) *id = stream->recording ? stream->recording->recording : 0;
  if (graph) *graph = stream->recording;
  if (nodes) *nodes = stream->ends.data();
  if (count) *count = stream->ends.size();
  return cudaStreamIsCapturing(stream, status);
}
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData*,
                                                size_t count, unsigned flags) {
  if (!stream->recording) return cudaErrorIllegalState;
  if (flags != cudaStreamSetCaptureDependencies) return cudaErrorNotSupported;
  if (count == 0) return cudaErrorInvalidValue;  // CUDA's documentation does not define this case
  stream->ends.assign(nodes, nodes + count);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  if (fovea::cuda::emulator::runtimeFaults.cannotInstantiate) return told(cudaErrorMemoryAllocation);
  *executable = new CUgraphExec_st{graph->work, latestOrder(graph->work)};
  ++fovea::cuda::emulator::liveRecordings;
  fovea::cuda::emulator::longestChain = chainOf(graph->work);
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  if (stream->recording) return cudaErrorStreamCaptureUnsupported;
  for (const std::size_t i : executable->order) (void)put(stream, executable->work[i]);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  delete executable;
  --fovea::cuda::emulator::liveRecordings;
  return cudaSuccess;
}

}  // extern "C"
