// Why: all parts of the Evaluation page share one evaluation, and the data set as it was then and is now.
#pragma once
#include <QStringList>
#include <algorithm>
#include <memory>
#include <optional>

#include "core/inspect/comparison.h"
#include "core/inspect/questions.h"

namespace fovea {

struct ShownEvaluation {
  std::shared_ptr<const EvaluationAnswer> answer;
  std::shared_ptr<const Dataset> now;  // the data set with later corrections
  std::optional<EvaluationComparison> comparison{};
  QString against{};  // name of the compared evaluation

  const Evaluation& evaluation() const { return answer->evaluation; }
  const Dataset& dataset() const { return *answer->request.dataset; }
  QString className(std::int64_t label) const {
    const auto& classes = dataset().info().classes;
    return label >= 0 && static_cast<std::size_t>(label) < classes.size()
               ? QString::fromStdString(classes[static_cast<std::size_t>(label)])
               : QString::number(label);
  }
  const SampleAnswer& at(std::size_t position) const { return evaluation().answers[position]; }
  std::uint32_t recordOf(std::size_t position) const {
    return dataset().recordOf(evaluation().split, at(position).index);
  }
  // Returns the sample's current index within the split; nothing if it was excluded or moved.
  std::optional<std::int64_t> indexNow(std::size_t position) const {
    const auto records = now->records(evaluation().split);
    const auto found = std::ranges::find(records, recordOf(position));
    return found == records.end() ? std::nullopt : std::optional<std::int64_t>(found - records.begin());
  }
  // Returns whether the user has relabelled, excluded or moved the record since the evaluation.
  bool corrected(std::uint32_t record) const {
    return now->states().excluded[record] || now->states().labels[record] != dataset().states().labels[record] ||
           now->states().splits[record] != dataset().states().splits[record];
  }
  // Returns the same for any sample. Tags do not count as corrections.
  bool corrected() const {
    const SampleStates &was = dataset().states(), &is = now->states();
    return was.excluded != is.excluded || was.labels != is.labels || was.splits != is.splits;
  }
};

}  // namespace fovea
