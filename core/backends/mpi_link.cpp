#include "core/backends/mpi_link.h"

#include <chrono>
#include <cstdint>
#include <thread>

#include "core/backends/mpi_library.h"

namespace fovea {
namespace {

using MpiClock = std::chrono::steady_clock;

// Numbers that are summed at once, which bounds the memory of the exchange.
constexpr std::size_t kNumbersAtOnce = std::size_t{4} << 20;
constexpr int kBusyPolls = 200;  // polls without sleeping, for messages that are already on their way
constexpr auto kPollEvery = std::chrono::microseconds(50);
constexpr auto kCheckMpiEvery = std::chrono::milliseconds(2);
constexpr auto kTellingTime = std::chrono::milliseconds(200);

enum MessageTag : int { kShareTag = 1, kTotalTag, kSizeTag, kTextTag, kFailureTag };

// Every rank sends its numbers of share r to rank r, which adds them up and sends the totals to all: each rank sends
// and receives 2 · (k − 1) / k of the numbers, as in a ring. Messages are sent from and received into memory of the
// link, which stays valid if an exchange is given up.
class MpiLink final : public RankLink {
 public:
  MpiLink(const mpi::Library& library, int rank, int size) : mpi_(library), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  Status sum(const SumRequest& request, const WaitCheck& check) override {
    return request.wide ? sumAll<double>(request, check) : sumAll<float>(request, check);
  }

  Result<std::vector<std::string>> gather(const std::string& mine, const WaitCheck& check) override {
    texts_.assign(static_cast<std::size_t>(size_), {});
    sizes_.assign(texts_.size(), 0);
    std::string& sent = texts_[static_cast<std::size_t>(rank_)];
    std::uint64_t& length = sizes_[static_cast<std::size_t>(rank_)];
    sent = mine;
    length = mine.size();
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      FOVEA_CHECK(send(&length, sizeof length, other, kSizeTag));
      FOVEA_CHECK(receive(&sizes_[static_cast<std::size_t>(other)], sizeof length, other, kSizeTag));
    }
    FOVEA_CHECK(wait(check));
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      std::string& text = texts_[static_cast<std::size_t>(other)];
      text.resize(sizes_[static_cast<std::size_t>(other)]);
      if (length > 0) FOVEA_CHECK(send(sent.data(), sent.size(), other, kTextTag));
      if (!text.empty()) FOVEA_CHECK(receive(text.data(), text.size(), other, kTextTag));
    }
    FOVEA_CHECK(wait(check));
    return texts_;
  }

  void tellFailure(const std::string& cause) override {
    failure_ = cause.empty() ? "unknown" : cause;
    pending_.clear();
    for (int other = 0; other < size_; ++other)
      if (other != rank_) (void)send(failure_.data(), failure_.size(), other, kFailureTag);
    const auto begun = MpiClock::now();
    (void)wait([&](const std::vector<int>&) -> Status {
      if (MpiClock::now() - begun < kTellingTime) return {};
      return fail(ErrorCode::Io, "The other ranks did not listen.");
    });
  }

  std::optional<std::pair<int, std::string>> toldFailure() override {
    int found = 0, length = 0;
    mpi::MessageStatus status;
    if (mpi_.probe(mpi::kAnySource, kFailureTag, mpi_.world, &found, &status) != mpi::kSuccess || !found) return {};
    if (mpi_.countOf(&status, mpi_.byte, &length) != mpi::kSuccess || length < 0) return {};
    std::string cause(static_cast<std::size_t>(length), '\0');
    mpi::Handle request = nullptr;
    if (mpi_.receive(cause.data(), length, mpi_.byte, status.source, kFailureTag, mpi_.world, &request) !=
        mpi::kSuccess)
      return {};
    // The message has already arrived, so this ends at once.
    for (int done = 0; !done;)
      if (mpi_.testAll(1, &request, &done, nullptr) != mpi::kSuccess) return {};
    return std::pair(status.source, cause);
  }

  void leave(std::chrono::milliseconds patience) override {
    pending_.assign(1, nullptr);
    if (mpi_.barrier(mpi_.world, pending_.data()) != mpi::kSuccess) return;
    const auto begun = MpiClock::now();
    const Status met = wait([&](const std::vector<int>&) -> Status {
      if (MpiClock::now() - begun < patience) return {};
      return fail(ErrorCode::Io, "A rank is lost.");
    });
    // Finalising would wait forever for a rank that is lost.
    if (met.ok()) mpi_.finalize();
  }

 private:
  Status send(const void* data, std::size_t bytes, int to, MessageTag tag) {
    mpi::Handle& request = pending_.emplace_back();
    const int code = mpi_.send(data, static_cast<int>(bytes), mpi_.byte, to, tag, mpi_.world, &request);
    return code == mpi::kSuccess ? Status() : Status(mpi_.error(code, "Sending to rank " + std::to_string(to)));
  }

  Status receive(void* data, std::size_t bytes, int from, MessageTag tag) {
    mpi::Handle& request = pending_.emplace_back();
    const int code = mpi_.receive(data, static_cast<int>(bytes), mpi_.byte, from, tag, mpi_.world, &request);
    return code == mpi::kSuccess ? Status() : Status(mpi_.error(code, "Receiving from rank " + std::to_string(from)));
  }

