#include "app/workspaces/train/comparison_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/project/project.h"

namespace fovea {
namespace {

constexpr int kWriteMilliseconds = 400;  // delay, so that a slider does not write with every move

// Keeps a copy of a damaged file, since the next choice overwrites it.
Result<RunViewChoices> readStoredChoices(const std::filesystem::path& folder, bool readOnly) {
  auto choices = readRunViewChoices(folder);
  if (choices.ok() || choices.error().code != ErrorCode::Corrupt || readOnly) return choices;
  const auto kept = keepDamagedFile(folder / kRunViewFile);
  if (!kept.ok()) return choices;
  return fail(ErrorCode::Corrupt, choices.error().message,
              fmt::format("It is kept as {}; choices and notes begin anew.", kept->filename().string()));
}

}  // namespace

ComparisonReader::ComparisonReader(QObject* parent) : QObject(parent) {
  soon_.setSingleShot(true);
  soon_.setInterval(kWriteMilliseconds);
  connect(&soon_, &QTimer::timeout, this, &ComparisonReader::write);
}

ComparisonReader::~ComparisonReader() {
  write();
}

ComparisonReader::State ComparisonReader::stateOf(const RunRecord& run) {
  return {run.epochsDone, run.lastStep, run.status, run.name};
}

void ComparisonReader::setProject(const Project* project) {
  write();
  read_.cancel();
  summaryTask_.cancel();
  curveTask_.cancel();
  summaryStore_.reset();
  curveStore_.reset();
  states_.clear();
  summaries_.clear();
  curves_.clear();
  compared_.clear();
  choices_ = RunViewChoices();
  known_ = told_ = false;
  folder_.clear();
  Q_EMIT choicesRead(choices_);
  Q_EMIT summariesChanged({});
  Q_EMIT comparedChanged({});
  if (!project) return;
  folder_ = project->folder();
  readOnly_ = project->readOnly();
  for (auto* store : {&summaryStore_, &curveStore_}) {
    auto opened = project->openRunStore();
    if (!opened.ok()) return Q_EMIT failed(opened.error());
    *store = std::move(*opened);
  }
  // Uses choices of this session, which may not be in the file yet.
  if (const auto kept = kept_.find(folder_); kept != kept_.end()) {
    known_ = true;
    choices_ = kept->second;
    return Q_EMIT choicesRead(choices_);
  }
  read_.ask([folder = folder_, readOnly = readOnly_] { return readStoredChoices(folder, readOnly); },
            [this](const Result<RunViewChoices>& choices) {
              // Reports a damaged file and begins with default choices.
              if (!choices.ok()) Q_EMIT failed(choices.error());
              // Keeps what the user chose while the file was read.
              if (choices.ok()) choices_ = withEdits(*choices, choices_);
              known_ = true;
              if (unwritten_) soon_.start();
              Q_EMIT choicesRead(choices_);
            });
}

void ComparisonReader::keep(const RunViewChoices& choices) {
  if (folder_.empty() || choices == choices_) return;
  choices_ = choices;
  unwritten_ = true;
  if (known_) soon_.start();
}

void ComparisonReader::write() {
  soon_.stop();
  if (!std::exchange(unwritten_, false) || folder_.empty() || readOnly_) return;
  if (known_) kept_[folder_] = choices_;
  write_.ask(
      [folder = folder_, choices = choices_, known = known_]() -> Result<bool> {
        RunViewChoices whole = choices;
        if (!known) {
          FOVEA_TRY(RunViewChoices stored, readRunViewChoices(folder));
          whole = withEdits(std::move(stored), choices);
        }
        FOVEA_CHECK(writeRunViewChoices(folder, whole));
        return true;
      },
      [this](const Result<bool>& written) {
        // Reports a folder that cannot be written once, not with every click.
        if (!written.ok() && !std::exchange(told_, true)) Q_EMIT failed(written.error());
      });
}

void ComparisonReader::setRuns(const std::vector<RunRecord>& runs) {
  states_.clear();
  for (const RunRecord& run : runs) states_[run.id] = stateOf(run);
  std::erase_if(summaries_, [this](const auto& each) { return !states_.count(each.first); });
  std::erase_if(curves_, [this](const auto& each) { return !states_.count(each.first); });
  readSummaries();
  tellCompared();
  readNext();
}

void ComparisonReader::readSummaries() {
  std::vector<RunId> wanted;
  for (const auto& [run, state] : states_)
    if (const auto known = summaries_.find(run); known == summaries_.end() || known->second.first != state)
      wanted.push_back(run);
  if (wanted.empty() || !summaryStore_) return;
  summaryTask_.ask([store = summaryStore_, wanted] { return readRunSummaries(*store, wanted); },
                   [this, states = states_](const Result<std::map<RunId, RunSummary>>& found) {
                     if (!found.ok()) return Q_EMIT failed(found.error());
                     for (const auto& [run, summary] : *found) summaries_[run] = {states.at(run), summary};
                     std::map<RunId, RunSummary> all;
                     for (const auto& [run, known] : summaries_) all[run] = known.second;
                     Q_EMIT summariesChanged(all);
                   });
}

void ComparisonReader::compare(const std::vector<RunId>& runs) {
  if (runs == compared_) return;
  compared_ = runs;
  // Caches more curves than are shown, for switching back and forth.
  if (curves_.size() > 200)
    std::erase_if(curves_, [&](const auto& each) {
      return std::find(compared_.begin(), compared_.end(), each.first) == compared_.end();
    });
  tellCompared();
  readNext();
}

void ComparisonReader::tellCompared() {
  std::vector<ComparedRunPtr> runs;
  for (const RunId run : compared_)
    if (const auto known = curves_.find(run); known != curves_.end() && states_.count(run))
      runs.push_back(known->second.second);
  Q_EMIT comparedChanged(runs);
}

void ComparisonReader::readNext() {
  if (!curveStore_ || curveTask_.busy()) return;
  for (const RunId run : compared_) {
    const auto state = states_.find(run);
    if (state == states_.end()) continue;
    if (const auto known = curves_.find(run); known != curves_.end() && known->second.first == state->second) continue;
    curveTask_.ask([store = curveStore_, run] { return readComparedRun(*store, run); },
                   [this, run, at = state->second](const Result<ComparedRunPtr>& read) {
                     // Does not request a run again that cannot be read.
                     if (!read.ok()) std::erase(compared_, run);
                     if (!read.ok()) Q_EMIT failed(read.error());
                     if (read.ok()) curves_[run] = {at, *read};
                     tellCompared();
                     QTimer::singleShot(0, this, &ComparisonReader::readNext);
                   });
    return;
  }
}

}  // namespace fovea
