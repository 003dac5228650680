#include "tests/core/backends/cuda_module/emulator/threads.h"

#include <setjmp.h>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace fovea::cuda::emulator {
namespace {

constexpr std::size_t kStackBytes = 64 << 10;
constexpr std::size_t kSlotBytes = 16;

// A thread of the block, as a fiber with its own stack. It yields where it must wait for others, and when it is done;
// then the same fiber runs a thread of the next block. Its context is entered once; from then on `_setjmp` and
// `_longjmp` switch stacks, because `swapcontext` makes a system call to save the signal mask, which took most of the
// time.
struct Fiber {
  enum class State { Ready, AtWarp, AtBlock, Done };
  ucontext_t context;
  jmp_buf waiting;  // where it resumes
  bool entered = false;
  std::unique_ptr<char[]> stack{new char[kStackBytes]};
  uint3 index;
  State state = State::Ready;
  int exchanges = 0;
};

// Two sets of slots: a lane can be one exchange ahead of a lane that has not read yet.
struct Slots {
  char bytes[2][32][kSlotBytes];
};

std::vector<std::unique_ptr<Fiber>> fibers;
std::vector<Slots> slots;
jmp_buf scheduler;
Fiber* current = nullptr;
const std::function<void()>* program = nullptr;

void giveWay(Fiber::State state) {
  current->state = state;
  if (_setjmp(current->waiting) == 0) _longjmp(scheduler, 1);
}

void runThreads() {
  for (;;) {
    (*program)();
    giveWay(Fiber::State::Done);
  }
}

void resume(Fiber& fiber) {
  current = &fiber;
  threadIdx = fiber.index;
  if (_setjmp(scheduler) != 0) return;
  if (fiber.entered) _longjmp(fiber.waiting, 1);
  fiber.entered = true;
  setcontext(&fiber.context);
}

void enter(Fiber& fiber) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStackBytes;
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, runThreads, 0);
}

void prepare(Fiber& fiber, std::size_t at) {
  fiber.index.x = static_cast<unsigned>(at) % blockDim.x;
  fiber.index.y = static_cast<unsigned>(at) / blockDim.x % blockDim.y;
  fiber.index.z = static_cast<unsigned>(at) / blockDim.x / blockDim.y;
  fiber.state = Fiber::State::Ready;
  fiber.exchanges = 0;
  if (!fiber.entered) enter(fiber);
}

// Makes fibers [begin, end) ready if each of them waits in `state` or is done. Returns whether any became ready.
bool release(std::size_t begin, std::size_t end, Fiber::State state) {
  bool any = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (fibers[i]->state == Fiber::State::Done) continue;
    if (fibers[i]->state != state) return false;
    any = true;
  }
  for (std::size_t i = begin; any && i < end; ++i)
    if (fibers[i]->state != Fiber::State::Done) fibers[i]->state = Fiber::State::Ready;
  return any;
}

bool allDone(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (fibers[i]->state != Fiber::State::Done) return false;
  return true;
}

void runBlock(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) prepare(*fibers[i], i);
  while (!allDone(count)) {
    for (std::size_t i = 0; i < count; ++i)
      if (fibers[i]->state == Fiber::State::Ready) resume(*fibers[i]);
    bool moved = false;
    for (std::size_t warp = 0; warp < count; warp += 32)
      if (release(warp, std::min(warp + 32, count), Fiber::State::AtWarp)) moved = true;
    if (!moved) moved = release(0, count, Fiber::State::AtBlock);
    if (moved || allDone(count)) continue;
    std::fprintf(stderr, "The threads of an emulated block wait for each other for ever.\n");
    std::abort();
  }
}

}  // namespace

std::uint64_t threadsRun = 0;

void waitForBlock() {
  giveWay(Fiber::State::AtBlock);
}

void exchange(const void* mine, void* theirs, std::size_t bytes, int from) {
  const std::size_t thread =
      threadIdx.x + static_cast<std::size_t>(blockDim.x) * (threadIdx.y + blockDim.y * threadIdx.z);
  Slots& warp = slots[thread / 32];
  const int set = current->exchanges++ % 2;
  std::memcpy(warp.bytes[set][thread % 32], mine, bytes);
  giveWay(Fiber::State::AtWarp);
  std::memcpy(theirs, warp.bytes[set][from], bytes);
}

void runGrid(dim3 grid, dim3 block, const std::function<void()>& body) {
  const std::size_t count = static_cast<std::size_t>(block.x) * block.y * block.z;
  while (fibers.size() < count) fibers.push_back(std::make_unique<Fiber>());
  slots.resize((count + 31) / 32);
  gridDim = grid;
  blockDim = block;
  program = &body;
  threadsRun += count * grid.x * grid.y * grid.z;
  for (blockIdx.z = 0; blockIdx.z < grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < grid.x; ++blockIdx.x) runBlock(count);
}

}  // namespace fovea::cuda::emulator