  // Waits until all messages are sent and received.
  Status wait(const WaitCheck& check) {
    auto checked = MpiClock::now();
    for (int polls = 0;; ++polls) {
      int done = 0;
      const int code = mpi_.testAll(static_cast<int>(pending_.size()), pending_.data(), &done, nullptr);
      if (code != mpi::kSuccess) return mpi_.error(code, "Exchanging numbers with the other ranks");
      if (done) break;
      if (MpiClock::now() - checked >= kCheckMpiEvery) {
        FOVEA_CHECK(check({}));
        checked = MpiClock::now();
      }
      if (polls < kBusyPolls)
        std::this_thread::yield();
      else
        std::this_thread::sleep_for(kPollEvery);
    }
    pending_.clear();
    return {};
  }

  template <class T>
  Status sumAll(const SumRequest& request, const WaitCheck& check) {
    const std::size_t count = request.count();
    for (std::size_t first = 0; first < count; first += kNumbersAtOnce)
      FOVEA_CHECK(sumBlock<T>(request, {first, std::min(first + kNumbersAtOnce, count)}, check));
    return {};
  }

  template <class T>
  Status sumBlock(const SumRequest& request, const SumShare& block, const WaitCheck& check) {
    const SumShare mine = sumShareOf(block.size(), rank_, size_);
    T* const numbers = reserve<T>(numbers_, block.size());
    T* const received = reserve<T>(received_, mine.size() * static_cast<std::size_t>(size_));
    eachStretch<T>(request.parts, block, [&](const T* part, std::size_t count, std::size_t offset) {
      scaleTo(numbers + offset, part, count, request.factor);
    });
    for (int other = 0; other < size_; ++other) {
      const SumShare theirs = sumShareOf(block.size(), other, size_);
      T* const place = received + mine.size() * static_cast<std::size_t>(other);
      if (other == rank_) continue;
      if (theirs.size() > 0) FOVEA_CHECK(send(numbers + theirs.begin, theirs.size() * sizeof(T), other, kShareTag));
      if (mine.size() > 0) FOVEA_CHECK(receive(place, mine.size() * sizeof(T), other, kShareTag));
    }
    FOVEA_CHECK(wait(check));
    addAll(numbers + mine.begin, received, mine.size());
    return spread<T>(request, block, numbers, check);
  }

  // Adds up the numbers of all ranks; `numbers` holds this rank's and gets the sum, `received` holds those of all
  // others, one rank after the other.
  template <class T>
  void addAll(T* numbers, T* received, std::size_t count) const {
    constexpr std::size_t kPiece = 2048;
    std::vector<T*> rows(static_cast<std::size_t>(size_));
    for (std::size_t at = 0; at < count; at += kPiece) {
      const std::size_t piece = std::min(kPiece, count - at);
      for (std::size_t r = 0; r < rows.size(); ++r) rows[r] = received + count * r + at;
      rows[static_cast<std::size_t>(rank_)] = numbers + at;
      addPairwise<T>(rows, piece);
      if (rank_ != 0) std::copy_n(rows[0], piece, numbers + at);
    }
  }

  // Exchanges the totals of the shares and writes them into the memory of the request.
  template <class T>
  Status spread(const SumRequest& request, const SumShare& block, T* numbers, const WaitCheck& check) {
    const SumShare mine = sumShareOf(block.size(), rank_, size_);
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      const SumShare theirs = sumShareOf(block.size(), other, size_);
      if (mine.size() > 0) FOVEA_CHECK(send(numbers + mine.begin, mine.size() * sizeof(T), other, kTotalTag));
      if (theirs.size() > 0) FOVEA_CHECK(receive(numbers + theirs.begin, theirs.size() * sizeof(T), other, kTotalTag));
    }
    FOVEA_CHECK(wait(check));
    eachStretch<T>(request.parts, block,
                   [&](T* part, std::size_t count, std::size_t offset) { std::copy_n(numbers + offset, count, part); });
    return {};
  }

  template <class T>
  static T* reserve(std::vector<double>& memory, std::size_t count) {
    const std::size_t needed = (count * sizeof(T) + sizeof(double) - 1) / sizeof(double);
    if (memory.size() < needed) memory.resize(needed);
    return reinterpret_cast<T*>(memory.data());
  }

  mpi::Library mpi_;
  int rank_, size_;
  std::vector<mpi::Handle> pending_;  // requests of the current exchange
  std::vector<double> numbers_, received_;
  std::vector<std::string> texts_;
  std::vector<std::uint64_t> sizes_;
  std::string failure_;
};

}  // namespace

Result<std::unique_ptr<RankLink>> openMpiLink() {
  FOVEA_TRY(const mpi::Library library, mpi::Library::load());
  int provided = 0, rank = 0, size = 1;
  int code = library.initialize(nullptr, nullptr, mpi::kFunneled, &provided);
  if (code != mpi::kSuccess) return library.error(code, "Starting Open MPI");
  code = library.setErrorHandler(library.world, library.returnErrors);
  if (code == mpi::kSuccess) code = library.rank(library.world, &rank);
  if (code == mpi::kSuccess) code = library.size(library.world, &size);
  if (code != mpi::kSuccess) return library.error(code, "Asking Open MPI for the ranks");
  return std::unique_ptr<RankLink>(std::make_unique<MpiLink>(library, rank, size));
}

}  // namespace fovea
